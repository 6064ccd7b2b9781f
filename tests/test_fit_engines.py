"""The fit of the engine classes: constants that made a sheet of measurements are found again."""

from __future__ import annotations

import csv
import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from estimator.engines import find_engine

SCRIPT = Path(__file__).parent.parent / "scripts" / "fit_engines.py"
COLUMNS = (
    "id hardware n_devices tp pp ep model weight_bits weight_format kv_bits act_bits batch input_len output_len context_len"
    " phase metric value engine speculative doubtful notes"
).split()


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fit_engines", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["fit_engines"] = module
    spec.loader.exec_module(module)
    return module


def sheet(script: ModuleType, path: Path, memory: float, layer: float) -> None:
    """Rows that an engine with these constants would give, and two that no fit may use."""
    made = replace(find_engine("local"), memory=memory, layer=layer)
    rows = []
    for chip in ("RTX-3090", "RTX-4090", "RTX-A6000", "RTX-4080"):
        for model in ("Llama-3-8B", "Llama-3.2-3B", "Qwen3-0.6B", "Qwen3-14B"):
            for bits in ("4.9", "8.5"):
                cells = {"hardware": chip, "model": model, "weight_bits": bits, "kv_bits": "16", "batch": "1"}
                rows.append(dict.fromkeys(COLUMNS, "") | cells | {"phase": "decode", "engine": "llama.cpp"})
    for i, row in enumerate(rows):
        row |= {"id": str(i), "context_len": "128", "metric": "ms_per_token", "value": "1"}
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    times = script.decode_times(made, script.samples([str(path)], "decode"))
    for row, time in zip(rows, times, strict=True):
        row["value"] = str(time * 1e3)
    rows += [rows[0] | {"value": "0.001", "doubtful": "1"}, rows[0] | {"value": "0.001", "speculative": "1"}]
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)


def test_constants_are_found_again(script: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    sheet(script, path, memory=1.4, layer=150e-6)
    samples = script.samples([str(path)], "decode")
    assert len(samples) == 32
    engine = script.fit(script.unfitted("local"), samples, ["memory", "layer"], script.decode_times)
    assert engine.memory == pytest.approx(1.4, rel=0.03)
    assert engine.layer == pytest.approx(150e-6, rel=0.03)


def test_rows_of_a_group_are_judged_by_a_fit_without_them(script: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    sheet(script, path, memory=1.4, layer=150e-6)
    ratios = [ratio for _, ratio in script.unseen("local", script.samples([str(path)], "decode"), "hardware")]
    assert ratios == pytest.approx([1.0] * 32, abs=0.1)


def test_what_is_written_is_what_is_read(script: ModuleType, tmp_path: Path) -> None:
    table = {name: find_engine(name) for name in script.PRIORS}
    script.write(table, tmp_path / "engines.csv")
    assert (tmp_path / "engines.csv").read_text() == script.TARGET.read_text()
