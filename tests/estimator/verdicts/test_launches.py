"""Seconds a layer for launches: what a bound allows, what is usual, and what a claim's own slow rate says."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from estimator import Quantity, Statement, judge
from estimator.step import Cost
from estimator.verdicts import launches
from estimator.verdicts.case import read
from estimator.verdicts.sides import Timing

NOTHING = Cost(**dict.fromkeys(Cost.__slots__, 0.0))
OLD = Timing(6.6e-3, 32.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, NOTHING)  # Llama-2-7B on an A100: 6.6 ms of bytes, 32 layers


def test_costs_a_layer() -> None:
    """Up to 100 us for a bound, 30 and 100 as usual; launches from Python take 300, and newer machines half."""

    def costs(technique: str, engines: float = 1.0, **more: Any) -> Any:
        return launches.costs(read(Statement(technique=technique, **more)), engines, OLD)

    plain = ((0.0, 0.0), (100e-6, 100e-6))
    usual = ((30e-6, 30e-6), (100e-6, 100e-6))
    launched, ordinary = ((0.0, 0.0), (300e-6, 0.0)), ((60e-6, 30e-6), (200e-6, 40e-6))
    assert costs("eagle") == (plain, usual, (1.0, 1.0))
    assert costs("eagle", 3.0) == (plain, usual, (3.0, 3.0))
    assert costs("eagle", hints=frozenset({"faster-launches"})) == (
        (*plain, (100e-6, 50e-6)),
        usual,
        (1.0, 1.0, 1.0),
    )
    for technique in ("cuda-graphs", "kernel-fusion"):
        assert costs(technique) == (launched, ordinary, (1.0, 1.0))
        assert costs(technique, 3.0, baseline="vLLM") == (plain, usual, (3.0, 3.0))
        eager = costs(technique, 3.0, baseline="HF Transformers")
        assert eager == ((*plain, *launched), ordinary, (3.0, 3.0, 1.0, 1.0))


def graphs(before: Quantity | None, after: Quantity, **more: Any) -> Statement:
    named: dict[str, Any] = {"hardware": ("A100",), "n_devices": 1, "model": ("Llama-2-7B",), "metric": "decode"}
    return Statement(technique="cuda-graphs", absolute=after, absolute_before=before, **named | more)


@pytest.mark.parametrize(
    ("before", "layer"),
    [
        (Quantity(25.5, "tokens/s"), 1.0192e-3),  # (39.216 - 6.6) / 32
        (Quantity(25.5, "tokens/s per user"), 1.0192e-3),
        (Quantity(39.216, "ms/token"), 1.0192e-3),
        (Quantity(39.216, "ms"), 1.0192e-3),
        (Quantity(10.0, "tokens/s"), 1.1e-3),  # 2.9 ms a layer are no launches
        (Quantity(80.0, "tokens/s"), 300e-6),  # 184 us: what eager launches may take anyway
        (Quantity(200.0, "tokens/s"), 300e-6),  # faster than the roof
        (Quantity(25.5, "tokens/s total"), 300e-6),  # of how many sequences is not said
        (Quantity(3.0, "GB"), 300e-6),
        (Quantity(0.0, "tokens/s"), 300e-6),
        (None, 300e-6),
    ],
)
def test_the_slow_rate_tells_how_long_launches_took(before: Quantity | None, layer: float) -> None:
    case = read(graphs(before, Quantity(107.0, "tokens/s")))
    assert float(np.asarray(launches.eager_layer(case, OLD))) == pytest.approx(layer, rel=1e-4)


@pytest.mark.parametrize("more", [{"metric": "throughput"}, {"model": ()}])
def test_only_two_rates_of_one_sequence_at_a_known_place_tell_it(more: dict[str, Any]) -> None:
    case = read(graphs(Quantity(25.5, "tokens/s"), Quantity(107.0, "tokens/s"), **more))
    assert launches.eager_layer(case, OLD) == 300e-6


def test_a_published_run_from_python_is_possible() -> None:
    """13.2 GB take 6.48 ms and 512 tokens of cache 0.13. 39.2 / 6.61 = 5.9x is all that can go; 107 tokens/s are 9.3 ms."""
    verdict = judge(graphs(Quantity(25.5, "tokens/s"), Quantity(107.0, "tokens/s")))
    assert verdict.verdict == "conditional"
    assert verdict.ceiling == pytest.approx(5.93, rel=0.005)
    assert "at least 660 us a layer for launches before, where 30 to 100 us are usual" in verdict.requires
    assert "launches from Python took, by the slow rate itself, 32.6 ms (32 layers of 1.02 ms)" in verdict.reason


@pytest.mark.parametrize(
    ("before", "after", "ceiling", "said"),
    [
        (25.5, 170.0, 5.93, "took, by the slow rate itself, 32.6 ms"),  # the new side is above the roof
        (5.0, 107.0, 6.32, "add at most 35.2 ms"),  # (6.61 + 32 x 1.1) / 6.61
        (100.0, 300.0, 2.45, "add at most 9.6 ms"),  # (6.61 + 32 x 0.3) / 6.61
    ],
)
def test_the_faster_rate_is_held_against_the_roof(before: float, after: float, ceiling: float, said: str) -> None:
    verdict = judge(graphs(Quantity(before, "tokens/s"), Quantity(after, "tokens/s")))
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(ceiling, rel=0.005)
    assert said in verdict.reason


def test_a_factor_alone_keeps_the_ordinary_allowance() -> None:
    """Qwen2-72B in 16 bits on 6 TB/s: 23.8 ms of bytes and at most 80 x 0.3 ms of launches are 2.0x."""
    statement = Statement(
        technique="cuda-graphs", metric="decode", factor_low=3.0, factor_high=3.0, hardware=("MI325X",), n_devices=1,
        model=("Qwen2-72B",), params={"batch": 1},
    )  # fmt: skip
    verdict = judge(statement)
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(2.0, rel=0.01)


def test_a_step_of_several_tokens_and_the_host_s_share_of_it() -> None:
    """2 x 39.216 ms for two tokens, of which 6.6 are bytes and 50 the host's: 21.8 ms are 0.682 for each of 32 layers."""
    old = replace(OLD, tokens=2.0, host_s=50e-3)
    case = read(graphs(Quantity(39.216, "ms/token"), Quantity(107.0, "tokens/s")))
    assert float(np.asarray(launches.eager_layer(case, old))) == pytest.approx(0.6822e-3, rel=1e-3)
