"""Conditions in words: only what the region admits, and both ends in one phrase."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from estimator import Statement, judge
from estimator.verdicts.compare import Region
from estimator.verdicts.conditions import _unusual, interval_words, layer_budget
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
    ],
)
def test_what_a_claim_leaves_for_each_layer(
    claimed: float, before_only: bool, budget: tuple[float | None, float | None]
) -> None:
    best = cast("Region", SimpleNamespace(before=timing(10e-3, 10.0, 2e-3, 1.0), after=timing(3e-3, 10.0, 1e-3, 2.0)))
    found = layer_budget(best, 0, claimed, before_only)
    assert found == tuple(None if end is None else pytest.approx(end) for end in budget)
