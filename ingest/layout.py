"""The state of a page while its tags and paragraphs go by: what is open, what is kept, what a flush makes of it.

HTML files and the HTML inside Markdown go through the same layout, so that a table opened in one block of Markdown may be
closed three blocks later, as READMEs do.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from .builder import CAPTION, Builder, Cell, Row, flat
from .document import Kind
from .strand import BREAK, GONE, Rich, Strand, View

HIDDEN = frozenset(
    """script style svg noscript template iframe nav footer select button pre textarea object video audio canvas form
    annotation annotation-xml""".split()
)
BLOCKS = frozenset(
    """p div section article main header aside blockquote figure details summary center address fieldset body html
    head hgroup picture search""".split()
)
INLINE_COMPONENTS = frozenset("Link A Badge Math Icon Tooltip Highlight Term Code Strong Em".split())
INLINE = frozenset(  # these are no components of a page's own when they are written in capitals
    """a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd label mark nobr q samp small span strong sub sup time
    tt u var wbr""".split()
)
STRUCK = frozenset("del s strike".split())  # taken back: not said any more
# What stands around the text of a page, by the names that site generators give it.
FURNITURE = frozenset(
    """sidebar sphinxsidebar site-sidebar navbar navigation site-nav breadcrumb breadcrumbs footer site-footer page-footer
    site-header toc table-of-contents ribbon pagination prev-next-area cookie-banner skip-link""".split()
)
ROLES = frozenset("navigation banner contentinfo search complementary".split())
AROUND = frozenset("div section aside ul ol p span header a table".split())
ANCHORS = frozenset("¶ # § 🔗 ⚓ ∞ ⁋".split())  # the text of a heading's link to itself
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
ATTRIBUTE = re.compile(r"""([a-zA-Z_:][-\w:.]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
POWER_OF = re.compile(r"(?:(?<![\w.])(?:10|\d)|(?<!\w)[^\W\d_])$")  # what a raised figure is the power of
POWER = re.compile(r"[-\u2212+]?(?:[2-9]|\d{2,3})|[-\u2212]1|[a-zA-Z]")
# A footnote's mark.
NOTE = re.compile(r"[\[(]?(?:\d{1,2}|[a-e*†‡§¶]{1,3})(?:[,\s]+(?:\d{1,2}|[a-e]))*[,\s]*[*†‡§¶]*[\])]?")
ROLE_OF_HEADING = {f"h{level}": level for level in range(1, 7)}


@dataclass(slots=True)
class Item:
    """An open list: `parent` is what it hangs under, `index` the bullet that is open in it."""

    parent: int | None
    index: int | None = None
    definition: bool = False  # of a term: it ends with the next term
    fresh: bool = False  # a bullet was opened and has no text yet


@dataclass(slots=True)
class Table:
    """An open table."""

    parent: int | None
    outer: Strand
    rows: list[Row] = field(default_factory=list)
    caption: str = ""
    in_head: bool = False
    cell: Cell | None = None


def attributes(text: str) -> dict[str, str]:
    """The attributes of a tag."""
    return {m[1].lower(): html.unescape(m[2] or m[3] or m[4] or "") for m in ATTRIBUTE.finditer(text)}


class Layout:
    """Takes text and tags in the order of the source and hands whole blocks to the builder."""

    def __init__(self, builder: Builder, *, menus: bool = False) -> None:
        self.builder = builder
        self.menus = menus  # whether short blocks that are links and nothing else are menus
        self.link: tuple[int, int] | None = None  # the strand's length, and its parts, where the open link began
        self.linked = 0  # characters of the strand inside links
        self.strand = Strand()
        self.start: int | None = None
        self.role: Kind = "sentence"
        self.level = 0
        self.items: list[Item] = []
        self.tables: list[Table] = []
        self.hidden: str = ""
        self.hidden_depth = 0
        self.raised: int | None = None  # the number of parts in the strand where the open <sup> began
        self.open_blocks = 0  # HTML elements that are open around Markdown

    @property
    def in_cell(self) -> bool:
        return bool(self.tables) and self.tables[-1].cell is not None

    def text(self, view: View, start: int, end: int) -> None:
        """A run of text that has no tags in it."""
        if self.hidden or end <= start:
            return
        if self.start is None:
            if not view.text[start:end].strip():  # blanks, or behind the end of a file that breaks off
                return
            while view.text[start].isspace():
                start += 1
            self.start = view.at(start)
        at = start
        for found in ENTITY.finditer(view.text, start, end):
            self.strand.keep(view, at, found.start())
            self.strand.fold(html.unescape(found[0]), view.at(found.start()), view.at(found.end() - 1) + 1)
            at = found.end()
        self.strand.keep(view, at, end)

    def sign(self, char: str, start: int, end: int) -> None:
        """One character for a longer span of the document."""
        if not self.hidden:
            if self.start is None and char.strip():
                self.start = start
            self.strand.fold(char, start, end)

    def tag(self, name: str, rest: str, start: int, end: int) -> None:
        """A tag of the source: `name` as written, without `/`; `rest` its attributes."""
        closing = self.builder.text.startswith("</", start)
        low = name.lower()
        if self.hidden:
            if low == self.hidden and not rest.endswith("/"):
                self.hidden_depth += -1 if closing else 1
                if self.hidden_depth <= 0:
                    self.hidden = ""
            return
        if not closing and not rest.endswith("/") and (low in HIDDEN or low in STRUCK or self.is_furniture(low, rest)):
            if low not in STRUCK:
                self.flush(start)
            self.hidden, self.hidden_depth = low, 1
            return
        if low in HIDDEN:
            return
        handler = TAGS.get(low)
        if handler is not None:
            handler(self, low, rest, start, end, closing)
        elif low in BLOCKS or (name[0].isupper() and low not in INLINE and name.split(".")[0] not in INLINE_COMPONENTS):
            self.block_tag(start, closing)
        elif self.start is None and not closing and low not in ("img", "source", "input", "link", "meta"):
            self.start = start

    def is_furniture(self, low: str, rest: str) -> bool:
        """Whether an element of a page is its navigation, its margin or its foot."""
        if not self.menus or low not in AROUND or "=" not in rest:
            return False
        given = attributes(rest)
        named = {*given.get("class", "").lower().split(), given.get("id", "").lower()}
        return bool(named & FURNITURE) or given.get("role", "").lower() in ROLES

    def block_tag(self, start: int, closing: bool) -> None:
        self.flush(start)
        self.open_blocks = max(0, self.open_blocks + (-1 if closing else 1))

    def flush(self, end: int) -> None:
        """What has been kept becomes a block. In a cell it only ends a line."""
        if self.in_cell:
            if self.strand.length:
                self.strand.fold(BREAK, end, end)
            return
        strand, self.strand = self.strand, Strand()
        start, self.start = self.start, None
        linked, self.linked, self.link = self.linked, 0, None
        if start is None or not strand.length:
            return
        rich = strand.finish()
        if self.menus and self.role == "sentence" and linked >= 0.8 * strand.length and len(rich.text.split()) < 5:
            return
        text = self.builder.text
        while end > start and text[end - 1].isspace():
            end -= 1
        self.emit(rich, start, end)

    def emit(self, rich: Rich, start: int, end: int) -> None:
        """Hand a block over as what it is."""
        builder = self.builder
        if self.role == "heading":
            builder.heading(self.level, rich, start, end)
        elif self.role == "title":
            if not builder.title and rich.text.strip():
                builder.title = flat(rich).text
                builder.add(flat(rich), "title", start, end)
        elif self.role == "caption" or CAPTION.match(rich.text.lstrip()):
            if self.tables:
                self.tables[-1].caption = flat(rich).text
            else:
                builder.caption_below(flat(rich).text)
            builder.prose(rich, "caption", start, end)
        elif self.items and self.items[-1].fresh:
            item = self.items[-1]
            if not (rich.text.strip() and is_jump(builder.text[start:end])):
                item.index = builder.prose(rich, "bullet", start, end, item.parent)
                item.fresh = item.index is None
        else:
            builder.prose(rich, "sentence", start, end, self.items[-1].index if self.items else None)

    def intro(self) -> int | None:
        """The passage that a list or table at this place hangs under."""
        if self.items and self.items[-1].index is not None:
            return self.items[-1].index
        passages = self.builder.passages
        if passages and passages[-1].kind in ("sentence", "caption") and passages[-1].block == self.builder.block:
            return len(passages) - 1
        return None

    def caption(self) -> str:
        """The caption that was read just before this place."""
        passages = self.builder.passages
        last = passages[-1] if passages else None
        if last is None or last.kind != "caption" or last.block != self.builder.block:
            return ""
        return " ".join(passage.text for passage in passages[-12:] if passage.block == last.block)

    def link_tag(self, name: str, rest: str, start: int, end: int, closing: bool) -> None:
        if self.start is None and not closing:
            self.start = start
        parts = self.strand.parts
        if not closing:
            self.link = (self.strand.length, len(parts))
        elif self.link is not None:
            length, first = self.link
            if "".join(parts[first:]).strip() in ANCHORS:
                parts[first:] = [GONE * len(part) for part in parts[first:]]
            self.linked, self.link = self.linked + self.strand.length - length, None

    # What single tags do. Each takes (name, rest, start, end, closing).

    def heading_tag(self, name: str, rest: str, start: int, end: int, closing: bool) -> None:
        self.flush(start)
        if not self.in_cell:
            self.role, self.level = ("sentence", 0) if closing else ("heading", ROLE_OF_HEADING[name])

    def caption_tag(self, name: str, rest: str, start: int, end: int, closing: bool) -> None:
        if name == "caption" and self.tables:
            self.tables[-1].cell = None
        self.flush(start)
        self.role = "sentence" if closing else ("title" if name == "title" else "caption")

    def break_tag(self, name: str, rest: str, start: int, end: int, closing: bool) -> None:
        if self.strand.length:
            self.strand.fold(BREAK, start, start)

    def raised_tag(self, name: str, rest: str, start: int, end: int, closing: bool) -> None:
        """`10<sup>6</sup>` is 10^6, and `papers<sup>1</sup>` is a word with a footnote's mark, which says nothing."""
        parts = self.strand.parts
        if not closing:
            self.raised = len(parts)
            if POWER_OF.search("".join(parts[-2:])):
                self.strand.fold("^", start, end)
            return
        at, self.raised = self.raised, None
        if at is None or at >= len(parts):
            return
        power = parts[at] == "^"
        inside = "".join(parts[at + power :]).strip()
        if power and not POWER.fullmatch(inside):
            parts[at] = GONE
        elif not power and NOTE.fullmatch(inside):
            parts[at:] = [GONE * len(part) for part in parts[at:]]

    def rule_tag(self, name: str, rest: str, start: int, end: int, closing: bool) -> None:
        self.flush(start)

    def list_tag(self, name: str, rest: str, start: int, end: int, closing: bool) -> None:
        self.flush(start)
        self.open_blocks = max(0, self.open_blocks + (-1 if closing else 1))
        if closing:
            while self.items and self.items.pop().definition:
                pass
        else:
            self.items.append(Item(self.intro()))

    def item_tag(self, name: str, rest: str, start: int, end: int, closing: bool) -> None:
        self.flush(start)
        if not self.items and not closing:
            self.items.append(Item(None))
        if self.items:
            self.items[-1].fresh = not closing
            if not closing:
                self.items[-1].index = None

    def term_tag(self, name: str, rest: str, start: int, end: int, closing: bool) -> None:
        """`<dt>` is a bullet, and each `<dd>` a bullet that hangs under it."""
        self.flush(start)
        while self.items and self.items[-1].definition:
            self.items.pop()
        if closing:
            return
        if name == "dt":
            self.item_tag(name, rest, start, end, closing)
        else:
            self.items.append(Item(self.items[-1].index if self.items else None, definition=True, fresh=True))

    def table_tag(self, name: str, rest: str, start: int, end: int, closing: bool) -> None:
        if closing:
            self.close_table(start)
            return
        if not self.in_cell:
            self.flush(start)
        self.tables.append(Table(self.intro(), self.strand, caption=self.caption()))
        self.strand, self.start = Strand(), None

    def close_table(self, end: int) -> None:
        """The innermost table is complete."""
        if not self.tables:
            return
        self.close_cell(end)
        table = self.tables.pop()
        self.strand, self.start = table.outer, None if not table.outer.length else table.outer.place()
        self.builder.table(table.rows, table.caption, table.parent)

    def row_tag(self, name: str, rest: str, start: int, end: int, closing: bool) -> None:
        if not self.tables:
            self.flush(start)
            return
        self.close_cell(start)
        if not closing:
            self.tables[-1].rows.append(Row([], end, end))

    def head_tag(self, name: str, rest: str, start: int, end: int, closing: bool) -> None:
        if self.tables:
            self.close_cell(start)
            self.tables[-1].in_head = name == "thead" and not closing

    def cell_tag(self, name: str, rest: str, start: int, end: int, closing: bool) -> None:
        if not self.tables:
            self.flush(start)
            return
        self.close_cell(start, end if closing else start)
        if closing:
            return
        table = self.tables[-1]
        if not table.rows:
            table.rows.append(Row([], start, start))
        if not table.rows[-1].cells:
            table.rows[-1].start = start
        given = attributes(rest) if "span" in rest else {}
        table.cell = Cell(
            Rich("", ((0, end),)),
            name == "th" or table.in_head,
            number(given.get("colspan", "1")),
            number(given.get("rowspan", "1")),
        )

    def close_cell(self, start: int, end: int | None = None) -> None:
        """The open cell, if there is one, takes what was kept."""
        table = self.tables[-1]
        if table.cell is None:
            return
        strand, self.strand, self.start = self.strand, Strand(), None
        table.cell.rich = flat(strand.finish()) if strand.length else Rich("", ((0, start),))
        table.rows[-1].cells.append(table.cell)
        table.rows[-1].end = start if end is None else end
        table.cell = None

    def close(self, end: int) -> None:
        """The end of the document: whatever is still open is complete."""
        self.hidden = ""
        while self.tables:
            self.close_table(end)
        self.flush(end)


TAGS = {
    **dict.fromkeys(ROLE_OF_HEADING, Layout.heading_tag),
    **dict.fromkeys(("figcaption", "caption", "title"), Layout.caption_tag),
    **dict.fromkeys(("ul", "ol", "menu", "dl"), Layout.list_tag),
    **dict.fromkeys(("dt", "dd"), Layout.term_tag),
    **dict.fromkeys(("thead", "tbody", "tfoot"), Layout.head_tag),
    **dict.fromkeys(("td", "th"), Layout.cell_tag),
    "a": Layout.link_tag,
    "br": Layout.break_tag,
    "hr": Layout.rule_tag,
    "li": Layout.item_tag,
    "sup": Layout.raised_tag,
    "table": Layout.table_tag,
    "tr": Layout.row_tag,
}

JUMP = re.compile(r"""\[[^\]]*\]\(\#[^)]*\)|<a\s[^>]*href=["']\#[^>]*>[^<]*</a>""")


def is_jump(source: str) -> bool:
    """A line of a table of contents: nothing but a link into the page."""
    return JUMP.fullmatch(source.strip()) is not None


def number(text: str) -> int:
    digits = re.match(r"\s*(\d{1,6})", text)
    return int(digits[1]) if digits else 1
