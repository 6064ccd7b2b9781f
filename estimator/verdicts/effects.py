"""What each technique changes: one row a technique, applied to both sides of a comparison.

A row says which unknowns the technique has, how they change the two sides, and the largest factor that the mechanism
alone can give (`ratio`), which is the bound where neither chip nor model is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from estimator.engines import family_of
from estimator.shape import Attention, Shape, grouped, latent
from estimator.verdicts.axes import Array, Axis, fixed, stated
from estimator.verdicts.baselines import names_method
from estimator.verdicts.case import Case, Place, batch_before, devices_before
from estimator.verdicts.formats import peak, weight_bits
from estimator.verdicts.sides import Side

Pair = tuple[Side, Side]
Values = Mapping[str, Array]


@dataclass(frozen=True, slots=True)
class Effect:
    """One technique's mechanism. `what` completes "the factor comes from ..."."""

    what: str
    axes: Callable[[Case], tuple[Axis, ...]]
    apply: Callable[[Case, Place, Pair, Values], Pair]
    ratio: Callable[[Case, Values], Any] | None = None
    term: str = (
        "weights"  # the bytes that it changes: weights, kv, prompt, network, waste, steps, overhead, compute, roof
    )
    memory: Callable[[Case, Values], Any] | None = None  # factor on the memory of its own term
    prompt: bool = False  # whether it also cuts the work of a prompt


def axis(case: Case, name: str, values: tuple[float, ...], typical: tuple[float, float], reason: str = "") -> Axis:
    """What the source states, or the admissible values."""
    return stated(name, case.params) or Axis(name, values, typical, reason)


def both(pair: Pair, **changes: Any) -> Pair:
    """The same change to the setting of both sides."""
    before, after = pair
    return setting(before, **changes), setting(after, **changes)


def setting(side: Side, **changes: Any) -> Side:
    """A side with fields of its setting changed."""
    return replace(side, setting=replace(side.setting, **changes))


# Weights


def _bits(case: Case, bits: Array, block: bool) -> Array:
    group = case.params["group_size"][0] if "group_size" in case.params else None
    return np.asarray([weight_bits(float(b), group, block=block) for b in np.ravel(bits)])


def _rival(case: Case) -> bool:
    """Whether the baseline is itself a method of this technique."""
    return names_method(case.statement.baseline, case.statement.technique)


def _as_narrow(case: Case) -> bool:
    """Whether the old side's weights are taken as narrow as the new ones."""
    return _rival(case) and not 0.0 < case.value("weight_bits_before", 0.0) < 16.0


def _cache_before(case: Case) -> float:
    """Bits of the cache before: 16 where nothing is stated, as narrow as after beside a method of the same kind."""
    stated_bits = case.value("kv_bits_before", 16.0)
    return case.value("kv_bits", stated_bits) if _rival(case) and stated_bits >= 16.0 else stated_bits


def _bits_before(case: Case, place: Place | None = None) -> float:
    """16 where nothing is stated, except for a model that is published narrower and is compared with itself."""
    stated_bits = case.value("weight_bits_before", 0.0)
    if _as_narrow(case):
        return case.value("weight_bits", 4.0)  # another method of the same kind, taken as equally narrow
    native = place.shape.native_bits if place else 16.0
    after = case.value("weight_bits", 4.0)
    return stated_bits or (native if after < native < 16.0 and native >= 4.0 else 16.0)


def _weight_axes(values: tuple[float, ...], typical: tuple[float, float]) -> Callable[[Case], tuple[Axis, ...]]:
    def axes(case: Case) -> tuple[Axis, ...]:
        return (axis(case, "weight_bits", values, typical, "no width is stated"),)

    return axes


