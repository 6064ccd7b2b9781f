"""Bring a database to the present schema. Happens by itself when one is opened."""

from __future__ import annotations

import hashlib
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from db.errors import StoreError, redact
from db.views import VIEWS

HEAD = "0004"  # the newest migration; a test compares it with the files
LOCK = 7_392_645_108  # one migration at a time in PostgreSQL


def migrate(engine: Engine, url: str) -> None:
    """Create or upgrade tables and views where they are not the present ones. Several may come at once: one does the work."""
    with engine.connect() as connection:
        if _present(connection, url):
            return
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        if not _present(connection, url):
            _upgrade(connection)


def revision(connection: Connection) -> str | None:
    """The schema's revision in the database; None in an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _present(connection: Connection, url: str) -> bool:
    found = revision(connection)
    if found is None and inspect(connection).has_table("documents"):
        raise StoreError(f"{_where(url)}: holds tables of another program: name another database")
    if found is not None and found > HEAD:
        raise StoreError(
            f"{_where(url)}: was written by a newer twoways (schema {found}, this one knows {HEAD}): upgrade twoways"
        )
    if found != HEAD:
        return False
    views = connection.execute(text("SELECT value FROM settings WHERE name = 'views'")).scalar()
    return views == views_version()


def _where(url: str) -> str:
    return redact(url).removeprefix("sqlite:///")


def views_version() -> str:
    """Changes when the text of any view changes."""
    return hashlib.sha256(repr([(view.name, view.sql) for view in VIEWS]).encode()).hexdigest()[:12]


def _upgrade(connection: Connection) -> None:
    """Views stand on the tables: they go first, and come back at the end."""
    for view in reversed(VIEWS):
        connection.execute(text(f"DROP VIEW IF EXISTS {view.name}"))
    if revision(connection) != HEAD:
        to_revision(connection)
    for view in VIEWS:
        connection.execute(text(f"CREATE VIEW {view.name} AS {view.sql}"))
    connection.execute(text("DELETE FROM settings WHERE name = 'views'"))
    connection.execute(text("INSERT INTO settings (name, value) VALUES ('views', :now)"), {"now": views_version()})


def to_revision(connection: Connection, wanted: str = HEAD) -> None:
    """The tables of a revision, from whatever stands there. Alembic's steps run inside the transaction of the connection."""
    import logging

    from alembic import command
    from alembic.config import Config

    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, wanted)
