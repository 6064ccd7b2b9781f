"""Techniques that a sentence shows and does not name: more chips, drafts by their number, a part by its share of the time."""

from __future__ import annotations

import re

from classifier.evidence import Evidence, is_compared
from classifier.learned import sides
from classifier.own_code import KERNEL
from classifier.unit import Unit

MORE_CHIPS = 3.0  # a format beside "from two to four cards" is what both numbers of them ran
# "From two to four L40S", "going from 4 to 8 GPUs"
_MORE_CHIPS = re.compile(
    r"\bfrom\s(?:\d{1,3}|one|two|four|eight|sixteen)\s(?:[\w-]+\s){0,2}?to\s(?:\d{1,3}|two|four|eight|sixteen|thirty-two)\s(?:NVIDIA\s|AMD\s)?(?:GPUs|cards|accelerators|chips|(?-i:[AHBLV]\d{2,3}|GB\d|MI\d|RTX|TPU))",
    re.IGNORECASE,
)
_EXCHANGES = "communication-kernels"
_EXCHANGED = re.compile(r"\b(?:all-?reduces?|all-?to-?alls?|communication|collectives?|exchanges?)\b", re.IGNORECASE)
_DRAFTED = frozenset({"draft_len", "acceptance_len", "acceptance_rate", "draft_params_b"})


def shown(cases: dict[str, Evidence], u: Unit) -> None:
    """Parameters that show what was done where nothing is named: drafts, or a part's share of the time."""
    sides_named = {sides().get(h.technique) for h in u.mentions.techniques}
    if not sides_named and (grown := _MORE_CHIPS.search(u.text)) is not None:
        case = is_compared(cases, "tensor-parallelism", f"“{grown[0]}”")
        case.place, case.score = grown.span(), case.score + MORE_CHIPS
    for p in u.stated:
        drafted = p.name in _DRAFTED and sides_named.isdisjoint(("fewer-steps", "both"))
        kernel = p.name == "time_share" and not u.mentions.techniques
        if drafted or kernel:
            technique = "speculative-decoding" if drafted else _EXCHANGES if _EXCHANGED.search(u.text) else KERNEL
            is_compared(cases, technique, f"“{p.surface}”").place = (p.start, p.end)
