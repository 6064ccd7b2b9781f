"""The region of a factor: which points of the grid are in it, and where each of them stands."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from estimator import Statement, judge
from estimator.setting import Setting
from estimator.shape import Shape, grouped
from estimator.verdicts.axes import Axis
from estimator.verdicts.case import Case, read
from estimator.verdicts.compare import (
    Region,
    _filled,
    _fitting,
    _gain,
    _on_faster_units,
    _scores_fit,
    best_layout,
    choices_of,
    effects_of,
    largest,
    plain_side,
    point,
    region,
    sides,
    spilled_over,
    timed,
    up_to_the_last,
)
from estimator.verdicts.effects import Pair
from estimator.verdicts.sides import Side, Timing

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
    ("Llama-3.1-8B", "H100", "eagle", {"weight_bits": [4, 8], "kv_bits": [8, 16]}, (4.125, 16, 8, 989e12)),  # narrower ends
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
    for params, copies in (({}, 2.0), ({"tp": 16}, 1.0), ({"ep": 16}, 1.0), ({"pp": 16}, 1.0), ({"dp": 16}, 1.0)):
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
    # 32 layers of 100 us on both sides, memory at 1.05 of its rate before, and a cycle up to 1.25 times its passes
    assert low == pytest.approx(3 * (7.04 / 1.05 + 3.2) / (8.05 / 0.3 + 3.2) / 1.25, rel=0.01)
    assert high < 3.0


@pytest.mark.parametrize(
    ("bound", "typical", "misfit", "best"),
    [
        ([1.0, 3.0, 2.0], [True, True, True], "", 1),
        ([998.0, 999.0, 1000.0], [True, True, False], "", 1),  # a thousandth less, and usual
        ([998.0, 998.9, 1000.0], [True, True, False], "", 2),
        ([999.5, 1000.0, 1.0], [False, True, True], "", 1),
        ([998.0, 1000.0, 1000.0], [False, False, False], "", 1),
        ([0.5, 0.9, 3.0], [True, True, False], "does not fit", 1),  # then only what is usual counts
    ],
)
def test_the_best_point(bound: list[float], typical: list[bool], misfit: str, best: int) -> None:
    found = SimpleNamespace(bound=np.array(bound), typical=np.array(typical), misfit=misfit)
    assert Region.best(cast("Region", found)) == best


LLAMA: dict[str, Any] = {"model": ("Llama-3.1-8B",), "hardware": ("H100",), "n_devices": 1}


def one(technique: str, **more: Any) -> Case:
    return read(Statement(**{"technique": technique} | LLAMA | more))


def pair_of(case: Case, only: frozenset[str] | None = None) -> Pair:
    effects = effects_of(case)
    return sides(case, case.places[0], effects, choices_of(case, [effect for _, effect in effects]), only)


def test_several_drafting_techniques_share_one_draft() -> None:
    case = one("eagle", also=("medusa-heads", "weight-only-quantization", "eagle"))
    assert [name for name, _ in effects_of(case)] == ["eagle", "weight-only-quantization"]


@pytest.mark.parametrize(
    ("native", "bits", "acts"), [(16.0, 16.0, 16.0), (8.5, 8.5, 16.0), (8.0, 8.0, 8.0), (5.5, 5.5, 8.0), (5.0, 5.0, 16.0)]
)  # fmt: skip
def test_weights_as_published_meet_activations_of_eight_bits_at_most_where_units_take_both(
    native: float, bits: float, acts: float
) -> None:
    case = one("eagle")
    place = replace(case.places[0], shape=replace(case.places[0].shape, native_bits=native))
    setting = plain_side(case, place, effects_of(case)).setting
    assert (setting.weight_bits, setting.act_bits) == (bits, acts)


def test_the_group_of_heads_that_is_cut_first_decides_how_a_cache_is_spread() -> None:
    """Sixteen devices over eight heads and over four: 16 / 4; without attention nothing is to be spread."""
    case = one("eagle", n_devices=16)
    place = case.places[0]
    for rows, cp in (((grouped(10, 16, 8, 50), grouped(10, 16, 4, 50)), 4.0), ((), 1.0)):
        shape = replace(place.shape, attention=rows)
        side = plain_side(case, replace(place, shape=shape), ())
        assert best_layout(case, place, side).setting.cp == cp


def test_a_baselines_batch_is_that_of_the_old_side_alone() -> None:
    before, after = pair_of(one("kv-cache-quantization", baseline="FP16 batch 4", params={"kv_bits": 8}))
    assert (before.batch, after.batch) == (4.0, None)


def test_what_is_left_out_stays_as_it_was_before() -> None:
    case = one("weight-only-quantization", also=("kv-cache-quantization",), params={"weight_bits": 8, "kv_bits": 8})
    for only, bits in (
        (None, (8, 8)),
        (frozenset({"kv-cache-quantization"}), (16, 8)),
        (frozenset({"none"}), (16, 16)),
    ):
        before, after = pair_of(case, only)
        found = [float(np.asarray(v).item()) for v in (after.setting.weight_bits, after.setting.kv_bits)]
        assert found == list(bits)
        assert (before.setting.weight_bits, before.setting.kv_bits) == (16, 16)


def test_of_what_is_left_out_the_old_side_stays() -> None:
    """A cache that is reserved whole wastes 30 to 80 % on both sides, where pages are no part of the comparison."""
    case = one("paged-kv-cache", also=("kv-cache-quantization",), metric="throughput", params={"kv_bits": 8})
    for side in pair_of(case, frozenset({"kv-cache-quantization"})):
        assert np.asarray(side.waste).tolist() == [0.3, 0.5, 0.618, 0.796]


def test_only_the_old_side_may_have_read_its_cache_more_slowly() -> None:
    for slower in (1.1, 3.0):
        case = replace(one("split-kv-decoding", model=("Llama-2-7B",), baseline="batch 4"), kv_slower=slower)
        before, after = pair_of(case)
        assert (before.batch, after.batch) == (4.0, None)
        # up to 16 times as long for idle cores: 148 / 32 is less
        assert np.asarray(before.kv_seconds).tolist() == pytest.approx([n * slower for n in (1, 2, 4, 8, 16)])
        assert after.kv_seconds == 1.0


def test_the_largest_batches_are_one_point_of_the_grid() -> None:
    case = one("kv-cache-quantization", metric="throughput", params={"kv_bits": 8, "context_len": 1024})
    found = region(case, case.places[0], "largest")
    assert (found.axes[0].values, found.axes[0].typical) == ((1.0,), (1.0, 1.0))
    assert found.at("batch").tolist() == [1.0]
    # 63.94 GB / 134.2 MB, and twice as many of half the size
    assert [float(np.asarray(side.batch).item()) for side in found.pair] == pytest.approx([476.4, 952.7], rel=1e-3)


def test_a_single_sequence_before_is_a_batch_that_fits() -> None:
    case = one("continuous-batching", metric="throughput", baseline="sequential requests")
    found = region(case, case.places[0], "largest")
    assert (found.misfit, found.pair[0].batch) == ("", 1.0)


@pytest.mark.parametrize(
    ("technique", "also", "longest"),
    [
        ("weight-only-quantization", (), 16_384.0),
        ("weight-only-quantization", ("kv-cache-quantization",), 131_072.0),  # one of the two acts on the cache
        ("kv-cache-quantization", (), 131_072.0),
    ],
)
def test_prompts_are_tried_longer_where_a_cache_changes(technique: str, also: tuple[str, ...], longest: float) -> None:
    case = one(technique, also=also, metric="ttft")
    found = region(case, case.places[0], "prompt", limit=False)
    assert (found.axes[0].values, found.axes[1].values[-1]) == ((1.0,), longest)


@pytest.mark.parametrize(
    ("also", "batches"),
    [
        ((), [2.0**i for i in range(10)]),
        # 63.94 GB hold 952 sequences of 512 tokens, 476 of 1,024, and so on to 3 of 128K
        (("kv-cache-quantization",), sorted({*(2.0**i for i in range(10)), 3, 7, 14, 29, 59, 119, 238, 476})),
    ],
)
def test_batches_are_tried_up_to_what_fits_where_a_cache_changes(also: tuple[str, ...], batches: list[float]) -> None:
    case = one("weight-only-quantization", also=also)
    assert list(region(case, case.places[0], "step").axes[0].values) == batches


@pytest.mark.parametrize(("metric", "batches"), [("latency", 1), ("throughput", 10)])
def test_a_request_is_timed_alone_and_a_throughput_of_requests_at_any_batch(metric: str, batches: int) -> None:
    case = one("prefix-caching", metric=metric, params={"input_len": 1024, "output_len": 64})
    assert len(region(case, case.places[0], "request").axes[0].values) == batches


def test_a_prompt_fits_where_one_does() -> None:
    """A 4090 has 7.94 GB beside 16.06 GB of weights, 60,600 tokens: of 32K tokens one prompt, of 64K none."""
    case = one("kv-cache-quantization", metric="ttft", hardware=("RTX 4090",), params={"kv_bits": 16})
    assert sorted({*region(case, case.places[0], "prompt").at("input_len").tolist()}) == [
        4096.0 / 8 * 2**i for i in range(7)
    ]


def test_spilled_weights_leave_no_limit() -> None:
    """140 GB on one card: a batch of 512 with 128K tokens is timed all the same."""
    case = one(
        "weight-offload-streaming", model=("Llama-2-70B",), hints=frozenset({"spilled"}), params={"context_len": 4096}
    )
    found = region(case, case.places[0], "step")
    assert found.misfit == ""
    assert found.at("batch").max() == 512.0
    assert found.bound.size == np.prod(found.shape)


ROUND = Shape("round", total=1e9, always=1e9, layers=10.0, hidden=1000.0, attention=(grouped(10, 16, 4, 50),))
CARD = Side(Setting(ROUND, bandwidth=1e12, peak=1e14, memory=10e9, host_link=1e10))
SMALL = replace(CARD, setting=replace(CARD.setting, memory=1.9e9))  # 2.04 GB in GiB, against 2 GB of weights


def test_sequences_fit_on_both_sides() -> None:
    """8 MB each: 1,000 beside 2 GB of weights in 10 GB, 1,092 in GiB; with a fifth wasted 800 and 873."""

    def fitting(after: Side, batches: list[float], alone: bool = False) -> list[bool]:
        fits = _fitting(CARD, after, 1000.0, np.array(batches), alone)
        return [bool(fit) for fit in fits]

    wasting = replace(CARD, waste=0.2)
    wide = replace(CARD, setting=replace(CARD.setting, kv_width=2.0))
    assert fitting(CARD, [1000.0, 1001.0]) == [True, False]
    assert fitting(CARD, [1001.0, 1092.0, 1093.0]) == [True, True, False]  # in GiB where nothing fits otherwise
    assert fitting(CARD, [1000.0, 1092.0, 1093.0], alone=True) == [True, True, False]
    assert fitting(wasting, [800.0, 801.0]) == [True, False]
    assert fitting(wide, [500.0, 501.0]) == [True, False]


def test_a_side_is_filled_in_gib_only_where_one_of_the_two_has_no_room_otherwise() -> None:
    small = 1.9 * 2**30 - 2e9  # bytes beside the weights
    for pair, held in (
        ((CARD, CARD), (1000.0, 1000.0)),
        ((CARD, SMALL), (1092.18, small / 8e6)),
        ((replace(CARD, batch=7.0), CARD), (7.0, 1000.0)),
    ):
        filled = _filled(*pair, np.array([[[1000.0]]]))
        assert [float(np.asarray(side.batch).item()) for side in filled] == pytest.approx(held, rel=1e-4)


def test_scores_that_attention_writes_need_room_beside_the_weights() -> None:
    """16 heads of two bytes a pair of tokens: 8.737 GB hold 16,524 squared; two devices with half of the weights 24,669."""
    tokens = np.array([16_500.0, 16_550.0, 24_600.0, 24_700.0])
    eager = replace(CARD, fused=False)
    two = replace(eager, setting=replace(eager.setting, tp=2.0))
    narrow = replace(eager, setting=replace(eager.setting, act_bits=8.0))
    mixed = replace(ROUND, attention=(grouped(5, 16, 4, 50), grouped(5, 8, 4, 50)))
    none = replace(eager, setting=replace(eager.setting, shape=replace(ROUND, attention=())))
    assert _scores_fit(CARD, tokens) is True
    assert _scores_fit(eager, tokens).tolist() == [True, False, False, False]
    assert _scores_fit(two, tokens).tolist() == [True, True, True, False]
    assert _scores_fit(narrow, np.array([23_300.0, 23_400.0])).tolist() == [True, False]
    assert _scores_fit(replace(eager, setting=replace(eager.setting, shape=mixed)), tokens).tolist() == [
        True, False, False, False,
    ]  # fmt: skip
    assert _scores_fit(none, np.array([1e6])).tolist() == [True]


def test_weights_that_are_already_on_the_host_are_counted_anew() -> None:
    big = replace(CARD, setting=replace(CARD.setting, memory=1e9, weights_on_host=0.9))
    assert float(spilled_over(big).setting.weights_on_host) == pytest.approx(1 - 0.95 / 2)


def test_the_narrowest_room_among_the_unknowns_gives_the_batches_to_try() -> None:
    """1,000 sequences of 1,000 tokens, 500 with a cache of twice the size: the smaller count is where both still fit."""
    open_width = replace(CARD, setting=replace(CARD.setting, kv_width=np.array([1.0, 2.0])))
    tried = up_to_the_last(Axis("batch", (1.0, 2048.0), (1.0, 1.0)), open_width, np.array([1000.0]))
    assert tried.values == (1.0, 500.0, 2048.0)


def test_a_request_takes_its_output_and_in_a_throughput_its_share_of_the_steps() -> None:
    """100 tokens in and out: 100 steps at 150 tokens of context, of which a batch of four shares each."""
    prompt, step = (100 * 2e9 + 5050 * 32_000) / 1e14, (2e9 + 4 * 8000 * 150) / 1e12
    for metric, steps in (("latency", 100.0), ("throughput", 25.0)):
        case = one("eagle", metric=metric, params={"input_len": 100, "output_len": 100})
        assert timed(case, "request", CARD, 4.0, 100.0).floor == pytest.approx(prompt + steps * step)


def test_units_are_faster_where_their_operands_are_narrower_and_their_peak_is_higher() -> None:
    def faster(**more: Any) -> bool:
        return bool(_on_faster_units(CARD, replace(CARD, setting=replace(CARD.setting, **more))))

    assert not faster(act_bits=8.0)  # a chip without narrow units
    assert not faster(peak=2e14)
    assert faster(act_bits=8.0, peak=1.05e14)
    assert faster(flop_density=0.5)


def test_rates_are_compared_where_a_side_has_a_batch_of_its_own_and_none_of_nothing_is_a_great_many() -> None:
    def rates(old: float, new: float) -> Any:
        return tuple(cast("Timing", SimpleNamespace(rate=rate)) for rate in (old, new))

    assert _gain("step", *rates(4.0, 6.0)) == _gain("largest", *rates(4.0, 6.0)) == 1.5
    assert _gain("largest", *rates(0.0, 4.0)) == pytest.approx(4e30)


@pytest.mark.parametrize(
    ("batch", "fits"), [([4.0, 8.0], [True, False]), ([8.0], [True])]
)  # of 7.94 GB, which are 9.71 in GiB, eight sequences take 8.59
def test_a_gib_is_taken_for_a_gb_only_where_nothing_fits_otherwise(batch: list[float], fits: list[bool]) -> None:
    case = read(Statement(technique="eagle", model=("Llama-3.1-8B",), hardware=("RTX 4090",), n_devices=1))
    side = plain_side(case, case.places[0], effects_of(case))
    assert _fitting(side, side, 8192.0, np.array(batch), False).tolist() == fits


def test_one_request_at_a_time_is_a_batch_that_fits() -> None:
    case = read(
        Statement(
            technique="continuous-batching", metric="throughput", baseline="one request at a time",
            model=("Llama-3.1-8B",), hardware=("H100",), n_devices=1,
        )
    )  # fmt: skip
    assert region(case, case.places[0], "largest").misfit == ""
