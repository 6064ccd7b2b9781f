"""Speculation: draft several tokens cheaply, verify them in one pass of the target model.

A cycle drafts `k` tokens and verifies `k + 1` (a tree: its size, root included) at once. The accepted length `a` counts
the target's own token: it is at most `k + 1`, in a tree at most its depth + 1. Time per token is
`(draft + verify) / a`, and the method pays where `a > (draft + verify) / plain`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from estimator.numbers import Numbers, power
from estimator.setting import Setting
from estimator.shape import Shape
from estimator.step import Cost, decode, plan

DraftKind = Literal["model", "layer", "heads", "lookup", "parallel"]


@dataclass(frozen=True, slots=True)
class Draft:
    """Where the drafted tokens come from.

    `model`: a smaller model runs `length` steps. `layer`: one layer of the target's kind runs `length` steps (EAGLE,
    MTP). `heads`: extra heads read once (Medusa). `lookup`: nothing runs. `parallel`: one step of the draft model over
    `length` tokens. A target that drafts with a part of itself is a `model` with fewer layers or a smaller cache.
    """

    kind: DraftKind
    length: Numbers  # drafted tokens, or a tree's depth
    tree: Numbers | None = None  # tokens in the tree, root included
    setting: Setting | None = None  # of the draft model: same batch, context and layout
    head: bool = True  # whether each step of `layer` also runs the LM head; a ceiling leaves it out

    @property
    def verified(self) -> Numbers:
        """Tokens that one verification computes for each sequence."""
        return self.length + 1.0 if self.tree is None else self.tree

    @property
    def most_accepted(self) -> Numbers:
        """Accepted tokens a cycle that nothing can exceed."""
        return self.length + 1.0


@dataclass(frozen=True, slots=True)
class Cycle:
    """One round of drafting and verifying, beside the plain step it replaces."""

    draft: Cost
    verify: Cost
    plain: Cost
    most_accepted: Numbers

    def seconds(self, layer_cost: Numbers = 0.0, efficiency: Numbers = 1.0) -> Numbers:
        """The whole cycle at the floor, with a cost a layer."""
        return self.draft.seconds(layer_cost, efficiency) + self.verify.seconds(layer_cost, efficiency)

    def break_even(self, layer_cost: Numbers = 0.0) -> Numbers:
        """Accepted tokens a cycle from which the method is faster than plain decoding."""
        return self.seconds(layer_cost) / self.plain.seconds(layer_cost)

    def speedup(self, accepted: Numbers, layer_cost: Numbers = 0.0) -> Numbers:
        """Plain time per token over speculative time per token."""
        return accepted / self.break_even(layer_cost)


def accepted_length(rate: Numbers, length: Numbers) -> Numbers:
    """`(1 - rate^(k+1)) / (1 - rate)`: expected tokens a cycle where each drafted token is accepted at this rate.

    Leviathan et al. 2023, equation 1 (https://arxiv.org/abs/2211.17192).
    """
    rate = np.asarray(rate, dtype=np.float64)
    inside = np.minimum(rate, 1.0 - 1e-9)  # at 1 the limit is k + 1; this close to it the quotient still has 7 digits
    result = np.where(rate >= 1.0, np.asarray(length) + 1.0, (1.0 - power(inside, length + 1.0)) / (1.0 - inside))
    return float(result) if result.ndim == 0 else result


def acceptance_rate(tokens: float, length: float) -> float:
    """The chance of each next token at which `accepted_length` gives so many tokens a cycle; it rises with them."""
    low, high = 0.0, 1.0
    for _ in range(40):  # to 12 digits
        middle = (low + high) / 2.0
        below = float(np.asarray(accepted_length(middle, length))) < tokens
        low, high = (middle, high) if below else (low, middle)
    return high


def accepted_of_share(share: Numbers, length: Numbers) -> Numbers:
    """`1 + share k`: tokens a cycle where this share of all drafted tokens is accepted, the target's own one included.

    That is what vLLM, SGLang and TensorRT-LLM count as the draft acceptance rate, accepted over drafted tokens
    (https://docs.nvidia.com/aiperf/reference/per-request-speculative-decoding-acceptance). Tokens behind a rejected one
    count as rejected, so that the same figure means more here than in `accepted_length`: of three tokens that are accepted
    89.7, 67.6 and 50 % of the time the share is 0.691, and a cycle yields 3.07, where a chance of 0.691 gives 2.50.
    """
    return 1.0 + share * length


def one_layer(shape: Shape, head: bool = True) -> Shape:
    """A drafter of one block like the target's own, with or without its LM head."""
    depth = max(shape.layers, 1.0)
    attending = np.minimum(shape.attention_layers, depth)  # a layer with an indexer or a second cache is one layer
    attending = np.where(attending > 0.0, attending, 1.0)
    head_params = shape.head if head else 0.0
    return replace(
        shape,
        name=f"one layer of {shape.name}",
        always=(shape.always - shape.head) / depth + head_params,
        routed=shape.routed / depth,
        head=head_params,
        attending=shape.attending / depth,
        layers=1.0,
        attention=tuple(replace(group, layers=group.layers / attending) for group in shape.attention),
        state=0.0,
    )


def medusa_params(shape: Shape, heads: Numbers) -> Numbers:
    """Each head is a residual block of `hidden^2` and an unembedding (Cai et al. 2024, https://arxiv.org/abs/2401.10774)."""
    return heads * (shape.hidden * shape.hidden + shape.hidden * shape.vocabulary)


def drafting(setting: Setting, draft: Draft, batch: Numbers, context: Numbers) -> Cost:
    """Cost of drafting for one cycle. Extra heads, or a layer, are small: they stay on the device beside a target on the host."""
    if draft.kind == "lookup":
        return plan(setting).step(batch, context).times(0.0)
    if draft.kind == "heads":
        params = medusa_params(setting.shape, draft.length)
        extra = Shape("heads", total=0.0, always=1.0)
        one = plan(replace(setting, shape=extra, weights_on_host=0.0)).step(batch, context)
        return replace(one.times(params), layers=1.0)
    if draft.kind == "layer":
        own = replace(setting, shape=one_layer(setting.shape, draft.head), weights_on_host=0.0)
    else:
        own = setting if draft.setting is None else draft.setting
    if draft.kind == "parallel":
        return decode(own, batch, context, draft.length)
    return decode(own, batch, context).times(draft.length)


def cycle(setting: Setting, draft: Draft, batch: Numbers, context: Numbers) -> Cycle:
    """Drafting, verifying and the plain step at the same batch and context."""
    steps = plan(setting)
    return Cycle(
        draft=drafting(setting, draft, batch, context),
        verify=steps.step(batch, context, draft.verified),
        plain=steps.step(batch, context),
        most_accepted=draft.most_accepted,
    )


def kernel_speedup(factor: Numbers, share: Numbers) -> Numbers:
    """What a kernel `factor` times faster gives end to end when it takes `share` of the step: Amdahl's law."""
    return 1.0 / (1.0 - share + share / factor)
