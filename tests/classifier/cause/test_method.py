"""Papers whose method saves bytes and steps, and whose experiments are set up in a section of their own."""

from __future__ import annotations

from classifier import Claim, find
from classifier.cause.method import own_name
from ingest.read import read_bytes

PAPER = r"""\documentclass{article}
\title{TwinPace: Quantized KV Cache and Speculative Decoding for Long Prompts}
\begin{document}
\begin{abstract}
TwinPace decodes up to 6.4x faster than the dense baseline.
We serve long prompts with large language models.
\end{abstract}
\section{Introduction}
Decoding reads the whole cache for each token. Large language models decode slowly.
\section{Experiments}
\subsection{Setup}
All experiments run on one NVIDIA A100 80GB GPU. The target is Llama-2-7B.
\subsection{Main results}
Our method reaches a 5.2x decoding speedup over autoregressive decoding.
The quantized cache alone gives a 1.9x decoding speedup.
Speculation with the draft alone gives a 2.3x decoding speedup.
\end{document}
"""


def _claims() -> dict[float, Claim]:
    found = find(read_bytes(PAPER.encode(), "paper.tex"))
    return {c.factor_high: c for c in found if c.factor_high is not None}


def test_figure_of_the_whole_method_is_of_both_sides() -> None:
    claims = _claims()
    assert (claims[6.4].side, claims[5.2].side) == ("both", "both")


def test_figure_of_one_part_is_of_its_side() -> None:
    claims = _claims()
    assert (claims[1.9].side, claims[2.3].side) == ("fewer-bytes", "fewer-steps")


def test_results_inherit_from_the_setup_section_beside_them() -> None:
    claim = _claims()[5.2]
    assert claim.hardware == ("A100",)
    assert claim.model == ("Llama-2-7B",)
    assert {"hardware", "model"} <= set(claim.inherited)


def test_abstract_inherits_no_setup() -> None:
    claim = _claims()[6.4]
    assert (claim.hardware, claim.model) == ((), ())


def test_own_name_is_the_word_before_the_colon() -> None:
    assert own_name("TwinPace: Quantized Caches") == "TwinPace"
    assert own_name("Accelerating Decoding with Drafts") == ""


ENGINE = """# Corsair

An engine for large language models.

## What is inside

- Speculative decoding with a drafter
- Suffix decoding
- Tensor parallel attention
- INT8 KV cache
- Speculative decoding with n-grams

## LLM inference

One deployment of Corsair achieves:

- 3.2x faster request completion than the best rival engine

## Embeddings

For embeddings, one deployment of Corsair achieves:

- 9x higher throughput than the best rival engine
"""


def test_a_whole_engine_with_mechanisms_of_both_sides_is_of_both_unless_nothing_is_decoded() -> None:
    found = {c.factor_low: c for c in find(read_bytes(ENGINE.encode(), "readme.md")) if c.quantified}
    assert (found[3.2].technique, found[3.2].side) == ("other", "both")
    assert found[9.0].side != "both"


TABLE = """# Glide: parallel decoding of diffusion LLMs

Glide decodes several tokens of a diffusion language model at once.

| Task | Length | Base | +Cache | +Parallel | +Cache+Parallel (Glide) |
|---|---|---|---|---|---|
| sums | 256 | 6.7 (1x) | 21.2 (3.2x) | 16.5 (2.5x) | 54.4 (8.1x) |
"""


def test_a_column_that_adds_a_cache_to_parallel_decoding_is_of_both_sides() -> None:
    found = {c.factor_low: c for c in find(read_bytes(TABLE.encode(), "readme.md")) if c.quantified}
    assert found[8.1].side == "both"
    assert found[2.5].side == "fewer-steps"


def test_one_figure_by_integrating_a_format_with_drafts_is_of_both_sides() -> None:
    text = "Serving runs 5x faster by integrating 4-bit quantization with speculative decoding."
    found = find(read_bytes(text.encode(), "sentence.txt"))
    assert [(c.technique, c.side) for c in found] == [("speculative-decoding", "both")]


def test_a_page_that_compares_engines_is_of_none_of_them() -> None:
    text = (
        "# Running models at home\n\nWhich engine decodes an LLM fastest.\n\n"
        "### llama.cpp\n\n- Speculative decoding with a draft model\n- Speculative decoding is one flag\n- 4-bit weights\n"
        "- Quantized weights of every width\n\n### MLX\n\n- MLX is 20-30% faster than llama.cpp on Apple chips\n"
    )
    found = [c for c in find(read_bytes(text.encode(), "notes.md")) if c.quantified]
    assert [(c.technique, c.side, c.factor_low) for c in found] == [("other", "neither", 1.2)]


def test_parallelism_over_devices_saves_no_steps() -> None:
    notes = """# Halyard 2.0: Prefill-Decode Disaggregation, Expert Parallelism and KV Cache Events

Halyard serves large language models. Prefill-decode disaggregation gives up to 2.4x lower tail inter-token latency at high load.
"""
    (claim,) = (c for c in find(read_bytes(notes.encode(), "notes.md")) if c.factor_high == 2.4)
    assert (claim.technique, claim.side) == ("prefill-decode-disaggregation", "neither")


def test_a_smaller_draft_saves_no_bytes_of_the_target() -> None:
    page = """# Quicker agents with depth-pruned draft models

Speculative decoding of a large language model with a pruned draft gives a 1.4x speedup.
"""
    (claim,) = (c for c in find(read_bytes(page.encode(), "page.md")) if c.quantified)
    assert (claim.technique, claim.side) == ("speculative-decoding", "fewer-steps")
