"""A sheet of rows as people save them: CSV with a head line, or JSON lines; what cannot be read is one line that says where."""

from __future__ import annotations

import csv
import difflib
import io
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from ui.commands._common import fail

MOST_LINES = 20  # of errors that a reader is shown; the answers themselves hold all of them
# What people write over a column, and its name here.
_ALSO_SAID = {
    "batch_size": "batch",
    "chip": "hardware",
    "claim": "factor_low",
    "context": "context_len",
    "devices": "n_devices",
    "factor": "factor_low",
    "gpu": "hardware",
    "gpus": "n_devices",
    "speedup": "factor_low",
    "speed_up": "factor_low",
}
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")


def rows(source: Path, columns: Sequence[str]) -> list[dict[str, Any]]:
    """The rows, each by its column's name; `-` is the standard input. `columns` are those that are read: others are left
    alone, but one that looks like a slip of the pen is named.
    """
    text = _text(source)
    lines = source.suffix != ".csv" and text.lstrip().startswith("{")
    found = _json_lines(source, text) if lines else _csv(source, text)
    _say_slips(source, dict.fromkeys(name for row in found for name in row), columns)
    return found


def _say_slips(source: Path, names: Iterable[str], columns: Sequence[str]) -> None:
    """A line for each name that no column has but nearly: `factor_lo`, `Hardware`."""
    given = set(names)
    if not given & set(columns):
        fail(f"{source}: no column that is known here: give a head line with names like {', '.join(columns[:6])}", 2)
    for name in names:
        if name not in columns and (near := _nearest(name, columns)) and near not in given:
            typer.echo(f"twoways: {source}: column {name!r} is not read: did you mean {near!r}?", err=True)


def _nearest(name: str, columns: Sequence[str]) -> str:
    """The column that was meant, as far as one can see."""
    plain = re.sub(r"[\s-]+", "_", name.strip().lower())
    plain = _ALSO_SAID.get(plain, plain)
    return next(iter(difflib.get_close_matches(plain, columns, 1, 0.85)), "")


def report(source: Path, answers: Sequence[Mapping[str, Any]]) -> int:
    """A line on the error stream for each row that could not be answered, and the exit code."""
    bad = [(number, answer) for number, answer in enumerate(answers, 1) if "error" in answer]
    for number, answer in bad[:MOST_LINES]:
        named = f" (id {answer['id']})" if answer["id"] not in ("", number) else ""
        typer.echo(f"twoways: {source}, row {number}{named}: {answer['error']}", err=True)
    if len(bad) > MOST_LINES:
        typer.echo(f"twoways: {source}: {len(bad) - MOST_LINES} more rows with an error", err=True)
    return 1 if bad else 0


def _text(source: Path) -> str:
    """Spreadsheets write UTF-8 with a mark, or UTF-16."""
    try:
        content = sys.stdin.buffer.read() if source == Path("-") else source.read_bytes()
    except OSError as error:
        fail(f"{source}: cannot be read: {error.strerror}", 2)
    try:
        text = content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        fail(f"{source}: cannot be read: it is no UTF-8 text: save it as CSV in UTF-8", 2)
    if "\0" in text:
        fail(f"{source}: cannot be read: it is no text but a binary file: save it as CSV in UTF-8", 2)
    return text


def _csv(source: Path, text: str) -> list[dict[str, Any]]:
    head = text.lstrip().split("\n", 1)[0]
    mark = max(",;\t", key=head.count)  # where a comma is the decimal sign, spreadsheets part cells by semicolons
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=mark)
    found = []
    try:
        names = [name.strip() for name in reader.fieldnames or ()]
        if twice := {name for name in names if names.count(name) > 1 and name}:
            fail(f"{source}: two columns are called {min(twice)!r}: give each a name of its own", 2)
        reader.fieldnames = names
        for row in reader:
            if None in row:
                fail(
                    f"{source}, line {reader.line_num}: more cells than heads: put a cell with a {mark!r} in quotes", 2
                )
            found.append({name: _decimal(cell) if mark == ";" else cell for name, cell in row.items()})
    except csv.Error as error:
        fail(f"{source}, line {reader.line_num + 1}: {error}: give a CSV file", 2)
    if not found:
        fail(f"{source}: no rows: give a head line with the columns' names, and a line for each row", 2)
    return found


def _decimal(cell: Any) -> Any:
    return cell.replace(",", ".") if isinstance(cell, str) and _DECIMAL_COMMA.fullmatch(cell.strip()) else cell


def _json_lines(source: Path, text: str) -> list[dict[str, Any]]:
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            fail(f"{source}, line {number}: is no JSON object: {getattr(error, 'msg', error)}", 2)
        if not isinstance(value, dict):
            fail(f"{source}, line {number}: is no JSON object", 2)
        found.append(value)
    return found
