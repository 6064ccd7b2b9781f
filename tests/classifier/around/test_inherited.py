"""What a claim takes over from the text that governs it, and what it does not."""

from __future__ import annotations

from classifier import Claim, find
from ingest import read_bytes


def claims(text: str) -> tuple[Claim, ...]:
    return find(read_bytes(text.encode(), "notes.md"))


NOTE_BELOW = """# Quantized LLM inference: Qwen2.5-14B in FP8

Decoding throughput of our LLM engine with FP8 weights and activations:

| Batch size | BF16 tokens/s | FP8 tokens/s | Speedup |
|---|---|---|---|
| 4 | 210 | 315 | 1.50x |

The above benchmarks were run with Input Length=768, Output Length=96 and TP=2 on L40S.

| Batch size | BF16 tokens/s | FP8 tokens/s | Speedup |
|---|---|---|---|
| 16 | 500 | 700 | 1.40x |
"""


def test_a_note_under_a_table_governs_the_table_above_it() -> None:
    row = next(claim for claim in claims(NOTE_BELOW) if "315" in claim.quote)
    assert {"input_len": 768, "output_len": 96, "tp": 2, "batch": 4}.items() <= row.params.items()
    assert row.hardware == ("L40S",)
    assert {"input_len", "output_len", "tp", "hardware"} <= set(row.inherited)


CHAPTER = """# Speculative decoding engine

## Benchmarks

Everything below decodes on an A100. Note that all benchmarks are run at batch size 1.
In addition, they are run with a short prompt length (just 6 tokens).

### Vicuna-7B

| Method | Speedup |
|---|---|
| Speculative decoding | 2.1x |

## Serving

Under load, speculative decoding is 1.2x faster.
"""


def test_a_chapter_s_setup_governs_the_tables_of_its_sections() -> None:
    row = next(claim for claim in claims(CHAPTER) if "2.1x" in claim.quote)
    assert (row.params["batch"], row.params["input_len"]) == (1, 6)


def test_a_chapter_s_setup_ends_with_the_chapter() -> None:
    other = next(claim for claim in claims(CHAPTER) if "1.2x" in claim.quote)
    assert "batch" not in other.params
    assert "input_len" not in other.params


LOADED = """# Serving with an FP8 KV cache

## Throughput under load

We run 90 requests at concurrency 12, each with ~24k input tokens and ~3k output tokens, on one H200.

The FP8 cache gives 13 % higher output throughput than BF16.
"""


def test_a_sentence_takes_the_setup_of_its_section() -> None:
    (claim,) = (claim for claim in claims(LOADED) if claim.factor_high == 1.13)
    assert {"batch": 12, "input_len": 24_000, "output_len": 3000}.items() <= claim.params.items()
    assert (claim.hardware, claim.n_devices) == (("H200",), 1)


FIGURE = """# Batching scheduler for LLM serving

## Analysis

Our scheduler provides up to 2.2x higher throughput than the old one.

Figure 6: Effective throughput of Llama-2-70B with tensor parallelism across 8 A100-40GB GPUs.

## More

Figure 7: The same with Llama-2-13B on H100.
"""


def test_the_only_figure_of_a_section_says_what_was_measured() -> None:
    claim = next(claim for claim in claims(FIGURE) if claim.factor_high == 2.2)
    assert (claim.model, claim.n_devices, claim.params["tp"]) == (("Llama-2-70B",), 8, 8)


def test_of_two_values_the_one_at_the_figure_is_its_own() -> None:
    text = "The LLM's 40 % lower ITL at concurrency 1 becomes 15 % more output throughput at concurrency 24."
    claim = next(claim for claim in claims(text) if claim.factor_high == 1.15)
    assert claim.params["batch"] == 24


def test_the_layout_of_the_baseline_is_not_the_claim_s() -> None:
    text = "LLM serving throughput is 1.6x higher compared to the best latency-optimized deployment (TP=4, DP=1)."
    (claim,) = claims(text)
    assert "tp" not in claim.params


def test_a_second_length_is_that_of_the_second_figure() -> None:
    text = "The fused attention kernel of our LLM saves 9X memory at sequence length 2K, and 18X at 4K."
    lengths = {c.factor_high: c.params.get("context_len") for c in claims(text)}
    assert lengths == {9.0: 2048, 18.0: 4096}


HEADED = """# Caching prompts of an LLM server

### 12K input tokens, batch size 4

| Setup | TTFT (ms) | Speedup |
|---|---|---|
| off | 2400 | 1.0x |
| on | 600 | 4.0x |

### 3K input tokens

| Setup | TTFT (ms) | Speedup |
|---|---|---|
| on | 400 | 2.0x |
"""


def test_a_heading_says_what_was_run_below_it() -> None:
    of = {
        claim.factor_high: (claim.params, claim.inherited.count("input_len"))
        for claim in claims(HEADED)
        if claim.factor_high
    }
    assert of[4.0] == ({"batch": 4, "input_len": 12000}, 1)
    assert of[2.0] == ({"input_len": 3000}, 1)


BENCH = """# llama.cpp on a MacBook with M3 Max

| Model | Size | pp512 (t/s) | tg128 (t/s) |
|---|---|---|---|
| Llama 3.1 8B Q4_K_M | 4.6 GiB | 610 | 51.2 |
"""


def test_of_prompt_and_answer_a_row_measures_the_answer() -> None:
    row = next(claim for claim in claims(BENCH) if claim.absolute is not None)
    assert row.absolute is not None
    assert (row.metric, row.absolute.value, row.absolute.unit) == ("decode", 51.2, "tokens/s")
    assert row.params == {"weight_bits": 4, "output_len": 128}
