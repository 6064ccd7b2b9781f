"""`twoways train`, as typed, on a small part of the corpus."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import db
from classifier.learning import learned
from tests.made import VERSIONS, analysis, judge
from ui.cli import app, register

register()


@pytest.fixture(autouse=True)
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A corpus of 400 units, and folders of its own for what is learnt."""
    monkeypatch.setenv("TWOWAYS_CACHE", f"{tmp_path}/cache")
    monkeypatch.setenv("XDG_DATA_HOME", f"{tmp_path}/data")
    few = learned.corpus()[::18][:400]
    monkeypatch.setattr(learned, "corpus", lambda: few)


def typed(*words: str) -> Result:
    return CliRunner().invoke(app, ["train", *words], env={"COLUMNS": "200"})


def test_the_model_is_kept_and_its_place_told() -> None:
    result = typed()
    first, path = result.stdout.splitlines()
    assert result.exit_code == 0
    assert first.startswith(f"{len(learned.corpus())} labelled units, ")
    assert Path(path).is_file()
    assert result.stderr == "learning from the corpus: some twenty seconds\n"


def test_training_twice_gives_the_same_bytes() -> None:
    first = Path(typed().stdout.splitlines()[-1])
    before = first.read_bytes()
    assert Path(typed().stdout.splitlines()[-1]) == first
    assert first.read_bytes() == before


def test_reviewed_claims_of_a_database_count_and_can_be_forgotten(tmp_path: Path) -> None:
    with db.open(f"{tmp_path}/claims.db") as store:
        store.save(analysis(), VERSIONS, judge=judge)
        store.review(1, "ada", "reject", judge=judge)
    result = typed("--db", f"{tmp_path}/claims.db")
    assert result.stdout.splitlines()[0] == "1 reviewed sentences"
    assert learned.reviewed_path().is_file()
    assert typed("--forget").exit_code == 0
    assert not learned.reviewed_path().exists()
