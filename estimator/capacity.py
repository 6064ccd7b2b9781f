"""How many sequences fit: stored weights, the cache of each sequence, and what paging or reservation wastes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from estimator.numbers import Numbers, least, most
from estimator.setting import Setting
from estimator.step import BITS
from estimator.units import GB, GIB

GIB_PER_GB = GIB / GB  # what a device holds more if the GB on its data sheet are GiB


@dataclass(frozen=True, slots=True)
class Capacity:
    """Bytes on one device, and sequences in the whole replica."""

    memory: Numbers  # of one device, in bytes; as sold, G = 1e9
    weights: Numbers  # stored on one device, embeddings included
    per_sequence: Numbers  # cache and state of one sequence on its device
    ranks: Numbers = 1.0  # that hold sequences of their own

    @property
    def batch(self) -> Numbers:
        """The largest number of sequences that fit; 0 where the weights alone do not; inf without a cache."""
        return _whole(self.memory - self.weights, self.per_sequence) * self.ranks

    @property
    def batch_gib(self) -> Numbers:
        """The same if the memory's GB are GiB: a count between the two is a matter of the unit."""
        return _whole(self.memory * GIB_PER_GB - self.weights, self.per_sequence) * self.ranks

    def fits(self, batch: Numbers) -> Any:
        """Whether so many sequences fit, with the generous unit."""
        return np.asarray(self.batch_gib) >= batch


def capacity(setting: Setting, context: Numbers, *, waste: Numbers = 0.0) -> Capacity:
    """The largest batch at `context` cached tokens each.

    `waste` is the share of the cache's memory that holds no token (paging: a few percent; reservation of the longest
    length: 60 to 80 %; an engine that takes 90 % of what the weights leave: 10 %).
    """
    shape = setting.shape
    depth = setting.pp
    extra = shape.attending * (1.0 / setting.tp - 1.0 / (setting.tp * setting.dp))
    routed = shape.routed * setting.weight_bits + (shape.total - shape.routed) * setting.rest_bits
    stored = (routed / (setting.tp * setting.dp) + extra * setting.rest_bits) / BITS * setting.weight_density
    weights = stored * (1.0 - setting.weights_on_host) / depth
    kept: Numbers = 0.0
    for group in shape.attention:
        heads = group.heads_kv if setting.kv_heads is None or group.latent else setting.kv_heads
        mine = most(heads / setting.tp, 1.0) / setting.cp
        window = least(group.keeps, setting.window)
        bits = setting.kv_bits if group.bits is None else group.bits
        kept = kept + group.layers * group.per_head * mine * least(context, window) * bits
    cache = kept / BITS * setting.kv_width * (1.0 - setting.kv_on_host) / (1.0 - waste)
    per_sequence = (cache + shape.state * 2.0 / setting.tp) / depth
    return Capacity(
        memory=setting.memory,
        weights=weights,
        per_sequence=per_sequence,
        ranks=setting.dp,
    )


def _whole(room: Numbers, each: Numbers) -> Numbers:
    """How often `each` goes into `room`; any number of times where it takes no room."""
    left = np.maximum(room, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        whole = np.where(np.asarray(each) > 0.0, np.floor(left / np.asarray(each)), np.inf)
    whole = np.where(np.asarray(room) < 0.0, 0.0, whole)
    return float(whole) if whole.ndim == 0 else whole
