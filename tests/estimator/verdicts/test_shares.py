"""What each of several optimisations contributes."""

from typing import cast

import numpy as np
import pytest

from estimator import Statement, judge
from estimator.verdicts.case import read
from estimator.verdicts.compare import Region, effects_of
from estimator.verdicts.shares import attribution


def test_shares_of_two_mechanisms_multiply_to_the_whole() -> None:
    both = Statement(
        technique="eagle",
        also=("weight-only-quantization",),
        metric="decode",
        factor_low=6.5,
        factor_high=6.5,
        hardware=("RTX 4090",),
        n_devices=1,
        model=("Llama-2-7B",),
        params={"weight_bits": 4, "batch": 1, "context_len": 512, "draft_len": 4, "acceptance_len": 3.5},
    )
    swapped = Statement(
        technique="weight-only-quantization",
        also=("eagle",),
        metric="decode",
        factor_low=6.5,
        factor_high=6.5,
        hardware=("RTX 4090",),
        n_devices=1,
        model=("Llama-2-7B",),
        params=both.params,
    )
    one, two = judge(both), judge(swapped)
    assert one.expected is not None
    assert np.prod(list(one.attribution.values())) == pytest.approx(
        np.sqrt(one.expected[0] * one.expected[1]), rel=0.05
    )
    assert one.attribution == pytest.approx(two.attribution)
    assert 2.0 < one.attribution["eagle"] < 3.5
    assert 2.3 < one.attribution["weight-only-quantization"] < 3.7


def test_shares_are_told_of_four_mechanisms_at_most() -> None:
    """Five have 120 orders, and what each adds is then no more than a guess."""
    five = ("weight-only-quantization", "kv-cache-quantization", "eagle", "paged-kv-cache", "tensor-parallelism")
    case = read(Statement(technique=five[0], also=five[1:]))
    assert len(effects_of(case)) == 5
    assert attribution(case, cast("Region", None)) == {}
