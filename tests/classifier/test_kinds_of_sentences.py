"""Sentences of kinds that no page of documents showed: what is timed, what is money, and what names no mechanism."""

from __future__ import annotations

import pytest

from classifier import Claim, find
from ingest import read_bytes


def only(text: str) -> Claim:
    (claim,) = find(read_bytes(text.encode(), "note.txt"))
    return claim


@pytest.mark.parametrize(
    ("text", "technique"),
    [
        ("Every layer pair shares one KV cache, so memory for the cache drops by half.", "cross-layer-kv-sharing"),
        ("Going from two to four L40S raises tokens/s by 1.7x for Qwen2.5-32B in FP8.", "tensor-parallelism"),
        ("TurboServe delivers up to 7x the tokens/s of Hugging Face on Llama-2-7B with an A10G.", "other"),
        ("The MI325X outperforms the MI300X by 20% in tokens/s on Llama-3.1-70B.", "hardware-upgrade"),
        ("RMSNorm fusion lowers the latency of a decode step by 3%.", "kernel-fusion"),
        (
            "We fuse the rounding of activations with the loads before it, which makes decoding 4% faster.",
            "kernel-fusion",
        ),
        ("JIT compilation of the LLM engine is 5x faster since 1.4.", "host-overhead"),
        ("Leaving out redundant copies of the token ids raises LLM throughput by 2%.", "host-overhead"),
        ("Fewer GPU-CPU syncs in the sampler raise tokens/s by 3% at batch 1.", "host-overhead"),
        ("Cross-node communication in the LLM server now takes 1.6x less time.", "communication-kernels"),
    ],
)
def test_technique(text: str, technique: str) -> None:
    assert only(text).technique == technique


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("Async scheduling shrinks the CPU gap between decode steps from 3.1 ms to 0.2 ms.", "other"),
        ("Loading the checkpoint of Llama-3.1-70B now takes 9 s instead of 81 s in our LLM server.", "other"),
        ("FP8 brings Llama-3.1-70B to $0.36/M tokens instead of $0.60/M tokens.", "other"),
        ("Jump-forward decoding emits JSON with 2x lower latency.", "latency"),
        ("Disaggregated serving raises goodput 2.2x under a TTFT of 400 ms.", "throughput"),
    ],
)
def test_metric(text: str, metric: str) -> None:
    assert only(text).metric == metric


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("Keeping keys in 4 bits and values in 2 bits shrinks the KV cache of Llama-2-13B 5x.", {"kv_bits": 3}),
        (
            "Q5_K_M generates tokens 2.4 times as fast as F16 with Llama-3-8B.",
            {"weight_bits": 5, "weight_bits_before": 16},
        ),
        (
            "Time per token with W4A16 is 30% of the FP16 figure for Llama-2-7B at batch 1.",
            {"weight_bits": 4, "act_bits": 16, "weight_bits_before": 16, "batch": 1},
        ),
        ("Llama-3.1-70B's KV cache needs 43 GB for a 128K context in FP16.", {"kv_bits": 16, "context_len": 131072}),
        ("A single RTX 5090 streams Llama-3.1-8B in FP16 at 80 tokens per second.", {"weight_bits": 16}),
    ],
)
def test_parameters(text: str, params: dict[str, float]) -> None:
    assert dict(only(text).params) == params


def test_a_kernels_bandwidth_is_a_measurement_whatever_it_is_for() -> None:
    claim = only("The kernel reaches 2.9 TB/s on an H100 SXM.")
    assert (claim.kind, claim.metric) == ("measurement", "kernel")
    assert claim.absolute is not None
    assert (claim.absolute.value, claim.absolute.unit) == (2.9, "TB/s")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[ROCm] EAGLE-2 speculative decoding is now supported.", ["eagle"]),
        ("EAGLE-2 speculative decoding is not supported on ROCm.", []),
    ],
)
def test_support_that_is_told_by_hand_is_a_claim(text: str, found: list[str]) -> None:
    assert [c.technique for c in find(read_bytes(text.encode(), "note.txt"))][:1] == found


def test_a_low_rank_projection_of_the_cache_is_no_narrow_weight() -> None:
    text = "Low-rank projection to half the size of the KV cache makes FP16 Llama-2-13B decode 1.4x faster."
    assert only(text).technique == "kv-low-rank"
