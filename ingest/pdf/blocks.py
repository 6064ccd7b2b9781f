"""Lines to blocks: paragraphs, headings, captions, bullets, footnotes, tables, and what figures leave behind."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from ..builder import length
from .formal import is_code, is_formula, is_scrap
from .outline import Entry
from .words import Line, Word

BlockKind = Literal["text", "heading", "caption", "bullet", "footnote", "table", "figure", "title", "formula", "code"]
CAPTION = re.compile(
    r"^(?:(Table|Tab\.|TABLE)|(?:Figure|Fig\.|FIGURE|Algorithm|Listing))\s*(?:\d+|[IVX]+|[A-Z]\.?\d+)\s*(?:[.:|\-–—(]|$|(?=[A-Z]))"
)
BULLET = re.compile(r"^(?:[•●▪◦‣∙■–*▶➢✓✔·]|\(?(?:\d{1,2}|[ivx]{1,4}|[a-h])[.)])$")
NUMBERED = re.compile(
    r"^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z]\.\d(?:\.\d+)*\.?|[A-Z]\.|[IVX]{1,5}\.|Appendix\s[A-Z])\s+[A-Z“\"]"
)
NAMED = re.compile(
    r"^(?:abstract|introduction|references|bibliography|conclusions?|acknowledge?ments?|appendix|related work|discussion"
    r"|background|evaluation|experiments?|results|limitations|method(?:ology|s)?|supplementary material|overview|summary)[.:]?$",
    re.IGNORECASE,
)
WORDLIKE = re.compile(r"[^\W\d_]{3}")
SHORTENED = re.compile(r"(?:\b(?:vs|al|cf|etc|approx|resp|wrt|ca|no)|\.\w)\.$", re.IGNORECASE)
END = re.compile(r"[.!?:;][\"'”’)\]]*$")


@dataclass(slots=True)
class Block:
    """Lines that belong together."""

    kind: BlockKind
    lines: list[Line]
    rows: list[list[list[Word]]] = field(default_factory=list)  # table: rows, cells, words
    heads: int = 0  # table: how many of the rows are head rows
    caption: list[Line] = field(default_factory=list)  # table: the lines of its caption
    section: tuple[str, ...] = ()  # of a block that waits: the headings above the place where it stood


@dataclass(slots=True)
class Style:
    """What is usual in the document."""

    size: float
    lead: float
    lefts: list[float]  # left edges of the columns
    bold: bool = False


def is_heading(line: Line, usual: Style, below: Line | None) -> bool:
    """By number and weight, by size, or by name. `below` is the line that comes next."""
    text = line.text
    if len(text) > 110 or not WORDLIKE.search(text):
        return False
    larger = line.size > usual.size + 0.9
    heavy = line.bold and not usual.bold
    if NAMED.match(text) and (larger or heavy or text.isupper()):
        return True
    marked = larger or heavy or (text.isupper() and len(text) < 60) or (line.italic and len(line.words) < 11)
    if NUMBERED.match(text) and marked and not text.endswith((",", ";")):
        return True
    if not (larger or (heavy and line.size >= usual.size - 0.3)) or len(line.words) > 14 or text.endswith((".", ",")):
        return False
    if not larger and (
        line.hyphen or (below is not None and follows(line, below, usual) and abs(line.x1 - below.x1) < 12)
    ):
        return False  # a paragraph that begins in bold
    return text[0].isupper() or text[0].isdigit()


def follows(above: Line, below: Line, usual: Style) -> bool:
    """Whether the lower line goes on right below the upper one, in the same type."""
    gap = above.y0 - below.y0
    return (
        above.page == below.page
        and 0 < gap < 1.45 * max(usual.lead * above.size / usual.size, above.size)
        and abs(above.size - below.size) < 0.8
        and below.x0 < above.x1
        and above.x0 < below.x1
    )


def set_off(caption: list[Line], line: Line, usual: Style) -> bool:
    """Whether a caption has ended with its sentence, and the line stands further below or left than its own lines do."""
    last = caption[-1]
    if last.text.endswith(".") and line.text[0].islower() and not SHORTENED.search(last.text):
        return True  # the sentence that the caption cut goes on
    if END.search(last.text) and line.x0 < min(each.x0 for each in caption) - 1.5 * last.size:
        return True
    own = caption[-2].y0 - last.y0 if len(caption) > 1 else usual.lead * last.size / usual.size
    return bool(END.search(last.text)) and last.y0 - line.y0 > max(1.12 * own, own + 1.2)


def blocks(lines: list[Line], usual: Style, listed: Mapping[int, Entry] | None = None) -> list[Block]:
    """The blocks of one page. `listed` holds the id of each line that the outline names as a heading."""
    listed = listed or {}
    out: list[Block] = []
    for number, line in enumerate(lines):
        last = out[-1] if out else None
        before = lines[number - 1] if number else None
        touching = bool(before and last and last.lines[-1:] == [before] and follows(before, line, usual))
        within = touching and last is not None and last.kind == "text" and not END.search(last.lines[-1].text)
        if CAPTION.match(line.text) and not within:
            out.append(Block("caption", [line]))
        elif id(line) in listed:
            if last is not None and last.kind == "heading" and listed.get(id(last.lines[-1])) is listed[id(line)]:
                last.lines.append(line)
            else:
                out.append(Block("heading", [line]))
        elif touching and last is not None and last.kind == "caption" and not set_off(last.lines, line, usual):
            last.lines.append(line)
        elif BULLET.match(line.words[0].text) and len(line.words) > 2 and starts_bullet(line, last, usual):
            out.append(Block("bullet", [line]))
        elif touching and last is not None and goes_on(last, line, usual):
            last.lines.append(line)
        elif is_heading(line, usual, lines[number + 1] if number + 1 < len(lines) else None):
            if (
                touching
                and last is not None
                and last.kind == "heading"
                and len(last.lines) < 4
                and not NUMBERED.match(line.text)
            ):
                last.lines.append(line)
            else:
                out.append(Block("heading", [line]))
        else:
            body(out, line, touching, usual)
    return sort_out(out, usual)


def goes_on(last: Block, line: Line, usual: Style) -> bool:
    """Whether a line right below belongs to a bullet, or to a heading of large type, which may go on in lower case."""
    if last.kind == "bullet":
        return line.x0 >= last.lines[0].x0 + 2
    before = last.lines[-1]
    alike = abs(before.size - line.size) < 0.3 and before.bold == line.bold and before.size > usual.size + 0.9
    return last.kind == "heading" and alike and len(last.lines) < 4 and not NUMBERED.match(line.text)


def starts_bullet(line: Line, last: Block | None, usual: Style) -> bool:
    """A number at the start of a line is a bullet only where the line stands in, or the paragraph before has ended."""
    if line.words[0].text[0] in "•●▪◦‣∙■▶➢✓✔":
        return True
    ended = last is None or not last.lines or last.kind != "text" or bool(END.search(last.lines[-1].text))
    inset = min((abs(line.x0 - left) for left in usual.lefts[:2]), default=0.0) > 4
    return ended and (inset or (last is not None and last.kind == "bullet"))


def body(out: list[Block], line: Line, touching: bool, usual: Style) -> None:
    """A line of text: it goes on with its paragraph or begins one."""
    last = out[-1] if out else None
    if touching and last is not None and last.kind == "text":
        before = last.lines[-1]
        inset = line.x0 > min(x.x0 for x in last.lines) + 5 and before.x1 < max(x.x1 for x in last.lines) - 8
        if not (inset and END.search(before.text)):
            last.lines.append(line)
            return
    out.append(Block("text", [line]))


def beside(one: Block, other: Block) -> bool:
    """Whether the end of one block and the beginning of the other are parts of one line that signs have broken."""
    return any(
        min(a.y1, b.y1) - max(a.y0, b.y0) > 0.5 * min(a.y1 - a.y0, b.y1 - b.y0)
        for a, b in ((one.lines[-1], other.lines[0]), (other.lines[-1], one.lines[0]))
        if a.page == b.page
    )


def sort_out(found: list[Block], usual: Style) -> list[Block]:
    """Blocks of another type than the body's are lettering of figures where they are short or set in pieces, else notes."""
    for block in found:
        first = block.lines[0]
        sized = abs(max(line.size for line in block.lines) - usual.size) < 1.2
        if block.kind == "text" and sized and is_formula(block.lines, usual.lefts):
            block.kind = "formula"
        elif block.kind == "text" and is_code(block.lines):
            block.kind = "code"
        if block.kind != "text" or abs(first.size - usual.size) < 0.6:
            continue
        words = [word.text for line in block.lines for word in line.words]
        letters = sum(any(map(str.isalpha, word)) for word in words)
        count = length(" ".join(words))
        if count < 7 or count / len(block.lines) < 3.2 or letters < 0.5 * len(words):
            block.kind = "figure"
        elif first.size < usual.size - 0.6:
            block.kind = "footnote"
    for one, other in [*pairwise(found), *pairwise(reversed(found))]:
        if one.kind == "formula" and other.kind == "text":
            if is_scrap(other.lines):
                other.kind = "formula"
            elif beside(one, other):
                one.kind = "text"
    return found
