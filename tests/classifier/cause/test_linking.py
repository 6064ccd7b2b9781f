"""Which technique a figure belongs to."""

from __future__ import annotations

import pytest

from classifier import find
from classifier.cause.roles import is_place
from classifier.setting.baseline import is_baseline
from classifier.unit import unit
from ingest import read_bytes


def test_an_example_of_what_is_new_is_no_baseline() -> None:
    u = unit("Twice the throughput by key features like paged attention and chunked prefill.", "sentence")
    assert not any(is_baseline(u.text, h) for h in u.mentions.techniques)


def test_what_stands_in_brackets_after_the_compared_deployment_is_a_baseline() -> None:
    u = unit("1.4x higher throughput than our best latency deployment (TP=8)", "bullet")
    assert [is_baseline(u.text, h) for h in u.mentions.techniques if h.technique == "tensor-parallelism"] == [True]


@pytest.mark.parametrize(
    ("text", "technique"),
    [
        ("Our engine runs 4-bit inference 2.2x faster than FP16, the fastest of all.", "weight-only-quantization"),
        ("The keys in 2 bits and the values in 4 bits cut peak memory of decoding by 2.3x.", "kv-cache-quantization"),
        ("FP8 weights and activations: 1.6x the throughput of BF16 on H100.", "weight-activation-quantization"),
    ],
)  # fmt: skip
def test_what_is_set_against_what_decides(text: str, technique: str) -> None:
    claims = find(read_bytes(text.encode(), "sentence.txt"))
    assert [c.technique for c in claims] == [technique]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("fmha: added local attention for the Hopper cards", ["io-aware-attention"]),
        ("[fmha] A bias for paged attention with gaps", ["io-aware-attention"]),
        ("Support paged attention in flash attention", ["io-aware-attention"]),
        ("Flash attention is faster with paged attention", []),
    ],
)
def test_a_tag_and_a_backend_only_say_where(text: str, places: list[str]) -> None:
    u = unit(text, "bullet")
    assert [h.technique for h in u.mentions.techniques if is_place(u.text, h)] == places


@pytest.mark.parametrize(
    ("text", "technique"),
    [
        ("Added a custom all reduce kernel.", "communication-kernels"),
        ("The float8 dynamically quantized model needs 30% less memory.", "weight-activation-quantization"),
        ("The drafter predicts an entire block in one shot.", "parallel-drafting"),
    ],
)
def test_a_description_names_its_technique(text: str, technique: str) -> None:
    assert technique in {h.technique for h in unit(text, "sentence").mentions.techniques}


def test_a_list_that_ends_with_kernels_is_of_what_has_a_name() -> None:
    text = "Up to 2x the throughput by continuous batching, paged attention and fast CUDA kernels."
    claims = find(read_bytes(text.encode(), "sentence.txt"))
    assert [(c.side, c.technique != "kernel-optimization") for c in claims] == [("fewer-bytes", True)]


TRACKS = """# A plan for faster decoding of LLMs

A draft model proposes tokens that the target verifies.

## Track 1: a draft model

Speculative decoding with a small draft model.

## Track 2: prompt lookup decoding

### What came out

| Task | Speedup of decoding |
|---|---|
| Editing | 2.4x |
| Summaries | 1.6x |
"""


def test_a_chapter_s_heading_governs_the_tables_below_its_subheadings() -> None:
    claims = [c for c in find(read_bytes(TRACKS.encode(), "plan.md")) if c.quantified]
    assert [(c.factor_low, c.technique) for c in claims] == [(2.4, "ngram-speculation"), (1.6, "ngram-speculation")]


OTHERS = """# Speculative decoding, explained

Speculative decoding drafts tokens with a small model.

Speculative decoding verifies the drafts of the small model in one pass.

For servers, continuous batching significantly increases the throughput of LLM inference.
"""


def test_a_line_about_something_else_than_its_page_is_about_that() -> None:
    found = {c.quote[:5]: c.technique for c in find(read_bytes(OTHERS.encode(), "page.md"))}
    assert found["For s"] == "continuous-batching"


def test_a_change_s_number_in_a_project_names_no_technique() -> None:
    text = "Faster decode steps by larger tiles (flash-attention#96, org/flash-attention#91)"
    assert "io-aware-attention" not in {h.technique for h in unit(text, "bullet").mentions.techniques}


HARDWARE_NOTE = """# H100 has 3x the performance of A100

H100 against A100: the new GPU serves LLMs 3x faster than A100.

Hopper follows Ampere, and H100 is the newer GPU.

Switching to FP8 gave another 1.7x in speed. The batch of an H100 reached 2.2x of FP16 H100 throughput in FP8.
"""


