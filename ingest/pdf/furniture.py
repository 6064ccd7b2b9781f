"""What is on a page but not in the text: running heads, page numbers, stamps."""

from __future__ import annotations

import re
from collections import Counter

from .words import Line

ARXIV = re.compile(r"arXiv:(\d{4}\.\d{4,5})(v\d+)?(?:\s*\[[\w.\-]+\])?\s*(\d{1,2}\s+\w{3,9}\s+\d{4})?")
NUMBER = re.compile(
    r"^(?:page\s*)?[-–—]?\s*(?:\d{1,4}|[ivxlc]{1,6})\s*[-–—]?(?:\s*(?:of|/)\s*\d{1,4})?$", re.IGNORECASE
)
DIGITS = re.compile(r"\d+")


def is_turned(line: Line) -> bool:
    """A line that runs up the page: a stamp in the margin or the label of an axis."""
    height, width = line.y1 - line.y0, line.x1 - line.x0
    return len(line.text) > 3 and height > 2.5 * max(line.size, 4) and height > 1.5 * width


def running(pages: list[list[Line]], heights: list[float]) -> set[str]:
    """The texts, digits aside, that come back at the same height of at least three pages (or two of three)."""
    seen: Counter[str] = Counter()
    for lines, height in zip(pages, heights, strict=True):
        seen.update({key(line) for line in lines if is_marginal(line, height)})
    least = 3 if len(pages) > 4 else 2
    return {text for text, count in seen.items() if count >= least}


def is_marginal(line: Line, height: float) -> bool:
    """In the upper or lower tenth of the page."""
    return line.y0 > 0.9 * height or line.y1 < 0.1 * height


def key(line: Line) -> str:
    """The text without digits, with the height at which it stands in steps of 6 points."""
    return DIGITS.sub("#", line.text) + f"@{line.y0 / 6:.0f}"


def strip(pages: list[list[Line]], heights: list[float]) -> tuple[list[list[Line]], str]:
    """The pages without furniture, and the stamp of a preprint server."""
    repeated = running(pages, heights) if len(pages) > 1 else set()
    stamp, out = "", []
    for number, (lines, height) in enumerate(zip(pages, heights, strict=True)):
        kept = []
        upright = sum(map(is_turned, lines)) < 0.5 * len(lines)  # else the page itself lies on its side
        for line in lines:
            if (
                number == 0
                and not stamp
                and (found := ARXIV.search(line.text))
                and (is_turned(line) or len(line.words) < 8)
            ):
                stamp = found[0]
            elif (upright and is_turned(line)) or (
                is_marginal(line, height) and (key(line) in repeated or NUMBER.match(line.text))
            ):
                continue
            else:
                kept.append(line)
        out.append(kept)
    return out, stamp
