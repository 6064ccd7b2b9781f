"""What a whole page says of its runs: the chip it was written about, what it says of all experiments, its lists of conditions."""

from __future__ import annotations

import pytest

from classifier import Claim, find
from classifier.figures.bits import bit_widths
from classifier.figures.parameters import parameters
from classifier.names.hardware_text import hardware_hits
from classifier.setting.table_settings import head_of
from ingest import read_bytes


def row(text: str, words: str) -> Claim:
    return next(claim for claim in find(read_bytes(text.encode(), "notes.md")) if words in claim.quote)


NOTEBOOK = """# Notes on speculative decoding

## Summary

These notes collect what raises LLM decoding speed on an EPYC 9654 server with 768 GB of memory.

## Results

- Prompt lookup: 3.4x speedup on Qwen2.5-14B
"""


def test_the_only_chip_of_a_page_governs_all_of_it_where_the_page_opens_with_it() -> None:
    claim = row(NOTEBOOK, "3.4x")
    assert claim.hardware == ("EPYC-9654",)
    assert "hardware" in claim.inherited


def test_a_second_chip_leaves_open_which_of_them_ran() -> None:
    assert row(NOTEBOOK.replace("memory.", "memory. An L40S is coming."), "3.4x").hardware == ()


def test_a_chip_that_is_only_mentioned_governs_nothing() -> None:
    text = NOTEBOOK.replace("on an EPYC 9654 server with 768 GB of memory", "and why even an L40S runs out of memory")
    assert row(text, "3.4x").hardware == ()


ENDNOTE = """# Multi-token prediction in our LLM server

## Gains

With multi-token prediction enabled, decoding is 1.6x faster. An A100 would gain less.

## Endnotes

All of our experiments were conducted on 4 MI325X GPUs.
"""


def test_what_an_endnote_says_of_all_experiments_holds_for_the_page() -> None:
    claim = row(ENDNOTE, "1.6x faster")
    assert (claim.hardware, claim.n_devices) == (("MI325X",), 4)


def test_what_is_said_of_one_kind_of_experiments_holds_for_those() -> None:
    assert row(ENDNOTE.replace("All of our", "All CDNA"), "1.6x faster").hardware == ()


def test_how_many_cards_may_stand_after_their_name() -> None:
    assert [(h.name, h.count) for h in hardware_hits("Hardware: NVIDIA H200 GPU (8x)")] == [("H200", 8)]
    assert [(h.name, h.count) for h in hardware_hits("H200 (6x) is faster")] == [("H200", 6)]


def test_a_list_of_conditions_counts_its_cards_and_speeds_nothing_up() -> None:
    text = """# Serving Qwen3-8B with our LLM engine

Test environment:

- Hardware: NVIDIA H200 GPU (2x)

| Metric | Value |
|---|---|
| Mean TPOT (ms) | 7.4 |
"""
    claim = row(text, "Mean TPOT")
    assert (claim.hardware, claim.n_devices) == (("H200",), 2)
    assert not [c for c in find(read_bytes(text.encode(), "notes.md")) if "H200" in c.quote]


@pytest.mark.parametrize("head", ["Max Concurrency", "max_concurrency", "Concurrency level", "Request concurrency"])
def test_a_column_of_concurrencies_is_one_of_batches(head: str) -> None:
    assert head_of(head) == "batch"


def test_levels_that_were_set_are_a_list() -> None:
    found = parameters("the max concurrency levels were set to 1, 4, 16 and 64.")
    assert [(p.name, p.value) for p in found] == [("batch", [1, 4, 16, 64])]


def test_a_variant_for_code_is_not_called_by_the_name_of_its_base() -> None:
    assert row("We run Qwen2.5-Coder-7B with speculative decoding, decoding 2.1x faster.", "2.1x").model == (
        "Qwen2.5-Coder-7B",
    )


