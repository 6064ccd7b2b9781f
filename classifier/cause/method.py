# ruff: noqa: E501 - one pattern is one row, however long
"""Methods that rest on bytes and on steps together: what their figures are of, the whole or one of its parts.

"Cached states and parallel decoding for X" says so in its title. Then a figure of "our method" is of both sides, and one of
"caching alone" is of its side only.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from classifier.around.surroundings import Surroundings
from classifier.cause.linking import Choice
from classifier.cause.number_formats import WIDE
from classifier.cause.own_code import KERNEL
from classifier.cause.rivals import against_engine, of_another_engine
from classifier.figures.effect import Effect
from classifier.setting.baseline import is_baseline
from classifier.setting.table_settings import own_head
from classifier.unit import Unit
from classifier.words.at_words import Quick
from estimator.statement import Side
from ingest.document import Passage

_BYTES = Quick(r"\b\w*(?:cach(?:e[sd]?|ing)\b|quanti[sz]\w+|spars\w+|prun\w+|low-bit|\d-bit|KV\b)", seldom=True)
_STEPS = Quick(
    r"\b(?:specul\w+|draft\w*|paralleli[sz](?:ed?|es|ing|ation)|parallel (?:decod\w+|generat\w+|sampl\w+)|multi-?token|multiple tokens|tokens per step)\b|\bconfidence",
    seldom=True,
)
_WHOLE = Quick(
    r"\b(?:combin\w+|together|jointly|both (?:techniques|methods|components|strategies|parts)|our (?:full |combined |overall )?(?:methods?|approach|framework|system|techniques))\b",
    seldom=True,
)
_PART = Quick(
    r"\b(?:this|the|adaptive|dynamic|such an?) (?:\w+ ){0,1}(?:strategy|approach|mechanism|scheme|threshold\w*|component)\b",
    seldom=True,
)


def two_sided(s: Surroundings) -> bool:
    """Whether the title names something that saves bytes and something that saves steps."""
    title = _NARROW_DRAFT.sub("draft", s.document.title)
    return bool(_BYTES.search(title) and _STEPS.search(title))


# "Depth-pruned draft models": only what drafts is smaller, and the target reads all of its bytes
_NARROW_DRAFT = re.compile(
    r"\b[\w-]*(?:quanti[sz]|spars|prun|low-bit|\d-bit)[\w-]*\s(?:draft|assistant|speculator)", re.IGNORECASE
)


def own_name(title: str) -> str:
    """What a title calls its method: the word before the colon, or ""."""
    head, colon, _ = title.partition(":")
    return head.strip() if colon and 0 < len(head.split()) <= 2 else ""


LEAST_SHARE = 0.2  # what an engine is about on each side before its figures are of both
_ONE_PASS = re.compile(r"\b(?:embedding|rerank|reward|classif)\w*", re.IGNORECASE)  # whose models do not decode


def of_all(s: Surroundings, i: int, effect: Effect | None, best: Choice, side_of: dict[str, str]) -> bool:
    """Whether a figure is of mechanisms of both sides together.

    It is where its own column adds them up ("+cache +parallel"), and where it is of a whole engine that the document
    describes by what saves bytes and by what saves steps.
    """
    if effect is None:
        return False
    p, about = s.document.passages[i], s.technique
    if p.kind == "row":
        return _adds_up(p, effect, side_of.get(s.most_about, ""))
    if of_another_engine(s, i) or against_engine(s, i, s.unit(i), effect):
        return False
    unnamed = best.technique == "other" or (best.technique == KERNEL and not best.stated)
    if not unnamed or any(_ONE_PASS.search(text) for text in (*p.section[-1:], p.text)):
        return False
    share = {
        side: sum(x for t, x in about.items() if side_of.get(t) == side) for side in ("fewer-bytes", "fewer-steps")
    }
    return min(share.values()) >= LEAST_SHARE


def _adds_up(p: Passage, effect: Effect, main: str) -> bool:
    """Whether the head of a figure's column is a sum of two, one of them of bytes and the other of steps."""
    head = own_head(p, effect.start)
    parts = [part.strip() for part in re.split(r"\+|&| and ", re.sub(r"\(.*\)", "", head)) if part.strip()]
    if len(parts) != 2 or not head.lstrip().startswith("+"):
        return False
    sides = {"fewer-bytes" if _BYTES.search(x) else "fewer-steps" if _STEPS.search(x) else main for x in parts}
    return sides == {"fewer-bytes", "fewer-steps"}


