"""Makes the examples of README.md and docs/ again, so that no page can lie: `python scripts/docs.py [--check] [PAGE...]`.

A page runs from its top to its end in a folder of its own, which holds a copy of `corpus/documents`:

| fence | what happens |
|---|---|
| `console` | each `$ command` is run and what it prints is put below it; `console head=9` cuts it after nine lines |
| `pycon` | each `>>> statement` is run and what it prints is put below it |
| `csv NAME`, `python NAME`, ... | is written to the file of that name |
| `sh` | is not run (it needs a network or never ends); a test looks whether its commands and options exist |

What stands between `<!-- generated: NAME -->` and `<!-- end -->` comes from `docs_tables.py`. A page with
`<!-- database: demo -->` starts with the demo documents in `twoways.db`.
"""

from __future__ import annotations

import argparse
import code
import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

FENCE = re.compile(r"^```(?P<info>[^\n`]+)\n(?P<body>.*?)^```$", re.M | re.S)
GENERATED = re.compile(r"(?P<head><!-- generated: (?P<name>[\w-]+) -->\n).*?(?P<tail><!-- end -->)", re.S)
ENVIRONMENT = {"COLUMNS": "110", "NO_COLOR": "1", "TERM": "dumb", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
# What differs from one run to the next, and does not make a page wrong.
VOLATILE = (
    (re.compile(r"in [\d.]+ m?s, [\d.]+/s"), "in _ s, _/s"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.+:]*"), "_"),
)


def pages() -> list[Path]:
    """Every page, the README first."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def render(page: Path, database: Path | None = None) -> str:
    """The page as it should be. `database` is a ready one of the demo documents; without it they are read where needed."""
    text = page.read_text(encoding="utf-8")
    text = GENERATED.sub(generated, text)
    if not FENCE.search(text):
        return text
    with tempfile.TemporaryDirectory(prefix="docs") as name:
        folder = Path(name)
        shutil.copytree(ROOT / "corpus/documents", folder / "corpus/documents")
        if "<!-- database: demo -->" in text:
            shutil.copy(database or demo(), folder / "twoways.db")
        with inside(folder):
            run = Run()
            return FENCE.sub(run.block, text)


@cache
def demo() -> Path:
    """A database of the demo documents."""
    file = Path(tempfile.mkdtemp(prefix="demo")) / "twoways.db"
    Run().command(f"twoways ingest {shlex.quote(str(ROOT / 'corpus/documents'))} --db {shlex.quote(str(file))}")
    return file


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in the folder, with the environment of the pages."""
    before = dict(os.environ)
    os.environ.update(ENVIRONMENT)
    try:
        with contextlib.chdir(folder):
            yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def generated(match: re.Match[str]) -> str:
    """A table from the code."""
    from scripts import docs_tables

    return match["head"] + docs_tables.TABLES[match["name"]]().strip("\n") + "\n" + match["tail"]


class Run:
    """One page: its commands share a folder, its Python a namespace."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.code = 0  # exit code of the last command

    def block(self, match: re.Match[str]) -> str:
        """A fence with what its content prints now."""
        kind, *more = match["info"].split()
        body = match["body"]
        if kind == "console":
            body = self.console(body, next((int(word[5:]) for word in more if word.startswith("head=")), 0))
        elif kind == "pycon":
            body = self.session(body)
        elif more:
            Path(more[0]).parent.mkdir(parents=True, exist_ok=True)
            Path(more[0]).write_text(body, encoding="utf-8")
        return f"```{match['info']}\n{body}```"

    def console(self, body: str, head: int) -> str:
        """The commands, each with its output."""
        out: list[str] = []
        for command, before in commands_of(body):
            printed = [line.rstrip() for line in self.command(command).strip("\n").split("\n")]
            if head and len(printed) > head:
                printed = [*printed[:head], "..."]
            if steady(printed) == steady(before):
                printed = before
            out += [f"$ {line}" if i == 0 else line for i, line in enumerate(command.split("\n"))]
            out += [line for line in printed if line or len(printed) > 1] + [""]
        return "\n".join(out).rstrip("\n") + "\n"

    def command(self, command: str) -> str:
        """What a command prints on both streams. `twoways` alone runs in this process: that is quick."""
        plain = command.replace("\\\n", " ")
        if plain == "echo $?":
            return str(self.code)
        words = shlex.split(plain)
        if words[0] == "twoways" and not set(words) & {"|", ">", "<", "&&"}:
            result = invoke(words[1:])
            self.code = result.exit_code
            if result.exception and not isinstance(result.exception, SystemExit):
                raise RuntimeError(f"{command}: {result.exception!r}") from result.exception
            return str(result.output)
        shim = f'twoways() {{ {shlex.quote(sys.executable)} -m ui.cli "$@"; }}; '
        path = {"PYTHONPATH": str(ROOT), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
        done = subprocess.run(
            ["bash", "-c", shim + plain],
            env=os.environ | path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self.code = done.returncode
        return done.stdout

    def session(self, body: str) -> str:
        """The statements, each with what it prints."""
        out = []
        for example in doctest.DocTestParser().get_examples(body):
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                code.InteractiveInterpreter(self.names).runsource(example.source, symbol="single")
            lines = example.source.rstrip("\n").split("\n")
            out += [f">>> {lines[0]}", *(f"... {line}" for line in lines[1:]), *printed.getvalue().splitlines()]
        return "\n".join(out) + "\n"


def commands_of(body: str) -> list[tuple[str, list[str]]]:
    """The commands of a block with the output that stands there now."""
    found: list[tuple[str, list[str]]] = []
    more = False
    for line in body.rstrip("\n").split("\n"):
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif more:
            found[-1] = (f"{found[-1][0]}\n{line}", [])
        else:
            found[-1][1].append(line)
        more = line.endswith("\\") and not found[-1][1]
    return [(command, "\n".join(lines).rstrip("\n").split("\n")) for command, lines in found]


def steady(lines: list[str]) -> str:
    """The output without what differs from run to run; how a table is wrapped follows from the width of its numbers."""
    text = "\n".join(lines)
    for pattern, mark in VOLATILE:
        text = pattern.sub(mark, text)
    return " ".join(text.split())


def invoke(arguments: list[str]) -> Any:
    """A command of the program in this process."""
    from typer.testing import CliRunner

    return CliRunner().invoke(program(), arguments, prog_name="twoways")


@cache
def program() -> Any:
    """The command line with all its commands."""
    from ui import cli

    cli.register()
    return cli.app


def main() -> None:
    """Write the pages anew, or say which are out of date."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 where a page is out of date")
    parser.add_argument("pages", nargs="*", type=Path, help="only these pages")
    options = parser.parse_args()
    late = 0
    for page in [page.resolve() for page in options.pages] or pages():
        now = render(page)
        if now == page.read_text(encoding="utf-8"):
            continue
        late += 1
        print(f"{page.relative_to(ROOT)}{' is out of date' if options.check else ''}")
        if not options.check:
            page.write_text(now, encoding="utf-8")
    sys.exit(options.check and late > 0)


if __name__ == "__main__":
    main()
