"""Verdicts on rates and times: tokens per second, time per token, time to first token, requests, whole latencies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from estimator.capacity import GIB_PER_GB, capacity
from estimator.verdict import Verdict, Word
from estimator.verdicts import words
from estimator.verdicts.axes import Array, Axis, fixed
from estimator.verdicts.case import Case, Place
from estimator.verdicts.compare import USUAL_EFFICIENCY, USUAL_LAYERS, Mode, Region, effects_of, region
from estimator.verdicts.decide import MOST_OF, TOLERANCE
from estimator.verdicts.describe import (
    cost_words,
    limiter,
    place_words,
    point_value,
    questions,
    setting_words,
    step_cost,
)
from estimator.verdicts.quantities import Measure
from estimator.verdicts.sides import Timing

PROMPT_EFFICIENCY = (0.3, 0.85)  # of the peak that prefill usually reaches


@dataclass(frozen=True, slots=True)
class Roof:
    """What a claimed rate is held against, at every point of a region. Rates: more is better."""

    region: Region
    bound: Array
    low: Array
    high: Array

    @property
    def best(self) -> int:
        return int(np.argmax(self.bound))


def judge_absolute(case: Case, measure: Measure) -> Verdict:
    """The verdict on a rate or a time at a known place."""
    if not case.known_place:
        return _unknown_place(case)
    told = _told(case, measure)
    if told is None:
        return _unknown_lengths(case)
    rate, roofs, unit = told
    roof = max(roofs, key=lambda r: float(r.bound.max()))
    ceiling = float(roof.bound.max())
    verdict = _word(rate, ceiling, roofs)
    return _describe(case, measure, verdict, rate, ceiling, roof, roofs, unit)


def _word(rate: float, ceiling: float, roofs: list[Roof]) -> Word:
    if rate > TOLERANCE * ceiling:
        return "implausible"
    highs = np.concatenate([roof.high[roof.region.typical] for roof in roofs[:1]])
    return "plausible" if float((highs >= rate).mean()) >= MOST_OF else "conditional"


def _told(case: Case, measure: Measure) -> tuple[float, list[Roof], str] | None:
    """The claim as a rate, the roofs over it, and the unit in which the answer is given."""
    metric, scope = case.statement.metric, measure.scope
    if measure.kind == "rate" and metric in ("prefill", "ttft"):
        return measure.value, [_prompt_roof(case, place, per_token=True) for place in case.places], "tokens/s"
    if measure.kind == "time" and metric in ("ttft", "prefill"):
        return (
            1.0 / measure.value,
            [_prompt_roof(case, place, per_token=False) for place in case.places],
            "ms, smallest possible",
        )
    if measure.kind == "token_time":
        return 1.0 / measure.value, _user_roofs(case), "ms a token, smallest possible"
    if measure.kind == "rate":
        alone = case.value("batch", 1.0) <= 1 and metric != "throughput"
        if scope == "user" or (scope == "" and (metric == "decode" or alone)) or "single-user" in case.statement.hints:
            return measure.value, _user_roofs(case), "tokens/s per user" if scope == "user" else "tokens/s"
        share = case.places[0].devices if scope == "device" else 1.0
        return (
            measure.value,
            [_scaled(roof, 1 / share) for roof in _system_roofs(case)],
            f"tokens/s{' per device' if scope == 'device' else ''}",
        )
    if measure.kind in ("time", "requests") and "output_len" in case.params:
        return _request(case, measure)
    return None


def _after(case: Case, place: Place, mode: Mode, batch: Axis | None = None) -> tuple[Region, Timing]:
    if batch is not None:
        case = replace(case, params={**case.params, "batch": tuple(batch.values) if batch.free else batch.values * 2})
    found = region(case, place, mode)
    if found.misfit:
        found = replace(region(spilled(case, found), place, mode, limit=False), misfit=found.misfit)
    return found, found.after


def spilled(case: Case, found: Region) -> Case:
    """What does not fit is read from host memory in each step: first the cache, then weights."""
    setting = found.pair[1].setting
    batch, context = (float(found.at[name].min()) if name in found.at else 1.0 for name in ("batch", "context_len"))
    room = capacity(setting, context)
    weights, cache = float(np.min(room.weights)), float(np.min(room.per_sequence)) * batch
    over = max(weights + cache - float(np.max(setting.memory)) * GIB_PER_GB, 0.0)
    of_cache = min(over, cache)
    return replace(case, kv_on_host=of_cache / cache if cache else 0.0, on_host=(over - of_cache) / weights)


def _rates(found: Region, timing: Timing, scale: Any, prompt: bool = False) -> Roof:
    """Rates at the roof, and from slow to fast engines."""
    efficiency = PROMPT_EFFICIENCY if prompt else USUAL_EFFICIENCY
    bound = scale / timing.seconds(0.0)
    high = np.minimum(scale / timing.seconds(USUAL_LAYERS[0], efficiency[1], links=True, drafting=True), bound)
    low = scale / timing.seconds(USUAL_LAYERS[1], efficiency[0], links=True, drafting=True)
    return Roof(found, found.flat(bound), found.flat(np.minimum(low, high)), found.flat(high))


def _user_roofs(case: Case) -> list[Roof]:
    """Tokens a second of one sequence; alone on the machine where no batch is stated."""
    batch = None if "batch" in case.params else fixed("batch", 1.0, "one user, the best case")
    roofs = []
    for place in case.places:
        found, timing = _after(case, place, "step", batch)
        roofs.append(_rates(found, timing, 1.0))
    return roofs


def _system_roofs(case: Case) -> list[Roof]:
    """Tokens a second of all sequences together."""
    roofs = []
    for place in case.places:
        for mode in ("step",) if "batch" in case.params else ("largest", "step"):
            found, timing = _after(case, place, mode)  # type: ignore[arg-type]
            roofs.append(_rates(found, timing, timing.rate))
    return roofs


def _scaled(roof: Roof, by: float) -> Roof:
    return replace(roof, bound=roof.bound * by, low=roof.low * by, high=roof.high * by)


def _prompt_roof(case: Case, place: Place, per_token: bool) -> Roof:
    found, timing = _after(case, place, "prompt")
    length = next(axis for axis in found.axes if axis.name == "input_len").array()[None, :, None]
    return _rates(found, timing, timing.rate * length if per_token else 1.0, prompt=True)


def _request(case: Case, measure: Measure) -> tuple[float, list[Roof], str]:
    """Whole requests: a prefill and `output_len` decode steps."""
    place = case.places[0]
    output = case.params["output_len"][0]
    if measure.kind == "time":
        steps = _user_roofs(case)[0]
        first = _prompt_roof(case, place, per_token=False)
        worst = [1 / (1 / getattr(first, k).max() + output / getattr(steps, k).max()) for k in ("bound", "low", "high")]
        return 1.0 / measure.value, [_flat(steps, worst)], "s, smallest possible"
    roof = max(_system_roofs(case), key=lambda r: float(r.bound.max()))
    prompts = _prompt_roof(case, place, per_token=False)
    worst = [1 / (1 / getattr(prompts, k).max() + output / getattr(roof, k).max()) for k in ("bound", "low", "high")]
    return measure.value, [_flat(roof, worst)], "requests/s"


def _flat(roof: Roof, values: list[float]) -> Roof:
    bound, low, high = (np.full(roof.bound.shape, v) for v in values)
    return Roof(roof.region, bound, low, high)


def _unknown_place(case: Case) -> Verdict:
    missing = words.joined([*(["the hardware"] if not case.chips else []), *(["the model"] if not case.shapes else [])])
    return Verdict(
        "unverifiable",
        f"Unverifiable: a rate can be held against the roof only where {missing} is known.",
        ask=questions(case),
        inputs=case.inputs,
        derivation=case.notes,
    )


def _unknown_lengths(case: Case) -> Verdict:
    return Verdict(
        "unverifiable",
        "Unverifiable: what a whole request takes depends on the lengths of its prompt and its output, and they are not stated.",
        ask=questions(case),
        inputs=case.inputs,
    )


def _describe(
    case: Case, measure: Measure, verdict: Word, rate: float, ceiling: float, roof: Roof, roofs: list[Roof], unit: str
) -> Verdict:
    at, found = roof.best, roof.region
    cost = step_cost("after", found.after, found, at)
    typical = found.typical
    usual = (float(roof.low[typical].min()), float(roof.high[typical].max()))
    timed = "smallest" in unit
    put = _time_put(unit) if timed else (lambda value: f"{words.figure(value)} {unit}")
    ratio = rate / ceiling
    against = (
        f"{words.figure(ratio)} times as fast as the roof allows" if ratio > 1 else f"{words.share(ratio)} of the roof"
    )
    heads = {"implausible": "Implausible", "conditional": "Possible under conditions", "plausible": "Plausible"}
    head = f"{heads[verdict]}: {put(rate)} is {against}, {put(ceiling)}{setting_words(case, found, at)}"
    devices = f" on each of {found.place.devices:g} devices" if found.place.devices > 1 else ""
    moved = f"{words.size(cost.bytes['weights'])} of weights and {words.size(cost.bytes['kv'])} of cache"
    what = "prompt" if found.mode == "prompt" else "step"
    body = (
        f"A {what} reads {moved} and computes {words.figure(cost.flops / 1e12)} TFLOP{devices}: at least "
        f"{words.time(cost.seconds)},"
        f" limited by {_LIMITS[limiter(found.after, found, at)]}"
    )
    requires, tail = _conditions(verdict, rate, roof, usual, put)
    if timed:
        scale = 1.0 if unit.startswith("s") else 1e3
        answer, band = scale / ceiling, (scale / usual[1], scale / usual[0])
    else:
        answer, band = ceiling, usual
    return Verdict(
        verdict,
        " ".join(words.sentence(s) for s in (head, body, tail)),
        ceiling=answer,
        ceiling_unit=unit,
        expected=band,
        limiter=("", cost.limiter),
        requires=requires if verdict == "conditional" else (),
        ask=questions(case) if verdict != "plausible" else (),
        derivation=_derivation(case, found, at),
        inputs=case.inputs,
        inverse={
            "layer_seconds": (None, _layer_cost(rate, roof)),
            "tokens_per_step": (max(ratio, 0.0) * cost.tokens, None),
        },
        after=cost,
    )


_LIMITS = {
    "HBM": "memory bandwidth",
    "compute": "compute",
    "overhead": "memory bandwidth",
    "host": "the host link",
    "": "memory",
    "link": "links",
    "capacity": "capacity",
}


def _time_put(unit: str) -> Any:
    scale, name = (1.0, "s") if unit.startswith("s") else (1e3, "ms a token" if "token" in unit else "ms")
    return lambda rate: f"{words.figure(scale / rate)} {name}"


def _layer_cost(rate: float, roof: Roof) -> float | None:
    """Seconds a layer that the claimed rate leaves for launches, exchanges and everything else."""
    at, found = roof.best, roof.region
    scale = roof.bound[at] * point_value(found.after.seconds(0.0), found, at)
    layers = point_value(found.after.layers, found, at)
    left = scale / rate * point_value(found.after.tokens, found, at) - point_value(found.after.floor, found, at)
    return max(left / layers, 0.0) if layers > 0 else None


def _conditions(
    verdict: Word, rate: float, roof: Roof, usual: tuple[float, float], put: Any
) -> tuple[tuple[str, ...], str]:
    ordinary = f"engines usually reach {put(usual[0])} to {put(usual[1])}"
    if verdict == "plausible":
        return (), ordinary
    at, found = roof.best, roof.region
    if verdict == "implausible":
        if found.mode == "prompt":
            return (
                (),
                "prompt tokens that are found in a cache, or a shorter prompt, would be needed, and neither is stated",
            )
        more = rate / roof.bound[at] * point_value(found.after.tokens, found, at)
        return (), f"it would take {words.figure(more)} tokens a pass, or bytes that are not read"
    found_conditions = []
    if (cost := _layer_cost(rate, roof)) is not None and found.mode != "prompt":
        found_conditions.append(
            f"at most {words.time(cost)} a layer for launches and exchanges, where 30 to 100 us are usual"
        )
    for axis in found.axes:
        if not axis.stated and axis.free and (said := _axis_condition(axis, roof, rate)):
            found_conditions.append(said)
    return tuple(found_conditions), f"it needs {words.joined(found_conditions) or 'nearly no overhead'}; {ordinary}"


def _axis_condition(axis: Axis, roof: Roof, rate: float) -> str:
    good = roof.region.at[axis.name][roof.bound >= rate]
    if not good.size:
        return ""
    names = {
        "batch": "a batch of {} to {}",
        "context_len": "{} to {} tokens of context",
        "input_len": "prompts of {} to {} tokens",
        "on_host": "{} to {} of the weights on the host",
    }
    phrase = names.get(axis.name, axis.name.replace("_", " ") + " of {} to {}")
    return phrase.format(words.figure(float(good.min())), words.figure(float(good.max())))


def _derivation(case: Case, found: Region, at: int) -> tuple[str, ...]:
    cost = step_cost("after", found.after, found, at)
    return (
        place_words(found, cost),
        f"{'Prompt' if found.mode == 'prompt' else 'Step'}: {cost_words(cost)}, {words.figure(cost.tokens)} tokens a sequence",
        *(f"{axis.name}: {axis.reason}" for axis in found.axes if not axis.stated),
        *case.notes,
    )


__all__ = ["effects_of", "judge_absolute"]
