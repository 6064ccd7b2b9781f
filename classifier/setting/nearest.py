"""Which of a unit's names belong to which of its figures: "2.7x on X and 2.9x on Y"."""

from __future__ import annotations

import re
from typing import Any

from classifier.figures.effect import Effect
from classifier.unit import Unit


def _governing(hits: list[Any], effects: tuple[Effect, ...]) -> dict[Effect, Any]:
    """ "X by 1.2x here, 1.4x there; and Y by 2.4x": each name, standing first, governs the figures up to the next."""
    if hits[0].start > effects[0].start:
        return {}
    of = {e: [h for h in hits if h.end <= e.start][-1] for e in effects if hits[0].end <= e.start}
    last = max(e.start for e in effects)
    return of if len({id(h) for h in of.values()}) == len(hits) and hits[-1].end <= last else {}


def nearest(hits: list[Any], u: Unit, effect: Effect | None) -> list[Any]:
    """Where a unit holds several figures, each takes the names that stand between it and its neighbours."""
    effects = u.figures.effects
    if effect is None or len(effects) < 2 or len(hits) < 2:
        return hits
    if len(hits) == len(effects) and effect in effects and re.search(r"\brespectively\b", u.text):
        return [hits[effects.index(effect)]]
    tail = [e for e in effects if e.start >= hits[-1].end]
    if effect in tail and len(tail) == len(hits) and re.search(r"\brespectively\b", u.text):
        return [hits[tail.index(effect)]]  # "2x on A and 3x on B, 11 % and 8 % over the old one, respectively"
    if leading := _governing(hits, effects):
        return [h for h in hits if h is leading.get(effect)] or hits
    after = [h for h in hits if any(e.end <= h.start for e in effects)]
    if len(after) < 2 or len(after) > len(effects):
        return hits
    mine = [h for h in after if max((e for e in effects if e.end <= h.start), key=lambda e: e.end) == effect]
    return mine or hits
