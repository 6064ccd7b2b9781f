"""Models from a Hugging Face `config.json`: every family gives the shape and the counts that the catalog has."""

import json
from pathlib import Path
from typing import Any

import pytest

from estimator import MODELS, BadValue, Model

# What each family's file says, as published; the catalog's row of the same model is the reference.
CONFIGS: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "configs.json").read_text())


@pytest.mark.parametrize("name", CONFIGS)
def test_a_config_gives_the_shape_and_the_counts_of_the_catalog(name: str) -> None:
    model, row = Model.from_config(CONFIGS[name], name), MODELS[name]
    counted = row.basis == "counted from the shape"
    assert model.params_total == pytest.approx(row.params_total, rel=0.01 if counted else 0.04)
    assert model.params_active == pytest.approx(row.params_active, rel=0.01 if counted else 0.15)
    assert model.kv_bytes_per_token() == row.kv_bytes_per_token()
    assert (model.layers, model.hidden, model.heads) == (row.layers, row.hidden, row.heads)
    assert (model.experts, model.experts_per_token) == (row.experts, row.experts_per_token)
    assert model.windows == row.windows
    assert model.attention_kind == row.attention_kind


def test_the_constant_state_of_a_hybrid() -> None:
    assert Model.from_config(CONFIGS["Qwen3-Next-80B-A3B"]).state_elements == 32 * 128 * 128
    assert Model.from_config(CONFIGS["Nemotron-3-Nano-30B-A3B"]).state_elements == 64 * 64 * 128


@pytest.mark.parametrize(
    ("quantization", "bits"),
    [
        (None, 16),
        ({"quant_method": "fp8"}, 8),
        ({"quant_method": "mxfp4"}, 4.25),
        ({"quant_method": "modelopt", "quant_algo": "NVFP4"}, 4.5),
        ({"quant_method": "awq", "bits": 4, "group_size": 128}, 4.125),
        ({"quant_method": "gptq", "bits": 8, "group_size": 128}, 8),
        (
            {
                "quant_method": "compressed-tensors",
                "config_groups": {"g": {"weights": {"num_bits": 4, "group_size": 32}}},
            },
            4.5,
        ),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True}, 4.5),
    ],
)
def test_bits_a_weight_of_the_published_format(quantization: dict[str, Any] | None, bits: float) -> None:
    config = CONFIGS["Llama-3.1-8B"] | {"quantization_config": quantization}
    assert Model.from_config(config).native_bits == bits


def test_a_file_or_its_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps(CONFIGS["Llama-3.1-8B"]))
    by_folder, by_file = Model.from_config(tmp_path, "x"), Model.from_config(tmp_path / "config.json", "x")
    assert by_folder == by_file
    assert by_file.source == str(tmp_path / "config.json")


def test_an_unreadable_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadValue, match=r"config.json = '.*nothing.json': must be a readable file \(No such file"):
        Model.from_config(tmp_path / "nothing.json")
    (tmp_path / "config.json").write_text("{")
    with pytest.raises(BadValue, match="must be JSON"):
        Model.from_config(tmp_path)
    (tmp_path / "config.json").write_text("[]")
    with pytest.raises(BadValue, match="must be a JSON object"):
        Model.from_config(tmp_path)


@pytest.mark.parametrize(
    ("missing", "message"),
    [
        ("hidden_size", "hidden_size or n_embd"),
        ("num_hidden_layers", "num_hidden_layers or"),
        ("num_attention_heads", "num_attention_heads or"),
    ],
)
def test_a_missing_key_is_named(missing: str, message: str) -> None:
    config = {key: value for key, value in CONFIGS["Llama-3.1-8B"].items() if key != missing}
    with pytest.raises(BadValue, match=message):
        Model.from_config(config)


def test_a_config_nested_without_end_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    file.write_text("[" * 100_000)
    with pytest.raises(BadValue, match="must be JSON"):
        Model.from_config(file)


PLAIN = {
    "hidden_size": 1024,
    "num_hidden_layers": 8,
    "num_attention_heads": 16,
    "intermediate_size": 4096,
    "vocab_size": 1000,
}


