"""Published numbers over all the terms: what the estimator says, what the source says, how far apart they may be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from estimator import estimate, find_hardware, find_model
from estimator.capacity import capacity
from estimator.prefill import prefill
from estimator.setting import Setting
from estimator.shape import Shape, shape_of
from estimator.speculation import Draft, accepted_length, cycle, kernel_speedup
from estimator.step import decode, plan

GPT_FAST = "https://github.com/meta-pytorch/gpt-fast#benchmarks"
DEEPSEEK_V3 = "https://arxiv.org/abs/2505.09343"
LEVIATHAN = "https://arxiv.org/abs/2211.17192"
LLAMA_CPP = "https://github.com/ggml-org/llama.cpp/blob/master/tools/quantize/README.md"


@dataclass(frozen=True)
class Known:
    what: str
    ours: Callable[[], Any]
    published: float
    tolerance: float  # relative
    link: str


def setting(model: str, chip: str, **fields: Any) -> Setting:
    row = find_hardware(chip)
    known = {"bandwidth": row.bandwidth, "peak": row.peak("fp16"), "memory": row.memory}
    return Setting(shape_of(find_model(model)), **(known | fields))


def weight_bytes(model: str, bits: float, tp: float = 1.0) -> float:
    return float(decode(setting(model, "A100", weight_bits=bits, tp=tp), 1.0, 0.0).weights)


def cache(model: str, bits: float = 16.0) -> float:
    return float(decode(setting(model, "H100", kv_bits=bits), 1.0, 1.0).kv)


def leviathan(rate: float, length: float, cost: float) -> float:
    """A draft of relative cost `cost` a step, verification as one step: improvement of the paper's theorem 3.8."""
    return float(accepted_length(rate, length)) / (length * cost + 1.0)


def all_to_all() -> float:
    """Seconds a layer of dispatch (8 bit) and combine (16 bit) of 32 tokens to 9 experts over 50 GB/s, hidden 7,000."""
    shape = Shape("V3-like", 1.0, 1.0, routed=1.0, experts=256, experts_per_token=9, layers=1, hidden=7000)
    one = Setting(shape, 1.0, 1.0, link=50e9, dp=1.0, ep=1e12)
    return float(plan(one).step(32.0, 0.0).network_s)


def mtp_cost(k: float) -> Any:
    target = setting("DeepSeek-R1", "B200", weight_bits=4.5, tp=8.0)
    return cycle(target, Draft("layer", k, head=False), 1.0, 1024.0)


