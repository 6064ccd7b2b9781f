"""LaTeX sources: sections, paragraphs, lists, captions and tables, with the place of every word."""

from __future__ import annotations

import re

from .builder import Builder, Cell, Row, flat
from .latex_commands import (
    ACCENT,
    ARITY,
    BEFORE,
    DROPPED,
    FLOATS,
    FORMULAS,
    GIVEN,
    LETTERS,
    LEVELS,
    LISTS,
    LOGOS,
    QUANTITY,
    QUIET,
    REFERENCES,
    RULES,
    SILENT,
    STACKED,
    TABULAR,
    accented,
    called,
    character,
    macros_of,
    quantity,
)
from .layout import Item, Layout, Table
from .math import SIGNS, math
from .people import names
from .strand import GONE, Rich, Strand, View

TOKEN = re.compile(
    r"""(?P<comment>(?<!\\)%[^\n]*\n?[ \t]*)
      | \\(?:verb|lstinline)\*?(?P<fence>[^a-zA-Z\s*\[{])(?P<literal>[^\n]*?)(?P=fence)
      | \\(?P<edge>begin|end)\s*\{(?P<name>[a-zA-Z]+)\*?\}
      | \\(?P<row>\\)(?:\*?[ ]*\[[^\]]*\])?
      | \\(?P<sign>[%$\#&_{}])
      | (?P<accent>\\(?:['`^"~=.](?=\s*\{?\\?[A-Za-z])|[uvHckr](?=[ {]\s*\\?[A-Za-z])))
      | \\(?P<space>[,;:!>\ /@\n-])
      | (?P<char>\\char\s?(?:'[0-7]+|"[0-9A-F]+|`\\?.|\d+))
      | \\(?P<command>[a-zA-Z]+)\*?
      | (?P<blank>\n[ \t]*\n\s*)
      | \$\$(?P<display>[^$]*)\$\$ | \\\[(?P<bracket>.*?)\\\] | \$(?P<dollar>[^$]{1,300})\$ | \\\((?P<paren>[^)]{1,300})\\\)
      | (?P<column>&)
      | (?P<tie>~)
      | (?P<dash>-{2,3}) | (?P<open>``) | (?P<quote>'')
      | (?P<brace>[{}])""",
    re.VERBOSE | re.DOTALL,
)
OPTIONAL = re.compile(r"\s*\[[^\[\]]*(?:\[[^\]]*\][^\[\]]*)*\]")
BRACE = re.compile(r"\s*\{")
ROUND = re.compile(r"\([^)]*\)")
LENGTH = re.compile(r"\s*=?\s*-?[\d.]+\s*(?:pt|em|ex|cm|mm|in|bp|pc|\\\w+)|\s*\\[a-zA-Z]+")
BODY = re.compile(r"^(?:[^%\n\\]|\\.)*?(?P<body>\\begin\s*\{document\})", re.MULTILINE)
ASSIGNED = re.compile(r"\s*=\s*-?[\d.]+\s*(?:pt|em|ex|cm|mm|in)\b")  # \tabcolsep=4pt
MAIN_TITLE = re.compile(r"\\title\s*(?:\[[^\]]*\])?\s*\{")
AUTHOR = re.compile(r"\\author\s*(?:\[[^\]]*\])?\s*\{")
LEFT_OUT = re.compile(r"\\(?:thanks|footnote|inst|email|affil)\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
SPANNING = re.compile(r"\s*(?:\{\s*(\d+)\s*\}|(\d))\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|[a-zA-Z])\s*\{")
CAPITAL = re.compile(r"\s*[A-Z][a-z]*\s")
ENDED = re.compile(r"\.(?:\\(?:label|tag)\{[^{}]*\}|\\(?:nonumber|notag|end\{\w+\*?\})|\\\\|[\s}])*$")


def read_latex(text: str) -> Builder:
    """The units of a LaTeX file."""
    builder = Builder(text)
    Reader(builder).read()
    return builder


class Reader:
    """Goes through the tokens of the body."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.layout = Layout(builder)
        self.view = View(builder.text)
        self.macros = macros_of(builder.text)
        self.depth: list[str] = []  # what the closing brace of each open argument ends
        self.heads: tuple[int, int] | None = None  # the column heads of a table whose rows are still to come
        self.waiting: list[tuple[int, int]] = []  # footnotes and floats that wait for the end of the paragraph

    def read(self) -> None:
        text = self.builder.text
        body = BODY.search(text)
        begin = body.start("body") if body else -1
        if begin >= 0:
            self.preamble(begin)
        self.authors()
        stop = text.find(r"\end{document}")
        stop = stop if stop >= 0 else len(text)
        self.span(max(begin, 0), stop)
        self.flush(stop)
        self.layout.close(len(text))

    def preamble(self, end: int) -> None:
        """Before the body only the title counts."""
        found = MAIN_TITLE.search(self.builder.text[:end])
        if found:
            self.span(found.start(), self.closing(found.end()) + 1)

    def authors(self) -> None:
        """All that the `\\author` commands name."""
        text = self.builder.text
        for found in AUTHOR.finditer(text):
            inside = LEFT_OUT.sub("", text[found.end() : self.closing(found.end())])
            inside = ACCENT.sub(accented, inside)
            inside = re.sub(r"\\(?:and|And|AND|quad|qquad)\b|\\\\(?:\[[^\]]*\])?|\$[^$]*\$", ",", inside)
            inside = re.sub(r"%[^\n]*|\\[a-zA-Z]+\*?|[{}]", " ", inside).replace("~", " ")
            self.builder.authors += [name for name in names([inside]) if name not in self.builder.authors]

    def closing(self, at: int) -> int:
        """The brace that closes the one just before `at`."""
        depth, text = 1, self.builder.text
        limit = min(len(text), at + 20_000)
        while at < limit:
            char = text[at]
            if char == "\\":
                at += 1
            elif char in "{}":
                depth += 1 if char == "{" else -1
                if not depth:
                    return at
            at += 1
        return limit

    def span(self, at: int, end: int) -> None:
        while at < end:
            found = TOKEN.search(self.builder.text, at, end)
            if found is None:
                self.layout.text(self.view, at, end)
                return
            if found.start() > at:
                self.layout.text(self.view, at, found.start())
            at = max(self.token(found, end), found.end())

    def flush(self, at: int) -> None:
        """The paragraph ends here, and what waited for its end is read."""
        self.layout.flush(at)
        while self.waiting and not self.layout.tables:
            start, end = self.waiting.pop(0)
            self.span(start, end)
            self.layout.flush(end)

    def token(self, found: re.Match[str], end: int) -> int:
        """One token; gives the place to go on at."""
        a, b = found.span()
        if found["edge"]:
            return self.environment(found)
        if found["command"]:
            return self.command(found["command"], a, b)
        if found["accent"]:
            whole = ACCENT.match(self.builder.text, a)
            if whole:
                self.layout.sign(accented(whole), a, whole.end())
                return whole.end()
        elif found["fence"]:
            self.layout.text(self.view, *found.span("literal"))
        elif found["row"]:
            self.end_row(a)
        elif found["column"]:
            self.end_cell(a)
        elif found["blank"]:
            self.flush(a)
        elif found["display"] is not None or found["bracket"] is not None:
            self.displayed(found["display"] or found["bracket"] or "", a, b)
        elif found["dollar"] or found["paren"]:
            self.formula(*found.span("dollar" if found["dollar"] else "paren"))
        elif found["brace"] == "}" and self.depth:
            self.end_argument(a)
            if self.builder.text.startswith("{", b) and not self.layout.in_cell:
                self.layout.sign(" ", a, b)  # two arguments of a command that is not known
        elif found["brace"] == "{":
            self.depth.append("")
        else:
            self.small_sign(found, a, b)
        return b

    def small_sign(self, found: re.Match[str], a: int, b: int) -> None:
        """What stands for one character or for none."""
        if found["sign"]:
            self.layout.sign(found["sign"], a, b)
        elif found["char"]:
            self.layout.sign(character(found["char"]), a, b)
        elif found["dash"]:
            self.layout.sign("–" if len(found["dash"]) == 2 else "—", a, b)
        elif found["open"] or found["quote"]:
            self.layout.sign('"', a, b)
        elif found["tie"] or found["space"] in (",", ";", ":", " ", "\n"):
            self.layout.sign(" ", a, b)

    def formula(self, start: int, end: int) -> None:
        math(self.layout, self.view, start, end, start - 1, end + 1)

    def displayed(self, body: str, at: int, end: int) -> None:
        """A formula set off from its sentence. It is left out; the sentence goes on behind it, unless it ends with it."""
        if ENDED.search(body) or CAPITAL.match(self.builder.text, end):
            self.layout.break_tag("br", "", at, at, False)

    def command(self, name: str, a: int, b: int) -> int:
        """One command; gives the place behind it and those of its arguments that are not text."""
        text = self.builder.text
        if name in self.macros or name in SIGNS or name in LOGOS or name in LETTERS:
            self.layout.sign(self.macros.get(name) or SIGNS.get(name) or LOGOS.get(name) or LETTERS[name], a, b)
        elif name in LEVELS or name in ("title", "caption", "tablecaption"):
            return self.argument(name, b)
        elif name == "item":
            self.flush(a)
            if self.layout.items:
                self.layout.items[-1].fresh, self.layout.items[-1].index = True, None
                if (label := OPTIONAL.match(text, b)) is not None:  # of a description: it stands before the text
                    self.span(text.index("[", b) + 1, label.end() - 1)
                    self.layout.sign(" ", label.end() - 1, label.end())
                    return label.end()
        elif name in BEFORE:
            return self.skip(b, BEFORE[name])
        elif name in STACKED:
            if (found := BRACE.match(text, self.skip(b, 0))) is not None:
                self.depth.append("stack")
                return found.end()
        elif name in REFERENCES:
            return self.reference(a, b)
        elif name in SILENT:
            return self.closed_up(self.skip(b, ARITY.get(name, 1), name))
        elif name in ("tablehead", "startdata", "enddata"):
            return self.data_table(name, a, b)
        elif name in ("multicolumn", "footnote", "footnotetext"):
            return self.multicolumn(b) if name == "multicolumn" else self.footnote(b)
        elif name in ("SI", "qty") and (measured := QUANTITY.match(text, a)):
            self.layout.sign(quantity(measured), a, measured.end())
            return measured.end()
        elif name in RULES:
            if self.layout.tables and name != "cmidrule":
                self.rule()
        elif text.startswith("{}", b) and name not in QUIET:
            self.layout.sign(name, a, b)  # the name of a system, most often: \sysname{}
        elif assigned := ASSIGNED.match(text, b):
            return assigned.end()
        return b

    def skip(self, at: int, count: int, name: str = "") -> int:
        """Past so many arguments, with the optional ones before and between them."""
        text = self.builder.text
        if name == "cmidrule" and (found := ROUND.match(text, at)):
            at = found.end()
        while (found := OPTIONAL.match(text, at)) and "\n\n" not in found[0] and (count or found[0][0] == "["):
            at = found.end()
        for _ in range(count):
            if found := BRACE.match(text, at):
                at = self.closing(found.end()) + 1
            elif found := LENGTH.match(text, at):
                at = found.end()
            else:
                break
            while found := re.compile(r"\[[^\]]*\]").match(text, at):
                at = found.end()
        return at

    def closed_up(self, at: int) -> int:
        """Where a citation is left out, the space before it goes too, and brackets that held nothing else."""
        parts, following = self.layout.strand.parts, self.builder.text[at : at + 1]
        if parts and following == ")" and parts[-1].endswith("("):
            parts[-1] = parts[-1][:-1] + GONE
            return at + 1
        if parts and following and following in ".,;:)" and parts[-1][-1:].isspace():
            parts[-1] = parts[-1][:-1] + GONE
        return at

    def reference(self, a: int, b: int) -> int:
        """`\\cref{tab:speed}` is printed as "Table 3": the number is not known here, the word is."""
        found = BRACE.match(self.builder.text, b)
        if found is None:
            return b
        end = self.closing(found.end())
        word = called(self.builder.text[found.end() : end])
        if word:
            self.layout.sign(word, a, end + 1)
            return end + 1
        return self.closed_up(end + 1)

    def footnote(self, at: int) -> int:
        """A note is read behind the paragraph that it stands in."""
        at = self.skip(at, 0)
        found = re.compile(r"\s*(?:\[[^\]]*\])?\s*\{").match(self.builder.text, at)
        if found is None:
            return at
        end = self.closing(found.end())
        self.waiting.append((found.end(), end))
        return end + 1

    def multicolumn(self, at: int) -> int:
        """`\\multicolumn{2}{c}{Text}`: the cell spans so many columns."""
        found = SPANNING.match(self.builder.text, at)
        if found is None:
            return at
        if self.layout.tables and self.layout.tables[-1].cell is not None:
            self.layout.tables[-1].cell.columns = int(found[1] or found[2])
        self.depth.append("")
        return found.end()

    def argument(self, name: str, at: int) -> int:
        """The text of a heading or caption is read until its brace closes."""
        text = self.builder.text
        found = OPTIONAL.match(text, at)
        at = found.end() if found else at
        brace = BRACE.match(text, at)
        if brace is None:
            return at
        if self.layout.in_cell:
            self.depth.append("")
            return brace.end()
        self.flush(at)
        self.layout.role = "heading" if name in LEVELS else ("title" if name == "title" else "caption")
        self.layout.level = LEVELS.get(name, 0)
        if name in LEVELS:
            self.layout.items.clear()
        self.depth.append(name)
        return brace.end()

    def end_argument(self, a: int) -> None:
        if self.depth.pop() not in ("", "stack"):
            self.layout.flush(a)
            self.layout.role, self.layout.level = "sentence", 0
            self.flush(a)

    def environment(self, found: re.Match[str]) -> int:
        name, opening, text = found["name"], found["edge"] == "begin", self.builder.text
        a, b = found.span()
        if opening and name not in DROPPED:
            starred = name == "tabular" and text[found.end("name")] == "*"  # with a width before the columns
            b = self.skip(b, GIVEN[name] + starred) if name in GIVEN else optional_end(text, b)
        if opening and (name in DROPPED or name == "math"):
            return self.dropped(name, a, b)
        if name in FLOATS and opening and self.layout.start is not None and not self.layout.in_cell:
            close = ending(name).search(text, b)
            if close is not None:  # in the middle of a paragraph: it is read behind it
                self.waiting.append((a, close.end()))
                return close.end()
        if name in LISTS:
            self.flush(a)
            if opening:
                self.layout.items.append(Item(self.layout.intro()))
            elif self.layout.items:
                self.layout.items.pop()
        elif name in TABULAR:
            self.tabular(opening, a, b)
        else:
            self.flush(a)
            if name == "abstract" and opening:
                where = found.start("name")
                self.builder.heading(2, Rich("Abstract", ((0, where),)), where, found.end("name"))
            elif name in FLOATS:
                self.builder.block += 1  # what stands in it is not introduced by the paragraph before it
        return b

    def dropped(self, name: str, a: int, b: int) -> int:
        """What is no prose. A formula may stand within a sentence; code and drawings may not."""
        text = self.builder.text
        close = ending(name).search(text, b)
        if close is None:
            return b
        if name == "math":
            self.formula(b, close.start())
        elif name in FORMULAS:
            self.displayed(text[b : close.start()], a, close.end())
        else:
            self.flush(a)
        return close.end()

    def tabular(self, opening: bool, a: int, b: int) -> None:
        """The begin or end of a table."""
        layout = self.layout
        if opening:
            if not layout.in_cell:
                self.flush(a)
            layout.tables.append(Table(layout.intro(), layout.strand, caption=layout.caption()))
            layout.strand, layout.start = Strand(), None
            layout.tables[-1].rows.append(Row([], b, b))
            layout.tables[-1].cell = Cell(Rich("", ((0, b),)))
        elif layout.tables:
            self.end_cell(a)
            layout.tables[-1].cell = None
            layout.tables[-1].rows = [
                row for row in layout.tables[-1].rows if any(cell.rich.text for cell in row.cells)
            ]
            layout.close_table(a)

    def data_table(self, name: str, a: int, b: int) -> int:
        """The tables of astronomers say their heads and their rows with two commands."""
        if name == "tablehead":
            found = BRACE.match(self.builder.text, b)
            end = self.closing(found.end()) if found else b
            self.heads = (found.end(), end) if found else None
            return end + 1
        self.tabular(name == "startdata", a, b)
        if name == "startdata" and self.heads is not None:
            start, end = self.heads
            self.heads = None
            self.span(start, end)
            self.end_row(end)
            self.rule()
        return b

    def end_cell(self, at: int) -> None:
        """The open cell of a table takes what was kept, and the next is open."""
        if not self.layout.tables or self.layout.tables[-1].cell is None:
            return
        table, layout = self.layout.tables[-1], self.layout
        strand, layout.strand, layout.start = layout.strand, Strand(), None
        assert table.cell is not None
        table.cell.rich = flat(strand.finish()) if strand.length else Rich("", ((0, at),))
        row = table.rows[-1]
        if not row.cells and table.cell.rich.text:
            row.start = table.cell.rich.source(0)
        row.cells.append(table.cell)
        row.end = max(at, row.start)
        table.cell = Cell(Rich("", ((0, at),)))

    def end_row(self, at: int) -> None:
        if not self.layout.tables or "stack" in self.depth:
            self.layout.break_tag("br", "", at, at, False)
            return
        self.end_cell(at)
        self.layout.tables[-1].rows.append(Row([], at + 2, at + 2))

    def rule(self) -> None:
        """The first rule below a row ends the head."""
        rows = [row for row in self.layout.tables[-1].rows if any(cell.rich.text for cell in row.cells)]
        if rows and not any(cell.head for row in rows for cell in row.cells):
            for row in rows:
                for cell in row.cells:
                    cell.head = True


def ending(name: str) -> re.Pattern[str]:
    """The end of an environment."""
    return re.compile(rf"\\end\s*\{{{name}\*?\}}")


def optional_end(text: str, at: int) -> int:
    """Behind an optional argument, if there is one on the line."""
    found = re.compile(r"[ \t]*\[[^\]\n]*\]").match(text, at)
    return found.end() if found else at
