"""HTML, reStructuredText, LaTeX, notebooks and plain text."""

from __future__ import annotations

import json

import pytest

from ingest import Document, UnreadableDocument, read_bytes


def read(text: str, name: str) -> Document:
    return read_bytes(text.encode(), name)


def units(text: str, name: str) -> list[tuple[str, str]]:
    return [(passage.kind, passage.text) for passage in read(text, name).passages]


def test_a_page_gives_title_description_headings_and_paragraphs_but_no_menus_or_scripts() -> None:
    page = """<!DOCTYPE html><html><head><title>Zeta</title><meta name="description" content="It halves the cache.">
<meta name="author" content="Ada Smith"><script>alert("2x faster")</script><style>p {}</style></head><body>
<nav><ul><li>Home</li></ul></nav><h1>Zeta</h1><p>We reach 2&times; &amp; more.<br>Second line
<h2>How</h2><ul><li>First <b>item</b><ul><li>Inner</li></ul></li></ul><pre>code 3x</pre>
<figure><img alt="4x"><figcaption>Figure 1: Speed.</figcaption></figure></body></html>"""
    assert units(page, "a.html") == [
        ("sentence", "It halves the cache."),
        ("title", "Zeta"),
        ("sentence", "We reach 2× & more."),
        ("sentence", "Second line"),
        ("heading", "How"),
        ("bullet", "First item"),
        ("bullet", "Inner"),
        ("caption", "Figure 1: Speed."),
    ]
    document = read(page, "a.html")
    assert document.authors == ("Ada Smith",)
    assert document.passages[2].section == (
        "Zeta",
    )  # the heading says the title again: it is a section, and no second unit
    assert document.passages[6].parent == 5
    assert document.quote(document.passages[2]) == "We reach 2&times; &amp; more."


def test_of_a_page_with_one_article_only_that_is_read_and_menus_never_are() -> None:
    menu = '<ul><li><a href="/">Home</a></li><li><a href="/b">Our blog</a></li></ul><p><a href="/x">Log in</a></p>'
    article = (
        "<article><h1>Zeta</h1><p>It is twice as fast as what there was before on every card that we had.</p></article>"
    )
    page = f"<html><head><title>Zeta - Blog</title></head><body>{menu}%s<div>Related posts about something else</div></body>"
    assert [text for _, text in units(page % article, "a.html")] == [
        "Zeta - Blog",
        "Zeta",
        "It is twice as fast as what there was before on every card that we had.",
    ]
    whole = [text for _, text in units(page % article.replace("article", "div"), "a.html")]
    assert whole[-1] == "Related posts about something else"
    assert not {"Home", "Our blog", "Log in"} & set(whole)


def test_an_html_row_is_quoted_with_its_cells() -> None:
    page = "<table><caption>Speed</caption><thead><tr><td>Model<td>Factor</thead><tr><td>A</td>\n<td><b>2x</b></td></tr></table>"
    document = read(page, "a.html")
    [row] = [passage for passage in document.passages if passage.kind == "row"]
    assert document.quote(row) == "<td>A</td>\n<td><b>2x</b></td>"
    assert (row.header, row.cell_texts(), row.caption) == (("Model", "Factor"), ("A", "2x"), "Speed")


def test_broken_html_is_read_as_far_as_it_goes() -> None:
    assert units("<p>One <b>two <a href='x>three</p> <table><tr><td>A<td>B", "a.html")[0][1].startswith("One two")


RST = """
====
Zeta
====

It is *fast* on ``int4``, see :ref:`the guide <guide>` and `more <https://x.org>`_ [1]_.

.. code-block:: python

   print("3x")

New in this release
-------------------

* Decode is **2x** faster
  on one card.

  Behind it stands a kernel.

  - Inner

.. note:: Mind the cache.

.. figure:: a.png

   Speed over length.

+-------+--------+
| Model | Factor |
+=======+========+
| A     | 2x     |
+-------+--------+

.. list-table:: Memory
   :header-rows: 1

   * - Model
     - GB
   * - A
     - 4

===== =====
Model Speed
===== =====
B     3x
===== =====
"""


