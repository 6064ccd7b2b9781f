"""The tables that README.md and docs/ take from the code; `docs.py` puts them in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[1] / "docs"


def cell(text: object) -> str:
    """Text in a cell of a table, on one line."""
    return " ".join(str(text).split()).replace("|", "\\|")


def table(heads: str, rows: list[tuple[object, ...]]) -> str:
    """A table in Markdown."""
    names = heads.split("|")
    lines = [" | ".join(names), "|".join("---" for _ in names), *(" | ".join(map(cell, row)) for row in rows)]
    return "\n".join(f"| {line} |" if i != 1 else f"|{line}|" for i, line in enumerate(lines)) + "\n"


# -- the command line ------------------------------------------------------------------------------------------------------


def commands() -> str:
    """Every command with its arguments and options, from the program itself."""
    import typer

    from scripts.docs import program

    group: Any = typer.main.get_command(program())
    return "\n".join(part for name, command in group.commands.items() for part in about(name, command))


def about(name: str, command: Any) -> Iterator[str]:
    """One command."""
    text = " ".join((command.help or "").split())
    says, _, example = text.partition("Example: ")
    yield f"### {name}\n\n{says.strip()}\n"
    if example:
        yield f"```sh\n{example}\n```\n"
    rows: list[tuple[object, ...]] = [row(parameter) for parameter in command.params if parameter.name != "help"]
    yield table("argument or option|without it|meaning", rows)


def row(parameter: Any) -> tuple[object, ...]:
    """One option."""
    flag = getattr(parameter, "is_flag", False)
    name = ", ".join(f"`{option}`" for option in (*parameter.opts, *parameter.secondary_opts))
    if parameter.param_type_name == "argument":
        name = f"`{parameter.metavar or parameter.name.upper()}`" + (", several" if parameter.nargs == -1 else "")
    if getattr(parameter, "multiple", False):
        name += ", repeatable"
    shown = getattr(parameter, "show_default", None)
    default = shown if isinstance(shown, str) else parameter.default
    empty = flag or default in (None, "", (), []) or callable(default)
    without = "required" if parameter.required else "" if empty else default
    names = parameter.envvar and f" Or set `{parameter.envvar}`."
    return name, without, (getattr(parameter, "help", "") or "") + (names or "")


# -- the catalogs ----------------------------------------------------------------------------------------------------------


def counts() -> str:
    """How large the catalogs are."""
    from estimator import HARDWARE, MODELS, TECHNIQUES

    aliases = sum(len(technique.aliases) + len(technique.cased) for technique in TECHNIQUES.values())
    return (
        f"{len(HARDWARE)} chips, {len(MODELS)} models, {len(TECHNIQUES)} techniques under {aliases:,} names, "
        "each with its source.\n"
    )


def techniques() -> str:
    """Every technique by its side."""
    from estimator import TECHNIQUES

    parts = []
    for side in ("fewer-bytes", "fewer-steps", "both", "neither"):
        rows: list[tuple[object, ...]] = [
            (
                f"`{row.key}`",
                row.note,
                ", ".join(knob_text(knob) for knob in row.knobs),
                ", ".join(row.aliases[:3]),
                row.source,
            )
            for row in TECHNIQUES.values()
            if row.side == side
        ]
        if rows:
            parts.append(f"## {side}\n\n" + table("technique|what it does|typical (range)|also called|source", rows))
    return "\n".join(parts)


def knob_text(knob: Any) -> str:
    """A parameter with its typical value and its range."""
    return f"`{knob.name}` {knob.typical:g} ({knob.low:g} to {knob.high:g})"


# -- the JSON forms --------------------------------------------------------------------------------------------------------

# Fields that are named otherwise in the table `claims`, or stand in no table.
OTHERWISE = {
    "document": "The path or address that was given.",
    "start": "First character of the unit in the document's text.",
    "end": "One past the last character.",
    "absolute": "The value after, as `{value, unit}`.",
    "absolute_before": "The value before, as `{value, unit}`.",
    "expected": "What competent engines reach, `[low, high]`, in `ceiling_unit`.",
    "limiter": "What limits before and after: HBM, compute, link, overhead, host, capacity.",
}


def claim_fields() -> str:
    """The fields of a claim as JSON."""
    from db.schema import ClaimRow, EstimateRow
    from pipeline.analysis import FIELDS

    columns: Any = {column.name: column for base in (EstimateRow, ClaimRow) for column in base.__table__.columns}
    judged = "verdict ceiling ceiling_unit expected limiter reason requires".split()
    names = ["document", "page", "section", *FIELDS, *judged]
    rows: list[tuple[object, ...]] = [(f"`{name}`", OTHERWISE.get(name) or columns[name].comment) for name in names]
    return table("field|meaning", rows)


# -- how sure we are -------------------------------------------------------------------------------------------------------

SHORT = re.compile(r"<!-- short -->\n(?P<rows>.*?)<!-- end short -->", re.S)


def accuracy(folder: str = "docs/") -> str:
    """The rows that each `docs/accuracy-*.md` marks as its short form: `| question | figure | on what |`."""
    rows = []
    for page in sorted(DOCS.glob("accuracy-*.md")):
        for match in SHORT.finditer(page.read_text(encoding="utf-8")):
            lines = [line for line in match["rows"].splitlines() if line.startswith("|")]
            rows += [f"{line} [more]({folder}{page.name}) |" for line in lines[2:]]
    return "\n".join(["| question | figure | measured on | |", "|---|---|---|---|", *rows]) + "\n"


TABLES: dict[str, Callable[[], str]] = {
    "commands": commands,
    "counts": counts,
    "techniques": techniques,
    "claim-fields": claim_fields,
    "accuracy": accuracy,
    "accuracy-here": lambda: accuracy(""),
}
