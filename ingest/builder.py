"""Puts a document together: sections, blocks, parents, lines, and the passages themselves."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace

from .document import Kind, Passage
from .sentences import split
from .strand import BREAK, Rich, join

NEWLINE = re.compile(r"\r\n?|\n")
CAPTION = re.compile(
    r"^(?:table|tab\.|figure|fig\.|listing|algorithm)\s*(?:[\dIVX]+|[A-Z]?\.?\d+)\b\s*[.:|\-–—)]?", re.IGNORECASE
)
PICTURE = re.compile(r"!\[|<img|<source|<picture|\{\{|\{%")
BARE_LINK = re.compile(r"<?https?://\S+$")
WORDS = re.compile(r"\w+(?:[.'-]\w+)*")
WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
CELL_GAP = " | "
FIGURE = re.compile(r"[^A-Za-z]*\d[^A-Za-z]*[A-Za-z/%×]{0,6}")  # "17.5", "3.2x", "40 ms"
SITE = re.compile(r"\s+[·|–—\-:»•]+\s+\S")
USUAL = frozenset("introduction abstract overview contents background summary motivation installation".split())


@dataclass(slots=True)
class Cell:
    """A cell of a table as it was read: `columns` and `rows` are its spans in the grid."""

    rich: Rich
    head: bool = False
    columns: int = 1
    rows: int = 1


@dataclass(slots=True)
class Row:
    """A row with its place in the document."""

    cells: list[Cell]
    start: int
    end: int


@dataclass(slots=True)
class Builder:
    """Collects the passages of one document in reading order."""

    text: str
    passages: list[Passage] = field(default_factory=list)
    title: str = ""
    authors: list[str] = field(default_factory=list)
    date: str = ""
    block: int = 0
    said: bool = False  # whether a heading has come by
    _sections: list[tuple[int, str]] = field(default_factory=list)
    _lines: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._lines = [0, *(found.end() for found in NEWLINE.finditer(self.text))]

    def line(self, offset: int) -> int:
        """The 1-based line of an offset."""
        return bisect_right(self._lines, offset)

    @property
    def section(self) -> tuple[str, ...]:
        return tuple(name for _, name in self._sections)

    def add(
        self,
        rich: Rich,
        kind: Kind,
        start: int,
        end: int,
        parent: int | None = None,
        section: tuple[str, ...] | None = None,
    ) -> int:
        """One passage; gives its index."""
        first, last = self.line(start), self.line(max(start, end - 1))
        self.passages.append(
            Passage(
                text=rich.text,
                kind=kind,
                start=start,
                end=end,
                marks=rich.marks,
                folded=rich.folded,
                section=self.section if section is None else section,
                line=first,
                line_end=last,
                block=self.block,
                parent=parent,
            )
        )
        return len(self.passages) - 1

    def heading(self, level: int, rich: Rich, start: int, end: int) -> None:
        """A heading closes the sections of its level and below. The first of level 1 names the document."""
        rich = flat(rich)
        if not any(map(str.isalnum, rich.text)):
            return
        self.block += 1
        while self._sections and self._sections[-1][0] >= level:
            self._sections.pop()
        named = bool(self.title)
        repeats = named and rich.text == self.title and not self.said  # it only says the title of the page again
        if not named and (level == 1 or (level == 2 and not self.said and rich.text.lower() not in USUAL)):
            self.title = rich.text
        elif named and not self.said and SITE.match(self.title[len(rich.text) :]) and self.title.startswith(rich.text):
            self.title = rich.text  # a page's title without the name of its site
        if not repeats:
            self.add(rich, "title" if not named and level == 1 else "heading", start, end)
        self.said = True
        self._sections.append((level, rich.text))

    def prose(
        self, rich: Rich, kind: Kind, start: int, end: int, parent: int | None = None, whole: bool = False
    ) -> int | None:
        """A paragraph, bullet or caption, cut into sentences. Gives the index of its first passage."""
        spans = [(0, len(rich.text))] if whole else split(rich.text)
        spans = [
            (a, b) for a, b in spans if any(map(str.isalnum, rich.text[a:b])) and not BARE_LINK.match(rich.text[a:b])
        ]
        if kind == "bullet":
            spans = gather(rich.text, spans)
        if not spans:
            return None
        self.block += 1
        first = len(self.passages)
        at = self.opening(start, rich.source(spans[0][0]))
        for number, (a, b) in enumerate(spans):
            part = rich.cut(a, b)
            stop = (
                end
                if number + 1 == len(spans)
                else self.border(rich.source_end(b - 1), rich.source(spans[number + 1][0]))
            )
            self.add(part, kind, at, max(stop, at + 1), parent)
            at = self.skip_space(stop)
        return first

    def opening(self, start: int, place: int) -> int:
        """Where a paragraph's first unit begins: with its markup, but not with a picture before it."""
        gap = self.text[start:place]
        return start + max(gap.rfind(" "), gap.rfind("\n"), gap.rfind(">")) + 1 if PICTURE.search(gap) else start

    def border(self, end: int, start: int) -> int:
        """Where to part two sentences of the source: at the first white space, so that each keeps its own markup."""
        for at in range(end, start):
            if self.text[at].isspace() or self.text.startswith("<br", at):
                return at
        return max(end, start) if end <= start else end

    def skip_space(self, at: int) -> int:
        while at < len(self.text) and self.text[at].isspace():
            at += 1
        return at

    def table(self, rows: list[Row], caption: str = "", parent: int | None = None) -> None:
        """The rows of a table, each with the heads of its columns; cells that span are given to each row and column."""
        grid = spread(rows)
        width = max((len(line) for line in grid), default=0)
        heads = 0
        while heads < len(rows) and rows[heads].cells and all(cell.head for cell in rows[heads].cells):
            heads += 1
        if heads == len(rows):
            heads = 0
        if heads and not any(cell.rich.text for line in grid[:heads] for cell in line) and names_columns(grid[heads]):
            heads += 1  # Markdown wants a head: who has none in mind leaves it empty, and writes the names below it
        header = heads_of([line for line in grid[:heads] if not only_cell(line)], width)
        panel = next((flat(cell.rich).text for line in grid[:heads] if (cell := only_cell(line))), "")
        self.block += 1
        group: int | None = None  # the last row that had a first cell: those without hang under it
        own = caption
        caption = f"{own} {panel}".strip()
        for row, line in zip(rows[heads:], grid[heads:], strict=True):
            alone = only_cell(line)
            if (
                alone is not None
                and (alone is line[0] or alone.columns > 1)
                and names_rows(name := flat(alone.rich).text)
            ):
                caption, group = f"{own} {name}".strip(), None
            if alone is not None or len([cell for cell in line if cell.rich.text]) < 2:
                self.lonely(row, line, parent)
                continue
            named = bool(line[0].rich.text)
            self.row(row, line, header, caption, parent if named or group is None else group)
            group = len(self.passages) - 1 if named else group

    def caption_below(self, text: str) -> None:
        """A caption under its table: the rows just before it, if they have none."""
        last = self.passages[-1] if self.passages else None
        if last is None or last.kind != "row" or last.block != self.block:
            return
        for at in range(len(self.passages) - 1, -1, -1):
            row = self.passages[at]
            if row.kind != "row" or row.block != self.block or row.caption:
                break
            self.passages[at] = replace(row, caption=text)

    def lonely(self, row: Row, line: list[Cell], parent: int | None) -> None:
        """A row of one filled cell is prose that a table was used to lay out, or a group's name."""
        filled = [cell.rich for cell in line if cell.rich.text]
        if filled:
            block = self.block
            self.prose(
                filled[0], "sentence", filled[0].source(0), filled[0].source_end(len(filled[0].text) - 1), parent
            )
            self.block = block

    def row(self, row: Row, line: list[Cell], header: tuple[str, ...], caption: str, parent: int | None) -> None:
        parts = [flat(cell.rich) for cell in line]
        rich = join(parts, CELL_GAP)
        last = len(self.text) - 1  # an empty cell may stand at the very end
        rich = Rich(rich.text, tuple((at, min(place, last)) for at, place in rich.marks), rich.folded)
        cells, at = [], 0
        for part in parts:
            cells.append((at, at + len(part.text)))
            at += len(part.text) + len(CELL_GAP)
        self.passages.append(
            Passage(
                text=rich.text,
                kind="row",
                start=row.start,
                end=row.end,
                marks=rich.marks,
                folded=rich.folded,
                section=self.section,
                line=self.line(row.start),
                line_end=self.line(max(row.start, row.end - 1)),
                block=self.block,
                parent=parent,
                header=header[: len(cells)],
                cells=tuple(cells),
                caption=caption,
            )
        )


