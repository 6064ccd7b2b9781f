"""The table of models: each shape gives its parameter count, and what follows from a shape."""

from dataclasses import replace
from typing import Any

import pytest

from estimator import MODELS, BadValue, Model, find_model
from estimator.models import _from_row, _shape_counts, model_row, sizes
from estimator.shape import shape_of

COUNTED = [row for row in MODELS.values() if row.basis == "counted from the shape"]


@pytest.mark.parametrize("row", MODELS.values(), ids=lambda row: row.name)
def test_every_model_has_a_source_and_a_sane_shape(row: Model) -> None:
    assert row.source
    assert row.basis
    assert 0 < row.params_active <= row.params_total
    assert row.kv_heads == 0 or row.heads % row.kv_heads == 0
    assert 0 <= row.routed_params <= row.params_total
    assert 0 < row.shared_params <= row.params_active
    assert len(row.windows) == row.layers
    assert "S" not in row.layer_kinds or row.sliding_window > 0
    assert "L" not in row.layer_kinds or row.state_elements > 0
    assert bool(row.kv_groups) == (row.attention_layers > 0)


@pytest.mark.parametrize("row", COUNTED, ids=lambda row: row.name)
def test_parameters_follow_from_the_shape(row: Model) -> None:
    assert row.shape_params == pytest.approx(row.params_total, rel=0.03)
    assert row.shape_active == pytest.approx(row.params_active, rel=0.03)


@pytest.mark.parametrize("row", MODELS.values(), ids=lambda row: row.name)
def test_a_row_of_the_table_and_a_model_are_the_same_thing(row: Model) -> None:
    assert _from_row(model_row(row)) == row


def test_the_table_is_large_enough_to_be_useful() -> None:
    assert len(MODELS) >= 300
    assert len(COUNTED) >= 200


def test_known_parameter_counts() -> None:
    assert MODELS["Llama-3.1-8B"].params_total == 8.03e9
    assert MODELS["Llama-3.1-8B"].input_embedding == 128256 * 4096
    assert MODELS["Llama-3.1-8B"].params_active == pytest.approx(8.03e9 - 128256 * 4096, rel=1e-3)
    assert MODELS["Llama-3.2-1B"].input_embedding == 0  # the LM head is the same matrix, and is multiplied


def test_experts_from_two_counts() -> None:
    """Mixtral: 32 layers of 8 experts of 3 x 4096 x 14336."""
    mixtral = MODELS["Mixtral-8x7B"]
    assert mixtral.routed_params == pytest.approx(32 * 8 * 3 * 4096 * 14336, rel=0.01)
    assert mixtral.shared_params == pytest.approx(
        mixtral.params_total - mixtral.input_embedding - mixtral.routed_params
    )


def test_experts_in_every_second_layer() -> None:
    """Llama 4 Maverick: 24 of 48 layers have 128 experts of 3 x 5120 x 8192."""
    assert MODELS["Llama-4-Maverick"].moe_layers == 24
    assert MODELS["Llama-4-Maverick"].routed_params == pytest.approx(24 * 128 * 3 * 5120 * 8192, rel=0.01)


@pytest.mark.parametrize(
    ("name", "bytes_per_token"),
    [
        ("Llama-3.1-8B", 131_072),
        ("Llama-3.1-70B", 327_680),  # x 8192 tokens: 2,684,354,560 bytes
        ("DeepSeek-V3", 70_272),  # 61 layers x (512 + 64) x 2 bytes
        ("Qwen3.5-35B-A3B", 20_480),  # every fourth of 40 layers
        ("Nemotron-3-Nano-30B-A3B", 6_144),  # 6 attention layers
        ("gemma-4-31B", 860_160),
        ("Falcon-7B", 8_192),
        ("Mamba-2.8B", 0),
    ],
)
def test_cache_bytes_of_one_token(name: str, bytes_per_token: int) -> None:
    assert MODELS[name].kv_bytes_per_token() == bytes_per_token


def test_layer_patterns_repeat_in_the_written_order() -> None:
    """Five sliding to one full: layers 6, 12, ... are full."""
    gemma = MODELS["gemma-3-27B"]
    assert [i + 1 for i, window in enumerate(gemma.windows) if window is None] == [
        6,
        12,
        18,
        24,
        30,
        36,
        42,
        48,
        54,
        60,
    ]
    assert gemma.windows[0] == 1024
    assert MODELS["gpt-oss-120b"].windows[:3] == (128, None, 128)
    assert MODELS["Qwen3-Next-80B-A3B"].windows[:4] == (0, 0, 0, None)


def test_sparse_attention_reads_few_keys_and_keeps_all() -> None:
    group = MODELS["DeepSeek-V3.2"].kv_groups[0]
    assert (group.layers, group.window, group.elements, group.heads, group.kept) == (61, 2048, 576, 1, None)


