"""Reasons, conditions and questions in plain English with the numbers put in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from estimator.verdict import Limiter, StepCost, Verdict, Word
from estimator.verdicts import words
from estimator.verdicts.baselines import BEST, Baseline
from estimator.verdicts.case import Case
from estimator.verdicts.compare import MOST_LAYER, Region, effects_of
from estimator.verdicts.decide import Asked, named
from estimator.verdicts.inverse import Interval, never
from estimator.verdicts.sides import Timing

Unknowns = Mapping[str, Interval]


def point_value(value: Any, region: Region, at: int) -> float:
    """One number of the grid at a point of the region."""
    return float(region.flat(value)[at])


def step_cost(label: str, timing: Timing, region: Region, at: int) -> StepCost:
    """A point under the roofline."""
    setting = region.pair[0 if label == "before" else 1].setting
    cost = timing.cost
    seconds = point_value(timing.seconds(0.0), region, at) * point_value(timing.tokens, region, at)
    parts = {
        name: point_value(value, region, at)
        for name, value in (
            ("weights", cost.weights), ("kv", cost.kv), ("activations", cost.activations), ("network", cost.network)
        )
    }  # fmt: skip
    return StepCost(
        label=label,
        bytes=parts,
        flops=point_value(cost.flops, region, at),
        bandwidth=point_value(setting.bandwidth, region, at),
        peak=point_value(setting.peak, region, at),
        seconds=seconds,
        tokens=point_value(timing.tokens, region, at),
        limiter=limiter(timing, region, at),
    )


def limiter(timing: Timing, region: Region, at: int) -> Limiter:
    """What a pass waits for at the floor; overhead where usual launches take longer than the floor."""
    cost = timing.cost
    memory, compute, host = (point_value(v, region, at) for v in (cost.memory_s, cost.compute_s, cost.host_s))
    if host > max(memory, compute):
        return "host"
    if point_value(timing.layers, region, at) * MOST_LAYER * 0.7 > max(memory, compute):
        return "overhead"
    return "HBM" if memory >= compute else "compute"


def factor_verdict(
    case: Case,
    word: Word,
    asked: Asked,
    ceiling: float,
    best: Region,
    usual: tuple[float, float],
    unknown: Unknowns,
    baseline: Baseline,
    gain: float,
) -> Verdict:
    """Put a verdict on a factor together."""
    at = best.best()
    before, after = step_cost("before", best.before, best, at), step_cost("after", best.after, best, at)
    requires = conditions(case, best, unknown, asked, ceiling, baseline, gain) if word != "implausible" else ()
    sentences = [
        headline(case, word, asked, ceiling, best, at),
        mechanism(case, best, at, before, after),
        *([misfit(best)] if best.misfit else []),
        closing(case, word, asked, usual, unknown, requires, ceiling, best),
    ]
    return Verdict(
        verdict=word,
        reason=" ".join(words.sentence(s) for s in sentences if s),
        ceiling=ceiling,
        expected=usual,
        limiter=(before.limiter, after.limiter),
        requires=requires if word == "conditional" else (),
        ask=questions(case),
        derivation=derivation(case, best, at, before, after, ceiling, gain, baseline),
        inputs=case.inputs,
        inverse=unknown,
        before=before,
        after=after,
    )


_WORDS = {"plausible": "Plausible", "conditional": "Possible under conditions", "implausible": "Implausible"}


def headline(case: Case, word: Word, asked: Asked, ceiling: float, best: Region, at: int) -> str:
    where = setting_words(case, best, at)
    claimed = words.factor(asked.least if word == "implausible" else asked.usual)
    said = f"{named(case.statement.qualifier)}{claimed} is claimed"
    return f"{_WORDS[word]}: {said}, and at most {words.factor(ceiling)} is possible{where}"


def setting_words(case: Case, best: Region, at: int) -> str:
    if not case.known_place and not case.shapes:
        return " for any model"
    parts = [best.place.name]
    for name, phrase in (
        ("batch", "batch {}"),
        ("context_len", "{} tokens of context"),
        ("input_len", "a prompt of {} tokens"),
    ):
        if name in best.at and not (name == "batch" and best.mode != "step"):
            parts.append(phrase.format(words.tokens(float(best.at[name][at]))))
    if best.mode == "largest":
        parts.append("the largest batch that fits on each side")
    return " for " + ", ".join(parts)


def mechanism(case: Case, best: Region, at: int, before: StepCost, after: StepCost) -> str:
    """What changes, with the numbers."""
    terms = {effect.term for _, effect in effects_of(case)}
    what = "A prompt" if best.mode == "prompt" else "A step"
    devices = best.place.devices
    if "steps" in terms:
        return _cycle_words(best, at, before, after)
    moved = before.bytes["weights"] + before.bytes["kv"], after.bytes["weights"] + after.bytes["kv"]
    if before.limiter == "compute" and after.limiter == "compute":
        times = f"{words.time(before.seconds)} become {words.time(after.seconds)} at the peak"
        return f"{what} is bound by compute on both sides: {times}"
    each = f" on each of {devices:g} devices" if devices > 1 or terms & {"devices"} else ""
    weights = f"{words.size(before.bytes['weights'])} of weights and {words.size(before.bytes['kv'])} of cache"
    return (
        f"{what} reads {weights}{each}; this becomes {words.size(after.bytes['weights'])} and {words.size(after.bytes['kv'])}, "
        f"so that {words.time(before.seconds)} become {words.time(after.seconds)} at the roof "
        f"({words.size(sum(moved[:1]))} to {words.size(moved[1])})"
    )


def _cycle_words(best: Region, at: int, before: StepCost, after: StepCost) -> str:
    tokens = after.tokens
    passes = after.seconds / before.seconds
    overhead = point_value(best.before.layers, best, at) * MOST_LAYER
    with_launches = (after.seconds + overhead) / (before.seconds + overhead)
    length = f" after {best.at['draft_len'][at]:g} drafted ones" if "draft_len" in best.at else ""
    return (
        f"A cycle yields {words.figure(tokens)} tokens at most{length} and costs {words.figure(passes)} plain steps at the roof "
        f"({words.figure(with_launches)} with {words.time(MOST_LAYER)} a layer of launches), which is its break-even"
    )


def misfit(best: Region) -> str:
    place = best.place
    setting = best.pair[0].setting
    need = place.shape.total * float(np.max(np.asarray(setting.weight_bits))) / 8
    have = place.devices * (place.chip.memory or 0.0)
    return (
        f"The baseline does not fit: its weights alone are {words.size(need)} and {place.devices:g} x {place.chip.name} "
        f"hold {words.size(have)}, so it ran on more devices or from host memory"
    )


_PHRASES: dict[str, tuple[str, str, str]] = {
    # unknown: (at least, at most, unit formatting)
    "batch": ("a batch of at least {}", "a batch of at most {}", "count"),
    "context_len": ("at least {} tokens of context", "at most {} tokens of context", "tokens"),
    "input_len": ("prompts of at least {} tokens", "prompts of at most {} tokens", "tokens"),
    "weight_bits": ("weights of at least {} bits", "weights of at most {} bits", "plain"),
    "kv_bits": ("a cache of at least {} bits", "a cache of at most {} bits", "plain"),
    "n_kv_heads": ("at least {} KV heads", "at most {} KV heads", "plain"),
    "window": ("a window of at least {} tokens", "a window of at most {} tokens", "tokens"),
    "sparsity": ("at least {} left out", "at most {} left out", "share"),
    "hit_rate": ("a hit rate of at least {}", "a hit rate of at most {}", "share"),
    "devices": ("at least {} devices", "at most {} devices", "plain"),
    "prompt_kept": ("at least {} of the prompt kept", "at most {} of the prompt kept", "share"),
    "on_host": ("at least {} of the weights on the host", "at most {} of the weights on the host", "share"),
    "host_s": ("at least {} of host time a step", "at most {} of host time a step", "time"),
    "acceptance_len": ("at least {} accepted tokens a pass", "at most {} accepted tokens a pass", "plain"),
}


def interval_words(name: str, interval: Interval) -> str:
    """`a batch of at most 16`, `at least 2.9 accepted tokens a pass`."""
    least, most, kind = _PHRASES[name]
    low, high = interval
    put = {
        "count": lambda v: f"{max(int(v), 1):,}",
        "tokens": words.tokens,
        "plain": lambda v: words.figure(v, 2),
        "time": words.time,
        "share": words.share,
    }[kind]
    parts = [phrase.format(put(value)) for phrase, value in ((least, low), (most, high)) if value is not None]
    return " and ".join(parts)


def conditions(
    case: Case, best: Region, unknown: Unknowns, asked: Asked, ceiling: float, baseline: Baseline, gain: float
) -> tuple[str, ...]:
    """What the source does not state and has to be true."""
    found = []
    plain = ceiling / gain
    if gain > 1.0 and asked.usual > plain:
        least = BEST * plain / asked.usual
        found.append(
            f"a baseline that reaches at most {words.share(least)} of its roof where the new engine reaches {words.share(BEST)}"
        )
    stated = {axis.name for axis in best.axes if axis.stated}
    for name, interval in unknown.items():
        if name not in stated and name in _PHRASES and not never(interval) and (said := interval_words(name, interval)):
            found.append(said)
    if best.mode == "largest":
        found.append("the largest batch that fits on each side")
    if best.mode == "prompt" and case.statement.metric in ("latency", "throughput", "other"):
        found.append("requests that consist of little but their prompts")
    return tuple(found)


def closing(
    case: Case, word: Word, asked: Asked, usual: tuple[float, float], unknown: Unknowns, requires: tuple[str, ...],
    ceiling: float, best: Region,
) -> str:  # fmt: skip
    if word == "plausible":
        return f"Engines usually get {words.factor(usual[0])} to {words.factor(usual[1])} out of it"
    if word == "conditional":
        ordinary = f"; {words.factor(usual[0])} to {words.factor(usual[1])} is usual"
        return (f"It needs {words.joined(list(requires))}" if requires else "It needs nearly no overhead") + ordinary
    main = next((name for name in _MAIN if name in unknown and not never(unknown[name])), None)
    if main is None:
        return "No value of what is left open gives it"
    return f"{words.factor(asked.least)} would need {interval_words(main, unknown[main])}"


_MAIN = (
    "weight_bits",
    "kv_bits",
    "n_kv_heads",
    "acceptance_len",
    "sparsity",
    "hit_rate",
    "window",
    "devices",
    "context_len",
    "batch",
)


def questions(case: Case) -> tuple[str, ...]:
    """What to ask the authors."""
    asked = []
    params, statement = case.params, case.statement
    if not case.chips:
        asked.append("On which hardware, and how many devices?")
    if not case.shapes:
        asked.append("With which model?")
    if "batch" not in params and "single-user" not in statement.hints:
        asked.append("At which batch size?")
    if not {"context_len", "input_len"} & params.keys():
        asked.append("How long are the prompts and the outputs?")
    if (
        any(effect.term == "steps" for _, effect in effects_of(case))
        and not {"acceptance_len", "acceptance_rate"} & params.keys()
    ):
        asked.append("How many tokens are accepted a pass, on which tasks?")
    if not statement.baseline:
        asked.append("What is the baseline, and what share of its roof does it reach?")
    return tuple(asked)


def derivation(
    case: Case,
    best: Region,
    at: int,
    before: StepCost,
    after: StepCost,
    ceiling: float,
    gain: float,
    baseline: Baseline,
) -> tuple[str, ...]:
    lines = [place_words(best, before)]
    for cost in (before, after):
        lines.append(f"{cost.label.capitalize()}: {cost_words(cost)}")
    lines.append(f"Tokens a pass: {words.figure(after.tokens)}")
    lines.append(f"Ceiling over a cost of 0 to 100 us a layer on both sides: {words.factor(ceiling / gain)}")
    if gain > 1:
        lines.append(f"Times {words.figure(gain)} for the engines: {baseline.words}")
    lines += [f"{axis.name}: {axis.reason}" for axis in best.axes if not axis.stated]
    return tuple(lines + list(case.notes))


def place_words(best: Region, cost: StepCost) -> str:
    """`Place: Llama-3.1-8B on H100-SXM-80GB, 3,350 GB/s and 989 TFLOPS each`"""
    rates = f"{words.figure(cost.bandwidth / 1e9)} GB/s and {words.figure(cost.peak / 1e12)} TFLOPS each"
    return f"Place: {best.place.name}, {rates}"


def cost_words(cost: StepCost) -> str:
    """Bytes and FLOPs of a pass as times."""
    moved = cost.bytes["weights"] + cost.bytes["kv"] + cost.bytes["activations"]
    memory = f"{words.size(cost.bytes['weights'])} weights + {words.size(cost.bytes['kv'])} cache"
    compute = f"{words.figure(cost.flops / 1e12)} TFLOP = {words.time(cost.flops / cost.peak)} of compute time"
    return (
        f"{memory} = {words.time(moved / cost.bandwidth)} of memory time; {compute}; floor {words.time(cost.seconds)}"
    )
