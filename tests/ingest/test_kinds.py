"""Kinds of text found while reading documents beside their units: each keeps its words, its parents and its heads."""

from __future__ import annotations

import pytest

from ingest import Passage, read_bytes


def passages(text: str, name: str) -> tuple[Passage, ...]:
    return read_bytes(text.encode(), name).passages


def units(text: str, name: str) -> list[tuple[str, str, int | None]]:
    return [(passage.kind, passage.text, passage.parent) for passage in passages(text, name)]


def rows(text: str, name: str) -> list[tuple[str, tuple[str, ...], str]]:
    return [(p.text, p.header, p.caption) for p in passages(text, name) if p.kind == "row"]


def test_boxes_and_tabs_of_mkdocs_are_paragraphs_with_their_title() -> None:
    text = """!!! tip "Faster than before"
    The cache is 2x smaller here.

    It is 3x faster on A100.

??? note
    Folded text says 1.5x.

=== "Linux"
    Tab text 4x.

Back at the margin.
"""
    assert [text for _, text, _ in units(text, "a.md")] == [
        "Faster than before", "The cache is 2x smaller here.", "It is 3x faster on A100.", "Folded text says 1.5x.", "Linux",
        "Tab text 4x.", "Back at the margin.",
    ]  # fmt: skip
    assert [passage.line for passage in passages(text, "a.md")] == [1, 2, 4, 7, 9, 10, 12]


def test_a_definition_hangs_under_its_term() -> None:
    assert units("KV cache\n: It is 2x smaller.\n: And faster.\n", "a.md") == [
        ("sentence", "KV cache", None),
        ("bullet", "It is 2x smaller.", 0),
        ("bullet", "And faster.", 0),
    ]
    assert units(
        "<dl><dt>KV cache</dt><dd>2x smaller<dd>faster</dd><dt>Weights</dt><dd>4x</dd></dl><p>On.</p>", "a.html"
    ) == [
        ("bullet", "KV cache", None),
        ("bullet", "2x smaller", 0),
        ("bullet", "faster", 0),
        ("bullet", "Weights", None),
        ("bullet", "4x", 3),
        ("sentence", "On.", None),
    ]
    assert units("Term\n    What it means: 2x.\n\nNext paragraph.\n", "a.rst") == [
        ("sentence", "Term", None),
        ("sentence", "What it means: 2x.", 0),
        ("sentence", "Next paragraph.", None),
    ]


@pytest.mark.parametrize(
    ("source", "clean"),
    [
        ("many papers<sup>1</sup> and more<sup>[2,3]</sup> say", "many papers and more say"),
        ("10<sup>6</sup> tokens in O(n<sup>2</sup>)", "10^6 tokens in O(n^2)"),
        ("4.5x<sup>1</sup> at 2<sup>-3</sup>", "4.5x at 2^-3"),
        ("Zeta<sup>TM</sup> is", "ZetaTM is"),
    ],
)
def test_raised_figures_are_powers_or_marks_of_notes(source: str, clean: str) -> None:
    assert passages(source, "a.md")[0].text == clean
    assert passages(f"<p>{source}</p>", "a.html")[0].text == clean


@pytest.mark.parametrize(
    ("source", "clean"),
    [
        (r"It is \(2.3\times\) faster (really).", "It is 2.3× faster (really)."),
        (r"It costs $O(n \log n)$, that is $\frac{1}{2}$ of it.", "It costs O(n log n), that is 1/2 of it."),
        (r"A \(plain\) bracket.", "A (plain) bracket."),
    ],
)
def test_formulas_in_prose(source: str, clean: str) -> None:
    assert passages(source, "a.md")[0].text == clean


def test_formulas_of_a_page_and_of_restructured_text() -> None:
    assert passages(r"<p>Up to \(2\times\) faster.</p>", "a.html")[0].text == "Up to 2× faster."
    assert passages(r"Up to :math:`2\times` faster.", "a.rst")[0].text == "Up to 2× faster."


def test_a_table_that_a_benchmark_printed_into_a_code_block_is_read() -> None:
    text = """Here is what it prints:

```
| model | t/s |
| ----- | --: |
| llama 7B Q4_0 | 61.20 |
| llama 13B Q4_0 | 31.20 |
build: 1234
+-----+------+
| a   | gain |
+=====+======+
| b   | 1.4x |
+-----+------+
```

```python
x = {"a": 1 | 2}
```
"""
    assert rows(text, "a.md") == [
        ("llama 7B Q4_0 | 61.20", ("model", "t/s"), ""),
        ("llama 13B Q4_0 | 31.20", ("model", "t/s"), ""),
        ("b | 1.4x", ("a", "gain"), ""),
    ]
    found = read_bytes(text.encode(), "a.md")
    assert found.quote(found.passages[1]) == "| llama 7B Q4_0 | 61.20 |"
    assert len(found.passages) == 4


