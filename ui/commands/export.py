"""`twoways export`: every table and view as files, or a folder that Datasette serves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ui.commands._common import DEFAULT_DB, Database, fail, one_of, opened
from ui.commands._output import write_frame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from db import Store


def export(
    folder: Annotated[Path, typer.Argument(help="Folder, made if it is not there.", metavar="FOLDER")],
    database: Database = DEFAULT_DB,
    form: Annotated[str, typer.Option("--format", help="csv, jsonl, parquet, or datasette.")] = "csv",
) -> None:
    """Write every table and view as a file; or a read-only copy with its documentation for Datasette.

    Example: twoways export shared/ --format parquet
    """
    one_of("--format", form, ("csv", "jsonl", "parquet", "datasette"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(f"{folder}: cannot be made: {error.strerror}")
    with opened(database) as store:
        if form == "datasette":
            for_datasette(store, folder)
            return
        for name, heads, rows in tables(store):
            write_frame(rows, form, folder / f"{name}.{form}", heads)
            typer.echo(f"{folder / name}.{form}")


def tables(store: Store) -> Iterator[tuple[str, list[str], Iterator[dict[str, object]]]]:
    """Each table and view with its columns and rows. The documents' full texts and the passages stay in the database."""
    from sqlalchemy import text

    from db.schema import Base
    from db.views import VIEWS

    names = [name for name in Base.metadata.tables if name not in ("passages", "settings")]
    with store.session() as session:
        for name in (*names, *(view.name for view in VIEWS)):
            result = session.execute(text(f"SELECT * FROM {name}"))
            names_of = list(result.keys())
            heads = [head for head in names_of if not (name == "documents" and head == "text")]
            yield name, heads, ({head: row[head] for head in heads} for row in result.mappings())


SETTINGS = "--setting sql_time_limit_ms 2000 --setting max_returned_rows 1000".split()


def for_datasette(store: Store, folder: Path) -> None:
    """A copy that nothing changes, and the description of its columns."""
    import json
    import shlex

    from db.copy import backup
    from db.describe import datasette_metadata

    copy, fresh = folder / "claims.db", folder / "claims.db.new"
    if store.dialect == "sqlite" and copy.exists() and copy.samefile(store.engine.url.database or ""):
        fail(f"{copy}: is the database itself: name another folder", 2)
    fresh.unlink(missing_ok=True)
    backup(store, str(fresh))
    fresh.replace(copy)
    (folder / "metadata.json").write_text(json.dumps(datasette_metadata(), indent=1), encoding="utf-8")
    words = ["datasette", "serve", "--immutable", str(copy), "--metadata", str(folder / "metadata.json")]
    typer.echo(shlex.join(words + SETTINGS))
