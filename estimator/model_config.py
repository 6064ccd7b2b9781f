"""A model from its Hugging Face `config.json`. Parameters are counted from the shape, so nothing has to be downloaded.

Families spell one thing in many ways; the tables below say how. What a file leaves out has the default of its family's
configuration class. A shape that this module cannot read is refused, naming the missing key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from estimator.errors import BadValue
from estimator.models import COMPRESSED, Model, model_row

Config = Mapping[str, Any]

_NESTED = ("text_config", "llm_config", "language_config", "language_model_config", "thinker_config")
_KEYS: dict[str, tuple[str, ...]] = {
    "layers": ("num_hidden_layers", "n_layer", "n_layers", "num_layers", "num_decoder_layers"),
    "hidden": ("hidden_size", "n_embd", "d_model", "model_dim"),
    "heads": ("num_attention_heads", "n_head", "n_heads", "num_heads"),
    "kv_heads": ("num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num", "kv_n_heads"),
    "head_dim": ("head_dim", "kv_channels", "attention_head_dim", "d_kv"),
    "ffn": ("intermediate_size_mlp", "intermediate_size", "n_inner", "ffn_dim", "ffn_hidden_size", "d_ff"),
    "vocab": ("vocab_size", "padded_vocab_size"),
    "experts": ("num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts", "num_routed_experts"),
    "experts_per_token": (
        "num_experts_per_tok",
        "num_experts_per_token",
        "moe_top_k",
        "moe_topk",
        "moe_k",
        "experts_per_token",
        "num_selected_experts",
        "top_k_experts",
    ),
    "moe_ffn": ("moe_intermediate_size", "expert_ffn_hidden_size", "ffn_hidden_size", "expert_ffn_size"),
    "shared_experts": ("n_shared_experts", "num_shared_experts", "num_shared_expert", "moe_num_shared_experts"),
    "shared_ffn": (
        "shared_expert_intermediate_size",
        "moe_shared_expert_intermediate_size",
        "shared_intermediate_size",
    ),
    "dense_layers": ("first_k_dense_replace", "moe_layer_start_index", "num_dense_layers", "first_num_dense_layers"),
    "window": ("sliding_window", "sliding_window_size", "attention_chunk_size", "window_size"),
}
# two matrices in the feed-forward block, not three
_UNGATED = frozenset(
    {
        "gpt2",
        "gptj",
        "gpt_neox",
        "gpt_neo",
        "gpt_bigcode",
        "bloom",
        "falcon",
        "RefinedWeb",
        "RefinedWebModel",
        "mpt",
        "opt",
    }
    | {"phi", "codegen", "starcoder2", "nemotron", "nemotron_h", "persimmon", "xglm", "biogpt"}
)
# the LM head is the embedding unless the file says otherwise
_TIED = frozenset(
    {
        "gpt2",
        "gpt_neo",
        "gpt_bigcode",
        "bloom",
        "falcon",
        "mpt",
        "opt",
        "gemma",
        "gemma2",
        "gemma3",
        "gemma3_text",
        "gemma3n_text",
    }
    | {"gemma4", "gemma4_text", "starcoder2", "cohere", "cohere2", "mamba", "mamba2", "xglm", "biogpt", "t5"}
)
_FOUR_TIMES = frozenset(
    {"gpt2", "gptj", "gpt_neo", "gpt_bigcode", "bloom", "falcon", "RefinedWeb", "RefinedWebModel", "mpt", "codegen"}
)
_LETTER = {
    "full_attention": "F",
    "attention": "F",
    "sparse": "F",
    "deepseek_sparse_attention": "F",
    "sliding_attention": "S",
    "chunked_attention": "S",
    "local_attention": "S",
    "linear_attention": "L",
    "mamba": "L",
    "mamba2": "L",
    "recurrent": "L",
    "conv": "L",
    "hybrid": "F",
    "compressed_sparse_attention": "C",
    "heavily_compressed_attention": "H",
    "moe": "N",
    "mlp": "N",
}
_RATIO = {0: "S", **{tokens: letter for letter, tokens in COMPRESSED.items()}}  # `compress_ratios` of DeepSeek-V4
_BLOCK = {"M": "L", "*": "F", "-": "N", "E": "N"}  # nemotron_h: "M-M*ME"


def model_from_config(source: str | Path | Config, name: str = "") -> Model:
    """The model of a `config.json`: a path to it or to its folder, or the parsed content."""
    config, where = _read(source)
    config = _flatten(config)
    kind = str(config.get("model_type", ""))
    shape = _shape(config, kind, where)
    shape |= (
        _latent(config)
        | _experts(config, kind, shape)
        | _layers(config, kind, shape)
        | _state(config, kind, shape)
        | _caches(config, shape)
    )
    shape["native_bits"], shape["rest_bits"] = _native_bits(config), _rest_bits(config)
    title = name or str(config.get("_name_or_path") or where).rstrip("/").split("/")[-1]
    model = Model(name=title, params_total=1, params_active=1, basis="counted from config.json", source=where, **shape)
    return replace(model, params_total=model.shape_params, params_active=model.shape_active)


def catalog_row(source: str | Path, name: str = "") -> dict[str, str]:
    """The row of `models.csv` for a `config.json`."""
    return model_row(replace(model_from_config(source, name), basis="counted from the shape", source=str(source)))


def _read(source: str | Path | Config) -> tuple[Config, str]:
    if isinstance(source, Mapping):
        return source, "config.json"
    path = Path(source)
    path = path / "config.json" if path.is_dir() else path
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadValue("config.json", str(path), f"a readable file ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise BadValue("config.json", str(path), f"JSON ({error})") from error
    if not isinstance(content, dict):
        raise BadValue("config.json", str(path), "a JSON object")
    return content, str(path)


def _flatten(config: Config) -> dict[str, Any]:
    """One level: the text part of a multimodal model, and the sub-objects of DBRX and MPT, among the rest."""
    flat = dict(config)
    for nested in _NESTED:
        if isinstance(flat.get(nested), Mapping):
            inner = _flatten(flat[nested])
            flat = {**flat, **{key: value for key, value in inner.items() if value is not None}}
    for nested in ("attn_config", "ffn_config", "linear_attn_config"):
        if isinstance(flat.get(nested), Mapping):
            flat = {**flat[nested], **flat}
    return flat


def _get(config: Config, field: str, default: Any = 0) -> Any:
    for key in _KEYS[field]:
        value = config.get(key)
        if value is not None and value is not False:
            return value[0] if isinstance(value, list) and value else value
    return default


def _shape(config: Config, kind: str, where: str) -> dict[str, Any]:
    """Widths, heads and vocabulary."""
    hidden = _get(config, "hidden")
    pattern = config.get("hybrid_override_pattern")
    layers = _get(config, "layers") or (len(pattern) if isinstance(pattern, str) else 0)
    heads = _get(config, "heads")
    if kind in ("mamba", "mamba2", "falcon_mamba", "rwkv"):  # no attention: heads only split the state
        heads = heads or max(1, hidden // 64)
    for field, value in (("hidden", hidden), ("layers", layers), ("heads", heads)):
        if not isinstance(value, int) or value <= 0:
            raise BadValue(f"{where}: {' or '.join(_KEYS[field])}", value or None, "a positive number")
    nope = config.get("qk_nope_head_dim") if config.get("kv_lora_rank") else None
    head_dim = nope or _get(config, "head_dim") or hidden // heads
    return {
        "layers": layers,
        "hidden": hidden,
        "heads": heads,
        "kv_heads": _kv_heads(config, kind, heads),
        "head_dim": head_dim,
        "ffn": _ffn(config, kind, hidden),
        "gated": _gated(config, kind),
        "vocab": _get(config, "vocab"),
        "tied_embeddings": bool(config.get("tie_word_embeddings", kind in _TIED)),
    }


def _kv_heads(config: Config, kind: str, heads: int) -> int:
    if kind in ("falcon", "RefinedWeb", "RefinedWebModel") and not config.get("new_decoder_architecture"):
        return 1 if config.get("multi_query", True) else heads
    if kind == "gpt_bigcode":
        return 1 if config.get("multi_query", True) else heads
    if kind == "chatglm" and not config.get("multi_query_attention"):
        return heads
    return int(_get(config, "kv_heads", heads))


def _ffn(config: Config, kind: str, hidden: int) -> int:
    width = _get(config, "ffn")
    if kind == "qwen":  # the first Qwen's file gives both halves of the gated pair together
        return int(width) // 2
    if not width and kind in _FOUR_TIMES:
        return int(config.get("expansion_ratio", 4) * hidden)
    return int(width)


def _gated(config: Config, kind: str) -> bool:
    if "is_gated_act" in config:
        return bool(config["is_gated_act"])
    if kind == "t5":
        return str(config.get("feed_forward_proj", "")).startswith("gated")
    return kind not in _UNGATED and config.get("hidden_act") not in ("relu2", "squared_relu")


def _latent(config: Config) -> dict[str, Any]:
    """Multi-head latent attention, and the indexer of DeepSeek's sparse attention."""
    if not config.get("kv_lora_rank"):
        value = config.get("v_head_dim") or 0
        return {"attention_kind": "", "v_head_dim": 0 if value == _get(config, "head_dim") else value}
    return {
        "attention_kind": "MLA",
        "kv_lora_rank": config["kv_lora_rank"],
        "q_lora_rank": config.get("q_lora_rank") or 0,
        "rope_dim": config.get("qk_rope_head_dim") or 0,
        "v_head_dim": config.get("v_head_dim") or 0,
        "read_top": config.get("index_topk") or 0,
        "index_dim": config.get("index_head_dim") or 0,
    }


