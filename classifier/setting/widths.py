# ruff: noqa: E501 - one pattern is one row, however long
"""Bit widths of a claim: of weights, cache or activations, by the words beside them, else by the technique."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Literal

from classifier.figures.bits import Bits
from classifier.figures.effect import Effect
from classifier.setting.values import Setting
from classifier.unit import Unit
from estimator import with_effect
from estimator.statement import Origin

# What a unit is: a figure that compares, a plain claim, or a measurement, which knows no "before".
Sort = Literal["figure", "plain", "measurement"]

WEIGHTS = with_effect("weight_bits", "weight_act_bits")  # of new rows of the catalog too
CACHE = "kv-cache-quantization"
BOTH = "weight-activation-quantization"
# A bare "FP8" beside one of these is a format of what a kernel reads or sends, and says nothing of the weights.
_NO_WEIGHTS = frozenset({"quantized-communication", "paged-kv-cache", "prefix-caching", "kv-offload", "kv-eviction"})
_KERNELS = frozenset(
    {
        "kernel-optimization",
        "kernel-fusion",
        "io-aware-attention",
        "split-kv-decoding",
        "communication-kernels",
        "host-overhead",
    }
)
_FLOATING = re.compile(r"fp8|float8|nvfp4|mxfp|fp4|e4m3|e5m2", re.IGNORECASE)
_DYNAMIC = re.compile(
    r"dq\b|\s+dynamic(?:ally)?(?:\s+activation)?[\s-]+quant", re.IGNORECASE
)  # what is found as it runs
_ACTIVATIONS = re.compile(r"\bactivations?\b", re.IGNORECASE)
_OLD = re.compile(
    r"\b(?:than|from|over|versus|vs\.?|v\.s\.|against|compared (?:to|with)|instead of|rather than|replac\w+|relative to|baselines?|of that of|beats?|outruns?|(?:an?|one)[ -](?:half|third|quarter|fifth|tenth) of|\d+(?:\.\d+)? ?% of(?: the)?|as (?:fast|quick|much|many|high|large) as|(?:tokens/s|tok/s|speed|throughput|rate|latency|time|size|performance|memory)\s+of)\s+(?:[^\s,;]+\s+){0,3}(?:[^\s,;/(]{2,20}[-_])?$",
    re.IGNORECASE,
)
_THAN = re.compile(
    r"\b(?:than|over|versus|vs\.?|v\.s\.|against|compared (?:to|with)|relative to)\s+(?:[^\s,;]+\s+){0,3}(?:[^\s,;/(]{2,20}[-_])?$",
    re.IGNORECASE,
)
_NEW_JUST_BEFORE = re.compile(r"(?<!compared )(?<!relative )\b(?:to|by|with|into)\s+$")


def put_widths(
    out: Setting,
    i: int,
    u: Unit,
    technique: str,
    sort: Sort,
    origin: Origin = "stated",
    effect: Effect | None = None,
) -> None:
    """All widths of a unit; where a kind of width is known already, nothing is added."""
    listed = _listed_for(u, effect)
    own = [b for b in u.bits if listed and b.start == listed[_place(u, effect)].start]
    against = bool(listed) and _is_old(u, listed[0])
    if own and against:  # "2.2x and 1.3x over FP16 and W8A8, respectively"
        name = "kv_bits_before" if technique == CACHE else "weight_bits_before" if technique in WEIGHTS else ""
        if name:
            out.put(name, int(own[0].bits), i, own[0].start, own[0].end, origin)
    elif own and own[0].bits >= 16 and own[0].of in ("", "weight"):  # what that figure's run was in
        return out.put("weight_bits", int(own[0].bits), i, own[0].start, own[0].end, origin)
    starts = {b.start for b in listed}
    bits = [b for b in u.bits if b.start not in starts or (b in own and not against)] if own else _of_figure(u, effect)
    if (sort == "measurement" or technique == CACHE) and _of_cache_alone(u):
        bits = [replace(b, of="kv") if not b.of and not _model_next(u, b) else b for b in bits]
    computed = _computed(u, bits, technique) if sort != "plain" else []
    bits = [b for b in bits if b not in computed]
    narrow = [b for b in bits if b.bits < 16]
    if technique in WEIGHTS or technique == CACHE:
        old = _old(u, narrow)
        if former := _former(u, old, effect):
            name = "kv_bits_before" if technique == CACHE else "weight_bits_before"
            out.put(name, int(former.bits), i, former.start, former.end, origin)
        narrow = [b for b in narrow if b not in old]
    weights = [b for b in narrow if b.of == "weight" or (b.of == "" and _weights_meant(u, b, technique, sort))]
    weights = _of_kind(weights, technique)
    caches = [b for b in narrow if b.of == "kv" or (b.of == "" and technique == CACHE and b not in weights)]
    caches = _keys_and_values(u, caches)
    _put(out, "act_bits", [b for b in narrow if b.of == "act"], i, origin)
    _put_weights(out, i, u, weights, technique, origin)
    _put(out, "kv_bits", caches, i, origin)
    _wide(out, i, u, bits, technique, sort, narrow, origin)
    new = [b for b in computed if not _is_old(u, b) or _NEW_JUST_BEFORE.search(u.text[max(0, b.start - 16) : b.start])]
    _put(out, "act_bits", new[:1], i, origin)


_CACHE_WORD = re.compile(r"\b(?:kv|k/v|key-value)[- ]?caches?\b", re.IGNORECASE)
_ROOM = re.compile(r"\b(?:leav(?:es?|ing)|left|room|space|free|remain\w*)\b[^.;]{0,40}\bcaches?\b", re.IGNORECASE)
_WEIGHTS_WORD = re.compile(r"\bweights?\b|\bcheckpoints?\b|\bparameters?\b", re.IGNORECASE)


def _of_cache_alone(u: Unit) -> bool:
    """ "The KV cache takes 43 GB for 128K tokens in FP16": a size of the cache, and its width."""
    sized = any(a.kind == "bytes" for a in (*u.figures.loose, *(e.after for e in u.figures.effects if e.after)))
    room = _ROOM.search(u.text)  # what the weights leave: the width is theirs
    return sized and not room and bool(_CACHE_WORD.search(u.text)) and not _WEIGHTS_WORD.search(u.text)


_KEYS = re.compile(r"\bkeys?\b|\bK\b", re.IGNORECASE)
_VALUES = re.compile(r"\bvalues?\b|\bV\b", re.IGNORECASE)


def _keys_and_values(u: Unit, caches: list[Bits]) -> list[Bits]:
    """ "Keys in 4 bits and values in 2": of equally many of each the cache has the width that lies between."""
    if len(caches) != 2 or caches[0].bits == caches[1].bits or any(b.surface[:1] in "Kk" for b in caches):
        return caches  # "K8V4" says it by itself
    one, two = caches
    span = u.text[max(0, one.start - 24) : two.end + 24]
    between = u.text[one.end : two.start]
    apart = len(between) < 40 and not re.search(r"[.;]", between)
    if not (apart and _KEYS.search(span) and _VALUES.search(span)):
        return caches
    return [replace(one, bits=(one.bits + two.bits) / 2, end=two.end)]


_COMPUTE = re.compile(r"(?:fp|bf|bfloat|float|nvfp|mxfp)[-\s]?(?:16|8|4)|int[-\s]?8", re.IGNORECASE)


def _computed(u: Unit, bits: list[Bits], technique: str) -> list[Bits]:
    """ "FP8 tensor cores", "our BF16 attention kernel": the types in which a kernel computes."""
    if technique not in ("compute-format", "kernel-optimization"):
        return []
    return [b for b in bits if b.of == "" and _COMPUTE.fullmatch(b.surface) and not _model_next(u, b)]


def _of_kind(weights: list[Bits], technique: str) -> list[Bits]:
    """ "Weight-only (W4A16, W3A16) and weight-activation quantization (W8A8)": each kind has the formats of its activations."""
    formats = [b for b in weights if b.act is not None]
    own = [b for b in formats if ((b.act or 0) < 16) == (technique == BOTH)]
    return own if technique in WEIGHTS and 0 < len(own) < len(formats) else weights


def _place(u: Unit, effect: Effect | None) -> int:
    return u.figures.effects.index(effect) if effect is not None else -1


def _listed_for(u: Unit, effect: Effect | None) -> list[Bits]:
    """The widths of a list that has one for each figure: "FP16 and INT4 run 5x and 10x faster, respectively"."""
    effects = u.figures.effects
    if effect not in effects or len(effects) < 2 or "respectively" not in u.text:
        return []
    for side in (
        [b for b in u.bits if b.start >= effects[-1].end],
        [b for b in u.bits if b.end <= effects[0].start],
    ):
        listed = list({b.start: b for b in side}.values())
        if len(listed) == len(effects):
            return listed
    return []


def _of_figure(u: Unit, effect: Effect | None) -> list[Bits]:
    """ "1.7x with FP16 weights and 2.2x with 4-bit weights": where each figure is followed by a width, its own."""
    effects = u.figures.effects
    mine = {
        e: [b for b in u.bits if e is next((f for f in reversed(effects) if f.end <= b.start), None)] for e in effects
    }
    if effect is None or len(effects) < 2 or not all(mine.values()) or effect not in mine:
        return list(u.bits)
    return list(u.bits) if any(_THAN.search(u.text[max(0, b.start - 40) : b.start]) for b in u.bits) else mine[effect]


def put_format(out: Setting, i: int, u: Unit) -> None:
    """ "W4A8KV4" said before of what a claim speaks of: its activations, and its weights and cache where they are open."""
    weight, act = out.get("weight_bits"), out.get("act_bits")
    for b in u.bits:
        if b.act is None or weight not in (None, b.bits) or act not in (None, b.act):
            continue
        cache = [c.bits for c in u.bits if c.start == b.start and c is not b]
        for name, value in (("weight_bits", b.bits), ("act_bits", b.act), *(("kv_bits", bits) for bits in cache)):
            if not out.has(name):
                out.put(name, int(value), i, b.start, b.end, "inherited")
        weight, act = out.get("weight_bits"), out.get("act_bits")


def put_former(out: Setting, i: int, found: tuple[Bits, ...], technique: str) -> None:
    """The width of a baseline's column or row, where the technique narrows that very thing."""
    name = {CACHE: "kv_bits", **dict.fromkeys(WEIGHTS, "weight_bits")}.get(technique, "")
    wanted = [b for b in found if b.of in ("", "kv" if technique == CACHE else "weight")]
    new = out.get(name) if name else None
    if wanted and name and not (isinstance(new, (int, float)) and wanted[0].bits <= new):
        out.put(f"{name}_before", int(wanted[0].bits), i, wanted[0].start, wanted[0].end)


