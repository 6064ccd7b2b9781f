"""Put a verdict on a factor together: costs before and after, reason, conditions, questions, derivation."""

from __future__ import annotations

from estimator.verdict import Limiter, StepCost, Verdict, Word
from estimator.verdicts import words
from estimator.verdicts.baselines import Baseline
from estimator.verdicts.case import Case
from estimator.verdicts.compare import Region, effects_of, point
from estimator.verdicts.conditions import Unknowns, conditions, layer_budget
from estimator.verdicts.decide import Asked
from estimator.verdicts.launches import MOST_LAYER, OVERHEADS
from estimator.verdicts.reasons import reason
from estimator.verdicts.shares import attribution
from estimator.verdicts.sides import Timing


def step_cost(label: str, timing: Timing, region: Region, at: int) -> StepCost:
    """A point under the roofline."""
    setting = region.pair[0 if label == "before" else 1].setting
    cost = timing.cost
    parts = {
        "weights": point(cost.weights, region, at),
        "kv": point(cost.kv, region, at),
        "activations": point(cost.activations, region, at),
        "network": point(cost.network, region, at),
    }
    return StepCost(
        label=label,
        bytes=parts,
        flops=point(cost.flops, region, at),
        bandwidth=point(setting.bandwidth, region, at),
        peak=point(setting.peak, region, at),
        seconds=point(timing.floor, region, at) + point(timing.host_s, region, at),
        tokens=point(timing.tokens, region, at),
        limiter=limiter(timing, region, at),
    )


def limiter(timing: Timing, region: Region, at: int) -> Limiter:
    """What a pass waits for at the floor; overhead where usual launches take longer than the floor."""
    cost = timing.cost
    memory, compute, host = (point(v, region, at) for v in (cost.memory_s, cost.compute_s, cost.host_s))
    if host > max(memory, compute):
        return "host"
    if point(timing.layers, region, at) * MOST_LAYER * 0.7 > max(memory, compute):
        return "overhead"
    return "HBM" if memory >= compute else "compute"


def factor_verdict(
    case: Case, word: Word, asked: Asked, ceiling: float, best: Region, usual: tuple[float, float], unknown: Unknowns,
    baseline: Baseline, gain: float,
) -> Verdict:  # fmt: skip
    """Put a verdict on a factor together."""
    at = best.best()
    before, after = step_cost("before", best.before, best, at), step_cost("after", best.after, best, at)
    claimed = asked.least if word == "implausible" else asked.usual
    launches = case.statement.technique in OVERHEADS
    share = 1.0 if launches and claimed <= ceiling / gain else gain  # launches alone, where they are enough
    unknown = {**unknown, "layer_seconds": layer_budget(best, at, claimed / share, launches)}
    if gain > 1.0:
        unknown["baseline_efficiency"] = (None, min(baseline.least * ceiling / claimed, 1.0))
    needs = conditions(case, best, unknown, asked.usual, ceiling, baseline, gain) if word == "conditional" else ()
    return Verdict(
        verdict=word,
        reason=reason(case, word, asked, ceiling, best, usual, unknown, needs, baseline, (before, after)),
        ceiling=ceiling,
        expected=usual,
        limiter=(before.limiter, after.limiter),
        requires=needs or edge(word, claimed / ceiling),
        ask=questions(case),
        derivation=derivation(case, best, before, after, ceiling, gain, baseline),
        inputs=case.inputs,
        inverse=unknown,
        attribution=attribution(case, best),
        before=before,
        after=after,
    )


def edge(word: Word, share: float) -> tuple[str, ...]:
    """The condition of a claim that needs no other: it is at the ceiling, or where nobody would look for it."""
    if word != "conditional":
        return ()
    if share > 1.0:
        return ("figures and data sheets that are off by up to a tenth",)
    return ("hardly any overhead",) if share > 0.7 else ("a setting that a reader would not expect",)


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
    steps = any(effect.term == "steps" for _, effect in effects_of(case))
    if steps and not {"acceptance_len", "acceptance_rate"} & params.keys():
        asked.append("How many tokens are accepted a pass, on which tasks?")
    if statement.factor_high is not None and not statement.baseline:
        asked.append("What is the baseline, and what share of its roof does it reach?")
    return tuple(asked)


def derivation(
    case: Case, best: Region, before: StepCost, after: StepCost, ceiling: float, gain: float, baseline: Baseline
) -> tuple[str, ...]:
    """The longer way there, a line a step."""
    lines = [place_words(best, before)]
    lines += [f"{cost.label.capitalize()}: {cost_words(cost)}" for cost in (before, after)]
    if after.tokens != 1.0:
        lines.append(f"Tokens a pass: {words.figure(after.tokens)}")
    lines.append(f"Ceiling over a cost of 0 to 100 us a layer, the same on both sides: {words.factor(ceiling / gain)}")
    if gain > 1:
        lines.append(f"Times {words.figure(gain)} for the engines: {baseline.words}")
    lines += [f"{axis.name.replace('_', ' ')}: {axis.reason}" for axis in best.axes if not axis.stated and axis.reason]
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