def test_a_format_that_is_switched_to_is_what_is_new() -> None:
    claims = {c.factor_low: c for c in find(read_bytes(HARDWARE_NOTE.encode(), "note.md")) if c.quantified}
    assert claims[1.7].technique == "weight-activation-quantization"


@pytest.mark.parametrize(
    ("text", "technique"),
    [
        ("This kernel treats all samples of a batch at once and avoids the loop's overhead.", "kernel-optimization"),
        ("The engine supports tensor and pipeline parallelism.", "tensor-parallelism"),
        ("Offloading-based inference runs a 30B LLM on one GPU.", "weight-offload-streaming"),
    ],
)
def test_what_is_named_in_passing_is_read(text: str, technique: str) -> None:
    claims = find(read_bytes(text.encode(), "sentence.txt"))
    assert technique in [c.technique for c in claims]


def _quantified(text: str) -> list[tuple[str, float | None]]:
    return [(c.technique, c.factor_low) for c in find(read_bytes(text.encode(), "notes.md")) if c.quantified]


def test_a_figure_that_names_nothing_is_of_what_its_heading_names() -> None:
    text = (
        "# Tuning a local server\n\nNotes on serving a 7B LLM.\n\n"
        "### 1. Flash attention\n\n- **Impact**: 20-30% faster inference\n\n"
        "### 2. Prefix caching\n\n- **Impact**: 50 % faster on repeated questions\n"
    )
    assert _quantified(text) == [("io-aware-attention", 1.2), ("prefix-caching", 1.5)]


def test_a_figure_that_names_nothing_is_of_what_the_page_is_about() -> None:
    text = (
        "# Tern: the KV cache in 4 bits\n\nA quantized KV cache for LLM inference.\n\n"
        "8-bit keys and 4-bit values halve the KV cache.\n\n## Findings\n\n- 59% lower memory usage at 8K tokens\n"
    )
    assert _quantified(text)[-1] == ("kv-cache-quantization", 2.439)


def test_reuse_on_a_page_about_caches_in_storage_is_what_offloading_is_for() -> None:
    text = (
        "# Offloading the KV cache to storage\n\nPrefix caching in our LLM server.\n\n"
        "## Results\n\nReuse of caches across replicas raises throughput by 2.1x.\n"
    )
    assert _quantified(text) == [("kv-offload", 2.1)]
    shared = text.replace("Offloading the KV cache to storage", "Caching of shared prefixes")
    assert _quantified(shared) == [("prefix-caching", 2.1)]


def test_a_figure_with_no_mechanism_anywhere_is_of_none() -> None:
    text = "# Reef\n\nReef serves language models.\n\n## Changes\n\n- 7 % more throughput.\n\nAn LLM takes one card.\n"
    assert _quantified(text) == [("other", 1.07)]


def test_a_cache_s_routing_is_named_in_two_words() -> None:
    assert [h.technique for h in unit("KV cache routing against round-robin", "sentence").mentions.techniques] == [
        "kv-aware-routing"
    ]


def test_a_technique_that_the_sentence_names_is_explained_by_its_words() -> None:
    page = """# Drafts for long answers

Speculative decoding lets a small model guess. Speculative decoding with Llama-3.2-1B runs Llama-3.1-70B 2.3x faster at batch 1.
"""
    (claim,) = (c for c in find(read_bytes(page.encode(), "page.md")) if c.quantified)
    assert claim.reasons[0] == "technique from “Speculative decoding”"


def claimed(page: str) -> list[tuple[float | None, str]]:
    return [(c.factor_low, c.technique) for c in find(read_bytes(page.encode(), "page.md")) if c.kind == "claim"]


CHIPS = """# Serving with INT4 AWQ weights

INT4 AWQ weights let a 70B model of ours decode on one card with tensor parallelism left out.

On a full node (TP4) of our batch, a B200 is 1.7x faster than an H100 at decoding tokens.

A100 against H100 when decoding: H100 up to 2.6x A100.
"""


def test_chips_that_are_compared_are_what_is_new_beside_a_layout_and_on_a_page_about_formats() -> None:
    assert [c for c in claimed(CHIPS) if c[0]] == [(1.7, "hardware-upgrade"), (2.6, "hardware-upgrade")]


KINDS = """# Drafting at home

Multi-token prediction (MTP) drafts tokens for both LLMs.

- MTP decodes 60 % faster on the dense 24B and 14 % faster on the MoE 30B-A3B.
"""


