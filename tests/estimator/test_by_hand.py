"""A small model with round numbers, each term of a step, a prompt, a cache and a draft worked by hand.

400 million parameters of 1.1 billion are used by a token: 200 that every step reads, of which the head has 40 and attention
60, and two of eight experts that have 800 together. Ten layers of 16 query heads and 4 KV heads of 50 elements cache
10 x 4 x 2 x 50 = 4,000 elements a token and compute 10 x 4 x 16 x 50 = 32,000 FLOP for each pair of tokens.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from math import inf
from typing import Any

import numpy as np
import pytest

from estimator import find_model
from estimator.capacity import Capacity, capacity
from estimator.experts import missed, missed_at_most
from estimator.prefill import prefill
from estimator.setting import Setting
from estimator.shape import Shape, grouped, latent, nominal, shape_of
from estimator.speculation import Draft, drafting, one_layer
from estimator.step import Cost, decode, plan

MEGA = 1e6
ROUND = Shape(
    "round",
    total=1100 * MEGA,
    always=200 * MEGA,
    routed=800 * MEGA,
    experts=8.0,
    experts_per_token=2.0,
    head=40 * MEGA,
    attending=60 * MEGA,
    layers=10.0,
    hidden=1000.0,
    vocabulary=40_000.0,
    attention=(grouped(10, 16, 4, 50),),
    state=1000.0,
)
CARD = Setting(ROUND, bandwidth=1e12, peak=1e14, memory=10e9, link=1e11, host_link=1e10)
READ = 1 - 0.75**4  # of the experts by four tokens that take two of eight each
ONE = 120e6 + 100 * 32_000 + 600e6 + 80e6  # FLOP: attention's weights, 100 pairs, the rest of 400 million, the head

STEPS: tuple[tuple[str, dict[str, Any], dict[str, float]], ...] = (
    # four sequences of 100 cached tokens; the state has 1,000 elements that are read and written in two bytes each
    ("plain", {}, {"weights": 400e6 + 1600e6 * READ, "kv": 4 * (4000 + 800_000), "flops": 4 * ONE, "network": 0, "layers": 10}),
    ("half the head", {"head_share": 0.5}, {"weights": 360e6 + 1600e6 * READ, "flops": 4 * (ONE - 40e6)}),
    ("half the head on two", {"head_share": 0.5, "tp": 2.0}, {"flops": 4 * (ONE - 40e6) / 2}),
    ("half the layers", {"layer_share": 0.5},  # the head is no layer
     {"weights": 2 * (80e6 + 40e6 + 400e6 * READ), "kv": 4 * (4000 + 400_000), "flops": 4 * (361.6e6 + 80e6), "layers": 5}),
    ("half the cached elements", {"kv_width": 0.5}, {"kv": 4 * (4000 + 400_000), "flops": 4 * ONE}),
    ("half the cached tokens", {"kv_kept": 0.5}, {"kv": 4 * (4000 + 400_000), "flops": 4 * (ONE - 1.6e6)}),
    ("a window", {"window": 25.0}, {"kv": 4 * (4000 + 200_000), "flops": 4 * (ONE - 2.4e6)}),
    ("two devices", {"tp": 2.0},  # a layer sends its sums of attention and of experts: 2 x 1/2 x 1,000 x 2 bytes each
     {"weights": 200e6 + 800e6 * READ, "kv": 4 * (2000 + 400_000), "flops": 2 * ONE, "network": 4 * 10 * 2 * 2000}),
    ("two stages", {"pp": 2.0},  # two sequences each; the next stage gets 1,000 elements a token
     {"weights": 400e6 + 1600e6 * (1 - 0.75**2), "kv": 2 * 804_000, "flops": 2 * ONE, "network": 2 * 2000}),
    ("experts dealt out", {"ep": 8.0, "dp": 8.0},  # 7/8 of a token's two experts are elsewhere: 1.5 x 1,000 x 2 bytes
     {"network": 10 * 7 / 8 * 2 * 1.5 * 2000, "kv": 804_000}),
    ("dealt out and cut", {"ep": 8.0, "tp": 2.0},  # halves of the activations travel, beside attention's all-reduce
     {"network": 4 * 10 * (1 + 7 / 8 * 2 / 2 * 1.5) * 2000}),
    ("from the host", {"weights_on_host": 0.25, "kv_on_host": 0.5},
     {"host_s": (400e6 + 1600e6 * READ) * 0.25 / 1e10 + 4 * 804_000 * 0.5 / 1e10}),
)  # fmt: skip


@pytest.mark.parametrize("row", STEPS, ids=lambda row: row[0])
def test_each_term_of_a_step(row: tuple[str, dict[str, Any], dict[str, float]]) -> None:
    _, changes, wanted = row
    cost = decode(replace(CARD, **changes), 4.0, 100.0)
    assert {name: getattr(cost, name) for name in wanted} == pytest.approx(wanted)
    assert cost.activations == 0
    assert cost.memory_s == pytest.approx((cost.weights + cost.kv) / 1e12)
    assert (cost.compute_s, cost.network_s) == pytest.approx((cost.flops / 1e14, cost.network / 1e11))
    assert cost.floor == max(cost.memory_s, cost.compute_s, cost.host_s)


def test_an_efficiency_divides_the_floor_and_each_layer_costs_its_own() -> None:
    cost = decode(CARD, 4.0, 100.0)
    assert cost.seconds(1e-4, 0.5) == pytest.approx(2 * cost.floor + 10 * 1e-4)
    assert cost.seconds() == cost.floor
    assert Cost(*range(10)).scores_s == 0


def test_a_step_is_told_its_cache_and_its_weights_apart() -> None:
    """The floor of parts: 3e9 + 1e9 bytes at 1e12, or a quarter of the one and half of the other over 1e10."""
    steps = plan(replace(CARD, weights_on_host=0.25, kv_on_host=0.5))
    assert steps.floor(3e9, 1e9, 1.0) == pytest.approx(3e9 * 0.25 / 1e10 + 1e9 * 0.5 / 1e10)
    assert steps.floor(3e9, 1e9, 1e14) == 1.0


NEW = (
    10 * 120e6 + 55 * 32_000 + 10 * 600e6 + 80e6
)  # ten tokens meet 1 + 2 + ... + 10 = 55; the head runs for the last one
PROMPTS: tuple[tuple[str, dict[str, Any], dict[str, Any], dict[str, float]], ...] = (
    ("plain", {}, {}, {"flops": NEW, "weights": 400e6 + 1600e6 * (1 - 0.75**10), "kv": 4000 + 80_000, "layers": 10}),
    ("four", {}, {"batch": 4.0}, {"flops": 4 * NEW, "weights": 400e6 + 1600e6 * (1 - 0.75**40), "kv": 4 * 84_000}),
    ("a window", {"window": 4.0}, {}, {"flops": NEW - 21 * 32_000, "kv": 4000 + 32_000}),  # 1 + 2 + 3 + 4 x 7 = 34 pairs
    ("half the layers", {"layer_share": 0.5}, {}, {"flops": (NEW - 80e6) / 2 + 80e6, "layers": 5}),
    ("half the cached tokens", {"kv_kept": 0.5}, {}, {"flops": NEW - 27.5 * 32_000}),
    ("six found", {}, {"cached": 6.0},  # the last four meet 7 + 8 + 9 + 10 = 34
     {"flops": 4 * 720e6 + 80e6 + 34 * 32_000, "weights": 400e6 + 1600e6 * (1 - 0.75**4)}),
    ("all but a part of a token found", {}, {"cached": 9.5}, {"weights": 400e6 + 1600e6 * 0.25}),
    ("two stages", {"pp": 2.0}, {},  # both work on it at once
     {"flops": NEW / 2, "weights": (400e6 + 1600e6 * (1 - 0.75**10)) / 2, "kv": 84_000 / 2, "network": 10 * 2000}),
    ("two stages of two prompts", {"pp": 2.0}, {"batch": 2.0, "cached": 9.0}, {"weights": (400e6 + 1600e6 * (1 - 0.75**2)) / 2}),
    ("unfused", {}, {"fused": False},  # the whole square of 100; 16 x 100 scores a layer, passed over four times in 2 bytes
     {"flops": NEW + 45 * 32_000, "activations": 10 * 16 * 100 * 4 * 2}),
    ("unfused in two stages", {"pp": 2.0}, {"fused": False, "batch": 3.0}, {"activations": 3 * 10 * 16 * 100 * 4 * 2 / 2}),
    ("from the host", {"weights_on_host": 0.25, "kv_on_host": 0.5}, {},
     {"host_s": (400e6 + 1600e6 * (1 - 0.75**10)) * 0.25 / 1e10 + 84_000 * 0.5 / 1e10}),
)  # fmt: skip


@pytest.mark.parametrize("row", PROMPTS, ids=lambda row: row[0])
def test_each_term_of_a_prompt(row: tuple[str, dict[str, Any], dict[str, Any], dict[str, float]]) -> None:
    _, changes, more, wanted = row
    cost = prefill(replace(CARD, **changes), 10.0, **more)
    assert {name: getattr(cost, name) for name in wanted} == pytest.approx(wanted)
    assert cost.memory_s == pytest.approx((cost.weights + cost.kv + cost.activations) / 1e12)
    assert (cost.compute_s, cost.network_s) == pytest.approx((cost.flops / 1e14, cost.network / 1e11))


def test_hot_experts_leave_the_others_to_fewer_tokens() -> None:
    """Three quarters of the tokens go to a quarter of 64 experts: a token takes 6 of the 16 hot and 2 of the 48 cold ones."""
    assert missed(64.0, 8.0, 2.0) == pytest.approx((7 / 8) ** 2)
    assert missed_at_most(64.0, 8.0, 2.0) == pytest.approx(0.25 * (10 / 16) ** 2 + 0.75 * (46 / 48) ** 2)
    assert missed_at_most(8.0, 4.0, 2.0) == pytest.approx(
        0.75 * (1 - (0.5 - 0.25) / 0.75) ** 2
    )  # both hot ones by each


ROOMS: tuple[tuple[str, dict[str, Any], dict[str, float]], ...] = (
    # 2.2 GB of weights and 4,000 x 2 x 1,000 + 2,000 bytes a sequence on 10 GB as sold or 10 GiB
    ("plain", {}, {"weights": 2.2e9, "per_sequence": 8_002_000, "batch": 974, "batch_gib": 1066}),
    ("two ranks", {"dp": 2.0},  # of attention's 60 million each has all
     {"weights": 2.2e9 / 2 + 60e6, "per_sequence": 8_002_000, "batch": 2 * 1104, "batch_gib": 2 * 1196}),
    ("two stages", {"pp": 2.0}, {"weights": 1.1e9, "per_sequence": 4_001_000, "batch": 2224, "batch_gib": 2408}),
    ("no room", {"memory": 2.0e9}, {"batch": 0, "batch_gib": 0}),
    ("just the weights", {"memory": 2.2e9}, {"batch": 0, "batch_gib": 20}),  # 2.2 GiB are 162 MB more
    ("one sequence", {"memory": 2.2e9 + 8_002_000}, {"batch": 1}),
)  # fmt: skip


@pytest.mark.parametrize("row", ROOMS, ids=lambda row: row[0])
def test_what_fits(row: tuple[str, dict[str, Any], dict[str, float]]) -> None:
    _, changes, wanted = row
    room = capacity(replace(CARD, **changes), 1000.0)
    assert {name: getattr(room, name) for name in wanted} == pytest.approx(wanted)
    most = float(room.batch_gib)
    assert [bool(room.fits(n)) for n in (most, most + 1)] == [True, False]


def test_what_takes_no_room_fits_as_long_as_the_weights_do() -> None:
    assert Capacity(memory=10.0, weights=10.0, per_sequence=0.0).batch == inf
    assert Capacity(memory=9.0, weights=10.0, per_sequence=0.0).batch == 0
    assert Capacity(memory=10.5, weights=10.0, per_sequence=0.5).batch == 1


def test_heads_that_guess_are_blocks_and_unembeddings_of_their_own() -> None:
    """Two heads of 1,000 x 1,000 + 1,000 x 40,000 parameters (https://arxiv.org/abs/2401.10774, 2.1.1), read once."""
    cost = drafting(CARD, Draft("heads", 2.0), 4.0, 100.0)
    assert (cost.weights, cost.kv, cost.layers) == (2 * 82e6, 0, 1)
    assert (cost.flops, cost.memory_s) == (4 * 2 * 82e6, pytest.approx(2 * 82e6 / 1e12))


def test_one_layer_drafts_with_a_tenth_of_all_but_the_head() -> None:
    like = one_layer(ROUND)
    assert like == replace(
        ROUND, name="one layer of round", always=16 * MEGA + 40 * MEGA, routed=80 * MEGA, attending=6 * MEGA, layers=1.0,
        attention=(grouped(1, 16, 4, 50),), state=0.0,
    )  # fmt: skip
    assert one_layer(ROUND, head=False) == replace(like, always=16 * MEGA, head=0.0)
    hybrid = replace(ROUND, attention=(grouped(2, 16, 4, 50),))
    assert one_layer(hybrid).attention == (
        grouped(1, 16, 4, 50),
    )  # a drafter's layer has a cache where few of the target's do
    indexed = replace(ROUND, attention=(grouped(10, 16, 4, 50), grouped(10, 0, 1, 16)))
    assert one_layer(indexed).attention == (grouped(1, 16, 4, 50), grouped(1, 0, 1, 16))
    assert one_layer(nominal(1e9)) == replace(nominal(1e9), name="one layer of 1B", layers=1.0)
    assert Draft("layer", 3.0) == Draft("layer", 3.0, tree=None, setting=None, head=True)


def test_a_layer_drafts_with_its_head_where_no_ceiling_is_asked_for() -> None:
    with_head = drafting(CARD, Draft("layer", 3.0), 1.0, 0.0).weights
    assert with_head == pytest.approx(3 * 2 * (56e6 + 80e6 * 0.25))
    assert drafting(CARD, Draft("layer", 3.0, head=False), 1.0, 0.0).weights == pytest.approx(with_head - 3 * 2 * 40e6)


UNKNOWN = {
    "routed": 0, "experts": 1, "experts_per_token": 1, "head": 0, "attending": 0, "layers": 0, "hidden": 0, "vocabulary": 0,
    "attention": (), "state": 0, "native_bits": 16, "rest_bits": 0,
}  # fmt: skip
ROWS = {
    # https://huggingface.co/deepseek-ai/DeepSeek-V3.2-Exp/blob/main/config.json: 671 billion, 61 layers, 128 heads, latent of
    # 512 + 64, 128 + 64 a query head; the indexer keeps 128 elements in 8.25 bits, and attention reads the best 2,048
    "DeepSeek-V3.2": (
        {"experts": 256, "experts_per_token": 8, "head": 7168 * 129_280, "layers": 61, "hidden": 7168, "vocabulary": 129_280,
         "state": 0, "native_bits": 8, "rest_bits": 0, "attending": 61 * 187_105_280},
        (replace(latent(61, 128, 512, 64, 128), window=2048.0), replace(latent(61, 0, 64, 64, 0), bits=8.25)),
    ),
    # https://huggingface.co/openai/gpt-oss-120b/blob/main/config.json: every second of 36 layers sees 128 tokens
    "gpt-oss-120b": (
        {"experts": 128, "experts_per_token": 4, "head": 2880 * 201_088, "layers": 36, "hidden": 2880, "vocabulary": 201_088,
         "state": 0, "native_bits": 4.25, "rest_bits": 16, "attending": 36 * 2 * 2880 * 64 * (64 + 8)},
        (grouped(18, 64, 8, 64), replace(grouped(18, 64, 8, 64, window=128.0), keeps=128.0)),
    ),
}  # fmt: skip


def test_a_model_of_which_only_the_size_is_known() -> None:
    assert asdict(nominal(7e9)) == {"name": "7B", "total": 7e9, "always": 7e9} | UNKNOWN
    assert asdict(latent(61, 128, 512, 64, 128)) == {
        "layers": 61, "heads": 128, "heads_kv": 1, "per_head": 576, "scores": 278_528, "scores_prompt": 81_920, "latent": True,
        "window": inf, "keeps": inf, "bits": None,
    }  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_a_row_of_the_catalog_as_the_roofline_sees_it(name: str) -> None:
    fields, attention = ROWS[name]
    shape = shape_of(find_model(name))
    assert {field: getattr(shape, field) for field in fields} == fields
    assert shape.attention == attention


def test_the_keys_of_compressed_entries_are_narrower() -> None:
    """DeepSeek-V4-Flash: 21 of 43 layers keep one entry of four tokens, found by a key of 128 elements in 4.25 bits."""
    index = next(group for group in shape_of(find_model("DeepSeek-V4-Flash")).attention if not group.heads)
    assert (index.layers, index.per_head, index.bits, index.latent) == (21, 128 / 4, 4.25, True)


def test_devices_are_cut_times_ranks_times_stages() -> None:
    assert replace(CARD, tp=2.0, dp=3.0, pp=5.0).devices == 30
    assert CARD.published is False
    assert np.all(np.asarray(replace(CARD, tp=np.array([1.0, 2.0]), dp=4.0).devices) == [4, 8])
