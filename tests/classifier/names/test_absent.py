"""What a text says it did without is not what its figure is the effect of."""

from __future__ import annotations

import pytest

from classifier import find
from classifier.names.absent import is_absent
from classifier.names.mentions import mentions
from ingest import read_bytes


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("no speculation", True),
        ("without any speculative decoding", True),
        ("without the help of a draft model", True),
        ("no quantisation, pruning or speculation", True),
        ("speculation: off", True),
        ("MTP is disabled", True),
        ("CUDA graphs turned off", True),
        ("faster than without speculation", False),
        ("with and without speculation", False),
        ("speculation on", False),
        ("no accuracy is lost. Speculation of four tokens", False),
    ],
)
def test_a_name_after_without_or_before_off_is_absent(text: str, absent: bool) -> None:
    assert is_absent(text, mentions(text).techniques[-1]) is absent


@pytest.mark.parametrize(
    "text",
    [
        "One L40 generates 40 tokens/s with FP16 Llama-2-13B for a single user, no speculation.",
        "Without speculative decoding, two RTX A6000 decode BF16 Qwen2.5-14B at 38 tokens/s for one user.",
        "Mistral-7B in FP16 runs at 51 tok/s on an A30, batch 1, speculation off.",
        "Gemma-7B in BF16 on an L4, one chat, no draft model or n-gram lookup: 14 tok/s.",
    ],
)
def test_a_rate_reached_without_speculation_is_of_plain_decoding(text: str) -> None:
    (found,) = find(read_bytes(text.encode(), "note.txt"))
    assert (found.kind, found.technique, found.side) == ("measurement", "other", "neither")


def test_what_is_used_stays_where_something_else_is_not() -> None:
    (found,) = find(read_bytes(b"EAGLE-2 decodes Vicuna-7B 2.4x faster on an L40S without quantization.", "note.txt"))
    assert found.technique == "eagle"
