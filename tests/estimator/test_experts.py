"""Mixtures of experts: how many a step touches."""

from estimator.experts import missed


def test_each_token_leaves_out_the_experts_that_it_is_not_routed_to() -> None:
    assert missed(8.0, 2.0, 1.0) == 0.75
    assert missed(8.0, 2.0, 3.0) == 0.75**3
    assert missed(8.0, 8.0, 1.0) == 0.0