def test_restructured_text() -> None:
    document = read(RST, "a.rst")
    assert [(passage.kind, passage.text) for passage in document.passages] == [
        ("title", "Zeta"),
        ("sentence", "It is fast on int4, see the guide and more."),
        ("heading", "New in this release"),
        ("bullet", "Decode is 2x faster on one card."),
        ("sentence", "Behind it stands a kernel."),
        ("bullet", "Inner"),
        ("sentence", "Mind the cache."),
        ("caption", "Speed over length."),
        ("row", "A | 2x"),
        ("caption", "Memory"),
        ("row", "A | 4"),
        ("row", "B | 3x"),
    ]
    rows = [passage for passage in document.passages if passage.kind == "row"]
    assert [row.header for row in rows] == [("Model", "Factor"), ("Model", "GB"), ("Model", "Speed")]
    assert rows[1].caption == "Memory"
    assert document.passages[5].parent == 3
    assert document.quote(document.passages[3]) == "Decode is **2x** faster\n  on one card."


def test_an_option_that_is_no_number_is_passed_over() -> None:
    text = ".. list-table:: Memory\n   :header-rows: one\n\n   * - A\n     - 4\n"
    assert units(text, "a.rst") == [("caption", "Memory"), ("row", "A | 4")]


LATEX = r"""\documentclass{article}
\newcommand{\zeta}{Zeta}
\title{A Fast \zeta}
\begin{document}
\begin{abstract}
\zeta{} is $2.7\times$ faster~\cite{a}. % not this
\end{abstract}
\section{Method}\label{sec:m}
It needs 50\% of the bytes, ``really''.

\begin{itemize}
  \item \textbf{Prefill} gains $1.2\times$.
\end{itemize}
\begin{equation} a = b \end{equation}
\begin{table}\caption{Speed on one card.}
\begin{tabular}{lrr}
\toprule
Model & \multicolumn{2}{c}{Factor} \\
\midrule
A & 2.0 & 3.0 \\
\bottomrule
\end{tabular}\end{table}
\end{document}
"""


def test_latex() -> None:
    document = read(LATEX, "a.tex")
    assert [(passage.kind, passage.text) for passage in document.passages] == [
        ("title", "A Fast Zeta"),
        ("heading", "Abstract"),
        ("sentence", "Zeta is 2.7× faster."),
        ("heading", "Method"),
        ("sentence", 'It needs 50% of the bytes, "really".'),
        ("bullet", "Prefill gains 1.2×."),
        ("caption", "Speed on one card."),
        ("row", "A | 2.0 | 3.0"),
    ]
    row = document.passages[-1]
    assert row.header == ("Model", "Factor", "Factor")
    assert row.caption == "Speed on one card."
    assert document.quote(row) == "A & 2.0 & 3.0 "


def test_a_notebook_is_its_markdown_cells() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Zeta\n", "Twice as fast."]},
        {"cell_type": "code", "source": "print('3x')", "outputs": []},
        {"cell_type": "markdown", "source": "- Half the memory."},
    ]
    assert units(json.dumps({"cells": cells}), "a.ipynb") == [
        ("title", "Zeta"),
        ("sentence", "Twice as fast."),
        ("bullet", "Half the memory."),
    ]
    with pytest.raises(UnreadableDocument, match="damaged"):
        read("{}", "a.ipynb")


def test_plain_text_with_headings_bullets_and_labelled_lines() -> None:
    text = "v1.2 (Mar 2024)\nperf: 20% faster decode\nfix: a leak\n\nNotes\n=====\n\n"
    text += "One long\nparagraph. Two.\n\n * a bullet\n   goes on\n"
    assert units(text, "NEWS.txt") == [
        ("heading", "v1.2 (Mar 2024)"),
        ("bullet", "perf: 20% faster decode"),
        ("bullet", "fix: a leak"),
        ("heading", "Notes"),
        ("sentence", "One long paragraph."),
        ("sentence", "Two."),
        ("bullet", "a bullet goes on"),
    ]


@pytest.mark.parametrize(
    ("data", "name", "reason"),
    [
        (b"", "a.md", "empty"),
        (b" \n", "a.md", "empty"),
        (b"\x89PNG\0\0", "a.png", "unsupported"),
        (b"\0\1\2\3", "a", "unsupported"),
        (b"```\ncode\n```", "a.md", "empty"),
        (b"%PDF-1.7 and no more", "a.pdf", "damaged"),
    ],
)
def test_what_cannot_be_read_has_a_reason(data: bytes, name: str, reason: str) -> None:
    with pytest.raises(UnreadableDocument) as caught:
        read_bytes(data, name)
    assert caught.value.reason == reason


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_are_found_out(encoding: str) -> None:
    assert [passage.text for passage in read_bytes("Größer – um 2×.".encode(encoding), "a.txt").passages] == [
        "Größer – um 2×."
    ]
