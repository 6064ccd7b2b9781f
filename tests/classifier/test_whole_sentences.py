"""A sentence by itself, as a paper, a release note or a data sheet has it, comes out with every field that it states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from classifier import Claim, find
from ingest import read_bytes

ROWS = [json.loads(line) for line in Path(__file__).with_name("sentence_cases.jsonl").read_text().splitlines()]


def _nearest(claims: tuple[Claim, ...], row: dict[str, Any]) -> Claim:
    """Of several claims in a sentence the one whose figure is asked about."""
    wanted = row.get("factor") or row.get("absolute", {}).get("value")
    if wanted is None:
        return claims[0]
    return min(claims, key=lambda c: abs((c.factor_high or (c.absolute.value if c.absolute else 1e9)) - wanted))


def _name(text: str) -> str:
    return text.lower().replace("-", "").replace(" ", "")


@pytest.mark.parametrize("row", ROWS, ids=[row["text"][:60] for row in ROWS])
def test_a_sentence_gives_all_its_fields(row: dict[str, Any]) -> None:
    claims = find(read_bytes(row["text"].encode(), "sentence.txt"))
    assert claims, "nothing was found"
    claim = _nearest(claims, row)
    assert (claim.kind, claim.metric) == (row["kind"], row.get("metric", claim.metric))
    assert claim.technique == row.get("technique", claim.technique)
    assert claim.factor_high == (pytest.approx(row["factor"], rel=1e-3) if "factor" in row else None)
    assert claim.qualifier == row.get("qualifier", "exact")
    if "absolute" in row:
        assert claim.absolute is not None
        assert (claim.absolute.value, claim.absolute.unit) == (row["absolute"]["value"], row["absolute"]["unit"])
    assert len(claim.hardware) == len(row.get("hardware", []))
    for found, wanted in zip(claim.hardware, row.get("hardware", []), strict=True):
        assert _name(wanted) in _name(found) or _name(found) in _name(wanted)
    assert claim.n_devices == row.get("n_devices")
    assert [_name(m) for m in claim.model] == [_name(m) for m in row.get("model", [])]
    params, wanted_params = dict(claim.params), dict(row["params"])
    assert params.pop("draft_model", None) == wanted_params.pop("draft_model", None)
    assert params == pytest.approx(wanted_params, rel=1e-3)
    assert row.get("baseline_has", "").lower() in claim.baseline.lower()


def test_the_table_covers_the_techniques() -> None:
    assert len({row.get("technique") for row in ROWS}) >= 45
