"""The grid tables of reStructuredText: boxes drawn with `+`, `-` and `|`, whose cells may span rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

Piece = tuple[int, int, int]  # line, from, to


@dataclass(slots=True)
class Box:
    """One cell as it is drawn."""

    column: int
    columns: int
    rows: int = 1
    pieces: list[Piece] = field(default_factory=list)


def boxes(lines: Sequence[str], first: int) -> tuple[list[list[Box]], int]:
    """The cells, row by row, and how many rows are head rows. `first` is the number of the table's first line."""
    edges = sorted(
        {at for line in lines for at, char in enumerate(line) if char == "+" and is_crossing(lines, line, at)}
    )
    segments = list(pairwise(edges))
    if not segments:
        return [], 0
    borders = [number for number, line in enumerate(lines) if any(stroke in line for stroke in ("+-", "+="))]
    rows: list[list[Box]] = []
    open_boxes: dict[int, Box] = {}  # by their first column
    heads = 0
    for top, bottom in pairwise(borders):
        if top and is_ruled(lines[top], "=", edges):
            heads = len(rows)
        row: list[Box] = []
        column = 0
        while column < len(segments):
            box = open_boxes.get(column)
            if box is None or is_border(lines[top], *segments[column]):
                box = Box(column, spanned(lines, top, bottom, segments, column))
                row.append(box)
                for at in range(column, column + box.columns):
                    open_boxes.pop(at, None)
                open_boxes[column] = box
            else:
                box.rows += 1
            left, right = segments[column][0] + 1, segments[column + box.columns - 1][1]
            begin = top if box.pieces else top + 1  # a cell that goes on has text beside the stroke, too
            box.pieces += [(first + number, left, within(lines[number], right)) for number in range(begin, bottom)]
            column += box.columns
        rows.append(row)
    return rows, heads


def within(line: str, right: int) -> int:
    """The right edge of a cell, or the bar at the end of a line that is drawn too short."""
    end = len(line.rstrip()) - 1
    return end if line[end : end + 1] == "|" and end < right else right


def is_crossing(lines: Sequence[str], line: str, at: int) -> bool:
    """A `+` of the drawing has a stroke beside it; one in the text has not."""
    return line[at + 1 : at + 2] in ("-", "=") or line[at - 1 : at] in ("-", "=")


def is_border(line: str, left: int, right: int) -> bool:
    """Whether a stroke runs over this part of the line."""
    part = line[left + 1 : right]
    return bool(part) and set(part) <= {"-", "=", "+"}


def is_ruled(line: str, sign: str, edges: Sequence[int]) -> bool:
    return set(line[edges[0] : edges[-1] + 1].strip()) <= {sign, "+"}


def spanned(lines: Sequence[str], top: int, bottom: int, segments: Sequence[tuple[int, int]], column: int) -> int:
    """How many columns a cell covers: up to the edge at which a bar stands on every line of it."""
    for count in range(1, len(segments) - column):
        edge = segments[column + count - 1][1]
        if all(lines[number][edge : edge + 1] in ("|", "+", "") for number in range(top + 1, bottom)):
            return count
    return len(segments) - column
