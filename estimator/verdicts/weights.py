"""Fewer bytes of weights: narrower, sparser, skipped, or fewer rows of the head."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from estimator.techniques import with_effect
from estimator.verdicts.axes import Array, Axis, fixed
from estimator.verdicts.caches import cache_before, kv_quant
from estimator.verdicts.case import Case, Place
from estimator.verdicts.effects import Pair, Values, axis, rival, setting
from estimator.verdicts.formats import operands, peak, weight_bits


def effective(case: Case, bits: Array, block: bool) -> Array:
    group = case.params["group_size"][-1] if "group_size" in case.params else None
    return np.asarray([weight_bits(float(b), group, block=block) for b in np.ravel(bits)])


def as_narrow(case: Case) -> bool:
    """Whether the old side's weights are taken as narrow as the new ones."""
    return rival(case) and not 0.0 < case.value("weight_bits_before", 0.0) < 16.0


def bits_before(case: Case, place: Place | None = None) -> float:
    """16 where nothing is stated, except for a model that is published narrower and is compared with itself."""
    stated_bits = case.value("weight_bits_before", 0.0)
    if as_narrow(case):
        return case.value("weight_bits", 4.0)  # another method of the same kind, taken as equally narrow
    native = place.shape.native_bits if place else 16.0
    after = case.value("weight_bits", 4.0)
    return stated_bits or (native if after < native and native >= 4.0 else 16.0)


def weight_axes(values: tuple[float, ...], typical: tuple[float, float]) -> Callable[[Case], tuple[Axis, ...]]:
    def axes(case: Case) -> tuple[Axis, ...]:
        return (axis(case, "weight_bits", values, typical, "no width is stated"),)

    return axes


def weight_only(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    before, after = pair
    wide = bits_before(case, place)
    narrow = effective(case, values["weight_bits"], block=False)
    old = narrow if as_narrow(case) else weight_bits(wide)
    pair = setting(before, weight_bits=old), setting(after, weight_bits=narrow)
    if "kv_bits" in case.params and case.statement.origin("kv_bits") == "stated":  # "INT4 weights with an FP8 cache"
        return kv_quant(case, place, pair, {"kv_bits": np.asarray(case.params["kv_bits"][:1])})
    return pair


def ternary(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Weights of one or two bits meet activations of eight: integer units work on both."""
    before, after = weight_only(case, place, pair, values)
    return before, setting(after, peak=peak(place.chip, 8.0), act_bits=8.0)


def act_bits(case: Case) -> float:
    """Width of the operands of a format for weights and activations."""
    weights = case.least("weight_bits", 8.0)
    return case.least("act_bits", 8.0 if weights > 4.5 else 4.0)


def weight_activation(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    before, after = pair
    acts = act_bits(case)
    wide = bits_before(case, place)
    floating = operands(case.statement.hints, acts) != "integer"
    narrow = effective(case, values["weight_bits"], block=acts <= 4 and floating and "fp4" in place.chip.peaks)
    peak_before = peak(place.chip, 16.0 if wide >= 16 else acts if rival(case) else 8.0)
    old = narrow if as_narrow(case) else weight_bits(wide)
    before = setting(before, weight_bits=old, peak=peak_before, act_bits=min(wide, 16.0))
    multiplied = peak(place.chip, acts, operands(case.statement.hints, acts))
    after = setting(after, weight_bits=narrow, peak=multiplied, act_bits=acts)
    if "kv_bits" in case.params:
        before, after = kv_quant(case, place, (before, after), {"kv_bits": np.asarray(case.params["kv_bits"][:1])})
    return before, after


def weight_ratio(case: Case, values: Values) -> Any:
    return bits_before(case) / effective(case, values["weight_bits"], block=False)


def activation_ratio(case: Case, values: Values) -> Any:
    kv = cache_before(case) / case.least("kv_bits", 16.0)
    return np.maximum(np.maximum(bits_before(case) / values["weight_bits"], 16.0 / act_bits(case)), kv)


def density(case: Case) -> tuple[Axis, ...]:
    if (
        SEMI_STRUCTURED in case.statement.hints
        and "sparsity" not in case.params
        and "weight-sparsity" in techniques(case)
    ):
        return (fixed("sparsity", 0.5, "two of each four weights"),)
    return (axis(case, "sparsity", (0.3, 0.5, 0.6, 0.7, 0.8), (0.4, 0.5), "no sparsity is stated"),)


SPARSE_WEIGHTS = "sparse-weights"  # a hint of a statement: weights that are narrower are sparse as well
SEMI_STRUCTURED = "2:4"  # a hint of a statement: two of each four weights are kept, and where they stood
INDEX_BITS = 2.0  # of each kept weight (Mishra et al. 2021, https://arxiv.org/abs/2104.08378)


def stored(case: Case, kept: Any, bits: Any) -> Any:
    """The share of the bytes of dense weights that pruned ones take: whole rows need no index, single weights do."""
    indexed = "weight-sparsity" in techniques(case) and SEMI_STRUCTURED in case.statement.hints
    return kept * (1.0 + INDEX_BITS / np.asarray(bits)) if indexed else kept


def techniques(case: Case) -> tuple[str, ...]:
    """All that the figure rests on."""
    return (case.statement.technique, *case.statement.also)


def sparse_weights(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    kept = np.maximum(1.0 - values["sparsity"], 1e-3)
    narrowed = with_effect("weight_bits", "weight_act_bits") & set(techniques(case))
    bits = effective(case, values["weight_bits"], block=False) if narrowed else pair[1].setting.weight_bits
    read = stored(case, kept, bits)
    return pair[0], setting(pair[1], weight_density=read, flop_density=kept, head_share=read)


def row_axes(case: Case) -> tuple[Axis, ...]:
    said = "whether the tokens of a batch leave the same rows at zero is not said, and independent ones do not"
    return (*density(case), Axis("rows_own", (0.0, 1.0), (1.0, 1.0), said))


def sparse_rows(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """A token's activations leave rows at zero, which need not be read: of a batch, or a prompt, those that all leave out.

    Of 64 tokens that each need a tenth of the rows, 1 - 0.9^64 = 99.9 % of them are read where they choose
    independently, and a dense product computes them all. That all choose the same is what a bound has to allow.
    """
    kept, own = 1.0 - values["sparsity"], values["rows_own"]
    return pair[0], setting(pair[1], rows_kept=kept, rows_own=own, flop_density=np.where(own > 0.0, 1.0, kept))


def sparse_ratio(case: Case, values: Values) -> Any:
    kept = np.maximum(1.0 - values["sparsity"], 1e-3)
    return 1.0 / stored(case, kept, case.value("weight_bits", 16.0))


def skip_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "sparsity", (0.1, 0.2, 0.3, 0.4, 0.5, 0.6), (0.1, 0.3), "no share of skipped layers is stated"),)


def skip_layers(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair[0], setting(pair[1], layer_share=np.maximum(1.0 - values["sparsity"], 1e-3))


def vocabulary_axes(case: Case) -> tuple[Axis, ...]:
    return (axis(case, "sparsity", (0.25, 0.5, 0.75, 0.9), (0.5, 0.75), "no share of the vocabulary is stated"),)


def trim_vocabulary(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return pair[0], setting(pair[1], head_share=1.0 - values["sparsity"])


LARGEST_HEAD = 0.4  # share of the LM head in what a step reads: small models with 256K tokens of vocabulary


def vocabulary_ratio(case: Case, values: Values) -> Any:
    return 1.0 / (1.0 - LARGEST_HEAD * values["sparsity"])
