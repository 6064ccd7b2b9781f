"""Connections: SQLite in write-ahead mode with foreign keys, PostgreSQL through psycopg 3."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url

BUSY_SECONDS = 60.0  # how long a writer waits for another one's turn to end
LOOK_SECONDS = 0.5  # of that between two looks at what else is asked: SQLite itself does not hear Ctrl-C
CONNECT_SECONDS = 10  # how long a server may take to answer


def connect(url: str) -> Engine:
    """An engine for a checked URL. Nothing is opened yet."""
    if make_url(url).get_backend_name() != "sqlite":
        patience = {} if "connect_timeout" in make_url(url).query else {"connect_timeout": CONNECT_SECONDS}
        engine = create_engine(url, pool_pre_ping=True, pool_size=4, hide_parameters=True, connect_args=patience)
        event.listen(engine, "connect", _limit_waiting)
        return engine
    engine = create_engine(
        url, hide_parameters=True, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}
    )
    event.listen(engine, "do_connect", _as_it_may)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def sealed(file: str) -> bool:
    """Whether a SQLite file lies in a folder that may not be written, with nobody at work on it.

    Even a reader of write-ahead mode makes two files beside the database. Where it may not, the file is read as one that
    does not change; a writer of it, who may, would have left its log there.
    """
    path = Path(file)
    log = path.with_name(path.name + "-wal")
    return path.is_file() and not os.access(path.parent, os.W_OK) and not (log.exists() and log.stat().st_size)


def reading(file: str) -> str:
    """The URI under which a SQLite file is opened for nothing but reading."""
    return f"file:{quote(file)}?mode=ro" + ("&immutable=1" if sealed(file) else "")


def _as_it_may(_dialect: Any, record: Any, args: list[Any], options: dict[str, Any]) -> None:
    """A sealed file is opened for reading: what only looks something up then works, and writing says why it does not."""
    if args and isinstance(args[0], str) and sealed(args[0]):
        record.info["sealed"] = True
        args[0] = reading(args[0])
        options["uri"] = True


def _limit_waiting(raw: Any, _record: Any) -> None:
    """PostgreSQL would wait for ever for what another program has locked."""
    raw.autocommit = True  # in a transaction the setting would go with it
    raw.execute(f"SET lock_timeout = {1000 * BUSY_SECONDS:.0f}")
    raw.autocommit = False


def _prepare(raw: sqlite3.Connection, record: Any) -> None:
    """Write-ahead mode lets readers go on while one writes; the driver's own transaction handling is turned off."""
    raw.isolation_level = None
    raw.execute("PRAGMA foreign_keys = ON")
    raw.execute("PRAGMA temp_store = MEMORY")
    raw.execute("PRAGMA cache_size = -65536")  # 64 MB
    if "sealed" in record.info:  # there the mode is always "delete", whatever the file's is
        return
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
    if not connection.get_execution_options().get("writing"):
        connection.exec_driver_sql("BEGIN")
    elif not _took_turn(connection.connection.driver_connection):
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # once more, for the error


def _took_turn(raw: Any) -> bool:
    """Whether the turn came, within the time and without another error."""
    end = time.monotonic() + BUSY_SECONDS
    raw.execute(f"PRAGMA busy_timeout = {1000 * LOOK_SECONDS:.0f}")
    try:
        while True:
            try:
                raw.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > end:
                    return False
            else:
                return True
    finally:
        raw.execute(f"PRAGMA busy_timeout = {1000 * BUSY_SECONDS:.0f}")