def test_the_full_name_of_one_model_is_not_given_to_another() -> None:
    text = "# Speculative decoding\n\nYi-34B decodes 2.1x faster with speculation. Yi-1.5-34B does not fit.\n"
    assert row(text, "2.1x").model == ("Yi-34B",)


def test_programs_and_sets_of_data_are_no_models() -> None:
    text = "With speculative decoding, {} is 2.1x faster."
    for name in ("GPTQ-for-LLaMa", "generation on ShareGPT_Vicuna_unfiltered"):
        assert row(text.format(name), "2.1x").model == ()


CONDITIONS = """# Cache-aware routing for our LLM server

## Deployment details

| Parameter | Value |
|---|---|
| Model | Qwen2.5-72B Instruct FP8 |
| GPUs | 4x H200 (1 node) |
| Replicas | 2x TP=2 |
| Max batch size | 48 |
| KV cache dtype | FP8 |

## Results

| Concurrency | Random TTFT p50 | Aware TTFT p50 | Gain | KV hit rate |
|---|---|---|---|---|
| 32 | 250ms | 225ms | 10.0% | 40% |
| 64 | 300ms | 312ms | -4.0% | 35% |
"""


def test_a_table_of_conditions_governs_the_results_of_the_page() -> None:
    claim = row(CONDITIONS, "225ms")
    assert (claim.hardware, claim.n_devices, claim.model) == (("H200",), 4, ("Qwen2.5-72B",))
    assert claim.params == {"batch": 32, "hit_rate": 0.4, "tp": 2, "kv_bits": 8, "weight_bits": 8}
    assert {"hardware", "n_devices", "model", "tp", "kv_bits", "weight_bits"} <= set(claim.inherited)
    assert {"batch", "hit_rate"}.isdisjoint(claim.inherited)


def test_a_percentage_beside_two_times_says_how_much_of_the_first_is_left() -> None:
    better, worse = row(CONDITIONS, "225ms"), row(CONDITIONS, "312ms")
    assert (better.metric, better.factor_low) == ("ttft", 1.1111)  # 10 % of the time less
    assert (worse.metric, worse.factor_low) == ("ttft", 0.9615)
    assert better.absolute_before is not None
    assert better.absolute_before.value == 250


def test_the_row_s_label_names_what_a_percentage_is_of() -> None:
    text = """# KV cache offloading for LLM serving

| Metric | Without offloading | With offloading | Change |
|---|---|---|---|
| Mean TTFT | 2.0s | 1.5s | -25% |
"""
    assert (row(text, "Mean TTFT").metric, row(text, "Mean TTFT").factor_low) == ("ttft", 1.3333)


GROUPS = """# Grouped-query attention in our LLM engine

## Qwen2.5-72B on H200 up to 3.4x A100

| Model | GPUs | Input length | Output length | Throughput (tok/s/GPU) |
|---|---|---|---|---|
| Qwen2.5-72B | 2 | 256 | 512 | 2,310 |
|  | 4 |  |  | 2,290 |
|  | 2 |  | 1024 | 1,870 |
"""


def test_an_empty_cell_of_a_group_is_the_one_above() -> None:
    claim = row(GROUPS, "1,870")
    assert {"input_len": 256, "output_len": 1024}.items() <= claim.params.items()
    assert (claim.n_devices, claim.model) == (2, ("Qwen2.5-72B",))
    assert "input_len" in claim.inherited
    assert "output_len" not in claim.inherited


def test_the_chip_that_a_heading_compares_with_is_not_what_ran() -> None:
    assert row(GROUPS, "2,290").hardware == ("H200",)


