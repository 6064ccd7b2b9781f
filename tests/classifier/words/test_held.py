"""What a text holds is known from its words, and never held to be missing where it stands."""

import pytest

from classifier.learning.learned import corpus
from classifier.words.held import DIGIT, EVERYTHING, LONGEST, MIXED, Needs, held, may_hold, pieces


@pytest.mark.parametrize(
    ("text", "piece", "expected"),
    [
        ("Reduces the footprint", "reduc", True),  # in whichever case, as a part of a word
        ("a new code", "reduc", False),
        ("red uction", "reduc", False),
        ("8-bit weights", DIGIT, True),
        ("\u0664 bits", DIGIT, True),  # an Arabic four
        ("eight bits", DIGIT, False),
        ("2.3× faster", "×", True),
        ("a batch of eight", "batch of", True),
        ("batched", "batch of", False),  # of two words the longer is looked for, and the blank ends it
        ("batch 8", "batch of", True),
        ("at a rate", "\bat\b", True),  # a whole word
        ("a rate", "\bat\b", False),
        ("(at)", "\bat\b", True),
        ("rated", "\brat", True),  # the beginning of one
        ("prorated", "\brat", False),
        ("tok/s", "k/s", True),
        ("tok/second", "k/s\b", False),
        ("key-value", "\bkey-value\b", True),
        ("an A100", MIXED, True),
        ("a 100", MIXED, False),
        ("le\u017fs", "less", True),  # a long s may be one to `re`
        ("x" * (2 * LONGEST) + "reduce", "reduc", True),
        ("", "reduc", False),
    ],
)
def test_a_piece_stands_in_a_text(text, piece, expected):
    bit = pieces([piece])
    assert bool(held(text) & bit) is expected


def test_one_of_each_choice_is_needed():
    needs = Needs(pieces(["kernel", "operator"]) | pieces(["fus"]))
    assert may_hold("fused operators", needs)
    assert not may_hold("fused layers", needs)
    assert may_hold("anything", Needs())


def test_one_of_the_ways_is_needed():
    needs = Needs(ways=(pieces(["kernel"]) | pieces(["fus"]), pieces(["graph"])))
    assert may_hold("fused kernels", needs)
    assert may_hold("a graph of kernels", needs)
    assert not may_hold("fused layers", needs)


def test_a_choice_with_a_blank_alone_asks_for_nothing():
    assert pieces([" ", "kernel"]) == EVERYTHING


def test_a_piece_that_is_asked_for_after_a_text_was_read_is_found_in_it():
    text = "Zweihundert pages of a quirkily named thing"
    held(text)
    there, elsewhere = pieces(["quirkil"]), pieces(["quirkiest"])
    assert held(text) & there
    assert not held(text) & elsewhere


def test_pieces_of_words_are_those_that_stand_in_the_text():
    some = ["reduc", "kv", "token", "-", "ing", "e", "gpu", "%", "x"]
    for example in corpus()[::7]:
        small = example.text.lower()
        for piece in some:
            bit = pieces([piece])
            assert bool(held(example.text) & bit) is (piece in small), (piece, example.text)
