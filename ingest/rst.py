"""reStructuredText, line by line: docutils keeps no offsets, follows includes, and takes seconds for what is wanted here."""

from __future__ import annotations

import csv
import re

from .builder import NEWLINE, Builder, Cell, Row, flat
from .math import math
from .printed import add_printed
from .rst_grid import boxes
from .strand import Mark, Rich, Strand, View

ADORNMENT = re.compile(r"^([=\-`:.'\"~^_*+#<>!$%&,/;?@\[\\\]{|}])\1{2,}\s*$")
BULLET = re.compile(r"^(?:[-*+•‣⁃]|(?:\d{1,3}|#|[a-zA-Z]|[ivxIVX]+)[.)]|\((?:\d{1,3}|[a-z])\))\s+(?=\S)")
DIRECTIVE = re.compile(r"^\.\.\s+(?:\|[^|]+\|\s+)?([\w:.+\-]+)\s*::\s*(.*)$")
OPTION = re.compile(r"^:([\w\- ]+):(?:\s+(.*))?$")
HASHED = re.compile(r"^#{2,6}\s+(?=[A-Z\d])(?!.*[.:]$)")
GRID = re.compile(r"^\+(?:[-=]+\+)+\s*$")
SIMPLE = re.compile(r"^=+(?:\s+=+)+\s*$")
SKIPPED = frozenset(
    """code-block code sourcecode math raw image toctree contents include literalinclude highlight testcode testoutput doctest
    plot bibliography meta currentmodule module default-role index graphviz mermaid parsed-literal autosummary ipython prompt
    replace unicode date class role tabularcolumns jupyter-execute exec video""".split()
)
LITERAL = frozenset("code-block code sourcecode parsed-literal highlight testoutput".split())
INLINE = re.compile(
    r"""\\(?:(?P<escaped>[^\s\w]) | \s)
      | ``(?P<literal>.+?)``(?=\W|$)
      | (?::[\w.+:\-]+:)?`(?P<role>[^`<]*?)\s*(?:<(?P<target>[^`>]*)>)?`(?P<tail>_{0,2})
      | \[(?P<linked>[^\[\]\n]{1,200})\]\((?:https?:|\#|\.{0,2}/)[^()\s]*\)   # Markdown's, where it has crept in
      | (?P<strong>\*\*)(?=\S) | (?<=\S)(?P<unstrong>\*\*)
      | (?P<emphasis>(?!(?<=')\*'|(?<=")\*")(?:(?<![\w*])\*(?=[^\s*]) | (?<=[^\s*])\*(?![\w*])))
      | (?P<note>\s?\[(?:\d+|\#[\w]*|\*)\]_)
      | \|(?P<substitution>[^|\s][^|]*)\|_{0,2}""",
    re.VERBOSE | re.DOTALL,
)


def read_rst(text: str) -> Builder:
    """The units of a reStructuredText file."""
    builder = Builder(text)
    Reader(builder).read(0, None, 0, None)
    return builder


