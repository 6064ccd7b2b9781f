"""Conditions in words: only what the region admits, and both ends in one phrase."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from estimator import Statement, judge
from estimator.statement import Metric
from estimator.verdicts.baselines import Baseline
from estimator.verdicts.case import read
from estimator.verdicts.compare import Region
from estimator.verdicts.conditions import Unknowns, _unusual, conditions, interval_words, layer_budget
from estimator.verdicts.sides import Timing


@pytest.mark.parametrize(
    ("name", "interval", "said"),
    [
        ("input_len", (369.0, 5783.0), "prompts of 369 to 5,783 tokens"),
        ("input_len", (369.0, None), "prompts of at least 369 tokens"),
        ("context_len", (2716.0, 231_000.0), "at least 2,716 tokens of context"),  # more than 128K are not admitted
        ("context_len", (2716.0, 131_072.0), "at least 2,716 tokens of context"),
        ("context_len", (None, 131_072.0), ""),
        ("context_len", (None, 1_000_000.0), ""),
        ("batch", (2.0, 16.4), "a batch of 2 to 16"),
        ("batch", (16.2, 16.4), "a batch of about 16"),
        ("acceptance_len", (2.91, None), "at least 2.9 accepted tokens a pass"),
        ("n_kv_heads", (None, 8.0), "at most 8 KV heads"),
    ],
)
def test_an_interval_is_one_phrase(name: str, interval: tuple[float | None, float | None], said: str) -> None:
    assert interval_words(name, interval) == said


@pytest.mark.parametrize(
    ("interval", "allowed", "unusual"),
    [
        ((60e-6, None), 100e-6, True),
        ((3e-3, None), 100e-6, False),  # thirty times what a bound allows explains nothing
        ((141e-6, None), 300e-6, True),  # launches from Python: up to 300 us
        ((400e-6, None), 300e-6, False),
        ((20e-6, None), 100e-6, False),
        ((None, 20e-6), 100e-6, True),
        ((None, 100e-6), 100e-6, False),
        ((30e-6, None), 100e-6, False),
        ((31e-6, None), 100e-6, True),
        ((100e-6, None), 100e-6, True),
        ((None, 120e-6), 100e-6, False),
        ((None, None), 100e-6, False),
    ],
)
def test_a_cost_a_layer_is_a_condition_where_it_is_neither_usual_nor_absurd(
    interval: tuple[float | None, float | None], allowed: float, unusual: bool
) -> None:
    assert _unusual(interval, allowed) is unusual


def test_of_a_range_that_is_possible_in_part_the_other_part_is_said() -> None:
    """16,384 tokens compute 302 ms; 33.6 ms of cache cross the link: 9.0x. The middle of 2x to 22x is 6.6x."""
    verdict = judge(
        Statement(
            technique="kv-offload",
            metric="ttft",
            factor_low=2.0,
            factor_high=22.0,
            hardware=("H100",),
            n_devices=1,
            model=("Llama-3.1-8B",),
            params={"input_len": 16_384},
        )
    )
    assert verdict.verdict == "conditional"
    assert verdict.reason.startswith("Conditional: 6.6x, the middle of 2.0x to 22x, is possible for Llama-3.1-8B")
    assert verdict.reason.endswith("The upper end, 22x, is out of reach.")


def timing(floor: float, layers: float, host_s: float, tokens: float) -> Timing:
    return Timing(
        floor=floor, layers=layers, draft_layers=0.0, network_s=0.0, exchanges=0.0, tokens=tokens, rate=1.0, host_s=host_s,
        cost=None,  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("claimed", "before_only", "budget"),
    [
        # a token takes 10 + 2 ms and ten layers before, (3 + 1) / 2 ms and five layers after
        (3.0, False, (None, 1.2e-3)),  # 12 + 10 c = 3 (2 + 5 c)
        (3.0, True, (None, None)),  # 12 + 10 c is 6 at any cost
        (8.0, False, (None, None)),  # 12 + 10 c < 8 (2 + 5 c) at any
        (8.0, True, (0.4e-3, None)),  # 12 + 10 c = 16
        (1.5, False, (None, None)),  # reached without a cost, and 10 c against 7.5 c is no limit
        (2.0, False, (None, None)),  # both grow alike
        (2.1, False, (None, 15.6e-3)),  # 12 + 10 c = 2.1 (2 + 5 c)
    ],
)
def test_what_a_claim_leaves_for_each_layer(
    claimed: float, before_only: bool, budget: tuple[float | None, float | None]
) -> None:
    best = cast("Region", SimpleNamespace(before=timing(10e-3, 10.0, 2e-3, 1.0), after=timing(3e-3, 10.0, 1e-3, 2.0)))
    found = layer_budget(best, 0, claimed, before_only)
    assert found == tuple(None if end is None else pytest.approx(end) for end in budget)


def test_a_cost_that_both_sides_pay_alike_makes_up_for_nothing() -> None:
    """1 + 10 c against 3 + 10 c."""
    best = cast("Region", SimpleNamespace(before=timing(1e-3, 10.0, 0.0, 1.0), after=timing(3e-3, 10.0, 0.0, 1.0)))
    assert layer_budget(best, 0, 1.0) == (None, None)


PROMPTS = {
    "mode": "prompt", "grid": {"batch": 1}, "bound": np.array([2.0, 3.0]), "at": lambda name: np.array([1.0, 8.0]),
}  # fmt: skip
ROWS = {"grid": {"rows_own": 1}, "bound": np.array([3.0, 2.0, 1.0]), "at": lambda name: np.array([0.0, 1.0, 1.0])}


@pytest.mark.parametrize(
    ("unknown", "region", "claimed", "gain", "said"),
    [
        ({}, {}, 4.0, 1.25, ()),  # 5 / 1.25 is what the mechanism gives
        ({}, {}, 4.4, 1.25, ("a baseline at no more than 74 % of its roof, the new engine being at 81 %",)),  # 81 / 1.1
        ({}, {}, 5.5, 1.0, ()),
        ({"on_host": (0.04, 0.5)}, {}, 2.0, 1.0, ("at most 50 % of the weights on the host",)),  # 4 % are a trifle
        ({"on_host": (0.05, 0.5)}, {}, 2.0, 1.0, ("5 % to 50 % of the weights on the host",)),
        ({"batch": (None, 8.0)}, {"axes": (SimpleNamespace(name="batch", stated=True),)}, 2.0, 1.0, ()),
        ({"layer_seconds": (None, 20e-6)}, {}, 5.0, 1.0,
         ("at most 20 us a layer for launches, where 30 to 100 us are usual",)),
        ({"layer_seconds": (None, 20e-6)}, {}, 5.1, 1.0, ()),  # no cost at all would do
        ({}, ROWS, 2.0, 1.0, ()),  # reached where each token needs rows of its own
        ({}, ROWS, 2.5, 1.0, ("tokens of a batch or a prompt that leave the same rows at zero",)),
        ({}, {"misfit": "does not fit"}, 2.0, 1.0, ("more devices, or more memory, than are stated",)),
        ({}, {"mode": "largest"}, 2.0, 1.0, ("the largest batch that fits on each side",)),
        ({}, {"mode": "prompt"}, 2.0, 1.0, ("requests that consist of little but their prompts",)),
        ({}, PROMPTS, 2.0, 1.0, ("requests that consist of little but their prompts",)),  # reached by one
        ({}, PROMPTS, 2.5, 1.0,
         ("many prompts that are computed together", "requests that consist of little but their prompts")),
        ({}, PROMPTS | {"axes": (SimpleNamespace(name="batch", stated=True),)}, 2.5, 1.0,
         ("requests that consist of little but their prompts",)),
    ],
)  # fmt: skip
def test_what_has_to_be_true_for_a_factor(
    unknown: Unknowns, region: dict[str, Any], claimed: float, gain: float, said: tuple[str, ...]
) -> None:
    best = SimpleNamespace(**{"axes": (), "grid": {}, "misfit": "", "mode": "step"} | region)
    case, baseline = read(Statement(technique="eagle", metric="other")), Baseline("other", 0.2, "eager code")
    assert conditions(case, cast("Region", best), unknown, claimed, 5.0, baseline, gain) == said


@pytest.mark.parametrize(
    ("metric", "said"), [("latency", 1), ("throughput", 1), ("other", 1), ("ttft", 0), ("prefill", 0)]
)
def test_only_whole_requests_need_to_be_all_prompt(metric: Metric, said: int) -> None:
    best = SimpleNamespace(axes=(), grid={}, misfit="", mode="prompt")
    case = read(Statement(technique="prefix-caching", metric=metric))
    assert len(conditions(case, cast("Region", best), {}, 2.0, 5.0, Baseline("same", 0.8, ""), 1.0)) == said
