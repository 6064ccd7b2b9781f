"""Slopes: what a longer context adds to the time of a step, which is a part of it and no step."""

from __future__ import annotations

import numpy as np

from estimator.step import plan
from estimator.verdict import Verdict, Word
from estimator.verdicts import words
from estimator.verdicts.case import Case
from estimator.verdicts.compare import best_layout, choices_of, effects_of, sides
from estimator.verdicts.decide import TOLERANCE
from estimator.verdicts.describe import questions
from estimator.verdicts.quantities import Measure

SLOPE = "slope"  # a hint of a statement: its figure is what so many more tokens of context, or users, add
FAR = 1_048_576.0  # tokens of a cache behind which only layers without a window read more
SLOWEST = 0.25  # share of the memory's rate at which attention usually reads a cache at least


def judge_slope(case: Case, measure: Measure) -> Verdict:
    """A time for so many more tokens of context against the time to read their keys and values."""
    tokens = case.params.get("context_len", (0.0,))[0]
    if measure.kind not in ("token_time", "time") or not case.known_place or tokens <= 0.0:
        return _unknown(case)
    place, effects = case.places[0], effects_of(case)
    choices = choices_of(case, [effect for _, effect in effects])
    side = best_layout(case, place, sides(case, place, effects, choices)[1])
    steps = plan(side.setting)
    batch = case.least("batch", 1.0)
    more = float(np.min(np.asarray(steps.kv(batch, FAR + tokens)) - np.asarray(steps.kv(batch, FAR))))
    floor = more / place.chip.bandwidth
    word: Word = "implausible" if measure.value < floor / TOLERANCE else "plausible"
    if measure.value > floor / SLOWEST:
        word = "conditional"
    each = f" on each of {place.devices:g} devices" if place.devices > 1 else ""
    head = word.capitalize()
    reason = (
        f"{head}: {words.tokens(tokens)} more tokens of {place.shape.name} are {words.size(more)} of cache{each}, which "
        f"{place.chip.name} reads in {words.time(floor)} at least, and {words.time(measure.value)} are claimed for them."
    )
    need = f"attention that reads the cache at {words.share(floor / measure.value)} of the memory's rate"
    return Verdict(
        word, reason, ceiling=floor * 1e3, ceiling_unit="ms, smallest possible", expected=(floor * 1e3, floor / SLOWEST * 1e3),
        limiter=("", "HBM"), requires=(need,) if word == "conditional" else (), ask=questions(case), inputs=case.inputs,
        derivation=case.notes,
    )  # fmt: skip


def _unknown(case: Case) -> Verdict:
    return Verdict(
        "unverifiable",
        "Unverifiable: what more tokens or users add to a step can be checked only where the model, the chip and the number of "
        "tokens are known.",
        ask=questions(case),
        inputs=case.inputs,
    )
