"""Which pieces of words a text holds: what patterns ask before they are tried.

Texts say the same words again and again. Which of the pieces that anybody asks for ("reduc", "token", a digit) stand in a word is
looked up once; what a text holds is then one number, put together from those of its words. A bit of it stands for a choice:
one piece, or several of which one is enough. So all that a pattern asks for is one number, too, and looked up in one step.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from threading import Lock
from typing import ClassVar

DIGIT = r"\d"  # the piece that stands for any digit, of whichever script
MIXED = r"\w\d"  # that for a word with a digit somewhere behind a letter: "a100", "gpt-4"
EDGE = "\b"  # the edge of a word, at an end of a piece: "\bat\b" is no part of "rate"
_SPECIAL = (DIGIT, MIXED)
EVERYTHING = -1  # all bits: of a text of which it cannot be said
MOST, LONGEST = 20_000, 40  # words that are remembered, and letters of one: texts may hold any number of them

# Letters that are another one to `re` without regard to capitals, and not to `lower`.
_STRANGE = frozenset("\u017f\u0131\u212a\u0130")


_EDGE, _DIGIT = re.compile(r"\b"), re.compile(r"\d")
_BESIDE_A_BLANK = re.compile(r"(?<=\w)(?=\s)|(?<=\s)(?=\w)")
_MIXED = re.compile(r"[^\W\d_].*\d")


class _Words(dict[str, int]):
    """By small word the bits of the choices of which a piece stands in it. A further choice makes a new one of these."""

    present: ClassVar[_Words]
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __missing__(self, word: str) -> int:
        out = 0
        if _DIGIT.search(word):
            out = _BITS.get(DIGIT, 0) | (_BITS.get(MIXED, 0) if _MIXED.search(word) else 0)
        edged = _EDGE.sub(EDGE, word)
        for short in _BITS.keys() & {*edged, *map(add, edged, edged[1:])}:
            out |= _BITS[short]
        for start in range(len(edged) - 2):
            for piece in _LONGER.get(edged[start : start + 3], ()):
                if edged.startswith(piece, start):
                    out |= _BITS[piece]
        if len(self) >= MOST:
            self.clear()  # what is said again and again is soon here again
        if len(word) <= LONGEST:
            self[word] = out
        return out


_LOCK = Lock()
_BITS: dict[str, int] = {}  # by piece the bits of all choices that it is one of
_CHOICES: dict[frozenset[str], int] = {}  # by its pieces the bit of a choice
_LONGER: dict[str, list[str]] = {}  # by their first three letters the pieces that have as many
_Words.present = _Words()


def pieces(wanted: Iterable[str]) -> int:
    """The bit of a choice of pieces in small letters. Of a piece with a blank in it the longest word is looked for."""
    with _LOCK:
        choice = frozenset(map(_looked_for, wanted))
        if "" in choice:
            return EVERYTHING
        bit = _CHOICES.get(choice)
        if bit is None:
            bit = _CHOICES[choice] = 1 << len(_CHOICES)
            for piece in choice:
                if piece not in _BITS and len(piece) > 2 and piece not in _SPECIAL:
                    _LONGER.setdefault(piece[:3], []).append(piece)
                _BITS[piece] = _BITS.get(piece, 0) | bit
            _Words.present = _Words()
        return bit


def _looked_for(piece: str) -> str:
    word = max(apart(piece), key=len, default="")
    return word if word in _SPECIAL else _with_edges(word)


def apart(piece: str) -> list[str]:
    """The words of a piece: where a blank stands beside one, its edge is there."""
    spaced = _BESIDE_A_BLANK.sub(EDGE, piece)
    return spaced.split()


def _with_edges(word: str) -> str:
    """A word with all its edges; one that is part of a word has none at that end."""
    edged = _EDGE.sub(EDGE, word.strip(EDGE))
    first, last = word.startswith(EDGE), word.endswith(EDGE)
    return edged.removeprefix("" if first else EDGE).removesuffix("" if last else EDGE)


def held(text: str) -> int:
    """The bits of all choices of which a piece stands in a text, in whichever case."""
    return _held(text, _Words.present)


@lru_cache(maxsize=1024)  # each table is asked about each unit of a document, some of them later
def _held(text: str, words: _Words) -> int:
    if not text.isascii() and not _STRANGE.isdisjoint(text):
        return EVERYTHING
    out = 0
    for word in set(text.lower().split()):
        out |= words[word]
    return out


@dataclass(frozen=True, slots=True)
class Needs:
    """What a text holds that a pattern matches in."""

    every: int = 0  # the bits of choices, all of them
    ways: tuple[int, ...] = ()  # and all of one of these


def may_hold(text: str, needs: Needs) -> bool:
    """Whether a text holds what is needed."""
    return has_each(held(text), needs)


def has_each(has: int, needs: Needs) -> bool:
    """The same of what a text is known to hold."""
    every = needs.every
    if has & every != every:
        return False
    if not needs.ways:
        return True
    for way in needs.ways:  # noqa: SIM110  (a generator takes twice as long)
        if has & way == way:
            return True
    return False
