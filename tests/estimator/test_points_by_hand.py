"""Whole estimates against arithmetic on the numbers of each model's config.json and each chip's data sheet, to 1 %.

A row says what one device reads and computes; the floor is the larger of bytes / bandwidth and FLOP / peak. Norms and
biases are left out, which is why the counts agree to a tenth of a percent and not to the last digit.
"""

from __future__ import annotations

from typing import Any

import pytest

from estimator import estimate

G, T, K = 1e9, 1e12, 1024
# layers x (queries and output, keys and values, feed-forward) + head
LLAMA_1B = 16 * (2 * 2048 * 2048 + 2 * 2048 * 512 + 3 * 2048 * 8192) + 128256 * 2048
LLAMA_8B = 32 * (2 * 4096 * 4096 + 2 * 4096 * 1024 + 3 * 4096 * 14336) + 128256 * 4096
LLAMA_70B = 80 * (2 * 8192 * 8192 + 2 * 8192 * 1024 + 3 * 8192 * 28672) + 128256 * 8192
LLAMA_405B = 126 * (2 * 16384 * 16384 + 2 * 16384 * 1024 + 3 * 16384 * 53248) + 128256 * 16384
LLAMA2_7B = 32 * (4 * 4096 * 4096 + 3 * 4096 * 11008) + 32000 * 4096
FALCON_7B = 32 * (2 * 4544 * 4544 + 2 * 4544 * 64 + 8 * 4544 * 4544) + 65024 * 4544
GEMMA_27B = 62 * (2 * 5376 * 4096 + 2 * 5376 * 2048 + 3 * 5376 * 21504) + 262144 * 5376
OLMO3_7B = 32 * (4 * 4096 * 4096 + 3 * 4096 * 11008) + 100352 * 4096
# Mixtral-8x7B: what all tokens use, and eight experts
MIXTRAL = 32 * (2 * 4096 * 4096 + 2 * 4096 * 1024 + 8 * 4096) + 32000 * 4096
MIXTRAL_EXPERTS = 32 * 8 * 3 * 4096 * 14336
# DeepSeek-V3: latent attention, three dense layers, the shared expert and router of 58, the head; 256 experts
MLA = 7168 * 1536 + 1536 * 128 * 192 + 7168 * 576 + 512 * 128 * 256 + 128 * 128 * 7168
REST = 3 * 3 * 7168 * 18432 + 58 * (3 * 7168 * 2048 + 256 * 7168) + 129280 * 7168
DEEPSEEK = 61 * MLA + REST
DEEPSEEK_EXPERTS = 58 * 256 * 3 * 7168 * 2048
# gpt-oss-120b: only its experts are in MXFP4
OSS = 36 * (2 * 2880 * 4096 + 2 * 2880 * 512 + 128 * 2880) + 201088 * 2880
OSS_EXPERTS = 36 * 128 * 3 * 2880 * 2880
# Nemotron-3-Nano: 23 layers of Mamba-2, 23 of experts with two matrices, 6 of attention
NEMOTRON = 23 * (2688 * (2 * 4096 + 2 * 8 * 128 + 64) + 4096 * 2688) + 6 * 2 * 2688 * 128 * 34
NEMOTRON += 23 * (2 * 2688 * 3712 + 128 * 2688) + 131072 * 2688
NEMOTRON_EXPERTS = 23 * 128 * 2 * 2688 * 1856
# Qwen3-Next: 36 gated DeltaNets, 12 attentions whose queries bring a gate, 48 layers of 512 experts and a shared one
QWEN = 36 * (2048 * (2 * 2048 + 2 * 4096 + 64) + 4096 * 2048) + 12 * 2048 * 256 * (3 * 16 + 4)
QWEN += 48 * (3 * 2048 * 512 + 513 * 2048) + 151936 * 2048
QWEN_EXPERTS = 48 * 512 * 3 * 2048 * 512


def read(experts: int, chosen: int, tokens: int) -> float:
    """Share of the experts that a bound lets `tokens` tokens read: three quarters of them go to a quarter of the experts."""
    share = chosen / experts
    hot, cold = 3 * share, share / 3
    return 1 - 0.25 * (1 - hot) ** tokens - 0.75 * (1 - cold) ** tokens


