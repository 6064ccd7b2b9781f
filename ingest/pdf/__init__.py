"""PDF: text in reading order, the box of every word, tables, page pictures."""

from .picture import locate, page_picture, passage_picture
from .reader import read_pdf

__all__ = ["locate", "page_picture", "passage_picture", "read_pdf"]
