"""`twoways judge`: verdicts for a sheet of claims."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from ui.commands._common import one_of, show_table
from ui.commands._output import write_frame
from ui.commands._sheet import report, rows
from ui.show import digits

FORMATS = ("table", "csv", "json", "jsonl")


def judge(
    source: Annotated[
        Path,
        typer.Option("--from", help="CSV with a head line, or JSON lines: one claim a row; - reads it from a pipe."),
    ],
    form: Annotated[str, typer.Option("--format", help=", ".join(FORMATS))] = "table",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File instead of the terminal.")] = None,
) -> None:
    """Judge every claim of a sheet: can it be so, and what would have to be true?

    Example: twoways judge --from claims.csv --format jsonl
    """
    one_of("--format", form, FORMATS)
    from estimator import CLAIM_COLUMNS, judge_rows

    answers = list(judge_rows(rows(source, CLAIM_COLUMNS)))
    if form != "table":
        write_frame(answers, form, output)
    else:
        heads = ("id", "verdict", "ceiling", "reason")
        lines = [(a["id"], a.get("verdict", "error"), ceiling(a), a.get("reason", a.get("error"))) for a in answers]
        show_table(heads, lines, wide="reason")
    raise typer.Exit(report(source, answers))


def ceiling(answer: Mapping[str, Any]) -> str:
    """3.87x, 38.1 tokens/s."""
    if answer.get("ceiling") is None:
        return ""
    unit = answer["ceiling_unit"]
    return f"{digits(answer['ceiling'])}x" if unit == "x" else f"{digits(answer['ceiling'], 4)} {unit}"
