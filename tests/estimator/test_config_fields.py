"""Every field of a `config.json` by itself: what it changes in a model whose shape is plain, and what it leaves alone."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from estimator import BadValue, Model
from estimator.model_config import catalog_row

PLAIN = {
    "hidden_size": 1024,
    "num_hidden_layers": 8,
    "num_attention_heads": 16,
    "intermediate_size": 4096,
    "vocab_size": 1000,
}
COUNTED = ("params_total", "params_active")
EIGHT = {"num_experts": 8, "num_experts_per_tok": 2}
MOE = {"experts": 8, "experts_per_token": 2, "moe_ffn": 4096}


def changed(config: dict[str, Any]) -> dict[str, Any]:
    """Every field in which the model of `config` is not that of `PLAIN`, but for the counts."""
    model, plain = Model.from_config(config, "x"), Model.from_config(PLAIN, "x")
    names = [field.name for field in fields(Model) if field.name not in COUNTED]
    return {name: getattr(model, name) for name in names if getattr(model, name) != getattr(plain, name)}


@pytest.mark.parametrize(
    ("more", "fields"),
    [
        # which of two spellings counts
        ({"text_config": {"hidden_size": 2048, "vocab_size": None}}, {"hidden": 2048, "head_dim": 128}),
        ({"llm_config": {"text_config": {"num_key_value_heads": 4}}}, {"kv_heads": 4, "attention_kind": "GQA"}),
        ({"text_config": "hidden_size"}, {}),
        ({"attn_config": {"kv_n_heads": 1, "hidden_size": 9}}, {"kv_heads": 1, "attention_kind": "MQA"}),
        ({"attn_config": [1]}, {}),
        ({"num_key_value_heads": [4, 8]}, {"kv_heads": 4, "attention_kind": "GQA"}),
        ({"num_key_value_heads": False, "num_kv_heads": 2}, {"kv_heads": 2, "attention_kind": "GQA"}),
        ({"num_key_value_heads": None, "num_kv_heads": 2}, {"kv_heads": 2, "attention_kind": "GQA"}),
        # heads
        ({"qk_nope_head_dim": 48}, {}),
        ({"head_dim": 32}, {"head_dim": 32}),
        ({"num_attention_heads": 1}, {"heads": 1, "kv_heads": 1, "head_dim": 1024}),
        ({"num_attention_heads": 3}, {"heads": 3, "kv_heads": 3, "head_dim": 341}),
        ({"tie_word_embeddings": True}, {"tied_embeddings": True}),
        ({"model_type": "cohere"}, {"tied_embeddings": True}),
        ({"model_type": "cohere", "tie_word_embeddings": False}, {}),
        ({"model_type": "RefinedWeb"}, {"kv_heads": 1, "attention_kind": "MQA", "gated": False}),
        (
            {"model_type": "RefinedWebModel", "new_decoder_architecture": True, "num_kv_heads": 8},
            {"kv_heads": 8, "attention_kind": "GQA", "gated": False},
        ),
        ({"model_type": "gpt_bigcode", "multi_query": False}, {"gated": False, "tied_embeddings": True}),
        ({"model_type": "chatglm", "multi_query_group_num": 2}, {}),
        (
            {"model_type": "chatglm", "multi_query_attention": True, "multi_query_group_num": 2},
            {"kv_heads": 2, "attention_kind": "GQA"},
        ),
        # the feed-forward block
        ({"model_type": "qwen", "intermediate_size": 4097}, {"ffn": 2048}),
        ({"intermediate_size": None}, {"ffn": 0}),
        ({"intermediate_size": None, "model_type": "gptj"}, {"gated": False}),
        ({"intermediate_size": 512, "model_type": "gptj"}, {"gated": False, "ffn": 512}),
        ({"intermediate_size": 0, "model_type": "codegen", "expansion_ratio": 3}, {"gated": False, "ffn": 3072}),
        ({"hidden_act": "squared_relu"}, {"gated": False}),
        ({"hidden_act": "silu"}, {}),
        ({"model_type": "phi", "hidden_act": "relu2"}, {"gated": False}),
        ({"model_type": "phi", "is_gated_act": True}, {}),
        ({"model_type": "t5", "feed_forward_proj": "relu"}, {"gated": False, "tied_embeddings": True}),
        ({"model_type": "t5"}, {"gated": False, "tied_embeddings": True}),
        # latent attention
        (
            {
                "kv_lora_rank": 64, "q_lora_rank": 96, "qk_rope_head_dim": 16, "qk_nope_head_dim": 48, "v_head_dim": 32,
                "index_topk": 512, "index_head_dim": 24, "head_dim": 80,
            },
            {
                "attention_kind": "MLA", "kv_lora_rank": 64, "q_lora_rank": 96, "rope_dim": 16, "head_dim": 48,
                "v_head_dim": 32, "read_top": 512, "index_dim": 24,
            },
        ),
        ({"kv_lora_rank": 64}, {"attention_kind": "MLA", "kv_lora_rank": 64}),
        (
            {"kv_lora_rank": 64, "v_head_dim": 64, "head_dim": 64},
            {"attention_kind": "MLA", "kv_lora_rank": 64, "v_head_dim": 64},
        ),
        ({"q_lora_rank": 96, "index_topk": 512}, {}),
        ({"head_dim": 32, "v_head_dim": 32}, {"head_dim": 32}),
        ({"v_head_dim": 32}, {"v_head_dim": 32}),
        # caches: 2 x 16 x 64 elements, shared by 4 layers
        ({"use_cla": True, "cla_share_factor": 4}, {"kv_full": 512}),
        ({"use_cla": True, "cla_share_factor": 2}, {"kv_full": 1024}),
        ({"use_cla": True, "cla_share_factor": 3}, {"kv_full": 682}),
        ({"use_cla": True, "cla_share_factor": 1}, {}),
        ({"use_cla": True, "cla_share_factor": "4"}, {}),
        ({"cla_share_factor": 4}, {}),
        (
            {"global_head_dim": 128},
            {"kv_full": 4096, "kv_window": 2048, "kv_heads_full": 16, "head_dim_full": 128},
        ),
        (
            {"global_head_dim": 128, "num_global_key_value_heads": 4, "attention_k_eq_v": True},
            {"kv_full": 512, "kv_window": 2048, "kv_heads_full": 4, "head_dim_full": 128},
        ),
        # a gate beside the queries
        ({"attn_output_gate": True}, {"output_gate": True}),
        ({"attn_output_gate": False}, {}),
        ({"o_lora_rank": 32}, {"o_lora_rank": 32}),
        (
            {
                "o_lora_rank": 32, "o_groups": 4, "q_lora_rank": 96, "qk_rope_head_dim": 16, "index_topk": 512,
                "index_head_dim": 24,
            },
            {"o_lora_rank": 32, "o_groups": 4, "q_lora_rank": 96, "rope_dim": 16, "read_top": 512, "index_dim": 24},
        ),
        # experts
        (EIGHT, MOE),
        ({"num_experts": 2}, {"experts": 2, "experts_per_token": 1, "moe_ffn": 4096}),
        (EIGHT | {"intermediate_size": None}, {"experts": 8, "experts_per_token": 2, "ffn": 0}),
        (
            {
                "model_type": "llama4_text", "num_local_experts": 8, "intermediate_size": 512, "intermediate_size_mlp": 2048,
                "moe_intermediate_size": 256, "n_shared_experts": 2,
            },
            {"experts": 8, "experts_per_token": 1, "moe_ffn": 512, "ffn": 2048, "shared_experts": 1},
        ),
        # Gemma 4: a dense block of 4,096 beside the experts
        (
            {"num_experts": 8, "top_k_experts": 2, "enable_moe_block": True, "moe_intermediate_size": 512},
            MOE | {"moe_ffn": 512, "shared_ffn": 4096},
        ),
        (
            EIGHT | {"n_shared_experts": 2, "shared_expert_intermediate_size": 768, "routed_expert_hidden_size": 512},
            MOE | {"shared_experts": 2, "shared_ffn": 768, "moe_hidden": 512},
        ),
        (EIGHT | {"expert_layer_period": 4}, MOE | {"moe_every": 4}),
        (EIGHT | {"moe_layer_freq": 2}, MOE | {"moe_every": 2}),
        (EIGHT | {"moe_layer_freq": 0, "decoder_sparse_step": 0}, MOE),
        (EIGHT | {"moe_layer_freq": -1}, MOE),
        (EIGHT | {"moe_layer_freq": [0, 1, 1, 1, 1, 1, 1, 2]}, MOE | {"dense_layers": 1}),
        (EIGHT | {"mlp_layer_types": ["dense"] * 3 + ["sparse"] * 5}, MOE | {"dense_layers": 3}),
        (EIGHT | {"mlp_layer_types": "dense"}, MOE),
        (EIGHT | {"first_k_dense_replace": 1, "mlp_only_layers": [1, 2]}, MOE | {"dense_layers": 3}),
        (EIGHT | {"first_k_dense_replace": 20}, MOE | {"dense_layers": 8}),
        # windows
        ({"sliding_window": 512}, {"sliding_window": 512, "window_pattern": "S"}),
        ({"sliding_window": "512"}, {}),
        ({"sliding_window": 512, "use_sliding_window": True}, {"sliding_window": 512, "window_pattern": "S"}),
        ({"sliding_window": False, "window_size": 256}, {"sliding_window": 256, "window_pattern": "S"}),
        ({"sliding_window": 512, "layer_types": []}, {"sliding_window": 512, "window_pattern": "S"}),
        ({"sliding_window": 512, "layer_types": ["full_attention"]}, {}),
        (
            {"sliding_window": 512, "layers_block_type": ["what", "sliding_attention"]},
            {"sliding_window": 512, "window_pattern": "FS"},
        ),
        (
            {"sliding_window": 512, "model_type": "gemma3n_text"},
            {"sliding_window": 512, "window_pattern": "SSSSSF", "tied_embeddings": True},
        ),
        ({"sliding_window": 512, "model_type": "llama4_text"}, {"sliding_window": 512, "window_pattern": "SSSF"}),
        (
            {"sliding_window": 512, "model_type": "llama4_text", "no_rope_layer_interval": 2},
            {"sliding_window": 512, "window_pattern": "SF"},
        ),
        ({"sliding_window": 512, "max_window_layers": 6}, {"sliding_window": 512, "window_pattern": "S"}),
        ({"sliding_window": 512, "use_sliding_window": True, "max_window_layers": 28}, {"window_pattern": "FFFFFFFF"}),
        ({"sliding_window_pattern": 4, "model_type": "gemma3_text"}, {"tied_embeddings": True}),
        (
            {"compress_ratios": [0, 4, 128, 0, 4, 128, 4, 128, 77], "sliding_window": 64},
            {"sliding_window": 64, "window_pattern": "SCHSCHCH"},
        ),
        ({"compress_ratios": [4] * 8, "sliding_window": 64}, {"sliding_window": 64, "window_pattern": "CCCCCCCC"}),
        ({"compress_ratios": [128] * 8, "sliding_window": 64}, {"sliding_window": 64, "window_pattern": "HHHHHHHH"}),
        # recurrent layers
        (
            {"layer_types": ["linear_attention", "sliding_attention"], "sliding_window": 64},
            {"sliding_window": 64, "window_pattern": "LS", "attention_kind": "hybrid"},
        ),
        ({"layer_types": ["mamba", "moe"]}, {"window_pattern": "LN", "attention_kind": "state"}),
        ({"hybrid_override_pattern": "M*-EX*M*"}, {"window_pattern": "LFNNFFLF", "attention_kind": "hybrid"}),
        (
            {"hybrid_override_pattern": "M*", "num_hidden_layers": None},
            {"layers": 2, "window_pattern": "LF", "attention_kind": "hybrid"},
        ),
        ({"full_attention_interval": 2}, {"window_pattern": "LF", "attention_kind": "hybrid"}),
        ({"attn_layer_period": 4}, {"window_pattern": "FLLL", "attention_kind": "hybrid"}),
        (
            {"full_attn_layers": [1, 8]},
            {
                "window_pattern": "FLLLLLLF", "attention_kind": "hybrid", "state_elements": 16 * 64 * 64,
                "state_params": 4 * 1024 * 16 * 64,
            },
        ),
        (
            {"linear_attn_config": {"full_attn_layers": [8], "num_heads": 4, "head_dim": 32}},
            # the head of the sub-object is also that of attention, where the file gives no other
            {
                "window_pattern": "LLLLLLLF", "attention_kind": "hybrid", "head_dim": 32,
                "state_elements": 4 * 32 * 32, "state_params": 4 * 1024 * 4 * 32,
            },
        ),
        (
            {"attn_type_list": [0, 1] * 4},
            {
                "window_pattern": "LFLFLFLF", "attention_kind": "hybrid", "state_elements": 16 * 64 * 64,
                "state_params": 4 * 1024 * 16 * 64,
            },
        ),
        ({"conv_L_cache": 3}, {"state_elements": 3072}),
        # gated DeltaNet with as many keys as values, 128 wide
        (
            {"linear_num_value_heads": 4},
            {"state_elements": 65536, "state_params": 1024 * (2 * 512 + 2 * 512 + 8) + 512 * 1024},
        ),
        # Mamba-2 by its other names: 8 x 32 wide, 16 states, 4 groups; and by its defaults, 64 wide, 128 states, one group
        (
            {"mamba_n_heads": 8, "mamba_d_head": 32, "mamba_d_state": 16, "mamba_n_groups": 4},
            {"state_elements": 4096, "state_params": 1024 * (512 + 128 + 8) + 256 * 1024},
        ),
        ({"mamba_num_heads": 8}, {"state_elements": 65536, "state_params": 1024 * (1024 + 256 + 8) + 512 * 1024}),
        # Mamba: 3 h x inner, and inner x (2 ranks + 2 states) where it is the first
        (
            {"model_type": "jamba", "mamba_expand": 3, "mamba_d_state": 8, "mamba_dt_rank": 32},
            {"state_elements": 3072 * 8, "state_params": 3 * 1024 * 3072 + 3072 * (64 + 16)},
        ),
        (
            {"model_type": "jamba", "mamba_dt_rank": "auto"},
            {"state_elements": 2048 * 16, "state_params": 3 * 1024 * 2048 + 2048 * (128 + 32)},
        ),
        (
            {"model_type": "falcon_mamba", "expand": 4, "state_size": 32, "time_step_rank": 48},
            {
                "window_pattern": "L", "attention_kind": "state", "state_elements": 4096 * 32,
                "state_params": 3 * 1024 * 4096 + 4096 * (96 + 64),
            },
        ),
        (
            {"model_type": "mamba2"},
            {
                "window_pattern": "L", "attention_kind": "state", "tied_embeddings": True, "state_elements": 2048 * 16,
                "state_params": 3 * 1024 * 2048,
            },
        ),
        (
            {"model_type": "mamba", "num_attention_heads": None},
            {
                "window_pattern": "L", "attention_kind": "state", "tied_embeddings": True, "state_elements": 2048 * 16,
                "state_params": 3 * 1024 * 2048 + 2048 * (128 + 32),
            },
        ),
        # 65 ranks for a width of 1,025
        (
            {"model_type": "jamba", "mamba_dt_rank": "auto", "hidden_size": 1025, "head_dim": 64},
            {"hidden": 1025, "state_elements": 2050 * 16, "state_params": 3 * 1025 * 2050 + 2050 * (130 + 32)},
        ),
        (
            {"model_type": "mamba", "hidden_size": 1025},
            {
                "hidden": 1025, "window_pattern": "L", "attention_kind": "state", "tied_embeddings": True,
                "state_elements": 2050 * 16, "state_params": 3 * 1025 * 2050 + 2050 * (130 + 32),
            },
        ),
        (
            {"model_type": "rwkv", "hidden_size": 32, "num_attention_heads": None},
            {
                "hidden": 32, "heads": 1, "kv_heads": 1, "head_dim": 32, "window_pattern": "L",
                "attention_kind": "state", "state_elements": 1024, "state_params": 4 * 32 * 32,
            },
        ),
        (
            {"model_type": "rwkv", "num_attention_heads": 8},
            {
                "heads": 8, "kv_heads": 8, "head_dim": 128, "window_pattern": "L", "attention_kind": "state",
                "state_elements": 8 * 128 * 128, "state_params": 4 * 1024 * 8 * 128,
            },
        ),
        # formats
        ({"expert_dtype": "fp4"}, {"native_bits": 4.25, "rest_bits": 8.0}),
        ({"expert_dtype": "fp8"}, {}),
        ({"quantization_config": "fp8"}, {}),
        ({"quantization_config": {"quant_method": "fp8", "ignore": ["attn"]}}, {"native_bits": 8.0}),
        (EIGHT | {"quantization_config": {"quant_method": "fp8", "ignore": ["lm_head"]}}, MOE | {"native_bits": 8.0}),
        (
            EIGHT | {"quantization_config": {"quant_method": "fp8", "ignore": ["lm_head", "q.attention"]}},
            MOE | {"native_bits": 8.0, "rest_bits": 16.0},
        ),
        ({"quantization_config": {"quant_method": "my_fp8"}}, {}),
        ({"quantization_config": {"fmt": "FP8-e4m3"}}, {"native_bits": 8.0}),
        ({"quantization_config": {"bits": 4.0}}, {}),
        ({"quantization_config": {"bits": 17}}, {}),
        ({"quantization_config": {"bits": 16, "group_size": 16}}, {}),
        ({"quantization_config": {"bits": 7, "group_size": 1}}, {"native_bits": 23.0}),
        ({"quantization_config": {"bits": 4, "group_size": 0}}, {"native_bits": 4.0}),
        ({"quantization_config": {"bits": 4, "group_size": "128"}}, {"native_bits": 4.0}),
        ({"quantization_config": {"config_groups": {}, "bits": 2}}, {"native_bits": 2.0}),
        ({"quantization_config": {"config_groups": {"g": {"weights": None}}, "bits": 2}}, {"native_bits": 2.0}),
        ({"quantization_config": {"config_groups": [1], "bits": 2}}, {"native_bits": 2.0}),
        ({"quantization_config": {"config_groups": {"g": 1}, "bits": 2}}, {"native_bits": 2.0}),
        (
            {

                "quantization_config": {"config_groups": {"g": {"weights": {"num_bits": 4}}, "h": {"weights": {"num_bits": 8}}}},
            },
            {"native_bits": 4.0},
        ),
    ],
)  # fmt: skip
def test_a_key_changes_these_fields_and_no_others(more: dict[str, Any], fields: dict[str, Any]) -> None:
    assert changed(PLAIN | more) == fields


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            {"hidden_size": 0},
            "config.json: hidden_size or n_embd or d_model or model_dim = None: must be a positive number",
        ),
        (
            {"hidden_size": -1},
            "config.json: hidden_size or n_embd or d_model or model_dim = -1: must be a positive number",
        ),
        (
            {"hidden_size": "1024"},
            "config.json: hidden_size or n_embd or d_model or model_dim = '1024': must be a positive number",
        ),
        (
            {"hybrid_override_pattern": 8, "num_hidden_layers": 0},
            "config.json: num_hidden_layers or n_layer or n_layers or num_layers or num_decoder_layers "
            "= None: must be a positive number",
        ),
        ({"compress_ratios": [0, 16]}, "config.json: compress_ratios = 16: must be one of 0, 4, 128"),
    ],
)  # fmt: skip
def test_a_shape_that_cannot_be_read_is_refused(more: dict[str, Any], message: str) -> None:
    with pytest.raises(BadValue) as caught:
        Model.from_config(PLAIN | more, "x")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("more", "name", "title"),
    [
        ({"_name_or_path": "somebody/Small-1B/"}, "", "Small-1B"),
        ({"_name_or_path": "somebody/Small-1B"}, "Mine", "Mine"),
        ({}, "", "config.json"),
    ],
)
def test_a_model_has_the_name_that_is_asked_for_or_the_file_s(more: dict[str, Any], name: str, title: str) -> None:
    model = Model.from_config(PLAIN | more, name)
    assert (model.name, model.basis, model.source) == (title, "counted from config.json", "config.json")


def test_parameters_are_counted_from_the_shape() -> None:
    """8 layers of 4 x 1,024 x 1,024 and 3 x 1,024 x 4,096, and two tables of 1,000 x 1,024; norms on top."""
    model = Model.from_config(PLAIN, "x")
    assert model.params_total - model.params_active == 1_024_000
    assert model.params_active == pytest.approx(8 * (4 * 1024**2 + 3 * 1024 * 4096) + 1_024_000, rel=1e-3)


def test_a_row_of_the_catalog_from_a_config(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps(PLAIN | {"num_key_value_heads": 4}))
    row = catalog_row(tmp_path, "Small-1B")
    assert {
        key: row[key] for key in ("name", "layers", "hidden", "heads", "kv_heads", "head_dim", "basis", "source")
    } == {
        "name": "Small-1B",
        "layers": "8",
        "hidden": "1024",
        "heads": "16",
        "kv_heads": "4",
        "head_dim": "64",
        "basis": "counted from the shape",
        "source": str(tmp_path),
    }


def test_a_plain_model_has_nothing_else() -> None:
    model = Model.from_config(PLAIN, "x")
    assert {field.name: getattr(model, field.name) for field in fields(Model) if field.name not in COUNTED} == {
        "name": "x", "layers": 8, "hidden": 1024, "heads": 16, "kv_heads": 16, "head_dim": 64, "ffn": 4096, "gated": True,
        "vocab": 1000, "experts": 0, "experts_per_token": 0, "moe_ffn": 0, "moe_hidden": 0, "shared_experts": 0,
        "shared_ffn": 0, "dense_layers": 0, "moe_every": 1, "attention_kind": "MHA", "kv_lora_rank": 0, "q_lora_rank": 0,
        "rope_dim": 0, "v_head_dim": 0, "o_lora_rank": 0, "o_groups": 0, "sliding_window": 0, "window_pattern": "F",
        "kv_full": 0, "kv_window": 0, "kv_heads_full": 0, "head_dim_full": 0, "output_gate": False,
        "cache_at_most": False, "read_top": 0, "index_dim": 0,
        "state_elements": 0, "state_params": 0, "tied_embeddings": False, "native_bits": 16.0, "rest_bits": 0.0,
        "nominal": False, "basis": "counted from config.json", "source": "config.json", "unconfirmed": False, "notes": "",
        "aliases": (),
    }  # fmt: skip