KNOWN = (
    # weights a step reads
    Known(
        "70B at 16 bit: 140 GB",
        lambda: estimate("70B", "H100").bytes["weights"],
        140e9,
        0,
        "https://arxiv.org/abs/2309.06180",
    ),
    Known("70B on H100: 41.8 ms", lambda: estimate("70B", "H100").t_floor_s, 41.8e-3, 1e-3, "140 GB / 3.35 TB/s"),
    Known(
        "70B on H100: 23.9 tokens/s", lambda: estimate("70B", "H100").tokens_per_s_ceiling, 23.9, 2e-3, "1 / 41.8 ms"
    ),
    Known(
        "4 bit, ideal: 96 tokens/s",
        lambda: estimate("70B", "H100", weight_bits=4).tokens_per_s_ceiling,
        96,
        5e-3,
        "35 GB / 3.35 TB/s",
    ),
    Known(
        "7B moves 14 GB a token",
        lambda: estimate("7B", "A100").bytes["weights"],
        14e9,
        0,
        "https://www.databricks.com/blog/llm-inference-performance-engineering-best-practices",
    ),
    Known("Llama-2-7B bf16, bytes a token", lambda: weight_bytes("Llama-2-7B", 16), 1397.31e9 / 104.90, 0.02, GPT_FAST),
    Known("Llama-2-7B int8", lambda: weight_bytes("Llama-2-7B", 8), 1069.20e9 / 155.58, 0.045, GPT_FAST),
    Known("Llama-3.1-8B bf16", lambda: weight_bytes("Llama-3.1-8B", 16), 1410.76e9 / 93.89, 0.01, GPT_FAST),
    Known("Llama-3.1-8B int8", lambda: weight_bytes("Llama-3.1-8B", 8), 1030.89e9 / 137.64, 0.01, GPT_FAST),
    Known("Llama-2-70B int8", lambda: weight_bytes("Llama-2-70B", 8), 1322.58e9 / 19.13, 0.01, GPT_FAST),
    Known("Llama-3.1-70B int8", lambda: weight_bytes("Llama-3.1-70B", 8), 1253.78e9 / 18.04, 0.01, GPT_FAST),
    Known("Llama-2-70B bf16 over 2", lambda: weight_bytes("Llama-2-70B", 16, 2), 1481.87e9 / 21.32, 0.02, GPT_FAST),
    Known("Llama-2-70B bf16 over 4", lambda: weight_bytes("Llama-2-70B", 16, 4), 1340.76e9 / 38.01, 0.03, GPT_FAST),
    Known("Llama-3.1-70B bf16 over 2", lambda: weight_bytes("Llama-3.1-70B", 16, 2), 1130.81e9 / 16.03, 0.02, GPT_FAST),
    Known("Llama-3.1-405B int8 over 8", lambda: weight_bytes("Llama-3.1-405B", 8, 8), 815.87e9 / 15.60, 0.04, GPT_FAST),
    Known(
        "Llama-3-8B Q4_K_M file: 4.58 GiB",
        lambda: shape_of(find_model("Llama-3-8B")).total * 4.9 / 8,
        4.58 * 2**30,
        0.01,
        LLAMA_CPP,
    ),
    # experts
    Known(
        "Mixtral 8x7B: 13B of 47B at work",
        lambda: shape_of(find_model("Mixtral-8x7B")).active,
        12.9e9,
        0.02,
        "https://arxiv.org/abs/2401.04088",
    ),
    Known(
        "DeepSeek-V3: 37B at work",
        lambda: shape_of(find_model("DeepSeek-V3")).active,
        37e9,
        0.02,
        "https://arxiv.org/abs/2412.19437",
    ),
    Known(
        "gpt-oss-120b: 5.1B at work",
        lambda: shape_of(find_model("gpt-oss-120b")).active,
        5.1e9,
        0.02,
        "https://arxiv.org/abs/2508.10925",
    ),
    Known(
        "Qwen3-235B-A22B",
        lambda: shape_of(find_model("Qwen3-235B-A22B")).active,
        22e9,
        0.03,
        "https://arxiv.org/abs/2505.09388",
    ),
    Known("all-to-all of 32 tokens, 9 experts: 121 us", all_to_all, 120.96e-6, 1e-6, DEEPSEEK_V3),
    # cache
    Known(
        "80 layers x 8 heads x 128 x 8192 tokens",
        lambda: estimate("Llama-3.1-70B", "H100", context=8192).bytes["kv"],
        2_684_354_560,
        0,
        "2 x 80 x 8 x 128 x 8192 x 2 bytes",
    ),
    Known("OPT-13B: 800 KB a token", lambda: cache("OPT-13B"), 800 * 1024, 0, "https://arxiv.org/abs/2309.06180"),
    Known(
        "OPT-13B: 1.6 GB for 2048 tokens",
        lambda: cache("OPT-13B") * 2048,
        1.6e9,
        0.05,
        "https://arxiv.org/abs/2309.06180",
    ),
    Known("DeepSeek-V3: 70.272 KB a token", lambda: cache("DeepSeek-V3"), 70_272, 0, DEEPSEEK_V3),
    Known("Qwen2.5-72B: 327.68 KB a token", lambda: cache("Qwen2.5-72B"), 327_680, 0, DEEPSEEK_V3),
    Known("Llama-3.1-405B: 516.096 KB a token", lambda: cache("Llama-3.1-405B"), 516_096, 0, DEEPSEEK_V3),
    Known(
        "DeepSeek-V2 cache at 6 bit: 93.3 % less than 67B",
        lambda: 1 - cache("DeepSeek-V2", 6) / cache("DeepSeek-67B"),
        0.933,
        1e-3,
        "https://arxiv.org/abs/2405.04434",
    ),
    Known(
        "MLA absorbed: 4.25 x the plain scores",
        lambda: find_model("DeepSeek-V3").attention_width / (4 * 128 * 128),
        4.25,
        0,
        "https://arxiv.org/abs/2412.19437",
    ),
    # compute
    Known(
        "A100-40GB turns compute-bound at 200 tokens",
        lambda: find_hardware("A100 40GB").peak("fp16") / find_hardware("A100 40GB").bandwidth,
        208,
        0.05,
        "https://kipp.ly/transformer-inference-arithmetic/",
    ),
    Known(
        "8B, 8K prompt, H100: 61,400 tokens/s",
        lambda: estimate("Llama-3.1-8B", "H100", phase="prefill", context=8192).tokens_per_s_ceiling,
        61_400,
        0.01,
        "14.0 + 2.1 GFLOP a token at 989 TFLOP/s",
    ),
    Known(
        "70B FP8, 32K prompt, 8 H100: 372 ms",
        lambda: estimate("Llama-3.1-70B", "8xH100", phase="prefill", context=32768, weight_format="fp8").t_floor_s,
        0.3722,
        0.01,
        "5.9 PFLOP at 8 x 1979 TFLOP/s",
    ),
    # speculation: Leviathan et al., table 2, the improvement that theory expects (T5-small, base, large)
    Known("alpha 0.75, 7 drafts, c 0.02: 3.2x", lambda: leviathan(0.75, 7, 0.02), 3.2, 0.02, LEVIATHAN),
    Known("alpha 0.80, 7 drafts, c 0.04: 3.3x", lambda: leviathan(0.80, 7, 0.04), 3.3, 0.02, LEVIATHAN),
    Known("alpha 0.82, 7 drafts, c 0.11: 2.5x", lambda: leviathan(0.82, 7, 0.11), 2.5, 0.02, LEVIATHAN),
    Known("alpha 0.62, 7 drafts, c 0.02: 2.3x", lambda: leviathan(0.62, 7, 0.02), 2.3, 0.02, LEVIATHAN),
    Known("alpha 0.68, 5 drafts, c 0.04: 2.4x", lambda: leviathan(0.68, 5, 0.04), 2.4, 0.025, LEVIATHAN),
    Known("alpha 0.65, 5 drafts, c 0.02: 2.4x", lambda: leviathan(0.65, 5, 0.02), 2.4, 0.01, LEVIATHAN),
    Known("alpha 0.71, 3 drafts, c 0.11: 1.9x", lambda: leviathan(0.71, 3, 0.11), 1.9, 0.02, LEVIATHAN),
    Known(
        "a kernel 5.92x faster gives 1.13x at 13.85 % of the step",
        lambda: kernel_speedup(5.92, 0.1385),
        1.13,
        0.005,
        "Amdahl's law",
    ),
    # capacity
    Known(
        "Llama-2-7B on a 24 GB card: 9 sequences of 2048",
        lambda: capacity(setting("Llama-2-7B", "RTX 4090"), 2048.0).batch,
        9,
        0,
        "(24 - 13.5) GB / 1.07 GB",
    ),
    Known(
        "and 11 if the 24 GB are GiB",
        lambda: capacity(setting("Llama-2-7B", "RTX 4090"), 2048.0).batch_gib,
        11,
        0,
        "(25.8 - 13.5) GB / 1.07 GB",
    ),
)


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.what)
def test_published_number(known: Known) -> None:
    assert float(known.ours()) == pytest.approx(known.published, rel=known.tolerance or 1e-12)
    assert known.link


