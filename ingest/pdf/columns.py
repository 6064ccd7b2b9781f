"""Two columns whose lines the file draws across the page: found by the gutter that the lines leave, and set apart again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from statistics import median

from .words import Line


def untangle(lines: list[Line]) -> tuple[list[Line], bool]:
    """The lines in reading order, and whether they had to be reordered.

    The content stream is trusted unless it jumps between the columns line by line, or pdfium has read both columns as one line.
    """
    gutter = gutter_of(lines)
    if gutter is None:
        return lines, False
    parted: list[Line] = []
    for line in lines:
        parted += part(line, gutter)
    return ordered(parted, gutter), True


def gutter_of(lines: list[Line]) -> float | None:
    """Where the columns part, if the page is mixed: many lines with one wide gap at one place, or line after line a jump."""
    if len(lines) < 12:
        return None
    left, right = min(line.x0 for line in lines), max(line.x1 for line in lines)
    middle = (left + right) / 2
    gaps: Counter[int] = Counter()
    for line in lines:
        if len(line.words) >= 8:
            for a, b in pairwise(line.words):
                if b.x0 - a.x1 > 1.3 * line.size and abs((a.x1 + b.x0) / 2 - middle) < 0.16 * (right - left):
                    gaps[round((a.x1 + b.x0) / 12)] += 1
    if gaps:
        place, count = gaps.most_common(1)[0]
        count += gaps[place - 1] + gaps[place + 1]
        if count >= 8 and count >= 0.45 * sum(len(line.words) >= 8 for line in lines):
            return place * 6.0
    jumps = 0
    wide = [line for line in lines if len(line.words) >= 4]
    for above, below in pairwise(wide):
        beside = min(above.y1, below.y1) - max(above.y0, below.y0) > 0.5 * min(above.y1 - above.y0, below.y1 - below.y0)
        jumps += beside and above.x1 < middle + 5 and below.x0 > middle - 5
    if jumps >= 8 and jumps > 0.3 * len(wide):
        return median([line.x0 for line in wide if line.x0 > middle - 5]) - 3
    return None


def part(line: Line, gutter: float) -> list[Line]:
    """A line that runs over the gutter is parted there, if there is a gap."""
    left = [word for word in line.words if (word.x0 + word.x1) / 2 < gutter]
    right = [word for word in line.words if (word.x0 + word.x1) / 2 >= gutter]
    if not left or not right or right[0].x0 - left[-1].x1 < 0.9 * line.size:
        return [line]
    return [replace(line, words=left, hyphen=False), replace(line, words=right)]


def ordered(lines: list[Line], gutter: float) -> list[Line]:
    """Top down; between two lines that run over the gutter first the left column, then the right."""
    out: list[Line] = []
    left: list[Line] = []
    right: list[Line] = []
    for line in sorted(lines, key=lambda each: (-round(each.y0), each.x0)):
        if line.x0 < gutter - 6 and line.x1 > gutter + 6:
            out += [*left, *right, line]
            left, right = [], []
        elif (line.x0 + line.x1) / 2 < gutter:
            left.append(line)
        else:
            right.append(line)
    return [*out, *left, *right]
