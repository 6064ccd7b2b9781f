"""Rows of tables: ratios, arrows, units that stand before the table, and what a column's own head names."""

from __future__ import annotations

from classifier.claim import Claim
from classifier.find import find
from classifier.tables import column
from estimator.statement import Quantity
from ingest.read import read_bytes


def _claims(text: str) -> list[Claim]:
    return [c for c in find(read_bytes(text.encode(), "notes.md")) if c.kind == "claim"]


def test_an_arrow_before_a_percentage_is_its_sign() -> None:
    text = (
        "# Prefix cache of an LLM server\n\n## Serving\n\nThe second round finds its prefix in the KV cache.\n\n"
        "| Metric | First round | Second round | Improvement |\n|---|---|---|---|\n"
        "| Output throughput (tok/s) | 80 | 216 | ↑ 170% |\n| Mean TPOT | 400 ms | 160 ms | ↓ 60% |\n"
    )
    assert [(c.factor_low, c.technique) for c in _claims(text)] == [(2.7, "prefix-caching"), (2.5, "prefix-caching")]


def test_bare_decimals_under_speedup_are_ratios_and_settings_are_none() -> None:
    text = (
        "# Lathe for LLMs\n\nAn engine.\n\nFor decoding.\n\n## Speedup of decoding\n\n"
        "| Batch | Length | Lathe FP16 | Lathe INT8 |\n|---|---|---|---|\n"
        "| 4 | 64 | 3.10 | 4.25 |\n"
    )
    found = _claims(text)
    assert [c.factor_low for c in found] == [3.1, 4.25]
    assert found[1].technique == "weight-activation-quantization"


def test_the_unit_of_a_table_may_stand_some_sentences_before_it() -> None:
    text = (
        "# Low-bit weights\n\n## Inference speed\n\nBeam search, 256 new tokens, speed in tokens/s. The best kernel is used.\n\n"
        "| model | beams | fp16 | gptq-int4 |\n|---|---|---|---|\n| llama-7b | 1 | 20.00 | 26.00 |\n"
    )
    found = _claims(text)
    assert [(c.factor_low, c.technique) for c in found] == [(1.3, "weight-only-quantization")]
    assert found[0].absolute_before is not None
    assert found[0].absolute_before.value == 20.0


def test_figures_of_two_statistics_are_two_claims_and_of_two_workloads_a_range() -> None:
    two = "# Scheduling\n\nThe new scheduler of our LLM server cuts TTFT by up to 3x and 7x for mean and P99.\n"
    one = "# Scheduling\n\nThe new scheduler of our LLM server cuts TTFT by up to 3x and 7x on two traces.\n"
    assert [(c.factor_low, c.factor_high) for c in _claims(two)] == [(3.0, 3.0), (7.0, 7.0)]
    assert [(c.factor_low, c.factor_high) for c in _claims(one)] == [(3.0, 7.0)]


def test_loading_weights_faster_is_done_before_anything_is_served() -> None:
    assert not _claims(
        "# Notes\n\nDecoding of LLMs is unchanged.\n\nSo is prefill.\n\n- Model loading is up to 40% faster with one cast.\n"
    )


def test_accepted_tokens_beside_a_column_of_speedups_are_no_ratio() -> None:
    text = (
        "# Drafts for LLM decoding\n\n## Speed-up over plain decoding\n\nGreedy decoding on an A100.\n\n"
        "| Method | Model | Drafted | Accepted | Speed-up |\n|---|---|---|---|---|\n"
        "| EAGLE | Llama-3.1-8B | 5 | 3.4 | 2.5x |\n| Medusa heads | Llama-3.1-8B | 4 | 2.3 | 1.9x |\n"
    )
    assert [c.factor_low for c in _claims(text)] == [2.5, 1.9]


REPORTS = (
    "# Reports of faster LLM inference\n\n## Fewer bytes\n\n"
    "QServe (W4A8KV4) serves Llama-3-8B with 1.3x the throughput of TensorRT-LLM.\n\n"
    "| Work | What it changes | Reported gain | Over what |\n|---|---|---|---|\n"
    "| AWQ | 4-bit weights in groups of 64 | more than 2.8x | FP16 in Hugging Face, desktop GPUs |\n"
    "| GQA | 8 KV heads in place of 64 | 4.5x faster inference | multi-head attention |\n"
)


