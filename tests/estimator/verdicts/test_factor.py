"""What other chips, other engines and host memory explain of a factor."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from estimator import Statement, find_hardware
from estimator.verdicts.case import read
from estimator.verdicts.factor import compared, modes_of, slower


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
        (Statement(technique="prefix-caching", metric="throughput", params={"batch": 4}), ("prompt", "step")),
        (Statement(technique="paged-kv-cache", metric="other"), ("largest",)),
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
