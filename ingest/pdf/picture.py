"""The picture of a page with a unit, and the values in it, marked."""

from __future__ import annotations

import ctypes
import io
import unicodedata
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..document import Box, Passage, UnreadableDocument
from ..strand import PLAIN
from .engines import LOCK
from .turn import unturned
from .words import PageWords, Word

if TYPE_CHECKING:
    from PIL.Image import Image

UNIT = (255, 243, 150)  # pale yellow behind the unit
VALUE = (255, 190, 90)  # orange behind a value
LONGEST = 4000  # pixels of a side: a poster is not drawn larger


def passage_picture(
    file: str | Path | bytes,
    passage: Passage,
    spans: Sequence[tuple[int, int]] = (),
    *,
    page: int | None = None,
    scale: float = 2.0,
) -> bytes:
    """A PNG of the passage's page, the passage marked and the `spans` of its text marked stronger.

    `page` chooses among the pages of a passage that runs over a page's end; the first is taken otherwise.
    """
    number = page or passage.page or 1
    boxes = [box for box in passage.boxes if box.page == number]
    with LOCK, closing(opened(file)) as document, closing(page_at(document, number, file)) as sheet:
        values = [box for span in spans for box in located(sheet, passage, span, number)]
        return png(drawn(sheet, boxes, values, scale))


def page_picture(
    file: str | Path | bytes, page: int, boxes: Sequence[Box] = (), values: Sequence[Box] = (), *, scale: float = 2.0
) -> bytes:
    """A PNG of a page, `boxes` marked and `values` marked stronger. `scale` 1 is 72 pixels to the inch."""
    with LOCK, closing(opened(file)) as document, closing(page_at(document, page, file)) as sheet:
        return png(drawn(sheet, [b for b in boxes if b.page == page], [b for b in values if b.page == page], scale))


def locate(file: str | Path | bytes, passage: Passage, start: int, end: int) -> tuple[Box, ...]:
    """Where `passage.text[start:end]` stands on its pages, word by word."""
    numbers = sorted({box.page for box in passage.boxes})
    with LOCK, closing(opened(file)) as document:
        found: list[Box] = []
        for number in numbers:
            with closing(page_at(document, number, file)) as sheet:
                found += located(sheet, passage, (start, end), number)
        return tuple(found)


def opened(file: str | Path | bytes) -> Any:
    import pypdfium2 as pdfium

    try:
        return pdfium.PdfDocument(file if isinstance(file, bytes) else str(file))
    except (pdfium.PdfiumError, FileNotFoundError) as error:
        raise UnreadableDocument(name_of(file), "damaged", f"no picture: {error}"[:120]) from error


def page_at(document: Any, number: int, file: str | Path | bytes) -> Any:
    import pypdfium2 as pdfium

    try:
        return document[number - 1]
    except (pdfium.PdfiumError, IndexError) as error:
        raise UnreadableDocument(name_of(file), "damaged", f"page {number} cannot be opened") from error


def name_of(file: str | Path | bytes) -> str:
    return "document" if isinstance(file, bytes) else str(file)


def located(sheet: Any, passage: Passage, span: tuple[int, int], number: int) -> list[Box]:
    """The words of the page, within the passage's boxes, that make up a span of its text."""
    boxes = [box for box in passage.boxes if box.page == number]
    with closing(sheet.get_textpage()) as textpage:
        reader = PageWords()
        lines = reader.lines(textpage.raw, number, unturned(sheet))
    all_words = [word for line in lines for word in line.words]
    if (turn := reader.turn) is not None:
        all_words = [Word(word.text, *turn.back(word.x0, word.y0, word.x1, word.y1)) for word in all_words]
    words = [word for box in boxes for word in all_words if inside(word, box)]
    signs, owner = "", []
    for at, word in enumerate(words):
        text = bare(word.text)
        signs += text
        owner += [at] * len(text)
    before = len(bare(passage.text[: span[0]]))
    wanted = bare(passage.text[span[0] : span[1]])
    place = nearest(signs, wanted, before) if wanted else -1
    if place < 0:
        return []
    chosen = dict.fromkeys(owner[place : place + len(wanted)])
    return [Box(number, words[at].x0, words[at].y0, words[at].x1, words[at].y1) for at in chosen]


def bare(text: str) -> str:
    """Letters, figures and signs alone: what two readings of one text agree on."""
    plain = unicodedata.normalize("NFKC", text).translate(PLAIN)
    return "".join(char for char in plain if char.isalnum() or char in "×%<>~≈±")


def nearest(signs: str, wanted: str, place: int) -> int:
    """Where `wanted` begins that is closest to `place`."""
    best, at = -1, signs.find(wanted)
    while at >= 0:
        if best < 0 or abs(at - place) < abs(best - place):
            best = at
        at = signs.find(wanted, at + 1)
    return best


def inside(word: Word, box: Box) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    return box.x0 - 1 <= x <= box.x1 + 1 and box.y0 - 1 <= y <= box.y1 + 1


def drawn(sheet: Any, boxes: Sequence[Box], values: Sequence[Box], scale: float) -> Image:
    """The page as an image, marked as with a felt pen: what is under the colour stays readable."""
    from PIL import Image, ImageChops, ImageDraw

    width, height = sheet.get_size()
    scale = min(scale, LONGEST / max(width, height, 1.0))
    picture: Image.Image = sheet.render(scale=scale).to_pil().convert("RGB")
    marks = Image.new("RGB", picture.size, "white")
    pen = ImageDraw.Draw(marks)
    for colour, chosen in ((UNIT, boxes), (VALUE, values)):
        for box in chosen:
            pen.rectangle(pixels(sheet, box, picture.size), fill=colour)
    return ImageChops.multiply(picture, marks)


def pixels(sheet: Any, box: Box, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """A box in pixels of the picture, which may be turned or cropped against the page."""
    import pypdfium2.raw as raw

    x, y = ctypes.c_int(), ctypes.c_int()
    corners = []
    for left, bottom in ((box.x0, box.y0), (box.x1, box.y1)):
        raw.FPDF_PageToDevice(sheet.raw, 0, 0, size[0], size[1], 0, left, bottom, x, y)
        corners.append((x.value, y.value))
    (a, b), (c, d) = corners
    return min(a, c) - 2, min(b, d) - 2, max(a, c) + 2, max(b, d) + 2


def png(picture: Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()
