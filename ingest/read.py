"""The front door: a file in, a `Document` out. Every failure of a reader becomes an `UnreadableDocument` with its reason."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import cast

from .builder import Builder
from .document import Document, Format, UnreadableDocument

FORMATS: dict[str, Format] = {
    ".pdf": "pdf", ".md": "markdown", ".markdown": "markdown", ".mdx": "markdown", ".mdown": "markdown", ".mkd": "markdown",
    ".qmd": "markdown", ".rmd": "markdown", ".svx": "markdown", ".html": "html", ".htm": "html", ".xhtml": "html",
    ".rst": "rst", ".rest": "rst", ".txt": "text", ".text": "text", ".log": "text", "": "text", ".ipynb": "notebook",
    ".tex": "latex",
}  # fmt: skip
TEXT_READERS = {
    "markdown": ("markdown", "read_markdown"),
    "html": ("webpage", "read_html"),
    "rst": ("rst", "read_rst"),
    "text": ("plain", "read_text"),
    "latex": ("latex", "read_latex"),
    "notebook": ("notebook", "read_notebook"),
}
LARGE = 10_000_000  # bytes from which a PDF is read from disk
MAX_BYTES = 200 * 1000 * 1000
VERSION = "1"


def read(path: str | Path, *, source: str = "", max_bytes: int = MAX_BYTES) -> Document:
    """Read a file in this process."""
    from .sources.source import about, informed

    path = Path(path)
    source = source or str(path)
    size = size_of(path, source, max_bytes)
    known = about(path)
    name = known.name or path.name if known else path.name
    try:
        with path.open("rb") as file:
            kind = known.format if known and known.format in FORMATS.values() else sniff(file.read(4096), name)
        large = kind == "pdf" and size > LARGE and str(path).isprintable()
        content = b"" if large else path.read_bytes()
    except OSError as error:  # a disk that fails, a network drive that went away
        raise UnreadableDocument(source, "missing", str(error)[:120]) from error
    if large:
        document = guarded(lambda: read_pdf_file(path, source), source)
    else:
        document = read_bytes(content, name, source=source, format=cast("Format | None", kind))
    return informed(document, known) if known else document


def size_of(path: Path, source: str, max_bytes: int) -> int:
    """The size of a file that may be read, or the reason why not."""
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise UnreadableDocument(source, "unsupported", "not a file")
        with path.open("rb"):
            pass
    except FileNotFoundError as error:
        raise UnreadableDocument(source, "missing") from error
    except (OSError, ValueError) as error:
        raise UnreadableDocument(source, "missing", str(error)[:120]) from error
    if size > max_bytes:
        raise UnreadableDocument(source, "too-large", f"{size / 1e6:.0f} MB of {max_bytes / 1e6:.0f}")
    return size


def read_bytes(data: bytes, name: str, *, source: str = "", format: Format | None = None) -> Document:
    """Read what has been fetched or unpacked. `name` decides the format where the bytes do not."""
    source = source or name
    if not data:
        raise UnreadableDocument(source, "empty")
    kind = format or sniff(data, name)
    if kind is None:
        raise UnreadableDocument(source, "unsupported", Path(name).suffix or "no suffix")
    return guarded(lambda: readers(kind, data, source), source)


def guarded(work: Callable[[], Document], source: str) -> Document:
    """The one border: a broken file may raise anything in a reader, and leaves it as a reason, the cause kept."""
    try:
        return work()
    except (UnreadableDocument, MemoryError):
        raise
    except Exception as error:
        raise UnreadableDocument(source, "damaged", f"{type(error).__name__}: {error}"[:200]) from error


def read_pdf_file(path: Path, source: str) -> Document:
    """A large PDF, which is not taken into memory as a whole."""
    from .pdf.reader import read_pdf

    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return read_pdf(path, sha256, source)


def readers(kind: Format, data: bytes, source: str) -> Document:
    """Call the reader of a format."""
    if kind == "pdf":
        from .pdf.reader import read_pdf

        return read_pdf(data, hashlib.sha256(data).hexdigest(), source)
    text = decode(data)
    if not text.strip():
        raise UnreadableDocument(source, "empty", "white space only")
    return finish(text_reader(kind)(text), kind, data, source)


def text_reader(kind: Format) -> Callable[[str], Builder]:
    """The reader of a text format; imported when it is first needed."""
    module, name = TEXT_READERS[kind]
    reader: Callable[[str], Builder] = getattr(import_module(f"ingest.{module}"), name)
    return reader


def finish(builder: Builder, kind: Format, data: bytes, source: str) -> Document:
    """The document that a builder has put together."""
    if not builder.passages:
        raise UnreadableDocument(source, "empty", "nothing but markup")
    return Document(
        sha256=hashlib.sha256(data).hexdigest(),
        source=source,
        format=kind,
        title=builder.title or Path(source).stem,
        text=builder.text,
        passages=tuple(builder.passages),
        reader=f"twoways-{kind} {VERSION}",
        authors=tuple(builder.authors),
        date=builder.date,
    )


def sniff(data: bytes, name: str) -> Format | None:
    """The format: by its first bytes where they tell, else by the name."""
    head = data[:2048].lstrip(b"\xef\xbb\xbf \t\r\n")
    if b"%PDF-" in data[:1024]:
        return "pdf"
    suffix = Path(name).suffix.lower()
    if suffix in FORMATS and suffix != "":
        return FORMATS[suffix]
    if re.match(rb"<!doctype html|<html|<head|<body", head, re.IGNORECASE):
        return "html"
    if b"\0" in data[:4096]:
        return None
    return FORMATS.get(suffix)


def decode(data: bytes) -> str:
    """Text of bytes: UTF-8, UTF-16 with its mark, else Windows-1252, which reads anything."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