class Reader:
    """Goes through the lines; what is indented below a bullet or directive is read by the same rules."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.lines = NEWLINE.split(builder.text)
        self.starts = [0, *(found.end() for found in NEWLINE.finditer(builder.text))]
        self.styles: list[str] = []
        self.lists: dict[int, int | None] = {}  # indentation of an open list: what its bullets hang under

    def indent(self, number: int) -> int:
        line = self.lines[number]
        return len(line) - len(line.lstrip()) if line.strip() else 1 << 30

    def below(self, number: int, indent: int, end: int) -> int:
        """The first line at or after `number` that is not blank and not indented deeper than `indent`."""
        while number < end and (not self.lines[number].strip() or self.indent(number) > indent):
            number += 1
        return number

    def read(self, first: int, last: int | None, indent: int, parent: int | None) -> None:
        """The blocks of some lines."""
        at, end = first, len(self.lines) if last is None else last
        while at < end:
            at = self.block(at, end, parent) if self.lines[at].strip() else at + 1

    def block(self, at: int, end: int, parent: int | None) -> int:
        """One block; gives the line after it."""
        line = self.lines[at].strip()
        indent = self.indent(at)
        if not BULLET.match(line):
            self.lists.clear()
        if title := self.title(at, end):
            return title
        if found := HASHED.match(line):  # Markdown's, where it has crept in
            place = self.starts[at] + indent + found.end()
            self.builder.heading(
                len(self.styles) + 1,
                self.inline(View(line[found.end() :], ((0, place),))),
                place,
                place + len(line) - found.end(),
            )
            return at + 1
        if line.startswith("..") and (line == ".." or line[2] == " "):
            return self.explicit(at, end, indent, parent)
        if GRID.match(line):
            return self.grid(at, end, "", parent)
        if SIMPLE.match(line):
            return self.simple(at, end, "", parent)
        if line.startswith(">>>"):
            return self.paragraph_end(at, end)
        if OPTION.match(line) and not line.startswith(":ref:`"):
            return self.below(at + 1, indent, end)
        if ADORNMENT.match(line) and len(line) >= 4:
            return at + 1
        if found := BULLET.match(line):
            return self.bullet(at, end, indent, found.end(), parent)
        return self.paragraph(at, end, parent)

    def title(self, at: int, end: int) -> int:
        """A title with a line under it, or one over it too."""
        line = self.lines[at].rstrip()
        over = (
            ADORNMENT.match(line)
            and at + 2 < end
            and self.lines[at + 1].strip()
            and self.lines[at + 2].rstrip() == line
        )
        under = (
            at + 1 < end
            and ADORNMENT.match(self.lines[at + 1])
            and not line.startswith((" ", ".."))
            and not ADORNMENT.match(line)
        )
        if over and not SIMPLE.match(line):
            number, style = at + 1, line[0] * 2
        elif under and len(self.lines[at + 1].rstrip()) >= min(len(line) - 2, 4) and not BULLET.match(line):
            number, style = at, self.lines[at + 1][0]
        else:
            return 0
        if style not in self.styles:
            self.styles.append(style)
        text = self.lines[number]
        start = self.starts[number] + len(text) - len(text.lstrip())
        rich = self.inline(View(text.strip(), ((0, start),)))
        self.builder.heading(self.styles.index(style) + 1, rich, start, start + len(text.strip()))
        return at + (3 if over else 2)

    def explicit(self, at: int, end: int, indent: int, parent: int | None) -> int:
        """Directives, targets, comments."""
        after = self.below(at + 1, indent, end)
        found = DIRECTIVE.match(self.lines[at].strip())
        if found is None:
            return after
        name = found[1].lower().rpartition(":")[2]
        if name in SKIPPED or name.startswith("auto"):
            if name in LITERAL:
                self.literal(at + 1, after, parent)
            return after
        body, options = at + 1, {}
        while body < after and (option := OPTION.match(self.lines[body].strip())):
            options[option[1]] = option[2] or ""
            body += 1
        if name in ("table", "list-table", "csv-table"):
            self.table(name, at, body, after, found[2], options, parent)
        elif name == "figure":
            self.captions(body, after)
        else:
            if found[2] and name not in (
                "function",
                "method",
                "data",
                "attribute",
                "option",
                "envvar",
                "tab-set",
                "grid",
                "only",
                "versionadded",
                "versionchanged",
                "deprecated",
                "container",
                "rst-class",
                "highlights",
            ):
                where = self.lines[at].rindex(found[2])
                self.say([at], where, "sentence", parent)
            self.read(body, after, indent, parent)
        return after

    def captions(self, first: int, last: int) -> None:
        """A figure's caption is the first paragraph in it."""
        while first < last and not self.lines[first].strip():
            first += 1
        if first < last:
            self.say(list(range(first, self.paragraph_end(first, last))), self.indent(first), "caption", None)

    def paragraph_end(self, at: int, end: int) -> int:
        while at < end and self.lines[at].strip():
            at += 1
        return at

    def paragraph(self, at: int, end: int, parent: int | None) -> int:
        """Lines up to a blank one; what is indented after `::` is code."""
        indent, last = self.indent(at), at + 1
        while last < end and self.lines[last].strip() and self.indent(last) == indent:
            last += 1
        text = self.lines[last - 1].rstrip()
        skip = indent + 2 if self.lines[at].lstrip().startswith("| ") else indent
        said = self.say(list(range(at, last)), skip, "sentence", parent) if self.lines[at].strip() != "::" else None
        if text.endswith("::"):
            after = self.below(last, indent, end)
            self.literal(last, after, said if said is not None else parent)
            return after
        if (
            said is not None
            and last == at + 1
            and last < end
            and self.lines[last].strip()
            and self.indent(last) > indent
        ):
            after = self.below(last, indent, end)  # a term, and what it means indented below it
            self.read(last, after, indent, said)
            return after
        return last

    def bullet(self, at: int, end: int, indent: int, width: int, parent: int | None) -> int:
        """A bullet with all that is indented to its text."""
        inner, last = indent + width, at + 1
        after = self.below(at + 1, indent, end)
        while last < after and self.lines[last].strip() and self.indent(last) >= min(inner, indent + 2):
            if (
                BULLET.match(self.lines[last].strip())
                and self.indent(last) > indent + 1
                and self.lines[last - 1].strip() == ""
            ):
                break
            last += 1
        if indent not in self.lists:
            intro = bool(self.builder.passages) and self.builder.passages[-1].text.endswith(":")
            self.lists[indent] = len(self.builder.passages) - 1 if intro else parent
        parent = self.lists[indent]
        first = self.say(list(range(at, last)), inner, "bullet", parent)
        if self.lines[last - 1].rstrip().endswith("::"):
            code, last = last, self.below(last, indent + 1, after)
            self.literal(code, last, first)
        outer, self.lists = self.lists, {}
        self.read(last, after, inner, first if first is not None else parent)
        self.lists = outer
        return after

    def literal(self, first: int, last: int, parent: int | None) -> None:
        """A block of code is not read, but for the tables that a program printed into it."""
        add_printed(self.builder, self.lines, self.starts, first, last, "", self.intro(parent))

    def intro(self, parent: int | None) -> int | None:
        """What a table at this place hangs under: the paragraph just before it, else what all of this hangs under."""
        passages = self.builder.passages
        near = passages and passages[-1].kind in ("sentence", "caption") and passages[-1].block == self.builder.block
        return len(passages) - 1 if near else parent

    def view(self, numbers: list[int], skip: int) -> tuple[View, int, int]:
        """Lines without their indentation; `skip` characters of the first are left out."""
        parts: list[str] = []
        marks: list[Mark] = []
        length = 0
        for number in numbers:
            line = self.lines[number].rstrip()
            begin = skip if number == numbers[0] else len(line) - len(line.lstrip())
            if number != numbers[0] and line.lstrip().startswith("| "):
                begin += 2
            marks.append((length, self.starts[number] + begin))
            parts.append(line[begin:] + "\n")
            length += len(line) - begin + 1
        last = numbers[-1]
        return View("".join(parts)[:-1], tuple(marks)), marks[0][1], self.starts[last] + len(self.lines[last].rstrip())

    def say(self, numbers: list[int], skip: int, kind: str, parent: int | None) -> int | None:
        view, start, end = self.view(numbers, skip)
        if view.text.endswith("::"):
            view = View(view.text[:-1], view.marks)
        rich = self.inline(view)
        if kind == "bullet":
            return self.builder.prose(rich, "bullet", start, end, parent)
        return self.builder.prose(rich, "caption" if kind == "caption" else "sentence", start, end, parent)

    def inline(self, view: View) -> Rich:
        """Text without roles, references and emphasis."""
        strand, at, text = Strand(), 0, view.text
        for found in INLINE.finditer(text):
            if found.start() < at:
                continue
            strand.keep(view, at, found.start())
            at = found.end()
            if found[0].startswith(":math:") and found["role"]:
                math(Formula(strand), view, *found.span("role"), *found.span())
                continue
            for group in ("escaped", "literal", "role", "substitution", "linked"):
                if found[group]:
                    strand.keep(view, *found.span(group))
                    break
            else:
                if found["target"]:
                    strand.keep(view, *found.span("target"))
        strand.keep(view, at, len(text))
        return strand.finish()

    def cell(self, pieces: list[tuple[int, int, int]]) -> Rich:
        """The text of (line, from, to) pieces of lines."""
        marks: list[Mark] = []
        parts: list[str] = []
        length = 0
        for number, a, b in pieces:
            raw = self.lines[number][a:b]
            text = raw.strip()
            if text:
                marks.append((length, self.starts[number] + a + len(raw) - len(raw.lstrip())))
                parts.append(text + " ")
                length += len(text) + 1
        if not marks:
            return Rich("", ((0, self.starts[pieces[0][0]] if pieces else 0),))
        return flat(self.inline(View("".join(parts).rstrip(), tuple(marks))))

    def place(self, first: int, last: int) -> tuple[int, int]:
        line = self.lines[first]
        return self.starts[first] + len(line) - len(line.lstrip()), self.starts[last] + len(self.lines[last].rstrip())

    def grid(self, at: int, end: int, caption: str, parent: int | None) -> int:
        """A grid table: bars are the columns' edges, a line of `=` ends the head."""
        last = at
        while last < end and self.lines[last].strip()[:1] in ("+", "|"):
            last += 1
        found, heads = boxes(self.lines[at:last], at)
        rows = []
        for number, row in enumerate(found):
            cells = [Cell(self.cell(box.pieces), number < heads, box.columns, box.rows) for box in row]
            places = [piece[0] for box in row if box.rows == 1 for piece in box.pieces] or [at]
            rows.append(Row(cells, *self.place(min(places), max(places))))
        self.builder.table(rows, caption, self.intro(parent))
        return last

    def simple(self, at: int, end: int, caption: str, parent: int | None) -> int:
        """A simple table: columns under runs of `=`; the second such line ends the head, the last the table."""
        columns = [(found.start(), found.end()) for found in re.finditer(r"=+", self.lines[at])]
        borders = [at]
        number = at + 1
        while number < end and len(borders) < 3:
            if SIMPLE.match(self.lines[number].strip()):
                borders.append(number)
                following = self.lines[number + 1].strip() if number + 1 < end else ""
                if not following:
                    break
            number += 1
        head = borders[1] if len(borders) == 3 else at
        rows: list[list[int]] = []
        under: dict[int, int] = {}  # number of a row: the line of dashes below it, which spans columns
        for line in range(at + 1, borders[-1]):
            text = self.lines[line]
            if line in borders or not text.strip():
                continue
            if re.fullmatch(r"[-\s]+", text):
                under[len(rows) - 1] = line
            elif text[: columns[0][1]].strip() or not rows or rows[-1][-1] < line - 1 or rows[-1][-1] < head < line:
                rows.append([line])
            else:
                rows[-1].append(line)
        made = [
            Row(
                self.simple_cells(numbers, columns, under.get(at), numbers[0] < head),
                *self.place(numbers[0], numbers[-1]),
            )
            for at, numbers in enumerate(rows)
        ]
        self.builder.table(made, caption, self.intro(parent))
        return borders[-1] + 1

    def simple_cells(
        self, numbers: list[int], columns: list[tuple[int, int]], under: int | None, head: bool
    ) -> list[Cell]:
        """The cells of a row; a line of dashes under it says which of them span columns."""
        spans = [(a, b, 1) for a, b in columns]
        if under is not None:
            runs = [found.span() for found in re.finditer(r"-+", self.lines[under])]
            spans = [(a, b, max(1, sum(a <= left < b for left, _ in columns))) for a, b in runs]
        ends = [*(start for start, _, _ in spans[1:]), 1 << 20]
        return [
            Cell(self.cell([(n, a, b) for n in numbers]), head, columns=wide)
            for (a, _, wide), b in zip(spans, ends, strict=True)
        ]

    def table(
        self, name: str, at: int, body: int, after: int, title: str, options: dict[str, str], parent: int | None
    ) -> None:
        """The three directives for tables; the title is the caption."""
        caption = ""
        if title:
            where = self.lines[at].rindex(title)
            parent = self.say([at], where, "caption", parent)
            caption = self.builder.passages[-1].text if parent is not None else ""
        while body < after and not self.lines[body].strip():
            body += 1
        if body >= after:
            return
        if name == "table":
            text = self.lines[body].strip()
            reader = self.grid if GRID.match(text) else self.simple if SIMPLE.match(text) else None
            if reader is not None:
                reader(body, after, caption, parent)
        elif name == "list-table":
            rows = self.list_rows(body, after, count(options.get("header-rows", "")))
            self.builder.table(rows, caption, self.intro(parent))
        else:
            self.builder.table(self.csv_rows(body, after, options), caption, self.intro(parent))

    def list_rows(self, body: int, after: int, heads: int) -> list[Row]:
        """`* - a` begins a row, `- b` the next cell."""
        rows: list[list[list[tuple[int, int, int]]]] = []
        for number in range(body, after):
            line = self.lines[number]
            found = re.match(r"\s*(\*\s+)?(-)\s?", line)
            if found and (found[1] or not rows or self.indent(number) <= rows[0][0][0][1] - 2):
                if found[1] or not rows:
                    rows.append([])
                rows[-1].append([(number, found.end(), len(line))])
            elif line.strip() and rows:
                rows[-1][-1].append((number, 0, len(line)))
        return [
            Row([Cell(self.cell(pieces), at < heads) for pieces in row], *self.place(row[0][0][0], row[-1][-1][0]))
            for at, row in enumerate(rows)
        ]

    def csv_rows(self, body: int, after: int, options: dict[str, str]) -> list[Row]:
        """Comma-separated lines; a header may stand in the options."""
        rows: list[Row] = []
        heads = count(options.get("header-rows", ""))
        if options.get("header"):
            names = next(csv.reader([options["header"]], skipinitialspace=True))
            place = self.starts[body]
            rows.append(Row([Cell(Rich(name.strip(), ((0, place),)), True) for name in names], place, place))
        for number in range(body, after):
            line = self.lines[number]
            if not line.strip():
                continue
            cells, at = [], 0
            for value in next(csv.reader([line], skipinitialspace=True)):
                where = line.find(value, at) if value else at
                at = max(where, at) + len(value)
                cells.append(Cell(self.cell([(number, max(where, 0), at)]), number - body < heads))
            rows.append(Row(cells, *self.place(number, number)))
        return rows


class Formula:
    """Takes the text of a formula for a strand."""

    def __init__(self, strand: Strand) -> None:
        self.strand = strand

    def text(self, view: View, start: int, end: int) -> None:
        self.strand.keep(view, start, end)

    def sign(self, char: str, start: int, end: int) -> None:
        self.strand.fold(char, start, end)


def count(text: str) -> int:
    """The number that an option holds; 0 where it holds none."""
    found = re.match(r"\d{1,4}", text.strip())
    return int(found[0]) if found else 0
