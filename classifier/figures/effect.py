# ruff: noqa: E501 - one pattern is one row, however long
"""An effect: a change of speed or size by a factor, with its qualifier, metric and place."""

from __future__ import annotations

import re
from dataclasses import dataclass

from classifier.figures.amounts import Amount
from estimator.statement import Metric, Qualifier


@dataclass(frozen=True, slots=True)
class Effect:
    """A change of speed or size by a factor. `metric` is "" where no word near it says what was measured."""

    low: float
    high: float
    qualifier: Qualifier
    metric: Metric | None
    start: int
    end: int
    surface: str
    before: Amount | None = None
    after: Amount | None = None
    word: str = ""  # the comparing word that gave the direction: "faster", "lower"


_QUALIFIERS: tuple[tuple[str, Qualifier], ...] = (
    (r"(?:up[- ]?to|upto|as (?:much|high|many|large|low) as|at most|a maximum of|max(?:imum)?(?: of)?|a peak of|peak(?:ing at)?)", "up-to"),
    (r"(?:on average|average(?: of)?|averag(?:es|ing)|avg\.?|a mean of|mean|geomean(?: of)?|geometric mean(?: of)?)", "average"),
    (r"(?:at least|over|more than|greater than|no less than|a minimum of|minimum|exceed(?:s|ing)?|above|beyond|upwards of|>=?|≥|≧)", "at-least"),
    (r"(?:about|around|approximately|approx\.?|~|nearly|roughly|almost|close to(?: ideal)?|near(?: ideal)?|ca\.|circa|some|essentially|round|an? estimated)", "about"),
)  # fmt: skip
_BEFORE = [
    (re.compile(rf"(?<![\w]){p}\s*(?:an?\s+|the\s+|of\s+|\()?\s*(?:[~>]\s*)?$", re.IGNORECASE), q)
    for p, q in _QUALIFIERS
]
_AFTER_AVERAGE = re.compile(r"^[^,;.]{0,40}?\b(?:on average|average|averaged|geomean)\b", re.IGNORECASE)
_PLUS = re.compile(r"^\s?\+(?!\s*\d)")


def qualifier(text: str, start: int, end: int) -> Qualifier:
    """What stands before (or just after) an amount: "up to", "about", "at least", "on average"."""
    left = text[max(0, start - 32) : start]
    for pattern, word in _BEFORE:
        if pattern.search(left):
            return word
    right = text[end : end + 48]
    if _PLUS.match(right):
        return "at-least"
    if _AFTER_AVERAGE.match(right):
        return "average"
    return "exact"
