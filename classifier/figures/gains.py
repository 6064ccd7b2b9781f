# ruff: noqa: E501 - one pattern is one row, however long
"""How a gain is worded: what gets better, how clearly it is said, of whose method, and what makes it somebody else's or none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from classifier.words.at_words import AtWords

_WORDS = AtWords(
    (
        (
            "said",
            r"\b(?:faster|fast and|speed-?\s?ups?|speeds?(?: \w+){0,2} up|accelerat\w+|outperform\w*|outpac\w+|outrun\w*|surpass\w*|beats?|quick(?:er|ly)|reduc(?:e[sd]?|ing|tions?)|lower(?:s|ing)?\s|fewer|less\s|smaller|decreas\w+|sav(?:es?|ings?)\b|cuts?\b|avoid\w*|eliminat\w+|improv\w+|increas(?:es?|ing)|enhanc\w+|boost\w*|higher|greater|much better|more (?:\w+-)?efficient|efficient|shorter|excel\w*|exceed\w*|compress\w*|minimi[sz]\w+|benefit\w*|multiple tokens)\b",
        ),
        (
            "clear",
            r"\b(?:faster|speed-?\s?ups?|speeds?(?: \w+){0,2} up|accelerat\w+|outperform\w*|surpass\w*|outpac\w+|(?:significantly|substantially|greatly|dramatically|massively|considerably|many times|far|much) (?:\w+ )?(?:reduc\w+|lower\w*|fewer|less|improv\w+|increas\w+|boost\w*|enhanc\w+|higher|greater|slower than|sav\w+)|fewer (?:\w+ ){0,2}(?:accesses|reads|steps|calls|passes|bytes))\b",
        ),
        (
            "of",
            r"\b(?:inference|decod\w+|generation|sampling|latency|throughput|speed\w*|accelerat\w+|faster|memory|bandwidth|traffic|movement|accesses|reads?|cache|footprint|runtime|time|ttft|tbt|tpot|capacity|efficien\w+|tokens?|computation|IO|compress\w*|size|overhead|execution|utili[sz]ation|serving)\b",
        ),
        (
            "own",
            r"\b(?:our|the proposed|these|this|both|the (?:global|adaptive|dynamic|combined|resulting)) (?:\w+[- ]){0,2}(?:methods?|approach|strateg(?:y|ies)|algorithms?|technique|techniques|framework|system|kernels?|design|scheme|cache|mechanism|architecture|setup|results)\b|\bwe (?:\w+ )?(?:propose|present|introduce|develop|extend|employ|demonstrate)\b|^(?:This|It|These) (?:\w+ )?(?:leads?|reduc\w+|accelerat\w+|improv\w+|results? in|saves?|avoids?|boosts?|increases?|enables?|cuts?|lowers?)\b",
        ),
        (
            "doubtful",
            r"\b(?:however|although|unlike|workloads? (?:has|have|exhibits?|features?|incurs?)|suffers?|insufficient|can be used in conjunction|limitations? of|attracted|plateaus?|regress\w*|bottleneck\w*|challeng\w+|difficult\w*|worse|severe|degrad\w+|longest|slower|slow\b|not (?:necessarily|always)|cannot|question|lower bound|asymptotic\w*|perplexit\w+|better-than-chance|decomposed|consists? of|relies on|in proportion|defined as)\b",
        ),
    )
)


# "5.6x more cached tokens in the same memory", "eight times the batch", "ten times as many 32K-token sequences": what fits is
# counted, and not the memory
MORE_FIT = re.compile(
    r"\s*(?:more|longer|larger|as\s+many|(?:of\s+)?(?:the|its))\s+(?:[\w.-]+\s+){0,2}?(?:tokens|sequences|users|requests|conversations|sessions|contexts?|prompts|batch(?:es)?|concurrency)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Gain:
    """What a sentence says of a gain, whether or not it is a claim."""

    said: bool  # something gets better: "faster", "reduces", "boosts"
    of_inference: bool  # and a word for speed, memory or inference stands in the sentence
    clear: bool  # "significantly reduces", "outperforms", "faster"
    own: bool  # of "our method", "this strategy", "we propose"
    doubtful: bool  # "although", "suffers", "the workload has": the sentence is about something else


@lru_cache(maxsize=256)  # asked where a unit stands, and again for what the model sees of it
def gain(text: str) -> Gain:
    """How the text speaks of a gain."""
    words = _WORDS.present(text)
    said = "said" in words
    return Gain(said, said and "of" in words, "clear" in words, "own" in words, "doubtful" in words)