def weights_run(technique: str, sort: Sort) -> bool:
    """Whether a width said of a whole run is that of its weights: not where the technique narrows something."""
    return technique not in (*WEIGHTS, *_NO_WEIGHTS, CACHE) and not (technique in _KERNELS and sort == "figure")


def _weights_meant(u: Unit, b: Bits, technique: str, sort: Sort) -> bool:
    """Whether a width without a noun is that of the weights: where they are what is narrowed, or what a run was made with."""
    if technique in WEIGHTS:
        return True
    if sort == "plain":
        return False
    if _model_next(u, b):
        return True  # "with FP16 Llama-2-7B": what was run, whatever was made faster
    return technique not in (*_NO_WEIGHTS, CACHE) and not (technique in _KERNELS and sort == "figure")


def _put_weights(out: Setting, i: int, u: Unit, weights: list[Bits], technique: str, origin: Origin) -> None:
    if not weights or out.has("weight_bits"):
        return
    _put(out, "weight_bits", weights, i, origin)
    acts = {b.act for b in weights}
    one = len({b.bits for b in weights}) == 1
    if one and len(acts - {None}) == 1:
        acts -= {None}  # "W8A8 INT8" says it twice
    if acts != {None} and (len(acts) > 1 or None in acts):
        return  # formats of several kinds: none of them is said to be this claim's
    if acts != {None}:
        out.put("act_bits", int(acts.pop() or 0), i, weights[0].start, weights[0].end, origin)
    elif one and not out.has("act_bits") and _of_both(u, weights, technique):
        _put(out, "act_bits", weights, i, origin)


