"""What a reviewer did: what undo goes back to, progress, second opinions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import db
from db import history
from tests.made import VERSIONS, analysis, judge

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[db.Store]:
    """Three claims, numbered 1 to 3, that nobody has decided on."""
    with db.open(f"{tmp_path}/claims.db") as opened:
        opened.save(analysis(), VERSIONS, judge=judge)
        yield opened


def test_the_latest_decision_comes_first_and_each_claim_once(store: db.Store) -> None:
    for number, decision in ((1, "accept"), (2, "skip"), (1, "reject")):
        store.review(number, "ada", decision, judge=judge)
    store.review(3, "bob", "accept", judge=judge)
    with store.session() as session:
        assert history.recent(session, "ada") == [1, 2]
        assert history.recent(session, "ada", limit=1) == [1]


def test_what_was_taken_back_is_not_gone_back_to(store: db.Store) -> None:
    store.review(1, "ada", "accept", judge=judge)
    store.review(2, "ada", "reject", judge=judge)
    store.undo(2, "ada", judge=judge)
    with store.session() as session:
        assert history.recent(session, "ada") == [1]


def test_progress_counts_decisions_that_stand_and_not_what_was_passed_over(store: db.Store) -> None:
    store.review(1, "ada", "accept", judge=judge)
    store.review(2, "ada", "skip", judge=judge)
    store.review(3, "ada", "reject", judge=judge)
    store.undo(3, "ada", judge=judge)
    store.review(2, "bob", "accept", judge=judge)
    with store.session() as session:
        assert history.decided_since(session, "ada", LONG_AGO) == 1
        assert history.decided_since(session, "ada", datetime.now(UTC) + timedelta(hours=1)) == 0
        assert history.decided_since(session, "eve", LONG_AGO) == 0


def test_a_second_opinion_is_asked_on_what_only_others_decided(store: db.Store) -> None:
    store.review(1, "ada", "accept", judge=judge)
    store.review(2, "ada", "reject", judge=judge)
    store.review(3, "ada", "skip", judge=judge)
    store.review(1, "bob", "accept", judge=judge)
    with store.session() as session:
        assert history.second_opinions(session, "bob") == [2]
        assert history.second_opinions(session, "eve") == [1, 2] or history.second_opinions(session, "eve") == [2, 1]
        assert history.second_opinions(session, "ada") == []
