"""Setups that stand apart from what they govern: sections beside, headings that name a format, lists of conditions."""

from __future__ import annotations

import pytest

from classifier import Claim, find
from classifier.figures.bits import bit_widths
from classifier.figures.parameters import parameters
from classifier.names.hardware_text import hardware_hits
from ingest import read_bytes


def claims(text: str) -> tuple[Claim, ...]:
    return find(read_bytes(text.encode(), "notes.md"))


def row(text: str, words: str) -> Claim:
    return next(claim for claim in claims(text) if words in claim.quote)


SETUP_BELOW = """# Prefix caching in our LLM engine

## Results

### Latency

| Metric | Cold cache | Warm cache | Improvement |
|---|---|---|---|
| Mean TTFT | 900 ms | 300 ms | 3.0x |

## Experimental setup

- Hardware: 4 x L40S
- Model: Qwen2.5-32B-Instruct
- Workload: 80 requests, each with an input of 3,072 tokens and generating 96 tokens
"""


def test_a_setup_section_governs_the_results_beside_it_even_from_below() -> None:
    claim = row(SETUP_BELOW, "Mean TTFT")
    assert (claim.hardware, claim.n_devices, claim.model) == (("L40S",), 4, ("Qwen2.5-32B",))
    assert {"input_len": 3072, "output_len": 96}.items() <= claim.params.items()
    assert {"hardware", "n_devices", "model", "input_len", "output_len"} <= set(claim.inherited)


def test_what_a_setup_section_states_is_shown_where_it_stands() -> None:
    claim = row(SETUP_BELOW, "Mean TTFT")
    places = {p.name: SETUP_BELOW[p.start : p.end] for p in claim.parameters if p.origin == "inherited"}
    assert places["input_len"].strip() == "3,072"
    assert places["hardware"] == "L40S"
    assert places["n_devices"] == "4 x L40S"


def test_an_installation_is_no_setup_of_a_measurement() -> None:
    text = SETUP_BELOW.replace("## Experimental setup", "## Setup")
    assert row(text, "Mean TTFT").hardware == ()


def test_a_chip_that_is_named_nearer_is_kept() -> None:
    text = SETUP_BELOW.replace("### Latency\n", "### Latency\n\nMeasured on one H200:\n")
    assert row(text, "Mean TTFT").hardware == ("H200",)


FORMATS = """# Throughput of our LLM engine on an A100-80GB

## FP16

| batch | input length | output length | tokens/s |
|---|---|---|---|
| 8 | 512 | 128 | 640 |

## Mixed: FP8 and FP16

| batch | input length | output length | tokens/s |
|---|---|---|---|
| 16 | 512 | 128 | 990 |
"""


def test_the_format_in_a_heading_is_that_of_the_run() -> None:
    claim = row(FORMATS, "640")
    assert claim.params["weight_bits"] == 16
    assert "weight_bits" in claim.inherited


def test_a_heading_of_two_formats_says_neither() -> None:
    assert "weight_bits" not in row(FORMATS, "990").params


SEVERAL = """# Decoding speed of our LLM engine

On an RTX 4090, the first 64 tokens and the last 64 tokens are timed (an offset of 1900 for a 2048 token context,
3900 for a 4096 token context):

| Model | Tokens/s |
|---|---|
| Llama-2-7B fp8 | 130 tok/s |
"""


def test_of_several_values_in_one_sentence_none_is_inherited() -> None:
    claim = row(SEVERAL, "130")
    assert "context_len" not in claim.params
    assert "window" not in claim.params  # the last 64 tokens are timed, and no attention is limited to them
    assert claim.hardware == ("RTX-4090",)


DEPTHS = """# Decoding against another LLM engine

| Depth | ours tok/s | theirs tok/s | speedup |
|---|---|---|---|
| 4096 | 45.0 | 30.0 | 1.5x |
"""


def test_a_column_of_depths_is_the_context() -> None:
    assert row(DEPTHS, "1.5x").params["context_len"] == 4096


