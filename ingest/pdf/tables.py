"""Where tables are: near each "Table N" caption.

Rules (the three of a booktabs table, or a grid) bound it where there are any; else the lines next to the caption that are set
in columns are taken.
"""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass
from itertools import pairwise, takewhile
from statistics import median
from typing import Any

from .blocks import Style, follows, set_off
from .turn import Turn
from .words import Line

LABEL = re.compile(r"^(?:Table|Tab\.|TABLE)\s*(?:\d+|[IVX]+|[A-Z]\.?\d+)\b")
FLOAT = re.compile(r"^(?:Table|Tab\.|TABLE|Figure|Fig\.|FIGURE)\s*\d")
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


def page_rules(page: Any, turn: Turn | None = None) -> list[Rule]:
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
        x0, y0, x1, y1 = left.value, bottom.value, right.value, top.value
        if turn is not None:
            x0, y0, x1, y1 = turn.upright(x0, y0, x1, y1)
        if y1 - y0 < 2.6 and x1 - x0 > 14:
            rules.append(Rule(x0, x1, (y1 + y0) / 2))
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
        if set_off(out, line, usual):
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
