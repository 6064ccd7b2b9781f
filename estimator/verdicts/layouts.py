"""More devices, the links between them, and weights that stay in host memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from estimator.capacity import GIB_PER_GB
from estimator.shape import Shape
from estimator.verdicts.axes import Axis, fixed, stated
from estimator.verdicts.case import Case, Place, batch_before, devices_before
from estimator.verdicts.effects import Pair, Values, setting
from estimator.verdicts.sides import Side


def layout(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """More devices share each weight."""
    few = devices_before(case.statement.baseline) or 1.0
    many = values["devices"]
    if case.statement.factor_high is None:  # a rate of all devices, which may be several groups of that many
        many = np.maximum(many, case.devices or 1.0)
    if few == float(np.max(many)):  # the same devices: only a cache that every one of them holds can be shared out
        heads = max((group.heads_kv for group in place.shape.attention), default=few)
        return setting(pair[0], tp=many), setting(pair[1], tp=many, cp=np.maximum(many / heads, 1.0))
    return setting(pair[0], tp=np.minimum(few, many), dp=1.0, pp=1.0), setting(pair[1], tp=many)


def device_axes(*names: str) -> Callable[[Case], tuple[Axis, ...]]:
    def axes(case: Case) -> tuple[Axis, ...]:
        few = devices_before(case.statement.baseline) or 1.0
        for name in names:
            given = stated(name, case.params)
            if given is not None and (max(given.values) > 1.0 or few > 1.0):  # TP1 is what there was before
                return (Axis("devices", given.values, given.typical, given.reason, stated=True),)
        if case.devices is not None and case.devices > 1:
            return (fixed("devices", case.devices),)
        more = (16.0, 32.0, 64.0) if case.statement.metric == "memory" else ()
        return (Axis("devices", (2.0, 4.0, 8.0, *more), (2.0, 8.0), "no number of devices is stated"),)

    return axes


OF_CACHE, OF_WEIGHTS = "of-cache", "of-weights"  # hints of a statement: what a figure of memory counts


def shared_out(case: Case, values: Values) -> Any:
    """How much less one device keeps: of a cache no more than its heads can be cut, and a latent is kept whole."""
    if not counts_cache(case):
        return device_ratio(case, values)
    return _cache_spread(case, values)


def counts_cache(case: Case) -> bool:
    """Whether a figure of memory is one of the cache."""
    return OF_CACHE in case.statement.hints or "n_kv_heads" in case.params


def cache_is_copied(case: Case, values: Values, factor: float) -> bool:
    """Whether a factor holds for the weights alone, because devices hold copies of the cache, and nothing says which is meant."""
    if counts_cache(case) or OF_WEIGHTS in case.statement.hints or not case.shapes:
        return False
    return factor > float(np.max(_cache_spread(case, values)))


def _cache_spread(case: Case, values: Values) -> Any:
    """How much less of a cache one device keeps than before."""
    few = devices_before(case.statement.baseline) or 1.0
    return _cache_kept(case, few) / _cache_kept(case, values["devices"])


def _cache_kept(case: Case, devices: Any) -> Any:
    """The share of a cache that one of these devices keeps."""
    many = np.asarray(devices, dtype=np.float64)
    if "n_kv_heads" in case.params:
        return np.maximum(1.0 / many, 1.0 / case.params["n_kv_heads"][-1])
    groups = case.shapes[0].attention if case.shapes else ()
    if not groups:
        return 1.0 / many
    whole = sum(group.layers * group.per_head * group.heads_kv for group in groups)
    return sum(group.layers * group.per_head * np.maximum(group.heads_kv / many, 1.0) for group in groups) / whole


def device_ratio(case: Case, values: Values) -> Any:
    return values["devices"] / (devices_before(case.statement.baseline) or 1.0)


def copies_spared(case: Case, values: Values) -> Any:
    """Distinct caches in place of as many copies: tensor parallelism, which is left behind, runs over the same devices."""
    return values["devices"]


def experts_apart(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Experts spread over devices, attention in parallel on each: against one device, or tensor parallelism."""
    many = values["devices"]
    baseline = case.statement.baseline.lower()
    few = devices_before(baseline)
    cut = "tp" in baseline or "tensor" in baseline or (few is None and not _fits_one(place, pair[0]))
    before: Any = many if cut else few or 1.0  # what one device cannot hold was cut up over the same devices
    return setting(pair[0], tp=before, dp=1.0), setting(pair[1], tp=1.0, dp=many)


def _fits_one(place: Place, side: Side) -> bool:
    """Whether one device holds the weights."""
    need = place.shape.total * float(np.max(np.asarray(side.setting.weight_bits))) / 8.0
    return place.chip.memory is None or need <= place.chip.memory * GIB_PER_GB


