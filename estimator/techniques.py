"""Techniques: what each does to a step, what it needs to be told, and the names that people give it.

The rows stand in `estimator/catalog/`, one file a side. A new method is one alias or one row there: the matcher, the
SQL table, the documentation and the tests follow from it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from estimator.catalog.lazy import Table, nearest
from estimator.errors import UnknownName
from estimator.statement import Side

Effect = Literal[
    # fewer bytes
    "weight_bits",  # narrower weights; the matrix units keep the activations' type
    "weight_act_bits",  # narrower weights and a narrower type in the matrix units
    "weight_density",  # only a share of the weights is read
    "experts",  # only the routed experts are read
    "smaller",  # a model of fewer parameters
    "layers_kept",  # a token passes only a share of the layers
    "vocab",  # a share of the LM head's rows
    "kv_bits",  # narrower cache
    "kv_heads",  # fewer KV heads
    "kv_latent",  # one latent in place of the heads
    "kv_width",  # fewer cached elements a token: low rank, layers that share
    "kv_state",  # constant state in place of a growing cache
    "window",  # at most so many tokens are read
    "kv_kept",  # a share of the cached tokens is read
    "attention_io",  # no S x S matrix in memory
    "cache_waste",  # less memory lost: more sequences fit
    "batch",  # one weight read serves more sequences
    "prefix",  # tokens that need no prefill
    "kv_offload",  # a read from slower memory in place of recomputation
    "network",  # fewer bytes between devices or machines
    "shards",  # weights divided over devices
    "expert_shards",  # experts divided over devices
    "dp_attention",  # the cache is divided by sequences
    "offload",  # part of the weights comes over the host link
    "fusion",  # intermediates stay on chip
    # fewer steps
    "draft_model",
    "draft_heads",
    "draft_layer",
    "draft_lookup",
    "draft_self",
    "draft_parallel",
    "tree",
    "jacobi",  # the target model guesses for itself, several positions a pass
    "parallel_tokens",  # several tokens a pass, no draft: diffusion
    "jump",  # forced tokens need no pass
    "both",  # a draft, and a compressed cache for it
    # neither
    "overhead",  # host time between steps
    "kernel_share",  # a kernel at its share of the step
    "compute_peak",  # a faster type in a step that is bound by compute
    "link_share",  # communication hidden or sped up
    "stages",  # layers divided over devices: throughput only
    "hardware",  # another roof
    "unmodelled",  # queueing, goodput, start-up: no roofline says anything
]


@dataclass(frozen=True, slots=True)
class Knob:
    """A parameter of a technique: what it usually is, and between what it is believed where a source leaves it open."""

    name: str  # as in the annotation guidelines, or a quantity of the effect
    typical: float
    low: float
    high: float
    source: str  # of the typical value and the range


@dataclass(frozen=True, slots=True)
class Technique:
    """A row: side and effect are its physics."""

    key: str
    side: Side
    term: str  # the part of the step that it acts on: weights, kv, prefix, steps, overhead ...
    effect: Effect
    note: str  # one line for a reader
    source: str  # where the method comes from
    knobs: tuple[Knob, ...] = ()
    aliases: tuple[str, ...] = ()  # in any case, with or without hyphens
    cased: tuple[str, ...] = ()  # words of the language too: only as written (REST, Quest, EP)
    chinese: tuple[str, ...] = ()  # white space at the border of Latin and Chinese letters comes and goes

    @property
    def names(self) -> tuple[str, ...]:
        """Every name, the key first."""
        return (self.key, *self.aliases, *self.cased, *self.chinese)

    def knob(self, name: str) -> Knob | None:
        return next((knob for knob in self.knobs if knob.name == name), None)


def names(text: str) -> tuple[str, ...]:
    """Names from a block that separates them by `|`."""
    return tuple(" ".join(part.split()) for part in text.split("|") if part.strip())


def _load() -> dict[str, Technique]:
    from estimator.catalog import fewer_bytes, fewer_steps, kv_bytes, neither

    rows = (*fewer_bytes.ROWS, *kv_bytes.ROWS, *fewer_steps.ROWS, *neither.ROWS)
    return {row.key: row for row in rows}


TECHNIQUES: Table[Technique] = Table(_load)


@cache
def with_effect(*effects: Effect) -> frozenset[str]:
    """The keys of all techniques that act so: a rule about an effect holds for a new row too.

    >>> sorted(with_effect("weight_bits"))
    ['binary-ternary-weights', 'weight-only-quantization']
    """
    return frozenset(row.key for row in TECHNIQUES.values() if row.effect in effects)


def plain_key(name: str) -> str:
    """One spelling for all: `Flash-Attention 2` and `flashattention2` are the same; `QuIP#` keeps its mark."""
    return re.sub(r"[^a-z0-9#+*\u3400-\u9fff]", "", name.lower())


@cache
def _index() -> tuple[dict[str, str], dict[str, str]]:
    """(cased name as written -> key, plain name -> key)"""
    cased = {name: row.key for row in TECHNIQUES.values() for name in row.cased}
    plain = {plain_key(name): row.key for row in TECHNIQUES.values() for name in reversed(row.names)}
    return cased, plain


def find_technique(name: str) -> Technique:
    """The technique of that key or name: `AWQ`, `EAGLE-3`, `PagedAttention`.

    >>> find_technique("AWQ").key
    'weight-only-quantization'
    """
    cased, plain = _index()
    key = cased.get(name) or plain.get(plain_key(name))
    if key is None:
        raise UnknownName("techniques", name, lambda: nearest(plain_key(name), plain))
    return TECHNIQUES[key]


_LONGEST_NAME = 6  # words
_PIECE = re.compile(r"[A-Za-z0-9#+*.&/]+|\S")


def technique_in(text: str) -> Technique | None:
    """The technique of the first name within a short text: `EAGLE-3 (tree 60)` is `eagle`, `GPTQ 3-bit` weight-only.

    Of names that begin at one place the longest wins. For whole sentences use the classifier, which also weighs descriptions.
    """
    cased, plain = _index()
    only_cased = {plain_key(name) for name in cased}
    pieces = [(match.start(), match.end()) for match in _PIECE.finditer(text)]
    for i, (start, _) in enumerate(pieces):
        for _, end in reversed(pieces[i : i + 2 * _LONGEST_NAME]):
            surface = text[start:end]
            name = plain_key(surface)
            key = cased.get(surface) or (plain.get(name) if name not in only_cased else None)
            if key is not None:
                return TECHNIQUES[key]
    return None