def _caches(config: Config, shape: dict[str, Any]) -> dict[str, Any]:
    """Caches that heads and widths alone do not give: shared by layers, of other heads in full layers, compressed."""
    found: dict[str, Any] = {}
    if config.get("attn_output_gate", config.get("model_type") == "qwen3_next"):  # Qwen3-Next always has one
        found["output_gate"] = True
    share = config.get("cla_share_factor") if config.get("use_cla") else None
    if isinstance(share, int) and share > 1:
        found["kv_full"] = 2 * shape["kv_heads"] * shape["head_dim"] // share
    if wide := config.get("global_head_dim"):  # Gemma 4
        heads = config.get("num_global_key_value_heads") or shape["kv_heads"]
        found |= {
            "kv_full": heads * wide * (1 if config.get("attention_k_eq_v") else 2),
            "kv_window": 2 * shape["kv_heads"] * shape["head_dim"],
            "kv_heads_full": heads,
            "head_dim_full": wide,
        }
    if config.get("o_lora_rank"):  # DeepSeek-V4
        names = {"q_lora_rank": "q_lora_rank", "o_lora_rank": "o_lora_rank", "o_groups": "o_groups"}
        names |= {"rope_dim": "qk_rope_head_dim", "read_top": "index_topk", "index_dim": "index_head_dim"}
        found |= {field: config.get(key) or 0 for field, key in names.items()}
    return found


