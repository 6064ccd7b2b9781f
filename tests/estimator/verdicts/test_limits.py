"""Stated values that cannot be, and percentages written as numbers."""

import pytest

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


@pytest.mark.parametrize("name", ["sparsity", "hit_rate", "acceptance_rate", "time_share"])
def test_no_share_is_more_than_all(name: str) -> None:
    assert numbers({name: 105})[0] == {}
    assert numbers({name: 100})[0][name][0] >= 0.999


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


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("weight_bits", 1, 32),
        ("group_size", 4, 1e6),
        ("batch", 1, 100_000),
        ("window", 1, 3e7),
        ("draft_len", 1, 256),
        ("tokens_per_step", 1, 4096),
        ("tree_size", 1, 65_536),
        ("draft_params_b", 1e-3, 1e4),
        ("n_heads", 1, 1024),
        ("kv_lora_rank", 1, 65_536),
        ("kernel_factor", 1e-2, 1e4),
        ("tp", 1, 16_384),
        ("pp", 1, 16_384),
        ("ep", 1, 16_384),
        ("dp", 1, 16_384),
        ("weight_bits_before", 1, 32),
        ("kv_bits", 1, 32),
        ("kv_bits_before", 1, 32),
        ("act_bits", 1, 32),
        ("comm_bits", 1, 32),
        ("acceptance_len", 1, 256),
        ("n_kv_heads", 1, 1024),
        ("block_size", 1, 65_536),
        ("input_len", 1, 3e7),
        ("output_len", 1, 3e7),
        ("context_len", 1, 3e7),
    ],
)
def test_the_ends_can_be_and_what_lies_beyond_cannot(name: str, low: float, high: float) -> None:
    assert numbers({name: [low, high]})[0] == {name: (low, high)}
    assert numbers({name: low * 0.99})[0] == {}
    assert numbers({name: high * 1.01})[0] == {}


@pytest.mark.parametrize(
    ("value", "share"),
    [(1, 0.999), (1.0, 0.999), (1.5, 0.015), (80, 0.8), (100, 0.999), (0.8, 0.8), (101, None), (0, 0.0), (-0.1, None)],
)
def test_a_share_may_be_written_as_a_percentage(value: float, share: float | None) -> None:
    found = numbers({"hit_rate": value})[0]
    assert found == ({} if share is None else {"hit_rate": (share, share)})


def test_little_more_than_one_is_a_percentage_and_nothing_is_all() -> None:
    assert numbers({"sparsity": 1.05})[0] == {"sparsity": (0.0105, 0.0105)}
    assert numbers({"sparsity": [0.5, 100]})[0] == {"sparsity": (0.5, 0.999)}


def test_a_range_with_an_end_that_cannot_be_is_left_out() -> None:
    for ends in ([0, 8], [8, 1e6]):
        assert numbers({"batch": ends})[0] == {}


def test_all_of_it_may_be_accepted_or_taken() -> None:
    assert numbers({"acceptance_rate": 100, "time_share": 1.0})[0] == {
        "acceptance_rate": (1.0, 1.0),
        "time_share": (1.0, 1.0),
    }
