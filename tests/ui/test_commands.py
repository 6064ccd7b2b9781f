"""The commands that fill and read the database, as typed."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import db
from tests.made import VERSIONS, analysis, document, judge
from ui.cli import app, register

register()


def typed(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "200"})


@pytest.fixture
def filled(tmp_path: Path) -> str:
    """A SQLite file with one document of three claims."""
    file = f"{tmp_path}/claims.db"
    with db.open(file) as store:
        store.save(analysis(), VERSIONS, judge=judge)
    return file


def test_claims_as_json_lines_have_the_json_form(filled: str) -> None:
    result = typed("claims", "--db", filled, "--format", "jsonl")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert [row["technique"] for row in rows] == ["weight-only-quantization", "speculative-decoding", "paged-kv"]
    assert rows[0]["document"] == "notes/release.md"
    assert rows[0]["params"] == {"batch": 1, "weight_bits": 4}
    assert rows[0]["expected"] == [2.0, 3.4]


def test_claims_as_a_table_with_filters(filled: str) -> None:
    result = typed("claims", "--db", filled, "--verdict", "implausible")
    assert "paged-kv" in result.stdout
    assert "9x" in result.stdout
    assert "speculative-decoding" not in result.stdout
    assert result.stdout.endswith("1 claims\n")


def test_csv_holds_no_formula(tmp_path: Path) -> None:
    file = f"{tmp_path}/claims.db"
    with db.open(file) as store:
        store.save(analysis(document(("=HYPERLINK(1)", "+1", "-2", "@x"))), VERSIONS, judge=judge)
    result = typed("claims", "--db", file, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["quote"] for row in rows] == ["'=HYPERLINK(1)", "'+1", "'@x"]


def test_parquet_comes_back(filled: str, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    out = tmp_path / "claims.parquet"
    assert typed("claims", "--db", filled, "--format", "parquet", "--output", str(out)).exit_code == 0
    assert pq.read_table(out).column("factor_low").to_pylist() == [2.5, 1.8, 9.0]


def test_sql_answers_and_refuses_to_write(filled: str) -> None:
    good = typed(
        "sql", "SELECT technique, factor_low FROM claim_overview ORDER BY 2", "--db", filled, "--format", "csv"
    )
    assert good.stdout == "technique,factor_low\nspeculative-decoding,1.8\nweight-only-quantization,2.5\npaged-kv,9.0\n"
    bad = typed("sql", "DELETE FROM claims", "--db", filled)
    assert (bad.exit_code, bad.stderr) == (1, "twoways: only reading is allowed here: give a SELECT\n")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["claims", "--db", "nowhere.db"], 1, "nowhere.db: no such database: make it with twoways ingest"),
        (["claims", "--format", "xml"], 2, "--format 'xml': give one of table, csv, json, jsonl, parquet"),
        (["claims", "--side", "left"], 2, "--side 'left': give one of fewer-bytes, fewer-steps, both, neither"),
        (["sql", "SELECT 1", "--db", "mysql://root:secret@h/x"], 1, "mysql is not supported"),
        (["ingest"], 2, "Missing argument"),
    ],
)
def test_wrong_usage_is_one_clear_line(words: list[str], code: int, said: str) -> None:
    result = typed(*words)
    assert result.exit_code == code
    assert said in result.stderr
    assert "secret" not in result.output
