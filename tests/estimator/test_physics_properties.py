"""What must hold for every model, chip and setting, tried on many."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estimator import HARDWARE, MODELS, Estimate, EstimatorError, estimate
from estimator.setting import Setting
from estimator.shape import nominal, shape_of
from estimator.step import decode
from estimator.units import GB, GIB, TERA

models = st.sampled_from(sorted(MODELS))
chips = st.sampled_from(sorted(HARDWARE))
# Where no 16-bit peak is known, the floor in 16 bit is memory's alone, and may lie below that of a narrower type whose peak is.
known_chips = st.sampled_from(sorted(name for name, row in HARDWARE.items() if row.fp16 is not None))
batches = st.integers(1, 512)
contexts = st.integers(0, 131_072)
engines = st.sampled_from(["", "vLLM", "llama.cpp", "Transformers", "gpt-fast"])


@given(models, known_chips, batches, contexts, st.floats(1.0, 31.0), st.floats(0.1, 1.0))
def test_fewer_bits_never_raise_the_floor(
    model: str, chip: str, batch: int, context: int, bits: float, less: float
) -> None:
    def floor(weight: float, kv: float) -> float:
        answer = estimate(model, chip, batch=batch, context=context, weight_bits=weight, kv_bits=kv, act_bits=None)
        return float(answer.t_floor_s)

    narrow = max(1.0, bits * less)
    assert floor(narrow, 16.0) <= floor(bits, 16.0)
    assert floor(bits, narrow) <= floor(bits, bits)


@given(models, st.floats(1e11, 1e13), st.floats(1.0, 4.0), batches, contexts)
def test_more_bandwidth_never_slows(model: str, bandwidth: float, more: float, batch: int, context: int) -> None:
    shape = shape_of(MODELS[model])
    slow = decode(Setting(shape, bandwidth, 1e15), float(batch), float(context))
    fast = decode(Setting(shape, bandwidth * more, 1e15), float(batch), float(context))
    assert fast.floor <= slow.floor


@given(st.floats(1e8, 1e12), st.floats(1e11, 1e13), st.floats(1e13, 1e16))
def test_a_huge_batch_is_bound_by_compute(params: float, bandwidth: float, peak: float) -> None:
    cost = decode(Setting(nominal(params), bandwidth, peak), 1e9, 0.0)
    assert cost.floor == cost.compute_s


@given(models, chips, batches, contexts, engines)
def test_expected_is_never_under_the_floor_nor_rates_above_the_ceiling(
    model: str, chip: str, batch: int, context: int, engine: str
) -> None:
    answer = estimate(model, chip, batch=batch, context=context, engine=engine)
    low, high = answer.t_expected_s
    assert 0 < answer.t_floor_s <= low <= high
    assert batch / low <= float(answer.tokens_per_s_ceiling) * (1 + 1e-12)


def same_bits(one: Estimate, grid: Estimate, at: tuple[int, ...]) -> None:
    for name in ("t_floor_s", "low", "high", "tokens_per_s_ceiling", "flops"):
        assert getattr(one, name) == np.broadcast_to(getattr(grid, name), np.shape(grid.t_floor_s))[at], name
    for term, value in one.bytes.items():
        assert value == np.broadcast_to(grid.bytes[term], np.shape(grid.t_floor_s))[at], term


@given(models, chips, st.lists(batches, min_size=1, max_size=9), st.lists(contexts, min_size=1, max_size=9), engines)
def test_scalars_and_arrays_agree_to_the_last_bit(
    model: str, chip: str, batch: list[int], context: list[int], engine: str
) -> None:
    grid = estimate(model, chip, batch=np.array(batch)[:, None], context=np.array(context), engine=engine)
    for i in {0, len(batch) - 1}:
        for j in {0, len(context) - 1}:
            same_bits(estimate(model, chip, batch=batch[i], context=context[j], engine=engine), grid, (i, j))


@settings(max_examples=5)
@given(st.sampled_from(["DeepSeek-V3", "Llama-3.1-70B", "gpt-oss-120b", "gemma-3-27B"]), st.integers(0, 10_000))
def test_a_grid_worked_off_in_blocks_has_the_same_bits(model: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    batch, context = rng.integers(1, 512, 300), rng.integers(0, 100_000, 200)
    grid = estimate(model, "8xH100", batch=batch[:, None], context=context, q=3)
    for i, j in ((0, 0), (299, 199), (150, 77)):
        same_bits(estimate(model, "8xH100", batch=batch[i], context=context[j], q=3), grid, (i, j))


@given(st.floats(0.001, 1e6))
def test_units_round_trip(value: float) -> None:
    for unit in (GB, GIB, TERA):
        assert value * unit / unit == pytest.approx(value, rel=1e-15)


@given(st.text(max_size=12), st.text(max_size=12), st.floats(), st.floats(), st.floats())
def test_nonsense_is_one_line(model: str, chip: str, batch: float, context: float, bits: float) -> None:
    try:
        said = str(estimate(model, chip, batch=batch, context=context, weight_bits=bits).t_floor_s)
    except EstimatorError as error:
        said = str(error)
    assert said
    assert "\n" not in said
