"""The head of a file of a site: title and description are units, author and date are kept."""

from __future__ import annotations

import re

from .builder import Builder
from .strand import plain

FRONT = re.compile(
    r"\A\ufeff?(?:<!--.*?-->\s*)?(?P<fence>---|\+\+\+)[ \t]*\r?\n(?P<body>.*?)^(?P=fence)[ \t]*(?:\r?\n|\Z)",
    re.S | re.M,
)
FIELD = re.compile(r"""^(?P<key>[A-Za-z_]+)\s*[:=][ \t]*(?P<value>.*(?:\n[ \t]+(?!-\s).*)*)""", re.MULTILINE)
SPOKEN = {"title": "title", "subtitle": "sentence", "description": "sentence", "summary": "sentence", "excerpt": "sentence",
          "tagline": "sentence", "abstract": "sentence", "lead": "sentence", "intro": "sentence", "tldr": "sentence",
          "meta_description": "sentence", "seo_description": "sentence", "blog_title": "sentence", "headline": "sentence",
          "key_value_propositions": "sentence"}  # fmt: skip
DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")


def read_front_matter(builder: Builder, text: str) -> int:
    """Read the head, if there is one; gives the offset at which the body begins."""
    found = FRONT.match(text)
    if found is None or (found["body"].strip() and not FIELD.search(found["body"])):
        return 0
    for line in FIELD.finditer(text, found.start("body"), found.end("body")):
        key = line["key"].lower()
        start, end = trimmed(text, line.start("value"), line.end("value"))
        value = text[start:end]
        if key in SPOKEN and value:
            rich = plain(text, start, end)
            if SPOKEN[key] == "title":
                builder.title = builder.title or rich.text
                builder.prose(rich, "title", start, end, whole=True)
            else:
                builder.prose(rich, "sentence", start, end)
        elif key in ("date", "published", "publishdate", "pubdate") and (when := DATE.search(value)):
            builder.date = when[0]
        elif key in ("author", "authors") and value:
            builder.authors += [name.strip(" \"'[]") for name in value.split(",") if name.strip(" \"'[]")]
    return found.end()


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without white space, quotes, and the signs of a folded block."""
    value = re.match(r"\s*(?:[>|][-+]?\s*\n\s*)?", text[start:end])
    start += value.end() if value else 0
    while end > start and text[end - 1].isspace():
        end -= 1
    if end - start >= 2 and text[start] == text[end - 1] and text[start] in "\"'":
        start, end = start + 1, end - 1
    return start, end
