"""`twoways ingest`: many documents into the database."""

from __future__ import annotations

import json
import os
import sys
import time
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ui.commands._common import (
    DEFAULT_DB,
    Database,
    Megabytes,
    Memory,
    Private,
    Seconds,
    fail,
    one_of,
    opened,
    show_table,
)
from ui.show import number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from db import Store
    from pipeline import Executor, Item, Limits, Outcome, Summary

CORES = os.cpu_count() or 1
Jobs = Annotated[
    int,
    typer.Option("--jobs", "-j", min=1, max=1024, help="Worker processes on this machine.", show_default="one a core"),
]
ClusterAddress = Annotated[
    str, typer.Option("--cluster", help="Address of a Dask scheduler: tcp://HOST:8786.", metavar="ADDRESS")
]
Format = Annotated[str, typer.Option("--format", help="How to print the summary: table or json.")]


def ingest(
    sources: Annotated[
        list[str],
        typer.Argument(help="Files, folders, globs, URLs, arxiv:ID, github:OWNER/NAME, feeds.", metavar="SOURCE"),
    ],
    database: Database = DEFAULT_DB,
    jobs: Jobs = CORES,
    cluster: ClusterAddress = "",
    force: Annotated[bool, typer.Option("--force", help="Analyse again what is unchanged.")] = False,
    watch: Annotated[
        float,
        typer.Option("--watch", min=0, max=525_600, help="Look again every so many minutes.", show_default="look once"),
    ] = 0.0,
    private: Private = False,
    seconds: Seconds = 60.0,
    memory: Memory = 1024,
    max_megabytes: Megabytes = 200.0,
    form: Format = "table",
) -> None:
    """Read documents, find and judge their claims, keep them in the database. Run again, it goes on where it stopped.

    Example: twoways ingest papers/ notes.md --db claims.db
    """
    one_of("--format", form, ("table", "json"))
    from pipeline import Limits, without_user

    limits = Limits(seconds, memory, max_megabytes)
    named = [without_user(source) for source in sources]
    settings = {
        "sources": named,
        "jobs": jobs,
        "cluster": bool(cluster),
        "force": force,
    }
    with opened(database, create=True) as store:
        while True:
            total, items = items_of(sources, limits, private)
            summary = work_through(store, items, total, jobs, cluster, limits, force, "ingest", settings)
            if summary.outcome == "done":
                store.recovered({*named} - {failure.source for failure in summary.failures})
            show(store, summary, form)
            if not watch or not wait_for(watch, summary):
                break
    leave(summary)


def items_of(names: list[str], limits: Limits, private: bool) -> tuple[int | None, Iterator[Item]]:
    """How many documents there are, where that can be known before they are fetched, and the documents."""
    from pathlib import Path

    from ingest import Network, discover
    from pipeline import item_of

    found = discover(names, network=Network(max_bytes=limits.max_bytes, private=private))
    if not all(Path(name).exists() for name in names):
        return None, (item_of(each, limits) for each in found)
    listed = list(found)
    return len(listed), (item_of(each, limits) for each in listed)


def wait_for(minutes: float, summary: Summary) -> bool:
    """Sleep until the sources are to be looked at again; False after Ctrl-C."""
    if summary.outcome == "stopped":
        return False
    typer.echo(f"looking again at {datetime.now() + timedelta(minutes=minutes):%H:%M}; Ctrl-C ends it", err=True)
    try:
        time.sleep(minutes * 60)
    except KeyboardInterrupt:
        summary.outcome = "stopped"
        return False
    return True


def work_through(
    store: Store,
    items: Iterator[Item],
    total: int | None,
    jobs: int,
    cluster: str,
    limits: Limits,
    force: bool,
    command: str,
    settings: dict[str, Any],
) -> Summary:
    """Run the job with a progress bar on the error stream."""
    import pipeline

    executor = connected(cluster, limits) if cluster else pipeline.Workers(jobs, limits)
    bar, report = progress(total)
    try:
        with bar:
            return pipeline.run(
                items, store, executor, limits=limits, force=force, command=command, settings=settings, report=report
            )
    except pipeline.ClusterError as error:
        fail(f"--cluster {cluster}: {error}")


def connected(address: str, limits: Limits) -> Executor:
    """The cluster, or one line that says why not."""
    import pipeline

    try:
        return pipeline.Cluster(address, limits)
    except ImportError:
        fail("--cluster needs Dask: pip install distributed", 2)
    except pipeline.ClusterError as error:
        fail(f"--cluster {address}: {error}", 2)
    except (OSError, ValueError):
        fail(f"--cluster {address}: no Dask scheduler answers there: start dask scheduler, and check host and port", 2)


def progress(total: int | None) -> tuple[Any, Callable[[Outcome], None]]:
    """A bar with the rate and the time that is left, and what to call for each document."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True, highlight=False)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    task = bar.add_task("documents", total=total, rate="")

    def report(outcome: Outcome) -> None:
        speed = bar.tasks[0].speed
        bar.update(task, advance=1, rate=f"{speed:.1f}/s" if speed else "")
        if outcome.what == "failed":
            console.print(outcome.detail, markup=False, soft_wrap=True)

    return bar, report


WORDS = {
    "new": "new",
    "renewed": "analysed again",
    "superseded": "older versions of known works",
    "unchanged": "unchanged",
    "duplicate": "the same as another",
    "failed": "failed",
}
BY_SIDE = "SELECT side, plausible, conditional, implausible, unverifiable, claims FROM verdicts_by_side"
SIDES = ("fewer-bytes", "fewer-steps", "both", "neither")


def show(store: Store, summary: Summary, form: str) -> None:
    """The run's summary, and what the database holds now."""
    from sqlalchemy import text

    from db import queries

    if form == "json":
        typer.echo(json.dumps(summary.record(), ensure_ascii=False))
        return
    parts = [f"{summary.documents[what]} {WORDS[what]}" for what in WORDS if summary.documents[what]]
    count = sum(summary.documents.values())
    speed = f", {count / summary.seconds:.1f}/s" if summary.seconds and count else ""
    what = f"{number_of(count, 'document')} in {summary.seconds:.1f} s{speed}"
    typer.echo(f"{what}: {', '.join(parts) or 'nothing to do'}")
    known = [f for f in summary.failures if f.what == "unchanged"]
    for failure in known:
        typer.echo(f"  failed before: {failure.detail}")
    with store.session() as session:
        now = queries.overview(session)
        rows = {row[0]: list(row) for row in session.execute(text(BY_SIDE))}
    show_table(
        ("side", "plausible", "conditional", "implausible", "unverifiable", "claims"),
        [rows.get(side, [side, 0, 0, 0, 0, 0]) for side in SIDES],
    )
    failed = f", {number_of(sum(now.failures.values()), 'source')} failed" if now.failures else ""
    typer.echo(f"{number_of(now.documents, 'document')}, {number_of(now.claims, 'claim')} in the database{failed}")


def leave(summary: Summary) -> None:
    """The exit code: 1 when some inputs failed, 130 when it was stopped."""
    if summary.outcome == "stopped":
        typer.echo("stopped: run it again to go on", err=True)
        raise typer.Exit(130)
    if summary.failures:
        raise typer.Exit(1)