def test_a_column_names_what_the_figures_of_its_rows_are_against() -> None:
    assert [c.baseline for c in _claims(REPORTS)[1:]] == [
        "FP16 in Hugging Face, desktop GPUs",
        "multi-head attention",
    ]


def test_a_word_in_another_cell_does_not_turn_a_figure_round() -> None:
    assert [c.factor_low for c in _claims(REPORTS)[1:]] == [2.8, 4.5]


def test_settings_of_another_technique_before_the_table_are_not_those_of_its_rows() -> None:
    assert _claims(REPORTS)[2].params == {"n_kv_heads": 8, "n_heads": 64}


def test_percentages_under_an_end_to_end_speedup_are_gains_of_whole_requests() -> None:
    text = (
        "# Fused kernels of an LLM engine\n\nFusing operators saves trips to memory while decoding.\n\n## Quick overview\n\n"
        "| Fusion | Default | E2E speedup | Accuracy |\n|---|---|---|---|\n"
        "| Fused RMSNorm and quantisation | on | 4-12% | 71% |\n| Fused SwiGLU | off | ~3% | 72% |\n"
    )
    found = [(c.factor_low, c.factor_high, c.metric, c.technique) for c in _claims(text) if c.quantified]
    assert found == [(1.04, 1.12, "latency", "kernel-fusion"), (1.03, 1.03, "latency", "kernel-fusion")]


def test_a_row_without_gain_in_one_column_is_no_baseline_unless_it_gains_in_none() -> None:
    head = (
        "# Drafts\n\nSpeed-up over plain LLM decoding.\n\n| Target | Fixed drafts | Adaptive drafts |\n|---|---|---|\n"
    )
    results = head + "| Gemma-2-9B | 1.82x | 2.71x |\n| Qwen2.5-7B | 1.00x | 1.52x |\n"
    against = head + "| Gemma-2-9B | 1.82x | 2.71x |\n| Plain | 1.00x | 1.00x |\n"
    assert {c.baseline for c in _claims(results) if c.quote.startswith("| Gemma")} == {""}
    assert {c.baseline for c in _claims(against) if c.quote.startswith("| Gemma")} == {"Plain"}


def test_a_speedup_beside_two_columns_of_one_metric_is_of_that_metric() -> None:
    text = (
        "# Prompt cache\n\nA prefix cache for an LLM server.\n\n"
        "| Context | TTFT cold | TTFT warm | Speedup |\n|---|---|---|---|\n| 4K tokens | 2.4 s | 0.3 s | 8x |\n"
    )
    assert [(c.metric, c.factor_low) for c in find(read_bytes(text.encode(), "notes.md")) if c.quantified] == [
        ("ttft", 8.0)
    ]


def test_a_percentile_in_a_row_s_label_is_of_the_metric_beside_it() -> None:
    text = (
        "# Prefix cache\n\nKV reuse for an LLM server.\n\n"
        "| Metric | Cold | Cache hit | Improvement |\n|---|---|---|---|\n| P90 TTFT | 38,170 ms | 11,128 ms | ↓ 70.8% |\n"
    )
    assert [(c.metric, c.factor_low) for c in find(read_bytes(text.encode(), "notes.md")) if c.quantified] == [
        ("ttft", 3.4247)
    ]


def test_a_column_of_rates_may_be_named_by_a_maker_of_chips_a_format_or_a_task() -> None:
    assert not column("Apple M4 Max").quality
    assert not column("Windows laptop").quality
    assert not column("4-bit tok/s").quality
    assert not column("GSM8K tok/s").quality
    assert column("GSM8K").quality


