"""Jobs that are killed, and jobs side by side, on one database."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import func, select, text

import db
import pipeline
from db import engine
from db import store as store_module
from db.schema import DocumentRow, RunRow
from ingest import discover
from scripts.kill_test import Alone, attack, claims_of, undisturbed
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


def test_a_lock_that_another_program_holds_is_said_in_the_end(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BUSY_SECONDS", 1.2)
    with db.open(url) as store, db.open(url) as other:
        number = store.start_run("ingest", {}, VERSIONS)
        with other.engine.connect().execution_options(writing=True) as holder, holder.begin():
            holder.execute(text("UPDATE runs SET outcome = 'held'"))
            with pytest.raises(db.StoreError, match=r"is held by another program: close that and try again$"):
                store.finish_run(number, "done", {})
        store.finish_run(number, "done", {})
        assert store.frame("runs")["outcome"].tolist() == ["done"]


def test_a_server_that_is_restarted_costs_a_moment(postgres_url: str, tmp_path: Path) -> None:
    """Every connection is cut after each document, as a restart does."""

    def cut(outcome: pipeline.Outcome) -> None:
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            cuts.append(len(admin.execute(f"SELECT pg_terminate_backend(pid) {others}").fetchall()))

    cuts: list[int] = []
    folder = write_notes(tmp_path / "notes", 3)
    limits = pipeline.Limits()
    with db.open(postgres_url) as store:
        items = [pipeline.item_of(found, limits) for found in discover([str(folder)])]
        for documents in ({"new": 3}, {"unchanged": 3}):
            summary = pipeline.run(items, store, Alone(), limits=limits, report=cut)
            assert (summary.outcome, dict(summary.documents)) == ("done", documents)
    assert sum(cuts) >= 4


def test_a_server_that_does_not_come_back_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "PATIENCE", 0.5)
    url = "postgresql+psycopg://user:secret@/claims?host=/nowhere"
    said = r"cannot be reached: check that the server runs, and its host and port$"
    with db.Store(url, engine.connect(url)) as store, pytest.raises(db.StoreError, match=said) as caught:
        store.save_failure("a.pdf", "empty", "a.pdf: the file is empty")
    assert "secret" not in str(caught.value)