def test_absorbed_latent_attention_costs_more_per_key() -> None:
    """DeepSeek-V3: 2 x (2 x 512 + 64) against 4 x 128 FLOPs a head and key."""
    deepseek = MODELS["DeepSeek-V3"]
    assert deepseek.attention_width / (4 * 128 * 128) == 4.25


def test_a_nominal_model_has_a_typical_shape() -> None:
    model = Model.nominal_of("70B")
    assert (model.params_total, model.params_active, model.input_embedding) == (70e9, 70e9, 0)
    assert (model.layers, model.kv_heads, model.head_dim, model.nominal) == (80, 8, 128, True)
    assert "typical" in model.basis
    assert Model.nominal_of("30B-A3B").params_active == 3e9
    assert Model.nominal_of("8x7B").params_total == pytest.approx(46.7e9, rel=0.01)


@pytest.mark.parametrize("size", ["large", "", "7", "7 apples"])
def test_a_size_that_is_none_is_refused(size: str) -> None:
    with pytest.raises(BadValue, match="model size"):
        Model.nominal_of(size)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"layers": 0}, "layers = 0: must be above 0"),
        ({"params_total": -1.0}, "params_total = -1.0: must be above 0"),
        ({"experts": 8, "experts_per_token": 9}, "experts_per_token = 9: must be 1 to 8"),
        ({"window_pattern": "FX"}, "window_pattern = 'FX': must be letters"),
    ],
)
def test_an_impossible_shape_is_refused(change: dict[str, object], message: str) -> None:
    shape = {
        "name": "x",
        "params_total": 1e9,
        "params_active": 1e9,
        "layers": 2,
        "hidden": 64,
        "heads": 2,
        "kv_heads": 2,
    }
    with pytest.raises(BadValue, match=message):
        Model(**(shape | {"head_dim": 32} | change))  # type: ignore[arg-type]


def test_two_attention_blocks_a_layer_have_two_caches() -> None:
    longcat = find_model("LongCat-Flash")  # 28 layers of two latent attention blocks, one block of experts each
    assert sum(group.layers * group.elements for group in longcat.kv_groups) == 56 * 576
    assert longcat.moe_layers == 28
    assert longcat.experts_per_token / longcat.experts == 12 / (512 + 256)  # 256 of the 768 places compute nothing


@pytest.mark.parametrize(
    ("size", "layers", "hidden", "kv_heads", "head_dim", "ffn"),
    [
        # the nearest of Llama 3 and Qwen 2.5
        ("0.1B", 12, 768, 12, 64, 3072),
        ("0.5B", 24, 1024, 8, 64, 2816),
        ("1.2B", 16, 2048, 8, 128, 8192),
        ("3B", 28, 3072, 8, 128, 8192),
        ("8B", 32, 4096, 8, 128, 14336),
        ("14B", 40, 5120, 8, 128, 17408),
        ("32B", 64, 5120, 8, 128, 25600),
        ("70B", 80, 8192, 8, 128, 28672),
        ("120B", 88, 12288, 8, 128, 28672),
        ("400B", 126, 16384, 8, 128, 53248),
        ("1T", 61, 7168, 8, 128, 18432),
    ],
)
def test_a_size_alone_has_a_usual_shape(
    size: str, layers: int, hidden: int, kv_heads: int, head_dim: int, ffn: int
) -> None:
    model = find_model(size, allow_nominal=True)
    assert (model.layers, model.hidden, model.kv_heads, model.head_dim, model.ffn) == (
        layers, hidden, kv_heads, head_dim, ffn,
    )  # fmt: skip
    assert model.heads == hidden // head_dim
    assert model.nominal


@pytest.mark.parametrize(
    ("text", "total", "active"),
    [
        ("Foo-30B-A3B", 30e9, 3e9),
        ("Foo_30b_a3.5b", 30e9, 3.5e9),
        ("Foo 125M", 125e6, 125e6),
        ("Foo-1.5T", 1.5e12, 1.5e12),
        ("Foo-8x7B", 0.834 * 56e9, 0.834 * 56e9 * 2.2 / 8),  # Mixtral: 46.7 and 12.9 billion
        ("Foo-2x7B", 0.834 * 14e9, 0.834 * 14e9),  # two of two
    ],
)
def test_a_name_states_its_parameters(text: str, total: float, active: float) -> None:
    found = sizes(text)
    assert found is not None
    assert found == pytest.approx((total, active), rel=1e-9)


