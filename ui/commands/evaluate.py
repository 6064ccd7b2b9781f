"""`twoways evaluate`: how well the claims found agree with reference annotations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ui.commands._common import fail, one_of, show_table

if TYPE_CHECKING:
    from classifier.scoring import Scores

FORMATS = ("table", "json")
TALLIES = ("units", "claims", "quantified", "strict", "hardware", "model", "params")


def evaluate(
    gold: Annotated[
        Path, typer.Argument(help="Folder with a JSON file of annotations for each document.", metavar="GOLD")
    ],
    docs: Annotated[Path, typer.Argument(help="Folder with the documents themselves.", metavar="DOCS")],
    show: Annotated[
        int, typer.Option(help="List so many claims with figures that were missed, wrong or invented.")
    ] = 10,
    form: Annotated[str, typer.Option("--format", help=", ".join(FORMATS))] = "table",
) -> None:
    """Find the claims of annotated documents and score them, field by field.

    Example: twoways evaluate annotations/ documents/ --show 20
    """
    one_of("--format", form, FORMATS)
    from classifier.scoring import Scores, add_document

    scores = Scores()
    for reference, found, lines in annotated(gold, docs):
        add_document(scores, reference, found, lines)
    if form == "json":
        typer.echo(json.dumps(dict(figures(scores))))
        return
    columns = ("figure", "precision", "recall", "F1", "accuracy", "n")
    keys = ("precision", "recall", "f1", "accuracy", "n")
    show_table(columns, [(name, *(row.get(key) for key in keys)) for name, row in figures(scores)])
    for document, wanted, said in scores.misses[:show]:
        typer.echo(f"\n{document}\n  reference {brief(wanted)}\n  found     {brief(said)}")


def annotated(gold: Path, docs: Path) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]], list[str]]]:
    """(annotations, claims found, lines of the text) of each document."""
    import classifier
    import ingest
    from pipeline import record

    files = sorted(gold.glob("*.json"))
    if not files:
        fail(f"{gold}: no annotations: give a folder with one JSON file a document", 2)
    for file in files:
        try:
            reference = json.loads(file.read_text(encoding="utf-8"))
            document = ingest.read(docs / reference["document"])
        except ValueError as error:
            fail(f"{file}: is no annotation file: {error}")
        except KeyError as error:
            fail(f"{file}: is no annotation file: the field {error} is missing")
        except ingest.UnreadableDocument as error:
            fail(str(error))
        found = [record(document, claim) for claim in classifier.find(document)]
        pdf = document.format == "pdf"
        yield reference, found, [] if pdf else (docs / reference["document"]).read_text(errors="replace").splitlines()


def figures(scores: Scores) -> Iterator[tuple[str, dict[str, float]]]:
    """The rows of the table."""
    for name in TALLIES:
        tally = scores.tallies[name]
        yield name, {"precision": tally.precision, "recall": tally.recall, "f1": tally.f1, "n": tally.n}
    for name in ("side", "technique", "metric", "factor"):
        yield name, {"accuracy": scores.accuracy(name), "n": scores.total[name]}
    yield "side, macro", {"f1": scores.side_macro_f1}


def brief(unit: Any) -> str:
    """One line about a claim."""
    if unit is None:
        return "nothing"
    low, high = unit.get("factor_low"), unit.get("factor_high")
    factor = "no figure" if low is None else f"{low:g}x" if low == high else f"{low:g} to {high:g}x"
    quote = " ".join(str(unit.get("quote", "")).split())
    return f"{unit.get('kind')}, {unit.get('technique')}, {unit.get('side')}, {factor}: {quote[:160]}"
