"""`twoways reanalyse`: bring what older versions made up to date."""

from __future__ import annotations

from typing import Annotated

import typer

from ui.commands._common import DEFAULT_DB, Database, Megabytes, Memory, Seconds, one_of, opened
from ui.commands.ingest import (
    CORES,
    ClusterAddress,
    Format,
    Jobs,
    leave,
    show,
    work_through,
)


def reanalyse(
    database: Database = DEFAULT_DB,
    jobs: Jobs = CORES,
    cluster: ClusterAddress = "",
    dry: Annotated[bool, typer.Option("--dry-run", help="Only say what is out of date.")] = False,
    seconds: Seconds = 60.0,
    memory: Memory = 1024,
    max_megabytes: Megabytes = 200.0,
    form: Format = "table",
) -> None:
    """Analyse again only what an older reader, classifier, estimator or catalog made. Decisions of persons stay.

    Example: twoways reanalyse --db claims.db --dry-run
    """
    one_of("--format", form, ("table", "json"))
    from pipeline import Limits, out_of_date, renewals

    limits = Limits(seconds, memory, max_megabytes)
    with opened(database) as store:
        late = out_of_date(store)
        parts = [f"{n} {what}" for what, n in late.items() if n]
        typer.echo(f"out of date: {', '.join(parts) or 'nothing'}", err=form == "json")
        if dry or not parts:
            return
        items = renewals(store, limits)
        summary = work_through(
            store, items, sum(late.values()), jobs, cluster, limits, True, "reanalyse", {"jobs": jobs}
        )
        show(store, summary, form)
    leave(summary)
