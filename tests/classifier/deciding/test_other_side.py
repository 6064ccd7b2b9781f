"""Figures of the other side, and several figures of one effect."""

from __future__ import annotations

import pytest

from classifier import Claim, find
from ingest import read_bytes


def claims(body: str) -> tuple[Claim, ...]:
    text = f"# Lantern: A Shared KV Cache for LLM Serving\n\nLantern serves language models with prefix caching.\n\n{body}\n"
    return find(read_bytes(text.encode(), "notes.md"))


@pytest.mark.parametrize(
    ("sentence", "factors"),
    [
        ("The prefill time of the other engine is 1.6× higher than Lantern.", (1.6, 1.6)),
        ("Its TTFT is 2.4× that of Lantern.", (2.4, 2.4)),
        ("Its TPOT is 1.6× and 1.3× higher than ours for chat and code.", (1.3, 1.6)),
        ("The TTFT of Lantern is 1.6× higher than that of the plain engine.", (0.625, 0.625)),
    ],
)
def test_a_loss_of_the_other_is_a_gain_of_one_s_own(sentence: str, factors: tuple[float, float]) -> None:
    (claim,) = (c for c in claims(sentence) if c.factor_high)
    assert (claim.factor_low, claim.factor_high) == factors


@pytest.mark.parametrize(
    ("sentence", "factors"),
    [
        ("Decoding throughput grows by 7.5× (length 512) and 5.5× (length 256).", {(5.5, 7.5)}),
        ("The decoding speedup increases from 14.5x in 5-shot to 22.5x in 8-shot.", {(14.5, 22.5)}),
        ("Decoding speeds up by 2.5x (A100) and 2.8x (H100).", {(2.5, 2.5), (2.8, 2.8)}),
    ],
)
def test_settings_in_brackets_make_a_range_and_chips_two_claims(
    sentence: str, factors: set[tuple[float, float]]
) -> None:
    assert {(c.factor_low, c.factor_high) for c in claims(sentence) if c.factor_high} == factors
