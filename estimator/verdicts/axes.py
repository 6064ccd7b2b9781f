"""Unknowns and the values they may take, each with the reason for its range.

A claim that leaves something open is judged over all values it may have: `values` is the admissible range, `typical` the
part that a reader would expect when nothing is said. The first decides what is impossible, the second what is ordinary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
MOST_BATCH = 512.0
MOST_CONTEXT = 131_072.0
MOST_PROMPT = 16_384.0
ANY_LENGTH = (
    "any-length"  # a hint of a statement: contexts and prompts longer than a measurement's usual ones are tried
)


@dataclass(frozen=True, slots=True)
class Axis:
    """One unknown: its admissible values in ascending order, and which of them are typical."""

    name: str
    values: tuple[float, ...]
    typical: tuple[float, float]  # (from, to), both included
    reason: str = ""
    stated: bool = False

    @property
    def free(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.values) > 1

    def array(self) -> Array:
        return np.asarray(self.values, dtype=np.float64)

    def usual(self) -> NDArray[np.bool_]:
        """Which values are typical; all of them where none is."""
        if not self.free:
            return np.ones(1, dtype=bool)
        low, high = self.typical
        inside = (self.array() >= low * (1 - 1e-9)) & (self.array() <= high * (1 + 1e-9))
        return inside if inside.any() else np.ones(len(self.values), dtype=bool)


def fixed(name: str, value: float, reason: str = "stated") -> Axis:
    """A value that the source gives."""
    return Axis(name, (value,), (value, value), reason, stated=True)


@lru_cache(maxsize=256)  # a line along one unknown has the same steps for every claim
def ladder(low: float, high: float, points: int) -> tuple[float, ...]:
    """Values evenly spaced in the logarithm, both ends included."""
    if high <= low or points < 2:
        return (low,)
    return tuple(float(v) for v in np.geomspace(low, high, points))


Given = Mapping[str, tuple[float, ...]]  # a value twice, the two ends of a range, or every value to be tried


def stated(name: str, params: Given) -> Axis | None:
    """The axis of a parameter that the source gives, as one value or as a range of its two ends."""
    if name not in params:
        return None
    if len(params[name]) > 2:
        return Axis(name, params[name], (params[name][0], params[name][-1]), "every value", stated=True)
    low, high = params[name]
    if low == high:
        return fixed(name, low)
    return Axis(name, ladder(low, high, 3) if low > 0 else (low, high), (low, high), "stated as a range", stated=True)


@dataclass(frozen=True, slots=True)
class Choices:
    """Every combination of several unknowns as flat arrays of equal length, last axis of the grid."""

    axes: tuple[Axis, ...]
    values: Mapping[str, Array]
    typical: NDArray[np.bool_]

    def __len__(self) -> int:
        return int(self.typical.size)


def combine(axes: Sequence[Axis]) -> Choices:
    """The product of the axes, flattened; later axes vary fastest."""
    if not axes:
        return Choices((), {}, np.ones(1, dtype=bool))
    # Written out instead of `meshgrid`, which takes longer to begin than most of these grids to fill.
    shape = tuple(len(axis.values) for axis in axes)
    typical = np.ones(shape, dtype=bool)
    values: dict[str, Array] = {}
    for at, axis in enumerate(axes):
        along = (-1,) + (1,) * (len(axes) - 1 - at)
        grid = np.empty(shape)
        grid[...] = axis.array().reshape(along)
        typical &= axis.usual().reshape(along)
        values[axis.name] = grid.ravel()
    return Choices(tuple(axes), values, typical.ravel())


def batch_axis(params: Given, hints: frozenset[str], metric: str) -> Axis:
    """Sequences decoded together: what is stated, or implied by the wording, or 1 to 512."""
    if (axis := stated("batch", params)) is not None:
        return axis
    if "single-user" in hints:
        return Axis("batch", (1.0,), (1.0, 1.0), "one user is spoken of", stated=True)
    values = tuple(float(2**i) for i in range(10))
    if "high-load" in hints:
        return Axis("batch", values[4:], (16.0, 256.0), "high load is spoken of: 16 to 512 sequences")
    typical = (8.0, 256.0) if metric == "throughput" else (1.0, 16.0)
    return Axis("batch", values, typical, "no batch is stated: 1 to 512 sequences, as far as they fit")


def prompts_axis() -> Axis:
    """Prompts computed together: a mixture of experts reads all of them for a few prompts, and no more for many."""
    return Axis("batch", (1.0, 8.0, 64.0, 512.0), (1.0, 1.0), "prompts are computed one at a time, or many together")


def context_axis(params: Given, hints: frozenset[str], short: bool = False) -> Axis:
    """Cached tokens of a sequence: stated, or input + output/2, or 512 to 128K; at first to 1K for `short` benchmarks."""
    if (axis := stated("context_len", params)) is not None:
        return axis
    low, *_, high = params.get("input_len", (0.0, 0.0))
    out_low, *_, out_high = params.get("output_len", (0.0, 0.0))
    if high > 0:
        ends = (low + out_low / 2, high + out_high / 2)
        return Axis(
            "context_len", ends if ends[0] < ends[1] else ends[:1], ends, "input and half the output", stated=True
        )
    values = tuple(float(2**i) for i in range(9, 18))
    if "long-context" in hints:
        return Axis("context_len", values[4:], (8192.0, MOST_CONTEXT), "long contexts are spoken of: 8K to 128K tokens")
    if short:
        reason = "no context is stated, and speculation is measured on short chats and questions: 512 to 1K tokens"
        return Axis("context_len", values if ANY_LENGTH in hints else values[:2], (512.0, 1024.0), reason)
    return Axis("context_len", values, (512.0, 4096.0), "no context is stated: 512 to 128K tokens, as far as they fit")


def prompt_axis(params: Given, hints: frozenset[str], alone: bool = False) -> Axis:
    """Tokens of a prompt: stated, or 512 to 16K (128K where long contexts are spoken of, or any length is tried).

    A time that stands `alone` may be that of a few words: nothing shorter than 32 tokens is measured.
    """
    for name in ("input_len", "context_len"):
        if (axis := stated(name, params)) is not None:
            return Axis("input_len", axis.values, axis.typical, axis.reason, stated=True)
    high = MOST_CONTEXT if {"long-context", ANY_LENGTH} & hints else MOST_PROMPT
    first = 5 if alone else 9
    values = tuple(float(2**i) for i in range(first, int(np.log2(high)) + 1))
    typical = (4096.0, MOST_CONTEXT) if "long-context" in hints else (1024.0, 8192.0)
    return Axis("input_len", values, typical, f"no prompt length is stated: {2**first} to {int(high / 1024)}K tokens")
