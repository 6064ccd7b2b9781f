"""Entries of reading lists are the titles of papers."""

from __future__ import annotations

import pytest

from classifier import find
from classifier.around.references import is_paper_title
from ingest import read_bytes

TITLES = (
    "[Ferrule: Faster Decoding of Long Answers with Tiny Drafts](https://arxiv.org/abs/2999.01234)",
    "**[Keeping Keys in Two Bits without Any Loss](https://openreview.net/forum?id=abc)** | Some University",
    "[MLSys 2024] [Fast Serving](https://example.org/a.html)",
    "[NeurIPS'23] Quick and lossless acceleration of decoding",
    "[Tern: Evicting Keys for Quick Inference of Language Models](https://github.com/tern-lab/tern)",
    'Source code of our paper "Evicting Keys for Quick Inference of Language Models"',
)
NONE = (
    "We use [PagedAttention](https://arxiv.org/abs/2309.06180) for the cache.",
    "[PagedAttention](https://arxiv.org/abs/2309.06180)",
    "[Add eviction of keys for quick inference of models](https://github.com/tern-lab/tern/pull/12)",
    "[2024/05] [Our engine is now twice as fast with paged attention](https://example.org/blog)",
    "[Keeping Keys in Two Bits without Any Loss](https://arxiv.org/abs/2999.1) is now part of our engine and halves the cache.",
)


@pytest.mark.parametrize(("quote", "title"), [*((q, True) for q in TITLES), *((q, False) for q in NONE)])
def test_a_title_and_nothing_more(quote: str, title: bool) -> None:
    assert is_paper_title(quote) == title


def test_a_reading_list_claims_nothing_and_a_sentence_beside_it_does() -> None:
    page = "# Serving language models\n\nPaged attention wastes less memory, so decoding batches grow.\n\n" + "".join(
        f"* {t}\n" for t in TITLES
    )
    assert [c.technique for c in find(read_bytes(page.encode(), "list.md"))] == ["paged-kv-cache"]
