"""Sentences that look like claims and are none."""

from __future__ import annotations

import pytest

from classifier.around.surroundings import Surroundings
from classifier.deciding.not_claims import KINDS, Against, is_sweep, odds_of_kind, of_training
from classifier.find import find
from classifier.unit import unit
from ingest.read import read_bytes


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.name)
def test_example_of_a_kind_is_of_that_kind(kind: Against) -> None:
    assert kind.pattern.search(kind.example)
    assert odds_of_kind(unit(kind.example, "sentence"), has_figure=False) <= kind.without


@pytest.mark.parametrize(
    "text",
    [
        "Reading half as many pages from HBM makes decoding 1.7x faster than the dense kernel.",
        "Table 3 shows that the draft tree lowers the latency by 40 %.",
        "We show in Section 4 that the pool of caches cuts the time to the first token.",
        "The accuracy stays, and throughput rises by half.",
    ],
)
def test_claim_keeps_its_odds(text: str) -> None:
    assert odds_of_kind(unit(text, "sentence"), has_figure=True) == 1.0


def test_gain_in_accuracy_alone_loses_most_of_its_odds() -> None:
    assert (
        odds_of_kind(unit("The rotation lowers the perplexity by 0.4 over the best baseline.", "sentence"), True) == 0.2
    )


@pytest.mark.parametrize("mark", ["☐", "🚧", "[ ]"])
def test_line_that_is_not_done_yet_loses_its_odds(mark: str) -> None:
    assert odds_of_kind(unit(f"{mark} Speculative decoding for all models", "bullet"), has_figure=False) == 0.01


def test_heading_without_a_figure_claims_nothing() -> None:
    notes = """# An engine for serving LLMs

## Speculative decoding makes generation faster

- Speculative decoding with a small draft now makes LLM generation faster.
""" + "\n".join(
        f"- The option `--{name}` is read from the environment too." for name in ("port", "host", "seed", "log", "top")
    )
    quotes = [claim.quote for claim in find(read_bytes(notes.encode(), "notes.md"))]
    assert quotes == ["Speculative decoding with a small draft now makes LLM generation faster."]


def test_decoding_of_another_kind_is_no_inference() -> None:
    notes = """# Changes of a compression library

- fix: a buffer overflow in the dictionary builder
- perf: decode speed improved by 7% on small blocks
- cli: new flag for the level of compression
- doc: the frame format is described
""" + "\n".join(f"- build: the {name} script is found again" for name in ("cmake", "meson", "make", "bazel", "nix"))
    assert find(read_bytes(notes.encode(), "CHANGELOG.md")) == ()


def test_what_takes_minutes_is_done_once() -> None:
    text = (
        "# Quantising LLMs without calibration\n\nWeights of LLMs are rounded layer by layer for vLLM.\n\n"
        "| Model | Scheme | Runtime (min) | Speedup |\n|---|---|---|---|\n| Qwen3-32B | W4A16 | 21 -> 7 | 3.00x |\n"
        + "\n".join(f"\nThe {n} option is read by the LLM engine." for n in ("scheme", "group", "device", "format"))
    )
    assert [claim for claim in find(read_bytes(text.encode(), "steps.md")) if claim.quantified] == []


@pytest.mark.parametrize(
    "text",
    [
        "Converting Llama-3-8B to 4 bits now takes 6 minutes instead of 50.",
        "Calibration of a 70B model took 3 hours and takes 20 minutes now, 9x faster.",
        "Quantizing the weights to INT4 finishes in 12 minutes, 4x faster than before.",
    ],
)
def test_what_is_done_once_by_its_verb_is_no_claim_on_inference(text: str) -> None:
    assert find(read_bytes(text.encode(), "sentence.txt")) == ()


def _last_is_of_training(text: str) -> bool:
    document = read_bytes(text.encode(), "paper.md")
    return of_training(Surroundings(document), len(document.passages) - 1)


def test_figure_in_a_section_that_trains_models_is_of_training() -> None:
    text = "# Results\n\n## Larger models\n\nWe use the kernel to train transformer models on 8 cards.\n\nIt is 2.4x faster.\n"
    assert _last_is_of_training(text)


def test_figure_in_a_section_that_decodes_is_not_of_training() -> None:
    text = "# Results\n\n## Decoding speed\n\nWe time the kernel while it decodes.\n\nIt is 2.4x faster.\n"
    assert not _last_is_of_training(text)


def test_method_without_training_is_not_of_training() -> None:
    assert not _last_is_of_training("# Results\n\nThe method is training-free.\n\nIt is 2.4x faster.\n")


