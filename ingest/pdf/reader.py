"""A PDF to a `Document`: pdfium reads it, pypdf where pdfium cannot, and the document says who did."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from ..document import Document, UnreadableDocument
from .blocks import style
from .front import date_of, names, title_lines, useful
from .furniture import ARXIV, strip
from .join import Vocabulary
from .second import second_reading
from .tables import LABEL, Rule, page_rules
from .words import Line, PageWords
from .writer import Writer

# What pypdf raises on broken files besides its own errors.
WHATEVER = (ValueError, LookupError, TypeError, AttributeError, RuntimeError, ArithmeticError, AssertionError)
FEW = 12  # a reading with fewer characters is held against the second one


@dataclass(slots=True)
class Reading:
    """What came out of the pages."""

    pages: list[list[Line]]
    heights: list[float]
    rules: list[list[Rule]]
    reader: str
    boxes: bool = True
    information: Mapping[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def signs(self) -> int:
        """How many characters there are, spaces aside."""
        return sum(len(word.text) for lines in self.pages for line in lines for word in line.words)


def read_pdf(data: bytes, source: str) -> Document:
    """Read a PDF that is in memory."""
    reading = better_reading(data, source)
    pages, stamp = strip(reading.pages, reading.heights)
    title = title_lines(pages[0], reading.heights[0]) if pages and reading.boxes else []
    words = Vocabulary(line for lines in pages for line in lines)
    writer = Writer(style(pages), words, title, useful(reading.information.get("Title", "")))
    for number, (lines, rules) in enumerate(zip(pages, reading.rules, strict=True), 1):
        if writer.page(lines, rules):
            reading.notes.append(f"page {number}: the columns were mixed and have been set apart by their place")
    writer.finish()
    if not writer.passages:  # a slide, a stamp, a test page: no paragraph, but something is written there
        writer.bare(reading.pages)
    passages = writer.passages if reading.boxes else [replace(passage, boxes=()) for passage in writer.passages]
    found = ARXIV.search(stamp)
    return Document(
        sha256=hashlib.sha256(data).hexdigest(),
        source=source,
        format="pdf",
        title=writer.title,
        text="".join(writer.parts),
        passages=tuple(passages),
        reader=reading.reader,
        pages=len(reading.heights),
        authors=authors_of(reading.information, writer.authors),
        date=date_of(stamp, reading.information),
        identifier=f"arxiv:{found[1]}" if found else "",
        version=(found[2] or "") if found else "",
        notes=tuple(reading.notes),
    )


def authors_of(information: Mapping[str, str], front: list[str]) -> tuple[str, ...]:
    """As the file says, else as the first page does."""
    return names([information.get("Author", "").replace(";", ",")]) or names(front)


def better_reading(data: bytes, source: str) -> Reading:
    """pdfium's reading, unless it fails or finds no text and pypdf finds some."""
    failure: UnreadableDocument | None = None
    first: Reading | None = None
    try:
        first = first_reading(data, source)
        if first.signs() >= FEW:
            return first
    except UnreadableDocument as error:
        failure = error
    try:
        pages, reader = second_reading(data, source)
    except UnreadableDocument as error:
        raise (failure or no_text(first, source)) from error
    except WHATEVER as error:
        if first is not None and first.signs():
            return first
        raise (failure or no_text(first, source)) from error
    second = Reading(pages, [792.0] * len(pages), [[] for _ in pages], reader, boxes=False)
    if second.signs() > (first.signs() if first else 0):
        second.notes.append("read by the second reader: no boxes, and page pictures may fail")
        return second
    if first is not None and first.signs():
        return first
    raise failure or no_text(first, source)


def no_text(reading: Reading | None, source: str) -> UnreadableDocument:
    pages = len(reading.pages) if reading else 0
    return UnreadableDocument(source, "no-text", f"{pages} page{'' if pages == 1 else 's'}")


def first_reading(data: bytes, source: str) -> Reading:
    """What pdfium reads."""
    import pypdfium2 as pdfium

    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        reason = "encrypted" if "password" in str(error).lower() else "damaged"
        raise UnreadableDocument(source, reason, str(error)[:120]) from error
    with closing(document):
        reading = Reading([], [], [], f"pypdfium2 {pdfium.PYPDFIUM_INFO}", information=document.get_metadata_dict())
        words = PageWords()
        blank: list[str] = []
        broken: list[str] = []
        for number in range(len(document)):
            lines, height, rules, said = page_of(document, number, words)
            (broken if said == "broken" else blank if said else []).append(str(number + 1))
            reading.pages.append(lines)
            reading.heights.append(height)
            reading.rules.append(rules)
    if broken:
        reading.notes.append(f"pages that could not be opened: {', '.join(broken[:20])}")
    if blank:
        reading.notes.append(f"pages with pictures and no text: {', '.join(blank[:20])}")
    return reading


def page_of(document: Any, number: int, words: PageWords) -> tuple[list[Line], float, list[Rule], str]:
    """One page's lines, height and rules, and "broken" or "blank" if there is something to say of it."""
    import pypdfium2 as pdfium

    try:
        page = document[number]
        textpage = page.get_textpage()
    except pdfium.PdfiumError:
        return [], 792.0, [], "broken"
    with closing(page), closing(textpage):
        lines = words.lines(textpage.raw, number + 1)
        rules = page_rules(page) if any(LABEL.match(line.text) for line in lines) else []
        blank = not lines and pdfium.raw.FPDFPage_CountObjects(page.raw) > 0
        return lines, page.get_height(), rules, "blank" if blank else ""
