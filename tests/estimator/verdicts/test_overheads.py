"""Time that is no bytes: idle cores, narrow operands, and the formats of a new chip beside an old one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from estimator import Statement
from estimator.verdicts.case import Case, read
from estimator.verdicts.compare import choices_of, effects_of, sides
from estimator.verdicts.effects import Pair
from estimator.verdicts.overheads import chip_axes, compute_ratio, operand_bits, split_axes


def one(technique: str, **more: Any) -> Case:
    fields: dict[str, Any] = {"metric": "decode", "model": ("Llama-3.1-8B",), "hardware": ("H100",), "n_devices": 1}
    return read(Statement(technique=technique, **fields | more))


def pair_of(case: Case) -> Pair:
    effects = effects_of(case)
    return sides(case, case.places[0], effects, choices_of(case, [effect for _, effect in effects]))


@pytest.mark.parametrize(
    ("more", "idle"),
    [
        ({}, (1, 2, 4, 8, 16, 18.5)),  # 148 cores, 32 heads of which four share a cache
        ({"model": ()}, (1, 2, 4, 8, 16)),
        ({"model": ("Falcon-Mamba-7B",)}, (1, 2, 4, 8, 16)),
        ({"model": ("Falcon-7B",)}, (1, 2, 4, 8, 16, 148)),  # all 71 heads share one
        ({"model": ("Llama-2-7B",), "n_devices": 64}, (1, 2, 4, 8, 16, 148)),  # half a head on each device is one block
    ],
)
def test_cores_that_wait_where_each_head_is_one_block(more: dict[str, Any], idle: tuple[float, ...]) -> None:
    (axis,) = split_axes(one("split-kv-decoding", **more))
    assert axis.values == pytest.approx(idle)


@pytest.mark.parametrize(
    ("params", "baseline", "bits"),
    [
        ({}, "", 8.0),
        ({"act_bits": 16}, "", 16.0),
        ({"act_bits": 16}, "BF16", 8.0),  # what is named is the old width
        ({"act_bits": 4}, "INT4", 4.0),
        ({"act_bits": [4, 8]}, "", 4.0),
        ({"weight_bits": 4}, "", 4.0),
    ],
)
def test_the_width_of_new_operands(params: dict[str, Any], baseline: str, bits: float) -> None:
    case = one("compute-format", params=params, baseline=baseline)
    assert operand_bits(case) == bits
    assert compute_ratio(case, {}).tolist() == [16 / bits]


@pytest.mark.parametrize(
    ("hardware", "params", "peaks"),
    [
        ("H100", {}, (989e12, 1979e12)),
        ("RTX 4090", {"act_bits": 8}, (330.3e12, 660.6e12)),
        ("RTX 4090", {"act_bits": 16}, (165.2e12, 330.3e12)),  # sums of 32 bits against sums of 16
    ],
)
def test_narrow_operands_use_faster_units(hardware: str, params: dict[str, Any], peaks: tuple[float, float]) -> None:
    pair = pair_of(one("compute-format", hardware=(hardware,), params=params))
    assert tuple(side.setting.peak for side in pair) == pytest.approx(peaks, rel=1e-3)


@pytest.mark.parametrize(
    ("chips", "more", "values"),
    [
        (("B200", "H100"), {"metric": "throughput"}, (4.5, 16)),
        (("B200", "A100"), {"metric": "throughput"}, (4.5, 8, 16)),
        (("H100", "A100"), {"metric": "throughput"}, (8, 16)),
        (("A100", "V100"), {"metric": "other"}, (16,)),
        (("B200", "A100"), {"metric": "decode"}, (16,)),
        (("B200", "A100"), {"metric": "throughput", "params": {"weight_bits": 8}}, (8,)),
        (("B200",), {"metric": "throughput"}, (16,)),
    ],
)
def test_formats_that_only_the_new_chip_multiplies_are_tried_too(
    chips: tuple[str, ...], more: dict[str, Any], values: tuple[float, ...]
) -> None:
    (axis,) = chip_axes(one("hardware-upgrade", hardware=chips, **more))
    assert (axis.values, axis.typical) == (values, ((16, 16) if values[-1] == 16 else (8, 8)))


NEW: tuple[tuple[tuple[str, str], str, dict[str, Any], tuple[float, ...], tuple[list[float], ...]], ...] = (
    # new and old chip, model, what is stated -> (weights, TFLOPS, GB of memory) before, (weights, TFLOPS, cache) after
    (("B200", "H100"), "Llama-3.1-8B", {}, (16, 989, 80), ([16], [2250], [16])),
    (("B200", "A100"), "Llama-3.1-8B", {"metric": "throughput"}, (16, 312, 80), ([4.5, 8, 16], [9000, 4500, 2250], [8, 8, 16])),
    (("B200", "H100"), "Llama-3.1-8B", {"params": {"weight_bits": 4}}, (4.125, 1979, 80), ([4.5], [9000], [16])),
    (("H100", "A100"), "Llama-3.1-8B", {"params": {"weight_bits": 4}}, (4.125, 624, 80), ([4.125], [1979], [16])),
    (("H100", "A100"), "Llama-3.1-8B", {"params": {"weight_bits": 8}}, (16, 312, 80), ([8], [1979], [8])),  # it has no FP8
    (("B200", "H100"), "Llama-3.1-8B", {"params": {"weight_bits": 8}}, (8, 1979, 80), ([8], [4500], [16])),
    (("A100", "V100"), "Llama-3.1-8B", {"params": {"weight_bits": 8}}, (8, 125, 16), ([8], [624], [16])),
    (("B200", "H100"), "Llama-3.1-8B", {"params": {"weight_bits": 9}}, (9, 989, 80), ([9], [2250], [16])),
    (("B200", "H100"), "Llama-3.1-8B", {"params": {"weight_bits": 5.5}}, (5.5, 1979, 80), ([5.5], [4500], [16])),
    (("B200", "H100"), "Llama-3.1-8B", {"params": {"weight_bits": 5}}, (5.125, 1979, 80), ([5.5], [9000], [16])),
    # published in eight bits, and multiplied so on both
    (("B200", "H100"), "DeepSeek-V3", {}, (8, 1979, 80), ([8], [4500], [16])),
    (("H100", "A100"), "DeepSeek-V3", {}, (8, 624, 80), ([8], [1979], [16])),
)  # fmt: skip


@pytest.mark.parametrize("row", NEW, ids=lambda row: f"{row[0][0]} after {row[0][1]}, {row[1]} {row[2]}")
def test_a_new_chip_beside_an_old_one(
    row: tuple[tuple[str, str], str, dict[str, Any], tuple[float, ...], tuple[list[float], ...]],
) -> None:
    chips, model, more, old, new = row
    before, after = (side.setting for side in pair_of(one("hardware-upgrade", hardware=chips, model=(model,), **more)))
    found = (before.weight_bits, float(np.asarray(before.peak)) / 1e12, float(np.asarray(before.memory)) / 1e9)
    assert found == pytest.approx(old, rel=1e-3)
    for values, wanted in zip((after.weight_bits, np.asarray(after.peak) / 1e12, after.kv_bits), new, strict=True):
        assert np.ravel(values).tolist() == pytest.approx(wanted, rel=1e-3)
