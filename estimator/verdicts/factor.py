"""Verdicts on factors: decode, throughput, latency, time to first token, with or without a known place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from estimator.engine_names import family_of
from estimator.hardware import Hardware
from estimator.statement import Metric
from estimator.verdict import Verdict
from estimator.verdicts import describe, words
from estimator.verdicts.baselines import (
    Baseline,
    baseline_of,
    for_steps,
    names_method,
    on_chip,
    rival,
)
from estimator.verdicts.case import Case, Place, chip_before, devices_before
from estimator.verdicts.compare import Mode, Region, by_ends, choices_of, effects_of, region
from estimator.verdicts.decide import MOST_OF, Asked, expected, usual_share, word
from estimator.verdicts.formats import peak
from estimator.verdicts.inverse import inverse
from estimator.verdicts.kernels import EAGER, VECTOR
from estimator.verdicts.rates import unknown_peak

_RECOMPUTING = re.compile(r"\brecomput\w*", re.IGNORECASE)
PROMPT_TERMS = frozenset({"prompt", "compute"})


def modes_of(case: Case) -> tuple[Mode, ...]:
    """What the figure may have been measured on; the first is the likeliest."""
    metric: Metric = case.statement.metric
    prompt = any(effect.term in PROMPT_TERMS for _, effect in effects_of(case))
    if metric in ("ttft", "prefill"):
        return ("prompt",)
    lengths = {"input_len", "output_len"} <= case.params.keys()
    if lengths and (metric == "latency" or (metric == "throughput" and prompt)):
        return ("request",)
    if metric == "decode":
        return ("step",)
    if metric == "throughput":
        steps: tuple[Mode, ...] = ("step",) if "batch" in case.params else ("largest", "step", "prompt")
        if "max-throughput" in case.statement.hints and "batch" not in case.params:
            steps = ("largest",)
        return ("prompt", *steps) if prompt else steps
    if any(effect.term in ("waste", "batch") for _, effect in effects_of(case)) and metric == "other":
        return ("largest",)  # what these change is how many sequences fit
    return ("prompt", "step") if prompt else ("step", "prompt")


def prompts_only(case: Case, mode: Mode) -> bool:
    """Whether whole requests are judged by their prompts alone, because the length of the outputs is not stated."""
    return mode == "prompt" and case.statement.metric in ("latency", "throughput", "other")


def engines_gain(case: Case, baseline: Baseline) -> float:
    """How much of a factor the difference between the engines may explain."""
    if baseline.kind != "offload" or any(effect.term == "steps" for _, effect in effects_of(case)):
        return baseline.gain
    chip = case.places[0].chip
    return chip.bandwidth / (chip.host_link or 32e9)


def slower(new: Hardware, old: Hardware) -> float:
    """How many times lower the old chip's roof is at most: of memory, of 16-bit products, or of those only the new one has."""
    rates = [new.bandwidth / old.bandwidth, peak(new, 16.0) / peak(old, 16.0), peak(new, 4.0) / peak(old, 16.0)]
    return max(rate for rate in rates if rate == rate and rate < float("inf"))


def _host_computes(case: Case) -> bool:
    """Whether prompts are compared that the host computes a part of."""
    return case.statement.metric in ("ttft", "prefill") and any(effect.term == "host" for _, effect in effects_of(case))


def compared(case: Case) -> tuple[Case, Baseline, float]:
    """The case with its baseline, and how much of a factor the difference between the engines may explain."""
    baseline = baseline_of(case.statement.baseline)
    if baseline.kind == "naive" and any(effect.term == "prompt" for _, effect in effects_of(case)):
        engine = _RECOMPUTING.sub("", case.statement.baseline)  # what a cache of prompts is held against anyway
        baseline = baseline_of(engine)
    steps = any(effect.term == "steps" for _, effect in effects_of(case))
    if steps:
        baseline = for_steps(baseline)
    elif names_method(case.statement.baseline, case.statement.technique) and not devices_before(
        case.statement.baseline
    ):
        baseline = rival(baseline)
    if baseline.kind == "other" and _host_computes(case):
        said = f"{baseline.words}, and on the host vector units work more slowly than matrix units"
        baseline = replace(baseline, least=baseline.least / VECTOR, words=said)
    if (older := chip_before(case)) is not None:
        baseline = on_chip(baseline, older.name, slower(case.chips[0], older))
    if baseline.kind == "offload" and steps:
        case = replace(case, on_host=1.0)  # what the drafts are tried on reads its weights from the host on both sides
    elif baseline.kind == "other" and not case.shapes and family_of(case.statement.baseline) == "eager":
        baseline = replace(baseline, least=EAGER)  # a small model, for all that is said
    gain = engines_gain(case, baseline)
    return case, baseline, gain


def regions_of(case: Case, gain: float) -> list[Region]:
    """Where the factor may have been measured: each usual way of measuring at each place, as far as it fits in memory."""
    chips_only = (
        case.statement.technique == "hardware-upgrade"
    )  # the quotient of two roofs holds for any number of devices
    regions = [
        region(one, place, mode, engines=gain, limit=mode == "largest" or not chips_only)
        for mode in modes_of(case)
        for one in by_ends(case, mode)
        for place in case.places
    ]
    fitting = [r for r in regions if not r.misfit]
    return (
        fitting or [r for r in regions if r.mode != "largest"] or [region(case, case.places[0], "step", engines=gain)]
    )


def place_of(case: Case) -> Place:
    """The model and the devices that the verdict speaks of: the best ones for the claim where the source leaves them open."""
    if len(case.places) == 1:
        return case.places[0]
    case, _, gain = compared(case)
    return ceiling_of(case, regions_of(case, gain), gain)[1].place


