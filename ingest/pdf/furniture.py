"""What is on a page but not in the text: running heads, page numbers, stamps."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

from .words import Line

ARXIV = re.compile(r"arXiv:(\d{4}\.\d{4,5})(v\d+)?(?:\s*\[[\w.\-]+\])?\s*(\d{1,2}\s+\w{3,9}\s+\d{4})?")
NUMBER = re.compile(
    r"^(?:page\s*)?[-–—]?\s*(?:\d{1,4}|[ivxlc]{1,6})\s*[-–—]?(?:\s*(?:of|/)\s*\d{1,4})?$", re.IGNORECASE
)
LEADER = re.compile(r"(?:\.\s*){6,}[\divxlc]*$")  # a line of a table of contents
DIGITS = re.compile(r"\d+")


def is_turned(line: Line) -> bool:
    """A line that runs up the page: a stamp in the margin or the label of an axis."""
    height, width = line.y1 - line.y0, line.x1 - line.x0
    return len(line.text) > 3 and height > 2.5 * max(line.size, 4) and height > 1.5 * width


def is_marginal(line: Line, height: float) -> bool:
    """In the upper or lower tenth of the page."""
    return line.y0 > 0.9 * height or line.y1 < 0.1 * height


def key(line: Line) -> str:
    """The text, with the height at which it stands in steps of 6 points; without digits, unless it is a row of figures."""
    text = DIGITS.sub("#", line.text)
    return (text if text.count("#") < 4 else line.text) + f"@{line.y0 / 6:.0f}"


def stamp_of(lines: list[Line]) -> str:
    """The stamp of a preprint server, which runs up the margin of the first page or stands alone in a corner."""
    for line in lines:
        found = ARXIV.search(line.text)
        if found and (is_turned(line) or len(line.words) < 8):
            return found[0]
    return ""


def stripped(lines: list[Line], height: float, repeated: set[str], stamp: str, title: str) -> list[Line]:
    """A page without what belongs to the paper and not to the text."""
    upright = sum(map(is_turned, lines)) < 0.5 * len(lines)  # else the page itself lies on its side

    def is_furniture(line: Line) -> bool:
        if (upright and is_turned(line)) or LEADER.search(line.text):
            return True
        if title and len(title) > 12 and line.y0 > 0.9 * height and title in line.text:
            return True
        if stamp and stamp in line.text and len(line.words) < 8:
            return True
        if is_marginal(line, height) and key(line) in repeated:
            return line.y0 < 0.5 * height or not heads_columns(line, lines)
        return is_marginal(line, height) and NUMBER.match(line.text) is not None

    return [line for line in unnumbered(lines) if not is_furniture(line)]


def heads_columns(line: Line, lines: list[Line]) -> bool:
    """Whether a line stands over a row of as many columns: the heads of a table that comes again on each page."""
    heads = cells(line.y0, lines)
    below = [each.y0 for each in lines if 2 < line.y0 - each.y0 < 2 * line.size]
    if len(heads) < 3 or not below:
        return False
    row = cells(max(below), lines)
    met = sum(any(a < d and c < b for c, d in row) for a, b in heads)
    return len(row) >= 3 and abs(len(row) - len(heads)) < 2 and met >= 0.7 * len(heads)


def cells(height: float, lines: list[Line]) -> list[tuple[float, float]]:
    """Where the pieces of the row at a height begin and end: what no space would part."""
    words = sorted((word.x0, word.x1) for line in lines if abs(line.y0 - height) < 2 for word in line.words)
    out: list[tuple[float, float]] = []
    for left, right in words:
        if out and left - out[-1][1] < 9:
            out[-1] = (out[-1][0], right)
        else:
            out.append((left, right))
    return out


def unnumbered(lines: list[Line]) -> list[Line]:
    """Without the line numbers in the margin of a paper under review: a column of figures that count on by one."""
    firsts = [line.words[0] for line in lines if line.words[0].text.isdecimal() and len(line.words[0].text) < 5]
    edges = Counter(round(word.x1 / 4) for word in firsts)
    if not edges or edges.most_common(1)[0][1] < 15:
        return lines
    edge = edges.most_common(1)[0][0]
    column = sorted((word for word in firsts if round(word.x1 / 4) == edge), key=lambda word: -word.y0)
    steps = sum(int(below.text) - int(above.text) == 1 for above, below in pairwise(column))
    if steps < 0.8 * (len(column) - 1):
        return lines
    numbers = set(map(id, column))
    out = []
    for line in lines:
        words = [word for word in line.words if id(word) not in numbers]
        if words:
            out.append(line if len(words) == len(line.words) else replace(line, words=words))
    return out
