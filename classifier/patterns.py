"""What can be known of the matches of a pattern before it is tried: the letters they begin with, what each of them holds."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable
from typing import Any

from classifier.held import DIGIT

# How `re` itself reads a pattern. Whatever is not understood in it counts as open.
_parser: Any = importlib.import_module("re._parser")
_op: Any = importlib.import_module("re._constants")

HEAD = 5  # letters of a word that are looked at
_AT_A_WORD = (r"\b", r"(?<!\w)", r"(?<![\w-])")


Needs = tuple[frozenset[str], ...]


def literals(pattern: str) -> Needs:
    """What every match holds, without regard to capitals: of each of these sets one string at least, all of them small.

    `DIGIT` among them stands for any digit.
    """
    needs = _literals(_parser.parse(pattern, re.IGNORECASE))
    return tuple(sorted((each for each in needs if _worth(each) > 1), key=len))


def _literals(items: Iterable[tuple[Any, Any]]) -> list[frozenset[str]]:
    known: list[frozenset[str]] = []
    run = ""
    for what, of in items:
        if what is _op.LITERAL and _is_plain(of):
            run += chr(of).lower()
            continue
        known += [*_said(run), *_held(what, of)]
        run = ""
    return [*known, *_said(run)]


def _said(run: str) -> list[frozenset[str]]:
    """What a run of plain characters holds."""
    digit = [frozenset({DIGIT})] if any(map(str.isdecimal, run)) else []
    return [*digit, frozenset({run})] if run else []


def _held(what: Any, of: Any) -> list[frozenset[str]]:
    """What every match of one item holds."""
    if what is _op.SUBPATTERN:
        return _literals(of[-1])
    if what in (_op.MAX_REPEAT, _op.MIN_REPEAT):
        return _literals(of[2]) if of[0] > 0 else []
    if what is _op.BRANCH:
        every = [_literals(way) for way in of[1]]
        best = [max(known, key=_worth, default=None) for known in every]
        digit = [frozenset({DIGIT})] if all(frozenset({DIGIT}) in known for known in every) else []
        return digit + ([frozenset[str]().union(*(way for way in best if way))] if all(best) else [])
    if what is _op.IN and all(map(_is_digit, of)):
        return [frozenset({DIGIT})]
    if what is _op.IN and all(kind is _op.LITERAL and _is_plain(value) for kind, value in of):
        return [frozenset(chr(value).lower() for _, value in of)]
    return []


def _is_plain(code: int) -> bool:
    """Whether a character has no other form than its small one: those beyond ASCII may, as a Kelvin sign is a k."""
    letter = chr(code)
    return code < 128 or letter.casefold() == letter == letter.upper() == letter.lower()


def _is_digit(item: tuple[Any, Any]) -> bool:
    kind, value = item
    if kind is _op.RANGE:
        return chr(value[0]) >= "0" and chr(value[1]) <= "9"
    return value is _op.CATEGORY_DIGIT if kind is _op.CATEGORY else kind is _op.LITERAL and chr(value).isdecimal()


def _worth(choice: frozenset[str]) -> int:
    """How much it says that one of these stands in a text: the longer the more, and nothing that is one letter."""
    return min(len(one) + 2 * (not one.isalpha() and one != " ") - (one == DIGIT) for one in choice)


def at_start(pattern: str) -> bool:
    """Whether a match can stand at the start of a text only."""
    return bool(list(_parser.parse(pattern))[:1] == [(_op.AT, _op.AT_BEGINNING)])


def beginnings(pattern: str) -> frozenset[str] | None:
    """The small letters, five or where a word ends fewer, that any match begins with; None where that is open."""
    if not pattern.startswith(_AT_A_WORD):
        return None
    items = _parser.parse(pattern, re.IGNORECASE)
    ways = items[0][1][1] if items[0][0] is _op.BRANCH else [items]
    if any(way[:1] and way[0][0] not in (_op.AT, _op.ASSERT_NOT) for way in ways):
        return None
    growing, grown = _grow({""}, items)
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
