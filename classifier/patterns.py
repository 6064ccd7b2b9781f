"""What can be known of the matches of a pattern before it is tried: the letters they begin with, what each of them holds."""

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


Needs = tuple[frozenset[str], ...]


def literals(pattern: str) -> Needs:
    """What every match within a text of ASCII holds: of each of these sets one string at least, all of them small.

    Beyond ASCII there are letters whose small form is another's: a long s is an s to `re`.
    """
    needs = _literals(_parser.parse(pattern, re.IGNORECASE))
    return tuple(sorted((each for each in needs if _worth(each) > 1), key=len))


def _literals(items: Iterable[tuple[Any, Any]]) -> list[frozenset[str]]:
    known: list[frozenset[str]] = []
    run = ""
    for what, of in items:
        if what is _op.LITERAL and of < 128:
            run += chr(of).lower()
            continue
        known += [*([frozenset({run})] if run else []), *_held(what, of)]
        run = ""
    return [*known, frozenset({run})] if run else known


def _held(what: Any, of: Any) -> list[frozenset[str]]:
    """What every match of one item holds."""
    if what is _op.SUBPATTERN:
        return _literals(of[-1])
    if what in (_op.MAX_REPEAT, _op.MIN_REPEAT):
        return _literals(of[2]) if of[0] > 0 else []
    if what is _op.BRANCH:
        possible = [way for way in of[1] if not _beyond_ascii(way)]
        ways = [max(_literals(way), key=_worth, default=None) for way in possible]
        return [frozenset[str]().union(*(way for way in ways if way))] if all(ways) else []
    if what is _op.IN and all(kind is _op.LITERAL and value < 128 for kind, value in of):
        return [frozenset(chr(value).lower() for _, value in of)]
    return []


def _beyond_ascii(items: Iterable[tuple[Any, Any]]) -> bool:
    """Whether a way begins with a sign, like an emoji, that no text of ASCII holds, in whichever case."""
    what, of = next(iter(items), (None, 0))
    return what is _op.LITERAL and of >= 128 and chr(of).casefold() == chr(of) == chr(of).upper()


def _worth(choice: frozenset[str]) -> int:
    """How much it says that one of these stands in a text: the longer the more, and nothing that is one letter."""
    return min(len(one) + 2 * (not one.isalpha() and one != " ") for one in choice)


def at_start(pattern: str) -> bool:
    """Whether a match can stand at the start of a text only."""
    return bool(list(_parser.parse(pattern))[:1] == [(_op.AT, _op.AT_BEGINNING)])


def beginnings(pattern: str) -> frozenset[str] | None:
    """The small letters, three or where a word ends fewer, that any match begins with; None where that is open."""
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