def _weight_only(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    before, after = pair
    wide = _bits_before(case, place)
    narrow = _bits(case, values["weight_bits"], block=False)
    old = narrow if _as_narrow(case) else weight_bits(wide)
    return setting(before, weight_bits=old), setting(after, weight_bits=narrow)


def act_bits(case: Case) -> float:
    """Width of the operands of a format for weights and activations."""
    weights = case.value("weight_bits", 8.0)
    return case.value("act_bits", 8.0 if weights > 4.5 else 4.0)


def _weight_activation(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    before, after = pair
    acts = act_bits(case)
    wide = _bits_before(case, place)
    narrow = _bits(case, values["weight_bits"], block=acts <= 4)
    peak_before = peak(place.chip, 16.0 if wide >= 16 else acts if _rival(case) else 8.0)
    old = narrow if _as_narrow(case) else weight_bits(wide)
    before = setting(before, weight_bits=old, peak=peak_before, act_bits=min(wide, 16.0))
    after = setting(after, weight_bits=narrow, peak=peak(place.chip, acts), act_bits=acts)
    if "kv_bits" in case.params:
        before, after = _kv_quant(case, place, (before, after), {"kv_bits": np.asarray([case.value("kv_bits", 8.0)])})
    return before, after


def _weight_ratio(case: Case, values: Values) -> Any:
    return _bits_before(case) / _bits(case, values["weight_bits"], block=False)


def _activation_ratio(case: Case, values: Values) -> Any:
    kv = _cache_before(case) / case.value("kv_bits", 16.0)
    return np.maximum(np.maximum(_bits_before(case) / values["weight_bits"], 16.0 / act_bits(case)), kv)


def _density(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "sparsity", (0.3, 0.5, 0.6, 0.7, 0.8), (0.4, 0.5), "no sparsity is stated"),)


def _sparse_weights(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    kept = 1.0 - values["sparsity"]
    return pair[0], setting(pair[1], weight_density=kept, flop_density=kept)


def _density_ratio(case: Case, values: Values) -> Any:
    return 1.0 / np.maximum(1.0 - values["sparsity"], 1e-3)


def _skip_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "sparsity", (0.1, 0.2, 0.3, 0.4, 0.5, 0.6), (0.1, 0.3), "no share of skipped layers is stated"),)


def _skip_layers(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair[0], setting(pair[1], layer_share=1.0 - values["sparsity"])


def _vocabulary_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "sparsity", (0.25, 0.5, 0.75, 0.9), (0.5, 0.75), "no share of the vocabulary is stated"),)


