"""The documentation of the database, made from the schema itself: `python -m db.describe docs/database.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Table

from db.schema import Base
from db.types import Flag, Json, Moment, Real
from db.views import VIEWS

EXAMPLES = {
    "documents": "SELECT id, title, publisher, analysed FROM documents ORDER BY analysed DESC LIMIT 10",
    "sources": "SELECT d.title, s.source, s.seen FROM sources s JOIN documents d ON d.id = s.document_id LIMIT 10",
    "passages": "SELECT p.text FROM passages p JOIN claims c ON c.passage_id = p.id WHERE c.technique = 'paged-kv' LIMIT 10",
    "claims": "SELECT technique, count(*) AS n FROM claims WHERE kind = 'claim' AND status <> 'rejected' GROUP BY technique",
    "parameters": "SELECT value, count(*) AS n FROM parameters WHERE name = 'weight_bits' GROUP BY value ORDER BY n DESC",
    "estimates": "SELECT limiter_before, limiter_after, count(*) AS n FROM estimates GROUP BY limiter_before, limiter_after",
    "reviews": "SELECT reviewer, decision, count(*) AS n FROM reviews GROUP BY reviewer, decision",
    "runs": "SELECT id, command, started, outcome, summary FROM runs ORDER BY id DESC LIMIT 5",
    "failures": "SELECT source, detail FROM failures ORDER BY at DESC LIMIT 10",
    "hardware": "SELECT name, vendor, source FROM hardware ORDER BY vendor, name",
    "models": "SELECT name, source FROM models ORDER BY name",
    "techniques": "SELECT side, count(*) AS n FROM techniques GROUP BY side",
    "aliases": "SELECT alias FROM aliases WHERE kind = 'hardware' AND name = 'H100-SXM-80GB'",
    "settings": "SELECT name, value FROM settings",
}
TYPES: dict[type[Any], str] = {Json: "JSON", Moment: "time (UTC)", Flag: "0 or 1", Real: "real"}
HEAD = r"""# The database

Every table, column and view. This page is made from the schema (`python -m db.describe docs/database.md`), and a test holds it
true and runs each example on SQLite and on PostgreSQL. Ask with `twoways sql "..."`, on the dashboard's SQL page, with any
SQLite or PostgreSQL client, or from Python:

```python
import db

with db.open("twoways.db") as store:
    frame = store.frame("claim_overview")  # a table or view by its name, or any SELECT, as a pandas frame
    with store.session() as session:  # SQLAlchemy
        page = db.queries.claims_page(session, db.Filter(verdict=("implausible",)), limit=20)
```

A value that a person corrected stands in `claims` in place of the machine's; `claims.machine` keeps what the machine had
said, and `reviews` who changed it when. Analysing a document again replaces what machines made, never what a person decided.
JSON columns are text in SQLite (`json_extract(params, '$.batch')`) and JSONB in PostgreSQL (`params->>'batch'`).

Full-text search: in SQLite `SELECT rowid FROM claims_search WHERE claims_search MATCH 'draft'` (and `passages_search`), in
PostgreSQL `WHERE to_tsvector('english', regexp_replace(quote, '(\W|_)+', ' ', 'g')) @@ websearch_to_tsquery('english', 'draft')`;
both by an index, and both take a name such as Llama-3.1-70B for its parts. `twoways claims --search` is the same on either.
"""


def markdown() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_contents(), *_views(), *_tables()]) + "\n"


def _contents() -> Iterator[str]:
    yield "## What a reader asks first\n"
    yield "| question | view |\n|---|---|"
    yield from (f"| {view.question} | [`{view.name}`](#{view.name}) |" for view in VIEWS)
    yield ""


def _views() -> Iterator[str]:
    yield "## Views\n"
    for view in VIEWS:
        yield f"### {view.name}\n\n{view.question}\n"
        yield from _columns([(name, "", comment) for name, comment in view.columns], typed=False)
        yield from _example(view.example)


def _tables() -> Iterator[str]:
    yield "## Tables\n"
    about = {mapper.class_.__tablename__: str(mapper.class_.__doc__) for mapper in Base.registry.mappers}
    for name, table in Base.metadata.tables.items():
        yield f"### {name}\n\n{about[name].strip()}\n"
        yield from _columns([(c.name, _type(table, c.name), c.comment or "") for c in table.columns], typed=True)
        yield from _example(EXAMPLES[name])


def _type(table: Table, name: str) -> str:
    column = table.columns[name]
    kind = TYPES.get(type(column.type)) or {"TEXT": "text", "INTEGER": "integer"}[str(column.type)]
    target = next((f" → {key.target_fullname}" for key in column.foreign_keys), "")
    return kind + ("" if not column.nullable else ", may be empty") + target


def _columns(rows: list[tuple[str, str, str]], *, typed: bool) -> Iterator[str]:
    yield "| column | type | meaning |\n|---|---|---|" if typed else "| column | meaning |\n|---|---|"
    for name, kind, comment in rows:
        yield f"| `{name}` | {kind} | {comment} |" if typed else f"| `{name}` | {comment} |"
    yield ""


def _example(query: str) -> Iterator[str]:
    yield f"```sql\n{query}\n```\n"


def datasette_metadata() -> dict[str, Any]:
    """The same as Datasette wants it: what each table and column means, and the examples as saved queries."""
    about = {mapper.class_.__tablename__: str(mapper.class_.__doc__).strip() for mapper in Base.registry.mappers}
    tables: dict[str, Any] = {
        name: {"description": about[name], "columns": {c.name: c.comment for c in table.columns}}
        for name, table in Base.metadata.tables.items()
    }
    tables["alembic_version"] = {"hidden": True}
    tables |= {view.name: {"description": view.question, "columns": dict(view.columns)} for view in VIEWS}
    queries = {view.name + "_example": {"sql": view.example, "title": view.question} for view in VIEWS}
    return {
        "title": "Two Ways to Go Faster",
        "description": "Claims about faster LLM inference, held against the roofline.",
        "databases": {"claims": {"tables": tables, "queries": queries}},
    }


def main() -> None:
    """Write the page."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m db.describe FILE")
    Path(sys.argv[1]).write_text(markdown(), encoding="utf-8")


if __name__ == "__main__":
    main()
