"""Jupyter notebooks: the Markdown cells, one under the other, and the tables that code put out. Code is not prose."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from .builder import NEWLINE, Builder
from .markdown import read_markdown
from .printed import printed

LONGEST = 50_000  # signs of an output that is looked at


def read_notebook(text: str) -> Builder:
    """The units of a notebook. The document's text is that of its cells: the file itself is JSON."""
    try:
        cells = json.loads(text)["cells"]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError("not a notebook's JSON with cells") from error
    return read_markdown("\n\n".join(part for cell in cells if isinstance(cell, dict) for part in parts(cell)))


def parts(cell: dict[str, Any]) -> Iterator[str]:
    """What a cell says, as Markdown."""
    if cell.get("cell_type") == "markdown":
        yield joined(cell.get("source"))
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else ():
        if isinstance(output, dict) and (found := table_of(output)):
            yield found


def table_of(output: dict[str, Any]) -> str:
    """An output that is Markdown, an HTML table, or a printed one; else nothing."""
    data = output.get("data")
    data = data if isinstance(data, dict) else {}
    markdown, page = joined(data.get("text/markdown")), joined(data.get("text/html"))
    if markdown:
        return markdown[:LONGEST]
    if "<table" in page and len(page) < LONGEST:
        return re.sub(r"<style\b.*?</style>|\n\s*(?=\n)", "", page, flags=re.DOTALL)
    plain = joined(output.get("text") or data.get("text/plain"))[:LONGEST]
    lines = NEWLINE.split(plain)
    return f"~~~~~~\n{plain}\n~~~~~~" if any(printed(lines, 0, len(lines))) else ""


def joined(source: object) -> str:
    """Text that a notebook keeps whole or as a list of lines."""
    return "".join(map(str, source)) if isinstance(source, list) else str(source or "")
