"""What other chips, other engines and host memory explain of a factor."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from estimator import Statement, Verdict, find_hardware, judge
from estimator.verdicts.case import read
from estimator.verdicts.compare import Mode, Region
from estimator.verdicts.decide import Asked
from estimator.verdicts.factor import (
    _needs_more_sequences,
    ceiling_of,
    compared,
    mechanism,
    modes_of,
    other_attention,
    regions_of,
    slower,
)


@pytest.mark.parametrize(
    ("new", "old", "times"),
    [
        ("H100", "A100", 1979 / 312),  # products of 8 bits that the old one computes in 16
        ("H200", "H100", 1979 / 989),
        ("B200", "H100", 9000 / 989),
        ("A100", "H100", 2 * 624 / 989),  # its four-bit integers
    ],
)
def test_the_roof_of_an_older_chip(new: str, old: str, times: float) -> None:
    assert slower(find_hardware(new), find_hardware(old)) == pytest.approx(times, rel=0.02)


def test_chips_without_peaks_are_told_apart_by_their_memory() -> None:
    bare = {"fp16": None, "fp8": None, "int8": None, "fp4": None, "int4": None}
    new, old = (replace(find_hardware(name), **bare) for name in ("H100", "A100"))
    assert slower(new, old) == pytest.approx(3350 / 2039)
    assert slower(new, find_hardware("A100")) == pytest.approx(3350 / 2039)  # what only one of them has says nothing


def gain(technique: str, **more: Any) -> tuple[float, str, float]:
    found, baseline, factor = compared(read(Statement(technique=technique, **more)))
    return factor, baseline.kind, found.on_host


HERE: dict[str, Any] = {"hardware": ("H100",), "model": ("Llama-3.1-8B",), "n_devices": 1}


@pytest.mark.parametrize(
    ("technique", "more", "explained"),
    [
        ("weight-only-quantization", {}, (1.0, "same", 0.0)),
        # weights that crossed 64 GB/s are read at 3,350; what is drafted beside them is so on both sides
        ("weight-only-quantization", {"baseline": "CPU offloading"}, (3350 / 64, "offload", 0.0)),
        ("eagle", {"baseline": "CPU offloading"}, (1.0, "offload", 1.0)),
        ("weight-only-quantization", {"baseline": "CPU offloading", "also": ("eagle",)}, (1.0, "offload", 1.0)),
        ("weight-only-quantization", {"baseline": "vLLM", "also": ("eagle",)}, (1.0, "same", 0.0)),
        # of a cache of prompts only a naive engine is naive, computing them again is what it is held against anyway
        ("prefix-caching", {"metric": "ttft", "baseline": "naive recomputation"}, (40.5, "naive", 0.0)),
        ("prefix-caching", {"metric": "ttft", "baseline": "recomputation"}, (1.0, "same", 0.0)),
        (
            "prefix-caching",
            {"metric": "ttft", "baseline": "recomputation", "also": ("kv-cache-quantization",)},
            (1.0, "same", 0.0),
        ),
        # without a model eager code may be that of a small one, 5 % of its roof
        ("weight-only-quantization", {"baseline": "HF Transformers", "model": ()}, (0.81 / 0.05, "other", 0.0)),
        ("weight-only-quantization", {"baseline": "HF Transformers"}, (0.81 / 0.25, "other", 0.0)),
        ("eagle", {"baseline": "vLLM"}, (1.0, "same", 0.0)),  # an engine without the drafts
        ("weight-only-quantization", {"baseline": "bitsandbytes"}, (9 * 0.81 / 0.25, "dequantising", 0.0)),
    ],
)
def test_what_the_baseline_explains(technique: str, more: dict[str, Any], explained: tuple[float, str, float]) -> None:
    found = gain(technique, **HERE | more)
    assert found == (pytest.approx(explained[0], rel=1e-3), *explained[1:])


@pytest.mark.parametrize(
    ("statement", "modes"),
    [
        (Statement(technique="eagle", metric="decode"), ("step",)),
        (Statement(technique="eagle", metric="ttft"), ("prompt",)),
        (Statement(technique="eagle", metric="prefill"), ("prompt",)),
        (Statement(technique="eagle", metric="latency"), ("step", "prompt")),
        (Statement(technique="prefix-caching", metric="latency"), ("prompt", "step")),
        (Statement(technique="eagle", metric="latency", params={"input_len": 9, "output_len": 9}), ("request",)),
        (Statement(technique="eagle", metric="throughput", params={"input_len": 9, "output_len": 9, "batch": 4}), ("step",)),
        (Statement(technique="prefix-caching", metric="throughput", params={"input_len": 9, "output_len": 9}), ("request",)),
        (Statement(technique="eagle", metric="throughput", params={"batch": 4}), ("step",)),
        (Statement(technique="eagle", metric="throughput"), ("largest", "step", "prompt")),
        (Statement(technique="eagle", metric="throughput", hints=frozenset({"max-throughput"})), ("largest",)),
        (Statement(technique="eagle", metric="throughput", hints=frozenset({"max-throughput"}), params={"batch": 4}), ("step",)),
        (Statement(technique="prefix-caching", metric="throughput", params={"batch": 4}), ("prompt", "step")),
        (Statement(technique="paged-kv-cache", metric="other"), ("largest",)),
        (Statement(technique="paged-kv-cache", metric="other", also=("eagle",)), ("largest",)),
        (Statement(technique="prefix-caching", metric="latency", also=("eagle",)), ("prompt", "step")),
        (Statement(technique="eagle", metric="other"), ("step", "prompt")),
    ],
    ids=lambda value: f"{value.technique} {value.metric} {sorted(value.params)}" if isinstance(value, Statement) else "",
)  # fmt: skip
def test_what_a_figure_may_have_been_measured_on(statement: Statement, modes: tuple[str, ...]) -> None:
    assert modes_of(read(statement)) == modes


def test_a_link_that_no_catalog_knows_is_a_usual_one() -> None:
    case = read(Statement(technique="weight-only-quantization", baseline="CPU offloading", **HERE))
    place = case.places[0]
    bare = replace(case, places=(replace(place, chip=replace(place.chip, host_link=None)),))
    assert compared(bare)[2] == pytest.approx(3350 / 32)


@pytest.mark.parametrize(
    ("statement", "mode", "most"),
    [
        (Statement(technique="weight-only-quantization", params={"weight_bits": 4}), "step", 16 / 4.125),
        (Statement(technique="weight-only-quantization", params={"weight_bits": 4}), "prompt", None),  # it computes as much
        (Statement(technique="weight-sparsity", params={"sparsity": 0.5}), "prompt", 2.0),
        (Statement(technique="weight-sparsity", params={"sparsity": 0.5}), "request", None),
        (Statement(technique="layer-skipping", params={"sparsity": 0.5}), "prompt", 2.0),
        (Statement(technique="prefix-caching", params={"hit_rate": 0.8}), "prompt", 5.0),
        (Statement(technique="prefix-caching", params={"hit_rate": 0.8}), "step", None),
        # several act together, as far as each acts there
        (Statement(technique="kv-cache-quantization", also=("weight-only-quantization",),
                   params={"kv_bits": 8, "weight_bits": 8}), "step", 4.0),
        (Statement(technique="prefix-caching", also=("weight-only-quantization",),
                   params={"hit_rate": 0.8, "weight_bits": 8}), "step", 2.0),
        (Statement(technique="kv-cache-quantization", params={"kv_bits": 15}), "step", 16 / 15),
        (Statement(technique="sparse-attention", params={"sparsity": 0.75}), "step", 4.0),
        (Statement(technique="sparse-attention", params={"sparsity": 0.75}), "prompt", 4.0),  # it is not computed either
        (Statement(technique="kv-eviction", params={"sparsity": 0.75}), "prompt", None),
        (Statement(technique="kv-cache-quantization", params={"kv_bits": 16}), "step", None),
        (Statement(technique="expert-offload"), "step", None),  # nothing bounds it
        (Statement(technique="kv-cache-quantization", also=("expert-offload",), params={"kv_bits": 8}), "step", None),
    ],
    ids=lambda value: f"{value.technique} {value.also} {sorted(value.params)}" if isinstance(value, Statement) else "",
)  # fmt: skip
def test_what_the_mechanisms_alone_give(statement: Statement, mode: Mode, most: float | None) -> None:
    assert mechanism(read(statement), {mode}) == (None if most is None else pytest.approx(most))


@pytest.mark.parametrize(
    ("metric", "baseline", "most"),
    [
        ("decode", "", 16 / 4.125),
        ("decode", "SGLang", 16 / 4.125 * 0.81 / 0.25),  # and another engine at 25 % of its roof
        ("throughput", "SGLang", 16 / 4.125 * 0.81 / 0.25),  # more than the usual places give
    ],
)
def test_without_a_model_the_mechanism_is_the_ceiling(metric: str, baseline: str, most: float) -> None:
    case = read(
        Statement(technique="weight-only-quantization", metric=metric, baseline=baseline, params={"weight_bits": 4})
    )  # type: ignore[arg-type]
    case, _, gain = compared(case)
    assert ceiling_of(case, regions_of(case, gain), gain)[0] == pytest.approx(most)


@pytest.mark.parametrize(
    ("factor", "metric", "word"),
    [
        (1.25, "latency", "plausible"),  # requests that are little but their prompts, by what nobody would notice
        (1.35, "latency", "conditional"),
        (1.35, "ttft", "plausible"),
    ],
)
def test_whole_requests_that_are_judged_by_their_prompts(factor: float, metric: str, word: str) -> None:
    statement = Statement(
        technique="prefix-caching", metric=metric, factor_low=factor, factor_high=factor, hardware=("H100",),  # type: ignore[arg-type]
        model=("Llama-3.1-8B",), n_devices=1, params={"hit_rate": 0.5, "input_len": 8192},
    )  # fmt: skip
    assert judge(statement).verdict == word


def region(mode: str, *bounds: float) -> Region:
    return cast("Region", SimpleNamespace(mode=mode, bound=np.array(bounds)))


@pytest.mark.parametrize(
    ("metric", "asked", "regions", "gain", "more"),
    [
        ("throughput", 3.0, [region("step", 1.0, 2.5)], 1.0, True),
        ("throughput", 2.5, [region("step", 1.0, 2.5)], 1.0, False),
        ("throughput", 2.0, [region("step", 1.0, 2.5)], 1.0, False),
        ("throughput", 2.0, [region("step", 1.0), region("step", 2.5)], 1.0, False),
        ("throughput", 3.0, [region("step", 2.5), region("largest", 9.0)], 1.0, True),
        ("throughput", 1.5, [region("step", 2.5)], 2.0, True),  # 2.5 / 2 without what the engines explain
        ("throughput", 3.0, [region("largest", 9.0)], 1.0, False),
        ("decode", 3.0, [region("step", 2.5)], 1.0, False),
    ],
)
def test_a_throughput_beyond_any_batch_that_both_serve(
    metric: str, asked: float, regions: list[Region], gain: float, more: bool
) -> None:
    case = read(Statement(technique="paged-kv-cache", metric=metric))  # type: ignore[arg-type]
    assert _needs_more_sequences(case, Asked(asked, asked, False), regions, gain) is more


STACKED = Statement(
    technique="weight-only-quantization", also=("eagle",), metric="decode", params={"weight_bits": 4, "context_len": 1024},
    **HERE,
)  # fmt: skip


@pytest.mark.parametrize(
    ("factor", "more", "word"),
    [
        (2.0, {}, "plausible"),
        (2.85, {}, "plausible"),  # more than narrow weights give, but not more than drafts
        (3.5, {}, "conditional"),  # more than either
        (3.5, {"hints": frozenset({"single-user"})}, "plausible"),
        (3.5, {"params": {"weight_bits": 4, "batch": 1}}, "plausible"),
        (3.5, {"params": {"weight_bits": 4, "context_len": 1024, "acceptance_len": 4}}, "plausible"),
    ],
)
def test_what_two_mechanisms_give_only_together_needs_a_setting(factor: float, more: dict[str, Any], word: str) -> None:
    assert judge(replace(STACKED, factor_low=factor, factor_high=factor, **more)).verdict == word


@pytest.mark.parametrize(
    ("technique", "baseline", "more", "bound"),
    [
        # 13.2 GB of weights, and 34.4 of a cache that with its scores was read at a quarter of the roof instead of 81 %
        ("io-aware-attention", "FlashAttention", {}, (13.22 + 34.36 * (1 + 1 / 64) * 3.24) / (13.22 + 34.36)),
        ("io-aware-attention", "FlashAttention", {"model": ()}, inf),
        ("io-aware-attention", "FlashAttention on 2 GPUs", {}, inf),
        ("io-aware-attention", "HF Transformers", {}, inf),  # another engine is slow everywhere
        ("io-aware-attention", "", {}, inf),
        ("weight-only-quantization", "GPTQ", {}, inf),  # the weights are read by its kernels, too
    ],
)
def test_one_way_to_attend_against_another_was_slow_at_the_cache_alone(
    technique: str, baseline: str, more: dict[str, Any], bound: float
) -> None:
    fields: dict[str, Any] = {"hardware": ("A100",), "model": ("Llama-2-7B",), "n_devices": 1} | more
    said = Statement(
        technique=technique, metric="decode", baseline=baseline, params={"batch": 8, "context_len": 8192}, **fields
    )
    case, _, gain = compared(read(said))
    assert other_attention(case, gain) == pytest.approx(bound, rel=2e-3)
    both = replace(said, also=("kv-eviction",), params={**said.params, "sparsity": 0.5})
    case, _, gain = compared(read(both))
    assert (other_attention(case, gain) == inf) is (bound == inf)


def test_the_quotient_of_two_roofs_needs_no_room_and_a_batch_that_fits_nowhere_is_any() -> None:
    """140 GB on one card of 80, or of 180."""
    here: dict[str, Any] = {"model": ("Llama-2-70B",), "n_devices": 1, "metric": "decode"}
    chips = read(Statement(technique="hardware-upgrade", hardware=("B200", "H100"), **here))
    assert [region.misfit for region in regions_of(chips, 1.0)] == [""]
    drafted = read(Statement(technique="eagle", hardware=("H100",), **here))
    assert [region.misfit for region in regions_of(drafted, 1.0)] == ["does not fit"]
    paged = read(Statement(technique="paged-kv-cache", hardware=("H100",), **here | {"metric": "other"}))
    (plain,), (better,) = regions_of(paged, 1.0), regions_of(paged, 2.0)
    assert (plain.mode, plain.misfit) == ("step", "does not fit")
    assert better.bound.max() == pytest.approx(2 * plain.bound.max())


@pytest.mark.parametrize(
    ("technique", "params", "best"),
    [
        ("prefix-caching", {"hit_rate": 0.9}, 16),  # of 512 tokens the steps take so long that the prompt hardly counts
        ("eagle", {"draft_len": 4, "acceptance_len": 3}, 512),
        ("weight-only-quantization", {"weight_bits": 4}, 512),
    ],
)
def test_a_range_of_outputs_is_tried_at_both_ends(technique: str, params: dict[str, float], best: int) -> None:
    def whole(output: int | list[int]) -> Verdict:
        stated = {"input_len": 8192, "output_len": output, "batch": 1} | params
        return judge(
            Statement(
                technique=technique, metric="latency", factor_low=1.2, factor_high=1.2, hardware=("H100",), n_devices=1,
                model=("Llama-3.1-8B",), params=stated,
            )
        )  # fmt: skip

    found, end, other = whole([16, 512]), whole(best), whole(528 - best)
    assert found.verdict != "implausible"
    assert (found.ceiling, found.inverse) == (end.ceiling, end.inverse)
    assert (end.ceiling or 0.0) > 1.5 * (other.ceiling or 0.0)


@pytest.mark.parametrize(
    ("technique", "params", "name", "best", "other"),
    [
        # a cache of 16,384 tokens beside weights of eight or four bits, weights beside a cache of eight bits or four
        ("kv-cache-quantization", {"kv_bits": 8, "context_len": 16_384, "batch": 16}, "weight_bits", 4, 8),
        ("weight-only-quantization", {"weight_bits": 4, "context_len": 16_384, "batch": 16}, "kv_bits", 4, 8),
        ("weight-offload-streaming", {"batch": 1}, "weight_bits", 8, 4),  # wide weights take longest over the link
        ("compute-format", {"input_len": 4096}, "act_bits", 4, 8),
    ],
)
def test_of_a_range_of_what_is_no_unknown_the_end_that_gives_more_bounds(
    technique: str, params: dict[str, float], name: str, best: float, other: float
) -> None:
    def most(width: float | list[float]) -> float:
        claim = Statement(
            technique=technique, metric="prefill" if "input_len" in params else "decode", factor_low=1.1, factor_high=1.1,
            hardware=("B200",), n_devices=1, model=("Llama-3.1-8B",), params=params | {name: width},
        )  # fmt: skip
        return judge(claim).ceiling or 0.0

    assert most(sorted((best, other))) == most(best) > most(other)
