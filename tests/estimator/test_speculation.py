"""Speculation: worked numbers, the acceptance formula, and when it does not pay."""

from dataclasses import replace

import numpy as np
import pytest

from estimator import find_model
from estimator.setting import Setting
from estimator.shape import Shape, grouped, nominal, shape_of
from estimator.speculation import (
    Draft,
    acceptance_rate,
    accepted_length,
    accepted_of_share,
    cycle,
    kernel_speedup,
    one_layer,
)

TARGET = Setting(nominal(70e9), bandwidth=3.35e12, peak=989e12)
SMALL = replace(TARGET, shape=nominal(7e9))
EXPERTS = Setting(
    Shape("MoE", 46.7e9, always=1.4e9, routed=45.1e9, experts=8, experts_per_token=2, layers=32), 2.039e12, 312e12
)


def test_a_draft_of_14_gb_and_three_accepted_tokens_give_51_tokens_a_second() -> None:
    rounds = cycle(TARGET, Draft("model", 4.0, setting=SMALL), 1.0, 1.0)
    assert rounds.draft.floor == pytest.approx(16.7e-3, abs=1e-4)
    assert rounds.seconds() / 3 == pytest.approx(19.5e-3, abs=5e-5)
    assert round(3 / rounds.seconds()) == 51
    assert rounds.break_even() == pytest.approx(1.40, abs=1e-9)


def test_a_cycle_yields_at_most_one_more_than_its_drafts() -> None:
    assert Draft("lookup", 3.0).most_accepted == 4.0
    assert Draft("layer", 5.0, tree=60.0).verified == 60.0
    assert Draft("layer", 5.0, tree=60.0).most_accepted == 6.0


@pytest.mark.parametrize(
    ("rate", "length", "expected"), [(0.0, 4, 1.0), (0.8, 4, 3.3616), (0.5, 1, 1.5), (1.0, 4, 5.0)]
)
def test_expected_tokens_of_a_cycle(rate: float, length: float, expected: float) -> None:
    assert accepted_length(rate, length) == pytest.approx(expected)
    if 0.0 < rate < 1.0:
        assert acceptance_rate(expected, length) == pytest.approx(rate, rel=1e-9)


def test_all_accepted_is_one_more_than_was_drafted_exactly() -> None:
    assert accepted_length(1.0, 4.0) == 5.0


def test_verification_touches_more_experts() -> None:
    """Mixtral on two A100: five tokens touch 76 % of the experts instead of 25 %, so 2.5 accepted tokens lose."""
    rounds = cycle(EXPERTS, Draft("lookup", 4.0), 1.0, 0.0)
    assert rounds.verify.weights / rounds.plain.weights == pytest.approx(2.8, abs=0.05)
    assert rounds.speedup(2.5) < 1.0


def test_speculation_loses_where_verification_is_bound_by_compute() -> None:
    rounds = cycle(TARGET, Draft("model", 4.0, setting=SMALL), np.array([1.0, 512.0]), 1.0)
    assert rounds.speedup(3.0)[0] > 2.0
    assert rounds.speedup(3.0)[1] < 1.0


def test_one_layer_of_a_model_costs_its_share() -> None:
    shape = Shape("80 layers", 70e9, always=70e9, head=1e9, layers=80, attention=(grouped(80, 64, 8, 128),))
    rounds = cycle(replace(TARGET, shape=shape), Draft("layer", 3.0, head=False), 1.0, 4096.0)
    assert rounds.draft.weights == pytest.approx(3 * 2 * 69e9 / 80)
    assert rounds.draft.kv == pytest.approx(3 * rounds.plain.kv / 80)
    assert rounds.draft.layers == 3


def test_free_drafts_cost_nothing() -> None:
    assert cycle(TARGET, Draft("lookup", 8.0), 1.0, 1.0).draft.floor == 0.0


def test_parallel_drafts_cost_one_step() -> None:
    rounds = cycle(TARGET, Draft("parallel", 8.0, setting=SMALL), 1.0, 1.0)
    assert rounds.draft.weights == 14e9
    assert rounds.draft.flops == 2 * 7e9 * 8


def test_a_kernel_5_92_times_faster_gives_1_13_end_to_end_at_its_share() -> None:
    assert kernel_speedup(5.92, 0.1385) == pytest.approx(1.13, abs=0.005)
    assert kernel_speedup(6.0, 0.12) == pytest.approx(1.111, abs=0.001)


def test_a_share_of_all_drafted_tokens_is_more_than_a_chance_of_each_next_one() -> None:
    """141 of 204 drafted tokens in 68 cycles of three, accepted 89.7, 67.6 and 50 % of the time: 1 + 141/68 = 3.07."""
    assert accepted_of_share(141 / 204, 3.0) == pytest.approx(1 + 0.897 + 0.676 + 0.5, abs=1e-3)
    assert accepted_length(141 / 204, 3.0) == pytest.approx(2.499, abs=1e-3)
    assert accepted_of_share(0.85, 1.0) == pytest.approx(accepted_length(0.85, 1.0)) == pytest.approx(1.85)
    assert accepted_of_share(1.0, 5.0) == 6.0


def test_one_layer_of_a_model_of_which_it_is_open_how_many_layers_attend_attends_if_any_does() -> None:
    shape = find_model("Llama-3.1-8B")
    (group,) = shape_of(shape).attention
    some = replace(shape_of(shape), attention=(replace(group, layers=np.array([0.0, 8.0, 32.0])),))
    assert np.asarray(one_layer(some).attention[0].layers).tolist() == [0.0, 1.0, 1.0]