@pytest.mark.parametrize(
    ("text", "name", "count"),
    [
        ("NVIDIA H20-3e (141 GB) x 8", "H20-3e", 8),
        ("H100 (80GB) x4", "H100", 4),
        ("on an iPhone 16 Pro", "iPhone-16-Pro", 1),
        ("M3 (100 GB/s)", "M3", None),
        ("M1 Max (400 GB/s)", "M1-Max", None),
        ("the app runs on iPhones", "iPhone", None),
    ],
)
def test_a_device_keeps_the_name_that_it_is_called(text: str, name: str, count: int | None) -> None:
    (hit,) = hardware_hits(text)
    assert (hit.name, hit.count) == (name, count)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("each with an input of 5,120 tokens and generating 96 per request,", {"input_len": 5120}),
        ("each with an input of 5,120 tokens and generating 96 tokens", {"input_len": 5120, "output_len": 96}),
        ("generating 96 tokens per second", {}),
        ("the server is started with --max-seq-len 16896", {}),
        ("4 bits per channel, group size 4", {"group_size": 4}),
        ("a GQA group size of 4", {}),
        ("attends to the last 512 tokens", {"window": 512}),
        ("the last 512 tokens are timed", {}),
    ],
)
def test_lengths_groups_and_windows_by_their_words(text: str, values: dict[str, int]) -> None:
    assert {said.name: said.value for said in parameters(text)} == values


def test_a_grouped_float_has_its_width() -> None:
    assert [b.bits for b in bit_widths("weights in gf4")] == [4]


CARDS = """# Quantized LLM inference on consumer cards

Decoding speed with 4-bit weights:

| Model | Mode | RTX 3090 | RTX 4090 |
|---|---|---|---|
| Llama-2-7B | GPTQ | 120 t/s | 160 t/s |
"""


def test_a_row_under_two_cards_measures_both() -> None:
    found = {claim.hardware: claim.absolute.value for claim in claims(CARDS) if claim.absolute}
    assert found == {("RTX-3090",): 120, ("RTX-4090",): 160}


ABOUT_ONE = """# Compressing a language model for phones

We compress OPT-2.7B to four bits. OPT-2.7B is a decoder. We prune OPT-2.7B first.

## Latency

| Scheme | Latency (ms) | Speedup |
|---|---|---|
| 4-bit weights, group size 8 | 40 | 2.5x |

## Summary

OPT-2.7B runs well.
"""


def test_the_one_model_that_a_page_speaks_of_is_that_of_its_figures() -> None:
    claim = row(ABOUT_ONE, "2.5x")
    assert (claim.model, claim.params["group_size"]) == (("OPT-2.7B",), 8)
    assert "model" in claim.inherited


def test_a_model_that_is_named_by_the_way_is_not() -> None:
    assert (
        row(
            ABOUT_ONE.replace("OPT-2.7B is a decoder. We prune OPT-2.7B first.", "Four-bit weights decode faster."),
            "2.5x",
        ).model
        == ()
    )


def test_a_model_keeps_its_name_where_the_catalog_has_another_of_its_shape() -> None:
    (claim,) = claims("Ling-mini decodes 2.2x faster with speculative decoding.")
    assert claim.model == ("Ling-mini",)


def test_a_second_list_of_figures_follows_the_models_of_the_first() -> None:
    text = (
        "Our drafter decodes 3.1x faster on Qwen3-4B, 2.9x faster on Qwen3-8B, which is 12% and 9% faster than the old "
        "drafter, respectively."
    )
    found = {claim.factor_high: claim.model for claim in claims(text)}
    assert found[1.12] == ("Qwen3-4B",)
    assert found[1.09] == ("Qwen3-8B",)


PAPER = r"""\documentclass{article}
\title{Sparse attention for faster LLM decoding}
\begin{document}
\maketitle
\section{Introduction}
Sparse attention speeds up LLM decoding by reading fewer keys.
\section{Experiments}
\subsection{Experimental setup}
All experiments run on one A100-40GB.
\subsection{Main results}
Sparse attention consistently lowers the decoding latency of the LLM by reading fewer keys from the KV cache.
\end{document}
"""


def test_a_plain_claim_among_a_paper_s_results_was_seen_on_the_machine_of_their_setup() -> None:
    found = find(read_bytes(PAPER.encode(), "paper.tex"))
    results = [claim for claim in found if "consistently" in claim.quote]
    assert [(claim.hardware, claim.n_devices) for claim in results] == [(("A100-40GB",), 1)]
    assert all(claim.hardware == () for claim in found if "consistently" not in claim.quote)


