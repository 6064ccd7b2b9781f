"""Engine classes: which name belongs where, and that their constants are sane."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from estimator import UnknownName, estimate, find_hardware
from estimator.engines import Engine, Work, engine_class, engine_table, find_engine
from estimator.step import Cost


@pytest.mark.parametrize(
    ("name", "chip", "experts", "expected"),
    [
        ("vLLM 0.12", "H100", False, "serving"),
        ("SGLang", "B200", True, "serving-experts"),
        ("TensorRT-LLM v1.0", "H200", True, "serving-experts"),
        ("llama.cpp (May 2024)", "RTX 3090", False, "local"),
        ("Ollama", "RTX 4090", True, "local"),
        ("llama.cpp", "A100", False, "local-hbm"),
        ("llama.cpp", "MI300A", False, "local-other"),  # one memory with the CPU, of a data centre's rate
        ("llama.cpp Vulkan", "RX 7900 XT", False, "local-vulkan"),
        ("llama.cpp HIP", "RX 7900 XTX", False, "local-other"),
        ("llama.cpp Vulkan", "AI Max 395", False, "local-integrated"),
        ("MLX (LM Studio)", "M4 Max", False, "local-mlx"),
        ("T-MAC CPU", "Snapdragon X Elite", False, "local-cpu"),
        ("AutoAWQ GEMM", "A100", False, "eager"),
        ("HF Transformers + bitsandbytes", "A10G", False, "eager"),
        ("vLLM (Oct 2023)", "A100", False, "eager"),
        ("vLLM 0.2.1", "A100", False, "eager"),
        ("vLLM 0.19.1", "A100", False, "serving"),
        ("vLLM --enforce-eager", "A100", True, "eager"),
        ("vLLM", "MI300X", False, "serving-young"),
        ("JetStream-PyTorch", "TPU v5e", False, "serving-young"),
        ("SGLang", "MI325X", True, "serving-experts-young"),
        ("calm CUDA", "RTX 4090", False, "compiled"),
        ("calm Metal", "M4", False, "local-unified"),
        ("llama.cpp", "M3 Max", False, "local-unified"),
        ("ollama", "Raspberry Pi 5", False, "local-cpu"),
        ("HF Transformers FP16", "A100", False, "eager"),
        ("gpt-fast", "A100", False, "compiled"),
        ("KTransformers + SGLang", "RTX 4090", True, "offload"),
        ("AutoAWQ CPU (IPEX)", "Xeon-4th-gen-SPR-48c", False, "host"),
        ("", "H100", False, "serving"),
        ("", "RTX 4090", False, "compiled"),
        ("", "M3 Max", False, "local-unified"),
    ],
)
def test_an_engine_belongs_to_its_class(name: str, chip: str, experts: bool, expected: str) -> None:
    assert engine_class(name, find_hardware(chip), experts) == expected


@pytest.mark.parametrize(("bandwidth", "expected"), [(1.2e12, "local"), (1.25e12, "local-hbm")])
def test_local_kernels_fill_a_memory_of_up_to_1200_gb_a_second(bandwidth: float, expected: str) -> None:
    assert engine_class("llama.cpp", replace(find_hardware("A100"), bandwidth=bandwidth), False) == expected


@pytest.mark.parametrize("engine", engine_table().values(), ids=lambda engine: engine.name)
def test_constants_are_sane(engine: Engine) -> None:
    """No class is faster than its memory by more than the data sheet's own doubt, nor its interval wider than 4."""
    assert 0.8 <= engine.memory <= 4.0
    assert 0.0 <= engine.layer < 2e-3
    assert engine.low < 1 < engine.high
    assert engine.high / engine.low <= 4.01
    assert engine.prompt_high / engine.prompt_low <= 4.01
    assert engine.source


def test_an_unknown_class_names_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="nearest: serving"):
        find_engine("warp drive")


def test_layers_on_several_cards_are_passed_in_turn_by_local_engines_and_cut_by_serving_ones() -> None:
    def middle(engine: str, cards: int) -> float:
        low, high = estimate("Llama-3-70B", "RTX A6000", devices=cards, weight_bits=4.8, engine=engine).t_expected_s
        return float(low * high) ** 0.5

    assert middle("llama.cpp", 4) == pytest.approx(middle("llama.cpp", 1))
    assert middle("vLLM", 4) < 0.5 * middle("vLLM", 1)


def test_a_host_that_launches_too_slowly_hides_the_device() -> None:
    small = estimate("Qwen3-0.6B", "H100", engine="Transformers").t_expected_s
    large = estimate("Qwen3-1.7B", "H100", engine="Transformers").t_expected_s
    assert small == large  # 28 layers either way


