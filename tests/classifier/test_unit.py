"""A unit is read as far as any sentence goes, so that one of thousands of values costs what one of a hundred costs."""

from classifier.find import find
from classifier.unit import LONGEST, unit
from ingest.read import read_bytes

CLAIM = "INT4 weights make Llama-2-7B decode 2.5x faster on an A100 "


def test_what_stands_behind_the_longest_sentence_is_not_read() -> None:
    long = CLAIM + "at batch 8, " * 2000
    read = unit(long, "sentence")
    assert (len(long) > LONGEST, len(read.text), read.figures.effects[0].low) == (True, LONGEST, 2.5)
    assert unit("x" * LONGEST + " 3x faster", "sentence").figures.effects == ()


def test_a_claim_with_two_thousand_values_is_found() -> None:
    text = CLAIM + "with batch size 8, 4-bit weights, 32K context and an acceptance rate of 0.7, " * 500
    (claim,) = find(read_bytes(text.encode(), "text.md"))
    assert (claim.factor_low, claim.model, claim.hardware, claim.params["batch"]) == (
        2.5,
        ("Llama-2-7B",),
        ("A100",),
        8,
    )
