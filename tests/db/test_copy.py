"""A backup is whole, made while others write, and moves between the two kinds of database."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sqlalchemy import select

import db
from db import Filter, StoreError, queries
from db.copy import backup
from db.schema import ClaimRow
from tests.made import VERSIONS, analysis, document, judge


def everything(store: db.Store) -> list[object]:
    """What a reader would miss: claims with their verdicts and history, failures, search."""
    with store.session() as session:
        wholes = [
            queries.whole(session, number) for number in session.scalars(select(ClaimRow.id).order_by(ClaimRow.id))
        ]
        found = queries.claims_page(session, Filter(search="draft"))
        return [
            [(w.claim, w.verdict, w.passage, w.source, [r.decision for r in w.reviews]) for w in wholes],
            [line.claim_id for line in found.lines],
            [f.detail for f in queries.failures(session)],
        ]


def filled(store: db.Store) -> db.Store:
    store.save(analysis(), VERSIONS, judge=judge)
    store.review(2, "ann", "correct", {"factor_low": 9.0, "factor_high": 9.0}, judge=judge)
    store.save_failure("a.pdf", "empty", "a.pdf: the file is empty")
    return store


def test_a_backup_holds_everything_and_can_be_written_to(store: db.Store, tmp_path: Path) -> None:
    backup(filled(store), str(tmp_path / "copy.db"))
    with db.open(str(tmp_path / "copy.db")) as copy:
        assert everything(copy) == everything(store)
        assert copy.save(analysis(document(("x", "y", "z", "w"), source="b.md")), VERSIONS, judge=judge) == "new"


def test_sqlite_moves_to_postgres(sqlite_url: str, postgres_url: str) -> None:
    with db.open(sqlite_url) as store, db.open(postgres_url) as other:
        backup(filled(store), postgres_url)
        assert everything(other) == everything(store)
        assert other.save(analysis(document(("x", "y", "z", "w"), source="b.md")), VERSIONS, judge=judge) == "new"
        with pytest.raises(StoreError, match="holds documents already"):
            backup(store, postgres_url)


def test_a_backup_does_not_write_over_a_file(store: db.Store, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(StoreError, match="exists already: name another file"):
        backup(store, str(tmp_path / "copy.db"))
    assert (tmp_path / "copy.db").read_text() == "mine"


def test_a_backup_while_another_writes_is_a_state_of_one_moment(sqlite_url: str, tmp_path: Path) -> None:
    with db.open(sqlite_url) as store:
        done = threading.Event()

        def write() -> None:
            for n in range(40):
                store.save(analysis(document((f"a {n}", "b", "c", "d"), source=f"{n}.md")), VERSIONS, judge=judge)
            done.set()

        writer = threading.Thread(target=write)
        writer.start()
        copies = []
        while not done.is_set() and len(copies) < 5:
            copies.append(tmp_path / f"copy-{len(copies)}.db")
            backup(store, str(copies[-1]))
        writer.join()
    for file in copies:
        with db.open(str(file)) as copy:
            counts = copy.frame("SELECT (SELECT count(*) FROM documents) AS d, (SELECT count(*) FROM estimates) AS e")
        assert counts["e"][0] == 3 * counts["d"][0]
