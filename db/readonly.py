"""Any question, no harm: SQL that the database itself holds to reading, with limits of time, rows and size."""

from __future__ import annotations

import re
import sqlite3
import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy.engine import make_url

from db.engine import reading
from db.errors import StoreError, explain

SECONDS = 10.0
ROWS = 10_000
CELLS = 20_000_000  # characters of all cells together
CELL = 5_000_000  # bytes of one cell
HANDFUL = 20  # rows that PostgreSQL hands over at once
STEPS = 20_000  # of SQLite's machine between two looks at the clock: about a millisecond

# What SQLite may do for a query: everything else (writing, ATTACH, load_extension) is refused before it starts.
ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
PRAGMAS = {"table_info", "table_xinfo", "table_list", "index_list", "index_info", "foreign_key_list", "data_version"}

ONLY_READING = "only reading is allowed here: give a SELECT"
READS = re.compile(r"(?:\s|--[^\n]*\n|/\*.*?\*/|\()*(?:select|with|values|table)\b", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows of a query. `more` says that there were more than the limit."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    more: bool
    seconds: float

    def records(self) -> list[dict[str, Any]]:
        """Each row with its names."""
        return [dict(zip(self.names, row, strict=True)) for row in self.rows]

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, none of them twice: a join of two tables with an `id` each gives `id` and `id 2`."""
        taken: list[str] = []
        for name in self.columns:
            fresh = (name, *(f"{name} {number}" for number in range(2, len(self.columns) + 2)))
            taken.append(next(word for word in fresh if word not in taken))
        return tuple(taken)


def ask(url: str, query: str, *, rows: int = ROWS, seconds: float = SECONDS) -> Answer:
    """The answer to one query. What is no query, takes too long or gives too much ends in a `StoreError`."""
    query = query.strip().rstrip(";").strip()
    if not query:
        raise StoreError("no query: give a SELECT")
    started = time.monotonic()
    columns, found = (_ask_sqlite if url.startswith("sqlite") else _ask_postgres)(url, query, rows, seconds)
    size = sum(len(cell) for row in found for cell in row if isinstance(cell, str | bytes))
    if size > CELLS:
        raise StoreError(f"the answer has {size / 1e6:.0f} million characters: ask for fewer columns or rows")
    return Answer(tuple(columns), tuple(found[:rows]), len(found) > rows, time.monotonic() - started)


Found = tuple[list[str], list[tuple[Any, ...]]]


def _ask_sqlite(url: str, query: str, rows: int, seconds: float) -> Found:
    """The file is opened for reading, and an authorizer sees each action before the query runs."""
    file = make_url(url).database or ""
    deadline = time.monotonic() + seconds
    try:
        connection = sqlite3.connect(reading(file), uri=True, timeout=seconds, isolation_level=None)
    except sqlite3.Error as error:
        raise explain(url, error) from error
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, CELL)
        connection.set_authorizer(_authorize)
        connection.set_progress_handler(lambda: time.monotonic() > deadline, STEPS)
        cursor = connection.execute(query)
        return [column[0] for column in cursor.description or ()], _fetched(cursor, rows, CELLS)
    except (sqlite3.Error, sqlite3.Warning, OverflowError) as error:
        raise _said(url, str(error), seconds) from error
    finally:
        connection.close()


def _authorize(action: int, first: str | None, second: str | None, _database: str | None, _by: str | None) -> int:
    pragma = action == sqlite3.SQLITE_PRAGMA and first in PRAGMAS
    loads = action == sqlite3.SQLITE_FUNCTION and second in ("load_extension", "fts3_tokenizer", "edit", "writefile")
    return sqlite3.SQLITE_OK if (action in ALLOWED and not loads) or pragma else sqlite3.SQLITE_DENY


def _fetched(cursor: Any, rows: int, size: int) -> list[tuple[Any, ...]]:
    """At most `rows` and one more, so that it is known whether there are more; no more characters than `size`."""
    found: list[tuple[Any, ...]] = []
    held = 0
    for row in cursor:
        found.append(tuple(row))
        held += sum(len(cell) for cell in row if isinstance(cell, str | bytes))
        if len(found) > rows or held > size:
            break
    return found


def _said(url: str, message: str, seconds: float) -> StoreError:
    """The database's own words in one line, with what to do."""
    if "interrupted" in message or "statement timeout" in message:
        return StoreError(f"the query took longer than {seconds:g} s: make it narrower, or raise --seconds")
    if any(words in message for words in ("not authorized", "authorized", "readonly", "read-only", "prohibited")):
        return StoreError(ONLY_READING)
    if "one statement at a time" in message or "multiple commands" in message:
        return StoreError("one query at a time")
    if "too big" in message:
        return StoreError(
            f"a cell has more than {CELL / 1e6:.0f} MB: ask for less of it, as with substr(text, 1, 1000)"
        )
    return StoreError("the query cannot be answered: " + " ".join(message.split())[:300])


def _ask_postgres(url: str, query: str, rows: int, seconds: float) -> Found:
    """A transaction that may only read, with a time limit, as a role that may only read where there is one."""
    import psycopg

    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        connection = psycopg.connect(plain, connect_timeout=10)
    except psycopg.Error as error:
        raise explain(url, error) from error
    try:
        connection.read_only = True
        with connection, connection.cursor() as cursor:
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", (str(int(seconds * 1000)),))
            cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
            if (cursor.fetchone() or (False,))[0]:
                # A superuser can read and write the server's files by functions: not through here.
                cursor.execute("SET LOCAL ROLE pg_read_all_data")
            # As part of one SELECT nothing but a query fits; the extended protocol takes one statement only. The answer stays
            # with the server and comes in handfuls: nobody knows how large it is.
            inside = f"SELECT * FROM (\n{query}\n) AS answer LIMIT {rows + 1}"
            with connection.cursor("answer") as answer:
                answer.itersize = HANDFUL
                answer.execute(inside.replace("%", "%%"), ())
                return [column.name for column in answer.description or ()], _fetched(answer, rows, CELLS)
    except psycopg.Error as error:
        if isinstance(error, psycopg.errors.SyntaxError) and not READS.match(query):
            raise StoreError(ONLY_READING) from error
        # Without the line and the place: they are those of the query that this one was put into.
        parts = (error.diag.message_primary or str(error), error.diag.message_hint)
        raise _said(url, " ".join(filter(None, parts)), seconds) from error
    finally:
        connection.close()
