"""Files: from a path or an address to a `Document` whose every passage knows its place."""

from ingest.document import Box, Document, Passage, UnreadableDocument

__all__ = ["Box", "Document", "Passage", "UnreadableDocument"]
