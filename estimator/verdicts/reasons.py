"""The reason for a verdict on a factor in two or three sentences with the numbers put in."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from estimator.engine_names import family_of
from estimator.verdict import StepCost, Word
from estimator.verdicts import drafts, words
from estimator.verdicts.baselines import Baseline
from estimator.verdicts.case import Case
from estimator.verdicts.compare import Region, effects_of, point
from estimator.verdicts.conditions import Unknowns, interval_words, launches_before, needed
from estimator.verdicts.decide import TOLERANCE, Asked, named
from estimator.verdicts.inverse import never
from estimator.verdicts.launches import EAGER_LAYER, MOST_LAYER, OVERHEADS, SLOWEST_EAGER
from estimator.verdicts.sides import Side


def reason(
    case: Case, word: Word, asked: Asked, ceiling: float, best: Region, usual: tuple[float, float], unknown: Unknowns,
    requires: tuple[str, ...], baseline: Baseline, costs: tuple[StepCost, StepCost],
) -> str:  # fmt: skip
    """All sentences together."""
    at = best.best()
    sentences = [
        headline(case, word, asked, ceiling, best, at, usual, requires),
        misfit(best),
        mechanism(case, best, at, *costs),
        engines(baseline, ceiling, asked),
        closing(case, word, asked, usual, unknown),
        beyond(asked, word, ceiling),
    ]
    return " ".join(words.sentence(said) for said in sentences if said)


def headline(
    case: Case, word: Word, asked: Asked, ceiling: float, best: Region, at: int, usual: tuple[float, float],
    requires: tuple[str, ...],
) -> str:  # fmt: skip
    """The verdict, the claim and the ceiling."""
    where = setting_words(case, best, at)
    most = f"at most {words.factor(ceiling)}"
    claimed = named(case.statement.qualifier) + claimed_words(asked, word, ceiling)
    if word == "implausible":
        return f"Implausible: {most} is possible{where}, and {claimed} is claimed"
    if word == "plausible" and asked.usual < min(1.0, usual[0]):
        slower = f"kernels at {words.share(asked.usual / usual[0])} of the rate of the old ones would explain {claimed}"
        return f"Plausible: {most} is possible{where}, and {slower}"
    if word == "plausible":
        low, high = words.factor(usual[0]), words.factor(usual[1])
        ordinary = f"{low} to {high} is usual" if low != high else f"about {low} is usual"
        return f"Plausible: {claimed} is claimed, {ordinary}, and {most} is possible{where}"
    if asked.usual > ceiling:
        return f"Conditional: {claimed} is at the very edge{where}, where {most} is possible and figures may be off by a tenth"
    needs = f", but it needs {words.joined(list(requires))}" if requires else _fallback(asked, ceiling, usual)
    return f"Conditional: {claimed} is possible{where} ({most}){needs}"


def claimed_words(asked: Asked, word: Word, ceiling: float) -> str:
    """The claimed factor, both ends of a range; of an impossible one, or of one that is possible in part, the end that counts."""
    if word == "implausible":
        return words.factor(asked.least)
    high = upper_end(asked)
    if asked.best_point or high / asked.least < 1.01:
        return words.factor(asked.usual)
    if high > TOLERANCE * ceiling:
        return f"{words.factor(asked.usual)}, the middle of {words.factor(asked.least)} to {words.factor(high)},"
    return f"{words.factor(asked.least)} to {words.factor(high)}"


def upper_end(asked: Asked) -> float:
    """The upper end of a range: what is tested is its middle, in the logarithm."""
    return asked.usual**2 / asked.least


def beyond(asked: Asked, word: Word, ceiling: float) -> str:
    """That the upper end of a range is impossible, where its middle is not."""
    high = upper_end(asked)
    if word == "implausible" or asked.best_point or high <= TOLERANCE * ceiling:
        return ""
    return f"the upper end, {words.factor(high)}, is out of reach"


def _fallback(asked: Asked, ceiling: float, usual: tuple[float, float]) -> str:
    if asked.usual > 0.85 * ceiling:
        return ", but it is close to the ceiling and leaves hardly any overhead"
    if asked.usual < 1.0:
        return f", but {words.factor(usual[0])} to {words.factor(usual[1])} is usual"
    return ", but not where a reader would expect it"


def setting_words(case: Case, best: Region, at: int) -> str:
    """Where the ceiling lies: ` for Llama-2-70B on 2 x H100-SXM-80GB at batch 1 and 512 tokens of context`."""
    if not case.shapes and not case.chips:
        return " for any model on any device"
    parts = []
    here = best.here(at)
    if "batch" in here and (best.mode in ("step", "request") or (best.mode == "prompt" and here["batch"] > 1.0)):
        parts.append(f"batch {here['batch']:g}")
    if best.mode == "largest":
        parts.append("the largest batch that fits")
    for name, phrase in (("context_len", "{} tokens of context"), ("input_len", "a prompt of {} tokens")):
        if name in here:
            parts.append(phrase.format(words.tokens(here[name])))
    place = best.place.name if case.shapes else f"any model on {case.chips[0].name}"
    return f" for {place}" + (f" at {words.joined(parts)}" if parts and case.shapes else "")


def misfit(best: Region) -> str:
    """Which side does not fit, and what follows."""
    if not best.misfit:
        return ""
    place, at = best.place, best.best()
    for which, side in zip(("baseline", "new side"), best.pair, strict=True):
        setting = side.setting
        bits, devices = (float(np.max(np.asarray(v))) for v in (setting.weight_bits, setting.devices))
        need, have = setting.shape.total * bits / 8, devices * (place.chip.memory or 0.0)
        if need > have:
            return (
                f"The {bits:g}-bit {which} does not fit: its weights alone are {words.size(need)}, and {devices:g} x "
                f"{place.chip.name} {'hold' if devices > 1 else 'holds'} {words.size(have)}, so that it ran on more "
                "devices or from host memory"
            )
    kv = max(point(timing.cost.kv, best, at) for timing in (best.before, best.after))
    each = " on each device" if place.devices > 1 else ""
    return (
        f"It does not fit: {words.size(kv)} of cache{each} are too much beside the weights in the "
        f"{words.size(place.chip.memory or 0.0)} of {place.chip.name}"
    )


def mechanism(case: Case, best: Region, at: int, before: StepCost, after: StepCost) -> str:
    """What changes, with the numbers."""
    terms = {effect.term for _, effect in effects_of(case)}
    example = "" if case.known_place else f"With {best.place.name}, for example, "
    if case.statement.technique in OVERHEADS and family_of(case.statement.baseline) in ("", "eager"):
        said = _launches(case, best, at, before)
    elif best.mode == "prompt":
        said = _prompt(best, at, before, after)
    elif "steps" in terms and best.mode != "request":
        said = _cycle(best, at, before, after)
    elif best.mode == "request":
        said = _request(best, at)
    else:
        said = _step(best, at, before, after, words.joined([effect.what for _, effect in effects_of(case)]))
    return example + said


def _launches(case: Case, best: Region, at: int, before: StepCost) -> str:
    layers, each = point(best.before.layers, best, at), launches_before(case, best)
    took = "took, by the slow rate itself," if EAGER_LAYER < each < SLOWEST_EAGER else "add at most"
    return (
        f"only launches go: a step takes {words.time(before.seconds)} at the roof, and launches from Python {took} "
        f"{words.time(layers * each)} ({layers:g} layers of {words.time(each)})"
    )


def _cycle(best: Region, at: int, before: StepCost, after: StepCost) -> str:
    passes = after.seconds / before.seconds
    overhead = point(best.before.layers, best, at) * MOST_LAYER
    hidden = (after.seconds + overhead) / (before.seconds + overhead)
    drafts = best.here(at).get("draft_len")
    drafted = f"a cycle of {words.several(drafts, 'drafted token')}" if drafts is not None else "a pass"
    low, high = min(hidden, passes), max(hidden, passes)
    costs = words.several(high, "plain step")
    costs = costs if high / low < 1.01 else f"{words.figure(low)} to {costs}"
    return (
        f"{drafted} yields {words.several(after.tokens, 'token')} here and costs {costs}, which is the break-even "
        f"(a plain step: {words.time(before.seconds)} at the roof, {words.time(overhead)} of launches at 100 us a layer)"
    )


def _prompt(best: Region, at: int, before: StepCost, after: StepCost) -> str:
    said = prompts(best.here(at))
    if abs(before.seconds / after.seconds - 1) < 0.02:
        bound = "compute" if after.limiter in ("compute", "overhead") else "memory"
        took = f"{words.time(before.seconds)} for {said.removeprefix('a prompt of ')}"
        return f"prefill waits for {bound}, {took} both before and after"
    take = "takes" if said.startswith("a ") else "take"
    return f"{said} {take} {words.time(before.seconds)} at the roof, and {words.time(after.seconds)} with it"


def prompts(here: Mapping[str, float]) -> str:
    """`a prompt of 1K tokens`, `64 prompts of 1K tokens`."""
    count = here.get("batch", 1.0)
    return f"{'a prompt' if count == 1.0 else f'{count:g} prompts'} of {words.tokens(here['input_len'])} tokens"


def _request(best: Region, at: int) -> str:
    old, new = point(best.before.floor, best, at), point(best.after.floor, best, at)
    return f"a whole request takes {words.time(old)} at the roof before and {words.time(new)} after"


def _step(best: Region, at: int, before: StepCost, after: StepCost, what: str) -> str:
    count = max(ranks(side) for side in best.pair)
    many = count > 1
    each = f" on each of {count:g} devices" if many else ""
    times = f"{words.time(before.seconds)} to {words.time(after.seconds)} at the roof"
    if best.mode == "largest":
        old, new = point(best.before.rate, best, at), point(best.after.rate, best, at)
        fit = words.sequences(old) + (
            "" if words.held(old) == words.held(new) else f" before and {words.held(new)} after"
        )
        moved = f"{words.size(_moved(before))} to {words.size(_moved(after))}{each}"
        return f"{fit}; a step goes from {times} ({moved}), and the factor comes from {what}"
    if before.limiter == "compute" and after.limiter == "compute":
        return f"a step waits for compute on both sides ({times}), where fewer bytes change nothing"
    if abs(_moved(before) / _moved(after) - 1) < 0.002:
        same = f"a step reads the same {words.size(_moved(before))}{each} before and after"
        if abs(before.seconds / after.seconds - 1) < 0.002:
            return f"{same}, {words.time(before.seconds)} at the roof"
        if (more := point(best.before.host_s, best, at)) > 0:
            top = f"before, up to {words.time(more)} came on top"
            return f"{same}, {words.time(after.seconds)} at the roof; {top}, and the factor comes from {what}"
        return f"{same}, and takes {times} with {what}"
    return f"{_bytes(before, after, f'each of {count:g} devices' if many else 'a step')}, {times}"


def ranks(side: Side) -> float:
    """Devices that work on a step at once: not those of other stages."""
    return float(np.max(np.asarray(side.setting.tp * side.setting.dp)))


def _moved(cost: StepCost) -> float:
    return cost.bytes["weights"] + cost.bytes["kv"]


def _bytes(before: StepCost, after: StepCost, who: str) -> str:
    weights, cache = (before.bytes["weights"], after.bytes["weights"]), (before.bytes["kv"], after.bytes["kv"])
    changed = [abs(b / max(a, 1.0) - 1) > 0.01 for b, a in (weights, cache)]
    w, c = (f"{words.size(b)} to {words.size(a)}" for b, a in (weights, cache))
    if all(changed):
        return f"the weights that {who} reads go from {w} and its cache from {c}"
    if changed[0]:
        return f"the weights that {who} reads go from {w} beside {words.size(cache[1])} of cache"
    part = words.share(cache[0] / max(_moved(before), 1.0))
    return f"the cache that {who} reads goes from {c} beside {words.size(weights[1])} of weights ({part} of the bytes before)"


def engines(baseline: Baseline, ceiling: float, asked: Asked) -> str:
    """What the difference between the engines may add."""
    plain = ceiling / baseline.gain
    if baseline.gain <= 1.0 or asked.usual <= plain:
        return ""
    return f"The mechanism gives {words.factor(plain)} of it, and {baseline.words}"


def closing(case: Case, word: Word, asked: Asked, usual: tuple[float, float], unknown: Unknowns) -> str:
    """What it would take, or what is usual."""
    open_steps = "acceptance_len" in unknown and not {"acceptance_len", "acceptance_rate"} & case.params.keys()
    if word == "plausible" and open_steps and not never(unknown["acceptance_len"]):
        known = drafts.known(case)
        return f"it needs {interval_words('acceptance_len', unknown['acceptance_len']) or 'no more than one token a pass'}{known}"
    if word == "implausible":
        both = case.statement.technique == "hardware-upgrade" and "weight_bits" in case.params  # old and new chip alike
        said = needed({name: where for name, where in unknown.items() if not (both and name == "weight_bits")})
        return f"{words.factor(asked.least)} would need {said}" if said else ""
    if word == "conditional" and asked.usual >= 1.0:
        return f"usual are {words.factor(usual[0])} to {words.factor(usual[1])}"
    return ""
