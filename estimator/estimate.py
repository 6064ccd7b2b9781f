"""The front door of the physics: how long a step takes at least, and how long competent engines need.

    estimate("Llama-3.1-70B", "8xH100", batch=[1, 8, 64], context=4096, weight_bits=8)

`batch`, `context` and `q` broadcast against each other like NumPy arrays; every figure of the answer has their common
shape. A scalar question gives plain floats, and the same last bit that an array gives.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from estimator.capacity import Capacity, capacity
from estimator.errors import BadValue
from estimator.hardware import Hardware
from estimator.models import Model
from estimator.numbers import Numbers, number
from estimator.options import Options
from estimator.run import Run, prepare
from estimator.statement import Origin
from estimator.step import Cost

POSITIVE = ("batch", "q")
BLOCK = 1 << 14  # points worked on at once: five arrays of it fit a core's own cache


@dataclass(frozen=True, slots=True)
class Estimate:
    """Figures of the shape that batch, context and q broadcast to; seconds for one step, or for one batch of prompts."""

    run: Run
    batch: Numbers
    context: Numbers  # cached tokens of each sequence; in prefill the prompt's length
    q: Numbers  # new tokens for each sequence
    cached: Numbers  # tokens of the prompt found in a prefix cache
    phase: str  # "decode" or "prefill"
    t_floor_s: Numbers
    low: Numbers
    high: Numbers

    @property
    def t_expected_s(self) -> tuple[Numbers, Numbers]:
        """The interval that about four of five measured engines of the class fall into. Never below the floor."""
        return self.low, self.high

    @property
    def tokens_per_s_ceiling(self) -> Numbers:
        """Tokens a second of all sequences together at the floor: generated ones, in prefill those of the prompts."""
        tokens = self.context if self.phase == "prefill" else 1.0
        return self.batch * tokens / self.t_floor_s

    @property
    def cost(self) -> Cost:
        """Bytes and FLOPs behind the floor, of one device; of a decode step those of all pipeline stages, one after the other."""
        if self.phase == "prefill":
            return self.run.prompt_times(self.batch, self.context, self.cached)[0]
        return self.run.cost(self.batch, self.context, self.q)

    @property
    def bytes(self) -> dict[str, Numbers]:
        """Bytes that one device moves in a step, by term; `network` one way. Of a pipeline's stages, in turn, all count."""
        cost = self.cost
        return {"weights": cost.weights, "kv": cost.kv, "activations": cost.activations, "network": cost.network}

    @property
    def flops(self) -> Numbers:
        """FLOPs of one device."""
        return self.cost.flops

    @property
    def limiter(self) -> Any:
        """What the floor rests on: "HBM", "compute" or "link"; an array of these for an array of points.

        "HBM" stands for the device's memory, of whatever kind, "link" for the way to host memory: links between devices
        are not in the floor.
        """
        cost = self.cost
        names = np.where(
            np.asarray(cost.host_s) > np.maximum(cost.memory_s, cost.compute_s),
            "link",
            np.where(np.asarray(cost.compute_s) > np.asarray(cost.memory_s), "compute", "HBM"),
        )
        return str(names) if names.ndim == 0 else names

    @property
    def capacity(self) -> Capacity:
        """What fits at this context, with a paged cache."""
        return capacity(self.run.setting, self.context)

    @property
    def fits(self) -> Any:
        """Whether weights and caches fit the devices' memory; `None` where the chip's memory is not known."""
        if self.run.setting.memory == math.inf:
            return None
        fitting = self.capacity.fits(self.batch / self.run.replicas)
        return bool(fitting) if fitting.ndim == 0 else fitting

    def at_largest_batch(self) -> Estimate | None:
        """The same question at the largest batch that fits, for its throughput; `None` where nothing or anything fits."""
        largest = self.capacity.batch * self.run.replicas
        if np.ndim(largest) or not 1.0 <= largest < math.inf:
            return None
        return answer(self.run, largest, self.context, self.q)

    @property
    def inputs(self) -> Mapping[str, tuple[Any, Origin]]:
        """Every input with its origin: stated, catalog or assumed."""
        return self.run.inputs

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be assumed, where a bound is weaker than it could be, and what depends on a GB being a GiB."""
        notes = self.run.notes
        if not np.ndim(self.t_floor_s):
            room, share = self.capacity, self.batch / self.run.replicas
            if room.batch < share <= room.batch_gib:
                notes = (*notes, "fits only if the memory's GB are GiB")
        return notes


_RUNS: dict[Any, tuple[Run, Any, Any]] = {}


def estimate(
    model: str | Model,
    hardware: str | Hardware,
    *,
    batch: ArrayLike = 1,
    context: ArrayLike = 0,
    q: ArrayLike = 1,
    phase: str = "decode",
    cached: ArrayLike = 0,
    weight_bits: float | None = None,
    weight_format: str = "",
    kv_bits: float | None = None,
    act_bits: float | None = None,
    devices: float | None = None,
    tp: float | None = None,
    pp: float | None = None,
    dp: float | None = None,
    ep: float | None = None,
    engine: str = "",
    input_len: float | None = None,
    output_len: float | None = None,
) -> Estimate:
    """Time of one decode step of `batch` sequences with `context` cached tokens each, or of prefilling such prompts.

    `context` in tokens, `q` new tokens for each sequence (more than one when drafts are verified), `*_bits` effective
    bits, `devices` in all; `tp`, `pp`, `dp` (data-parallel attention) and `ep` say how they share the work, and where nothing is
    said the floor takes the best case. `input_len` and `output_len` describe a steady serving run, whose steps also
    carry the prompts of newly arrived sequences.
    """
    stated = (weight_bits, weight_format, kv_bits, act_bits, devices, tp, pp, dp, ep, engine, input_len, output_len)
    names = (model if isinstance(model, str) else id(model), hardware if isinstance(hardware, str) else id(hardware))
    if (found := _RUNS.get((names, stated))) is None:
        if len(_RUNS) > 4096:
            _RUNS.clear()
        run = prepare(model, hardware, Options(*stated))
        found = _RUNS[names, stated] = (run, model, hardware)  # keeps ids from being used again
    return answer(found[0], batch, context, q, phase, cached)


def answer(
    run: Run,
    batch: ArrayLike,
    context: ArrayLike,
    q: ArrayLike = 1,
    phase: str = "decode",
    cached: ArrayLike = 0,
) -> Estimate:
    """The estimate of a prepared run at these points."""
    b, c, n, hit = _checked("batch", batch), _checked("context", context), _checked("q", q), _checked("cached", cached)
    if phase == "prefill":
        if not np.all(np.asarray(hit) < c):
            raise BadValue("context", context, "the prompt's length, above 0 and above `cached`")
        _, floor, low, high = run.prompt_times(b, c, hit)
    elif phase == "decode":
        floor, low, high = _times(run, b, c, n)
    else:
        raise BadValue("phase", phase, "decode or prefill")
    return Estimate(run, b, c, n, hit, phase, floor, low, high)


def _checked(name: str, value: Any) -> Numbers:
    """A finite number or array of them, not negative; batch and q are not 0 either."""
    if isinstance(value, (float, int)):
        if 0.0 < value < math.inf or (value == 0.0 and name not in POSITIVE):
            return float(value)
        raise BadValue(name, value, "above 0" if name in POSITIVE else "0 or more")
    numbers = number(value)
    good = np.isfinite(numbers) & (np.asarray(numbers) >= 0.0) & ((np.asarray(numbers) > 0.0) | (name not in POSITIVE))
    if not good.all():
        worst = np.asarray(numbers)[~good].flat[0]
        raise BadValue(name, float(worst), "above 0" if name in POSITIVE else "0 or more")
    return numbers


def _times(run: Run, batch: Numbers, context: Numbers, q: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Floor and interval; a large grid is worked off in blocks of rows that stay in cache."""
    if isinstance(batch, float) and isinstance(context, float) and isinstance(q, float):
        return run.times(batch, context, q)
    shape = np.broadcast_shapes(np.shape(batch), np.shape(context), np.shape(q))
    if math.prod(shape) <= BLOCK:
        floor, low, high = run.times(batch, context, q)
        return tuple(np.broadcast_to(part, shape).copy() for part in (floor, low, high))  # type: ignore[return-value]
    results = tuple(np.empty(shape) for _ in range(3))
    axis, step = _cut(shape)
    for start in range(0, shape[axis], step):
        part = slice(start, start + step)
        rows = (slice(None),) * axis + (part,)
        times = run.times(*(_part(value, len(shape), axis, part) for value in (batch, context, q)))
        for target, values in zip(results, times, strict=True):
            target[rows] = values
    return results  # type: ignore[return-value]


def _cut(shape: tuple[int, ...]) -> tuple[int, int]:
    """The axis to cut along, the longest, and how many of its rows make a block."""
    axis = int(np.argmax(shape))
    rest = math.prod(shape) // shape[axis]
    return axis, max(1, BLOCK // rest)


def _part(value: Numbers, ndim: int, axis: int, part: slice) -> Numbers:
    """The rows of an operand that belong to a block; an operand that is 1 long there serves all of them."""
    if isinstance(value, float):
        return value
    full: NDArray[np.float64] = value.reshape((1,) * (ndim - value.ndim) + value.shape)
    return full if full.shape[axis] == 1 else full[(slice(None),) * axis + (part,)]
