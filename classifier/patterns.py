"""What can be known of the matches of a pattern before it is tried: the letters they begin with, whether they hold a digit."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable
from typing import Any

# How `re` itself reads a pattern. Whatever is not understood in it counts as open.
_parser: Any = importlib.import_module("re._parser")
_op: Any = importlib.import_module("re._constants")

HEAD = 3  # letters of a word that are looked at
_AT_A_WORD = (r"\b", r"(?<!\w)", r"(?<![\w-])")


def needs_digit(pattern: str) -> bool:
    """Whether there is a digit in every match."""
    return any(_holds_digit(what, of) for what, of in _parser.parse(pattern))


def _holds_digit(what: Any, of: Any) -> bool:
    if what is _op.LITERAL:
        return chr(of).isdigit()
    if what is _op.IN:
        return all(
            (kind is _op.CATEGORY and value is _op.CATEGORY_DIGIT)
            or (kind is _op.LITERAL and chr(value).isdigit())
            or (kind is _op.RANGE and chr(value[0]) >= "0" and chr(value[1]) <= "9")
            for kind, value in of
        )
    if what is _op.SUBPATTERN:
        return any(_holds_digit(*item) for item in of[-1])
    if what is _op.BRANCH:
        return all(any(_holds_digit(*item) for item in way) for way in of[1])
    if what in (_op.MAX_REPEAT, _op.MIN_REPEAT):
        return of[0] > 0 and any(_holds_digit(*item) for item in of[2])
    return False


def beginnings(pattern: str) -> frozenset[str] | None:
    """The small letters, three or where a word ends fewer, that any match begins with; None where that is open."""
    if not pattern.startswith(_AT_A_WORD):
        return None
    growing, grown = _grow({""}, _parser.parse(pattern, re.IGNORECASE))
    every = growing | grown
    return None if "" in every else frozenset(every)


def _grow(growing: set[str], items: Iterable[tuple[Any, Any]]) -> tuple[set[str], set[str]]:
    """(beginnings that what follows may make longer, beginnings that stay as they are) after these items of a pattern."""
    grown: set[str] = set()
    for what, of in items:
        if what in (_op.AT, _op.ASSERT, _op.ASSERT_NOT):
            continue
        if what is _op.SUBPATTERN:
            growing, more = _grow(growing, of[-1])
        elif what is _op.BRANCH:
            ways = [_grow(growing, way) for way in of[1]]
            growing, more = (set[str]().union(*(way[n] for way in ways)) for n in (0, 1))
        elif what in (_op.MAX_REPEAT, _op.MIN_REPEAT):
            growing, more = _repeat(growing, *of)
        else:
            growing, more = _append(growing, _characters(what, of))
        grown |= more
    return growing, grown


def _repeat(growing: set[str], least: int, most: int, items: Iterable[tuple[Any, Any]]) -> tuple[set[str], set[str]]:
    longer, grown = _grow(growing, items)
    if most > 1:  # how often is open
        longer, grown = set(), grown | longer
    return (longer | growing if least == 0 else longer), grown


def _append(growing: set[str], characters: set[str] | None) -> tuple[set[str], set[str]]:
    if characters is None:
        return set(), growing
    longer = {b + c.casefold() for b in growing for c in characters if c.isalnum() or c == "_"}
    ended = growing if any(not (c.isalnum() or c == "_") for c in characters) else set()
    return {b for b in longer if len(b) < HEAD}, {b for b in longer if len(b) >= HEAD} | ended


def _characters(what: Any, of: Any) -> set[str] | None:
    """The characters that one item stands for; None for many or unknown ones."""
    if what is _op.LITERAL:
        return {chr(of)}
    if what is not _op.IN:
        return None
    out: set[str] = set()
    for kind, value in of:
        if kind is _op.LITERAL:
            out.add(chr(value))
        elif kind is _op.RANGE and value[1] - value[0] < 26:
            out.update(map(chr, range(value[0], value[1] + 1)))
        else:
            return None
    return out
