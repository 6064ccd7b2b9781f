"""Verdicts on memory: how many sequences fit, how many bytes are stored, and by what factor they shrink."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from estimator.capacity import capacity
from estimator.verdict import Verdict, Word
from estimator.verdicts import words
from estimator.verdicts.axes import MOST_CONTEXT, context_axis
from estimator.verdicts.caches import HEAD_DIM
from estimator.verdicts.case import Case, Place
from estimator.verdicts.compare import choices_of, effects_of, sides
from estimator.verdicts.decide import ROUNDED, TOLERANCE, Asked
from estimator.verdicts.describe import questions
from estimator.verdicts.effects import Effect, Values
from estimator.verdicts.layouts import cache_is_copied, shared_out
from estimator.verdicts.quantities import Measure
from estimator.verdicts.sides import MOST_SEQUENCES, Side, largest_batch

LOOSE = 2.0  # a stated size this many times the floor still is ordinary: buffers, workspaces, reserved cache


def judge_count(case: Case, measure: Measure) -> Verdict:
    """Sequences, or cached tokens, that fit at the same time."""
    if not case.known_place:
        return _missing(case)
    place = case.places[0]
    side = _side(case, place)
    kept = np.asarray(side.setting.kv_kept)  # entries that are never read need not be stored
    side = replace(side, setting=replace(side.setting, kv_width=side.setting.kv_width * kept))
    context = float(context_axis(case.params, case.statement.hints).array().min())
    if measure.kind == "tokens":  # of one sequence or of many: in steps of 64
        unit, step = "tokens", 64.0
        most = MOST_SEQUENCES * MOST_CONTEXT / step
        few, many = (float(np.max(largest_batch(side, step, g, most))) * step for g in (False, True))
    else:
        unit = "sequences"
        few, many = (float(np.max(largest_batch(side, context, generous=g))) for g in (False, True))
    verdict: Word = (
        "implausible" if measure.value > TOLERANCE * many else "plausible" if measure.value <= few else "conditional"
    )
    room = capacity(side.setting, context, waste=side.waste)
    weights, each = (float(np.min(np.asarray(v))) for v in (room.weights, room.per_sequence))
    memory = float(np.max(np.asarray(room.memory)))
    where = f"on {'each of ' if place.devices > 1 else ''}{place.devices:g} x {place.chip.name}"
    reason = [
        f"{_HEAD[verdict]}: {words.figure(measure.value)} {unit} are claimed and {words.figure(few)} fit"
        + (f" ({words.figure(many)} if the memory's GB are GiB)" if many > few else ""),
        f"{words.size(weights)} of weights leave {words.size(max(memory - weights, 0.0))} of {words.size(memory)} {where}, "
        f"and a sequence of {words.tokens(float(context))} tokens takes {words.size(each)} there",
    ]
    requires = (f"memory counted in GiB: {words.figure(few)} fit otherwise",) if verdict == "conditional" else ()
    return Verdict(
        verdict, " ".join(words.sentence(s) for s in reason), ceiling=many, ceiling_unit=unit, expected=(few, many),
        limiter=("", "capacity"), requires=requires, ask=questions(case), inputs=case.inputs, derivation=case.notes,
    )  # fmt: skip


_HEAD = {"plausible": "Plausible", "conditional": "Conditional", "implausible": "Implausible"}


def _side(case: Case, place: Place, after: bool = True) -> Side:
    effects = effects_of(case)
    return sides(case, place, effects, choices_of(case, [effect for _, effect in effects]))[1 if after else 0]


def judge_bytes(case: Case, measure: Measure) -> Verdict:
    """A stated size against the bytes that have to be stored."""
    if not case.shapes:
        return _missing(case)
    if (
        CACHE_ROOM in case.statement.hints
        and measure.kind == "bytes"
        and case.known_place
        and case.places[0].chip.memory
    ):
        return _left_over(case, measure, case.places[0].chip.memory)
    terms = {effect.term for _, effect in effects_of(case)}
    lengths = {"context_len", "input_len"} & case.params.keys()
    each_token = measure.kind == "bytes_per_token"
    if "kv" in terms and not lengths and not each_token:
        return _missing(case, "the length of the context")
    weights, cache, most_cache = _stored(case, bool(lengths), each_token)
    if each_token or "kv" in terms:
        floor, what = cache, "the cache of one token" if each_token else "the cache"
    elif WHOLE in case.statement.hints and cache:
        floor, what = weights + cache, "weights and cache together"
    elif cache and "weights" not in terms:  # the text may mean either
        floor, what = min(weights, cache), "the smaller of weights and cache"
    else:
        floor, what = weights, "the weights"
    bits = measure.value * 8 / case.shapes[0].total
    if what == "the weights" and not terms and bits < LEAST_BITS:
        return _open_size(case, measure)
    open_format = what == "the weights" and "weight_bits" not in case.params and "weights" not in terms
    if open_format and bits >= LEAST_BITS and measure.value * ROUNDED < floor:
        return _at_bits(case, measure, bits)
    most = LOOSE * (floor if each_token else weights + most_cache)
    verdict: Word = "conditional" if measure.value > most else "plausible"
    if measure.value < floor / TOLERANCE:
        verdict = "implausible"
    scale, unit = (1e3, "kB") if each_token else (1e9, "GB")
    need = f"{what} of {case.shapes[0].name}: {words.size(floor)}"
    reason = f"{_HEAD[verdict]}: {words.size(measure.value)} is claimed, against {need}."
    return Verdict(
        verdict, reason, ceiling=floor / scale, ceiling_unit=f"{unit}, smallest possible",
        expected=(floor / scale, most / scale), limiter=("", "capacity"),
        requires=("more than weights and cache: buffers, workspaces, a reserved pool",) if verdict == "conditional" else (),
        ask=questions(case), inputs=case.inputs, derivation=case.notes,
    )  # fmt: skip


CACHE_ROOM = "cache-room"  # a hint of a statement: the size is of what the weights leave for a cache


def _left_over(case: Case, measure: Measure, each: float) -> Verdict:
    """A size that is said to be left for a cache, against what the weights leave on all devices."""
    place = case.places[0]
    side = _side(case, place)
    alone = replace(side.setting, tp=1.0, dp=1.0, pp=1.0)
    weights = float(np.min(np.asarray(capacity(alone, 1.0).weights)))
    memory = place.devices * each
    room = max(memory - weights, 0.0)
    verdict: Word = (
        "implausible" if measure.value > TOLERANCE * room else "conditional" if measure.value > room else "plausible"
    )
    reason = (
        f"{_HEAD[verdict]}: {words.size(measure.value)} are claimed to be left for a cache, and {words.size(weights)} of weights "
        f"leave {words.size(room)} of the {words.size(memory)} of {place.devices:g} x {place.chip.name}."
    )
    return Verdict(
        verdict, reason, ceiling=room / 1e9, ceiling_unit="GB", expected=(0.0, room / 1e9), limiter=("", "capacity"),
        requires=("memory counted in GiB",) if verdict == "conditional" else (),
        ask=questions(case) if verdict != "plausible" else (), inputs=case.inputs, derivation=case.notes,
    )  # fmt: skip


def _open_size(case: Case, measure: Measure) -> Verdict:
    """A size that is too small for the weights, where nothing says what it is the size of."""
    need = f"something smaller than the weights of {case.shapes[0].name}: a cache, or a part"
    return Verdict(
        "conditional", f"Conditional: {words.size(measure.value)} must be the size of {need}.", requires=(need,),
        ask=("What is counted: weights, cache, or everything?",), inputs=case.inputs,
    )  # fmt: skip


LEAST_BITS = 1.5  # a weight: below, no format in use stores a language model


def _at_bits(case: Case, measure: Measure, bits: float) -> Verdict:
    """A size whose number format is not stated."""
    need = f"weights of at most {words.figure(bits)} bits"
    return Verdict(
        "conditional", f"Conditional: {words.size(measure.value)} for {case.shapes[0].name} needs {need}, and "
            f"no format is stated.",
        requires=(need,), ask=("In which number format?",), inputs=case.inputs, inverse={"weight_bits": (None, bits)},
    )  # fmt: skip


def _stored(case: Case, lengths: bool, each_token: bool) -> tuple[float, float, float]:
    """Bytes on one device: weights, and the cache of the stated sequences, least and most; 0 where no length is stated."""
    side = _side(case, case.places[0])
    alone = replace(side.setting, tp=1.0, dp=1.0, pp=1.0)
    if each_token:
        two, one = (float(np.min(np.asarray(capacity(alone, n).per_sequence))) for n in (2.0, 1.0))
        return 0.0, two - one, two - one
    weights = float(np.min(np.asarray(capacity(alone, 1.0).weights)))
    if not lengths:
        return weights, 0.0, 0.0
    tokens = context_axis(case.params, case.statement.hints).array()
    few, many = (float(np.min(np.asarray(capacity(alone, n).per_sequence))) for n in (tokens.min(), tokens.max()))
    return weights, few * case.least("batch", 1.0), many * case.value("batch", 1.0)


def judge_memory_factor(case: Case, asked: Asked) -> Verdict:
    """How much smaller the mechanism can make its own term."""
    effects = [effect for _, effect in effects_of(case)]
    choices = choices_of(case, effects)
    if MORE_FIT in case.statement.hints and effects and all(effect.term == "weights" for effect in effects):
        return _room(case, asked, effects[0])
    ceiling = 1.0
    ordinary = 1.0
    for effect in effects:
        if effect.memory is None:
            if effect.term in _UNBOUNDED:
                return _open(case, asked, effect.what)
            continue
        ratio = np.broadcast_to(np.asarray(effect.memory(case, choices.values), dtype=float), (len(choices),))
        ceiling *= float(ratio.max())
        stored = np.broadcast_to(np.asarray(effect.memory(case, with_scales(choices.values)), dtype=float), ratio.shape)
        ordinary *= float(np.median(stored[choices.typical])) if choices.typical.any() else float(stored.max())
    verdict: Word = (
        "implausible"
        if asked.least > TOLERANCE * ceiling
        else "plausible"
        if asked.usual <= ordinary * 1.005
        else "conditional"
    )
    whole = WHOLE in case.statement.hints and len(effects) == 1 and effects[0].term in ("kv", "weights")
    alone = len(case.shapes) == 1 and len(case.chips) == 1  # of several the text does not say which one holds it
    if verdict != "implausible" and whole and case.known_place and alone and asked.usual > 1.0:
        return _of_everything(case, asked, effects[0], ceiling)
    shared = any(effect.memory is shared_out for effect in effects)
    if verdict == "plausible" and shared and cache_is_copied(case, choices.values, asked.usual):
        return _copied(case, asked)
    what = words.joined([effect.what for effect in effects]) or "nothing that takes memory"
    reason = (
        f"{_HEAD[verdict]}: {words.factor(asked.usual)} less memory is claimed, and the mechanism ({what}) gives at most "
        f"{words.factor(ceiling)} on its own term; everything else stays."
    )
    requires = (
        ("the figure counts only the term that shrinks", "scales and metadata are left out")
        if verdict == "conditional"
        else ()
    )
    return Verdict(
        verdict, reason, ceiling=ceiling, expected=(1.0, ordinary), limiter=("capacity", "capacity"), requires=requires,
        ask=questions(case), inputs=case.inputs, derivation=case.notes,
    )  # fmt: skip


def with_scales(values: Values) -> Values:
    """A cache below eight bits as it is stored: with a scale of 16 bits for each head of a token, of 128 numbers, at least.

    Finer ones are usual (NVFP4: 4.5 bits; two bits in groups of 32 with zero points: 3), so that nominal widths are only a
    bound. Eight bits need one scale for a whole tensor. What is no whole number is taken as measured already.
    """
    if "kv_bits" not in values:
        return values
    return {**values, "kv_bits": np.asarray([_stored_bits(float(bits)) for bits in values["kv_bits"]])}


def _stored_bits(bits: float) -> float:
    return bits + KV_SCALE / HEAD_DIM if bits < 8.0 and bits == int(bits) else bits


KV_SCALE = 16.0  # bits of a scale

_UNBOUNDED = frozenset(
    {"host", "attention", "prompt", "batch", "model", "overhead", "network", "utilisation", "compute"}
)


def _open(case: Case, asked: Asked, what: str) -> Verdict:
    return Verdict(
        "conditional",
        f"Conditional: {words.factor(asked.usual)} less memory depends on what is counted; {what} "
        f"has no bound of its own.",
        requires=("what is counted: weights, cache, intermediates, or everything on the device",),
        ask=questions(case),
        inputs=case.inputs,
    )


MORE_FIT = (
    "more-fit"  # a hint of a statement: what fits beside the weights is counted: sequences, users, a longer context
)
ENGINE = 0.85  # of a device's memory that an engine lets weights and cache have at least: activations and graphs take the rest


def _room(case: Case, asked: Asked, effect: Effect) -> Verdict:
    """Narrower weights leave room for more cache: by how much depends on how full the memory was, and not on their ratio.

    `(M - W / r) / (M - W)` times as many tokens fit: at least as many as with all of the memory, and any number of them where
    the weights hardly fitted before.
    """
    place, claimed = case.places[0], asked.usual
    before, after = (
        float(np.min(np.asarray(capacity(_side(case, place, after=side).setting, 1.0).weights)))
        for side in (False, True)
    )
    ratio = before / after
    needed = (claimed - 1.0) / max(claimed - 1.0 / ratio, 1e-9)  # share of the memory that the weights took before
    need = f"weights that took at least {words.share(needed)} of the memory before"
    memory = place.chip.memory
    if not case.known_place or memory is None or claimed <= 1.0:
        return Verdict(
            "conditional", f"Conditional: {words.factor(claimed)} as much fits beside the weights only with {need}.",
            requires=(need,), ask=questions(case), inputs=case.inputs, derivation=case.notes,
        )  # fmt: skip
    few, most = (_gained(memory * share, before, after) for share in (1.0, ENGINE))
    word: Word = "plausible" if claimed <= few * 1.005 else "conditional"
    if asked.least > TOLERANCE * most:
        word = "implausible"
    reason = (
        f"{_HEAD[word]}: {words.factor(claimed)} as much cache is claimed, and {effect.what} leave room for "
        f"{words.factor(few)} of it in all of the {words.size(memory)} of {place.chip.name}, and for {words.factor(most)} in "
        f"{words.share(ENGINE)} of them: {words.size(before)} of weights become {words.size(after)}."
    )
    return Verdict(
        word, reason, ceiling=most, expected=(few, most), limiter=("capacity", "capacity"),
        requires=(need,) if word == "conditional" else (), ask=questions(case), inputs=case.inputs, derivation=case.notes,
    )  # fmt: skip


def _gained(memory: float, before: float, after: float) -> float:
    """How many times as much room is left; a great many times where there was none."""
    return max(memory - after, 0.0) / max(memory - before, 1e-3 * memory)


WHOLE = "whole-memory"  # a hint of a statement: all that the device holds is counted


def _of_everything(case: Case, asked: Asked, effect: Effect, ratio: float) -> Verdict:
    """Weights and cache together, of which only one shrinks, to 1/ratio: how large the cache has to be for it."""
    place, claimed = case.places[0], asked.usual
    room = capacity(_side(case, place, after=False).setting, 1.0)
    weights, memory = (float(np.min(np.asarray(size))) * place.devices for size in (room.weights, room.memory))
    if effect.term == "kv":  # (weights + cache) / (weights + cache / ratio)
        most = memory / (weights + max(memory - weights, 0.0) / ratio)
        cache = weights * (claimed - 1.0) / (1.0 - claimed / ratio) if claimed < ratio else np.inf
        need = f"at least {words.size(cache)} of cache beside {words.size(weights)} of weights before"
    else:  # (weights + cache) / (weights / ratio + cache)
        most = ratio
        cache = max(weights * (1.0 - claimed / ratio) / (claimed - 1.0), 0.0)
        need = f"at most {words.size(cache)} of cache beside {words.size(weights)} of weights before"
    word: Word = "conditional" if claimed <= TOLERANCE * most else "implausible"
    open_cache = word == "conditional" and bool(np.isfinite(cache))
    reason = (
        f"{_HEAD[word]}: {words.factor(claimed)} less memory is claimed of weights and cache together, and {effect.what} "
        f"gives at most {words.factor(most)} of them in the {words.size(memory)} there are"
        f"{f'; it needs {need}' if open_cache else ''}."
    )
    return Verdict(
        word, reason, ceiling=most, expected=(1.0, most), limiter=("capacity", "capacity"), ask=questions(case),
        requires=(need,) if open_cache else (), inputs=case.inputs, derivation=case.notes,
    )  # fmt: skip


def _copied(case: Case, asked: Asked) -> Verdict:
    """What holds for the weights and not for the cache, of which devices hold copies."""
    need = "weights alone counted: of the cache each device keeps whole heads, and the whole of a latent"
    return Verdict(
        "conditional",
        f"Conditional: {words.factor(asked.usual)} less memory on each device needs {need}.",
        requires=(need,), ask=("Which memory was measured, that of the weights or that of the cache?",), inputs=case.inputs,
    )  # fmt: skip


def _missing(case: Case, what: str = "") -> Verdict:
    missing = what or words.joined(
        [*(["the hardware"] if not case.chips else []), *(["the model"] if not case.shapes else [])]
    )
    verb = "are" if " and " in missing else "is"
    return Verdict(
        "unverifiable",
        f"Unverifiable: a memory figure can be checked only where {missing} {verb} known.",
        ask=questions(case),
        inputs=case.inputs,
    )
