"""Throughput at a latency target: each side serves the largest batch that keeps to it, and a slow one may have none.

A factor of two rates at one target is not bounded by the factor of two steps at one batch: where the old side barely reaches
the target, nearly nothing is left to it. So such a figure is held against a baseline that serves a single sequence in that
time, and what it needs of the baseline becomes a condition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from estimator.statement import Statement
from estimator.verdict import Verdict
from estimator.verdicts import words
from estimator.verdicts.axes import context_axis, ladder
from estimator.verdicts.case import Case, Place, read
from estimator.verdicts.compare import choices_of, effects_of, sides
from estimator.verdicts.describe import questions
from estimator.verdicts.sides import MOST_SEQUENCES, Side, largest_batch, step_timing

TARGET = "latency-target"  # a hint of a statement: its figure is one at a time of a token that both sides keep
TIME = "token-time="  # a hint of a statement: with the seconds of a token, where they are stated
ANY_TARGET = (0.005, 0.01, 0.02, 0.05, 0.1)  # seconds a token that serving is held to, where none is stated
_OF_MANY = frozenset({"throughput", "other"})


@dataclass(frozen=True, slots=True)
class Left:
    """What a target leaves at a place: sequences on each side, at the roof."""

    place: Place
    seconds: float
    after: float
    before: float

    @property
    def ratio(self) -> float:
        """How many times as many tokens a second, with a baseline that serves one sequence at least."""
        return self.after / max(self.before, 1.0)


def at_target(statement: Statement, verdict: Verdict) -> Verdict | None:
    """The verdict where an impossible factor is one of throughput at a latency target; else `None`."""
    claimed = statement.factor_low or statement.factor_high
    if TARGET not in statement.hints or claimed is None or statement.metric not in _OF_MANY:
        return None
    case = read(statement)
    if verdict.verdict != "implausible" or not effects_of(case):
        return None
    left = max((_left(case, place, t) for place in case.places for t in _times(statement)), key=lambda x: x.after)
    if left.after < claimed:  # even a baseline with a single sequence is too much
        return None
    return _conditional(case, left, claimed, verdict)


def _times(statement: Statement) -> Sequence[float]:
    stated = [float(hint.removeprefix(TIME)) for hint in statement.hints if hint.startswith(TIME)]
    return stated or ANY_TARGET


def _left(case: Case, place: Place, seconds: float) -> Left:
    """The largest batches that fit and keep to the target, at the context and the choices best for the new side."""
    effects = effects_of(case)
    choices = choices_of(case, [effect for _, effect in effects])
    before, after = sides(case, place, effects, choices)
    context = context_axis(case.params, case.statement.hints).array()[None, :, None]
    old, new = (_most(side, context, seconds) for side in (before, after))
    best = int(np.argmax(new))
    return Left(place, seconds, float(new.ravel()[best]), float(np.broadcast_to(old, new.shape).ravel()[best]))


def _most(side: Side, context: np.ndarray, seconds: float) -> np.ndarray:
    """The most sequences whose tokens take no longer, at each context and choice; 0 where even one is too slow."""
    batch = np.asarray(ladder(1.0, MOST_SEQUENCES, 257))[:, None, None]
    took = np.asarray(step_timing(side, batch, context).seconds(0.0))
    kept = (took <= seconds) & (batch <= largest_batch(side, context, generous=True))
    found: np.ndarray = np.where(kept, batch, 0.0).max(axis=0)
    return found


def _conditional(case: Case, left: Left, claimed: float, verdict: Verdict) -> Verdict:
    needed = left.after / claimed
    stated = any(hint.startswith(TIME) for hint in case.statement.hints)
    pace = f"{words.time(left.seconds)} a token"
    room = f"{left.place.name}, at {pace}, has room for a batch of {words.figure(left.after)} at the roof"
    before = f"for one of {words.figure(left.before)}" if left.before >= 1 else "for none"
    if len(case.chips) > 1 and case.statement.technique == "hardware-upgrade":
        before += f" on {case.chips[1].name}"
    need = f"a baseline that serves a batch of at most {words.figure(needed)} at {pace}"
    needs = (need,) if stated else (f"a latency target, like {pace}, which is not stated", need)
    plain = verdict.reason.split(". ")[0].split(": ", 1)[-1].rstrip(".")
    reason = (
        f"Conditional: {words.factor(claimed)} is a throughput at a latency target, where each side serves the batch that the "
        f"target leaves. {room}, and the baseline {before}: {words.factor(left.ratio)}. The claim needs {need}. "
        f"At one batch for both, {plain[:1].lower()}{plain[1:]}."
    )
    return Verdict(
        "conditional", reason, ceiling=left.after, expected=(1.0, left.ratio), requires=needs, ask=questions(case),
        inputs=case.inputs,
    )  # fmt: skip