def governed(
    s: Surroundings, i: int, u: Unit, effect: Effect | None, choices: list[Choice], side_of: dict[str, str]
) -> tuple[list[Choice], Side | None]:
    """The choices and the side where a method or an engine has two sides; elsewhere as they are, and None."""
    if not choices:
        return choices, None
    if effect is not None and (steps_side := _joined(u, side_of)):
        return _first(choices, [c for c in choices if c.technique == steps_side]), "both"
    if not two_sided(s):
        if not of_all(s, i, effect, choices[0], side_of):
            return choices, None
        return (choices if u.kind == "row" else _first(choices, [c for c in choices if c.technique == "other"])), "both"
    name = own_name(s.document.title)
    whole = bool(_WHOLE.search(u.text)) or bool(name and name in u.text)
    bytes_, steps = bool(_BYTES.search(u.text)), bool(_STEPS.search(u.text))
    if whole or bytes_ == steps or u.kind == "row":
        if not whole and not bytes_ and (_PART.search(u.text) or not u.figures.effects) and u.kind != "row":
            return choices, None
        return _of_document(s, choices), "both"
    wanted = "fewer-bytes" if bytes_ else "fewer-steps"
    return _first(choices, [c for c in choices if side_of.get(c.technique) == wanted]), None


_TOGETHER = re.compile(
    r"(?:\s+(?:weights?|caches?|models?|decoding|drafts?|heads|quanti[sz]ation))?(?:\s+\([^()]{0,40}\))?\s*,?\s*(?:\+|&|\b(?:and|plus|(?:together|combined|in combination|along|paired|stacked) with|on top of|stacked on|as well as)\b)\s*(?:an?\s|the\s|its\s|our\s|\d{1,2}\s|two\s|three\s|four\s|five\s)?(?:[A-Z][\w.]*(?:-[\w.]+)+\s|\d[\d.]*[BM]\s)?",  # "plus a Llama-3.2-1B drafter"
    re.IGNORECASE,
)


# "by integrating four-bit quantisation with assisted generation"
_JOINING = re.compile(
    r"\b(?:combin|integrat|pair|merg|unit|stack)(?:es?|ing|ed|s)?\s+(?:[\w-]+\s+){0,4}$", re.IGNORECASE
)
_WITH = re.compile(r"\s+(?:[\w-]+\s+)?with\s+(?:an?\s|the\s|its\s|our\s)?", re.IGNORECASE)


def _joined(u: Unit, side_of: dict[str, str]) -> str:
    """The technique that saves steps where one figure is of it "together with" one that saves bytes; else ""."""
    if len(u.figures.effects) != 1:
        return ""
    for one, two in pairwise(u.mentions.techniques):
        if is_baseline(u.text, one):
            continue
        sides = {side_of.get(h.technique): h.technique for h in (one, two)}
        glued = _TOGETHER.fullmatch(u.text, one.end, two.start) or (
            _WITH.fullmatch(u.text, one.end, two.start)
            and (_JOINING.search(u.text, 0, one.start) or WIDE.search(u.text))
        )
        if sides.keys() == {"fewer-bytes", "fewer-steps"} and glued:
            return sides["fewer-steps"]
    return ""


def _of_document(s: Surroundings, choices: list[Choice]) -> list[Choice]:
    """What the document is most about, first."""
    about = s.most_about or choices[0].technique
    if about not in {c.technique for c in choices}:
        choices = [replace(choices[0], technique=about, stated=False, start=-1, end=-1), *choices]
    return _first(choices, [c for c in choices if c.technique == about])


def _first(choices: list[Choice], preferred: list[Choice]) -> list[Choice]:
    return [*preferred[:1], *(c for c in choices if c is not preferred[0])] if preferred else choices
