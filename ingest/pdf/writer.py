"""Blocks to the text of a document and its passages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..builder import CELL_GAP, gather
from ..document import Box, Kind, Passage
from ..sentences import split
from ..strand import Rich, tidy
from .blocks import BULLET, NAMED, NUMBERED, Block, Style, blocks
from .columns import untangle
from .extract import extract
from .join import Vocabulary, join
from .outline import Entry, headings
from .tables import Rule
from .words import Line, Word

REFERENCES = re.compile(r"^(?:\d+\.?\s+|[A-Z]\.\s+)?(?:references|bibliography|literature cited)\s*:?$", re.IGNORECASE)
APPENDIX = re.compile(r"^(?:appendix|supplementary|[A-Z](?:\.\d+)*\.?\s+[A-Z]|[A-Z]\.\s)", re.IGNORECASE)
CUT = re.compile(
    r"\b(?:Figs?|Secs?|Eqs?|Tabs?|Refs?|App|Alg|No|al|vs|cf|e\.g|i\.e|approx|resp)\.$"
)  # a full stop that ends nothing
END = re.compile(r"[.!?][\"'”’)\]]*$")
FRONT = 300.0  # points below the title within which authors are looked for
KINDS: dict[str, Kind] = {"text": "sentence", "footnote": "sentence", "bullet": "bullet", "caption": "caption"}


@dataclass(frozen=True, slots=True)
class Tail:
    """The last table, which may go on on the next page."""

    page: int
    lefts: list[float]  # where its columns begin
    header: tuple[str, ...]
    caption: str

    def goes_on(self, page: int, lefts: list[float]) -> bool:
        """Whether a table without a caption stands on the next page and has its columns at the same places."""
        same = len(lefts) == len(self.lefts) and all(abs(a - b) < 15 for a, b in zip(lefts, self.lefts, strict=True))
        return page == self.page + 1 and same and bool(self.header)


class Writer:
    """Puts the text together, block by block. A float waits until the paragraph that it cuts is complete."""

    def __init__(self, usual: Style, words: Vocabulary, given: str, lettering: bool) -> None:
        self.usual, self.words, self.lettering = usual, words, lettering
        self.title_lines: set[int] = set()
        self.front = False  # still between the title and the text
        self.title_foot = 0.0
        self.authors: list[str] = []
        self.parts: list[str] = []
        self.length = 0
        self.passages: list[Passage] = []
        self.sections: list[tuple[int, str]] = []
        self.title = given
        self.number = 0
        self.open: Block | None = None
        self.waiting: list[Block] = []
        self.references = False
        self.before: tuple[str, ...] = ()  # the section before the references
        self.placed: tuple[str, ...] | None = None  # the section of the float that is being written
        self.listed: dict[int, Entry] = {}  # lines of the page that the outline names as headings
        self.missed: list[
            Entry
        ] = []  # entries for the page before that no line of it is: some files count one page short
        self.tail: Tail | None = None
        self.numbered = 0  # headings with a number so far
        self.cut = False  # by a formula, behind which the sentence may go on
        self.dropped = 0  # signs of formulas and code
        self.coming: list[Entry] = []  # parts by the outline that begin with the next paragraph

    def look_for(self, title: list[Line]) -> None:
        """Take these lines of the first page as its title."""
        self.title_lines = {id(line) for line in title}
        self.front = bool(title) and not self.lettering
        self.title_foot = min((line.y0 for line in title), default=0.0)

    def page(
        self, lines: list[Line], rules: list[Rule], outline: Sequence[Entry] = (), *, silent: bool = False
    ) -> bool:
        """Add a page; whether its columns were mixed. What the outline says of it names its headings.

        Where the pages of the document bear no such headings (`silent`), the outline's stand for them.
        """
        mixed = False
        self.listed, missing = headings(lines, [*self.missed, *outline])
        self.missed = [] if silent else [entry for entry in missing if entry in outline]
        self.coming += missing if silent else []
        parts, tables = extract(lines, rules, self.usual)
        for number, part in enumerate(parts):
            if number:
                for block in tables[number - 1]:
                    if block.kind in ("formula", "code"):
                        self.drop(block)
                    else:
                        self.wait(block)
            part, tangled = untangle(part)
            mixed = mixed or tangled
            if self.title_lines & set(map(id, part)):
                part = self.name(part)
            for block in blocks(part, self.usual, self.listed):
                if not (self.front and self.is_front(block)):
                    self.block(block)
        self.front = False
        return mixed

    def wait(self, block: Block) -> None:
        """Keep a float until the paragraph that it cuts is complete."""
        block.section = self.before if self.references else self.section
        self.waiting.append(block)

    def name(self, lines: list[Line]) -> list[Line]:
        """The title first; gives the other lines."""
        block = Block("title", [line for line in lines if id(line) in self.title_lines])
        text, starts = join(block.lines, self.words)
        self.title = tidy(Rich(text, ((0, 0),))).text
        self.number += 1
        self.emit(self.title, "title", block.lines, starts, 0, len(self.title))
        self.part("\n\n")
        lines = [line for line in lines if id(line) not in self.title_lines]
        self.title_lines = set()
        return lines

    def is_front(self, block: Block) -> bool:
        """Authors and their places, between the title and the first heading or paragraph: kept as names, not as text."""
        words = sum(len(line.words) for line in block.lines)
        text = block.lines[0].text
        numbered = block.kind == "heading" and NUMBERED.match(text)
        named = NAMED.match(text) or numbered or text.lower().startswith("abstract")
        low = sum(word.text[0].islower() for line in block.lines for word in line.words)
        ended = bool(END.search(block.lines[-1].text))
        prose = (ended and words > 24) or (low > 0.6 * words and (ended or words > 24) and words > 7)
        prose = prose and not any("@" in line.text for line in block.lines)
        far = self.title_foot - block.lines[0].y0 > FRONT
        listed = block.kind == "bullet" and not text[0].isalnum() and text[0] not in "(*–-"  # not the marks of places
        self.front = not (named or prose or far or listed or block.kind == "caption")
        if self.front:
            self.authors += [line.text for line in block.lines]
        return self.front

    def drop(self, block: Block) -> None:
        """A formula or code is no text. A sentence may go on behind a formula."""
        self.dropped += sum(len(word.text) for line in block.lines for word in line.words)
        self.cut = self.cut or block.kind == "formula"

    def block(self, block: Block) -> None:
        if block.kind in ("formula", "code"):
            if not self.lettering:
                self.drop(block)
                return
            block.kind = "text"
        if block.kind == "figure":
            if not self.lettering:
                return
            block.kind = "text"
        if block.kind == "footnote" and self.small(block):
            return
        if block.kind == "heading" and not self.lettering and self.interrupts(block):
            return
        if block.kind in ("text", "footnote"):
            behind, self.cut = self.cut, False
            if self.open is not None and (resumes if behind else self.goes_on)(self.open, block):
                self.open.lines += block.lines
                return
            self.flush()
            self.enter()
            self.open = block
        elif block.kind in ("caption", "table"):
            self.wait(block)
        else:
            self.flush()
            self.enter()
            if block.kind == "heading":
                self.heading(block)
            else:
                self.open = block

    def interrupts(self, block: Block) -> bool:
        """Large type at the top of a column, while a sentence of the column before is open, letters a figure.

        Only where headings have numbers can that be told from a heading without one.
        """
        text, last = block.lines[0].text, self.open.lines[-1] if self.open is not None else None
        if last is None or self.numbered < 2 or END.search(last.text):
            return False
        elsewhere = last.page != block.lines[0].page or block.lines[0].y0 > last.y0
        named = NUMBERED.match(text) or NAMED.match(text) or id(block.lines[0]) in self.listed
        return elsewhere and not named

    def enter(self) -> None:
        """Open the parts that only the outline names. They stand above all headings of the text."""
        for entry in self.coming:
            level = entry.level - 100
            while self.sections and self.sections[-1][0] >= level:
                self.sections.pop()
            self.sections.append((level, entry.title))
        self.coming = []

    def small(self, block: Block) -> bool:
        """Small type waits for the paragraph that it interrupts, and goes on with small type that waits already."""
        last = self.waiting[-1] if self.waiting else None
        if last is not None and last.kind == "footnote" and self.goes_on(last, block):
            last.lines += block.lines
            return True
        if self.open is not None and self.open.kind != "footnote" and not END.search(self.open.lines[-1].text):
            self.wait(block)
            return True
        return False

    def goes_on(self, upper: Block, lower: Block) -> bool:
        """A paragraph that has not ended goes on at the top of the next column or page, or behind a float."""
        last, first = upper.lines[-1], lower.lines[0]
        if abs(last.size - first.size) > 0.6:
            return False
        if last.hyphen:
            return True
        jump = last.page != first.page or first.y0 > last.y0 or bool(self.waiting)
        ended = END.search(last.text) and not CUT.search(last.text)
        return jump and (not ended or first.text[0].islower())

    def flush(self) -> None:
        if self.open is not None:
            block, self.open = self.open, None
            self.write(block)
        waiting, self.waiting = self.waiting, []
        for block in waiting:
            self.placed = block.section
            self.write(block)
            self.placed = None

    def bare(self, lines: list[Line]) -> None:
        """Every line of a page as it stands, where nothing looks like text."""
        for line in lines:
            self.number += 1
            self.emit(line.text, "sentence", [line], [0], 0, len(line.text))
            self.part("\n")

    def finish(self) -> None:
        self.flush()

    def heading(self, block: Block) -> None:
        text, starts = join(block.lines, self.words)
        rich = tidy(Rich(text, ((0, 0),))).text
        if REFERENCES.match(rich):
            self.references, self.before = True, self.section
        elif self.references and APPENDIX.match(rich):
            self.references = False
        level = self.level(rich, block)
        named = NUMBERED.match(rich) or NAMED.match(rich)
        first = not self.title and not self.passages and block.lines[0].page == 1 and not named
        while self.sections and self.sections[-1][0] >= level:
            self.sections.pop()
        if self.references and not REFERENCES.match(rich):
            return
        self.number += 1
        self.numbered += NUMBERED.match(rich) is not None
        kind: Kind = "title" if first else "heading"
        self.emit(rich, kind, block.lines, starts, 0, len(rich))
        self.part("\n\n")
        if first:
            self.title = rich
        else:
            self.sections.append((level, rich))

    def level(self, heading: str, block: Block) -> int:
        """How deep a heading is: by its number or the outline; else top where it is large or has a usual name, else below."""
        if NUMBERED.match(heading):
            return depth(heading)
        if listed := self.listed.get(id(block.lines[0])):
            return listed.level
        return 1 if block.lines[0].size > self.usual.size + 0.9 or NAMED.match(heading) else 6

    def write(self, block: Block) -> None:
        if block.kind == "table":
            self.table(block)
            return
        if self.references and block.kind != "caption":
            return
        text, starts = join(block.lines, self.words)
        rich = tidy(Rich(text, tuple((at, at) for at in starts) or ((0, 0),)))
        begin = [first_at(rich, at) for at in starts]
        self.number += 1
        spans = split(rich.text)
        if block.kind == "bullet" and spans:
            spans = gather(rich.text, [(first_word_end(rich.text, spans[0][0]), spans[0][1]), *spans[1:]])
        for a, b in spans:
            self.emit(rich.text[a:b], KINDS[block.kind], block.lines, begin, a, b)
            self.part(" ")
        self.part("\n\n")

    def table(self, block: Block) -> None:
        """The rows, each cell a span of its text. A row without a first cell hangs under the last that had one."""
        self.number += 1
        caption = tidy(Rich(join(block.caption, self.words)[0], ((0, 0),))).text
        header = tuple(heads(block.rows[: block.heads]))
        headings = [texts_of(row) for row in block.rows[: block.heads]]
        places, page = lefts(block.rows), block.lines[0].page
        if self.tail is not None and self.tail.goes_on(page, places) and not (caption and self.tail.caption):
            if header != self.tail.header:  # the heads are not said again: what seemed to be one is a row
                block.heads, headings = 0, []
            header, caption = self.tail.header, caption or self.tail.caption
        self.tail = Tail(page, places, header, caption)
        group: int | None = None
        panel = ""
        for row in block.rows[block.heads :]:
            texts = texts_of(row)
            filled = [text for text in texts if text]
            if not filled or texts in headings:
                continue
            if headings and len(filled) > 2 and texts[0] and texts[0] == headings[-1][0]:
                header, group = tuple(texts), None  # a second table of the same rows, under heads of its own
                continue
            if is_panel(row):
                panel, group = " ".join(filled), None
                continue
            begin, cells, at = self.length, [], 0
            for text in texts:
                cells.append((at, at + len(text)))
                at += len(text) + len(CELL_GAP)
            text = CELL_GAP.join(texts)
            self.part(text)
            self.passages.append(
                Passage(
                    text=text,
                    kind="row",
                    start=begin,
                    end=self.length,
                    marks=((0, begin),),
                    section=self.section,
                    page=block.lines[0].page,
                    block=self.number,
                    parent=group if not texts[0] else None,
                    header=header,
                    cells=tuple(cells),
                    caption=f"{caption} {panel}".strip(),
                    boxes=tuple(cell_boxes(row, block.lines[0].page)),
                )
            )
            if texts[0]:
                group = len(self.passages) - 1
            self.part("\n")
        self.part("\n")

    @property
    def section(self) -> tuple[str, ...]:
        return tuple(name for _, name in self.sections) if self.placed is None else self.placed

    def part(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def emit(self, text: str, kind: Kind, lines: list[Line], starts: list[int], a: int, b: int) -> None:
        """One passage, with a box for each of its lines."""
        begin = self.length
        self.part(text)
        boxes = tuple(boxes_of(lines, starts, a, b))
        self.passages.append(
            Passage(
                text=text,
                kind=kind,
                start=begin,
                end=self.length,
                marks=((0, begin),),
                section=self.section,
                page=boxes[0].page if boxes else lines[0].page,
                block=self.number,
                boxes=boxes,
            )
        )


def resumes(upper: Block, lower: Block) -> bool:
    """Whether the lower block goes on with the upper one's sentence behind a formula: "where x is ..."."""
    last, first = upper.lines[-1], lower.lines[0]
    return abs(last.size - first.size) < 0.6 and (
        last.hyphen or (first.text[0].islower() and not END.search(last.text))
    )


