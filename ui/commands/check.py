"""`twoways check`: the claims of a sentence or of files, judged, without a database."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ui.commands._common import Megabytes, Memory, Private, Seconds, fail, one_of
from ui.commands._output import write_frame
from ui.show import digits

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ingest import Source, UnreadableDocument
    from pipeline import Analysis, Judged, Limits

FORMATS = ("table", "json", "jsonl", "github", "sarif")
WORDS = ("plausible", "conditional", "implausible", "unverifiable")
COLOURS = {"plausible": "green", "conditional": "yellow", "implausible": "red", "unverifiable": "bright_black"}
# What looks like the name of a file is taken for one, so that a slip of the pen is not judged as a sentence.
_ENDING = r"\.(?:pdf|md|mdx|svx|markdown|html?|rst|txt|tex|ipynb)"
NAMED = re.compile(rf"^[^\n]*{_ENDING}$", re.I)
FILE_LIKE = re.compile(rf"^(?:\S+{_ENDING}|\S*/\S+|\w+://\S+|(?:arxiv|github|feed):\S+)$", re.I)


def check(
    inputs: Annotated[
        list[str],
        typer.Argument(
            help="A sentence; or files, folders, globs, URLs, arxiv:ID; - reads a text.", metavar="TEXT|FILE"
        ),
    ],
    form: Annotated[str, typer.Option("--format", help=", ".join(FORMATS))] = "table",
    explain: Annotated[bool, typer.Option("--explain", help="Print the derivation, step by step.")] = False,
    fail_on: Annotated[
        str, typer.Option(help="Exit with 1 when a claim has one of these verdicts: implausible,unverifiable.")
    ] = "",
    private: Private = False,
    seconds: Seconds = 60.0,
    memory: Memory = 1024,
    max_megabytes: Megabytes = 200.0,
) -> None:
    """Find the claims of a sentence or of files and judge each. Nothing is stored.

    Example: twoways check "INT4 weights make Llama-2-70B decode 9x faster on two H100s"
    """
    one_of("--format", form, FORMATS)
    unwanted = [one_of("--fail-on", word.strip(), WORDS) for word in fail_on.split(",") if word.strip()]
    from pipeline import Limits

    if not all(text.strip() for text in inputs):
        fail("nothing to check: give a sentence in quotes, files, or - for a text on the standard input", 2)
    seen: Counter[str] = Counter()
    results = counted(analyses(inputs, Limits(seconds, memory, max_megabytes), seen, private), seen)
    if form in ("github", "sarif"):
        from ui.commands import _annotations

        typer.echo(
            _annotations.github(results) if form == "github" else _annotations.sarif(results), nl=form == "sarif"
        )
    elif form == "table":
        show(results, explain, seen)
    else:
        write_frame(records(results), form)
    if seen["failed"] or any(seen[word] for word in unwanted):
        raise typer.Exit(1)


def analyses(inputs: list[str], limits: Limits, seen: Counter[str], private: bool) -> Iterator[Analysis]:
    """Each input in its order: a text here and now, documents in worker processes with limits."""
    names = [name for name in inputs if is_source(name)]
    if not names:
        for text in inputs:
            analysis = analysis_of(read_standard_input() if text == "-" else text)
            if not analysis.claims and NAMED.search(text):  # rather a file's name, with spaces in it, than a sentence
                fail(f"{text}: no such file")
            yield analysis
        return
    if odd := [name for name in inputs if name not in names]:
        fail(f"{odd[0]!r} is no file: check sentences and files in two calls", 2)
    from ingest import Network, UnreadableDocument, discover
    from pipeline import Workers

    workers = Workers(os.cpu_count() or 1, limits)
    waiting: deque[tuple[Source | UnreadableDocument, Future[Analysis] | None]] = deque()
    try:
        for found in discover(names, network=Network(max_bytes=limits.max_bytes, private=private)):
            waiting.append((found, None if isinstance(found, UnreadableDocument) else begin(workers, found)))
            while len(waiting) > 4 * workers.slots:
                yield from ended(*waiting.popleft(), seen)
        while waiting:
            yield from ended(*waiting.popleft(), seen)
    finally:
        workers.stop()


def read_standard_input() -> str:
    """The text of a pipe, whatever its encoding."""
    if not (text := sys.stdin.buffer.read().decode(errors="replace")).strip():
        fail("nothing to check: the standard input is empty", 2)
    return text


def is_source(text: str) -> bool:
    """A file, a folder, a glob or an address, rather than a sentence."""
    if text == "-":
        return False
    if FILE_LIKE.match(text):
        return True
    try:
        return Path(text).exists() or ("*" in text and any(Path().glob(text)))
    except (OSError, ValueError, NotImplementedError):  # too long for a name, or absolute: a sentence
        return False


def analysis_of(text: str) -> Analysis:
    """A text of the command line, read as Markdown."""
    from ingest import UnreadableDocument, read_bytes
    from pipeline import judged

    try:
        return judged(read_bytes(text.encode(errors="replace"), "text.md", source="text"))
    except UnreadableDocument as error:
        fail(str(error))


def begin(workers: Any, source: Source) -> Future[Analysis]:
    """Give a document to a worker."""
    from pipeline import Item

    future: Future[Analysis] = workers.submit(Item(source.name, str(source.path)))
    return future


def ended(
    found: Source | UnreadableDocument, future: Future[Analysis] | None, seen: Counter[str]
) -> Iterator[Analysis]:
    """The analysis, or one line about what went wrong."""
    from ingest import UnreadableDocument
    from pipeline import Item, reason_of

    if isinstance(found, UnreadableDocument):
        seen["failed"] += 1
        typer.echo(f"twoways: {found}", err=True)
        return
    assert future is not None
    if (error := future.exception()) is not None:
        seen["failed"] += 1
        typer.echo(f"twoways: {reason_of(Item(found.name, str(found.path)), error)[1]}", err=True)
        return
    yield future.result()


def counted(results: Iterable[Analysis], seen: Counter[str]) -> Iterator[Analysis]:
    """Pass the analyses on and count their verdicts."""
    for analysis in results:
        seen.update(judged.verdict.verdict for judged in analysis.claims)
        yield analysis


def records(results: Iterable[Analysis]) -> Iterator[dict[str, Any]]:
    """Each claim in the JSON form."""
    from pipeline import record

    for analysis in results:
        for judged in analysis.claims:
            yield record(analysis.document, judged.claim, judged.verdict)


# -- for the eye -------------------------------------------------------------------------------------------------------------


NOTHING = "no claim found"
ADVICE = ": name a change and what it does to inference, or give a file"


def show(results: Iterable[Analysis], explain: bool, seen: Counter[str]) -> None:
    """Verdict first, then the sentence, the reason and the conditions; and of which document there is nothing to say."""
    number = -1
    for number, analysis in enumerate(results):
        typed = analysis.document.source == "text"
        if not typed:
            typer.secho(("\n" if number else "") + analysis.document.source, bold=True)
        for judged in analysis.claims:
            show_claim(analysis, judged, explain)
        if not analysis.claims:
            typer.echo(NOTHING + ADVICE * typed)
    if number < 0 and not seen["failed"]:  # empty folders
        typer.echo(NOTHING + ADVICE)


def show_claim(analysis: Analysis, judged: Judged, explain: bool) -> None:
    """One claim."""
    claim, verdict = judged.claim, judged.verdict
    place = analysis.document.passages[claim.passage]
    at = "" if analysis.document.source == "text" else f"line {place.line}"
    at = f"page {analysis.document.page_name(place.page)}" if place.page else at
    typer.secho(verdict.verdict, fg=COLOURS[verdict.verdict], bold=True, nl=False)
    told = ", ".join(part for part in (ceiling_of(judged), claimed(judged), claim.technique, claim.side, at) if part)
    typer.echo(f": {told}")
    if analysis.document.source != "text":
        typer.echo(f"  {shortened(place.text)}")
    typer.echo(f"  {verdict.reason}")
    for head, lines in (("holds if", verdict.requires), ("ask", verdict.ask)):
        for line in lines:
            typer.echo(f"  {head}: {line}")
    if explain:
        typer.echo("  stated and assumed: " + stated(verdict.inputs))
        for step in verdict.derivation:
            typer.echo(f"    {step}")


def ceiling_of(judged: Judged) -> str:
    """ "at most 4.0x"."""
    verdict = judged.verdict
    if verdict.ceiling is None:
        return ""
    if verdict.ceiling_unit == "x":
        return f"at most {digits(verdict.ceiling)}x"
    least = verdict.ceiling_unit.startswith(("ms", "s,", "us")) or verdict.ceiling_unit in ("s", "seconds")
    return f"{'at least' if least else 'at most'} {digits(verdict.ceiling, 4)} {verdict.ceiling_unit}"


def claimed(judged: Judged) -> str:
    """ "claimed 2.2x to 3.6x"."""
    claim = judged.claim
    if claim.factor_low is not None:
        low, high = claim.factor_low, claim.factor_high or claim.factor_low
        return f"claimed {digits(low)}x" + (f" to {digits(high)}x" if high != low else "")
    return f"claimed {claim.absolute.value:g} {claim.absolute.unit}" if claim.absolute else ""


def stated(inputs: Mapping[str, tuple[Any, str]]) -> str:
    """Each input with where it comes from."""
    return "; ".join(f"{name} {number(value)} ({origin})" for name, (value, origin) in inputs.items())


def number(value: Any) -> str:
    """68,713,000,000 rather than 68713000000.0."""
    return f"{value:,.15g}" if isinstance(value, float) else str(value)


def shortened(text: str, most: int = 300) -> str:
    """A quote for one line of the terminal, without control characters."""
    clean = "".join(c if c.isprintable() else " " for c in text)
    return clean if len(clean) <= most else clean[: most - 1] + "…"
