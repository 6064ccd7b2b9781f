"""Columns that are called by whole methods: the document's own beside those it is compared with, in one unit.

"| Batch | Lathe (tok/s) | llama.cpp |" says the unit of both columns once, and their quotient is what the row claims.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from classifier.cause.rivals import is_own, names_engine
from classifier.names.mentions import mentions

_OURS = re.compile(r"\b(?:ours?|this (?:work|paper)|proposed)\b", re.IGNORECASE)
_NUMBER = re.compile(r"^\W*\d[\d,]*(?:\.\d+)?\W*(?:ms|s|us|µs|tok\w*/s|t/s)?\W*$")
# "Run-time in us", "latency (ms)": a unit of all figures, not of one of them
_ALL_IN = re.compile(
    r"\b(?:run-?times?|times?|latenc(?:y|ies)|throughputs?|speeds?|values|numbers|results|figures|measured|reported)\b"
    r"[^.;\d]{0,30}?(?:\bin\s|\()"
    r"(?P<unit>us|µs|microseconds|ms|milliseconds|s|seconds|tokens?/s\w*|tok/s|t/s|tokens per second)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Methods:
    """The place of the one column of the document's own method, and those of the methods beside it."""

    own: int
    rivals: tuple[int, ...]

    @property
    def all(self) -> tuple[int, ...]:
        return (self.own, *self.rivals)


def methods(heads: Sequence[str], cells: Sequence[str], title: str, base: Sequence[bool]) -> Methods | None:
    """Which columns are called by methods, where one of them is the document's own: by its title, or as "ours"."""
    filled = [j for j in range(1, len(heads)) if heads[j].strip() and _NUMBER.match(cells[j])]
    own = [j for j in filled if is_own(heads[j], title) or _OURS.search(heads[j])]
    others = [j for j in filled if j not in own and (base[j] or is_method(heads[j]))]
    return Methods(own[0], tuple(others)) if len(own) == 1 and others else None


def is_method(head: str) -> bool:
    """Whether a head names an engine or a technique."""
    return names_engine(head) or bool(mentions(head).techniques)


def unit_of_all(*texts: str) -> str:
    """The unit that a caption or a note says all figures of a table are in, or ""."""
    return next((m["unit"] for text in texts if (m := _ALL_IN.search(text)) is not None), "")