# Measured speeds: chip, model, what was stated, engine, tokens/s of one user, link
XIONGJIE = "https://github.com/XiongjieDai/GPU-Benchmarks-on-LLM-Inference"
LLM_AWQ = "https://github.com/mit-han-lab/llm-awq/blob/main/tinychat/README.md"
LMDEPLOY = "https://github.com/InternLM/lmdeploy/blob/main/docs/en/quantization/w4a16.md"
GEERLING = "https://github.com/geerlingguy/ai-benchmarks"
KTRANSFORMERS = "https://github.com/kvcache-ai/ktransformers/blob/main/doc/en/kt-kernel/MiniMax-M2.1-Tutorial.md"
SPARK = "https://blog.vllm.ai/2026/06/01/vllm-dgx-spark.html"
REST = "https://arxiv.org/abs/2311.08252"
MEASURED = (
    ("A100-SXM-80GB", "Llama-2-7B", {"weight_bits": 16}, "gpt-fast", 104.90, GPT_FAST),
    ("A100-SXM-80GB", "Llama-2-7B", {"weight_bits": 8}, "gpt-fast", 155.58, GPT_FAST),
    ("A100-SXM-80GB", "Llama-2-70B", {"weight_bits": 8}, "gpt-fast", 19.13, GPT_FAST),
    ("A100-SXM-80GB", "Llama-3.1-70B", {"weight_bits": 16, "tp": 4}, "gpt-fast", 37.45, GPT_FAST),
    ("RTX-4080", "Llama-3-8B", {"weight_bits": 4.9}, "llama.cpp", 106.22, XIONGJIE),
    ("RTX-3090", "Llama-3-8B", {"weight_bits": 4.9}, "llama.cpp", 111.74, XIONGJIE),
    ("RTX-A6000", "Llama-3-8B", {"weight_bits": 4.9}, "llama.cpp", 102.22, XIONGJIE),
    ("RTX-4090", "Llama-2-13B", {"weight_format": "AWQ"}, "TinyChat", 1000 / 9.19, LLM_AWQ),
    ("Jetson-AGX-Orin-64GB", "Llama-2-7B", {"weight_format": "AWQ"}, "TinyChat", 1000 / 25.94, LLM_AWQ),
    ("A100-SXM-80GB", "Llama-2-7B", {"weight_format": "AWQ"}, "TinyChat", 1000 / 5.71, LLM_AWQ),
    ("RTX-4090", "Llama-2-7B", {"weight_format": "AWQ"}, "mlc-llm", 159.4, LMDEPLOY),
    ("M3-Ultra", "Llama-3.1-70B", {"weight_bits": 4.85}, "Ollama", 14.08, GEERLING),
    ("M3-Ultra", "gpt-oss-20b", {"weight_format": "MXFP4"}, "Ollama", 115.29, GEERLING),
    ("DGX-Spark-GB10", "Llama-3.1-70B", {"weight_bits": 4.85}, "Ollama", 4.71, GEERLING),
    ("Raspberry-Pi-5", "Llama-3.2-3B", {"weight_bits": 4.85}, "Ollama", 4.88, GEERLING),
    ("RTX-5090", "MiniMax-M2.1", {"weight_bits": 8}, "KT-Kernel + SGLang", 32.1, KTRANSFORMERS),
    ("RTX-A6000", "Vicuna-13B", {"weight_bits": 16}, "Transformers", 1000 / 44.3, REST),
    ("DGX-Spark-GB10", "Nemotron-3-Super-120B-A12B", {"weight_format": "nvfp4"}, "vLLM", 23.7, SPARK),
)