DRAFTS = """# Speculative decoding

| Target model | Draft model | K | Acceptance | Speedup |
|---|---|---|---|---|
| Qwen2.5-14B | Qwen2.5-0.5B | 6 (t=0.4) | 71% | 2.9x |
| NovaLM-Text-Chat | Qwen2.5-0.5B | 8 | 4.1 | 2.2x |
"""


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("L3.1 8B", "Llama-3.1-8B"),
        ("l3 70B", "Llama-3-70B"),
        ("Q2.5-14B", "Qwen2.5-14B"),
        ("V 13B", "Vicuna-13B"),
        ("LC 7B", "Llama-2-7B"),
        ("DSL 8B", "DeepSeek-R1-Distill-Llama-8B"),
        ("gpt-j 6b", "GPT-J-6B"),
    ],
)
def test_a_narrow_column_of_models_shortens_their_families(cell: str, name: str) -> None:
    text = f"# Drafting for LLM decoding\n\n| Method | Model | Speed-up |\n|---|---|---|\n| Pines | {cell} | 2.9x |\n"
    assert row(text, "2.9x").model == (name,)


BY_LABELS = """# Caching for LLM serving

Prefix caching cuts TTFT by 20%.

## Preparation

- **GPU**: one L4 (24 GB)
- **模型**: `Qwen/Qwen3-8B`

## Results

Chunked prefill cuts TTFT by 35%.
"""


def test_the_only_chip_and_model_that_labels_name_govern_what_stands_below_them() -> None:
    below, above = row(BY_LABELS, "35%"), row(BY_LABELS, "20%")
    assert (below.hardware, below.model) == (("L4",), ("Qwen3-8B",))
    assert (above.hardware, above.model) == ((), ())


def test_a_column_of_drafters_names_what_drafts() -> None:
    claim = row(DRAFTS, "2.9x")
    assert claim.model == ("Qwen2.5-14B",)
    assert claim.params == {
        "draft_model": "Qwen2.5-0.5B", "draft_params_b": 0.5, "draft_len": 6, "acceptance_rate": 0.71,
    }  # fmt: skip


def test_a_column_of_models_may_hold_a_name_that_nobody_knows() -> None:
    claim = row(DRAFTS, "2.2x")
    assert (claim.model, claim.params["acceptance_len"]) == (("NovaLM-Text-Chat",), 4.1)


def test_the_second_of_two_models_that_are_added_up_drafts() -> None:
    claim = row("With speculative decoding, Qwen2.5-32B + Qwen2.5-1.5B decodes 1.8x faster.", "1.8x")
    assert (claim.model, claim.params["draft_model"]) == (("Qwen2.5-32B",), "Qwen2.5-1.5B")


def test_a_format_may_name_the_activations_first() -> None:
    assert [(b.bits, b.act) for b in bit_widths("A8W4")] == [(4.0, 8.0)]


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("Padding to more CUDA graph sizes improves TPS by up to 1.4x at high concurrency.", "throughput"),
        ("CUDA graphs give 1.2x the throughput around concurrency 300.", "throughput"),
        ("Chunked prefill lowers p99 ITL by 30%.", "decode"),
        ("Paged attention fits a 2x larger batch.", "memory"),
    ],
)
def test_where_something_was_measured_is_not_what_was_measured(text: str, metric: str) -> None:
    assert row(text, text[:12]).metric == metric


def test_a_chip_that_another_is_faster_than_did_not_run() -> None:
    assert row("With FP8 weights Llama-3.1-70B decodes 2.4x faster than an A100.", "2.4x").hardware == ()
    assert row("With FP8 weights Llama-3.1-70B decodes 1.4x faster than in FP16 on an A100.", "1.4x").hardware == (
        "A100",
    )


NOTED = """# Disaggregated serving

## Gains

Splitting prefill and decode raises the throughput of Llama-3.1-70B by 1.3x.

> Tested on MI300X with the FP8 checkpoint of Llama-3.1-70B. 3K ISL / 150 OSL

Routing by cached prefixes halves the time to first token.
"""


def test_the_note_under_a_figure_governs_the_sentence_above_it() -> None:
    claim = row(NOTED, "1.3x")
    assert claim.hardware == ("MI300X",)
    assert {"input_len": 3000, "output_len": 150}.items() <= claim.params.items()