def _experts(config: Config, kind: str, shape: dict[str, Any]) -> dict[str, Any]:
    experts = int(_get(config, "experts"))
    if experts <= 1:
        return {}
    llama4 = kind.startswith("llama4")
    moe_ffn = config.get("intermediate_size") if llama4 else (_get(config, "moe_ffn") or shape["ffn"])
    dense, every = _where_experts_are(config, shape["layers"])
    return {
        "experts": experts,
        "experts_per_token": int(_get(config, "experts_per_token", 1)),
        "moe_ffn": int(moe_ffn or 0),
        "moe_hidden": int(config.get("moe_latent_size") or config.get("routed_expert_hidden_size") or 0),
        "shared_experts": 1 if llama4 else int(_get(config, "shared_experts")),
        # Gemma 4 runs its dense block beside the experts
        "shared_ffn": shape["ffn"] if config.get("enable_moe_block") else int(_get(config, "shared_ffn")),
        "dense_layers": dense,
        "moe_every": every,
    }


def _where_experts_are(config: Config, layers: int) -> tuple[int, int]:
    """(layers without experts at the start, distance between layers with experts)"""
    frequency = config.get("moe_layer_freq", 1)
    if isinstance(frequency, list):  # one flag a layer
        return len(frequency) - sum(map(bool, frequency)), 1
    if isinstance(config.get("mlp_layer_types"), list):
        return sum(kind == "dense" for kind in config["mlp_layer_types"]), 1
    every = (
        config.get("interleave_moe_layer_step")
        or config.get("expert_layer_period")
        or config.get("decoder_sparse_step")
        or frequency
    )
    dense = int(_get(config, "dense_layers")) + len(config.get("mlp_only_layers") or ())
    return min(dense, layers), max(1, int(every or 1))


