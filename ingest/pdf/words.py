"""Lines and words of a page with their boxes, in the order in which the page draws them.

The order of the content stream is the reading order of what LaTeX, Typst and Word write; sorting by place mixes two columns.
pdfium is asked for the whole text once and then only for the boxes of the first and last character of each word.
"""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .turn import Corners, Turn, angle_of

WORD = re.compile(r"\S+")
LINE_END = re.compile(r"\r\n|[\r\n]|[\ufffe\x02]")
# A footnote's mark: raised figures behind a word or its full stop. Behind a single letter they are an exponent.
MARK = re.compile(
    r"(?:(?<=[^\W\d_]{3})|(?<=[^\W\d_][.,;:])|(?<=[^\W\d_]\)[.,;:])|(?<=[^\W\d_]\))|(?<=/s)|(?<=[^\W\d_]{2}#)|(?<=\d[x×%]))\d{1,2}$"
)
UPRIGHT = re.compile(r"[^\W_gjpqyQ]")  # a sign that stands on the line and does not reach below it
POWER = re.compile(r"(?<![\d.,])10(?=[-\u2212\u2013]?\d{1,2}$)")  # 10 to the so-manieth, if what follows is raised
# Some fonts (Libertine as the ACM sets it) name their ligatures wrongly: "signi!cant", "e#cient", "di\"erent", "$uctuates".
# Two such words on a page tell.
TELLTALE = re.compile(
    r"di\"er|e\"ect|\b[Ss]u\"er|!rst|!nd\b|signi!c|[EeDd]i?i?#cien|con!gu|[Ss]peci!|[Pp]ro!l|[Dd]e!n|enti!|!xed|re\$ect"
)
LIGATURES = {"!": "fi", '"': "ff", "#": "ffi", "$": "fl"}
MISNAMED = re.compile(
    r"""(?:(?<=[^\W\d_])[!#$"]|(?<![^\W_])[!$])(?=[a-z])
      # at a word's end only in words that end in a double f: off, trade-off, tradeoff, payoff, cutoff, handoff, staff
      | (?:(?<=-o)|(?<=\b[Oo])|(?<=deo)|(?<=yo)|(?<=uto)|(?<=ndo)|(?<=\bsta))"(?=$|\W)""",
    re.VERBOSE,
)
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
    font: str = ""
    italic: bool = False
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    text: str = ""

    def __post_init__(self) -> None:
        words = self.words
        self.text = " ".join([word.text for word in words])
        self.x0 = min([word.x0 for word in words])
        self.x1 = max([word.x1 for word in words])
        self.y0 = min([word.y0 for word in words])
        self.y1 = max([word.y1 for word in words])


def on_one_line(words: list[Word], size: float) -> list[list[Word]]:
    """Runs of words that stand at one height. pdfium may go on, in one line, from a paragraph's end into a drawing's letters."""
    runs = [[words[0]]]
    for word in words[1:]:
        last = runs[-1][-1]
        gap = max(word.y0 - last.y1, last.y0 - word.y1)
        low = word.y1 - word.y0 < 2 * size and last.y1 - last.y0 < 2 * size  # a tall sign belongs to a formula
        if gap > 0.5 * size and (low or gap > 3 * size):
            runs.append([word])
        else:
            runs[-1].append(word)
    return runs


def mend(lines: list[Line]) -> list[Line]:
    """Pieces of one printed line, which pdfium parts at raised signs and changes of type, put together again."""
    out: list[Line] = []
    for line in lines:
        last = out[-1] if out else None
        if last is not None and not last.hyphen and beside(last, line):
            words = list(last.words)
            tail, head = words[-1], line.words[0]
            if head.x0 - tail.x1 < 0.12 * max(last.size, line.size):
                words[-1] = Word(tail.text + head.text, tail.x0, min(tail.y0, head.y0), head.x1, max(tail.y1, head.y1))
                words += line.words[1:]
            else:
                words += line.words
            longer = last if len(last.text) >= len(line.text) else line
            out[-1] = Line(
                words, longer.size, longer.bold, line.hyphen, line.page, longer.font, last.italic and line.italic
            )
        else:
            out.append(line)
    return out


def beside(left: Line, right: Line) -> bool:
    """Whether the second stands directly behind the first on the same line of print."""
    gap = right.x0 - left.x1
    size = max(left.size, right.size)
    if not -0.25 * size < gap < 0.6 * size or right.x1 <= left.x1:
        return False
    common = min(left.y1, right.y1) - max(left.y0, right.y0)
    lower = min(left.y1 - left.y0, right.y1 - right.y0)
    return common > 0.4 * lower and max(left.y1 - left.y0, right.y1 - right.y0) < 2.5 * size


BOLD = ("bold", "medi", "demi", "black", "heavy", "cmbx", "cmssbx", "sfbx", "-sb", "libertinetb", "biolinumtb")
ITALIC = ("ital", "obli", "cmti", "slant", "sfti", "libertineti", "libertinetbi", "biolinumti")


@lru_cache(maxsize=512)
def is_bold(font: str) -> bool:
    """By the font's name: NimbusRomNo9L-Medi, CMBX10, Inter-SemiBold, LinLibertineTB."""
    low = font.lower()
    return any(part in low for part in BOLD)


@lru_cache(maxsize=512)
def is_italic(font: str) -> bool:
    """By the font's name: NimbusRomNo9L-ReguItal, CMTI10, Helvetica-Oblique."""
    low = font.lower()
    return any(part in low for part in ITALIC)


