# ruff: noqa: E501 - one pattern is one row, however long
"""An entry of a reading list: a paper's title as a link, or behind its venue. It says what others wrote, and claims nothing here."""

from __future__ import annotations

import re

from classifier.words.at_words import Quick

# "[Title of at least six words](where papers, or their code, are kept)"
_PAPER = re.compile(
    r"\[(?P<title>[^\]]+)\]\(\s*<?https?://[^)\s]*(?:arxiv\.org|openreview\.net|doi\.org|dl\.acm\.org|aclanthology|usenix\.org|ieeexplore|semanticscholar|proceedings|neurips\.cc|mlr\.press|\.pdf|github\.com/[\w.-]+/[\w.-]+/?(?=\)))[^)]*\)"
)
# "Code for the paper "Title of at least six words""
_ITS_CODE = Quick(
    r"\b(?:code|implementation|repository|repo|source)\b[^\"“.]{0,40}\bpaper\b[^\w\"“]*[\"“](?P<title>[^\"”]+)[\"”]",
    seldom=True,
)
_VENUE = re.compile(
    r"^\W*(?:arxiv|neurips|nips|icml|iclr|mlsys|osdi|sosp|nsdi|asplos|isca|micro|hpca|eurosys|atc|sigmod|vldb|acl|emnlp|naacl|colm|aaai|ijcai|cvpr)\b[\s,']*(?:19|20)?\d\d\b[^\]]{0,24}\]",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]{2,}")
LEAST_WORDS = 6  # a shorter link is a name: "[PagedAttention](...)"
MOST_BESIDE = 4  # "[2024/05] ... | the university": more is a sentence about it


def is_paper_title(quote: str) -> bool:
    """Whether a unit, as it stands in the document, is the title of a paper and nothing more."""
    if _VENUE.search(quote):
        return True
    m = _PAPER.search(quote) or _ITS_CODE.search(quote)
    if m is None or len(_WORD.findall(m["title"])) < LEAST_WORDS:
        return False
    beside = quote[: m.start()] + quote[m.end() :]
    return len(_WORD.findall(beside)) <= MOST_BESIDE
