"""A PDF to a `Document`: pdfium reads it, pypdf where pdfium cannot, and the document says who did."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ..document import Document, UnreadableDocument
from .engines import Engine, Pdfium, Pypdf, Sheet
from .front import date_of, names, title_lines, useful
from .furniture import ARXIV, stamp_of, stripped
from .survey import Survey
from .words import Line
from .writer import Writer

FEW = 12  # a reading with fewer characters is held against the second one


def read_pdf(file: bytes | Path, sha256: str, source: str) -> Document:
    """Read a PDF that is in memory or, so that a large one need not be, on disk."""
    engine, survey = better_reading(file, source)
    with closing(engine):
        return written(engine, survey, sha256, source)


def better_reading(file: bytes | Path, source: str) -> tuple[Engine, Survey]:
    """pdfium's reading, unless it fails or finds next to no text and pypdf finds more."""
    failure: UnreadableDocument | None = None
    try:
        first = Pdfium(file, source)
    except UnreadableDocument as error:
        failure = error
    else:
        survey = surveyed(first)
        if survey.signs >= FEW:
            return first, survey
        failure = UnreadableDocument(source, "no-text", f"{first.count} page{'' if first.count == 1 else 's'}")
    try:
        second = Pypdf(file, source)
    except UnreadableDocument as error:
        if failure.reason == "no-text" and survey.signs:
            return first, survey
        raise failure from error
    if second.signs() > (survey.signs if failure.reason == "no-text" else 0):
        return second, surveyed(second)
    if failure.reason == "no-text" and survey.signs:
        return first, survey
    raise failure


def surveyed(engine: Engine) -> Survey:
    """The first look at the pages."""
    survey = Survey()
    for sheet in engine.sample():
        survey.add(sheet.lines, sheet.height)
    return survey


def written(engine: Engine, survey: Survey, sha256: str, source: str) -> Document:
    """The second look: blocks, sentences, tables."""
    repeated, usual = survey.repeated(), survey.style()
    notes, stamp = list(engine.notes), ""
    writer: Writer | None = None
    for number in range(engine.count):
        sheet = engine.sheet(number)
        if number == 0:
            stamp = stamp_of(sheet.lines)
        title = writer.title if writer else ""
        lines = stripped(sheet.lines, sheet.height, repeated, stamp if number == 0 else "", title)
        if writer is None:
            writer = Writer(
                usual, survey.words, title_of(engine, lines, sheet), useful(engine.information.get("Title", ""))
            )
        if writer.page(lines, sheet.rules):
            notes.append(f"page {number + 1}: the columns were mixed and have been set apart by their place")
    if writer is None:
        raise UnreadableDocument(source, "no-text", "no pages")
    writer.finish()
    if not writer.passages:  # a slide, a stamp, a test page: no paragraph, but something is written there
        for number in range(engine.count):
            writer.bare(engine.sheet(number).lines)
    passages = writer.passages if engine.boxes else [replace(passage, boxes=()) for passage in writer.passages]
    found = ARXIV.search(stamp)
    return Document(
        sha256=sha256,
        source=source,
        format="pdf",
        title=writer.title,
        text="".join(writer.parts),
        passages=tuple(passages),
        reader=engine.name,
        pages=engine.count,
        authors=authors_of(engine.information, writer.authors),
        date=date_of(stamp, engine.information),
        identifier=f"arxiv:{found[1]}" if found else "",
        version=(found[2] or "") if found else "",
        notes=tuple(notes),
    )


def title_of(engine: Engine, lines: list[Line], sheet: Sheet) -> list[Line]:
    return title_lines(lines, sheet.height) if engine.boxes else []


def authors_of(information: Mapping[str, str], front: list[str]) -> tuple[str, ...]:
    """As the file says, else as the first page does."""
    return names([information.get("Author", "").replace(";", ",")]) or names(front)
