"""What is to be done: documents with the hash of their bytes, and what one of them may cost."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from classifier import Claim
from ingest import Document, Source, UnreadableDocument


@dataclass(frozen=True, slots=True)
class Limits:
    """What one document may cost. Its worker is killed when it takes more."""

    seconds: float = 60.0
    memory: int = 1024  # MB of address space beyond what the program itself takes
    megabytes: float = 200.0  # size of the file

    @property
    def max_bytes(self) -> int:
        """The size limit in bytes."""
        return int(self.megabytes * 1e6)


@dataclass(frozen=True, slots=True)
class Item:
    """One document to be analysed: where its bytes lie, and what is known of it already."""

    source: str  # the name it goes by
    path: str  # where the bytes are
    sha256: str = ""  # of the bytes; empty: not known yet
    document: Document | None = None  # read before: only its claims are to be found
    claims: tuple[Claim, ...] | None = None  # found before: they are only to be judged
    error: UnreadableDocument | None = None  # it cannot even be fetched
    reader_version: str = ""  # of the reading code that made `document`; empty: it is read now


def item_of(found: Source | UnreadableDocument, limits: Limits) -> Item:
    """What was discovered as something to be done, with the hash of its bytes."""
    if isinstance(found, UnreadableDocument):
        clean = UnreadableDocument(without_user(found.source), found.reason, without_user(found.detail))
        return Item(clean.source, "", error=clean)
    return Item(without_user(found.name), str(found.path), file_hash(found.path, limits))


KEYS = re.compile(
    r"""
    ( [?&] (?: [^=&\s]* [-_] )? (?: token | secret | password | signature | sig | credential | key | apikey ) = )
    [^&\#\s]+
    """,
    re.VERBOSE | re.IGNORECASE,
)


def without_user(source: str) -> str:
    """An address without the user name and password, or the key, that may stand in it: the database is for others to read."""
    return KEYS.sub(r"\1***", re.sub(r"(?<=://)[^/@\s]+@", "", source))


def file_hash(file: Path, limits: Limits) -> str:
    """The hash of a file's bytes; of one that is too large to read, its size and time; "" of a missing one."""
    try:
        facts = file.stat()
        if facts.st_size > limits.max_bytes:
            return f"size:{facts.st_size}:{facts.st_mtime_ns}"
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError:
        return ""
