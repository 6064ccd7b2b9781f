"""Patterns that begin with a word, tried only at the words that they can begin with.

A pattern of many words (`\\b(?:reduc\\w+|lower\\w*|...)\\b`) costs an attempt at every character of a text. Which letters its
matches begin with is known from the pattern; a look at the first three of a word then rules nearly all attempts out. What is
found is the same: a pattern whose beginning is open is searched for as ever, unless nothing stands in the text that each of its
matches holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from typing import Generic, TypeVar

from classifier.patterns import HEAD, Needs, at_start, beginnings, literals

_HEADS = re.compile(rf"\b\w{{1,{HEAD}}}")


Key = TypeVar("Key", bound=Hashable)


@lru_cache(maxsize=1024)  # several tables are asked about each unit of a document, some of them later
def _heads(text: str) -> tuple[tuple[str, int], ...]:
    return tuple((head.group(), head.start()) for head in _HEADS.finditer(text))


class Rows(dict[str, tuple[tuple[Key, re.Pattern[str]], ...]], Generic[Key]):
    """By the first letters of a word, as they are written, the rows that may match there; filled as words come."""

    def __init__(self, rows: list[tuple[Key, re.Pattern[str], frozenset[str]]]) -> None:
        super().__init__()
        self._rows = rows

    def __missing__(self, head: str) -> tuple[tuple[Key, re.Pattern[str]], ...]:
        small = head.casefold()
        alike = {small[:n] for n in range(1, HEAD + 1)}
        found = tuple((key, pattern) for key, pattern, begin in self._rows if not begin.isdisjoint(alike))
        if len(self) < MOST:
            self[head] = found
        return found


MOST = 20_000  # beginnings of words that are remembered: texts may hold any number of them


class Quick:
    """One pattern, without regard to capitals. What can be known of it is looked up when it is first tried."""

    __slots__ = ("_at", "_needs", "_search", "pattern")

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._search: Callable[[str], re.Match[str] | None] | None = None
        self._at: Rows[str] | None = None
        self._needs: Needs = ()

    def search(self, text: str, small: str | None = None) -> re.Match[str] | None:
        """The first match; `small` is the text in small letters."""
        search = self._search or self.prepare()
        if self._at is not None:
            return next(self._walk(text, self._at), None)
        return search(text) if may_hold(text, self._needs, small) else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """All matches, as `re` finds them."""
        if self._search is None:
            self.prepare()
        if self._at is not None:
            return self._walk(text, self._at)
        return re.compile(self.pattern, re.IGNORECASE).finditer(text) if may_hold(text, self._needs) else iter(())

    def prepare(self) -> Callable[[str], re.Match[str] | None]:
        """Compile it, and look what is known of its matches."""
        compiled = re.compile(self.pattern, re.IGNORECASE)
        begin = beginnings(self.pattern)
        if begin is not None:
            self._at = Rows([("", compiled, begin)])
        else:
            self._needs = literals(self.pattern)
        self._search = compiled.match if at_start(self.pattern) else compiled.search
        return self._search

    @staticmethod
    def _walk(text: str, at: Rows[str]) -> Iterator[re.Match[str]]:
        free = 0
        for head, start in _heads(text):
            for _, pattern in at[head]:
                if start >= free and (m := pattern.match(text, start)):
                    yield m
                    free = m.end()


def may_hold(text: str, needs: Needs, small: str | None = None) -> bool:
    """Whether a text has all that the matches of a pattern hold; `small` is the text in small letters."""
    if not needs or not text.isascii():
        return True
    small = small or text.lower()
    for each in needs:
        for one in each:
            if one in small:
                break
        else:
            return False
    return True


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
        small = text.lower() if self._open else ""
        found = {key for key, pattern in self._open if pattern.search(text, small)}
        at = self._at
        for head, start in _heads(text):
            for key, pattern in at[head]:
                if key not in found and pattern.match(text, start):
                    found.add(key)
        return found

    def matches(self, text: str) -> Iterator[tuple[Key, re.Match[str]]]:
        """All places in order, never overlapping; of several rows that match at a word the first one, as in one alternation."""
        if self._open:
            raise ValueError(f"{self._open[0][1].pattern!r} does not say which words it begins with")
        free, at = 0, self._at
        for head, start in _heads(text):
            if start < free:
                continue
            for key, pattern in at[head]:
                if m := pattern.match(text, start):
                    yield key, m
                    free = m.end()
                    break