DRAFTERS = """# Drafting with one's own layers

Self-speculation drafts with the first layers of a large language model, and the rest of its layers verify.
Self-speculation decodes faster on an A100.

| Model Variant | Assistant Model | Total Layers | FLOPs (G) | Time/Ours (s) | Time/Greedy (s) | Efficiency |
|---|---|---|---|---|---|---|
| Llama-2-13B | Exit @ 6 | 40 | 2410.5 | 20.40 | 34.90 | 1.71 |
| Llama-2-13B | Llama-68M | 42 | 2300.1 | 24.10 | 35.20 | 1.46 |
| Llama-2-13B | Exit @ 8 | 40 | 2410.5 | 21.60 | 34.90 | 1.93 |
"""


def test_the_quotient_of_two_figures_of_a_row_is_a_factor_whatever_its_column_is_called() -> None:
    """34.9 s / 20.4 s is 1.71; 34.9 / 21.6 is 1.62, so that the third row's 1.93 is something else."""
    found = _claims(DRAFTERS)
    assert [(c.factor_low, c.factor_high, c.absolute_before, c.absolute) for c in found if c.quantified] == [
        (1.71, 1.71, Quantity(34.9, "s"), Quantity(20.4, "s")),
        (1.46, 1.46, Quantity(35.2, "s"), Quantity(24.1, "s")),
    ]


def test_a_model_in_a_column_of_drafters_drafts_for_the_rows_own() -> None:
    found = [c for c in _claims(DRAFTERS) if c.quantified]
    assert [(c.technique, c.model, c.params.get("draft_model")) for c in found] == [
        ("self-speculation", ("Llama-2-13B",), None),
        ("speculative-decoding", ("Llama-2-13B",), "Llama-68M"),
    ]
    assert found[1].params["draft_params_b"] == 0.068


def test_a_figure_with_a_unit_is_no_quotient_of_those_beside_it() -> None:
    """0.200 / 0.100 is 2.00, which is a time as they are."""
    text = (
        "# Time to first token of large language models\n\nTime to first token in seconds (s), by prompt, on an A100.\n\n"
        "| Engine | 256 | 512 | 1024 |\n|---|---|---|---|\n| Lathe | 0.100 | 0.200 | 2.000 |\n"
    )
    assert [c.factor_low for c in _claims(text) if c.quantified] == []


VERSIONS = """# Release 2.4 of the Ferrule engine

LLM serving with prefix caching got faster.

| | Ferrule v2.4 | Ferrule v2.3 |
|---|---|---|
| Throughput (tokens/s) | 9000 | 6000 |
"""


def test_of_two_versions_side_by_side_the_later_is_compared_with_the_earlier() -> None:
    (claim,) = [c for c in find(read_bytes(VERSIONS.encode(), "notes.md")) if c.kind == "claim" and c.factor_low]
    assert (claim.factor_low, claim.metric) == (1.5, "throughput")


BASE_LAST = """# Speculative decoding on one card

We ran a small draft model beside the LLM.

## Results

All of it was measured at batch 1.

| Task | Speculative decoding (tok/s) | Baseline (tok/s) |
|---|---|---|
| Code | 60 | 30 |
"""


def test_a_baseline_in_the_last_column_is_one_too() -> None:
    (claim,) = [c for c in find(read_bytes(BASE_LAST.encode(), "notes.md")) if c.kind == "claim"]
    assert claim.factor_low == 2.0


def metrics(page: str) -> list[str]:
    return [c.metric for c in find(read_bytes(page.encode(), "page.md")) if c.kind == "claim" and c.factor_low]


LEADS = """# Keeping prefixes of an LLM's prompts

## Latency

Prefix caching pays off as prompts grow. Only the new tokens are prefilled.

**Table 2: Decoding speedup on one card.**

| Model | Prefix caching |
|---|---|
| Llama-3-8B | 1.41 |

## Storage back ends (TTFT at 16K)

| Store | Miss (s) | Hit (s) | Gain |
|---|---|---|---|
| Redis | 0.8 | 0.4 | 2.00x |

## Chats

Only the new tokens are prefilled.

| Length | TTFT cold | TTFT warm | Speedup |
|---|---|---|---|
| 2K | 0.9s | 0.3s | 3.0x |
"""


