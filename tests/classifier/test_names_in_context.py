"""Names of models and chips as a document uses them: lists, short forms, names that govern several figures."""

from __future__ import annotations

import pytest

from classifier import Claim, find
from classifier.names.mentions import mentions
from ingest import read_bytes


def claims(text: str) -> tuple[Claim, ...]:
    return find(read_bytes(text.encode(), "notes.md"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Llama-2 7B, 13B and 70B models", ["Llama-2-7B", "Llama-2-13B", "Llama-2-70B"]),
        ("DeepSeek-R1 and V3 on one card", ["DeepSeek-R1", "DeepSeek-V3"]),
        ("Qwen2.5-7B/14B in FP8", ["Qwen2.5-7B", "Qwen2.5-14B"]),
        ("for the 7B and 13B models", ["7B", "13B"]),
        ("MiMo-V2-Flash and MiniMax-M3", ["MiMo-V2-Flash", "MiniMax-M3"]),
        ("LLaMA-v2-7B", ["Llama-2-7B"]),
        ("MiniCPM-S-1B and Llama-3-VILA1.5-8B", ["MiniCPM-S-1B", "Llama-3-VILA1.5-8B"]),
        ("R1 Distilled Llama 70B in FP8", ["DeepSeek-R1-Distill-Llama-70B"]),
        ("DialoGPT-small and Gemini", ["DialoGPT-Small", "Gemini"]),
        ("models like Dream and LLaDA", ["Dream", "LLaDA"]),
        ("lets Kimi take more requests", []),
        ("GPT-4-level answers at home", []),
        ("a microbenchmark in a DeepSeek-V3-like geometry", ["DeepSeek-V3"]),
    ],
)
def test_models_of_a_list(text: str, names: list[str]) -> None:
    assert [m.name for m in mentions(text).models] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("2x faster on x86 CPUs", ["x86 CPU"]),
        ("generation on a CPU", ["CPU"]),
        ("fast CPU inference", ["CPU"]),
        ("offloads it to CPU memory on the host", []),
        ("an Ada 6000 GPU", ["RTX-6000-Ada"]),
        ("Jetson AGX Orin and Jetson Orin Nano", ["Jetson-AGX-Orin", "Jetson-Orin-Nano"]),
        ("runs on Orin", ["Jetson-Orin"]),
        ("2.1x on 8xh100 and a100 cards", ["H100", "A100"]),
        ("see h100.md and runs/a100/log", []),
    ],
)
def test_chips_without_a_model_number(text: str, names: list[str]) -> None:
    assert [h.name for h in mentions(text).hardware] == names


def test_a_name_that_stands_first_governs_the_figures_up_to_the_next() -> None:
    text = (
        "Our engine improves the LLM serving throughput of Mistral-7B by 1.2x on A100, 1.4x on L40S; "
        "and Qwen1.5-72B by 2.4x on A100, 3.5x on L40S."
    )
    found = {c.factor_high: (c.model, c.hardware) for c in claims(text)}
    assert found[1.2][0] == ("Mistral-7B",)
    assert found[3.5][0] == ("Qwen1.5-72B",)


SHORT = """# Serving of language models

We run Llama-3-70B and Llama-3-8B on H100.

- Decode throughput of the LLM engine on Llama 70B is 1.8x higher with CUDA graphs.
"""


def test_a_short_name_is_the_full_one_of_the_document() -> None:
    claim = next(c for c in claims(SHORT) if c.factor_high == 1.8)
    assert claim.model == ("Llama-3-70B",)


LIST = """# Cache quantization for LLMs

Our kernels keep the quality of Llama-2, Falcon and Mistral models.
The 2-bit cache gives 2.9x the decoding throughput.
"""


def test_a_list_of_models_is_not_what_one_figure_was_measured_on() -> None:
    claim = next(c for c in claims(LIST) if c.factor_high == 2.9)
    assert claim.model == ()


BESIDE = """# A cache for serving LLMs

## Benchmarks

### Single request

All decoding experiments run on a single H200 GPU.

### Under load

The FP8 cache gives 12 % higher output throughput.
"""


def test_what_is_said_of_all_experiments_holds_in_the_sections_beside() -> None:
    claim = next(c for c in claims(BESIDE) if c.factor_high == 1.12)
    assert (claim.hardware, claim.n_devices, "hardware" in claim.inherited) == (("H200",), 1, True)


@pytest.mark.parametrize(
    ("text", "techniques"),
    [
        ("With ZeRO++ the all-to-all halves", ["quantized-communication"]),
        ("DeepSpeed ZeRO shards the optimizer", []),
        ("rows whose activations are near zero are skipped", ["activation-sparsity"]),
        ("from zero to one", []),
        ("a mirage of speed", []),
        ("Hydra++ heads draft, and Hydra heads do", ["medusa-heads", "medusa-heads"]),
    ],
)
def test_a_name_that_is_a_word_too_is_one_only_as_it_is_written(text: str, techniques: list[str]) -> None:
    assert [hit.technique for hit in mentions(text).techniques] == techniques


def test_a_model_that_only_its_maker_serves_is_not_what_a_page_measures() -> None:
    page = """# As good as GPT-4 on a desktop with one RTX 4090

We serve DeepSeek-V3 with our LLM engine.

## Results

| Setup | Decode tokens/s | Speedup |
|---|---|---|
| ours | 14 | 3.0x |
"""
    assert [claim.model for claim in claims(page) if claim.factor_high == 3.0] == [("DeepSeek-V3",)]


def test_a_model_called_by_its_size_alone_is_the_one_with_so_many_active() -> None:
    (claim,) = claims("MTP makes Qwen3-Next-80B decode 1.4x faster on a DGX Spark.")
    assert claim.model == ("Qwen3-Next-80B-A3B",)
    text = "# Notes\n\nWe serve Plover-90B-A4B with an LLM engine.\n\nMTP makes Plover-90B decode 1.4x faster.\n"
    assert [c.model for c in claims(text) if c.quantified] == [("Plover-90B-A4B",)]


def test_a_task_that_is_called_like_a_model_is_none_without_a_size() -> None:
    assert [m.name for m in mentions("CodeGen gains most, Chat least").models] == []
    assert [m.name for m in mentions("CodeGen-16B gains most").models] == ["CodeGen-16B"]
