"""The second reader: pypdf, for what pdfium cannot open or finds no text in. It gives text without boxes."""

from __future__ import annotations

import io
import logging

from ..document import UnreadableDocument
from .words import Line, Word


def second_reading(data: bytes, source: str) -> tuple[list[list[Line]], str]:
    """The lines of each page as pypdf reads them, and the reader's name."""
    import pypdf
    from pypdf.errors import DeprecationError, PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = pypdf.PdfReader(io.BytesIO(data), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            raise UnreadableDocument(source, "encrypted")
        pages = [page_of(page.extract_text(), number) for number, page in enumerate(reader.pages, 1)]
    except (PyPdfError, DeprecationError) as error:
        raise UnreadableDocument(source, "damaged", str(error)[:120]) from error
    return pages, f"pypdf {pypdf.__version__}"


def page_of(text: str, number: int) -> list[Line]:
    """Lines set as on a page of one column, so that the rest of the reading can treat them alike."""
    lines = []
    for row, line in enumerate(text.splitlines()):
        words, x = [], 72.0
        for word in line.split():
            words.append(Word(word, x, 760.0 - 12 * row, x + 5.0 * len(word), 770.0 - 12 * row))
            x += 5.0 * len(word) + 2.5
        if words:
            lines.append(Line(words, 10.0, False, False, number))
    return lines
