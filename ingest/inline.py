"""The inside of a Markdown paragraph: emphasis, links, code, math and tags taken off, every kept character led back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .math import math
from .strand import GONE, View
from .webpage import TOKEN

if TYPE_CHECKING:
    from .layout import Layout

# The signs at which plain text stops, each with what may follow it. Quantifiers are possessive or bounded: no input is slow.
SPECIAL = re.compile(
    r"""(?P<bracketed>\\\\?\((?=[^\n]{0,200}?\\[a-zA-Z%][^\n]{0,200}?\\\)))   # \(2\times\)
      | \\(?P<escaped>[!-/:-@\[-`{-~])            # \* is *
      | (?P<hard>(?<![ ])[ ]{2,}+\n|\\\n)                # a forced line break
      | (?P<ticks>`++)
      | (?P<image>!\[)
      | (?P<note>\[\^[^\]\s]{1,40}\]:?)           # a footnote's mark
      | (?P<open>\[)
      | (?P<close>\]
            (?P<target>\((?:[^()\s]|\((?:[^()\s]|\([^()\s]*+\))*+\)|[ ](?=["'])|(?<=["'\w.,:;!?\-)])[ ](?=[^()]*["']\)))*+\))?
            (?P<reference>\[[^\[\]\n]{0,80}\])?)
      | <(?P<auto>(?:https?|mailto|ftp):[^\s<>]*)>
      | (?P<tag><[!?/a-zA-Z])
      | (?P<display>\$\$)
      | (?P<dollar>\$(?=\S))
      | (?P<emphasis>\*+|_+|~~)
      | (?P<struck>(?<!\S)~(?=[^\s~\d])[^~\n]{2,2000}(?<=\S)~(?![\w~]))   # ~no longer so~, but not ~3 to ~4
      | (?P<template>\{\{.{0,2000}?\}\}|\{%.{0,2000}?%\}|\{:[^{}\n]{0,200}\}|\{/\*.{0,2000}?\*/\}|\{\#[\w-]+\})""",
    re.VERBOSE | re.DOTALL,
)
DOLLARS = re.compile(r"\$(?P<body>[^$\n]{0,300}?(?:\n[^$\n]{0,300}?)?)(?<![\s\\])\$(?!\d)")
BRACKETED = re.compile(r"\\\\?\((?P<body>[^\n]{0,400}?)\\\\?\)")
STRUCK = re.compile(r"~~(?=\S)[^~]{1,2000}(?<=\S)~~")
DISPLAY = re.compile(r"\$\$(?P<body>[^$]{0,4000})\$\$")


def inline(layout: Layout, view: View, start: int = 0) -> None:
    """Send the text of a block through the layout."""
    Walk(layout, view, start).run()


class Walk:
    """One pass over a block's text."""

    def __init__(self, layout: Layout, view: View, start: int) -> None:
        self.layout, self.view, self.at = layout, view, start
        self.brackets: list[tuple[int, int]] = []  # (number of parts, strand length) before each open bracket

    def run(self) -> None:
        text, end = self.view.text, len(self.view.text)
        while self.at < end:
            found = SPECIAL.search(text, self.at)
            if found is None:
                self.layout.text(self.view, self.at, end)
                return
            if found.start() > self.at:
                self.layout.text(self.view, self.at, found.start())
            self.at = found.end()
            SIGNS[found.lastgroup if found.lastgroup in SIGNS else named(found)](self, found)

    def place(self, offset: int) -> int:
        return self.view.at(offset)

    def keep(self, start: int, end: int) -> None:
        self.layout.text(self.view, start, end)

    def begin(self, found: re.Match[str]) -> None:
        """Markup at the very start of a block belongs to its first unit."""
        if self.layout.start is None and not self.layout.hidden:
            self.layout.start = self.place(found.start())

    def escaped(self, found: re.Match[str]) -> None:
        self.begin(found)
        self.layout.sign(found["escaped"], self.place(found.start()), self.place(found.end() - 1) + 1)

    def hard(self, found: re.Match[str]) -> None:
        self.layout.break_tag("br", "", self.place(found.start()), self.place(found.end() - 1), False)

    def ticks(self, found: re.Match[str]) -> None:
        """A code span is kept as text; lone back-ticks are dropped."""
        self.begin(found)
        run = found["ticks"]
        close = self.view.text.find(run, found.end())
        if close >= 0 and self.view.text[close + len(run) : close + len(run) + 1] != "`":
            if not self.layout.hidden:
                self.layout.strand.keep(self.view, found.end(), close)
            self.at = close + len(run)

    def image(self, found: re.Match[str]) -> None:
        """A picture is dropped with its alternative text."""
        depth, at, text = 1, found.end(), self.view.text
        limit = min(len(text), at + 2000)
        while at < limit and depth:
            depth += {"[": 1, "]": -1}.get(text[at], 0)
            at += 1
        if depth == 0:
            close = SPECIAL.match(text, at - 1)
            self.at = close.end() if close and close["close"] is not None else at

    def note(self, found: re.Match[str]) -> None:
        """A footnote's mark says nothing."""

    def open(self, found: re.Match[str]) -> None:
        self.begin(found)
        self.brackets.append((len(self.layout.strand.parts), self.layout.strand.length))
        self.keep(found.start(), found.end())

    def close(self, found: re.Match[str]) -> None:
        """The end of a link drops its brackets and its target; brackets that are no link stay."""
        bracket = self.brackets.pop() if self.brackets else None
        if found["target"] is None and not (found["reference"] and bracket is not None):
            self.keep(found.start(), found.start() + 1)
            self.at = found.start() + 1
            return
        if bracket is not None:
            blank_bracket(self.layout, *bracket)
        if found["target"] is not None and found["reference"]:
            self.at = found.end("target")

    def auto(self, found: re.Match[str]) -> None:
        self.begin(found)
        self.keep(found.start("auto"), found.end("auto"))

    def tag(self, found: re.Match[str]) -> None:
        token = TOKEN.match(self.view.text, found.start())
        if token is None:
            self.keep(found.start(), found.start() + 1)
            self.at = found.start() + 1
            return
        self.at = token.end()
        name = token["name"] or token["odd"]
        if name:
            self.layout.tag(name, token["rest"] or "", self.place(token.start()), self.place(token.end() - 1) + 1)

    def display(self, found: re.Match[str]) -> None:
        self.formula(found, DISPLAY)

    def dollar(self, found: re.Match[str]) -> None:
        self.formula(found, DOLLARS)

    def bracketed(self, found: re.Match[str]) -> None:
        self.formula(found, BRACKETED)

    def formula(self, found: re.Match[str], pattern: re.Pattern[str]) -> None:
        whole = pattern.match(self.view.text, found.start())
        if whole is None:
            self.keep(found.start(), found.end())
            return
        self.begin(found)
        math(self.layout, self.view, whole.start("body"), whole.end("body"), whole.start(), whole.end())
        self.at = whole.end()

    def emphasis(self, found: re.Match[str]) -> None:
        """Stars and underscores are dropped where they can open or close emphasis, and kept as signs elsewhere.

        What is struck through goes with its strokes: it is not said any more.
        """
        text = self.view.text
        if found[0] == "~~" and (struck := STRUCK.match(text, found.start())):
            self.at = struck.end()
            return
        before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        spaced = (not before or before.isspace()) and (not after or after.isspace())
        within = (before.isalnum() and after.isalnum()) or "_" in (before, after)
        if spaced or (found[0][0] == "_" and within) or (found[0] == "*" and before.isdigit() and after.isdigit()):
            self.keep(found.start(), found.end())
        else:
            self.begin(found)

    def struck(self, found: re.Match[str]) -> None:
        """What is struck through is not said any more."""

    def template(self, found: re.Match[str]) -> None:
        """What a site generator fills in is not in the document."""


def named(found: re.Match[str]) -> str:
    """Which sign was found, where a part of it was the last group to match."""
    return next(name for name in SIGNS if found[name] is not None)


def blank_bracket(layout: Layout, part: int, length: int) -> None:
    """Take back the `[` of what turned out to be a link."""
    strand = layout.strand
    if part < len(strand.parts) and strand.parts[part] == "[":
        strand.parts[part] = GONE


SIGNS = {
    "bracketed": Walk.bracketed,
    "escaped": Walk.escaped,
    "hard": Walk.hard,
    "ticks": Walk.ticks,
    "image": Walk.image,
    "note": Walk.note,
    "open": Walk.open,
    "close": Walk.close,
    "auto": Walk.auto,
    "tag": Walk.tag,
    "display": Walk.display,
    "dollar": Walk.dollar,
    "emphasis": Walk.emphasis,
    "struck": Walk.struck,
    "template": Walk.template,
}