@pytest.mark.parametrize("row", MEASURED, ids=lambda row: f"{row[1]} on {row[0]}")
def test_measured_speed_is_above_the_floor_and_as_expected(row: tuple[Any, ...]) -> None:
    chip, model, stated, engine, speed, _ = row
    answer = estimate(model, chip, context=512, engine=engine, **stated)
    low, high = answer.t_expected_s
    assert answer.t_floor_s < 1 / speed
    assert low <= 1 / speed <= high


# Published speed-ups: chip, devices, model, bits before and after, factor; all of gpt-fast, one sequence
SPEEDUPS = (
    ("A100-SXM-80GB", 1, "Llama-2-7B", 16, 8, 1.48),
    ("A100-SXM-80GB", 1, "Llama-3.1-8B", 16, 8, 1.47),
    ("A100-SXM-80GB", 8, "Llama-2-70B", 16, 8, 1.29),
    ("A100-SXM-80GB", 8, "Llama-2-70B", 16, 4.5, 1.45),
    ("MI250X-GCD", 1, "Llama-2-7B", 16, 8, 101.86 / 76.33),
)


@pytest.mark.parametrize("row", SPEEDUPS, ids=lambda row: f"{row[2]}, {row[1]} x {row[0]}, {row[4]} bits")
def test_published_speedup_of_narrow_weights(row: tuple[Any, ...]) -> None:
    """Less than the bits promise, because layers cost launches; https://github.com/meta-pytorch/gpt-fast#benchmarks"""
    chip, devices, model, before, after, published = row
    times = []
    for bits in (before, after):
        low, high = estimate(model, chip, devices=devices, weight_bits=bits, engine="gpt-fast").t_expected_s
        times.append(float(low * high) ** 0.5)
    assert times[0] / times[1] == pytest.approx(published, rel=0.27)
    assert times[0] / times[1] < before / after


def test_there_are_forty_with_a_link() -> None:
    links = [known.link for known in KNOWN] + [row[-1] for row in MEASURED]
    assert sum(link.startswith("https://") for link in links) >= 40


# Traps


def test_fp8_weights_on_a_chip_without_fp8_keep_its_16_bit_rate() -> None:
    on_a100 = estimate("Llama-3.1-8B", "A100", weight_format="fp8", batch=512, context=128)
    in_bf16 = estimate("Llama-3.1-8B", "A100", weight_format="bf16", batch=512, context=128)
    assert on_a100.cost.compute_s == in_bf16.cost.compute_s
    assert on_a100.bytes["weights"] == in_bf16.bytes["weights"] / 2
    assert any("no fp8" in note for note in on_a100.notes)