def test_a_cache_that_fits_no_card_waits_for_the_host_link() -> None:
    """A cache of 67 GB beside one 24 GB card, read over 32 GB/s for each token: published 1.5 s a token (TriForce)."""
    low, high = estimate("Llama-2-7B", "RTX 4090", context=127_000, engine="offloading").t_expected_s
    assert low < 1.516 < high
    short_low, short_high = estimate("Llama-2-7B", "RTX 4090", context=4_000, engine="offloading").t_expected_s
    assert short_high < 0.1 * low
    assert short_low > 0


def test_layers_that_fit_no_card_are_read_from_host_memory() -> None:
    """A 70B at 4.85 bits on one 24 GB card ran at 3.1 tokens/s: https://github.com/geerlingguy/ai-benchmarks"""
    low, high = estimate("Llama-3.1-70B", "RTX 4090", weight_bits=4.85, engine="Ollama").t_expected_s
    assert low < 1 / 3.1 < high


def made(**constants: float) -> Engine:
    """A class whose other constants are 0."""
    base = {field.name: 0.0 for field in fields(Engine) if field.type == "float"}
    return Engine(**(base | {"name": "x", "prompt_rows": 0, "rows": 0, "split": False, "source": ""} | constants))  # type: ignore[arg-type]


WORK = Work(
    weights=1.0, cache=2.0, matmuls=4.0, mixed=8.0, layers=16.0, experts=32.0, exchanges=64.0, nodes=128.0, link=256.0,
    arrivals=512.0, sequences=1024.0, spilled=2048.0,
)  # fmt: skip


@pytest.mark.parametrize(
    ("constants", "seconds"),
    [
        ({}, 2048.0),  # what is read from the host comes on top of all
        ({"memory": 3.0}, 2048 + 3.0),
        ({"cache": 3.0}, 2048 + 6.0),
        ({"small": 3.0, "memory": 20.0}, 2048 + 20.0 + 12.0),  # nothing hides the products of a few tokens
        ({"compute": 3.0}, 2048 + 12.0 + 24.0),  # of the decoded tokens, and of prompts that ride along
        ({"memory": 20.0, "compute": 1.0}, 2048 + 20.0 + 8.0),  # weights and matmuls at once, prompts after them
        ({"layer": 3.0}, 2048 + 48.0),
        ({"expert": 3.0}, 2048 + 96.0),
        ({"exchange": 3.0}, 2048 + 192.0),
        ({"node": 3.0}, 2048 + 384.0),
        ({"link": 3.0}, 2048 + 768.0),
        ({"arrival": 3.0}, 2048 + 1536.0),
        ({"sequence": 3.0}, 2048 + 3072.0),
        ({"host": 3.0, "memory": 3.0}, 2048 + 48.0),  # the host launches in time with the device
        ({"host": 0.1, "memory": 3.0}, 2048 + 3.0),
    ],
)
def test_each_part_of_a_step_has_its_constant(constants: dict[str, float], seconds: float) -> None:
    assert WORK.seconds(made(**constants)) == pytest.approx(seconds)


COST = Cost(0.0, 0.0, 0.0, 0.0, 0.0, memory_s=1.0, compute_s=2.0, host_s=4.0, network_s=8.0, layers=16.0, scores_s=32.0)


@pytest.mark.parametrize(
    ("constants", "seconds"),
    [
        ({}, 0.0),
        ({"memory": 5.0}, 20.0),  # the host link, which takes longer than the device's memory
        ({"prompt": 3.0}, 6.0),
        ({"memory": 1.0, "prompt": 3.0}, 6.0),  # all at once
        ({"prompt_layer": 0.5}, 8.0),
        ({"prompt_start": 7.0}, 7.0),
        ({"link": 2.0}, 16.0),
        ({"prompt_scores": 3.0}, 96.0),
    ],
)
def test_each_part_of_a_prefill_has_its_constant(constants: dict[str, float], seconds: float) -> None:
    assert made(**constants).prompt_seconds(COST) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("name", "chip", "expected"),
    [
        ("llama.cpp", "DGX Spark", "local-unified"),
        ("llama.cpp", "H100", "local-hbm"),
        ("llama.cpp", "A40", "local"),  # a data-centre card with 696 GB/s of GDDR
        ("ollama", "Xeon-4th-gen-SPR-48c", "local-cpu"),
        ("Vulkan", "Xeon-4th-gen-SPR-48c", "local-cpu"),
        ("vLLM", "Xeon-4th-gen-SPR-48c", "host"),
        ("", "RTX 6000 Ada", "compiled"),
        ("", "AGX Orin", "local-unified"),
        ("FlexGen", "T4", "offload"),
        ("some engine", "H100", "serving"),
    ],
)
def test_a_class_follows_from_the_chip_as_well(name: str, chip: str, expected: str) -> None:
    assert engine_class(name, find_hardware(chip), False) == expected