def test_experts_before_a_size_are_the_kind_of_model_and_no_cause() -> None:
    assert [c for c in claimed(KINDS) if c[0]] == [(1.6, "multi-token-prediction"), (1.14, "multi-token-prediction")]


OF_A_KIND = """# EAGLE-3 on our cards

Speculative decoding with EAGLE-3 heads runs in our LLM server.

## Results

- Speculative decoding makes the server's decoding 1.9x faster at batch 1.
"""


def test_speculation_under_a_title_that_says_of_which_kind_is_of_that_kind() -> None:
    assert [c for c in claimed(OF_A_KIND) if c[0]] == [(1.9, "eagle")]


BARE = """# Making an LLM faster

How to serve language models in less time.

## 1. Distillation

- Faster inference

## 2. Quantization

- Generation is 2.4x faster for all models
"""


def test_what_stands_under_a_heading_and_names_nothing_is_of_what_the_heading_names() -> None:
    assert claimed(BARE) == [(None, "smaller-model"), (2.4, "weight-only-quantization")]


BASELINES = """# The Ferrule switch for LLM servers

Tensor parallelism splits an LLM over the cards. Tensor parallelism costs two all-reduces a layer.

## What our switch brings

- 1.6x higher throughput of tokens compared to the best deployment of ours (TP=8)
"""


def test_what_a_figure_is_compared_with_is_not_its_cause_however_much_a_page_speaks_of_it() -> None:
    assert [t for factor, t in claimed(BASELINES) if factor] == ["other"]


def test_the_word_other_names_no_technique() -> None:
    assert unit("A 1.3x speedup over other engines of its kind.", "sentence").mentions.techniques == ()


@pytest.mark.parametrize(
    ("text", "technique"),
    [
        ("Compared with prefix caching, a distributed KV cache with prefix caching serves 1.5x the requests.", "kv-offload"),
        ("With NVFP4 weights Qwen3-8B generates 1.7x faster with two MTP tokens than without MTP.", "multi-token-prediction"),
        ("Drafts with 4-bit weights decode 1.4x faster than drafts in plain FP16.", "weight-only-quantization"),
        ("The attention of FlashAttention-2 is beaten: 1.6x as fast on one H100.", "io-aware-attention"),
    ],
)  # fmt: skip
def test_what_both_sides_have_is_not_the_cause(text: str, technique: str) -> None:
    claims = find(read_bytes(text.encode(), "sentence.txt"))
    assert [c.technique for c in claims] == [technique]


def test_a_newer_kernel_of_a_kind_moves_no_fewer_bytes_than_the_last() -> None:
    page = """# Kernels for language models

Attention kernels for large language models. All were built with one compiler. The prompts are long.

## Prefill

FlashAttention-3 is 1.7x faster than FlashAttention-2 on an H100.
"""
    claims = [c for c in find(read_bytes(page.encode(), "page.md")) if c.quantified]
    assert [(c.technique, c.side) for c in claims] == [("kernel-optimization", "neither")]


def test_the_kind_of_model_in_a_heading_is_no_cause_of_the_rows_below_it() -> None:
    text = (
        "# Skipping values with small weights\n\nSparse attention leaves out the values of tokens that hardly count.\n\n"
        "## Decode speed (Qwen3-30B MoE)\n\n| Context | Gain |\n|---|---|\n| 8K | +7.0% |\n| 32K | +20.0% |\n"
    )
    found = [c for c in find(read_bytes(text.encode(), "notes.md")) if c.quantified]
    assert [c.technique for c in found] == ["sparse-attention", "sparse-attention"]


def test_a_gain_over_two_widths_of_a_cache_is_of_the_cache() -> None:
    text = (
        "# Fewer bytes in each step of an LLM\n\n## Weights and tensor parallelism\n\nINT4 weights on two cards.\n\n"
        "## Results\n\n| Batch | 16-bit cache | FP8 cache | Gain |\n|---|---|---|---|\n| 16 | 1510 | 1870 | 1.24x |\n"
    )
    assert _quantified(text) == [("kv-cache-quantization", 1.24)]


def test_it_may_stand_for_the_cache_of_a_heading() -> None:
    text = (
        "# Fewer bytes in each step of an LLM\n\nINT4 weights help at batch 1.\n\n"
        "## The cache\n\nIt holds 40 GB at 8K tokens.\n\nStoring it in FP8 raises decode throughput by 35 %.\n"
    )
    assert _quantified(text) == [("kv-cache-quantization", 1.35)]
