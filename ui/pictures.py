"""The page that a claim stands on, as a picture: where its file still lies, the part around the sentence is drawn."""

from __future__ import annotations

import io
from pathlib import Path

import streamlit as st
from sqlalchemy import make_url

import ingest
from classifier.learning.learned import data_folder
from db.queries import Whole
from ingest import Network, Passage, UnreadableDocument
from ui import access
from ui.places import Spans, spans

SCALE = 2.0  # pixels for each point of the page
AROUND = 120  # points above and below the sentence that are shown with it


def originals() -> Path:
    """Where the files that were added on the page are kept."""
    return data_folder() / "originals"


def original(source: str, sha256: str) -> Path | None:
    """The file that a document was read from, unchanged: at its place, among the added files, or among the fetched."""
    candidates = [] if ":" in source[:12] else [Path(source), *beside_database(source)]
    candidates += [originals() / f"{sha256}.pdf", *fetched(sha256)]
    return next(
        (file for file in candidates if file.is_file() and hash_of(str(file), file.stat().st_mtime_ns) == sha256), None
    )


def beside_database(source: str) -> list[Path]:
    """A relative path as seen from the folder of the database: the dashboard may be started elsewhere than the reading was."""
    url = make_url(access.store().url)
    return [Path(url.database).parent / source] if url.drivername.startswith("sqlite") and url.database else []


def fetched(sha256: str) -> list[Path]:
    """The fetched file with this content."""
    folder = Network().folder()
    files = folder.glob("*.pdf") if folder.is_dir() else ()
    return [file for file in files if hash_of(str(file), file.stat().st_mtime_ns) == sha256][:1]


@st.cache_data(show_spinner=False, max_entries=5000)
def hash_of(file: str, _changed: int) -> str:
    """The hash of a file, once for each time it was written."""
    import hashlib

    with open(file, "rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def picture(found: Whole, *, whole: bool = False) -> bytes | None:
    """The part of the page around the sentence, marked; None where there is no picture to be had."""
    passage = found.passage
    if passage is None or not passage.boxes:
        return None
    file = original(found.source, found.document.sha256)
    return drawn(str(file), file.stat().st_mtime_ns, passage, spans(found), whole) if file else None


@st.cache_data(show_spinner=False, max_entries=60)
def drawn(file: str, _changed: int, passage: Passage, marked: Spans, whole: bool) -> bytes | None:
    """The picture itself. A file that can no longer be drawn has none; its text is shown instead."""
    try:
        page = ingest.passage_picture(file, passage, marked, scale=SCALE)
    except UnreadableDocument:
        return None
    return page if whole else cut(page, passage)


def cut(page: bytes, passage: Passage) -> bytes:
    """The band of the page that holds the passage and what stands around it."""
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(page)) as image:
        boxes = [box for box in passage.boxes if box.page == (passage.page or 1)] or list(passage.boxes)
        height = image.height / SCALE
        top = max(0.0, height - max(box.y1 for box in boxes) - AROUND)
        bottom = min(height, height - min(box.y0 for box in boxes) + AROUND)
        if bottom - top < 60:
            return page
        out = io.BytesIO()
        inked = ImageOps.invert(image.convert("L")).getbbox() or (0, 0, image.width, image.height)
        left, right = max(0, inked[0] - 20), min(image.width, inked[2] + 20)
        first, last = max(int(top * SCALE), inked[1] - 20), min(int(bottom * SCALE), inked[3] + 20)
        image.crop((left, first, right, last)).save(out, "PNG", compress_level=1)
        return out.getvalue()
