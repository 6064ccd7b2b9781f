# ruff: noqa: E501 - one pattern is one row, however long
"""What a sentence without a figure tells of itself: whether it speaks of a gain, of whose, and where it stands.

The linear model has learnt from single units. In whole documents some facts about a unit weigh more, or less, than there: how
much is set here: fitted on the annotated documents, whose sentences train no model, and rounded. Figures on those documents
are therefore not of unseen ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tell:
    """One fact about a unit, by its features, and what it is worth in the odds of a claim."""

    any_of: frozenset[str]
    odds: float
    example: str


TELLS: tuple[Tell, ...] = (
    Tell(frozenset({"g:sure"}), 2.5, "This lowers the memory that a request needs."),
    Tell(frozenset({"g:clear"}), 1.8, "This significantly lowers the memory that a request needs."),
    Tell(frozenset({"g:own"}), 2.0, "Our scheme keeps the cache small."),
    Tell(frozenset({"hw=True", "model=True"}), 0.5, "The demo serves Llama-3-8B from an A10."),
    Tell(frozenset({"l:rate", "l:time", "l:bytes"}), 0.35, "The card has 24 GB."),
    Tell(frozenset({"in:meta", "in:future"}), 0.15, "Under “Roadmap”: paged attention."),
    Tell(frozenset({"in:accuracy"}), 0.4, "Under “Accuracy”: two-bit caches do well."),
    Tell(frozenset({"in:how"}), 0.5, "Under “Installation”: quantised kernels need a compiler."),
    Tell(frozenset({"x:share=1"}), 1.4, "Requests are served with continuous batching and a queue of their own."),
    Tell(frozenset({"x:share=2"}), 2.0, "Serves requests with continuous batching throughout."),
    Tell(frozenset({"x:share=3"}), 2.2, "A scheduler with continuous batching."),
    Tell(frozenset({"x:share=4"}), 2.8, "Continuous batching."),
)


# Shapes of sentences that claim more often than their words say, each with its odds.
_SHAPES: tuple[tuple[str, re.Pattern[str], float], ...] = (
    (
        "a change log's verb leads",  # "Optimise the reuse of softmax buffers."
        re.compile(
            r"^\W*(?:\w+: )?(?:further |significantly )?(?:optimi[sz]e|improve|speed up|accelerate|enhance|reduce|boost)[sd]?\b",
            re.IGNORECASE,
        ),
        3.0,
    ),
    (
        "the means is named",  # "cuts traffic by sharing keys among heads"
        re.compile(
            r"\b(?:by|thus|thereby|while|and) (?:\w+ly )?(?:reducing|improving|increasing|enabling|allowing|making|saving|accelerating|eliminating|avoiding|storing|sharing|reusing|caching|keeping|skipping|overlapping|fusing|compressing|quanti[sz]ing|splitting|batching|predicting)\b",
            re.IGNORECASE,
        ),
        1.8,
    ),
    (
        "support is stated",  # "Sliding windows are now supported on this card."
        re.compile(
            r"\b(?:is|are|now|been) (?:now |fully |also )?supported\b|\bsupport(?:s|ed|ing)? for\b"
            r"|\badd(?:s|ed)? (?:[\w-]+ ){0,2}support\b|^\W*support(?:s|ed)?\b",
            re.IGNORECASE,
        ),
        2.0,
    ),
    (
        "what it lets one do",  # "With the shared cache, we can serve more users." "It reads half the cache, enabling longer chats."
        re.compile(r", (?:we|you) can\b|, (?:thus |thereby )?(?:enabling|allowing)\b", re.IGNORECASE),
        1.7,
    ),
    ("the old way is named", re.compile(r"\binstead of\b|\brather than\b", re.IGNORECASE), 2.0),
    (
        "a word of speed",  # "The tuned kernel makes decoding faster."
        re.compile(r"\baccelerat(?:e|es|ed|ing)\b|\bfaster\b|\bimprove[sd]?\b", re.IGNORECASE),
        1.4,
    ),
    ("work is spread", re.compile(r"\bin parallel\b|\bacross multiple\b", re.IGNORECASE), 1.5),
    ("an introduction", re.compile(r":\W*$"), 0.5),  # "We compare two ways to batch requests:"
    ("a flag", re.compile(r"`--[a-z]|^\W*--[a-z]"), 0.4),  # "`--window`: how many tokens are kept"
    (
        "the field",  # "Most recent methods prune large language models."
        re.compile(
            r"\b(?:recent|many|most|some|existing|current) (?:[\w-]+ ){0,3}"
            r"(?:works?|methods|approaches|studies|models|LLMs|applications|systems|techniques|tasks)\b|\blarge language models\b",
            re.IGNORECASE,
        ),
        0.3,
    ),
    ("what will be", re.compile(r"\bwill\b", re.IGNORECASE), 0.4),  # "A longer draft will then be rejected more often."
    (
        "how it goes on",  # "It then checks the guess for each layer, where a wrong one is dropped, leading to a second pass."
        re.compile(r"\bthen\b|, where\b|\bleading to\b|\bfor each\b|\bentire\b|\btheir\b", re.IGNORECASE),
        0.5,
    ),
)


def odds_of_telling(text: str, names: Iterable[str]) -> float:
    """What the facts about a unit without a figure are worth together."""
    present = set(names)
    out = 1.0
    for _, shape, odds in _SHAPES:
        if shape.search(text):
            out *= odds
    for tell in TELLS:
        if not tell.any_of.isdisjoint(present):
            out *= tell.odds
    return out