COMMANDS = """# Speculative decoding in our LLM engine

## Results

| Method | Speedup |
|---|---|
| Speculative decoding | 2.2x |

## Benchmark setup

Everything runs on one L4.

```bash
engine serve --tp-size 1 --max-num-seqs 64
bench --max-concurrency 1 --random-input-len "$n" --random-output-len 192
bench --input-len 128 --warmup 3
bench --input-len 256 --warmup 3
```
"""


def test_the_flags_of_the_benchmark_s_command_are_its_setting() -> None:
    claim = row(COMMANDS, "2.2x")
    assert {"batch": 1, "output_len": 192}.items() <= claim.params.items()
    assert not {"input_len", "tp"} & set(claim.params)  # several runs, and what the server was started with
    assert {"batch", "output_len"} <= set(claim.inherited)
    assert {p.name: COMMANDS[p.start : p.end] for p in claim.parameters if p.name == "output_len"} == {
        "output_len": "192"
    }


def test_a_section_that_says_its_own_setting_needs_no_command() -> None:
    text = COMMANDS.replace("## Results\n", "## Results\n\n- output length = 512\n- num prompt=50\n")
    claim = row(text, "2.2x")
    assert claim.params["output_len"] == 512
    assert not {"batch", "input_len"} & set(claim.params)


def test_the_format_beside_a_model_in_a_list_of_conditions_is_what_was_run() -> None:
    text = SETUP_BELOW.replace("Qwen2.5-32B-Instruct", "Qwen2.5-32B-Instruct (BF16)")
    assert row(text, "Mean TTFT").params["weight_bits"] == 16


@pytest.mark.parametrize(
    ("text", "weights", "activations"),
    [
        ("With float8 dynamic quantization the LLM decodes 1.3x faster.", 8, 8),
        ("Weight-only quantization (W4A16, W3A16) makes decoding 2.1x faster.", [4, 3], 16),
        ("With 4-bit weights and 8-bit dynamic activation quantization the LLM decodes 2.5x faster.", 4, 8),
        ("The 8da4w scheme of weight and activation quantization makes the LLM decode 1.8x faster.", 4, 8),
    ],
)
def test_formats_of_weights_and_activations(text: str, weights: object, activations: int) -> None:
    claim = claims(text)[0]
    assert (claim.params.get("weight_bits"), claim.params.get("act_bits")) == (weights, activations)


BASELINE_SAID = """# Quantized LLM inference kernels

## Performance

We measure INT8 inference of LLMs. The baseline is eager PyTorch in FP16. Training is tested on one H100, and inference is
tested on four H100s.

### Speedup of LLM inference

| Batch size | Prompt length | Ours INT8 |
|---|---|---|
| 4 | 64 | 1.7 |
"""


def test_a_sentence_that_names_the_baseline_says_it_of_the_table_below() -> None:
    claim = row(BASELINE_SAID, "1.7")
    assert claim.baseline == "eager PyTorch in FP16"
    assert claim.params["weight_bits_before"] == 16
    assert {"baseline", "weight_bits_before"} <= set(claim.inherited)
    (place,) = (p for p in claim.parameters if p.name == "weight_bits_before")
    assert BASELINE_SAID[place.start : place.end] == "FP16"


def test_the_machine_that_trained_is_not_the_one_that_runs() -> None:
    claim = row(BASELINE_SAID, "1.7")
    assert (claim.hardware, claim.n_devices) == (("H100",), 4)


MODELS = """# Quantized LLM inference

| Model | GPU | Batch size | FP16 tokens/s | GPTQ 4-bit tokens/s |
|---|---|---|---|---|
| gpt-j 6b | 1xA100-40G | 1 | 20.0 | 30.0 |
| blue-heron 16b | 1xA100-40G | 1 | 9.0 | 18.0 |
"""


def test_a_column_of_models_names_models_however_they_are_spelled() -> None:
    assert row(MODELS, "30.0").model == ("GPT-J-6B",)
    assert row(MODELS, "18.0").model == ("blue-heron-16B",)


@pytest.mark.parametrize("text", ["an Intel(R) Xeon(R) Platinum 8275CL CPU", "an Intel(R) Xeon(R) Gold 6454S"])
def test_a_processor_with_its_trade_mark(text: str) -> None:
    (hit,) = hardware_hits(text)
    assert (hit.name, hit.count) == ("Xeon", 1)
