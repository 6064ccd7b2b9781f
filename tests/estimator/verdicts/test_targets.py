"""Throughput at a latency target: what the target leaves to each side, by hand.

Llama-3.1-8B reads 15.0 GB of weights and 67.1 MB of cache for each sequence of 512 tokens. In 20 ms an H100 reads 67 GB, which
leaves 775 sequences; an A100 reads 40.8 GB, which leaves 384.
"""

from __future__ import annotations

import pytest

from estimator import Statement, judge


def at(factor: float, *hints: str, metric: str = "throughput") -> Statement:
    return Statement(
        technique="hardware-upgrade",
        metric=metric,  # type: ignore[arg-type]
        factor_low=factor,
        factor_high=factor,
        hardware=("H100", "A100"),
        baseline="A100",
        model=("Llama-3.1-8B",),
        params={"weight_bits": 16, "context_len": 512},
        hints=frozenset(hints),
    )


def test_a_factor_at_a_target_needs_a_baseline_with_few_sequences() -> None:
    found = judge(at(8.0, "latency-target", "token-time=0.02"))
    assert found.verdict == "conditional"
    assert found.ceiling == pytest.approx(775, rel=0.05)
    assert found.expected == pytest.approx((1.0, 775 / 384), rel=0.05)
    (need,) = found.requires
    assert need.startswith("a baseline that serves a batch of at most 9")
    assert need.endswith("at 20 ms a token")


def test_without_a_time_the_target_itself_is_a_condition() -> None:
    found = judge(at(8.0, "latency-target"))
    assert found.verdict == "conditional"
    assert found.requires[0] == "a latency target, like 50 ms a token, which is not stated"


def test_what_even_one_sequence_of_the_baseline_forbids_stays_impossible() -> None:
    assert judge(at(5000.0, "latency-target", "token-time=0.02")).verdict == "implausible"


@pytest.mark.parametrize("metric", ["decode", "ttft", "memory"])
def test_one_users_speed_has_no_target(metric: str) -> None:
    assert judge(at(8.0, "latency-target", "token-time=0.02", metric=metric)).verdict == "implausible"


def test_the_same_figure_without_a_target_is_impossible() -> None:
    assert judge(at(8.0)).verdict == "implausible"


def test_what_is_usual_anyway_needs_no_target() -> None:
    assert judge(at(1.5, "latency-target", "token-time=0.02")).verdict == judge(at(1.5)).verdict
