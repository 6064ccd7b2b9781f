# ruff: noqa: E402 - what the user may do while the rest is loaded comes first
"""The command line: parse, call one library function, print. Each command is a file of its own in `ui/commands/`."""

from __future__ import annotations

import signal

# While the program loads, Ctrl-C ends it on the spot: nothing is begun, and Python would show where it was. What runs in
# the background (nohup, `&` in a script) does not hear it at all.
_INTERRUPT = signal.getsignal(signal.SIGINT)
_LOADING = signal.SIG_IGN if _INTERRUPT == signal.SIG_IGN else signal.SIG_DFL
signal.signal(signal.SIGINT, _LOADING)

import logging
import pkgutil
import sys
from importlib import import_module
from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import ui.commands

signal.signal(signal.SIGINT, _INTERRUPT)

WORDS = {"int": "NUMBER", "float": "NUMBER", "str": "TEXT", "list[str]": "TEXT", "path": "FILE"}


def spelled(parameters: list[Any], context: Any) -> list[Any]:
    """What an option takes, in words rather than in Python's types; a switch takes nothing."""
    for parameter in parameters:
        if parameter.param_type_name == "option" and parameter.metavar is None:
            kind = parameter.display_type(context).strip("<>").removesuffix(" range")
            parameter.metavar = "" if parameter.is_flag else WORDS[kind]
    return parameters


class Command(TyperCommand):
    """A command, with words in its help."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options and arguments."""
        return spelled(super().get_params(ctx), ctx)


class Group(TyperGroup):
    """The commands together."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options before the command."""
        return spelled(super().get_params(ctx), ctx)


app = typer.Typer(
    name="twoways",
    cls=Group,
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


# In the order of `--help`; a command that is not named here comes after them, by its name.
ORDER = (
    "ingest check estimate judge claims sql review export backup reanalyse train evaluate catalog watch doctor"
).split()


def register() -> None:
    """Each module of `ui.commands` holds one command: the function of its own name, or a `typer.Typer` called `app`."""
    names = [module.name for module in pkgutil.iter_modules(ui.commands.__path__) if not module.name.startswith("_")]
    for name in sorted(names, key=lambda n: (ORDER.index(n) if n in ORDER else len(ORDER), n)):
        module = import_module(f"ui.commands.{name}")
        if group := getattr(module, "app", None):
            app.add_typer(group, name=name)
        else:
            app.command(name, cls=Command)(getattr(module, name))


def main() -> None:
    """Run the command line. Exit code 0 all well, 1 some inputs failed (each named), 2 wrong usage."""
    signal.signal(signal.SIGINT, _LOADING)
    register()
    signal.signal(signal.SIGINT, _INTERRUPT)
    logging.basicConfig(format="twoways: %(message)s")
    logging.getLogger("classifier").setLevel(logging.INFO)  # what takes a while says so
    # A pipe that closes early (`twoways claims | head`) is no error; nor is a terminal that cannot show a sign.
    for stream in (sys.stdout, sys.stderr):
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    try:
        app()
    except BrokenPipeError:
        sys.stdout = None  # nobody reads: do not flush at exit
        sys.exit(0)
    except MemoryError:
        sys.exit("twoways: not enough memory: give it some 1.5 GB, or run fewer jobs at once (--jobs)")
    except OSError as error:  # a full disk behind the output, a cache folder that may not be written
        sys.stdout = None
        sys.exit(f"twoways: {error.filename or 'the output'}: {error.strerror}")


if __name__ == "__main__":
    main()
