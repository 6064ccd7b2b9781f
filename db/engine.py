"""Connections: SQLite in write-ahead mode with foreign keys, PostgreSQL through psycopg 3."""

from __future__ import annotations

import sqlite3
import time
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url

BUSY_SECONDS = 60.0  # how long a writer waits for another one's turn to end


def connect(url: str) -> Engine:
    """An engine for a checked URL. Nothing is opened yet."""
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, pool_size=4, hide_parameters=True)
    engine = create_engine(
        url, hide_parameters=True, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(raw: sqlite3.Connection, _record: Any) -> None:
    """Write-ahead mode lets readers go on while one writes; the driver's own transaction handling is turned off."""
    raw.isolation_level = None
    raw.execute("PRAGMA foreign_keys = ON")
    raw.execute("PRAGMA temp_store = MEMORY")
    raw.execute("PRAGMA cache_size = -65536")  # 64 MB
    if raw.execute("PRAGMA journal_mode").fetchone()[0] == "delete" and not _read_only(raw):
        _write_ahead(raw)


def _write_ahead(raw: sqlite3.Connection) -> None:
    """Turn write-ahead mode on. Unlike all else this does not wait for others who open the new file at the same time."""
    end = time.monotonic() + BUSY_SECONDS
    while raw.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            raw.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.01)


def _read_only(raw: sqlite3.Connection) -> bool:
    """Whether the file may only be read: asking for write-ahead mode would then fail."""
    try:
        raw.execute("BEGIN IMMEDIATE")
        raw.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if "readonly" in str(error):
            return True
        raise
    return False


def _begin(connection: Connection) -> None:
    """A writer takes its turn at once: a read that turns into a write in the middle could not wait for it."""
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
