"""What a sentence says was done, beside the names of what it was done to."""

from __future__ import annotations

import pytest

from classifier.cause.deeds import deeds
from classifier.claim import Claim
from classifier.find import find
from ingest.read import read_bytes

CACHES = frozenset({"prefix-caching"})


@pytest.mark.parametrize(
    ("text", "technique"),
    [
        ("In our INT8 kernels we fuse the rounding with the gather of the rows.", "kernel-fusion"),
        ("Fuses the norm and the FP8 rounding that follows it.", "kernel-fusion"),
        ("Host memory offloading gave another 30 % on top of prefix caching.", "kv-offload"),
    ],
)
def test_the_deed_is_the_technique(text: str, technique: str) -> None:
    assert [deed.technique for deed, _ in deeds(text, CACHES)] == [technique]


@pytest.mark.parametrize(
    "text",
    [
        "Tuned fused MoE kernels for two cards.",
        "The pass fuses GEMMs and hides the all-reduce behind them.",
        "CPU offloading of the experts leaves room for longer prompts.",
    ],
)
def test_a_name_of_a_kernel_communication_and_weights_are_no_such_deeds(text: str) -> None:
    assert deeds(text, CACHES) == []


def test_caches_are_offloaded_only_where_the_page_is_about_caches() -> None:
    assert deeds("Host memory offloading gave another 30 %.", frozenset()) == []


def _claim(text: str, words: str) -> Claim:
    return next(c for c in find(read_bytes(text.encode(), "notes.md")) if words in c.quote)


def test_what_is_fused_is_not_what_is_new() -> None:
    text = (
        "# INT8 kernels of an LLM server for CPUs\n\n## Mixture of experts\n\nThe weights of experts are kept in INT8.\n\n"
        "We fuse the INT8 rounding with the gather of the activations, which saves one pass over memory.\n"
    )
    assert _claim(text, "We fuse").technique == "kernel-fusion"


def test_a_second_model_drafts_by_itself_on_a_page_about_early_exits() -> None:
    text = (
        "# Early exits: self-speculative decoding of LLMs\n\nSelf-speculation drafts with the first layers.\n\n## Benchmarks\n\n"
        "| Model | Assistant Model | Time/Output (s) | Baseline (s) | Speedup |\n|---|---|---|---|---|\n"
        "| Llama-2-13B | TinyLlama-1.1B | 3.0 | 4.5 | 1.50x |\n"
    )
    assert _claim(text, "TinyLlama").technique == "speculative-decoding"
