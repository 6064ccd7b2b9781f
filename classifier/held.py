"""Which pieces of words a text holds: what patterns ask before they are tried.

Texts say the same words again and again. Which of the pieces that anybody asks for ("reduc", "token", a digit) stand in a word is
looked up once; what a text holds is then one number with a bit for each piece, put together from those of its words.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from threading import Lock
from typing import ClassVar

DIGIT = r"\d"  # the piece that stands for any digit, of whichever script
EVERYTHING = -1  # all bits: of a text of which it cannot be said
MOST, LONGEST = 20_000, 40  # words that are remembered, and letters of one: texts may hold any number of them

# Letters that are another one to `re` without regard to capitals, and not to `lower`.
_STRANGE = frozenset("\u017f\u0131\u212a\u0130")


class _Words(dict[str, int]):
    """By small word the bits of the pieces that stand in it. A further piece makes a new one of these."""

    present: ClassVar[_Words]
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __missing__(self, word: str) -> int:
        out = _BITS.get(DIGIT, 0) if any(map(str.isdecimal, word)) else 0
        for start, letter in enumerate(word):
            out |= _BITS.get(letter, 0)
            for piece, bit in _LONGER.get(word[start : start + 2], ()):
                if word.startswith(piece, start):
                    out |= bit
        if len(self) < MOST and len(word) <= LONGEST:
            self[word] = out
        return out


_LOCK = Lock()
_BITS: dict[str, int] = {}  # by piece
_LONGER: dict[str, list[tuple[str, int]]] = {}  # by their first two letters the pieces that have as many
_Words.present = _Words()


def pieces(wanted: Iterable[str]) -> int:
    """The bits of some pieces in small letters. Of a piece with a blank in it the longest word is looked for."""
    with _LOCK:
        found = 0
        for piece in wanted:
            word = max(piece.split(), key=len, default="")
            if not word:
                return EVERYTHING
            if word not in _BITS:
                _BITS[word] = 1 << len(_BITS)
                if len(word) > 1 and word != DIGIT:
                    _LONGER.setdefault(word[:2], []).append((word, _BITS[word]))
                _Words.present = _Words()
            found |= _BITS[word]
        return found


def held(text: str) -> int:
    """The bits of all pieces that stand in a text, in whichever case."""
    return _held(text, _Words.present)


@lru_cache(maxsize=1024)  # each table is asked about each unit of a document, some of them later
def _held(text: str, words: _Words) -> int:
    if not text.isascii() and not _STRANGE.isdisjoint(text):
        return EVERYTHING
    out = 0
    for word in set(text.lower().split()):
        out |= words[word]
    return out


def may_hold(text: str, needs: Iterable[int]) -> bool:
    """Whether of each of these choices of pieces one stands in a text."""
    return has_each(held(text), needs)


def has_each(has: int, needs: Iterable[int]) -> bool:
    """The same of what a text is known to hold."""
    for each in needs:  # noqa: SIM110  (a generator takes twice as long)
        if not has & each:
            return False
    return True
