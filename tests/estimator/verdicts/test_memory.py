"""Memory factors: what a narrower cache really takes, with its scales."""

from __future__ import annotations

import pytest

from estimator import Statement, judge


@pytest.mark.parametrize(
    ("bits", "claimed", "word", "usual"),
    [
        (4, 4.0, "conditional", 16 / 4.125),  # nominal: without the scale of 16 bits that 128 numbers share
        (4, 3.87, "plausible", 16 / 4.125),
        (2, 8.0, "conditional", 16 / 2.125),
        (8, 2.0, "plausible", 2.0),  # one scale for a whole tensor
        (4.5, 3.55, "plausible", 16 / 4.5),  # NVFP4 with its scales: an 8-bit one for each 16 numbers
        (4.5, 4.0, "implausible", 16 / 4.5),
    ],
)
def test_a_narrower_cache_is_stored_with_its_scales(bits: float, claimed: float, word: str, usual: float) -> None:
    verdict = judge(
        Statement(
            technique="kv-cache-quantization",
            metric="memory",
            factor_low=claimed,
            factor_high=claimed,
            model=("Llama-3.1-8B",),
            params={"kv_bits": bits},
        )
    )
    assert verdict.verdict == word
    assert verdict.ceiling == pytest.approx(16 / bits)
    assert verdict.expected == pytest.approx((1.0, usual))
    assert ("scales and metadata are left out" in verdict.requires) is (word == "conditional")
