"""What every reader produces: one text, and passages that are spans of it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["sentence", "bullet", "row", "caption", "heading", "title"]
Format = Literal["pdf", "markdown", "html", "rst", "text", "notebook", "latex"]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page in PDF points, origin at the lower left, as PDF itself counts."""

    page: int  # 1-based
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Passage:
    """One unit of a document: a sentence, bullet, table row, caption, heading or title.

    `text` is clean: markup gone, ligatures and odd spaces normalised, white space collapsed. `start` and `end` are offsets
    into `Document.text`, the text as it stands; `to_document` maps a span of `text` back to it.
    """

    text: str
    kind: Kind
    start: int
    end: int
    marks: tuple[tuple[int, int], ...] = ((0, 0),)  # (offset in text, offset in Document.text), the first ascending
    section: tuple[str, ...] = ()  # the headings above, outermost first
    page: int | None = None  # 1-based; PDF only
    line: int | None = None  # 1-based first line; None in a PDF
    line_end: int | None = None
    block: int = 0  # passages of one paragraph, list or table share it
    parent: int | None = None  # index of the passage that this bullet, or row, hangs under (list intro, outer bullet)
    header: tuple[str, ...] = ()  # rows: the column heads, one for each cell
    cells: tuple[tuple[int, int], ...] = ()  # rows: spans of the cells in `text`
    caption: str = ""  # rows: the table's caption, clean
    boxes: tuple[Box, ...] = ()  # PDF: one box a line
    folded: tuple[
        tuple[int, int], ...
    ] = ()  # (offset in text, length in Document.text) where one character stands for more

    def introduction(self, parent: str) -> str:
        """The text that introduces a bullet or row: column heads, caption, and `parent`, the text that it hangs under."""
        return " || ".join(part for part in (" | ".join(self.header), self.caption, parent) if part)

    def to_document(self, start: int, end: int) -> tuple[int, int]:
        """The span of `Document.text` from which `text[start:end]` was made.

        A cell that hangs over several rows of a table leads to the one place where it stands, before the row itself.
        """
        if end <= start:
            return self._source(start), self._source(start)
        at = bisect_right(self.folded, (end - 1, 1 << 62)) - 1
        width = self.folded[at][1] if at >= 0 and self.folded[at][0] == end - 1 else 1
        return self._source(start), self._source(end - 1) + width

    def _source(self, offset: int) -> int:
        at = bisect_right(self.marks, (offset, 1 << 62)) - 1
        clean, source = self.marks[max(at, 0)]
        return source + offset - clean

    def cell_texts(self) -> tuple[str, ...]:
        """The cells of a row, clean."""
        return tuple(self.text[a:b] for a, b in self.cells)


@dataclass(frozen=True, slots=True)
class Document:
    """A document that was read. Equal bytes give equal documents."""

    sha256: str
    source: str  # path, URL, `arxiv:ID`, `github:OWNER/NAME@TAG`: where it came from
    format: Format
    title: str
    text: str
    passages: tuple[Passage, ...]
    reader: str  # which reader and version made the text, e.g. "pypdfium2 5.15.2"
    pages: int | None = None  # PDF only
    page_labels: tuple[
        str, ...
    ] = ()  # PDF only: the number printed on each page, where it is not the page's own: "iv", "157"
    authors: tuple[str, ...] = ()
    date: str = ""  # ISO, as far as it is known: "2024", "2024-09-05"
    identifier: str = ""  # what stays the same from version to version: "arxiv:2302.01318", "github:vllm-project/vllm"
    version: str = ""  # "v2", "v0.6.0"
    notes: tuple[str, ...] = field(
        default=()
    )  # what a reader of the result should know: "columns may be mixed on page 3"

    def page_name(self, page: int) -> str:
        """A page as a reader who holds the document calls it: by the number printed on it, else by its own."""
        return self.page_labels[page - 1] if 0 < page <= len(self.page_labels) else str(page)

    def quote(self, passage: Passage) -> str:
        """The passage as it stands in the document, markup included."""
        return self.text[passage.start : passage.end]


class UnreadableDocument(Exception):
    """A document that cannot be read. `reason` is one of `REASONS`; the message names the file, the place and the remedy."""

    def __init__(self, source: str, reason: str, detail: str = "") -> None:
        super().__init__(source, reason, detail)
        self.source, self.reason, self.detail = source, reason, detail

    def __str__(self) -> str:
        said = REASONS.get(self.reason, self.reason)
        return f"{self.source}: {said}" + (f" ({self.detail})" if self.detail else "")


REASONS = {
    "missing": "no such file",
    "empty": "the file is empty",
    "encrypted": "needs a password: save a copy without one",
    "no-text": "has no text, only pictures: run it through OCR first (ocrmypdf)",
    "damaged": "cannot be read: the file is damaged",
    "unsupported": "is of a type that is not read: PDF, Markdown, HTML, reStructuredText, text and notebooks are",
    "too-large": "is larger than the limit: raise it with --max-megabytes",
    "timeout": "took longer than the time limit: raise it with --seconds",
    "memory": "needed more memory than the limit: raise it with --memory",
    "crashed": "crashed its reader",
    "fault": "ran into a fault of twoways itself: please report it",
    "unreachable": "cannot be fetched",
    "refused": "is refused for safety",
}
