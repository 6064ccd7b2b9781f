"""Takes the tables out of a page's lines, those with a caption and those without, and the algorithms."""

from __future__ import annotations

from .blocks import Block, Style
from .grid import grid
from .listing import listings
from .tables import Rule, find
from .uncaptioned import find_uncaptioned
from .words import Line


def extract(lines: list[Line], rules: list[Rule], usual: Style) -> tuple[list[list[Line]], list[list[Block]]]:
    """The page's lines parted where tables or their captions stood, and what stood there: caption, if any, and table or steps.

    There is one part more than there are tables.
    """
    gone: set[int] = set()
    there: dict[int, list[Block]] = {}
    for caption, region, inside in find(lines, rules, usual):
        rows, heads = grid(inside, region)
        if len(rows) < 2 or len(rows[0]) < 2:
            continue
        gone.update(map(id, [*inside, *caption]))
        there[id(caption[0])] = [
            Block("caption", caption),
            Block("table", inside, rows=rows, heads=heads, caption=caption),
        ]
    for region, inside in find_uncaptioned(lines, rules, usual, set(gone)):
        rows, heads = grid(inside, region)
        if len(rows) > 1 and len(rows[0]) > 1:
            gone.update(map(id, inside))
            there[id(inside[0])] = [Block("table", inside, rows=rows, heads=heads)]
    for caption, inside in listings(lines, rules):
        if not any(id(line) in there for line in inside):
            gone.update(map(id, [*inside, *caption]))
            there[id(caption[0])] = [Block("caption", caption), Block("code", inside)]
    parts: list[list[Line]] = [[]]
    tables = []
    for line in lines:
        if id(line) in there:
            tables.append(there[id(line)])
            parts.append([])
        elif id(line) not in gone:
            parts[-1].append(line)
    return parts, tables
