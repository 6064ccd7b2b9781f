"""Sheets as people save them."""

import csv
import io
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ui.cli import app, register
from ui.commands._sheet import rows

register()
HEAD = "id,technique,metric,factor_low,hardware,n_devices,model,weight_bits,batch"
ROW = "ours,AWQ,decode,2.9,H100,2,Llama-3.1-70B,4,1"


def judge(file: Path) -> list[dict[str, str]]:
    out = CliRunner().invoke(app, ["judge", "--from", str(file), "--format", "csv"]).stdout
    return list(csv.DictReader(io.StringIO(out)))


def test_a_cell_may_hold_a_line_end(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text(f'{HEAD},notes\n{ROW},"two\nlines"\n')
    assert [row["notes"] for row in rows(file, ["notes"])] == ["two\nlines"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_spreadsheet_with_decimal_commas_is_read_as_meant(tmp_path: Path, encoding: str, end: str) -> None:
    file = tmp_path / "a.csv"
    text = f"{HEAD}\n{ROW}\n".replace(",", ";").replace("2.9", "2,9").replace("\n", end)
    file.write_bytes(text.encode(encoding))
    assert rows(file, HEAD.split(","))[0]["factor_low"] == "2.9"
    assert judge(file)[0]["verdict"] == "plausible"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no rows: give a head line"),
        (HEAD.encode(), "no rows: give a head line"),
        (b"\x89PNG\r\n\x1a\n\x00\xff\xfe", "it is no UTF-8 text"),
        (b"a,b\n1,\x002\n", "it is no text but a binary file"),
        (b"id,model,model\n1,a,b\n", "two columns are called 'model'"),
        (b"id,model\n1,Llama,3\n", "line 2: more cells than heads"),
        (b'id,model\n1,"' + b"x" * 200_000 + b'"\n', "line 2: field larger than field limit"),
    ],
)
@pytest.mark.parametrize("command", ["judge", "estimate"])
def test_what_is_no_sheet_is_one_line(tmp_path: Path, command: str, content: bytes, message: str) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(content)
    result = CliRunner().invoke(app, [command, "--from", str(file)])
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert f"{file}" in result.stderr
    assert message in result.stderr


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("id,techniqe,metric,factor_low", "column 'techniqe' is not read: did you mean 'technique'?\n"),
        ("id,technique,metric,Factor low", "column 'Factor low' is not read: did you mean 'factor_low'?\n"),
        ("id,technique,metric,speedup", "column 'speedup' is not read: did you mean 'factor_low'?\n"),
        ("id,technique,remark,factor_low", ""),
    ],
)
def test_a_column_that_is_nearly_one_is_named(tmp_path: Path, head: str, said: str) -> None:
    file = tmp_path / "a.csv"
    file.write_text(f"{head}\nours,AWQ,decode,2.9\n")
    result = CliRunner().invoke(app, ["judge", "--from", str(file)])
    assert result.exit_code == 0
    assert result.stderr == (f"twoways: {file}: {said}" if said else "")


def test_a_sheet_without_any_known_column_is_none(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("a,b\n1,2\n")
    for command, names in (("judge", "id, technique, metric"), ("estimate", "id, hardware, n_devices")):
        result = CliRunner().invoke(app, [command, "--from", str(file)])
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"{file}: no column that is known here: give a head line with names like {names}" in result.stderr


def test_a_sheet_comes_from_a_pipe_too() -> None:
    result = CliRunner().invoke(app, ["judge", "--from", "-", "--format", "csv"], input=f"{HEAD}\n{ROW}\n")
    assert (result.exit_code, result.stdout.splitlines()[1][:15]) == (0, "ours,plausible,")


@pytest.mark.parametrize(
    ("line", "message"), [("[1]", "line 2: is no JSON object"), ("{", "line 2: is no JSON object: Expecting")]
)
def test_json_lines_that_are_none(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"id": 1}\n' + line)
    result = CliRunner().invoke(app, ["judge", "--from", str(file)])
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    ("column", "value", "error"),
    [
        ("weight_bits", "4 GB", "weight_bits = '4 GB': must be a number, or two ends like 8-16"),
        ("batch", "1e400", "batch = '1e400': must be a number, or two ends like 8-16"),
        ("factor_low", '"2,9"', "factor_low = '2,9': must be a number"),
    ],
)
def test_a_cell_that_is_no_number_is_an_error_of_its_row(tmp_path: Path, column: str, value: str, error: str) -> None:
    cells = dict(zip(HEAD.split(","), ROW.split(","), strict=True)) | {column: value}
    file = tmp_path / "a.csv"
    file.write_text(f"{HEAD}\n{','.join(cells.values())}\n{ROW}\n")
    assert [row["error"] for row in judge(file)] == [error, ""]


def test_thousands_and_the_k_of_a_context_are_read(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text(f'{HEAD},context_len\n{ROW},4k\n{ROW},"4,096"\n{ROW},4096\n')
    assert len({row["reason"] for row in judge(file)}) == 1
