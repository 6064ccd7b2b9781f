"""What a sentence without a figure tells of itself."""

from __future__ import annotations

import pytest

from classifier.deciding.telling import TELLS, odds_of_telling
from classifier.learning.features import features
from classifier.learning.learned import sides
from classifier.unit import unit


def _odds(text: str, kind: str = "sentence", section: str = "") -> float:
    return odds_of_telling(text, features(unit(text, kind, section), sides()))  # type: ignore[arg-type]


def test_a_said_gain_is_worth_more_than_none() -> None:
    said = _odds("The shared pool lowers the memory that a request needs.")
    assert said > _odds("The shared pool has a lock of its own.") == 1.0
    assert _odds("The shared pool significantly lowers the memory that a request needs.") > said


def test_a_name_that_fills_its_bullet_is_worth_more_than_one_in_passing() -> None:
    alone = _odds("Continuous batching", "bullet")
    in_passing = _odds(
        "The second flag of the launcher chooses which of the queues takes part in continuous batching", "bullet"
    )
    assert in_passing < alone
    assert alone > 2.0


def test_a_roadmap_and_an_acknowledgement_are_worth_little() -> None:
    text = "Continuous batching for encoder models"
    assert _odds(text, "bullet", "Roadmap") < 0.2 * _odds(text, "bullet", "Features")


def test_the_machine_of_a_run_is_worth_little() -> None:
    assert _odds("The server takes its requests on an H100.") == 0.5


def test_the_verb_of_a_change_log_leads() -> None:
    assert _odds("Optimise the reuse of the softmax buffers", "bullet") > _odds(
        "Buffers of the softmax are kept", "bullet"
    )


def test_what_introduces_a_list_is_worth_less_than_what_stands_alone() -> None:
    assert _odds("We compare two ways to batch requests:") < _odds("We compare two ways to batch requests.")


def test_every_row_says_what_it_is_of() -> None:
    assert all(tell.example and tell.any_of and tell.odds > 0 for tell in TELLS)


@pytest.mark.parametrize(
    "text",
    [
        "Windows of 4K are now supported on this card.",
        "With the pool on the host, we can keep twice the sessions.",
        "The head is read once instead of at each position.",
        "The work goes to both chips in parallel.",
    ],
)
def test_support_means_and_the_old_way_tell_of_a_claim(text: str) -> None:
    assert _odds(text) > 1.0


@pytest.mark.parametrize(
    "text",
    [
        "`--window`: the number of tokens to keep",
        "Most recent methods drop some of the keys.",
        "A long guess will be dropped more often.",
        "The guess is then read again for each layer.",
    ],
)
def test_flags_the_field_and_how_it_goes_on_tell_of_none(text: str) -> None:
    assert _odds(text) < 1.0
