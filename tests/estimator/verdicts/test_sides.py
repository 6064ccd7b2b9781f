"""One side of a comparison, timed by hand on a model whose every number is round."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import pytest

from estimator.setting import Setting
from estimator.shape import Shape, grouped
from estimator.speculation import Draft
from estimator.verdicts.sides import (
    Side,
    Timing,
    largest_batch,
    prompt_timing,
    request_timing,
    sequences_held,
    step_timing,
)

# A billion parameters of which the head has a fifth; 4,000 elements of cache a token, 32,000 FLOP for a pair of tokens
ROUND = Shape(
    "round",
    total=1e9,
    always=1e9,
    head=2e8,
    attending=1e8,
    layers=10.0,
    hidden=1000.0,
    attention=(grouped(10, 16, 4, 50),),
)
CARD = Setting(ROUND, bandwidth=1e12, peak=1e14, memory=10e9, link=1e10, host_link=1e10)
WEIGHTS, CACHE = 2e9 / 1e12, 8000 * 1000 / 1e12  # seconds for all weights, and for a sequence of 1,000 tokens

STEPS: tuple[tuple[str, Side, dict[str, Any]], ...] = (
    ("plain", Side(CARD), {"floor": WEIGHTS + 4 * CACHE, "layers": 10, "draft_layers": 0, "network_s": 0, "exchanges": 0,
                           "tokens": 1, "rate": 4, "host_s": 0}),
    ("a batch of its own", Side(CARD, batch=2.0), {"floor": WEIGHTS + 2 * CACHE, "rate": 2}),
    ("tokens without a draft", Side(CARD, accepted=2.5, verified=3.0), {"floor": WEIGHTS + 4 * CACHE, "tokens": 2.5}),
    ("a cache at a third of the roof", Side(CARD, kv_seconds=3.0), {"floor": WEIGHTS + 3 * 4 * CACHE}),
    ("half of the places are taken", Side(CARD, useful=0.5), {"tokens": 0.5}),
    ("a tenth is taken, but one always", Side(CARD, useful=0.1), {"tokens": 0.25}),
    ("work between two steps", Side(CARD, host_s=0.002), {"host_s": 0.002, "floor": WEIGHTS + 4 * CACHE}),
    # four tokens on two devices: 10 layers x 2 all-reduces x (2 x 1/2) x 1,000 x 2 bytes each at 1e10
    ("links beside the floor", Side(replace(CARD, tp=2.0)), {"floor": (WEIGHTS + 4 * CACHE) / 2, "exchanges": 20,
                                                            "network_s": 4 * 40_000 / 1e10}),
    ("half of the bytes on links in the floor", Side(replace(CARD, tp=2.0), links=1.0, network=0.5),
     {"floor": (WEIGHTS + 4 * CACHE) / 2 + 4 * 20_000 / 1e10, "network_s": 4 * 20_000 / 1e10}),
    ("ranks exchange as well", Side(replace(CARD, dp=2.0)), {"exchanges": 20}),
    # three drafted tokens by a layer: 3 x (80 million + head of 200) x 2 bytes and a tenth of the cache
    ("a draft", Side(CARD, draft=Draft("layer", 3.0), accepted=2.0),
     {"floor": WEIGHTS + 4 * CACHE + 3 * (280e6 * 2 / 1e12 + 4 * CACHE / 10), "draft_layers": 3, "tokens": 2, "layers": 10}),
    ("all of it on the host", Side(replace(CARD, weights_on_host=1.0)), {"floor": 2e9 / 1e10}),
)  # fmt: skip


def fields(timing: Timing, names: dict[str, Any]) -> dict[str, float]:
    return {name: float(np.asarray(getattr(timing, name))) for name in names}


@pytest.mark.parametrize("row", STEPS, ids=lambda row: row[0])
def test_a_step(row: tuple[str, Side, dict[str, Any]]) -> None:
    _, side, wanted = row
    assert fields(step_timing(side, 4.0, 1000.0), wanted) == pytest.approx(wanted)


def test_seconds_of_a_token() -> None:
    """Two tokens a pass: floor over the efficiency, ten layers of launches, three of the draft, links, host work."""
    timing = Timing(
        floor=0.01, layers=10, draft_layers=3, network_s=0.002, exchanges=20, tokens=2, rate=1, host_s=0.001, cost=None  # type: ignore[arg-type]
    )  # fmt: skip
    assert timing.seconds(1e-4) == pytest.approx((0.01 + 0.001 + 0.001) / 2)
    assert timing.seconds(1e-4, 0.5, drafting=True) == pytest.approx((0.02 + 0.001 + 0.001 + 0.0003) / 2)
    assert timing.seconds(0.0, links=True) == pytest.approx((0.01 + 0.001 + 0.002 + 20 * 5e-6) / 2)


FLOP = 100 * 2 * 8e8 + 2 * 2e8  # of a hundred tokens, the head for the last one; attention on top
PROMPTS: tuple[tuple[str, Side, dict[str, Any]], ...] = (
    ("plain", Side(CARD), {"floor": WEIGHTS + 800_000 / 1e12, "layers": 10, "exchanges": 0, "tokens": 1, "rate": 1,
                           "draft_layers": 0}),
    ("two ranks", Side(replace(CARD, dp=2.0)), {"exchanges": 20}),
    ("two devices", Side(replace(CARD, tp=2.0)), {"exchanges": 20, "network_s": 100 * 40_000 / 1e10}),
    ("half of the bytes on links in the floor", Side(replace(CARD, tp=2.0), links=1.0, network=0.5),
     {"floor": (WEIGHTS + 800_000 / 1e12) / 2 + 100 * 20_000 / 1e10, "network_s": 100 * 20_000 / 1e10}),
    # the scores of 16 heads in ten layers pass the memory four times in 2 bytes, and each kernel waits for its own
    ("unfused", Side(CARD, fused=False, passes=2.0), {"floor": WEIGHTS + 800_000 / 1e12 + 2 * 10 * 16 * 100 * 100 * 8 / 1e12}),
    ("unfused in the leanest way", Side(CARD, fused=False), {"floor": WEIGHTS + 800_000 / 1e12 + 10 * 16 * 100 * 100 * 8 / 1e12}),
    ("all but the last token is found", Side(CARD, hit=1.0), {"floor": WEIGHTS + 800_000 / 1e12}),
    ("a prompt of nothing is a token", Side(CARD, prompt=0.0), {"floor": WEIGHTS + 8000 / 1e12}),
    ("a batch of its own", Side(CARD, batch=3.0), {"rate": 3}),
)  # fmt: skip


@pytest.mark.parametrize("row", PROMPTS, ids=lambda row: row[0])
def test_a_prompt(row: tuple[str, Side, dict[str, Any]]) -> None:
    _, side, wanted = row
    assert fields(prompt_timing(side, 1.0, 100.0), wanted) == pytest.approx(wanted)


def test_what_is_computed_of_a_prompt() -> None:
    """The last token alone, where a cache holds the others, or a quarter of the prompt."""
    assert prompt_timing(Side(CARD), 1.0, 100.0).cost.flops == pytest.approx(FLOP + 5050 * 32_000)
    assert prompt_timing(Side(CARD, hit=1.0), 1.0, 100.0).cost.flops == pytest.approx(2e9 + 100 * 32_000)
    assert prompt_timing(Side(CARD, prompt=0.0), 1.0, 100.0).cost.flops == pytest.approx(2e9 + 32_000)
    assert prompt_timing(Side(CARD, prompt=0.25, hit=0.2), 1.0, 100.0).cost.flops == pytest.approx(
        20 * 1.6e9 + 4e8 + (25 * 26 / 2 - 5 * 6 / 2) * 32_000
    )


def test_a_request_is_its_prompt_and_its_steps() -> None:
    """100 tokens in, 50 out by two a pass: 25 steps at 125 tokens of context, of which a quarter is this request's own."""
    side = Side(replace(CARD, tp=2.0), accepted=2.0, host_s=0.001)
    prompt, step = (WEIGHTS + 800_000 / 1e12) / 2, (WEIGHTS + 4 * 8000 * 125 / 1e12) / 2
    links = 100 * 40_000 / 1e10, 4 * 40_000 / 1e10
    for shared, times in ((False, 25.0), (True, 25.0 / 4)):
        wanted = {
            "floor": prompt + times * step, "layers": 10 + times * 10, "network_s": links[0] + times * links[1],
            "exchanges": 20 + times * 20, "tokens": 1, "rate": 1, "host_s": times * 0.001, "draft_layers": 0,
        }  # fmt: skip
        assert fields(request_timing(side, 4.0, 100.0, 50.0, shared), wanted) == pytest.approx(wanted)
    drafted = request_timing(Side(CARD, draft=Draft("layer", 3.0), accepted=2.0), 4.0, 100.0, 50.0, False)
    assert drafted.draft_layers == 75