def test_what_a_table_times_is_said_by_its_columns_then_by_its_title_and_by_its_heading_last() -> None:
    assert metrics(LEADS) == ["decode", "ttft", "ttft"]


RATES = """# A narrower cache for LLM decoding

A smaller KV cache does not just save memory.

| Setup | Tokens/s | Speedup vs FP16 |
|---|---|---|
| K8V8 | 95 | -5.0% |
"""


def test_a_rate_in_the_next_column_says_which_way_is_better_and_not_the_memory_spoken_of_above() -> None:
    (claim,) = [c for c in find(read_bytes(RATES.encode(), "page.md")) if c.kind == "claim" and c.factor_low]
    assert (claim.factor_low, claim.metric) in [(0.95, "decode"), (0.95, "throughput")]


OPERATORS = """# Fast operators for LLM inference

Kernels for inference, tuned for one chip.

## Speedup of each operator

| Operator | Baseline | Prefill | Decode |
|---|---|---|---|
| Attention | Triton | 1.2x | 1.9x |
"""


def test_under_operators_a_phase_says_where_and_not_what_was_timed() -> None:
    assert set(metrics(OPERATORS)) == {"kernel"}


def test_one_figure_is_of_the_one_thing_that_its_unit_says_is_timed() -> None:
    page = "# Faster LLM serving\n\nWe serve LLMs.\n\n## Charts\n\n- Latency for two models. Our engine is 3x faster.\n"
    assert metrics(page) == ["latency"]


def test_a_change_of_accuracy_is_no_speed_beside_a_speed_up() -> None:
    text = (
        "# Block attention for long prompts\n\nBlock-sparse attention of a large language model, on A100 cards.\n\n"
        "| Seq. Len. | Acc. | Δ Acc. | Δ Speedup |\n|---|---|---|---|\n"
        "| 32K | 88.1 | +1.17% | 2.1x |\n"
    )
    assert [(c.factor_low, c.factor_high) for c in _claims(text) if c.quantified] == [(2.1, 2.1)]


def test_what_a_row_measures_is_not_its_cause() -> None:
    text = (
        "# Flags of a server\n\nA server of large language models, measured on an H100.\n\n## Profiles\n\n"
        "| Metric | Baseline | Profiles ON |\n|---|---|---|\n"
        "| Mean inter-token latency (ms) | 31.0 | 20.0 |\n| Mean time to first token (ms) | 150.0 | 120.0 |\n"
    )
    found = [(c.technique, c.side, c.factor_low) for c in _claims(text) if c.quantified]
    assert found == [("other", "neither", 1.55), ("other", "neither", 1.25)]


def test_a_level_of_concurrency_may_bear_its_letter() -> None:
    text = (
        "# Serving\n\nA server of large language models. Prefix caching was on, on one H100.\n\n## Prefix caching\n\n"
        "| Concurrency | Off (tok/s) | Prefix caching (tok/s) | Speedup |\n|---|---|---|---|\n| C32 | 100.0 | 150.0 | 1.50x |\n"
    )
    assert [c.params.get("batch") for c in _claims(text) if c.quantified] == [32]


def test_a_bare_number_under_a_percentage_of_improvement_is_one() -> None:
    text = (
        "# Tuning a server of LLMs\n\nOn one H100, with Llama-3.1-8B.\n\n## FP8\n\nFP8 weights and activations.\n\n"
        "| Metric | FP16 | FP8 | % Improvement |\n|---|---|---|---|\n"
        "| Token throughput (tokens/sec) | 1000.0 | 2440.0 | 144.0 |\n| Mean inter-token latency (ms) | 20.0 | 15.0 | 25.0 |\n"
    )
    assert [(c.factor_low, c.metric) for c in _claims(text) if c.quantified] == [
        (2.44, "throughput"),
        (1.3333, "decode"),
    ]


