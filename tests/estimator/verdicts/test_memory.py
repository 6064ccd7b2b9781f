"""Memory: what fits, what is stored, and by what factor it shrinks, with scales and with what a device really has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from estimator import Quantity, Statement, judge
from estimator.verdicts.case import read
from estimator.verdicts.describe import questions
from estimator.verdicts.memory import _gained


@pytest.mark.parametrize(
    ("bits", "claimed", "word", "usual"),
    [
        (4, 4.0, "conditional", 16 / 4.125),  # nominal: without the scale of 16 bits that 128 numbers share
        (4, 3.87, "plausible", 16 / 4.125),
        (2, 8.0, "conditional", 16 / 2.125),
        (8, 2.0, "plausible", 2.0),  # one scale for a whole tensor
        (4.5, 3.55, "plausible", 16 / 4.5),  # NVFP4 with its scales: an 8-bit one for each 16 numbers
        (4.5, 4.0, "implausible", 16 / 4.5),
    ],
)
def test_a_narrower_cache_is_stored_with_its_scales(bits: float, claimed: float, word: str, usual: float) -> None:
    verdict = judge(
        Statement(
            technique="kv-cache-quantization",
            metric="memory",
            factor_low=claimed,
            factor_high=claimed,
            model=("Llama-3.1-8B",),
            params={"kv_bits": bits},
        )
    )
    assert verdict.verdict == word
    assert verdict.ceiling == pytest.approx(16 / bits)
    assert verdict.expected == pytest.approx((1.0, usual))
    assert ("scales and metadata are left out" in verdict.requires) is (word == "conditional")


HERE: dict[str, Any] = {"hardware": ("H100",), "n_devices": 1, "model": ("Llama-3.1-8B",)}


def sized(value: float, unit: str, technique: str = "other", **more: Any) -> Statement:
    return Statement(technique=technique, metric="memory", absolute=Quantity(value, unit), **HERE | more)


def shrunk(factor: float, technique: str, *hints: str, **more: Any) -> Statement:
    both = {"factor_low": factor, "factor_high": factor, "hints": frozenset(hints)}
    return Statement(technique=technique, metric="memory", **HERE | both | more)


# Llama-3.1-8B: 8.03 billion parameters, 16.06 GB, and 131,072 bytes of cache a token; 63.94 GB are left of 80, 69.84 in GiB
COUNTS: tuple[tuple[Statement, str, tuple[float, float], str], ...] = (
    # a quarter of the entries is read, and no more need be kept: 1.074 GB / 4 for each sequence
    (sized(200, "sequences", "sparse-attention", params={"context_len": 8192, "sparsity": 0.75}), "plausible", (238, 260),
     "a sequence of 8K tokens takes 268 MB there"),
    # at the most that is dropped, 98 %
    (sized(2900, "sequences", "kv-eviction", params={"context_len": 8192}), "plausible", (2977, 3252),
     "a sequence of 8K tokens takes 21.5 MB there"),
    (sized(20e6, "tokens", "kv-eviction"), "plausible", (24_391_168, 26_641_536), "takes 1.34 MB there"),
    (sized(1.1 * 65, "sequences", params={"context_len": 8192}), "conditional", (59, 65), "(65 if the memory's GB are GiB)"),
    (sized(40, "sequences", params={"context_len": 1_048_576}), "implausible", (0, 0), "40 sequences are claimed and 0 fit. "),
    (sized(40, "sequences", params={"context_len": 8192}, n_devices=2), "plausible", (134, 145), "on each of 2 x H100-SXM-80GB"),
    (sized(40, "sequences", params={"context_len": 8192}, model=("Llama-3.1-70B",)), "implausible", (0, 0),
     "141 GB of weights leave 0 bytes of 80 GB"),
)  # fmt: skip


@pytest.mark.parametrize(
    "row", COUNTS, ids=lambda row: f"{row[0].absolute.value:g} {row[0].technique} {row[0].n_devices}"
)
def test_what_fits(row: tuple[Statement, str, tuple[float, float], str]) -> None:
    statement, word, fit, said = row
    verdict = judge(statement)
    assert (verdict.verdict, verdict.expected, verdict.ceiling) == (word, fit, fit[1])
    assert said in verdict.reason


Sized = tuple[Statement, str, float | None, str]  # a claim: the word, the ceiling and a part of the reason


def held(row: Sized) -> None:
    statement, word, ceiling, said = row
    verdict = judge(statement)
    assert verdict.verdict == word
    assert verdict.ceiling == (None if ceiling is None else pytest.approx(ceiling, rel=1e-3))
    assert said in verdict.reason


BYTES: tuple[Sized, ...] = (
    (sized(1.61, "GB"), "conditional", None, "needs weights of at most 1.6 bits"),
    (sized(1.49, "GB"), "conditional", None, "must be the size of something smaller than the weights"),
    (sized(5, "GB", model=()), "unverifiable", None, "only where the model is known"),
    (sized(16, "GB"), "plausible", 16.06, "against the weights"),  # figures are rounded
    (sized(15.6, "GB"), "plausible", 16.06, "against the weights"),
    (sized(15.5, "GB"), "conditional", None, "needs weights of at most 15.4 bits"),
    (sized(32.12, "GB"), "plausible", 16.06, "against the weights"),  # twice as much is still usual
    (sized(32.2, "GB"), "conditional", 16.06, "against the weights"),
    # twice 16.06 GB and the cache of eight sequences, 8.59
    (sized(49.2, "GB", params={"context_len": 8192, "batch": 8}), "plausible", 8.5899, "the smaller of weights and cache"),
    (sized(49.4, "GB", params={"context_len": 8192, "batch": 8}), "conditional", 8.5899, "the smaller of weights and cache"),
    (sized(0.5, "GB", params={"context_len": [4096, 8192]}), "plausible", 0.5369, "the smaller of weights and cache"),
    # one to eight sequences: at least 1.07 GB of cache, at most 2 x (16.06 + 8.59)
    (sized(1, "GB", params={"context_len": 8192, "batch": [1, 8]}), "plausible", 1.0737, "the smaller of weights and cache"),
    (sized(49.2, "GB", params={"context_len": [512, 8192], "batch": [1, 8]}), "plausible", 0.0671, "the smaller of"),
    (sized(49.4, "GB", params={"context_len": [512, 8192], "batch": [1, 8]}), "conditional", 0.0671, "the smaller of"),
    (sized(1, "GB", params={"input_len": 8192}), "plausible", 1.0737, "the smaller of weights and cache"),
    # of all devices together, however they are laid out
    (sized(17, "GB", "pipeline-parallelism", params={"pp": 4}, n_devices=4), "plausible", 16.06, "against the weights"),
    (sized(17, "GB", "data-parallel-attention", params={"dp": 4}, n_devices=4), "plausible", 16.06, "against the weights"),
    (sized(3, "KB/token", "kv-eviction"), "plausible", 2.6214, "the cache of one token"),  # 98 % dropped
    (sized(0.02, "GB", "kv-eviction", params={"context_len": 8192}), "plausible", 0.021475, "the cache of"),
    (sized(2.1, "GB", "weight-only-quantization"), "plausible", 2.0076, "the weights of"),  # two bits
)  # fmt: skip


@pytest.mark.parametrize(
    "row", BYTES, ids=lambda row: f"{row[0].absolute.value:g} {row[0].absolute.unit} {row[0].technique}"
)
def test_what_is_stored(row: Sized) -> None:
    held(row)


def test_a_size_without_a_format_gives_the_width_that_it_takes() -> None:
    verdict = judge(sized(5, "GB"))
    assert verdict.inverse["weight_bits"] == (None, pytest.approx(5e9 * 8 / 8.03e9))
    assert verdict.ask == ("In which number format?",)
    assert judge(sized(0.5, "GB")).inputs["model"] == ("Llama-3.1-8B", "stated")
    assert judge(sized(0.5, "GB")).ask == ("What is counted: weights, cache, or everything?",)


FACTORS: tuple[Sized, ...] = (
    # two mechanisms of which one is a cache's: not only weights make room
    (shrunk(7.0, "weight-only-quantization", "more-fit", also=("kv-cache-quantization",),
            params={"weight_bits": 4, "kv_bits": 8}), "plausible", 2 * 16 / 4.125, "7.0x less memory is claimed"),
    # a draft of one token yields less than is known of such drafts, so that no point is usual and the widest counts
    (shrunk(7.5, "kv-cache-quantization", also=("eagle",), params={"draft_len": 1}), "plausible", 8.0, "gives at most 8.0x"),
    # (16.06 + 63.94) / (16.06 + 63.94 / 2) = 1.67 of all that the device holds
    (shrunk(1.05, "kv-cache-quantization", "whole-memory", params={"kv_bits": 8}), "conditional", 1.6656,
     "it needs at least 1.69 GB of cache beside 16.1 GB of weights"),  # 16.06 x 0.05 / (1 - 1.05 / 2)
    (shrunk(1.0, "kv-cache-quantization", "whole-memory", params={"kv_bits": 8}), "plausible", 2.0, "on its own term"),
    (shrunk(2.0, "kv-cache-quantization", "whole-memory", params={"kv_bits": 8}), "implausible", 1.6656,
     "in the 80 GB there are."),
    (shrunk(2.5, "kv-cache-quantization", "whole-memory", params={"kv_bits": 8}), "implausible", 2.0,
     "gives at most 2.0x on its own term"),  # of which nothing else is asked then
    # on two devices 160 GB: 160 / (16.06 + 143.94 / 2)
    (shrunk(1.5, "kv-cache-quantization", "whole-memory", params={"kv_bits": 8}, n_devices=2), "conditional", 1.8175,
     "it needs at least 32.1 GB of cache beside 16.1 GB of weights"),
    (shrunk(1.5, "kv-cache-quantization", "whole-memory", params={"kv_bits": 8}, model=("Llama-3.1-8B", "Llama-2-7B")),
     "plausible", 2.0, "on its own term"),  # of two models the text does not say which one fills the device
    # 16.06 x (1 - 1.5 / 2) / 0.5 = 8.03
    (shrunk(1.5, "weight-only-quantization", "whole-memory", params={"weight_bits": 8}), "conditional", 2.0,
     "it needs at most 8.03 GB of cache beside 16.1 GB of weights"),
    (shrunk(2.01, "weight-only-quantization", "whole-memory", params={"weight_bits": 8}), "conditional", 2.0,
     "it needs at most 0 bytes of cache"),
    (shrunk(8.0, "tensor-parallelism", also=("weight-only-quantization",), model=("DeepSeek-V3",), n_devices=8,
            params={"weight_bits": 16, "tp": 8}), "conditional", None, "needs weights alone counted"),
)  # fmt: skip


@pytest.mark.parametrize(
    "row", FACTORS, ids=lambda row: f"{row[0].factor_low:g}x {row[0].technique} {sorted(row[0].hints)}"
)
def test_by_what_factor_memory_shrinks(row: Sized) -> None:
    held(row)


@pytest.mark.parametrize(
    ("factor", "params", "word", "requires"),
    [
        # (24 - 3.474) / (24 - 13.477) = 1.9505, which figures may round
        (1.958, {"weight_bits": 4}, "plausible", ()),
        (1.97, {"weight_bits": 4}, "conditional", ("weights that took at least 57 % of the memory before",)),
        # at two bits 1.684 GB are left: (24 - 1.684) / 10.523 = 2.12
        (2.12, {}, "plausible", ()),
        (1.05, {"weight_bits": 4}, "plausible", ()),
        (1.0, {"weight_bits": 4}, "conditional", ("weights that took at least 0 % of the memory before",)),
    ],
)
def test_what_narrow_weights_leave_room_for(
    factor: float, params: dict[str, Any], word: str, requires: tuple[str, ...]
) -> None:
    verdict = judge(
        shrunk(
            factor, "weight-only-quantization", "more-fit", hardware=("RTX 4090",), model=("Llama-2-7B",), params=params
        )
    )
    assert (verdict.verdict, verdict.requires) == (word, requires)


def test_a_mechanism_without_a_bound_of_its_own_asks_what_is_counted() -> None:
    verdict = judge(shrunk(10.0, "io-aware-attention"))
    assert verdict.requires == ("what is counted: weights, cache, intermediates, or everything on the device",)


def test_room_where_there_was_none_is_many_times_as_much() -> None:
    """Of 10 GB four are taken where nine were: six times as much; where all were, a thousandth is taken as left."""
    assert _gained(10.0, 9.0, 4.0) == 6.0
    assert _gained(10.0, 12.0, 4.0) == pytest.approx(600.0)
    assert _gained(10.0, 12.0, 11.0) == 0.0


@pytest.mark.parametrize(
    "statement",
    [
        sized(40, "sequences", params={"context_len": 8192}),
        sized(20, "GB"),
        sized(5, "GB"),
        shrunk(2.0, "kv-cache-quantization", params={"kv_bits": 8}),
        shrunk(1.5, "kv-cache-quantization", "whole-memory", params={"kv_bits": 8}),
        shrunk(1.5, "weight-only-quantization", "more-fit", params={"weight_bits": 8}),
        shrunk(1.0, "weight-only-quantization", "more-fit", params={"weight_bits": 8}),
        shrunk(10.0, "io-aware-attention"),
        shrunk(8.0, "tensor-parallelism", model=("DeepSeek-V3",), n_devices=8, params={"tp": 8}),
        sized(1, "GB", "kv-cache-quantization"),
    ],
    ids=lambda statement: f"{statement.technique} {statement.absolute or statement.factor_low}",
)
def test_a_verdict_on_memory_carries_what_it_rests_on(statement: Statement) -> None:
    verdict = judge(statement)
    assert verdict.inputs == read(statement).inputs
    assert verdict.inputs["hardware"][1] == "stated"
    format_or_part = ("In which number format?", "What is counted: weights, cache, or everything?")
    own = (*format_or_part, "Which memory was measured, that of the weights or that of the cache?")
    assert verdict.ask == questions(read(statement)) or verdict.ask[0] in own
    noted = judge(replace(statement, hardware=(*statement.hardware, "Foo-9")))
    note = "no chip called Foo-9 in the catalog: usual ones stand in"
    short = verdict.ask[0] in own or verdict.verdict == "unverifiable" or statement.technique == "io-aware-attention"
    assert noted.derivation == (() if short else (note,))


def test_caches_that_are_not_copied_are_compared_with_the_same_devices() -> None:
    """Eight ranks keep eight caches where tensor parallelism kept eight copies of one: the TP=8 before is no fewer devices."""
    both = {
        "factor_low": 5.0,
        "factor_high": 5.0,
        "baseline": "TP=8",
        "params": {"tp": 8, "weight_bits": 8, "kv_bits": 16},
    }
    here = {"hardware": ("H200",), "n_devices": 8, "model": ("DeepSeek-V3",)}
    verdict = judge(Statement(technique="data-parallel-attention", metric="memory", **both | here))
    assert (verdict.verdict, verdict.ceiling) == ("plausible", pytest.approx(8.0))


def test_what_is_said_of_room_beside_weights() -> None:
    """(24 - 3.474) / (24 - 13.477) and, of the 20.4 GB that engines use at least, 16.926 / 6.923."""
    claim = shrunk(1.9, "weight-only-quantization", "more-fit", hardware=("RTX 4090",), model=("Llama-2-7B",))
    verdict = judge(replace(claim, params={"weight_bits": 4}))
    assert verdict.reason == (
        "Plausible: 1.90x as much cache is claimed, and narrower weights leave room for 1.95x of it in all of the 24 GB of "
        "RTX-4090, and for 2.4x in 85 % of them: 13.5 GB of weights become 3.47 GB."
    )
