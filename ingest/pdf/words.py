"""Lines and words of a page with their boxes, in the order in which the page draws them.

The order of the content stream is the reading order of what LaTeX, Typst and Word write; sorting by place mixes two columns.
pdfium is asked for the whole text once and then only for the boxes of the first and last character of each word.
"""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass, field
from typing import Any

WORD = re.compile(r"\S+")
LINE_END = re.compile(r"\r\n|[\r\n]|[\ufffe\x02]")
HYPHEN = ("\ufffe", "\x02")  # pdfium's sign for a hyphen at the end of a line


@dataclass(slots=True)
class Word:
    """A run without white space; points, origin at the lower left of the page."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(slots=True)
class Line:
    """One line as the page draws it."""

    words: list[Word]
    size: float  # of its type, in points
    bold: bool
    hyphen: bool  # ends in a hyphen that may or may not belong to the word
    page: int  # 1-based
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    font: str = ""
    ends: float = field(default=0.0)  # where its column ends, once that is known

    def __post_init__(self) -> None:
        self.x0 = min(word.x0 for word in self.words)
        self.x1 = max(word.x1 for word in self.words)
        self.y0 = min(word.y0 for word in self.words)
        self.y1 = max(word.y1 for word in self.words)

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


class PageWords:
    """Reads words off pages, with the C variables made once."""

    def __init__(self) -> None:
        import pypdfium2.raw as raw

        self.raw = raw
        self.left, self.right, self.bottom, self.top = (ctypes.c_double() for _ in range(4))
        self.name = ctypes.create_string_buffer(128)
        self.flags = ctypes.c_int()

    def lines(self, textpage: Any, number: int, origin: tuple[float, float] = (0.0, 0.0)) -> list[Line]:
        """The lines of one page."""
        count = self.raw.FPDFText_CountChars(textpage)
        if count <= 0:
            return []
        text, index = self.text(textpage, count)
        lines: list[Line] = []
        start = 0
        for found in LINE_END.finditer(text):
            self.line(textpage, text, index, start, found.start(), found[0] in HYPHEN, number, lines)
            start = found.end()
        self.line(textpage, text, index, start, len(text), False, number, lines)
        return lines

    def text(self, textpage: Any, count: int) -> tuple[str, list[int] | None]:
        """The text, and for each of its characters the one of pdfium, where the two do not run alike."""
        raw = self.raw
        buffer = ctypes.create_string_buffer(2 * (count + 1) + 2)
        got = raw.FPDFText_GetText(textpage, 0, count, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)))
        text = buffer.raw[: 2 * max(got - 1, 0)].decode("utf-16-le", errors="replace").rstrip("\0")
        if len(text) == count:
            return text, None
        index: list[int] = []
        unit = 0
        for char in text:
            index.append(raw.FPDFText_GetCharIndexFromTextIndex(textpage, unit))
            unit += 2 if ord(char) > 0xFFFF else 1
        return text, index

    def line(
        self,
        page: Any,
        text: str,
        index: list[int] | None,
        start: int,
        end: int,
        hyphen: bool,
        number: int,
        lines: list[Line],
    ) -> None:
        words: list[Word] = []
        for found in WORD.finditer(text, start, end):
            a, b = found.start(), found.end() - 1
            if index is not None:
                a, b = index[a], index[b]
            words.append(self.word(page, found[0], a, b))
        if not words:
            return
        first = WORD.search(text, start, end)
        assert first is not None
        at = index[first.start()] if index is not None else first.start()
        size = self.raw.FPDFText_GetFontSize(page, at)
        got = self.raw.FPDFText_GetFontInfo(page, at, self.name, 128, self.flags)
        font = self.name.raw[: max(min(got, 128) - 1, 0)].decode("utf-8", errors="replace")
        low = font.lower()
        bold = "bold" in low or "medi" in low or "black" in low or "cmbx" in low or "-sb" in low
        lines.append(Line(words, size, bold, hyphen, number, font=font))

    def word(self, page: Any, text: str, a: int, b: int) -> Word:
        box = self.raw.FPDFText_GetCharBox
        box(page, a, self.left, self.right, self.bottom, self.top)
        x0, x1, y0, y1 = self.left.value, self.right.value, self.bottom.value, self.top.value
        if b != a:
            box(page, b, self.left, self.right, self.bottom, self.top)
            x0, x1 = min(x0, self.left.value), max(x1, self.right.value)
            y0, y1 = min(y0, self.bottom.value), max(y1, self.top.value)
        return Word(text, x0, y0, x1, y1)
