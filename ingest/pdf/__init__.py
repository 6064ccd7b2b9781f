"""PDF: text in reading order, the box of every word, tables, page pictures."""

from .reader import read_pdf

__all__ = ["read_pdf"]