def heads(rows: list[list[list[Word]]]) -> Iterator[str]:
    """The head of each column, the head rows joined downward."""
    for column in range(len(rows[0]) if rows else 0):
        names = [tidy(Rich(" ".join(word.text for word in row[column]), ((0, 0),))).text for row in rows]
        yield " ".join(name for name in names if name)


def lefts(rows: list[list[list[Word]]]) -> list[float]:
    """Where each column begins."""
    return [
        min((word.x0 for row in rows for word in row[column]), default=0.0)
        for column in range(len(rows[0]) if rows else 0)
    ]


def texts_of(row: list[list[Word]]) -> list[str]:
    """The clean text of each cell."""
    return [tidy(Rich(" ".join(word.text for word in cell), ((0, 0),))).text for cell in row]


def is_panel(row: list[list[Word]]) -> bool:
    """A row of one piece of text, which names the rows below it: "(b) 13B results"."""
    words = sorted((word for cell in row for word in cell), key=lambda word: word.x0)
    if len(row) < 3 or len(words) < 2 or not any(map(str.isalpha, words[-1].text)):
        return False
    height = words[0].y1 - words[0].y0
    return all(b.x0 - a.x1 < 0.8 * height for a, b in pairwise(words)) and sum(bool(cell) for cell in row) <= 3


