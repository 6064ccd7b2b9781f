"""A database of an older release comes up to the present schema with all that was in it, also when that is interrupted."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, MetaData, create_engine, insert, inspect, select, text

import db
from db import Filter, StoreError, migrate, queries
from db.copy import set_counters
from db.engine import connect
from db.errors import checked_url
from db.schema import Base
from db.views import VIEWS
from tests.made import VERSIONS, analysis, document, judge

FIRST = Path(__file__).parent / "data" / "first_schema.sql"
Rows = dict[str, list[dict[str, Any]]]


def first_file(file: Path) -> Path:
    """The SQLite file that the first release wrote."""
    raw = sqlite3.connect(file)
    raw.executescript(FIRST.read_text(encoding="utf-8"))
    raw.execute("PRAGMA journal_mode = WAL")
    raw.close()
    return file


def to_postgres(file: Path, url: str) -> None:
    """The same in PostgreSQL: its first schema, and every row of the file."""
    old = connect(f"sqlite:///{file}")
    new = connect(checked_url(url))
    with old.connect() as source, new.connect() as target, target.begin():
        migrate.to_revision(target, "0001")
        there = inspect(target)
        for table in Base.metadata.sorted_tables:
            names = {column["name"] for column in there.get_columns(table.name)}
            columns = [column for column in table.columns if column.name in names]
            rows = [dict(row) for row in source.execute(select(*columns)).mappings()]
            if rows:
                target.execute(insert(table), rows)
        set_counters(target)
        target.execute(text("UPDATE settings SET value = 'of that time' WHERE name = 'views'"))
        for name in ("claim_overview", "unread"):  # a view of that time keeps the columns under it from being changed
            target.execute(text(f"CREATE VIEW {name} AS SELECT * FROM claims"))
    old.dispose()
    new.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def first(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database of the first schema."""
    file = first_file(tmp_path / "first.db")
    if request.param == "sqlite":
        yield f"sqlite:///{file}"
        return
    server = request.getfixturevalue("postgres_server")
    with psycopg.connect(server.format(name="postgres"), autocommit=True) as connection:
        connection.execute("CREATE DATABASE twoways_first")
        try:
            to_postgres(file, server.format(name="twoways_first"))
            yield server.format(name="twoways_first")
        finally:
            connection.execute("DROP DATABASE twoways_first WITH (FORCE)")


def contents(connection: Connection) -> Rows:
    """Every row of every table as it stands, whatever the schema."""
    found: Rows = {}
    tables = MetaData()
    tables.reflect(connection, only=lambda name, _: name in Base.metadata.tables)
    for table in tables.sorted_tables:
        rows = connection.execute(select(table).order_by(*table.primary_key.columns)).mappings()
        found[table.name] = [dict(row) for row in rows]
    return found


def contents_of(url: str) -> Rows:
    engine = create_engine(checked_url(url))
    with engine.connect() as connection:
        found = contents(connection)
    engine.dispose()
    found["settings"] = [row for row in found["settings"] if row["name"] != "views"]
    return found


def revision_of(url: str) -> str | None:
    engine = create_engine(checked_url(url))
    with engine.connect() as connection:
        found = migrate.revision(connection)
    engine.dispose()
    return found


def kept(before: Rows, after: Rows) -> None:
    """Each old row is there with each old value; what is new is empty."""
    for name, rows in before.items():
        assert len(after[name]) == len(rows), name
        for old, new in zip(rows, after[name], strict=True):
            assert old == {column: new[column] for column in old}, name
            assert all(value in (None, [], "[]") for column, value in new.items() if column not in old), name


def test_nothing_of_an_older_database_is_lost(first: str) -> None:
    before = contents_of(first)
    assert [len(before[name]) for name in ("documents", "claims", "reviews", "failures", "runs")] == [2, 6, 5, 1, 1]
    with db.open(first) as store:
        kept(before, contents_of(first))
        assert revision_of(first) == migrate.HEAD
        for view in VIEWS:
            assert list(store.frame(view.name).columns) == [name for name, _ in view.columns]
        with store.session() as session:
            states = {line.claim_id: line.status for line in queries.claims_page(session).lines}
            found = queries.claims_page(session, Filter(search="draft")).lines
        assert states == {1: "accepted", 2: "corrected", 3: "rejected", 4: "open", 5: "open", 6: "open"}
        assert [line.claim_id for line in found] == [2]


