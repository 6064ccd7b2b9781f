"""From the catalog's row to what the roofline sees."""

import math
from dataclasses import replace

import pytest

from estimator import MODELS, find_model
from estimator.setting import Setting
from estimator.shape import Shape, grouped, latent, nominal, shape_of
from estimator.step import decode


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda model: model.name)
def test_every_model_has_a_sane_shape(model) -> None:
    shape = shape_of(model)
    assert 0 < shape.active <= shape.total * 1.001
    assert shape.active == pytest.approx(model.params_active, rel=1e-9)
    assert 0 <= shape.head <= shape.always
    assert 0 <= shape.attending <= shape.always - shape.head + 1
    assert shape.attention_layers <= 3 * shape.layers  # an indexer counts once more, and a window beside it
    assert shape.state >= 0


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda model: model.name)
def test_one_token_adds_to_the_cache_what_the_catalog_says(model) -> None:
    kept = [group for group in shape_of(model).attention if group.heads]
    assert sum(g.layers * g.per_head * g.heads_kv for g in kept) * 2 == pytest.approx(model.kv_bytes_per_token(16))


def test_five_windows_to_one_full_layer() -> None:
    full, window = shape_of(find_model("gemma-3-27B")).attention
    assert (full.layers, full.window) == (10, math.inf)  # layers 6, 12, ... of 62
    assert (window.layers, window.window) == (52, 1024)


def test_recurrent_layers_keep_a_state_and_no_cache() -> None:
    shape = shape_of(find_model("Nemotron-H-56B"))
    assert shape.attention_layers == 10
    assert shape.layers == 118
    one, many = (decode(Setting(shape, 1e12, 1e15), 1.0, context).kv for context in (0.0, 1000.0))
    assert many - one == 1000 * 40_960


def test_sparse_attention_reads_few_and_keeps_all() -> None:
    shape = shape_of(find_model("DeepSeek-V3.2"))
    (main,) = (group for group in shape.attention if group.heads)
    assert main.window == 2048
    assert main.keeps == math.inf


def test_a_size_alone_reads_all_of_it() -> None:
    assert nominal(70e9).name == "70B"
    assert decode(Setting(nominal(70e9), 3.35e12, 1e15), 1.0, 8192.0).kv == 0


def test_the_weights_of_latent_attention_are_those_of_its_projections() -> None:
    """DeepSeek-V3 (https://arxiv.org/abs/2412.19437): 7,168 wide, 128 heads of 128 + 64, ranks 1,536 and 512, 61 layers.

    query 1,536 x (7,168 + 128 x 192), latent 7,168 x (512 + 64), unfolded 512 x 128 x (128 + 128), out 128 x 128 x 7,168.
    """
    one = 1536 * (7168 + 128 * 192) + 7168 * 576 + 512 * 128 * 256 + 128 * 128 * 7168
    assert one == 187_105_280
    assert shape_of(find_model("DeepSeek-V3")).attending == 61 * one


def test_the_weights_of_grouped_attention_are_four_projections() -> None:
    """Llama-3.1-8B: 32 layers of 2 x 4,096 x 128 x (32 + 8)."""
    assert shape_of(find_model("Llama-3.1-8B")).attending == 32 * 2 * 4096 * 128 * 40


def test_latent_attention_scores_against_the_latent_in_decode_and_expands_it_in_prefill() -> None:
    """DeepSeek-V3: 2 x 128 x (2 x 512 + 64) against 2 x 128 x (128 + 64 + 128) FLOP a pair of tokens."""
    (group,) = shape_of(find_model("DeepSeek-V3")).attention
    assert (group.scores, group.scores_prompt) == (2 * 128 * 1088, 2 * 128 * 320)
    assert (group.per_head, group.heads_kv, group.latent) == (576, 1, True)
    made = latent(61, 128, 512, 64, 128)
    assert (made.scores, made.scores_prompt, made.per_head) == (2 * 128 * 1088, 2 * 128 * 320, 576)


def test_grouped_attention_computes_four_flops_a_head_element() -> None:
    group = grouped(32, 32, 8, 128)
    assert (group.scores, group.scores_prompt, group.per_head) == (4 * 32 * 128, 4 * 32 * 128, 256)


def test_a_token_uses_its_share_of_the_experts() -> None:
    shape = Shape("x", total=100.0, always=10.0, routed=80.0, experts=8.0, experts_per_token=2.0)
    assert shape.active == 30.0
    assert Shape("y", total=10.0, always=10.0).active == 10.0


def test_the_indexer_keeps_its_own_width() -> None:
    # DeepSeek-V3.2: 128 numbers in FP8 and four bytes of scale for each token and layer, whatever the cache's width
    shape = shape_of(find_model("DeepSeek-V3.2"))
    index = next(group for group in shape.attention if not group.heads)
    only = replace(shape, attention=(index,))
    for bits in (16.0, 8.0, 4.0):
        assert decode(Setting(only, 1e12, 1e15, kv_bits=bits), 1.0, 1000.0).kv == pytest.approx(61 * 132 * 1000)


def test_a_long_context_costs_little_where_entries_are_compressed() -> None:
    # per sequence and layer at 128K tokens: 512 + 128 entries, 1,024 + 128 entries, or 128 entries
    shape = shape_of(find_model("DeepSeek-V4-Flash"))
    scores = (
        decode(Setting(shape, 1e12, 1e15), 1.0, 131072.0).flops - decode(Setting(shape, 1e12, 1e15), 1.0, 0.0).flops
    )
    assert scores == pytest.approx(4 * 64 * 512 * (21 * (512 + 128) + 20 * (1024 + 128) + 2 * 128))
