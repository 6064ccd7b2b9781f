"""Jobs that are killed, and jobs side by side, on one database."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

import db
from db.schema import DocumentRow, RunRow
from scripts.kill_test import attack, claims_of, undisturbed
from tests.made import VERSIONS, analysis, judge
from tests.notes import write_notes

ROOT = Path(__file__).parents[2]


@pytest.mark.timeout(240)
def test_a_job_that_is_killed_loses_nothing_and_leaves_no_lock(url: str, tmp_path: Path) -> None:
    """A few kills; `scripts/kill_test.py` does fifty."""
    folder = write_notes(tmp_path / "notes", 8)
    assert attack(url, folder, kills=2, seed=7, longest=0.4) == []


@pytest.mark.timeout(240)
def test_four_jobs_at_once_all_succeed(url: str, tmp_path: Path) -> None:
    """Two over the same folder, two over folders of their own that overlap with it."""
    every = write_notes(tmp_path / "notes", 8)
    with db.open(url):
        pass
    command = [sys.executable, "-m", "scripts.kill_test", "--job", url]
    jobs = [
        subprocess.Popen(
            [*command, str(every), force, "alone"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
        for force in ("0", "0", "1", "1")
    ]
    said = [child.communicate() for child in jobs]
    assert [child.returncode for child in jobs] == [0, 0, 0, 0], said
    assert claims_of(url) == claims_of(undisturbed(f"sqlite:///{tmp_path}/reference.db", every))
    with db.open(url) as store, store.session() as session:
        assert session.scalar(select(func.count()).select_from(DocumentRow)) == 8
        assert session.scalars(select(RunRow.outcome)).all() == ["done"] * 4


def test_opening_a_new_database_from_many_threads_makes_it_once(sqlite_url: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    def put(_: int) -> str:
        with db.open(sqlite_url) as store:
            return store.save(analysis(), VERSIONS, judge=judge)

    with ThreadPoolExecutor(8) as threads:
        saved = list(threads.map(put, range(8)))
    assert sorted(saved) == ["new"] + ["renewed"] * 7


def test_a_reader_sees_one_state_while_another_writes(store: db.Store) -> None:
    store.save(analysis(), VERSIONS, judge=judge)
    with store.session() as session:
        if store.dialect == "postgresql":
            session.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        before = session.scalar(text("SELECT count(*) FROM failures"))
        store.save_failure("a.pdf", "empty", "a.pdf: the file is empty")
        assert session.scalar(text("SELECT count(*) FROM failures")) == before
    assert len(store.frame("failures")) == 1
