"""Tables that are read at first use, so that importing the estimator costs nothing."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from estimator.errors import EstimatorError

Row = TypeVar("Row")
FOLDER = Path(__file__).parent
MISSING = "\0"  # where a row ends too early


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
    rows: list[dict[str, str]] = []
    try:
        with (FOLDER / name).open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file, restkey="", restval=MISSING)
            for row in reader:
                if "" in row or MISSING in row.values():
                    heads = len(reader.fieldnames or ())
                    raise EstimatorError(
                        f"{name}, line {reader.line_num}: a row has one cell for each of the {heads} columns"
                    )
                rows.append(row)
    except UnicodeDecodeError as error:
        raise EstimatorError(f"{name}: is no UTF-8 text ({error.reason})") from None
    return rows


def columns(name: str) -> list[str]:
    """The columns of a CSV file of this folder, in its order."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return next(csv.reader(file))


def parts(cell: str) -> tuple[str, ...]:
    """`"H100|H100 SXM5"` to its parts."""
    return tuple(part.strip() for part in cell.split("|") if part.strip())


def nearest(name: str, choices: Mapping[str, str], count: int = 3) -> list[str]:
    """Up to `count` row names whose spelling (the keys of `choices`) comes closest to `name`."""
    close = get_close_matches(name, choices, n=4 * count)
    return list(dict.fromkeys(choices[key] for key in close))[:count]