def _trim_vocabulary(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair[0], setting(pair[1], head_share=1.0 - values["sparsity"])


LARGEST_HEAD = 0.4  # share of the LM head in what a step reads: small models with 256K tokens of vocabulary


def _vocabulary_ratio(case: Case, values: Values) -> Any:
    return 1.0 / (1.0 - LARGEST_HEAD * values["sparsity"])


def _no_axes(case: Case) -> tuple[Axis, ...]:
    return ()


def _other_model(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Two models are compared: the first is the new one. One alone is held against a dense model of its full size."""
    before, after = pair
    if len(case.shapes) > 1:
        other = case.shapes[1]
        return setting(before, shape=other), setting(after, shape=case.shapes[0])
    shape = case.shapes[0] if case.shapes else place.shape
    return setting(before, shape=dense_twin(shape)), setting(after, shape=shape)


def dense_twin(shape: Shape) -> Shape:
    """A dense model with as many parameters as the mixture has in all."""
    return replace(
        shape, name=f"a dense model of {shape.total / 1e9:.3g}B", always=shape.always + shape.routed, routed=0.0, experts=1.0,
        experts_per_token=1.0,
    )  # fmt: skip


# Cache


def _kv_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "kv_bits", (2.0, 3.0, 4.0, 8.0), (4.0, 8.0), "no width is stated"),)


def _kv_quant(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    wide = _cache_before(case)
    return setting(pair[0], kv_bits=wide), setting(pair[1], kv_bits=values["kv_bits"])


def _kv_ratio(case: Case, values: Values) -> Any:
    return _cache_before(case) / values["kv_bits"]


def _query_heads(case: Case, shape: Shape | None) -> float:
    found = max((group.heads for group in shape.attention), default=0.0) if shape is not None else 0.0
    return case.value("n_heads", found or 64.0)


def _grouped_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "n_kv_heads", (4.0, 8.0), (8.0, 8.0), "no number of KV heads is stated"),)


def _single_axes(case: Case) -> tuple[Axis, ...]:
    return (fixed("n_kv_heads", 1.0, "by definition"),)


def _heads(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    many = _query_heads(case, place.shape)
    return setting(pair[0], kv_heads=many), setting(pair[1], kv_heads=values["n_kv_heads"])


def _heads_ratio(case: Case, values: Values) -> Any:
    many = _query_heads(case, case.shapes[0] if case.shapes else None)
    return many / values["n_kv_heads"]


LATENT_RANK, LATENT_ROPE = 512.0, 64.0  # of DeepSeek-V2 and V3
HEAD_DIM = 128.0


def _latent(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Latent against multi-head attention (grouped, where the baseline says so) in a model of the same depth."""
    before, after = pair
    shape = place.shape
    own = shape.attention[0] if shape.attention else grouped(shape.layers or 32.0, 32.0, 32.0, HEAD_DIM)
    rank = case.value("kv_lora_rank", LATENT_RANK)
    heads = own.heads
    low = "gqa" in case.statement.baseline.lower() or "grouped" in case.statement.baseline.lower()
    groups = case.value("n_kv_heads", 8.0 if low else heads)
    wide = grouped(shape.layers, heads, groups, HEAD_DIM)
    narrow = own if own.latent else latent(shape.layers, heads, rank, LATENT_ROPE, HEAD_DIM)
    return (
        setting(before, shape=_attending(shape, wide)),
        setting(after, shape=_attending(shape, narrow)),
    )


def _attending(shape: Shape, attention: Attention) -> Shape:
    return replace(shape, attention=(attention,))


def _latent_ratio(case: Case, values: Values) -> Any:
    heads = _query_heads(case, case.shapes[0] if case.shapes else None)
    return 2 * heads * HEAD_DIM / (case.value("kv_lora_rank", LATENT_RANK) + LATENT_ROPE)


def _window_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "window", (512.0, 1024.0, 2048.0, 4096.0), (1024.0, 4096.0), "no window is stated"),)


def _windowed(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair[0], setting(pair[1], window=values["window"])


def _window_ratio(case: Case, values: Values) -> Any:
    longest = max(case.value("context_len", 0.0), case.value("input_len", 0.0)) or 131_072.0
    return np.maximum(longest / values["window"], 1.0)


def _kept_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "sparsity", (0.5, 0.75, 0.9, 0.95, 0.98), (0.5, 0.9), "no share of the cache is stated"),)


def _evict(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair[0], setting(pair[1], kv_width=1.0 - values["sparsity"])


def _read_less(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair[0], setting(pair[1], kv_kept=1.0 - values["sparsity"])


def _shared_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "sparsity", (0.5, 0.667, 0.75), (0.5, 0.5), "no share of layers is stated"),)


def _rank_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "sparsity", (0.3, 0.5, 0.75, 0.9), (0.3, 0.5), "no rank is stated"),)


def _linear_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "sparsity", (0.75, 0.9, 1.0), (0.75, 0.9), "no share of linear layers is stated"),)


