"""What the commands of LaTeX stand for, as tables: which say nothing, which take arguments before their text, which are signs."""

from __future__ import annotations

import re
import unicodedata

from .math import SIGNS

# Environments that are no prose. The second kind is set off from the text like a paragraph, the first stands in a sentence.
FORMULAS = frozenset(
    "equation align gather multline eqnarray displaymath flalign alignat IEEEeqnarray subequations".split()
)
DROPPED = FORMULAS | frozenset(
    """verbatim lstlisting minted tikzpicture algorithm algorithmic thebibliography filecontents comment CCSXML pgfpicture alltt
    Verbatim BVerbatim Sinput Soutput tcblisting""".split()
)
FLOATS = frozenset(
    "figure table wrapfigure wraptable sidewaystable sidewaysfigure SCfigure SCtable floatrow algorithm deluxetable".split()
)
TABULAR = frozenset("tabular tabularx tabulary longtable array tblr supertabular".split())
STACKED = frozenset("makecell shortstack thead specialcell Centerstack".split())  # lines one above the other in a cell
LISTS = frozenset("itemize enumerate description compactitem compactenum inparaenum".split())
LEVELS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6}
RULES = frozenset("toprule midrule bottomrule hline Xhline colrule".split())
REFERENCES = frozenset("cref Cref autoref Autoref cpageref labelcref".split())
# Arguments of environments that are not text.
GIVEN = {
    "tabular": 1, "tabularx": 2, "tabulary": 2, "longtable": 1, "array": 1, "deluxetable": 1, "tblr": 1, "supertabular": 1,
    "minipage": 1, "wrapfigure": 2, "wraptable": 2, "adjustbox": 1, "adjustwidth": 2, "multicols": 1, "thebibliography": 1,
    "subfigure": 1, "subtable": 1, "spacing": 1, "resizebox": 2,
}  # fmt: skip
SILENT = frozenset(
    """label ref eqref pageref vref nameref cite citep citet citealp citeauthor citeyear parencite textcite footcite nocite
    autocite supercite includegraphics input include bibliography bibliographystyle vspace hspace vskip hskip usepackage
    documentclass newcommand renewcommand providecommand setlength addtolength setcounter definecolor pagestyle thispagestyle
    affiliation affil email footnotemark cline cmidrule rowcolor cellcolor phantom hphantom vphantom index newtheorem
    DeclareMathOperator graphicspath hypersetup PassOptionsToPackage IEEEoverridecommandlockouts keywords ccsdesc orcid
    Description institution streetaddress city state country postcode authornote authornotemark received acmConference
    acmDOI acmISBN acmYear
    copyrightyear setcopyright thanks author date institute address sout st captionsetup lstset tikzset newenvironment
    shorttitle shortauthors titlerunning authorrunning
    tablewidth tablenum tabletypesize tablecolumns preprint altaffiliation homepage collaboration pacs
    bibitem addbibresource linespread setlist theoremstyle addplot def let hfill vfill color specialrule hhline""".split()
)
# How many arguments those take that do not take one.
ARITY = {
    "newcommand": 2, "renewcommand": 2, "providecommand": 2, "setlength": 2, "addtolength": 2, "setcounter": 2, "definecolor": 3,
    "newtheorem": 2, "DeclareMathOperator": 2, "acmConference": 3, "newenvironment": 3, "specialrule": 3, "def": 2, "let": 2,
    "hfill": 0, "vfill": 0, "captionsetup": 1, "addplot": 0, "IEEEoverridecommandlockouts": 0, "theoremstyle": 1,
    "footnotemark": 0,
}  # fmt: skip
# How many arguments stand before the one that is text: \textcolor{red}{2x}, \multirow{2}{*}{A100}.
BEFORE = {
    "href": 1, "textcolor": 1, "colorbox": 1, "fcolorbox": 2, "multirow": 2, "resizebox": 2, "scalebox": 1, "rotatebox": 1,
    "raisebox": 1, "parbox": 1, "fontsize": 2, "adjustbox": 1, "SetCell": 1, "hyperlink": 1, "hypertarget": 1,
    "foreignlanguage": 1,
}  # fmt: skip
LOGOS = {
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "BibTeX": "BibTeX",
    "LaTeXe": "LaTeX2e",
    "XeLaTeX": "XeLaTeX",
    "TeXLive": "TeX Live",
}
# Commands without arguments that are often closed by `{}` and print nothing, or a space.
QUIET = frozenset(
    """centering noindent small footnotesize scriptsize tiny large Large LARGE normalsize bf it em rm tt sc itshape bfseries
    ttfamily xspace maketitle newpage clearpage tableofcontents appendix par item relax protect null smallskip medskip
    bigskip hrule vrule colhead nocolhead
    linebreak pagebreak newline ignorespaces unskip strut boldmath raggedright onecolumn twocolumn left right
    displaystyle""".split()
)
# What a reference is called by the package that names it, by the usual beginnings of labels.
CALLED = {
    "tab": "Table", "tbl": "Table", "table": "Table", "fig": "Figure", "figure": "Figure", "sec": "Section", "subsec": "Section",
    "ssec": "Section", "section": "Section", "app": "Appendix", "appendix": "Appendix", "apx": "Appendix", "eq": "Equation",
    "eqn": "Equation", "alg": "Algorithm", "algo": "Algorithm", "thm": "Theorem", "lem": "Lemma", "lst": "Listing",
}  # fmt: skip
LETTERS = {
    "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "i": "ı",
}  # fmt: skip
COMBINING = "\u0301\u0300\u0302\u0308\u0303\u0304\u0307\u0306\u030c\u030b\u0327\u0328\u030a"
ACCENTS = dict(zip("'`^\"~=.uvHckr", COMBINING, strict=True))
ACCENT = re.compile(
    r"""\\(?:(?P<mark>['`^"~=.])|(?P<letter>[uvHckr])(?![a-zA-Z]))[ ]*
        (?:\{\s*\\?(?P<braced>[A-Za-z])\s*\}|\\?(?P<bare>[A-Za-z])(?![a-zA-Z]*\{)|\{\\(?P<dotless>[ij])\s*\})""",
    re.VERBOSE,
)
# siunitx, as far as measurements of machines need it: \SI{3.35}{\tera\byte\per\second}.
QUANTITY = re.compile(r"\\(?:SI|qty)\s*(?:\[[^\]]*\])?\{(?P<number>[^{}]*)\}\s*\{(?P<unit>(?:[^{}]|\{[^{}]*\})*)\}")
UNITS = {
    "tera": "T", "giga": "G", "mega": "M", "kilo": "k", "milli": "m", "micro": "µ", "nano": "n", "tebi": "Ti", "gibi": "Gi",
    "mebi": "Mi",
    "byte": "B", "bit": "b", "second": "s", "hertz": "Hz", "watt": "W", "joule": "J", "percent": "%", "per": "/", "minute": "min",
    "hour": "h", "flop": "FLOP", "token": "token",
}  # fmt: skip


