"""HTML: tags and text with their offsets. Nothing in it is executed or fetched."""

from __future__ import annotations

import re

from .builder import Builder
from .layout import ATTRIBUTE, Layout, attributes
from .math import math
from .strand import View, plain

# Every alternative stops at the next "<", after so many quoted values, or at the end of the file: nothing is scanned over and
# over.
TOKEN = re.compile(
    r"""<!--.*?(?:-->|\Z)
      | <!\[CDATA\[.*?(?:\]\]>|\Z)
      | <(?P<raw>script|style|textarea)\b.*?(?:</(?P=raw)\s*>|\Z)
      | <[!?][^<>]*>
      | </?(?P<name>[a-zA-Z][^\s<>/]*)(?P<rest>[^<>"']*+(?:(?:"[^"]{0,2000}"|'[^']{0,2000}')[^<>"']*+){0,24}+)>
      | </?(?P<odd>[a-zA-Z][^\s<>/"']*)[^<>]*>""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
FORMULA = re.compile(r"\\\((?P<body>[^()\n]{1,200}(?:\([^()\n]{0,100}\)[^()\n]{0,100})?)\\\)")
TITLE = re.compile(r"<title\b[^<>]*>[^<]*</title>", re.IGNORECASE)
TAG = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)|<[^<>]*>|\s+", re.DOTALL | re.IGNORECASE)
META = re.compile(r"<meta\s[^<>]*>", re.IGNORECASE)
DESCRIPTIONS = ("description", "og:description", "twitter:description")
AUTHORS = ("author", "citation_author", "article:author")
DATES = ("article:published_time", "citation_publication_date", "citation_date", "date", "dc.date")


def feed(layout: Layout, view: View, start: int, end: int) -> None:
    """Send a stretch of HTML through the layout."""
    at = start
    for found in TOKEN.finditer(view.text, start, end):
        if found.start() > at:
            words(layout, view, at, found.start())
        at = found.end()
        name = found["name"] or found["odd"]
        if name:
            layout.tag(name, found["rest"] or "", view.at(found.start()), view.at(at - 1) + 1)
    if at < end:
        words(layout, view, at, end)


def words(layout: Layout, view: View, start: int, end: int) -> None:
    """Text without tags; the formulas that scripts of the page would set, `\\(2\\times\\)`, as signs."""
    for found in FORMULA.finditer(view.text, start, end):
        layout.text(view, start, found.start())
        math(layout, view, *found.span("body"), *found.span())
        start = found.end()
    layout.text(view, start, end)


def read_html(text: str) -> Builder:
    """The units of a page: of its one article or main part where it has one, else of all of it."""
    builder = Builder(text)
    layout = Layout(builder, menus=True)
    head(builder, text)
    start, end = article(text)
    if start:
        for title in TITLE.finditer(text, 0, start):
            feed(layout, View(text), *title.span())
    feed(layout, View(text), start, end)
    layout.close(end)
    return builder


def article(text: str) -> tuple[int, int]:
    """The span of the only `<article>`, else of the only `<main>`, if it holds a good part of the page's words."""
    for name in ("article", "main"):
        opened = [found.start() for found in re.finditer(rf"<{name}\b", text, re.IGNORECASE)]
        closed = [found.end() for found in re.finditer(rf"</{name}\s*>", text, re.IGNORECASE)]
        if len(opened) == 1 and len(closed) == 1 and opened[0] < closed[0]:
            inside = len(TAG.sub("", text[opened[0] : closed[0]]))
            if inside > 0.3 * len(TAG.sub("", text)):
                return opened[0], closed[0]
    return 0, len(text)


def head(builder: Builder, text: str) -> None:
    """What the page says of itself in `<meta>`: the description is a unit, author and date are kept."""
    described = False
    for found in META.finditer(text, 0, min(len(text), 200_000)):
        given = attributes(found[0])
        name = (given.get("name") or given.get("property") or "").lower()
        if name in DESCRIPTIONS and not described:
            for attribute in ATTRIBUTE.finditer(text, found.start(), found.end()):
                group = next((g for g in (2, 3, 4) if attribute[g]), None)
                if attribute[1].lower() == "content" and group:
                    described = True
                    builder.prose(plain(text, *attribute.span(group)), "sentence", *attribute.span(group))
        elif name in AUTHORS:
            builder.authors.append(given.get("content", ""))
        elif name in DATES and not builder.date:
            builder.date = given.get("content", "")[:10]
