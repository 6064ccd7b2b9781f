# ruff: noqa: E501 - one pattern is one row, however long
"""A figure in a unit that names no cause: what its words only resemble is no mechanism."""

from __future__ import annotations

import re

from classifier.around.surroundings import Surroundings
from classifier.cause.evidence import DESCRIBED, Evidence
from classifier.cause.own_code import KERNEL
from classifier.cause.rivals import names_engine
from classifier.figures.amounts import level
from classifier.figures.effect import Effect
from classifier.figures.metrics import metric_words
from classifier.unit import Unit
from ingest.document import Passage

A_HUNCH = 0.3  # what a model of words believes of a sentence that names two engines, and not what differs
TAUGHT = 0.9  # so sure is a model only of a name that reviews have taught it
NOTHING_NAMED = 3.0  # "10x faster inference out of the box": what a model of words guesses is no mechanism
_SETTING = frozenset({"batch", "input_len", "output_len", "context_len", "n_devices"})
_REPLICAS = re.compile(
    r"\b(?:replicas?|load[- ]balanc\w+|copies of the (?:same )?model|(?:identical|separate) (?:servers|instances))\b",
    re.IGNORECASE,
)


def nothing_named(
    cases: dict[str, Evidence], s: Surroundings, u: Unit, effect: Effect | None, learnt: dict[str, float]
) -> None:
    """A sentence given by hand that names nothing, or only who is faster: no mechanism is said."""
    if effect is None or not s.short:
        return
    found = u.mentions
    if not (found.techniques or found.models or found.hardware or u.bits or u.stated):
        if max(learnt.values(), default=0.0) < TAUGHT:
            cases["other"].score += NOTHING_NAMED
    elif not (found.techniques or u.bits or u.stated) and names_engine(u.text):
        guess = max((p for t, p in learnt.items() if t != "hardware-upgrade"), default=0.0)
        one_chip = len({h.name for h in found.hardware}) < 2
        if one_chip and guess < A_HUNCH and not any(case.seen for case in cases.values()):
            cases["other"].score += NOTHING_NAMED
    elif _nothing_shown(cases, u):
        cases["other"].score += NOTHING_NAMED
    if _REPLICAS.search(u.text) and not found.techniques:
        cases["other"].score += 2 * NOTHING_NAMED


def _nothing_shown(cases: dict[str, Evidence], u: Unit) -> bool:
    """Whether a unit says where a figure was measured, and nothing of what did it."""
    found = u.mentions
    where = all(p.name in _SETTING for p in u.stated) and not (found.techniques or u.bits)
    alone = len({h.name for h in found.hardware}) < 2 and len({m.name for m in found.models}) < 2
    if not (where and alone) or any(case.seen for case in cases.values()):
        return False
    named = [(h.start, h.end) for h in found.hardware] + [(m.start, m.end) for m in found.models]
    named += [(w.start, w.end) for w in u.figures.words]
    words = [m for m in _A_WORD.finditer(u.text) if not any(a <= m.start() < b for a, b in named)]
    return all(_SAYS_NOTHING.fullmatch(m[0]) for m in words)


_A_WORD = re.compile(r"(?<![\w./-])[A-Za-z][A-Za-z'-]*(?![\w])")
# words of a figure and of where it was measured
_SAYS_NOTHING = re.compile(
    r"the|an?|of|on|in|at|with|for|to|from|by|and|per|our|its|their|we|it|is|are|was|were|now|up|down|about|around|roughly|nearly|over|than|as"
    r"|see|saw|get|gets|got|went|goes|fell|falls|rose|rises|dropped|drops|reach(?:es|ed)?|improv(?:es|ed)|increas(?:es|ed)|decreas(?:es|ed)|reduced|cut|grew"
    r"|faster|quicker|slower|higher|lower|more|less|better|times|fold|speed-?ups?|percent|tok|toks|tokens?|users?|requests?|second|seconds|sec|ms|s|x|t"
    r"|inference|decod(?:e|es|ing)|generation|generates?|serving|serves?|runs?|running|models?|gpus?|cards?|nvidia|amd|intel|single|one|two|four|eight",
    re.IGNORECASE,
)


OF_CODE = re.compile(
    r"\b(?:kernels?|optimi[sz]\w+|tun(?:ed|ing)|operators?|gemms?|gemv|matmuls?|assembly|simd|avx\S*|amx|neon|instructions?|vectori[sz]\w+|implementation|rewrit\w+|layouts?|triton|cuda|metal)\b",
    re.IGNORECASE,
)
GUESSED = 0.8  # below this a word model only guesses what a sentence describes
A_GUESS = 3.0


def guessed(cases: dict[str, Evidence], u: Unit, learnt: dict[str, float]) -> None:
    """ "7 % more throughput", and nothing is named here, above or anywhere: no mechanism, and not the one that the words resemble."""
    for technique, case in cases.items():
        described = technique == KERNEL and not OF_CODE.search(u.text)
        if technique != "other" and case.reason == DESCRIBED and (described or learnt.get(technique, 0.0) < GUESSED):
            case.score -= A_GUESS


def of_a_row(cases: dict[str, Evidence], p: Passage, rival: str) -> None:
    """ "Inter-token latency | 31 ms | 20 ms": a row's words say what was measured, and not what did it, as beside a rival engine."""
    label = p.cell_texts()[0] if p.cells else ""
    if not (rival or metric_words(level(label))):
        return
    for technique, case in cases.items():
        if technique != "other" and case.reason == DESCRIBED:
            case.score -= A_GUESS
