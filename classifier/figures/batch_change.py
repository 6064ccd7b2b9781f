# ruff: noqa: E501 - one pattern is one row, however long
"""Batches that grow: how many sequences there were, and how many there are.

"From 8 to 64 chats", "batch 1 -> 32", "64 users against one".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from classifier.figures.number_words import SPELLED, spelled
from classifier.words.held import held, pieces

_N = rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,5}}|{SPELLED}|one|(?:a\s)?single)"
_KIND = r"(?:(?:concurrent|simultaneous|parallel|active|open|in-?flight|running|live)\s)?"
_NOUN = rf"{_KIND}(?:requests?|users?|chats?|sequences?|sessions?|streams?|conversations?|clients?|prompts?)"
_BATCH = r"(?:batch(?:es)?(?:[ -]?sizes?)?|bs|concurrency)"
_THAN = r"(?:vs\.?|versus|than|against|over|compared (?:to|with)|relative to|as)"
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:from|between)\s(?P<old>{_N})(?:\s{_NOUN})?\s(?:up\s)?(?:to|and)\s(?P<new>{_N})\s{_NOUN}\b",
        rf"\b(?:{_BATCH}|(?:number of\s|count of\s)?{_NOUN})\b[^.;\d]{{0,24}}?\sfrom\s(?P<old>{_N})\s(?:up\s)?to\s(?P<new>{_N})(?![\w%]|[.,]\d|\s?[x×])",
        rf"\b{_BATCH}\s?=?\s?(?P<old>{_N})\s?(?:→|-+>|=>|to)\s?(?:{_BATCH}\s?=?\s?)?(?P<new>{_N})(?![\w%]|[.,]\d)",
        rf"\b{_BATCH}\s?(?:of\s|=\s?)?(?P<new>{_N})\b[^.;]{{0,80}}?\b{_THAN}\s(?:(?:with|at|for|in|a|the)\s)*{_BATCH}\s?(?:of\s|=\s?)?(?P<old>{_N})(?![\w%]|[.,]\d)",
        rf"\b(?P<new>{_N})\s{_NOUN}\b[^.;]{{0,80}}?\b{_THAN}\s(?:(?:with|at|for|in|the|just|only)\s)*(?P<old>{_N})(?:\s{_NOUN})?(?![\w%]|[.,]\d|\s[\w-]*\d)",
    )
)
_SAID = pieces(("batch", "bs", "concurren", "request", "user", "chat", "sequence", "session", "stream", "conversation", "client", "prompt"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class BatchChange:
    """Two counts of sequences at their place."""

    before: int
    after: int
    start: int
    end: int


def batch_change(text: str) -> BatchChange | None:
    """The growth of a batch that a levelled text speaks of."""
    if not held(text) & _SAID:
        return None
    for form in _FORMS:
        for m in form.finditer(text):
            before, after = _count(m["old"]), _count(m["new"])
            if 0 < before < after <= 65536:
                return BatchChange(before, after, m.start(), m.end())
    return None


def _count(said: str) -> int:
    low = said.lower()
    if low in ("one", "single", "a single"):
        return 1
    return int(low.replace(",", "")) if low[0].isdigit() else int(spelled(low))
