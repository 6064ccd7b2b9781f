"""Markdown as it is found: GitHub's, MDX, Jekyll, Hugo, MyST and Docusaurus, with HTML in it.

markdown-it finds the blocks and their lines; the text within a block is read here, since the place of every word is wanted.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from .builder import NEWLINE, Builder, Cell, Row, flat
from .front_matter import read_front_matter
from .inline import inline
from .layout import Item, Layout, Table
from .printed import add_printed, printed
from .strand import Mark, Rich, Strand, View

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

SHORTCODE = re.compile(
    r"""^[ ]{0,3}(?:
          \{\{[<%].*?[>%]\}\}        # Hugo
        | \{%.*?%\} | \{:.*\}         # Jekyll, kramdown
        | :{3,}.*                     # Docusaurus, MyST
        | import\s.+\sfrom\s.+;? | import\s+['"].+ | export\s+(?:const|default|function)\b.*
        )[ ]*$""",
    re.VERBOSE,
)
SPOKEN = re.compile(r"""\b(?:caption|title|description)\s*=\s*(?:"([^"]{12,})"|'([^']{12,})')""")
PIPE = re.compile(r"(?<!\\)\|")
BOX = re.compile(r"""^(?P<indent>[ ]*)(?:!!!|\?\?\?\+?|===)[+!]?(?:\s+[\w \-]+?)?\s*(?:"(?P<title>[^"]*)")?\s*$""")
DEFINITION = re.compile(r"^:[ ]+(?=\S)")
SPECIAL_LINE = re.compile(r"^[ ]*(?:!!!|\?\?\?|===)[+!]?\s+[\w\"]|^:[ ]+\S")
FENCE_END = re.compile(r"[ \t>]*(?:`{3,}|~{3,})\s*$")
FENCE = re.compile(r"^\s*(?:```|~~~)")
ADMONITION = re.compile(r"^\[!\w+\]\s*")


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    """Blocks only: inline text is not taken apart by markdown-it, which keeps no offsets there."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"maxNesting": 40}).enable("table")
    markdown.core.ruler.disable(["inline", "text_join"])
    return markdown


def read_markdown(text: str) -> Builder:
    """The units of a Markdown file."""
    builder = Builder(text)
    body = read_front_matter(builder, text)
    lines = [0, *(found.end() for found in NEWLINE.finditer(text)), len(text)]
    reader = Reader(builder, text, lines)
    reader.read(blank_out(text, body))
    return builder


def blank_out(text: str, body: int) -> str:
    """The same number of lines, without front matter and without lines that only drive a site generator."""
    front = NEWLINE.sub("\n", text[:body])
    kept = "\n" * front.count("\n")
    lines = NEWLINE.split(text[body:])
    lines = ["" if line[:1] in " {:ie" and SHORTCODE.match(line) else line for line in lines]
    return kept + "\n".join(unfolded(lines) if any(map(SPECIAL_LINE.match, lines)) else lines)


def unfolded(lines: list[str]) -> list[str]:
    """The boxes and tabs of MkDocs, whose text is indented, as plain paragraphs; definitions as bullets below their term."""
    out: list[str] = []
    inner: list[int] = []  # the indentation of the boxes that are open
    code = False
    for line in lines:
        indent = len(line) - len(line.lstrip())
        while inner and line.strip() and indent < inner[-1]:
            inner.pop()
        line = line[inner[-1] :] if inner else line
        code ^= bool(FENCE.match(line))
        box = None if code else BOX.match(line)
        if box:
            inner.append(4 + len(box["indent"]) + (inner[-1] if inner else 0))
            out.append((box["indent"] + box["title"] + "  ") if box["title"] else "")
        elif not code and out and out[-1].strip() and DEFINITION.match(line):
            out.append(line.replace(":", "-", 1))
        else:
            out.append(line)
    return out


class Reader:
    """Goes through the blocks."""

    def __init__(self, builder: Builder, text: str, lines: list[int]) -> None:
        self.builder, self.source, self.lines = builder, text, lines
        self.layout = Layout(builder)
        self.split: list[str] = []
        self.in_pipes = False
        self.spoken: list[tuple[int, int]] = []

    def read(self, body: str) -> None:
        self.shortcodes(body)
        tokens = parser().parse(body)
        for token in tokens:
            handler = HANDLERS.get(token.type)
            if handler is not None:
                handler(self, token)
        self.layout.close(len(self.source))

    def shortcodes(self, body: str) -> None:
        """Captions that stand as arguments of a shortcode are read when their line comes by."""
        for found in re.finditer(r"\{\{[<%].*?[>%]\}\}|\{% include.*?%\}", self.source):
            for words in SPOKEN.finditer(found[0]):
                group = 1 if words[1] else 2
                self.spoken.append((found.start() + words.start(group), found.start() + words.end(group)))

    def say(self, before: int) -> None:
        """Give out the captions of shortcodes that stand before an offset."""
        while self.spoken and self.spoken[0][0] < before:
            start, end = self.spoken.pop(0)
            self.builder.prose(self.rich(start, end), "caption", start, end)

    def rich(self, start: int, end: int) -> Rich:
        """A short span, read as inline Markdown."""
        side = Layout(self.builder)
        inline(side, View(self.source[start:end], ((0, start),)))
        return flat(side.strand.finish())

    def view(self, token: Token) -> View:
        """The text of an inline token, each of its lines led back to the source."""
        assert token.map is not None
        marks: list[Mark] = []
        at = 0
        first, last = token.map
        for number, line in enumerate(token.content.split("\n")):
            row = min(first + number, last, len(self.lines) - 2)
            begin, end = self.lines[row], self.lines[row + 1]
            place = self.source.find(line.rstrip(), begin, end) if line else begin
            marks.append((at, place if place >= 0 else begin))
            at += len(line) + 1
        return View(token.content, tuple(marks))

    def open_text(self, token: Token) -> None:
        """A paragraph or heading's text."""
        if self.in_pipes:
            return  # cells were read with their row
        view = self.view(token)
        self.say(view.at(0))
        found = ADMONITION.match(view.text)
        inline(self.layout, view, found.end() if found else 0)
        self.layout.flush(view.at(len(view.text) - 1) + 1 if view.text else self.layout.start or 0)

    def begin(self, token: Token) -> None:
        self.layout.flush(self.place(token))

    def place(self, token: Token) -> int:
        return self.lines[token.map[0]] if token.map else 0

    def heading(self, token: Token) -> None:
        self.begin(token)
        self.layout.items.clear()
        if not self.layout.in_cell:
            self.layout.role, self.layout.level = "heading", int(token.tag[1])

    def plain_again(self, token: Token) -> None:
        self.layout.role, self.layout.level = "sentence", 0

    def list_open(self, token: Token) -> None:
        self.begin(token)
        self.layout.items.append(Item(self.layout.intro()))

    def list_close(self, token: Token) -> None:
        if self.layout.items:
            self.layout.items.pop()

    def item_open(self, token: Token) -> None:
        if self.layout.items:
            self.layout.items[-1].fresh, self.layout.items[-1].index = True, None

    def item_close(self, token: Token) -> None:
        if self.layout.items:
            self.layout.items[-1].fresh = False

    def html(self, token: Token) -> None:
        """HTML, or code that is only indented because the HTML around it is."""
        assert token.map is not None
        start, end = self.lines[token.map[0]], self.lines[min(token.map[1], len(self.lines) - 1)]
        self.say(start)
        if self.layout.open_blocks or self.layout.tables or token.type == "html_block":
            inline(self.layout, View(self.source[start:end], ((0, start),)))

    def code(self, token: Token) -> None:
        if (self.layout.open_blocks or self.layout.tables) and "<" in token.content:
            self.html(token)
        elif token.map is not None and not self.layout.in_cell:
            self.code_lines(token.map[0], min(token.map[1], len(self.lines) - 1))

    def fence(self, token: Token) -> None:
        """Code is not read, but for the tables that a program printed into it."""
        assert token.map is not None
        last = min(token.map[1], len(self.lines) - 1)
        self.code_lines(token.map[0] + 1, last - bool(FENCE_END.match(self.line(last - 1))))

    def code_lines(self, first: int, last: int) -> None:
        lines = self.source_lines()
        if any(printed(lines, first, last)):
            self.layout.flush(self.lines[first])
            add_printed(self.builder, lines, self.lines, first, last, self.layout.caption(), self.layout.intro())

    def source_lines(self) -> list[str]:
        """The source line by line."""
        if not self.split:
            self.split = NEWLINE.split(self.source)
        return self.split

    def line(self, number: int) -> str:
        return self.source[self.lines[number] : self.lines[number + 1]]

    def table_open(self, token: Token) -> None:
        if not self.layout.in_cell:
            self.layout.flush(self.place(token))
        self.in_pipes = True
        self.layout.tables.append(Table(self.layout.intro(), self.layout.strand, caption=self.layout.caption()))
        self.layout.strand, self.layout.start = Strand(), None

    def table_close(self, token: Token) -> None:
        self.in_pipes = False
        self.layout.close_table(self.layout.tables[-1].rows[-1].end if self.layout.tables[-1].rows else 0)

    def head_open(self, token: Token) -> None:
        self.layout.tables[-1].in_head = True

    def head_close(self, token: Token) -> None:
        self.layout.tables[-1].in_head = False

    def row(self, token: Token) -> None:
        assert token.map is not None
        table = self.layout.tables[-1]
        table.rows.append(self.cells(token.map[0], table.in_head))

    def cells(self, number: int, head: bool) -> Row:
        """A row is its line; the cells are parted here, where their place is known."""
        begin = self.lines[number]
        line = self.line(number).rstrip()
        start = len(line) - len(line.lstrip(" \t>"))
        bars = [found.start() for found in PIPE.finditer(line, start)]
        edges = [-1 + start, *bars, len(line)]
        spans = list(pairwise(edges))
        if bars and bars[0] == start:
            spans = spans[1:]
        if bars and bars[-1] == len(line) - 1:
            spans = spans[:-1]
        cells = [Cell(self.rich(begin + a + 1, begin + b), head) for a, b in spans]
        return Row(cells, begin + start, begin + len(line))


HANDLERS = {
    "heading_open": Reader.heading,
    "heading_close": Reader.plain_again,
    "bullet_list_open": Reader.list_open,
    "ordered_list_open": Reader.list_open,
    "bullet_list_close": Reader.list_close,
    "ordered_list_close": Reader.list_close,
    "list_item_open": Reader.item_open,
    "list_item_close": Reader.item_close,
    "paragraph_open": Reader.begin,
    "html_block": Reader.html,
    "code_block": Reader.code,
    "fence": Reader.fence,
    "table_open": Reader.table_open,
    "table_close": Reader.table_close,
    "thead_open": Reader.head_open,
    "thead_close": Reader.head_close,
    "tr_open": Reader.row,
    "inline": Reader.open_text,
}
