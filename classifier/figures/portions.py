# ruff: noqa: E501 - one pattern is one row, however long
"""Percentages of a whole: what is kept of a cache, what is hidden of a transfer, what is spent of another's work.

"With 40 % of the cache" is 2.5 times less, "hides 75 % of the transfers" leaves a quarter of them, "spends 25 % of the FLOPs compared
with it" is 4 times less. "The share of attention grows from 20 % to 50 %" compares nothing.
"""

from __future__ import annotations

import re

_WHOLE = r"^\s*of (?:the |its |their |all |that )?"
_OF_A_CACHE = re.compile(
    rf"{_WHOLE}(?:(?:full|prompt|original|dense) )?(?:kv[- ]?)?caches?\b(?! (?:performance|quality|hit))", re.IGNORECASE
)
_WITH_ONLY = re.compile(
    r"\b(?:with|using|keep(?:s|ing)?|retain(?:s|ing)?|leav(?:es?|ing))\s+(?:(?:only|just|about|as little as)\s+)*~?\s*$",
    re.IGNORECASE,
)
_HIDES = re.compile(
    r"\b(?:hid(?:e|es|ing|den)|mask(?:s|ed|ing)?|eliminat\w+|remov\w+|avoid\w*)\s+(?:(?:over|more than|up to|about|nearly|almost|around)\s+)*~?\s*$",
    re.IGNORECASE,
)
_OF_COST = re.compile(
    rf"{_WHOLE}(?:[\w-]+\s+){{0,2}}?(?:overhead|communication|transfers?|traffic|latency|time|flops|compute|memory|reads|accesses|bandwidth)\b",
    re.IGNORECASE,
)
_SPENDS = re.compile(
    r"\b(?:consum|us|spend|need|requir|tak)(?:e|es|s|ed|ing)?\s+(?:(?:only|just|about|roughly)\s+)*~?\s*$",
    re.IGNORECASE,
)
_AGAINST = re.compile(r"\b(?:compared (?:to|with)|relative to|of (?:what|that)|against)\b", re.IGNORECASE)
_OF_QUALITY = re.compile(
    r"^\s*of (?:the )?(?:full|uncompressed|original|dense|baseline)\b[\w\s-]{0,16}\b(?:performance|quality|accuracy)\b",
    re.IGNORECASE,
)
_PROPORTION = re.compile(r"\b(?:proportion|portion|share|fraction|percentage)\b(?! of (?:layers|heads))", re.IGNORECASE)


def portion(low: float, high: float, left: str, right: str) -> tuple[float, float] | None:
    """The factor of a portion (0 to 1) that is kept, hidden or spent; None where the percentage is none of these."""
    if not 0 < low <= high < 1:
        return None
    if _OF_A_CACHE.match(right) and _WITH_ONLY.search(left):
        return 1 / low, 1 / high
    if not _OF_COST.match(right):
        return None
    if _HIDES.search(left):
        return 1 / (1 - low), 1 / (1 - high)
    if _SPENDS.search(left) and _AGAINST.search(left + right):
        return 1 / low, 1 / high
    return None


def is_share(left: str, right: str, way: str) -> bool:
    """Whether a percentage is a share of something, or of the full quality, and so no gain."""
    return bool(_OF_QUALITY.match(right)) or (way not in ("fast", "slow") and bool(_PROPORTION.search(left)))
