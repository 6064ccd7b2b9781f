# ruff: noqa: E501 - one pattern is one row, however long
"""Number formats as causes: of what a bare "FP8" or "4-bit" is, and what it is compared with."""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifier.around.surroundings import Surroundings
from classifier.cause.evidence import Evidence, is_compared
from classifier.cause.own_code import KERNEL
from classifier.figures.bits import Bits, bit_widths
from classifier.figures.effect import Effect
from classifier.unit import Unit
from classifier.words.at_words import Quick

FAMILY = ("weight-only-quantization", "weight-activation-quantization", "kv-cache-quantization")
_OF_WHAT = re.compile(
    r"\b(?:weights?|kv|activations?|keys?|values?|gemms?|matmul|linear|awq|gptq|w\da\d+)\b", re.IGNORECASE
)
# "Than FP16": the narrower format is what is new.
WIDE = Quick(
    r"\b(?:than|over|versus|vs\.?|against|compared (?:to|with)|relative to|[\d.]+[x×] (?:of|that of|the \w+ of))\s+(?:[\w-]+\s+){0,2}(?:fp16|bf16|fp32|float16|bfloat16|16-bit|half[- ]precision|full[- ]precision)\b",
    seldom=True,
)
_SWITCHED = Quick(
    r"\b(?:switch|mov|go|chang|convert|drop|cast|turn)(?:e?s|ing|ed)? (?:\w+ ){0,4}?to (?:an? |the )?(?:[\w-]+ )?(?:(?:nv|mx)?fp[468]|int[248]|\d-bit)\b"
    r"|\b(?:run|runs|ran|running|comput\w+|execut\w+|multipl\w+|done|performed) (?:\w+ )?in (?:(?:nv|mx)?fp[468]|int[48]) (?:rather than|instead of|and not) (?:in )?(?:fp16|bf16|fp32|16-bit|half)\b",
    seldom=True,
)
KERNEL_WORD = Quick(r"\bkernels?\b", seldom=True)
# "Storing it in FP8" after a sentence about the cache
_KEPT_SO = re.compile(
    r"\b(?:stor|keep|hold|sav|quanti[sz]|narrow|round|cast|put)\w*\s(?:it|them|this|these)\s(?:\w+\s)?(?:in|to|at|as)\b",
    re.IGNORECASE,
)
OF_A_CACHE = 2.0  # over what a bare format is worth for weights
_QUANTISED = re.compile(r"\bquanti[sz](?:ed|ation|ing)\b", re.IGNORECASE)
_CACHE = re.compile(r"\b(?:kv|caches?|keys?|kv-?cache)\b", re.IGNORECASE)
_FLOATS = re.compile(r"(?:nv|mx)?fp[468]|float8|e4m3|e5m2", re.IGNORECASE)


def by_hand(surface: str) -> str:
    """The quantisation that people mean by a format alone: floats are of activations too, integers of the weights."""
    return FAMILY[1] if _FLOATS.match(surface) else FAMILY[0]


def formats(
    cases: dict[str, Evidence], s: Surroundings, i: int, u: Unit, effect: Effect | None, learnt: dict[str, float]
) -> dict[str, float]:
    """A bare "FP8" or "4-bit" is of weights, of activations too, or of the cache: what the document is about decides."""
    text, bits = (u.text, u.bits) if u.kind != "row" else (u.context, bit_widths(u.context))
    bare = [b.surface for b in bits if not b.of and b.bits < 16]
    if not bare and not any(h.technique in FAMILY for h in u.mentions.techniques):
        bare = _QUANTISED.findall(u.text)
    above = s.document.passages[i].section[1:][-1:]
    led = not (bare or u.mentions.techniques or s.names(" ".join(above)).techniques) and u.kind in (
        "bullet",
        "sentence",
    )
    if led:
        bare = [m for heading in above for m in _QUANTISED.findall(heading)]  # "Twice as fast" under "Quantization"
    switched = _SWITCHED.search(u.text) is not None
    if not bare or (_OF_WHAT.search(text) and not switched):
        return learnt
    kernels = (
        KERNEL if WIDE.search(u.text) and KERNEL_WORD.search(u.text) else ""
    )  # "FP8 kernels against FP16 kernels": the format is what differs
    pool = sum(learnt.get(t, 0.0) for t in (*FAMILY, kernels))
    family = FAMILY if _CACHE.search(text) or s.technique.get(FAMILY[2], 0.0) > 0 else FAMILY[:2]
    likely = max(family, key=lambda t: learnt.get(t, 0.0))
    if s.short:
        likely = by_hand(bare[0])
    for technique in family:
        case = cases.setdefault(technique, Evidence())
        case.add("format", 1.0, f"“{bare[0]}”")
        case.add("here", switched or led, f"“{bare[0]}”")
        case.add("format-here", s.technique.get(technique, 0.0), f"“{bare[0]}”")
        if case.place[0] < 0 and u.kind != "row":
            at = u.text.find(bare[0])
            case.place = (at, at + len(bare[0])) if at >= 0 else case.place
    if u.kind != "row" and _KEPT_SO.search(u.text) and any(_CACHE.search(told) for told in _just_said(s, i)):
        is_compared(cases, FAMILY[2], f"“{bare[0]}”, of the cache").score += OF_A_CACHE
    if switched and effect is not None:  # "once the products run in FP8 rather than BF16"
        is_compared(cases, likely, f"“{bare[0]}”")
    learnt = {t: p for t, p in learnt.items() if t != kernels}
    return {**learnt, **{t: pool * ((0.6 if t == likely else 0.4) if t in family else 0.0) for t in FAMILY}}