class PageWords:
    """Reads words off pages, with the C variables made once."""

    def __init__(self) -> None:
        import pypdfium2.raw as raw

        self.raw = raw
        self.left, self.right, self.bottom, self.top = (ctypes.c_double() for _ in range(4))
        self.misnamed = False  # whether ligatures have been found to be named wrongly
        self.edges = tuple(map(ctypes.byref, (self.left, self.right, self.bottom, self.top)))
        self.box = raw.FPDFText_GetCharBox
        self.name = ctypes.create_string_buffer(128)
        self.flags = ctypes.c_int()
        self.matrix = raw.FS_MATRIX()
        self.turn: Turn | None = None  # how the text of the page lies, if not upright

    def lines(self, textpage: Any, number: int, size: tuple[float, float]) -> list[Line]:
        """The lines of one page of a size, laid upright."""
        self.turn = None
        count = self.raw.FPDFText_CountChars(textpage)
        if count <= 0:
            return []
        text, index = self.text(textpage, count)
        if angle := self.angle(textpage, text, index):
            self.turn = Turn(angle, *size)
        self.misnamed = self.misnamed or len(TELLTALE.findall(text)) > 1
        lines: list[Line] = []
        start = 0
        for found in LINE_END.finditer(text):
            self.line(textpage, text, index, start, found.start(), found[0] in HYPHEN, number, lines)
            start = found.end()
        self.line(textpage, text, index, start, len(text), False, number, lines)
        return mend(lines)

    def angle(self, textpage: Any, text: str, index: list[int] | None) -> int:
        """Which way most of the text runs, by some of its signs."""
        angles: Counter[int] = Counter()
        for at in range(0, len(text), len(text) // 16 + 1):
            place = at if index is None else index[at]
            if not text[at].isspace() and self.raw.FPDFText_GetMatrix(textpage, place, self.matrix):
                angles[angle_of(self.matrix.a, self.matrix.b)] += 1
        return angles.most_common(1)[0][0] if angles else 0

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
        places: list[int] = []
        for found in WORD.finditer(text, start, end):
            a, b = found.start(), found.end() - 1
            if index is not None:
                a, b = index[a], index[b]
            text_of_word = found[0]
            core = text_of_word.rstrip(",.;:)") if text_of_word[-1] in ",.;:)" else text_of_word
            if core and core[-1].isdigit():
                behind = text_of_word[len(core) :]
                upright = UPRIGHT.search(core)
                foot = a + (upright.start() if upright else 0)
                if (mark := MARK.search(core)) and self.is_raised(page, foot, b - len(behind)):
                    text_of_word = core[: mark.start()] + behind
                elif (power := POWER.search(core)) and self.is_raised(page, foot, b - len(behind)):
                    text_of_word = f"{core[: power.end()]}^{core[power.end() :]}{behind}"
            if self.misnamed:
                text_of_word = MISNAMED.sub(lambda sign: LIGATURES[sign[0]], text_of_word)
            words.append(self.word(page, text_of_word, a, b))
            places.append(a)
        if not words:
            return
        at = places[len(places) // 2]
        size = sorted(self.size(page, place) for place in (places[0], at, places[-1]))[1]
        fonts = [self.font(page, place) for place in dict.fromkeys((places[0], at, places[-1]))]
        bold = all(is_bold(font) for font in fonts)
        italic = all(is_italic(font) for font in fonts)
        runs = on_one_line(words, size)
        for words in runs:
            lines.append(Line(words, size, bold, hyphen and words is runs[-1], number, fonts[len(fonts) // 2], italic))

    def font(self, page: Any, at: int) -> str:
        got = self.raw.FPDFText_GetFontInfo(page, at, self.name, 128, self.flags)
        return self.name.raw[: max(min(got, 128) - 1, 0)].decode("utf-8", errors="replace")

    def size(self, page: Any, at: int) -> float:
        """The size of the type as it shows: a table that was scaled down is set in small type."""
        size = self.raw.FPDFText_GetFontSize(page, at)
        if self.raw.FPDFText_GetMatrix(page, at, self.matrix):
            size *= (self.matrix.b**2 + self.matrix.d**2) ** 0.5 or (self.matrix.a**2 + self.matrix.c**2) ** 0.5
        return float(size)

    def is_raised(self, page: Any, a: int, b: int) -> bool:
        """Whether the last character is set smaller than the first, or stands clearly above its foot."""
        size = self.size(page, a)
        if self.size(page, b) < 0.85 * size:
            return True
        return self.corners(page, b)[1] - self.corners(page, a)[1] > 0.22 * size

    def corners(self, page: Any, at: int) -> Corners:
        """The box of a sign, upright."""
        self.box(page, at, *self.edges)
        box = self.left.value, self.bottom.value, self.right.value, self.top.value
        return box if self.turn is None else self.turn.upright(*box)

    def word(self, page: Any, text: str, a: int, b: int) -> Word:
        left, right, bottom, top = self.left, self.right, self.bottom, self.top
        self.box(page, a, *self.edges)
        x0, x1, y0, y1 = left.value, right.value, bottom.value, top.value
        if b != a:
            self.box(page, b, *self.edges)
            x0, x1 = min(x0, left.value), max(x1, right.value)
            y0, y1 = min(y0, bottom.value), max(y1, top.value)
        if self.turn is not None:
            x0, y0, x1, y1 = self.turn.upright(x0, y0, x1, y1)
        return Word(text, x0, y0, x1, y1)
