"""Rows that a token's activations leave at zero: one token's, a batch's, a prompt's, and what has to be stored."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from estimator import Quantity, Statement, estimate, judge
from estimator.verdicts.case import Case, read
from estimator.verdicts.compare import choices_of, effects_of, sides
from estimator.verdicts.weights import act_bits, activation_ratio, bits_before, density, effective
from estimator.whatif import compare


@pytest.mark.parametrize(
    ("batch", "ratio"),
    [
        (1, 9.61),  # 15.01 GB of weights beside 0.067 of cache: 15.08 / 1.57
        (2, 5.07),  # 1 - 0.9^2 = 19 %: 15.14 / 2.99; each at 512 tokens of context
        (64, 1.0009),  # 1 - 0.9^64 = 99.88 %: 19.305 / 19.288
    ],
)
def test_a_batch_reads_the_union_of_the_rows_that_its_tokens_need(batch: int, ratio: float) -> None:
    answer = estimate("Llama-3.1-8B", "H100", batch=batch, context=512)
    (row,) = compare(answer, ["activation-sparsity:sparsity=0.9"])
    assert row["floor_ratio"] == pytest.approx(ratio, rel=2e-3)


def test_a_prompt_gains_only_where_its_tokens_leave_out_the_same_rows() -> None:
    statement = Statement(
        technique="activation-sparsity", metric="prefill", factor_low=5.0, factor_high=5.0, hardware=("H100",),
        model=("Llama-3.1-8B",), params={"sparsity": 0.9, "input_len": 4096.0},
    )  # fmt: skip
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert verdict.expected == pytest.approx((1.0, 1.0), abs=1e-3)
    assert "tokens of a batch or a prompt that leave the same rows at zero" in verdict.requires


def test_rows_that_are_seldom_read_are_stored_all_the_same() -> None:
    """OPT-175B in four bits: 90 GB, of which 24 fit on the card; that the fifth that is read always lies there is a condition."""
    statement = Statement(
        kind="measurement", technique="activation-sparsity", metric="decode", absolute=Quantity(40.0, "tokens/s"),
        hardware=("RTX-4090",), n_devices=1, model=("OPT-175B",), params={"weight_bits": 4.0},
    )  # fmt: skip
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert "does not fit in the 24 GB" in verdict.reason


BEFORE: tuple[tuple[str, str, dict[str, Any], tuple[float, float]], ...] = (
    # model, baseline, parameters -> bits of the old side at the place, and where no model is looked at
    ("Llama-3.1-8B", "", {"weight_bits": 4}, (16.0, 16.0)),
    ("DeepSeek-V3", "", {"weight_bits": 4}, (8.0, 16.0)),  # published in eight
    ("DeepSeek-V3", "", {"weight_bits": 8}, (16.0, 16.0)),  # that is no change, so its 16-bit copy is meant
    ("gpt-oss-120b", "", {}, (4.25, 16.0)),  # four bits are usual, and less than those of its blocks
    ("DeepSeek-V3", "", {"weight_bits": 4, "weight_bits_before": 12}, (12.0, 12.0)),
    ("Llama-3.1-8B", "GPTQ", {"weight_bits": 3}, (3.0, 3.0)),  # another method, as narrow
    ("Llama-3.1-8B", "GPTQ", {}, (4.0, 4.0)),
    ("Llama-3.1-8B", "GPTQ", {"weight_bits": 3, "weight_bits_before": 8}, (8.0, 8.0)),
    ("Llama-3.1-8B", "GPTQ", {"weight_bits": 2, "weight_bits_before": 1}, (1.0, 1.0)),
    ("Llama-3.1-8B", "GPTQ", {"weight_bits": 3, "weight_bits_before": 16}, (3.0, 3.0)),
    ("Llama-3.1-8B", "GPTQ", {"weight_bits": 3, "weight_bits_before": 17}, (3.0, 3.0)),
)  # fmt: skip


@pytest.mark.parametrize("row", BEFORE, ids=lambda row: f"{row[0]} beside {row[1] or 'itself'}, {row[2]}")
def test_the_width_of_the_old_sides_weights(row: tuple[str, str, dict[str, Any], tuple[float, float]]) -> None:
    model, baseline, params, bits = row
    case = one("weight-only-quantization", params, model=(model,), baseline=baseline)
    assert (bits_before(case, case.places[0]), bits_before(case)) == bits


def test_a_model_published_in_four_bits_is_narrowed_from_there_and_one_in_fewer_from_sixteen() -> None:
    case = one("weight-only-quantization", {"weight_bits": 1.58})
    place = case.places[0]
    for native, bits in ((4.0, 4.0), (3.9, 16.0), (15.9, 15.9)):
        assert bits_before(case, replace(place, shape=replace(place.shape, native_bits=native))) == bits


def one(technique: str, params: dict[str, Any], **more: Any) -> Case:
    fields: dict[str, Any] = {"model": ("Llama-3.1-8B",), "hardware": ("B200",), "n_devices": 1} | more
    return read(Statement(technique=technique, params=params, **fields))


def test_the_largest_group_of_a_range_counts() -> None:
    """4 bits and 16 more for each 128 weights."""
    case = one("weight-only-quantization", {"weight_bits": 4, "group_size": [32, 128]})
    assert effective(case, np.array([4.0, 8.0]), block=False).tolist() == [4.125, 8.0]


@pytest.mark.parametrize(
    ("params", "bits"),
    [
        ({}, 8.0),
        ({"weight_bits": 8}, 8.0),
        ({"weight_bits": 4.6}, 8.0),
        ({"weight_bits": 4.5}, 4.0),  # NVFP4 with its scales
        ({"weight_bits": 4}, 4.0),
        ({"weight_bits": [4, 8]}, 4.0),  # of ranges the ends that are multiplied fastest
        ({"weight_bits": 8, "act_bits": [4, 8]}, 4.0),
        ({"weight_bits": 4, "act_bits": 8}, 8.0),
        ({"weight_bits": 8, "act_bits": 16}, 16.0),
    ],
)
def test_activations_are_as_wide_as_the_weights_of_the_format(params: dict[str, Any], bits: float) -> None:
    assert act_bits(one("weight-activation-quantization", params)) == bits


B200 = {16: 2250e12, 8: 4500e12, 4: 9000e12}  # FLOP/s by the bits of the operands
FORMATS: tuple[tuple[str, dict[str, Any], tuple[Any, ...], tuple[Any, ...]], ...] = (
    # baseline, parameters -> (weights, activations, cache, FLOP/s) of the old side and of the new one
    ("", {"weight_bits": 8}, (16, 16, 16, B200[16]), (8, 8, 16, B200[8])),
    ("", {"weight_bits": 4}, (16, 16, 16, B200[16]), (4.5, 4, 16, B200[4])),  # blocks of 16 with a scale of eight bits
    ("", {"weight_bits": 4, "act_bits": 5}, (16, 16, 16, B200[16]), (4.125, 5, 16, B200[8])),
    ("", {"weight_bits": 4, "weight_bits_before": 8}, (8, 8, 16, B200[8]), (4.5, 4, 16, B200[4])),
    ("", {"weight_bits": 8, "weight_bits_before": 32}, (32, 16, 16, B200[16]), (8, 8, 16, B200[8])),
    ("", {"weight_bits": 8, "kv_bits": [4, 8]}, (16, 16, 16, B200[16]), (8, 8, 4, B200[8])),
    ("SmoothQuant", {"weight_bits": 4}, (4.5, 4, 16, B200[4]), (4.5, 4, 16, B200[4])),  # a method of the same kind
)  # fmt: skip


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: f"{row[0]} {row[1]}")
def test_a_format_of_weights_and_activations(
    row: tuple[str, dict[str, Any], tuple[Any, ...], tuple[Any, ...]],
) -> None:
    baseline, params, old, new = row
    case = one("weight-activation-quantization", params, baseline=baseline)
    effects = effects_of(case)
    pair = sides(case, case.places[0], effects, choices_of(case, [effect for _, effect in effects]))
    for side, wanted in zip(pair, (old, new), strict=True):
        s = side.setting
        found = [np.asarray(v).item() for v in (s.weight_bits, s.act_bits, s.kv_bits, s.peak)]
        assert found == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("params", "most"),
    [
        ({"weight_bits": 8, "kv_bits": 32}, 2.0),  # weights 16 / 8, operands 16 / 8
        ({"weight_bits": 4, "act_bits": 8}, 4.0),
        ({"weight_bits": 8, "act_bits": 4}, 4.0),
        ({"weight_bits": 8, "kv_bits": [2, 8]}, 8.0),
        ({"weight_bits": 32, "act_bits": 32}, 1.0),  # a cache of 16 as before
    ],
)
def test_the_most_that_such_a_format_gives(params: dict[str, Any], most: float) -> None:
    case = one("weight-activation-quantization", params)
    assert activation_ratio(case, {"weight_bits": np.array([case.value("weight_bits", 8.0)])}).tolist() == [most]


def test_the_sparsities_that_are_tried() -> None:
    def tried(technique: str, **more: Any) -> tuple[float, ...]:
        (axis,) = density(one(technique, {}, **more))
        return axis.values

    assert tried("weight-sparsity") == (0.3, 0.5, 0.6, 0.7, 0.8)
    assert tried("weight-sparsity", hints=frozenset({"2:4"})) == (0.5,)
    assert tried("activation-sparsity", hints=frozenset({"2:4"})) == (0.3, 0.5, 0.6, 0.7, 0.8)


def test_narrow_weights_with_a_narrow_cache_take_its_narrowest_width() -> None:
    case = one("weight-only-quantization", {"weight_bits": 4, "kv_bits": [4, 8]})
    effects = effects_of(case)
    _, new = sides(case, case.places[0], effects, choices_of(case, [effect for _, effect in effects]))
    assert np.asarray(new.setting.kv_bits).tolist() == [4.0]


def test_of_each_four_weights_two_are_left_where_nothing_else_is_said() -> None:
    half = one("weight-sparsity", {}, hints=frozenset({"2:4"}))
    told = one("weight-sparsity", {"sparsity": 0.6}, hints=frozenset({"2:4"}))
    assert [(axis.values, axis.reason) for (axis,) in (density(half), density(told))] == [
        ((0.5,), "two of each four weights"),
        ((0.6,), "stated"),
    ]