def _of_both(u: Unit, weights: list[Bits], technique: str) -> bool:
    """One width said of weights and activations, or of the format in which a new chip computes ("H100 with FP8")."""
    floating = all(_FLOATING.match(b.surface) for b in weights)
    if technique == "hardware-upgrade":
        return floating
    bare = all(b.of == "" for b in weights)
    if technique in WEIGHTS and all(_DYNAMIC.match(u.text, b.end) for b in weights):
        return True
    return technique == BOTH and (bare or floating or bool(_ACTIVATIONS.search(u.text)))


def _old(u: Unit, narrow: list[Bits]) -> list[Bits]:
    """Narrow widths that the text compares with or comes from: "from FP8 to NVFP4", "than its 8-bit version"."""
    old = [b for b in narrow if _is_old(u, b) and not _NEW_JUST_BEFORE.search(u.text[max(0, b.start - 16) : b.start])]
    rest = [b.bits for b in narrow if b not in old]
    if rest:
        return old if old and min(rest) < max(b.bits for b in old) else []
    return [b for b in old if _THAN.search(u.text[max(0, b.start - 40) : b.start])]


def _former(u: Unit, old: list[Bits], effect: Effect | None) -> Bits | None:
    """Of several, 16 bits among them, the one that follows the figure: "7x compared to FP16 and 2.5x compared to INT8"."""
    if not old:
        return None
    wide = [b for b in u.bits if b.bits >= 16 and b.of != "act"]
    if effect is None or len(u.figures.effects) < 2 or len(old) + len(wide) < 2:
        return old[0] if len({b.bits for b in old}) == 1 else None
    after = sorted((b for b in (*old, *wide) if b.start >= effect.end), key=lambda b: b.start)
    return after[0] if after and after[0] in old else None


