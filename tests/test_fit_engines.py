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
    " phase metric value engine speculative doubtful source notes"
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
                cells |= {"phase": "decode", "engine": "llama.cpp", "source": f"{chip}'s: {model}"}
                rows.append(dict.fromkeys(COLUMNS, "") | cells)
    for i, row in enumerate(rows):
        row |= {"id": str(i), "context_len": "128", "metric": "ms_per_token", "value": "1"}
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    times = script.Rows(script.samples([str(path)], "decode")).times(made)
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
    engine = script.fit(script.unfitted("local"), script.Rows(samples), ["memory", "layer"], weight=0.01)
    assert engine.memory == pytest.approx(1.4, rel=0.03)
    assert engine.layer == pytest.approx(150e-6, rel=0.03)


@pytest.mark.parametrize("column", ["hardware", "source"])
def test_rows_of_a_group_are_judged_by_a_fit_without_them(script: ModuleType, tmp_path: Path, column: str) -> None:
    path = tmp_path / "rows.csv"
    sheet(script, path, memory=1.4, layer=150e-6)
    found = script.unseen(script.samples([str(path)], "decode"), [], column)
    assert [ratio for _, ratio in found] == pytest.approx([1.0] * 32, abs=0.1)


def test_a_kind_without_rows_has_the_constants_of_its_class(script: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    sheet(script, path, memory=1.4, layer=150e-6)
    table = script.constants(script.samples([str(path)], "decode"), [])
    for kind in ("local-unified", "local-mlx", "local-vulkan"):
        assert table[kind].memory == table["local"].memory != script.unfitted(kind).memory


def test_a_width_counts_each_source_alike_and_few_of_them_widen_it(script: ModuleType, tmp_path: Path) -> None:
    """A fourth of four sources is more than what may lie outside."""
    path = tmp_path / "rows.csv"
    sheet(script, path, memory=1.4, layer=150e-6)
    samples = script.samples([str(path)], "decode")

    def width(*off: str) -> float:
        return float(script.half_width([(row, 1.3 if row.row["hardware"] in off else 1.05) for row in samples]))

    assert width() == pytest.approx(1.2 ** (1 + 1 / 4))
    assert width("RTX-4080") == pytest.approx(1.3 ** (1 + 1 / 4))
    assert script.half_width([(row, 1.3) for row in samples[:8]]) == pytest.approx(1.3**2)  # one source alone
    assert script.half_width([(row, 5.0) for row in samples]) == 2.0
    assert script.half_width([]) == 2.0


def test_a_source_that_is_most_of_a_class_goes_chip_by_chip(script: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    sheet(script, path, memory=1.4, layer=150e-6)
    samples = script.samples([str(path)], "decode")
    assert set(script.group_keys(samples, "source")) == {"RTX-3090's", "RTX-4090's", "RTX-A6000's", "RTX-4080's"}
    one = [script.replace(row, row=row.row | {"source": "one: rows"}) for row in samples]
    assert set(script.group_keys(one, "source")) == {
        f"one, {chip}" for chip in ("RTX-3090", "RTX-4090", "RTX-A6000", "RTX-4080")
    }


def test_what_is_written_is_what_is_read(script: ModuleType, tmp_path: Path) -> None:
    table = {name: find_engine(name) for name in script.CLASSES}
    script.write(table, tmp_path / "engines.csv")
    assert (tmp_path / "engines.csv").read_text() == script.TARGET.read_text()
