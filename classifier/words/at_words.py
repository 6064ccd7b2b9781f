"""Patterns that begin with a word, tried only at the words that they can begin with.

A pattern of many words (`\\b(?:reduc\\w+|lower\\w*|...)\\b`) costs an attempt at every character of a text. Which letters its
matches begin with is known from the pattern; a look at the first five of a word then rules nearly all attempts out. The words
of a text are looked at once for all tables together. What is found is the same: a pattern whose beginning is open is searched
for as ever, unless nothing stands in the text that each of its matches holds.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache, reduce
from itertools import groupby
from operator import itemgetter, or_
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar

from classifier.words.held import EDGE, Needs, held, may_hold, pieces
from classifier.words.patterns import HEAD, at_start, beginnings, literals, ways

_HEADS = re.compile(rf"\b\w{{1,{HEAD}}}")


Key = TypeVar("Key", bound=Hashable)


# Rows that may match at a word: (key, pattern), in the order of their table.
Tried = tuple[tuple[Key, re.Pattern[str]], ...]
MOST = 20_000  # beginnings of words that are remembered: texts may hold any number of them


class Rows(Generic[Key]):
    """Rows of one table: (key, pattern, letters that its matches begin with)."""

    def __init__(self, rows: list[tuple[Key, re.Pattern[str], frozenset[str]]]) -> None:
        self.rows = tuple((key, pattern) for key, pattern, _ in rows)
        with _LOCK:
            self._number = len(_TABLES)
            _TABLES.append(self)
            for at, (_, _, begin) in enumerate(rows):
                for letters in begin:
                    _BEGIN.setdefault(letters, []).append((self._number, at))
            _Together.present = _Together()

    def places(self, text: str) -> list[tuple[int, Tried[Key]]]:
        """The words of a text at which a row may match: where each begins, with these rows."""
        return _places(text, _Together.present).get(self._number, [])


class _Together(dict[str, tuple[tuple[int, Tried[Any]], ...]]):
    """By the first letters of a word, as they are written, the numbers of the tables that have rows there, with these rows.

    It is filled as words come. A further table makes a new one of these, so that what another thread keeps of the old one is
    never taken for it.
    """

    present: ClassVar[_Together]
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __missing__(self, head: str) -> tuple[tuple[int, Tried[Any]], ...]:
        small = head.casefold()
        begun = [small[:n] for n in range(1, HEAD + 1)] + ([small + EDGE] if len(head) < HEAD else [])
        rows = {row for letters in begun for row in _BEGIN.get(letters, ())}
        by_table = groupby(sorted(rows), key=itemgetter(0))
        found = tuple((number, tuple(_TABLES[number].rows[at] for _, at in group)) for number, group in by_table)
        if len(self) < MOST:
            self[head] = found
        return found


_LOCK = Lock()
_TABLES: list[Rows[Any]] = []
_BEGIN: dict[
    str, list[tuple[int, int]]
] = {}  # by small letters the rows that begin so: number of the table, place in it
_Together.present = _Together()


@lru_cache(maxsize=1024)  # each table is asked about each unit of a document, some of them later
def _places(text: str, together: _Together) -> dict[int, list[tuple[int, Tried[Any]]]]:
    out: dict[int, list[tuple[int, Tried[Any]]]] = defaultdict(list)
    for head in _HEADS.finditer(text):
        if tried := together[head.group()]:  # "the" and its like begin nothing
            start = head.start()
            for number, rows in tried:
                out[number].append((start, rows))
    return out


class Quick:
    """One pattern, without regard to capitals. What can be known of it is looked up when it is first tried.

    One that is asked `seldom`, of few texts, is kept out of the index of words, which is made of every text.
    """

    __slots__ = ("_at", "_compiled", "_search", "_seldom", "needs", "pattern")

    def __init__(self, pattern: str, *, seldom: bool = False) -> None:
        self.pattern = pattern
        self._seldom = seldom
        self._search: Callable[[str], re.Match[str] | None] | None = None
        self._compiled: re.Pattern[str]
        self._at: Rows[str] | None = None
        self.needs = Needs()
        _QUICK.append(self)

    def search(self, text: str) -> re.Match[str] | None:
        """The first match."""
        search = self._search or self.prepare()
        if not may_hold(text, self.needs):
            return None
        return search(text) if self._at is None else next(self._walk(text, self._at), None)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """All matches, as `re` finds them."""
        if self._search is None:
            self.prepare()
        if not may_hold(text, self.needs):
            return iter(())
        return self._compiled.finditer(text) if self._at is None else self._walk(text, self._at)

    def prepare(self) -> Callable[[str], re.Match[str] | None]:
        """Compile it, and look what is known of its matches."""
        self._compiled = compiled = re.compile(self.pattern, re.IGNORECASE)
        begin = None if self._seldom else beginnings(self.pattern)
        if begin is not None:
            self._at = Rows([("", compiled, begin)])
        self.needs = needs_of(self.pattern)
        self._search = compiled.match if at_start(self.pattern) else compiled.search
        return self._search

    @staticmethod
    def _walk(text: str, at: Rows[str]) -> Iterator[re.Match[str]]:
        free = 0
        for start, rows in at.places(text):
            for _, pattern in rows:
                if start >= free and (m := pattern.match(text, start)):
                    yield m
                    free = m.end()


_QUICK: list[Quick] = []


def prepare() -> None:
    """Prepare all patterns: what is forked from this process has them then."""
    for quick in _QUICK:
        quick.prepare()


def needs_of(pattern: str) -> Needs:
    """What stands in every text that a pattern matches in."""
    several = ways(pattern)
    return Needs(_all_of(literals(pattern)), tuple(map(_all_of, several)) if len(several) > 1 else ())


def _all_of(choices: Iterable[frozenset[str]]) -> int:
    return reduce(or_, map(pieces, choices), 0)


class AtWords(Generic[Key]):
    """Rows of (key, pattern), all without regard to capitals."""

    def __init__(self, rows: Iterable[tuple[Key, str]]) -> None:
        self._open: list[tuple[Key, Quick]] = []
        begin: list[tuple[Key, re.Pattern[str], frozenset[str]]] = []
        for key, pattern in rows:
            known = beginnings(pattern)
            if known is None:
                self._open.append((key, Quick(pattern)))
            else:
                begin.append((key, re.compile(pattern, re.IGNORECASE), known))
        self._at = Rows(begin)

    def present(self, text: str) -> set[Key]:
        """The rows whose pattern stands somewhere in a text."""
        has = held(text)  # asked once for all that are open
        found: set[Key] = set()
        for key, quick in self._open:
            every = quick.needs.every
            if has & every == every and quick.search(text):
                found.add(key)
        for start, rows in self._at.places(text):
            for key, pattern in rows:
                if key not in found and pattern.match(text, start):
                    found.add(key)
        return found

    def matches(self, text: str) -> Iterator[tuple[Key, re.Match[str]]]:
        """All places in order, never overlapping; of several rows that match at a word the first one, as in one alternation."""
        if self._open:
            raise ValueError(f"{self._open[0][1].pattern!r} does not say which words it begins with")
        free = 0
        for start, rows in self._at.places(text):
            if start < free:
                continue
            for key, pattern in rows:
                if m := pattern.match(text, start):
                    yield key, m
                    free = m.end()
                    break
