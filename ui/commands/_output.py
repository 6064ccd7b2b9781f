"""Rows as a table, CSV, JSON, JSON lines or Parquet, to the terminal or a file."""

from __future__ import annotations

import csv
import json
import math
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ui.commands._common import fail, show_table
from ui.show import UNSEEN

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMATS = ("table", "csv", "json", "jsonl", "parquet")
# A spreadsheet takes a cell that begins so for a formula; an apostrophe before it makes it text.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")  # begins like a formula, and is none


def harmless(cell: Any) -> Any:
    """A cell for CSV: text that a spreadsheet would run is marked as text, and marks that turn text around become dots;
    lists and objects become JSON.
    """
    if isinstance(cell, list | tuple | dict):
        cell = json.dumps(cell, ensure_ascii=False, default=str)
    if not isinstance(cell, str):
        return cell
    cell = UNSEEN.sub("·", cell)
    if NUMBER.fullmatch(cell):
        return cell
    return "'" + cell if cell.lstrip().startswith(FORMULA) or cell.startswith(FORMULA) else cell


@contextmanager
def writing(output: Path | None) -> Iterator[IO[str]]:
    """The file, or the terminal. A file that cannot be written is one clear line."""
    if output is None:
        yield sys.stdout
        return
    try:
        with output.open("w", encoding="utf-8", newline="") as opened:
            yield opened
    except OSError as error:
        fail(f"{output}: cannot be written: {error.strerror}")


def write_frame(
    rows: Iterable[Mapping[str, Any]], form: str, output: Path | None = None, heads: Sequence[str] = ()
) -> None:
    """Rows with names. JSON lines are written as they come; the other forms need all of them first. `heads` are the columns
    where they are known: those of no rows at all stand there too.
    """
    if form == "parquet":
        write_parquet(list(rows), output, heads)
        return
    with writing(output) as out:
        if form == "jsonl":
            for row in rows:
                out.write(as_json(row) + "\n")
        elif form == "json":
            out.write(as_json(list(rows), indent=1) + "\n")
        elif form == "csv":
            write_csv(list(rows), out, heads)
        else:
            lines = list(rows)
            columns = names(lines, heads)
            show_table(columns, [[line.get(head) for head in columns] for line in lines])


def as_json(value: Any, indent: int | None = None) -> str:
    """JSON that every reader takes: what is no number in it (infinity, NaN) becomes null, bytes become hexadecimal."""
    try:
        return json.dumps(value, ensure_ascii=False, indent=indent, default=written, allow_nan=False)
    except ValueError:  # hardly ever: a walk over everything would slow all the others
        return json.dumps(finite(value), ensure_ascii=False, indent=indent, default=written)


def finite(value: Any) -> Any:
    """The same without infinities and NaN."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {name: finite(part) for name, part in value.items()}
    return [finite(part) for part in value] if isinstance(value, list | tuple) else value


def written(value: Any) -> str:
    """What JSON has no form for."""
    return value.hex() if isinstance(value, bytes) else str(value)


def names(rows: Sequence[Mapping[str, Any]], first: Sequence[str] = ()) -> list[str]:
    """All names in the order in which they come up, after those that are known."""
    return list(dict.fromkeys((*first, *(name for row in rows for name in row))))


def write_csv(rows: Sequence[Mapping[str, Any]], out: IO[str], heads: Sequence[str] = ()) -> None:
    """With a head line; safe to open in a spreadsheet."""
    heads = names(rows, heads)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(harmless(head) for head in heads)
    writer.writerows([harmless(row.get(head)) for head in heads] for row in rows)


def write_parquet(rows: Sequence[Mapping[str, Any]], output: Path | None, heads: Sequence[str] = ()) -> None:
    """Parquet is no text: it needs a file, or a pipe."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if output is None and sys.stdout.isatty():
        fail("--format parquet: name a file with --output", 2)
    heads = names(rows, heads)
    table = pa.table({head: [flat(row.get(head)) for row in rows] for head in heads})
    try:
        pq.write_table(table, str(output) if output else sys.stdout.buffer)
    except OSError as error:
        fail(f"{output}: cannot be written: {error.strerror or error}")


def flat(cell: Any) -> Any:
    """Objects and mixed lists as JSON: a column of Parquet has one type."""
    return json.dumps(cell, ensure_ascii=False, default=str) if isinstance(cell, dict | list | tuple) else cell
