"""Fewer bytes of cache: narrower, fewer heads, a latent vector, windows, eviction, lower rank, a constant state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from estimator.shape import Attention, Shape, grouped, latent
from estimator.verdicts.axes import MOST_CONTEXT, Axis, fixed
from estimator.verdicts.case import Case, Place
from estimator.verdicts.effects import Pair, Values, axis, density_ratio, other_model, rival, setting


def cache_before(case: Case) -> float:
    """Bits of the cache before: 16 where nothing is stated, as narrow as after beside a method of the same kind."""
    stated_bits = case.value("kv_bits_before", 16.0)
    return case.value("kv_bits", stated_bits) if rival(case) and stated_bits >= 16.0 else stated_bits


def kv_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "kv_bits", (2.0, 3.0, 4.0, 8.0), (4.0, 8.0), "no width is stated"),)


def kv_quant(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    wide = cache_before(case)
    return setting(pair[0], kv_bits=wide), setting(pair[1], kv_bits=values["kv_bits"])


def cached(shape: Shape, context: float = 1.0) -> Any:
    """Elements of cache that a sequence of so many tokens keeps."""
    return sum(group.layers * group.heads_kv * group.per_head * min(context, group.keeps) for group in shape.attention)


def kv_ratio(case: Case, values: Values) -> Any:
    return cache_before(case) / values["kv_bits"]


def query_heads(case: Case, shape: Shape | None) -> float:
    found = max((group.heads for group in shape.attention), default=0.0) if shape is not None else 0.0
    return case.value("n_heads", found or 64.0)


def grouped_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "n_kv_heads", (4.0, 8.0), (8.0, 8.0), "no number of KV heads is stated"),)


def single_axes(case: Case) -> tuple[Axis, ...]:
    return (fixed("n_kv_heads", 1.0, "by definition"),)


def heads(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    many = query_heads(case, place.shape)
    return setting(pair[0], kv_heads=many), setting(pair[1], kv_heads=values["n_kv_heads"])


def heads_ratio(case: Case, values: Values) -> Any:
    if len(case.shapes) > 1 and all(shape.attention for shape in case.shapes):
        return cached(case.shapes[1]) / cached(case.shapes[0])
    many = query_heads(case, case.shapes[0] if case.shapes else None)
    return many / values["n_kv_heads"]


LATENT_RANK, LATENT_ROPE = 512.0, 64.0  # of DeepSeek-V2 and V3


HEAD_DIM = 128.0


def latent_heads(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Latent against multi-head attention (grouped, where the baseline says so) in a model of the same depth."""
    before, after = pair
    shape = place.shape
    own = shape.attention[0] if shape.attention else None
    rank = case.value("kv_lora_rank", LATENT_RANK)
    heads = own.heads if own else 32.0
    wide = grouped(shape.layers, heads, groups_before(case, heads), HEAD_DIM)
    narrow = own if own and own.latent else latent(shape.layers, heads, rank, LATENT_ROPE, HEAD_DIM)
    return (
        setting(before, shape=attending(shape, wide)),
        setting(after, shape=attending(shape, narrow)),
    )


def groups_before(case: Case, heads: float) -> float:
    """KV heads of what a latent replaces: stated, the usual eight where the baseline is grouped, else one a head."""
    low = "gqa" in case.statement.baseline.lower() or "grouped" in case.statement.baseline.lower()
    return case.value("n_kv_heads", 8.0 if low else heads)


def attending(shape: Shape, attention: Attention) -> Shape:
    return replace(shape, attention=(attention,))


def latent_ratio(case: Case, values: Values) -> Any:
    if len(case.shapes) > 1 and all(shape.attention for shape in case.shapes):
        return cached(case.shapes[1]) / cached(case.shapes[0])
    heads = query_heads(case, case.shapes[0] if case.shapes else None)
    return 2 * groups_before(case, heads) * HEAD_DIM / (case.value("kv_lora_rank", LATENT_RANK) + LATENT_ROPE)


def _longest(case: Case) -> float:
    """The longest context that is stated, in tokens: where a cache weighs most."""
    return max(case.value("context_len", 0.0), case.value("input_len", 0.0)) or MOST_CONTEXT


def full_twin(shape: Shape) -> Shape:
    """The same model with layers that all see, and keep, the whole context."""
    whole = tuple(replace(group, window=np.inf, keeps=np.inf) for group in shape.attention)
    return replace(shape, name=f"{shape.name} without windows", attention=whole)


def has_windows(shape: Shape) -> bool:
    """Whether some layers of a model keep no more than a window, as it is published."""
    return any(np.isfinite(group.keeps) for group in shape.attention)


def window_axes(case: Case) -> tuple[Axis, ...]:
    if case.shapes and has_windows(case.shapes[0]):
        return ()  # the model's own
    return (axis(case, "window", (512.0, 1024.0, 2048.0, 4096.0), (1024.0, 4096.0), "no window is stated"),)


def windowed(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    if "window" not in values:
        return setting(pair[0], shape=full_twin(place.shape)), pair[1]
    return pair[0], setting(pair[1], window=values["window"])


def window_ratio(case: Case, values: Values) -> Any:
    longest = _longest(case)
    if "window" not in values:
        return cached(full_twin(case.shapes[0]), longest) / cached(case.shapes[0], longest)
    return np.maximum(longest / values["window"], 1.0)


def kept_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "sparsity", (0.5, 0.75, 0.9, 0.95, 0.98), (0.5, 0.9), "no share of the cache is stated"),)


