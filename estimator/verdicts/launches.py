"""Seconds a layer beside bytes and FLOPs: launches and exchanges, what a bound allows of them and what is usual."""

from __future__ import annotations

from typing import Any

import numpy as np

from estimator.engine_names import family_of
from estimator.verdicts.case import Case
from estimator.verdicts.quantities import measure
from estimator.verdicts.sides import Timing

MOST_LAYER = 100e-6  # seconds: the cost a layer that a bound allows, the same on both sides
USUAL_LAYERS = (30e-6, 100e-6)  # what engines really spend
EAGER_LAYER = 300e-6  # one launch for each small kernel, from Python
# The most where a claim's own slow rate says so: 25.5 tokens/s of Llama-2-7B in 16 bits on an A100, 39.2 ms of which 6.6
# read its weights, are 1.02 ms for each of 32 layers (https://pytorch.org/blog/accelerating-generative-ai-2/); and a tenth.
SLOWEST_EAGER = 1.1e-3

# (before, after) seconds a layer, or an array over the region's points: what a bound allows, and what is usual
Costs = tuple[tuple[Any, float], ...]
PLAIN: tuple[Costs, Costs] = (((0.0, 0.0), (MOST_LAYER, MOST_LAYER)), ((30e-6, 30e-6), (100e-6, 100e-6)))
LAUNCHES: Costs = ((60e-6, 30e-6), (200e-6, 40e-6))  # that are usual
OVERHEADS: dict[str, Costs] = {"cuda-graphs": LAUNCHES, "kernel-fusion": LAUNCHES}
FASTER_LAUNCHES = "faster-launches"  # a hint of a statement: the new machine's launches take half as long
SLOW_LAUNCHES = "slow-launches"  # a hint of a statement: the old side's took as long as the slowest that is published
NEWER: tuple[Costs, Costs] = ((*PLAIN[0], (MOST_LAYER, MOST_LAYER / 2)), PLAIN[1])


def costs(case: Case, engines: float, old: Timing) -> tuple[Costs, Costs, tuple[float, ...]]:
    """Seconds a layer that a bound allows, those that are usual, and what the engines may explain of a bound at each.

    An engine that serves launches no small kernels from Python; one that does is slow for that reason or for others.
    """
    allowed, usual = NEWER if FASTER_LAUNCHES in case.statement.hints else PLAIN
    if case.statement.technique not in OVERHEADS:
        return allowed, usual, (engines,) * len(allowed)
    ordinary = OVERHEADS[case.statement.technique]
    launched: Costs = ((0.0, 0.0), (eager_layer(case, old), 0.0))
    if engines == 1.0:
        return launched, ordinary, (1.0,) * len(launched)
    if family_of(case.statement.baseline) == "eager":
        return (*allowed, *launched), ordinary, (engines,) * len(allowed) + (1.0,) * len(launched)
    return allowed, usual, (engines,) * len(allowed)


def eager_layer(case: Case, old: Timing) -> Any:
    """Seconds a layer that launches from Python may have taken before, at each point.

    Where the claim states the slow rate itself, that rate says how long they took.
    """
    if SLOW_LAUNCHES in case.statement.hints:
        return SLOWEST_EAGER
    if not (spent := _token_before(case)):
        return EAGER_LAYER
    return np.clip((spent * old.tokens - old.floor - old.host_s) / old.layers, EAGER_LAYER, SLOWEST_EAGER)


def _token_before(case: Case) -> float:
    """Seconds a token of one sequence took on the old side, where both rates are stated; else 0."""
    statement = case.statement
    before, after = statement.absolute_before, statement.absolute
    if before is None or after is None or statement.metric != "decode" or not case.known_place:
        return 0.0
    found = measure(before, statement)
    if found.kind not in ("rate", "token_time") or found.scope not in ("", "user") or found.value <= 0.0:
        return 0.0
    return found.value if found.kind == "token_time" else 1.0 / found.value
