"""A PDF to a `Document`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from ..document import Box, Document, Kind, Passage, UnreadableDocument
from ..sentences import split
from ..strand import Rich, tidy
from .blocks import Block, Style, blocks, style
from .furniture import ARXIV, strip
from .join import Vocabulary, join
from .words import Line, PageWords

REFERENCES = re.compile(r"^(?:\d+\.?\s+|[A-Z]\.\s+)?(?:references|bibliography|literature cited)\s*:?$", re.IGNORECASE)
APPENDIX = re.compile(r"^(?:appendix|supplementary|[A-Z](?:\.\d+)*\.?\s+[A-Z]|[A-Z]\.\s)", re.IGNORECASE)
END = re.compile(r"[.!?][\"'”’)\]]*$")
KINDS: dict[str, Kind] = {"text": "sentence", "footnote": "sentence", "bullet": "bullet", "caption": "caption"}


def read_pdf(data: bytes, source: str) -> Document:
    """Read a PDF that is in memory."""
    import pypdfium2 as pdfium

    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        reason = "encrypted" if "password" in str(error).lower() else "damaged"
        raise UnreadableDocument(source, reason, str(error)[:120]) from error
    with closing(document):
        pages, heights = page_lines(document)
    if not any(pages):
        raise UnreadableDocument(source, "no-text", f"{len(heights)} pages")
    pages, stamp = strip(pages, heights)
    writer = Writer(style(pages), Vocabulary(line for lines in pages for line in lines))
    for lines in pages:
        writer.page(lines)
    writer.finish()
    found = ARXIV.search(stamp)
    return Document(
        sha256=hashlib.sha256(data).hexdigest(),
        source=source,
        format="pdf",
        title=writer.title,
        text="".join(writer.parts),
        passages=tuple(writer.passages),
        reader=f"pypdfium2 {pdfium.PYPDFIUM_INFO}",
        pages=len(heights),
        identifier=f"arxiv:{found[1]}" if found else "",
        version=(found[2] or "") if found else "",
    )


def page_lines(document: Any) -> tuple[list[list[Line]], list[float]]:
    """The lines of every page, and the heights of the pages."""
    reader = PageWords()
    pages, heights = [], []
    for number in range(len(document)):
        page = document[number]
        textpage = page.get_textpage()
        pages.append(reader.lines(textpage.raw, number + 1))
        heights.append(page.get_height())
        textpage.close()
        page.close()
    return pages, heights


class Writer:
    """Puts the text together, block by block. A float waits until the paragraph that it cuts is complete."""

    def __init__(self, usual: Style, words: Vocabulary) -> None:
        self.usual, self.words = usual, words
        self.parts: list[str] = []
        self.length = 0
        self.passages: list[Passage] = []
        self.sections: list[tuple[int, str]] = []
        self.title = ""
        self.number = 0
        self.open: Block | None = None
        self.waiting: list[Block] = []
        self.references = False

    def page(self, lines: list[Line]) -> None:
        for block in blocks(lines, self.usual):
            self.block(block)

    def block(self, block: Block) -> None:
        if block.kind == "figure":
            return
        if block.kind == "text":
            if self.open is not None and self.goes_on(self.open, block):
                self.open.lines += block.lines
                return
            self.flush()
            self.open = block
        elif block.kind in ("caption", "footnote", "table"):
            self.waiting.append(block)
        else:
            self.flush()
            if block.kind == "heading":
                self.heading(block)
            else:
                self.open = block

    def goes_on(self, upper: Block, lower: Block) -> bool:
        """A paragraph that has not ended goes on at the top of the next column or page, or behind a float."""
        last, first = upper.lines[-1], lower.lines[0]
        if last.hyphen:
            return True
        jump = last.page != first.page or first.y0 > last.y0 or bool(self.waiting)
        return jump and not END.search(last.text)

    def flush(self) -> None:
        if self.open is not None:
            block, self.open = self.open, None
            self.write(block)
        for block in self.waiting:
            self.write(block)
        self.waiting.clear()

    def finish(self) -> None:
        self.flush()

    def heading(self, block: Block) -> None:
        text, starts = join(block.lines, self.words)
        rich = tidy(Rich(text, ((0, 0),))).text
        if REFERENCES.match(rich):
            self.references = True
        elif self.references and APPENDIX.match(rich):
            self.references = False
        level = depth(rich)
        first = not self.title and not self.passages
        while self.sections and self.sections[-1][0] >= level:
            self.sections.pop()
        if self.references and not REFERENCES.match(rich):
            return
        self.number += 1
        self.emit(rich, "title" if first else "heading", block.lines, starts, 0, len(rich))
        self.part("\n\n")
        if first:
            self.title = rich
        else:
            self.sections.append((level, rich))

    def write(self, block: Block) -> None:
        if self.references and block.kind != "table":
            return
        text, starts = join(block.lines, self.words)
        rich = tidy(Rich(text, tuple((at, at) for at in starts) or ((0, 0),)))
        begin = [first_at(rich, at) for at in starts]
        self.number += 1
        for a, b in split(rich.text):
            self.emit(rich.text[a:b], KINDS[block.kind], block.lines, begin, a, b)
            self.part(" ")
        self.part("\n\n")

    def part(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def emit(self, text: str, kind: Kind, lines: list[Line], starts: list[int], a: int, b: int) -> None:
        """One passage, with a box for each of its lines."""
        begin = self.length
        self.part(text)
        boxes = tuple(boxes_of(lines, starts, a, b))
        self.passages.append(
            Passage(
                text=text,
                kind=kind,
                start=begin,
                end=self.length,
                marks=((0, begin),),
                section=tuple(name for _, name in self.sections),
                page=boxes[0].page if boxes else lines[0].page,
                block=self.number,
                boxes=boxes,
            )
        )


def first_at(rich: Rich, place: int) -> int:
    """Where in the clean text the raw text's `place` is."""
    at = 0
    for clean, source in rich.marks:
        if source > place:
            break
        at = clean + place - source
    return at


def boxes_of(lines: list[Line], starts: list[int], a: int, b: int) -> Iterator[Box]:
    """One box for each line that has a word in text[a:b]."""
    for number, line in enumerate(lines):
        start = starts[number]
        stop = starts[number + 1] if number + 1 < len(starts) else start + len(line.text) + 1
        if stop <= a or start >= b:
            continue
        at, inside = start, []
        for word in line.words:
            if at < b and at + len(word.text) > a:
                inside.append(word)
            at += len(word.text) + 1
        if inside:
            yield Box(line.page, inside[0].x0, line.y0, inside[-1].x1, line.y1)


def depth(heading: str) -> int:
    """The level of a heading by its number: `4.3.2` is three deep."""
    found = re.match(r"^(?:\d+|[A-Z])((?:\.\d+)*)\.?\s", heading)
    return 1 + found[1].count(".") if found else 1