def test_a_note_in_bars_is_one() -> None:
    bars = "our-engine v0.3 | Llama-3.1-70B | 1xH200 TP1 | BS 24"
    claim = row(
        NOTED.replace("> Tested on MI300X with the FP8 checkpoint of Llama-3.1-70B. 3K ISL / 150 OSL", bars), "1.3x"
    )
    assert (claim.hardware, claim.n_devices) == (("H200",), 1)
    assert {"tp": 1, "batch": 24}.items() <= claim.params.items()


def test_a_speed_up_is_of_what_the_caption_of_its_table_compares() -> None:
    text = """# Multi-token prediction in our LLM server

## Results

As Table 3 shows, multi-token prediction gives a 1.7x speedup.

*Table 3. End-to-end latency without and with multi-token prediction.*

| Requests at once | Without | With | Speedup |
|---|---|---|---|
| 2 | 1700 | 1000 | 1.7 |
"""
    assert row(text, "As Table 3").metric == "latency"


def test_the_throughput_of_a_single_request_is_its_speed() -> None:
    assert row("Speculative decoding lifts single-request throughput by 2.2x.", "2.2x").metric == "decode"


def test_an_improvement_below_nothing_is_a_loss() -> None:
    assert row("KV cache routing: TTFT improvement at the highest load: -4%", "-4%").factor_low == 0.9615


SIZES = """# Speeds of our LLM runtime on a laptop

| Size (B) | Speed (tok/s) | Model | Quant | Spec Dec (B) |
|---|---|---|---|---|
| 14 | 48 | qwen 2.5 | 4 | 0.5 |
"""


def test_columns_of_sizes_and_bits_complete_the_model() -> None:
    claim = row(SIZES, "48")
    assert claim.model == ("Qwen2.5-14B",)
    assert {"weight_bits": 4, "draft_params_b": 0.5}.items() <= claim.params.items()


def test_a_processor_may_be_called_by_its_line() -> None:
    assert [h.name for h in hardware_hits("ms/token (CPU @ Platinum 8358)")] == ["Xeon-8358"]


def test_the_model_of_a_title_is_its_one_member_with_a_size() -> None:
    text = """# Faster CodeGen with 4-bit weights

CodeGen-16B runs in 4 bits.

| Weights | Speedup |
|---|---|
| INT4 | 2.6x |
"""
    assert row(text, "2.6x").model == ("CodeGen-16B",)


def test_what_is_checked_in_a_single_batch_is_no_batch_of_one() -> None:
    assert parameters("The target verifies all drafted tokens in a single batch.") == ()
    assert [p.value for p in parameters("Single-batch decoding is 2x faster.")] == [1]


TITLED = """# Qwen3-32B with multi-token prediction on one L40S

The follow-up runs of our LLM inference study use a Qwen3-8B ladder.

## Results

| arm | tokens/s | gain over no speculation |
|---|---|---|
| mtp-2 | 61.2 | +55 % |
"""


def test_what_the_title_is_about_comes_before_what_stands_beside_it() -> None:
    assert row(TITLED, "mtp-2").model == ("Qwen3-32B",)


def test_a_setup_further_off_still_says_what_was_run() -> None:
    text = """# Engines compared for LLM inference

## Experiments

We use `meta-llama/Llama-2-13b-hf` to benchmark the engines. Each prompt is a story. Requests come in groups.
We report means over runs. We leave out the first run. All experiments are run on a single Azure A100 80G GPU.

### Batch size 1

| Engine | Latency (s) | Tokens | Throughput (tokens/s) |
|---|---|---|---|
| engine A | 2.5 | 201 | 81.2 |
"""
    claim = row(text, "engine A")
    assert (claim.model, claim.hardware, claim.n_devices) == (("Llama-2-13B",), ("A100",), 1)
    assert dict(claim.params) == {"batch": 1}