def evict(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair[0], setting(pair[1], kv_width=1.0 - values["sparsity"])


def selects(shape: Shape) -> bool:
    """Whether a model as it is published reads a selection of the tokens that it keeps."""
    return any(np.isfinite(group.window) and np.isinf(group.keeps) for group in shape.attention)


def unselected(shape: Shape) -> Shape:
    """The same model with attention to all that it keeps, and no indexer (rows without query heads) to choose of it."""
    whole = tuple(replace(group, window=np.inf) for group in shape.attention if group.heads)
    return replace(shape, name=f"{shape.name} with dense attention", attention=whole)


def select_axes(case: Case) -> tuple[Axis, ...]:
    if case.shapes and selects(case.shapes[0]):
        return ()  # the model's own selection, whether or not the text says what share that is
    return kept_axes(case)


def read_less(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """A share of the tokens is read; of a model that selects by itself the new side is the model, the old one a dense one."""
    if "sparsity" in values:
        return pair[0], setting(pair[1], kv_kept=1.0 - values["sparsity"])
    if len(case.shapes) > 1:
        return other_model(case, place, pair, values)
    return setting(pair[0], shape=unselected(place.shape)), pair[1]


def selected_ratio(case: Case, values: Values) -> Any:
    """Of the bytes that attention reads of the longest context, if a model's own selection is meant."""
    if "sparsity" in values:
        return density_ratio(case, values)
    longest = _longest(case)
    bits = case.value("kv_bits", 16.0)

    def read(shape: Shape) -> Any:
        return sum(
            g.layers * g.heads_kv * g.per_head * min(longest, g.window) * (g.bits or bits) for g in shape.attention
        )

    return read(unselected(case.shapes[0])) / read(case.shapes[0])


def shared_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "sparsity", (0.5, 0.667, 0.75, 0.9375), (0.5, 0.5), "no share of layers is stated"),)


def rank_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "sparsity", (0.3, 0.5, 0.75, 0.9), (0.3, 0.5), "no rank is stated"),)


def linear_axes(case: Case) -> tuple[Axis, ...]:
    if case.shapes and case.shapes[0].state:
        return ()
    return (axis(case, "sparsity", (0.75, 0.9, 1.0), (0.75, 0.9), "no share of linear layers is stated"),)


def linear(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Layers with a constant state in place of a cache, which is small beside a long cache."""
    if len(case.shapes) > 1:
        pair = other_model(case, place, pair, values)
        return (
            pair if case.shapes[0].state else (pair[0], setting(pair[1], shape=_mostly_linear(case.shapes[0], values)))
        )
    if place.shape.state:  # the model is itself the new one
        prompt = case.statement.metric in ("ttft", "prefill") and place.shape.attention
        twin = attending_everywhere(place.shape) if prompt else transformer_twin(place.shape)
        return setting(pair[0], shape=twin), pair[1]
    return pair[0], setting(pair[1], shape=_mostly_linear(place.shape, values))


def _mostly_linear(shape: Shape, values: Values) -> Shape:
    """The same model with a constant state in a share of its layers: of a hybrid only the size may be known."""
    kept = 1.0 - values["sparsity"]
    state = values["sparsity"] * shape.layers * 2.0 * shape.hidden * SMALLEST_STATE
    attention = tuple(replace(group, layers=group.layers * kept) for group in shape.attention)
    return replace(shape, state=state, attention=attention)


# Tokens of a multi-head cache (two numbers for each of the width) that take as much as the smallest usual state of a
# layer: 16 numbers for each of twice the width (Mamba, https://arxiv.org/abs/2312.00752)
SMALLEST_STATE = 16.0


def transformer_twin(shape: Shape) -> Shape:
    """A transformer of the same size whose layers all have a cache, with a head for each 128 of its width.

    Recurrent layers stand alone where a transformer's attention has a feed-forward block beside it: half as many.
    """
    heads = shape.hidden / HEAD_DIM
    depth = shape.layers if shape.attention else shape.layers / 2.0
    name = f"a transformer of {shape.total / 1e9:.3g}B"
    return replace(shape, name=name, state=0.0, attention=(grouped(depth, heads, heads, HEAD_DIM),))


def attending_everywhere(shape: Shape) -> Shape:
    """The same model with its own attention in every layer, which is what a hybrid's prompts are held against.

    Kimi Linear (https://arxiv.org/abs/2510.26692) replaces latent attention in 20 of 27 layers, whose products for a
    prompt are more than those of a head for each 128 of its width: 20,480 FLOP a score against 9,216.
    """
    share = shape.layers / shape.attention_layers
    whole = tuple(replace(group, layers=group.layers * share) for group in shape.attention)
    return replace(shape, name=f"{shape.name} with full attention", state=0.0, attention=whole)


def linear_ratio(case: Case, values: Values) -> Any:
    """Bytes of a cache against those of a state, at the longest context that is stated."""
    longest = _longest(case)
    if "sparsity" not in values:
        own = case.shapes[0]
        return cached(transformer_twin(own), longest) / (cached(own, longest) + own.state)
    return 1.0 / np.maximum(1.0 - values["sparsity"], min(SMALLEST_STATE / longest, 1.0))
