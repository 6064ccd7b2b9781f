"""What a technique changes on the two sides of a comparison: the types, and what several techniques share.

A row of `mechanisms.py` says which unknowns a technique has, how they change the two sides, and the largest factor that
the mechanism alone can give (`ratio`), which is the bound where neither chip nor model is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from estimator.shape import Shape
from estimator.verdicts.axes import Array, Axis, stated
from estimator.verdicts.baselines import names_method
from estimator.verdicts.case import Case, Place
from estimator.verdicts.sides import Side

Pair = tuple[Side, Side]


Values = Mapping[str, Array]


@dataclass(frozen=True, slots=True)
class Effect:
    """One technique's mechanism. `what` completes "the factor comes from ..."."""

    what: str
    axes: Callable[[Case], tuple[Axis, ...]]
    apply: Callable[[Case, Place, Pair, Values], Pair]
    ratio: Callable[[Case, Values], Any] | None = None
    term: str = (
        "weights"  # the bytes that it changes: weights, kv, prompt, network, waste, steps, overhead, compute, roof
    )
    memory: Callable[[Case, Values], Any] | None = None  # factor on the memory of its own term
    prompt: bool = False  # whether it also cuts the work of a prompt


def axis(case: Case, name: str, values: tuple[float, ...], typical: tuple[float, float], reason: str = "") -> Axis:
    """What the source states, or the admissible values."""
    return stated(name, case.params) or Axis(name, values, typical, reason)


def both(pair: Pair, **changes: Any) -> Pair:
    """The same change to the setting of both sides."""
    before, after = pair
    return setting(before, **changes), setting(after, **changes)


def setting(side: Side, **changes: Any) -> Side:
    """A side with fields of its setting changed."""
    return replace(side, setting=replace(side.setting, **changes))


def rival(case: Case) -> bool:
    """Whether the baseline is itself a method of this technique."""
    return names_method(case.statement.baseline, case.statement.technique)


def density_ratio(case: Case, values: Values) -> Any:
    return 1.0 / np.maximum(1.0 - values["sparsity"], 1e-3)


def no_axes(case: Case) -> tuple[Axis, ...]:
    return ()


def other_model(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Two models are compared: the first is the new one. One alone is held against a dense model of its full size."""
    before, after = pair
    if len(case.shapes) > 1:
        other = case.shapes[1]
        return setting(before, shape=other), setting(after, shape=case.shapes[0])
    shape = case.shapes[0] if case.shapes else place.shape
    return setting(before, shape=dense_twin(shape)), setting(after, shape=shape)


def dense_twin(shape: Shape) -> Shape:
    """A dense model with as many parameters as the mixture has in all."""
    return replace(
        shape, name=f"a dense model of {shape.total / 1e9:.3g}B", always=shape.always + shape.routed, routed=0.0, experts=1.0,
        experts_per_token=1.0,
    )  # fmt: skip


def nothing(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair
