"""The answer to "can this be so?"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite, isnan
from typing import Any, Literal

from estimator.statement import Origin

Word = Literal["plausible", "conditional", "implausible", "unverifiable"]
# "HBM" stands for the device's memory, of whatever kind; readers are shown "memory"
Limiter = Literal["HBM", "compute", "link", "overhead", "host", "capacity", ""]


@dataclass(frozen=True, slots=True)
class StepCost:
    """One cycle of decode, or one prefill, on one device: a point under the roofline. SI units."""

    label: str  # "before", "after"
    bytes: Mapping[str, float]  # by term: "weights", "kv", "activations", "network"; bytes that one device moves
    flops: float  # FLOP on one device
    bandwidth: float  # bytes/s of one device
    peak: float  # FLOP/s of one device for the type that the matrix units run at
    seconds: float  # the floor
    tokens: float = 1.0  # accepted tokens for each sequence
    limiter: Limiter = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict with all that it rests on. `ceiling` is a factor, or in `ceiling_unit` for a rate, a time or a count."""

    verdict: Word
    reason: str  # two or three sentences with the numbers put in
    ceiling: float | None = None
    ceiling_unit: str = "x"
    expected: tuple[float, float] | None = None  # (low, high), in the ceiling's unit
    limiter: tuple[Limiter, Limiter] = ("", "")  # before, after
    requires: tuple[str, ...] = ()  # conditions that the source does not state: "batch at most 16"
    ask: tuple[str, ...] = ()  # what to ask the authors
    derivation: tuple[str, ...] = ()  # the longer way there, a line a step
    inputs: Mapping[str, tuple[Any, Origin]] = field(default_factory=dict)
    inverse: Mapping[str, tuple[float | None, float | None]] = field(
        default_factory=dict
    )  # unknown: values that work; NaN: none
    attribution: Mapping[str, float] = field(default_factory=dict)  # several mechanisms: the factor of each
    before: StepCost | None = None
    after: StepCost | None = None

    def record(self) -> dict[str, Any]:
        """The verdict as JSON holds it; what is not known is absent. Shared by the command line, the database and the page."""
        fields: dict[str, Any] = {
            "verdict": self.verdict,
            "ceiling": self.ceiling,
            "ceiling_unit": self.ceiling_unit if self.ceiling is not None else None,
            "expected": self.expected,
            "limiter": self.limiter if any(self.limiter) else None,
            "reason": self.reason,
            "requires": self.requires,
            "ask": self.ask,
            "derivation": self.derivation,
            "inputs": {name: {"value": value, "origin": origin} for name, (value, origin) in self.inputs.items()},
            "attribution": dict(self.attribution) or None,
            "inverse": self.intervals(),
        }
        return {name: plain(value) for name, value in fields.items() if value is not None}

    def intervals(self) -> dict[str, list[float | None]]:
        """The inverse as JSON holds it: no ends where no value makes the claim hold."""
        return {name: plain(ends) if holds(ends) else [] for name, ends in self.inverse.items()}


def holds(ends: tuple[float | None, float | None]) -> bool:
    """Whether any value of an unknown makes the claim hold: its ends are NaN where none does."""
    return not any(end is not None and isnan(end) for end in ends)


def plain(value: Any) -> Any:
    """Lists and numbers that JSON can hold: six digits, and no infinity."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, float):
        return float(f"{value:.6g}") if isfinite(value) else None
    return value
