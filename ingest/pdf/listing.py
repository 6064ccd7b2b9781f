"""The algorithms of a page that stand between strokes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .tables import Region, Rule, chains
from .words import Line

ALGORITHM = re.compile(r"^(?:Algorithm|ALGORITHM|Procedure|Listing)\s*\d+(?:\.\d+)?\b")


def listings(lines: Sequence[Line], rules: list[Rule]) -> Iterator[tuple[list[Line], list[Line]]]:
    """The lines of each caption, and those of the steps below it."""
    groups = chains(rules) if any(ALGORITHM.match(line.text) for line in lines) else []
    for number, line in enumerate(lines):
        if not ALGORITHM.match(line.text):
            continue
        for group in groups:
            under = [rule for rule in group if -3 < line.y0 - rule.y < 3.2 * line.size]
            under = [rule for rule in under if line.x0 < rule.x1 and rule.x0 < line.x1]
            below = [rule for rule in group if under and rule.y < under[0].y - line.size]
            if not below:
                continue
            region = Region(under[0].x0 - 6, below[0].y - 2, under[0].x1 + 6, under[0].y + 2, [])
            inside = [each for each in lines if region.holds(each) and each is not line]
            head = [each for each in lines[number : number + 3] if each.y0 > under[0].y - 3 and each.y0 <= line.y0 + 1]
            head = [each for each in head if each.x0 < under[0].x1 and each.x1 > under[0].x0]
            inside = [each for each in inside if not any(each is one for one in head)]
            if len(inside) >= 2:
                yield head or [line], inside
                break