def test_a_mixture_of_experts_by_its_two_sizes() -> None:
    model = find_model("Foo-30B-A3B", allow_nominal=True)
    assert (model.params_total, model.params_active, model.experts, model.experts_per_token) == (30e9, 3e9, 128, 8)
    assert model.is_moe
    assert model.moe_ffn == 25600 // 8


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"layers": 0}, "layers"),
        ({"hidden": -1}, "hidden"),
        ({"experts": 8, "experts_per_token": 0}, "experts_per_token"),
        ({"experts": 8, "experts_per_token": 9}, "experts_per_token"),
        ({"window_pattern": ""}, "window_pattern"),
        ({"window_pattern": "FX"}, "window_pattern"),
    ],
)
def test_a_shape_that_cannot_be_is_refused(change: dict[str, object], field: str) -> None:
    with pytest.raises(BadValue, match=field):
        replace(find_model("Llama-3.1-8B"), **change)  # type: ignore[arg-type]


def test_a_pattern_that_is_written_out_has_a_letter_for_each_layer() -> None:
    row = MODELS["Nemotron-Nano-9B-v2"]  # its config.json: 4 of attention, 27 of Mamba, 25 feed-forward
    assert [row.layer_kinds.count(kind) for kind in "FLN"] == [4, 27, 25]
    with pytest.raises(BadValue, match="letters of window_pattern"):
        replace(row, window_pattern=row.window_pattern[:-2])


def test_layers_that_share_a_cache_keep_half() -> None:
    # Hunyuan-Large, config.json: use_cla, cla_share_factor 2; 64 layers of 8 heads of 80
    assert MODELS["Hunyuan-Large-389B-A52B"].kv_bytes_per_token(16) == 64 * 2 * 8 * 80 * 2 / 2


def test_one_full_layer_and_three_windows() -> None:
    # https://huggingface.co/docs/transformers/model_doc/ministral
    row = MODELS["Ministral-8B"]
    assert row.windows[:5] == (None, 32768, 32768, 32768, None)


def test_full_layers_may_have_heads_of_their_own() -> None:
    # gemma-4-26B-A4B, config.json: num_global_key_value_heads 2 of global_head_dim 512, key and value alike
    full, window = MODELS["gemma-4-26B-A4B"].kv_groups
    assert (full.elements, full.heads, window.elements, window.heads) == (1024, 2, 4096, 8)


def test_full_layers_may_have_wider_heads() -> None:
    """gemma-4-31B, config.json: 32 query heads of 256 and 16 KV heads in 50 layers, of 512 and 4 in 10, key and value alike.

    The published 30.7 billion come out (https://ai.google.dev/gemma/docs/core/model_card_4).
    """
    row = MODELS["gemma-4-31B"]
    sliding = 5376 * 256 * (2 * 32 + 2 * 16)
    full = 5376 * 512 * (2 * 32 + 4)
    assert row.attention_total == 50 * sliding + 10 * full
    assert row.shape_params == 50 * sliding + 10 * full + 60 * 3 * 5376 * 21504 + 262144 * 5376
    assert row.shape_params == pytest.approx(30.7e9, rel=0.001)
    assert [group.width for group in row.kv_groups] == [4 * 32 * 512, 0]
    scores = {attention.layers: attention.scores for attention in shape_of(row).attention}
    assert scores == {10: 4 * 32 * 512, 50: 4 * 32 * 256}


def test_a_dense_block_beside_experts_is_counted() -> None:
    row = MODELS["gemma-4-26B-A4B"]  # 30 layers: 3 x 2816 x 2112 dense, 128 experts of 3 x 2816 x 704, eight at work
    assert (row.shape_params, row.shape_active) == pytest.approx((25.2e9, 3.8e9), rel=0.01)


@pytest.mark.parametrize(
    ("name", "full", "out"),
    [("Qwen3-Next-80B-A3B", 12, 16 * 256), ("Qwen3.5-397B-A17B", 15, 32 * 256), ("Qwen3.5-27B", 16, 24 * 256)],
)
def test_a_gate_on_what_attention_gives_is_as_wide_as_the_queries(name: str, full: int, out: int) -> None:
    """https://github.com/huggingface/transformers: q_proj of modeling_qwen3_next.py gives 2 x heads x head_dim."""
    row = MODELS[name]
    assert row.attention_total - replace(row, output_gate=False).attention_total == full * row.hidden * out
    assert (row.shape_params, row.shape_active) == pytest.approx((row.params_total, row.params_active), rel=1e-4)


def test_the_first_mistral_slides_and_the_later_ones_do_not() -> None:
    """Section 2 of arXiv:2310.06825; https://huggingface.co/mistralai/Mistral-7B-Instruct-v0.2: no window."""
    assert set(find_model("Mistral-7B-Instruct-v0.1").windows) == {4096}
    assert set(find_model("Mistral-7B-Instruct-v0.2").windows) == {None}
    assert find_model("Mistral 7B").name == "Mistral-7B"


