"""Figures of kernels: Amdahl's share, achieved rates against the data sheet, one kernel against another."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import pytest

from estimator import Quantity, Statement, judge
from estimator.verdicts.baselines import baseline_of
from estimator.verdicts.case import Case, read
from estimator.verdicts.describe import questions
from estimator.verdicts.kernels import (
    _kernel_gain,
    _on_vector_units,
    _product,
    _scores_alone,
    _tokens,
    judge_peak,
    share_needed,
)
from estimator.verdicts.quantities import measure


def claim(technique: str, factor: float, metric: str = "kernel", **more: object) -> Statement:
    return Statement(technique=technique, metric=metric, factor_low=factor, factor_high=factor, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("factor", "params", "word", "ceiling", "reason"),
    [
        # a quarter of the step twice as fast: 1 / (0.75 + 0.25 / 2) = 1.143
        (
            1.14, {"time_share": 0.25, "kernel_factor": 2}, "plausible", 1.143,
            "Plausible: a part that takes 25 % of the time and becomes 2.0x faster gives at most 1.14x in all "
            "(1 / (0.75 + 0.25 / 2)). 1.14x would need a share of 25 %.",
        ),
        # a half infinitely fast: 2x, and 2.5x needs 1 - 1/2.5 = 60 %
        (
            2.5, {"time_share": 0.5}, "implausible", 2.0,
            "Implausible: a part that takes 50 % of the time and becomes infinitely fast gives at most 2.0x in all "
            "(1 / (0.5 + 0.5 x 0)). 2.5x would need a share of 60 %.",
        ),
        # of a range of shares the largest counts: 1 / (0.5 + 0.5 / 4)
        (
            1.5, {"time_share": [0.2, 0.5], "kernel_factor": 4}, "plausible", 1.6,
            "Plausible: a part that takes 50 % of the time and becomes 4.0x faster gives at most 1.60x in all "
            "(1 / (0.5 + 0.5 / 4)). 1.50x would need a share of 44 %.",
        ),
        # no share of a 2x kernel gives 3x
        (
            3.0, {"time_share": 0.5, "kernel_factor": 2}, "implausible", 1.3333,
            "Implausible: a part that takes 50 % of the time and becomes 2.0x faster gives at most 1.33x in all "
            "(1 / (0.5 + 0.5 / 2)). No share of the time gives 3.0x, which is more than the part itself gains.",
        ),
    ],
)  # fmt: skip
def test_a_part_gives_what_its_share_allows(
    factor: float, params: dict[str, float], word: str, ceiling: float, reason: str
) -> None:
    verdict = judge(claim("kernel-optimization", factor, "decode", params=params))
    assert (verdict.verdict, verdict.reason) == (word, reason)
    assert verdict.ceiling == pytest.approx(ceiling, rel=1e-3)
    assert verdict.expected == pytest.approx((1.0, ceiling), rel=1e-3)


@pytest.mark.parametrize(
    ("value", "unit", "more", "word", "ceiling", "limiter"),
    [
        # H100 SXM: 3,350 GB/s, 989 TFLOPS in 16 bit, 1,979 in FP8
        (3150, "GB/s", {}, "plausible", 3350, ("", "HBM")),  # 94 %, tuned kernels reach 95
        (3182.5, "GB/s", {}, "plausible", 3350, ("", "HBM")),  # 95 % exactly
        (3300, "GB/s", {}, "conditional", 3350, ("", "HBM")),
        (3700, "GB/s", {}, "implausible", 3350, ("", "HBM")),
        (6300, "GB/s", {"n_devices": 2}, "plausible", 6700, ("", "HBM")),
        (1680, "TFLOPS", {"n_devices": 2}, "plausible", 1978, ("", "compute")),
        (840, "TFLOPS", {}, "plausible", 989, ("", "compute")),  # 85 %
        (900, "TFLOPS", {}, "conditional", 989, ("", "compute")),
        (1200, "TFLOPS", {}, "implausible", 989, ("", "compute")),
        (1200, "TFLOPS", {"params": {"act_bits": 8}}, "plausible", 1979, ("", "compute")),
        (1200, "TFLOPS", {"params": {"weight_bits": 16}}, "implausible", 989, ("", "compute")),
        (1200, "TFLOPS", {"technique": "weight-activation-quantization"}, "plausible", 1979, ("", "compute")),
        (5000, "TFLOPS", {"n_devices": 8}, "plausible", 8 * 989, ("", "compute")),
        (900, "TFLOPS/GPU", {"n_devices": 8}, "conditional", 989, ("", "compute")),
        (94, "%", {}, "plausible", 100, ("", "")),
        (99, "%", {}, "conditional", 100, ("", "")),
    ],
)
def test_an_achieved_rate_is_held_against_the_data_sheet(
    value: float, unit: str, more: dict[str, object], word: str, ceiling: float, limiter: tuple[str, str]
) -> None:
    fields = {"technique": "kernel-optimization", "metric": "kernel", "hardware": ("H100",)} | more
    verdict = judge(Statement(absolute=Quantity(value, unit), **fields))  # type: ignore[arg-type]
    assert (verdict.verdict, verdict.limiter) == (word, limiter)
    assert verdict.ceiling == pytest.approx(ceiling, rel=1e-3)
    assert verdict.requires == (
        ("data that stays in the cache, or a clock above the data sheet's",) if word == "conditional" else ()
    )


@pytest.mark.parametrize(
    ("statement", "word", "ceiling", "requires"),
    [
        # 16 to 8 bits of cache halve the bytes of a kernel that waits for memory
        (claim("kv-cache-quantization", 1.9, params={"kv_bits": 8}), "plausible", 2.0, ()),
        (claim("kv-cache-quantization", 2.3, params={"kv_bits": 8}), "implausible", 2.0, ()),
        # against another engine 81 / 25 times as much
        (
            claim("kv-cache-quantization", 4.0, params={"kv_bits": 8}, baseline="vLLM"), "conditional", 6.48,
            ("an old kernel at no more than 48 % of its roof",),  # 0.95 x 2 / 4
        ),
        # which kernel is replaced is not said: 95 % over 2 % of reference code
        (claim("kernel-optimization", 40.0), "conditional", 47.5, ("an old kernel at no more than 2.4 % of its roof",)),
        (claim("kernel-optimization", 53.0), "implausible", 47.5, ()),
        (claim("kernel-optimization", 1.3, baseline="cuBLAS"), "plausible", 3.8, ()),  # 95 % over 25 %
        # attention as a framework writes it moves 24 bytes a score, and its products are 4 x 64 FLOP: on an A100 with
        # 312 TFLOPS and 2,039 GB/s, 153 FLOP a byte, 24 x 153 / 256 = 14.3 times as long
        (
            claim("io-aware-attention", 12.0, baseline="standard attention", hardware=("A100",)), "conditional", 14.35,
            ("an old kernel at no more than 7.9 % of its roof",),
        ),
        # 128 cores of which one works
        (claim("split-kv-decoding", 100.0, baseline="one block a head"), "conditional", 128.0,
         ("an old kernel at no more than 0.95 % of its roof",)),
        # 256 sequences read a shared prefix of 32K once
        (
            claim("prefix-caching", 100.0, params={"batch": 256}, hints=frozenset({"shared-prefix"})), "conditional", 256.0,
            ("prompt tokens that need no computing to 1/100 or less, and a kernel that waits for memory",),
        ),
        # nine tenths of the context are shared: 1 / (0.1 + 0.9 / 10)
        (
            claim("prefix-caching", 5.0, params={"batch": 10, "hit_rate": 0.9}, hints=frozenset({"shared-prefix"})),
            "conditional", 5.263,
            ("prompt tokens that need no computing to 1/5 or less, and a kernel that waits for memory",),
        ),
    ],
    ids=lambda value: getattr(value, "technique", None),
)  # fmt: skip
def test_one_kernel_against_another(statement: Statement, word: str, ceiling: float, requires: tuple[str, ...]) -> None:
    verdict = judge(statement)
    assert verdict.ceiling == pytest.approx(ceiling, rel=2e-3)
    assert (verdict.verdict, verdict.requires) == (word, requires)


def test_better_kernels_say_how_far_from_the_roof_the_old_ones_were() -> None:
    verdict = judge(claim("kernel-optimization", 2.0, "decode", baseline="vLLM v0.5", hardware=("H100",)))
    assert verdict.reason == (
        "Conditional: better kernels move the same bytes, so 2.0x is a matter of how far from the roof the old ones were. "
        "With the new engine at 81 % of its roof, the best that is published, the old one was at 40 %; "
        "such engines reach 25 % at worst, which gives 3.2x."
    )
    assert verdict.inverse["baseline_efficiency"] == (None, pytest.approx(0.405))
    assert judge(claim("kernel-optimization", 1.3, "decode", baseline="vLLM v0.5")).verdict == "plausible"
    assert judge(claim("kernel-optimization", 1.4, "decode", baseline="vLLM v0.5")).verdict == "conditional"
    assert judge(claim("kernel-optimization", 0.8, "decode", baseline="vLLM")).inverse["baseline_efficiency"] == (
        None,
        1.0,
    )


@pytest.mark.parametrize(
    ("batch", "bits", "ceiling", "model"),
    [
        # A100: 312 TFLOPS over 2.039 TB/s are 153 FLOP a byte. A 16-bit weight is 2 bytes and 2 FLOP a row.
        (16, 4, 3.879, ()),  # 16 rows are 32 FLOP, read for 0.21 byte: 16 / 4.125
        (64, 4, 2.391, ()),  # 153 / 64: the narrow kernel computes
        (256, 4, 1.0, ()),  # both compute
        (256, 4, 2.391, ("Mixtral-8x7B",)),  # two of eight experts a token: 64 rows each
    ],
)
def test_a_narrow_kernel_gains_as_long_as_it_waits_for_memory(
    batch: int, bits: float, ceiling: float, model: tuple[str, ...]
) -> None:
    statement = Statement(
        technique="weight-only-quantization", metric="kernel", factor_low=3.9, factor_high=3.9, baseline="FP16",
        hardware=("A100",), model=model, params={"weight_bits": bits, "weight_bits_before": 16, "batch": batch},
    )  # fmt: skip
    found = judge(statement)
    assert found.ceiling == pytest.approx(ceiling, rel=2e-3)
    assert found.verdict == ("plausible" if ceiling > 3.5 else "implausible")


def test_narrow_operands_gain_at_any_batch() -> None:
    """624 TOPS of INT8 over 312 TFLOPS."""
    statement = Statement(
        technique="weight-activation-quantization", metric="kernel", factor_low=1.9, factor_high=1.9, baseline="FP16",
        hardware=("A100",), params={"weight_bits": 8, "act_bits": 8, "weight_bits_before": 16, "batch": 512},
    )  # fmt: skip
    assert judge(statement).ceiling == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("claimed", "kernel", "share"),
    [
        (2.0, 4.0, 2 / 3),  # 1 - s + s / 4 = 1/2
        (2.0, inf, 0.5),
        (2.0, 2.0, 1.0),  # all of it
        (2.1, 2.0, None),
        (1.5, 1.0, None),  # a kernel that gains nothing
    ],
)
def test_the_share_that_a_kernel_has_to_take(claimed: float, kernel: float, share: float | None) -> None:
    found = share_needed(claimed, kernel)
    assert found == (None if share is None else pytest.approx(share))


def test_all_of_the_time_infinitely_fast_has_no_bound() -> None:
    verdict = judge(claim("kernel-optimization", 5.0, "decode", params={"time_share": 1.0}))
    assert (verdict.verdict, verdict.ceiling) == ("plausible", pytest.approx(1e9))


def kernel(technique: str = "kernel-optimization", metric: str = "kernel", **more: Any) -> Case:
    return read(Statement(technique=technique, metric=metric, **more))  # type: ignore[arg-type]


def test_a_peak_that_nobody_knows_is_asked_for() -> None:
    said = Statement(technique="kernel-optimization", metric="kernel", absolute=Quantity(900, "TFLOPS"))
    bare = judge(replace(said, params={"batch": 4}))
    assert (bare.verdict, bare.inputs) == ("unverifiable", {"batch": (4.0, "stated")})
    assert bare.ask[0] == "On which hardware, and how many devices?"
    measured = measure(Quantity(900, "TFLOPS"), said)
    case = read(replace(said, hardware=("H100",)))
    unknown = replace(case, chips=(replace(case.chips[0], **dict.fromkeys(("fp16", "fp8", "int8", "fp4", "int4"))),))
    verdict = judge_peak(unknown, measured)
    assert verdict.reason == "Unverifiable: no 16-bit peak of H100-SXM-80GB is known."
    assert verdict.ask == ("What is the chip's peak?",)
    assert verdict.inputs["hardware"] == ("H100-SXM-80GB", "stated")
    found = judge(replace(said, hardware=("H100",), n_devices=2))
    assert found.reason == (
        "Plausible: 900 TFLOPS is 46 % of the 16-bit peak of 2 x H100-SXM-80GB, 1,980 TFLOPS."  # 900 / 1,978
    )
    assert found.inputs["n_devices"] == (2, "stated")
    assert "16-bit peak" in judge(replace(said, hardware=("H100",), params={"weight_bits": 16})).reason


OPEN: tuple[tuple[Statement, str, float], ...] = (
    # 2 to 8 bits: at most eight times, usually 4 or 2, of which the middle is 3
    (claim("kv-cache-quantization", 3.05), "plausible", 8.0),
    (claim("kv-cache-quantization", 3.2), "conditional", 8.0),
    (claim("weight-only-quantization", 2.65), "plausible", 8.0),  # 16 / 6.125 is in the middle
    # the cache and a draft of one token, which yields less than is known of any: no point is usual
    (claim("kv-cache-quantization", 1.5, also=("eagle",), params={"kv_bits": 8, "draft_len": 1}), "plausible", 4.0),
    (claim("kv-cache-quantization", 1.05, params={"kv_bits": 15}), "plausible", 16 / 15),
    (claim("kernel-optimization", 1.33, baseline="cuBLAS"), "plausible", 3.8),  # 1.3, rounded
    (claim("kernel-optimization", 1.35, baseline="cuBLAS"), "conditional", 3.8),
    (claim("prefix-caching", 1.33, params={"batch": 8}, hints=frozenset({"shared-prefix"})), "plausible", 8.0),
    (claim("prefix-caching", 1.35, params={"batch": 8}, hints=frozenset({"shared-prefix"})), "conditional", 8.0),
    (claim("prefix-caching", 600.0, hints=frozenset({"shared-prefix"})), "implausible", 512.0),  # as many as are ever tried
    # a shared prefix read once by eight, and twice fewer bytes of what is read
    (claim("prefix-caching", 12.0, also=("kv-cache-quantization",), params={"batch": 8, "kv_bits": 8},
           hints=frozenset({"shared-prefix"})), "conditional", 16.0),
)  # fmt: skip


@pytest.mark.parametrize("row", OPEN, ids=lambda row: f"{row[0].technique} {row[0].factor_low:g} {row[0].params}")
def test_what_is_usual_of_a_kernel(row: tuple[Statement, str, float]) -> None:
    statement, word, ceiling = row
    verdict = judge(statement)
    assert ("where the kernel waits for memory" in verdict.reason) is (statement.technique.endswith("quantization"))
    assert (verdict.verdict, verdict.ceiling) == (word, pytest.approx(ceiling, rel=1e-3))


@pytest.mark.parametrize(
    "statement",
    [
        claim("kernel-optimization", 2.0, hardware=("H100",)),
        claim("kernel-optimization", 2.0, "decode", hardware=("H100",)),
        claim("kernel-optimization", 1.5, "decode", hardware=("H100",), params={"time_share": 0.5}),
    ],
)
def test_a_verdict_on_a_kernel_carries_what_it_rests_on(statement: Statement) -> None:
    verdict = judge(statement)
    assert verdict.inputs == read(statement).inputs
    assert verdict.inputs["bandwidth"] == (3350e9, "catalog")
    assert set(questions(read(statement))) <= set(verdict.ask)


@pytest.mark.parametrize(
    ("metric", "model", "params", "rows"),
    [
        ("kernel", (), {}, 1.0),
        ("kernel", (), {"batch": [4, 8]}, 4.0),
        ("kernel", (), {"batch": 4, "input_len": 100}, 4.0),
        ("prefill", (), {"batch": 4, "input_len": [100, 200]}, 400.0),
        ("ttft", (), {"input_len": 100}, 100.0),
        ("ttft", (), {"batch": 4}, 4.0),
        ("kernel", ("Mixtral-8x7B",), {"batch": 64}, 16.0),  # two of eight experts
        ("kernel", ("Mixtral-8x7B", "DeepSeek-V3"), {"batch": 64}, 2.0),  # eight of 256
        ("kernel", ("Mixtral-8x7B",), {"batch": 2}, 1.0),
    ],
)
def test_rows_that_a_kernel_multiplies(
    metric: str, model: tuple[str, ...], params: dict[str, Any], rows: float
) -> None:
    assert _tokens(kernel(metric=metric, model=model, params=params)) == rows


def test_a_product_on_any_chip_reads_as_long_as_300_flop_take_for_each_byte() -> None:
    """2 bytes a weight against 20,000 FLOP: 66.7 bytes' worth; operands of eight bits take half of that, weights alone all."""
    params = {"weight_bits": 8, "batch": 10_000}
    narrow = kernel("weight-activation-quantization", params=params)
    wide = kernel("weight-only-quantization", params=params)
    assert _product(narrow, np.array([2.0])).tolist() == pytest.approx([2.0])
    assert _product(wide, np.array([2.0])).tolist() == pytest.approx([1.0])
    few = kernel("weight-only-quantization", params={"weight_bits": 8, "batch": 200})
    assert _product(few, np.array([2.0])).tolist() == pytest.approx([2 / (400 / 300)])


