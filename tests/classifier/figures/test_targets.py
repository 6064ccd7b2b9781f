"""Latency targets: where a throughput was measured, and no figure of their own."""

from __future__ import annotations

import pytest

from classifier import Claim, find
from classifier.figures.targets import target_hints
from ingest import read_bytes


def claims(text: str) -> tuple[Claim, ...]:
    return find(read_bytes(text.encode(), "note.txt"))


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("3x the throughput at 40 ms per token", ("latency-target", "token-time=0.04")),
        ("3x the throughput at a TPOT of 25 ms", ("latency-target", "token-time=0.025")),
        ("with ITL below 50 ms", ("latency-target", "token-time=0.05")),
        ("at 100 tokens/s/user", ("latency-target", "token-time=0.01")),
        ("at 50 tok/s per user", ("latency-target", "token-time=0.02")),
        ("at an interactivity of 80 tok/s", ("latency-target", "token-time=0.0125")),
        ("at the same interactivity", ("latency-target",)),
        ("at iso-latency", ("latency-target",)),
        ("under a tight TPOT SLO", ("latency-target",)),
        ("25x the real-time throughput", ("latency-target",)),
        ("tokens at 2.1x the rate", ()),
        ("with a TBT of 90 ms, only 1.5x slower than one A100", ()),
        ("lower latency for every user", ()),
        ("cut TPOT by 30 % at 10 QPS", ()),
    ],
)
def test_what_is_a_target(text: str, hints: tuple[str, ...]) -> None:
    assert target_hints(text) == hints


@pytest.mark.parametrize(
    ("text", "factor"),
    [
        ("At 60 tokens/s/user the B200 gives 11x the tokens per GPU of the H100 on gpt-oss-120b.", 11),
        ("GB300 reaches 20x higher throughput than H200 for DeepSeek-R1 at a TPOT of 20 ms.", 20),
        ("At the same TPOT the MI355X serves 2.5x more tokens per second than the MI300X with Llama-3.3-70B.", 2.5),
    ],
)
def test_a_factor_at_a_target_is_of_throughput_and_the_target_no_figure(text: str, factor: float) -> None:
    (claim,) = claims(text)
    assert (claim.factor_high, claim.metric, claim.technique) == (factor, "throughput", "hardware-upgrade")
    assert claim.absolute is None


def test_a_time_that_is_all_there_is_stays_the_figure() -> None:
    (claim,) = claims("Llama-3.1-8B decodes at 12 ms per token on an L40S.")
    assert claim.absolute is not None
    assert (claim.absolute.value, claim.absolute.unit) == (12, "ms/token")


def test_a_time_that_is_compared_stays_a_pair() -> None:
    (claim,) = claims("AWQ decodes Llama-3.1-8B at 11 ms per token versus 30 ms per token on an A10G, 2.7x faster.")
    assert claim.absolute_before is not None
    assert claim.absolute_before.value == 30
