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
