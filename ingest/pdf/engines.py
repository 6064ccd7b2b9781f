"""The two readers of pages: pdfium, with the place of every word, and pypdf for what pdfium cannot open or finds no text in."""

from __future__ import annotations

import io
import logging
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ..document import UnreadableDocument
from .listing import ALGORITHM
from .outline import Entry, labels, pdfium_outline, pypdf_outline
from .tables import LABEL, Rule, page_rules
from .turn import Turn, unturned
from .uncaptioned import may_hold_one
from .words import Line, PageWords, Word

REOPENED = 60  # pages after which the file is opened anew
LOCK = threading.RLock()  # pdfium knows no threads: whoever uses it in a process holds this
KEPT = 120  # a document of no more pages is read whole in the first look, its words kept for the second
SAMPLE = 50  # pages of a longer one that the first look reads
# What pypdf raises on broken files besides its own errors.
WHATEVER = (ValueError, LookupError, TypeError, AttributeError, RuntimeError, ArithmeticError, AssertionError)


@dataclass(slots=True)
class Sheet:
    """What is on a page."""

    lines: list[Line]
    height: float = 792.0
    rules: list[Rule] = field(default_factory=list)


class Engine(Protocol):
    """One reading of a document."""

    name: str
    count: int
    boxes: bool
    information: Mapping[str, str]
    outline: tuple[Entry, ...]
    labels: tuple[str, ...]
    turns: dict[int, Turn]  # by page: how its text lies, if not upright

    @property
    def notes(self) -> list[str]:
        """What a reader of the result should know."""

    def sample(self) -> Iterator[Sheet]:
        """All pages, or of a long document enough to see what is usual in it."""

    def sheet(self, number: int) -> Sheet:
        """The page with the index `number`."""

    def close(self) -> None:
        """Let go of the file."""


class Pdfium:
    """The first reader."""

    boxes = True

    def __init__(self, file: bytes | Path, source: str) -> None:
        import pypdfium2 as pdfium

        self.file, self.source = file, source
        self.document: Any = self.open()
        self.count = len(self.document)
        self.name = f"pypdfium2 {pdfium.PYPDFIUM_INFO}"
        self.information: Mapping[str, str] = self.document.get_metadata_dict()
        self.outline = pdfium_outline(self.document)
        self.labels = labels(self.count, self.document.get_page_label)
        self.words = PageWords()
        self.broken: list[int] = []
        self.blank: list[int] = []
        self.kept: dict[int, Sheet] = {}
        self.turns: dict[int, Turn] = {}
        self.turned = 0  # pages since the document was opened

    def open(self) -> Any:
        import pypdfium2 as pdfium

        try:
            return pdfium.PdfDocument(self.file)
        except pdfium.PdfiumError as error:
            reason = "encrypted" if "password" in str(error).lower() else "damaged"
            raise UnreadableDocument(self.source, reason, str(error)[:120]) from error

    @property
    def notes(self) -> list[str]:
        """What a reader of the result should know."""
        said = []
        if self.broken:
            said.append(f"pages that could not be opened: {numbers(self.broken)}")
        if self.blank:
            said.append(f"pages with pictures and no text: {numbers(self.blank)}")
        return said

    def sample(self) -> Iterator[Sheet]:
        """The first look."""
        for number in spread(self.count, self.count if self.count <= KEPT else SAMPLE):
            self.kept[number] = self.read(number)
            yield self.kept[number]

    def sheet(self, number: int) -> Sheet:
        """A page, for good."""
        return self.kept.pop(number) if number in self.kept else self.read(number)

    def read(self, number: int) -> Sheet:
        import pypdfium2 as pdfium

        self.turned += 1
        if self.turned > REOPENED:  # pdfium keeps every object that it has seen
            self.document.close()
            self.document, self.turned = self.open(), 0
        try:
            page = self.document[number]
        except pdfium.PdfiumError:
            return self.nothing(number, self.broken)
        try:
            textpage = page.get_textpage()
        except pdfium.PdfiumError:
            page.close()
            return self.nothing(number, self.broken)
        try:
            lines = self.words.lines(textpage.raw, number + 1, unturned(page))
            turn = self.words.turn
            if turn is not None:
                self.turns[number + 1] = turn
            ruled = may_hold_one(lines) or any(LABEL.match(line.text) or ALGORITHM.match(line.text) for line in lines)
            rules = page_rules(page, turn) if ruled else []
            if not lines and pdfium.raw.FPDFPage_CountObjects(page.raw) > 0:
                return self.nothing(number, self.blank)
            return Sheet(lines, page.get_height() if turn is None else turn.tall, rules)
        finally:
            textpage.close()
            page.close()

    def nothing(self, number: int, why: list[int]) -> Sheet:
        if number + 1 not in why:
            why.append(number + 1)
        return Sheet([])

    def close(self) -> None:
        """Let go of the file."""
        self.document.close()


class Pypdf:
    """The second reader. It gives text without boxes, which is laid out as on pages of one column."""

    boxes = False
    information: Mapping[str, str]

    def __init__(self, file: bytes | Path, source: str) -> None:
        import pypdf
        from pypdf.errors import DeprecationError, PyPdfError

        logging.getLogger("pypdf").setLevel(logging.CRITICAL)
        try:
            reader = pypdf.PdfReader(io.BytesIO(file) if isinstance(file, bytes) else file, strict=False)
            if reader.is_encrypted and not reader.decrypt(""):
                raise UnreadableDocument(source, "encrypted")
            self.texts = [page.extract_text() for page in reader.pages]
            self.information = {key.lstrip("/"): str(value) for key, value in (reader.metadata or {}).items()}
            self.outline = pypdf_outline(reader)
            names = reader.page_labels
        except (PyPdfError, DeprecationError, *WHATEVER) as error:
            raise UnreadableDocument(source, "damaged", f"{type(error).__name__}: {error}"[:120]) from error
        self.count = len(self.texts)
        self.turns: dict[int, Turn] = {}
        self.labels = labels(self.count, lambda number: names[number])
        self.name = f"pypdf {pypdf.__version__}"

    def sample(self) -> Iterator[Sheet]:
        """All pages: they are texts already."""
        return map(self.sheet, range(self.count))

    def sheet(self, number: int) -> Sheet:
        """A page."""
        lines = []
        for row, line in enumerate(self.texts[number].splitlines()):
            words, x = [], 72.0
            for word in line.split():
                words.append(Word(word, x, 760.0 - 12 * row, x + 5.0 * len(word), 770.0 - 12 * row))
                x += 5.0 * len(word) + 2.5
            if words:
                lines.append(Line(words, 10.0, False, False, number + 1))
        return Sheet(lines)

    @property
    def notes(self) -> list[str]:
        """What a reader of the result should know."""
        return ["read by the second reader: no boxes, and page pictures may fail"]

    def close(self) -> None:
        """Nothing is open."""


def spread(count: int, most: int) -> list[int]:
    """So many of the first `count` numbers at even steps, or all."""
    return list(range(count)) if count <= most else sorted({round(at * (count - 1) / (most - 1)) for at in range(most)})


def numbers(pages: list[int]) -> str:
    return ", ".join(map(str, pages[:20])) + (" ..." if len(pages) > 20 else "")
