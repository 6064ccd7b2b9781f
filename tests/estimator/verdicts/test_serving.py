"""Attention traffic, wasted memory, idle places and prompts: what engines did before, by what the baseline's name says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from estimator import Statement
from estimator.shape import Attention, grouped
from estimator.verdicts.case import Case, read
from estimator.verdicts.compare import choices_of, effects_of, plain_side
from estimator.verdicts.effects import Pair
from estimator.verdicts.serving import batching_ratio, io_aware, one_at_a_time, paged_ratio, stored_axes


def one(technique: str, **more: Any) -> Case:
    fields: dict[str, Any] = {"metric": "throughput", "model": ("Llama-3.1-8B",), "hardware": ("H100",), "n_devices": 1}
    return read(Statement(technique=technique, **fields | more))


def pair_of(case: Case, attention: tuple[Attention, ...] | None = None) -> tuple[Case, Pair]:
    """Both sides before any technique, told apart by the share of a plain network's bytes."""
    place = case.places[0]
    if attention is not None:
        place = replace(place, shape=replace(place.shape, attention=attention))
    side = plain_side(case, place, ())
    return replace(case, places=(place,)), (replace(side, network=0.3), replace(side, network=0.5))


def applied(case: Case) -> Pair:
    case, pair = pair_of(case)
    ((_, effect),) = effects_of(case)
    return effect.apply(case, case.places[0], pair, choices_of(case, [effect]).values)


@pytest.mark.parametrize(
    ("attention", "baseline", "hints", "kv_seconds", "passes"),
    [
        # scores of 16 heads pass four times in 2 bytes beside a cache of 8 heads with 100 elements: 128 / 1,600
        ((grouped(10, 16, 8, 50),), "", frozenset(), 1.08, 1.0),
        ((grouped(10, 16, 8, 50),), "", frozenset({"many-passes"}), 1.08, 3.0),
        ((grouped(10, 16, 8, 50),), "HF Transformers", frozenset(), 5.08, 1.0),  # and is written and read twice as wide
        ((grouped(10, 16, 16, 50),), "HF Transformers", frozenset(), 1.04, 1.0),
        ((replace(grouped(10, 16, 8, 50), latent=True),), "HF Transformers", frozenset(), 1.08, 1.0),
        ((), "", frozenset(), 1.0, 1.0),
        ((), "", frozenset({"many-passes"}), 1.0, 3.0),
    ],
)
def test_attention_that_writes_its_scores(
    attention: tuple[Attention, ...], baseline: str, hints: frozenset[str], kv_seconds: float, passes: float
) -> None:
    case, pair = pair_of(one("io-aware-attention", baseline=baseline, hints=hints), attention)
    before, after = io_aware(case, case.places[0], pair, {})
    assert (before.fused, before.passes, before.kv_seconds) == (False, passes, pytest.approx(kv_seconds))
    assert (after.fused, after.kv_seconds) == (True, 1.0)


@pytest.mark.parametrize(
    ("baseline", "waste", "useful", "ratio"),
    [
        ("", [0.3, 0.5, 0.618, 0.796], 1.0, [0.96 / 0.7, 0.96 / 0.5, 0.96 / 0.382, 0.96 / 0.204]),
        ("HF Transformers", [0.3, 0.5, 0.618, 0.796], 0.2, [0.96 / 0.7, 0.96 / 0.5, 0.96 / 0.382, 0.96 / 0.204]),
        ("vLLM", [0.04], 1.0, [1.0] * 4),  # it pages, too
        ("vLLM without paging", [0.3, 0.5, 0.618, 0.796], 1.0, [0.96 / 0.7, 0.96 / 0.5, 0.96 / 0.382, 0.96 / 0.204]),
    ],
)
def test_pages_replace_what_the_old_engine_reserved(
    baseline: str, waste: list[float], useful: float, ratio: list[float]
) -> None:
    case = one("paged-kv-cache", baseline=baseline)
    before, after = applied(case)
    assert (np.ravel(before.waste).tolist(), before.useful, after.waste, after.useful) == (waste, useful, 0.04, 1.0)
    ((_, effect),) = effects_of(case)
    assert paged_ratio(case, choices_of(case, [effect]).values).tolist() == pytest.approx(ratio)


