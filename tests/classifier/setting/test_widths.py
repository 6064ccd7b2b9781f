"""Whose width a bit width is: of weights, cache or activations, now or before."""

from __future__ import annotations

from typing import Any

import pytest

from classifier import find
from classifier.around.surroundings import Surroundings
from classifier.setting.widths import Sort
from classifier.settings import setting
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
        (
            "FP8 weights and cache make it 1.8x faster.",
            "weight-activation-quantization",
            "figure",
            {"weight_bits": 8, "act_bits": 8, "kv_bits": 8},
        ),
        (
            "INT8 for weights, activations and KV cache is 1.7x faster.",
            "weight-activation-quantization",
            "figure",
            {"weight_bits": 8, "act_bits": 8, "kv_bits": 8},
        ),
        (
            "With weights and KV cache both in INT4 it is 2.9x faster.",
            "weight-only-quantization",
            "figure",
            {"weight_bits": 4, "kv_bits": 4},
        ),
        (INT8, "weight-activation-quantization", "figure", {"weight_bits": 8, "act_bits": 8, "weight_bits_before": 16}),
        (INT8, "weight-only-quantization", "figure", {"weight_bits": 8, "weight_bits_before": 16}),
        (CACHE, "kv-cache-quantization", "figure", {"kv_bits": 8, "kv_bits_before": 16}),
        (
            "W4A4 is 1.9x faster with caches kept in BF16.",
            "weight-activation-quantization",
            "figure",
            {"weight_bits": 4, "act_bits": 4, "kv_bits": 16},
        ),
        (
            "W4A4 is 1.9x faster; the KV cache is left in FP16.",
            "weight-activation-quantization",
            "figure",
            {"weight_bits": 4, "act_bits": 4, "kv_bits": 16},
        ),
        (
            "W4A4 is 1.9x faster with a cache of 16 bits.",
            "weight-activation-quantization",
            "figure",
            {"weight_bits": 4, "act_bits": 4, "kv_bits": 16},
        ),
        ("FP8 for the cache alone decodes 1.3x faster.", "weight-activation-quantization", "figure", {"kv_bits": 8}),
        (
            "The cache itself stays FP16 and it is 1.9x faster in W4A4.",
            "weight-activation-quantization",
            "figure",
            {"weight_bits": 4, "act_bits": 4, "kv_bits": 16},
        ),
        (LISTED, "weight-activation-quantization", "figure", {"weight_bits": (4, 8)}),
        (SUMS, "kernel-optimization", "figure", {}),
        ("Fused INT4 kernels for Arm.", "kernel-optimization", "plain", {}),
        ("The FP16 row runs at 31 ms per token.", "weight-only-quantization", "measurement", {"weight_bits": 16}),
        ("The BF16 row runs at 31 ms per token.", "kv-cache-quantization", "measurement", {"kv_bits": 16}),
        (
            "Latent attention needs 8x less, both caches held in FP8.",
            "multi-head-latent-attention",
            "figure",
            {"kv_bits": 8},
        ),
        ("With caches in BF16 it stores 6x less.", "multi-head-latent-attention", "figure", {"kv_bits": 16}),
        ("It stores 6x less (KV caches kept at 8 bits).", "multi-head-latent-attention", "figure", {"kv_bits": 8}),
        ("FP8 on the newer card is 3.8x faster.", "hardware-upgrade", "figure", {"weight_bits": 8, "act_bits": 8}),
        ("Paging fits 24 users of INT4 Llama-2-13B.", "paged-kv-cache", "measurement", {"weight_bits": 4}),
    ],
)
def test_widths(text: str, technique: str, sort: Sort, found: dict[str, Any]) -> None:
    assert widths(text, technique, sort) == found


TWO = "Our W4A4 kernels serve 6.9x more tokens than FP16 and 2.2x more than INT8."


def test_each_figure_has_the_width_that_it_is_compared_with() -> None:
    s = Surroundings(read_bytes(TWO.encode(), "sentence.txt"))
    u = s.unit(0)
    before = [
        setting(s, 0, u, e, "weight-activation-quantization", "figure").get("weight_bits_before")
        for e in u.figures.effects
    ]
    assert before == [16, 8]


FORMAT = """# Quick: a W4A8KV4 engine for LLM serving

## Abstract

We introduce Quick, a serving system with a W4A8 GEMM for language models.
As a result, Quick improves the serving throughput of Llama-3-8B by 1.3x on A100.
"""


def test_the_format_of_a_method_is_taken_from_the_text_around() -> None:
    (claim,) = (c for c in find(read_bytes(FORMAT.encode(), "notes.md")) if c.factor_high == 1.3)
    widths = {name: value for name, value in claim.params.items() if "bits" in name}
    assert widths == {"weight_bits": 4, "act_bits": 8, "kv_bits": 4}


TABLE = """# AWQ decoding of LLMs

We quantize the weights of language models to INT4 with AWQ.

## Results

Our engine uses a W4A16 kernel.

### L4

| Model | FP16 latency (ms) | INT4 latency (ms) | Speedup |
|---|---|---|---|
| Mistral-7B | 60.0 | 25.0 | 2.4x |

### H20

| Model | KV type | RPS | v.s. kv fp16 |
|---|---|---|---|
| Qwen2-7B | fp16 | 20.0 | 1.0 |
| - | int8 | 25.0 | 1.25 |
"""


def test_the_heads_of_columns_say_the_widths_that_a_row_compares() -> None:
    row = next(c for c in find(read_bytes(TABLE.encode(), "notes.md")) if "2.4x" in c.quote)
    widths = {name: value for name, value in row.params.items() if "bits" in name}
    assert widths == {"weight_bits": 4, "weight_bits_before": 16, "act_bits": 16}


def test_the_row_that_stands_at_one_is_the_baseline() -> None:
    row = next(c for c in find(read_bytes(TABLE.encode(), "notes.md")) if "1.25" in c.quote)
    assert (row.kind, row.factor_high, row.params["kv_bits"]) == ("claim", 1.25, 8)
    assert row.model == ("Qwen2-7B",)
