"""Which technique a figure belongs to."""

from __future__ import annotations

import pytest

from classifier import find
from classifier.linking import is_baseline
from classifier.unit import unit
from ingest import read_bytes


def test_an_example_of_what_is_new_is_no_baseline() -> None:
    u = unit("Twice the throughput by key features like paged attention and chunked prefill.", "sentence")
    assert not any(is_baseline(u.text, h) for h in u.mentions.techniques)


def test_what_stands_in_brackets_after_the_compared_deployment_is_a_baseline() -> None:
    u = unit("1.4x higher throughput than our best latency deployment (TP=8)", "bullet")
    assert [is_baseline(u.text, h) for h in u.mentions.techniques if h.technique == "tensor-parallelism"] == [True]


@pytest.mark.parametrize(
    ("text", "technique"),
    [
        ("Our engine runs 4-bit inference 2.2x faster than FP16, the fastest of all.", "weight-only-quantization"),
        ("FP8 weights and activations: 1.6x the throughput of BF16 on H100.", "weight-activation-quantization"),
    ],
)  # fmt: skip
def test_what_is_set_against_what_decides(text: str, technique: str) -> None:
    claims = find(read_bytes(text.encode(), "sentence.txt"))
    assert [c.technique for c in claims] == [technique]