def test_eight_devices_copy_the_cache_of_four_heads() -> None:
    four = estimate("Qwen3-30B-A3B", "H100", devices=4, tp=4, batch=16, context=8192)
    eight = estimate("Qwen3-30B-A3B", "H100", devices=8, tp=8, batch=16, context=8192)
    assert eight.bytes["kv"] == four.bytes["kv"]


def test_int8_weights_gain_nothing_at_a_batch_that_is_bound_by_compute() -> None:
    """Weight-only INT8 ran at 0.65x on H100 at batch 128: no fewer FLOPs, and the expansion comes on top."""
    plain = estimate("Llama-2-70B", "H100", devices=2, weight_format="fp16", batch=512, context=128)
    narrow = estimate("Llama-2-70B", "H100", devices=2, weight_format="int8 weight-only", batch=512, context=128)
    assert plain.limiter == narrow.limiter == "compute"
    assert narrow.t_floor_s == plain.t_floor_s


def test_int8_weights_are_expected_to_help_one_user_and_not_128() -> None:
    def gain(batch: int) -> float:
        low = {}
        for kind in ("fp16", "int8 weight-only"):
            answer = estimate("Llama-2-7B", "H100", weight_format=kind, batch=batch, context=256, engine="TensorRT-LLM")
            low[kind] = float(answer.low)
        return low["fp16"] / low["int8 weight-only"]

    assert gain(1) > 1.3
    assert gain(128) < 1.05


def test_mtp_peaks_at_three_drafts() -> None:
    """Each further draft is accepted less often and touches more experts; published for DeepSeek-R1: 1.78x to 2.28x."""
    speedups, tokens, reached = {}, 1.0, 1.0
    for k in range(1, 9):
        reached *= 0.85**k  # 85 %, then 72 %, 61 % ...: one layer predicts ever further ahead
        tokens += reached
        speedups[k] = float(mtp_cost(float(k)).speedup(tokens, 40e-6))
    assert max(speedups, key=speedups.__getitem__) in (3, 4)
    assert speedups[3] == pytest.approx(2.28, rel=0.05)
    assert speedups[8] < speedups[3]


def test_speculation_slows_a_full_batch() -> None:
    target = setting("Llama-3.1-70B", "H100", tp=4.0)
    draft = Draft("model", 4.0, setting=replace(target, shape=shape_of(find_model("Llama-3.1-8B"))))
    assert cycle(target, draft, 1.0, 2048.0).speedup(3.0) > 2.0
    assert cycle(target, draft, 1024.0, 2048.0).speedup(1.8) < 1.0


def test_mixtral_loses_by_prompt_lookup_at_the_floor() -> None:
    rounds = cycle(setting("Mixtral-8x7B", "A100", tp=2.0), Draft("lookup", 4.0), 1.0, 512.0)
    assert float(rounds.speedup(2.5)) == pytest.approx(0.89, abs=0.02)
    assert float(rounds.speedup(2.5, 100e-6)) == pytest.approx(1.137, abs=0.01)


def test_fewer_kv_heads_give_little_where_the_cache_is_small() -> None:
    """64 to 8 heads shrinks the cache 8x; at batch 1 and 1K context that is 2 % of the bytes."""
    many = setting("LLaMA-65B", "A100", tp=2.0)
    few = replace(many, kv_heads=8.0)
    assert float(decode(many, 1.0, 1024.0).floor / decode(few, 1.0, 1024.0).floor) == pytest.approx(1.018, abs=1e-3)


def test_fused_attention_helps_long_prompts() -> None:
    plain = setting("Llama-2-7B", "H100")
    assert prefill(plain, 32768.0, fused=False).floor > 3 * prefill(plain, 32768.0).floor
    assert prefill(plain, 512.0, fused=False).floor < 1.1 * prefill(plain, 512.0).floor


def test_consumer_cards_multiply_faster_with_16_bit_accumulation() -> None:
    answer = estimate("Llama-3-8B", "RTX 4090", phase="prefill", context=4096, weight_format="AWQ")
    assert answer.inputs["peak_TFLOPS"][0] == pytest.approx(330, rel=0.01)


def test_llama_70b_does_not_fit_one_80_gb_card() -> None:
    assert estimate("Llama-2-70B", "H100").fits is False
    assert estimate("Llama-2-70B", "2xH100", context=4096).fits is True
