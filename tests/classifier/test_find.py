"""From a document to its claims: what is a claim, and what it states."""

from __future__ import annotations

from pathlib import Path

import pytest

import ingest
from classifier import Claim, find
from classifier.names.hardware_text import hardware_hits

NOTE = """# Swiftserve 0.9

* Add an INT4 AWQ path for Llama-2-13B: decoding on an RTX 4090 is 2.4x faster than FP16 at batch size 1.
* Fix a crash when the prompt is empty.
* Speculative decoding with a draft model lowers latency by 40% on 2x H100.

| Model | FP16 (ms/token) | INT4 (ms/token) | Speedup |
|---|---|---|---|
| Llama-2-7B | 16.0 | 8.0 | 2.0x |
"""


@pytest.mark.parametrize(
    "sentence",
    [
        "INT4 decode at batch {} is 2x faster on an H100.",
        "Latency falls from {} ms to 3 ms with INT4 on an H100.",
        "An FP8 KV cache makes Llama-{}B 2x faster on an H100.",
        "With k = {} drafts speculative decoding is 2x faster on an H100.",
        "INT4 makes Llama-2-70B decode {}x faster.",
    ],
)
def test_hundreds_of_digits_are_no_number(sentence: str) -> None:
    good = "\n\nINT4 makes Llama-2-70B decode 3x faster on two H100s at batch 1."
    found = find(ingest.read_bytes((sentence.format("9" * 400) + good).encode(), "a.md"))
    assert [c.factor_low for c in found] == [3.0]


@pytest.fixture(scope="module")
def claims(tmp_path_factory: pytest.TempPathFactory) -> tuple[Claim, ...]:
    path = Path(tmp_path_factory.mktemp("note")) / "note.md"
    path.write_text(NOTE, encoding="utf-8")
    return find(ingest.read(path))


def _with(claims: tuple[Claim, ...], words: str) -> list[Claim]:
    return [c for c in claims if words in c.quote]


def test_a_factor_is_found_with_its_setting(claims: tuple[Claim, ...]) -> None:
    (claim,) = _with(claims, "INT4 AWQ")
    assert (claim.kind, claim.technique, claim.side) == ("claim", "weight-only-quantization", "fewer-bytes")
    assert (claim.factor_low, claim.factor_high, claim.metric) == (2.4, 2.4, "decode")
    assert claim.hardware == ("RTX-4090",)
    assert claim.model == ("Llama-2-13B",)
    assert claim.params["weight_bits"] == 4
    assert claim.params["batch"] == 1
    assert claim.baseline == "FP16"


def test_a_percentage_becomes_a_factor(claims: tuple[Claim, ...]) -> None:
    (claim,) = _with(claims, "Speculative")
    assert (claim.technique, claim.side, claim.metric) == ("speculative-decoding", "fewer-steps", "latency")
    assert claim.factor_low == 1.6667
    assert (claim.hardware, claim.n_devices) == (("H100",), 2)


def test_a_bug_fix_is_no_claim(claims: tuple[Claim, ...]) -> None:
    assert not _with(claims, "crash")


def test_a_row_has_its_cells_as_before_and_after(claims: tuple[Claim, ...]) -> None:
    (claim,) = _with(claims, "Llama-2-7B |")
    assert claim.factor_low == 2.0
    assert claim.absolute is not None
    assert claim.absolute_before is not None
    assert (claim.absolute.value, claim.absolute_before.value, claim.absolute.unit) == (8.0, 16.0, "ms/token")


def test_every_value_stands_where_it_says(claims: tuple[Claim, ...]) -> None:
    for claim in claims:
        for parameter in claim.parameters:
            assert NOTE[parameter.start : parameter.end] == parameter.surface
            assert parameter.surface


def test_the_number_of_devices_stands_with_the_words_that_say_it(claims: tuple[Claim, ...]) -> None:
    (claim,) = _with(claims, "Speculative")
    assert [p.surface for p in claim.parameters if p.name == "n_devices"] == ["2x H100"]


