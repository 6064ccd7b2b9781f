"""What a whole page says of its runs: the chip it was written about, what it says of all experiments, its lists of conditions."""

from __future__ import annotations

import pytest

from classifier import Claim, find
from classifier.hardware_text import hardware_hits
from classifier.parameters import parameters
from classifier.table_settings import head_of
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
