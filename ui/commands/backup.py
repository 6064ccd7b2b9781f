"""`twoways backup`: the whole database into another place."""

from __future__ import annotations

from typing import Annotated

import typer

from ui.commands._common import DEFAULT_DB, Database, opened


def backup(
    target: Annotated[str, typer.Argument(help="New file, or the URL of an empty database.", metavar="TARGET")],
    database: Database = DEFAULT_DB,
) -> None:
    """Copy the database as it is at one moment, while others go on with it.

    SQLite to PostgreSQL and back works too: that is how a database moves.

    Example: twoways backup claims-friday.db --db claims.db
    """
    from db.copy import backup as copy
    from db.errors import redact

    with opened(database) as store:
        copy(store, target)
    typer.echo(f"{redact(target) if '://' in target else target}: written")