STATIC = [40.0, 20.0, 10.0, 5.0, 10 / 3, 2.0, 10 / 7]


@pytest.mark.parametrize(
    ("baseline", "params", "ratio", "batch", "useful"),
    [
        ("", {}, STATIC, None, 0.7),
        ("TGI", {}, [1.0] * 7, None, 1.0),  # it batches continuously itself
        ("TGI, static batches", {}, STATIC, None, 0.7),
        ("one request at a time", {}, [512.0] * 7, 1.0, 1.0),  # as many as are ever tried
        ("one request at a time", {"batch": 8}, [8.0] * 7, 1.0, 1.0),
        ("8 concurrent chats", {"batch": 64}, [8.0] * 7, None, 1.0),  # both batches are full
        ("batch 16", {"batch": 64}, [4.0] * 7, None, 1.0),
        ("batch 64", {"batch": 64}, STATIC, None, 0.7),  # no fewer than now
        ("batch 1", {"batch": 8}, [8.0] * 7, 1.0, 1.0),  # one after the other
        ("batch 16", {}, STATIC, None, 0.7),
        ("batch 16 with static batching", {"batch": 64}, STATIC, None, 0.7),
    ],
)
def test_places_of_a_batch_that_wait(
    baseline: str, params: dict[str, Any], ratio: list[float], batch: float | None, useful: float
) -> None:
    case = one("continuous-batching", baseline=baseline, params=params)
    ((_, effect),) = effects_of(case)
    assert batching_ratio(case, choices_of(case, [effect]).values).tolist() == pytest.approx(ratio)
    before, after = applied(case)
    assert (before.batch, float(np.max(before.useful)), before.network) == (batch, useful, 0.3)
    assert (after.batch, after.useful, after.network) == (None, 1.0, 0.5)


def test_what_was_stored_to_be_read_back_was_stored_nearly_whole() -> None:
    (axis,) = stored_axes(one("kv-offload", metric="ttft", baseline="recomputing the prompt"))
    assert axis.values == (0.5, 0.7, 0.9, 0.95, 0.99)


def test_a_cache_that_is_read_back_crosses_the_host_link() -> None:
    before, after = applied(one("kv-offload", metric="ttft", params={"hit_rate": 0.9}))
    assert (before.setting.kv_on_host, after.setting.kv_on_host, after.setting.host_link) == (0.0, 1.0, 64e9)
    assert (before.hit, np.ravel(after.hit).tolist()) == (0.0, [0.9])


def test_a_model_that_unmasks_a_block_computed_its_whole_sequence_before() -> None:
    before, after = applied(one("prefix-caching", model=("LLaDA-8B",)))
    assert sorted(set(np.ravel(before.verified).tolist())) == [256, 512, 1024, 2048]
    assert sorted(set(np.ravel(after.verified).tolist())) == [4, 8, 16, 32, 64]


@pytest.mark.parametrize(
    ("baseline", "found"),
    [
        ("sequential requests", True), ("no batching", True), ("HF without batching", True), ("one at a time", True),
        ("one request at a time", True), ("batch size 1", True), ("static batching", False), ("", False),
    ],
)  # fmt: skip
def test_a_baseline_may_serve_requests_one_after_the_other(baseline: str, found: bool) -> None:
    assert one_at_a_time(one("continuous-batching", baseline=baseline)) is found


@pytest.mark.parametrize(
    ("baseline", "ratio"),
    [
        ("HF Transformers", 2.0),
        ("FasterTransformer", 2.0),
        ("", 2.0),
        ("TGI", 1.0),
        ("vLLM", 1.0),
        ("TGI, static", 2.0),
    ],
)
def test_engines_that_batch_by_themselves_gain_nothing_by_it(baseline: str, ratio: float) -> None:
    """Half of a static batch's places hold a request that is not finished."""
    case = one("continuous-batching", baseline=baseline)
    assert np.asarray(batching_ratio(case, {"useful": np.array([0.5])})).tolist() == [ratio]