@pytest.mark.parametrize("size", ["3B", "7B", "15B"])
def test_starcoder_slides(size: str) -> None:
    """arXiv:2402.19173: a context of 16,384 tokens with a sliding window of 4,096."""
    assert set(MODELS[f"StarCoder2-{size}"].windows) == {4096}


@pytest.mark.parametrize(("name", "table"), [("EXAONE-3.5-7.8B", 102400 * 4096), ("Nemotron-4-Mini-4B", 256000 * 3072)])
def test_a_second_table_makes_the_published_size(name: str, table: int) -> None:
    """7.82 billion (https://huggingface.co/LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct) and the 4.19 of Minitron-4B."""
    row = MODELS[name]
    assert row.input_embedding == table
    assert row.params_total - row.params_active == pytest.approx(table, rel=2e-3)


def test_values_may_be_narrower_than_keys_outside_of_latent_attention() -> None:
    row = MODELS["MiMo-V2-Flash"]  # 64 heads: keys of 192, values of 128
    assert row.attention_width == 2 * 64 * (192 + 128)
    assert row.attention_params == 4096 * (192 + 128) * (64 + 8)


@pytest.mark.parametrize(
    ("name", "top", "layers"),
    # compress_ratios, index_topk and sliding_window of the config.json (nvidia/DeepSeek-V4-*-NVFP4)
    [("DeepSeek-V4-Flash", 512, (21, 20, 43)), ("DeepSeek-V4-Pro", 1024, (30, 31, 61))],
)
def test_compressed_entries_are_read_beside_a_window(name: str, top: int, layers: tuple[int, int, int]) -> None:
    four, many, window = MODELS[name].kv_groups
    assert (four.layers, many.layers, window.layers) == layers
    assert (four.window, four.elements, four.kept) == (4 * top, 512 / 4, None)
    assert (many.window, many.elements) == (None, 512 / 128)
    assert (window.window, window.elements, window.kept) == (128, 512, 128)


def test_a_narrow_way_out_of_attention_is_counted() -> None:
    # hidden 4096, query by 1024 to 64 x 512, one vector of 512, 8 groups out by 1024 each
    each = 1024 * (4096 + 32768) + 4096 * 512 + 32768 * 1024 + 8 * 1024 * 4096
    assert MODELS["DeepSeek-V4-Flash"].attention_params == each
    row = MODELS["DeepSeek-V4-Flash"]  # with 6 experts, a shared one and the head that makes the published 13 billion
    active = 43 * (each + 7 * 3 * 4096 * 2048) + 4096 * 129280
    assert active == pytest.approx(row.params_active, rel=0.05)


MADE = Model(
    "made", 1.0, 1.0, layers=4, hidden=10, heads=2, kv_heads=1, head_dim=5, ffn=20, vocab=100, experts=8, experts_per_token=2,
    moe_ffn=6, shared_experts=1, dense_layers=1, window_pattern="FL",
)  # fmt: skip


@pytest.mark.parametrize(
    ("change", "total", "active"),
    [
        # two attentions of 10 x 10 + 2 x 10 x 5 + 10 x 10, two other mixers of 4 x 10 x 10, one dense block of 3 x 10 x 20,
        # three of experts: 3 x 10 x 6 shared and 10 x 8 of routing, a head of 1,000: 3,780; 180 an expert; the embedding
        ({}, 3780 + 3 * 8 * 180 + 1000, 3780 + 3 * 2 * 180),
        ({"tied_embeddings": True}, 3780 + 3 * 8 * 180, 3780 + 3 * 2 * 180),
        ({"state_params": 150}, 3280 + 3 * 8 * 180 + 1000, 3280 + 3 * 2 * 180),
        ({"shared_ffn": 7}, 3870 + 3 * 8 * 180 + 1000, 3870 + 3 * 2 * 180),  # 30 more in each of three
        # experts that work on a width of 4, and the ways there and back
        ({"moe_hidden": 4}, 4020 + 3 * 8 * 72 + 1000, 4020 + 3 * 2 * 72),
        # two matrices: 2 x 10 x 20 and 2 x 10 x 6
        ({"gated": False}, 3400 + 3 * 8 * 120 + 1000, 3400 + 3 * 2 * 120),
        # every second of the three after the dense one: three dense ones of 600
        ({"moe_every": 2}, 4460 + 8 * 180 + 1000, 4460 + 2 * 180),
    ],
)
def test_parameters_are_counted_by_matrices(change: dict[str, Any], total: float, active: float) -> None:
    assert _shape_counts(replace(MADE, **change)) == (total, active)


def test_what_is_known_of_a_size_is_said() -> None:
    assert find_model("7B", allow_nominal=True).basis == (
        "only the size is known (7B); the shape is a typical one for it"
    )