def _is_old(u: Unit, b: Bits) -> bool:
    return bool(_OLD.search(u.text[max(0, b.start - 40) : b.start]))


def _wide(
    out: Setting, i: int, u: Unit, bits: list[Bits], technique: str, sort: Sort, narrow: list[Bits], origin: Origin
) -> None:
    """16 bits are what there was before where the technique narrows that very thing; else they are the format that is run."""
    for b in bits:
        if b.bits < 16:
            continue
        name = _wide_name(out, u, b, technique, sort, bool(narrow))
        if name and not (origin == "inherited" and not name.endswith("before")) and not out.has(name):
            out.put(name, int(b.bits), i, b.start, b.end, origin)


def _wide_name(out: Setting, u: Unit, b: Bits, technique: str, sort: Sort, narrow: bool) -> str:
    old = _is_old(u, b)
    if b.of == "act":
        return "act_bits"
    if b.of == "kv" or (b.of == "" and technique == CACHE and not _model_next(u, b)):
        return _wide_cache(out, technique, sort, old or bool(_BECOMES.match(u.text, b.end)))
    if technique in WEIGHTS:
        if any(n.act for n in u.bits) and not old:
            return ""  # the 16 of W4A16 are the activations'
        if sort == "measurement" and not narrow:
            return "weight_bits"
        return "weight_bits_before" if sort != "plain" or old or _BECOMES.match(u.text, b.end) else ""
    if b.of != "weight" and (b.bits > 16 or not _weights_meant(u, b, technique, sort)):
        return ""
    return "weight_bits_before" if old and narrow else "weight_bits"


# "BF16 -> INT8", "FP16 weights to INT4"; a list of formats that are supported names none that was left behind
_BECOMES = re.compile(
    r"(?:[\s/,]*(?:(?:bf|fp)(?:16|32)|weights?|values?|models?|keys?|k/v|caches?|and|or))*\s?(?:->|→|=>|\b(?:down\s)?to\b|\binto\b)",
    re.IGNORECASE,
)


def _wide_cache(out: Setting, technique: str, sort: Sort, old: bool) -> str:
    if technique != CACHE and not out.has("kv_bits") and not old:
        return "kv_bits"
    if sort == "measurement":
        return "" if out.has("kv_bits") else "kv_bits"
    return "kv_bits_before" if sort == "figure" or old else ""


_BESIDE_MODEL = re.compile(r"\s?\(\s?")  # "Falcon-7B (BF16, one A100)"


def _model_next(u: Unit, b: Bits) -> bool:
    models = [m for m in u.mentions.models if not m.bare]
    return any(0 <= m.start - b.end <= 2 for m in u.mentions.models) or any(
        m.end <= b.start and _BESIDE_MODEL.fullmatch(u.text, m.end, b.start) for m in models
    )


def _put(out: Setting, name: str, found: list[Bits], i: int, origin: Origin) -> None:
    if out.has(name) or not found:
        return
    values = list(dict.fromkeys(int(b.bits) if b.bits == int(b.bits) else b.bits for b in found))
    value: Any = values[0] if len(values) == 1 else tuple(values)
    out.put(name, value, i, found[0].start, found[-1].end, origin)
