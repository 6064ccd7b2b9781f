"""What a paper says of its own method without a figure."""

from __future__ import annotations

import pytest

from classifier.around.surroundings import Surroundings
from classifier.deciding.own import CLEAR_GAIN_OF_OWN, GAIN_OF_OTHERS, GAIN_WITH_BUT, NO_GAIN, odds_of_own
from ingest.read import read_bytes

PAPER = r"""\documentclass{article}
\title{Tandem: Drafting with Two Heads}
\begin{document}
\section{Results}
%s
\end{document}
"""


def _odds(sentence: str, name: str = "paper.tex") -> float:
    text = PAPER % sentence if name.endswith(".tex") else f"# Tandem: Drafting\n\n## Results\n\n{sentence}\n"
    s = Surroundings(read_bytes(text.encode(), name))
    i = len(s.document.passages) - 1
    return odds_of_own(s, i, s.unit(i))


@pytest.mark.parametrize(
    ("sentence", "odds"),
    [
        ("Tandem outruns the dense baseline and is faster at every prompt length.", CLEAR_GAIN_OF_OWN),
        ("Our scheme significantly reduces the memory traffic of the cache.", CLEAR_GAIN_OF_OWN),
        ("Other servers keep the cache on disk to lower the latency.", GAIN_OF_OTHERS),
        ("However, a larger batch makes the latency of Tandem worse and its speedup plateaus.", GAIN_WITH_BUT),
        ("The data set holds questions on long stories.", NO_GAIN),
        ("Tandem outperforms both rivals in accuracy.", NO_GAIN),
    ],
)
def test_gain_is_worth_what_it_is_said_of(sentence: str, odds: float) -> None:
    assert _odds(sentence) == odds


def test_notes_are_left_alone() -> None:
    assert _odds("The data set holds questions on long stories.", "notes.md") == 1.0
