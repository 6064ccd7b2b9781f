"""What several commands share: the options, the one-line error, tables on the terminal."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from ui.show import digits

if TYPE_CHECKING:
    from rich.console import Console

    from db import Store

Database = Annotated[
    str,
    typer.Option(
        "--db",
        envvar="TWOWAYS_DB",
        help="File, sqlite:///FILE or postgresql://USER@HOST/NAME.",
    ),
]
DEFAULT_DB = "twoways.db"
# Beyond these a number is a slip of the pen, and the system below would answer it with an error of its own.
DAY = 86_400.0  # seconds
Seconds = Annotated[float, typer.Option("--seconds", min=0.1, max=DAY, help="Time limit for one document.")]
Memory = Annotated[int, typer.Option("--memory", min=64, max=10**7, help="Memory limit for one document, in MB.")]
Megabytes = Annotated[float, typer.Option("--max-megabytes", min=0.001, max=1e5, help="Size limit for one document.")]

Private = Annotated[bool, typer.Option("--private", help="Allow addresses in private networks.")]


def fail(message: str, code: int = 1) -> NoReturn:
    """One clear line on the error stream, and the exit code: 1 something failed, 2 wrong usage."""
    typer.echo(f"twoways: {message}", err=True)
    raise typer.Exit(code)


@contextmanager
def opened(url: str, *, create: bool = False) -> Iterator[Store]:
    """The database, and its errors in one line each."""
    import db

    try:
        with db.open(url, create=create) as store:
            yield store
    except db.StoreError as error:
        fail(str(error))


def one_of(name: str, value: str, words: Sequence[str]) -> str:
    """A word out of a list, else wrong usage."""
    if value not in words:
        fail(f"{name} {value!r}: give one of {', '.join(words)}", 2)
    return value


def show_table(heads: Sequence[str], lines: Iterable[Sequence[Any]], *, title: str = "", wide: str = "") -> None:
    """A table on the terminal; numbers to the right. `wide` names the column that takes what width is left."""
    from rich.table import Table
    from rich.text import Text

    rows = [list(line) for line in lines]
    table = Table(
        title=title or None,
        title_justify="left",
        box=None,
        pad_edge=False,
        header_style="bold",
        show_header=any(heads),
    )
    for i, head in enumerate(heads):
        numeric = bool(rows) and all(isinstance(row[i], int | float | None) for row in rows)
        table.add_column(
            head, justify="right" if numeric else "left", overflow="fold", ratio=1 if head == wide else None
        )
    for row in rows:
        table.add_row(*(Text(shown(cell)) for cell in row))
    terminal().print(table)


LEAST_WIDTH = 72  # of a table: in less, columns would be cut to single letters; the terminal wraps the lines instead


def terminal() -> Console:
    """The terminal with its width. Into a pipe a table keeps its own: it must not be cut to the 80 columns of no terminal."""
    from rich.console import Console

    piped = not os.isatty(1) and "COLUMNS" not in os.environ
    console = Console(width=160 if piped else None, highlight=False)
    if console.width < LEAST_WIDTH:
        console.width = LEAST_WIDTH
    return console


def shown(cell: Any) -> str:
    """A cell as text: four significant digits are enough for a reader."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return digits(cell, 4)
    if isinstance(cell, list | tuple):
        return ", ".join(shown(part) for part in cell)
    # Control characters of a document must not reach the terminal.
    return "".join(c if c.isprintable() or c == " " else " " for c in str(cell))
