"""`twoways catalog`: the tables that the estimates rest on, each row with its source."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ui.commands._common import fail, one_of, show_table
from ui.commands._output import write_frame

if TYPE_CHECKING:
    from estimator import Hardware, Model, Technique

KINDS = ("hardware", "models", "techniques")


def catalog(
    kind: Annotated[str, typer.Argument(help="hardware, models or techniques.", metavar="KIND")],
    find: Annotated[
        str, typer.Option("--find", help="Only rows with this text in a name, an alias, a note or a source.")
    ] = "",
    form: Annotated[str, typer.Option("--format", help="table, csv, json or jsonl.")] = "table",
    config: Annotated[
        str, typer.Option("--from", help="Print the row of models.csv for this config.json.", metavar="CONFIG.json")
    ] = "",
) -> None:
    """List chips, models or techniques with their sources.

    Example: twoways catalog hardware --find H100
    """
    one_of("catalog", kind, KINDS)
    one_of("--format", form, ("table", "csv", "json", "jsonl"))
    if config:
        if kind != "models":
            fail("--from reads a model's config.json: twoways catalog models --from config.json", 2)
        return _print_row(config)
    rows = [row for row in _rows(kind) if find.lower() in _words(row)]
    if not rows:
        fail(f"no row of {kind} has {find!r} in it")
    if form == "table":
        lines = [_SHORT[kind](row) for row in rows]
        show_table(list(lines[0]), [list(line.values()) for line in lines], wide="source")
    else:
        write_frame((_full(row) for row in rows), form)


def _print_row(config: str) -> None:
    """A line for `estimator/catalog/models.csv`; name, aliases and source are the maintainer's to fill in."""
    import csv
    import sys
    from pathlib import Path

    from estimator import EstimatorError
    from estimator.model_config import catalog_row

    path = Path(config)
    name = (path if path.is_dir() else path.absolute().parent).name
    try:
        row = catalog_row(config, name)
    except EstimatorError as error:
        fail(str(error))
    csv.writer(sys.stdout, lineterminator="\n").writerow(row.values())


def _rows(kind: str) -> list[Any]:
    from estimator import HARDWARE, MODELS, TECHNIQUES

    tables: dict[str, Any] = {"hardware": HARDWARE, "models": MODELS, "techniques": TECHNIQUES}
    return list(tables[kind].values())


def _words(row: Any) -> str:
    """All that one may look for in a row."""
    cells = _full(row).values()
    return " ".join(" ".join(map(str, cell)) if isinstance(cell, list | tuple) else str(cell) for cell in cells).lower()


def _full(row: Any) -> dict[str, Any]:
    """Every field, in SI units."""
    from dataclasses import asdict

    return asdict(row)


def _scaled(value: float | None, unit: float) -> float | int | None:
    """A figure in the vendor's unit; whole ones without a point, so that a table does not shorten them."""
    if value is None:
        return None
    scaled = round(value / unit, 3)
    return int(scaled) if scaled.is_integer() else scaled


def _hardware(row: Hardware) -> dict[str, Any]:
    tera = {name: _scaled(value, 1e12) for name, value in row.peaks.items()}
    return {
        "name": row.name,
        "kind": row.kind,
        "GB": _scaled(row.memory, 1e9),
        "GB/s": _scaled(row.bandwidth, 1e9),
        "FP16 TFLOPS": tera.get("fp16"),
        "FP8": tera.get("fp8"),
        "INT8": tera.get("int8"),
        "FP4": tera.get("fp4"),
        "INT4": tera.get("int4"),
        "link GB/s": _scaled(row.link, 1e9),
        "unconfirmed": ", ".join(row.unconfirmed),
        "source": row.source,
    }


def _model(row: Model) -> dict[str, Any]:
    return {
        "name": row.name,
        "B": _scaled(row.params_total, 1e9),
        "active B": _scaled(row.params_active, 1e9),
        "layers": row.layers,
        "hidden": row.hidden,
        "heads": row.heads,
        "KV heads": row.kv_heads,
        "attention": row.attention_kind,
        "KV B/token": int(row.kv_bytes_per_token()),
        "unconfirmed": "yes" if row.unconfirmed else "",
        "source": row.source,
    }


def _technique(row: Technique) -> dict[str, Any]:
    return {
        "key": row.key,
        "side": row.side,
        "term": row.term,
        "parameters": ", ".join(f"{knob.name}={knob.typical:g}" for knob in row.knobs),
        "also called": ", ".join((*row.aliases, *row.cased)[:4]),
        "source": row.source,
    }


_SHORT: dict[str, Callable[[Any], dict[str, Any]]] = {"hardware": _hardware, "models": _model, "techniques": _technique}
