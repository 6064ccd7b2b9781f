"""`twoways estimate`: a point, a sweep, a sheet."""

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ui.cli import app, register

register()


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner(env={"COLUMNS": "160"}).invoke(app, ["estimate", *args])
    return result.exit_code, result.stdout, result.stderr


def test_seventy_billion_parameters_on_an_h100() -> None:
    code, out, _ = run("--model", "70B", "--hardware", "H100", "--format", "json")
    answer = json.loads(out)
    assert code == 0
    assert answer["bytes"]["weights"] == 140e9
    assert answer["t_floor_s"] == pytest.approx(0.0418, abs=5e-5)
    assert answer["tokens_per_s_ceiling"] == pytest.approx(23.9, abs=0.05)
    assert answer["limiter"] == "HBM"
    assert answer["fits"] is False
    assert answer["inputs"]["weight_bits"] == {"value": 16.0, "origin": "assumed"}


def test_the_cache_of_a_nominal_70b_at_8k() -> None:
    _, out, _ = run("--model", "70B", "--hardware", "H100", "--context", "8k", "--format", "json")
    assert json.loads(out)["bytes"]["kv"] == 2_684_354_560


def test_a_table_for_a_reader() -> None:
    code, out, _ = run("--model", "70B", "--hardware", "H100")
    assert code == 0
    assert "41.79 ms, 23.93 tokens/s at most" in out
    assert "weight_bits" in out
    assert "16 (assumed)" in out


def test_a_sweep_over_batch_and_context() -> None:
    args = ("-m", "Llama-3.1-8B", "-d", "H100", "--sweep", "batch=1:64", "context=1k,32k", "--format", "json")
    code, out, _ = run(*args)
    points = json.loads(out)
    assert code == 0
    assert [(p["batch"], p["context"]) for p in points][:3] == [(1, 1024), (1, 32768), (2, 1024)]
    assert len(points) == 7 * 2
    assert all(p["t_floor_s"] <= p["t_expected_s"][0] for p in points)


def test_prefill_of_a_prompt_partly_found_in_a_cache() -> None:
    args = ("-m", "Llama-3.1-8B", "-d", "H100", "--prompt", "8k", "--format", "json")
    full, hit = (json.loads(run(*args, *more)[1]) for more in ((), ("--cached", "6553.6")))
    assert full["t_floor_s"] / hit["t_floor_s"] == pytest.approx(4.519, abs=0.01)


def test_a_sheet_answers_each_row_and_names_the_bad_ones(tmp_path: Path) -> None:
    sheet = tmp_path / "rows.csv"
    with sheet.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["id", "hardware", "model", "weight_bits", "batch", "context_len", "phase"])
        writer.writeheader()
        writer.writerow({"id": "a", "hardware": "8xH100", "model": "Llama 3.1 70B Instruct", "weight_bits": 8})
        writer.writerow({"id": "b", "hardware": "", "model": "Llama-3.1-8B"})
    code, out, _ = run("--from", str(sheet), "--format", "jsonl")
    first, second = map(json.loads, out.splitlines())
    assert code == 1
    assert first["id"] == "a"
    assert first["inputs"]["devices"]["value"] == 8
    assert second == {"id": "b", "error": "hardware = '': must be given"}


def test_a_chip_from_a_file(tmp_path: Path) -> None:
    chip = tmp_path / "x1.toml"
    chip.write_text('name = "X1"\nkind = "datacenter"\nmemory_GB = 96\nbandwidth_GB_s = 7000\nfp16_tflops = 800\n')
    code, out, _ = run("-m", "70B", "-d", str(chip), "--weight-bits", "8", "--format", "json")
    assert code == 0
    assert json.loads(out)["t_floor_s"] == pytest.approx(0.01)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'name = "X1"\nmemory_GB = \n', "is no TOML: Invalid value (at line 2, column 13)"),
        (b"\xff\xfe\x00", "is no TOML: "),
        (b"name = 5\nbandwidth_GB_s = 7000\n", "name = 5: must be a text in quotes"),
        (b'name = "X1"\nbandwidth_GB_s = inf\n', "bandwidth_GB_s = inf: must be finite"),
        (b'name = "X1"\n', "bandwidth_GB_s = None: must be given"),
        (b'name = "X1"\nbandwidth_GB_s = 7000\nyear = "soon"\n', "year = 'soon': must be a number"),
        (b'name = "X1"\nbandwidth_GB_s = 7000\naliases = 3\n', "aliases = 3: must be a list of texts"),
        (b'name = "X1"\nbandwidth_GB_s = 7000\nsystems = "X1 Pod"\n', "systems = 'X1 Pod': must be a name and a count"),
    ],
)
def test_a_chip_file_that_is_none_is_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    chip = tmp_path / "x1.toml"
    chip.write_bytes(content)
    code, _, error = run("-m", "70B", "-d", str(chip))
    assert (code, error.count("\n")) == (2, 1)
    assert error.startswith(f"twoways: {chip}: ")
    assert message in error


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("-m", "70B"), "--hardware is missing: name one, or give a sheet with --from"),
        (("-m", "70B", "-d", "H1000"), "no hardware called 'H1000'; nearest: H100"),
        (("-m", "70B", "-d", "H100", "--batch", "-1"), "batch = -1.0: must be above 0"),
        (("-m", "70B", "-d", "H100", "--weight-bits", "300"), "weight_bits = 300.0: must be 1 to 32"),
        (("-m", "70B", "-d", "H100", "--act-bits", "4"), "H100-SXM-80GB has no fp4 or int4 peak in the catalog"),
        (("-m", "70B", "-d", "H100", "--context", "long"), "--context 'long': give a number like 4096 or 32k"),
        (("-m", "70B", "-d", "H100", "--sweep", "tp=1:8"), "--sweep 'tp=1:8': write batch=1:512"),
        (("-m", "70B", "-d", "H100", "--sweep", "batch=9:1"), "--sweep batch=9:1: the range must rise"),
        (("-m", "70B", "-d", "H100", "--format", "xml"), "--format 'xml': give one of table, json, jsonl"),
        (("--from", "no-such-file.csv"), "no-such-file.csv"),
        (("-m", "0B", "-d", "H100"), "0B: parameters = 0.0: must be above 0"),
        (("-m", "70B", "-d", "H100", "--weight-format", "FOO"), "--weight-format 'FOO': no such format"),
        (("-m", "70B", "-d", "H100", "--batch", "1e30"), "--batch 1e+30: give at most a billion"),
        (("-m", "70B", "-d", "H100", "--sweep", "batch=1:1e300"), "give at most a billion"),
        (("-m", "70B", "-d", "H100", "--with", "eagle:k=4"), "'k': must be a parameter: draft_len"),
        (("-m", "70B", "-d", "H100", "--with", "eagle:draft_len=-4"), "draft_len = -4.0: must be a value that can be"),
        (
            ("-m", "70B", "-d", "H100", "--with", "eagle:draft_len=abc"),
            "draft_len = 'abc': must be a value that can be",
        ),
    ],
)
def test_wrong_usage_is_one_line_with_the_remedy(args: tuple[str, ...], message: str) -> None:
    code, _, error = run(*args)
    assert code == 2
    assert error.count("\n") == 1
    assert message in error


