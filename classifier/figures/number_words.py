# ruff: noqa: E501 - one pattern is one row, however long
"""Numbers put in words: "twelve", "sixty-four", "two hundred and fifty-six", "a dozen"."""

from __future__ import annotations

import re

WORD_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "sixteen": 16, "twenty": 20, "thirty": 30, "hundred": 100,
}  # fmt: skip
_SMALL = {"one": 1, **WORD_NUMBERS, "thirteen": 13, "fourteen": 14, "seventeen": 17, "eighteen": 18, "nineteen": 19}
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_BIG = {"dozen": 12, "hundred": 100, "thousand": 1000}
BELOW = rf"(?:(?:{'|'.join(_TENS)})(?:[\s-](?:one|two|three|four|five|six|seven|eight|nine)\b)?|(?:{'|'.join(w for w in _SMALL if w != 'hundred')}))"
SPELLED = (
    rf"(?:(?:an?\s|{BELOW}[\s-])(?:{'|'.join(_BIG)})(?:\s(?:and\s)?{BELOW})?|{BELOW})\b"  # "two hundred and fifty-six"
)


def spelled(words: str) -> float:
    """ "Two hundred and fifty-six" is 256, "a dozen" 12."""
    total = 0
    for word in re.split(r"[\s-]+", words.lower()):
        if word in _BIG:
            total = max(total, 1) * _BIG[word]
        else:
            total += _TENS.get(word) or _SMALL.get(word, 0)
    return float(total)
