"""The words of a verdict: which figure is said, and what is said where no condition is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from estimator.verdict import StepCost, Word
from estimator.verdicts.baselines import Baseline
from estimator.verdicts.compare import Region
from estimator.verdicts.decide import Asked
from estimator.verdicts.reasons import _bytes, _fallback, _prompt, beyond, claimed_words, engines, upper_end


def asked(least: float, usual: float, best_point: bool = False) -> Asked:
    return Asked(least, usual, best_point)


@pytest.mark.parametrize(
    ("claim", "word", "ceiling", "said"),
    [
        (asked(2.0, 2.0), "conditional", 5.0, "2.0x"),
        (asked(2.0, 2.005), "conditional", 5.0, "2.0x"),  # to 2.01, which is the same
        (asked(2.0, 2.05), "conditional", 5.0, "2.0x to 2.1x"),
        (asked(2.0, 4.0), "plausible", 8.0, "2.0x to 8.0x"),
        (asked(2.0, 4.0), "conditional", 7.3, "2.0x to 8.0x"),  # a tenth above is still within it
        (asked(2.0, 4.0), "conditional", 7.2, "4.0x, the middle of 2.0x to 8.0x,"),
        (asked(2.0, 4.0), "implausible", 1.0, "2.0x"),
        (asked(8.0, 8.0, best_point=True), "conditional", 9.0, "8.0x"),
    ],
)
def test_the_figure_that_is_said(claim: Asked, word: Word, ceiling: float, said: str) -> None:
    assert claimed_words(claim, word, ceiling) == said


def test_the_upper_end_of_a_range_may_be_out_of_reach() -> None:
    claim = asked(2.0, 4.0)
    assert upper_end(claim) == 8.0
    assert beyond(claim, "conditional", 7.2) == "the upper end, 8.0x, is out of reach"
    assert beyond(claim, "conditional", 7.3) == ""
    assert beyond(claim, "implausible", 1.0) == ""
    assert beyond(asked(8.0, 8.0, best_point=True), "conditional", 1.0) == ""


@pytest.mark.parametrize(
    ("usual", "ceiling", "said"),
    [
        (1.72, 2.0, ", but it is close to the ceiling and leaves hardly any overhead"),  # 86 %
        (1.7, 2.0, ", but not where a reader would expect it"),
        (1.0, 2.0, ", but not where a reader would expect it"),
        (0.9, 2.0, ", but 1.20x to 3.0x is usual"),
    ],
)
def test_what_is_said_where_no_condition_is(usual: float, ceiling: float, said: str) -> None:
    assert _fallback(asked(usual, usual), ceiling, (1.2, 3.0)) == said


@pytest.mark.parametrize(
    ("gain", "usual", "said"),
    [
        (2.0, 2.5, ""),  # the mechanism gives 5 / 2
        (2.0, 2.6, "The mechanism gives 2.5x of it, and eager code"),
        (1.0, 9.0, ""),
    ],
)
def test_what_the_engines_add(gain: float, usual: float, said: str) -> None:
    baseline = cast("Baseline", SimpleNamespace(gain=gain, words="eager code"))
    assert engines(baseline, 5.0, asked(usual, usual)) == said


def cost(weights: float = 0.0, kv: float = 0.0, seconds: float = 1.0, limiter: Any = "HBM") -> StepCost:
    return StepCost("", {"weights": weights, "kv": kv}, 1.0, 1.0, 1.0, seconds, limiter=limiter)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (cost(16e9, 4e9), cost(8e9, 2e9), "the weights that a step reads go from 16 GB to 8 GB and its cache from 4 GB to 2 GB"),
        (cost(16e9, 4e9), cost(8e9, 4e9), "the weights that a step reads go from 16 GB to 8 GB beside 4 GB of cache"),
        (
            cost(16e9, 4e9), cost(16e9, 2e9),
            "the cache that a step reads goes from 4 GB to 2 GB beside 16 GB of weights (20 % of the bytes before)",
        ),
        (cost(10.09e9, 4e9), cost(10e9, 2e9),  # a hundredth is no change
         "the cache that a step reads goes from 4 GB to 2 GB beside 10 GB of weights (28 % of the bytes before)"),
        (cost(10.2e9, 4e9), cost(10e9, 2e9),
         "the weights that a step reads go from 10.2 GB to 10 GB and its cache from 4 GB to 2 GB"),
    ],
)  # fmt: skip
def test_bytes_that_change(before: StepCost, after: StepCost, said: str) -> None:
    assert _bytes(before, after, "a step") == said


@pytest.mark.parametrize(
    ("old", "new", "limiter", "said"),
    [
        (1.0, 1.0, "compute", "prefill waits for compute, 1 s for 1K tokens both before and after"),
        (1.0, 1.0, "HBM", "prefill waits for memory, 1 s for 1K tokens both before and after"),
        (1.019, 1.0, "compute", "prefill waits for compute, 1.02 s for 1K tokens both before and after"),
        (1.021, 1.0, "compute", "a prompt of 1K tokens takes 1.02 s at the roof, and 1 s with it"),
        (2.0, 1.0, "HBM", "a prompt of 1K tokens takes 2 s at the roof, and 1 s with it"),
    ],
)
def test_a_prompt_before_and_after(old: float, new: float, limiter: str, said: str) -> None:
    best = cast("Region", SimpleNamespace(here=lambda at: {"input_len": 1024.0}))
    assert _prompt(best, 0, cost(seconds=old), cost(seconds=new, limiter=limiter)) == said
