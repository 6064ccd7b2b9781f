"""What becomes of Markdown as projects write it."""

from ingest import Document, Passage, read_bytes


def read(text: str) -> Document:
    return read_bytes(text.encode(), "notes.md")


def units(text: str, kind: str = "") -> list[str]:
    return [passage.text for passage in read(text).passages if kind in ("", passage.kind)]


def back(document: Document, passage: Passage, word: str) -> str:
    """The source of `word` within a passage."""
    at = passage.text.index(word)
    start, end = passage.to_document(at, at + len(word))
    return document.text[start:end]


def test_a_paragraph_is_cut_into_sentences_that_keep_their_markup() -> None:
    document = read("Zeta is **2.5x faster** on one card. It needs [half](https://x.org/a_b) the\nmemory, e.g. 8 GB.\n")
    assert [passage.text for passage in document.passages] == [
        "Zeta is 2.5x faster on one card.",
        "It needs half the memory, e.g. 8 GB.",
    ]
    assert document.quote(document.passages[1]) == "It needs [half](https://x.org/a_b) the\nmemory, e.g. 8 GB."
    assert (document.passages[1].line, document.passages[1].line_end) == (1, 2)


def test_every_word_leads_back_to_its_place() -> None:
    document = read("We reach $2.7\\times$ at &lt; 4 GB and **3.87**$\\times$ with `int4`.\n")
    [passage] = document.passages
    assert passage.text == "We reach 2.7× at < 4 GB and 3.87× with int4."
    assert back(document, passage, "2.7×") == "2.7\\times"
    assert back(document, passage, "<") == "&lt;"
    assert back(document, passage, "3.87×") == "3.87**$\\times$"
    assert back(document, passage, "int4") == "int4"


def test_a_table_row_has_cells_heads_and_its_line_as_quote() -> None:
    document = read("Table 2: Speed.\n\n| Model | **Speed** |\n|---|---:|\n| [A](b) | 1.9x |\n| B \\| C | `2x` |\n")
    rows = [passage for passage in document.passages if passage.kind == "row"]
    assert [document.quote(row) for row in rows] == ["| [A](b) | 1.9x |", "| B \\| C | `2x` |"]
    assert [row.cell_texts() for row in rows] == [("A", "1.9x"), ("B | C", "2x")]
    assert rows[0].header == ("Model", "Speed")
    assert rows[0].caption == "Table 2: Speed."
    assert back(document, rows[1], "2x") == "2x"


def test_an_html_table_in_markdown_spreads_its_spans() -> None:
    text = """<table>
<tr><th rowspan="2">Model</th><th colspan="2">Batch</th></tr>
<tr><th>1</th><th>8</th></tr>
<tr><td rowspan="2">Zeta</td>

<td>1.5x</td><td>1.2x</td></tr>
<tr><td>1.6x</td><td>1.3x</td></tr>
</table>
"""
    rows = [passage for passage in read(text).passages if passage.kind == "row"]
    assert [row.cell_texts() for row in rows] == [("Zeta", "1.5x", "1.2x"), ("Zeta", "1.6x", "1.3x")]
    assert rows[0].header == ("Model", "Batch 1", "Batch 8")
    assert read(text).quote(rows[1]) == "<td>1.6x</td><td>1.3x</td>"


def test_nested_bullets_keep_their_parent() -> None:
    document = read("What is new:\n\n- Kernels\n  - 2x faster prefill\n- Docs\n")
    kinds = [(passage.text, passage.kind, passage.parent) for passage in document.passages]
    assert kinds == [
        ("What is new:", "sentence", None),
        ("Kernels", "bullet", 0),
        ("2x faster prefill", "bullet", 1),
        ("Docs", "bullet", 0),
    ]


def test_a_short_bullet_is_one_unit_and_a_long_one_is_cut() -> None:
    long = "- " + "This kernel reads the cache once for all heads of a group and so halves its traffic. " * 2
    assert units("- Added int8. See the guide.\n") == ["Added int8. See the guide."]
    assert len(units(long)) == 2


def test_code_badges_pictures_and_jumps_are_left_out() -> None:
    text = """# Zeta
[![ci](https://img.shields.io/x.svg)](https://ci) ![logo](a.png)
<img src="b.png" alt="2x faster">

- [Install](#install)

```
pip install zeta  # 3x faster
```
"""
    assert units(text) == ["Zeta"]


def test_details_html_paragraphs_and_headings_are_read() -> None:
    head = '<h2 align="center">Zeta</h2>\n<p align="center"><b>Fast.</b></p>\n'
    text = head + "<details>\n<summary>More</summary>\n\nTwice *as* fast.\n\n</details>\n"
    document = read(text)
    assert [(passage.text, passage.section) for passage in document.passages] == [
        ("Zeta", ()),
        ("Fast.", ("Zeta",)),
        ("More", ("Zeta",)),
        ("Twice as fast.", ("Zeta",)),
    ]


def test_front_matter_gives_title_description_author_and_date() -> None:
    text = '---\ntitle: "Zeta: 2x faster"\ndescription: It halves the cache.\nauthor: A. Smith\n'
    text += "date: 2024-09-05 10:00\n---\nText here.\n"
    document = read(text)
    assert [(passage.text, passage.kind) for passage in document.passages] == [
        ("Zeta: 2x faster", "title"),
        ("It halves the cache.", "sentence"),
        ("Text here.", "sentence"),
    ]
    assert (document.title, document.authors, document.date) == ("Zeta: 2x faster", ("A. Smith",), "2024-09-05")
    assert document.passages[2].line == 7


def test_the_marks_of_site_generators_are_not_text() -> None:
    text = "import Tabs from '@theme/Tabs';\n\n:::tip\nUse it.\n:::\n\n{% include a.html %}\n\n{: .note}\nSo.{/* hidden */}\n"
    assert units(text) == ["Use it.", "So."]


def test_windows_line_ends_keep_the_lines() -> None:
    document = read("# A\r\n\r\nOne two.\r\nThree four.\r\n")
    assert [(passage.text, passage.line) for passage in document.passages] == [
        ("A", 1),
        ("One two.", 3),
        ("Three four.", 4),
    ]
    assert document.quote(document.passages[2]) == "Three four."


def test_front_matter_of_a_vendor_s_blog_speaks_under_other_names() -> None:
    text = (
        '---\nblog_title: "Zeta: 2x faster"\nkey_value_propositions: It halves the cache.\ntags: cache\n---\n# Zeta\n'
    )
    assert [(passage.text, passage.kind) for passage in read(text).passages] == [
        ("Zeta: 2x faster", "sentence"),
        ("It halves the cache.", "sentence"),
        ("Zeta", "title"),
    ]


def test_names_below_an_empty_head_are_the_heads_of_the_columns() -> None:
    table = "|  |  |\n|---|---|\n| Batch | Ours (ms) |\n| 8 | 41.5 |\n"
    (row,) = (p for p in read(table).passages if p.kind == "row")
    assert (row.header, row.cell_texts()) == (("Batch", "Ours (ms)"), ("8", "41.5"))


def test_figures_below_an_empty_head_are_a_row_like_any_other() -> None:
    table = "|  |  |\n|---|---|\n| small | 41.5 |\n| large | 80.2 |\n"
    assert [p.cell_texts() for p in read(table).passages if p.kind == "row"] == [("small", "41.5"), ("large", "80.2")]
