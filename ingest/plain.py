"""Plain text: change logs and notes, with what structure people give them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .builder import NEWLINE, Builder
from .printed import add_printed, printed
from .strand import Mark, Rich, plain, tidy

BULLET = re.compile(r"^(?P<indent>\s*)(?:[-*+•–◦]|\d{1,3}[.)]|\([a-z\d]\))\s+(?=\S)")
LABELLED = re.compile(r"^[a-zA-Z][\w\-/]{1,14}(?: \w{1,12})?\s?:\s+(?=\S)")
RULE = re.compile(r"^\s*[=\-~_*#]{3,}\s*$")
FRAMED = re.compile(
    r"^\s*(?P<sign>[*=#\-~])(?P=sign)*\s+(?P<title>[^\s*=#\-~].{1,70}?)\s+(?P=sign){2,}\s*$"
)  # *** Speed ***
HASHED = re.compile(r"^#{1,6}\s+(?=\S)")
HEADING = re.compile(
    r"""^(?:[vV]?\d+\.\d[\w.\-]*(?:\s.{0,60})?
          | (?:Version|Release|NEWS)\b.{0,70}
          | (?:Major\s|New\s|Notable\s)?[Cc]hanges\s(?:in|between|from|since|for|with)\b.{0,70}
          | [A-Z][A-Z\ \d.:\-]{3,60}:?
          | [a-z\d][a-z\d+.\-]+\ \([\w.:~+\-]+\)\ [\w\- ]+;\ urgency=\w+)$""",  # the last: a Debian package's change log
    re.VERBOSE,
)
RELEASE = re.compile(
    r"^[A-Za-z][\w.+\-]*(?: [A-Za-z][\w.+\-]*){0,2},? [vV]?\d+\.\d[\w.\-]*\b.{0,40}$"
)  # "Name v1.2.2, Mar 26th 2025:"
SIGNED = re.compile(r"^ -- .{3,60}<\S+@\S+>\s.{10,40}$")  # who made a Debian change, and when
ENDED = re.compile(r"[.!?][\"')\]]*$")


def read_text(text: str) -> Builder:
    """The units of a text file: headings by underline or look, bullets by their sign, paragraphs by empty lines."""
    builder = Builder(text)
    lines = NEWLINE.split(text)
    starts = [0, *(found.end() for found in NEWLINE.finditer(text))]
    reader = Reader(builder, lines, starts)
    tables = {table.first: table for table in printed(lines, 0, len(lines))}
    number = 0
    while number < len(lines):
        if number in tables:
            reader.table(number, tables[number].last)
            number = tables[number].last
        else:
            reader.line(number)
            number += 1
    reader.flush()
    return builder


class Reader:
    """Goes through the lines."""

    def __init__(self, builder: Builder, lines: list[str], starts: list[int]) -> None:
        self.builder, self.lines, self.starts = builder, lines, starts
        self.open: list[int] = []
        self.bullet = False
        self.items: list[tuple[int, int | None]] = []  # (indentation, passage) of the bullets that are open
        self.intro: int | None = None  # what the bullets of the list hang under
        self.ragged = is_ragged(lines)

    def line(self, number: int) -> None:
        line = self.lines[number]
        if not line.strip() or RULE.match(line) or SIGNED.match(line):
            self.flush()
            return
        found = BULLET.match(line)
        if not self.open and (level := self.level(number)):
            self.heading(number, level)
        elif self.open and self.outside(number) and not found:
            self.flush()
            self.open = [number]
        elif found or (self.open and self.begins(number)):
            self.flush()
            self.open, self.bullet = [number], True
        elif not self.open and LABELLED.match(line):
            self.open, self.bullet = [number], True
        else:
            self.open.append(number)

    def level(self, number: int) -> int:
        """How deep a heading the line is; 0 where it is none."""
        line = self.lines[number]
        text = line.strip()
        following = self.lines[number + 1] if number + 1 < len(self.lines) else ""
        if RULE.match(following) and not BULLET.match(line):
            return 1 if "=" in following else 2
        if found := HASHED.match(text):
            return len(found[0].strip())
        alone = not following.strip() or BULLET.match(following)
        if BULLET.match(line):
            return 0
        return 2 if HEADING.match(text) or FRAMED.match(line) or (alone and RELEASE.match(text)) else 0

    def outside(self, number: int) -> bool:
        """Whether a line stands further left than the sign of the bullet that is open."""
        first = self.lines[self.open[0]]
        return self.bullet and BULLET.match(first) is not None and indent_of(self.lines[number]) < indent_of(first)

    def begins(self, number: int) -> bool:
        """A line that begins an entry without a sign: "fix: ...", or whose first word would have fitted on the line before."""
        line, before = self.lines[number], self.lines[self.open[-1]].rstrip()
        inner = indent_of(line) > indent_of(self.lines[self.open[0]])
        if inner and self.bullet and BULLET.match(self.lines[self.open[0]]):
            return False  # indented below a bullet's sign: it goes on
        width = max(len(self.lines[each]) for each in self.open)
        word = line.split()[0]
        loose = len(before) + 1 + len(word) < 0.75 * max(width, 70)
        if LABELLED.match(line):
            return self.bullet or loose or self.ragged or ENDED.search(before) is not None
        if ENDED.search(before):
            return False  # the next sentence of a paragraph
        if self.ragged and not inner:
            return True
        return (word[0].isupper() and loose and not before.endswith(",")) or width > 160

    def heading(self, number: int, level: int) -> None:
        self.items.clear()
        self.intro = None
        rich, start, end = self.rich([number])
        framed = FRAMED.match(self.lines[number]) or HASHED.match(self.lines[number].strip())
        if framed:
            text = self.lines[number]
            a = text.index(framed["title"]) if framed.re is FRAMED else len(text) - len(text.lstrip(" #"))
            b = a + len(framed["title"]) if framed.re is FRAMED else len(text.rstrip(" #"))
            start, end = self.starts[number] + a, self.starts[number] + b
            rich = plain(self.builder.text, start, end)
        self.builder.heading(level, rich, start, end)

    def table(self, first: int, last: int) -> None:
        """A table that a program printed."""
        self.flush()
        passages = self.builder.passages
        near = passages and passages[-1].kind in ("sentence", "bullet") and passages[-1].block == self.builder.block
        add_printed(self.builder, self.lines, self.starts, first, last, "", len(passages) - 1 if near else None)

    def rich(self, numbers: list[int]) -> tuple[Rich, int, int]:
        """Clean text of lines."""
        parts: list[str] = []
        marks: list[Mark] = []
        length = 0
        for number in numbers:
            line = self.lines[number]
            found = BULLET.match(line) if self.bullet and number == numbers[0] else None
            skip = found.end() if found else len(line) - len(line.lstrip())
            marks.append((length, self.starts[number] + skip))
            parts.append(line[skip:] + " ")
            length += len(line) - skip + 1
        start = marks[0][1]
        end = self.starts[numbers[-1]] + len(self.lines[numbers[-1]].rstrip())
        return tidy(Rich("".join(parts), tuple(marks))).strip(), start, end

    def flush(self) -> None:
        if not self.open:
            return
        numbers, self.open = self.open, []
        rich, start, end = self.rich(numbers)
        if sum(map(str.isalnum, rich.text)) < 0.4 * len(rich.text):
            self.bullet = False
            return  # a drawing
        first = self.lines[numbers[0]]
        indent = len(first) - len(first.lstrip())
        if self.bullet:
            while self.items and self.items[-1][0] >= indent:
                self.items.pop()
            parent = self.items[-1][1] if self.items else self.intro
            self.items.append((indent, self.builder.prose(rich, "bullet", start, end, parent)))
        else:
            while self.items and self.items[-1][0] >= indent:
                self.items.pop()  # no deeper than the bullet's sign: it belongs to what is around the list
            said = self.builder.prose(rich, "sentence", start, end, self.items[-1][1] if self.items else None)
            if not self.items:
                self.intro = len(self.builder.passages) - 1 if said is not None and rich.text.endswith(":") else None
        self.bullet = False


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip())


def is_ragged(lines: Sequence[str]) -> bool:
    """Whether the file has an entry a line, whatever its length, and not paragraphs that are wrapped at one width."""
    lengths = sorted(len(line.rstrip()) for line in lines if line.strip())
    if len(lengths) < 8:
        return False
    wide = lengths[int(0.9 * len(lengths))]
    return wide > 90 and sum(length >= 0.85 * wide for length in lengths) < 0.4 * len(lengths)
