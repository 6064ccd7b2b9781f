"""What became of a document, and of all documents of a run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import ingest
from ingest import UnreadableDocument
from pipeline.items import Item

What = Literal["new", "renewed", "superseded", "unchanged", "duplicate", "failed"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one document."""

    source: str
    what: What
    reason: str = ""  # of a failure, one of `ingest.document.REASONS`
    detail: str = ""
    pages: int = 0
    sides: Mapping[str, int] = field(default_factory=dict)
    verdicts: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Summary:
    """What became of all of them."""

    run: int = 0
    outcome: str = "running"  # done, stopped, failed
    seconds: float = 0.0
    documents: Counter[str] = field(default_factory=Counter)  # by what became of them
    sides: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    pages: int = 0
    failures: list[Outcome] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Count one document."""
        self.documents[outcome.what] += 1
        self.sides.update(outcome.sides)
        self.verdicts.update(outcome.verdicts)
        self.pages += outcome.pages
        if outcome.reason:
            self.failures.append(outcome)

    def record(self) -> dict[str, Any]:
        """As JSON."""
        failures = [{"source": f.source, "reason": f.reason, "detail": f.detail} for f in self.failures]
        return {
            "run": self.run,
            "outcome": self.outcome,
            "seconds": round(self.seconds, 3),
            "documents": dict(self.documents),
            "claims": sum(self.sides.values()),
            "sides": dict(self.sides),
            "verdicts": dict(self.verdicts),
            "pages": self.pages,
            "failures": failures,
        }


def reason_of(item: Item, error: BaseException) -> tuple[str, str]:
    """The reason of a failure, and the line about it."""
    if isinstance(error, UnreadableDocument):
        return error.reason, str(error)
    reason = ingest.reason_of(error)
    if reason == "crashed" and type(error).__name__ not in ("ProcessExpired", "KilledWorker"):
        reason = "fault"
    detail = "" if reason in ("timeout", "memory") else f"{type(error).__name__}: {error}{place_of(error)}"[:300]
    return reason, str(UnreadableDocument(item.source, reason, " ".join(detail.split())))


def place_of(error: BaseException) -> str:
    """Where in the worker an error was raised: pebble keeps the worker's traceback as text."""
    frames = re.findall(r'File "([^"]+)", line (\d+)', str(getattr(error, "traceback", "")))
    return f", {Path(frames[-1][0]).name} line {frames[-1][1]}" if frames else ""
