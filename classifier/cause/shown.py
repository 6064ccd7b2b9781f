"""Techniques that a sentence shows and does not name: more chips, drafts by their number, a part by its share of the time."""

from __future__ import annotations

import re

from classifier.cause.evidence import Evidence, is_compared
from classifier.cause.number_formats import by_hand
from classifier.cause.own_code import KERNEL
from classifier.figures.bits import Bits
from classifier.figures.effect import Effect
from classifier.learning.learned import sides
from classifier.unit import Unit

OTHER_CLAUSE = 3.0  # a cache is what another clause is about
MORE_CHIPS = 3.0  # a format beside "from two to four cards" is what both numbers of them ran
# "From two to four L40S", "going from 4 to 8 GPUs"
_MORE_CHIPS = re.compile(
    r"\bfrom\s(?:\d{1,3}|one|two|four|eight|sixteen)\s(?:[\w-]+\s){0,2}?to\s(?:\d{1,3}|two|four|eight|sixteen|thirty-two)\s(?:NVIDIA\s|AMD\s)?(?:GPUs|cards|accelerators|chips|(?-i:[AHBLV]\d{2,3}|GB\d|MI\d|RTX|TPU))",
    re.IGNORECASE,
)
_EXCHANGES = "communication-kernels"
_EXCHANGED = re.compile(r"\b(?:all-?reduces?|all-?to-?alls?|communication|collectives?|exchanges?)\b", re.IGNORECASE)
_DRAFTED = frozenset({"draft_len", "acceptance_len", "acceptance_rate", "draft_params_b"})


_BORDER = re.compile(r"[;:]|,\s|\s(?:and|while|whereas|but)\s")
_WEIGHTS = re.compile(r"\bweights?\b|\bmodel(?:'s)?\s(?:size|footprint|files?|memory)\b", re.IGNORECASE)
_CACHED = re.compile(r"\b(?:kv|caches?|keys?)\b", re.IGNORECASE)


def _clause(u: Unit, effect: Effect) -> tuple[int, int]:
    """The borders of the clause that a figure stands in."""
    begin = max((m.end() for m in _BORDER.finditer(u.text, 0, effect.start)), default=0)
    border = _BORDER.search(u.text, effect.end)
    return begin, border.start() if border else len(u.text)


def _of_weights(u: Unit, effect: Effect) -> Bits | None:
    """ "INT8 halves the weights, and an FP8 cache halves the cache": the width that stands with the weights in one clause."""
    begin, end = _clause(u, effect)
    clause = u.text[begin:end]
    if effect.metric != "memory" or _CACHED.search(clause) or not _WEIGHTS.search(clause):
        return None
    return next((b for b in u.bits if begin <= b.start < end and b.bits < 16), None)


def _own_format(u: Unit, effect: Effect) -> Bits | None:
    """ "FP8 gives 1.6x and EAGLE-3 another 2x": the width that stands alone in a figure's clause, and a name in another."""
    begin, end = _clause(u, effect)
    if not u.mentions.techniques or any(begin <= h.start < end for h in u.mentions.techniques):
        return None
    own = [b for b in u.bits if begin <= b.start < effect.start and b.bits < 16 and b.of in ("", "weight")]
    return own[0] if len(u.figures.effects) > 1 and len(own) == 1 else None


def shown(cases: dict[str, Evidence], u: Unit, effect: Effect) -> None:
    """Parameters that show what was done where nothing is named: drafts, or a part's share of the time."""
    sides_named = {sides().get(h.technique) for h in u.mentions.techniques}
    if not sides_named and (grown := _MORE_CHIPS.search(u.text)) is not None:
        case = is_compared(cases, "tensor-parallelism", f"“{grown[0]}”")
        case.place, case.score = grown.span(), case.score + MORE_CHIPS
    if (narrow := _of_weights(u, effect)) is not None and "kv-cache-quantization" in cases:
        case = is_compared(cases, "weight-only-quantization", f"“{narrow.surface}”")
        case.place, case.score = (narrow.start, narrow.end), case.score + OTHER_CLAUSE
    if (own := _own_format(u, effect)) is not None:
        case = is_compared(cases, by_hand(own.surface), f"“{own.surface}”")
        case.place, case.score = (own.start, own.end), case.score + OTHER_CLAUSE
    for p in u.stated:
        drafted = p.name in _DRAFTED and sides_named.isdisjoint(("fewer-steps", "both"))
        kernel = p.name == "time_share" and not u.mentions.techniques
        if drafted or kernel:
            technique = "speculative-decoding" if drafted else _EXCHANGES if _EXCHANGED.search(u.text) else KERNEL
            is_compared(cases, technique, f"“{p.surface}”").place = (p.start, p.end)
