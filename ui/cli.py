"""The command line: parse, call one library function, print. Each command is a file of its own in `ui/commands/`."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

import typer

app = typer.Typer(
    name="twoways",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Can this speed-up be so? Claims about faster LLM inference, read from papers and release notes "
    "and held against the roofline.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"twoways {version('twoways')}")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Options before the command."""


def main() -> None:
    """Run the command line. Exit code 0 all well, 1 some inputs failed (each named), 2 wrong usage."""
    app()


if __name__ == "__main__":
    main()
