"""One document: read it, find its claims, judge each; and a claim's form in JSON."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ingest
from classifier import Claim, find
from estimator import Quantity, judge
from estimator.verdict import Verdict
from ingest import Document
from pipeline.items import Limits


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with its verdict."""

    claim: Claim
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that comes out of one document."""

    document: Document
    claims: tuple[Judged, ...]


def analyse(path: str | Path, *, source: str = "", max_bytes: int = Limits().max_bytes) -> Analysis:
    """Read a document, find its claims, judge each. Pure: it runs in workers and writes nothing."""
    return judged(ingest.read(path, source=source or str(path), max_bytes=max_bytes))


def judged(document: Document, claims: tuple[Claim, ...] | None = None) -> Analysis:
    """The claims of a document that was read, each with its verdict."""
    found = find(document) if claims is None else claims
    verdicts: dict[str, Verdict] = {}  # a page and its tables say the same again: in one document it is judged once
    out = []
    for claim in found:
        statement = claim.statement()
        key = repr(statement)  # equal statements may be written differently: 1 and 1.0
        if key not in verdicts:
            verdicts[key] = judge(statement)
        out.append(Judged(claim, verdicts[key]))
    return Analysis(document, tuple(out))


# Fields of a claim in the order of the JSON form.
FIELDS = (
    "start end quote kind quantified technique side confidence metric factor_low factor_high qualifier absolute "
    "absolute_before baseline hardware n_devices model params inherited"
).split()


def record(document: Document, claim: Claim, verdict: Verdict | None = None) -> dict[str, Any]:
    """A claim as JSON: what `check --format jsonl` and `claims --format jsonl` print. Absent means not stated."""
    place = document.passages[claim.passage] if 0 <= claim.passage < len(document.passages) else None
    page, section = (place.page, " > ".join(place.section)) if place else (None, "")
    return record_at(document.source, page, section, claim, verdict)


def record_at(source: str, page: int | None, section: str, claim: Claim, verdict: Verdict | None) -> dict[str, Any]:
    """The same for a claim whose document is not at hand."""
    values: dict[str, Any] = {"document": source, "page": page, "section": section}
    values |= {name: _plain(getattr(claim, name)) for name in FIELDS}
    if verdict is not None:
        values |= {"verdict": verdict.verdict, "ceiling": verdict.ceiling}
        values |= {"ceiling_unit": verdict.ceiling_unit if verdict.ceiling is not None else None}
        values |= {
            "expected": _plain(verdict.expected),
            "limiter": _plain(verdict.limiter) if any(verdict.limiter) else None,
        }
        values |= {"reason": verdict.reason, "requires": list(verdict.requires)}
    return {name: value for name, value in values.items() if value not in (None, "", [], {}) or name == "quote"}


def _plain(value: Any) -> Any:
    if isinstance(value, Quantity):
        return {"value": value.value, "unit": value.unit}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if hasattr(value, "items"):
        return {name: _plain(part) for name, part in value.items()}
    return value.tolist() if hasattr(value, "tolist") else value
