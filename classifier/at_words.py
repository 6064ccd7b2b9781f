"""Patterns that begin with a word, tried only at the words that they can begin with.

A pattern of many words (`\\b(?:reduc\\w+|lower\\w*|...)\\b`) costs an attempt at every character of a text. Which letters its
matches begin with is known from the pattern; a look at the first three of a word then rules nearly all attempts out. What is
found is the same: a pattern whose beginning is open is searched for as ever.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from typing import Generic, TypeVar

from classifier.patterns import HEAD, beginnings

_HEADS = re.compile(rf"\b\w{{1,{HEAD}}}")


Key = TypeVar("Key", bound=Hashable)


@lru_cache(maxsize=1024)  # several tables are asked about each unit of a document, some of them later
def _heads(text: str) -> tuple[tuple[str, int], ...]:
    return tuple((head.group(), head.start()) for head in _HEADS.finditer(text))


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
        alike = {small[:n] for n in range(1, HEAD + 1)}
        return tuple((key, pattern) for key, pattern, begin in self._begin if not begin.isdisjoint(alike))

    def present(self, text: str) -> set[Key]:
        """The rows whose pattern stands somewhere in a text."""
        found = {key for key, pattern in self._open if pattern.search(text)}
        for head, start in _heads(text):
            for key, pattern in self._at(head):
                if key not in found and pattern.match(text, start):
                    found.add(key)
        return found

    def matches(self, text: str) -> Iterator[tuple[Key, re.Match[str]]]:
        """All places in order, never overlapping; of several rows that match at a word the first one, as in one alternation."""
        if self._open:
            raise ValueError(f"{self._open[0][1].pattern!r} does not say which words it begins with")
        free = 0
        for head, start in _heads(text):
            if start < free:
                continue
            for key, pattern in self._at(head):
                if m := pattern.match(text, start):
                    yield key, m
                    free = m.end()
                    break
