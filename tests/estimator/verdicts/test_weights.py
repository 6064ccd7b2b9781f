"""Rows that a token's activations leave at zero: one token's, a batch's, a prompt's, and what has to be stored."""

import pytest

from estimator import Quantity, Statement, estimate, judge
from estimator.whatif import compare


@pytest.mark.parametrize(
    ("batch", "ratio"),
    [
        (1, 9.61),  # 15.01 GB of weights beside 0.067 of cache: 15.08 / 1.57
        (2, 5.07),  # 1 - 0.9^2 = 19 %: 15.14 / 2.99; each at 512 tokens of context
        (64, 1.0009),  # 1 - 0.9^64 = 99.88 %: 19.305 / 19.288
    ],
)
def test_a_batch_reads_the_union_of_the_rows_that_its_tokens_need(batch: int, ratio: float) -> None:
    answer = estimate("Llama-3.1-8B", "H100", batch=batch, context=512)
    (row,) = compare(answer, ["activation-sparsity:sparsity=0.9"])
    assert row["floor_ratio"] == pytest.approx(ratio, rel=2e-3)


def test_a_prompt_gains_only_where_its_tokens_leave_out_the_same_rows() -> None:
    statement = Statement(
        technique="activation-sparsity", metric="prefill", factor_low=5.0, factor_high=5.0, hardware=("H100",),
        model=("Llama-3.1-8B",), params={"sparsity": 0.9, "input_len": 4096.0},
    )  # fmt: skip
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert verdict.expected == pytest.approx((1.0, 1.0), abs=1e-3)
    assert "tokens of a batch or a prompt that leave the same rows at zero" in verdict.requires


def test_rows_that_are_seldom_read_are_stored_all_the_same() -> None:
    """OPT-175B in four bits: 90 GB, of which 24 fit on the card; that the fifth that is read always lies there is a condition."""
    statement = Statement(
        kind="measurement", technique="activation-sparsity", metric="decode", absolute=Quantity(40.0, "tokens/s"),
        hardware=("RTX-4090",), n_devices=1, model=("OPT-175B",), params={"weight_bits": 4.0},
    )  # fmt: skip
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert "does not fit in the 24 GB" in verdict.reason
