"""The page that a claim stands on is found where its file lies."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

import db
from tests.ui.conftest import ROOT
from ui import pictures


def test_a_relative_path_is_looked_for_beside_the_database_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paper = tmp_path / "work" / "papers" / "accepted-length.pdf"
    paper.parent.mkdir(parents=True)
    shutil.copy(ROOT / "corpus/documents/accepted-length.pdf", paper)
    sha256 = hashlib.sha256(paper.read_bytes()).hexdigest()
    db.open(str(tmp_path / "work" / "claims.db")).close()
    monkeypatch.setenv("TWOWAYS_DB", str(tmp_path / "work" / "claims.db"))
    monkeypatch.setenv("TWOWAYS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("TWOWAYS_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    assert pictures.original("papers/accepted-length.pdf", sha256) == paper
    assert pictures.original("papers/accepted-length.pdf", "0" * 64) is None, "a file that was changed is no original"
