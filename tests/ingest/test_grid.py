"""Words of a table to rows and columns."""

from __future__ import annotations

from ingest.pdf.grid import columns_of, grid, pieces_of
from ingest.pdf.tables import Region, Rule, chains
from ingest.pdf.words import Line, Word, mend, on_one_line


def line(y: float, *cells: tuple[float, str], size: float = 10.0) -> Line:
    """Cells of single words or more at their places; a word is 5 points a letter wide, a space 2.5."""
    words = []
    for x, text in cells:
        for part in text.split():
            words.append(Word(part, x, y, x + 5 * len(part), y + 8))
            x += 5 * len(part) + 2.5
    return Line(words, size, False, False, 1)


def texts(lines: list[Line], rules: list[Rule] | None = None) -> tuple[list[list[str]], int]:
    rows, heads = grid(lines, Region(0, 0, 600, 800, rules or []))
    return [[" ".join(word.text for word in cell) for cell in row] for row in rows], heads


def test_columns_are_the_gutters_that_no_row_crosses() -> None:
    lines = [
        line(100, (0, "Method"), (100, "Batch size"), (200, "Gain")),
        line(85, (0, "int4 weights"), (100, "1"), (200, "2.5x")),
        line(70, (0, "draft"), (100, "16"), (200, "1.7x")),
    ]
    assert texts(lines) == (
        [["Method", "Batch size", "Gain"], ["int4 weights", "1", "2.5x"], ["draft", "16", "1.7x"]],
        1,
    )


def test_a_head_over_two_columns_is_given_to_both() -> None:
    lines = [
        line(115, (0, "Method"), (130, "Speed of decoding")),
        line(100, (120, "A100"), (200, "H100")),
        line(85, (0, "int4"), (120, "2.1x"), (200, "2.5x")),
        line(70, (0, "fp8"), (120, "1.4x"), (200, "1.7x")),
    ]
    rows, heads = texts(lines, [Rule(0, 250, 96)])
    assert heads == 2
    assert rows[0] == ["Method", "Speed of decoding", "Speed of decoding"]


def test_a_bracket_belongs_to_the_figure_before_it() -> None:
    [row] = [pieces_of(line(0, (0, "9.1"), (21, "(1x)"), (60, "32.5"), (87, "(3.6x)")).words, 10)]
    assert [" ".join(word.text for word in words) for _, _, words in row] == ["9.1 (1x)", "32.5 (3.6x)"]
    assert len(columns_of([row])) == 2


def test_cells_of_two_lines_are_put_together() -> None:
    lines = [
        line(100, (0, "Task"), (80, "Length"), (140, "Base"), (220, "Ours")),
        line(85, (80, "256"), (140, "75.0"), (220, "74.3")),
        line(74, (0, "GSM8K"), (140, "9.1 (1x)"), (220, "32.5 (3.6x)")),
        line(63, (80, "512"), (140, "76.0"), (220, "74.3")),
        line(52, (140, "7.7 (1x)"), (220, "25.6 (3.3x)")),
    ]
    rows, heads = texts(lines, [Rule(0, 300, 112), Rule(0, 300, 96), Rule(0, 300, 48)])
    assert heads == 1
    assert rows[1:] == [
        ["GSM8K", "256", "75.0 9.1 (1x)", "74.3 32.5 (3.6x)"],
        ["", "512", "76.0 7.7 (1x)", "74.3 25.6 (3.3x)"],
    ]


def test_rows_of_one_method_at_two_batches_stay_two_rows() -> None:
    lines = [
        line(100, (0, "Model"), (80, "Batch"), (140, "Base"), (220, "Ours")),
        *(
            row
            for n in range(2)
            for row in (
                line(85 - 22 * n, (0, "7B"), (80, "1"), (140, "20"), (220, "41")),
                line(74 - 22 * n, (80, "8"), (140, "90"), (220, "99")),
            )
        ),
    ]
    assert len(texts(lines)[0]) == 5


def test_rules_of_one_width_are_a_frame_and_pieces_that_touch_are_one_rule() -> None:
    rules = [Rule(0, 100, 90), Rule(101, 200, 90), Rule(0, 200, 70), Rule(30, 60, 80), Rule(0, 200, 10)]
    [frame] = chains(rules)
    assert [(rule.x0, rule.x1, rule.y) for rule in frame] == [(0, 200, 90), (0, 200, 70), (0, 200, 10)]


def test_pieces_of_a_printed_line_are_put_together_and_a_drawing_is_parted_from_it() -> None:
    mended = mend([line(50, (0, "introduces O(n")), line(54, (67.8, "2"), size=6), line(50, (73, ") operations"))])
    assert [each.text for each in mended] == ["introduces O(n2) operations"]
    words = [*line(50, (0, "the text ends")).words, *line(300, (200, "0 1000")).words]
    assert [[word.text for word in run] for run in on_one_line(words, 10)] == [["the", "text", "ends"], ["0", "1000"]]


def test_one_long_cell_does_not_join_two_columns_of_a_ruled_table() -> None:
    lines = [
        line(115, (0, "Sign"), (60, "Meaning"), (170, "Value")),
        line(100, (0, "l"), (60, "Layers"), (170, "80")),
        line(85, (0, "d"), (60, "Dimension"), (170, "8192")),
        line(70, (0, "s"), (60, "Size"), (170, "2 B")),
        line(55, (0, "n"), (60, "Lengths of the prompts met")),
    ]
    rows, heads = texts(lines, [Rule(0, 250, 125), Rule(0, 250, 111), Rule(0, 250, 50)])
    assert (heads, rows[0]) == (1, ["Sign", "Meaning", "Value"])
    assert rows[1:4] == [["l", "Layers", "80"], ["d", "Dimension", "8192"], ["s", "Size", "2 B"]]
