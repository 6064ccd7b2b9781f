"""Which word of a table stands in which row and column.

Columns are what remains when the rows are laid on top of each other: the gutters that no row crosses.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from statistics import median

from .tables import Region
from .words import Line, Word

NUMERIC = re.compile(r"^[<>~≈±+\-–−↑↓$(\[]*\d[\d.,]*\s*(?:[%×xX]|[a-zA-Z/µμ%]{1,9})?.*$")


def grid(lines: list[Line], region: Region) -> tuple[list[list[list[Word]]], int]:
    """Rows of cells of words, and how many of the rows are head rows."""
    rows = as_rows(lines)
    if not rows:
        return [], 0
    size = median(line.size for line in lines)
    pieces = [pieces_of(row, size) for row in rows]
    heads = head_rows(rows, pieces, region)
    columns = columns_of(pieces[heads:] if len(rows) - heads > 1 else pieces, ruled=len(region.rules) > 2)
    cells = [place_heads(pieces_of(row, size, 0.42), columns) for row in rows[:heads]]
    cells += [place(row, columns) for row in rows[heads:]]
    lift_labels(cells, heads, rows, region)
    return stacked(cells, heads, rows)


def lift_labels(cells: list[list[list[Word]]], heads: int, rows: list[list[Word]], region: Region) -> None:
    """The name of a group of rows is set in the middle of the group's height: it is the first row's."""
    inner = [rule.y for rule in region.rules[1:-1]]
    groups: dict[int, list[int]] = {}
    for number in range(heads, len(cells)):
        height = median((word.y0 + word.y1) / 2 for word in rows[number])
        groups.setdefault(sum(y > height for y in inner), []).append(number)
    for group in groups.values():
        named = [number for number in group if cells[number][0]]
        if len(named) == 1 and len(group) > 1 and named[0] != group[0]:
            cells[group[0]][0], cells[named[0]][0] = cells[named[0]][0], []


def stacked(cells: list[list[list[Word]]], heads: int, rows: list[list[Word]]) -> tuple[list[list[list[Word]]], int]:
    """Cells of two lines: the second line has nothing in the columns that name the row, line after line."""
    body = cells[heads:]
    uppers, lowers = body[0::2], body[1::2]
    alternates = len(body) > 1 and len(uppers) == len(lowers) and len(cells[0]) > 3
    heights = [median((word.y0 + word.y1) / 2 for word in row) for row in rows[heads:]]
    within = [a - b for a, b in zip(heights[0::2], heights[1::2], strict=False)]
    across = [a - b for a, b in zip(heights[1::2], heights[2::2], strict=False)]
    close = bool(across) and max(within) < 0.93 * min(across)
    unnamed = alternates and all(not lower[0] for lower in lowers)
    pairs = list(zip(uppers, lowers, strict=False))
    unlike = all(
        shape(a) != shape(b) for upper, lower in pairs for a, b in zip(upper[1:], lower[1:], strict=True) if a and b
    )
    if unnamed and (close or unlike or all(upper[1] and not lower[1] for upper, lower in pairs)):
        merged = [
            [a + b for a, b in zip(upper, lower, strict=True)] for upper, lower in zip(uppers, lowers, strict=True)
        ]
        return cells[:heads] + merged, heads
    return wrapped(cells, heads, rows)


def shape(cell: list[Word]) -> str:
    """A cell's text with every number alike: `0 (0×)`."""
    return re.sub(r"\d+(?:[.,]\d+)*", "0", " ".join(word.text for word in cell))


def as_rows(lines: list[Line]) -> list[list[Word]]:
    """Lines at one height are one row, top down. A line's height is that of most of its words."""
    rows: list[tuple[float, float, list[Word]]] = []
    for line in sorted(lines, key=lambda each: -height_of(each)):
        height, tall = height_of(line), min(line.y1 - line.y0, 1.2 * line.size)
        if rows and rows[-1][0] - height < 0.45 * min(tall, rows[-1][1]):
            rows[-1][2].extend(line.words)
        else:
            rows.append((height, tall, list(line.words)))
    return [sorted(words, key=lambda word: word.x0) for _, _, words in rows]


def height_of(line: Line) -> float:
    return median((word.y0 + word.y1) / 2 for word in line.words)


def pieces_of(row: list[Word], size: float, space: float = 0.55) -> list[tuple[float, float, list[Word]]]:
    """Words with no more than a space between them stand together."""
    out: list[tuple[float, float, list[Word]]] = []
    for word in row:
        tied = word.text[0] in "(±%×[" and word.text[1:2].isdigit()
        if out and word.x0 - out[-1][1] < (1.0 if tied else space) * size:
            out[-1] = (out[-1][0], max(out[-1][1], word.x1), [*out[-1][2], word])
        else:
            out.append((word.x0, word.x1, [word]))
    return out


