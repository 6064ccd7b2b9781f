"""`twoways judge`: a sheet in, a verdict a row out."""

import csv
import io
import json
from pathlib import Path

from typer.testing import CliRunner

from ui.cli import app, register

register() if not app.registered_commands else None
RUN = CliRunner()
SHEET = """id,technique,metric,factor_low,factor_high,hardware,n_devices,model,weight_bits,batch
one,AWQ int4,decode tok/s,9,9,H100,2,Llama-2-70B,4,1
two,AWQ int4,decode tok/s,many,9,H100,2,Llama-2-70B,4,1
three,AWQ int4,decode tok/s,2.5,2.5,H100,2,Llama-2-70B,4,1
"""


def test_json_lines_keep_the_order_and_the_ids(tmp_path: Path) -> None:
    sheet = tmp_path / "claims.csv"
    sheet.write_text(SHEET)
    result = RUN.invoke(app, ["judge", "--from", str(sheet), "--format", "jsonl"])
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [a["id"] for a in answers] == ["one", "two", "three"]
    assert [a.get("verdict") for a in answers] == ["implausible", None, "plausible"]
    assert answers[1]["error"] == "factor_low = 'many': must be a number"
    assert result.exit_code == 1


def test_csv_and_table(tmp_path: Path) -> None:
    sheet = tmp_path / "claims.jsonl"
    claim = {
        "id": "x",
        "technique": "eagle",
        "metric": "decode",
        "factor_low": 2,
        "factor_high": 2,
        "params": {"batch": 1},
    }
    sheet.write_text(json.dumps(claim) + "\n")
    rows = list(csv.DictReader(io.StringIO(RUN.invoke(app, ["judge", "--from", str(sheet), "--format", "csv"]).stdout)))
    assert rows[0]["id"] == "x"
    assert rows[0]["ceiling_unit"] == "x"
    assert "Plausible" in RUN.invoke(app, ["judge", "--from", str(sheet)]).stdout


def test_a_missing_file_is_wrong_usage(tmp_path: Path) -> None:
    result = RUN.invoke(app, ["judge", "--from", str(tmp_path / "none.csv")])
    assert result.exit_code == 2
    assert "none.csv: cannot be read" in result.output


def test_each_bad_row_is_one_line_with_file_row_and_column(tmp_path: Path) -> None:
    sheet = tmp_path / "claims.csv"
    sheet.write_text(SHEET.replace("two,AWQ int4,decode tok/s,many,9,H100,2,Llama-2-70B,4,1", "two,AWQ,,2,2,,,,4,-1"))
    result = RUN.invoke(app, ["judge", "--from", str(sheet), "--format", "jsonl"])
    assert result.stderr == f"twoways: {sheet}, row 2 (id two): batch = '-1': must be 1 to 100,000\n"
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["one", "two", "three"]
    assert result.exit_code == 1


def test_of_many_bad_rows_the_first_twenty_are_named(tmp_path: Path) -> None:
    sheet = tmp_path / "settings.csv"
    sheet.write_text("id,hardware,model,phase\n" + ",H100,Llama-3.1-8B,rest\n" * 25)
    result = RUN.invoke(app, ["estimate", "--from", str(sheet), "--format", "jsonl"])
    lines = result.stderr.splitlines()
    assert lines[0] == f"twoways: {sheet}, row 1: phase = 'rest': must be one of decode, prefill, e2e"
    assert lines[20:] == [f"twoways: {sheet}: 5 more rows with an error"]
