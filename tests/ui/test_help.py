"""The help of every command: words for people."""

from __future__ import annotations

import re
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from ui.cli import app, register

register()
GROUP: Any = typer.main.get_command(app)


def helped(*words: str) -> str:
    return CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "120"}).stdout


@pytest.mark.parametrize("name", GROUP.commands)
def test_every_option_and_argument_is_explained_and_a_switch_takes_nothing(name: str) -> None:
    said = helped(name)
    assert f"Usage: twoways {name} " in said.replace("root", "twoways")
    assert not re.search(r"<bool>| range>|\.\.\.\}", said)
    for parameter in GROUP.commands[name].params:
        assert parameter.help, parameter.name
        if parameter.param_type_name == "argument":
            assert (parameter.metavar or "").isupper(), parameter.name


def test_what_an_option_takes_is_said_in_words() -> None:
    said = helped("ingest")
    assert re.search(r"--force +Analyse again what is unchanged\.", said) or re.search(r"--force +│? +Analyse", said)
    assert re.search(r"--jobs +-j +NUMBER \[1<=x<=1024\] +Worker processes on this machine\.", said)
    assert re.search(r"--watch .*Look again every so many minutes\.[\s│]+\[default: \(look once\)\]", said)
    assert "[OPTIONS] {SOURCE}..." in said
