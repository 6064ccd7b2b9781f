"""Rates, times and sizes with their whole answer: the roof by hand, what is usual, the words and the conditions."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import pytest

from estimator import Quantity, Statement, judge
from estimator.verdicts.axes import Axis
from estimator.verdicts.case import Case, read
from estimator.verdicts.compare import Region, plain_side
from estimator.verdicts.rates import (
    Roof,
    Unit,
    _axis_condition,
    _host_share,
    _tokens_needed,
    closing,
    conditions,
    layer_cost,
    rate_verdict,
    spilled,
    unknown_lengths,
    unknown_peak,
    unknown_place,
)
from estimator.verdicts.sides import Timing, step_timing

HERE = {"hardware": ("H100",), "model": ("Llama-3.1-8B",), "n_devices": 1}
ONE = {"batch": 1, "context_len": 1024}


def figure(value: float, unit: str, metric: str = "decode", technique: str = "other", **more: Any) -> Statement:
    return Statement(technique=technique, metric=metric, absolute=Quantity(value, unit), **more)  # type: ignore[arg-type]


# Llama-3.1-8B on one H100: 15.01 GB of weights are read in 16 bit, 131,072 bytes of cache a token, 3,350 GB/s, 989 TFLOPS.
STEP = "A step reads 15 GB of weights and 134 MB of cache: 4.52 ms, limited by memory bandwidth."
WHERE = "for Llama-3.1-8B on H100-SXM-80GB at batch 1 and 1K tokens of context"
RATES = (
    # (15.01 + 0.134) GB / 3,350 GB/s = 4.521 ms, 221.2 tokens/s. Usual: 75 % and 100 us a layer, 105 % and 30 us:
    # 4.521 / 0.75 + 3.2 = 9.23 ms, 4.521 / 1.05 + 0.96 = 5.27 ms
    (
        figure(150, "tokens/s", params=ONE, **HERE), "plausible", 221.21, (108.37, 189.92), (),
        f"Plausible: at most 221 tokens/s is possible {WHERE}, and 150 tokens/s is 68 % of the roof's speed. {STEP} "
        "108 tokens/s to 190 tokens/s is usual.",
    ),
    # 1 / 215 - 4.521 ms = 0.130 ms, over 32 layers 4.08 us
    (
        figure(215, "tokens/s", params=ONE, **HERE), "conditional", 221.21, (108.37, 189.92),
        ("at most 4.08 us a layer for launches and exchanges, where 30 to 100 us are usual",),
        f"Conditional: at most 221 tokens/s is possible {WHERE}, and 215 tokens/s is 97 % of the roof's speed. {STEP} "
        "It needs at most 4.08 us a layer for launches and exchanges, where 30 to 100 us are usual; "
        "108 tokens/s to 190 tokens/s is usual.",
    ),
    (
        figure(230, "tokens/s", params=ONE, **HERE), "conditional", 221.21, (108.37, 189.92),
        ("figures and data sheets that are off by up to a tenth",),
        f"Conditional: at most 221 tokens/s is possible {WHERE}, and 230 tokens/s would be 1.04 times as fast as the roof. "
        f"{STEP} Figures and data sheets may be off by a tenth; 108 tokens/s to 190 tokens/s is usual.",
    ),
    (
        figure(400, "tokens/s", params=ONE | {"weight_bits": 16}, **HERE), "implausible", 221.21, (108.37, 189.92), (),
        f"Implausible: at most 221 tokens/s is possible {WHERE}, and 400 tokens/s would be 1.81 times as fast as the roof. "
        f"{STEP} It would take 1.81 tokens a pass, or weights that are not read.",
    ),
    # in 8 bits 7.5 GB are read, which is more than 300 tokens/s
    (
        figure(300, "tokens/s", params=ONE, **HERE), "conditional", 221.21, (108.37, 189.92),
        ("weights of at most 8 bits, which are not stated",),
        f"Conditional: at most 221 tokens/s is possible {WHERE}, and 300 tokens/s would be 1.36 times as fast as the roof. "
        f"{STEP} It needs weights of at most 8 bits, which are not stated; 108 tokens/s to 190 tokens/s is usual.",
    ),
    (
        figure(6, "ms/token", params=ONE, **HERE), "plausible", 4.5207, (5.2654, 9.2275), (),
        f"Plausible: at least 4.52 ms a token is needed {WHERE}, and 6 ms a token is 75 % of the roof's speed. {STEP} "
        "5.27 ms a token to 9.23 ms a token is usual.",
    ),
    # 64 sequences of 2,048 tokens: (15.01 + 17.18) / 3,350 = 9.61 ms; 64 of them in that time
    (
        figure(5000, "tokens/s", "throughput", params={"batch": 64, "context_len": 2048}, **HERE),
        "plausible", 6660.5, (3997.0, 6329.5), (),
        "Plausible: at most 6,660 tokens/s is possible for Llama-3.1-8B on H100-SXM-80GB at batch 64 and 2K tokens of "
        "context, and 5,000 tokens/s is 75 % of the roof's speed. A step reads 15 GB of weights and 17.2 GB of cache: "
        "9.61 ms, limited by memory bandwidth. 4,000 tokens/s to 6,330 tokens/s is usual.",
    ),
    # 2 x (7.505 - 0.525) x 8,192 + 2 x 0.525 + 4 x 32 x 32 x 128 x 8,192 x 8,193 / 2 = 132 TFLOP / 989 TFLOPS
    (
        figure(200, "ms", "ttft", params={"input_len": 8192}, **HERE), "plausible", 133.42, (157.92, 447.93), (),
        "Plausible: at least 133 ms is needed for Llama-3.1-8B on H100-SXM-80GB at a prompt of 8K tokens, and 200 ms is "
        "67 % of the roof's speed. A prompt of 8K tokens computes 132 TFLOP, 133 ms at 989 TFLOPS, limited by compute. "
        "158 ms to 448 ms is usual.",
    ),
    # 2.5 tokens a pass, or the prompt shorter
    (
        figure(50, "ms", "ttft", params={"input_len": 8192, "weight_bits": 16}, **HERE), "implausible", 133.42,
        (157.92, 447.93), (),
        "Implausible: at least 133 ms is needed for Llama-3.1-8B on H100-SXM-80GB at a prompt of 8K tokens, and 50 ms would "
        "be 2.67 times as fast as the roof. A prompt of 8K tokens computes 132 TFLOP, 133 ms at 989 TFLOPS, limited by "
        "compute. Prompt tokens found in a cache, or a shorter prompt, would explain it, and neither is stated.",
    ),
    # 1,024 tokens take 15.0 ms, 128 steps of 4.523 ms 579 ms
    (
        figure(1.1, "s", "latency", params={"input_len": 1024, "output_len": 128, "batch": 1}, **HERE), "plausible",
        0.5937, (0.6926, 1.2339), (),
        "Plausible: at least 594 ms is needed for Llama-3.1-8B on H100-SXM-80GB at batch 1 and 1,088 tokens of context, and "
        "1.1 s is 54 % of the roof's speed. A step reads 15 GB of weights and 143 MB of cache: 4.52 ms, limited by memory "
        "bandwidth. 693 ms to 1.23 s is usual.",
    ),
    # a prompt every 15.0 ms, and 128 of the 64 tokens that come in 7.21 ms, 14.4 ms: 34.3 a second
    (
        figure(20, "requests/s", "throughput", params={"input_len": 1024, "output_len": 128, "batch": 64}, **HERE),
        "plausible", 34.314, (12.833, 29.467), (),
        "Plausible: at most 34.3 requests/s is possible for Llama-3.1-8B on H100-SXM-80GB at batch 64 and 1,088 tokens of "
        "context, and 20 requests/s is 58 % of the roof's speed. A step reads 15 GB of weights and 9.13 GB of cache: "
        "7.21 ms, limited by memory bandwidth. 12.8 requests/s to 29.5 requests/s is usual.",
    ),
    # 70 billion on four: 139 / 4 GB and 64 x 2,048 x 327,680 / 4 bytes in 13.6 ms; 64 / 4 tokens for each device
    (
        figure(3000, "tokens/s/GPU", "throughput", params={"batch": 64, "context_len": 2048, "weight_bits": 16},
               hardware=("H100",), model=("Llama-3.1-70B",), n_devices=4),
        "implausible", 1178.3, (582.6, 958.6), (),
        "Implausible: at most 1,180 tokens/s per device is possible for Llama-3.1-70B on 4 x H100-SXM-80GB at batch 64 and "
        "2K tokens of context, and 3,000 tokens/s per device would be 2.55 times as fast as the roof. A step reads 34.8 GB of "
        "weights and 10.7 GB of cache on each of 4 devices: 13.6 ms, limited by memory bandwidth. It would take 2.55 tokens "
        "a pass, or weights that are not read.",
    ),
    # 139 GB in 24 GB of memory: (139.0 + 0.2 - 25.8) GB cross a link of 32 GB/s, 3.56 s
    (
        figure(20, "tokens/s", params={"batch": 1, "weight_bits": 16}, hardware=("RTX 4090",), n_devices=1,
               model=("Llama-3.1-70B",)),
        "implausible", 0.2812, (0.2088, 0.2811), (),
        "Implausible: at most 0.281 tokens/s is possible for Llama-3.1-70B on RTX-4090 at batch 1 and 512 tokens of context, "
        "and 20 tokens/s would be 71.1 times as fast as the roof. It does not fit in the 24 GB of 1 x RTX-4090: the rest "
        "would cross the host link at 32 GB/s in every step. A step reads 139 GB of weights and 168 MB of cache: 3.56 s, "
        "limited by the host link. It would take 71.1 tokens a pass, or weights that are not read.",
    ),
)  # fmt: skip


@pytest.mark.parametrize("row", RATES, ids=lambda row: f"{row[0].absolute.value:g} {row[0].absolute.unit}")
def test_a_rate_or_a_time(row: tuple[Statement, str, float, tuple[float, float], tuple[str, ...], str]) -> None:
    statement, word, ceiling, usual, requires, reason = row
    verdict = judge(statement)
    assert (verdict.verdict, verdict.reason, verdict.requires) == (word, reason, requires)
    assert verdict.ceiling == pytest.approx(ceiling, rel=1e-3)
    assert verdict.expected == pytest.approx(usual, rel=1e-3)


def test_a_rate_leaves_so_much_for_each_layer() -> None:
    verdict = judge(figure(150, "tokens/s", params=ONE, **HERE))
    assert verdict.inverse["layer_seconds"] == (None, pytest.approx((1 / 150 - 4.5207e-3) / 32, rel=1e-3))
    assert verdict.inverse["tokens_per_pass"] == (pytest.approx(150 / 221.21, rel=1e-3), None)
    assert (verdict.limiter, verdict.ask) == (("", "HBM"), ())


SIZES = (
    # 80 - 16.06 GB, 8,192 tokens of 131,072 bytes each: 59.5; with 85.9 GB 65.04
    (
        figure(40, "sequences", "memory", params={"context_len": 8192}, **HERE), "plausible", 65.0, "sequences",
        "Plausible: 40 sequences are claimed and 59 fit (65 if the memory's GB are GiB). 16.1 GB of weights leave 63.9 GB of "
        "80 GB on 1 x H100-SXM-80GB, and a sequence of 8K tokens takes 1.07 GB there.",
        (),
    ),
    (
        figure(62, "sequences", "memory", params={"context_len": 8192}, **HERE), "conditional", 65.0, "sequences",
        "Conditional: 62 sequences are claimed and 59 fit (65 if the memory's GB are GiB). 16.1 GB of weights leave 63.9 GB of "
        "80 GB on 1 x H100-SXM-80GB, and a sequence of 8K tokens takes 1.07 GB there.",
        ("memory counted in GiB: 59 fit otherwise",),
    ),
    # 63.94 GB / 131,072 bytes, in steps of 64
    (
        figure(400, "K tokens", "memory", **HERE), "plausible", 532_800, "tokens",
        "Plausible: 400,000 tokens are claimed and 488,000 fit (533,000 if the memory's GB are GiB). 16.1 GB of weights leave "
        "63.9 GB of 80 GB on 1 x H100-SXM-80GB, and a sequence of 512 tokens takes 67.1 MB there.",
        (),
    ),
    (
        figure(20, "GB", "memory", **HERE), "plausible", 16.06, "GB, smallest possible",
        "Plausible: 20 GB is claimed, against the weights of Llama-3.1-8B: 16.1 GB.", (),
    ),
    (
        figure(40, "GB", "memory", **HERE), "conditional", 16.06, "GB, smallest possible",
        "Conditional: 40 GB is claimed, against the weights of Llama-3.1-8B: 16.1 GB.",
        ("more than weights and cache: buffers, workspaces, a reserved pool",),
    ),
    # 8.03 billion x 4.125 / 8
    (
        figure(3.5, "GB", "memory", "weight-only-quantization", model=("Llama-3.1-8B",), params={"weight_bits": 4}),
        "implausible", 4.1405, "GB, smallest possible",
        "Implausible: 3.5 GB is claimed, against the weights of Llama-3.1-8B: 4.14 GB.", (),
    ),
    # 2 x 32 x 8 x 128 bytes
    (
        figure(60, "KB/token", "memory", "kv-cache-quantization", model=("Llama-3.1-8B",), params={"kv_bits": 8}),
        "plausible", 65.536, "kB, smallest possible",
        "Plausible: 60 kB is claimed, against the cache of one token of Llama-3.1-8B: 65.5 kB.", (),
    ),
    # eight sequences of 8,192 tokens
    (
        figure(4, "GB", "memory", "kv-cache-quantization", model=("Llama-3.1-8B",),
               params={"kv_bits": 8, "context_len": 8192, "batch": 8}),
        "plausible", 4.295, "GB, smallest possible",
        "Plausible: 4 GB is claimed, against the cache of Llama-3.1-8B: 4.29 GB.", (),
    ),
    (
        figure(2, "GB", "memory", model=("Llama-3.1-8B",), params={"context_len": 8192}), "plausible", 1.0737,
        "GB, smallest possible",
        "Plausible: 2 GB is claimed, against the smaller of weights and cache of Llama-3.1-8B: 1.07 GB.", (),
    ),
    # 5 GB x 8 / 8.03 billion
    (
        figure(5, "GB", "memory", model=("Llama-3.1-8B",)), "conditional", None, "x",
        "Conditional: 5 GB for Llama-3.1-8B needs weights of at most 4.98 bits, and no format is stated.",
        ("weights of at most 4.98 bits",),
    ),
    (
        figure(0.6, "GB", "memory", model=("Llama-3.1-8B",)), "conditional", None, "x",
        "Conditional: 600 MB must be the size of something smaller than the weights of Llama-3.1-8B: a cache, or a part.",
        ("something smaller than the weights of Llama-3.1-8B: a cache, or a part",),
    ),
    (
        figure(1, "GB", "memory", "kv-cache-quantization", model=("Llama-3.1-8B",)), "unverifiable", None, "x",
        "Unverifiable: a memory figure can be checked only where the length of the context is known.", (),
    ),
    (
        figure(40, "sequences", "memory"), "unverifiable", None, "x",
        "Unverifiable: a memory figure can be checked only where the hardware and the model are known.", (),
    ),
    (
        figure(150, "tokens/s"), "unverifiable", None, "x",
        "Unverifiable: a rate can be held against the roof only where the hardware and the model are known.", (),
    ),
    (
        figure(150, "tokens/s", model=("Llama-3.1-8B",)), "unverifiable", None, "x",
        "Unverifiable: a rate can be held against the roof only where the hardware is known.", (),
    ),
    (
        figure(150, "tokens/s", hardware=("H100",)), "unverifiable", None, "x",
        "Unverifiable: a rate can be held against the roof only where the model is known.", (),
    ),
    (
        figure(2, "s", "latency", **HERE), "unverifiable", None, "x",
        "Unverifiable: what a whole request takes depends on the lengths of its prompt and its output, and they are not "
        "stated.",
        (),
    ),
    (
        figure(3.5, "tokens/pass", "other", "eagle", params={"draft_len": 5}), "plausible", 6.0, "tokens a pass",
        "Plausible: 3.5 tokens a pass are claimed; 5 drafted tokens and the target's own token yield 6 at most, and 2.6 to "
        "4.8 are known of such drafts.",
        (),
    ),
    (
        figure(7, "tokens/pass", "other", "eagle", params={"draft_len": 5}), "implausible", 6.0, "tokens a pass",
        "Implausible: 7 tokens a pass are claimed; 5 drafted tokens and the target's own token yield 6 at most, and 2.6 to "
        "4.8 are known of such drafts.",
        (),
    ),
    (
        figure(5.8, "tokens/pass", "other", "eagle"), "conditional", 8.0, "tokens a pass",
        "Conditional: 5.8 tokens a pass are claimed; at most 7 drafted tokens, as far as such drafts look, and the target's "
        "own token yield 8 at most, and 2.6 to 4.8 are known of such drafts.",
        ("a text that is easy to predict",),
    ),
)  # fmt: skip


@pytest.mark.parametrize("row", SIZES, ids=lambda row: f"{row[0].absolute.value:g} {row[0].absolute.unit}")
def test_a_size_or_a_count(row: tuple[Statement, str, float | None, str, str, tuple[str, ...]]) -> None:
    statement, word, ceiling, unit, reason, requires = row
    verdict = judge(statement)
    assert (verdict.verdict, verdict.reason, verdict.requires) == (word, reason, requires)
    assert verdict.ceiling_unit == unit
    assert verdict.ceiling == (None if ceiling is None else pytest.approx(ceiling, rel=1e-3))


@pytest.mark.parametrize(
    ("technique", "factor", "word", "ceiling", "expected"),
    [
        ("kv-cache-quantization", 1.9, "plausible", 2.0, (1.0, 2.0)),
        ("kv-cache-quantization", 2.1, "conditional", 2.0, (1.0, 2.0)),
        ("kv-cache-quantization", 2.3, "implausible", 2.0, (1.0, 2.0)),
        ("eagle", 2.0, "implausible", 1.0, (1.0, 1.0)),
        ("io-aware-attention", 10.0, "conditional", None, None),
    ],
)
def test_a_factor_on_memory(
    technique: str, factor: float, word: str, ceiling: float | None, expected: tuple[float, float] | None
) -> None:
    params = {"kv_bits": 8} if technique == "kv-cache-quantization" else {}
    verdict = judge(
        Statement(technique=technique, metric="memory", factor_low=factor, factor_high=factor, params=params)
    )
    assert (verdict.verdict, verdict.ceiling, verdict.expected) == (word, ceiling, expected)


def test_a_rate_with_drafts_needs_accepted_tokens() -> None:
    """101 GB on each of 8 devices at 4.8 TB/s: 21 ms a step. 142 tokens/s leave 7.0 ms a token: three a pass, and some drafts."""
    statement = Statement(
        kind="measurement",
        technique="speculative-decoding",
        metric="decode",
        absolute=Quantity(142, "tokens/s"),
        hardware=("H200",),
        n_devices=8,
        model=("Llama-3.1-405B",),
        params={"draft_len": 4},
    )
    verdict = judge(statement)
    assert (verdict.verdict, verdict.requires) == ("conditional", ("at least 3.1 accepted tokens a pass",))
    assert "nearly no overhead" not in verdict.reason
    stated = judge(replace(statement, params={"draft_len": 4, "acceptance_len": 3.5}))
    assert not any("accepted tokens" in need for need in stated.requires)


def llama(**more: Any) -> Case:
    return read(Statement(**{"technique": "other", "metric": "decode"} | HERE | more))


def roof(
    bound: list[float], *, axes: tuple[Axis, ...] = (), grid: dict[str, list[float]] | None = None, mode: str = "step",
    case: Case | None = None, misfit: str = "", host_link: float = 1e10, **timing: float,
) -> Roof:  # fmt: skip
    """A roof over a line of points: a pass of 10 ms in ten layers that yields two tokens, and 2 ms of host work."""
    case = case or llama()
    side = plain_side(case, case.places[0], ())
    side = replace(side, setting=replace(side.setting, host_link=host_link))
    parts = {"floor": 0.01, "layers": 10.0, "tokens": 2.0, "host_s": 0.002} | timing
    cost = replace(step_timing(side, 1.0, 1024.0).cost, weights=2e9)
    timed = Timing(draft_layers=0.0, network_s=0.0, exchanges=0.0, rate=1.0, cost=cost, **parts)  # type: ignore[arg-type]
    points = np.arange(len(bound))
    found = Region(
        place=case.places[0], mode=mode, bound=points, low=points, high=points, even=points,  # type: ignore[arg-type]
        typical=np.ones(len(bound), dtype=bool), grid={n: np.array(v)[:, None, None] for n, v in (grid or {}).items()},
        axes=axes, before=timed, after=timed, pair=(side, side), shape=(len(bound), 1, 1), inside=points, misfit=misfit,
    )  # fmt: skip
    values = np.array(bound)
    return Roof(found, values, values / 2, values / 1.5)


@pytest.mark.parametrize(
    ("rate", "timing", "left"),
    [
        (80.0, {}, 500e-6),  # bound x (10 + 2) ms / 2 = 0.6 of a batch: 0.6 / 80 x 2 - 10 ms, over ten layers
        (100.0, {}, 200e-6),
        (400.0, {}, 0.0),
        (80.0, {"layers": 1.0}, 5e-3),
        (80.0, {"layers": 0.0}, None),
    ],
)
def test_what_a_rate_leaves_for_a_layer(rate: float, timing: dict[str, float], left: float | None) -> None:
    assert layer_cost(rate, roof([50.0, 100.0], **timing)) == (None if left is None else pytest.approx(left))


LAYER = "a layer for launches and exchanges, where 30 to 100 us are usual"
TOKENS = {"acceptance_len": [2.0, 3.0]}


@pytest.mark.parametrize(
    ("rate", "fields", "said"),
    [
        (110.0, {}, (f"at most 90.9 us {LAYER}",)),  # 0.6 / 110 x 2 - 10 ms
        (110.0, {"mode": "prompt"}, ()),
        (110.0, {"layers": 0.0}, ()),
        (80.0, {}, ()),
        # 100 us exactly are as many as a bound allows
        (100.0, {"floor": 0.0, "layers": 1.0, "tokens": 1.0, "host_s": 100e-6}, ()),
        (50.0, {"grid": TOKENS}, ("at least 1.5 accepted tokens a pass",)),  # 2 x 50 / 50 and 3 x 50 / 100
        (52.5, {"grid": {"acceptance_len": [2.0, 2.0]}}, ("at least 1.1 accepted tokens a pass",)),  # 2 x 52.5 / 100
        (50.0, {"grid": {"acceptance_len": [2.0, 2.0]}}, ()),  # 2 x 50 / 100: one token needs no draft
        (60.0, {"axes": (Axis("batch", (1.0, 8.0), (1.0, 8.0)),), "grid": {"batch": [1.0, 8.0]}}, ("a batch of 8",)),
        (60.0, {"axes": (Axis("batch", (1.0, 8.0), (1.0, 8.0), stated=True),), "grid": {"batch": [1.0, 8.0]}}, ()),
        (60.0, {"axes": (Axis("batch", (8.0,), (8.0, 8.0)),), "grid": {"batch": [1.0, 8.0]}}, ()),
    ],
)
def test_what_has_to_be_true_for_a_rate(rate: float, fields: dict[str, Any], said: tuple[str, ...]) -> None:
    assert conditions(rate, roof([50.0, 100.0], **fields)) == said


def test_the_fewest_tokens_a_pass_that_reach_a_rate() -> None:
    found = roof([50.0, 100.0], grid=TOKENS)
    assert _tokens_needed(found, 100.0) == 3.0  # at the second point alone
    assert _tokens_needed(found, 101.0) == 0.0
    assert _tokens_needed(roof([50.0, 100.0]), 50.0) == 0.0
    for name in ("acceptance_len", "acceptance_rate"):
        given = Axis(name, (2.0,), (2.0, 2.0), stated=True)
        assert _tokens_needed(roof([50.0, 100.0], grid=TOKENS, axes=(given,)), 50.0) == 0.0


@pytest.mark.parametrize(
    ("name", "bound", "rate", "said"),
    [
        ("batch", [1.0, 2.0, 3.0], 2.0, "a batch of 8 to 64"),
        ("batch", [3.0, 2.0, 1.0], 2.0, "a batch of 1 to 8"),
        ("batch", [1.0, 2.0, 3.0], 3.0, "a batch of 64"),
        ("context_len", [3.0, 2.0, 1.0], 2.0, "1 to 8 tokens of context"),
        ("batch", [1.0, 2.0, 3.0], 1.0, ""),  # everywhere
        ("batch", [3.0, 1.0, 3.0], 2.0, ""),  # at both ends
        ("batch", [1.0, 2.0, 3.0], 4.0, ""),  # nowhere
        ("hit_rate", [1.0, 2.0, 3.0], 2.0, "hit rate of 8 to 64"),
        ("draft_len", [1.0, 2.0, 3.0], 2.0, ""),
        ("kv_on_host", [1.0, 2.0, 3.0], 2.0, "a cache that is kept in host memory"),
        ("on_host", [10.0, 2.0, 1.0], 10.0, "at most 50 % of the weights fetched from the host for a token"),
    ],
)
def test_the_values_of_an_unknown_at_which_a_rate_is_possible(
    name: str, bound: list[float], rate: float, said: str
) -> None:
    values = [1.0, 8.0, 64.0]
    axis = Axis(name, tuple(values), (1.0, 64.0))
    assert _axis_condition(axis, roof(bound, axes=(axis,), grid={name: values}), rate) == said


@pytest.mark.parametrize(
    ("rate", "link", "said"), [(10.0, 1e10, "50 %"), (40.0, 1e10, "12 %"), (2.0, 1e10, "100 %"), (10.0, inf, "all")]
)  # fmt: skip
def test_the_share_of_the_weights_that_may_cross_the_link(rate: float, link: float, said: str) -> None:
    """2 GB of weights over 10 GB/s: a tenth of a second brings half of them."""
    assert _host_share(roof([10.0], host_link=link), rate) == said


def test_at_the_roof_itself_a_rate_is_possible_and_leaves_nothing() -> None:
    found = roof([100.0], host_s=0.0)
    verdict = rate_verdict(llama(), "conditional", 100.0, found, "tokens/s")
    assert verdict.requires == (f"at most 0 us {LAYER}",)
    assert "100 tokens/s is 100 % of the roof's speed" in verdict.reason
    assert verdict.inverse["tokens_per_pass"] == (2.0, None)
    half = rate_verdict(llama(), "conditional", 50.0, found, "tokens/s")
    assert half.inverse["tokens_per_pass"] == (1.0, None)  # half of the two
    assert half.requires == ("a setting that a reader would not expect",)
    slow = rate_verdict(llama(), "plausible", 50.0, found, "ms, smallest possible")
    assert (slow.ceiling, slow.expected) == (10.0, pytest.approx((15.0, 20.0)))


def test_the_closing_words_of_a_rate() -> None:
    def words(word: str, rate: float, unit: str = "tokens/s", needs: tuple[str, ...] = (), mode: str = "step") -> str:
        return closing(word, rate, roof([100.0], mode=mode), (50.0, 80.0), Unit(unit), needs)  # type: ignore[arg-type]

    usual = "50 tokens/s to 80 tokens/s is usual"
    assert words("plausible", 60.0) == usual
    assert words("plausible", 60.0, "ms, smallest possible") == "12.5 ms to 20 ms is usual"
    assert words("conditional", 105.0) == f"figures and data sheets may be off by a tenth; {usual}"
    assert words("conditional", 105.0, needs=("x",)) == f"it needs x; {usual}"
    assert words("conditional", 100.0) == f"it needs nearly no overhead; {usual}"
    assert words("implausible", 150.0) == "it would take 3 tokens a pass, or weights that are not read"  # 1.5 x 2
    assert words("implausible", 150.0, mode="prompt").startswith("prompt tokens found in a cache")


def test_what_a_host_with_a_cpu_holds_is_worked_on_there() -> None:
    """It computes at its own 307 GB/s, and without a CPU the link is crossed."""
    alone = llama(hardware=("RTX 4090",), model=("Llama-3.1-70B",))
    beside = llama(hardware=("RTX 4090", "Xeon-4th-gen-SPR-48c"), model=("Llama-3.1-70B",))
    assert spilled(alone, roof([1.0])) == ""
    tail = "at 10 GB/s in every step"
    head = "It does not fit in the 24 GB of 1 x RTX-4090: "
    for case, rest in (
        (alone, "the rest would cross the host link"),
        (beside, "the rest is worked on where it lies, in host memory"),
    ):
        assert spilled(case, roof([1.0], case=case, misfit="does not fit")) == f"{head}{rest} {tail}"


def test_what_cannot_be_held_against_the_roof_is_asked() -> None:
    lengths, place = unknown_lengths(llama(metric="latency")), unknown_place(llama(hardware=("Foo-9",)))
    assert lengths.ask == ("At which batch size?", "How long are the prompts and the outputs?")
    assert lengths.inputs["model"] == ("Llama-3.1-8B", "stated")
    assert place.ask[0] == "On which hardware, and how many devices?"
    assert place.inputs["n_devices"] == (1, "stated")
    assert place.derivation == ("no chip called Foo-9 in the catalog: usual ones stand in",)
    peak = unknown_peak(llama())
    assert peak.ask == ("What is the chip's peak at 16 bits?",)
    assert peak.inputs["hardware"] == ("H100-SXM-80GB", "stated")
    assert peak.reason.endswith("no peak of H100-SXM-80GB is known.")
