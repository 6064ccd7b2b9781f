"""A whole database into another place, while others go on reading and writing: backups, and moving between engines."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, insert, select, text
from sqlalchemy.engine import make_url

from db.errors import StoreError, checked_url, explain, explained, redact
from db.schema import Base
from db.store import Store
from db.store import open as open_store

CHUNK = 1000  # rows at once
PAGES = 2000  # of SQLite copied between two pauses in which a writer may go on


def backup(store: Store, target: str) -> None:
    """The state of one moment into a new database: a SQLite file, or an empty PostgreSQL database."""
    url = checked_url(target)
    file = Path(make_url(url).database or "") if url.startswith("sqlite") else None
    if file is not None and file.exists():
        raise StoreError(f"{file}: exists already: name another file")
    if file is not None and store.dialect == "sqlite":
        _backup_file(store, file)
        return
    with open_store(url) as other:
        try:
            _copy(store, other)
        except StoreError:
            if file is not None:
                file.unlink(missing_ok=True)
            raise


def _backup_file(store: Store, file: Path) -> None:
    """By SQLite's own backup, under another name until it is whole."""
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        with store.engine.connect() as connection:
            raw: Any = connection.connection.driver_connection
            target = sqlite3.connect(part)
            try:
                raw.backup(target, pages=PAGES, sleep=0.01)
                target.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
                state = target.execute("PRAGMA quick_check").fetchone()[0]
            finally:
                target.close()
        if state != "ok":
            raise StoreError(f"{store.url.removeprefix('sqlite:///')}: is damaged ({state}): no backup was made")
        part.replace(file)
    except sqlite3.Error as error:
        raise explain(f"sqlite:///{file}", error) from error
    finally:
        part.unlink(missing_ok=True)


def _copy(store: Store, other: Store) -> None:
    """Table by table out of one consistent state, in one transaction of the target."""
    options = {"isolation_level": "REPEATABLE READ"} if store.dialect == "postgresql" else {}
    with (
        explained(store.url),
        store.engine.connect().execution_options(**options) as source,
        explained(other.url),
        other.engine.connect().execution_options(writing=True) as target,
        target.begin(),
    ):
        if target.scalar(select(func.count()).select_from(Base.metadata.tables["documents"])):
            raise StoreError(f"{redact(other.url)}: holds documents already: name an empty database")
        for table in Base.metadata.sorted_tables:
            target.execute(table.delete())
            for rows in source.execute(select(table)).mappings().partitions(CHUNK):
                target.execute(insert(table), [dict(row) for row in rows])
        set_counters(target)


def set_counters(target: Connection) -> None:
    """PostgreSQL counts beside the table: the next number must follow the highest that came in."""
    if target.dialect.name != "postgresql":
        return
    for table in Base.metadata.sorted_tables:
        if "id" in table.columns:
            target.execute(
                text(
                    f"SELECT setval('{table.name}_id_seq', coalesce(max(id), 1), max(id) IS NOT NULL) FROM {table.name}"
                )
            )