@pytest.mark.parametrize(
    ("text", "count", "words"),
    [
        ("on four NVIDIA A100s at batch 1", 4, "four NVIDIA A100"),
        ("on H100 x8 nodes", 8, "H100 x8"),
        ("on one DGX H100", 8, "one DGX H100"),
        ("on a DGX B200 system", 8, "a DGX B200"),
        ("on two HGX H200 nodes", 16, "two HGX H200"),
        ("on 8x HGX H100 GPUs", 8, "8x HGX H100"),
        ("with a pair of MI300X", 2, "a pair of MI300X"),
    ],
)
def test_chips_are_counted_by_words_around_their_name(text: str, count: int, words: str) -> None:
    (hit,) = hardware_hits(text)
    assert (hit.count, text[slice(*hit.counted)]) == (count, words)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Snapdragon 8 Gen 3 phones generate 12 tokens/s", "Snapdragon-8-Gen-3"),
        ("on an AMD EPYC 9654, threads pinned", "EPYC-9654"),
        ("on a Raspberry Pi 5.", "Raspberry-Pi-5"),
        ("on a Xeon server", "Xeon"),
    ],
)
def test_a_chip_whose_name_takes_several_words_is_found_whole(text: str, name: str) -> None:
    (hit,) = hardware_hits(text)
    assert hit.name == name


def test_a_batch_before_a_chip_is_no_number_of_chips() -> None:
    assert [hit.count for hit in hardware_hits("At batch 8 the H200 decodes 1.4x faster.")] == [None]
    assert [hit.count for hit in hardware_hits("Eight of the H100s idle.")] == [8]


def test_a_dump_of_encoded_bytes_costs_no_time_and_hides_nothing() -> None:
    text = f"# Notes\n\nINT4 weights make Llama-2-7B decode 2x faster on an H100: {'QUJD' * 25_000}\n"
    (claim,) = find(ingest.read_bytes(text.encode(), "notes.md", source="notes.md"))
    assert (claim.technique, claim.factor_low) == ("weight-only-quantization", 2.0)


def test_a_measured_rate_in_a_blog_is_found_beside_what_is_told() -> None:
    text = (
        "# Notes on local LLM inference\n\n## One stream\n\nThe file of Llama-3-8B has 4.6 GB in Q4_K_M.\n\n"
        "On the RTX 4090 it generates 132 tokens/s at an empty context.\n\nDecoding waits for memory here.\n\n"
        "## Setup\n\nLinux, one card, llama.cpp of last week.\n\nPrompts are short.\n\nThe KV cache is small.\n"
    )
    rates = [c.absolute for c in find(ingest.read_bytes(text.encode(), "notes.md")) if c.absolute is not None]
    assert [(rate.value, rate.unit) for rate in rates] == [(132.0, "tokens/s")]


@pytest.mark.parametrize(
    "text",
    [
        "OPT-13B was uptrained from 40 to 10 key-value heads. At batch 8 each token takes 70 % of the time it used to.",
        "We added grouped-query attention with 8 KV heads. Decoding of MPT-7B is 1.4x faster at batch 16.",
        "Multi-query attention is what this checkpoint was converted to. It decodes 1.6x faster at 8K context.",
    ],
)
def test_a_technique_named_in_the_sentence_before_of_a_short_text_is_stated(text: str) -> None:
    (claim,) = [c for c in find(ingest.read_bytes(text.encode(), "note.txt")) if c.factor_high is not None]
    assert claim.technique in ("grouped-query-attention", "multi-query-attention")
    assert "technique" not in claim.inherited


@pytest.mark.parametrize(
    ("text", "factors"),
    [
        ("It lowers average and P99 TTFT of Llama-3.1-8B by 60% and 75%.", [2.5, 4.0]),
        ("Drafts speed Llama-3.1-8B up 2.5x and 1.4x in code and chat, respectively.", [2.5, 1.4]),
        ("Eviction raises the throughput of LLMs over Alder, Birch Serve and Cedar by 9x, 6x and 3x.", [9.0, 6.0, 3.0]),
    ],
)
def test_one_figure_for_each_statistic_or_rival_is_a_claim_for_each(text: str, factors: list[float]) -> None:
    claims = find(ingest.read_bytes(text.encode(), "sentence.txt"))
    assert [(c.factor_low, c.factor_high) for c in claims] == [(f, f) for f in factors]
