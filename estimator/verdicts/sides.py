"""Before and after: one way to run the model on each side, and how long it takes over a whole grid at once.

Every array has three axes: batch, context (or prompt), and the combinations of the technique's unknowns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from estimator.capacity import GIB_PER_GB, capacity
from estimator.numbers import Numbers
from estimator.prefill import prefill
from estimator.setting import Setting
from estimator.speculation import Draft, drafting
from estimator.step import Cost, decode
from estimator.verdicts.axes import Array

ALL_REDUCE = 5e-6  # seconds that one all-reduce of a few kilobytes takes between devices of one machine


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison. Numbers may be arrays over the technique's unknowns (the last axis)."""

    setting: Setting
    draft: Draft | None = None
    accepted: Numbers = 1.0  # tokens a sequence gains in one pass of the target model
    verified: Numbers = 1.0  # tokens that one pass computes for each sequence, without a draft (diffusion, lookahead)
    useful: Numbers = 1.0  # share of the batch's places that hold a request that is not finished yet (static batching)
    batch: Numbers | None = None  # sequences, where this side's batch is not the grid's
    hit: Numbers = 0.0  # share of the prompt that is found in a cache
    prompt: Numbers = 1.0  # share of the prompt's tokens that is kept
    fused: bool = True  # IO-aware attention
    passes: float = 1.0  # over the score matrix, where attention is not fused, against the leanest four
    waste: Numbers = 0.0  # share of the cache's memory that holds no token
    links: Numbers = 0.0  # 1 where the floor counts the links, too (claims about communication)
    network: Numbers = 1.0  # bytes on the links against the plain ones
    host_s: Numbers = 0.0  # seconds of host work between two steps
    kv_seconds: Numbers = 1.0  # time of the cache's bytes against the roof (a kernel that leaves cores idle)


@dataclass(frozen=True, slots=True)
class Timing:
    """What one pass of a side takes, by part, so that cost a layer and efficiency can be tried out afterwards."""

    floor: Any  # seconds at data-sheet rates, drafting included
    layers: Any  # layers of the target model in a pass
    draft_layers: Any  # layers of the draft in a cycle
    network_s: Any
    exchanges: Any  # all-reduces in a pass
    tokens: Any  # tokens of a sequence a pass yields
    rate: Any  # sequences served at once, for the throughput of the system
    host_s: Any
    cost: Cost

    def seconds(
        self, layer: float, efficiency: float = 1.0, links: bool = False, drafting: bool = False, computing: Any = None
    ) -> Any:
        """Seconds for a token of one sequence. `computing`: what of the peak is reached, where that is not what of memory is."""
        busy = self.floor / efficiency if computing is None else self._paced(efficiency, computing)
        time = busy + self.layers * layer + self.host_s
        if drafting:
            time = time + self.draft_layers * layer
        if links:
            time = time + self.network_s + self.exchanges * ALL_REDUCE
        return time / self.tokens

    def _paced(self, efficiency: float, computing: Any) -> Any:
        """The floor where memory and matrix units reach different shares of their rates: a pass waits for the slower one."""
        memory, compute = np.maximum(self.cost.memory_s, self.cost.host_s), np.asarray(self.cost.compute_s)
        return self.floor * np.maximum(memory / efficiency, compute / computing) / np.maximum(memory, compute)


def step_timing(side: Side, batch: Any, context: Any) -> Timing:
    """One decode step, or one cycle of drafting and verifying."""
    own = batch if side.batch is None else side.batch
    setting = side.setting
    q = side.draft.verified if side.draft is not None else side.verified
    cost = decode(setting, own, context, q)
    floor = _pass_floor(side, cost)
    draft_layers: Any = 0.0
    if side.draft is not None:
        drafted = drafting(setting, side.draft, own, context)
        floor = floor + drafted.floor
        draft_layers = drafted.layers
    exchanges = np.where(np.asarray(setting.tp) * setting.dp > 1, 2.0 * cost.layers, 0.0)
    return Timing(
        floor=floor,
        layers=cost.layers,
        draft_layers=draft_layers,
        network_s=cost.network_s * side.network,
        exchanges=exchanges,
        tokens=side.accepted * np.maximum(side.useful, 1.0 / np.asarray(own)),
        rate=own,
        host_s=side.host_s,
        cost=cost,
    )


