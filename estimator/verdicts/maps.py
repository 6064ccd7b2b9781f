"""Where over batch and context an optimisation helps or hurts, and the lines between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from estimator.statement import Statement
from estimator.verdicts.axes import Array
from estimator.verdicts.compare import Region, effects_of, region
from estimator.verdicts.factor import place_of
from estimator.verdicts.judge import case_of
from estimator.verdicts.sides import largest_batch


@dataclass(frozen=True, slots=True)
class SpeedupMap:
    """Speed-up over a grid, shape (batches, contexts). Unknowns of the technique stand at their usual values."""

    place: str
    batches: Array
    contexts: Array
    low: Array  # the interval of what is usual
    high: Array
    bound: Array  # the largest that is possible
    fits: NDArray[np.bool_]  # whether both sides fit in memory
    break_even: tuple[tuple[float, float | None], ...]  # (context, batch from which the technique stops helping)
    compute_bound: tuple[
        tuple[float, float | None], ...
    ]  # (context, batch from which the plain step waits for compute)

    @property
    def middle(self) -> Array:
        """The middle of what is usual, in the logarithm."""
        return np.sqrt(self.low * self.high)


def speedup_map(
    statement: Statement, batches: Sequence[float] | Array, contexts: Sequence[float] | Array
) -> SpeedupMap | None:
    """The map of a claim's technique in its setting; `None` where no mechanism of a decode step is modelled.

    Both axes ascend and have at least three values. Chip and model that are not stated are those that the verdict takes.
    """
    case = case_of(statement)
    if not effects_of(case) or not case.places:
        return None
    params = {k: v for k, v in case.params.items() if k not in ("input_len", "output_len")}
    params |= {"batch": tuple(float(b) for b in batches), "context_len": tuple(float(s) for s in contexts)}
    found = region(replace(case, params=params), place_of(case), "step", limit=False)
    return _mapped(found, np.asarray(batches, dtype=np.float64), np.asarray(contexts, dtype=np.float64))


def _mapped(found: Region, batches: Array, contexts: Array) -> SpeedupMap:
    usual = found.typical.reshape(found.shape)[0, 0]
    low, high, bound = (_usual(values, found.shape, usual) for values in (found.even, found.high, found.bound))
    length, batch = contexts[None, :, None], batches[:, None, None]
    room = np.minimum(largest_batch(found.pair[0], length), largest_batch(found.pair[1], length))
    fits = np.broadcast_to(room >= batch, found.shape).all(axis=2)
    cost = found.before.cost
    ratio = np.broadcast_to(np.asarray(cost.compute_s / cost.memory_s), found.shape).mean(axis=2)
    return SpeedupMap(
        place=found.place.name,
        batches=batches,
        contexts=contexts,
        low=low,
        high=high,
        bound=bound,
        fits=np.asarray(fits),
        break_even=_crossings(batches, contexts, 1.0 / np.sqrt(low * high)),
        compute_bound=_crossings(batches, contexts, ratio),
    )


def _usual(values: Array, shape: tuple[int, ...], usual: NDArray[np.bool_]) -> Array:
    """The mean over the usual choices, in the logarithm."""
    grid = values.reshape(shape)[:, :, usual]
    return np.asarray(np.exp(np.log(grid).mean(axis=2)))


def _crossings(batches: Array, contexts: Array, values: Array) -> tuple[tuple[float, float | None], ...]:
    """For each context the batch at which `values` rises through 1, between its neighbours; `None`: it does not."""
    lines: list[tuple[float, float | None]] = []
    for column, context in enumerate(contexts):
        above = values[:, column] >= 1.0
        first = int(np.argmax(above))
        if not above.any() or first == 0:
            lines.append((float(context), float(batches[0]) if above.any() else None))
            continue
        a, b = np.log(values[first - 1, column]), np.log(values[first, column])
        share = float(-a / (b - a))
        lines.append((float(context), float(batches[first - 1] * (batches[first] / batches[first - 1]) ** share)))
    return tuple(lines)