def _linear(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Layers with a constant state in place of a cache; the state itself is small beside a long cache."""
    if len(case.shapes) > 1:
        return _other_model(case, place, pair, values)
    kept = 1.0 - values["sparsity"]
    return pair[0], setting(pair[1], kv_width=kept, kv_kept=1.0)


def _linear_ratio(case: Case, values: Values) -> Any:
    return 1.0 / np.maximum(1.0 - values["sparsity"], 1e-3)


# Attention traffic, waste, batching


def _io_aware(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Unfused attention writes the score matrix; a decode step also expands grouped heads before it reads them."""
    group = place.shape.attention[0] if place.shape.attention else None
    if group is None:
        return replace(pair[0], fused=False), pair[1]
    eager = family_of(case.statement.baseline) == "eager"  # only such code copies grouped heads to the queries' number
    shared = group.heads / group.heads_kv if eager and not group.latent else 1.0
    expanded = 2.0 * shared if shared > 1 else 0.0  # written and read again, as wide as the queries
    scores = 4.0 * group.heads * 2.0 / (group.heads_kv * group.per_head * 2.0)
    return replace(pair[0], fused=False, kv_seconds=1.0 + expanded + scores), pair[1]


def _waste_axes(case: Case) -> tuple[Axis, ...]:
    reason = "reserved caches hold tokens in 20 to 38 % of their memory (arXiv:2309.06180)"
    return (Axis("waste", (0.3, 0.5, 0.618, 0.796), (0.5, 0.8), reason),)


STATIC = 0.2  # mean over longest output where a static batch waits for its longest
PAGED_WASTE = 0.04  # of the cache's memory, arXiv:2309.06180


def _paged(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Engines that page also batch request by request; a baseline without an engine of its own does neither."""
    idle = STATIC if family_of(case.statement.baseline) == "eager" else 1.0
    return replace(pair[0], waste=values["waste"], useful=idle), replace(pair[1], waste=PAGED_WASTE)


def _paged_ratio(case: Case, values: Values) -> Any:
    return (1.0 - PAGED_WASTE) / (1.0 - values["waste"])


def _batching_axes(case: Case) -> tuple[Axis, ...]:
    reason = "a static batch waits for its longest request: mean over longest output"
    return (Axis("useful", (0.1, 0.2, 0.3, 0.5, 0.7), (0.3, 0.7), reason),)


def _batching(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    if case.statement.metric == "decode":  # a sequence does not wait for its own neighbours' places
        return pair
    if one_at_a_time(case):
        return replace(pair[0], batch=1.0), pair[1]
    return replace(pair[0], useful=values["useful"]), pair[1]


def one_at_a_time(case: Case) -> bool:
    """Whether the baseline serves requests one after the other."""
    words = ("sequential", "no batching", "without batching", "one at a time", "one request", "batch 1", "batch size 1")
    return any(word in case.statement.baseline.lower() for word in words)


def _batching_ratio(case: Case, values: Values) -> Any:
    return np.full(len(values["useful"]), case.value("batch", 512.0)) if one_at_a_time(case) else 1.0 / values["useful"]


# Prompts


def _hit_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "hit_rate", (0.3, 0.5, 0.7, 0.9, 0.95, 0.99), (0.3, 0.9), "no hit rate is stated"),)


def _prefix(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair[0], replace(pair[1], hit=values["hit_rate"])


def _hit_ratio(case: Case, values: Values) -> Any:
    return 1.0 / np.maximum(1.0 - values["hit_rate"], 1e-3)


def _reload(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """The prompt's cache is read over the host link where it was computed again before."""
    after = setting(pair[1], kv_on_host=1.0, host_link=case.host_link(place.chip))
    return pair[0], replace(after, hit=values["hit_rate"])


def _compress_axes(case: Case) -> tuple[Axis, ...]:
    kept = (0.05, 0.1, 0.2, 0.25, 0.5, 0.75)
    if (given := stated("sparsity", case.params)) is not None:
        ends = tuple(sorted(1.0 - v for v in given.values))
        return (Axis("prompt_kept", ends, (ends[0], ends[-1]), "stated", stated=True),)
    return (
        Axis("prompt_kept", kept, (0.25, 0.5), "compressors keep a half to a twentieth of a prompt (arXiv:2310.05736)"),
    )


def _compress(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair[0], replace(pair[1], prompt=values["prompt_kept"])


def _compress_ratio(case: Case, values: Values) -> Any:
    return 1.0 / values["prompt_kept"] ** 2  # long prompts: attention falls with the square


# Devices


def _layout(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """More devices share each weight."""
    few = devices_before(case.statement.baseline) or 1.0
    many = values["devices"]
    if few == float(np.max(many)):  # the same devices: only a cache that every one of them holds can be shared out
        heads = max((group.heads_kv for group in place.shape.attention), default=few)
        return setting(pair[0], tp=many), setting(pair[1], tp=many, cp=np.maximum(many / heads, 1.0))
    return setting(pair[0], tp=np.minimum(few, many), dp=1.0, pp=1.0), setting(pair[1], tp=many)


def _device_axes(*names: str) -> Callable[[Case], tuple[Axis, ...]]:
    def axes(case: Case) -> tuple[Axis, ...]:
        for name in names:
            if (given := stated(name, case.params)) is not None:
                return (Axis("devices", given.values, given.typical, given.reason, stated=True),)
        if case.devices is not None and case.devices > 1:
            return (fixed("devices", case.devices),)
        return (Axis("devices", (2.0, 4.0, 8.0), (2.0, 8.0), "no number of devices is stated"),)

    return axes


def _device_ratio(case: Case, values: Values) -> Any:
    return values["devices"] / (devices_before(case.statement.baseline) or 1.0)


def _experts_apart(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Experts spread over devices, attention in parallel on each: against one device, or tensor parallelism."""
    many = values["devices"]
    baseline = case.statement.baseline.lower()
    before = setting(pair[0], tp=many, dp=1.0) if "tp" in baseline or "tensor" in baseline else pair[0]
    if before is pair[0]:
        before = setting(before, tp=devices_before(baseline) or 1.0, dp=1.0)
    return before, setting(pair[1], tp=1.0, dp=many)


def _attention_apart(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    many = values["devices"]
    return setting(pair[0], tp=many, dp=1.0), setting(pair[1], tp=1.0, dp=many)


def _pipelined(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Stages hand over a few kilobytes, where tensor parallelism over the same devices exchanges them in every layer."""
    if "tp" in case.statement.baseline.lower() or "tensor" in case.statement.baseline.lower():
        before = setting(pair[0], tp=values["devices"], link=ETHERNET)
        inside = np.minimum(values["devices"], 8.0)
        return replace(before, links=1.0), setting(pair[1], tp=inside, pp=values["devices"] / inside)
    few = devices_before(case.statement.baseline) or 1.0
    return setting(pair[0], tp=few, pp=1.0), setting(pair[1], tp=few, pp=values["devices"] / few)


ETHERNET = 1.5e9  # bytes/s a device of a machine with one 100 Gb/s port for eight


def _narrow_links(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    bits = values["comm_bits"]
    before, after = pair
    return replace(before, links=1.0), replace(after, links=1.0, network=bits / 16.0)


def _link_axes(case: Case) -> tuple[Axis, ...]:
    for name in ("comm_bits", "act_bits"):
        if (given := stated(name, case.params)) is not None:
            return (Axis("comm_bits", given.values, given.typical, given.reason, stated=True),)
    return (Axis("comm_bits", (4.0, 8.0), (8.0, 8.0), "no width is stated"),)


def _link_ratio(case: Case, values: Values) -> Any:
    return 16.0 / values["comm_bits"]


def _fast_links(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return replace(pair[0], links=1.0, host_s=values["exchange_s"] * 2 * place.shape.layers), replace(
        pair[1], links=0.0
    )


def _exchange_axes(case: Case) -> tuple[Axis, ...]:
    reason = "an all-reduce of a few kilobytes takes 5 to 50 us"
    return (Axis("exchange_s", (5e-6, 10e-6, 20e-6, 50e-6), (5e-6, 20e-6), reason),)


# Host memory


def _host_axes(case: Case) -> tuple[Axis, ...]:
    return (Axis("on_host", (0.0, 0.05, 0.25, 0.5, 0.75, 1.0), (0.25, 1.0), "no share found on the card is stated"),)


def _offload(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Part of the weights stays in host memory; before, all that does not fit crosses the link for every token."""
    link = case.host_link(place.chip)
    before = setting(pair[0], weights_on_host=1.0, host_link=link)
    return before, setting(pair[1], weights_on_host=values["on_host"], host_link=link)


def _streaming_axes(case: Case) -> tuple[Axis, ...]:
    if case.statement.metric != "throughput":
        return _host_axes(case)
    reason = "the baseline's batch is not stated: 1 to 64 sequences for each transfer of the weights"
    few = batch_before(case.statement.baseline)
    before = fixed("batch_before", few) if few else Axis("batch_before", (1.0, 4.0, 16.0, 64.0), (4.0, 64.0), reason)
    return (*_host_axes(case), before)


def _streaming(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Weights cross the link once for a whole batch; the baseline's batch may be smaller."""
    before, after = _offload(case, place, pair, values)
    few = values.get("batch_before")
    return (before if few is None else replace(before, batch=few)), after


# Overhead and utilisation


def _host_work_axes(case: Case) -> tuple[Axis, ...]:
    return (
        Axis(
            "host_s",
            (0.5e-3, 2e-3, 5e-3, 10e-3, 20e-3),
            (0.5e-3, 5e-3),
            "engines spend 0.5 to 20 ms of host time a step",
        ),
    )


def _host_work(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return replace(pair[0], host_s=values["host_s"]), pair[1]


def _nothing(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair


def _split_axes(case: Case) -> tuple[Axis, ...]:
    reason = "one block a head leaves most of 100 to 150 cores idle at batch 1"
    return (Axis("idle", (1.0, 2.0, 4.0, 8.0, 16.0), (1.0, 4.0), reason),)


def _split(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return replace(pair[0], kv_seconds=values["idle"]), pair[1]


def _narrow_compute(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    bits = case.value("act_bits", case.value("weight_bits", 8.0))
    chip = place.chip
    wide = chip.fp16 if bits >= 16.0 and chip.fp16 else peak(chip, 16.0)  # at 16 bits: a narrower accumulator
    return setting(pair[0], peak=wide), setting(pair[1], peak=peak(chip, bits))


def _compute_ratio(case: Case, values: Values) -> Any:
    return np.asarray([16.0 / case.value("act_bits", case.value("weight_bits", 8.0))])


_WIDTH = re.compile(r"\b(?:fp|bf|int)-?(4|8|16)\b|\b(4|8|16)-bit\b", re.IGNORECASE)


def _width_in(text: str) -> float:
    """The number format that a text names, in bits; 0 where it names none."""
    found = _WIDTH.search(text)
    return float(found[1] or found[2]) if found else 0.0


def _chip_axes(case: Case) -> tuple[Axis, ...]:
    """The formats of the new side: the stated one, or for whole-server figures also what only the new chip multiplies."""
    stated_bits = case.value("weight_bits", 0.0)
    if stated_bits or len(case.chips) < 2 or case.statement.metric not in ("throughput", "other"):
        return (fixed("weight_bits", stated_bits or 16.0),)
    new, old = case.chips[0].peaks, case.chips[1].peaks
    narrow = [bits for bits, kind in ((8.0, "fp8"), (4.5, "fp4")) if kind in new and kind not in old]
    reason = "no format is stated: the new side may run in what only the new chip multiplies"
    return (Axis("weight_bits", (*sorted(narrow), 16.0), (16.0, 16.0), reason),)


def _new_chip(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Two chips are compared: the first is the new one. A narrower format usually takes the cache along."""
    if len(case.chips) < 2:
        return pair
    old, new = case.chips[1], case.chips[0]
    bits = values["weight_bits"]
    native = min(place.shape.native_bits, 16.0)
    widest = float(np.max(bits))
    wide = case.value("weight_bits_before", 0.0) or _width_in(case.statement.baseline) or min(widest, native)
    before = setting(
        pair[0], bandwidth=old.bandwidth, memory=old.memory or np.inf, peak=peak(old, 16.0 if wide > 8 else 8.0),
        weight_bits=weight_bits(wide),
    )  # fmt: skip
    narrow = np.asarray([weight_bits(min(float(b), native), block=True) for b in bits])
    acts = [case.value("act_bits", 16.0 if b > 8 else 8.0 if b > 5 else 4.0) for b in bits]
    rates = np.asarray([peak(new, width) for width in acts])
    cache = np.asarray([case.value("kv_bits", 8.0 if float(b) < wide else 16.0) for b in bits])
    return before, setting(pair[1], weight_bits=narrow, peak=rates, kv_bits=cache)
