"""Which of a unit's names belong to which of its figures: "2.7x on X and 2.9x on Y"."""

from __future__ import annotations

import re
from typing import Any

from classifier.effect import Effect
from classifier.unit import Unit


def nearest(hits: list[Any], u: Unit, effect: Effect | None) -> list[Any]:
    """Where a unit holds several figures, each takes the names that stand between it and its neighbours."""
    effects = u.figures.effects
    if effect is None or len(effects) < 2 or len(hits) < 2:
        return hits
    if len(hits) == len(effects) and effect in effects and re.search(r"\brespectively\b", u.text):
        return [hits[effects.index(effect)]]
    after = [h for h in hits if any(e.end <= h.start for e in effects)]
    if len(after) < 2 or len(after) > len(effects):
        return hits
    mine = [h for h in after if max((e for e in effects if e.end <= h.start), key=lambda e: e.end) == effect]
    return mine or hits
