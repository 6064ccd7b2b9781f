"""`twoways sql`: any question to the database, and no harm to it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ui.commands._common import DAY, DEFAULT_DB, Database, one_of, opened
from ui.commands._output import FORMATS, write_frame


def sql(
    query: Annotated[
        str, typer.Argument(help="A SELECT; docs/database.md lists tables, columns and views.", metavar="QUERY")
    ],
    database: Database = DEFAULT_DB,
    form: Annotated[str, typer.Option("--format", help=", ".join(FORMATS))] = "table",
    limit: Annotated[int, typer.Option(min=1, max=10**9, help="At most so many rows.")] = 10_000,
    seconds: Annotated[float, typer.Option(min=0.1, max=DAY, help="Time limit.")] = 10.0,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File instead of the terminal.")] = None,
) -> None:
    """Ask the database. Read-only, with limits of time, rows and size.

    Example: twoways sql "SELECT * FROM verdicts_by_technique ORDER BY implausible DESC"
    """
    one_of("--format", form, FORMATS)
    from db.readonly import ask

    with opened(database) as store:
        answer = ask(store.url, query, rows=limit, seconds=seconds)
    write_frame(answer.records(), form, output, answer.names)
    if not answer.rows:
        typer.echo("no rows", err=True)
    if answer.more:
        typer.echo(f"the first {limit} rows; --limit shows more", err=True)
