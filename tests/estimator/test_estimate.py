"""The front door: what an estimate says beside its times, and how points and grids are worked off."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from estimator import BadValue, estimate
from estimator.estimate import BLOCK, _cut, answer
from estimator.step import plan

LLAMA = ("Llama-3.1-8B", "H100")


def test_what_is_not_said_is_one_sequence_without_a_past() -> None:
    plain = estimate(*LLAMA)
    assert (plain.batch, plain.context, plain.q, plain.cached, plain.phase) == (1.0, 0.0, 1.0, 0.0, "decode")
    assert plain.t_floor_s == pytest.approx(2 * 7.505e9 / 3.35e12)
    prompt = estimate(*LLAMA, context=100, phase="prefill")
    assert prompt.t_floor_s == estimate(*LLAMA, batch=1, context=100, cached=0, phase="prefill").t_floor_s


@pytest.mark.parametrize(
    ("model", "chip", "stated", "limiter"),
    [
        (*LLAMA, {"context": 1000}, "HBM"),
        (*LLAMA, {"batch": 4096}, "compute"),
        (*LLAMA, {"batch": [1, 4096]}, ["HBM", "compute"]),
        ("Llama-3.1-8B", "Tensor G3", {"batch": 4096}, "HBM"),  # a chip without a peak
        ("Mixtral-8x7B", "RTX 4090", {"weight_bits": 16, "engine": "KTransformers"}, "HBM"),  # the floor knows no host
    ],
)  # fmt: skip
def test_what_the_floor_rests_on(model: str, chip: str, stated: dict[str, Any], limiter: Any) -> None:
    found = estimate(model, chip, **stated).limiter
    assert (found if isinstance(found, str) else found.tolist()) == limiter


def test_a_host_link_limits_where_it_takes_longest() -> None:
    """A model that is read from the host at 64 GB/s: 15 GB take 234 ms, where memory takes 4.5; a batch of 10^6 computes."""
    run = estimate(*LLAMA).run
    away = replace(run.setting, weights_on_host=1.0)
    assert answer(replace(run, setting=away, steps=plan(away)), [1, 1_000_000], 0).limiter.tolist() == [
        "link",
        "compute",
    ]


def test_the_largest_batch_of_all_replicas() -> None:
    """Beside 16.06 GB of weights 63.94 hold 487 times 1,000 tokens of 131,072 bytes; four devices hold four times as many."""
    one, four = estimate(*LLAMA, context=1000), estimate(*LLAMA, context=1000, devices=4, tp=1)
    full = four.at_largest_batch()
    assert full is not None
    assert (one.capacity.batch, full.batch) == (487, 4 * 487)
    assert full.t_floor_s == pytest.approx((2 * 7.505e9 + 487 * 131_072_000) / 3.35e12)
    assert estimate("Llama-3.1-70B", "H100", context=1000, weight_bits=16).at_largest_batch() is None  # nothing fits
    assert estimate(*LLAMA, context=[1000, 2000]).at_largest_batch() is None


@pytest.mark.parametrize(
    ("batch", "devices", "fits", "said"),
    [
        (487, 1, True, False),
        (488, 1, True, True),  # (80 x 1.0737 - 16.06) / 0.131 = 532 if the 80 GB were GiB
        (532, 1, True, True),
        (533, 1, False, False),
        (1948, 4, True, False),
        (1949, 4, True, True),
        (2128, 4, True, True),
        (2129, 4, False, False),
    ],
)
def test_a_count_between_two_units_of_memory_is_said(batch: int, devices: int, fits: bool, said: bool) -> None:
    found = estimate(*LLAMA, batch=batch, context=1000, devices=devices, tp=1)
    assert found.fits is fits
    assert ("fits only if the memory's GB are GiB" in found.notes) is said


def test_notes_on_units_are_for_single_points_of_chips_whose_memory_is_known() -> None:
    assert "fits only if the memory's GB are GiB" not in estimate(*LLAMA, batch=[500], context=1000).notes
    assert estimate(*LLAMA, batch=[487, 533], context=1000).fits.tolist() == [True, False]


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ({"batch": 0}, "batch = 0"),
        ({"batch": math.inf}, "batch = inf"),
        ({"batch": [1, 0]}, "batch = 0.0"),
        ({"batch": [2, -1, 3]}, "batch = -1.0"),
        ({"q": [1, 0]}, "q = 0.0"),
        ({"context": -1}, "context = -1"),
        ({"context": math.nan}, "context = nan"),
        ({"context": [0, 5, math.nan]}, "context = nan"),
        ({"context": [0, math.inf]}, "context = inf"),
        ({"phase": "prefill"}, "context = 0"),
        ({"phase": "prefill", "context": 10, "cached": 10}, "context = 10"),
        ({"phase": "prefill", "context": [10, 0]}, "context = "),
        ({"phase": "prefill", "context": [10, 20], "cached": 10}, "context = "),
        ({"phase": "dreaming"}, "phase = 'dreaming'"),
    ],
)
def test_a_number_that_cannot_be_is_named(stated: dict[str, Any], said: str) -> None:
    with pytest.raises(BadValue, match=said):
        estimate(*LLAMA, **stated)


def test_a_prompt_may_be_a_single_token_and_a_cache_empty() -> None:
    assert estimate(*LLAMA, context=0.5, phase="prefill").t_floor_s > 0
    assert estimate(*LLAMA, context=[0.0, 0.5]).t_floor_s.tolist() == [
        estimate(*LLAMA, context=context).t_floor_s for context in (0.0, 0.5)
    ]


@pytest.mark.parametrize(
    ("shape", "axis", "rows"),
    [((1 << 20,), 0, BLOCK), ((3, 100_000), 1, 5461), ((100_000, 3), 0, 5461), ((1, 1 << 15, 1 << 15), 1, 1)],
)
def test_a_grid_is_cut_along_its_longest_axis(shape: tuple[int, ...], axis: int, rows: int) -> None:
    assert _cut(shape) == (axis, rows)


def test_a_point_and_a_grid_have_the_shape_that_was_asked_for() -> None:
    assert isinstance(estimate(*LLAMA, batch=2).t_floor_s, float)
    assert np.shape(estimate(*LLAMA, batch=[1, 2], context=[[1], [2], [3]]).t_floor_s) == (3, 2)


def test_one_sequence_may_be_the_largest_batch() -> None:
    """400,000 tokens of 131,072 bytes are 52.4 GB, and 64 are left beside the weights."""
    full = estimate("Llama-3.1-8B", "H100", context=400_000).at_largest_batch()
    assert full is not None
    assert full.batch == 1.0


@pytest.mark.parametrize(
    ("model", "chip", "context"),
    [("Llama-3.1-70B", "H100", 1000), ("Llama-3.1-8B", "EPYC 9654", 1000), ("Llama-3.1-8B", "H100", [1000, 2000])],
    ids=["nothing fits", "anything fits", "several points"],
)
def test_there_is_no_largest_batch(model: str, chip: str, context: Any) -> None:
    assert estimate(model, chip, context=context, weight_bits=16).at_largest_batch() is None


def test_nothing_of_a_prompt_is_cached_until_it_is_said() -> None:
    run = estimate(*LLAMA).run
    assert answer(run, 1, 512, phase="prefill").cached == 0.0


def test_every_prompt_has_a_token() -> None:
    with pytest.raises(BadValue, match="the prompt's length, above 0"):
        estimate("Llama-3.1-8B", "H100", phase="prefill", context=[0, 512])