def cell_boxes(row: list[list[Word]], page: int) -> Iterator[Box]:
    """One box for each filled cell."""
    for cell in row:
        if cell:
            yield Box(
                page, min(w.x0 for w in cell), min(w.y0 for w in cell), max(w.x1 for w in cell), max(w.y1 for w in cell)
            )


def first_word_end(text: str, start: int) -> int:
    """Where a bullet's text begins, behind its sign or number."""
    at = text.find(" ", start)
    return at + 1 if at >= 0 and BULLET.match(text[start:at]) else start


def first_at(rich: Rich, place: int) -> int:
    """Where in the clean text the raw text's `place` is."""
    at = 0
    for clean, source in rich.marks:
        if source > place:
            break
        at = clean + place - source
    return at


def boxes_of(lines: list[Line], starts: list[int], a: int, b: int) -> Iterator[Box]:
    """One box for each line that has a word in text[a:b]."""
    for number, line in enumerate(lines):
        start = starts[number]
        stop = starts[number + 1] if number + 1 < len(starts) else start + len(line.text) + 1
        if stop <= a or start >= b:
            continue
        at, inside = start, []
        for word in line.words:
            if at < b and at + len(word.text) > a:
                inside.append(word)
            at += len(word.text) + 1
        if inside:
            yield Box(line.page, inside[0].x0, line.y0, inside[-1].x1, line.y1)


def depth(heading: str) -> int:
    """The level of a heading by its number: `4.3.2` is three deep."""
    found = re.match(r"^(?:\d+|[A-Z])((?:\.\d+)*)\.?\s", heading)
    return 1 + found[1].count(".") if found else 1