def _layers(config: Config, kind: str, shape: dict[str, Any]) -> dict[str, Any]:
    """The layer pattern and the window. A window that is switched off is none."""
    layers = shape["layers"]
    window = _get(config, "window")
    if config.get("use_sliding_window") is False or not isinstance(window, int):
        window = 0
    pattern = _pattern(config, kind, layers, window)
    if "S" in pattern and not window:
        pattern = pattern.replace("S", "F")
    return {
        "window_pattern": pattern,
        "sliding_window": window if set(pattern) & set("SCH") else 0,
        "attention_kind": "MLA" if config.get("kv_lora_rank") else _attention_kind(pattern, shape),
    }


def _attention_kind(pattern: str, shape: dict[str, Any]) -> str:
    if "L" in pattern:
        return "hybrid" if "F" in pattern or "S" in pattern else "state"
    return "MHA" if shape["kv_heads"] == shape["heads"] else "MQA" if shape["kv_heads"] == 1 else "GQA"


def _pattern(config: Config, kind: str, layers: int, window: int) -> str:
    if isinstance(blocks := config.get("hybrid_override_pattern"), str):
        return "".join(_BLOCK.get(block, "F") for block in blocks)
    for key in ("layer_types", "layers_block_type"):
        if isinstance(config.get(key), list) and config[key]:
            return "".join(_LETTER.get(str(layer), "F") for layer in config[key])
    if isinstance(ratios := config.get("compress_ratios"), list):  # those of the layers that draft come last
        if unknown := set(ratios[:layers]) - _RATIO.keys():
            raise BadValue("config.json: compress_ratios", unknown.pop(), f"one of {', '.join(map(str, _RATIO))}")
        return "".join(_RATIO[ratio] for ratio in ratios[:layers])
    if isinstance(kinds := config.get("attn_type_list"), list):  # MiniMax: 0 linear, 1 full
        return "".join("F" if full else "L" for full in kinds)
    if isinstance(full := config.get("full_attn_layers"), list):  # Kimi Linear, counted from 1
        return "".join("F" if i + 1 in full else "L" for i in range(layers))
    if kind in ("mamba", "mamba2", "falcon_mamba", "rwkv"):
        return "L"
    if every := config.get("full_attention_interval"):
        return "L" * (int(every) - 1) + "F"
    if kind == "qwen3_next":
        return "LLLF"
    if every := config.get("attn_layer_period"):  # Jamba
        offset = int(config.get("attn_layer_offset", 0))
        return "".join("F" if i % int(every) == offset else "L" for i in range(int(every)))
    if isinstance(indices := config.get("attn_layer_indices"), list):  # Bamba
        return "".join("F" if i in indices else "L" for i in range(layers))
    return _windows(config, kind, layers, window)


def _windows(config: Config, kind: str, layers: int, window: int) -> str:
    """Which layers slide, where no list says so."""
    if not window:
        return "F"
    if every := config.get("sliding_window_pattern"):
        return "S" * (int(every) - 1) + "F"
    if kind == "gemma2":
        return "SF"
    if kind.startswith("gemma3"):
        return "SSSSSF"
    if kind in ("gpt_oss",):
        return "SF"
    if kind.startswith("llama4"):
        every = int(config.get("no_rope_layer_interval") or 4)
        return "S" * (every - 1) + "F"
    if config.get("use_sliding_window") and (
        full := config.get("max_window_layers")
    ):  # Qwen: the first layers are full
        return "F" * min(int(full), layers) + "S" * max(layers - int(full), 0)
    return "S"


