"""Plain text: change logs and notes, with what structure people give them."""

from __future__ import annotations

import re

from .builder import NEWLINE, Builder
from .strand import Mark, Rich, tidy

BULLET = re.compile(r"^(?P<indent>\s*)(?:[-*+•–◦]|\d{1,3}[.)]|\([a-z\d]\))\s+(?=\S)")
LABELLED = re.compile(r"^[a-zA-Z][\w\-/]{1,14}(?: \w{1,12})?\s?:\s+(?=\S)")
RULE = re.compile(r"^\s*[=\-~_*#]{3,}\s*$")
HEADING = re.compile(
    r"^(?:[vV]?\d+\.\d[\w.\-]*(?:\s.{0,60})?|(?:Version|Release|Changes in|Snappy|NEWS)\b.{0,70}|[A-Z][A-Z \d.:\-]{3,60}:?)$"
)


def read_text(text: str) -> Builder:
    """The units of a text file: headings by underline or look, bullets by their sign, paragraphs by empty lines."""
    builder = Builder(text)
    lines = NEWLINE.split(text)
    starts = [0, *(found.end() for found in NEWLINE.finditer(text))]
    reader = Reader(builder, lines, starts)
    for number in range(len(lines)):
        reader.line(number)
    reader.flush()
    return builder


class Reader:
    """Goes through the lines."""

    def __init__(self, builder: Builder, lines: list[str], starts: list[int]) -> None:
        self.builder, self.lines, self.starts = builder, lines, starts
        self.open: list[int] = []
        self.bullet = False
        self.items: list[tuple[int, int | None]] = []  # (indentation, passage) of the bullets that are open

    def line(self, number: int) -> None:
        line = self.lines[number]
        following = self.lines[number + 1] if number + 1 < len(self.lines) else ""
        found = BULLET.match(line)
        if not line.strip() or RULE.match(line):
            self.flush()
        elif not self.open and not found and (RULE.match(following) or HEADING.match(line.strip())):
            self.heading(number, 1 if RULE.match(following) and "=" in following else 2)
        elif found or (self.open and self.begins(number)):
            self.flush()
            self.open, self.bullet = [number], True
        elif not self.open and LABELLED.match(line):
            self.open, self.bullet = [number], True
        else:
            self.open.append(number)

    def begins(self, number: int) -> bool:
        """A line that begins an entry without a sign: "fix: ...", or whose first word would have fitted on the line before."""
        line, before = self.lines[number], self.lines[self.open[-1]]
        if LABELLED.match(line):
            return True
        width = max(len(self.lines[each]) for each in self.open)
        word = line.split()[0]
        loose = len(before.rstrip()) + 1 + len(word) < 0.75 * max(width, 70)
        return (word[0].isupper() and loose and not before.rstrip().endswith(",")) or width > 160

    def heading(self, number: int, level: int) -> None:
        self.items.clear()
        rich, start, end = self.rich([number])
        self.builder.heading(level, rich, start, end)

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
        first = self.lines[numbers[0]]
        indent = len(first) - len(first.lstrip())
        if self.bullet:
            while self.items and self.items[-1][0] >= indent:
                self.items.pop()
            parent = self.items[-1][1] if self.items else None
            self.items.append((indent, self.builder.prose(rich, "bullet", start, end, parent)))
        else:
            if not indent:
                self.items.clear()
            self.builder.prose(rich, "sentence", start, end, self.items[-1][1] if self.items else None)
        self.bullet = False
