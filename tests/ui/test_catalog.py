"""`twoways catalog`: the tables on the terminal."""

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from estimator import HARDWARE, MODELS, TECHNIQUES
from estimator.catalog.lazy import columns
from ui.cli import app, register

register()


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner(env={"COLUMNS": "200"}).invoke(app, ["catalog", *args])
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    ("kind", "count"), [("hardware", len(HARDWARE)), ("models", len(MODELS)), ("techniques", len(TECHNIQUES))]
)
def test_each_table_is_listed_whole(kind: str, count: int) -> None:
    code, out, _ = run(kind, "--format", "jsonl")
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, len(rows)) == (0, count)
    assert all(row["source"] for row in rows)


def test_a_table_has_the_vendors_units_and_the_source() -> None:
    code, out, _ = run("hardware", "--find", "H100-SXM-80GB")
    heads, row = out.splitlines()[:2]
    assert code == 0
    assert heads.split()[:4] == ["name", "kind", "GB", "GB/s"]
    assert row.split()[:6] == ["H100-SXM-80GB", "datacenter", "80", "3350", "989", "1979"]
    assert "h100_sxm.yaml" in out.replace("\n", "")


def test_rows_are_found_by_any_of_their_names() -> None:
    code, out, _ = run("techniques", "--find", "kivi", "--format", "csv")
    assert code == 0
    assert [row["key"] for row in csv.DictReader(io.StringIO(out))] == ["kv-cache-quantization"]


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("chips",), 2, "twoways: catalog 'chips': give one of hardware, models, techniques"),
        (("models", "--format", "xml"), 2, "twoways: --format 'xml': give one of table, csv, json, jsonl"),
        (("models", "--find", "no such model"), 1, "twoways: no row of models has 'no such model' in it"),
    ],
)
def test_what_cannot_be_answered_is_one_line(args: tuple[str, ...], code: int, message: str) -> None:
    found, _, error = run(*args)
    assert (found, error.strip()) == (code, message)


def test_a_config_gives_the_row_of_the_catalog(tmp_path: Path) -> None:
    file = tmp_path / "Octave-2B" / "config.json"
    file.parent.mkdir()
    file.write_text(
        '{"model_type": "llama", "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 16, '
        '"num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "tie_word_embeddings": true}'
    )
    code, out, _ = run("models", "--from", str(file))
    row = dict(zip(columns("models.csv"), next(csv.reader([out])), strict=True))
    assert code == 0
    assert (row["name"], row["layers"], row["kv_heads"], row["tied_embeddings"]) == ("Octave-2B", "16", "8", "1")
    assert float(row["params_total_B"]) == pytest.approx(1.236, rel=0.01)
    assert row["source"] == str(file)


def test_a_config_that_is_none_is_one_line(tmp_path: Path) -> None:
    code, _, err = run("models", "--from", str(tmp_path / "config.json"))
    assert (code, err.count("\n")) == (1, 1)
    assert "must be a readable file" in err
    assert run("hardware", "--from", "config.json")[0] == 2


def test_a_terminal_of_twenty_columns_does_not_cut_a_table_to_letters() -> None:
    narrow = CliRunner(env={"COLUMNS": "20"}).invoke(app, ["catalog", "techniques", "--find", "medusa"]).stdout
    wide = CliRunner(env={"COLUMNS": "72"}).invoke(app, ["catalog", "techniques", "--find", "medusa"]).stdout
    assert narrow == wide
    assert "fewer-steps" in narrow
