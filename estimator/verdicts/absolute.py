"""Verdicts on rates and times: tokens per second, time per token, time to first token, requests, whole latencies."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any, Literal

import numpy as np

from estimator.capacity import GIB_PER_GB, capacity
from estimator.formats import usual_peak16
from estimator.hardware import find_hardware
from estimator.verdict import Verdict, Word
from estimator.verdicts import words
from estimator.verdicts.axes import Axis, fixed
from estimator.verdicts.case import ALONE, Case, Place, devices_needed, queued
from estimator.verdicts.compare import USUAL_EFFICIENCY, Mode, Region, by_ends, effects_of, flat, point, region, timed
from estimator.verdicts.decide import MOST_OF, TOLERANCE
from estimator.verdicts.launches import USUAL_LAYERS
from estimator.verdicts.quantities import Measure
from estimator.verdicts.rates import Roof, rate_verdict, unknown_lengths, unknown_peak, unknown_place
from estimator.verdicts.sides import Timing

PROMPT_EFFICIENCY = (0.3, 0.85)  # of the peak that prefill usually reaches


def judge_absolute(case: Case, measure: Measure) -> Verdict:
    """The verdict on a rate or a time at a known place."""
    if not case.known_place:
        return unknown_place(case)
    told = _told(case, measure)
    if told is None:
        return unknown_lengths(case)
    rate, roofs, unit = told
    roof = _highest(roofs)
    word = _word(rate, float(roof.bound.max()), roofs)
    if word == "implausible" and (hosted := _host_verdict(case, measure, roof)) is not None:
        return hosted
    if word != "plausible" and (waiting := _queued_verdict(case, measure, roof)) is not None:
        return waiting
    if word == "implausible" and (need := _narrow_enough(case, measure)):
        return rate_verdict(case, "conditional", rate, roof, unit, (need,))
    if word != "implausible" and roof.region.mode == "prompt" and np.isinf(roof.region.pair[1].setting.peak).any():
        return unknown_peak(case)
    if word == "plausible" and case.devices is None and (several := _several(case)):
        return rate_verdict(case, "conditional", rate, roof, unit, (several,))
    return rate_verdict(case, word, rate, roof, unit)


def _highest(roofs: list[Roof]) -> Roof:
    """The roof of the way of measuring that allows most."""
    return max(roofs, key=lambda roof: float(roof.bound.max()))


def _several(case: Case) -> str:
    """That a model needs several machines of which people have one; "" where servers are built of such devices."""
    place = case.places[0]
    if place.devices <= 1.0 or place.chip.kind not in ALONE or SEVERAL in case.statement.hints:
        return ""
    said = f"{place.devices:g} x {place.chip.name}, of which the text names no number"
    if "weight_bits" in case.params:
        return said
    fits = [bits for bits in NARROWER if devices_needed(place.shape, place.chip, bits, 1.0) <= 1.0]
    return f"weights of at most {fits[0]:g} bits, or {said}" if fits else said


SEVERAL = "several-devices"  # a hint of a statement: it speaks of devices in the plural


# What stands in for a host that computes with the weights it holds, where none is named: a server for experts, and a
# workstation where a card of the kind that people have at home is too small for a model, and a local engine splits the layers.
SERVER, WORKSTATION = "2x-Xeon-8592+", "Threadripper-PRO-7995WX"
_SPLIT = frozenset({"consumer", "workstation"})


def _with_host(case: Case, roof: Roof) -> Case | None:
    """The same with a large host: weights may be computed with where they lie and need not cross the link."""
    experts = case.statement.technique == "expert-offload"
    split = roof.region.misfit and all(chip.kind in _SPLIT for chip in case.chips)
    if case.statement.technique == "weight-offload-streaming":  # which says that they cross it
        return None
    if not (experts or split) or any(chip.kind == "cpu" for chip in case.chips):
        return None
    if "hit_rate" in case.params:
        return None  # what is not found on the card is fetched, as it says
    return replace(case, chips=(*case.chips, find_hardware(SERVER if experts else WORKSTATION)))


def _host_verdict(case: Case, measure: Measure, linked: Roof) -> Verdict | None:
    """A rate that the link forbids and a large host allows."""
    if (hosted := _with_host(case, linked)) is None or (told := _told(hosted, measure)) is None:
        return None
    rate, roofs, unit = told
    roof = _highest(roofs)
    most = float(roof.bound.max())
    if rate > TOLERANCE * most:
        return None
    needed = case.host_link(case.chips[0]) * rate / float(linked.bound.max()) / 1e9  # the link was the limit
    what = "experts" if case.statement.technique == "expert-offload" else "the layers that do not fit"
    need = f"{what} computed by a host whose memory gives at least {words.figure(needed)} GB/s"
    return rate_verdict(hosted, "conditional", rate, roof, unit, (need,))


NARROWER = (8.0, 4.0)


def _narrow_enough(case: Case, measure: Measure) -> str:
    """The widest formats that would allow a rate whose number formats are not stated, as a condition; "" for none.

    Of the weights alone where that is enough, else of the cache too, which is most of what a large batch reads.
    """
    if "weight_bits" in case.params or any(effect.term == "weights" for _, effect in effects_of(case)):
        return ""
    shape = case.shapes[0]
    # of a mixed format the experts' width comes first: for all weights, of which the published files keep the rest wider
    widths = [shape.native_bits] * bool(shape.rest_bits) + [width for width in NARROWER if width < shape.native_bits]
    of_cache = () if "kv_bits" in case.params or measure.kind == "prompt_rate" else (8.0,)
    for cache, bits in product((None, *of_cache), widths):
        narrow = {"weight_bits": (bits, bits)} | ({} if cache is None else {"kv_bits": (cache, cache)})
        if told := _told(replace(case, params={**case.params, **narrow}), measure):
            rate, roofs, _ = told
            if rate <= TOLERANCE * float(_highest(roofs).bound.max()):
                too = f" and a cache of {cache:g}" if cache is not None else ""
                return f"weights of at most {bits:g} bits{_all_of(case, bits)}{too}, which are not stated"
    return ""


def _all_of(case: Case, bits: float) -> str:
    """Whether attention and head have to be as narrow as the experts are published."""
    return " outside of the experts too" if bits == case.shapes[0].native_bits else ""


def _word(rate: float, ceiling: float, roofs: list[Roof]) -> Word:
    if rate > TOLERANCE * ceiling:
        return "implausible"
    if any(roof.region.misfit for roof in roofs):
        return "conditional"
    highs = np.concatenate([roof.high[roof.region.typical] for roof in roofs[:1]])
    return "plausible" if float((highs >= rate).mean()) >= MOST_OF else "conditional"


def _told(case: Case, measure: Measure) -> tuple[float, list[Roof], str] | None:
    """The claim as a rate, the roofs over it, and the unit in which the answer is given."""
    metric, scope = case.statement.metric, measure.scope
    if measure.kind == "prompt_rate" or (measure.kind == "rate" and metric in ("prefill", "ttft")):
        roofs, share = (
            [_prompt_roof(one, place, "tokens") for one in by_ends(case, "prompt") for place in case.places],
            _devices_a_part(case, scope),
        )
        part = f" per {scope}" if scope in ("device", "node") else ""
        return measure.value, [_scaled(roof, 1 / share) for roof in roofs], f"tokens/s{part}"
    if measure.kind == "time" and metric in ("ttft", "prefill"):
        return (
            1.0 / measure.value,
            [_prompt_roof(one, place, "times") for one in by_ends(case, "prompt") for place in case.places],
            "ms, smallest possible",
        )
    if measure.kind == "token_time":
        return 1.0 / measure.value, _user_roofs(case), "ms a token, smallest possible"
    if measure.kind == "rate":
        alone = case.value("batch", 1.0) <= 1 and metric != "throughput"
        if scope == "user" or (scope == "" and (metric == "decode" or alone)) or "single-user" in case.statement.hints:
            return measure.value, _user_roofs(case), "tokens/s per user" if scope == "user" else "tokens/s"
        share = _devices_a_part(case, scope)
        return (
            measure.value,
            [_scaled(roof, 1 / share) for roof in _system_roofs(case)],
            f"tokens/s{f' per {scope}' if scope in ('device', 'node') else ''}",
        )
    if measure.kind in ("time", "requests") and "output_len" in case.params:
        return _request(case, measure)
    return None


NODE = 8.0  # devices of one machine


def _devices_a_part(case: Case, scope: str) -> float:
    """Into how many parts a rate of the whole system is cut where it is given for each device or machine."""
    devices = case.places[0].devices
    return devices if scope == "device" else max(devices / NODE, 1.0) if scope == "node" else 1.0


def _after(case: Case, place: Place, mode: Mode, batch: Axis | None = None) -> tuple[Region, Timing]:
    if batch is not None:
        case = replace(case, params={**case.params, "batch": tuple(batch.values) if batch.free else batch.values * 2})
    found = region(case, place, mode, alone=True)
    if found.misfit:
        found = replace(region(spilled(case, found), place, mode, limit=False, alone=True), misfit=found.misfit)
    return found, found.after


def spilled(case: Case, found: Region) -> Case:
    """What does not fit is read from host memory in each step: first the cache, then weights.

    Sparse attention reads few of the tokens that it keeps: those that it reads most may be the ones on the device.
    """
    setting = found.pair[1].setting
    batch, context = (float(found.at(name).min()) if name in found.grid else 1.0 for name in ("batch", "context_len"))
    room = capacity(setting, context)
    weights, cache = float(np.min(room.weights)), float(np.min(room.per_sequence)) * batch
    over = max(weights + cache - float(np.max(setting.memory)) * GIB_PER_GB, 0.0)
    of_cache = min(over, cache)
    read = cache * float(np.min(np.asarray(setting.kv_kept)))
    on_device = max(float(np.max(setting.memory)) * GIB_PER_GB - weights, 0.0)
    away = max(1.0 - on_device / read, 0.0) if read else 0.0
    rows = weights * float(np.min(np.asarray(setting.rows_kept)))  # those that tokens need most stay on the device
    seldom = weights - rows
    of_weights = min(max(over - of_cache - seldom, 0.0) / rows, 1.0) if rows else 1.0  # none is left on the device
    return replace(case, kv_on_host=away, on_host=of_weights)


def _rates(found: Region, timing: Timing, scale: Any, prompt: bool = False) -> Roof:
    """Rates at the roof, and from slow to fast engines."""
    efficiency = PROMPT_EFFICIENCY if prompt else USUAL_EFFICIENCY
    bound = scale / timing.seconds(0.0)
    high = np.minimum(scale / timing.seconds(USUAL_LAYERS[0], efficiency[1], links=True, drafting=True), bound)
    low = scale / timing.seconds(USUAL_LAYERS[1], efficiency[0], links=True, drafting=True)
    return Roof(found, *(flat(each, found.shape, found.inside) for each in (bound, np.minimum(low, high), high)))


def _user_roofs(case: Case) -> list[Roof]:
    """Tokens a second of one sequence; alone on the machine where no batch is stated."""
    batch = None if "batch" in case.params else fixed("batch", 1.0, "one user, the best case")
    roofs = []
    for one, place in product(by_ends(case, "step"), case.places):
        found, timing = _after(one, place, "step", batch)
        roofs.append(_rates(found, timing, 1.0))
    return roofs


def _system_roofs(case: Case) -> list[Roof]:
    """Tokens a second of all sequences together."""
    roofs = []
    modes: tuple[Mode, ...] = ("step",) if "batch" in case.params else ("largest", "step")
    for one, place, mode in product(by_ends(case, "step"), case.places, modes):
        found, timing = _after(one, place, mode)
        roofs.append(_rates(found, timing, timing.rate))
    return roofs


def _queued_verdict(case: Case, measure: Measure, roof: Roof) -> Verdict | None:
    """A rate of a server that more sequences are open on than fit: a part of them may wait for its turn."""
    if not roof.region.misfit or case.statement.metric != "throughput" or "batch" not in case.params:
        return None
    if (told := _told(queued(case), measure)) is None:
        return None
    rate, roofs, unit = told
    roof = _highest(roofs)
    if roof.region.misfit:
        return None
    if rate > TOLERANCE * float(roof.bound.max()):
        return rate_verdict(case, "implausible", rate, roof, unit)
    fit = float(np.floor(point(roof.region.after.rate, roof.region, roof.best)))
    need = f"no more than {words.figure(fit)} of the {words.figure(case.value('batch', 1.0))} sequences at once, as many as fit"
    return rate_verdict(case, "conditional", rate, roof, unit, (need,))


def _scaled(roof: Roof, by: float) -> Roof:
    return replace(roof, bound=roof.bound * by, low=roof.low * by, high=roof.high * by)


_RANKS = frozenset({"expert-parallelism", "data-parallel-attention"})


def _prompt_roof(case: Case, place: Place, counted: Literal["tokens", "prompts", "times"]) -> Roof:
    """Tokens or prompts a second, or how often the whole batch could be computed in one."""
    # ranks of data-parallel attention work on prompts of their own: one each
    spread = counted == "tokens" and "batch" not in case.params and case.statement.technique in _RANKS
    found, timing = _after(case, place, "prompt", fixed("batch", place.devices) if spread else None)
    batch, length = found.axes[0].array()[:, None, None], found.axes[1].array()[None, :, None]
    scale = {"tokens": timing.rate * length, "prompts": timing.rate, "times": 1.0}[counted]
    roof = _rates(found, timing, scale, prompt=True)
    if place.chip.fp16 is not None and not place.chip.bound_only:
        return roof
    side = found.pair[1]
    slower = np.minimum(usual_peak16(place.chip)[0], np.asarray(side.setting.peak))  # what engines are known to go by
    usual = timed(case, "prompt", replace(side, setting=replace(side.setting, peak=slower)), batch, length)
    likely = _rates(found, usual, scale, prompt=True)
    return replace(roof, low=likely.low, high=likely.high)


def _request(case: Case, measure: Measure) -> tuple[float, list[Roof], str]:
    """Whole requests: a prefill and `output_len` decode steps. Requests of a batch need not bring their prompts at once."""
    place = case.places[0]
    one = replace(case, params={name: ends for name, ends in case.params.items() if name != "batch"})
    output = case.params["output_len"][0]
    if measure.kind == "time":
        steps = _user_roofs(case)[0]
        alone = _prompt_roof(one, place, "times")
        worst = [1 / (1 / getattr(alone, k).max() + output / getattr(steps, k).max()) for k in ("bound", "low", "high")]
        return 1.0 / measure.value, [_flat(steps, worst)], "s, smallest possible"
    roof = _highest(_system_roofs(case))
    prompts = _prompt_roof(one, place, "prompts")
    usual = prompts.region.at("batch") == 1.0  # of one prompt after the other
    firsts = {"bound": prompts.bound, "low": prompts.low[usual], "high": prompts.high[usual]}
    worst = [1 / (1 / first.max() + output / getattr(roof, k).max()) for k, first in firsts.items()]
    return measure.value, [_flat(roof, worst)], "requests/s"


def _flat(roof: Roof, values: list[float]) -> Roof:
    """One answer for the whole region, which is told at the point where its steps are fastest."""
    bound, low, high = (np.full(roof.bound.shape, v) for v in values)
    bound[np.arange(bound.size) != roof.best] = np.nextafter(values[0], 0.0)
    return Roof(roof.region, bound, low, high)