@pytest.mark.parametrize(
    ("more", "field", "value"),
    [
        # DeepSeek's latent attention
        ({"kv_lora_rank": 64, "qk_rope_head_dim": 16, "qk_nope_head_dim": 48}, "kv_elements", 80),
        ({"kv_lora_rank": 64, "q_lora_rank": 96}, "q_lora_rank", 96),
        ({"kv_lora_rank": 64, "v_head_dim": 32}, "v_head_dim", 32),
        ({"kv_lora_rank": 64, "index_topk": 512, "index_head_dim": 24}, "read_top", 512),
        # experts
        ({"num_experts": 8}, "experts_per_token", 1),
        ({"num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 512}, "moe_ffn", 512),
        ({"num_experts": 8, "num_experts_per_tok": 2}, "moe_ffn", 4096),
        ({"num_experts": 8, "num_experts_per_tok": 2, "moe_latent_size": 256}, "moe_hidden", 256),
        ({"num_experts": 8, "num_experts_per_tok": 2, "decoder_sparse_step": 2}, "moe_every", 2),
        ({"num_experts": 8, "num_experts_per_tok": 2, "interleave_moe_layer_step": 4}, "moe_every", 4),
        ({"num_experts": 8, "num_experts_per_tok": 2, "moe_layer_freq": [0, 0, 1, 1, 1, 1, 1, 1]}, "dense_layers", 2),
        ({"num_experts": 8, "num_experts_per_tok": 2, "first_k_dense_replace": 3}, "dense_layers", 3),
        ({"num_experts": 8, "num_experts_per_tok": 2, "mlp_only_layers": [0, 1, 2, 3]}, "dense_layers", 4),
        ({"num_experts": 1}, "experts", 0),
        # windows
        ({"sliding_window": 512}, "layer_kinds", "SSSSSSSS"),
        ({"sliding_window": 512, "use_sliding_window": False}, "layer_kinds", "FFFFFFFF"),
        ({"sliding_window": None}, "layer_kinds", "FFFFFFFF"),
        ({"sliding_window": 512, "use_sliding_window": True, "max_window_layers": 6}, "layer_kinds", "FFFFFFSS"),
        ({"sliding_window": 512, "sliding_window_pattern": 4}, "layer_kinds", "SSSFSSSF"),
        ({"model_type": "gemma2", "sliding_window": 512}, "layer_kinds", "SFSFSFSF"),
        ({"model_type": "gemma3_text", "sliding_window": 512}, "layer_kinds", "SSSSSFSS"),
        ({"model_type": "gpt_oss", "sliding_window": 128}, "layer_kinds", "SFSFSFSF"),
        ({"layer_types": ["sliding_attention", "full_attention"] * 4, "sliding_window": 512}, "layer_kinds", "SFSFSFSF"),
        ({"layer_types": ["sliding_attention", "full_attention"] * 4}, "layer_kinds", "FFFFFFFF"),
        # recurrent layers
        ({"full_attention_interval": 4}, "layer_kinds", "LLLFLLLF"),
        ({"model_type": "qwen3_next"}, "layer_kinds", "LLLFLLLF"),
        ({"attn_layer_period": 4, "attn_layer_offset": 1}, "layer_kinds", "LFLLLFLL"),
        ({"attn_layer_indices": [2, 5]}, "layer_kinds", "LLFLLFLL"),
        ({"attn_type_list": [0, 0, 0, 1, 0, 0, 0, 1]}, "layer_kinds", "LLLFLLLF"),
        ({"linear_attn_config": {"full_attn_layers": [4, 8]}}, "layer_kinds", "LLLFLLLF"),
        ({"hybrid_override_pattern": "M-M*M-ME", "num_hidden_layers": 8}, "layer_kinds", "LNLFLNLN"),
        # gated DeltaNet: 4 value heads of 32 x 64; 1,024 x (2 x 2 x 32 + 2 x 4 x 64 + 2 x 4) + 4 x 64 x 1,024 weights
        (
            {"linear_num_value_heads": 4, "linear_num_key_heads": 2, "linear_key_head_dim": 32, "linear_value_head_dim": 64},
            "state_elements", 8192,
        ),
        (
            {"linear_num_value_heads": 4, "linear_num_key_heads": 2, "linear_key_head_dim": 32, "linear_value_head_dim": 64},
            "state_params", 1024 * (128 + 512 + 8) + 262_144,
        ),
        ({"linear_num_value_heads": 4}, "state_elements", 4 * 128 * 128),
        # Mamba-2: 8 heads of 64 with 16 states; 1,024 x (2 x 512 + 2 x 2 x 16 + 8) + 512 x 1,024 weights
        ({"mamba_num_heads": 8, "mamba_head_dim": 64, "ssm_state_size": 16, "n_groups": 2}, "state_elements", 512 * 16),
        (
            {"mamba_num_heads": 8, "mamba_head_dim": 64, "ssm_state_size": 16, "n_groups": 2}, "state_params",
            1024 * (1024 + 64 + 8) + 524_288,
        ),
        ({"mamba_num_heads": 8}, "state_elements", 8 * 64 * 128),
        # Mamba: twice as wide, 16 states; 3 x 1,024 x 2,048 + 2,048 x (2 x 64 + 2 x 16) weights
        ({"model_type": "mamba"}, "state_elements", 2048 * 16),
        ({"model_type": "mamba"}, "state_params", 3 * 1024 * 2048 + 2048 * (128 + 32)),
        ({"model_type": "rwkv"}, "state_elements", 16 * 64 * 64),
        ({"conv_L_cache": 3}, "state_elements", 3 * 1024),
        ({}, "state_elements", 0),
        # heads and widths
        ({"num_key_value_heads": 4}, "kv_heads", 4),
        ({}, "kv_heads", 16),
        ({"model_type": "falcon"}, "kv_heads", 1),
        ({"model_type": "falcon", "multi_query": False}, "kv_heads", 16),
        ({"model_type": "gpt_bigcode"}, "kv_heads", 1),
        ({"model_type": "chatglm"}, "kv_heads", 16),
        ({"head_dim": 128}, "head_dim", 128),
        ({}, "head_dim", 64),
        ({"model_type": "qwen"}, "ffn", 2048),
        ({"model_type": "gpt2", "intermediate_size": None}, "ffn", 4096),
        ({"model_type": "gpt2"}, "gated", False),
        ({"hidden_act": "relu2"}, "gated", False),
        ({"model_type": "t5", "feed_forward_proj": "gated-gelu"}, "gated", True),
        ({"is_gated_act": False}, "gated", False),
        ({}, "gated", True),
        ({"model_type": "gemma2"}, "tied_embeddings", True),
        ({}, "tied_embeddings", False),
    ],
)  # fmt: skip
def test_each_key_of_a_config_is_read(more: dict[str, Any], field: str, value: object) -> None:
    assert getattr(Model.from_config(PLAIN | more, "x"), field) == value


@pytest.mark.parametrize(
    ("quantization", "bits"),
    [
        ({"quant_method": "fbgemm_fp8"}, 8),
        ({"quant_method": "mxfp8"}, 8.25),
        ({"quant_method": "w4afp8"}, 4.13),
        ({"quant_method": "nvfp4"}, 4.5),
        ({"format": "nvfp4-pack-quantized"}, 4.5),
        ({"quant_method": "fp8_static"}, 8),
        ({"bits": 4, "group_size": -1}, 4),
        ({"bits": 4, "group_size": 64}, 4.25),
        ({"bits": 16}, 16),
        ({"bits": 32}, 16),
        ({"bits": 0}, 16),
        ({"bits": 1}, 1),
        ({"load_in_8bit": True}, 8),
        ({}, 16),
    ],
)
def test_bits_of_formats_that_a_config_may_name(quantization: dict[str, Any], bits: float) -> None:
    assert Model.from_config(PLAIN | {"quantization_config": quantization}, "x").native_bits == bits


V4 = {
    "model_type": "deepseek_v4",
    "compress_ratios": [0, 0, 4, 128, 4, 0],
    "expert_dtype": "fp4",
    "head_dim": 512,
    "hidden_size": 4096,
    "index_head_dim": 128,
    "index_topk": 512,
    "moe_intermediate_size": 2048,
    "n_routed_experts": 256,
    "n_shared_experts": 1,
    "num_attention_heads": 64,
    "num_experts_per_tok": 6,
    "num_hidden_layers": 5,
    "num_key_value_heads": 1,
    "o_groups": 8,
    "o_lora_rank": 1024,
    "q_lora_rank": 1024,
    "qk_nope_head_dim": 448,
    "qk_rope_head_dim": 64,
    "sliding_window": 128,
    "vocab_size": 129280,
}


def test_compressed_layers_are_read_in_order() -> None:
    model = Model.from_config(V4, "small V4")
    assert (model.window_pattern, model.sliding_window, model.read_top, model.index_dim) == ("SSCHC", 128, 512, 128)
    assert (model.head_dim, model.o_lora_rank, model.o_groups, model.native_bits, model.rest_bits) == (
        512,
        1024,
        8,
        4.25,
        8.0,
    )
    with pytest.raises(BadValue, match="compress_ratios"):
        Model.from_config(V4 | {"compress_ratios": [0, 0, 16, 128, 4]})


SMALL = {
    "hidden_size": 1024,
    "num_attention_heads": 8,
    "num_key_value_heads": 4,
    "num_hidden_layers": 4,
    "head_dim": 128,
}


def test_layers_may_share_a_cache() -> None:
    assert Model.from_config(SMALL | {"use_cla": True, "cla_share_factor": 2}).kv_elements == 4 * 128
    assert Model.from_config(SMALL | {"use_cla": False, "cla_share_factor": 2}).kv_elements == 2 * 4 * 128


def test_values_and_full_layers_have_widths_of_their_own() -> None:
    assert Model.from_config(SMALL | {"v_head_dim": 64}).kv_elements == 4 * (128 + 64)
    wide = {"global_head_dim": 512, "num_global_key_value_heads": 2, "attention_k_eq_v": True, "sliding_window": 64}
    full, window = Model.from_config(
        SMALL | wide | {"layer_types": ["sliding_attention", "full_attention"] * 2}
    ).kv_groups
    assert (full.elements, full.heads, window.elements, window.heads) == (1024, 2, 1024, 4)


def test_attention_that_is_left_out_of_the_narrow_format_stays_wide() -> None:
    experts = SMALL | {"num_local_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 512}
    quantized = {"quant_method": "mxfp4", "modules_to_not_convert": ["model.layers.*.self_attn"]}
    model = Model.from_config(experts | {"quantization_config": quantized})
    assert (model.native_bits, model.rest_bits) == (4.25, 16.0)
    assert Model.from_config(experts | {"quantization_config": {"quant_method": "mxfp4"}}).rest_bits == 0


def test_a_hybrid_of_mamba_and_experts_has_its_published_size() -> None:
    """https://huggingface.co/ibm-granite/granite-4.0-h-small/blob/main/config.json: 32 billion, 9 at work."""
    config = {
        "model_type": "granitemoehybrid", "hidden_size": 4096, "num_hidden_layers": 40, "num_attention_heads": 32,
        "num_key_value_heads": 8, "num_local_experts": 72, "num_experts_per_tok": 10, "shared_intermediate_size": 1536,
        "intermediate_size": 768, "mamba_d_state": 128, "mamba_n_heads": 128, "mamba_d_head": 64, "mamba_n_groups": 1,
        "mamba_expand": 2, "tie_word_embeddings": True, "vocab_size": 100352,
        "layer_types": ["attention" if i in (5, 15, 25, 35) else "mamba" for i in range(40)],
    }  # fmt: skip
    model, row = Model.from_config(config), MODELS["Granite-4.0-H-Small-32B-A9B"]
    assert (model.params_total, model.params_active) == pytest.approx((32.2e9, 8.8e9), rel=1e-3)
    assert (model.state_elements, model.state_params) == (row.state_elements, row.state_params)
    assert [group.layers for group in model.kv_groups] == [4]
