"""Layouts that nobody states, and weights in host memory."""

from __future__ import annotations

import pytest

from estimator import claim_statement, find_hardware, judge
from estimator.verdicts.baselines import baseline_of
from estimator.verdicts.formats import peak

RATE = {
    "technique": "other",
    "side": "neither",
    "kind": "measurement",
    "metric": "throughput",
    "model": ["DeepSeek-V3"],
    "hardware": ["H200-SXM-141GB"],
    "n_devices": 8,
    "absolute": {"value": 12000, "unit": "tokens/s"},
}


def test_a_latent_cache_is_copied_to_every_device_only_where_tensor_parallelism_is_stated() -> None:
    free = judge(claim_statement(RATE | {"params": {"context_len": 4096, "weight_bits": 8}}))
    tied = judge(claim_statement(RATE | {"params": {"context_len": 4096, "weight_bits": 8, "tp": 8}}))
    assert free.verdict == "plausible"  # eight times as many sequences fit
    assert tied.verdict == "implausible"
    assert free.ceiling == pytest.approx(8 * tied.ceiling, rel=0.02)


def test_weights_that_stream_mean_one_device() -> None:
    row = {
        "technique": "weight-offload-streaming", "side": "fewer-bytes", "kind": "measurement", "metric": "decode",
        "model": ["OPT-66B"], "hardware": ["RTX-4090"], "params": {"batch": 1}, "absolute": {"value": 0.2, "unit": "tokens/s"},
    }  # fmt: skip
    verdict = judge(claim_statement(row))
    # 131.4 GB less 95 % of 24 GB cross PCIe 4.0 at 32 GB/s
    assert verdict.ceiling == pytest.approx(32 / (131.4 - 22.8), rel=0.01)
    assert verdict.limiter[1] == "host"


@pytest.mark.parametrize(
    ("text", "kind"),
    [("DeepSeek-V3.1", "same"), ("vicuna-v1.5 in BF16", "same"), ("v0.5.3", "other"), ("vLLM v0.6", "other")],
)
def test_the_version_of_a_model_is_no_engine(text: str, kind: str) -> None:
    assert baseline_of(text).kind == kind


def test_hopper_has_no_four_bit_integers() -> None:
    assert peak(find_hardware("A100"), 4.0) == 2 * 624e12
    assert peak(find_hardware("RTX-3090"), 4.0) == 2 * 284e12
    assert peak(find_hardware("H100"), 4.0) == 1979e12
    assert peak(find_hardware("GH200"), 4.0) == 1979e12
    assert peak(find_hardware("B200"), 4.0) == 9000e12


@pytest.mark.parametrize(("value", "word"), [(52_300, "plausible"), (5_000_000, "implausible")])
def test_a_rate_for_each_machine_is_that_of_eight_devices(value: float, word: str) -> None:
    row = {
        "technique": "expert-parallelism", "side": "fewer-bytes", "kind": "measurement", "metric": "prefill",
        "model": ["DeepSeek-V3"], "hardware": ["H100-SXM-80GB"], "n_devices": 96,
        "params": {"input_len": 2000, "weight_bits": 8}, "absolute": {"value": value, "unit": "tokens/s per node"},
    }  # fmt: skip
    verdict = judge(claim_statement(row))
    assert verdict.verdict == word
    assert verdict.ceiling == pytest.approx(8 * 25_904, rel=0.01)  # 153 TFLOP a prompt on each of 96 devices
    assert verdict.ceiling_unit == "tokens/s per node"
