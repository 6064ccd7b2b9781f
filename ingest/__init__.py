"""Files: from a path or an address to a `Document` whose every passage knows its place."""

from ingest.document import Box, Document, Passage, UnreadableDocument
from ingest.read import read, read_bytes

__all__ = ["Box", "Document", "Passage", "UnreadableDocument", "read", "read_bytes"]
