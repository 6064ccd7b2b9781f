"""Accepted tokens a pass against the draft that yields them."""

from __future__ import annotations

from typing import Any

import pytest

from estimator import Statement
from estimator.verdicts.acceptance import judge_accepted, too_many_accepted
from estimator.verdicts.case import Case, read


def one(technique: str = "eagle", **params: Any) -> Case:
    return read(Statement(technique=technique, model=("Llama-3.1-8B",), params=params))


@pytest.mark.parametrize(
    ("params", "impossible"),
    [
        ({"acceptance_len": 5.05, "draft_len": 4}, False),  # five, rounded
        ({"acceptance_len": 5.07, "draft_len": 4}, True),
        (
            {"acceptance_len": [4, 7], "draft_len": [3, 5]},
            False,
        ),  # the least of what is accepted, the most that is drafted
        ({"acceptance_len": [6.5, 7], "draft_len": [3, 5]}, True),
        ({"acceptance_len": 9}, False),
        ({"draft_len": 4}, False),
    ],
)
def test_more_accepted_tokens_than_a_cycle_has(params: dict[str, Any], impossible: bool) -> None:
    assert (too_many_accepted(one(**params)) is not None) is impossible


@pytest.mark.parametrize(
    ("params", "accepted", "word", "most", "usual"),
    [
        ({"draft_len": 5}, 3.5, "plausible", 6.0, (2.6, 4.8)),
        ({"draft_len": 5}, 5.2, "plausible", 6.0, (2.6, 4.8)),  # a tenth more than is known
        ({"draft_len": 5}, 5.4, "conditional", 6.0, (2.6, 4.8)),
        ({"draft_len": 5, "acceptance_rate": 0.9}, 5.4, "plausible", 6.0, (2.6, 4.8)),
        ({"draft_len": [3, 5]}, 6.1, "implausible", 6.0, (2.6, 4.8)),
        ({"draft_len": 3}, 3.9, "plausible", 4.0, (2.6, 4.0)),
        ({"draft_len": 1}, 1.5, "plausible", 2.0, (2.0, 2.0)),  # no more is known of a draft than it can yield
        ({}, 3.0, "plausible", 8.0, (2.6, 4.8)),  # seven drafted tokens, as far as such drafts look
    ],
)
def test_tokens_a_pass(
    params: dict[str, Any], accepted: float, word: str, most: float, usual: tuple[float, float]
) -> None:
    verdict = judge_accepted(one(**params), accepted)
    assert (verdict.verdict, verdict.ceiling, verdict.expected) == (word, most, usual)
    assert verdict.inverse == {"draft_len": (pytest.approx(accepted - 1.0), None)}
    assert verdict.inputs["model"] == ("Llama-3.1-8B", "stated")
    assert verdict.requires == (("a text that is easy to predict",) if word == "conditional" else ())


def test_a_pass_that_yields_less_than_a_token_needs_no_draft() -> None:
    assert judge_accepted(one(draft_len=4), 0.5).inverse == {"draft_len": (0.0, None)}
