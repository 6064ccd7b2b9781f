"""One document that can be read: its name, where its bytes lie, and what its service says of it."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ..document import Document

ABOUT = ".about.json"


@dataclass(frozen=True, slots=True)
class About:
    """What the place that a document came from knows of it. Empty: nothing."""

    title: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    identifier: str = ""
    version: str = ""
    format: str = ""
    url: str = ""
    etag: str = ""  # for the next, conditional, request
    modified: str = ""
    name: str = ""  # of the file as its server calls it

    def save(self, path: Path) -> None:
        """Beside the file, in one step: a job that is killed leaves no half of it."""
        side = path.with_name(path.name + ABOUT)
        part = side.with_name(f"{side.name}.{os.getpid()}.part")
        part.write_text(json.dumps({key: value for key, value in asdict(self).items() if value}))
        part.replace(side)


def about(path: Path) -> About | None:
    """What was kept beside a file that was fetched."""
    side = path.with_name(path.name + ABOUT)
    try:
        kept = json.loads(side.read_text())
    except (OSError, ValueError):
        return None
    known = {key: value for key, value in kept.items() if key in About.__dataclass_fields__}
    return replace(About(), **known | {"authors": tuple(known.get("authors", ()))})


def informed(document: Document, known: About) -> Document:
    """The document with what its service says: that goes before what could be read off the page."""
    return replace(
        document,
        title=known.title or document.title,
        authors=known.authors or document.authors,
        date=known.date or document.date,
        identifier=known.identifier or document.identifier,
        version=known.version or document.version,
    )


@dataclass(frozen=True, slots=True)
class Source:
    """A document before it is read."""

    name: str  # what it goes by: a path, a URL, `arxiv:2302.01318v1`, `github:OWNER/NAME@TAG`, `notes.zip!a/b.md`
    path: Path  # where the bytes are; what was fetched lies in the cache

    def sha256(self) -> str:
        """Of the bytes, read in pieces."""
        with self.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