ROOMS: tuple[tuple[str, Side, float, float], ...] = (
    # 8 GB beside the weights hold a thousand times 8 MB; 8.737 GB if the memory's GB are GiB
    ("plain", Side(CARD), 1000.0, 1092.177),
    ("a fifth of the cache holds nothing", Side(CARD, waste=0.2), 800.0, 873.742),
    ("two ranks", Side(replace(CARD, dp=2.0)), 2 * (10e9 - 1.1e9) / 8e6, 2 * (10.737418e9 - 1.1e9) / 8e6),
    ("no room", Side(replace(CARD, memory=1e9)), 0.0, 0.0),
    ("no cache", Side(replace(CARD, kv_width=0.0)), 65_536.0, 65_536.0),
    ("neither cache nor room", Side(replace(CARD, kv_width=0.0, memory=1e9)), 0.0, 0.0),
    ("no cache and just the weights", Side(replace(CARD, kv_width=0.0, memory=2e9)), 65_536.0, 65_536.0),
    ("half of the cache on the host", Side(replace(CARD, kv_on_host=0.5)), 2000.0, 2184.354),
    # the host stores 2 TB of caches: a 500th of 8 MB less than all of it is left on the device
    ("all of the cache on the host", Side(replace(CARD, kv_on_host=1.0)), 65_536.0, 65_536.0),
)  # fmt: skip


@pytest.mark.parametrize("row", ROOMS, ids=lambda row: row[0])
def test_sequences_that_are_held(row: tuple[str, Side, float, float]) -> None:
    _, side, sold, generous = row
    assert float(sequences_held(side, 1000.0)) == pytest.approx(sold)
    assert float(sequences_held(side, 1000.0, True)) == pytest.approx(generous)
    assert float(largest_batch(side, 1000.0, True)) == np.floor(generous)


def test_caches_on_the_host_fill_its_memory_and_disks() -> None:
    """2 TB hold 25 caches of 10 million tokens, 8,000 bytes each; of a longer one than that a single sequence is tried."""
    away = Side(replace(CARD, kv_on_host=1.0))
    assert float(sequences_held(away, 10e6)) == 25
    assert float(sequences_held(away, 10.1e6)) == 24
    assert float(sequences_held(away, 1e9)) == 1
    some = Side(replace(CARD, kv_on_host=np.array([0.0, 1.0])))
    assert sequences_held(some, 10e6).tolist() == [0.1, 25.0]
    assert sequences_held(Side(CARD), inf).tolist() == 0.0
