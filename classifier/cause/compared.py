# ruff: noqa: E501 - one pattern is one row, however long
"""Two chips or two models, one of them what the other is compared with: then it is they that are new."""

from __future__ import annotations

import re
from itertools import pairwise

from classifier.around.surroundings import Surroundings
from classifier.cause.evidence import Evidence, is_compared
from classifier.figures.effect import Effect
from classifier.figures.number_words import SPELLED
from classifier.names.drafts import drafts
from classifier.setting.table_settings import own_head
from classifier.unit import Unit
from classifier.words.at_words import Quick
from ingest.document import Passage

# "than an A100", "up to 3.4x A100": no cards are counted in tenths
_OTHER_CHIP = re.compile(
    r"\b(?:as|than|over|versus|vs\.?|compared (?:to|with)|against|from|of that of|(?:throughput|speed|rate|performance|bandwidth) of|replac\w+)\s+(?:\S+\s+){0,2}$|\b\d+\.\d+\s?[x×]\s(?:the\s)?(?:NVIDIA\s)?$",
    re.IGNORECASE,
)


# "on an H200", "with four A100s": a chip as the place of a run
_RUNS_ON = re.compile(
    rf"\b(?:on|using|with|in|across|over)\s+(?:(?:the|an?|one|and|our|same|single|its|{SPELLED}|\d+\s?[x×]?)\s+|\d+[x×]\s?)*(?:(?:NVIDIA|AMD|Intel|GeForce|Google|Apple|MacBook|Mac)\s+)*$",
    re.IGNORECASE,
)


def only_runs_on(u: Unit) -> bool:
    """One chip, and it only says where: nothing was moved to it."""
    chips = u.mentions.hardware
    named = any(h.technique == "hardware-upgrade" for h in u.mentions.techniques)
    return (
        len({h.name for h in chips}) == 1
        and not named
        and all(_RUNS_ON.search(u.text, 0, h.counted[0] if h.count and h.counted[1] else h.start) for h in chips)
    )


_FROM = re.compile(r"\bfrom\s(?:\S+\s)?$", re.IGNORECASE)  # "from an H100 to a B200"
_TO = re.compile(r"\s(?:GPUs?\s)?to\s(?:\S+\s)?", re.IGNORECASE)
# "swapping an L4 for an L40S", "replace four A100 by four H100"
_SWAP = re.compile(
    r"\b(?:swap\w*|replac\w*|exchang\w*|trad(?:e[sd]?|ing)|upgrad\w*)\s(?:out\s)?(?:from\s)?(?:\S+\s){0,2}$",
    re.IGNORECASE,
)
_FOR = re.compile(r"s?\s(?:GPUs?\s|cards?\s)?(?:for|with|by|to)\s(?:\S+\s){0,2}", re.IGNORECASE)


def machines_compared(cases: dict[str, Evidence], u: Unit) -> bool:
    """Two chips, one of them what the other is compared with: the hardware is what is new."""
    chips, found = u.mentions.hardware, False
    for last, h in pairwise(chips):
        moved = _FROM.search(u.text, 0, last.start) and _TO.fullmatch(u.text, last.end, h.start)
        moved = moved or (_SWAP.search(u.text, 0, last.start) and _FOR.fullmatch(u.text, last.end, h.start))
        compared = h.name != chips[0].name and _OTHER_CHIP.search(u.text[max(0, h.start - 40) : h.start])
        if h.name != last.name and (moved or compared):
            found = True
            case = cases.setdefault("hardware-upgrade", Evidence())
            reason = f"“{u.text[h.start : h.end]}” is compared with"
            case.add("here", 1.0, reason)
            case.add("strong", 1.0, reason)
            if case.place[0] < 0:
                case.place = (h.start, h.end)
    return found


_SIZE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)B\b")
_EXPERTS = re.compile(r"\d+x\d+(?:\.\d+)?B|-A\d+(?:\.\d+)?B", re.IGNORECASE)


# "drop the 70B", "instead of paying for", "retire your 405B": the model that is left
_LEFT = re.compile(
    r"\b(?:drop(?:s|ping|ped)?|ditch(?:es|ing|ed)?|skip(?:s|ping|ped)?|retir(?:e[sd]?|ing)|leav(?:es?|ing)|left|forget(?:s|ting)?|dump(?:s|ing|ed)?|replac(?:e[sd]?|ing)|swap(?:s|ping|ped)?)\s(?:out\s)?(?:\w+\s){0,2}$",
    re.IGNORECASE,
)


def _has_experts(name: str) -> bool:
    """By the name, or by the catalog's row of that name."""
    from estimator import UnknownName, find_model

    if _EXPERTS.search(name):
        return True
    try:
        return find_model(name).experts > 0
    except UnknownName:
        return False


def models_compared(cases: dict[str, Evidence], u: Unit) -> bool:
    """Two models, one of them what the other is compared with: experts against a dense one, or a smaller one of the family."""
    found = False
    models = [m for m in u.mentions.models if not m.bare and not drafts(u.text, m)]
    left = [m for m in models if _LEFT.search(u.text[max(0, m.start - 40) : m.start])]
    models = [m for m in models if m not in left] + left  # "drop the 32B: the 4B is faster"
    for old in models[1:]:
        new = models[0]
        before = u.text[max(0, old.start - 40) : old.start]
        if old.name == new.name or not (_OTHER_CHIP.search(before) or _LEFT.search(before)):
            continue
        sizes = [float(size[1]) if (size := _SIZE.search(m.name)) else 0.0 for m in (new, old)]
        same = new.name.split("-")[0] == old.name.split("-")[0]
        if _has_experts(new.name) and not _has_experts(old.name):
            technique = "mixture-of-experts"
        elif same and 0 < sizes[0] < 0.7 * sizes[1]:
            technique = "smaller-model"
        else:
            continue
        found = True
        case = is_compared(cases, technique, f"“{u.text[old.start : old.end]}” is compared with")
        if case.place[0] < 0:
            case.place = (old.start, old.end)
    return found


# "than a dense 141B model of the same depth"
_DENSE = Quick(
    r"\b(?:than|over|versus|vs\.?|against|as|compared (?:to|with)|relative to)\s(?:an?\s|the\s)?(?:[\w-]+\s){0,2}dense\s(?:[\w.-]+\s){0,3}(?:models?|transformers?|LLMs?|networks?|\d+B)\b",
    seldom=True,
)


def against_dense(cases: dict[str, Evidence], u: Unit) -> None:
    """Experts that are compared with a dense model are what is new."""
    if _DENSE.search(u.text) and any(_EXPERTS.search(m.name) for m in u.mentions.models[:1]):
        is_compared(cases, "mixture-of-experts", "a dense model is compared with")


def of_two_chips(s: Surroundings, p: Passage, effect: Effect, head: str) -> str:
    """ "H200 / H100" over a figure, or one chip over what was before and another over what is after."""
    names = [h.name for h in s.names(head).hardware]
    if effect.before is not None and effect.after is not None:
        sides = [{h.name for h in s.names(own_head(p, a.start)).hardware} for a in (effect.before, effect.after)]
        names += [name for side in sides if len(side) == 1 for name in side]
    two = list(dict.fromkeys(names))
    return " and ".join(f"“{name}”" for name in two) if len(two) == 2 else ""
