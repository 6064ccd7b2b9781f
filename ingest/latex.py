"""LaTeX sources: sections, paragraphs, lists, captions and tables, with the place of every word."""

from __future__ import annotations

import re

from .builder import Builder, Cell, Row, flat
from .layout import Item, Layout, Table
from .math import SIGNS
from .strand import Rich, Strand, View

DROPPED = frozenset(
    """equation align gather multline eqnarray displaymath math verbatim lstlisting minted tikzpicture algorithm algorithmic
    thebibliography filecontents comment CCSXML pgfpicture alltt Verbatim""".split()
)
LEVELS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6}
SILENT = frozenset(
    """label ref cref Cref eqref autoref pageref cite citep citet citealp citeauthor citeyear parencite textcite footcite nocite
    includegraphics input include bibliography bibliographystyle vspace hspace vskip usepackage documentclass newcommand
    renewcommand providecommand setlength addtolength setcounter definecolor pagestyle thispagestyle affiliation email
    footnotemark multicolumn cline cmidrule color rowcolor cellcolor phantom hphantom index newtheorem DeclareMathOperator
    graphicspath hypersetup PassOptionsToPackage IEEEoverridecommandlockouts keywords ccsdesc orcid""".split()
)
TOKEN = re.compile(
    r"""(?P<comment>(?<!\\)%[^\n]*\n?[ \t]*)
      | \\(?P<edge>begin|end)\s*\{(?P<name>[a-zA-Z]+)\*?\}(?P<given>(?:\[[^\]]*\]|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})*)
      | \\(?P<row>\\)(?:\*?\[[^\]]*\])?
      | \\(?P<sign>[%$\#&_{}])
      | \\(?P<space>[,;:!>\ /@-])
      | \\(?P<command>[a-zA-Z]+)\*?
      | (?P<blank>\n[ \t]*\n\s*)
      | \$\$(?P<display>[^$]*)\$\$ | \\\[(?P<bracket>.*?)\\\] | \$(?P<dollar>[^$]{1,300})\$ | \\\((?P<paren>[^)]{1,300})\\\)
      | (?P<column>&)
      | (?P<tie>~)
      | (?P<dash>-{2,3}) | (?P<open>``) | (?P<quote>'')
      | (?P<brace>[{}])""",
    re.VERBOSE | re.DOTALL,
)
MACRO = re.compile(r"\\(?:re)?newcommand\*?\s*\{?\\([a-zA-Z]+)\}?\s*\{([^{}\\$]{1,40})(?:\\xspace)?\}")
OPTIONAL = re.compile(r"\s*\[[^\]]*\]")


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
        self.macros = dict(MACRO.findall(builder.text))
        self.depth: list[str] = []  # what the closing brace of each open argument ends

    def read(self) -> None:
        text = self.builder.text
        begin = text.find(r"\begin{document}")
        if begin >= 0:
            self.preamble(begin)
        stop = text.find(r"\end{document}")
        self.span(max(begin, 0), stop if stop >= 0 else len(text))
        self.layout.close(len(text))

    def preamble(self, end: int) -> None:
        """Before the body only the title counts."""
        found = re.search(r"\\title\s*(?:\[[^\]]*\])?\s*\{", self.builder.text[:end])
        if found:
            self.span(found.start(), self.closing(found.end()) + 1)

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

    def token(self, found: re.Match[str], end: int) -> int:
        """One token; gives the place to go on at."""
        a, b = found.span()
        if found["edge"]:
            return self.environment(found)
        if found["command"]:
            return self.command(found["command"], a, b)
        if found["row"]:
            self.end_row(a)
        elif found["column"]:
            self.end_cell(a)
        elif found["blank"]:
            self.layout.flush(a)
        elif found["sign"]:
            self.layout.sign(found["sign"], a, b)
        elif found["dash"]:
            self.layout.sign("–" if len(found["dash"]) == 2 else "—", a, b)
        elif found["open"] or found["quote"]:
            self.layout.sign('"', a, b)
        elif found["tie"] or found["space"] or found["comment"]:
            if found["tie"] or found["space"] in (",", ";", ":", " "):
                self.layout.sign(" ", a, b)
        elif found["dollar"] or found["paren"]:
            self.formula(*found.span("dollar" if found["dollar"] else "paren"))
        elif found["brace"] == "}" and self.depth:
            self.end_argument(a)
        elif found["brace"] == "{":
            self.depth.append("")
        return b

    def formula(self, start: int, end: int) -> None:
        from .math import math

        math(self.layout, self.view, start, end, start - 1, end + 1)

    def command(self, name: str, a: int, b: int) -> int:
        text = self.builder.text
        if name in SIGNS:
            self.layout.sign(SIGNS[name], a, b)
        elif name in self.macros:
            self.layout.sign(self.macros[name].strip(), a, b)
        elif name in LEVELS or name in ("title", "caption"):
            return self.argument(name, b)
        elif name == "item":
            self.layout.flush(a)
            if self.layout.items:
                self.layout.items[-1].fresh, self.layout.items[-1].index = True, None
        elif name == "href":
            found = re.compile(r"\s*\{[^{}]*\}").match(text, b)
            return found.end() if found else b
        elif name in SILENT:
            return self.arguments(b) if name != "multicolumn" else self.multicolumn(b)
        elif name in ("footnote", "thanks"):
            found = re.compile(r"\s*(?:\[[^\]]*\])?\s*\{").match(text, b)
            return self.closing(found.end()) + 1 if found else b
        elif name in ("toprule", "midrule", "bottomrule", "hline") and self.layout.tables:
            self.rule()
        return b

    def arguments(self, at: int) -> int:
        """Past the arguments of a command that says nothing."""
        text = self.builder.text
        while found := re.compile(r"\s*(\[[^\]]*\]|\{|\([^)]*\))").match(text, at):
            if "\n\n" in found[0]:
                break
            at = self.closing(found.end()) + 1 if found[1] == "{" else found.end()
        return at

    def multicolumn(self, at: int) -> int:
        """`\\multicolumn{2}{c}{Text}`: the cell spans so many columns."""
        found = re.compile(r"\s*\{(\d+)\}\s*\{[^{}]*\}\s*\{").match(self.builder.text, at)
        if found is None:
            return at
        if self.layout.tables and self.layout.tables[-1].cell is not None:
            self.layout.tables[-1].cell.columns = int(found[1])
        self.depth.append("")
        return found.end()

    def argument(self, name: str, at: int) -> int:
        """The text of a heading or caption is read until its brace closes."""
        text = self.builder.text
        found = OPTIONAL.match(text, at)
        at = found.end() if found else at
        brace = re.compile(r"\s*\{").match(text, at)
        if brace is None:
            return at
        if self.layout.in_cell:
            self.depth.append("")
            return brace.end()
        self.layout.flush(at)
        self.layout.role = "heading" if name in LEVELS else ("title" if name == "title" else "caption")
        self.layout.level = LEVELS.get(name, 0)
        if name in LEVELS:
            self.layout.items.clear()
        self.depth.append(name)
        return brace.end()

    def end_argument(self, a: int) -> None:
        if self.depth.pop():
            self.layout.flush(a)
            self.layout.role, self.layout.level = "sentence", 0

    def environment(self, found: re.Match[str]) -> int:
        name, opening = found["name"], found["edge"] == "begin"
        layout, a, b = self.layout, found.start(), found.end()
        if name in DROPPED:
            if not opening:
                return b
            close = re.compile(rf"\\end\s*\{{{name}\*?\}}").search(self.builder.text, b)
            return close.end() if close else b
        if name in ("itemize", "enumerate", "description"):
            layout.flush(a)
            if opening:
                layout.items.append(Item(layout.intro()))
            elif layout.items:
                layout.items.pop()
        elif name in ("tabular", "tabularx", "tabulary", "longtable", "array"):
            if opening:
                if not layout.in_cell:
                    layout.flush(a)
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
        elif name == "abstract" and opening:
            layout.flush(a)
            where = found.start("name")
            self.builder.heading(2, Rich("Abstract", ((0, where),)), where, found.end("name"))
        else:
            layout.flush(a)
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
        if not self.layout.tables:
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
