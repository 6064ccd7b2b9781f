"""Patterns tried only at the words they begin with find what a plain search finds."""

import re

import pytest

from classifier.around import topic
from classifier.deciding import not_claims
from classifier.figures import amounts, bits, metrics, parameters, targets
from classifier.figures.amounts import level
from classifier.figures.stated import N, digit_first
from classifier.learning import features
from classifier.learning.learned import WORDS, corpus, model
from classifier.names import hardware_text, models_text
from classifier.names.wordings import WORDINGS
from classifier.words import at_words
from classifier.words.at_words import AtWords, Quick, needs_of
from classifier.words.held import DIGIT, held, may_hold
from classifier.words.patterns import at_start, beginnings, literals


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"\b(?:reduc\w+|cuts?|kv[- ]cache)\b", {"reduc", "cut\b", "cuts\b", "kv\b"}),  # where a word ends
        (r"(?<!\w)(?:pre-?)?fill", {"pre\b", "prefi", "fill"}),  # what may be missing, and what follows then
        (r"\bp\d\d", {"p"}),  # a class ends what is known
        (r"\b[ab]t(?:s|c)?\b", {"ats\b", "atc\b", "at\b", "bts\b", "btc\b", "bt\b"}),
        (r"(?<![\w-])cuts?(?!\w)", {"cut\b", "cuts\b"}),
        (r"\b(?:of|\w+ly)\b", None),  # any word may begin it
        (r"\b[A-Za-z]\w*-image", None),  # any letter may
        (r"reduc\w+", None),  # may begin inside of a word
        (r"\b(?:--\w+|run)\b", None),  # may begin before a word
        (r"\b(?:ab){2}c", {"ab"}),
        (r"\bcut|^(?:saves|we)", {"cut", "saves", "we"}),
        (r"\bcut|less", None),  # the second way may begin inside of a word
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


def test_a_table_that_is_made_after_a_text_was_read_finds_what_stands_in_it():
    text = "Halving the cache doubles the batch."
    assert AtWords([("halved", r"\bhalv\w+")]).present(text) == {"halved"}
    assert AtWords([("doubled", r"\bdoubl\w+"), ("cut", r"\bcuts?\b")]).present(text) == {"doubled"}
    assert [m.group() for m in Quick(r"\b(?:halv|doubl)\w+").finditer(text)] == ["Halving", "doubles"]


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
    assert ({DIGIT} in literals(pattern)) is expected


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"prun(?:ed|ing)\s+(?:half|a third) of", {("prun",), ("\bof",), ("\bhalf\b", "\bthird\b"), ("ed\b", "ing\b")}),
        (r"[{<].*\w", {("{", "<")}),
        (r"\w+_\w+|x\(\)", {("_", "x()")}),
        (r"(?:cut )?less|\w+", set()),  # the second way is open
        (r"a?b*(?=head)", set()),  # what may be missing, and what is looked at only
        (r"(?:KV ){2}", {("kv\b",)}),
        (r"\b(?:at|in) rest(?![\w-])", {("\bat\b", "\bin\b"), ("\brest\b",)}),  # whole words
        (r"(?<!\w)(?:s|ms)\s+(?:a|the)?\s?step\w*", {("\bms\b", "\bs\b"), ("step",)}),
        (r"(?:at)?\b|of", set()),
        (r"\d+×", {(DIGIT,), ("×",)}),
        (r"(?:τ|tau)=", {("=",)}),  # a letter beyond ASCII may have other forms
        (r"^\W*(?:☐|\[ \])|planned", {("☐", "[", "planned")}),
        (r"(?:[0-9]|1[0-6])-?bit", {(DIGIT,), ("bit",)}),
        (r"(?:\u212a|kv )cache", {("cache",)}),  # but a Kelvin sign is a k to `re`
    ],
)
def test_what_every_match_of_a_pattern_holds(pattern, expected):
    assert {frozenset(each) for each in literals(pattern)} == {frozenset(each) for each in expected}


