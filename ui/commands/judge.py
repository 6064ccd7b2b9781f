"""`twoways judge`: verdicts for a sheet of claims."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from ui.commands._common import fail, one_of, show_table
from ui.commands._output import write_frame

FORMATS = ("table", "csv", "json", "jsonl")


def judge(
    source: Annotated[Path, typer.Option("--from", help="CSV with a head line, or JSON lines: one claim a row.")],
    form: Annotated[str, typer.Option("--format", help=", ".join(FORMATS))] = "table",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File instead of the terminal.")] = None,
) -> None:
    """Judge every claim of a sheet: can it be so, and what would have to be true?

    Example: twoways judge --from claims.csv --format jsonl
    """
    one_of("--format", form, FORMATS)
    from estimator import judge_rows

    answers = list(judge_rows(read(source)))
    if form != "table":
        write_frame(answers, form, output)
    else:
        heads = ("id", "verdict", "ceiling", "reason")
        lines = [(a["id"], a.get("verdict", "error"), ceiling(a), a.get("reason", a.get("error"))) for a in answers]
        show_table(heads, lines, wide="reason")
    if any("error" in answer for answer in answers):
        raise typer.Exit(1)


def ceiling(answer: Mapping[str, Any]) -> str:
    """3.87x, 38.1 tokens/s."""
    if answer.get("ceiling") is None:
        return ""
    unit = answer["ceiling_unit"]
    return f"{answer['ceiling']:.3g}x" if unit == "x" else f"{answer['ceiling']:.4g} {unit}"


def read(source: Path) -> Iterator[dict[str, Any]]:
    """The rows of a CSV file or of JSON lines."""
    try:
        text = source.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{source}: cannot be read: {error}", 2)
    if source.suffix == ".csv" or not text.lstrip().startswith("{"):
        yield from csv.DictReader(text.splitlines())
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield json.loads(line)
            except json.JSONDecodeError as error:
                fail(f"{source}, line {number}: is no JSON object: {error.msg}", 2)
