"""What a paper says of its own method without a figure: "TwinPace outruns all baselines at every length".

A word model does not know the name of a new method. The paper does: its title gives it, and "our method" or "this strategy"
stands for it. A gain said of it is a claim far more often than a gain said of a workload or of the field.
"""

from __future__ import annotations

import re

from classifier.around.surroundings import Surroundings
from classifier.cause.method import own_name
from classifier.figures.gains import gain
from classifier.unit import Unit

# In the odds, for a sentence without a figure.
CLEAR_GAIN_OF_OWN = 12.0
GAIN_OF_OWN = 3.0
GAIN_OF_OTHERS = 0.8
GAIN_WITH_BUT = 0.2  # "although", "worse", "the workload has": the sentence is about something else
NO_GAIN = 0.25

_QUALITY_HEADING = re.compile(
    r"\b(?:accurac\w+|quality|perplexity|language modell?ing|longbench|passkey|downstream)\b", re.IGNORECASE
)
_SAID = re.compile(r"\b(?:accurac\w+|perplexit\w+|quality|scores?|points?|QA)\b", re.IGNORECASE)


def odds_of_own(s: Surroundings, i: int, u: Unit) -> float:
    """What it is worth, in a paper, that a sentence without a figure says a gain of the paper's own method, or none at all."""
    if not s.paper or u.kind not in ("sentence", "bullet", "caption", "title"):
        return 1.0
    found = gain(u.text)
    if not (found.of_inference or (found.said and _BEATS.search(u.text) and not _about_quality(s, i, u))):
        return NO_GAIN
    if found.doubtful:
        return GAIN_WITH_BUT
    if not (found.own or _speaks_of_own(s, u)):
        return GAIN_OF_OTHERS
    return CLEAR_GAIN_OF_OWN if found.clear else GAIN_OF_OWN


_BEATS = re.compile(r"\b(?:outperform\w*|outpac\w+|surpass\w*)\b")


def _about_quality(s: Surroundings, i: int, u: Unit) -> bool:
    """ "Outperforms" under "Accuracy" is no speed."""
    section = s.document.passages[i].section
    return bool(_SAID.search(u.text) or any(_QUALITY_HEADING.search(heading) for heading in section[1:]))


def _speaks_of_own(s: Surroundings, u: Unit) -> bool:
    name = own_name(s.document.title)
    if name and name.lower() in u.text.lower():
        return True
    return any(s.technique.get(h.technique, 0.0) > 0.25 for h in u.mentions.techniques)
