"""Layouts that nobody states, and weights in host memory."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import pytest

from estimator import Statement, claim_statement, find_hardware, judge
from estimator.shape import Shape, grouped
from estimator.verdicts.baselines import baseline_of
from estimator.verdicts.case import Case, Place, read
from estimator.verdicts.compare import plain_side
from estimator.verdicts.effects import Pair
from estimator.verdicts.formats import peak
from estimator.verdicts.layouts import (
    _cache_kept,
    _fits_one,
    _least_on_host,
    _routed_share,
    attention_apart,
    cache_is_copied,
    device_axes,
    experts_apart,
    fast_links,
    host_axes,
    layout,
    offload,
    pipelined,
)

RATE = {
    "technique": "other",
    "side": "neither",
    "kind": "measurement",
    "metric": "throughput",
    "model": ["DeepSeek-V3"],
    "hardware": ["H200-SXM-141GB"],
    "n_devices": 8,
    "absolute": {"value": 12000, "unit": "tokens/s"},
}


def test_a_latent_cache_is_copied_to_every_device_only_where_tensor_parallelism_is_stated() -> None:
    free = judge(claim_statement(RATE | {"params": {"context_len": 4096, "weight_bits": 8}}))
    tied = judge(claim_statement(RATE | {"params": {"context_len": 4096, "weight_bits": 8, "tp": 8}}))
    assert free.verdict == "plausible"  # eight times as many sequences fit
    assert tied.verdict == "implausible"
    assert free.ceiling == pytest.approx(8 * tied.ceiling, rel=0.02)


def test_weights_that_stream_mean_one_device() -> None:
    row = {
        "technique": "weight-offload-streaming", "side": "fewer-bytes", "kind": "measurement", "metric": "decode",
        "model": ["OPT-66B"], "hardware": ["RTX-4090"], "params": {"batch": 1}, "absolute": {"value": 0.2, "unit": "tokens/s"},
    }  # fmt: skip
    verdict = judge(claim_statement(row))
    # 131.4 GB less 95 % of 24 GB cross PCIe 4.0 at 32 GB/s
    assert verdict.ceiling == pytest.approx(32 / (131.4 - 22.8), rel=0.01)
    assert verdict.limiter[1] == "host"


@pytest.mark.parametrize(
    ("text", "kind"),
    [("DeepSeek-V3.1", "same"), ("vicuna-v1.5 in BF16", "same"), ("v0.5.3", "other"), ("vLLM v0.6", "other")],
)
def test_the_version_of_a_model_is_no_engine(text: str, kind: str) -> None:
    assert baseline_of(text).kind == kind


def test_hopper_has_no_four_bit_integers() -> None:
    assert peak(find_hardware("A100"), 4.0) == 2 * 624e12
    assert peak(find_hardware("RTX-3090"), 4.0) == 2 * 284e12
    assert peak(find_hardware("H100"), 4.0) == 1979e12
    assert peak(find_hardware("GH200"), 4.0) == 1979e12
    assert peak(find_hardware("B200"), 4.0) == 9000e12


@pytest.mark.parametrize(("value", "word"), [(52_300, "plausible"), (5_000_000, "implausible")])
def test_a_rate_for_each_machine_is_that_of_eight_devices(value: float, word: str) -> None:
    row = {
        "technique": "expert-parallelism", "side": "fewer-bytes", "kind": "measurement", "metric": "prefill",
        "model": ["DeepSeek-V3"], "hardware": ["H100-SXM-80GB"], "n_devices": 96,
        "params": {"input_len": 2000, "weight_bits": 8}, "absolute": {"value": value, "unit": "tokens/s per node"},
    }  # fmt: skip
    verdict = judge(claim_statement(row))
    assert verdict.verdict == word
    assert verdict.ceiling == pytest.approx(8 * 25_904, rel=0.01)  # 153 TFLOP a prompt on each of 96 devices
    assert verdict.ceiling_unit == "tokens/s per node"


def one(**more: Any) -> Case:
    fields: dict[str, Any] = {
        "technique": "tensor-parallelism",
        "metric": "decode",
        "model": ("Llama-3.1-8B",),
        "hardware": ("H100",),
    }
    return read(Statement(**fields | more))


def spread(case: Case, place: Place | None = None) -> Pair:
    """Two sides that another technique has already spread: over three ranks and three stages before, two and two after."""
    side = plain_side(case, place or case.places[0], ())
    old, new = (replace(side, links=1.0, setting=replace(side.setting, tp=n, dp=n, pp=n)) for n in (3.0, 2.0))
    return old, new


def laid_out(pair: Pair, *names: str) -> list[list[float]]:
    return [[float(np.max(np.asarray(getattr(side.setting, name)))) for name in names] for side in pair]


@pytest.mark.parametrize(
    ("baseline", "devices", "heads", "before", "after"),
    [
        ("", [2.0, 4.0], (8.0,), [1, 1, 1, 1], [4, 2, 2, 1]),
        ("TP2", [4.0], (8.0,), [2, 1, 1, 1], [4, 2, 2, 1]),
        ("TP8", [4.0], (8.0,), [4, 1, 1, 1], [4, 2, 2, 1]),  # no more than the new side has
        # the same devices: what is new is that copies of the cache go, which there are beyond the heads
        ("TP4", [4.0], (8.0,), [4, 3, 3, 1], [4, 2, 2, 1]),
        ("TP16", [16.0], (8.0,), [16, 3, 3, 1], [16, 2, 2, 2]),
        ("TP16", [16.0], (8.0, 4.0), [16, 3, 3, 1], [16, 2, 2, 2]),
        ("TP16", [16.0], (), [16, 3, 3, 1], [16, 2, 2, 1]),
    ],
)
def test_weights_are_shared_out(
    baseline: str, devices: list[float], heads: tuple[float, ...], before: list[float], after: list[float]
) -> None:
    case = one(baseline=baseline)
    shape = replace(case.places[0].shape, attention=tuple(grouped(16, 32, n, 128) for n in heads))
    pair = layout(case, replace(case.places[0], shape=shape), spread(case), {"devices": np.array(devices)})
    assert laid_out(pair, "tp", "dp", "pp", "cp") == [before, after]


@pytest.mark.parametrize(
    ("names", "more", "values", "given"),
    [
        (("tp",), {}, (2, 4, 8), False),
        (("tp",), {"metric": "memory"}, (2, 4, 8, 16, 32, 64), False),
        (("tp",), {"params": {"tp": 4}}, (4,), True),
        (("tp",), {"params": {"tp": [1, 4]}}, (1, 2, 4), True),
        (("tp",), {"params": {"tp": 1}}, (2, 4, 8), False),  # that is what there was before
        (("tp",), {"params": {"tp": 1}, "n_devices": 8}, (8,), True),
        (("tp",), {"params": {"tp": 1}, "n_devices": 8, "baseline": "1 GPU"}, (8,), True),
        (("tp",), {"params": {"tp": 1}, "n_devices": 8, "baseline": "8 GPUs"}, (1,), True),  # fewer than before
        (("ep", "tp"), {"params": {"tp": 2, "ep": 4}}, (4,), True),
        (("ep", "tp"), {"params": {"tp": 2, "ep": 1}}, (2,), True),
        (("tp",), {"n_devices": 2}, (2,), True),
        (("tp",), {"n_devices": 1}, (2, 4, 8), False),
    ],
)
def test_the_devices_of_a_layout(
    names: tuple[str, ...], more: dict[str, Any], values: tuple[float, ...], given: bool
) -> None:
    (axis,) = device_axes(*names)(one(**more))
    assert (axis.name, axis.stated, axis.values) == ("devices", given, pytest.approx(values))
    assert axis.typical == ((2.0, 8.0) if not given else (pytest.approx(values[0]), pytest.approx(values[-1])))


# two layers of 8 heads with 100 elements, and three of 2 heads with 50
MIXED = Shape("mixed", total=43e9, always=43e9, attention=(grouped(2, 8, 8, 50), grouped(3, 8, 2, 25)))


def test_a_cache_is_cut_at_most_into_its_heads() -> None:
    """Four devices keep 2 x 100 x 2 + 3 x 50 x 1 = 550 of 2 x 100 x 8 + 3 x 50 x 2 = 1,900 elements a token."""
    assert _cache_kept(replace(one(), shapes=(MIXED,)), 4.0) == pytest.approx(550 / 1900)
    assert _cache_kept(replace(one(), shapes=(MIXED,)), np.array([1.0, 64.0])) == pytest.approx([1.0, 350 / 1900])
    assert _cache_kept(one(model=()), np.array([2.0, 64.0])).tolist() == [1 / 2, 1 / 64]  # nothing is known of it
    assert _cache_kept(replace(one(), shapes=(replace(MIXED, attention=()),)), 4.0) == 0.25
    stated = one(params={"n_kv_heads": [4, 8]})
    assert _cache_kept(stated, np.array([2.0, 16.0])).tolist() == [1 / 2, 1 / 8]


def test_a_factor_is_one_of_the_weights_alone_beyond_what_a_cache_can_be_cut() -> None:
    values = {"devices": np.array([2.0, 4.0])}
    for model, factor, copied in (
        ("Llama-3.1-8B", 4.0, False),
        ("Llama-3.1-8B", 4.1, True),
        ("DeepSeek-V3", 1.5, True),
    ):
        assert cache_is_copied(one(model=(model,)), values, factor) is copied
    assert not cache_is_copied(one(hints=frozenset({"of-weights"})), values, 4.1)
    assert not cache_is_copied(one(hints=frozenset({"of-cache"})), values, 4.1)
    assert not cache_is_copied(one(model=()), values, 4.1)


@pytest.mark.parametrize(
    ("model", "baseline", "before"),
    [
        ("Llama-3.1-8B", "", 1.0),  # it fits on one device
        ("Llama-3.1-70B", "", 8.0),  # it does not, and was cut up over the same ones; in four bits it would
        ("Llama-3.1-70B", "2 GPUs", 2.0),
        ("Llama-3.1-8B", "tensor parallelism", 8.0),
        ("Llama-3.1-8B", "TP2", 8.0),
    ],
)
def test_experts_apart_are_held_against_what_could_run(model: str, baseline: str, before: float) -> None:
    case = one(model=(model,), baseline=baseline, n_devices=8)
    old, new = spread(case)
    new = replace(new, setting=replace(new.setting, weight_bits=4.0))
    pair = experts_apart(case, case.places[0], (old, new), {"devices": np.array([8.0])})
    assert laid_out(pair, "tp", "dp") == [[before, 1.0], [1.0, 8.0]]


def test_weights_fit_on_one_device_if_its_memory_is_counted_in_gib() -> None:
    """80 GiB are 85.9 GB: 42 billion weights of 16 bits fit, and 43 do not."""
    place = one().places[0]
    for billions, bits, fits in (
        (42, 16.0, True),
        (43, 16.0, False),
        (43, 8.0, True),
        (43, np.array([8.0, 16.0]), False),
    ):
        there = replace(place, shape=replace(MIXED, total=billions * 1e9))
        side = plain_side(one(), there, ())
        assert _fits_one(there, replace(side, setting=replace(side.setting, weight_bits=bits))) is fits
        open_memory = replace(there, chip=replace(place.chip, memory=None))
        assert _fits_one(open_memory, replace(side, setting=replace(side.setting, weight_bits=bits)))


def test_attention_on_each_rank_is_held_against_cutting_everything() -> None:
    pair = attention_apart(one(), one().places[0], spread(one()), {"devices": np.array([8.0])})
    assert laid_out(pair, "tp", "dp") == [[8.0, 1.0], [1.0, 8.0]]


@pytest.mark.parametrize(
    ("baseline", "devices", "before", "after"),
    [
        ("", 4.0, [1, 1, 450e9], [1, 4, 450e9]),
        ("2 GPUs", 8.0, [2, 1, 450e9], [2, 4, 450e9]),
        ("TP16", 16.0, [16, 3, 1.5e9], [8, 2, 450e9]),  # over machines, against stages of one machine each
        ("tensor parallelism", 4.0, [4, 3, 1.5e9], [4, 1, 450e9]),
    ],
)
def test_stages_replace_devices_that_hold_all_layers(
    baseline: str, devices: float, before: list[float], after: list[float]
) -> None:
    case = one(baseline=baseline)
    old, new = spread(case)
    pair = pipelined(case, case.places[0], (replace(old, links=0.0), new), {"devices": np.array([devices])})
    assert laid_out(pair, "tp", "pp", "link") == [before, after]
    assert pair[0].links == (1.0 if before[2] == 1.5e9 else 0.0)


def test_hidden_exchanges_leave_the_floor() -> None:
    """Two all-reduces of 10 us in each of 32 layers before, and none that is waited for after."""
    case = one()
    old, new = fast_links(case, case.places[0], spread(case), {"exchange_s": np.array([10e-6])})
    assert (old.links, np.asarray(old.host_s).tolist(), new.links) == (1.0, pytest.approx([640e-6]), 0.0)


def test_the_share_of_weights_on_the_host() -> None:
    """A 4090 takes 95 % of 24 GB: of the 93.4 GB of Mixtral-8x7B a share of 0.756 stays outside."""
    assert host_axes(one(hardware=()))[0].values == (0.0, 0.05, 0.25, 0.5, 0.75, 1.0)
    big = one(technique="expert-offload", model=("Mixtral-8x7B",), hardware=("RTX 4090",), n_devices=1)
    place = big.places[0]
    stored = place.shape.total * 2
    least = 1 - 22.8e9 / stored
    assert stored == pytest.approx(93.4e9, rel=1e-3)
    assert host_axes(big)[0].values == pytest.approx(sorted((0.0, 0.05, 0.25, 0.5, 0.75, 1.0, least)))
    for there, share in (
        (replace(place, devices=2.0), 1 - 45.6e9 / stored),
        (replace(place, devices=8.0), 0.0),
        (replace(place, shape=replace(place.shape, native_bits=8.0)), 1 - 45.6e9 / stored),
        (replace(place, chip=replace(place.chip, memory=None)), 0.0),
    ):
        assert _least_on_host(there) == pytest.approx(share)


def test_experts_that_are_not_found_on_the_card_are_fetched() -> None:
    """Of what a token reads two of eight experts of 45.1 billion are 11.3, beside 1.6 of all else."""
    case = one(
        technique="expert-offload", model=("Mixtral-8x7B",), hardware=("RTX 4090",), params={"hit_rate": [0.5, 0.8]}
    )
    routed = _routed_share(case.places[0].shape)
    assert routed == pytest.approx(11.27 / 12.75, rel=0.01)
    (axis,) = host_axes(case)
    assert (axis.values, axis.stated) == (pytest.approx((0.2 * routed, 0.5 * routed)), True)
    assert _routed_share(MIXED) == 1.0
    other = replace(case.places[0], shape=MIXED)
    assert host_axes(replace(case, places=(*case.places, other)))[0].values == pytest.approx((0.2, 0.5))


@pytest.mark.parametrize(
    ("hardware", "hints", "links"),
    [
        (("RTX 4090",), frozenset(), (32e9, 32e9)),
        (("RTX 4090", "Xeon-4th-gen-SPR-48c"), frozenset(), (307e9, 307e9)),  # it works on them where they lie
        (("RTX 4090",), frozenset({"host-computes"}), (32e9, 716.8e9)),  # two sockets with eight channels of DDR5-5600
        (("GH200",), frozenset({"host-computes"}), (450e9, 716.8e9)),
    ],
)
def test_the_rate_at_which_weights_on_the_host_are_read(
    hardware: tuple[str, ...], hints: frozenset[str], links: tuple[float, float]
) -> None:
    case = one(technique="expert-offload", hardware=hardware, hints=hints)
    old, new = spread(case)
    bare = tuple(replace(side, setting=replace(side.setting, host_link=inf)) for side in (old, new))
    pair = offload(case, case.places[0], bare, {"on_host": np.array([0.5])})  # type: ignore[arg-type]
    assert tuple(side.setting.host_link for side in pair) == links
    assert (pair[0].setting.weights_on_host, np.asarray(pair[1].setting.weights_on_host).tolist()) == (1.0, [0.5])
