# ruff: noqa: E501 - one pattern is one row, however long
"""Techniques that a text says it did without: "no speculation", "without any MTP or draft model", "speculation off".

Such a name tells what a figure is *not* the effect of. After "than" it is what something is compared with, and the technique is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from classifier.names.mentions import TechniqueHit

_FILL = (
    r"(?:(?:any|the|an?|use|of|kind|form|sort|using|help|from|need|for|extra|separate|further)\s+){0,4}(?:[\w-]+\s+)?"
)
_LISTED = r"(?:[\w-]+\s+){0,3}?[\w-]+(?:,|,?\s+(?:or|nor|and))\s+"  # "no quantisation, pruning or speculation"
_WITHOUT = re.compile(
    rf"(?<!than )(?<!versus )(?<!vs )(?<!vs\. )(?<!over )(?<!against )(?<!to )(?<!with and )(?<!with or )\b(?:no|without|w/o|sans|not\s+using|neither)\s+(?:{_LISTED}){{0,3}}{_FILL}$",
    re.IGNORECASE,
)
_OFF = re.compile(
    r"\W{0,2}(?:\s*(?:is|was|are|were|being|=|:|kept|left))?\s*(?:(?:switched|turned)\s+off|disabled|off|none|not\s+used|unused|deactivated)\b",
    re.IGNORECASE,
)


def is_absent(text: str, h: TechniqueHit) -> bool:
    """Whether a mention names what is not there."""
    return bool(_WITHOUT.search(text, max(0, h.start - 70), h.start) or _OFF.match(text, h.end))


def gone(text: str, hits: Iterable[TechniqueHit], side_of: dict[str, str]) -> frozenset[str]:
    """Techniques that a text only names to say that they are not there; without speculation there is none of its kinds."""
    hits = tuple(hits)
    left = [h for h in hits if is_absent(text, h)]
    there = {h.technique for h in hits if h not in left}
    out = {h.technique for h in left}
    if "speculative-decoding" in out:
        out |= {t for t, side in side_of.items() if side in ("fewer-steps", "both")}
    return frozenset(out - there)
