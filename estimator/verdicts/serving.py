"""Attention traffic, wasted cache memory, batching, and prompts that need less computing."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np

from estimator.engine_names import BATCHING, PAGING, family_of
from estimator.verdicts.axes import Axis, stated
from estimator.verdicts.case import Case, Place, batch_before
from estimator.verdicts.effects import Pair, Values, axis, setting

MANY_PASSES = "many-passes"  # a hint of a statement: attention before was written as a framework writes it down
# Bytes that such attention moves a score (2 written, 4 scaled, 4 masked, 6 + 6 by a softmax in 32 bit and its casts, 2
# read) against the 8 of the leanest four passes, which the floor of the old side is made of.
FRAMEWORK_PASSES = 3.0


def io_aware(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Unfused attention writes the score matrix; a decode step also expands grouped heads before it reads them."""
    group = place.shape.attention[0] if place.shape.attention else None
    passes = FRAMEWORK_PASSES if MANY_PASSES in case.statement.hints else 1.0
    if group is None:
        return replace(pair[0], fused=False, passes=passes), pair[1]
    eager = family_of(case.statement.baseline) == "eager"  # only such code copies grouped heads to the queries' number
    shared = group.heads / group.heads_kv if eager and not group.latent else 1.0
    expanded = 2.0 * shared if shared > 1 else 0.0  # written and read again, as wide as the queries
    scores = 4.0 * group.heads * 2.0 / (group.heads_kv * group.per_head * 2.0)
    return replace(pair[0], fused=False, passes=passes, kv_seconds=1.0 + expanded + scores), pair[1]


def waste_axes(case: Case) -> tuple[Axis, ...]:
    reason = "reserved caches hold tokens in 20 to 38 % of their memory (arXiv:2309.06180)"
    return (Axis("waste", (0.3, 0.5, 0.618, 0.796), (0.5, 0.8), reason),)


STATIC = 0.2  # mean over longest output where a static batch waits for its longest


PAGED_WASTE = 0.04  # of the cache's memory, arXiv:2309.06180


def paged(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Engines that page also batch request by request; a baseline without an engine of its own does neither."""
    idle = STATIC if family_of(case.statement.baseline) == "eager" else 1.0
    if _pages(case):
        return replace(pair[0], waste=PAGED_WASTE), replace(pair[1], waste=PAGED_WASTE)
    return replace(pair[0], waste=values["waste"], useful=idle), replace(pair[1], waste=PAGED_WASTE)


def paged_ratio(case: Case, values: Values) -> Any:
    return np.where(_pages(case), 1.0, (1.0 - PAGED_WASTE) / (1.0 - values["waste"]))


def batching_axes(case: Case) -> tuple[Axis, ...]:
    reason = (
        "a static batch waits for its longest request, and is as small as its longest output needs: mean over longest"
    )
    return (Axis("useful", (0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7), (0.3, 0.7), reason),)


def batching(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    if case.statement.metric == "decode":  # a sequence does not wait for its own neighbours' places
        return pair
    if one_at_a_time(case):
        return replace(pair[0], batch=1.0), pair[1]
    if _fewer(case):
        return pair  # so many sequences against fewer: both batches are full
    return pair if _batches(case) else (replace(pair[0], useful=values["useful"]), pair[1])


_WITHOUT = re.compile(r"\bwithout\b|\bw/o\b|\bno\b|\bstatic\b|\bdisabled\b|\boff\b", re.IGNORECASE)


def _pages(case: Case) -> bool:
    """Whether the baseline is an engine that pages its caches itself, and nothing says that it did not there."""
    said = case.statement.baseline
    return bool(PAGING.search(said)) and not _WITHOUT.search(said)


def _batches(case: Case) -> bool:
    """Whether the baseline is an engine that batches continuously itself."""
    said = case.statement.baseline
    return _pages(case) or bool(BATCHING.search(said) and not _WITHOUT.search(said))


def one_at_a_time(case: Case) -> bool:
    """Whether the baseline serves requests one after the other."""
    words = ("sequential", "no batching", "without batching", "one at a time", "one request at a time")
    said = case.statement.baseline.lower()
    return batch_before(said) == 1.0 or any(word in said for word in words)


def _fewer(case: Case) -> bool:
    """Whether the batches of both sides are stated, and nothing says that the old one waited for its longest request."""
    before = batch_before(case.statement.baseline)
    return before is not None and before < case.value("batch", 0.0) and not _WITHOUT.search(case.statement.baseline)


def batching_ratio(case: Case, values: Values) -> Any:
    if one_at_a_time(case):
        return np.full(len(values["useful"]), case.value("batch", 512.0))
    if _fewer(case):
        ratio = case.value("batch", 0.0) / (batch_before(case.statement.baseline) or 1.0)
        return np.full(len(values["useful"]), ratio)
    return np.where(_batches(case), 1.0, 1.0 / values["useful"])


def hit_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "hit_rate", (0.3, 0.5, 0.7, 0.9, 0.95, 0.99), (0.3, 0.9), "no hit rate is stated"),)


def stored_axes(case: Case) -> tuple[Axis, ...]:
    """What is held against computing a prompt again was stored whole, but for what is new of it."""
    if "recomput" not in case.statement.baseline.lower():
        return hit_axes(case)
    return (axis(case, "hit_rate", (0.5, 0.7, 0.9, 0.95, 0.99), (0.9, 0.99), "no hit rate is stated"),)


def prefix(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair[0], replace(pair[1], hit=values["hit_rate"])


_DIFFUSES = re.compile(r"\bllada|\bdream\b|\bdream-|dllm|diffu|\bmercury\b|\bsedd\b|\bmdlm\b", re.IGNORECASE)


def diffuses(case: Case) -> bool:
    """Whether the model unmasks a text in parallel instead of writing it token after token."""
    return any(_DIFFUSES.search(name) for name in (*case.statement.model, case.statement.baseline))


def recomputed_axes(case: Case) -> tuple[Axis, ...]:
    reason = "without a cache such a model computes its whole sequence in each pass, with one a block of it"
    return (
        Axis("recomputed", (256.0, 512.0, 1024.0, 2048.0), (512.0, 2048.0), reason),
        Axis("block", (4.0, 8.0, 16.0, 32.0, 64.0), (16.0, 32.0), "blocks of 4 to 64 tokens"),
    )


def recomputed(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return replace(pair[0], verified=values["recomputed"]), replace(pair[1], verified=values["block"])


def recomputed_ratio(case: Case, values: Values) -> Any:
    return values["recomputed"] / values["block"]


def hit_ratio(case: Case, values: Values) -> Any:
    return 1.0 / np.maximum(1.0 - values["hit_rate"], 1e-3)


def reload(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """The prompt's cache is read over the host link where it was computed again before."""
    return pair[0], replace(setting(pair[1], kv_on_host=1.0), hit=values["hit_rate"])


def compress_axes(case: Case) -> tuple[Axis, ...]:
    kept = (0.05, 0.1, 0.2, 0.25, 0.5, 0.75)
    if (given := stated("sparsity", case.params)) is not None:
        ends = tuple(sorted(1.0 - v for v in given.values))
        return (Axis("prompt_kept", ends, (ends[0], ends[-1]), "stated", stated=True),)
    return (
        Axis("prompt_kept", kept, (0.25, 0.5), "compressors keep a half to a twentieth of a prompt (arXiv:2310.05736)"),
    )


def compress(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair[0], replace(pair[1], prompt=values["prompt_kept"])


def compress_ratio(case: Case, values: Values) -> Any:
    return 1.0 / values["prompt_kept"] ** 2  # long prompts: attention falls with the square
