"""Which mechanism a technique is judged by."""

from dataclasses import replace

import pytest

from estimator import TECHNIQUES, Statement, judge
from estimator.verdicts import mechanisms


def test_every_technique_is_judged_or_says_why_not() -> None:
    assert [key for key in TECHNIQUES if key not in mechanisms.EFFECTS and key not in mechanisms.UNMODELLED] == []


def test_a_new_row_is_judged_as_the_row_with_the_same_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    new = replace(TECHNIQUES["weight-only-quantization"], key="a-new-row", aliases=("NewRow",), cased=())
    monkeypatch.setattr(mechanisms, "TECHNIQUES", {**TECHNIQUES, new.key: new})
    assert mechanisms._by_effect() == {new.key: mechanisms.EFFECTS["weight-only-quantization"]}


def test_a_constant_state_is_read_too_and_bounds_the_factor() -> None:
    """Mamba keeps 16 numbers for each of twice the width, as much as 16 tokens of a multi-head cache."""
    claim = Statement(
        technique="linear-attention-ssm", metric="memory", factor_low=20.0, factor_high=20.0, hardware=("H100",),
        model=("Llama-2-7B",), params={"context_len": 32768},
    )  # fmt: skip
    assert judge(claim).ceiling == pytest.approx(32768 / 16)
    decode = judge(replace(claim, metric="decode", factor_low=1.5, factor_high=1.5, n_devices=1))
    assert decode.after is not None
    assert (
        decode.after.bytes["kv"] >= 32 * 2 * 4096 * 16 * 2 * 2 * 0.75
    )  # three quarters of 32 layers or more, 16 bits, read and written


def test_a_model_without_a_cache_is_held_against_a_transformer_of_its_size() -> None:
    claim = Statement(
        technique="linear-attention-ssm", metric="memory", factor_low=20.0, factor_high=20.0, model=("Falcon-Mamba-7B",)
    )
    assert judge(replace(claim, params={"context_len": 1024})).ceiling == pytest.approx(
        1024 * 32 * 2 * 4096 / (64 * 8192 * 16)
    )
