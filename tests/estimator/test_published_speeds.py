"""Published speeds of engines that no one row of constants was made for: each lies in what its kind is expected to reach."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from estimator import estimate, estimates


@dataclass(frozen=True)
class Speed:
    hardware: str
    model: str
    engine: str
    cells: dict[str, str]
    seconds: float  # a step, or a prompt
    widest: float  # the interval may be so wide at most
    link: str


AWQ_PR = "https://github.com/casper-hansen/AutoAWQ/pull/320"
STRIX = "https://github.com/lhl/strix-halo-testing"
DGX = "https://github.com/ggml-org/llama.cpp/blob/master/benches/dgx-spark/dgx-spark.md"
SPEEDS = (
    Speed(  # 8-bit weights of a framework become a 16-bit copy first
        "A10G", "Llama-2-7B", "HF Transformers + quanto 0.0.10", {"weight_bits": "8", "weight_format": "int8 weight-only"},
        93e-3, 4.0, "https://github.com/huggingface/optimum-quanto/pull/62",
    ),
    Speed(  # and narrow operators are many launches
        "A10G", "Llama-2-7B", "HF Transformers + bitsandbytes", {"weight_bits": "4.5", "weight_format": "bitsandbytes 4-bit"},
        42e-3, 4.0, "https://github.com/huggingface/optimum-quanto/pull/62",
    ),
    Speed(
        "A100", "Vicuna-7B", "AutoAWQ GEMM", {"weight_bits": "4.16", "weight_format": "AWQ int4 g128", "context_len": "768"},
        10.81e-3, 4.0, AWQ_PR,
    ),
    Speed(  # the GEMM path expands the weights before it multiplies
        "A100", "Vicuna-7B", "AutoAWQ GEMM",
        {"weight_bits": "4.16", "weight_format": "AWQ int4 g128", "phase": "prefill", "input_len": "2048"},
        383.3e-3, 4.0, AWQ_PR,
    ),
    Speed(
        "M4 Max", "Qwen2.5-7B", "MLX (LM Studio)", {"weight_bits": "4.5", "weight_format": "MLX 4-bit"},
        10.99e-3, 2.0, "https://github.com/NexVeridian/llm-inference-benchmarks",
    ),
    Speed(
        "AI Max 395", "Llama-2-7B", "llama.cpp b5863 Vulkan", {"weight_bits": "4.54", "weight_format": "GGUF Q4_0"},
        20.24e-3, 4.0, STRIX,
    ),
    Speed(  # integrated graphics reach a third of the rate on their data sheet
        "AI Max 395", "Llama-2-7B", "llama.cpp b5863 HIP",
        {"weight_bits": "4.84", "weight_format": "GGUF Q4_K_M", "phase": "prefill", "input_len": "512"},
        472.8e-3, 4.0, STRIX,
    ),
    Speed(
        "M5", "Mistral-7B", "llama.cpp Metal (Metal4 tensor API branch)",
        {"weight_bits": "4.54", "weight_format": "GGUF Q4_0", "phase": "prefill", "input_len": "512"},
        842e-3, 4.0, "https://github.com/ggml-org/llama.cpp/pull/16634",
    ),
    Speed(
        "RX 7900 XTX", "Llama-3-8B", "llama.cpp HIP", {"weight_bits": "4.9", "weight_format": "GGUF Q4_K_M"},
        9.46e-3, 2.5, "https://github.com/ggml-org/llama.cpp/pull/26284",
    ),
    Speed(
        "Raspberry Pi 5", "Llama-2-7B", "T-MAC CPU", {"weight_bits": "4.16"},
        298.5e-3, 4.0, "https://github.com/microsoft/T-MAC/blob/main/docs/profiling_data.md",
    ),
    Speed(
        "MI300X", "gpt-oss-120b", "vLLM 0.17.0",
        {"weight_bits": "4.25", "weight_format": "MXFP4", "batch": "64", "input_len": "1024", "output_len": "1024"},
        31.4e-3, 4.0, "https://github.com/SemiAnalysisAI/InferenceX/pull/1053",
    ),
    Speed(  # one card of four holds no replica: the others' ranks share its experts
        "TPU v7x", "Qwen3.5-397B-A17B", "vLLM tpu-inference (June 2026)",
        {
            "n_devices": "4", "tp": "2", "weight_bits": "8", "weight_format": "fp8", "batch": "32", "input_len": "8192",
            "output_len": "1024", "notes": "attention sharded DP4TP2, experts over all",
        },
        23.9e-3, 4.0, "https://github.com/vllm-project/tpu-inference/pull/3050",
    ),
    Speed(
        "DGX Spark", "Qwen2.5-7B", "llama.cpp CUDA b6918", {"weight_bits": "8.5", "weight_format": "GGUF Q8_0", "batch": "8"},
        40.9e-3, 2.5, DGX,
    ),
)  # fmt: skip


@pytest.mark.parametrize("speed", SPEEDS, ids=lambda speed: f"{speed.hardware} {speed.engine}")
def test_a_published_speed_is_expected(speed: Speed) -> None:
    row = {"id": "1", "hardware": speed.hardware, "model": speed.model, "engine": speed.engine, "batch": "1"}
    (answer,) = estimates([row | {"context_len": "512" if "input_len" not in speed.cells else ""} | speed.cells])
    low, high = answer["t_expected_s"]
    assert answer["t_floor_s"] <= low < speed.seconds < high, speed.link
    assert high / low <= speed.widest * 1.01


def test_skewed_routing_breaks_no_floor() -> None:
    """16 sequences of gpt-oss-120b on 273 GB/s took 90.66 ms; uniform routing would read 1.14 times what that allows."""
    cells = {
        "weight_bits": "4.34",
        "weight_format": "GGUF MXFP4",
        "kv_bits": "16",
        "batch": "16",
        "context_len": "4112",
    }
    (answer,) = estimates([{"hardware": "DGX Spark", "model": "gpt-oss-120b", "engine": "llama.cpp"} | cells])
    assert 0.8 * 90.66e-3 < answer["t_floor_s"] < 0.97 * 90.66e-3, DGX
    even = estimate("gpt-oss-120b", "DGX Spark", batch=16, context=4112, weight_bits=4.34).run
    assert even.likely_steps.step(16.0, 4112.0).floor == pytest.approx(1.14 * 90.66e-3, rel=0.02)


def test_a_prompt_on_top_of_a_cache_meets_all_of_it() -> None:
    """ "pp512 at a depth of 32,768": the floor holds the attention of 512 new tokens to 32,768 others."""
    row = {"hardware": "RTX 3090", "model": "Llama-3-8B", "weight_bits": "4.63", "phase": "prefill", "input_len": "512"}
    empty, deep = estimates([row, row | {"context_len": "32768"}])
    more = deep["flops"] - empty["flops"]
    assert more == pytest.approx(4 * 32 * 32 * 128 * 512 * 32768, rel=1e-6)
    shallow, deeper = (math.prod(answer["t_expected_s"]) ** 0.5 for answer in (empty, deep))
    assert deeper > 1.5 * shallow


def test_a_replica_that_fits_no_device_shares_its_weights() -> None:
    """Four chips of 192 GB hold one model of 397 GB in FP8, not one each."""
    row = {"hardware": "TPU v7x", "model": "Qwen3.5-397B-A17B", "weight_bits": "8", "n_devices": "4", "tp": "1"}
    (answer,) = estimates([row])
    assert answer["fits"] is True
    assert answer["bytes"]["weights"] < 192e9
    small = estimate("Qwen3-8B", "TPU v7x", devices=4, tp=1)
    assert small.run.replicas == 4  # a model that fits one chip is there four times


def test_an_engine_that_nobody_knows_is_what_is_usual_and_said_so() -> None:
    known, strange = (
        estimate("Llama-3.1-8B", "RTX 4090", weight_bits=4.5, engine=name) for name in ("gpt-fast", "Zippy")
    )
    assert strange.run.engine is known.run.engine
    assert strange.t_expected_s[1] > known.t_expected_s[1]
    assert any("no engine is called 'Zippy'" in note for note in strange.notes)
    assert not any("no engine" in note for note in known.notes)
