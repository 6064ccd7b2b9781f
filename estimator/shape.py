"""What a decode step needs to know of a model: parameters that are read, and attention layers by kind."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from estimator.models import KvGroup, Model


@dataclass(frozen=True, slots=True)
class Attention:
    """Attention layers that behave alike.

    Grouped heads: `heads_kv` heads of `per_head` cached elements a token (key and value). Latent attention caches one
    vector a token for all heads: `heads_kv` is 1 and cannot be cut. `scores` counts the FLOPs of one new token against
    one cached token in one layer: `4 n_h d`, or `2 n_h (2 r_kv + d_rope)` for absorbed latent attention, which computes
    a prompt unabsorbed, with `2 n_h (d_nope + d_rope + d_v)`.
    """

    layers: float
    heads: float  # query heads
    heads_kv: float
    per_head: float  # elements of cache for each token, KV head and layer
    scores: float  # FLOP for each new token, cached token and layer, all heads, in decode
    scores_prompt: float  # the same in prefill
    latent: bool = False
    window: float = math.inf  # tokens that a layer can see at most
    keeps: float = math.inf  # tokens that stay in memory at most: sparse attention reads few of the many it keeps


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
    state: float = 0.0  # elements of constant state a sequence (recurrent layers), read and written in each step
    native_bits: float = 16.0  # as published: 8 for DeepSeek-V3

    @property
    def active(self) -> float:
        """Parameters that one token uses."""
        return self.always + self.routed * self.experts_per_token / self.experts

    @property
    def attention_layers(self) -> float:
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
        head=min(model.head_params, model.shared_params),
        attending=min(_attention_params(model), max(model.shared_params - model.head_params, 0.0)),
        layers=float(model.layers),
        hidden=float(model.hidden),
        vocabulary=float(model.vocab),
        attention=tuple(row for group in model.kv_groups for row in _attention(model, group)),
        state=float(model.state_layers * model.state_elements),
        native_bits=float(model.native_bits),
    )


def _attention(model: Model, group: KvGroup) -> list[Attention]:
    """The layers of one group, and the indexer of sparse attention, which reads a short key of every token."""
    prompt = 2.0 * model.heads * (model.head_dim + model.rope_dim + (model.v_head_dim or model.head_dim))
    rows = [
        Attention(
            layers=float(group.layers),
            heads=float(model.heads),
            heads_kv=float(group.heads),
            per_head=group.elements / group.heads,
            scores=model.attention_width,
            scores_prompt=prompt if model.is_mla else model.attention_width,
            latent=model.is_mla,
            window=math.inf if group.window is None else float(group.window),
            keeps=math.inf if group.kept is None else float(group.kept),
        )
    ]
    if model.index_dim and group.window is not None and group.kept is None:
        rows.append(Attention(float(group.layers), 0.0, 1.0, float(model.index_dim), 0.0, 0.0, latent=True))
    return rows


def _attention_params(model: Model) -> float:
    """Weights of the attention projections in all layers that attend."""
    if model.is_mla:
        width = model.heads * (model.head_dim + model.rope_dim)
        query = model.q_lora_rank * (model.hidden + width) if model.q_lora_rank else model.hidden * width
        value = model.v_head_dim or model.head_dim
        latent_part = model.hidden * (model.kv_lora_rank + model.rope_dim)
        unfold = model.kv_lora_rank * model.heads * (model.head_dim + value)
        one = query + latent_part + unfold + model.heads * value * model.hidden
    else:
        one = 2 * model.hidden * model.head_dim * (model.heads + model.kv_heads)
    return float(one * model.attention_layers)