def judge_factor(case: Case, asked: Asked) -> Verdict:
    """The verdict on a factor whose mechanism is modelled."""
    case, baseline, gain = compared(case)
    regions = regions_of(case, gain)
    ceiling, best = ceiling_of(case, regions, gain)
    ceiling = min(ceiling, other_attention(case, gain))
    mixed = case.statement.metric in ("throughput", "latency") and regions[0].mode != "prompt"
    primary = regions if mixed else [r for r in regions if r.mode == regions[0].mode]
    verdict = word(asked, ceiling, primary, gain)
    if case.known_place and verdict != "implausible" and best.mode == "prompt" and _no_peak(best):
        return unknown_peak(case)
    if verdict == "plausible" and _needs_more_sequences(case, asked, regions, gain):
        verdict = "conditional"
    if verdict == "plausible" and prompts_only(case, regions[0].mode) and asked.usual > 1.3:
        verdict = "conditional"
    if verdict == "plausible" and _stacked(case, asked, regions[0], gain):
        verdict = "conditional"
    unknown = inverse(case, best, best.mode, asked.least, gain)
    low, high = (min(end, ceiling) for end in expected(primary))
    return describe.factor_verdict(case, verdict, asked, ceiling, best, (low, high), unknown, baseline, gain)


def _no_peak(best: Region) -> bool:
    """Whether nothing bounds what a prompt computes, so that it would seem to wait for memory."""
    return bool(np.isinf(np.asarray(best.pair[1].setting.peak)).any())


def other_attention(case: Case, gain: float) -> float:
    """The bound where one way to attend replaces another: of a step only what the cache takes can have been slower."""
    terms = {effect.term for _, effect in effects_of(case)}
    said = case.statement.baseline
    attention = terms <= {"attention", "kv"} and names_method(said, case.statement.technique)
    if gain == 1.0 or not attention or not case.known_place or family_of(said) or devices_before(said):
        return float("inf")
    return ceiling_of(case, regions_of(replace(case, kv_slower=gain), 1.0), 1.0)[0]


def with_all_accepted(case: Case, impossible: Verdict) -> Verdict:
    """A verdict on too many accepted tokens with the factor that all tokens of the stated draft would give."""
    most = case.params["draft_len"][-1] + 1.0
    full = replace(case, params={**case.params, "acceptance_len": (most, most)})
    full, _, gain = compared(full)
    ceiling, _ = ceiling_of(full, regions_of(full, gain), gain)
    said = f"With all {words.figure(most)} accepted at most {words.factor(ceiling)} would be possible."
    return replace(impossible, ceiling=ceiling, ceiling_unit="x", expected=None, reason=f"{impossible.reason} {said}")


_SETTING_OF_DRAFTS = frozenset({"acceptance_len", "acceptance_rate", "tokens_per_step", "batch"})


def _stacked(case: Case, asked: Asked, whole: Region, gain: float) -> bool:
    """Whether drafts and fewer bytes are needed together, and neither accepted tokens nor a batch says that both act.

    The product of several mechanisms is not assumed: each of them takes away from where the other one acts.
    """
    names = {name: effect.term for name, effect in effects_of(case)}
    if len(names) < 2 or "steps" not in names.values() or _SETTING_OF_DRAFTS & case.params.keys():
        return False
    if "single-user" in case.statement.hints:
        return False
    alone = [region(case, whole.place, whole.mode, engines=gain, only=frozenset({name})) for name in names]
    return all(usual_share(asked, [one]) < MOST_OF for one in alone)


def _needs_more_sequences(case: Case, asked: Asked, regions: Sequence[Region], gain: float) -> bool:
    """Whether a throughput is out of reach at any batch that both sides serve, so that the batch has to differ."""
    steps = [float(region.bound.max()) for region in regions if region.mode == "step"]
    return bool(steps) and case.statement.metric == "throughput" and asked.usual > max(steps) / gain


def ceiling_of(case: Case, regions: Sequence[Region], gain: float) -> tuple[float, Region]:
    """The largest possible factor and the region it lies in. Without a model: what the mechanism alone can give."""
    best = max(regions, key=lambda r: float(r.bound.max()))
    ceiling = float(best.bound.max())
    if not case.shapes and (sound := mechanism(case, {r.mode for r in regions})) is not None:
        alone = all(r.mode == "step" for r in regions)  # where capacity matters, a usual place may give more
        ceiling = sound * gain if alone else max(ceiling, sound * gain)
    return ceiling, best


# terms of a mechanism that act in each mode
_ACTS: dict[Mode, frozenset[str]] = {
    "step": frozenset({"weights", "kv", "steps", "devices", "network", "host"}),
    "largest": frozenset({"weights", "kv", "steps", "devices", "stages", "network", "host", "waste", "batch"}),
    "prompt": frozenset({"prompt", "compute", "devices", "stages", "network"}),
    "request": frozenset(),
}


def mechanism(case: Case, modes: set[Mode]) -> float | None:
    """The largest factor that the mechanisms alone give in these modes, multiplied where several act; `None`: no bound."""
    effects = [effect for _, effect in effects_of(case)]
    choices = choices_of(case, effects)
    total = 1.0
    for effect in effects:
        if not any(effect.term in _ACTS[mode] or (mode == "prompt" and effect.prompt) for mode in modes):
            continue
        if effect.ratio is None:
            return None
        total *= float(np.max(effect.ratio(case, choices.values)))
    return total if total > 1.0 else None
