"""Slopes: what more tokens of context add to a step is the reading of their keys and values."""

from dataclasses import replace

import pytest

from estimator import Quantity, Statement, judge

MORE = Statement(
    kind="measurement",
    metric="decode",
    absolute=Quantity(0.05, "ms/token"),
    hardware=("H100",),
    n_devices=1,
    model=("Llama-3.1-8B",),
    params={"context_len": 1024},
    hints=frozenset({"slope"}),
)


def test_a_thousand_tokens_more_take_what_reading_their_cache_takes() -> None:
    """32 layers x 2 x 8 heads x 128 x 2 bytes are 131,072 bytes a token: 134 MB at 3,350 GB/s, 40 us."""
    verdict = judge(MORE)
    assert (verdict.verdict, verdict.limiter) == ("plausible", ("", "HBM"))
    assert verdict.ceiling == pytest.approx(0.04006, abs=1e-5)
    assert verdict.ceiling_unit == "ms, smallest possible"


@pytest.mark.parametrize(
    ("ms", "word"), [(0.03, "implausible"), (0.037, "plausible"), (0.16, "plausible"), (0.2, "conditional")]
)
def test_less_than_the_reading_cannot_be_and_much_more_is_a_slow_kernel(ms: float, word: str) -> None:
    assert judge(replace(MORE, absolute=Quantity(ms, "ms/token"))).verdict == word


def test_a_batch_reads_as_many_caches() -> None:
    verdict = judge(replace(MORE, params={"context_len": 1024, "batch": 8}))
    assert (verdict.verdict, round(verdict.ceiling or 0.0, 3)) == ("implausible", 0.321)
    assert judge(replace(MORE, params={"context_len": 1024, "batch": [1, 8]})).ceiling == pytest.approx(
        0.04006, abs=1e-5
    )


def test_without_a_number_of_tokens_a_slope_cannot_be_checked() -> None:
    assert judge(replace(MORE, params={})).verdict == "unverifiable"
    assert judge(replace(MORE, hints=frozenset())).verdict == "implausible"  # as the time of a whole step


def test_a_slope_falls_as_far_as_the_bytes_of_the_cache() -> None:
    """Half the bytes are half the slope, although the step reads 15 GB of weights besides."""
    half = replace(MORE, kind="claim", technique="kv-cache-quantization", absolute=None, params={"kv_bits": 8})
    half = replace(half, factor_low=1.9, factor_high=1.9)
    assert judge(half).verdict == "plausible"
    assert judge(replace(half, factor_low=2.5, factor_high=2.5)).verdict == "implausible"


def test_everything_that_is_said_of_a_slope() -> None:
    """134,217,728 bytes at 3,350 GB/s are 40.065 us, and four times that at a quarter of the rate; 40 of 200 us are 20 %."""
    verdict = judge(
        replace(
            MORE,
            absolute=Quantity(0.2, "ms/token"),
            formats={"weight_bits": "Q8_0"},
            params={"context_len": 1024, "weight_bits": 8},
        )
    )
    assert verdict.reason == (
        "Conditional: 1K more tokens of Llama-3.1-8B are 134 MB of cache, which H100-SXM-80GB reads in 40.1 us at least, and "
        "200 us are claimed for them."
    )
    assert verdict.requires == ("attention that reads the cache at 20 % of the memory's rate",)
    assert verdict.expected == (pytest.approx(0.0400650, abs=1e-7), pytest.approx(0.1602600, abs=1e-7))
    assert verdict.ceiling == pytest.approx(0.0400650, abs=1e-7)
    assert verdict.ask == ("At which batch size?",)
    assert verdict.inputs["context_len"] == (1024.0, "stated")
    assert [note.split(":")[0] for note in verdict.derivation] == ["Q8_0"]


def test_a_usual_slope_asks_for_nothing() -> None:
    assert judge(MORE).requires == ()


def test_two_devices_read_half_each() -> None:
    verdict = judge(replace(MORE, n_devices=2))
    assert verdict.ceiling == pytest.approx(0.0200325, abs=1e-7)
    assert "are 67.1 MB of cache on each of 2 devices, which" in verdict.reason


def test_a_single_token_more_is_a_slope() -> None:
    """131,072 bytes at 3,350 GB/s."""
    assert judge(replace(MORE, params={"context_len": 1})).ceiling == pytest.approx(3.91260e-5, rel=1e-5)
    assert judge(replace(MORE, params={"context_len": 0})).verdict == "unverifiable"


def test_what_is_unknown_of_a_slope_is_asked() -> None:
    verdict = judge(replace(MORE, params={}))
    assert verdict.ask == ("At which batch size?", "How long are the prompts and the outputs?")
    assert verdict.inputs["model"] == ("Llama-3.1-8B", "stated")
