"""Clean text under construction, each character of which knows its place in the source.

A reader walks over the source and keeps, drops or folds spans of it. `Strand.finish` gives a `Rich`: the text with white space
collapsed and look-alike signs normalised, and the marks that lead back. Sentences and cells are cut out of it.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Mark = tuple[int, int]
BREAK = "\x1e"  # stands in a strand where a unit must end: <br>, two spaces at the end of a line

GONE = "\u200b"  # put for a kept character that is to go when the strand is finished

# One character for one: these never move an offset.
PLAIN = {
    **dict.fromkeys(map(ord, "\t\r\n\x0b\x0c\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"), " "),
    **dict.fromkeys(map(ord, "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"), " "),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2212\ufe63\uff0d"), "-"),
    **dict.fromkeys(map(ord, "\u223c\u02dc\u301c\uff5e"), "~"),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201b\u2032"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201f"), '"'),
    **dict.fromkeys(map(ord, "\u2715\u2716\u2a2f\u2a09\u21e5"), "×"),  # U+21E5: what mathematical Libertine calls it
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5E) if chr(code) not in "，；：！？"},  # full width
}
# With them the colours of a terminal, whose letters would stick to the next word: ESC [31m.
INVISIBLE = re.compile(
    "(?:\x1b\\[[0-9;?]*[A-Za-z]|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufe0e\ufe0f\x00-\x08\x0e-\x1d\x1f\x7f])+"
)
SPACES = re.compile(r"(?<= ) +|^ +| +$|(?<=\x1e) +| +(?=\x1e)")
RANGE = re.compile(r"(?<=[0-9xX×%])( ?)[\u2013\u2014]+( ?)(?=[0-9])")
LIGATURES = re.compile("[\ufb00-\ufb06]")
STYLED = re.compile("[\U0001d400-\U0001d7ff\u2460-\u2473]")


@dataclass(frozen=True, slots=True)
class Rich:
    """Clean text with the way back. `folded` lists characters that stand for more than one of the source."""

    text: str
    marks: tuple[Mark, ...]
    folded: tuple[Mark, ...] = ()  # (offset in text, length in the source)

    def source(self, offset: int) -> int:
        """Where the character at `offset` begins in the source."""
        clean, place = self.marks[max(bisect_right(self.marks, (offset, 1 << 62)) - 1, 0)]
        return place + offset - clean

    def source_end(self, offset: int) -> int:
        """Where the character at `offset` ends in the source."""
        at = bisect_right(self.folded, (offset, 1 << 62)) - 1
        width = self.folded[at][1] if at >= 0 and self.folded[at][0] == offset else 1
        return self.source(offset) + width

    def cut(self, start: int, end: int) -> Rich:
        """The part from `start` to `end`."""
        if start == 0 and end == len(self.text):
            return self
        first = bisect_right(self.marks, (start, 1 << 62))
        marks = [(0, self.source(start))]
        for clean, place in self.marks[first:]:
            if clean >= end:
                break
            marks.append((clean - start, place))
        folded = tuple((at - start, width) for at, width in self.folded if start <= at < end)
        return Rich(self.text[start:end], tuple(marks), folded)

    def without(self, spans: Iterable[tuple[int, int]]) -> Rich:
        """The same with `spans`, ascending, taken out."""
        kept, at = [], 0
        for start, end in spans:
            if start > at:
                kept.append((at, start))
            at = max(at, end)
        if at < len(self.text):
            kept.append((at, len(self.text)))
        return join([self.cut(a, b) for a, b in kept])

    def strip(self) -> Rich:
        """Without white space at the ends."""
        text = self.text
        return (
            self.cut(len(text) - len(text.lstrip()), len(text.rstrip())) if text.strip() else Rich("", self.marks[:1])
        )


def join(parts: Sequence[Rich], between: str = "") -> Rich:
    """One text of several. The characters of `between` lead to the last one of the part before them."""
    texts: list[str] = []
    marks: list[Mark] = []
    folded: list[Mark] = []
    length = 0
    for number, part in enumerate(parts):
        if number and between:
            last = parts[number - 1]
            place = last.source(len(last.text) - 1) if last.text else last.marks[0][1]
            marks += [(length + at, place) for at in range(len(between))]
            texts.append(between)
            length += len(between)
        marks += [(length + clean, place) for clean, place in part.marks]
        folded += [(length + at, width) for at, width in part.folded]
        texts.append(part.text)
        length += len(part.text)
    return Rich("".join(texts), tuple(marks) or ((0, 0),), tuple(folded))


@dataclass(frozen=True, slots=True)
class View:
    """A stretch of source lines with their indentation taken off. `marks` lead from it to the document."""

    text: str
    marks: tuple[Mark, ...] = ((0, 0),)

    def at(self, offset: int) -> int:
        clean, place = self.marks[max(bisect_right(self.marks, (offset, 1 << 62)) - 1, 0)]
        return place + offset - clean


class Strand:
    """What has been kept so far of one paragraph, cell or heading."""

    __slots__ = ("folded", "length", "marks", "parts")

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.marks: list[Mark] = []
        self.folded: list[Mark] = []
        self.length = 0

    def keep(self, view: View, start: int, end: int) -> None:
        """Take over a span as it stands."""
        if end <= start:
            return
        self.marks.append((self.length, view.at(start)))
        if len(view.marks) > 1:
            for clean, place in view.marks[bisect_right(view.marks, (start, 1 << 62)) :]:
                if clean >= end:
                    break
                self.marks.append((self.length + clean - start, place))
        self.parts.append(view.text[start:end])
        self.length += end - start

    def fold(self, char: str, start: int, end: int) -> None:
        """Put `char` for a longer span of the document: `×` for `$\\times$`."""
        if not char:
            return
        self.marks.append((self.length, start))
        self.marks += [(self.length + more, start) for more in range(1, len(char))]
        if end - start > 1:
            self.folded += [(self.length + at, end - start) for at in range(len(char))]
        self.parts.append(char)
        self.length += len(char)

    def place(self) -> int | None:
        """Where the first kept character stands in the document."""
        return self.marks[0][1] if self.marks else None

    def finish(self) -> Rich:
        """Clean text: look-alikes normalised, invisible characters and double spaces out."""
        text = "".join(self.parts)
        rich = Rich(text, tuple(self.marks) or ((0, 0),), tuple(self.folded))
        return tidy(rich)


def tidy(rich: Rich) -> Rich:
    """Signs that look alike become one; ligatures open; white space collapses."""
    text = rich.text
    if not text.isascii():
        if LIGATURES.search(text):
            rich = open_ligatures(rich)
        text = STYLED.sub(lambda m: unicodedata.normalize("NFKC", m[0])[:1], rich.text)
        text = RANGE.sub(lambda m: "-".rjust(len(m[0])) if not m[2] else m[1] + "-" + m[2], text)
        rich = Rich(text, rich.marks, rich.folded)
    text = text.translate(PLAIN)
    rich = Rich(text, rich.marks, rich.folded)
    if INVISIBLE.search(text):
        rich = rich.without(m.span() for m in INVISIBLE.finditer(text))
    if SPACES.search(rich.text):
        rich = rich.without(m.span() for m in SPACES.finditer(rich.text))
    return rich


def open_ligatures(rich: Rich) -> Rich:
    """`ﬁ` becomes `fi`, both letters leading to the one sign."""
    parts, at = [], 0
    for found in LIGATURES.finditer(rich.text):
        place = rich.source(found.start())
        letters = unicodedata.normalize("NFKC", found[0])
        parts += [rich.cut(at, found.start()), Rich(letters, tuple((i, place) for i in range(len(letters))))]
        at = found.end()
    parts.append(rich.cut(at, len(rich.text)))
    return join([part for part in parts if part.text])


def plain(text: str, start: int, end: int) -> Rich:
    """A span of the document, cleaned, with no markup to look for."""
    return tidy(Rich(text[start:end], ((0, start),)))
