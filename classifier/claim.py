"""What the classifier finds: claims and measurements, each with the place of every value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from estimator import Quantity, Statement, named_format
from estimator.statement import Kind, Metric, Origin, Qualifier, Side


@dataclass(frozen=True, slots=True)
class Parameter:
    """One value that the document states. `start` and `end` are offsets into `Document.text`; `surface` is the text there."""

    name: str  # a parameter of the guidelines, or "factor", "absolute", "hardware", "model", "baseline", "technique", "n_devices"
    value: Any
    surface: str
    start: int
    end: int
    origin: Origin = "stated"  # "stated" in the unit itself, or "inherited" from the text that governs it


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim or measurement. Field meanings are those of the annotation guidelines; absent means not stated."""

    passage: int  # index into Document.passages
    start: int  # offsets of the unit in Document.text
    end: int
    quote: str
    kind: Kind
    quantified: bool
    technique: str
    side: Side
    confidence: float  # calibrated probability that kind and side are right, 0 to 1
    metric: Metric = "other"
    factor_low: float | None = None
    factor_high: float | None = None
    qualifier: Qualifier = "exact"
    absolute: Quantity | None = None
    absolute_before: Quantity | None = None
    baseline: str = ""
    hardware: tuple[str, ...] = ()
    n_devices: int | None = None
    model: tuple[str, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    inherited: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  # further techniques that the same figure rests on
    hints: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()  # every value above with its place
    reasons: tuple[str, ...] = ()  # why: the words, aliases and context that decided

    @property
    def formats(self) -> dict[str, str]:
        """Names of number formats by what is written with them, as far as those values still hold: `Q4_K_M` of 4 bits."""
        values = {**self.params, "technique": self.technique}
        said = {p.name: named_format(p.surface) for p in self.parameters if p.value == values.get(p.name)}
        found = {name: said[name] for name in ("weight_bits", "weight_bits_before") if said.get(name)}
        method = said.get("technique", "")
        return {**found, "technique": method} if method and method not in found.values() else found

    def statement(self) -> Statement:
        """The claim in the terms of physics, for `estimator.judge`."""
        return Statement(
            kind=self.kind,
            technique=self.technique,
            also=self.also,
            side=self.side,
            metric=self.metric,
            factor_low=self.factor_low,
            factor_high=self.factor_high,
            qualifier=self.qualifier,
            absolute=self.absolute,
            absolute_before=self.absolute_before,
            baseline=self.baseline,
            hardware=self.hardware,
            n_devices=self.n_devices,
            model=self.model,
            params=self.params,
            formats=self.formats,
            inherited=frozenset(self.inherited),
            hints=frozenset(self.hints),
        )
