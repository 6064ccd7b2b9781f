"""`twoways train`: fit the models that tell claims from other sentences."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from ui.commands._common import fail, opened


def train(
    database: Annotated[
        str,
        typer.Option("--db", envvar="TWOWAYS_TRAIN_DB", help="Learn from the reviewed claims of this database too."),
    ] = "",
    forget: Annotated[bool, typer.Option("--forget", help="Drop what was learnt from reviews before.")] = False,
) -> None:
    """Fit the model that finds claims to the labelled sentences of the corpus and to reviewed claims; the result is cached.

    Example: twoways train --db claims.db
    """
    from classifier.learning import learned

    if forget:
        learned.reviewed_path().unlink(missing_ok=True)
    if database:
        from db.labels import decided_units

        with opened(database) as store, store.session() as session:
            rows = decided_units(session)
        learned.keep_reviewed(rows)
        typer.echo(f"{len(rows)} reviewed sentences")
    typer.echo("learning from the corpus: some twenty seconds", err=True)
    started = time.perf_counter()
    examples = learned.corpus()
    if not examples:
        fail(f"{learned.CORPUS}: no labelled units: the installation is not whole")
    key = learned.corpus_key()
    path = learned.model_path(key)
    learned.save(learned.train(examples, learned.sides(), key), path)
    typer.echo(f"{len(examples)} labelled units, {time.perf_counter() - started:.1f} s\n{path}")
