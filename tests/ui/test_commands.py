"""The commands that fill and read the database, as typed."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import db
from tests.made import VERSIONS, analysis, document, judge
from tests.notes import write_notes
from ui.cli import app, register

register()
ROOT = Path(__file__).parents[2]


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


def test_a_technique_is_known_by_what_people_call_it(filled: str) -> None:
    result = typed("claims", "--db", filled, "--technique", "AWQ", "--format", "jsonl")
    assert [json.loads(line)["technique"] for line in result.stdout.splitlines()] == ["weight-only-quantization"]


def test_csv_holds_no_formula(tmp_path: Path) -> None:
    file = f"{tmp_path}/claims.db"
    with db.open(file) as store:
        store.save(analysis(document(("=HYPERLINK(1)", "+A1", "-2", "@x"))), VERSIONS, judge=judge)
    result = typed("claims", "--db", file, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["quote"] for row in rows] == ["'=HYPERLINK(1)", "'+A1", "'@x"]


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
    ("form", "printed"),
    [("table", "id  id 2  id 3\n"), ("csv", "id,id 2,id 3\n"), ("json", "[]\n"), ("jsonl", "")],
)
def test_an_answer_without_rows_says_so_and_keeps_its_columns(filled: str, form: str, printed: str) -> None:
    query = "SELECT c.id, d.id, r.id FROM claims c, documents d, reviews r WHERE 1 = 0"
    result = typed("sql", query, "--db", filled, "--format", form)
    assert (result.exit_code, result.stdout, result.stderr) == (0, printed, "no rows\n")


def test_two_columns_of_one_name_are_both_there(filled: str) -> None:
    result = typed("sql", "SELECT 1 AS id, 2 AS id, 3 AS 'id 2', 4 AS id", "--db", filled, "--format", "jsonl")
    assert json.loads(result.stdout) == {"id": 1, "id 2": 2, "id 2 2": 3, "id 3": 4}


def test_json_is_json_where_a_value_is_none_in_it(filled: str) -> None:
    query = "SELECT 1e999 AS most, -1e999 AS least, x'00ff' AS bytes, 1.5 AS half"
    for form in ("json", "jsonl"):
        printed = typed("sql", query, "--db", filled, "--format", form).stdout
        rows = json.loads(printed, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))
        assert (rows if form == "jsonl" else rows[0]) == {"most": None, "least": None, "bytes": "00ff", "half": 1.5}


def test_a_table_without_rows_is_a_file_with_its_head(filled: str, tmp_path: Path) -> None:
    assert typed("export", f"{tmp_path}/out", "--db", filled).exit_code == 0
    assert (tmp_path / "out" / "failures.csv").read_text().startswith("id,")
    assert (tmp_path / "out" / "failures.csv").read_text().count("\n") == 1


def test_the_database_of_another_program_is_not_taken_over(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE claims (x)")
    result = typed("claims", "--db", str(file))
    assert (result.exit_code, result.stderr) == (
        1,
        f"twoways: {file}: is the database of another program: name another one\n",
    )
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("claims",)]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"[auth\n"])
def test_broken_secrets_are_one_line(
    filled: str, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "secrets.toml").write_bytes(content)
    result = typed("review", "--db", filled, "--address", "0.0.0.0", "--no-browser")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "secrets.toml: " in result.stderr


def test_a_cache_that_cannot_be_written_is_said(filled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TWOWAYS_CACHE", str(tmp_path / "file" / "cache"))
    result = typed("doctor", "--db", filled)
    assert result.exit_code == 1
    assert "cannot be written (Not a directory): name a folder in TWOWAYS_CACHE" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["claims", "--db", "nowhere.db"], 1, "nowhere.db: no such database: make it with twoways ingest"),
        (["claims", "--format", "xml"], 2, "--format 'xml': give one of table, csv, json, jsonl, parquet"),
        (["claims", "--side", "left"], 2, "--side 'left': give one of fewer-bytes, fewer-steps, both, neither"),
        (["sql", "SELECT 1", "--db", "mysql://root:secret@h/x"], 1, "mysql is not supported"),
        (["ingest"], 2, "Missing argument"),
        (["claims", "--kind", "guess"], 2, "--kind 'guess': give one of claim, measurement"),
        (["claims", "--status", "done"], 2, "--status 'done': give one of open, accepted, corrected, rejected"),
        (["claims", "--technique", "magic-dust"], 2, "--technique: no technique called 'magic-dust'"),
        (["claims", "--limit", "9" * 20], 2, "Invalid value for '--limit'"),
        (["claims", "--min-factor", "nan"], 2, "Invalid value for '--min-factor'"),
        (["ingest", ".", "--max-megabytes", "inf"], 2, "Invalid value for '--max-megabytes'"),
        (["ingest", ".", "--memory", "9" * 20], 2, "Invalid value for '--memory'"),
        (["ingest", ".", "--watch", "inf"], 2, "Invalid value for '--watch'"),
        (["check", ".", "--seconds", "inf"], 2, "Invalid value for '--seconds'"),
    ],
)
def test_wrong_usage_is_one_clear_line(words: list[str], code: int, said: str) -> None:
    result = typed(*words)
    assert result.exit_code == code
    assert said in result.stderr
    assert "secret" not in result.output


def test_ingest_names_each_failure_and_a_second_run_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text(
        "# Faster\n\nINT4 weights make Llama-2-70B decode 2.5x faster on two H100s at batch 1.\n"
    )
    (tmp_path / "empty.md").write_text("")
    words = ("ingest", str(tmp_path), "--db", str(tmp_path / "claims.db"), "--jobs", "1")
    first = typed(*words)
    assert first.exit_code == 1
    assert f"{tmp_path}/empty.md: the file is empty" in first.stderr
    assert ": 1 new, 1 failed\n" in first.stdout
    assert first.stdout.endswith("1 document, 1 claim in the database, 1 source failed\n")
    again = json.loads(typed(*words, "--format", "json").stdout)
    assert (again["documents"], again["claims"]) == ({"unchanged": 2}, 0)
    assert again["failures"] == [
        {"source": f"{tmp_path}/empty.md", "reason": "empty", "detail": f"{tmp_path}/empty.md: the file is empty"}
    ]
    assert typed("reanalyse", "--db", str(tmp_path / "claims.db")).stdout == "out of date: nothing\n"


def test_export_writes_every_table_and_view(filled: str, tmp_path: Path) -> None:
    result = typed("export", str(tmp_path / "out"), "--db", filled)
    assert result.exit_code == 0
    names = {file.stem for file in (tmp_path / "out").iterdir()}
    assert {"claims", "documents", "claim_overview", "verdicts_by_technique"} <= names
    with (tmp_path / "out" / "claims.csv").open() as file:
        assert next(row["technique"] for row in csv.DictReader(file)) == "weight-only-quantization"


def test_export_never_writes_over_the_database_itself(filled: str, tmp_path: Path) -> None:
    own = tmp_path / "claims.db"
    own.write_bytes(Path(filled).read_bytes())
    result = typed("export", str(tmp_path), "--db", str(own), "--format", "datasette")
    assert (result.exit_code, result.stderr) == (2, f"twoways: {own}: is the database itself: name another folder\n")
    assert "3 claims" in typed("doctor", "--db", str(own)).stdout


def test_export_for_datasette_is_a_copy_with_its_documentation(filled: str, tmp_path: Path) -> None:
    result = typed("export", str(tmp_path / "out"), "--db", filled, "--format", "datasette")
    assert result.stdout.startswith(f"datasette serve --immutable {tmp_path}/out/claims.db")
    metadata = json.loads((tmp_path / "out" / "metadata.json").read_text())
    tables = metadata["databases"]["claims"]["tables"]
    assert tables["claims"]["columns"]["technique"] == "Name of the technique, as in techniques.name."
    with db.open(str(tmp_path / "out" / "claims.db"), create=False) as copy:
        assert len(copy.frame("claim_overview")) == 3


def test_backup_and_doctor(filled: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    assert typed("backup", copy, "--db", filled).stdout == f"{copy}: written\n"
    again = typed("backup", copy, "--db", filled)
    assert (again.exit_code, again.stderr) == (1, f"twoways: {copy}: exists already: name another file\n")
    said = typed("doctor", "--db", copy).stdout
    assert "1 document, 3 claims, 0 sources failed" in said
    assert "1 to search: twoways reanalyse" in said


def test_review_says_a_wrong_database_before_it_opens_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr("ui.commands.review.APP", tmp_path / "app.py")
    (tmp_path / "app.py").write_text("")
    monkeypatch.setattr("ui.commands.review.subprocess.run", lambda words, env: started.append(words) or Done())
    (tmp_path / "notes.db").write_text("no database " * 100)
    wrong = typed("review", "--db", str(tmp_path / "notes.db"))
    assert (wrong.exit_code, started) == (1, [])
    assert typed("review", "--db", str(tmp_path / "claims.db"), "--port", "8600").exit_code == 0
    assert started[0][3:5] == ["run", str(tmp_path / "app.py")]
    assert started[0][5:9] == ["--server.address", "127.0.0.1", "--server.port", "8600"]


class Done:
    """A process that ended well."""

    returncode = 0


@pytest.mark.timeout(120)
def test_ctrl_c_stops_cleanly_and_keeps_what_was_done(tmp_path: Path) -> None:
    folder, file = write_notes(tmp_path / "notes", 150, paragraphs=24), f"{tmp_path}/claims.db"
    words = [sys.executable, "-m", "ui.cli", "ingest", str(folder), "--db", file, "--jobs", "1"]
    child = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, cwd=ROOT,
    )  # fmt: skip
    with db.open(file) as store:
        while not len(store.frame("SELECT id FROM documents LIMIT 1")):
            assert child.poll() is None, child.communicate()
            time.sleep(0.05)
        os.killpg(child.pid, signal.SIGINT)
        said, errors = child.communicate(timeout=30)
        assert (child.returncode, errors) == (130, "stopped: run it again to go on\n")
        done = int(said.split(" document")[0])
        assert 0 < done < 150
        assert store.frame("SELECT outcome FROM runs")["outcome"].tolist() == ["stopped"]
        assert len(store.frame("SELECT id FROM documents")) == done


def test_the_commands_work_on_postgres_and_show_no_password(postgres_url: str, tmp_path: Path) -> None:
    url = postgres_url.replace("postgres:@", "postgres:secret@")  # the server of the tests asks for none
    with db.open(url) as store:
        store.save(analysis(), VERSIONS, judge=judge)
    said = [
        typed("doctor", "--db", url),
        typed("claims", "--db", url, "--hardware", "a100", "--format", "csv"),
        typed("sql", "SELECT vendor, claims FROM verdicts_by_vendor ORDER BY vendor", "--db", url, "--format", "csv"),
        typed("sql", "TABLE nowhere", "--db", url),
        typed("export", str(tmp_path / "out"), "--db", url),
        typed("backup", str(tmp_path / "copy.db"), "--db", url),
        typed("claims", "--db", url.replace("twoways_tests", "nowhere")),
    ]
    assert not [result.output for result in said if "secret" in result.output]
    assert [result.exit_code for result in said[1:]] == [0, 0, 1, 0, 0, 1]
    assert said[1].stdout.count("paged-kv") == 1
    assert said[2].stdout == "vendor,claims\n,1\nNVIDIA,2\n"
    assert said[6].stderr.endswith("does not exist on that server: create it (createdb)\n")


def test_a_full_disk_behind_the_output_is_one_line(filled: str) -> None:
    words = [sys.executable, "-m", "ui.cli", "claims", "--db", filled, "--format", "jsonl"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (1, "twoways: the output: No space left on device\n")