def test_a_row_of_one_cell_names_the_rows_below_it() -> None:
    table = """<table><tr><th colspan="3">All results</th></tr><tr><th>Model</th><th>ms</th><th>gain</th></tr>
<tr><td>A</td><td>3</td><td>2x</td></tr><tr><td colspan="3">On A100</td></tr><tr><td>B</td><td>4</td><td>3x</td></tr></table>"""
    heads = ("Model", "ms", "gain")
    assert rows(table, "a.html") == [("A | 3 | 2x", heads, "All results"), ("B | 4 | 3x", heads, "On A100")]
    pipes = "| Model | ms | gain |\n|---|---|---|\n| **On A100** | | |\n| B | 4 | 3x |\n"
    assert rows(pipes, "a.md") == [("B | 4 | 3x", heads, "On A100")]


def test_a_caption_below_its_table_is_the_rows_caption() -> None:
    caption = "Table 4: Gains on two cards."
    assert rows(f"| a | b |\n|---|---|\n| x | 2x |\n\n{caption}\n", "a.md") == [("x | 2x", ("a", "b"), caption)]
    latex = rf"\\begin{{tabular}}{{ll}}a & b\\\\\hline x & 2x\\\\\end{{tabular}}\caption{{{caption}}}".replace(
        "\\\\begin", "\\begin"
    )
    assert rows(latex, "a.tex") == [("x | 2x", ("a", "b"), caption)]
    figure = f"<figure><table><tr><th>a<th>b<tr><td>x<td>2x</table><figcaption>{caption}</figcaption></figure>"
    assert rows(figure, "a.html") == [("x | 2x", ("a", "b"), caption)]


def test_a_grid_table_with_cells_over_rows_and_columns() -> None:
    text = """
+-----------+-----------------+
| Model     | Gain            |
|           +--------+--------+
|           | H100   | A100   |
+===========+========+========+
| A         | 2x     | 3x     |
+-----------+--------+--------+
| B         | about 1 + 1 x   |
+-----------+--------+--------+
| C, two    | 4x     | 5x     |
| lines     +--------+--------+
|           | 6x     | 7x     |
+-----------+--------+--------+
"""
    heads = ("Model", "Gain H100", "Gain A100")
    assert rows(text, "a.rst") == [
        ("A | 2x | 3x", heads, ""),
        ("B | about 1 + 1 x | ", heads, ""),
        ("C, two lines | 4x | 5x", heads, ""),
        ("C, two lines | 6x | 7x", heads, ""),
    ]


def test_a_simple_table_with_heads_over_columns() -> None:
    text = """
=====  =====  ======
   Inputs     Output
------------  ------
  A      B    A or B
=====  =====  ======
no     no     no
yes    no     yes
=====  =====  ======
"""
    heads = ("Inputs A", "Inputs B", "Output A or B")
    assert rows(text, "a.rst") == [("no | no | no", heads, ""), ("yes | no | yes", heads, "")]


def test_what_is_no_statement_is_left_out() -> None:
    assert units("https://example.org/video\n\nIt is 2x faster.\n", "a.md") == [("sentence", "It is 2x faster.", None)]
    assert units(".. versionadded:: 1.2\n   The cache is halved.\n", "a.rst") == [
        ("sentence", "The cache is halved.", None)
    ]


def test_chinese_with_western_signs_is_cut_too() -> None:
    assert [text for _, text, _ in units("显存减少了40%!真的吗?是的。快了2.5倍。", "a.txt")] == [
        "显存减少了40%!",
        "真的吗?",
        "是的。",
        "快了2.5倍。",
    ]


def test_dots_in_brackets_end_no_sentence() -> None:
    assert units("The call np.dot(...) + bias takes 2 ms. It was 3 ms.", "a.md") == [
        ("sentence", "The call np.dot(...) + bias takes 2 ms.", None),
        ("sentence", "It was 3 ms.", None),
    ]


