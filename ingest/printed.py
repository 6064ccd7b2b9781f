"""Tables that programs print: between bars, as names with their values, or in columns parted by spaces.

A block of code is no prose, but what a benchmark printed into it is often the measurement itself. Only what is a table by its
form counts: lines that share their bars or columns, under heads, most of them figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .builder import Builder, Cell, Row
from .strand import plain

Span = tuple[int, int]  # within a line

BARS = "|│┃║"
BORDER = re.compile(r"[ \t>]*[|+│┃║┌┏╔├┣╠╞┡└┗╚╭╰].*[|+│┃║┐┓╗┤┫╣╡┩┘┛╝╮╯]\s*$")
RULE = re.compile(r"[ \t>]*(?=[^\n]*[-=─━═])[-+=|: ─━═┌┏╔├┣╠╞┡└┗╚╭╰┬┳╦┼╋╬╪╇┴┻╩┐┓╗┤┫╣╡┩┘┛╝╮╯│┃║]+$")
OPEN_RULE = re.compile(r"\s*-+(?:\s*[+|]\s*:?-+:?)+\s*$")  # a | b over --+-- over 1 | 2: no bars at the ends
BAR = re.compile(rf"(?<!\\)[{BARS}]")
TITLE = re.compile(r"\s*(?P<sign>[=\-*#])(?P=sign){2,}\s*(?P<title>[^=\-*#\s].{0,70}?)\s*(?P=sign){3,}\s*$")
PART = re.compile(r"\s*(?P<title>[^\s:|=\"'{}$#>][^:|\"'{}]{2,70}):\s*$")
PAIR = re.compile(
    r"\s*(?P<name>[^\s:=\"'{}$#>][^:\"'{}]{1,58}):(?P<gap>[ \t]*)(?P<value>(?<=[ \t])\S(?:.{0,40}\S)?|\d\S{0,20})\s*$"
)
FIGURE = re.compile(
    r"^[<>~≈±+\-−$(\[]*\d[\d.,]*(?:e[+-]?\d+)?\s*(?:[%×xX]|[a-zA-Z/µ%²]{1,12})?(?:\s*\([^()]*\)|\s*±.*)?\)?\]?$"
)
DASHES = re.compile(r"\s*[-=─]{2,}(?:\s+[-=─]{2,})*\s*$")
PIECE = re.compile(r"\S+(?:[ ]\S+)*")
CODE = re.compile(r"[;{}=]|^\s*(?:\$|>>>|#|//|\.\.\.|[-d][-rwx]{9})|\b(?:def|import|return|let|const|var)\b|\w\(\w*\)")
LEAST = 3  # lines, the head's included


@dataclass(frozen=True, slots=True)
class Printed:
    """One table: its lines, and the cells of each of its rows."""

    first: int
    last: int  # the line after it
    rows: tuple[tuple[int, tuple[Span, ...], bool], ...]  # line, cells, whether it is a head
    title: str = ""


def printed(lines: Sequence[str], first: int, last: int) -> Iterator[Printed]:
    """The tables among some lines, from top to bottom."""
    at = first
    while at < last:
        found = barred(lines, at, last) or report(lines, at, last) or columns(lines, at, last)
        if found is None:
            at += 1
        else:
            yield found
            at = found.last


def add_printed(
    builder: Builder,
    lines: Sequence[str],
    starts: Sequence[int],
    first: int,
    last: int,
    caption: str,
    parent: int | None,
) -> None:
    """Give the tables among some lines to the builder."""
    for table in printed(lines, first, last):
        rows = []
        for number, spans, head in table.rows:
            begin, line = starts[number], lines[number]
            wide = 1 if len(spans) > 1 else 2  # a line of one cell names those below it
            cells = [Cell(plain(builder.text, begin + a, begin + b).strip(), head, wide) for a, b in spans]
            rows.append(Row(cells, begin + len(line) - len(line.lstrip(" \t>")), begin + len(line.rstrip())))
        builder.table(rows, f"{caption} {table.title}".strip(), parent)


def barred(lines: Sequence[str], at: int, last: int) -> Printed | None:
    """Lines that are nothing but cells between bars; the row above the first line of strokes is the head."""
    end = at
    while end < last and BORDER.match(lines[end]):
        end += 1
    outer = end > at
    if not outer:
        if not (at + 1 < last and BAR.search(lines[at]) and OPEN_RULE.match(lines[at + 1])):
            return None
        while end < last and (BAR.search(lines[end]) or OPEN_RULE.match(lines[end])):
            end += 1
    rules = [number for number in range(at, end) if RULE.match(lines[number])]
    rows = [number for number in range(at, end) if number not in rules]
    if len(rows) < 2 or not rules or len({len(BAR.findall(lines[number])) for number in rows}) > 1:
        return None
    head = next((number for number in rules if number > rows[0]), rows[0])
    found = tuple((number, between_bars(lines[number], outer), number < head) for number in rows)
    return Printed(at, end, found) if len(found[0][1]) > 1 else None


def between_bars(line: str, outer: bool) -> tuple[Span, ...]:
    bars = [bar.start() for bar in BAR.finditer(line)]
    edges = bars if outer else [-1, *bars, len(line.rstrip())]
    return tuple((a + 1, b) for a, b in pairwise(edges))


def report(lines: Sequence[str], at: int, last: int) -> Printed | None:
    """Names and values, the values below one another: what serving benchmarks print at their end."""
    opened = TITLE.match(lines[at])
    part = PART.match(lines[at]) and at + 1 < last and PAIR.match(lines[at + 1])
    if not (opened or part or PAIR.match(lines[at])):
        return None
    rows: list[tuple[int, tuple[Span, ...], bool]] = []
    places, figures, number = [], 0, at + (opened is not None)
    while number < last:
        line = lines[number]
        pair, title = PAIR.match(line), TITLE.match(line) or PART.match(line)
        if pair and (len(pair["gap"]) > 1 or FIGURE.match(pair["value"])):
            rows.append((number, (pair.span("name"), pair.span("value")), False))
            places += [pair.start("value")] if len(pair["gap"]) > 1 else []
            figures += FIGURE.match(pair["value"]) is not None
        elif title:
            rows.append((number, (title.span("title"),), False))
        elif line.strip() and not DASHES.match(line):
            break
        number += 1
    while rows and len(rows[-1][1]) == 1:
        rows.pop()  # it names nothing that follows
    aligned = max((places.count(place) for place in set(places)), default=0)
    if len(places) < LEAST or aligned < 0.7 * len(places) or figures < 0.5 * sum(len(row[1]) > 1 for row in rows):
        return None
    return Printed(at, rows[-1][0] + 1, tuple(rows), opened["title"] if opened else "")


def columns(lines: Sequence[str], at: int, last: int) -> Printed | None:
    """Columns parted by two spaces and more, under heads that are words."""
    head = pieces(lines[at])
    ruled = at + 1 < last and DASHES.match(lines[at + 1]) is not None
    if len(head) < (2 if ruled else 3) or DASHES.match(lines[at]) or CODE.search(lines[at]):
        return None
    body = []
    for number in range(at + 1 + ruled, last):
        line = lines[number]
        if DASHES.match(line):
            continue
        if not line.strip() or CODE.search(line):
            break
        body.append(number)
    if len(body) < LEAST - 1:
        return None
    edges = gutters([lines[number] for number in [at, *body]])
    table = [(number, cut(lines[number], edges), number == at) for number in [at, *body]]
    table = without_index(lines, table)
    return Printed(at, body[-1] + 1, tuple(table)) if is_table(lines, table, ruled) else None


def is_table(lines: Sequence[str], table: list[tuple[int, tuple[Span, ...], bool]], ruled: bool) -> bool:
    """Whether rows in columns are filled, and with figures below the heads."""
    texts = [[lines[number][a:b].strip() for a, b in spans] for number, spans, _ in table]
    width = len(texts[0])
    if not (2 if ruled else 3) <= width <= 24:
        return False
    filled = [row for row in texts[1:] if sum(map(bool, row)) >= max(2, 0.6 * width)]
    values = [cell for row in texts[1:] for cell in row[1:] if cell]
    words = sum(any(map(str.isalpha, cell)) and not FIGURE.match(cell) for cell in texts[0])
    figures = sum(FIGURE.match(value) is not None for value in values)
    counted = any(
        FIGURE.match(cell) for cell in texts[0]
    )  # a first line with figures is a row, unless strokes are below it
    headed = sum(map(bool, texts[0])) >= width - 1 and words >= 0.5 * width and (ruled or not counted)
    return headed and len(filled) >= max(LEAST - 1, 0.8 * (len(texts) - 1)) and figures >= 0.5 * len(values) > 0


def pieces(line: str) -> list[Span]:
    return [found.span() for found in PIECE.finditer(line)]


def gutters(lines: Sequence[str]) -> list[int]:
    """Where columns part: the middles of the places, two signs wide and more, that are blank on every line."""
    width = max(map(len, lines))
    blank = [all(at >= len(line) or line[at] in " \t" for line in lines) for at in range(width)]
    edges, at = [], 0
    while at < width:
        end = at
        while end < width and blank[end]:
            end += 1
        if end - at >= 2 and at and end < width:
            edges.append((at + end) // 2)
        at = max(end, at + 1)
    return edges


def cut(line: str, edges: Sequence[int]) -> tuple[Span, ...]:
    """The line's cells: from edge to edge."""
    places = [0, *edges, max(len(line), edges[-1] if edges else 0)]
    return tuple((min(a, len(line)), min(b, len(line))) for a, b in pairwise(places))


def without_index(
    lines: Sequence[str], table: list[tuple[int, tuple[Span, ...], bool]]
) -> list[tuple[int, tuple[Span, ...], bool]]:
    """Without the numbers of the rows, 0, 1, 2, which data frames print under no head."""
    firsts = [lines[number][slice(*spans[0])].strip() for number, spans, _ in table]
    if firsts[0] or firsts[1:] != [str(at) for at in range(len(firsts) - 1)]:
        return table
    return [(number, spans[1:], head) for number, spans, head in table]
