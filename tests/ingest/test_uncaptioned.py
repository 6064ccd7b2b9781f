"""Tables without captions, on slides and over the ends of pages; what looks like one and is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest import Document, read_bytes
from tests.ingest.pages import Placed, pages

HEADS = ("Model", "Batch", "Speed-up")
RULES = [(76.0, 360.0, 702.0), (76.0, 360.0, 685.0), (76.0, 360.0, 640.0)]


def table(top: float, *rows: tuple[str, ...]) -> list[Placed]:
    """Rows of three cells, 14 points apart."""
    return [
        (x, top - 14 * n, 10.0, cell)
        for n, row in enumerate(rows)
        for x, cell in zip((80.0, 200.0, 300.0), row, strict=True)
    ]


def rows(found: Document) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(passage.cell_texts(), passage.header) for passage in found.passages if passage.kind == "row"]


def texts(found: Document) -> list[str]:
    return [passage.text for passage in found.passages if passage.kind != "row"]


TWO = (("Alder-7B", "1", "2.5x"), ("Birch-13B", "8", "1.7x"))
PROSE = (72.0, 600.0, 10.0, "The text goes on below the table with a whole sentence.")


@pytest.mark.parametrize("rules", [[], RULES], ids=["by its figures alone", "between rules"])
def test_rows_of_figures_under_heads_are_a_table(rules: list[tuple[float, float, float]]) -> None:
    found = read_bytes(pages([[*table(690, HEADS, *TWO), PROSE]], [rules]), "a.pdf")
    assert rows(found) == [(row, HEADS) for row in TWO]
    assert texts(found) == ["The text goes on below the table with a whole sentence."]


def test_a_table_that_goes_on_on_the_next_page_keeps_its_heads_and_caption() -> None:
    caption = (72.0, 720.0, 10.0, "Table 1: Speed of many models on one card")
    more = (("Cedar-34B", "16", "1.4x"), ("Elm-70B", "32", "1.2x"), ("Fir-8B", "64", "1.1x"))
    found = read_bytes(pages([[caption, *table(690, HEADS, *TWO)], [*table(720, *more), PROSE]]), "a.pdf")
    assert rows(found) == [(row, HEADS) for row in (*TWO, *more)]
    assert {p.caption for p in found.passages if p.kind == "row"} == {"Table 1: Speed of many models on one card"}


def test_heads_that_are_said_again_on_the_next_page_are_no_row() -> None:
    more = (("Cedar-34B", "16", "1.4x"), ("Elm-70B", "32", "1.2x"))
    found = read_bytes(pages([table(690, HEADS, *TWO), [*table(720, HEADS, *more), PROSE]]), "a.pdf")
    assert rows(found) == [(row, HEADS) for row in (*TWO, *more)]


def test_rows_of_figures_at_one_height_are_no_running_heads() -> None:
    names = ("Alder", "Birch", "Cedar", "Elm")
    parts = [
        [(f"{name}-{page}B", f"{page + n}", f"1.{page + n}x") for n, name in enumerate(names)] for page in range(3)
    ]
    contents = [table(690, HEADS, *parts[0]), table(760, *parts[1]), [*table(760, *parts[2]), PROSE]]
    assert rows(read_bytes(pages(contents), "a.pdf")) == [(row, HEADS) for part in parts for row in part]


def test_axes_and_pseudo_code_are_no_tables() -> None:
    axis = [(100.0 + 40 * n, 400.0, 7.0, f"{100 * n}") for n in range(6)]
    axis += [(80.0, 420.0 + 30 * n, 7.0, f"{0.5 * n}") for n in range(5)]
    code = [
        (80.0, 690.0 - 14 * n, 10.0, text)
        for n, text in enumerate(("Input: a prompt", "for each token do", "draft k tokens", "return"))
    ]
    found = read_bytes(pages([[*code, *axis, PROSE]], [RULES]), "a.pdf")
    assert rows(found) == []


def test_slides_give_bullets_without_their_sign_and_tables(tmp_path: Path) -> None:
    import typst

    source = tmp_path / "slides.typ"
    source.write_text("""#set page(paper: "presentation-16-9", margin: 1.5cm)
#set text(size: 20pt, font: "Libertinus Serif")
#text(size: 28pt, weight: "bold")[Results on one card]

- Decode is *2.3× faster* than FP16
  - at batch 1, with INT4 weights

#table(columns: 3, stroke: 0.5pt, [Model], [tok/s], [Gain], [Alder-7B], [120], [2.3×], [Birch-13B], [410], [1.9×])
""")
    found = read_bytes(typst.compile(source), "slides.pdf")
    assert [(p.kind, p.text) for p in found.passages] == [
        ("title", "Results on one card"),
        ("bullet", "Decode is 2.3× faster than FP16"),
        ("bullet", "at batch 1, with INT4 weights"),
        ("row", "Alder-7B | 120 | 2.3×"),
        ("row", "Birch-13B | 410 | 1.9×"),
    ]


def test_raised_figures_behind_ten_are_powers_and_elsewhere_marks_of_notes(tmp_path: Path) -> None:
    import typst

    source = tmp_path / "a.typ"
    source.write_text(
        '#set text(font: "Libertinus Serif")\nIt makes 10#super[6] tokens at 120 tok/s#super[3], 2.5×#super[1] more than 10.'
    )
    [passage] = read_bytes(typst.compile(source), "a.pdf").passages
    assert passage.text == "It makes 10^6 tokens at 120 tok/s, 2.5× more than 10."
