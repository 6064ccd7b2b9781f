"""Engine classes: which name belongs where, and that their constants are sane."""

from __future__ import annotations

import pytest

from estimator import UnknownName, estimate, find_hardware
from estimator.engines import Engine, engine_class, engine_table, find_engine


@pytest.mark.parametrize(
    ("name", "chip", "experts", "expected"),
    [
        ("vLLM 0.12", "H100", False, "serving"),
        ("SGLang", "B200", True, "serving-experts"),
        ("TensorRT-LLM v1.0", "H200", True, "serving-experts"),
        ("llama.cpp (May 2024)", "RTX 3090", False, "local"),
        ("Ollama", "RTX 4090", True, "local"),
        ("llama.cpp", "A100", False, "local-hbm"),
        ("llama.cpp Vulkan", "RX 7900 XT", False, "local-other"),
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


@pytest.mark.parametrize("engine", engine_table().values(), ids=lambda engine: engine.name)
def test_constants_are_sane(engine: Engine) -> None:
    """No class is faster than its memory by more than the data sheet's own doubt, nor its interval wider than 2.2."""
    assert 0.8 <= engine.memory <= 4.0
    assert 0.0 <= engine.layer < 2e-3
    assert engine.low < 1 < engine.high
    assert engine.high / engine.low <= 2.21
    assert engine.prompt_high / engine.prompt_low <= 2.21
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
