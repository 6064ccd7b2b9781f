"""`twoways doctor`: what is here, what is missing, and what to do about it."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ui.commands._common import DEFAULT_DB, Database, show_table
from ui.show import number_of

if TYPE_CHECKING:
    from db import Store

Check = tuple[str, str, str]  # name, state (ok, missing, wrong), what it is or what to do

# Extras: module -> what it is for, and how it comes in.
EXTRAS = {
    "psycopg": ("PostgreSQL", "pip install 'psycopg[binary]'"),
    "distributed": ("clusters (--cluster)", "pip install distributed"),
    "datasette": ("publishing (export --format datasette)", "pip install datasette"),
    "authlib": ("signing in to the dashboard", "pip install authlib"),
}
ROOM = 200_000_000  # bytes on the disk below which a batch soon stops


def doctor(database: Database = DEFAULT_DB) -> None:
    """Say what is installed, where caches and databases are, and whether the database is well.

    Example: twoways doctor --db claims.db
    """
    checks = [*program(), *extras(), *places(), *of_database(database)]
    show_table(("what", "state", ""), checks)
    if any(state == "wrong" for _, state, _ in checks):
        raise typer.Exit(1)


def program() -> Iterator[Check]:
    """The program and what it runs on."""
    try:
        yield "twoways", "ok", f"{version('twoways')}, Python {platform.python_version()}, {os.cpu_count()} cores"
    except PackageNotFoundError:
        yield "twoways", "wrong", "is not installed: pip install . in its folder"


def extras() -> Iterator[Check]:
    """What may be installed beside it."""
    for module, (purpose, remedy) in EXTRAS.items():
        found = importlib.util.find_spec(module) is not None
        yield module, "ok" if found else "missing", f"for {purpose}" + ("" if found else f": {remedy}")
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    yield "chromium", "ok" if browser else "missing", browser or "only the page tests need it"


def places() -> Iterator[Check]:
    """Where it keeps things."""
    import platformdirs

    cache = Path(os.environ.get("TWOWAYS_CACHE") or platformdirs.user_cache_dir("twoways"))
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=cache):
            pass
    except OSError as error:
        yield "cache", "wrong", f"{cache}: cannot be written ({error.strerror}): name a folder in TWOWAYS_CACHE"
        return
    yield "cache", "ok", str(cache)


def of_database(url: str) -> Iterator[Check]:
    """The database: there, sound, up to date."""
    import db
    from db.errors import redact

    name = redact(url) if "://" in url else url
    try:
        with db.open(url, create=False) as store:
            yield "database", "ok", f"{name}, {store.dialect}"
            yield from soundness(store)
            yield from freshness(store)
    except db.StoreError as error:
        missing = "no such database" in str(error)
        yield "database", "missing" if missing else "wrong", str(error)
    if "://" not in url:
        free = shutil.disk_usage(Path(url).absolute().parent).free if Path(url).absolute().parent.exists() else 0
        yield "disk", "ok" if free > ROOM else "wrong", f"{free / 1e9:.1f} GB free"


def soundness(store: Store) -> Iterator[Check]:
    """SQLite looks through its whole file."""
    from sqlalchemy import text

    if store.dialect == "sqlite":
        with store.session() as session:
            state = session.scalar(text("PRAGMA quick_check(1)"))
        yield "integrity", "ok" if state == "ok" else "wrong", "" if state == "ok" else f"{state}: restore a backup"


def freshness(store: Store) -> Iterator[Check]:
    """What is in it, and what older versions made."""
    from db import queries
    from pipeline import out_of_date

    with store.session() as session:
        now = queries.overview(session)
    failed = sum(now.failures.values())
    held = (number_of(now.documents, "document"), number_of(now.claims, "claim"), number_of(failed, "source"))
    yield "content", "ok", f"{', '.join(held)} failed"
    late = {what: n for what, n in out_of_date(store).items() if n}
    said = ", ".join(f"{n} {what}" for what, n in late.items())
    yield "up to date", "missing" if late else "ok", f"{said}: twoways reanalyse" if late else ""
