"""What a decode step needs to know of a model: parameters that are read, and attention layers by kind."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from estimator.models import KvGroup, Model
from estimator.numbers import Numbers


@dataclass(frozen=True, slots=True)
class Attention:
    """Attention layers that behave alike.

    Grouped heads: `heads_kv` heads of `per_head` cached elements a token (key and value). Latent attention caches one
    vector a token for all heads: `heads_kv` is 1 and cannot be cut. `scores` counts the FLOPs of one new token against
    one cached token in one layer: `4 n_h d`, or `2 n_h (2 r_kv + d_rope)` for absorbed latent attention, which computes
    a prompt unabsorbed, with `2 n_h (d_nope + d_rope + d_v)`.
    """

    layers: Numbers  # an array where it is open how many layers attend
    heads: float  # query heads
    heads_kv: float
    per_head: float  # elements of cache for each token, KV head and layer
    scores: float  # FLOP for each new token, cached token and layer, all heads, in decode
    scores_prompt: float  # the same in prefill
    latent: bool = False
    window: float = math.inf  # tokens that a layer can see at most
    keeps: float = math.inf  # tokens that stay in memory at most: sparse attention reads few of the many it keeps
    bits: float | None = None  # of an element where the cache's own width does not count


@dataclass(frozen=True, slots=True)
class Shape:
    """A model as the roofline sees it. Counts, not billions."""

    name: str
    total: float  # parameters stored
    always: float  # parameters that every step reads: dense, shared and attention weights, router, LM head
    routed: float = 0.0  # parameters in all routed experts together
    experts: float = 1.0
    experts_per_token: float = 1.0
    head: float = 0.0  # parameters of the LM head, part of `always`
    attending: float = 0.0  # attention weights, part of `always`: replicated where attention is data parallel
    layers: float = 0.0  # transformer blocks, 0 where unknown
    hidden: float = 0.0  # 0 where unknown
    vocabulary: float = 0.0
    attention: tuple[Attention, ...] = ()
    state: Numbers = 0.0  # elements of constant state a sequence (recurrent layers), read and written in each step
    native_bits: float = 16.0  # as published: 8 for DeepSeek-V3
    rest_bits: float = 0.0  # of all but the routed experts as published, where it is another; 0: the same

    @property
    def active(self) -> float:
        """Parameters that one token uses."""
        return self.always + self.routed * self.experts_per_token / self.experts

    @property
    def attention_layers(self) -> Numbers:
        """Layers with a growing cache."""
        return sum(group.layers for group in self.attention)


def nominal(params: float, name: str = "") -> Shape:
    """A model given only as a number of parameters: reads all of them, and has no cache that we know of."""
    return Shape(name or f"{params / 1e9:g}B", total=params, always=params)


def grouped(layers: float, heads: float, kv_heads: float, head_dim: float, window: float = math.inf) -> Attention:
    """Multi-head, grouped or multi-query layers, keys and values both cached."""
    scores = 4.0 * heads * head_dim
    return Attention(layers, heads, kv_heads, 2.0 * head_dim, scores, scores, window=window)


def latent(layers: float, heads: float, rank: float, rope: float, head_dim: float) -> Attention:
    """Multi-head latent attention as it decodes: queries absorbed, one latent vector a token."""
    scores, prompt = 2.0 * heads * (2 * rank + rope), 2.0 * heads * (2 * head_dim + rope)
    return Attention(layers, heads, 1.0, rank + rope, scores, prompt, latent=True)


@lru_cache(maxsize=1024)
def shape_of(model: Model) -> Shape:
    """A row of the catalog as the roofline sees it."""
    return Shape(
        name=model.name,
        total=model.params_total,
        always=model.shared_params,
        routed=model.routed_params,
        experts=float(model.experts or 1),
        experts_per_token=float(model.experts_per_token or 1),
        head=model.head_params,
        attending=float(model.attention_total),
        layers=float(model.layers),
        hidden=float(model.hidden),
        vocabulary=float(model.vocab),
        attention=tuple(row for group in model.kv_groups for row in _attention(model, group)),
        state=float(model.state_layers * model.state_elements),
        native_bits=float(model.native_bits),
        rest_bits=float(model.rest_bits),
    )


# Bits of an indexer's key, whatever the cache's: 128 in FP8 with a scale of four bytes in DeepSeek-V3.2
# (https://github.com/deepseek-ai/DeepSeek-V3.2-Exp), four bits in blocks of 32 in DeepSeek-V4
INDEX_BITS, NARROW_INDEX_BITS = 8.25, 4.25


def _attention(model: Model, group: KvGroup) -> list[Attention]:
    """The layers of one group, and the indexer of sparse attention, which reads a short key of every entry."""
    prompt = 2.0 * model.heads * (model.head_dim + model.rope_dim + model.value_dim)
    scores = (group.width or model.attention_width) * group.entries
    rows = [
        Attention(
            layers=float(group.layers),
            heads=float(model.heads),
            heads_kv=float(group.heads),
            per_head=group.elements / group.heads,
            scores=scores,
            scores_prompt=prompt if model.is_mla else scores,
            latent=model.is_mla or model.is_compressed,
            window=math.inf if group.window is None else float(group.window),
            keeps=math.inf if group.kept is None else float(group.kept),
        )
    ]
    if model.index_dim and group.window is not None and group.kept is None:
        bits = NARROW_INDEX_BITS if model.is_compressed else INDEX_BITS
        key = model.index_dim * group.entries
        rows.append(Attention(float(group.layers), 0.0, 1.0, key, 0.0, 0.0, latent=True, bits=bits))
    return rows
