"""A claim in the terms of physics: what `judge` is asked about. No text analysis here, no SQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["claim", "measurement"]
Side = Literal["fewer-bytes", "fewer-steps", "both", "neither"]
Metric = Literal["decode", "throughput", "latency", "ttft", "prefill", "kernel", "memory", "other"]
Qualifier = Literal["up-to", "average", "at-least", "about", "exact"]
Origin = Literal["stated", "inherited", "catalog", "assumed"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit as people write it: `Quantity(24, "tokens/s")`, `Quantity(13, "ms/token")`."""

    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class Statement:
    """One claim or measurement, with what the source states about it. `None`, `""` and missing keys mean: not stated.

    `params` uses the names of the annotation guidelines (`weight_bits`, `batch`, `context_len`, `draft_len`, ...) and may
    also hold `n_heads`, `tree_size`, `time_share`, `kernel_factor`. A range is a list of its two ends.
    """

    kind: Kind = "claim"
    technique: str = "other"  # a key of TECHNIQUES
    also: tuple[str, ...] = ()  # further techniques that the same figure rests on
    side: Side | None = None
    metric: Metric = "other"
    factor_low: float | None = None
    factor_high: float | None = None
    qualifier: Qualifier = "exact"
    absolute: Quantity | None = None
    absolute_before: Quantity | None = None
    baseline: str = ""
    hardware: tuple[str, ...] = ()  # catalog names or aliases
    n_devices: int | None = None
    model: tuple[str, ...] = ()  # catalog names or aliases
    params: Mapping[str, Any] = field(default_factory=dict)
    formats: Mapping[str, str] = field(
        default_factory=dict
    )  # names of number formats (`Q4_K_M`) by what they stand for: `weight_bits`, `weight_bits_before` or `technique`
    inherited: frozenset[str] = frozenset()  # names of fields and parameters that come from the governing text
    hints: frozenset[str] = (
        frozenset()
    )  # what the wording implies: "single-user", "high-load", "long-context", "end-to-end"

    def origin(self, name: str) -> Origin:
        """Where the stated value of `name` comes from."""
        return (
            "inherited" if name in self.inherited or ("params" in self.inherited and name in self.params) else "stated"
        )
