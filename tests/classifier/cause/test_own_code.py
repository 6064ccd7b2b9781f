"""A technique's own code made faster is a kernel."""

from __future__ import annotations

import pytest

from classifier.cause.own_code import is_made_faster
from classifier.unit import unit

WORKED_ON = (
    "Optimized the performance of grouped-query attention.",
    "MLA decode kernel: up to 9x",
    "This makes small models twice as fast: faster GQA for A10.",
    "We tuned multi-query attention for long prompts.",
    "Up to 2x speedup for grouped-query attention compared to the other library's implementation.",
    "Our block-sparse attention is 30x faster than the naive loop.",
    "The new paged attention is 1.4x faster than our previous kernel.",
    "The compiler makes a faster fused kernel than our ops.",
    "Batch decoding kernels of state-of-the-art speed.",
    "FlashAttention: several changes that make the operator 20% faster",
    "2.0: paged attention completely rewritten, 1.7x faster",
)
NEW = (
    "Added a FlashAttention kernel, which is 2x faster.",
    "Support grouped-query attention.",
    "Accelerated by FlashAttention.",
    "A faster GQA that halves memory traffic.",
    "Our sampler is faster than FlashAttention.",
    "1.6x speed boost on fused models.",
    "An efficient decoder that uses sparse attention by dedicated operators.",
    "A 2x speedup for long prompts with grouped-query attention compared to multi-head attention.",
)


@pytest.mark.parametrize("text", WORKED_ON)
def test_work_on_a_technique_is_told_from_the_technique(text: str) -> None:
    u = unit(text, "bullet")
    assert any(is_made_faster(u, h) for h in u.mentions.techniques)


@pytest.mark.parametrize("text", NEW)
def test_the_technique_itself_stays_what_is_new(text: str) -> None:
    u = unit(text, "bullet")
    assert u.mentions.techniques
    assert not any(is_made_faster(u, h) for h in u.mentions.techniques)