def _pass_floor(side: Side, cost: Cost) -> Any:
    memory = cost.memory_s + cost.kv / side.setting.bandwidth * (np.asarray(side.kv_seconds) - 1.0)
    floor = np.maximum(np.maximum(memory, cost.compute_s), cost.host_s)
    return floor + side.links * cost.network_s * side.network


def prompt_timing(side: Side, batch: Any, prompt: Any) -> Timing:
    """One prefill of `batch` prompts."""
    tokens = np.maximum(prompt * side.prompt, 1.0)
    cached = np.minimum(tokens * side.hit, tokens - 1.0)
    own = batch if side.batch is None else side.batch
    cost = prefill(side.setting, tokens, own, cached, fused=side.fused)
    # Unfused attention is kernels of its own: their traffic does not hide behind the matrix products.
    scores = cost.activations / np.asarray(side.setting.bandwidth)
    floor = np.maximum(np.maximum(cost.memory_s - scores, cost.compute_s), cost.host_s) + side.passes * scores
    exchanges = np.where(np.asarray(side.setting.tp) * side.setting.dp > 1, 2.0 * cost.layers, 0.0)
    return Timing(
        floor=floor + side.links * cost.network_s * side.network,
        layers=cost.layers,
        draft_layers=0.0,
        network_s=cost.network_s * side.network,
        exchanges=exchanges,
        tokens=1.0,
        rate=own,
        host_s=side.host_s,
        cost=cost,
    )


def request_timing(side: Side, batch: Any, prompt: Any, output: float, shared: bool) -> Timing:
    """A whole request: its prompt, then `output` tokens; `shared`: its share of steps that serve the whole batch."""
    first = prompt_timing(side, 1.0, prompt)
    step = step_timing(side, batch, prompt + output / 2.0)
    times = output / np.asarray(step.tokens) / (np.asarray(step.rate) if shared else 1.0)
    return Timing(
        floor=first.floor + times * step.floor,
        layers=first.layers + times * step.layers,
        draft_layers=times * step.draft_layers,
        network_s=first.network_s + times * step.network_s,
        exchanges=first.exchanges + times * step.exchanges,
        tokens=1.0,
        rate=1.0,
        host_s=times * step.host_s,
        cost=step.cost,
    )


MOST_SEQUENCES = 65_536.0  # that are tried, where their cache takes hardly any memory
HOST_STORE = 2e12  # bytes of memory and disks beside the devices, where caches are kept there


def largest_batch(side: Side, context: Any, generous: bool = False, most: float = MOST_SEQUENCES) -> Array:
    """Sequences that fit at this context; the generous count takes the memory's GB for GiB."""
    return np.floor(sequences_held(side, context, generous, most))


def sequences_held(side: Side, context: Any, generous: bool = False, most: float = MOST_SEQUENCES) -> Array:
    """The same on the average of a server whose sequences differ in length, so that it need not be a whole number."""
    room = capacity(side.setting, context, waste=side.waste)
    limit: Any = most
    away = np.asarray(side.setting.kv_on_host)
    if (away > 0).any():
        each = np.asarray(capacity(replace(side.setting, kv_on_host=0.0), context).per_sequence)
        limit = np.minimum(limit, np.maximum(np.floor(HOST_STORE / np.maximum(each * away, 1e-3)), 1.0))
    memory = np.asarray(room.memory) * (GIB_PER_GB if generous else 1.0)
    left = np.maximum(memory - np.asarray(room.weights), 0.0) * side.setting.dp
    each = np.asarray(room.per_sequence)
    with np.errstate(divide="ignore", invalid="ignore"):
        held = np.where(each > 0.0, left / each, np.where(memory >= np.asarray(room.weights), np.inf, 0.0))
    return np.asarray(np.minimum(held, limit))
