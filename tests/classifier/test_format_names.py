"""Formats that a sentence names: annotators' widths stay as they are told, and the estimator gets the name."""

from typing import Any

import pytest

from classifier import Claim, find
from estimator import judge
from ingest import read_bytes


def claim_in(text: str) -> Claim:
    (found,) = find(read_bytes(text.encode(), "text.md"))
    return found


@pytest.mark.parametrize(
    ("text", "params", "formats"),
    [
        (
            "Llama-3.1-8B in Q5_K_S runs 2.1x faster than FP16 on one RTX 4090.",
            {"weight_bits": 5, "weight_bits_before": 16},
            {"weight_bits": "Q5_K_S"},
        ),
        (
            "IQ2_XXS weights make Llama-2-70B decode 5x faster than FP16 on one A100.",
            {"weight_bits": 2, "weight_bits_before": 16},
            {"weight_bits": "IQ2_XXS"},
        ),
        (
            "Going from Q8_0 to Q4_K_M speeds up decoding of Llama-3.1-8B 1.5x on an RTX 4090.",
            {"weight_bits": 4, "weight_bits_before": 8},
            {"weight_bits": "Q4_K_M", "weight_bits_before": "Q8_0"},
        ),
        ("NF4 weights make Llama-2-70B decode 3.1x faster on one A100.", {"weight_bits": 4}, {"weight_bits": "NF4"}),
        ("SmoothQuant makes Llama-2-70B decode 1.8x faster on an A100.", {}, {"technique": "SmoothQuant"}),
        ("INT4 weights make Llama-2-70B decode 3.1x faster on one A100.", {"weight_bits": 4}, {}),
    ],
)
def test_a_format_is_read_beside_its_width(text: str, params: dict[str, Any], formats: dict[str, str]) -> None:
    claim = claim_in(text)
    assert dict(claim.params) == params
    assert claim.formats == formats


def test_what_a_person_corrects_has_no_name_any_more() -> None:
    claim = claim_in("Llama-3.1-8B in Q5_K_S runs 2.1x faster than FP16 on one RTX 4090.")
    corrected = Claim(**{name: getattr(claim, name) for name in Claim.__slots__} | {"params": {"weight_bits": 8}})
    assert corrected.formats == {}


def test_scales_are_counted_where_the_format_is_named() -> None:
    """16/4.89 = 3.27 is all that Q4_K_M can give; four bits in groups would allow 3.88."""
    verdict = judge(claim_in("Llama-3.1-8B in Q4_K_M decodes 3.8x faster than FP16 on one RTX 4090.").statement())
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(3.24, abs=0.01)