def attention_apart(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    many = values["devices"]
    return setting(pair[0], tp=many, dp=1.0), setting(pair[1], tp=1.0, dp=many)


def pipelined(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Stages hand over a few kilobytes, where tensor parallelism over the same devices exchanges them in every layer."""
    if "tp" in case.statement.baseline.lower() or "tensor" in case.statement.baseline.lower():
        before = setting(pair[0], tp=values["devices"], link=ETHERNET)
        inside = np.minimum(values["devices"], 8.0)
        return replace(before, links=1.0), setting(pair[1], tp=inside, pp=values["devices"] / inside)
    few = devices_before(case.statement.baseline) or 1.0
    stages = case.value("pp", 1.0)
    if case.devices is not None and case.devices > stages > 1.0 and case.devices % stages == 0:
        each = case.devices / stages  # "four stages over four machines of eight": each stage is cut up over its machine
        return setting(pair[0], tp=each, pp=1.0), setting(pair[1], tp=each, pp=stages)
    return setting(pair[0], tp=few, pp=1.0), setting(pair[1], tp=few, pp=values["devices"] / few)


ETHERNET = 1.5e9  # bytes/s a device of a machine with one 100 Gb/s port for eight


def narrow_links(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    bits = values["comm_bits"]
    before, after = pair
    return replace(before, links=1.0), replace(after, links=1.0, network=bits / 16.0)


def link_axes(case: Case) -> tuple[Axis, ...]:
    for name in ("comm_bits", "act_bits"):
        if (given := stated(name, case.params)) is not None:
            return (Axis("comm_bits", given.values, given.typical, given.reason, stated=True),)
    return (Axis("comm_bits", (4.0, 8.0), (8.0, 8.0), "no width is stated"),)


def link_ratio(case: Case, values: Values) -> Any:
    return 16.0 / values["comm_bits"]


def fast_links(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return replace(pair[0], links=1.0, host_s=values["exchange_s"] * 2 * place.shape.layers), replace(
        pair[1], links=0.0
    )


def exchange_axes(case: Case) -> tuple[Axis, ...]:
    reason = "an all-reduce of a few kilobytes takes 5 to 50 us"
    return (Axis("exchange_s", (5e-6, 10e-6, 20e-6, 50e-6), (5e-6, 20e-6), reason),)


def host_axes(case: Case) -> tuple[Axis, ...]:
    least = {_least_on_host(place) for place in case.places} if case.chips else set()
    if case.statement.technique == "expert-offload" and "hit_rate" in case.params:
        low, high = (1.0 - case.params["hit_rate"][end] for end in (-1, 0))
        shapes = [place.shape for place in case.places]
        fetched = max(_routed_share(shape) for shape in shapes)
        ends = tuple(sorted({low * fetched, high * fetched}))
        return (Axis("on_host", ends, (ends[0], ends[-1]), "experts that are not found on the card", stated=True),)
    shares = {0.0, 0.05, 0.25, 0.5, 0.75, 1.0} | least
    return (Axis("on_host", tuple(sorted(shares)), (0.25, 1.0), "no share found on the card is stated"),)


def _routed_share(shape: Shape) -> float:
    """The share of what a token reads that is routed experts."""
    return shape.routed * shape.experts_per_token / shape.experts / shape.active if shape.routed else 1.0


def _least_on_host(place: Place) -> float:
    """The share of the weights, as published, that the devices cannot hold; a few hundredths more for the cache."""
    if place.chip.memory is None:
        return 0.0
    stored = place.shape.total * place.shape.native_bits / 8.0
    return max(1.0 - 0.95 * place.chip.memory * place.devices / stored, 0.0)


def offload(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Part of the weights stays in host memory; before, all that does not fit crosses the link for every token."""
    link = case.host_link(place.chip)
    before = setting(pair[0], weights_on_host=1.0, host_link=link)
    faster = HOST_MEMORY if HOST_COMPUTES in case.statement.hints else link
    return before, setting(pair[1], weights_on_host=values["on_host"], host_link=max(link, faster))


HOST_COMPUTES = "host-computes"  # a hint of a statement: the new side works on the host's weights where they lie
HOST_MEMORY = 716.8e9  # bytes/s of two sockets with eight channels of DDR5-5600 each


def streaming_axes(case: Case) -> tuple[Axis, ...]:
    if case.statement.metric != "throughput":
        return host_axes(case)
    reason = "the baseline's batch is not stated: 1 to 64 sequences for each transfer of the weights"
    few = batch_before(case.statement.baseline)
    before = fixed("batch_before", few) if few else Axis("batch_before", (1.0, 4.0, 16.0, 64.0), (4.0, 64.0), reason)
    cached = Axis("kv_on_host", (0.0, 1.0), (0.0, 1.0), "where the cache is kept is not stated")
    return (*host_axes(case), before, cached)


def streaming(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Weights cross the link once for a whole batch; the baseline's batch may be smaller."""
    before, after = offload(case, place, pair, values)
    few = values.get("batch_before")
    if "kv_on_host" in values:  # a batch of any size, whose cache crosses the link or is worked on by the host
        after = setting(after, kv_on_host=values["kv_on_host"])
    return (before if few is None else replace(before, batch=few)), after
