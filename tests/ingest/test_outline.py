"""What a PDF says of its parts and pages: outline and page labels."""

from __future__ import annotations

import io
from collections.abc import Callable

import pypdf
import pytest

from ingest import Document, UnreadableDocument, read_bytes
from ingest.pdf.outline import Entry, entries, labels
from tests.ingest.pages import Placed, pages

TEXT = [
    [(72.0, 720.0, 10.0, "The first page has a sentence of its own.")],
    [(72.0, 720.0, 10.0, "Fast paths"), (72.0, 706.0, 10.0, "The second page tells how much it is faster.")],
    [(72.0, 720.0, 10.0, "The third page ends the text with this line.")],
]  # fmt: skip


def made(contents: list[list[Placed]], change: Callable[[pypdf.PdfWriter], object]) -> bytes:
    """A PDF with something added by pypdf."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pages(contents)))
    change(writer)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def outlined(*listed: tuple[str, int]) -> Document:
    def add(writer: pypdf.PdfWriter) -> None:
        above = None
        for title, page in listed:
            item = writer.add_outline_item(title=title, page_number=page, parent=above)
            above = above or item

    return read_bytes(made(TEXT, add), "a.pdf")


def sections(found: Document) -> dict[str, tuple[str, ...]]:
    return {passage.text: passage.section for passage in found.passages}


def test_the_outline_names_the_parts_of_a_document_without_headings() -> None:
    found = sections(outlined(("Part one", 0), ("Part two", 1)))
    assert found["The first page has a sentence of its own."] == ("Part one",)
    assert found["Fast paths The second page tells how much it is faster."] == ("Part one", "Part two")
    assert found["The third page ends the text with this line."] == ("Part one", "Part two")


def test_a_line_that_the_outline_names_is_a_heading() -> None:
    found = outlined(("1 Fast Paths", 1))
    assert [passage.text for passage in found.passages if passage.kind == "heading"] == ["Fast paths"]
    assert sections(found)["The second page tells how much it is faster."] == ("Fast paths",)


def test_an_entry_may_lead_to_the_page_before_its_heading() -> None:
    def add(writer: pypdf.PdfWriter) -> None:
        writer.add_outline_item(title="Fast paths", page_number=0)

    found = read_bytes(made(TEXT, add), "a.pdf")
    assert [passage.kind for passage in found.passages if passage.text == "Fast paths"] == ["heading"]


def test_entries_without_words_or_pages_say_nothing() -> None:
    assert entries([(0, "1.", 0), (0, "Nowhere", None), (1, " Two\0words ", 2)]) == (Entry(2, "Two words", 3),)


def test_a_page_is_called_by_the_number_printed_on_it() -> None:
    def number(writer: pypdf.PdfWriter) -> None:
        writer.set_page_label(0, 0, style="/r")
        writer.set_page_label(1, 2, style="/D", start=157)

    found = read_bytes(made(TEXT, number), "a.pdf")
    assert found.page_labels == ("i", "157", "158")
    assert [found.page_name(page) for page in (1, 2, 3)] == ["i", "157", "158"]
    assert found.passages[-1].page == 3


def test_labels_that_only_count_are_not_kept() -> None:
    assert labels(3, lambda number: str(number + 1)) == ()
    assert labels(3, lambda number: "") == ()
    assert read_bytes(pages(TEXT), "a.pdf").page_name(2) == "2"


def test_the_second_reader_reads_both_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise UnreadableDocument("x", "damaged", "for the test")

    def add(writer: pypdf.PdfWriter) -> None:
        writer.set_page_label(0, 2, style="/r")
        writer.add_outline_item(title="Fast paths", page_number=1)
        writer.add_metadata({"/Title": "A title of the file"})

    monkeypatch.setattr("ingest.pdf.reader.Pdfium", fails)
    found = read_bytes(made(TEXT, add), "a.pdf")
    assert found.reader.startswith("pypdf ")
    assert found.page_labels == ("i", "ii", "iii")
    assert found.title == "A title of the file"
    assert [passage.text for passage in found.passages if passage.kind == "heading"] == ["Fast paths"]