def test_what_was_only_tested_on_one_chip_was_seen_there() -> None:
    text = """# Five-bit kernels for LLM inference

## Roadmap

- Currently the kernels are only tested and verified on A30 GPUs, but should run on H100 and L40S too.

## Speed

- Our five-bit kernels make LLM decoding 1.9x faster than FP16.
"""
    assert row(text, "1.9x").hardware == ("A30",)
    assert row(text.replace("only tested and verified", "tested and verified"), "1.9x").hardware == ()


def test_a_unit_without_a_chip_has_the_generation_that_it_names() -> None:
    assert row("# Notes\n\nWith FP8, LLM decoding is 1.7x faster on Hopper GPUs.", "1.7x").hardware == ("Hopper",)
    assert row("# Notes\n\nWith FP8, LLM decoding is 1.7x faster on Hopper (H200).", "1.7x").hardware == ("H200",)


def test_a_sentence_that_introduces_the_table_below_says_where_the_gain_was_seen() -> None:
    text = """# Small models, fast LLM inference

## CUDA

Our runtime generates tokens up to 4x faster than eager PyTorch.

The table below shows tokens per second as measured on 1 A100 80GB GPU.

| prompt | tokens/s |
|---|---|
| 64 | 210.4 |
"""
    claim = row(text, "4x faster")
    assert (claim.hardware, claim.n_devices) == (("A100",), 1)


OWN_STACK = """# Speculative decoding in our LLM serving stack

We benchmarked on one instance (4x A10G) with Mistral-7B as the target and a 300M draft.

## Results

| Setting | TPOT (ms) | Speedup |
|---|---|---|
| spec decode k=4 (bs=1) | 12.9 | 1.87x |

With AWQ (W4), the same setup on a100 decodes 1.4x faster than fp16 at batch 1.
"""


def test_a_drafter_without_a_name_has_its_size_from_the_setup_and_cards_in_brackets_are_no_factor() -> None:
    claim = row(OWN_STACK, "1.87x")
    assert (claim.hardware, claim.n_devices, claim.model) == (("A10G",), 4, ("Mistral-7B",))
    assert dict(claim.params) == {"draft_params_b": 0.3, "draft_len": 4, "batch": 1}
    assert not any("4x A10G" in claim.quote for claim in find(read_bytes(OWN_STACK.encode(), "notes.md")))


def test_a_card_in_small_letters_and_a_width_in_brackets() -> None:
    claim = row(OWN_STACK, "1.4x")
    assert claim.hardware == ("A100",)
    assert (claim.params["weight_bits"], claim.params["weight_bits_before"]) == (4, 16)


def test_cards_counted_in_chinese() -> None:
    text = "# 推理加速\n\n我们在两个A100 GPU上测试，FP8量化使LLM推理吞吐量提升1.5倍。\n"
    claim = next(claim for claim in find(read_bytes(text.encode(), "notes.md")) if claim.factor_high == 1.5)
    assert (claim.hardware, claim.n_devices) == (("A100",), 2)


def test_the_cards_of_all_nodes_are_counted() -> None:
    assert [(h.name, h.count) for h in hardware_hits("1.7x goodput on 4 nodes of 8xH100")] == [("H100", 32)]
    assert [(h.name, h.count) for h in hardware_hits("two servers with eight A100s")] == [("A100", 16)]
    assert [(h.name, h.count) for h in hardware_hits("4 nodes, 8x H100 in all")] == [("H100", 8)]


MEASURED = """# A faster LLM serving engine

## How we measured

| Item | Value |
|---|---|
| Server | 8x NVIDIA H100 |
| Parallelism | TP=4 |

All benchmarks were run on 8x H100 with 3,000 input tokens.

## Results

The engine serves 1.4x the throughput of its last release.

On a pair of RTX 3090s, LLM decoding is 1.3x faster.
"""


def test_a_setup_on_other_cards_says_nothing_of_a_claim_that_names_its_own() -> None:
    governed = row(MEASURED, "1.4x")
    assert (governed.hardware, governed.params["tp"], governed.params["input_len"]) == (("H100",), 4, 3000)
    assert dict(row(MEASURED, "1.3x").params) == {}