def test_a_technique_on_top() -> None:
    technique = "speculative-decoding:draft_len=4,acceptance_len=3,draft_params_b=7"
    code, out, _ = run("-m", "70B", "-d", "H100", "--with", technique)
    assert code == 0
    assert "41.79 to 19.5 ms, 23.93 to 51.28 tokens/s a sequence" in out
    assert "3; break-even at 1.4" in out
    (row,) = json.loads(run("-m", "70B", "-d", "H100", "--with", technique, "--format", "json")[1])["speedup"]
    assert round(row["after"]["tokens_per_s"]) == 51


def test_the_largest_batch_and_what_depends_on_the_unit_of_memory() -> None:
    args = ("-m", "Llama-2-7B", "-d", "RTX 4090", "--context", "2k")
    _, out, _ = run(*args, "--batch", "10")
    assert "9 sequences, 11 if GB are GiB" in out
    assert "fits only if the memory's GB are GiB" in out
    room = json.loads(run(*args, "--format", "json")[1])["largest_batch"]
    assert (room["sequences"], room["sequences_if_GiB"]) == (9, 11)
    assert room["tokens_per_s_expected"][0] < room["tokens_per_s_expected"][1] <= room["tokens_per_s_ceiling"]


def test_a_sweep_says_what_a_technique_gives_at_each_point() -> None:
    args = ("-m", "Llama-2-70B", "-d", "2xH100", "--context", "512", "--sweep", "batch=1,256")
    _, out, _ = run(*args, "--with", "weight-only-quantization:weight_bits=4", "--format", "json")
    small, large = (point["speedup"][0]["ceiling"] for point in json.loads(out))
    assert small == pytest.approx(3.87, abs=0.01)
    assert large < 2.0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--hardware 8xH100 --devices 7", "devices = 7.0: must be 8, as the hardware's name says, or left out"),
        ("--hardware 4xH100 --tp 8", "tp x pp x dp = 8.0: must be at most the 4 devices"),
        ("--hardware DGX-H100 --tp 16", "tp x pp x dp = 16.0: must be at most the 8 devices"),
        ("--hardware 8xH100 --ep 8", "ep = 8.0: must be left out: Llama-3.1-70B has no experts"),
        ("--hardware 16xH100 --ep 16 --model Mixtral-8x7B", "ep = 16.0: must be at most the 8 experts of Mixtral-8x7B"),
        ("--hardware 8xH100 --ep 16 --model DeepSeek-V3", "ep = 16.0: must be at most the 8 devices"),
        ("--hardware H100 --devices 96 --pp 96", "pp = 96.0: must be at most the 80 layers of Llama-3.1-70B"),
        (
            "--hardware H100 --weight-bits 8 --weight-format Q4_K_M",
            "weight_bits = 8.0: must be about the 4.89 of Q4_K_M, or left out",
        ),
        ("--hardware 8xH100 --prompt 4k --context 8k", "tokens that stand before a --prompt in the cache are --cached"),
        ("--hardware 8xH100 --cached 2k", "--cached belongs to --prompt"),
        ("--hardware 8xH100 --input-len 100", "--input-len and --output-len describe a serving run together"),
        (
            "--hardware 8xH100 --with eagle:draft_len=3,acceptance_len=6",
            "acceptance_len = 6.0: must be at most 4: 3 drafted tokens and the target's own",
        ),
    ],
)
def test_a_question_that_contradicts_itself_is_refused_in_one_line(words: str, said: str) -> None:
    result = CliRunner().invoke(app, ["estimate", "--model", "Llama-3.1-70B", *words.split()])
    assert (result.exit_code, said in result.stderr) == (2, True), result.stderr
    assert result.stderr.count("\n") == 1


def test_a_part_of_a_machine_and_several_of_them_are_no_contradiction() -> None:
    for devices in ("4", "16"):
        words = ["estimate", "--model", "Llama-3.1-70B", "--hardware", "DGX H100", "--devices", devices]
        assert CliRunner().invoke(app, words).exit_code == 0
    assert (
        CliRunner().invoke(app, ["estimate", "--model", "70B", "--hardware", "8xH100", "--devices", "8"]).exit_code == 0
    )