def test_training_of_a_draft_model_is_a_means() -> None:
    text = "# Results\n\n## Speed\n\nWe train a draft model on one corpus.\n\nA tree is built from it.\n\nIt is 2.4x faster.\n"
    assert not _last_is_of_training(text)


@pytest.mark.parametrize(
    "text",
    [
        "We simulate a range of links from 25 Gbps to 400 Gbps and time the transfer of the cache.",
        "As the context length grows from 8 GB to 32 GB of cache, the gain stays.",
    ],
)
def test_what_was_set_is_no_effect(text: str) -> None:
    pairs = [e for e in unit(text, "sentence").figures.effects if e.before is not None]
    assert pairs
    assert all(is_sweep(text, e) for e in pairs)


def test_lengths_that_were_tried_are_no_effect() -> None:
    text = "Decoding is timed in tokens/s at several context lengths, from 256 to 16k, for three kernels."
    effects = unit(text, "sentence").figures.effects
    assert [e.surface for e in effects] == ["256 to 16"]
    assert is_sweep(text, effects[0])


@pytest.mark.parametrize(
    "text",
    [
        "The others get slow as the sequence length increases from 256 to 16k tokens.",
        "A step takes longer when the batch grows from 8 to 16.",
    ],
)
def test_what_grows_beside_the_figure_is_no_effect(text: str) -> None:
    assert unit(text, "sentence").figures.effects == ()


def test_what_came_out_is_an_effect() -> None:
    text = "Fused attention took the prefill of 1K prompts from 210 ms to 140 ms."
    assert [is_sweep(text, e) for e in unit(text, "sentence").figures.effects] == [False]
    text = "The kernel lowers the latency from 24 ms to 11 ms."
    pairs = [e for e in unit(text, "sentence").figures.effects if e.before is not None]
    assert [is_sweep(text, e) for e in pairs] == [False]


def test_a_technique_of_serving_is_not_of_training_whatever_was_trained_before_it() -> None:
    text = (
        "# Results\n\n## Long streams\n\nWe train the model from scratch with one more token.\n\n"
        "Keeping attention sinks beside the window is 9.5x faster than recomputing it.\n"
    )
    assert not _last_is_of_training(text)


def test_what_is_supposed_or_wished_for_is_no_claim_and_what_came_out_is() -> None:
    text = (
        "# Prefix caching in Tern\n\nTern serves LLMs.\n\n"
        "## Hypothesis\n\nCaching the system prompt reduces TTFT by more than 50 %.\n\n"
        "## Plan\n\n**Success criteria:**\n\n- Prompt caching reduces TTFT by 2x\n\n"
        "## Results\n\nCaching the system prompt reduced TTFT by 38 %.\n"
    )
    found = [c for c in find(read_bytes(text.encode(), "notes.md")) if c.quantified]
    assert [(c.factor_low, c.quote) for c in found] == [(1.6129, "Caching the system prompt reduced TTFT by 38 %.")]


@pytest.mark.parametrize(
    "text",
    [
        "Eight-bit weights do not make decoding of Llama-2-7B 2x faster on our A100.",
        "On an L4 we could not reproduce a 1.9x faster decode with speculative decoding.",
        "Does a 1B draft really make Llama-3.1-70B 3x faster on four H100?",
    ],
)
def test_what_is_denied_or_asked_is_no_claim(text: str) -> None:
    assert find(read_bytes(text.encode(), "sentence.txt")) == ()


def test_of_two_figures_the_one_that_was_reached_is_claimed() -> None:
    text = "INT4 weights do not reach 4x but 2.7x on Llama-2-7B, one user, A100."
    assert [c.factor_high for c in find(read_bytes(text.encode(), "sentence.txt"))] == [2.7]


@pytest.mark.parametrize(
    "text",
    [
        "A hang may occur when both servers share one port.",
        "Older allocators waste memory when outputs are long.",
        "As users join, the reading of caches becomes the bottleneck.",
        "This backend only supports a single card.",
        "Drafting is based on the premise that easy tokens are common.",
        "A short wait is essential for chats.",
    ],
)
def test_problems_limits_and_premises_lose_odds_where_no_figure_stands(text: str) -> None:
    assert odds_of_kind(unit(text, "sentence"), has_figure=False) < 0.4
    assert odds_of_kind(unit(text, "sentence"), has_figure=True) == 1.0


def test_a_problem_that_is_solved_keeps_its_odds() -> None:
    text = "Pages of sixteen tokens reduce wasted memory in the cache."
    assert odds_of_kind(unit(text, "sentence"), has_figure=False) == 1.0