def _just_said(s: Surroundings, i: int) -> list[str]:
    """The sentence before and the nearest heading: what "it" may stand for."""
    texts = [s.document.passages[j].text for j in s.before(i)[:1]]
    return [*texts, *(text for text in s.document.passages[i].section[-1:] if text != s.document.title)]


def narrow_of_two(heads: Sequence[str], own: str) -> str:
    """ "16-bit cache | FP8 cache | Gain": of two columns of widths the narrow one, which is what the third is the gain of."""
    widths = {head: [b.bits for b in bit_widths(head)] for head in heads}
    wide = [head for head, bits in widths.items() if bits and min(bits) >= 16]
    narrow = [head for head, bits in widths.items() if bits and max(bits) < 16]
    return narrow[0] if len(wide) == len(narrow) == 1 and not widths.get(own) else ""


def of_width(head: str, bits: Bits) -> str:
    """The kind of quantisation that a column of a width is of, where the document says nothing of any."""
    if _CACHE.search(head):
        return FAMILY[2]
    return FAMILY[0] if bits.bits < 8 or bits.of == "weight" else FAMILY[1]


def against_wide(cases: dict[str, Evidence], s: Surroundings, u: Unit) -> None:
    """ "Faster than in FP16", and no technique in the sentence: the quantisation that the document speaks of."""
    m = WIDE.search(u.text)
    if m is None or u.mentions.techniques or KERNEL_WORD.search(u.text):
        return
    for technique in FAMILY:
        if s.technique.get(technique, 0.0) > 0 and technique in cases:
            cases[technique].add("format", 1.0, f"“{m.group()}”")


# "Faster than the Q8 file", "against its 8-bit build", "Q4 beats Q8"
_ANOTHER_FORMAT = re.compile(
    r"\b(?:than|over|versus|vs\.?|against|compared (?:to|with)|relative to|instead of|from|as (?:fast|quick) as|beats?|outruns?|outpaces?)\s(?:[\w-]+\s){0,2}$",
    re.IGNORECASE,
)


def two_formats(cases: dict[str, Evidence], s: Surroundings, u: Unit) -> None:
    """ "Q6 runs 1.3x faster than Q8 on an M2": two widths of one model on one chip, and no technique is named beside them."""
    widths = [b for b in u.bits if b.of in ("", "weight") and b.act is None]
    alone = len({h.name for h in u.mentions.hardware}) < 2 and len({m.name for m in u.mentions.models}) < 2
    of_cache = s.technique.get(FAMILY[2], 0.0) > 0
    if not alone or of_cache or u.mentions.techniques or KERNEL_WORD.search(u.text) or u.kind == "row":
        return
    old = [b for b in widths if b.bits < 16 and _ANOTHER_FORMAT.search(u.text[max(0, b.start - 32) : b.start])]
    new = [b for b in widths if b not in old and any(b.bits < o.bits for o in old)]
    if new:
        technique = by_hand(new[0].surface)
        is_compared(cases, technique, f"“{old[0].surface}” is compared with")
        cases[technique].place = (new[0].start, new[0].end)