def test_empty_cells_at_the_end_of_the_text_lead_into_it() -> None:
    text = r"\begin{document}\begin{tabular}{lll}\toprule A & B & &"
    [row] = [passage for passage in passages(text, "a.tex") if passage.kind == "row"]
    assert row.to_document(0, len(row.text))[1] <= len(text)


def texts(text: str, name: str) -> list[str]:
    return [passage.text for passage in passages(text, name)]


def test_tags_in_capitals_are_html_and_no_components() -> None:
    page = '<P\nCLASS="a"\n>The <TT\nCLASS="b"\n>run</TT\n> tool is <B\n>2x</B\n> faster.</P\n>'
    assert texts(page, "a.html") == ["The run tool is 2x faster."]
    assert texts("<Card>\n\nA *part*.\n\n</Card> <Link href='/x'>Twice</Link> as fast.", "a.mdx") == [
        "A part.",
        "Twice as fast.",
    ]


def test_markdown_of_svelte_is_read_without_its_script() -> None:
    script = "<script>\n  import Card from './card.svelte';\n</script>"
    page = f"---\ntitle: Fast\n---\n{script}\n\n<Card gap={{3}}>\n\nIt is *2x* faster.\n\n</Card>\n"
    assert texts(page, "+page.svx")[-1:] == ["It is 2x faster."]
    assert not any("import" in text for text in texts(page, "+page.svx"))


def test_what_stands_around_the_text_of_a_page_is_left_out() -> None:
    page = """<title>Zeta | A site</title><div class="sidebar"><h1>A site</h1><div>Of us.</div></div>
<div class="body"><h1>Zeta<a class="headerlink" href="#z">&para;</a></h1><p class="header">It is 2x faster.</p></div>
<div role="contentinfo">All rights reserved.</div><DIV ID="toc">Contents of it</DIV>"""
    document = read_bytes(page.encode(), "a.html")
    assert [passage.text for passage in document.passages] == ["Zeta | A site", "Zeta", "It is 2x faster."]
    assert document.title == "Zeta"


def test_a_usual_heading_names_no_document() -> None:
    assert read_bytes(b"<h2>Introduction</h2><p>It is fast.</p><h2>Method</h2>", "zeta.html").title == "zeta"
    assert read_bytes(b"<h2>Zeta</h2><p>It is fast.</p>", "a.html").title == "Zeta"


@pytest.mark.parametrize("name", ["a.md", "a.html"])
def test_what_is_struck_through_is_not_said(name: str) -> None:
    assert texts("<p>It is <del>2x</del> <s>2.5x</s> 3x faster.</p>", name) == ["It is 3x faster."]


def test_a_table_of_restructured_text_hangs_under_the_paragraph_before_it() -> None:
    table = "+---+----+\n| a | b  |\n+===+====+\n| x | 2x |\n+---+----+\n"
    found = passages(f"Speed.\n\n{table}\n* one\n\n{table}", "a.rst")
    assert [(passage.text, passage.parent) for passage in found] == [
        ("Speed.", None),
        ("x | 2x", 0),
        ("one", None),
        ("x | 2x", None),
    ]


def test_a_grid_table_whose_head_is_drawn_too_short() -> None:
    table = "+-----+---------+\n| a   | gain |\n+=====+=========+\n| x   | 2x      |\n+-----+---------+\n"
    assert rows(table, "a.rst") == [("x | 2x", ("a", "gain"), "")]


def test_markdown_that_has_crept_into_restructured_text() -> None:
    found = passages("Zeta\n====\n\nFast.\n\n## Conclusion\n\nSee [the docs](https://a.b/c) and a[0](x).\n", "a.rst")
    assert [(passage.kind, passage.text) for passage in found] == [
        ("title", "Zeta"),
        ("sentence", "Fast."),
        ("heading", "Conclusion"),
        ("sentence", "See the docs and a[0](x)."),
    ]


def test_a_star_in_quotes_is_a_star() -> None:
    assert texts("Convert '*'->'&' and \"*\", *not* this.", "a.rst") == ["Convert '*'->'&' and \"*\", not this."]


def test_a_cell_alone_in_a_later_column_names_no_rows() -> None:
    table = "| style | type | gap |\n|---|---|---|\n| Title | 14 pt | 3 |\n|  | bold |  |\n| List | 12 pt | 9 |\n"
    assert rows(table, "a.md") == [
        ("Title | 14 pt | 3", ("style", "type", "gap"), ""),
        ("List | 12 pt | 9", ("style", "type", "gap"), ""),
    ]
