"""Full-text search over quotes and passages: FTS5 in SQLite, a GIN index in PostgreSQL; one query language for both."""

from __future__ import annotations

import re

from sqlalchemy import ColumnElement, Select, func, select, text
from sqlalchemy.sql.expression import literal_column

from db.schema import ClaimRow, PassageRow

SEARCHED = {"claims": "quote", "passages": "text"}
# PostgreSQL's own parser reads "Llama-3.1-70B" as a sign, -3.1, -70 and b, and "FP8/INT4" as the name of a file: as in SQLite,
# all but letters and digits parts words.
PARTED = r"to_tsvector('english', regexp_replace({}, '(\W|_)+', ' ', 'g'))"
WORD = re.compile(r'"([^"]*)"|(\S+)')


def create(dialect: str) -> list[str]:
    """The statements that set up the search."""
    if dialect == "postgresql":
        return [
            f"CREATE INDEX {table}_search ON {table} USING gin ({PARTED.format(column)})"
            for table, column in SEARCHED.items()
        ]
    return [statement for table, column in SEARCHED.items() for statement in _fts5(table, column)]


def _fts5(table: str, column: str) -> list[str]:
    """An index that holds words only; triggers keep it in step with its table."""
    gone = f"INSERT INTO {table}_search({table}_search, rowid, {column}) VALUES ('delete', old.id, old.{column})"
    came = f"INSERT INTO {table}_search(rowid, {column}) VALUES (new.id, new.{column})"
    return [
        f"CREATE VIRTUAL TABLE {table}_search USING fts5({column}, content='{table}', content_rowid='id', "
        "tokenize='porter unicode61')",
        f"CREATE TRIGGER {table}_search_insert AFTER INSERT ON {table} BEGIN {came}; END",
        f"CREATE TRIGGER {table}_search_delete AFTER DELETE ON {table} BEGIN {gone}; END",
        f"CREATE TRIGGER {table}_search_update AFTER UPDATE OF {column} ON {table} BEGIN {gone}; {came}; END",
    ]


def terms(words: str) -> tuple[list[str], list[str]]:
    """What a person types: words and "phrases" that must all occur, `or` between alternatives, `-word` without.

    Each is quoted and without signs, so that none of either database's own language can break the query.
    """
    wanted: list[str] = []
    without: list[str] = []
    for phrase, word in WORD.findall(words):
        letters = " ".join(re.findall(r"[^\W_]+", phrase or word))
        if word.lower() == "or" and wanted:
            wanted.append("OR")
        elif letters:
            (without if word.startswith("-") else wanted).append(f'"{letters}"')
    if wanted and wanted[-1] == "OR":
        wanted.pop()
    return wanted, without


def _with_and(terms: list[str]) -> list[str]:
    joined: list[str] = []
    for term in terms:
        if joined and term != "OR" and joined[-1] != "OR":
            joined.append("AND")
        joined.append(term)
    return joined


def matching(dialect: str, table: type[ClaimRow] | type[PassageRow], words: str) -> ColumnElement[bool]:
    """The condition that a row's text holds the words."""
    name = table.__tablename__
    wanted, without = terms(words)
    if dialect == "postgresql":
        vector: ColumnElement[str] = literal_column(PARTED.format(f"{name}.{SEARCHED[name]}"))
        query = " ".join([*wanted, *(f"-{term}" for term in without)])
        return vector.op("@@")(func.websearch_to_tsquery(literal_column("'english'"), query))
    if without and not wanted:
        return table.id.not_in(_found(name, " OR ".join(without)))
    query = " ".join(_with_and(wanted)) or '""'
    return table.id.in_(_found(name, " NOT ".join([f"({query})", *without]) if without else query))


def _found(name: str, query: str) -> Select[int]:
    found: Select[int] = select(literal_column("rowid")).select_from(text(f"{name}_search"))
    return found.where(text(f"{name}_search MATCH :words").bindparams(words=query))
