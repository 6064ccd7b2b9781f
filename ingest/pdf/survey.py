"""What is usual in a document: the first of two looks, at its pages or at enough of them. It keeps counts and no pages."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from .blocks import Style
from .furniture import is_marginal, key
from .join import Vocabulary
from .outline import Entry, headings
from .words import Line

GARBLED = re.compile("[\ue000-\uf8ff\ufffd\U000f0000-\U0010ffff]")


class Survey:
    """Counts over all pages."""

    def __init__(self, outline: tuple[Entry, ...] = ()) -> None:
        self.outline: dict[int, list[Entry]] = {}
        for entry in outline:
            self.outline.setdefault(entry.page, []).append(entry)
        self.missed: dict[int, list[Entry]] = {}  # by page: those that no line of it is
        self.listed = self.headed = (
            0  # entries of the outline on the pages looked at, and those that are headings there
        )
        self.words = Vocabulary()
        self.signs = 0  # characters, spaces aside
        self.garbled = 0  # of these the ones that mean nothing: private use, replacement signs
        self.pages = 0
        self.sizes: Counter[float] = Counter()  # in half points: characters
        self.leads: Counter[tuple[float, int]] = Counter()  # (size, distance of two lines): lines
        self.lefts: Counter[tuple[float, int]] = Counter()  # (size, left edge): lines
        self.bold: Counter[tuple[float, bool]] = Counter()
        self.margins: Counter[str] = Counter()  # what stands in the margins, digits aside: pages

    def add(self, lines: list[Line], height: float) -> None:
        """One page."""
        if lines and self.outline:
            page = lines[0].page
            here, before = self.outline.get(page, []), self.missed.pop(page - 1, [])
            missing = headings(lines, [*before, *here])[1]
            self.listed += len(here)
            self.headed += len(before) + len(here) - len(missing)
            self.missed[page] = [entry for entry in missing if entry.page == page]
        self.pages += 1
        self.words.add(lines)
        self.margins.update({key(line) for line in lines if is_marginal(line, height)})
        for line in lines:
            self.signs += sum(len(word.text) for word in line.words)
            self.garbled += 0 if line.text.isascii() else len(GARBLED.findall(line.text))
            if line.size > 3 and (len(line.words) > 3 or len(line.text) > 15):
                size = half(line.size)
                self.sizes[size] += len(line.text)
                self.lefts[size, round(line.x0 / 4) * 4] += 1
                self.bold[size, line.bold] += 1
        for above, below in pairwise(lines):
            gap = above.y0 - below.y0
            if half(above.size) == half(below.size) and 0 < gap < 3 * below.size:
                self.leads[half(below.size), round(gap)] += 1

    @property
    def unsaid(self) -> bool:
        """Whether the outline names parts of the document that its pages do not name."""
        return self.headed < 0.5 * self.listed

    @property
    def readable(self) -> int:
        """Characters that mean something."""
        return self.signs - self.garbled

    def style(self) -> Style:
        """The size of the body text, the distance of its lines, and the left edges of its columns."""
        size = self.sizes.most_common(1)[0][0] if self.sizes else 10.0
        leads = [(count, lead) for (of, lead), count in self.leads.items() if of == size]
        lefts = sorted(((count, left) for (of, left), count in self.lefts.items() if of == size), reverse=True)
        lead = float(max(leads)[1]) if leads else 1.2 * size
        return Style(size, lead, [float(left) for _, left in lefts[:6]], self.bold[size, True] > self.bold[size, False])

    def repeated(self) -> set[str]:
        """What comes back at the same height of at least three pages, or two of a short document: running heads."""
        if self.pages < 2:
            return set()
        least = 3 if self.pages > 4 else 2
        return {text for text, count in self.margins.items() if count >= least}


def half(size: float) -> float:
    return round(size * 2) / 2