def columns_of(
    pieces: list[list[tuple[float, float, list[Word]]]], *, ruled: bool = False
) -> list[tuple[float, float]]:
    """The columns: what the fuller rows cover together. Rows with few pieces may span columns and do not count; nor do rows
    of words, heads that come again for one, where most are rows of figures.
    """
    most = max(len(row) for row in pieces)
    full = [row for row in pieces if len(row) >= max(2, 0.6 * most)] or pieces
    figures = [row for row in full if figures_in(row) >= 0.5 * len(row)]
    full = figures if len(figures) > max(2, 0.5 * len(full)) else full
    columns = covered(full)
    fullest = [row for row in pieces if len(row) == most]
    if (
        ruled
        and 2 < most > len(columns)
        and len(fullest) > 0.6 * len(pieces)
        and len(parted := covered(fullest)) == most
    ):
        return parted  # a long cell of a row without a last one reaches into the next column
    return columns


def covered(rows: list[list[tuple[float, float, list[Word]]]]) -> list[tuple[float, float]]:
    """What the pieces of the rows cover together."""
    spans = sorted((x0, x1) for row in rows for x0, x1, _ in row)
    columns: list[tuple[float, float]] = []
    for x0, x1 in spans:
        if columns and x0 < columns[-1][1] + 0.5:
            columns[-1] = (columns[-1][0], max(columns[-1][1], x1))
        else:
            columns.append((x0, x1))
    return columns


def column_at(columns: list[tuple[float, float]], x: float) -> int:
    """The column that holds, or is nearest to, a place."""
    at = max(bisect_right(columns, (x, float("inf"))) - 1, 0)
    if x <= columns[at][1] or at + 1 == len(columns):
        return at
    return at if x - columns[at][1] < columns[at + 1][0] - x else at + 1


def place(row: list[Word], columns: list[tuple[float, float]]) -> list[list[Word]]:
    """Words to columns."""
    cells: list[list[Word]] = [[] for _ in columns]
    for word in row:
        cells[column_at(columns, (word.x0 + word.x1) / 2)].append(word)
    return cells


def place_heads(pieces: list[tuple[float, float, list[Word]]], columns: list[tuple[float, float]]) -> list[list[Word]]:
    """A head over several columns is given to each of them."""
    cells: list[list[Word]] = [[] for _ in columns]
    for x0, x1, words in pieces:
        covered = [at for at, (a, b) in enumerate(columns) if a < x1 - 1 and x0 + 1 < b]
        for at in covered or [column_at(columns, (x0 + x1) / 2)]:
            cells[at] += words
    return cells


def head_rows(rows: list[list[Word]], pieces: list[list[tuple[float, float, list[Word]]]], region: Region) -> int:
    """The rows above the first rule that has any above it, else those before the first row of figures; at most four."""
    heights = [median((word.y0 + word.y1) / 2 for word in row) for row in rows]
    for rule in region.rules:
        above = sum(height > rule.y for height in heights)
        if above >= len(rows) or above > 4:
            break
        if above and (above == 1 or not mostly_figures(pieces[above - 1])):
            return above
    for number, row in enumerate(pieces[:4]):
        figures = figures_in(row)
        if len(row) > 1 and figures >= 0.34 * len(row) and number:
            return number
        if figures >= 0.5 * len(row) and len(row) > 2:
            return number
    return 1 if len(rows) > 1 else 0


def figures_in(row: list[tuple[float, float, list[Word]]]) -> int:
    return sum(bool(NUMERIC.match(" ".join(word.text for word in words))) for _, _, words in row)


def mostly_figures(row: list[tuple[float, float, list[Word]]]) -> bool:
    return len(row) > 2 and figures_in(row) >= 0.7 * len(row)


def wrapped(cells: list[list[list[Word]]], heads: int, rows: list[list[Word]]) -> tuple[list[list[list[Word]]], int]:
    """A row that only carries on the words of cells above it joins that row: it stands closer to it than to the next."""
    out: list[list[list[Word]]] = []
    heights = [median((word.y0 + word.y1) / 2 for word in row) for row in rows]
    for number, row in enumerate(cells):
        if number > heads and out and carries_on(out[-1], row, heights, number):
            out[-1] = [above + below for above, below in zip(out[-1], row, strict=True)]
        else:
            out.append(row)
    return out, heads


def carries_on(above: list[list[Word]], row: list[list[Word]], heights: list[float], number: int) -> bool:
    """Whether a row is the second line of cells of the one above."""
    filled = [at for at, cell in enumerate(row) if cell]
    words = [word for at in filled for word in row[at]]
    if not filled or len(filled) > len(row) / 2 or any(not above[at] for at in filled) or len(row) < 3:
        return False
    if any(map(str.isdigit, "".join(word.text for word in words))):
        return False
    up = heights[number - 1] - heights[number]
    down = heights[number] - heights[number + 1] if number + 1 < len(heights) else 2 * up
    lower = all(row[at][0].text[0].islower() for at in filled)
    return up < 0.85 * down or (lower and up < 1.15 * down)
