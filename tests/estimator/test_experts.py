"""Mixtures of experts: how many a step touches."""

import numpy as np
import pytest

from estimator.experts import missed, missed_at_most


def test_each_token_leaves_out_the_experts_that_it_is_not_routed_to() -> None:
    assert missed(8.0, 2.0, 1.0) == 0.75
    assert missed(8.0, 2.0, 3.0) == 0.75**3
    assert missed(8.0, 8.0, 1.0) == 0.0


def test_skew_leaves_out_more_of_them_but_not_for_one_token_nor_for_very_many() -> None:
    tokens = np.array([1.0, 2.0, 8.0, 64.0, 4096.0])
    even, skewed = missed(128.0, 8.0, tokens), missed_at_most(128.0, 8.0, tokens)
    assert skewed[0] == pytest.approx(even[0])
    assert (skewed[1:4] > even[1:4]).all()
    assert skewed[4] == pytest.approx(0.0, abs=1e-6)
    assert (np.diff(skewed) < 0.0).all()


@pytest.mark.parametrize(("experts", "per_token"), [(8.0, 2.0), (8.0, 8.0), (16.0, 1.0), (256.0, 8.0)])
def test_every_token_takes_as_many_experts_however_skewed(experts: float, per_token: float) -> None:
    assert missed_at_most(experts, per_token, 1.0) == pytest.approx(1.0 - per_token / experts)
    for tokens in (2.0, 16.0, 512.0):
        assert missed(experts, per_token, tokens) - 1e-12 <= missed_at_most(experts, per_token, tokens)
        assert missed_at_most(experts, per_token, tokens) <= 1.0 - per_token / experts
