"""Jupyter notebooks: the Markdown cells, one under the other. Code and its output are not prose."""

from __future__ import annotations

import json

from .builder import Builder
from .document import UnreadableDocument
from .markdown import read_markdown


def read_notebook(text: str) -> Builder:
    """The units of a notebook. The document's text is that of its cells: the file itself is JSON."""
    try:
        cells = json.loads(text)["cells"]
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableDocument("notebook", "damaged", "not a notebook's JSON with cells") from error
    parts = []
    for cell in cells:
        if isinstance(cell, dict) and cell.get("cell_type") == "markdown":
            source = cell.get("source", "")
            parts.append("".join(source) if isinstance(source, list) else str(source))
    return read_markdown("\n\n".join(parts))
