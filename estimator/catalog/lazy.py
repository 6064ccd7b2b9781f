"""Tables that are read at first use, so that importing the estimator costs nothing."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

Row = TypeVar("Row")
FOLDER = Path(__file__).parent


class Table(Mapping[str, Row]):
    """A read-only mapping from a row's name to the row, in the table's order; loaded when first looked at."""

    def __init__(self, load: Callable[[], dict[str, Row]]) -> None:
        self._load = load
        self._rows: dict[str, Row] | None = None

    @property
    def rows(self) -> dict[str, Row]:
        if self._rows is None:
            self._rows = self._load()
        return self._rows

    def __getitem__(self, name: str) -> Row:
        return self.rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


def records(name: str) -> list[dict[str, str]]:
    """The rows of a CSV file of this folder, as text; blank cells are empty strings."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def columns(name: str) -> list[str]:
    """The columns of a CSV file of this folder, in its order."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return next(csv.reader(file))


def parts(cell: str) -> tuple[str, ...]:
    """`"H100|H100 SXM5"` to its parts."""
    return tuple(part.strip() for part in cell.split("|") if part.strip())


def nearest(name: str, choices: Mapping[str, str], count: int = 3) -> list[str]:
    """Up to `count` row names whose spelling (the keys of `choices`) comes closest to `name`."""
    close = get_close_matches(name, choices, n=4 * count, cutoff=0.6)
    return list(dict.fromkeys(choices[key] for key in close))[:count]
