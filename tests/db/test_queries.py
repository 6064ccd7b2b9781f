"""The questions that the command line and the dashboard share."""

from __future__ import annotations

import pytest
from sqlalchemy import select

import db
from db import Filter, StoreError, queries
from db.queries import kappa
from db.schema import ClaimRow, PassageRow
from db.search import matching
from tests.made import VERSIONS, analysis, document, judge


@pytest.fixture
def filled(store: db.Store) -> db.Store:
    """Two documents with three claims each: numbers 1 to 6."""
    store.save(analysis(), VERSIONS, judge=judge)
    other = document(
        ("First other.", "Second other.", "c", "Third other."), source="https://example.org/b.html", title="Post"
    )
    store.save(analysis(other), VERSIONS, judge=judge)
    return store


def test_the_overview_counts_what_is_not_rejected(filled: db.Store) -> None:
    filled.review(1, "ann", "reject", judge=judge)
    with filled.session() as session:
        now = queries.overview(session)
    assert (now.documents, now.claims) == (2, 5)
    assert now.by_side == {"fewer-bytes": 3, "fewer-steps": 2}
    assert now.by_verdict == {"plausible": 1, "conditional": 2, "implausible": 2}
    assert now.by_status == {"open": 5, "rejected": 1}


def test_pages_of_claims(filled: db.Store) -> None:
    with filled.session() as session:
        page = queries.claims_page(session, limit=2, offset=2)
        last = queries.claims_page(session, limit=4, offset=4)
    assert ([line.claim_id for line in page.lines], page.total) == ([3, 4], 6)
    assert [line.claim_id for line in last.lines] == [5, 6]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("id", [1, 2, 3]),
        ("newest", [3, 2, 1]),
        ("factor", [3, 1, 2]),
        ("confidence", [2, 1, 3]),
        ("priority", [2, 3, 1]),
    ],
)
def test_orders(filled: db.Store, order: str, expected: list[int]) -> None:
    with filled.session() as session:
        page = queries.claims_page(session, Filter(document="1"), order=order)
    assert [line.claim_id for line in page.lines] == expected


def test_an_order_that_there_is_not(filled: db.Store) -> None:
    with filled.session() as session, pytest.raises(StoreError, match="order 'size': is none of id, newest"):
        queries.claims_page(session, order="size")


def test_the_queue_goes_by_doubt_and_weight_and_leaves_what_was_skipped_for_the_end(filled: db.Store) -> None:
    filled.review(2, "ann", "skip", judge=judge)
    filled.review(5, "bob", "accept", judge=judge)
    with filled.session() as session:
        anns = [line.claim_id for line in queries.queue(session, "ann", Filter(document="1"))]
        bobs = [line.claim_id for line in queries.queue(session, "bob")]
    assert anns == [3, 1, 2]
    assert bobs == [2, 3, 6, 1, 4]


def test_one_claim_has_its_history(filled: db.Store) -> None:
    filled.review(1, "ann", "correct", {"side": "neither"}, "no bytes fall", judge=judge)
    with filled.session() as session:
        found = queries.whole(session, 1)
        with pytest.raises(StoreError, match="claim 99: there is none with this number"):
            queries.whole(session, 99)
    (review,) = found.reviews
    assert (review.reviewer, review.changes, review.note) == ("ann", {"side": "neither"}, "no bytes fall")
    assert review.held["side"] == "neither"
    assert (found.document.title, found.row.section) == ("Release 1.0", "Speed")


def test_neighbours_are_the_passages_around(filled: db.Store) -> None:
    with filled.session() as session:
        around = [row.text for row in queries.neighbours(session, 2, 1, around=1)]
    assert around == ["First other.", "Second other.", "c"]


def test_choices_are_what_there_is_the_most_frequent_first(filled: db.Store) -> None:
    with filled.session() as session:
        assert queries.choices(session, "side") == [("fewer-bytes", 4), ("fewer-steps", 2)]
        assert queries.choices(session, "hardware") == [("A100-SXM-80GB", 2), ("H100-SXM", 2)]
        assert queries.choices(session, "publisher") == [("example.org", 3), ("notes", 3)]
        assert queries.choices(session, "vendor") == [("NVIDIA", 4), ("", 2)]


def test_passages_are_searched_too(filled: db.Store) -> None:
    with filled.session() as session:
        dialect = session.get_bind().dialect.name
        found = session.scalars(select(PassageRow.text).where(matching(dialect, PassageRow, "thank colleagues"))).all()
    assert found == ["We thank our colleagues."]


def test_each_claim_comes_with_its_source(filled: db.Store) -> None:
    with filled.session() as session:
        found = [(at.source, at.claim.factor_low, at.verdict.verdict) for at in queries.claims(session, limit=4)]
    assert found == [
        ("notes/release.md", 2.5, "plausible"),
        ("notes/release.md", 1.8, "conditional"),
        ("notes/release.md", 9.0, "implausible"),
        ("https://example.org/b.html", 2.5, "plausible"),
    ]


def test_agreement_of_two_reviewers(filled: db.Store) -> None:
    for number in (1, 2, 3, 4):
        filled.review(number, "ann", "accept", judge=judge)
    filled.review(1, "bob", "accept", judge=judge)
    filled.review(2, "bob", "correct", {"side": "neither"}, judge=judge)
    filled.review(3, "bob", "reject", judge=judge)
    filled.review(5, "bob", "accept", judge=judge)
    with filled.session() as session:
        found = {row.field: row for row in queries.agreement(session, "ann", "bob")}
        assert queries.reviewers(session) == ["ann", "bob"]
    assert (found["side"].claims, found["side"].same) == (3, 2)
    assert found["side"].kappa == pytest.approx(0.4)  # observed 2/3, by chance 4/9
    assert (found["decision"].same, found["decision"].kappa) == (2, 0.0)
    assert found["kind"].kappa is None  # both said claim of all: chance alone would agree
    assert [(quote, a, b) for _, quote, a, b in found["side"].differ] == [
        ("Speculative decoding with a 1B draft gives another 1.8x.", "fewer-steps", "neither")
    ]


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([], None),
        ([("a", "a"), ("b", "b")], 1.0),
        ([("a", "b"), ("b", "a")], -1.0),
        ([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")], 0.5),
        ([(None, None), (2.0, 2.0)], 1.0),
    ],
)
def test_cohens_kappa(pairs: list[tuple[object, object]], expected: float | None) -> None:
    assert kappa(pairs) == (None if expected is None else pytest.approx(expected))


def test_a_name_with_signs_of_the_pattern_language_is_taken_as_written(filled: db.Store) -> None:
    with filled.session() as session:
        for words in ("%", "_", "100%", "\\"):
            assert queries.claims_page(session, Filter(hardware=words)).total == 0
        assert len(list(session.scalars(select(ClaimRow.id)))) == 6