def _state(config: Config, kind: str, shape: dict[str, Any]) -> dict[str, Any]:
    """Size of the constant state of one layer, and the weights of its mixer."""
    h = shape["hidden"]
    if values := config.get("linear_num_value_heads"):  # gated DeltaNet
        key, value = config.get("linear_key_head_dim", 128), config.get("linear_value_head_dim", 128)
        keys = config.get("linear_num_key_heads", values) * key
        return {
            "state_elements": values * key * value,
            "state_params": h * (2 * keys + 2 * values * value + 2 * values) + values * value * h,
        }
    if heads := config.get("mamba_num_heads") or config.get("mamba_n_heads"):  # Mamba-2
        inner = heads * (config.get("mamba_head_dim") or config.get("mamba_d_head") or 64)
        size = config.get("ssm_state_size") or config.get("mamba_d_state") or 128
        groups = config.get("n_groups") or config.get("mamba_n_groups") or 1
        return {
            "state_elements": inner * size,
            "state_params": h * (2 * inner + 2 * groups * size + heads) + inner * h,
        }
    if kind in ("jamba", "mamba", "falcon_mamba", "mamba2"):
        inner = int(config.get("mamba_expand", config.get("expand", 2)) * h)
        size = config.get("mamba_d_state", config.get("state_size", 16))
        rank = config.get("mamba_dt_rank") or config.get("time_step_rank")
        rank = rank if isinstance(rank, int) else -(-h // 16)
        mixer = 3 * h * inner + (0 if kind == "mamba2" else inner * (2 * rank + 2 * size))
        return {"state_elements": inner * size, "state_params": mixer}
    if (
        isinstance(config.get("full_attn_layers"), list)
        or isinstance(config.get("attn_type_list"), list)
        or kind == "rwkv"
    ):
        linear: Config = config.get("linear_attn_config") or {}
        heads, dim = linear.get("num_heads", shape["heads"]), linear.get("head_dim", shape["head_dim"])
        return {"state_elements": heads * dim * dim, "state_params": 4 * h * heads * dim}
    return {"state_elements": 3 * h} if config.get("conv_L_cache") else {}


_FORMATS = {"fp8": 8.0, "mxfp4": 4.25, "nvfp4": 4.5, "fbgemm_fp8": 8.0, "w4afp8": 4.13, "mxfp8": 8.25}


def _native_bits(config: Config) -> float:
    """Effective bits a weight of the published format; 16 when the file names none."""
    if config.get("expert_dtype") == "fp4":
        return _FORMATS["mxfp4"]
    quantization = config.get("quantization_config")
    if not isinstance(quantization, Mapping):
        return 16.0
    for key in ("quant_algo", "quant_method", "fmt", "format"):
        spelling = str(quantization.get(key, "")).lower().replace("-", "_")
        for name, width in _FORMATS.items():
            if spelling == name or spelling.startswith(name + "_") or (key == "format" and name in spelling):
                return width
    weights = _weight_scheme(quantization)
    bits: Any = weights.get("num_bits") or weights.get("bits") or (8 if weights.get("load_in_8bit") else None)
    if not isinstance(bits, int) or not 1 <= bits <= 16:
        return 4.5 if weights.get("load_in_4bit") else 16.0
    group = weights.get("group_size")
    return float(bits) + (16 / group if isinstance(group, int) and group > 0 and bits < 8 else 0.0)


def _rest_bits(config: Config) -> float:
    """Bits of all but the routed experts, where the file leaves attention out of the narrow format; else 0."""
    quantization = config.get("quantization_config")
    if config.get("expert_dtype") == "fp4":
        return 8.0
    if not isinstance(quantization, Mapping) or not _get(config, "experts"):
        return 0.0
    left_out = quantization.get("modules_to_not_convert") or quantization.get("ignore") or ()
    return 16.0 if any("attn" in str(module) or "attention" in str(module) for module in left_out) else 0.0


def _weight_scheme(quantization: Config) -> Config:
    """Where compressed-tensors keeps the weights' format; AWQ and GPTQ keep it at the top."""
    groups = quantization.get("config_groups")
    first = next(iter(groups.values()), None) if isinstance(groups, Mapping) else None
    weights = first.get("weights") if isinstance(first, Mapping) else None
    return weights if isinstance(weights, Mapping) else quantization
