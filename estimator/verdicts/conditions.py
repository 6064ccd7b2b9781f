"""Conditions in words: which values of what is left open a claim needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isnan

from estimator.verdicts import words
from estimator.verdicts.axes import MOST_CONTEXT
from estimator.verdicts.baselines import BEST, Baseline
from estimator.verdicts.case import Case
from estimator.verdicts.compare import Region, point
from estimator.verdicts.inverse import Interval, never
from estimator.verdicts.launches import MOST_LAYER, OVERHEADS, USUAL_LAYERS, eager_layer

TRIFLE = 0.05  # a share that is no condition
Unknowns = Mapping[str, Interval]


def _count(value: float) -> str:
    return f"{max(int(value), 1):,}"


def _plain(value: float) -> str:
    return words.figure(value, 2)


def _of(before: str, after: str, put: Callable[[float], str]) -> tuple[str, str, str, Callable[[float], str]]:
    """`prompts of at least 512 tokens`: what is counted stands before."""
    return f"{before} at least {{}}{after}", f"{before} at most {{}}{after}", f"{before} {{}} to {{}}{after}", put


def _some(what: str, put: Callable[[float], str]) -> tuple[str, str, str, Callable[[float], str]]:
    """`at least 8 KV heads`."""
    return f"at least {{}} {what}", f"at most {{}} {what}", f"{{}} to {{}} {what}", put


# unknown: at least, at most, between the two, how a value is written
_PHRASES: dict[str, tuple[str, str, str, Callable[[float], str]]] = {
    "batch": _of("a batch of", "", _count),
    "context_len": _some("tokens of context", words.tokens),
    "input_len": _of("prompts of", " tokens", words.tokens),
    "weight_bits": _of("weights of", " bits", _plain),
    "kv_bits": _of("a cache of", " bits", _plain),
    "n_kv_heads": _some("KV heads", _plain),
    "window": _of("a window of", " tokens", words.tokens),
    "sparsity": _some("left out", words.share),
    "hit_rate": _of("a hit rate of", "", words.share),
    "prompt_kept": _some("of the prompt kept", words.share),
    "devices": _some("devices", _plain),
    "on_host": _some("of the weights on the host", words.share),
    "host_s": _some("of host time a step before", words.time),
    "acceptance_len": _some("accepted tokens a pass", _plain),
    "recomputed": _some("tokens computed a pass before", _count),
    "block": _of("blocks of", " tokens", _count),
    "forced": _some("of the tokens forced", words.share),
    "useful": _of("outputs whose mean is", " of the longest", words.share),
    "waste": _some("of the cache's memory wasted before", words.share),
    "idle": _of("a kernel that was", " times slower than the memory before", _plain),
    "exchange_s": _of("exchanges of", " before", words.time),
    "batch_before": _of("a batch of", " before", _count),
    "comm_bits": _some("bits on the links", _plain),
    "layer_seconds": (
        "at least {} a layer for launches before, where 30 to 100 us are usual",
        "at most {} a layer for launches, where 30 to 100 us are usual",
        "{} to {} a layer for launches, where 30 to 100 us are usual",
        words.time,
    ),
}
MAIN = (
    "weight_bits", "kv_bits", "n_kv_heads", "acceptance_len", "sparsity", "hit_rate", "prompt_kept", "window", "devices",
    "forced", "useful", "waste", "comm_bits", "context_len", "input_len", "batch",
)  # fmt: skip


def interval_words(name: str, interval: Interval) -> str:
    """`a batch of at most 16`, `at least 2.9 accepted tokens a pass`, `prompts of 369 to 5,783 tokens`."""
    least, most, between, put = _PHRASES[name]
    low, high = interval
    if name in _LENGTHS and high is not None and high >= MOST_CONTEXT:
        high = None  # longer than is admitted
    if low is not None and high is not None:
        return (
            between.format(put(low), put(high))
            if put(low) != put(high)
            else least.replace("at least", "about").format(put(low))
        )
    if low is not None:
        return least.format(put(low))
    return most.format(put(high)) if high is not None else ""


_LENGTHS = frozenset({"context_len", "input_len"})


def needed(unknown: Unknowns) -> str:
    """The value of the mechanism's main unknown that would give the claim; "" where none does."""
    for name in MAIN:
        if name in unknown and not never(unknown[name]) and (said := interval_words(name, unknown[name])):
            return said
    return ""


def conditions(
    case: Case, best: Region, unknown: Unknowns, claimed: float, ceiling: float, baseline: Baseline, gain: float
) -> tuple[str, ...]:
    """What the source does not state and has to be true."""
    found = []
    plain = ceiling / gain
    if gain > 1.0 and claimed > plain:
        least = BEST * plain / claimed
        found.append(
            f"a comparison of two chips: {baseline.words}"
            if baseline.kind == "chip"
            else f"a baseline at no more than {words.share(least)} of its roof, the new engine being at {words.share(BEST)}"
        )
    stated = {axis.name for axis in best.axes if axis.stated}
    for name, interval in unknown.items():
        if name in stated or name not in _PHRASES or never(interval):
            continue
        if name == "layer_seconds" and (claimed > ceiling or not _unusual(interval, launches_before(case, best))):
            continue
        if name == "on_host" and interval[0] is not None and interval[0] < TRIFLE:
            interval = (None, interval[1])
        if said := interval_words(name, interval):
            found.append(said)
    if "rows_own" in best.grid and not (best.bound[best.at("rows_own") > 0.0] >= claimed).any():
        found.append("tokens of a batch or a prompt that leave the same rows at zero")
    if best.misfit:
        found.append("more devices, or more memory, than are stated")
    if best.mode == "largest":
        found.append("the largest batch that fits on each side")
    if (
        best.mode == "prompt"
        and "batch" in best.grid.keys() - stated
        and not (best.bound[best.at("batch") <= 1.0] >= claimed).any()
    ):
        found.append("many prompts that are computed together")
    if best.mode == "prompt" and case.statement.metric in ("latency", "throughput", "other"):
        found.append("requests that consist of little but their prompts")
    return tuple(found)


def launches_before(case: Case, best: Region) -> float:
    """Seconds a layer that launches may have taken before: more where they are what goes, and may have come from Python."""
    if case.statement.technique not in OVERHEADS:
        return MOST_LAYER
    return point(eager_layer(case, best.before), best, best.best())


def _unusual(layer_cost: Interval, allowed: float) -> bool:
    """Whether a cost a layer has to be lower, or higher, than it may well be; more than a bound allows explains nothing."""
    least, most = layer_cost
    return most < MOST_LAYER if most is not None else least is not None and USUAL_LAYERS[0] < least <= allowed


def layer_budget(best: Region, at: int, claimed: float, before_only: bool = False) -> Interval:
    """Seconds a layer, the same on both sides, up to (or from) which the claimed factor is reached at a point.

    `before_only`: launches are what the technique takes away.
    """

    def value(name: str, side: str) -> float:
        timing = best.before if side == "before" else best.after
        return point(getattr(timing, name), best, at) / point(timing.tokens, best, at)

    old, new = value("floor", "before") + value("host_s", "before"), value("floor", "after") + value("host_s", "after")
    slope = (0.0 if before_only else claimed * value("layers", "after")) - value("layers", "before")
    room = old - claimed * new
    if slope == 0 or isnan(slope):
        return (None, None)
    if slope > 0:
        return (None, room / slope) if room > 0 else (None, None)
    return (room / slope, None) if room < 0 else (None, None)
