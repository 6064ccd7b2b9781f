"""`twoways train`: fit the models that tell claims from other sentences."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ui.commands._common import fail, opened

if TYPE_CHECKING:
    from db import Store


def train(
    database: Annotated[
        str,
        typer.Option("--db", envvar="TWOWAYS_TRAIN_DB", help="Learn from the reviewed claims of this database too."),
    ] = "",
    forget: Annotated[bool, typer.Option("--forget", help="Drop what was learnt from reviews before.")] = False,
) -> None:
    """Fit the models on the labelled units of the corpus, and on reviewed claims; the result is cached.

    Example: twoways train --db claims.db
    """
    from classifier import learned

    if forget:
        learned.reviewed_path().unlink(missing_ok=True)
    if database:
        with opened(database) as store:
            rows = reviewed(store)
        learned.keep_reviewed(rows)
        typer.echo(f"{len(rows)} reviewed claims")
    started = time.perf_counter()
    examples = learned.corpus()
    if not examples:
        fail(f"{learned.CORPUS}: no labelled units: the installation is not whole")
    key = learned.corpus_key()
    path = learned.model_path(key)
    learned.save(learned.train(examples, learned.sides(), key), path)
    typer.echo(f"{len(examples)} labelled units, {time.perf_counter() - started:.1f} s\n{path}")


def reviewed(store: Store) -> list[dict[str, Any]]:
    """Claims that a person has decided, as labelled units: a rejected one is a sentence that holds no claim."""
    from sqlalchemy import select

    from db.schema import ClaimRow

    query = select(ClaimRow).where(ClaimRow.status.in_(("accepted", "corrected", "rejected"))).order_by(ClaimRow.id)
    with store.session() as session:
        return [labelled(row) for row in session.scalars(query)]


def labelled(row: Any) -> dict[str, Any]:
    """One decided claim as a unit of the corpus."""
    names = ("kind", "quantified", "technique", "side", "metric")
    claims = [] if row.status == "rejected" else [{name: getattr(row, name) for name in names}]
    return {"text": row.quote, "unit": "sentence", "claims": claims, "origin": "review"}
