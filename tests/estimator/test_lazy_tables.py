"""Tables that are read at first use: their cells as they stand in the file, and the names that come closest."""

from pathlib import Path

import pytest

from estimator import EstimatorError
from estimator.catalog import lazy


def test_a_table_is_loaded_once_and_when_first_looked_at() -> None:
    loads: list[int] = []

    def load() -> dict[str, int]:
        loads.append(1)
        return {"b": 2, "a": 1}

    table = lazy.Table(load)
    assert loads == []
    assert (list(table), len(table), table["a"], table.rows) == (["b", "a"], 2, 1, {"b": 2, "a": 1})
    assert loads == [1]


def test_cells_keep_their_line_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "t.csv").write_bytes(b'name,"no\r\ntes"\r\nA,"one\r\ntwo"\r\nB,\r\n')
    monkeypatch.setattr(lazy, "FOLDER", tmp_path)
    assert lazy.columns("t.csv") == ["name", "no\r\ntes"]
    assert lazy.records("t.csv") == [{"name": "A", "no\r\ntes": "one\r\ntwo"}, {"name": "B", "no\r\ntes": ""}]


@pytest.mark.parametrize("row", [b"A,1", b"A,1,2,3"])
def test_a_row_with_too_few_or_too_many_cells_is_named(
    row: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "t.csv").write_bytes(b"name,x,y\nB,1,2\n" + row + b"\n")
    monkeypatch.setattr(lazy, "FOLDER", tmp_path)
    with pytest.raises(EstimatorError) as caught:
        lazy.records("t.csv")
    assert str(caught.value) == "t.csv, line 3: a row has one cell for each of the 3 columns"


@pytest.mark.parametrize(
    ("cell", "parts"),
    [("H100|H100 SXM5", ("H100", "H100 SXM5")), (" a | b |", ("a", "b")), ("|", ()), ("", ()), ("a", ("a",))],
)
def test_parts_of_a_cell(cell: str, parts: tuple[str, ...]) -> None:
    assert lazy.parts(cell) == parts


def spellings(count: int, row: str) -> dict[str, str]:
    """Spellings of one row that come closer to "aaaaaaaaaa" than "aaaaaaaabb"."""
    return {f"aaaaaaaaa{letter}": row for letter in "cdefghijkl"[:count]}


@pytest.mark.parametrize(
    ("name", "choices", "count", "rows"),
    [
        ("abcdefghij", {"abcdefghiX": "1", "abcdefghXX": "2", "abcdefgXXX": "3", "abcdefXXXX": "4"}, 3, ["1", "2", "3"]),
        ("abcdefghij", {"abcdefXXXX": "4"}, 3, ["4"]),  # 2 x 6 letters of 20
        ("abcdefghij", {"abcdeXXXXX": "5"}, 3, []),
        # a row of many spellings is one; four spellings for each row that is wanted are looked at
        ("aaaaaaaaaa", spellings(3, "A") | {"aaaaaaaabb": "B"}, 1, ["A"]),
        ("aaaaaaaaaa", spellings(7, "A") | {"aaaaaaaabb": "B"}, 2, ["A", "B"]),
        ("aaaaaaaaaa", spellings(8, "A") | {"aaaaaaaabb": "B"}, 2, ["A"]),
    ],
)  # fmt: skip
def test_the_rows_whose_spelling_comes_closest(name: str, choices: dict[str, str], count: int, rows: list[str]) -> None:
    assert lazy.nearest(name, choices, count) == rows


def test_three_rows_are_named_where_nobody_says_how_many() -> None:
    choices = {"abcdefghiW": "1", "abcdefghXX": "2", "abcdefgYYY": "3", "abcdefZZZZ": "4"}
    assert lazy.nearest("abcdefghij", choices) == ["1", "2", "3"]
