"""Stated values that cannot be, and percentages written as numbers."""

from estimator import Statement, judge
from estimator.verdicts.limits import numbers


def test_a_percentage_is_taken_as_a_share() -> None:
    assert numbers({"hit_rate": 80, "sparsity": 0.5})[0] == {"hit_rate": (0.8, 0.8), "sparsity": (0.5, 0.5)}


def test_a_range_keeps_both_ends_in_order() -> None:
    assert numbers({"batch": [64, 1]})[0] == {"batch": (1.0, 64.0)}


def test_what_cannot_be_is_left_out_and_said() -> None:
    found, notes = numbers({"batch": 0, "weight_bits": 300, "acceptance_rate": -0.2, "draft_model": "Llama-3.2-1B"})
    assert found == {}
    assert notes == [
        "batch = 0 cannot be and is left out",
        "weight_bits = 300 cannot be and is left out",
        "acceptance_rate = -0.2 cannot be and is left out",
    ]


def test_the_verdict_says_it_too() -> None:
    statement = Statement(
        technique="weight-only-quantization",
        metric="decode",
        factor_low=2,
        factor_high=2,
        hardware=("H100",),
        model=("Llama-3.1-8B",),
        params={"weight_bits": 4, "batch": 0},
    )
    assert "batch = 0 cannot be and is left out" in judge(statement).derivation