def test_where_something_was_deployed_governs_what_it_reached() -> None:
    found = row(
        "# Two-token drafts for an LLM server\n\n## A small cluster\n\n"
        "Here we deploy on a total of 16 H200 GPUs.\n\nThe next day all of it was timed.\n\n"
        "| Drafts | Throughput (tokens/s) |\n|---|---|\n| two tokens | 90.0 (+50% ↑) |\n",
        "two tokens",
    )
    assert (found.hardware, found.n_devices) == (("H200",), 16)


def test_the_setup_may_follow_the_table() -> None:
    found = row(
        "# Assistants from other families\n\n## Benchmarks of LLM decoding\n\nSpeculative decoding pairs two models.\n\n"
        "| Target model | Assistant model | Speedup |\n|---|---|---|\n| Gemma-2-9B | Vicuna-68M | 1.5x |\n\n"
        "Experimental setup: 1 x A6000 GPU\n",
        "Vicuna",
    )
    assert (found.hardware, found.n_devices) == (("RTX-A6000",), 1)


def test_in_a_document_the_older_chip_is_the_baseline_of_the_newer_one() -> None:
    text = (
        "# H200 and LLM inference\n\nThe H200 has a faster memory.\n\nIt is new.\n\n"
        "Llama-2-70B decodes on H200 1.6x faster than A100.\n\nThe throughput of GPT-J on H200 is 3.2x A100.\n"
    )
    found = [c for c in find(read_bytes(text.encode(), "notes.md")) if c.quantified]
    assert [(c.hardware, c.baseline) for c in found] == [(("H200",), "A100"), (("H200",), "A100")]


def test_devices_that_are_said_to_share_each_layer_are_a_layout() -> None:
    found = row(
        "# Tuning an LLM server\n\n## The case\n\n"
        "This case study runs Llama-3.3-70B split across 4 H100 GPUs via tensor parallelism.\n\n"
        "### Results\n\n| Metric | Baseline | With FP8 KV cache |\n|---|---|---|\n| Throughput (tokens/s) | 2000 | 2500 |\n",
        "Throughput",
    )
    assert (found.n_devices, found.params["tp"]) == (4, 4)


def test_awq_in_a_model_s_name_says_four_bits() -> None:
    found = row(
        "# Offloading engine for LLMs\n\nIt streams layers.\n\n## Speed\n\n"
        "| Model | Tokens/s |\n|---|---|\n| Llama-3.3-70B-Instruct-AWQ | 7.5 |\n",
        "7.5",
    )
    assert found.params["weight_bits"] == 4


def test_the_beginning_of_a_word_is_no_variant_of_a_model() -> None:
    found = row("# LLaDA\n\nOn LLaDA-MoE it provides a 2.5x speedup.\n\nIt is one.\n\nIt decodes.\n", "2.5x")
    assert found.model == ("LLaDA-MoE",)


TABLE_OF_CONDITIONS = """# Drafts for Finch-14B

We test EAGLE3 speculative decoding on Finch-14B.{}

## Setup

| Item | Configuration |
|---|---|
| GPU | 1x NVIDIA H100 80GB SXM |
| Model | Finch-14B |

## Results

| Metric | Plain | EAGLE3 | Change |
|---|---|---|---|
| Mean TPOT (ms) | 20.0 | 10.0 | -50% |
"""


@pytest.mark.parametrize(
    ("opening", "card"),
    [("", "H100-SXM-80GB"), (" Tested on a single H100 80GB.", "H100")],
)
def test_the_card_of_a_table_of_conditions_governs_the_page(opening: str, card: str) -> None:
    """Two spellings of one card are no two cards."""
    found = [c for c in find(read_bytes(TABLE_OF_CONDITIONS.format(opening).encode(), "notes.md")) if c.quantified]
    assert [(c.hardware, c.n_devices, c.factor_high) for c in found] == [((card,), 1, 2.0)]
