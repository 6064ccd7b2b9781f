"""Files: from a path or an address to a `Document` whose every passage knows its place."""

from ingest.document import Box, Document, Passage, UnreadableDocument
from ingest.isolate import Isolation, limit_memory, reason_of
from ingest.pdf.picture import locate, page_picture, passage_picture
from ingest.read import read, read_bytes
from ingest.sources import Fetcher, Network, Source, discover

__all__ = [
    "Box",
    "Document",
    "Fetcher",
    "Isolation",
    "Network",
    "Passage",
    "Source",
    "UnreadableDocument",
    "discover",
    "limit_memory",
    "locate",
    "page_picture",
    "passage_picture",
    "read",
    "read_bytes",
    "reason_of",
]
