"""The inverse: for each unknown, the values at which the claim holds, the others as stated or at their best."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import numpy as np

from estimator.techniques import with_effect
from estimator.verdicts.axes import Array, ladder
from estimator.verdicts.case import Case
from estimator.verdicts.compare import Mode, Region, largest
from estimator.verdicts.weights import act_bits

POINTS = 49
Interval = tuple[float | None, float | None]  # from, to; None: no limit on that side
NEVER: Interval = (math.nan, math.nan)  # no value reaches the claim

# unknown -> admissible ends
_LINES: dict[str, tuple[float, float]] = {
    "batch": (1.0, 512.0),
    "context_len": (128.0, 1_048_576.0),
    "input_len": (128.0, 1_048_576.0),
    "weight_bits": (1.01, 16.0),
    "kv_bits": (1.01, 16.0),
    "n_kv_heads": (1.0, 128.0),
    "window": (64.0, 131_072.0),
    "sparsity": (0.01, 0.999),
    "hit_rate": (0.01, 0.999),
    "prompt_kept": (0.001, 1.0),
    "devices": (1.0, 64.0),
    "acceptance_len": (1.0, 64.0),
    "on_host": (0.001, 1.0),
    "host_s": (1e-5, 0.1),
    "recomputed": (16.0, 131_072.0),
    "block": (1.0, 1024.0),
    "forced": (0.01, 0.98),
    "useful": (0.01, 1.0),
    "waste": (0.01, 0.98),
    "idle": (1.0, 128.0),
    "exchange_s": (1e-6, 1e-3),
    "batch_before": (1.0, 512.0),
    "comm_bits": (1.0, 16.0),
}
_SHARES = frozenset({"sparsity", "hit_rate", "forced", "waste"})  # what matters is how little is left


def inverse(case: Case, best: Region, mode: Mode, claimed: float, engines: float) -> dict[str, Interval]:
    """Every unknown of the region with the interval of values that reach the claimed factor; `NEVER` where none does."""
    found: dict[str, Interval] = {}
    point = best.best()
    at = best.here(point)
    for name in [axis.name for axis in best.axes] + (["acceptance_len"] if "acceptance_len" in at else []):
        if name in _LINES and name not in found and (mode == "step" or name != "batch"):
            found[name] = _line(case, best, mode, name, at, claimed, engines)
    return found


def _line(
    case: Case, best: Region, mode: Mode, name: str, at: Mapping[str, float], claimed: float, engines: float
) -> Interval:
    low, high = _LINES[name]
    if name == "acceptance_len" and "draft_len" in at:
        high = at["draft_len"] + 1.0
    values = _of_what_is_left(low, high) if name in _SHARES else ladder(low, high, POINTS)
    moved = along(case, best, mode, name, values, at, engines)
    return crossing(np.asarray(values), moved, claimed)


@cache
def _of_what_is_left(low: float, high: float) -> tuple[float, ...]:
    """Shares whose rest is evenly spaced in the logarithm."""
    return tuple((1 - np.geomspace(1 - low, 1 - high, POINTS)).tolist())


def along(
    case: Case,
    best: Region,
    mode: Mode,
    name: str,
    values: tuple[float, ...],
    at: Mapping[str, float],
    engines: float,
) -> Array:
    """The possible factor along one unknown, everything else fixed at a point of the region, memory no limit."""
    params = dict(case.params)
    if {case.statement.technique, *case.statement.also} & with_effect("weight_act_bits"):
        params.setdefault("act_bits", (act_bits(case), act_bits(case)))  # as before, when the weights' bits vary
    params |= {other: (value, value) for other, value in at.items()}
    params[name] = values
    return largest(replace(case, params=params), best.place, mode, engines)


def never(interval: Interval) -> bool:
    """Whether no value reaches the claim."""
    return interval[0] is not None and math.isnan(interval[0])


def crossing(values: Array, factors: Array, claimed: float) -> Interval:
    """The interval of values whose factor reaches the claim, its ends found between neighbours; `None`: no limit there."""
    good = factors >= claimed
    if not good.any():
        return NEVER
    first, last = int(np.argmax(good)), len(good) - 1 - int(np.argmax(good[::-1]))
    low = None if first == 0 else _between(values, factors, first - 1, first, claimed)
    high = None if last == len(good) - 1 else _between(values, factors, last + 1, last, claimed)
    return (low, high)


def _between(values: Array, factors: Array, bad: int, good: int, claimed: float) -> float:
    a, b = float(np.log(factors[bad])), float(np.log(factors[good]))
    share = (np.log(claimed) - a) / (b - a)
    x, y = float(np.log(values[bad])), float(np.log(values[good]))
    return float(np.exp(x + share * (y - x)))
