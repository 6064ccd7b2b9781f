"""PDFs: reading order, line ends, floats, tables, what is not text, and which reader read it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pypdf
import pytest

from ingest import Document, UnreadableDocument, locate, page_picture, passage_picture, read, read_bytes
from ingest.pdf.engines import Pdfium, Pypdf, spread
from ingest.pdf.front import date_of
from ingest.pdf.join import Vocabulary, join
from ingest.pdf.survey import Survey
from ingest.pdf.words import Line, Word
from ingest.people import names
from scripts.make_truth_papers import write
from tests.ingest.pages import Placed, pages, pdf

LEAD = 12.0


def column(x: float, top: float, *texts: str, size: float = 10.0) -> list[Placed]:
    """Lines below one another."""
    return [(x, top - LEAD * row, size, text) for row, text in enumerate(texts)]


def document(*contents: list[Placed], rules: list[tuple[float, float, float]] | None = None) -> Document:
    return read_bytes(pages(contents, [rules] if rules else []), "paper.pdf")


def texts(read: Document, kind: str = "") -> list[str]:
    return [passage.text for passage in read.passages if kind in ("", passage.kind)]


def test_sentences_over_lines_have_a_box_for_each_line() -> None:
    found = document(
        column(
            72,
            700,
            "The cache holds two values for each head. It is",
            "read once a step, which costs little time here.",
        )
    )
    assert texts(found) == [
        "The cache holds two values for each head.",
        "It is read once a step, which costs little time here.",
    ]
    second = found.passages[1]
    assert [(box.page, round(box.x0), round(box.y0)) for box in second.boxes] == [(1, 266, 700), (1, 73, 687)]
    assert found.quote(second) == second.text
    assert second.page == 1


def test_a_paragraph_goes_on_in_the_next_column_and_on_the_next_page() -> None:
    left = column(60, 700, "The scheduler joins the requests that wait", "and sends them on together with all those")
    right = column(320, 700, "that came before them in the same second", "while the cache of every one is kept in the")
    after = column(60, 700, "memory of the device that computed it once.", "A second sentence follows right behind it.")
    assert texts(document([*left, *right], after)) == [
        "The scheduler joins the requests that wait and sends them on together with all those that came before them in the "
        "same second while the cache of every one is kept in the memory of the device that computed it once.",
        "A second sentence follows right behind it.",
    ]


def test_columns_drawn_line_by_line_across_the_page_are_set_apart() -> None:
    rows: list[Placed] = []
    for row in range(14):
        rows.append((60, 700 - LEAD * row, 10, f"left words number {row} of the first"))
        rows.append((330, 700 - LEAD * row, 10, f"right words number {row} of the other"))
    found = document(rows)
    text = " ".join(texts(found))
    assert text.index("left words number 13") < text.index("right words number 0")
    assert found.notes == ("page 1: the columns were mixed and have been set apart by their place",)


def test_running_heads_page_numbers_and_stamps_are_left_out() -> None:
    contents = [
        [
            (200, 770, 8, "A Paper Nobody Wrote"),
            *column(72, 700, f"This is the text of page number {n} of three."),
            (300, 30, 8, str(n)),
        ]
        for n in range(1, 4)
    ]
    contents[0].insert(0, (20, 20, 20, "arXiv:2401.00001v2 [cs.CL] 5 Feb 2024"))
    found = document(*contents)
    assert texts(found) == [f"This is the text of page number {n} of three." for n in range(1, 4)]
    assert (found.identifier, found.version, found.date) == ("arxiv:2401.00001", "v2", "2024-02-05")


def test_references_are_left_out_and_the_appendix_is_not() -> None:
    found = document(
        [
            *column(72, 700, "The text of the paper itself stands here first."),
            (72, 660, 14, "References"),
            *column(72, 640, "[1] A. Smith. A study of nothing at all in 2x speed. 2020."),
            (72, 600, 14, "A Appendix of Proofs"),
            *column(72, 580, "The appendix has a sentence of its own here."),
        ]
    )
    assert texts(found) == [
        "The text of the paper itself stands here first.",
        "References",
        "A Appendix of Proofs",
        "The appendix has a sentence of its own here.",
    ]
    assert found.passages[-1].section == ("A Appendix of Proofs",)


def test_hyphens_follow_the_vocabulary_of_the_document() -> None:
    words = Vocabulary()
    words.add(Pdfium(pdf("key-value pairs and quantisation of the first token, low and rank"), "x").sheet(0).lines)
    assert words.keeps("key", "value")
    assert not words.keeps("quanti", "sation")
    assert words.keeps("first", "token")  # both are words
    assert words.keeps("GPT", "4")
    assert words.keeps("mixture", "of-experts")
    assert words.keeps("mixture-of", "experts")
    assert words.keeps("all-to", "all")
    assert words.keeps("plug", "and-play")
    assert not words.keeps("infor", "mation")


def test_names_that_the_document_writes_as_one_word_are_joined() -> None:
    words = Vocabulary()
    words.add(
        Pdfium(pdf("FlashAttention is used; to avoid it, multi-query heads and a value are kept"), "x").sheet(0).lines
    )
    assert not words.keeps("Flash", "Attention")
    assert words.keeps("Wave", "Attention")  # never seen as one word
    assert words.keeps("multi", "value")  # "multi" begins compounds here
    assert not words.keeps("avoid", "ing")


TABLE = [
    *column(72, 720, "Table 1: Speed of two methods on one card, in units"),
    (80, 690, 10, "Method"), (200, 690, 10, "Batch"), (300, 690, 10, "Speed-up"),
    (80, 672, 10, "int4 weights"), (200, 672, 10, "1"), (300, 672, 10, "2.5x"),
    (80, 658, 10, "draft model"), (200, 658, 10, "8"), (300, 658, 10, "1.7x"),
    (72, 610, 10, "The text goes on below the table with a whole sentence."),
    (72, 598, 10, "And with another one that has a line of its own."),
]  # fmt: skip


@pytest.mark.parametrize(
    "rules", [None, [(76, 360, 702), (76, 360, 685), (76, 360, 652)]], ids=["no rules", "three rules"]
)
def test_a_table_gives_rows_with_heads_and_its_caption(rules: list[tuple[float, float, float]] | None) -> None:
    found = document(TABLE, rules=rules)
    rows = [passage for passage in found.passages if passage.kind == "row"]
    assert [row.cell_texts() for row in rows] == [("int4 weights", "1", "2.5x"), ("draft model", "8", "1.7x")]
    assert {row.header for row in rows} == {("Method", "Batch", "Speed-up")}
    assert {row.caption for row in rows} == {"Table 1: Speed of two methods on one card, in units"}
    assert found.quote(rows[0]) == "int4 weights | 1 | 2.5x"
    assert len(rows[0].boxes) == 3
    assert texts(found, "sentence") == [
        "The text goes on below the table with a whole sentence.",
        "And with another one that has a line of its own.",
    ]


def test_papers_of_which_every_sentence_is_known(tmp_path: Path) -> None:
    """A share of what `benchmarks/reading.py` measures: 97 % of sentences whole and 95 % of rows exact are asked for."""
    whole = exact = 0
    for file in write(tmp_path, seed=3):
        known, found = json.loads(file.with_suffix(".json").read_text()), read(file)
        whole += len(set(known["sentences"]) & set(texts(found)))
        cells = {passage.cell_texts() for passage in found.passages if passage.kind == "row"}
        exact += sum(tuple(row) in cells for row in known["rows"])
        assert found.title.startswith("Known Sentences in Known Places")
        assert found.authors == ("Ada Smith", "Ben Jones")
        assert not any("A study of cached decoding" in text for text in texts(found))
    assert whole >= 291
    assert exact >= 86


def encrypted(password: str) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf("It decodes 2.1x faster than before.")))
    writer.encrypt(password, "owner", algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_password_is_asked_for_only_where_one_is_needed() -> None:
    assert texts(read_bytes(encrypted(""), "a.pdf")) == ["It decodes 2.1x faster than before."]
    with pytest.raises(UnreadableDocument, match="needs a password: save a copy without one"):
        read_bytes(encrypted("secret"), "a.pdf")


def test_pictures_without_text_are_said_to_be_that() -> None:
    scan = pages([[]], [[(10, 600, 300)]])
    with pytest.raises(UnreadableDocument, match=r"only pictures.*ocrmypdf.*1 page"):
        read_bytes(scan, "scan.pdf")
    half = pages([column(72, 700, "The first page has a text of its own."), []], [[], [(10, 600, 300)]])
    assert read_bytes(half, "half.pdf").notes == ("pages with pictures and no text: 2",)


def test_the_second_reader_reads_without_boxes() -> None:
    second = Pypdf(pdf("It decodes 2.1x faster."), "x")
    assert [line.text for line in second.sheet(0).lines] == ["It decodes 2.1x faster."]
    assert second.boxes is False


def test_the_second_reader_is_asked_where_the_first_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise UnreadableDocument("x", "damaged", "for the test")

    monkeypatch.setattr("ingest.pdf.reader.Pdfium", fails)
    found = read_bytes(pdf("It decodes 2.1x faster than before."), "a.pdf")
    assert texts(found) == ["It decodes 2.1x faster than before."]
    assert found.reader.startswith("pypdf ")
    assert found.passages[0].boxes == ()
    assert found.notes == ("read by the second reader: no boxes, and page pictures may fail",)


def test_a_long_document_is_sampled_at_even_steps() -> None:
    assert spread(5, 10) == [0, 1, 2, 3, 4]
    assert spread(1000, 5) == [0, 250, 500, 749, 999]


def test_a_document_longer_than_the_sample_is_read_whole() -> None:
    many = pages([column(72, 700, f"This is the text of page number {n} of many.") for n in range(130)])
    found = read_bytes(many, "long.pdf")
    assert texts(found) == [f"This is the text of page number {n} of many." for n in range(130)]


def test_names_and_dates_of_the_first_page() -> None:
    assert names(["Ada Smith 1 *, Ben van Dyk2 and Chao Li†‡", "1 University of Nowhere", "ada@x.org"]) == (
        "Ada Smith",
        "Ben van Dyk",
        "Chao Li",
    )
    assert date_of("arXiv:2401.00001v2 [cs.CL] 5 Feb 2024", {}) == "2024-02-05"
    assert date_of("", {"CreationDate": "D:20231107120000Z"}) == "2023-11-07"
    assert date_of("", {"CreationDate": "nonsense"}) == ""


def colours(picture: bytes) -> set[tuple[int, int, int]]:
    from PIL import Image

    found = Image.open(io.BytesIO(picture)).convert("RGB").getcolors(1 << 20) or []
    return {colour for _, colour in found}  # type: ignore[misc]


def test_the_picture_of_a_page_has_the_unit_and_the_value_marked() -> None:
    data = pdf("It decodes 2.1x faster than before.")
    [passage] = read_bytes(data, "a.pdf").passages
    start = passage.text.index("2.1x")
    plain, marked = page_picture(data, 1), passage_picture(data, passage, [(start, start + 4)])
    assert not {(255, 243, 150), (255, 190, 90)} & colours(plain)
    assert {(255, 243, 150), (255, 190, 90)} <= colours(marked)
    [box] = locate(data, passage, start, start + 4)
    assert (round(box.x0), round(box.y0), round(box.x1)) == (121, 720, 140)


def test_a_range_is_found_on_its_page_whatever_sign_it_is_written_with(tmp_path: Path) -> None:
    import typst

    source = tmp_path / "a.typ"
    source.write_text(
        '#set text(font: "Libertinus Serif")\nThe capacity grows by 59%\u223c498% and by 2\u20133\u00d7 in all.'
    )
    data = typst.compile(source)
    [passage] = read_bytes(data, "a.pdf").passages
    assert passage.text == "The capacity grows by 59%~498% and by 2-3× in all."
    for value in ("59%~498%", "2-3×"):
        start = passage.text.index(value)
        assert len(locate(data, passage, start, start + len(value))) == 1


def test_a_page_that_is_not_there_is_named() -> None:
    with pytest.raises(UnreadableDocument, match="page 3 cannot be opened"):
        page_picture(pdf("One page only."), 3)


def test_the_second_line_of_a_cell_joins_its_row() -> None:
    wrapped: list[Placed] = [
        *column(72, 720, "Table 1: Speed of two methods on one card, in units"),
        (80, 690, 10, "Method"), (200, 690, 10, "Batch"), (300, 690, 10, "Speed-up"),
        (80, 672, 10, "Prompt"), (200, 672, 10, "1"), (300, 672, 10, "2.5x"), (80, 661, 10, "lookup"),
        (80, 645, 10, "Medusa"), (200, 645, 10, "8"), (300, 645, 10, "1.7x"), (80, 634, 10, "heads"),
    ]  # fmt: skip
    rows = [passage.cell_texts() for passage in document(wrapped).passages if passage.kind == "row"]
    assert rows == [("Prompt lookup", "1", "2.5x"), ("Medusa heads", "8", "1.7x")]


def test_a_float_belongs_to_the_section_in_which_it_stands() -> None:
    first = [(72.0, 740.0, 14.0, "1 Setup"), *TABLE, (72.0, 560.0, 14.0, "References")]
    rows = [passage for passage in document(first).passages if passage.kind == "row"]
    assert {row.section for row in rows} == {("1 Setup",)}


def test_numbers_of_lines_in_the_margin_are_left_out() -> None:
    lines = [f"words of the line that has the number {row} in its margin" for row in range(20)]
    numbered: list[Placed] = [(40, 700 - LEAD * row, 10, f"{row + 101}") for row in range(20)]
    placed = [item for pair in zip(numbered, column(72, 700, *lines), strict=True) for item in pair]
    [passage] = document(placed).passages
    assert passage.text == " ".join(lines)


def test_a_table_of_contents_is_left_out() -> None:
    contents = column(
        72, 700, "2 Setup . . . . . . . . . . . . . . . . . 4", "3 Results . . . . . . . . . . . . . . . . 7"
    )
    found = document([*contents, *column(72, 600, "A sentence of the text that stands below it.")])
    assert texts(found) == ["A sentence of the text that stands below it."]


def test_a_poster_of_short_lines_in_all_sizes_is_read_too() -> None:
    placed = [(60.0 + 170 * (n % 3), 700.0 - 30 * (n // 3), 9.0 + n % 4 * 3, f"Up to {n + 2}x") for n in range(30)]
    found = " ".join(texts(document(placed)))
    assert all(f"Up to {n + 2}x" in found for n in range(30))


def test_signs_without_meaning_are_counted_apart() -> None:
    survey = Survey()
    word = Word("\ue001\ue002ab", 0, 0, 10, 10)
    survey.add([Line([word], 10, False, False, 1)], 792)
    assert (survey.signs, survey.readable) == (4, 2)


def test_lines_of_chinese_join_without_a_space() -> None:
    lines = [Line([Word(text, 0, 0, 10, 10)], 10, False, False, 1) for text in ("推理速度", "提升", "2x")]
    assert join(lines, Vocabulary())[0] == "推理速度提升 2x"


def test_ligatures_that_a_font_names_wrongly_are_put_right() -> None:
    found = document(
        column(
            72, 700, 'The !rst con!guration is signi!cantly more e#cient, "really", at $5', 'with a di"erent pro!le!'
        )
    )
    assert texts(found) == [
        'The first configuration is significantly more efficient, "really", at $5 with a different profile!'
    ]
    assert texts(document(column(72, 700, "A price of $5 and a C# program with a hint of !important text."))) == [
        "A price of $5 and a C# program with a hint of !important text."
    ]


def test_heads_that_come_again_with_other_names_hold_for_the_rows_below_them() -> None:
    again: list[Placed] = [
        *TABLE[:7],
        (80, 644, 10, "Method"), (200, 644, 10, "Batch"), (300, 644, 10, "Memory"),
        (80, 630, 10, "int4 weights"), (200, 630, 10, "1"), (300, 630, 10, "0.3x"),
    ]  # fmt: skip
    rows = [passage for passage in document(again).passages if passage.kind == "row"]
    assert [(row.cell_texts(), row.header[2]) for row in rows] == [
        (("int4 weights", "1", "2.5x"), "Speed-up"),
        (("int4 weights", "1", "0.3x"), "Memory"),
    ]


def test_a_column_that_ends_in_an_abbreviation_goes_on_in_the_next() -> None:
    left = column(60, 700, "The kernel is faster on every card that we", "had, as the measurements in Sec. 4 and Fig.")
    right = column(320, 700, "2 confirm. Another sentence follows here.")
    assert texts(document([*left, *right])) == [
        "The kernel is faster on every card that we had, as the measurements in Sec. 4 and Fig. 2 confirm.",
        "Another sentence follows here.",
    ]


def test_lettering_of_a_figure_in_large_type_does_not_cut_the_sentence_that_runs_over_the_page() -> None:
    first = [
        (60.0, 740.0, 13.0, "1 Setup"),
        *column(60, 715, "The first section has a sentence of its own, which ends."),
        (60.0, 690.0, 13.0, "2 Results"),
        *column(
            60,
            660,
            "The cache of every request is kept in the memory of",
            "the device while all of the others that wait for the",
        ),
    ]
    second = [
        (200.0, 740.0, 19.0, "Keys and Pages"),
        *column(60, 660, "next step are sent on to another one at the same time."),
    ]
    found = document(first, second)
    assert texts(found)[-1] == (
        "The cache of every request is kept in the memory of the device while all of the others that wait for the next step are "
        "sent on to another one at the same time."
    )
    assert "Keys and Pages" not in texts(found)


def test_a_sentence_that_a_caption_cuts_goes_on_below_it_in_lower_case() -> None:
    left = column(60, 700, "The scheduler joins the requests that wait", "and sends them on together in one batch,")
    right = column(
        320,
        700,
        "Figure 6. Two ways of joining the requests",
        "of one second.",
        "where each of them keeps a cache of its own.",
    )
    assert texts(document([*left, *right])) == [
        "The scheduler joins the requests that wait and sends them on together in one batch, where each of them keeps a cache "
        "of its own.",
        "Figure 6. Two ways of joining the requests of one second.",
    ]


def test_a_displayed_formula_is_no_sentence_and_the_sentence_goes_on_behind_it() -> None:
    found = document(
        [
            *column(60, 700, "The scheduler joins the requests that wait in", "a batch of the size that we write"),
            (180, 663, 10, "B = max(b1, b2) + f(x) - 2 c,"),
            (420, 663, 10, "(1)"),
            *column(60, 639, "where each of them keeps a cache of its own.", "The costs of a batch as a whole are"),
            (200, 602, 10, "C = b1 c1 + b2 c2"),
            *column(60, 578, "We measure the speeds of two more of them.", "One of them is twice as fast."),
            (220, 541, 10, "c = 2x b"),
            *column(60, 500, "The text of the rest", "goes on as it did", "before and ends", "in four lines."),
        ]
    )
    assert texts(found) == [
        "The scheduler joins the requests that wait in a batch of the size that we write where each of them keeps a cache of "
        "its own.",
        "The costs of a batch as a whole are",
        "We measure the speeds of two more of them.",
        "One of them is twice as fast.",
        "c = 2x b",
        "The text of the rest goes on as it did before and ends in four lines.",
    ]


def test_an_algorithm_is_no_prose() -> None:
    found = document(
        [
            *column(60, 700, "The scheduler joins the requests that wait in a batch of the size that we write."),
            (60, 664, 10, "Algorithm 1 Joining of requests"),
            *column(
                66,
                646,
                "Input: the requests that wait, and a size",
                "Sort the requests by age",
                "Return the first of them",
            ),
            *column(60, 580, "1: sort the requests", "2: take the first", "3: send it on"),
            *column(60, 520, "while any request waits do", "take the first of them", "end while"),
            *column(
                60, 460, "It is tried with four devices", "for each of the requests that come, and", "for all of them."
            ),
        ],
        rules=[(60, 300, 676), (60, 300, 660), (60, 300, 600)],
    )
    assert texts(found) == [
        "The scheduler joins the requests that wait in a batch of the size that we write.",
        "Algorithm 1 Joining of requests",
        "It is tried with four devices for each of the requests that come, and for all of them.",
    ]


def test_the_heads_of_a_table_that_come_again_in_the_margin_of_each_page_are_no_running_heads() -> None:
    def page(number: int) -> list[Placed]:
        lefts = (72, 250, 350, 450)
        heads = [
            (left, 735.0, 10.0, head)
            for left, head in zip(lefts, ("Model", "Tokens/s", "Latency", "Memory"), strict=True)
        ]
        rows = [
            (left, 721.0 - 14 * row, 10.0, cell)
            for row in range(8)
            for left, cell in zip(
                lefts, (f"model-{number}-{row}", f"{10 * row}", f"{row} ms", f"{number} GB"), strict=True
            )
        ]
        return [
            (72, 770, 8, "A Paper Nobody Wrote"),
            *heads,
            *rows,
            *column(72, 500, "The text of the page stands here."),
        ]

    found = document(*map(page, range(1, 5)), rules=[(72, 500, 748), (72, 500, 731), (72, 500, 616)])
    rows = [passage for passage in found.passages if passage.kind == "row"]
    assert len(rows) == 32
    assert {row.header for row in rows} == {("Model", "Tokens/s", "Latency", "Memory")}
    assert texts(found, "sentence") == ["The text of the page stands here."] * 4


def sideways(file: bytes, angle: int) -> bytes:
    """The same pages with their contents drawn up, down or upside down, and shown upright."""
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(file)))
    for page in writer.pages:
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        shift = {90: (height, 0.0), 180: (width, height), 270: (0.0, width)}[angle]
        page.add_transformation(pypdf.Transformation().rotate(angle).translate(*shift))
        box = (0, 0, width, height) if angle == 180 else (0, 0, height, width)
        page.mediabox = page.cropbox = pypdf.generic.RectangleObject(box)
        page.rotate(angle)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_slides_that_are_drawn_sideways_are_read_like_upright_ones(angle: int) -> None:
    points = ["We gain 2x on A100", "The cache is small and is read once", "Third of the points"]
    slide = [
        (60, 700, 24, "The speeds of two devices"),
        *[
            piece
            for row, text in enumerate(points)
            for piece in ((72, 640 - 40 * row, 18, "\u2022"), (92, 640 - 40 * row, 18, text))
        ],
        *[
            (left, 480 - 20 * row, 12, cell)
            for row, cells in enumerate((("Model", "Tokens/s", "Latency"), ("A", "12", "3 ms"), ("B", "24", "2 ms")))
            for left, cell in zip((72, 250, 350), cells, strict=True)
        ],
    ]
    upright = pages([slide], rules=[[(72, 420, 495), (72, 420, 475), (72, 420, 430)]])
    turned = sideways(upright, angle)
    first, second = read_bytes(upright, "a.pdf"), read_bytes(turned, "b.pdf")
    assert [(each.kind, each.text, each.header) for each in second.passages] == [
        (each.kind, each.text, each.header) for each in first.passages
    ]
    assert texts(first, "bullet") == points
    bullet = next(each for each in second.passages if each.kind == "bullet")
    assert locate(turned, bullet, 8, 10)[0].page == 1
    marked = [
        passage_picture(file, found.passages[1], [(8, 10)]) for file, found in ((upright, first), (turned, second))
    ]
    assert colours(marked[0]) == colours(marked[1])
