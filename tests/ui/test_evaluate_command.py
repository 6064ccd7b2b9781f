"""`twoways evaluate`, as typed: documents with annotations against what is found in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from ui.cli import app, register

register()

NOTES = """# Release 3.1

- 4-bit weights make Llama-2-7B decode 2.9x faster than FP16 at batch 1 on an A100.
- Speculative decoding with a small draft model gives a 1.9x speedup on Llama-2-70B.
- The logo is blue.
"""
WEIGHTS: dict[str, Any] = {
    "quote": "4-bit weights make Llama-2-7B decode 2.9x faster than FP16 at batch 1 on an A100.",
    "kind": "claim",
    "quantified": True,
    "technique": "weight-only-quantization",
    "side": "fewer-bytes",
    "metric": "decode",
    "factor_low": 2.9,
    "factor_high": 2.9,
    "hardware": ["A100"],
    "n_devices": 1,
    "model": ["Llama-2-7B"],
    "params": {"batch": 1, "weight_bits": 4, "weight_bits_before": 16},
}
DRAFT: dict[str, Any] = {
    "quote": "Speculative decoding with a small draft model gives a 1.9x speedup on Llama-2-70B.",
    "kind": "claim",
    "quantified": True,
    "technique": "speculative-decoding",
    "side": "fewer-steps",
    "metric": "decode",
    "factor_low": 1.9,
    "factor_high": 1.9,
    "hardware": [],
    "model": ["Llama-2-70B"],
    "params": {},
}


def typed(*words: str) -> Result:
    return CliRunner().invoke(app, ["evaluate", *words], env={"COLUMNS": "200"})


def annotate(folder: Path, *claims: dict[str, Any], document: str = "notes.md") -> tuple[str, str]:
    """(annotations, documents): one document, and what a person found in it."""
    gold, docs = folder / "gold", folder / "docs"
    gold.mkdir()
    docs.mkdir()
    (docs / "notes.md").write_text(NOTES)
    row = {"document": document, "coverage": [[1, 5]], "claims": claims}
    (gold / "notes.json").write_text(json.dumps(row))
    return str(gold), str(docs)


def test_what_agrees_in_every_field_scores_one(tmp_path: Path) -> None:
    result = typed(*annotate(tmp_path, WEIGHTS, DRAFT), "--format", "json")
    scores = json.loads(result.stdout)
    assert result.exit_code == 0
    assert scores["claims"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "n": 2}
    assert scores["strict"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "n": 2}
    assert scores["params"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "n": 4}
    assert scores["side"] == {"accuracy": 1.0, "n": 2}


def test_a_claim_that_nobody_annotated_costs_precision_only(tmp_path: Path) -> None:
    scores = json.loads(typed(*annotate(tmp_path, WEIGHTS), "--format", "json").stdout)
    assert scores["quantified"] == {"precision": 0.5, "recall": 1.0, "f1": pytest.approx(2 / 3), "n": 1}


def test_misses_are_listed_with_what_was_wanted_and_what_was_found(tmp_path: Path) -> None:
    result = typed(*annotate(tmp_path, WEIGHTS, DRAFT | {"factor_low": 3.8, "factor_high": 3.8}))
    assert "notes.md\n" in result.stdout
    assert "  reference claim, speculative-decoding, fewer-steps, 3.8x: Speculative decoding with" in result.stdout
    assert "  found     claim, speculative-decoding, fewer-steps, 1.9x: Speculative decoding with" in result.stdout


def test_no_more_misses_are_listed_than_asked_for(tmp_path: Path) -> None:
    result = typed(*annotate(tmp_path, WEIGHTS, DRAFT | {"factor_low": 3.8, "factor_high": 3.8}), "--show", "0")
    assert "reference" not in result.stdout


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    result = typed(str(tmp_path), str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr.strip() == f"twoways: {tmp_path}: no annotations: give a folder with one JSON file a document"


def test_a_file_that_is_no_annotation_is_named(tmp_path: Path) -> None:
    gold, docs = annotate(tmp_path)
    Path(gold, "notes.json").write_text('{"claims": []}')
    result = typed(gold, docs)
    assert result.exit_code == 1
    assert (
        result.stderr.strip() == f"twoways: {gold}/notes.json: is no annotation file: the field 'document' is missing"
    )


def test_a_document_that_is_missing_is_named(tmp_path: Path) -> None:
    gold, docs = annotate(tmp_path, document="gone.md")
    result = typed(gold, docs)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"twoways: {docs}/gone.md: ")
