"""What stays fixed while batch and context vary: one model on one kind of device, in one layout, with its formats.

A technique is a change of one or two fields (`dataclasses.replace`): that is how before and after are compared.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from estimator.numbers import Numbers, where
from estimator.shape import Shape


@dataclass(frozen=True, slots=True)
class Setting:
    """SI units. Every number may be an array; all of them broadcast against batch and context.

    `devices` is `tp * dp * pp`. With data-parallel attention (`dp` > 1) each rank holds `batch / dp` sequences and all
    attention weights, while experts and the rest are spread over all `tp * dp` devices. `cp` spreads the cached tokens
    of one sequence over devices that would otherwise hold copies (decode context parallelism).
    """

    shape: Shape
    bandwidth: Numbers  # bytes/s of one device
    peak: Numbers  # FLOP/s of one device for the type that the matrix units run at; inf where unknown
    memory: Numbers = math.inf  # bytes of one device
    link: Numbers = math.inf  # bytes/s of one device to its peers, one direction
    host_link: Numbers = math.inf  # bytes/s from host memory to one device
    weight_bits: Numbers = 16.0  # effective: scales and zero points included
    published: bool = False  # nothing is said of bits: those of the files that are published are meant
    head_bits: Numbers | None = None  # of the LM head, where it differs
    kv_bits: Numbers = 16.0  # effective
    act_bits: Numbers = 16.0
    peer_bits: Numbers = 16.0  # of what devices send each other: engines reduce 16-bit sums after narrow products too
    tp: Numbers = 1.0
    dp: Numbers = 1.0
    pp: Numbers = 1.0
    cp: Numbers = 1.0
    ep: Numbers = 1.0  # devices that a layer's experts are dealt to whole; the others' tokens come by all-to-all
    skewed: bool = False  # experts: whether a few may take most of the tokens, as a bound of absolute time has to allow
    weight_density: Numbers = 1.0  # share of weight bytes that a step reads and a device stores (pruning)
    flop_density: Numbers = 1.0  # share of matmul work that is done (structured or contextual sparsity)
    rows_kept: Numbers = 1.0  # share of the weights' rows that one token needs (activation sparsity); all are stored
    rows_own: Numbers = (
        1.0  # 1: each token needs rows of its own, so that a batch reads their union; 0: all need the same
    )
    layer_share: Numbers = 1.0  # share of layers that a token passes (early exit, layer skipping)
    head_share: Numbers = 1.0  # share of the LM head's rows that is read (vocabulary trimming)
    kv_heads: Numbers | None = None  # in place of the model's own
    kv_width: Numbers = 1.0  # cached elements of a token against the model's own (low rank, shared layers)
    window: Numbers = math.inf  # tokens that any layer reads at most, on top of the model's own windows
    kv_kept: Numbers = 1.0  # share of cached tokens that a step reads (eviction, sparse attention)
    weights_on_host: Numbers = 0.0  # share of the weights, stored and read alike, that crosses `host_link`
    kv_on_host: Numbers = 0.0  # share of the cache that crosses `host_link`

    @property
    def rest_bits(self) -> Numbers:
        """Of all weights but the routed experts: models whose experts alone are published narrow keep the rest wider."""
        if not (self.published and self.shape.rest_bits):
            return self.weight_bits
        return where(self.weight_bits == self.shape.native_bits, self.shape.rest_bits, self.weight_bits)

    @property
    def devices(self) -> Numbers:
        """Devices in one replica."""
        return self.tp * self.dp * self.pp
