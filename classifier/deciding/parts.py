# ruff: noqa: E501 - one pattern is one row, however long
"""A part of the work and the whole: "the kernel is 6x faster; it took 12 % of the time; throughput rises by 9 %".

The factor of the whole is the claim, the part's factor and its share are parameters of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from classifier.figures.effect import Effect
from classifier.figures.pairs import si
from classifier.figures.stated import SHARE, Stated
from classifier.unit import Unit

_PART = re.compile(
    r"\b(?:kernels?|gemms?|gemv|matmuls?|attention|softmax|all-?reduces?|all-?to-?alls?|communication|collectives?|dispatch|dequanti[sz]ation|operators?|ops?|layernorm|rmsnorm|sampling|sampler|lm head|mlp|moe)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:end[- ]to[- ]end|e2e|overall|in all|throughput|tokens? per second|tokens/s|decod(?:es?|ing)|generat\w+|tpot|latency|whole|step|model|serving|inference|system|engine)\b",
    re.IGNORECASE,
)


def whole_and_part(u: Unit, effects: list[Effect]) -> tuple[list[Effect], float | None]:
    """The effects that are claims, and the factor of a part where its share of the time is stated beside them."""
    share = next((p for p in u.stated if p.name == "time_share"), None)
    effects = [e for e in effects if share is None or not e.start <= share.start < e.end]
    if share is None or len(effects) < 2:
        alone = share is not None and len(effects) == 1 and _of_a_part(u.text, effects[0])
        if alone or share is None or not effects:
            return ([replace(effects[0], metric="kernel")] if alone else effects), None
        return effects, _part_now(u, share)
    parts = [e for e in effects if _of_a_part(u.text, e)]
    rest = [e for e in effects if e not in parts]
    if not parts or not rest:
        parts, rest = effects[:1], effects[1:]
    return rest, parts[0].high


def _part_now(u: Unit, share: Stated) -> float | None:
    """ "Attention takes 9 of the 30 ms; the new kernel needs only 3 ms": how much faster the part is by its times."""
    times = [a for a in u.figures.loose if a.unit in ("us", "ms", "s")]
    inside = [si(a) for a in times if share.start <= a.start < share.end]
    if not inside:
        return None
    took = max(inside) * float(share.value)
    now = [si(a) for a in times if a.start >= share.end]
    return round(took / now[0], 4) if now and 0 < now[0] < took else None


def across(u: Unit, others: Sequence[Unit], effects: list[Effect]) -> tuple[list[Effect], dict[str, float]]:
    """The same where the share, the part's factor and the gain of the whole stand in two sentences or three.

    "Attention was 30 % of a step. The new kernel is 2.5x faster; tokens per second rise by 15 %."
    """
    units = [u, *others]
    shares = {str(p.value): p.value for x in units for p in x.stated if p.name == "time_share"}
    parts = {e.high for x in units for e in x.figures.effects if _of_a_part(x.text, e)}
    rest = [e for e in effects if not _of_a_part(u.text, e)]
    share = next(iter(shares.values()), None)
    if len(shares) != 1 or len(parts) != 1 or not rest or not isinstance(share, float):
        return effects, {}
    return rest, {"time_share": share, "kernel_factor": parts.pop()}


_STANDS_FOR = re.compile(r"\W*(?:and\s+)?(?:it|they|these|which|that)\b", re.IGNORECASE)
_SHARE_OF_TIME = re.compile(
    rf"(?:{SHARE})\s+of\s+(?:[\w-]+\s+){{0,3}}?(?:time|latency|steps?|pass|runtime)\b", re.IGNORECASE
)


def _of_a_part(text: str, e: Effect) -> bool:
    """By the nearest word for a part or for the whole in the figure's own clause."""
    begin = max(text.rfind(mark, 0, e.start) for mark in (";", ". ", " and ", ":"))
    stop = min(
        (at for mark in (";", ". ", ", and ", " and ") if (at := text.find(mark, e.end)) >= 0), default=len(text)
    )
    clause = text[max(begin, 0) : stop]
    if _STANDS_FOR.match(clause):
        clause = text[max(text.rfind(mark, 0, begin) for mark in (";", ". ")) + 1 : stop]
    clause = _SHARE_OF_TIME.sub(" ", clause)
    if e.metric == "kernel":
        return not re.search(r"\b(?:end[- ]to[- ]end|overall|e2e)\b", clause, re.IGNORECASE)
    return bool(_PART.search(clause)) and not _WHOLE.search(_PART.sub(" ", clause))
