"""What a claim leaves open, and the values that it may have there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from estimator.verdicts.axes import Axis, batch_axis, combine, context_axis, fixed, ladder, prompt_axis, stated

NONE: frozenset[str] = frozenset()
LONG = frozenset({"long-context"})


def doubled(low: float, high: float) -> tuple[float, ...]:
    values = [low]
    while values[-1] < high:
        values.append(values[-1] * 2)
    return tuple(values)


@pytest.mark.parametrize(
    ("made", "values", "typical", "is_stated"),
    [
        (partial(batch_axis, {}, NONE, "decode"), doubled(1, 512), (1, 16), False),
        (partial(batch_axis, {}, NONE, "throughput"), doubled(1, 512), (8, 256), False),
        (partial(batch_axis, {}, frozenset({"single-user"}), "decode"), (1.0,), (1, 1), True),
        (partial(batch_axis, {}, frozenset({"high-load"}), "decode"), doubled(16, 512), (16, 256), False),
        (partial(batch_axis, {"batch": (4.0, 4.0)}, NONE, "decode"), (4.0,), (4, 4), True),
        (partial(batch_axis, {"batch": (1.0, 64.0)}, NONE, "decode"), (1.0, 8.0, 64.0), (1, 64), True),
        (partial(context_axis, {}, NONE), doubled(512, 131_072), (512, 4096), False),
        (partial(context_axis, {}, LONG), doubled(8192, 131_072), (8192, 131_072), False),
        (partial(context_axis, {}, NONE, short=True), (512.0, 1024.0), (512, 1024), False),
        (partial(context_axis, {"input_len": (100.0, 100.0), "output_len": (50.0, 50.0)}, NONE), (125.0,), (125, 125), True),
        (partial(context_axis, {"input_len": (100.0, 200.0), "output_len": (20.0, 60.0)}, NONE),
         (110.0, 230.0), (110, 230), True),
        (partial(context_axis, {"input_len": (64.0, 64.0)}, NONE), (64.0,), (64, 64), True),
        (partial(context_axis, {"input_len": (0.5, 0.5)}, NONE), (0.5,), (0.5, 0.5), True),
        (partial(context_axis, {"output_len": (64.0, 64.0)}, NONE), doubled(512, 131_072), (512, 4096), False),
        (partial(context_axis, {}, frozenset({"any-length"}), short=True), doubled(512, 131_072), (512, 1024), False),
        (partial(prompt_axis, {}, frozenset({"any-length"})), doubled(512, 131_072), (1024, 8192), False),
        (partial(prompt_axis, {}, NONE), doubled(512, 16_384), (1024, 8192), False),
        (partial(prompt_axis, {}, LONG), doubled(512, 131_072), (4096, 131_072), False),
        (partial(prompt_axis, {}, NONE, alone=True), doubled(32, 16_384), (1024, 8192), False),
        (partial(prompt_axis, {"context_len": (300.0, 300.0)}, NONE), (300.0,), (300, 300), True),
    ],
)  # fmt: skip
def test_what_is_open(
    made: Callable[[], Axis], values: tuple[float, ...], typical: tuple[float, float], is_stated: bool
) -> None:
    axis = made()
    assert axis.values == pytest.approx(values)
    assert axis.typical == typical
    assert axis.stated is is_stated


def test_a_prompt_of_unknown_length_is_said() -> None:
    assert prompt_axis({}, NONE, alone=True).reason == "no prompt length is stated: 32 to 16K tokens"
    assert prompt_axis({}, LONG).reason == "no prompt length is stated: 512 to 128K tokens"


def test_both_ends_of_what_is_typical_count() -> None:
    assert Axis("batch", (1.0, 2.0, 4.0, 8.0), (2.0, 4.0)).usual().tolist() == [False, True, True, False]
    assert Axis("batch", (1.0, 2.0), (8.0, 9.0)).usual().tolist() == [True, True]  # none is: all are


def test_a_ladder_has_both_ends() -> None:
    assert ladder(1, 100, 3) == pytest.approx((1, 10, 100))
    assert ladder(5, 5, 3) == (5,)
    assert ladder(1, 100, 2) == pytest.approx((1, 100))
    assert ladder(1, 100, 1) == (1,)


def test_a_range_from_nothing_has_its_two_ends_only() -> None:
    axis = stated("sparsity", {"sparsity": (0.0, 0.5)})
    assert axis is not None
    assert axis.values == (0.0, 0.5)
    tried = stated("batch", {"batch": (1.0, 2.0, 4.0)})
    assert tried is not None
    assert (tried.values, tried.typical, tried.stated) == ((1.0, 2.0, 4.0), (1.0, 4.0), True)


def test_later_unknowns_vary_fastest_and_are_typical_together() -> None:
    both = combine((Axis("a", (1.0, 2.0), (1.0, 1.0)), Axis("b", (5.0, 6.0), (6.0, 6.0)), fixed("c", 9.0)))
    assert both.values["a"].tolist() == [1, 1, 2, 2]
    assert both.values["b"].tolist() == [5, 6, 5, 6]
    assert both.typical.tolist() == [False, True, False, False]
    assert len(both) == 4
    assert np.array_equal(combine(()).typical, [True])
