"""Tables that no caption announces: on slides, data sheets, and where a table goes on on the next page.

Without a caption only what can hardly be anything else counts: rows that share their columns, most of them named by words and
filled with figures. Axes of charts have figures where a table has names; pseudo-code has rules but no columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from .blocks import BULLET, Style
from .grid import NUMERIC, as_rows, columns_of, pieces_of, place
from .tables import Region, Rule, chains, is_prose, runs, widest_gap
from .words import Line

LEAST = 3  # rows, the head's included


def find_uncaptioned(
    lines: list[Line], rules: list[Rule], usual: Style, taken: set[int]
) -> list[tuple[Region, list[Line]]]:
    """The tables of a page among the lines that no captioned table took."""
    free = [line for line in lines if id(line) not in taken]
    found = []
    for region in ruled_regions(rules, free, usual):
        inside = [line for line in free if region.holds(line) and id(line) not in taken]
        if is_table(inside, ruled=True):
            taken.update(map(id, inside))
            found.append((region, inside))
    for run in loose_runs([line for line in free if id(line) not in taken], usual):
        if is_table(run, ruled=False):
            taken.update(map(id, run))
            found.append((around(run), run))
    return found


def may_hold_one(lines: Sequence[Line]) -> bool:
    """Whether a look at the strokes of the page is worth its time: some lines are set in columns."""
    return sum(len(line.words) > 2 and widest_gap(line) > 1.2 * line.size for line in lines) >= 2


def ruled_regions(rules: list[Rule], lines: list[Line], usual: Style) -> list[Region]:
    """Between the first and last of three and more rules of one width."""
    out = []
    for group in chains(rules):
        for run in runs(group, lines, usual):
            if len(run) >= LEAST:
                out.append(Region(run[0].x0 - 6, run[-1].y - 2, run[0].x1 + 6, run[0].y + 2, run))
    return out


def loose_runs(lines: list[Line], usual: Style) -> list[list[Line]]:
    """Lines that follow one another in the stream, none of them prose, each near the one before."""
    out: list[list[Line]] = [[]]
    for line in lines:
        last = out[-1][-1] if out[-1] else None
        broken = last is not None and (
            abs(last.size - line.size) > 0.6
            or last.y0 - line.y0 > 2.6 * usual.lead * line.size / usual.size
            or line.y0 - last.y1 > 2 * line.size
        )
        prose = is_prose(line, usual) or BULLET.match(line.words[0].text)
        if broken or prose:
            out.append([])
        if not prose:
            out[-1].append(line)
    return [run for run in out if len(run) >= LEAST]


def around(lines: list[Line]) -> Region:
    return Region(
        min(line.x0 for line in lines) - 2, min(line.y0 for line in lines) - 1,
        max(line.x1 for line in lines) + 2, max(line.y1 for line in lines) + 1, [],
    )  # fmt: skip


def is_table(lines: list[Line], *, ruled: bool) -> bool:
    """Rows of the same columns, named by words, filled with figures or, between rules, with a few words."""
    if len(lines) < LEAST:
        return False
    size = median(line.size for line in lines)
    rows = as_rows(lines)
    pieces = [pieces_of(row, size) for row in rows]
    if len(rows) < LEAST or max(map(len, pieces)) < (2 if ruled else 3):
        return False
    columns = columns_of(pieces)
    if not (2 if ruled else 3) <= len(columns) <= 30:
        return False
    cells = [place(row, columns) for row in rows]
    filled = [row for row in cells if sum(map(bool, row)) >= max(2, 0.6 * len(columns))]
    body = filled[1:]
    named = sum(any(map(str.isalpha, " ".join(word.text for word in row[0]))) for row in body if row[0])
    values = [" ".join(word.text for word in cell) for row in body for cell in row[1:] if cell]
    figures = sum(bool(NUMERIC.match(value)) for value in values)
    short = sum(len(value.split()) <= 8 for value in values)
    if len(filled) < max(LEAST, 0.6 * len(rows)) or named < 0.5 * len(body) or not values:
        return False
    return figures >= 0.5 * len(values) if not ruled else short >= 0.8 * len(values) and figures >= 0.25 * len(values)