# name, question, bytes of weights, bytes of cache, FLOP, bytes/s, FLOP/s; all of one device
POINTS: tuple[tuple[str, dict[str, Any], float, float, float, float, float], ...] = (
    ("one card", {"model": "Llama-3.1-8B", "hardware": "A100", "context": 2 * K},
     2 * LLAMA_8B, 32 * 2 * 1024 * 2 * K * 2, 2 * LLAMA_8B + 4 * 32 * 4096 * 2 * K, 2039 * G, 312 * T),
    ("tensor parallel in FP8", {"model": "Llama-3.1-70B", "hardware": "8xH100", "batch": 64, "context": 4 * K, "tp": 8,
     "weight_format": "fp8", "kv_bits": 8}, LLAMA_70B / 8, 64 * 80 * 2 * 1024 * 4 * K / 8,
     64 * (2 * LLAMA_70B + 4 * 80 * 8192 * 4 * K) / 8, 3350 * G, 1979 * T),
    ("more ranks than KV heads", {"model": "Llama-3.1-8B", "hardware": "16xH100", "batch": 4, "context": 8 * K, "tp": 16},
     2 * LLAMA_8B / 16, 4 * 32 * 2 * 1024 * 8 * K * 2 / 8, 4 * (2 * LLAMA_8B + 4 * 32 * 4096 * 8 * K) / 16, 3350 * G, 989 * T),
    ("two stages, one after the other", {"model": "Llama-3.1-405B", "hardware": "16xH100", "batch": 16, "context": 4 * K,
     "tp": 8, "pp": 2, "weight_format": "fp8"}, LLAMA_405B / 8, 8 * 126 * 2 * 1024 * 4 * K * 2 / 8,
     8 * (2 * LLAMA_405B + 4 * 126 * 16384 * 4 * K) / 8, 3350 * G, 1979 * T),
    ("five tokens to verify", {"model": "Llama-3.1-70B", "hardware": "4xA100", "batch": 8, "context": 2 * K, "q": 5, "tp": 4},
     2 * LLAMA_70B / 4, 8 * 80 * 2 * 1024 * 2 * K * 2 / 4, 40 * (2 * LLAMA_70B + 4 * 80 * 8192 * 2 * K) / 4, 2039 * G, 312 * T),
    ("experts, one sequence", {"model": "Mixtral-8x7B", "hardware": "2xA100", "context": K, "tp": 2},
     MIXTRAL + MIXTRAL_EXPERTS / 4, 32 * 1024 * K * 2, MIXTRAL + MIXTRAL_EXPERTS / 4 + 2 * 32 * 4096 * K, 2039 * G, 312 * T),
    ("experts, eight sequences", {"model": "Mixtral-8x7B", "hardware": "2xA100", "batch": 8, "context": K, "tp": 2},
     MIXTRAL + MIXTRAL_EXPERTS * read(8, 2, 8), 8 * 32 * 1024 * K * 2,
     8 * (MIXTRAL + MIXTRAL_EXPERTS / 4 + 2 * 32 * 4096 * K), 2039 * G, 312 * T),
    ("latent attention", {"model": "DeepSeek-V3", "hardware": "8xH200", "batch": 64, "context": 8 * K, "tp": 8},
     (DEEPSEEK + DEEPSEEK_EXPERTS * read(256, 8, 64)) / 8, 64 * 61 * 576 * 8 * K * 2,
     64 * (2 * (DEEPSEEK + DEEPSEEK_EXPERTS / 32) + 61 * 2 * 128 * 1088 * 8 * K) / 8, 4800 * G, 1979 * T),
    ("data-parallel attention", {"model": "DeepSeek-V3", "hardware": "8xH200", "batch": 256, "context": 4 * K, "tp": 1,
     "dp": 8, "ep": 8}, 61 * MLA + (REST + DEEPSEEK_EXPERTS * read(256, 8, 256)) / 8, 32 * 61 * 576 * 4 * K * 2,
     32 * (2 * (61 * MLA + REST + DEEPSEEK_EXPERTS / 32) + 61 * 2 * 128 * 1088 * 4 * K), 4800 * G, 1979 * T),
    ("sparse attention", {"model": "DeepSeek-V3.2", "hardware": "8xH200", "context": 128 * K, "tp": 8},
     (DEEPSEEK + DEEPSEEK_EXPERTS / 32) / 8, 61 * (576 * 2 * 2 * K + 132 * 128 * K),  # all keys of the indexer: 128 in FP8
     (2 * (DEEPSEEK + DEEPSEEK_EXPERTS / 32) + 61 * 2 * 128 * 1088 * 2 * K) / 8, 4800 * G, 1979 * T),
    ("every second layer slides", {"model": "gpt-oss-120b", "hardware": "H100", "context": 32 * K},
     2 * OSS + 4.25 / 8 * OSS_EXPERTS / 32, 18 * 2 * 512 * (128 + 32 * K) * 2,
     2 * (OSS + OSS_EXPERTS / 32) + 4 * 18 * 4096 * (128 + 32 * K), 3350 * G, 989 * T),
    ("five of six slide", {"model": "gemma-3-27B", "hardware": "RTX-5090", "context": 16 * K, "weight_format": "Q4_0"},
     4.66 / 8 * GEMMA_27B, 2 * 2048 * (52 * K + 10 * 16 * K) * 2,
     2 * GEMMA_27B + 4 * 4096 * (52 * K + 10 * 16 * K), 1792 * G, 838 * T),
    ("three of four slide", {"model": "OLMo-3-7B", "hardware": "A100", "context": 64 * K},
     2 * OLMO3_7B, 2 * 4096 * (24 * 4 * K + 8 * 64 * K) * 2,
     2 * OLMO3_7B + 4 * 4096 * (24 * 4 * K + 8 * 64 * K), 2039 * G, 312 * T),
    ("Mamba and six attentions", {"model": "Nemotron-3-Nano-30B-A3B", "hardware": "H100", "batch": 32, "context": 64 * K},
     2 * (NEMOTRON + NEMOTRON_EXPERTS * read(128, 6, 32)), 32 * (6 * 2 * 256 * 64 * K * 2 + 23 * 4096 * 128 * 2 * 2),
     32 * (2 * (NEMOTRON + NEMOTRON_EXPERTS * 6 / 128) + 4 * 6 * 4096 * 64 * K), 3350 * G, 989 * T),
    ("linear attention with a gate", {"model": "Qwen3-Next-80B-A3B", "hardware": "2xH100", "batch": 16, "context": 32 * K,
     "tp": 2}, QWEN + QWEN_EXPERTS * read(512, 10, 16), 16 * (12 * 2 * 512 * 32 * K * 2 + 36 * 32 * 128 * 128 * 4) / 2,
     16 * (QWEN + QWEN_EXPERTS * 10 / 512 + 2 * 12 * 4096 * 32 * K), 3350 * G, 989 * T),
    ("one KV head", {"model": "Falcon-7B", "hardware": "A10G", "batch": 4, "context": K},
     2 * FALCON_7B, 4 * 32 * 2 * 64 * K * 2, 4 * (2 * FALCON_7B + 4 * 32 * 4544 * K), 600 * G, 70 * T),
    ("a full batch in NVFP4", {"model": "Llama-3.3-70B", "hardware": "B200", "batch": 512, "context": K, "kv_bits": 8,
     "weight_format": "NVFP4"}, 4.5 / 8 * LLAMA_70B, 512 * 80 * 2 * 1024 * K,
     512 * (2 * LLAMA_70B + 4 * 80 * 8192 * K), 8000 * G, 9000 * T),
    ("twelve channels of DDR5", {"model": "Llama-3.1-8B", "hardware": "EPYC-9654", "context": K, "weight_format": "Q4_K_M"},
     4.89 / 8 * LLAMA_8B, 32 * 2 * 1024 * K * 2, 2 * LLAMA_8B + 4 * 32 * 4096 * K, 12 * 8 * 4.8 * G, 45.47 * T),
    ("Apple", {"model": "Llama-2-7B", "hardware": "M2 Ultra", "context": 512, "weight_format": "Q4_0"},
     4.66 / 8 * LLAMA2_7B, 32 * 2 * 4096 * 512 * 2, 2 * LLAMA2_7B + 4 * 32 * 4096 * 512, 819.2 * G, 27.2 * T),
    ("at the edge", {"model": "Llama-3.2-1B", "hardware": "Jetson Orin Nano 8GB", "context": K, "weight_format": "AWQ"},
     4.156 / 8 * LLAMA_1B, 16 * 2 * 512 * K * 2, 2 * LLAMA_1B + 4 * 16 * 2048 * K, 68 * G, 10 * T),
    ("a prompt in FP8", {"model": "Llama-3.1-8B", "hardware": "H100", "context": 8 * K, "phase": "prefill",
     "weight_format": "fp8"}, LLAMA_8B, 32 * 2 * 1024 * 8 * K * 2,  # the head runs for the last token; token i attends to i
     2 * (LLAMA_8B - 128256 * 4096) * 8 * K + 2 * 128256 * 4096 + 4 * 32 * 4096 * (8 * K) * (8 * K + 1) / 2, 3350 * G, 1979 * T),
    ("a prompt of which three quarters are cached", {"model": "Llama-3.1-70B", "hardware": "8xA100", "context": 16 * K,
     "cached": 12 * K, "phase": "prefill", "tp": 8}, LLAMA_70B / 4, 80 * 2 * 1024 * 16 * K * 2 / 8,
     (2 * (LLAMA_70B - 128256 * 8192) * 4 * K + 2 * 128256 * 8192 + 4 * 80 * 8192 * (14 * K * 4 * K + 2 * K)) / 8,
     2039 * G, 312 * T),
)  # fmt: skip


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point[0])
def test_bytes_flops_and_floor_as_worked_by_hand(
    point: tuple[str, dict[str, Any], float, float, float, float, float],
) -> None:
    _, question, weights, cache, flops, bandwidth, peak = point
    answer = estimate(**question)
    assert (answer.bytes["weights"], answer.bytes["kv"], answer.flops) == pytest.approx(
        (weights, cache, flops), rel=0.01
    )
    assert answer.t_floor_s == pytest.approx(max((weights + cache) / bandwidth, flops / peak), rel=0.01)
    assert answer.t_expected_s[0] >= answer.t_floor_s


def test_what_fits_one_card() -> None:
    """24 GB less 16.06 GB of Llama-3.1-8B leave room for 14 caches of 0.537 GB; 24 GiB for 18."""
    room = estimate("Llama-3.1-8B", "RTX 4090", context=4096).capacity
    assert (room.batch, room.batch_gib) == (14, 18)
    assert estimate("Llama-2-70B", "A100", context=1).fits is False  # 138 GB of weights
