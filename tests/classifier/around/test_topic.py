"""What a document is about."""

from __future__ import annotations

import pytest

from classifier import find
from classifier.around.topic import topic
from ingest.read import read_bytes


def _is_of_inference(text: str) -> bool:
    return topic(read_bytes(text.encode(), "notes.md")).inference


@pytest.mark.parametrize(
    "text",
    [
        "# Ferrite\n\nA library of FP8 GEMMs.\n\n- Compiles at run time\n- Small core\n\nGroups of rows share a launch.\n",
        "# Tern\n\nExchanges tokens between MoE layers.\n\nBuilt with one command.\n\n- No dependencies\n- Small\n",
        "# Many adapters\n\nServing a hundred LoRA adapters of one LLM.\n\nRows of a batch may differ in their LoRA weights.\n",
        "# Plover\n\nTraining and inference.\n\nInference is fast.\n\nTraining uses two cards.\n\nToken decoding fits on one.\n",
        "# Heron\n\nInference of GPT and BERT models.\n\nLow latency.\n\nInference costs fall.\n\nTwo lines of code.\n\n"
        "One card is enough for an LLM.\n",
    ],
    ids=["kernels", "experts", "adapters", "both", "engine"],
)
def test_libraries_below_the_engine_are_of_inference(text: str) -> None:
    assert _is_of_inference(text)


@pytest.mark.parametrize(
    "text",
    [
        "# Sorting\n\nThe table scan is twice as fast.\n\nA database keeps its pages in memory.\n",
        "# Optimizer\n\nTraining BERT is twice as fast.\n\nGradients are sent with one bit.\n\nTraining loss is the same.\n",
        "# FP8 training of MoE models\n\nFP8 GEMMs make a training step 1.2x faster.\n\nExperts are trained in FP8.\n\n"
        "Training in FP8 keeps the loss.\n\nThe MoE layers hold most weights.\n",
    ],
    ids=["database", "training", "training in a narrow format"],
)
def test_other_fields_are_not(text: str) -> None:
    assert not _is_of_inference(text)


def test_a_table_of_rates_says_in_its_heads_that_it_is_of_language_models() -> None:
    page = (
        "# Inference benchmarks\n\nOne laptop, plugged in.\n\n"
        "| Size (B) | Speed (T/s) | Name | Quant |\n|---|---|---|---|\n| 7 | 61 | falcon | 4 |\n| 14 | 33 | falcon | 4 |\n"
    )
    found = find(read_bytes(page.encode(), "benchmarks.md"))
    assert [(c.kind, c.absolute.value) for c in found if c.absolute] == [("measurement", 61.0), ("measurement", 33.0)]


def test_a_serving_engine_that_draws_pictures_faster_is_about_something_else() -> None:
    text = """# Faster pictures: caches for diffusion in a serving engine

Our serving engine for large language models also runs image models such as Velda-Image.

## Caches

- A step cache skips what hardly changes between two steps of image generation.
- A block cache does the same within a step, for video generation as well.

| Model | Cache | Time | Speedup |
|---|---|---|---|
| Velda-Image | step | 9.1s | 1.8x |
| Velda-Image-Edit | block | 20.2s | 2.2x |
"""
    assert not topic(read_bytes(text.encode(), "post.md")).inference
    assert find(read_bytes(text.encode(), "post.md")) == ()


VECTORS = """# Halving the memory of vector search

Our vector database keeps embeddings as INT8 now: scalar quantization of each dimension.

## What it saves

The HNSW index of ten million embeddings takes 4x less memory, and a nearest-neighbour query is 2.1x faster.

Quantization of the vectors costs 1% of recall. Inference of the embedding model is unchanged.
"""


def test_searching_vectors_is_another_field_whatever_is_quantised() -> None:
    document = read_bytes(VECTORS.encode(), "notes.md")
    assert not topic(document).inference
    assert [c for c in find(document) if c.quantified] == []


@pytest.mark.parametrize(
    "text",
    [
        "# Framelet\n\nA player for the GPU.\n\n- Decoding of 8K films is 10 % faster\n- JPEG decoding takes 30 % less memory\n",
        "# Spotter\n\nFinds rust in photographs.\n\n- INT8 quantization: 2-4x faster inference on CPU\n- 75 % smaller files\n",
        "# Deskmate 3.1\n\n- Answers of the LLM are kept in Redis, repeated questions are 50x faster\n"
        "- Postgres prepared statements (2-3x faster queries)\n- MongoDB bulk inserts, 25x faster\n- Tokens stream to you\n",
        "# Fused kernels for fine-tuning Llama\n\nTraining needs less memory.\n\n- Throughput: 1800 tokens/s (+20%)\n"
        "- Peak memory: 26 GB (-60%)\n- Training loss is the same\n",
    ],
    ids=["films", "photographs", "an application", "fine-tuning"],
)
def test_pages_of_other_fields_with_a_word_of_ours_claim_nothing(text: str) -> None:
    assert not _is_of_inference(text)
    assert [c for c in find(read_bytes(text.encode(), "notes.md")) if c.quantified] == []


def test_an_engine_s_page_claims_nothing_about_the_pictures_it_draws() -> None:
    text = "# Reef\n\nServes LLMs.\n\n- Llama-3-8B decodes 1.6x faster with CUDA graphs\n- Stable Diffusion runs 1.9x faster\n"
    found = [c for c in find(read_bytes(text.encode(), "notes.md")) if c.quantified]
    assert [(c.technique, c.factor_low) for c in found] == [("cuda-graphs", 1.6)]


def test_a_page_that_times_first_tokens_is_about_language_models_even_where_pictures_go_in() -> None:
    page = """# Encoders of their own

Encoders are served apart from the models that they feed.

TTFT falls by 40 % with four images a request.

- Single-image requests: TPOT falls by 10 %.
"""
    assert topic(read_bytes(page.encode(), "page.md")).inference


def test_processors_that_speculate_draft_no_tokens() -> None:
    page = """# A million commands a second

Speculative execution lets a processor guess branches and run ahead. With it memory is waited for less, and commands of the
key-value server end sooner. Our list walk runs its loads in parallel:
speculative loads hide the latency of memory, a 10x speedup.
"""
    assert find(read_bytes(page.encode(), "page.md")) == ()
