"""Verdicts on rates and times in words: how far a figure is from the roof, and what it would take."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf

import numpy as np

from estimator.verdict import StepCost, Verdict, Word
from estimator.verdicts import words
from estimator.verdicts.axes import Array, Axis
from estimator.verdicts.case import Case
from estimator.verdicts.compare import Region, point
from estimator.verdicts.describe import cost_words, edge, place_words, questions, step_cost
from estimator.verdicts.launches import MOST_LAYER
from estimator.verdicts.reasons import prompts, ranks, setting_words


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


@dataclass(frozen=True, slots=True)
class Unit:
    """How an answer is put: rates as they are, times as their inverse."""

    name: str

    @property
    def timed(self) -> bool:
        return "smallest" in self.name

    @property
    def scale(self) -> float:
        return 1.0 if self.name.startswith("s") else 1e3

    def put(self, rate: float) -> str:
        """`38.1 tokens/s`, `372 ms`."""
        if not self.timed:
            return f"{words.figure(rate)} {self.name}"
        return words.time(1.0 / rate) + (" a token" if "token" in self.name else "")

    def value(self, rate: float) -> float:
        return self.scale / rate if self.timed else rate


def rate_verdict(
    case: Case, word: Word, rate: float, roof: Roof, unit_name: str, extra: tuple[str, ...] = ()
) -> Verdict:
    """Put a verdict on a rate together."""
    at, found, unit = roof.best, roof.region, Unit(unit_name)
    cost = step_cost("after", found.after, found, at)
    ceiling = float(roof.bound[at])
    usual = float(np.quantile(roof.low[found.typical], 0.1)), float(np.quantile(roof.high[found.typical], 0.9))
    needs = extra or (conditions(rate, roof) if word == "conditional" and rate <= ceiling else ())
    sentences = (
        headline(case, word, rate, ceiling, roof, unit),
        spilled(case, roof),
        body(cost, roof),
        closing(word, rate, roof, usual, unit, needs),
    )
    low, high = sorted(unit.value(end) for end in usual)
    return Verdict(
        word,
        " ".join(words.sentence(said) for said in sentences if said),
        ceiling=unit.value(ceiling),
        ceiling_unit=unit.name,
        expected=(low, high),
        limiter=("", cost.limiter),
        requires=needs or edge(word, rate / ceiling),
        ask=questions(case) if word != "plausible" else (),
        derivation=derivation(case, cost, roof),
        inputs=case.inputs,
        inverse={
            "layer_seconds": (None, layer_cost(rate, roof)),
            "tokens_per_pass": (rate / ceiling * cost.tokens, None),
        },
        after=cost,
    )


def headline(case: Case, word: Word, rate: float, ceiling: float, roof: Roof, unit: Unit) -> str:
    """The figure against the roof."""
    where = setting_words(case, roof.region, roof.best)
    heads = {"implausible": "Implausible", "conditional": "Conditional", "plausible": "Plausible"}
    limit = f"at least {unit.put(ceiling)} is needed" if unit.timed else f"at most {unit.put(ceiling)} is possible"
    if rate > ceiling:
        against = f"{unit.put(rate)} would be {words.figure(rate / ceiling)} times as fast as the roof"
    else:
        against = f"{unit.put(rate)} is {words.share(rate / ceiling)} of the roof's speed"
    return f"{heads[word]}: {limit}{where}, and {against}"


def spilled(case: Case, roof: Roof) -> str:
    """What does not fit on the devices."""
    found = roof.region
    if not found.misfit:
        return ""
    place = found.place
    link = float(np.max(np.asarray(found.pair[1].setting.host_link)))
    computed = any(chip.kind == "cpu" for chip in case.chips)
    rest = "the rest is worked on where it lies, in host memory" if computed else "the rest would cross the host link"
    return (
        f"It does not fit in the {words.size(place.devices * (place.chip.memory or 0.0))} of {place.devices:g} "
        f"x {place.chip.name}: {rest} at {words.figure(link / 1e9)} GB/s in every step"
    )


_LIMITS = {"HBM": "memory bandwidth", "compute": "compute", "overhead": "memory bandwidth", "host": "the host link"}


def body(cost: StepCost, roof: Roof) -> str:
    """What a step or a prompt moves and computes."""
    found = roof.region
    devices = _devices(found)
    limit = _LIMITS[cost.limiter]
    if found.mode == "prompt":
        said = prompts(found.here(roof.best))
        return (
            f"{said} {'computes' if said.startswith('a ') else 'compute'} {words.figure(cost.flops / 1e12)} TFLOP{devices}, "
            f"{words.time(cost.seconds)} at {words.figure(cost.peak / 1e12)} TFLOPS, limited by {limit}"
        )
    moved = f"{words.size(cost.bytes['weights'])} of weights and {words.size(cost.bytes['kv'])} of cache"
    more = f" and yields {words.figure(cost.tokens)} tokens" if cost.tokens != 1 else ""
    return f"A step reads {moved}{devices}: {words.time(cost.seconds)}, limited by {limit}{more}"


def _devices(found: Region) -> str:
    """Who does the work of a step: all devices at once, or those of one stage after the other."""
    after = found.pair[1]
    count, stages = ranks(after), float(np.max(np.asarray(after.setting.pp)))
    if stages > 1:
        return f" on each of {count:g} ranks, through {stages:g} stages one after the other"
    return f" on each of {count:g} devices" if count > 1 else ""


def closing(word: Word, rate: float, roof: Roof, usual: tuple[float, float], unit: Unit, needs: tuple[str, ...]) -> str:
    """What it would take, or what is usual."""
    slow, fast = sorted(usual)
    first, last = (fast, slow) if unit.timed else (slow, fast)
    ordinary = f"{unit.put(first)} to {unit.put(last)} is usual"
    if word == "plausible":
        return ordinary
    if word == "conditional" and rate > roof.bound[roof.best] and not needs:
        return f"figures and data sheets may be off by a tenth; {ordinary}"
    if word == "conditional":
        return f"it needs {words.joined(list(needs)) or 'nearly no overhead'}; {ordinary}"
    if roof.region.mode == "prompt":
        return "prompt tokens found in a cache, or a shorter prompt, would explain it, and neither is stated"
    more = rate / roof.bound[roof.best] * point(roof.region.after.tokens, roof.region, roof.best)
    return f"it would take {words.figure(more)} tokens a pass, or weights that are not read"


def layer_cost(rate: float, roof: Roof) -> float | None:
    """Seconds a layer that the claimed rate leaves for launches, exchanges and everything else."""
    at, found = roof.best, roof.region
    layers, tokens = point(found.after.layers, found, at), point(found.after.tokens, found, at)
    scale = roof.bound[at] * point(found.after.seconds(0.0), found, at)
    left = scale / rate * tokens - point(found.after.floor, found, at)
    return max(left / layers, 0.0) if layers > 0 else None


def conditions(rate: float, roof: Roof) -> tuple[str, ...]:
    """What the source does not state and has to be true."""
    found = []
    cost = layer_cost(rate, roof)
    if cost is not None and cost < MOST_LAYER and roof.region.mode != "prompt":
        found.append(f"at most {words.time(cost)} a layer for launches and exchanges, where 30 to 100 us are usual")
    if (tokens := _tokens_needed(roof, rate)) > 1.0:
        found.append(f"at least {words.figure(tokens, 2)} accepted tokens a pass")
    for axis in roof.region.axes:
        if not axis.stated and axis.free and (said := _axis_condition(axis, roof, rate)):
            found.append(said)
    return tuple(found)


def _tokens_needed(roof: Roof, rate: float) -> float:
    """The fewest tokens a pass that reach a rate, whatever the draft; 0 where they are stated or nothing drafts."""
    found = roof.region
    given = any(axis.name in ("acceptance_len", "acceptance_rate") for axis in found.axes if axis.stated)
    good = roof.bound >= rate
    if given or "acceptance_len" not in found.grid or not good.any():
        return 0.0
    return float((found.at("acceptance_len")[good] * rate / roof.bound[good]).min())


_RANGES = {
    "batch": "a batch of {} to {}",
    "context_len": "{} to {} tokens of context",
    "input_len": "prompts of {} to {} tokens",
    "weight_bits": "weights of {} to {} bits",
    "acceptance_len": "",  # what it takes is said of all that drafts
    "kv_on_host": "a cache that is kept in host memory",
    "accepted_share": "",
    "draft_len": "",
    "draft_share": "",
}


def _axis_condition(axis: Axis, roof: Roof, rate: float) -> str:
    """The values of one unknown at which the rate is possible, where not all of them are."""
    values = roof.region.at(axis.name)
    good = values[roof.bound >= rate]
    if not good.size or (good.min() == values.min() and good.max() == values.max()):
        return ""
    if axis.name == "on_host":
        return f"at most {_host_share(roof, rate)} of the weights fetched from the host for a token"
    phrase = _RANGES.get(axis.name, axis.name.replace("_", " ") + " of {} to {}")
    if good.min() == good.max():
        phrase = phrase.replace("{} to {}", "{}")
    return phrase.format(words.figure(float(good.min())), words.figure(float(good.max())))


def _host_share(roof: Roof, rate: float) -> str:
    """The share that may cross the host link at the claimed rate."""
    found, at = roof.region, roof.best
    link = float(np.max(np.asarray(found.pair[1].setting.host_link)))
    weights = point(found.after.cost.weights, found, at)
    return words.share(min(1.0 / rate * link / weights, 1.0)) if not isinf(link) else "all"


def derivation(case: Case, cost: StepCost, roof: Roof) -> tuple[str, ...]:
    """The longer way there."""
    found = roof.region
    return (
        place_words(found, cost),
        f"{'Prompt' if found.mode == 'prompt' else 'Step'}: {cost_words(cost)}, {words.several(cost.tokens, 'token')} a sequence",
        *(f"{axis.name.replace('_', ' ')}: {axis.reason}" for axis in found.axes if not axis.stated and axis.reason),
        *case.notes,
    )


def unknown_place(case: Case) -> Verdict:
    no_chip = not case.chips or case.stand_in
    missing = words.joined([*(["the hardware"] if no_chip else []), *(["the model"] if not case.shapes else [])])
    verb = "are" if no_chip and not case.shapes else "is"
    return Verdict(
        "unverifiable",
        f"Unverifiable: a rate can be held against the roof only where {missing} {verb} known.",
        ask=questions(case),
        inputs=case.inputs,
        derivation=case.notes,
    )


def unknown_lengths(case: Case) -> Verdict:
    what = "a whole request takes depends on the lengths of its prompt and its output"
    if case.statement.metric == "kernel":
        what = "a kernel takes depends on the shapes that it works on"
    return Verdict(
        "unverifiable",
        f"Unverifiable: what {what}, and they are not stated.",
        ask=questions(case),
        inputs=case.inputs,
    )


def unknown_peak(case: Case) -> Verdict:
    return Verdict(
        "unverifiable",
        f"Unverifiable: a prompt waits for compute, and no peak of {case.places[0].chip.name} is known.",
        ask=("What is the chip's peak at 16 bits?",),
        inputs=case.inputs,
    )
