# ruff: noqa: E501 - one pattern is one row, however long
"""What the command lines of a page set: `--max-concurrency 1 --output-len 128` is the setting of the results beside it.

Code is no passage and holds no claim; its flags are read from the document's text, and their places are offsets into that.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from classifier.setting.values import unambiguous
from ingest import Document

# (parameter, the flags of benchmark programs that set it for a run). What a server only allows ("--max-num-seqs") is none.
_FLAGS: tuple[tuple[str, str], ...] = (
    ("batch", r"batch[-_]size|bs|max[-_]concurrency|(?:num[-_])?concurren(?:cy|t[-_]requests|t[-_]clients)|num[-_]clients"),
    ("input_len", r"(?:random[-_])?input[-_](?:len|length|tokens)|isl|prompt[-_](?:len|length|tokens)|random[-_]input"),
    ("output_len", r"(?:random[-_])?output[-_](?:len|length|tokens)|osl|gen[-_](?:len|length|tokens)|random[-_]output|max[-_]new[-_]tokens"),
    ("context_len", r"context[-_](?:len|length)|depth"),
    ("tp", r"tp(?:[-_]size)?|tensor[-_](?:model[-_])?parallel(?:[-_]size|[-_]degree)?"),
    ("draft_len", r"num[-_]speculative[-_]tokens|speculative[-_]num[-_]draft[-_]tokens|gamma"),
    ("group_size", r"(?:q[-_]|w[-_])?group[-_]size"),
)  # fmt: skip
OF_A_RUN = (
    "batch",
    "input_len",
    "output_len",
    "context_len",
)  # what a benchmark sends, whatever a server was started with
_FLAG = re.compile(
    rf"(?<![\w-])--(?:{'|'.join(f'(?P<{name}>{flags})' for name, flags in _FLAGS)})[ =](?P<n>\d{{1,7}})(?![\w,.:/-])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag at its place in the document's text, and the section that it stands in."""

    name: str
    value: int
    start: int
    end: int
    section: tuple[str, ...]


def flags(document: Document) -> tuple[Flag, ...]:
    """The flags of all command lines, in order."""
    if document.format == "pdf" or "--" not in document.text:
        return ()
    starts = [p.start for p in document.passages]
    return tuple(_flag(m, document, starts) for m in _FLAG.finditer(document.text))


def _flag(m: re.Match[str], document: Document, starts: list[int]) -> Flag:
    name = m.lastgroup if m.lastgroup != "n" else next(name for name, _ in _FLAGS if m[name])
    before = document.passages[max(bisect_right(starts, m.start()) - 1, 0)]
    section = (*before.section, before.text) if before.kind == "heading" else before.section
    return Flag(str(name), int(m["n"]), m.start("n"), m.end("n"), section)


def governing(found: tuple[Flag, ...], section: tuple[str, ...]) -> list[Flag]:
    """The flags of one section; of several values of one name none."""
    return unambiguous(f for f in found if f.section == section)