def test_a_row_beside_a_rival_engine_names_no_mechanism() -> None:
    text = (
        "# Lathe against vLLM\n\nBoth serve LLMs in FP8 on one H100, with an FP8 KV cache.\n\n## Results\n\n"
        "| Concurrency | Lathe tok/s | vLLM tok/s | vs vLLM |\n|---|---|---|---|\n| C1 | 96.0 | 80.0 | +20.0% |\n"
    )
    found = [(c.technique, c.side, c.factor_low) for c in _claims(text) if c.quantified]
    assert found == [("other", "neither", 1.2)]


def test_what_is_saved_of_memory_or_time_is_a_share_of_it() -> None:
    text = (
        "# Thinner caches for LLM serving\n\n## Memory\n\nThe KV cache is quantized.\n\n"
        "| KV format | VRAM at 16K tokens | Memory savings | Perplexity |\n|---|---|---|---|\n"
        "| FP16 | 320 MB | - | 5.10 |\n| INT8 KV cache | 160 MB | 50% | 5.11 |\n"
    )
    (found,) = _claims(text)
    assert (found.factor_low, found.metric, found.technique) == (2.0, "memory", "kv-cache-quantization")


def test_a_cell_that_names_what_has_changed_says_it_in_any_column() -> None:
    text = (
        "# Trade-offs of LLM inference\n\n| Method | Memory | Speed |\n|---|---|---|\n"
        "| FlashAttention | unchanged | -20% latency |\n"
    )
    (found,) = _claims(text)
    assert (found.factor_low, found.metric) == (1.25, "latency")


def test_a_performance_change_is_of_what_its_row_times() -> None:
    text = (
        "# Chunked prefill in an LLM server\n\n## Results of chunked prefill\n\n"
        "| Metric | Baseline | With chunks | Absolute | Performance change |\n|---|---|---|---|---|\n"
        "| Mean TTFT (ms) | 800 | 640 | -160 | -20% |\n"
    )
    (found,) = _claims(text)
    assert (found.factor_low, found.metric) == (1.25, "ttft")


_LATHE = (
    "# Lathe: table lookup for low-bit LLMs\n\nLathe decodes LLMs with lookup tables in place of multiplications.\n\n"
    "## Prefill speedup\n\n| Model | Threads | {} | llama.cpp (BLAS) | llama.cpp |\n|---|---|---|---|---|\n"
    "| Llama-2-7B | 4 | 60.0 | 24.0 | 15.0 |\n"
)


def test_the_columns_of_rivals_have_the_unit_of_the_own_one_and_each_is_a_baseline() -> None:
    found = _claims(_LATHE.format("Lathe (tokens/s)"))
    assert [(c.factor_low, c.absolute_before) for c in found] == [
        (2.5, Quantity(24.0, "tokens/s")),
        (4.0, Quantity(15.0, "tokens/s")),
    ]


def test_what_stands_in_italics_under_a_table_says_the_unit_of_all_its_figures() -> None:
    text = (
        "# Fan-Decoding for long contexts\n\nFan-Decoding splits keys and values over blocks of the GPU when an LLM decodes.\n\n"
        "## Micro-benchmark of attention\n\n| Setting | PyTorch Eager | FlashAttention v2 | Fan-Decoding |\n|---|---|---|---|\n"
        "| batch 8 | 3000.0 | 480.0 | 60.0 |\n\n_Attention by itself, run-time in us, on one A100._\n"
    )
    found = _claims(text)
    assert [(c.factor_low, c.metric) for c in found] == [(50.0, "kernel"), (8.0, "kernel")]


def test_each_column_of_a_model_is_measured() -> None:
    text = (
        "# Four-bit kernels for LLMs\n\n## Generation speed\n\nTokens per second on one RTX 3090, weights in INT4.\n\n"
        "| Bits | OPT-2.7B | Llama-2-13B |\n|---|---|---|\n| 4 | 22.0 tok/s | 9.0 tok/s |\n"
    )
    found = find(read_bytes(text.encode(), "notes.md"))
    assert [(c.kind, c.model, c.absolute) for c in found] == [
        ("measurement", ("OPT-2.7B",), Quantity(22.0, "tokens/s")),
        ("measurement", ("Llama-2-13B",), Quantity(9.0, "tokens/s")),
    ]
