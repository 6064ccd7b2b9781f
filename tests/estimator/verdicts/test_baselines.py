"""What a baseline's name says about how good it can have been."""

import pytest

from estimator import Statement, judge
from estimator.verdicts.baselines import BEST, WORST, Baseline, baseline_of, for_steps, names_method, on_chip


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "same"),
        ("FP16", "same"),
        ("same engine", "same"),
        ("HF autoregressive", "same"),
        ("vLLM without speculation", "same"),
        ("32 KV heads", "same"),
        ("Hugging Face Transformers FP16", "other"),
        ("vLLM 0.5.3", "other"),
        ("vanilla Hugging Face fp16", "other"),
        ("vanilla vLLM", "other"),
        ("vanilla decoding", "same"),
        ("vanilla HF autoregressive", "same"),
        ("llama.cpp", "other"),
        ("previous version", "other"),
        ("March 2025 build", "other"),
        ("bf16 gpt-fast", "same"),
        ("gpt-fast", "tuned"),
        ("FP16 cuBLAS", "tuned"),
        ("bitsandbytes NF4", "dequantising"),
        ("naive implementation", "naive"),
        ("DeepSpeed with CPU offload", "offload"),
    ],
)
def test_the_class_comes_from_what_is_named(text: str, kind: str) -> None:
    assert baseline_of(text).kind == kind


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no other engine is named, so the same one is taken"),
        ("dense attention", "the baseline (dense attention) is other attention in the same engine"),
        ("CPU offload", "the baseline (CPU offload) reads from host memory"),
        ("Naive PyTorch", "the baseline (Naive PyTorch) is code that nobody tuned"),
        ("bitsandbytes", "the baseline (bitsandbytes) writes a 16-bit copy of the weights and reads it again"),
        ("vanilla decoding", "the baseline (vanilla decoding) is the same engine"),
        ("gpt-fast", "the baseline (gpt-fast) was made for speed itself: 60% of its roof at least"),
        ("vLLM", "the baseline (vLLM) is another engine, which may reach 25% to 81% of its roof"),
        ("FP16", "the baseline (FP16) names no other engine"),
    ],
)
def test_a_baseline_is_told_as_what_it_is_taken_for(text: str, words: str) -> None:
    assert baseline_of(text).words == words


def test_only_another_engine_adds_to_the_factor() -> None:
    assert baseline_of("autoregressive").gain == 1.0
    assert baseline_of("Transformers").gain == pytest.approx(0.81 / 0.25)


def test_a_method_of_the_same_kind_leaves_only_the_kernels_to_differ() -> None:
    """AWQ and GPTQ both read 4 bits: what one gains over the other is not the bits."""
    statement = Statement(
        technique="weight-only-quantization",
        metric="decode",
        factor_low=1.3,
        factor_high=1.3,
        baseline="GPTQ",
        hardware=("H100",),
        n_devices=1,
        model=("Llama-3.1-8B",),
        params={"weight_bits": 4, "batch": 1},
    )
    assert names_method("GPTQ", "weight-only-quantization")
    assert not names_method("FP16", "weight-only-quantization")
    assert judge(statement).ceiling == pytest.approx(BEST / WORST)


def test_a_serving_engine_without_the_drafts_is_the_same_engine() -> None:
    assert for_steps(baseline_of("vLLM")).gain == 1.0
    assert for_steps(baseline_of("HF Transformers")).gain > 3
    assert for_steps(baseline_of("vanilla HF Transformers")).gain == 1.0


@pytest.mark.parametrize(
    ("text", "technique", "found"),
    [
        ("FP8", "weight-activation-quantization", False),  # a width, and the engine stays
        ("W8A8", "weight-activation-quantization", False),
        ("SmoothQuant", "weight-activation-quantization", True),
        ("GPTQ", "weight-only-quantization", True),
    ],
)
def test_a_number_format_is_no_method_of_its_own(text: str, technique: str, found: bool) -> None:
    assert names_method(text, technique) is found


@pytest.mark.parametrize("text", ["no CUDA graphs", "without CUDA Graph", "the same engine without CUDA Graphs", "FP8"])
def test_the_lack_of_a_method_is_no_rival_method(text: str) -> None:
    assert not names_method(text, "cuda-graphs")


def test_a_method_by_its_name_is_a_rival() -> None:
    assert names_method("GPTQ", "weight-only-quantization")


def test_a_slower_chip_is_as_much_of_the_baseline_as_its_roof_is_lower() -> None:
    engine = Baseline("other", 0.5, "the baseline (vLLM) at half of its roof")
    slower = "the baseline (vLLM) ran on another chip, A100, whose roof is up to 2 times lower"
    assert on_chip(engine, "A100", 2.0) == Baseline("chip", 0.25, slower)
    assert on_chip(engine, "A100", 1.0) == engine
    assert on_chip(engine, "A100", 1.05).least == pytest.approx(0.5 / 1.05)
    assert on_chip(engine, "B200", 0.5) == engine
