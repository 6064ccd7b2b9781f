"""Which technique a figure belongs to."""

from __future__ import annotations

import pytest

from classifier import find
from classifier.linking import is_baseline, is_place
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


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("fmha: added local attention for the Hopper cards", ["io-aware-attention"]),
        ("[fmha] A bias for paged attention with gaps", ["io-aware-attention"]),
        ("Support paged attention in flash attention", ["io-aware-attention"]),
        ("Flash attention is faster with paged attention", []),
    ],
)
def test_a_tag_and_a_backend_only_say_where(text: str, places: list[str]) -> None:
    u = unit(text, "bullet")
    assert [h.technique for h in u.mentions.techniques if is_place(u.text, h)] == places


@pytest.mark.parametrize(
    ("text", "technique"),
    [
        ("Added a custom all reduce kernel.", "communication-kernels"),
        ("The float8 dynamically quantized model needs 30% less memory.", "weight-activation-quantization"),
        ("The drafter predicts an entire block in one shot.", "parallel-drafting"),
    ],
)
def test_a_description_names_its_technique(text: str, technique: str) -> None:
    assert technique in {h.technique for h in unit(text, "sentence").mentions.techniques}
