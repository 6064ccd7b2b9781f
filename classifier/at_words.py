"""Patterns that begin with a word, tried only at the words that they can begin with.

A pattern of many words (`\\b(?:reduc\\w+|lower\\w*|...)\\b`) costs an attempt at every character of a text. From its parsed form
follow the letters that each of its matches begins with; a look at the first three of a word then rules nearly all attempts out.
What is found is the same: a pattern whose beginning is open is searched for as ever.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Generic, TypeVar

# How `re` itself reads a pattern. Whatever is not understood in it counts as open.
_parser: Any = importlib.import_module("re._parser")
_op: Any = importlib.import_module("re._constants")

_HEAD = 3  # letters of a word that are looked at
_HEADS = re.compile(rf"\b\w{{1,{_HEAD}}}")
_AT_A_WORD = (r"\b", r"(?<!\w)", r"(?<![\w-])")


Key = TypeVar("Key", bound=Hashable)


class AtWords(Generic[Key]):
    """Rows of (key, pattern), all without regard to capitals."""

    def __init__(self, rows: Iterable[tuple[Key, str]]) -> None:
        self._open: list[tuple[Key, re.Pattern[str]]] = []
        self._begin: list[tuple[Key, re.Pattern[str], frozenset[str]]] = []
        for key, pattern in rows:
            compiled, begin = re.compile(pattern, re.IGNORECASE), beginnings(pattern)
            if begin is None:
                self._open.append((key, compiled))
            else:
                self._begin.append((key, compiled, begin))
        self._at = lru_cache(maxsize=20_000)(self._beginning_with)

    def _beginning_with(self, head: str) -> tuple[tuple[Key, re.Pattern[str]], ...]:
        small = head.casefold()
        alike = {small[:n] for n in range(1, _HEAD + 1)}
        return tuple((key, pattern) for key, pattern, begin in self._begin if not begin.isdisjoint(alike))

    def present(self, text: str) -> set[Key]:
        """The rows whose pattern stands somewhere in a text."""
        found = {key for key, pattern in self._open if pattern.search(text)}
        for head in _HEADS.finditer(text):
            for key, pattern in self._at(head.group()):
                if key not in found and pattern.match(text, head.start()):
                    found.add(key)
        return found

    def matches(self, text: str) -> Iterator[tuple[Key, re.Match[str]]]:
        """All places in order, never overlapping; of several rows that match at a word the first one, as in one alternation."""
        if self._open:
            raise ValueError(f"{self._open[0][1].pattern!r} does not say which words it begins with")
        free = 0
        for head in _HEADS.finditer(text):
            if (start := head.start()) < free:
                continue
            for key, pattern in self._at(head.group()):
                if m := pattern.match(text, start):
                    yield key, m
                    free = m.end()
                    break


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
    return {b for b in longer if len(b) < _HEAD}, {b for b in longer if len(b) >= _HEAD} | ended


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
