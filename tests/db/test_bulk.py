"""Many rows in one statement: all of them, in their order, and in the full-text index."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import func, select, text

import db
from db import Store
from db.bulk import ROWS
from db.schema import PassageRow
from tests.made import VERSIONS, analysis, document, judge


def test_more_passages_than_one_statement_takes_come_back_in_their_order(store: Store) -> None:
    made = document()
    many = tuple(replace(made.passages[0], text=f"Unit {n} of many.", block=n) for n in range(2 * ROWS + 7))
    put = replace(made, passages=many)

    store.save(analysis(put), VERSIONS, judge=judge)
    store.save(analysis(put), VERSIONS, judge=judge)  # instead of, and not beside, the first

    assert store.document(1) == put
    with store.session() as session:
        assert session.scalar(select(func.count()).select_from(PassageRow)) == 2 * ROWS + 7


def test_each_row_of_a_statement_is_in_the_full_text_index(sqlite_url: str) -> None:

    made = document()
    many = tuple(replace(made.passages[0], text=f"Unit number{n}.", block=n) for n in range(ROWS + 3))
    with db.open(sqlite_url) as store:
        store.save(analysis(replace(made, passages=many)), VERSIONS, judge=judge)
        with store.session() as session:
            found = text(
                "SELECT p.position FROM passages_search s JOIN passages p ON p.id = s.rowid WHERE s.text MATCH :word"
            )
            said = [session.scalars(found, {"word": f"number{n}"}).all() for n in (0, ROWS - 1, ROWS, ROWS + 2)]
    assert said == [[0], [ROWS - 1], [ROWS], [ROWS + 2]]
