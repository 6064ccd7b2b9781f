"""Tables: where they are, by rules and by gaps, and which word stands in which row and column.

A table is looked for near each "Table N" caption. Rules (the three of a booktabs table, or a grid) bound it where there are
any; else the lines next to the caption that are set in columns are taken. Columns are what remains when the rows are laid on
top of each other: the gutters that no row crosses.
"""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise, takewhile
from statistics import median
from typing import Any

from .blocks import Block, Style, follows
from .words import Line, Word

LABEL = re.compile(r"^(?:Table|Tab\.|TABLE)\s*(?:\d+|[IVX]+|[A-Z]\.?\d+)\b")
FLOAT = re.compile(r"^(?:Table|Tab\.|TABLE|Figure|Fig\.|FIGURE)\s*\d")
NUMERIC = re.compile(r"^[<>~≈±+\-–−↑↓$(\[]*\d[\d.,]*\s*(?:[%×xX]|[a-zA-Z/µμ%]{1,9})?.*$")
MOST_OBJECTS = 30_000  # a page with more is a drawing


@dataclass(slots=True)
class Rule:
    """A horizontal stroke."""

    x0: float
    x1: float
    y: float


@dataclass(slots=True)
class Region:
    """Where a table is."""

    x0: float
    y0: float
    x1: float
    y1: float
    rules: list[Rule]

    def holds(self, line: Line) -> bool:
        middle, height = (line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2
        return self.x0 <= middle <= self.x1 and self.y0 <= height <= self.y1


def page_rules(page: Any) -> list[Rule]:
    """The horizontal strokes of a page that are longer than a word."""
    import pypdfium2.raw as raw

    count = raw.FPDFPage_CountObjects(page.raw)
    if count > MOST_OBJECTS:
        return []
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    rules = []
    for number in range(count):
        thing = raw.FPDFPage_GetObject(page.raw, number)
        if raw.FPDFPageObj_GetType(thing) != raw.FPDF_PAGEOBJ_PATH:
            continue
        if not raw.FPDFPageObj_GetBounds(thing, left, bottom, right, top):
            continue
        if top.value - bottom.value < 2.6 and right.value - left.value > 14:
            rules.append(Rule(left.value, right.value, (top.value + bottom.value) / 2))
    return sorted(rules, key=lambda rule: -rule.y)


def chains(rules: list[Rule]) -> list[list[Rule]]:
    """Rules of the same width above one another: the frame of a table. Short pieces that touch count as one rule."""
    whole: list[Rule] = []
    for rule in rules:
        level = takewhile(lambda other, y=rule.y: other.y - y <= 1.5, reversed(whole))  # type: ignore[misc]
        touching = next((other for other in level if rule.x0 <= other.x1 + 2.5 and other.x0 <= rule.x1 + 2.5), None)
        if touching is None:
            whole.append(Rule(rule.x0, rule.x1, rule.y))
        else:
            touching.x0, touching.x1 = min(touching.x0, rule.x0), max(touching.x1, rule.x1)
    groups: list[list[Rule]] = []
    for rule in whole:
        if rule.x1 - rule.x0 < 50:
            continue
        for group in groups:
            if abs(group[-1].x0 - rule.x0) < 4 and abs(group[-1].x1 - rule.x1) < 4:
                group.append(rule)
                break
        else:
            groups.append([rule])
    return [group for group in groups if len(group) >= 2]


def is_prose(line: Line, usual: Style) -> bool:
    """A line of body text: of the body's size, wide, with no gap that a space would not leave, or but one behind a label."""
    if abs(line.size - usual.size) > 0.6 or len(line.words) < 6:
        return False
    wide = sum(b.x0 - a.x1 > 0.95 * usual.size for a, b in pairwise(line.words))
    return wide == 0 or (wide == 1 and len(line.words) >= 10)


def widest_gap(line: Line) -> float:
    return max((b.x0 - a.x1 for a, b in pairwise(line.words)), default=0.0)


def find(lines: list[Line], rules: list[Rule], usual: Style) -> list[tuple[list[Line], Region, list[Line]]]:
    """The tables of a page: caption lines, region, lines of the table."""
    groups = chains(rules)
    found: list[tuple[list[Line], Region, list[Line]]] = []
    taken: set[int] = set()
    for number, line in enumerate(lines):
        if not LABEL.match(line.text):
            continue
        caption = caption_lines(lines, number, usual)
        if not starts_caption(lines, number, usual):
            continue
        region = ruled(caption, groups, lines, usual) or spaced(caption, lines, rules, usual, taken)
        if region is None:
            continue
        inside = [
            each
            for each in lines
            if region.holds(each) and id(each) not in taken and not any(each is c for c in caption)
        ]
        if len(inside) >= 2:
            taken.update(map(id, inside))
            found.append((caption, region, inside))
    return found


def starts_caption(lines: list[Line], number: int, usual: Style) -> bool:
    """Whether "Table 3" begins a caption, and not merely a line of a paragraph."""
    line = lines[number]
    rest = LABEL.sub("", line.text, count=1)
    if re.match(r"\s*(?:[.:|\-–—(]|$)", rest):
        return True
    before = lines[number - 1] if number else None
    return (before is None or not follows(before, line, usual)) and bool(re.match(r"\s+[A-Z]", rest))


def caption_lines(lines: list[Line], number: int, usual: Style) -> list[Line]:
    """The caption's lines: those that follow it closely, in its type or a smaller one, and are set like text."""
    out = [lines[number]]
    for line in lines[number + 1 : number + 12]:
        last = out[-1]
        near = follows(last, line, usual) or (
            0 < last.y0 - line.y0 < 1.5 * last.size
            and abs(last.size - line.size) < 1.6
            and len(line.words) > 8
            and line.x0 < last.x1
        )
        if not near or widest_gap(line) > 1.1 * line.size or (line.bold and not last.bold and len(line.words) < 4):
            break
        if last.x1 < max(each.x1 for each in out) - 25 and last.text.endswith("."):
            break
        out.append(line)
    return out


def ruled(caption: list[Line], groups: list[list[Rule]], lines: list[Line], usual: Style) -> Region | None:
    """The region between the first and last rule of the chain nearest to the caption."""
    top, bottom = max(line.y1 for line in caption), min(line.y0 for line in caption)
    left, right = min(line.x0 for line in caption), max(line.x1 for line in caption)
    best: tuple[float, Region] | None = None
    for group in groups:
        if min(right, group[0].x1) - max(left, group[0].x0) < 0.4 * min(right - left, group[0].x1 - group[0].x0):
            continue
        for run in runs(group, lines, usual):
            high, low = run[0].y, run[-1].y
            distance = bottom - high if high < bottom + 3 else low - top
            if -3 <= distance < 45 and (best is None or distance < best[0]):
                best = (distance, Region(run[0].x0 - 6, low - 2, run[0].x1 + 6, high + 2, run))
    return stretch(best[1], caption, lines, usual) if best else None


def stretch(region: Region, caption: list[Line], lines: list[Line], usual: Style) -> Region:
    """Out to the rows beyond the outer rules, where a table has rules only within."""
    inside = [
        line for line in lines
        if line.x0 > region.x0 - 14 and line.x1 < region.x1 + 14 and not any(line is each for each in caption)
    ]  # fmt: skip
    size = median(line.size for line in inside if region.holds(line)) if any(map(region.holds, inside)) else 0.0
    rows = [
        line for line in inside
        if abs(line.size - size) < 0.6 and widest_gap(line) > 0.7 * line.size and not is_prose(line, usual)
    ]  # fmt: skip
    for line in sorted(rows, key=lambda each: -each.y1):  # downward
        if len(region.rules) < 3 and 0 <= region.y0 - line.y1 + 3 < 1.1 * usual.lead:
            region.y0 = line.y0 - 1
    for line in sorted(rows, key=lambda each: each.y0):  # upward
        if 0 <= line.y0 - region.y1 + 3 < 1.1 * usual.lead:
            region.y1 = line.y1 + 1
    return region


def runs(group: list[Rule], lines: list[Line], usual: Style) -> list[list[Rule]]:
    """A chain parted where running text or a caption stands between two of its rules: two tables of one width."""
    out = [[group[0]]]
    for rule in group[1:]:
        above = out[-1][-1]
        between = [
            line for line in lines
            if rule.y < (line.y0 + line.y1) / 2 < above.y and line.x0 < above.x1 and line.x1 > above.x0
        ]  # fmt: skip
        prose = sum(is_prose(line, usual) and line.x1 - line.x0 > 0.8 * (above.x1 - above.x0) for line in between)
        if prose >= 3 or any(LABEL.match(line.text) for line in between):
            out.append([rule])
        else:
            out[-1].append(rule)
    return [run for run in out if len(run) >= 2]


def spaced(caption: list[Line], lines: list[Line], rules: list[Rule], usual: Style, taken: set[int]) -> Region | None:
    """The region of the lines set in columns next to the caption, below it or else above."""
    height = caption[0].y0
    neighbours = any(
        LABEL.match(line.text) and abs(line.y0 - height) < 40 and not any(line is each for each in caption)
        for line in lines
    )
    margin = 8 if neighbours else 60
    left, right = min(line.x0 for line in caption) - margin, max(line.x1 for line in caption) + margin
    near = [
        line for line in lines
        if left < (line.x0 + line.x1) / 2 < right and id(line) not in taken and not any(line is each for each in caption)
    ]  # fmt: skip
    for down in (True, False):
        edge = min(line.y0 for line in caption) if down else max(line.y1 for line in caption)
        rows: list[Line] = []
        for line in sorted(near, key=lambda each: -each.y1 if down else each.y0):
            distance = edge - line.y1 if down else line.y0 - edge
            if distance < -0.6 * line.size:
                continue
            if distance > 2.4 * usual.lead or is_prose(line, usual) or FLOAT.match(line.text):
                break
            rows.append(line)
            edge = line.y0 if down else line.y1
        if sum(widest_gap(line) > 0.7 * line.size or len(line.words) == 1 for line in rows) >= 2 and any(
            len(line.words) > 2 for line in rows
        ):
            region = Region(
                min(line.x0 for line in rows) - 2, min(line.y0 for line in rows) - 1,
                max(line.x1 for line in rows) + 2, max(line.y1 for line in rows) + 1, [],
            )  # fmt: skip
            width = region.x1 - region.x0
            region.rules = [
                rule for rule in rules
                if region.y0 < rule.y < region.y1 and min(rule.x1, region.x1) - max(rule.x0, region.x0) > 0.7 * width
            ]  # fmt: skip
            return region
    return None


def grid(lines: list[Line], region: Region) -> tuple[list[list[list[Word]]], int]:
    """Rows of cells of words, and how many of the rows are head rows."""
    rows = as_rows(lines)
    if not rows:
        return [], 0
    size = median(line.size for line in lines)
    pieces = [pieces_of(row, size) for row in rows]
    columns = columns_of(pieces)
    heads = head_rows(rows, pieces, region)
    cells = [
        place(row, columns) if number >= heads else place_heads(pieces[number], columns)
        for number, row in enumerate(rows)
    ]
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


def columns_of(pieces: list[list[tuple[float, float, list[Word]]]]) -> list[tuple[float, float]]:
    """The columns: what the fuller rows cover together. Rows with few pieces may span columns and do not count."""
    most = max(len(row) for row in pieces)
    full = [row for row in pieces if len(row) >= max(2, 0.6 * most)] or pieces
    spans = sorted((x0, x1) for row in full for x0, x1, _ in row)
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
    """A row that only carries on the text of a cell above it joins that row."""
    out: list[list[list[Word]]] = []
    for number, row in enumerate(cells):
        filled = [at for at, cell in enumerate(row) if cell]
        last = out[-1] if out and number > heads else None
        if last is not None and len(row) > 2 and 0 not in filled and len(filled) == 1 and last[filled[0]]:
            above, below = last[filled[0]][-1], row[filled[0]][0]
            texts = [word.text for word in row[filled[0]]]
            if not any(map(str.isdigit, "".join(texts))) and above.y0 - below.y1 < 0.6 * (below.y1 - below.y0):
                last[filled[0]] += row[filled[0]]
                continue
        out.append(row)
    return out, heads


def extract(lines: list[Line], rules: list[Rule], usual: Style) -> tuple[list[Line], list[Block]]:
    """The page's lines without its tables, and the tables."""
    tables: list[Block] = []
    gone: set[int] = set()
    for caption, region, inside in find(lines, rules, usual):
        rows, heads = grid(inside, region)
        if len(rows) < 2 or len(rows[0]) < 2:
            continue
        gone.update(map(id, inside))
        tables.append(Block("table", inside, rows=rows, heads=heads, caption=" ".join(line.text for line in caption)))
        gone.update(map(id, caption))
        tables.insert(len(tables) - 1, Block("caption", caption))
    return [line for line in lines if id(line) not in gone], tables