@pytest.mark.parametrize(
    ("technique", "metric", "baseline", "gain"),
    [
        ("kernel-optimization", "kernel", "a library of ours", 3.8),  # 95 % over 25 %
        ("kernel-optimization", "kernel", "PyTorch", 3.8),
        ("kernel-optimization", "kernel", "a naive kernel", 40.5),
        ("io-aware-attention", "kernel", "PyTorch", 24 / 256 * 300),
        ("io-aware-attention", "kernel", "cuDNN", 3.8),
        ("kernel-optimization", "prefill", "PyTorch", 16.0),  # matrix units against vector units
        ("split-kv-decoding", "kernel", "PyTorch", 128.0),
        ("kernel-optimization", "kernel", "", 47.5),
    ],
)
def test_how_slow_an_old_kernel_may_have_been(technique: str, metric: str, baseline: str, gain: float) -> None:
    case = kernel(technique, metric, baseline=baseline)
    assert _kernel_gain(case, baseline_of(baseline), bytes_shrink=False) == pytest.approx(gain)
    assert _kernel_gain(case, baseline_of(baseline), bytes_shrink=True) == baseline_of(baseline).gain


@pytest.mark.parametrize(
    ("technique", "hardware", "baseline", "gain"),
    [
        ("io-aware-attention", ("A100",), "standard attention", 1 + 8 / 512 * 312e12 / 2039e9),
        ("io-aware-attention", ("A100",), "flash kernels", 1.0),
        ("io-aware-attention", ("A100",), "cuDNN", 1.0),
        ("io-aware-attention", (), "standard attention", 1.0),
        ("kernel-optimization", ("A100",), "standard attention", 1.0),
    ],
)
def test_what_attention_gains_that_writes_no_scores(
    technique: str, hardware: tuple[str, ...], baseline: str, gain: float
) -> None:
    case = kernel(technique, hardware=hardware, baseline=baseline)
    assert _scores_alone(case, baseline_of(baseline)) == pytest.approx(gain, rel=1e-3)
    bare = replace(
        case, chips=tuple(replace(chip, **dict.fromkeys(("fp16", "fp8", "int8", "int4"))) for chip in case.chips)
    )
    assert _scores_alone(bare, baseline_of(baseline)) == 1.0


@pytest.mark.parametrize(
    ("hardware", "baseline", "hints", "vector"),
    [
        ("H100", "PyTorch", frozenset(), False),
        ("H100", "llama.cpp", frozenset(), True),
        ("H100", "a naive kernel", frozenset(), True),
        ("H100", "", frozenset(), True),
        ("H100", "", frozenset({"same-engine"}), False),
        ("Xeon-4th-gen-SPR-48c", "PyTorch", frozenset(), True),
    ],
)
def test_who_may_have_computed_on_vector_units(
    hardware: str, baseline: str, hints: frozenset[str], vector: bool
) -> None:
    case = kernel(hardware=(hardware,), baseline=baseline, hints=hints)
    assert _on_vector_units(case, baseline_of(baseline)) is vector


def test_a_kernel_counts_for_the_whole_by_the_largest_share_that_it_may_take() -> None:
    """1 / (0.5 + 0.5 / 3)"""
    verdict = judge(claim("kernel-optimization", 3.0, params={"time_share": [0.2, 0.5]}))
    assert verdict.reason.endswith("End to end it gives 1.50x where the kernel takes 50 % of the time.")
