"""A verdict as JSON holds it: six digits, lists, no infinity, and nothing that is not known."""

from math import inf, nan
from typing import Any

import pytest

from estimator import Verdict
from estimator.verdict import holds, plain


@pytest.mark.parametrize(
    ("value", "held"),
    [
        (1 / 3, 0.333333),
        (1234567.0, 1234570.0),
        (inf, None),
        (nan, None),
        (7, 7),
        ("x", "x"),
        (None, None),
        ((1.0, inf), [1.0, None]),
        ([], []),
        ({"a": (2 / 3,), "b": {"c": -inf}}, {"a": [0.666667], "b": {"c": None}}),
        ({}, {}),
    ],
)
def test_values_that_json_can_hold(value: Any, held: Any) -> None:
    assert plain(value) == held


@pytest.mark.parametrize(
    ("ends", "some"),
    [((1.0, 2.0), True), ((None, 2.0), True), ((None, None), True), ((nan, 2.0), False), ((1.0, nan), False)],
)  # fmt: skip
def test_an_unknown_without_a_value_makes_nothing_hold(ends: tuple[float | None, float | None], some: bool) -> None:
    assert holds(ends) is some


def test_the_record_of_a_verdict() -> None:
    verdict = Verdict(
        "conditional", "Conditional: it depends.", ceiling=2 / 3, expected=(0.5, 1.0), limiter=("HBM", ""), requires=("a batch",),
        ask=("Which?",), derivation=("one", "two"), inputs={"batch": (8.0, "stated")}, attribution={"eagle": 1.5},
        inverse={"batch": (1.0, None), "hit_rate": (nan, nan)},
    )  # fmt: skip
    assert verdict.record() == {
        "verdict": "conditional",
        "ceiling": 0.666667,
        "ceiling_unit": "x",
        "expected": [0.5, 1.0],
        "limiter": ["HBM", ""],
        "reason": "Conditional: it depends.",
        "requires": ["a batch"],
        "ask": ["Which?"],
        "derivation": ["one", "two"],
        "inputs": {"batch": {"value": 8.0, "origin": "stated"}},
        "attribution": {"eagle": 1.5},
        "inverse": {"batch": [1.0, None], "hit_rate": []},
    }


def test_the_record_of_a_verdict_of_which_nothing_is_known() -> None:
    assert Verdict("unverifiable", "Unverifiable: nothing is said.").record() == {
        "verdict": "unverifiable",
        "reason": "Unverifiable: nothing is said.",
        "requires": [],
        "ask": [],
        "derivation": [],
        "inputs": {},
        "inverse": {},
    }
