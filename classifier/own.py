# ruff: noqa: E501 - one pattern is one row, however long
"""What a paper says of its own method without a figure: "TwinPace outruns all baselines at every length".

A word model does not know the name of a new method. The paper does: its title gives it, and "our method" or "this strategy"
stands for it. A gain said of it is a claim far more often than a gain said of a workload or of the field.
"""

from __future__ import annotations

import re

from classifier.method import own_name
from classifier.surroundings import Surroundings
from classifier.unit import Unit

# In the odds, for a sentence without a figure.
CLEAR_GAIN_OF_OWN = 12.0
GAIN_OF_OWN = 3.0
GAIN_OF_OTHERS = 0.8
GAIN_WITH_BUT = 0.2  # "although", "worse", "the workload has": the sentence is about something else
NO_GAIN = 0.25

_CLEAR = re.compile(
    r"\b(?:faster|speed-?\s?ups?|speeds?(?: \w+){0,2} up|accelerat\w+|outperform\w*|surpass\w*|outpac\w+|(?:significantly|substantially|greatly|dramatically|massively|considerably|many times|far|much) (?:\w+ )?(?:reduc\w+|lower\w*|fewer|less|improv\w+|increas\w+|boost\w*|enhanc\w+|higher|greater|slower than|sav\w+)|fewer (?:\w+ ){0,2}(?:accesses|reads|steps|calls|passes|bytes))\b",
    re.IGNORECASE,
)
_QUALITY_HEADING = re.compile(
    r"\b(?:accurac\w+|quality|perplexity|language modell?ing|longbench|passkey|downstream)\b", re.IGNORECASE
)
_SAID = re.compile(r"\b(?:accurac\w+|perplexit\w+|quality|scores?|points?|QA)\b", re.IGNORECASE)

_GAIN = re.compile(
    r"\b(?:faster|fast and|speed-?\s?ups?|speeds?(?: \w+){0,2} up|accelerat\w+|outperform\w*|outpac\w+|outrun\w*|surpass\w*|beats?|quick(?:er|ly)|reduc(?:e[sd]?|ing|tions?)|lower(?:s|ing)?\s|fewer|less\s|smaller|decreas\w+|sav(?:es?|ings?)\b|cuts?\b|avoid\w*|eliminat\w+|improv\w+|increas(?:es?|ing)|enhanc\w+|boost\w*|higher|greater|much better|more (?:\w+-)?efficient|efficient|shorter|excel\w*|exceed\w*|compress\w*|minimi[sz]\w+|benefit\w*|multiple tokens)\b",
    re.IGNORECASE,
)
_OF_WHAT = re.compile(
    r"\b(?:inference|decod\w+|generation|sampling|latency|throughput|speed\w*|accelerat\w+|faster|memory|bandwidth|traffic|movement|accesses|reads?|cache|footprint|runtime|time|ttft|tbt|tpot|capacity|efficien\w+|tokens?|computation|IO|compress\w*|size|overhead|execution|utili[sz]ation|serving)\b"
)
_OUR = re.compile(
    r"\b(?:our|the proposed|these|this|both|the (?:global|adaptive|dynamic|combined|resulting)) (?:\w+[- ]){0,2}(?:methods?|approach|strateg(?:y|ies)|algorithms?|technique|techniques|framework|system|kernels?|design|scheme|cache|mechanism|architecture|setup|results)\b|\bwe (?:\w+ )?(?:propose|present|introduce|develop|extend|employ|demonstrate)\b|^(?:This|It|These) (?:\w+ )?(?:leads?|reduc\w+|accelerat\w+|improv\w+|results? in|saves?|avoids?|boosts?|increases?|enables?|cuts?|lowers?)\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:however|although|unlike|workloads? (?:has|have|exhibits?|features?|incurs?)|suffers?|insufficient|can be used in conjunction|limitations? of|attracted|plateaus?|regress\w*|bottleneck\w*|challeng\w+|difficult\w*|worse|severe|degrad\w+|longest|slower|slow\b|not (?:necessarily|always)|cannot|question|lower bound|asymptotic\w*|perplexit\w+|better-than-chance|decomposed|consists? of|relies on|in proportion|defined as)\b",
    re.IGNORECASE,
)


def odds_of_own(s: Surroundings, i: int, u: Unit) -> float:
    """What it is worth, in a paper, that a sentence without a figure says a gain of the paper's own method, or none at all."""
    if not s.paper or u.kind not in ("sentence", "bullet", "caption", "title"):
        return 1.0
    spoken = _OF_WHAT.search(u.text) or (_BEATS.search(u.text) and not _about_quality(s, i, u))
    if not (_GAIN.search(u.text) and spoken):
        return NO_GAIN
    if _OTHERS.search(u.text):
        return GAIN_WITH_BUT
    if not _speaks_of_own(s, u):
        return GAIN_OF_OTHERS
    return CLEAR_GAIN_OF_OWN if _CLEAR.search(u.text) else GAIN_OF_OWN


_BEATS = re.compile(r"\b(?:outperform\w*|outpac\w+|surpass\w*)\b")


def _about_quality(s: Surroundings, i: int, u: Unit) -> bool:
    """ "Outperforms" under "Accuracy" is no speed."""
    section = s.document.passages[i].section
    return bool(_SAID.search(u.text) or any(_QUALITY_HEADING.search(heading) for heading in section[1:]))


def _speaks_of_own(s: Surroundings, u: Unit) -> bool:
    name = own_name(s.document.title)
    if (name and name.lower() in u.text.lower()) or _OUR.search(u.text):
        return True
    return any(s.technique.get(h.technique, 0.0) >= 0.25 for h in u.mentions.techniques)
