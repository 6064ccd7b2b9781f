"""`twoways claims`: what the database holds, filtered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from ui.commands._common import DEFAULT_DB, Database, fail, one_of, opened, show_table, terminal
from ui.commands._output import FORMATS, write_frame
from ui.show import digits


def claims(
    database: Database = DEFAULT_DB,
    technique: Annotated[list[str] | None, typer.Option(help="Technique; may be given several times.")] = None,
    side: Annotated[list[str] | None, typer.Option(help="fewer-bytes, fewer-steps, both, neither.")] = None,
    verdict: Annotated[
        list[str] | None, typer.Option(help="plausible, conditional, implausible, unverifiable.")
    ] = None,
    status: Annotated[list[str] | None, typer.Option(help="open, accepted, corrected, rejected.")] = None,
    metric: Annotated[list[str] | None, typer.Option(help="decode, throughput, latency, ttft, ...")] = None,
    kind: Annotated[list[str] | None, typer.Option(help="claim, measurement.")] = None,
    hardware: Annotated[str, typer.Option(help="Part of a name: H100.")] = "",
    model: Annotated[str, typer.Option(help="Part of a name: Llama-3.")] = "",
    min_factor: Annotated[float | None, typer.Option(min=0, help="At least this factor.")] = None,
    document: Annotated[str, typer.Option(help="Number of a document, or part of its title.")] = "",
    search: Annotated[str, typer.Option(help='Words and "phrases" of the quote; -word without it.')] = "",
    order: Annotated[str, typer.Option(help="id, newest, priority, factor, confidence.")] = "id",
    limit: Annotated[
        int | None, typer.Option(min=1, max=10**9, help="How many.", show_default="all; a table 50")
    ] = None,
    form: Annotated[str, typer.Option("--format", help=", ".join(FORMATS))] = "table",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File instead of the terminal.")] = None,
) -> None:
    """List claims with their verdicts.

    Example: twoways claims --verdict implausible --hardware H100 --format jsonl
    """
    one_of("--format", form, FORMATS)
    from db import Filter, queries
    from db.decisions import Status
    from estimator.statement import Kind, Metric, Side
    from estimator.verdict import Word

    check_words({"--side": (side, Side), "--verdict": (verdict, Word), "--metric": (metric, Metric)})
    check_words({"--kind": (kind, Kind), "--status": (status, Status)})
    one_of("--order", order, tuple(queries.ORDERS))
    chosen = Filter(
        technique=tuple(known_technique(name) for name in technique or ()),
        side=tuple(side or ()),
        verdict=tuple(verdict or ()),
        status=tuple(status or ()),
        metric=tuple(metric or ()),
        kind=tuple(kind or ()),
        hardware=hardware,
        model=model,
        min_factor=min_factor,
        document=document,
        search=search,
    )
    with opened(database) as store:
        if form == "table":
            with store.session() as session:
                show(queries.claims_page(session, chosen, order=order, limit=limit or 50))
            return
        write_frame(records(store, chosen, order, limit), form, output)


def check_words(options: dict[str, tuple[list[str] | None, Any]]) -> None:
    """Each word given must be one that there is."""
    from typing import get_args

    for name, (given, kind) in options.items():
        for word in given or ():
            one_of(name, word, get_args(kind))


def known_technique(name: str) -> str:
    """The technique that is meant: its name, or one under which it is known. Claims of none are kept as `other`."""
    from estimator import EstimatorError, find_technique

    try:
        return name if name == "other" else find_technique(name).key
    except EstimatorError as error:
        fail(f"--technique: {error}", 2)


def records(store: Any, chosen: Any, order: str, limit: int | None) -> Iterator[dict[str, Any]]:
    """Each claim in the JSON form, one after another."""
    import pipeline
    from db import queries

    with store.session() as session:
        for at in queries.claims(session, chosen, order=order, limit=limit):
            yield pipeline.record_at(at.source, at.page, at.section, at.claim, at.verdict)


def show(page: Any) -> None:
    """The page as a table, and how many there are."""
    lines: list[tuple[object, ...]] = [
        (x.claim_id, x.technique, x.side, figure(x), x.verdict, ceiling(x), ", ".join(x.hardware), x.quote)
        for x in page.lines
    ]
    heads: tuple[str, ...] = ("id", "technique", "side", "claimed", "verdict", "ceiling", "hardware", "quote")
    if terminal().width < 120:  # the sentence needs the room; its side follows from its technique
        heads, lines = (*heads[:2], *heads[3:6], heads[7]), [(*line[:2], *line[3:6], line[7]) for line in lines]
    show_table(heads, lines, wide="quote")
    more = f" of {page.total}: --limit shows more" if page.total > len(page.lines) else ""
    typer.echo(f"{len(page.lines)} claims{more}")


def figure(line: Any) -> str:
    """2.5x, 2.2-3.6x, up to 9x; 48 tokens/s where a value is claimed rather than a factor."""
    if line.factor_low is None:
        return "" if line.absolute is None else f"{digits(line.absolute, 4)} {line.absolute_unit}"
    low, high = line.factor_low, line.factor_high or line.factor_low
    ends = f"{digits(low)}x" if low == high else f"{digits(low)}-{digits(high)}x"
    before = {"up-to": "up to ", "at-least": "at least ", "about": "about "}.get(line.qualifier, "")
    return before + ends


def ceiling(line: Any) -> str:
    """3.8x, 51 tokens/s."""
    if line.ceiling is None:
        return ""
    return f"{digits(line.ceiling)}x" if line.ceiling_unit == "x" else f"{digits(line.ceiling, 4)} {line.ceiling_unit}"
