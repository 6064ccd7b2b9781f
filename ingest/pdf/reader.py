"""A PDF to a `Document`: pdfium reads it, pypdf where pdfium cannot, and the document says who did."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ..document import Document, UnreadableDocument
from ..people import names
from .engines import LOCK, Engine, Pdfium, Pypdf
from .front import date_of, title_lines, useful
from .furniture import ARXIV, stamp_of, stripped
from .survey import Survey
from .turn import turned_back
from .writer import Writer

FEW = 12  # a reading with fewer characters is held against the second one


def read_pdf(file: bytes | Path, sha256: str, source: str) -> Document:
    """Read a PDF that is in memory or, so that a large one need not be, on disk."""
    with LOCK:
        engine, survey = better_reading(file, source)
        with closing(engine):
            return written(engine, survey, sha256, source)


def better_reading(file: bytes | Path, source: str) -> tuple[Engine, Survey]:
    """pdfium's reading, unless it fails, finds next to no text or mostly signs without meaning, and pypdf finds more."""
    first: tuple[Engine, Survey] | None = None
    try:
        engine = Pdfium(file, source)
        first = (engine, surveyed(engine))
        if first[1].readable >= max(FEW, 0.7 * first[1].signs):
            return first
        failure = UnreadableDocument(source, "no-text", f"{engine.count} page{'' if engine.count == 1 else 's'}")
    except UnreadableDocument as error:
        failure = error
    try:
        second = Pypdf(file, source)
    except UnreadableDocument as error:
        if first is not None and first[1].signs:
            return first
        raise failure from error
    survey = surveyed(second)
    if survey.readable > (first[1].readable if first else 0):
        return second, survey
    if first is not None and first[1].signs:
        return first
    raise failure


def surveyed(engine: Engine) -> Survey:
    """The first look at the pages."""
    survey = Survey(engine.outline)
    for sheet in engine.sample():
        survey.add(sheet.lines, sheet.height)
    return survey


def written(engine: Engine, survey: Survey, sha256: str, source: str) -> Document:
    """The second look: blocks, sentences, tables."""
    writer, stamp, mixed = composed(engine, survey, lettering=False)
    if lost_much(writer, engine, survey):  # a slide, a poster, a form: there is no body of text beside the lettering
        writer, stamp, mixed = composed(engine, survey, lettering=True)
    if not writer.passages:  # a stamp, a test page: no paragraph, but something is written there
        for number in range(engine.count):
            writer.bare(engine.sheet(number).lines)
    passages = turned_back(writer.passages, engine.turns)
    if not engine.boxes:
        passages = [replace(passage, boxes=()) for passage in passages]
    told = [f"page {number}: the columns were mixed and have been set apart by their place" for number in mixed]
    found = ARXIV.search(stamp)
    return Document(
        sha256=sha256,
        source=source,
        format="pdf",
        title=writer.title or Path(source).stem,
        text="".join(writer.parts),
        passages=tuple(passages),
        reader=engine.name,
        pages=engine.count,
        page_labels=engine.labels,
        authors=authors_of(engine.information, writer.authors),
        date=date_of(stamp, engine.information),
        identifier=f"arxiv:{found[1]}" if found else "",
        version=(found[2] or "") if found else "",
        notes=(*engine.notes, *told),
    )


def composed(engine: Engine, survey: Survey, *, lettering: bool) -> tuple[Writer, str, list[int]]:
    """The text of all pages, the stamp of the first, and the pages whose columns were mixed."""
    repeated, usual = survey.repeated(), survey.style()
    stamp, mixed = "", []
    writer = Writer(usual, survey.words, useful(engine.information.get("Title", "")), lettering)
    for number in range(engine.count):
        sheet = engine.sheet(number)
        if number == 0:
            stamp = stamp_of(sheet.lines)
        lines = stripped(
            sheet.lines, sheet.height, repeated, stamp if number == 0 else "", writer.title if number else ""
        )
        if number == 0 and engine.boxes:
            writer.look_for(title_lines(lines, sheet.height))
        if writer.page(lines, sheet.rules, survey.outline.get(number + 1, ()), silent=survey.unsaid):
            mixed.append(number + 1)
    writer.finish()
    return writer, stamp, mixed


def lost_much(writer: Writer, engine: Engine, survey: Survey) -> bool:
    """Whether less than half of what stands on the pages became text, the references aside, and what is formula or code."""
    if survey.pages < engine.count or writer.references:
        return False
    return writer.dropped + sum(len("".join(part.split())) for part in writer.parts) < 0.5 * survey.signs


def authors_of(information: Mapping[str, str], front: list[str]) -> tuple[str, ...]:
    """As the file says, else as the first page does."""
    return names([information.get("Author", "").replace(";", ",")]) or names(front)
