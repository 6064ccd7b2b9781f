"""What part a technique's name plays: what is done, what it is done for, who does it."""

from __future__ import annotations

import pytest

from classifier import find
from classifier.around.surroundings import Surroundings
from classifier.cause.roles import is_actor, is_scope
from classifier.unit import unit
from ingest import read_bytes


@pytest.mark.parametrize(
    ("text", "scopes"),
    [
        ("For W4A16 layers, partial sums are kept with FP16 accumulation.", ["weight-only-quantization"]),
        ("Decodes GQA models with tensor cores, 2x faster.", ["grouped-query-attention"]),
        ("Flash attention and FP16 accumulation make prefill faster.", []),
        ("For GQA models, 2x faster.", []),
        ("A paged KV cache plus FP8 attention cuts the cost of decoding.", []),
    ],
)
def test_what_a_thing_is_done_for_is_not_what_is_done(text: str, scopes: list[str]) -> None:
    u = unit(text, "sentence")
    hits = u.mentions.techniques
    assert [h.technique for h in hits if is_scope(u.text, h, hits)] == scopes


PAGE = """# KIVI for everyone

KIVI keeps keys and values in 2 bits, so that language models decode with less memory.

* KIVI now supports continuous batching in the server.
* KIVI supports Llama-3 models.
* KIVI is 2x faster with continuous batching.
"""


def test_the_name_of_the_document_s_own_method_only_says_who_does_it() -> None:
    s = Surroundings(read_bytes(PAGE.encode(), "page.md"))
    found = []
    for i, p in enumerate(s.document.passages):
        if p.kind == "bullet":
            hits = s.unit(i).mentions.techniques
            found.append([s.unit(i).text[h.start : h.end] for h in hits if is_actor(s, s.unit(i), h, hits)])
    assert found == [["KIVI"], [], []]


def test_a_format_s_implementation_against_an_earlier_one_is_a_kernel() -> None:
    text = "Our reworked ternary GEMV runs 1.8x faster than the original implementation on x86 CPUs."
    claims = find(read_bytes(text.encode(), "sentence.txt"))
    assert [(c.technique, c.side) for c in claims] == [("kernel-optimization", "neither")]


@pytest.mark.parametrize(
    ("text", "technique"),
    [
        ("Added a CUTLASS kernel for sliding window attention.", "sliding-window-attention"),
        ("Supports sliding window attention with optimized kernels.", "sliding-window-attention"),
        ("Using tensor cores for the attention of GQA models is 1.6x faster.", "compute-format"),
    ],
)  # fmt: skip
def test_what_is_said_to_be_new_decides(text: str, technique: str) -> None:
    claims = find(read_bytes(text.encode(), "sentence.txt"))
    assert [c.technique for c in claims][:1] == [technique]


def test_the_thing_that_a_page_speaks_of_all_over_acts_and_is_not_what_it_supports() -> None:
    lines = "\n".join(f"- Mooncake keeps the caches of LLM number {n}." for n in range(8))
    page = f"# A store\n\nServing of LLMs.\n\n{lines}\n- Mooncake supports disaggregated prefill and decode on two nodes.\n"
    s = Surroundings(read_bytes(page.encode(), "page.md"))
    i = len(s.document.passages) - 1
    u = s.unit(i)
    (hit, *_) = u.mentions.techniques
    assert u.text[hit.start : hit.end] == "Mooncake"
    assert is_actor(s, u, hit, u.mentions.techniques)


def test_what_a_method_can_be_combined_with_to_gain_more_is_what_is_claimed() -> None:
    page = """# ShadowKV for LLMs

ShadowKV keeps a low-rank key cache on the GPU. ShadowKV decodes faster.

ShadowKV can be further integrated with KV cache quantization, reducing the memory of decoding.
"""
    last = [c.technique for c in find(read_bytes(page.encode(), "page.md")) if "integrated" in c.quote]
    assert last[:1] == ["kv-cache-quantization"]
