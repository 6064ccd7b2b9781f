"""What can go wrong with a database, in one line each, with the remedy and without a password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, ProgrammingError


class StoreError(Exception):
    """The database cannot do what was asked. The message is one line: what, where, and what to do."""


FORMS = "give a file, sqlite:///FILE or postgresql://USER@HOST/NAME"
DRIVER = "postgresql+psycopg"
# Words of SQLite's and PostgreSQL's own messages -> what it means here. The first match counts.
MEANINGS: tuple[tuple[str, str], ...] = (
    (
        r"disk is full|No space left|DiskFull",
        "the disk is full: free some space and run again; what was reported done is kept",
    ),
    (
        r"readonly database|read-only transaction|read-only file",
        "may not be written: check the permissions of the file and its folder",
    ),
    (r"unable to open database file", "cannot be opened: check that the folder exists and may be written"),
    (r"file is not a database|is encrypted", "is not a SQLite database: name another file"),
    (r"(?:table|relation) \S+ already exists", "is the database of another program: name another one"),
    (r"malformed|corrupt", "is damaged: restore it from a backup (twoways backup makes them)"),
    (r"disk I/O error", "cannot be read or written: the disk reports an error"),
    (
        r"database is locked|LockNotAvailable|lock timeout",
        "is held by another program: close that and try again",
    ),
    (
        r"password authentication failed|no password supplied",
        "refuses the user name or password: give the password in ~/.pgpass or PGPASSWORD",
    ),
    (r'database "[^"]*" does not exist', "does not exist on that server: create it (createdb)"),
    (
        r"other objects depend on it",
        "holds a view of your own on one that is to be made anew: drop yours, open it again, and make yours again",
    ),
    (r"permission denied", "does not allow that to this user"),
    (
        r"Connection refused|could not connect|connection failed|could not translate|resolve host|timeout expired|"
        r"closed the connection|connection is closed|terminating connection|connection to server",
        "cannot be reached: check that the server runs, and its host and port",
    ),
)


def redact(url: str) -> str:
    """The URL as it was given, without its password, also where it cannot be read as a URL."""
    try:
        shown = make_url(url).render_as_string(hide_password=True).replace(f"{DRIVER}://", "postgresql://")
    except (ArgumentError, ValueError):
        shown = re.sub(r"//.*@", "//***@", url)
    # A password with a bare @ in it was taken for shorter than it is.
    shown = re.sub(r"(?<=:\*\*\*@).*(?:@|%40)", "", shown)
    return re.sub(r"(password=)[^&]+", r"\1***", shown)


def explain(url: str, error: BaseException) -> StoreError:
    """One line for an error of the driver."""
    said = str(getattr(error, "orig", None) or error)
    where = redact(url).removeprefix("sqlite:///")
    if re.search(r"disk I/O error|File too large", said) and (most := _reached_limit(make_url(url).database or "")):
        return StoreError(
            f"{where}: has reached the limit of this session on the size of a file, {most:,} bytes: raise it (ulimit -f); "
            "what was reported done is kept"
        )
    for pattern, meaning in MEANINGS:
        if re.search(pattern, said, re.IGNORECASE):
            return StoreError(f"{where}: {meaning}")
    password = make_url(url).password
    line = " ".join(said.split())[:300]
    return StoreError(f"{where}: {line.replace(str(password), '***') if password else line}")


def _reached_limit(file: str) -> int:
    """The session's limit on the size of a file, where the database or its log has grown up to it; else 0."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 0
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    if most == resource.RLIM_INFINITY:
        return 0
    paths = [Path(file + end) for end in ("", "-wal", "-journal", "-shm")]
    largest = max((path.stat().st_size for path in paths if path.is_file()), default=0)
    return most if largest + BLOCK > most else 0


BLOCK = 32_768  # bytes at most that SQLite grows a file by at once


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Turns the driver's errors into `StoreError`. Mistakes of our own (a broken constraint) stay as they are."""
    try:
        yield
    except DBAPIError as error:
        ours = isinstance(error, IntegrityError | ProgrammingError) and "permission denied" not in str(error.orig)
        if ours:
            raise
        raise explain(url, error) from error


def checked_url(target: str) -> str:
    """The URL of a database: a path means a SQLite file; `postgresql://` goes through psycopg 3."""
    if "://" not in target:
        if not target.strip():
            raise StoreError(f"no database named: {FORMS}")
        return f"sqlite:///{target}"
    try:
        url = make_url(re.sub(r"^postgres://", "postgresql://", target))  # the older form, which libpq takes too
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise StoreError(f"{redact(target)}: not a database: {FORMS}") from error
    if "@" in (url.host or ""):
        raise StoreError(f"{redact(target)}: a @ in a password is written %40; safer are ~/.pgpass and PGPASSWORD")
    if url.get_backend_name() == "postgresql":
        return url.set(drivername=DRIVER).render_as_string(hide_password=False)
    if url.get_backend_name() != "sqlite":
        raise StoreError(f"{redact(target)}: {url.get_backend_name()} is not supported: SQLite and PostgreSQL are")
    return target
