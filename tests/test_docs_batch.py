"""The examples of docs/batch.md and docs/database.md do what they say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import db
from tests.made import VERSIONS, analysis, judge
from tests.notes import write_notes
from ui.cli import ORDER

ROOT = Path(__file__).parents[1]


def snippets(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text(), re.DOTALL)


def run_in(folder: Path, code: str) -> str:
    (folder / "example.py").write_text(code)
    done = subprocess.run(
        [sys.executable, "example.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_batch_from_python(tmp_path: Path) -> None:
    (code,) = snippets("batch.md")
    write_notes(tmp_path / "papers", 2)
    assert "'documents': {'new': 2}" in run_in(tmp_path, code)


def test_questions_from_python(tmp_path: Path) -> None:
    with db.open(str(tmp_path / "twoways.db")) as store:
        store.save(analysis(), VERSIONS, judge=judge)
    (code,) = snippets("database.md")
    assert run_in(tmp_path, code + "print(len(frame), page.total)\n") == "3 1\n"


@pytest.mark.parametrize("command", ["ingest", "reanalyse", "backup"])
def test_the_page_names_commands_that_there_are(command: str) -> None:
    assert f"twoways {command}" in (ROOT / "docs" / "batch.md").read_text()
    assert command in ORDER