MACRO = re.compile(
    r"\\(?:(?:re|provide)?newcommand\*?\s*\{?\\|def\s*\\)([a-zA-Z]+)\}?\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
)


def macros_of(text: str) -> dict[str, str]:
    """What the file's own commands without arguments print, where that is a short text: the name of a system, a figure."""
    found = {}
    for name, body in MACRO.findall(text):
        plain = re.sub(r"\\([a-zA-Z]+)\s*", lambda command: SIGNS.get(command[1]) or LOGOS.get(command[1], ""), body)
        plain = re.sub(r"\\([%&#_$])", r"\1", plain)
        plain = re.sub(r"[{}$]", "", plain).replace("~", " ").strip()
        if plain and "\\" not in plain and "#" not in plain and len(plain) <= 40:
            found[name] = plain
    return found


def character(command: str) -> str:
    """The sign that `\\char'134` or `\\char92` prints."""
    number = command[5:].strip()
    if number[0] == "`":
        return number[-1]
    code = int(number[1:], 8 if number[0] == "'" else 16) if number[0] in "'\"" else int(number)
    return chr(code) if code < 0x10000 else ""


def accented(found: re.Match[str]) -> str:
    """The letter that an accent's command makes: `\\"a` is ä."""
    base = found["braced"] or found["bare"] or found["dotless"]
    return unicodedata.normalize("NFC", base + ACCENTS[found["mark"] or found["letter"]])


def quantity(found: re.Match[str]) -> str:
    """Number and unit as they are printed."""
    unit = re.sub(r"\\([a-zA-Z]+)", lambda name: UNITS.get(name[1], name[1]), found["unit"]).replace("~", " ").strip()
    number = re.sub(r"\\([a-zA-Z]+)\s*", lambda name: SIGNS.get(name[1], ""), found["number"]).strip()
    return f"{number} {unit}".strip()


def called(label: str) -> str:
    """What `\\cref{tab:speed}` prints before the number."""
    return CALLED.get(re.split(r"[:_\-.]", label.strip(), maxsplit=1)[0].lower(), "")
