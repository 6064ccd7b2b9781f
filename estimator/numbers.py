"""Numbers that may be scalars or arrays. Both go through the same operations, so both give the same last bit."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

Numbers = float | NDArray[np.float64]


def least(a: Numbers, b: Numbers) -> Numbers:
    """The smaller of two, without the microsecond that NumPy takes for two plain floats."""
    if isinstance(a, float) and isinstance(b, float):
        return a if a < b else b
    return np.minimum(a, b)


def most(a: Numbers, b: Numbers) -> Numbers:
    """The larger of two."""
    if isinstance(a, float) and isinstance(b, float):
        return a if a > b else b
    return np.maximum(a, b)


def power(base: Numbers, exponent: Numbers) -> Numbers:
    """`base ** exponent` through one routine for scalars and arrays: Python's own differs from NumPy's in the last bit.

    Of NumPy's two the other one squares, by another routine, where all exponents are 2.
    """
    result = np.float_power(base, exponent)
    return float(result) if result.ndim == 0 else result


def where(condition: Any, a: Numbers, b: Numbers) -> Numbers:
    """`a` where the condition holds, else `b`."""
    if isinstance(condition, bool):
        return a if condition else b
    return cast("NDArray[np.float64]", np.where(condition, a, b))


def number(value: Any) -> Numbers:
    """A float, or an array of floats of the shape that was given."""
    if isinstance(value, (int, float)):
        return float(value)
    array = np.asarray(value, dtype=np.float64)
    return float(array) if array.ndim == 0 else array