def test_small_letters_beyond_ascii_are_no_reason_to_pass_a_text_over():
    assert re.search("less", "le\u017fs", re.IGNORECASE)
    assert may_hold("le\u017fs", needs_of("less"))
    assert not may_hold("more", needs_of("less"))
    assert Quick(r"less\w*").search("Le\u017fs")


def test_pattern_of_the_start_is_tried_there_only():
    assert at_start(r"^\W*fix")
    assert not at_start(r"\?$|^how")
    assert Quick(r"^\W*fix").search("- fix it")
    assert not Quick(r"^\W*fix").search("it: fix")
    assert [m.group() for m in Quick(r"\bcuts?").finditer("Cut, uncut; cuts")] == ["Cut", "cuts"]


SINGLE = tuple(at_words._QUICK)  # of all modules, before the tests make some


def test_single_patterns_find_what_a_plain_search_finds():
    assert {w.pattern for w in WORDINGS} < set(SINGLE)
    for quick in SINGLE:
        plain = re.compile(quick.pattern, re.IGNORECASE)
        for text in TEXTS[::5]:
            assert [m.span() for m in quick.finditer(text)] == [m.span() for m in plain.finditer(text)], text
            assert bool(quick.search(text)) == bool(plain.search(text)), text


def test_kinds_of_sentence_that_are_no_claims_are_found_as_by_a_plain_search():
    for text in TEXTS:
        assert not_claims._IS.present(text) == {k for k in not_claims.KINDS if k.pattern.search(text)}, text


def test_no_parameter_is_passed_over_for_want_of_what_its_matches_hold():
    rows = [parameters._row(at) for at in range(len(parameters._ROWS))]
    for text in TEXTS[::3]:
        for row in rows:
            assert may_hold(text, row.needs) or not row.pattern.search(text), (text, row.pattern.pattern)


def test_the_model_sees_words_and_facts_apart_in_the_order_of_its_vocabulary():
    learnt = model()
    names = [*list(learnt.vocabulary)[::-37], "no feature of it"]
    known = [name for name in sorted(names) if name in learnt.vocabulary]
    seen = learnt.see(names)
    assert seen.words.tolist() == [learnt.vocabulary[name] for name in known if name.startswith(WORDS)]
    assert seen.facts.tolist() == [learnt.vocabulary[name] for name in known if not name.startswith(WORDS)]
    assert len(seen.words) > 10
    assert len(seen.facts) > 3


def test_subjects_are_those_that_a_plain_search_finds():
    table = topic._SUBJECTS
    plain = [*table._at.rows, *((key, re.compile(quick.pattern, re.IGNORECASE)) for key, quick in table._open)]
    for text in TEXTS:
        assert topic.subjects(text) == {key for key, pattern in plain if pattern.search(text)}, text


def test_what_is_looked_for_before_a_long_pattern_stands_wherever_it_matches():
    for text in TEXTS:
        has = held(text)
        assert has & bits._SAID or bits._SPACED.search(text) or not bits._BIT.search(text), text
        assert has & hardware_text._HINTED or not hardware_text._HINT.search(text), text
        named = models_text._UNKNOWN.search(text) or models_text._IDENTIFIER.search(text)
        assert has & models_text._MIXED or not named, text
        asked = has & targets._UNNUMBERED or targets._NUMBERED.search(text)
        assert asked or not targets._TARGET.search(text), text


def test_a_pattern_with_its_digit_first_finds_the_same_numbers():
    plain = rf"(?<![\w.])(?P<v>{N})(?P<rest>\s?[%x]?)"
    first = digit_first(plain)
    assert first != plain
    assert digit_first(rf"\b{plain}") == rf"\b{plain}"
    for text in ["1,024 of 16384, v1.5 or x7 and .5", "12,34 1,2345 ١٢ 3.14.15", *TEXTS]:
        found = [(m.span("v"), m.span("rest")) for m in re.finditer(first, text)]
        assert found == [(m.span("v"), m.span("rest")) for m in re.finditer(plain, text)], text
        scientific = [m.span() for m in re.finditer(rf"{amounts._START}{amounts._N}", text)]
        assert [m.span() for m in re.finditer(amounts._FIRST_N, text)] == scientific, text
