"""Clean text and the way back to the source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest import Passage, read_bytes
from ingest.strand import BREAK, Rich, Strand, View, join, plain, tidy


@pytest.mark.parametrize(
    ("source", "clean"),
    [
        ("8\u2009×\u2009400", "8 × 400"),
        ("2.2\u223c3.6x", "2.2~3.6x"),
        ("2\u20132.5×", "2-2.5×"),
        ("36 \u2013 40%", "36 - 40%"),
        ("so \u2013 then", "so \u2013 then"),
        ("\u221240%", "-40%"),
        ("（+15%）", "(+15%)"),
        ("vLLM\u2019s \u201cfast\u201d", 'vLLM\'s "fast"'),
        ("e\ufb03cient", "efficient"),
        ("a\u200bb\ufeffc\u00add", "abcd"),
        ("one\n  two\tthree", "one two three"),
        ("\x1b[1;31mINT4\x1b[0m weights", "INT4 weights"),
        ("\U0001d451 is \U0001d440", "d is M"),
        ("推理，加速。", "推理，加速。"),
    ],
)
def test_look_alikes_become_one_sign(source: str, clean: str) -> None:
    assert plain(source, 0, len(source)).text == clean


def test_every_character_leads_back() -> None:
    rich = plain("xx a  \ufb01t\u200b b", 3, 11)
    assert rich.text == "a fit b"
    assert [rich.source(at) for at in range(7)] == [3, 4, 6, 6, 7, 9, 10]


def test_a_folded_sign_covers_all_that_it_stands_for() -> None:
    strand, view = Strand(), View("2.7$\\times$ faster")
    strand.keep(view, 0, 3)
    strand.fold("×", 3, 11)
    strand.keep(view, 11, 18)
    rich = strand.finish()
    assert rich.text == "2.7× faster"
    assert (rich.source(3), rich.source_end(3), rich.source(4)) == (3, 11, 11)
    part = rich.cut(3, 6)
    assert (part.text, part.source(0), part.source_end(0), part.source(1)) == ("× f", 3, 11, 11)


def test_parts_join_with_their_places() -> None:
    left, right = plain("a b", 0, 1), plain("a b", 2, 3)
    both = join([left, right], " | ")
    assert (both.text, both.source(0), both.source(4)) == ("a | b", 0, 2)


def test_spans_are_taken_out() -> None:
    rich = Rich("abcdef", ((0, 10),)).without([(0, 1), (3, 5)])
    assert (rich.text, [rich.source(at) for at in range(3)]) == ("bcf", [11, 12, 15])


def test_white_space_around_a_forced_break_goes() -> None:
    assert tidy(Rich(f"a {BREAK} b", ((0, 0),))).text == f"a{BREAK}b"


def test_a_passage_leads_back_through_its_marks() -> None:
    passage = Passage("ab×", "sentence", 5, 20, marks=((0, 5), (1, 9), (2, 12)), folded=((2, 8),))
    assert passage.to_document(0, 1) == (5, 6)
    assert passage.to_document(1, 3) == (9, 20)
    assert passage.to_document(2, 2) == (12, 12)


@given(st.text(alphabet="ab \n*_`$[](){}<>&;|#-=\\~×ﬁ\u2009\u200b1.", max_size=120))
def test_of_any_markdown_every_letter_leads_to_itself(text: str) -> None:
    document = read_bytes(b"A line.\n\n" + text.encode(), "a.md")
    for passage in document.passages:
        assert 0 <= passage.start < passage.end <= len(document.text)
        for at, char in enumerate(passage.text):
            if char in "ab1":
                start, _ = passage.to_document(at, at + 1)
                assert document.text[start] == char
