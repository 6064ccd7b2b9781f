# ruff: noqa: E501 - one pattern is one row, however long
"""Which technique a figure belongs to: names in its clause, then in the unit, then in what governs the unit, then what the document is about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from classifier.mentions import TechniqueHit
from classifier.quantities import Effect
from classifier.surroundings import Surroundings
from classifier.unit import Unit

# After these words stands what the new thing is compared with, not the new thing.
_BASELINE = re.compile(
    r"\b(?:than|compared (?:to|with)|over|versus|vs\.?|relative to|against|unlike|instead of|rather than|outperform(?:s|ing|ed)?|beats?|like|such as|similar to|on top of|compatible with)\s+(?:[\w/.-]+\s+){0,3}$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;:]|,\s+(?:and|while|whereas|but)\s|\s(?:while|whereas|but)\s|\.\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Choice:
    """A technique with the reasons for it. `stated` is False where it comes from the surroundings."""

    technique: str
    score: float
    stated: bool
    start: int  # place of the mention in the unit, -1 where there is none
    end: int
    reason: str


def is_baseline(text: str, hit: TechniqueHit) -> bool:
    """Whether a mention names what something is compared with."""
    return bool(_BASELINE.search(text[max(0, hit.start - 60) : hit.start]))


def context_scores(s: Surroundings, i: int) -> dict[str, tuple[float, str]]:
    """Techniques that govern a unit without standing in it, each with the strongest source."""
    p = s.document.passages[i]
    out: dict[str, tuple[float, str]] = {}

    def add(technique: str, score: float, why: str) -> None:
        if score > out.get(technique, (0.0, ""))[0]:
            out[technique] = (score, why)

    for depth, heading in enumerate(reversed(p.section)):
        for h in s.names(heading).techniques:
            add(
                h.technique,
                (0.75 if depth == 0 else 0.45 if depth == 1 else 0.35) * h.strength,
                f"heading “{heading[:40]}”",
            )
    if p.caption:
        for h in s.names(p.caption).techniques:
            add(h.technique, 0.9 * h.strength, "caption")
    if p.kind == "row":
        for h in s.names(" | ".join(p.header)).techniques:
            add(h.technique, 0.7 * h.strength, "column head")
    for n, j in enumerate(s.before(i)[:4]):
        for h in s.unit(j).mentions.techniques:
            if h.strength >= 0.75 and not is_baseline(s.unit(j).text, h):
                add(h.technique, 0.85 * 0.7**n * h.strength, "sentence before")
    for n, j in enumerate(s.previous(i, 3)):
        for h in s.unit(j).mentions.techniques:
            if h.strength >= 0.75:
                add(h.technique, 0.4 * 0.7**n * h.strength, "paragraph before")
    for technique, share in s.technique.items():
        add(technique, out.get(technique, (0.0, ""))[0] + 1.3 * share, "what the document is about")
    return out


def choose(
    u: Unit, effect: Effect | None, learnt: dict[str, float], around: dict[str, tuple[float, str]]
) -> list[Choice]:
    """Techniques for one figure, or for the unit as a whole, best first."""
    scores: dict[str, list[float | str | int | bool]] = {}
    for h in u.mentions.techniques:
        near = 1.0 if effect is None else _nearness(u.text, effect, h)
        value = 2.2 * h.strength * near * (0.25 if is_baseline(u.text, h) else 1.0) + (0.2 if h.named else 0.0)
        if value > scores.get(h.technique, [0.0])[0]:  # type: ignore[operator]
            scores[h.technique] = [value, True, h.start, h.end, f"“{u.text[h.start : h.end]}”"]
    for technique, (value, why) in around.items():
        if technique in scores:
            scores[technique][0] += 0.35 * value  # type: ignore[operator]
        else:
            scores[technique] = [value, False, -1, -1, why]
    for technique, p in learnt.items():
        if technique in scores:
            scores[technique][0] += 1.6 * p  # type: ignore[operator]
        elif p > 0.12:
            scores[technique] = [1.3 * p, False, -1, -1, "the description"]
    choices = [Choice(t, float(v[0]), bool(v[1]), int(v[2]), int(v[3]), str(v[4])) for t, v in scores.items()]
    return sorted(choices, key=lambda c: (-c.score, c.start, c.technique))


def _nearness(text: str, effect: Effect, h: TechniqueHit) -> float:
    """1 in the figure's own clause, less beyond its borders and farther away."""
    a, b = (h.end, effect.start) if h.end <= effect.start else (effect.end, h.start)
    if b < a:
        return 1.0
    between = text[a:b]
    borders = len(_CLAUSE.findall(between))
    return max(0.4, 1.0 - 0.22 * borders - 0.0012 * len(between))
