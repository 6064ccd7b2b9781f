"""Full-text search over quotes and passages: FTS5 in SQLite, a GIN index in PostgreSQL; one query language for both."""

from __future__ import annotations

import re

from sqlalchemy import ColumnElement, Select, func, select, text
from sqlalchemy.sql.expression import literal_column

from db.schema import ClaimRow, PassageRow

SEARCHED = {"claims": "quote", "passages": "text"}
WORD = re.compile(r'"([^"]*)"|(\S+)')


def create(dialect: str) -> list[str]:
    """The statements that set up the search."""
    if dialect == "postgresql":
        return [
            f"CREATE INDEX {table}_search ON {table} USING gin (to_tsvector('english', {column}))"
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


def fts5_query(words: str) -> str:
    """What a person types as an FTS5 query: words and "phrases" that must all occur, `or` between alternatives, `-word` without.

    Each word is quoted, so that no sign of FTS5's own language can break the query.
    """
    wanted: list[str] = []
    without: list[str] = []
    for phrase, word in WORD.findall(words):
        if word.lower() == "or" and wanted:
            wanted.append("OR")
        elif word.startswith("-") and len(word) > 1:
            without.append(_quoted(word[1:]))
        elif re.search(r"\w", phrase or word):
            wanted.append(_quoted(phrase or word))
    if wanted and wanted[-1] == "OR":
        wanted.pop()
    query = " ".join(_with_and(wanted))
    return " NOT ".join([f"({query})", *without]) if query and without else query


def _with_and(terms: list[str]) -> list[str]:
    joined: list[str] = []
    for term in terms:
        if joined and term != "OR" and joined[-1] != "OR":
            joined.append("AND")
        joined.append(term)
    return joined


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def matching(dialect: str, table: type[ClaimRow] | type[PassageRow], words: str) -> ColumnElement[bool]:
    """The condition that a row's text holds the words."""
    name = table.__tablename__
    if dialect == "postgresql":
        column = getattr(table, SEARCHED[name])
        vector = func.to_tsvector(literal_column("'english'"), column)
        return vector.op("@@")(func.websearch_to_tsquery(literal_column("'english'"), words))
    query = fts5_query(words)
    found: Select[int] = select(literal_column("rowid")).select_from(text(f"{name}_search"))
    found = found.where(text(f"{name}_search MATCH :words").bindparams(words=query or '""'))
    return table.id.in_(found)
