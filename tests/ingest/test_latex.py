"""LaTeX as authors write it: own commands, references, notes, floats in the middle of a paragraph."""

from __future__ import annotations

import pytest

from ingest import Document, read_bytes


def read(text: str) -> Document:
    return read_bytes(text.encode(), "a.tex")


def texts(text: str) -> list[str]:
    return [passage.text for passage in read(text).passages]


@pytest.mark.parametrize(
    ("source", "clean"),
    [
        (r"\newcommand{\sys}{\textsc{Zeta}\xspace}\sys doubles it.", "Zeta doubles it."),
        (r"\newcommand\gain{$2.3\times$\xspace}We gain \gain here.", "We gain 2.3× here."),
        (r"The \zetaserve{} engine is faster.", "The zetaserve engine is faster."),
        (r"At 8 GPUs vs.\ $4$ it is faster, and vs.\\" + "\n" + r"that.", "At 8 GPUs vs. 4 it is faster, and vs."),
        ("It takes 0.4 s vs.\\\n$0.8$ s before.", "It takes 0.4 s vs. 0.8 s before."),
        (r"It is faster~\cite{a}, and smaller \citep[see][]{b}.", "It is faster, and smaller."),
        (r"It is faster \cite{a} (up to 2x) than that.", "It is faster (up to 2x) than that."),
        (r"See \cref{tab:speed} and \autoref{sec:method}.", "See Table and Section."),
        (r"This holds (\ref{x}) here (\cref{fig:a}).", "This holds here (Figure)."),
        (r"Th{\o}rv{\"a}ld and B\'eranger ran na\"{\i}ve code.", "Thørväld and Béranger ran naïve code."),
        (r"The flag \verb|--fast=2| of \LaTeX{} helps.", "The flag --fast=2 of LaTeX helps."),
        (r"\textcolor{red}{Twice} \scalebox{0.8}{as fast}.", "Twice as fast."),
        (r"It reaches \SI{3.35}{\tera\byte\per\second} there.", "It reaches 3.35 TB/s there."),
        (r"Now \sout{3x} 2x faster.", "Now 2x faster."),
        (r"With \Psi{} and $\chi=0.5$ it holds.", "With Ψ and χ=0.5 it holds."),
    ],
)
def test_the_text_of_a_paragraph(source: str, clean: str) -> None:
    assert texts(source)[0] == clean


def test_a_displayed_formula_ends_a_sentence_only_with_its_full_stop() -> None:
    source = (
        r"Time is \begin{equation} t = b / w \label{eq:t} \end{equation} in seconds. We set \[ b = 2. \] This is small."
    )
    assert texts(source) == ["Time is in seconds.", "We set", "This is small."]
    assert texts(r"We set \[ b = 2 \] and then \[ c = 1 \] This is small.") == ["We set and then", "This is small."]


def test_code_ends_a_paragraph() -> None:
    source = "One example:\n\\begin{verbatim}\nx = 2x faster\n\\end{verbatim}\nIt is 3x faster."
    assert texts(source) == ["One example:", "It is 3x faster."]


def test_a_footnote_and_a_float_are_read_behind_the_paragraph_that_they_stand_in() -> None:
    source = (
        "We gain 2x\\footnote{On one H100.} over\n\\begin{table}\\caption{Speed.}\n"
        "\\begin{tabular}{lr}a & b \\\\\\hline x & 2x \\\\\\end{tabular}\\end{table}\nthe baseline.\n\nThen more."
    )
    document = read(source)
    assert [(passage.kind, passage.text) for passage in document.passages] == [
        ("sentence", "We gain 2x over the baseline."),
        ("sentence", "On one H100."),
        ("caption", "Speed."),
        ("row", "x | 2x"),
        ("sentence", "Then more."),
    ]
    assert document.passages[3].header == ("a", "b")


def test_a_table_that_floats_is_not_introduced_by_the_paragraph_before_it() -> None:
    table = r"\begin{tabular}{lr}a & b \\ \midrule x & 2x \\ \end{tabular}"
    assert read(f"As follows:\n\n{table}").passages[-1].parent == 0
    assert read(f"Something else.\n\n\\begin{{table}}{table}\\end{{table}}").passages[-1].parent is None


def test_cells_with_commands_that_take_more_than_text() -> None:
    source = (
        r"\begin{tabular}{l|cc}\toprule \multirow{2}{*}{Model} & \multicolumn{2}{c}{\textbf{Rate}} \\"
        r"\cmidrule(lr){2-3} & A & B \\ \midrule \rowcolor{gray!10} \makecell{Zeta\\7B} & \textcolor{blue}{12.5}"
        r"& $\uparrow$ 3$\times$ \\ \bottomrule\end{tabular}"
    )
    row = read(source).passages[0]
    assert row.cell_texts() == ("Zeta 7B", "12.5", "↑ 3×")
    assert row.header == ("Model", "Rate A", "Rate B")


def test_the_authors_are_named() -> None:
    source = (
        r"\title{Zeta}\author{Ada Smith\thanks{Equal.} \and Ben {van} Dyk \\ University of Nowhere}\author{Zo\"e Li}"
        r"\begin{document}\maketitle It is fast.\end{document}"
    )
    document = read(source)
    assert document.authors == ("Ada Smith", "Ben van Dyk", "Zoë Li")
    assert [passage.text for passage in document.passages] == ["Zeta", "It is fast."]


def test_heads_and_rows_that_two_commands_give() -> None:
    source = (
        r"\begin{deluxetable*}{lr}\tablecaption{Speed.}\tablewidth{0pt}\tablehead{\colhead{Model} & \colhead{Rate} \\"
        r"\colhead{} & \colhead{(1/s)}}\startdata Zeta & 2.5 \\ Eta & 3.5 \enddata\end{deluxetable*}"
    )
    document = read(source)
    assert [(passage.kind, passage.text) for passage in document.passages] == [
        ("caption", "Speed."),
        ("row", "Zeta | 2.5"),
        ("row", "Eta | 3.5"),
    ]
    assert document.passages[1].header == ("Model", "Rate (1/s)")


def test_a_table_with_a_width() -> None:
    source = r"\begin{tabular*}{\textwidth}{@{}lr@{}}\tabcolsep=4pt a & b \\ \hline x & 2x \\ \end{tabular*}"
    assert read(source).passages[0].header == ("a", "b")


def test_the_label_of_a_description_stands_before_its_text() -> None:
    assert texts(r"\begin{description}\item[Latency] It is 2x lower.\end{description}") == ["Latency It is 2x lower."]


def test_a_document_begins_where_its_body_does_and_not_in_a_comment() -> None:
    assert texts("% before \\begin{document} 3x\n\\begin{document}Twice.\n\\end{document}") == ["Twice."]


def test_a_title_that_is_never_closed_ends_with_the_file() -> None:
    text = "\\title{Drafts {A}\\begin{document}\nDrafts make decoding 1.7 times faster.\n\\footnote{no}\\end{document}"
    found = read_bytes(text.encode(), "cut.tex")
    assert found.passages[0].text.startswith("Drafts A")