def only_cell(line: list[Cell]) -> Cell | None:
    """The one cell with text of a row of several columns: the name of the rows below it, or prose in a table of layout."""
    filled = list({id(cell): cell for cell in line if cell.rich.text}.values())
    return filled[0] if len(filled) == 1 and (len(line) > 2 or filled[0].columns > 1) else None


def names_columns(line: list[Cell]) -> bool:
    """Whether a row is one of names: two cells or more with text, and no figure among them."""
    filled = [text for cell in line if (text := flat(cell.rich).text)]
    return len(filled) > 1 and not any(FIGURE.fullmatch(text) for text in filled)


def names_rows(text: str) -> bool:
    """Whether a row's only text names the rows below it: a few words that are no sentence."""
    return length(text) <= 9 and not text.endswith((".", "!", "?"))


def gather(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A bullet is one unit while it is short; in a longer one, a sentence of a few words joins the one before it.

    People who mark claims in change logs quote "Added X. Refer here for a guide." whole, and part bullets of 35 words and more.
    """
    if len(spans) > 1 and BREAK not in text and length(text) <= 26:
        return [(spans[0][0], spans[-1][1])]
    out: list[tuple[int, int]] = []
    for start, end in spans:
        if out and length(text[start:end]) <= 4 and BREAK not in text[out[-1][1] : start]:
            out[-1] = (out[-1][0], end)
        else:
            out.append((start, end))
    return out


def length(text: str) -> float:
    """Words; two signs of Chinese or Japanese count as one."""
    wide = len(WIDE.findall(text))
    return len(WORDS.findall(WIDE.sub(" ", text))) + wide / 2 if wide else len(WORDS.findall(text))


def flat(rich: Rich) -> Rich:
    """With the forced breaks made spaces."""
    if BREAK in rich.text:
        rich = Rich(rich.text.replace(BREAK, " "), rich.marks, rich.folded)
        rich = rich.without(found.span() for found in re.finditer(r"(?<= ) +", rich.text))
    return rich.strip()


def spread(rows: list[Row]) -> list[list[Cell]]:
    """The grid: a cell over several rows or columns stands in each of them.

    At most 60 columns and 10,000 rows are filled this way: a span of a billion is a trap, not a table.
    """
    grid: list[list[Cell]] = []
    hanging: dict[int, tuple[Cell, int]] = {}  # column: cell from above, rows still to fill
    for row in rows:
        line: list[Cell] = []
        waiting = iter(row.cells)
        while len(line) < 60:
            column = len(line)
            if column in hanging:
                cell, left = hanging[column]
                line.append(cell)
                if left > 1:
                    hanging[column] = (cell, left - 1)
                else:
                    del hanging[column]
                continue
            given = next(waiting, None)
            if given is None:
                if not any(place > column for place in hanging):
                    break
                line.append(Cell(Rich("", ((0, row.end),))))
                continue
            for _ in range(min(max(given.columns, 1), 60 - len(line))):
                if given.rows > 1:
                    hanging[len(line)] = (given, min(given.rows, 10_000) - 1)
                line.append(given)
        grid.append(line)
    return [merge_spans(line) for line in grid]


def merge_spans(line: list[Cell]) -> list[Cell]:
    """A cell that spans columns keeps its text in the first and leaves the others empty, except in the head."""
    out: list[Cell] = []
    for number, cell in enumerate(line):
        if number and cell is line[number - 1] and not cell.head:
            out.append(Cell(Rich("", ((0, cell.rich.source(0)),)), cell.head))
        else:
            out.append(cell)
    return out


def heads_of(lines: list[list[Cell]], width: int) -> tuple[str, ...]:
    """The head of each column: head rows joined from the outside in, each name once."""
    names: list[list[str]] = [[] for _ in range(width)]
    for line in lines:
        for column, cell in enumerate(line):
            name = flat(cell.rich).text
            if name and name not in names[column]:
                names[column].append(name)
    return tuple(" ".join(name) for name in names) if lines else ()
