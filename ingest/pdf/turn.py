"""Pages whose text runs up, down or upside down, as slides and wide tables are often set: read as if they lay upright."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..document import Box, Passage

Corners = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Turn:
    """How the text of a page lies: it runs up (90), upside down (180) or down (270). The size is that of the page as it is."""

    angle: int
    width: float
    height: float

    def upright(self, x0: float, y0: float, x1: float, y1: float) -> Corners:
        """A box of the page, turned so that its text runs to the right."""
        if self.angle == 90:
            return y0, self.width - x1, y1, self.width - x0
        if self.angle == 270:
            return self.height - y1, x0, self.height - y0, x1
        return self.width - x1, self.height - y1, self.width - x0, self.height - y0

    def back(self, x0: float, y0: float, x1: float, y1: float) -> Corners:
        """The opposite."""
        if self.angle == 90:
            return self.width - y1, x0, self.width - y0, x1
        if self.angle == 270:
            return y0, self.height - x1, y1, self.height - x0
        return self.upright(x0, y0, x1, y1)

    @property
    def tall(self) -> float:
        """The height of the page when its text is upright."""
        return self.height if self.angle == 180 else self.width


def angle_of(a: float, b: float) -> int:
    """Which way a sign lies, by the first row of its matrix."""
    return (0 if a >= 0 else 180) if abs(a) >= abs(b) else 90 if b > 0 else 270


def unturned(page: Any) -> tuple[float, float]:
    """The size of a page before it is turned for reading."""
    width, height = page.get_size()
    return (height, width) if page.get_rotation() in (90, 270) else (width, height)


def turned_back(passages: list[Passage], turns: dict[int, Turn]) -> list[Passage]:
    """The passages with their boxes where they are on the pages."""

    def back(box: Box) -> Box:
        if (turn := turns.get(box.page)) is None:
            return box
        return Box(box.page, *turn.back(box.x0, box.y0, box.x1, box.y1))

    if not turns:
        return passages
    return [replace(passage, boxes=tuple(map(back, passage.boxes))) for passage in passages]
