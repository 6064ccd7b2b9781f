"""The region of a factor: which points of the grid are in it, and where each of them stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from estimator import Statement, judge
from estimator.verdicts.axes import Axis
from estimator.verdicts.case import read
from estimator.verdicts.compare import (
    _costs,
    best_layout,
    effects_of,
    largest,
    plain_side,
    point,
    region,
    spilled_over,
    up_to_the_last,
)

MEDUSA = Statement(technique="medusa-heads", model=("Llama-2-7B",), hardware=("RTX 4090",), params={"batch": [1, 64]})


def test_points_that_do_not_fit_are_left_out_and_the_others_keep_their_coordinates() -> None:
    case = read(MEDUSA)
    found = region(case, case.places[0], "step")

    assert found.shape == (3, 2, 24)  # batches, contexts, draft lengths x accepted shares
    assert sorted({round(n) for n in found.at("batch").tolist()}) == [
        1,
        8,
    ]  # a 4090 has no room for the caches of 64 sequences
    assert [round(found.here(at)["batch"]) for at in (0, found.bound.size - 1)] == [1, 8]
    assert found.here(30) == {name: float(found.at(name)[30]) for name in found.grid}


def test_a_number_of_the_grid_is_the_one_that_stands_at_the_point() -> None:
    case = read(MEDUSA)
    found = region(case, case.places[0], "step")
    whole = np.broadcast_to(np.asarray(found.before.floor), found.shape).ravel()[found.inside]

    assert [point(found.before.floor, found, at) for at in (0, 17, 60)] == [float(whole[at]) for at in (0, 17, 60)]


def test_where_nothing_fits_every_point_counts_and_is_said_not_to_fit() -> None:
    case = read(Statement(technique="medusa-heads", model=("Llama-2-70B",), hardware=("RTX 4090",), n_devices=1))
    found = region(case, case.places[0], "step")

    assert found.misfit == "does not fit"
    assert found.bound.size == np.prod(found.shape)


def test_the_largest_factor_alone_is_that_of_the_whole_region_without_a_limit() -> None:
    case = read(MEDUSA)
    whole = region(case, case.places[0], "step", limit=False)

    assert np.array_equal(largest(case, case.places[0], "step"), whole.bound)
    assert whole.bound.max() > 3.0


PLAIN: tuple[tuple[str, str, str, dict[str, Any], tuple[float, float, float, float]], ...] = (
    # model, chip, technique, parameters -> bits of weights, of activations, of the cache, FLOP/s
    ("Llama-3.1-8B", "H100", "eagle", {}, (16, 16, 16, 989e12)),
    ("DeepSeek-V3", "H200", "eagle", {}, (8, 8, 16, 1979e12)),  # published in FP8, which the chip multiplies
    ("gpt-oss-120b", "H100", "eagle", {}, (4.25, 16, 16, 989e12)),  # four bits are expanded
    ("Llama-3.1-8B", "H100", "eagle", {"weight_bits": 9}, (9, 16, 16, 989e12)),
    ("Llama-3.1-8B", "H100", "eagle", {"weight_bits": 8}, (8, 8, 16, 1979e12)),
    ("Llama-3.1-8B", "H100", "eagle", {"weight_bits": 8, "act_bits": 16}, (8, 16, 16, 989e12)),
    ("Llama-3.1-8B", "H100", "eagle", {"weight_bits": 4}, (4.125, 16, 16, 989e12)),  # 16 bits for each 128
    ("Llama-3.1-8B", "H100", "eagle", {"weight_bits": 4, "group_size": 32}, (4.5, 16, 16, 989e12)),
    ("Llama-3.1-8B", "B200", "eagle", {"weight_bits": 4}, (4.5, 4, 16, 9000e12)),  # blocks of 16 with a scale of 8 bits
    ("Llama-3.1-8B", "B200", "eagle", {"weight_bits": 5}, (5.125, 16, 16, 2250e12)),
    ("Llama-3.1-8B", "H100", "eagle", {"kv_bits": 8}, (16, 16, 8, 989e12)),
    ("Llama-3.1-8B", "H100", "weight-only-quantization", {"weight_bits": 4}, (16, 16, 16, 989e12)),  # of the side after
    ("Llama-3.1-8B", "H100", "kv-cache-quantization", {"kv_bits": 4}, (16, 16, 16, 989e12)),
)  # fmt: skip


@pytest.mark.parametrize("row", PLAIN, ids=lambda row: f"{row[0]} on {row[1]}, {row[2]}, {row[3]}")
def test_the_widths_of_both_sides(
    row: tuple[str, str, str, dict[str, Any], tuple[float, float, float, float]],
) -> None:
    model, chip, technique, params, widths = row
    case = read(Statement(technique=technique, model=(model,), hardware=(chip,), n_devices=1, params=params))
    setting = plain_side(case, case.places[0], effects_of(case)).setting
    assert (setting.weight_bits, setting.act_bits, setting.kv_bits, setting.peak) == pytest.approx(widths)


def test_costs_a_layer() -> None:
    """Up to 100 us for a bound, 30 and 100 as usual; launches from Python take 300, and newer machines half."""

    def costs(technique: str, engines: float = 1.0, **more: Any) -> Any:
        return _costs(read(Statement(technique=technique, **more)), engines)

    plain = ((0.0, 0.0), (100e-6, 100e-6))
    usual = ((30e-6, 30e-6), (100e-6, 100e-6))
    launched, ordinary = ((0.0, 0.0), (300e-6, 0.0)), ((60e-6, 30e-6), (200e-6, 40e-6))
    assert costs("eagle") == (plain, usual, (1.0, 1.0))
    assert costs("eagle", 3.0) == (plain, usual, (3.0, 3.0))
    assert costs("eagle", hints=frozenset({"faster-launches"})) == (
        (*plain, (100e-6, 50e-6)),
        usual,
        (1.0, 1.0, 1.0),
    )
    for technique in ("cuda-graphs", "kernel-fusion"):
        assert costs(technique) == (launched, ordinary, (1.0, 1.0))
        assert costs(technique, 3.0, baseline="vLLM") == (plain, usual, (3.0, 3.0))
        eager = costs(technique, 3.0, baseline="HF Transformers")
        assert eager == ((*plain, *launched), ordinary, (3.0, 3.0, 1.0, 1.0))


def test_a_cache_is_also_tried_at_the_largest_batches_that_fit() -> None:
    """Llama-3.1-8B on an H100: 63.94 GB hold 952 sequences of 512 tokens, 487 of 1,000, 29 of 16,384 and 3 of 128K."""
    case = read(Statement(technique="kv-cache-quantization", model=("Llama-3.1-8B",), hardware=("H100",), n_devices=1))
    side = plain_side(case, case.places[0], effects_of(case))
    batch = Axis("batch", (1.0, 64.0, 512.0), (1.0, 64.0))
    tried = up_to_the_last(batch, side, np.array([512.0, 1000.0, 16_384.0, 131_072.0]))
    assert tried.values == (1.0, 3.0, 29.0, 64.0, 487.0, 512.0)
    ends = Axis("batch", (29.0, 487.0), (29.0, 487.0))
    assert up_to_the_last(ends, side, np.array([1000.0, 16_384.0])).values == (29.0, 487.0)


def test_weights_that_no_device_holds_are_spilled() -> None:
    """140 GB on 80 GB, of which 95 % take weights: 64 / 140 go to the host; what fits stays."""
    case = read(Statement(technique="weight-offload-streaming", model=("70B",), hardware=("H100",), n_devices=1))
    side = plain_side(case, case.places[0], effects_of(case))
    assert float(spilled_over(side).setting.weights_on_host) == pytest.approx(1 - 76 / 140)
    small = replace(side, setting=replace(side.setting, weight_bits=4.0, weights_on_host=0.5))
    assert float(spilled_over(small).setting.weights_on_host) == 0


def test_no_device_of_the_best_layout_holds_a_copy_of_another_ones_cache() -> None:
    """Eight KV heads on sixteen devices: each two share the tokens of a head, unless a layout is stated."""
    for params, copies in (({}, 2.0), ({"tp": 16}, 1.0)):
        case = read(
            Statement(technique="eagle", model=("Llama-3.1-70B",), hardware=("H100",), n_devices=16, params=params)
        )
        side = plain_side(case, case.places[0], effects_of(case))
        assert best_layout(case, case.places[0], side).setting.cp == copies
    case = read(Statement(technique="eagle", model=("Llama-3.1-70B",), hardware=("H100",), n_devices=4))
    assert best_layout(case, case.places[0], plain_side(case, case.places[0], ())).setting.cp == 1


def test_what_is_usual_of_matrix_units_is_less_than_their_peaks_promise() -> None:
    """4,096 tokens compute 61.6 TFLOP: 197 ms at 312 TFLOPS, 98.7 at 624 TOPS.

    Narrow units at 0.6 of what wide ones reach, 0.85 of the peak, and 32 layers of 100 us: (232.2 + 3.2) / (193.5 + 3.2) = 1.20.
    At best both at 0.75 with 30 us: (263.2 + 1.0) / (131.6 + 1.0) = 1.99.
    """
    statement = Statement(
        technique="weight-activation-quantization",
        metric="prefill",
        factor_low=1.4,
        factor_high=1.4,
        hardware=("A100-SXM-80GB",),
        n_devices=1,
        model=("Llama-3.1-8B",),
        params={"weight_bits": 8, "act_bits": 8, "input_len": 4096},
    )
    assert judge(statement).expected == pytest.approx((1.197, 1.993), rel=0.003)


def test_verified_tokens_that_wait_for_compute_reach_a_part_of_the_peak() -> None:
    """64 sequences of 8 tokens compute 7.96 TFLOP, 8.05 ms at 989 TFLOPS, but 26.8 ms at three tenths of it.

    A plain step reads 15.0 GB and 8.6 GB of cache in 7.0 ms. So three tokens a pass may be hardly faster than one.
    """
    statement = Statement(
        technique="ngram-speculation",
        metric="throughput",
        factor_low=1.3,
        factor_high=1.3,
        hardware=("H100",),
        n_devices=1,
        model=("Llama-3.1-8B",),
        params={"draft_len": 7, "acceptance_len": 3, "batch": 64, "context_len": 1024},
    )
    low, high = judge(statement).expected or (0.0, 0.0)
    # 32 layers of 100 us on both sides, memory at 1.05 of its rate before
    assert low == pytest.approx(3 * (7.04 / 1.05 + 3.2) / (8.05 / 0.3 + 3.2), rel=0.01)
    assert high < 3.0
