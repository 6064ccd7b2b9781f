"""The words of a verdict: which figure is said, and what is said where no condition is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from estimator import Statement, judge
from estimator.verdict import StepCost, Word
from estimator.verdicts.baselines import Baseline
from estimator.verdicts.case import read
from estimator.verdicts.compare import Region
from estimator.verdicts.conditions import Unknowns
from estimator.verdicts.decide import Asked
from estimator.verdicts.reasons import (
    _bytes,
    _fallback,
    _prompt,
    _step,
    beyond,
    claimed_words,
    closing,
    engines,
    headline,
    setting_words,
    upper_end,
)


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
        (1.05, 5.0, "The mechanism gives 4.8x of it, and eager code"),
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


ANY = "possible for any model on any device"


@pytest.mark.parametrize(
    ("word", "factor", "usual", "said"),
    [
        ("plausible", 0.8, (1.2, 1.5),
         f"Plausible: at most 2.0x is {ANY}, and kernels at 67 % of the rate of the old ones would explain 0.80x"),
        ("plausible", 1.0, (1.2, 1.5), f"Plausible: 1.00x is claimed, 1.20x to 1.50x is usual, and at most 2.0x is {ANY}"),
        ("plausible", 0.85, (0.8, 1.5), f"Plausible: 0.85x is claimed, 0.80x to 1.50x is usual, and at most 2.0x is {ANY}"),
        ("plausible", 1.2, (1.2, 1.2), f"Plausible: 1.20x is claimed, about 1.20x is usual, and at most 2.0x is {ANY}"),
        ("conditional", 2.0, (1.2, 1.5),
         f"Conditional: 2.0x is {ANY} (at most 2.0x), but it is close to the ceiling and leaves hardly any overhead"),
        ("conditional", 2.1, (1.2, 1.5), "Conditional: 2.1x is at the very edge for any model on any device, where at most "
         "2.0x is possible and figures may be off by a tenth"),
        ("implausible", 3.0, (1.2, 1.5), f"Implausible: at most 2.0x is {ANY}, and 3.0x is claimed"),
    ],
)  # fmt: skip
def test_the_first_sentence(word: Word, factor: float, usual: tuple[float, float], said: str) -> None:
    case, best = read(Statement(technique="eagle")), cast("Region", None)
    assert headline(case, word, asked(factor, factor), 2.0, best, 0, usual, ()) == said


@pytest.mark.parametrize(
    ("fields", "mode", "here", "said"),
    [
        ({}, "step", {"batch": 8.0}, " for any model on any device"),
        ({"hardware": ("H100",)}, "step", {"batch": 8.0}, " for any model on H100-SXM-80GB"),
        ({"model": ("Llama-3.1-8B",)}, "step", {"batch": 8.0, "context_len": 512.0},
         " for this model here at batch 8 and 512 tokens of context"),
        ({"model": ("Llama-3.1-8B",)}, "prompt", {"batch": 1.0, "input_len": 512.0},
         " for this model here at a prompt of 512 tokens"),
        ({"model": ("Llama-3.1-8B",)}, "prompt", {"batch": 8.0, "input_len": 512.0},
         " for this model here at batch 8 and a prompt of 512 tokens"),
        ({"model": ("Llama-3.1-8B",)}, "prompt", {}, " for this model here"),
        ({"model": ("Llama-3.1-8B",)}, "largest", {"batch": 1.0}, " for this model here at the largest batch that fits"),
    ],
)  # fmt: skip
def test_where_the_ceiling_lies(fields: dict[str, Any], mode: str, here: dict[str, float], said: str) -> None:
    best = SimpleNamespace(mode=mode, here=lambda at: here, place=SimpleNamespace(name="this model here"))
    assert setting_words(read(Statement(technique="eagle", **fields)), cast("Region", best), 0) == said


def test_a_side_that_does_not_fit_is_named_with_what_its_devices_hold() -> None:
    verdict = judge(
        Statement(
            technique="weight-only-quantization", metric="decode", factor_low=3.0, factor_high=3.0, model=("Llama-2-70B",),
            hardware=("RTX 4090",), n_devices=2, params={"weight_bits": 4},
        )
    )  # fmt: skip
    assert (
        "The 16-bit baseline does not fit: its weights alone are 138 GB, and 2 x RTX-4090 hold 48 GB, so that it ran on more "
        "devices or from host memory." in verdict.reason
    )


@pytest.mark.parametrize(
    ("before", "after", "dp", "said"),
    [
        (cost(16e9, 4e9, 2.0), cost(8e9, 4e9), 1,
         "the weights that a step reads go from 16 GB to 8 GB beside 4 GB of cache, 2 s to 1 s at the roof"),
        (cost(16e9, 4e9, 2.0), cost(8e9, 4e9), 8,
         "the weights that each of 8 devices reads go from 16 GB to 8 GB beside 4 GB of cache, 2 s to 1 s at the roof"),
        (cost(16e9, 4e9, 2.0, "compute"), cost(8e9, 4e9), 1,
         "the weights that a step reads go from 16 GB to 8 GB beside 4 GB of cache, 2 s to 1 s at the roof"),
        (cost(16e9, 4e9, 2.0, "compute"), cost(8e9, 4e9, 2.0, "compute"), 1,
         "a step waits for compute on both sides (2 s to 2 s at the roof), where fewer bytes change nothing"),
        (cost(16e9, 4e9, 2.0), cost(16e9, 4e9, 2.0), 1, "a step reads the same 20 GB before and after, 2 s at the roof"),
        (cost(16e9, 4e9, 1.0021), cost(16e9, 4.039e9, 1.0), 1,  # a fifth of a hundredth is no change
         "a step reads the same 20 GB before and after, and takes 1 s to 1 s at the roof with this"),
        (cost(16e9, 4e9, 2.0), cost(16e9, 4.042e9), 1, "the cache that a step reads goes from 4 GB to 4.04 GB beside 16 GB "
         "of weights (20 % of the bytes before), 2 s to 1 s at the roof"),
    ],
)  # fmt: skip
def test_a_step_before_and_after(before: StepCost, after: StepCost, dp: int, said: str) -> None:
    side = SimpleNamespace(setting=SimpleNamespace(tp=1.0, dp=float(dp)))
    best = SimpleNamespace(mode="step", pair=(side, side), before=SimpleNamespace(host_s=0.0))
    assert _step(cast("Region", best), 0, before, after, "this") == said


@pytest.mark.parametrize(
    ("technique", "word", "factor", "unknown", "said"),
    [
        ("eagle", "conditional", 1.0, {}, "usual are 1.20x to 3.0x"),
        ("eagle", "conditional", 0.95, {}, ""),
        ("eagle", "plausible", 2.0, {}, ""),
        ("eagle", "implausible", 9.0, {"batch": (2.0, 16.0)}, "9.0x would need a batch of 2 to 16"),
        ("eagle", "implausible", 9.0, {"weight_bits": (None, 4.0)}, "9.0x would need weights of at most 4 bits"),
        # the stated width is that of both chips
        ("hardware-upgrade", "implausible", 9.0, {"weight_bits": (None, 4.0), "batch": (2.0, 16.0)},
         "9.0x would need a batch of 2 to 16"),
    ],
)  # fmt: skip
def test_the_last_sentence(technique: str, word: Word, factor: float, unknown: Unknowns, said: str) -> None:
    case = read(Statement(technique=technique, params={"weight_bits": 8}))
    assert closing(case, word, asked(factor, factor), (1.2, 3.0), unknown) == said
