"""The verdicts that the project's own description promises."""

from dataclasses import replace

import pytest

from estimator import Quantity, Statement, judge

INT4_ON_TWO = Statement(
    technique="weight-only-quantization",
    metric="decode",
    factor_low=9.0,
    factor_high=9.0,
    hardware=("H100",),
    n_devices=2,
    model=("Llama-2-70B",),
    params={"weight_bits": 4, "batch": 1},
)


def test_four_bits_do_not_give_nine_times() -> None:
    verdict = judge(INT4_ON_TWO)
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(3.87, rel=0.01)
    assert "1.8 bits" in verdict.reason or "1.7 bits" in verdict.reason


def test_the_same_with_an_ordinary_factor_is_plausible() -> None:
    assert judge(replace(INT4_ON_TWO, factor_low=2.5, factor_high=2.5)).verdict == "plausible"


def test_a_baseline_that_does_not_fit_is_said() -> None:
    verdict = judge(replace(INT4_ON_TWO, factor_low=2.5, factor_high=2.5, n_devices=1))
    assert verdict.verdict == "conditional"
    assert "does not fit" in verdict.reason


def test_speculation_says_which_acceptance_it_needs() -> None:
    statement = Statement(
        technique="speculative-decoding",
        metric="decode",
        factor_low=2.5,
        factor_high=2.5,
        hardware=("H100",),
        n_devices=2,
        model=("Llama-2-70B",),
        params={"batch": 1},
    )
    verdict = judge(statement)
    assert verdict.verdict in ("plausible", "conditional")
    assert verdict.inverse["acceptance_len"][0] == pytest.approx(2.6, abs=0.2)


def test_a_rate_above_the_roof_is_implausible() -> None:
    statement = Statement(
        kind="measurement",
        metric="decode",
        absolute=Quantity(60.0, "tokens/s"),
        hardware=("MI300X",),
        n_devices=1,
        model=("Llama-3.1-70B",),
        params={"weight_bits": 16, "batch": 1},
    )
    verdict = judge(statement)
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(38.1, rel=0.01)
    assert verdict.limiter == ("", "HBM")
