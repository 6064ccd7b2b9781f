"""The documentation of the database says what is there, and its examples run."""

from __future__ import annotations

from pathlib import Path

import db
from db.describe import EXAMPLES, markdown
from db.readonly import ask
from db.schema import Base
from db.views import VIEWS

PAGE = Path(__file__).parents[2] / "docs" / "database.md"


def test_the_page_is_that_of_the_present_schema() -> None:
    assert PAGE.read_text() == markdown(), "run: python -m db.describe docs/database.md"


def test_every_column_has_a_comment() -> None:
    bare = [f"{t.name}.{c.name}" for t in Base.metadata.sorted_tables for c in t.columns if not c.comment]
    assert bare == []


def test_every_table_has_an_example() -> None:
    assert EXAMPLES.keys() == Base.metadata.tables.keys()


def test_every_example_runs(store: db.Store) -> None:
    for query in (*EXAMPLES.values(), *(view.example for view in VIEWS)):
        assert ask(store.url, query).columns, query
