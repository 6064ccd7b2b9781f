"""What the file itself says of its parts: the outline that viewers show beside the pages, and the numbers printed on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from .words import Line

MOST = 2000  # entries of an outline that are looked at
LONGEST = 3  # lines that a heading takes at most
WIDEST = 130  # signs of a heading's line
LETTERS = re.compile(r"[^\W\d_]+")
NUMBER = re.compile(r"^(?:appendix\s+)?(?:\d+(?:\.\d+)*|[A-Z](?:\.\d+)+|[A-Z]|[IVX]+)[.:)]?\s+(?=\S)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the outline."""

    level: int  # from 1
    title: str
    page: int  # 1-based


def entries(found: Iterable[tuple[int, str, int | None]]) -> tuple[Entry, ...]:
    """Of (level from 0, title, page from 0): those that have words and lead to a page of the file."""
    out = []
    for level, title, page in islice(found, MOST):
        title = " ".join(title.replace("\0", " ").split())
        if page is not None and page >= 0 and LETTERS.search(title):
            out.append(Entry(level + 1, title, page + 1))
    return tuple(out)


def labels(count: int, label: Callable[[int], str]) -> tuple[str, ...]:
    """The printed number of each page; nothing where they are those that anyone would count: 1, 2, 3."""
    if not any(label(number) not in ("", str(number + 1)) for number in islice(spots(count), 64)):
        return ()
    return tuple(label(number) or str(number + 1) for number in range(count))


def spots(count: int) -> Iterator[int]:
    """The first pages and the last ones: where the numbering is of two kinds, it is so from the start or at the end."""
    yield from range(min(count, 32))
    yield from range(max(count - 32, 32), count)


def pdfium_outline(document: Any) -> tuple[Entry, ...]:
    """As pdfium has it. It stops at cycles."""

    def found() -> Iterator[tuple[int, str, int | None]]:
        for mark in document.get_toc(max_depth=8):
            where = mark.get_dest()
            yield mark.level, mark.get_title(), None if where is None else where.get_index()

    return entries(found())


def pypdf_outline(reader: Any) -> tuple[Entry, ...]:
    """As pypdf has it: a list, in which a list holds what is below the entry before it."""

    def found(items: Any, level: int) -> Iterator[tuple[int, str, int | None]]:
        for item in items:
            if isinstance(item, list):
                if level < 8:
                    yield from found(item, level + 1)
            else:
                yield level, str(item.title or ""), reader.get_destination_page_number(item)

    return entries(found(reader.outline, 0))


def letters(text: str) -> str:
    return "".join(LETTERS.findall(text)).lower()


def forms(text: str) -> tuple[str, str]:
    """The letters of a heading, with and without those of its number: "A.1 Key-Value Cache", "KEY-VALUE CACHE"."""
    return letters(text), letters(NUMBER.sub("", text, count=1))


def headings(lines: list[Line], listed: Sequence[Entry]) -> tuple[dict[int, Entry], list[Entry]]:
    """The lines of a page that are the entries' headings, as {id of the line: entry}, and the entries that no line is."""
    found: dict[int, Entry] = {}
    missing: list[Entry] = []
    if not listed:
        return found, missing
    words = [forms(line.text) if len(line.text) < WIDEST else ("", "") for line in lines]
    for entry in listed:
        wanted = set(forms(entry.title)) - {""}
        at, count = next(((at, count) for at in range(len(lines)) if (count := makes(words, at, wanted))), (0, 0))
        for line in lines[at : at + count]:
            found[id(line)] = entry
        if not count:
            missing.append(entry)
    return found, missing


def makes(words: list[tuple[str, str]], at: int, wanted: set[str]) -> int:
    """How many lines from `at` on make up the heading; 0 if they do not."""
    for text in words[at] if words[at][0] else ():
        for count in range(1, LONGEST + 1):
            if text in wanted:
                return count
            if not any(each.startswith(text) for each in wanted) or at + count >= len(words):
                break
            text += words[at + count][0]
    return 0
