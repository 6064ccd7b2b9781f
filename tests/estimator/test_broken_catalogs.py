"""A slip in a table of the catalog is one line that names the file and the row."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from estimator import EstimatorError, hardware, models
from estimator.catalog import lazy


@pytest.mark.parametrize(
    ("table", "line", "message"),
    [
        (
            "models.csv",
            b"Octave,1.2,1.2,16",
            "models.csv, line [0-9]+: a row has one cell for each of the [0-9]+ columns",
        ),
        ("models.csv", b"Octave" + b",1" * 200, "models.csv, line [0-9]+: a row has one cell for each of the"),
        ("models.csv", b"Octave,many" + b"," * 99, "models.csv: Octave: params_total_B = 'many': must be a number"),
        ("models.csv", b"Octave,1,1,few" + b"," * 99, "models.csv: Octave: layers = 'few': must be a number"),
        ("models.csv", b"\xff\xfe", "models.csv: is no UTF-8 text"),
        ("hardware.csv", b"X1,too,short", "hardware.csv, line [0-9]+: a row has one cell for each of the"),
        ("hardware.csv", b"X1,Example,datacenter,2026,ninety" + b"," * 99, "hardware.csv: X1: memory_GB = 'ninety'"),
    ],
)
def test_a_broken_row_is_named(
    table: str, line: bytes, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(lazy.FOLDER / table, tmp_path)
    commas = (tmp_path / table).read_bytes().split(b"\n")[0].count(b",")
    while line.endswith(b",") and line.count(b",") > commas:
        line = line[:-1]
    with (tmp_path / table).open("ab") as file:
        file.write(line + b"\n")
    monkeypatch.setattr(lazy, "FOLDER", tmp_path)
    with pytest.raises(EstimatorError, match=message) as caught:
        (models if table == "models.csv" else hardware)._load()
    assert "\n" not in str(caught.value)