def test_an_older_database_can_be_worked_on(first: str) -> None:
    with db.open(first) as store:
        assert store.save(analysis(), VERSIONS, judge=judge) == "renewed"
        assert store.save(analysis(document(("New.", "b", "c", "d"), source="new.md")), VERSIONS, judge=judge) == "new"
        store.undo(3, "bob", judge=judge)
        with store.session() as session:
            corrected, undone = (queries.whole(session, number) for number in (2, 3))
            assert len(queries.claims_page(session, Filter(search="new")).lines) == 1
    assert (corrected.row.status, corrected.claim.factor_low, corrected.claim.params) == (
        "corrected",
        9.0,
        {"batch": 4},
    )
    assert undone.row.status == "open"


def open_and_die(url: str, moment: str) -> None:
    """Opens the database and is killed: before the tables change, before the views come back, or at the very end."""
    to_revision, version = migrate.to_revision, migrate.views_version

    def die(now: str) -> None:
        if now == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    def tables(connection: Connection) -> None:
        die("tables")
        to_revision(connection)
        die("views")

    def end() -> str:
        die("end")
        return version()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrate, "to_revision", tables)
        patch.setattr(migrate, "views_version", end)
        db.open(url)


@pytest.mark.parametrize("moment", ["tables", "views", "end"])
def test_an_upgrade_that_is_killed_changes_nothing_and_is_done_the_next_time(first: str, moment: str) -> None:
    before, views = contents_of(first), views_of(first)
    child = multiprocessing.get_context("fork").Process(target=open_and_die, args=(first, moment))
    child.start()
    child.join(60)
    assert child.exitcode == -signal.SIGKILL
    assert (revision_of(first), contents_of(first), views_of(first)) == ("0001", before, views)
    with db.open(first) as store:
        kept(before, contents_of(first))
        assert len(store.frame("claim_overview")) == 6


def views_of(url: str) -> list[str]:
    engine = create_engine(checked_url(url))
    found = sorted(inspect(engine).get_view_names())
    engine.dispose()
    return found


def test_an_upgrade_happens_once_when_many_open_at_once(first: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    before = contents_of(first)

    def look(_: int) -> int:
        with db.open(first) as store:
            return len(store.frame("claim_overview"))

    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(look, range(6))) == [6] * 6
    kept(before, contents_of(first))


def test_the_first_migration_still_makes_what_it_made(tmp_path: Path) -> None:
    """A database that began with it and one that begins now must not differ later on."""
    made = connect(f"sqlite:///{tmp_path}/made.db")
    with made.connect().execution_options(writing=True) as connection, connection.begin():
        migrate.to_revision(connection, "0001")
    made.dispose()
    first_file(tmp_path / "first.db")
    assert shape(tmp_path / "made.db") == shape(tmp_path / "first.db")


def shape(file: Path) -> list[tuple[object, ...]]:
    """Every table with its columns, keys and indexes, and the triggers."""
    raw = sqlite3.connect(file)
    found: list[tuple[object, ...]] = raw.execute(
        'SELECT m.name, c.name, c.type, c."notnull", c.dflt_value, c.pk FROM sqlite_master m, pragma_table_xinfo(m.name) c '
        "WHERE m.type = 'table' ORDER BY m.name, c.cid"
    ).fetchall()
    found += raw.execute(
        'SELECT m.name, f."from", f."table", f."to", f.on_delete FROM sqlite_master m, pragma_foreign_key_list(m.name) f '
        'ORDER BY m.name, f."from"'
    ).fetchall()
    found += raw.execute(
        'SELECT m.name, i.name, i."unique", x.name, x.seqno FROM sqlite_master m, pragma_index_list(m.name) i, '
        "pragma_index_info(i.name) x WHERE m.type = 'table' ORDER BY m.name, i.name, x.seqno"
    ).fetchall()
    found += raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name").fetchall()
    raw.close()
    return found


def test_a_newer_schema_is_refused_with_one_line_and_left_alone(first: str) -> None:
    engine = create_engine(checked_url(first))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    before = contents_of(first)
    with pytest.raises(
        StoreError, match=r"was written by a newer twoways \(schema 9999, .*\): upgrade twoways$"
    ) as caught:
        db.open(first)
    assert "\n" not in str(caught.value)
    assert (revision_of(first), contents_of(first)) == ("9999", before)
