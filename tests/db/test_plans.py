"""Every question of the dashboard and every view goes by an index, so that it stays quick with many claims."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

import db
from benchmarks.store import fill, questions

CLAIMS = 2000
LARGE = ("claims", "c", "estimates", "e", "parameters", "p", "passages")  # tables, and their names in the views


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[db.Store]:
    """Some thousand claims: SQLite plans without statistics, so the plans are those of a large database."""
    file: Path = tmp_path_factory.mktemp("plans") / "claims.db"
    with db.open(str(file)) as store:
        fill(store, CLAIMS)
        yield store


def scans(store: db.Store, ask: Any) -> list[str]:
    """The steps of the plans that read a large table from end to end with no index."""
    asked: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH")):
            asked.append((statement, parameters))

    event.listen(store.engine, "before_cursor_execute", note)
    try:
        with store.session() as session:
            ask(session)
    finally:
        event.remove(store.engine, "before_cursor_execute", note)
    assert asked
    steps: list[str] = []
    with store.engine.connect() as connection:
        for statement, parameters in asked:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            steps += [row[3] for row in plan]
    return [s for s in steps if s.startswith("SCAN") and s.split()[1] in LARGE and "INDEX" not in s]


@pytest.mark.parametrize("name", questions(CLAIMS))
def test_a_question_goes_by_an_index(filled: db.Store, name: str) -> None:
    found = scans(filled, questions(CLAIMS)[name])
    # A list from its first row on in the order of the table is read only as far as its limit goes.
    allowed = {"first page": ["SCAN claims"], "page 1000 of all": ["SCAN claims"], "view claim_overview": ["SCAN c"]}
    assert found == allowed.get(name, [])


def test_the_test_sees_a_scan(filled: db.Store) -> None:
    assert scans(filled, lambda s: s.execute(text("SELECT count(*) FROM claims WHERE baseline = 'x'")).all()) == [
        "SCAN claims"
    ]
