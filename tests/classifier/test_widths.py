"""Whose width a bit width is: of weights, cache or activations, now or before."""

from __future__ import annotations

from typing import Any

import pytest

from classifier.settings import setting
from classifier.surroundings import Surroundings
from classifier.widths import Sort
from ingest import read_bytes


def widths(text: str, technique: str, sort: Sort = "figure") -> dict[str, Any]:
    s = Surroundings(read_bytes(text.encode(), "sentence.txt"))
    u = s.unit(0)
    effect = u.figures.effects[0] if u.figures.effects else None
    return {v.name: v.value for v in setting(s, 0, u, effect, technique, sort).values if "bits" in v.name}


INT8 = "INT8 inference of our encoder is 1.9x faster than FP16."
CACHE = "The FP8 cache decodes 1.4x faster than BF16 at 60k tokens."
LISTED = "W4A16, FP8 and NVFP4 paths of the layer are 1.2x faster now."
SUMS = "Adding the partial products with FP16 accumulation makes the kernel 1.3x faster."


@pytest.mark.parametrize(
    ("text", "technique", "sort", "found"),
    [
        (INT8, "weight-activation-quantization", "figure", {"weight_bits": 8, "act_bits": 8, "weight_bits_before": 16}),
        (INT8, "weight-only-quantization", "figure", {"weight_bits": 8, "weight_bits_before": 16}),
        (CACHE, "kv-cache-quantization", "figure", {"kv_bits": 8, "kv_bits_before": 16}),
        (LISTED, "weight-activation-quantization", "figure", {"weight_bits": (4, 8)}),
        (SUMS, "kernel-optimization", "figure", {}),
        ("Fused INT4 kernels for Arm.", "kernel-optimization", "plain", {}),
        ("The FP16 row runs at 31 ms per token.", "weight-only-quantization", "measurement", {"weight_bits": 16}),
        ("The BF16 row runs at 31 ms per token.", "kv-cache-quantization", "measurement", {"kv_bits": 16}),
        ("FP8 on the newer card is 3.8x faster.", "hardware-upgrade", "figure", {"weight_bits": 8, "act_bits": 8}),
        ("Paging fits 24 users of INT4 Llama-2-13B.", "paged-kv-cache", "measurement", {"weight_bits": 4}),
    ],
)
def test_widths(text: str, technique: str, sort: Sort, found: dict[str, Any]) -> None:
    assert widths(text, technique, sort) == found
