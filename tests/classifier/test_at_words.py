"""Patterns tried only at the words they begin with find what a plain search finds."""

import re

import pytest

from classifier import features, metrics, parameters
from classifier.amounts import level
from classifier.at_words import AtWords
from classifier.learned import corpus
from classifier.patterns import beginnings, needs_digit


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"\b(?:reduc\w+|cuts?|kv[- ]cache)\b", {"red", "cut", "kv"}),
        (r"(?<!\w)(?:pre-?)?fill", {"pre", "fil"}),  # what may be missing, and what follows then
        (r"\bp\d\d", {"p"}),  # a class ends what is known
        (r"\b[ab]t(?:s|c)?\b", {"ats", "atc", "at", "bts", "btc", "bt"}),
        (r"\b(?:of|\w+ly)\b", None),  # any word may begin it
        (r"reduc\w+", None),  # may begin inside of a word
        (r"\b(?:--\w+|run)\b", None),  # may begin before a word
        (r"\b(?:ab){2}c", {"ab"}),
    ],
)
def test_beginnings_of_a_pattern(pattern, expected):
    assert beginnings(pattern) == (expected and frozenset(expected))


def test_capitals_do_not_matter_and_a_word_is_entered_at_its_start_only():
    rows = AtWords([("cut", r"\bcuts?\b"), ("open", r"\w+ing\b")])
    assert rows.present("It CUTS memory") == {"cut"}
    assert rows.present("a shortcut, haircuts") == set()
    assert rows.present("saving") == {"open"}


def test_the_first_row_wins_at_a_word_and_matches_do_not_overlap():
    rows = AtWords([("two", r"\bfast kernel\b"), ("one", r"\bfast\b"), ("kernel", r"\bkernels?\b")])
    found = [(key, m.group()) for key, m in rows.matches("A fast kernel is fast; kernels.")]
    assert found == [("two", "fast kernel"), ("one", "fast"), ("kernel", "kernels")]


def test_rows_whose_beginning_is_open_cannot_be_walked_in_order():
    with pytest.raises(ValueError, match="does not say which words it begins with"):
        list(AtWords([("any", r"\w+ing")]).matches("saving"))


TEXTS = [level(example.text) for example in corpus()]


def test_the_wording_of_units_is_what_a_search_for_each_pattern_finds():
    plain = [(name, re.compile(pattern, re.IGNORECASE)) for name, pattern in features._FLAGS]
    for text in TEXTS:
        assert features._SAID.present(text) == {name for name, pattern in plain if pattern.search(text)}, text


def test_metric_terms_are_what_one_alternation_finds():
    rows = [rf"(?P<m{i}>(?<![\w-])(?:{t.pattern})(?!\w))" for i, t in enumerate(metrics.TERMS)]
    plain = re.compile("|".join(rows), re.IGNORECASE)
    for text in TEXTS:
        expected = [(m.start(), m.end(), metrics.TERMS[int(m.lastgroup[1:])].metric) for m in plain.finditer(text)]
        assert [(w.start, w.end, w.metric) for w in metrics.metric_words(text)] == expected, text


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"batch\s?(?P<v>\d+)", True),
        (r"batch\s?(?P<v>\d+|one)", False),
        (r"(?:[4-8]|16)-bit", True),
        (r"\d*-bit", False),
        (r"(?<=\d)x", False),  # looked at, not held
        (r"[\dk]-bit", False),
    ],
)
def test_whether_every_match_holds_a_digit(pattern, expected):
    assert needs_digit(pattern) is expected


def test_no_parameter_is_passed_over_for_want_of_a_digit():
    needing = [pattern for _, needs, pattern in parameters._PATTERNS if needs]
    for text in TEXTS:
        if not re.search(r"\d", text):
            assert not any(pattern.search(text) for pattern in needing), text
