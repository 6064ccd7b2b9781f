"""Where a claim stands: its passage, and the words in it that its values were read from."""

from __future__ import annotations

from bisect import bisect_right
from html import unescape

from db.queries import Whole, label
from db.schema import ParameterRow
from ingest import Passage

Spans = tuple[tuple[int, int], ...]


def page_name(page: int | None, printed: str = "") -> str:
    """A page by its number, and by what is printed on it where that is another: "page 157 (3 in the file)"."""
    if not page:
        return ""
    return f"page {printed} ({page} in the file)" if printed and printed != str(page) else f"page {page}"


def inside(passage: Passage, start: int, end: int) -> tuple[int, int] | None:
    """The span of the passage's own text that was made from a span of the document's text."""
    if not passage.start <= start < end <= passage.end:
        return None
    sources = [mark[1] for mark in passage.marks]
    ends = []
    for place in (start, end - 1):
        at = max(bisect_right(sources, place) - 1, 0)
        ends.append(passage.marks[at][0] + place - passage.marks[at][1])
    return (ends[0], ends[1] + 1) if 0 <= ends[0] <= ends[1] < len(passage.text) else None


def spans(found: Whole) -> Spans:
    """Where in the passage's text the values stand."""
    if found.passage is None:
        return ()
    places = [(p.start_at, p.end_at) for p in found.parameters if p.start_at is not None and p.end_at is not None]
    return tuple(sorted({s for a, b in places if (s := inside(found.passage, a, b)) is not None}))


def spoken(found: Whole) -> tuple[str, Spans]:
    """The sentence without its markup, and its values in it; as it stands in the document where that is all there is."""
    return (found.passage.text, spans(found)) if found.passage else (found.row.quote, ())


def where(found: Whole, *, source: bool = False) -> str:
    """Document, page, section, and perhaps the place that it was read from."""
    document, row = found.document, found.row
    section = row.section.removeprefix(document.title).removeprefix(" > ")
    parts = [
        document.title,
        document.version,
        document.date,
        page_name(row.page, label(document.page_labels, row.page)),
        section,
    ]
    return " · ".join(dict.fromkeys(part for part in [*parts, found.source if source else ""] if part))


def cells(found: Whole) -> list[tuple[str, str, list[tuple[int, int]]]]:
    """A row of a table: the head of each column, its cell, and the places of values in the cell."""
    passage, marked = found.passage, spans(found)
    if passage is None or not passage.header:
        return []
    row = []
    for head, (a, b) in zip(passage.header, passage.cells, strict=False):
        if head or b > a:
            row.append((head, passage.text[a:b], [(s - a, e - a) for s, e in marked if a <= s and e <= b]))
    return row


def surface(found: Whole, parameter: ParameterRow) -> str:
    """The words that a value was read from, without their markup where they stand in the sentence itself."""
    a, b = parameter.start_at, parameter.end_at
    if found.passage is not None and a is not None and b is not None and (own := inside(found.passage, a, b)):
        return found.passage.text[slice(*own)]
    return unescape(parameter.surface)
