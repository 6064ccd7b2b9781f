"""`twoways check`: sentences and files, judged without a database."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ui.cli import app, register
from ui.commands._annotations import uri
from ui.commands.check import is_source

register()
CLAIM = "INT4 weights make Llama-2-70B decode 9x faster on two H100s at batch 1"


def check(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["check", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_nine_times_from_four_bits_cannot_be() -> None:
    code, out, _ = check(CLAIM)
    assert code == 0
    assert out.startswith("implausible: at most 3.87x, claimed 9x, weight-only-quantization, fewer-bytes")


def test_two_and_a_half_times_from_four_bits_can_be() -> None:
    assert check(CLAIM.replace("9x", "2.5x"))[1].startswith("plausible")


def test_a_draft_needs_so_many_accepted_tokens() -> None:
    out = check("Speculative decoding makes Llama-2-70B decode 2.5x faster on two H100s at batch 1.")[1]
    assert "accepted tokens a pass" in out


def test_one_card_does_not_hold_seventy_billion_weights_in_sixteen_bit() -> None:
    assert "does not fit" in check(CLAIM.replace("two H100s", "one H100"))[1]


def test_json_lines_carry_the_fields() -> None:
    line = json.loads(check(CLAIM, "--format", "jsonl")[1])
    wanted = {"quote": CLAIM, "kind": "claim", "quantified": True, "technique": "weight-only-quantization"}
    wanted |= {"side": "fewer-bytes", "metric": "decode", "factor_low": 9.0, "factor_high": 9.0, "n_devices": 2}
    assert {name: line[name] for name in wanted} == wanted
    assert line["verdict"] == "implausible"


def test_the_exit_code_says_that_an_unwanted_verdict_was_given() -> None:
    assert check(CLAIM, "--fail-on", "implausible,unverifiable")[0] == 1
    assert check(CLAIM, "--fail-on", "unverifiable")[0] == 0


def test_an_unknown_verdict_is_wrong_usage() -> None:
    code, _, err = check(CLAIM, "--fail-on", "wrong")
    assert (code, "give one of plausible, conditional" in err) == (2, True)


def test_a_text_without_a_claim_says_so() -> None:
    assert (
        check("The licence is Apache 2.0.")[1]
        == "no claim found: name a change and what it does to inference, or give a file\n"
    )


def test_of_each_file_without_a_claim_it_is_said(tmp_path: Path) -> None:
    notes, licence = tmp_path / "notes.md", tmp_path / "licence.md"
    notes.write_text(f"{CLAIM}.\n")
    licence.write_text("The licence is Apache 2.0.\n")
    lines = check(str(licence), str(notes))[1].splitlines()
    assert lines[:4] == [str(licence), "no claim found", "", str(notes)]
    assert lines[4].startswith("implausible: ")
    (tmp_path / "empty").mkdir()
    assert check(str(tmp_path / "empty"))[1].startswith("no claim found: name a change")


def test_a_missing_file_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text(f"# 1.0\n\n{CLAIM}.\n")
    code, out, err = check(str(tmp_path / "gone.md"), str(notes))
    assert code == 1
    assert "gone.md: no such file" in err
    assert "implausible" in out


def test_github_annotations_name_file_and_line(tmp_path: Path) -> None:
    notes = tmp_path / "notes, new.md"
    notes.write_text(f"# 1.0\n\n{CLAIM}.\n")
    out = check(str(notes), "--format", "github")[1]
    place = str(notes).replace(",", "%2C")
    assert out.startswith(f"::error file={place},line=3,endLine=3,title=implausible claim::Implausible: at most")


def test_sarif_holds_one_result_for_each_doubtful_claim(tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text(f"# 1.0\n\n{CLAIM}.\n\n{CLAIM.replace('9x', '2.5x')}.\n")
    log = json.loads(check(str(notes), "--format", "sarif")[1])
    assert log["version"] == "2.1.0"
    (result,) = log["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("implausible", "error")
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 3, "endLine": 3}


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("notes.md", True),
        ("docs/notes", True),
        ("https://example.org/x", True),
        ("arxiv:2302.01318", True),
        ("2.3x faster decode with INT4 on an H100", False),
        ("INT8 gives 1.5 tokens/s more.", False),
        ("-", False),
        ("x" * 5000, False),
    ],
)
def test_files_are_told_from_sentences(text: str, source: bool) -> None:
    assert is_source(text) is source


@pytest.mark.parametrize("name", ["release notes.md", "./old notes/news of May.pdf"])
def test_the_name_of_a_file_that_is_not_there_is_no_sentence_without_a_claim(name: str) -> None:
    assert check(name) == (1, "", f"twoways: {name}: no such file\n")


def test_a_sentence_may_end_in_the_name_of_a_file() -> None:
    code, out, _ = check("INT4 weights make Llama-2-70B decode 9x faster on two H100s, says news.md")
    assert code == 0
    assert out.startswith("implausible")


@pytest.mark.parametrize("nothing", [("",), ("  \n",), (CLAIM, ""), ("-",)])
def test_nothing_to_check_is_said(nothing: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # an empty name is the folder itself
    (tmp_path / "notes.md").write_text(CLAIM)
    code, out, err = check(*nothing)
    assert (code, out) == (2, "")
    assert err.startswith("twoways: nothing to check")


def test_sarif_has_what_its_schema_requires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("release notes é.md").write_text(f"# 1.0\n\n{CLAIM}.\n\nMuch faster decoding with speculative decoding.\n")
    log = json.loads(check("release notes é.md", "--format", "sarif")[1])
    assert {"$schema", "version", "runs"} == set(log)
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert run["tool"]["driver"]["name"] == "twoways"
    assert len(set(rules)) == len(rules)
    assert run["results"]
    for result in run["results"]:
        assert result["message"]["text"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["ruleId"] in rules
        (location,) = result["locations"]
        assert location["physicalLocation"]["artifactLocation"] == {"uri": "release%20notes%20%C3%A9.md"}
        assert location["physicalLocation"]["region"]["startLine"] >= 1


@pytest.mark.parametrize(
    ("source", "reference"),
    [("a/b.md", "a/b.md"), ("/a b.md", "file:///a%20b.md"), ("https://x.org/a%20b", "https://x.org/a%20b")],
)
def test_a_file_is_named_as_a_reference(source: str, reference: str) -> None:
    assert uri(source) == reference
