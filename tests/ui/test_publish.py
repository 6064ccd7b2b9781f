"""What `twoways export --format datasette` writes is what Datasette takes."""

from __future__ import annotations

import importlib.util
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import db
from db.readonly import ask
from tests.made import VERSIONS, analysis, judge
from ui.cli import app, register

register()


@pytest.fixture
def published(tmp_path: Path) -> list[str]:
    """The words of the command that was printed, for a folder whose name a shell would take apart."""
    with db.open(str(tmp_path / "mine.db")) as store:
        store.save(analysis(), VERSIONS, judge=judge)
        store.review(2, "ann", "accept", judge=judge)
    words = ["export", str(tmp_path / "to publish"), "--db", str(tmp_path / "mine.db"), "--format", "datasette"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    return shlex.split(result.stdout)


def metadata_of(words: list[str]) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(Path(words[words.index("--metadata") + 1]).read_text())
    return content


def test_the_description_fits_the_copy(published: list[str]) -> None:
    """Every table, view and column that is described is there, and the other way round; every saved query runs."""
    copy = Path(published[published.index("--immutable") + 1])
    (described,) = metadata_of(published)["databases"].items()
    assert described[0] == copy.stem
    url = f"sqlite:///{copy}"
    there = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE '%\\_search%' ESCAPE '\\'"
    tables = described[1]["tables"]
    assert {row[0] for row in ask(url, there).rows} == set(tables)
    for name, about in tables.items():
        columns = [row[1] for row in ask(url, f"PRAGMA table_info('{name}')").rows]
        assert about.get("hidden") or sorted(columns) == sorted(about["columns"]), name
        assert about.get("hidden") or (about["description"] and all(about["columns"].values())), name
    for query in described[1]["queries"].values():
        assert ask(url, query["sql"], rows=1000, seconds=2).columns
    assert not list(copy.parent.glob("*-wal")), "a copy that nothing changes is one file"


@pytest.mark.skipif(importlib.util.find_spec("datasette") is None, reason="pip install '.[datasette]'")
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/claims/claim_overview.json?_shape=array&_size=1", '"technique": "weight-only-quantization"'),
        ("/claims/claims.json?_search=draft&_shape=array", "Speculative decoding with a 1B draft"),
        ("/claims/verdicts_by_side_example.json?_shape=array", '"side": "fewer-bytes"'),
        ("/claims/claims", "Name of the technique, as in techniques.name."),
    ],
)
def test_datasette_serves_it_by_the_printed_command(published: list[str], address: str, said: str) -> None:
    words = [sys.executable, "-m", *published, "--get", address]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=100)
    assert (done.returncode, said in done.stdout) == (0, True), done.stderr[-2000:]
