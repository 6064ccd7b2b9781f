# ruff: noqa: E501 - one pattern is one row, however long
"""What a sentence says was done, where the names beside it are only what it was done to.

"We fuse the INT8 conversion with the gather" is fusing, though it names a format; "host-memory offloading helps beyond prefix
caching" is of the offloading.
"""

from __future__ import annotations

from dataclasses import dataclass

from classifier.cause.number_formats import FAMILY
from classifier.cause.own_code import KERNEL
from classifier.words.at_words import Quick


@dataclass(frozen=True, slots=True)
class Deed:
    """A verb with its technique, the words that make it another thing, and what it may be done to."""

    technique: str
    said: Quick
    unless: Quick
    done_to: frozenset[str]  # techniques that are hardly what is new in such a sentence


DEEDS: tuple[Deed, ...] = (
    Deed(
        "kernel-fusion",
        Quick(
            r"\b(?:we|to|it|they|which|that|also|and|then) (?:also )?fus(?:es?|ed|ing)\b"
            r"|^\W*(?:\w+:\s)?fus(?:es?|ed|ing)\b(?! \w+ (?:kernels?|moe|mha)\b)"
            r"|\bfusion\W{0,3}:|\bfusion in (?:the|its)\b",
            seldom=True,
        ),
        Quick(
            r"\b(?:communicat\w+|dispatch|all-?\s?reduce|all-?gather|collectives?|multi-head|flash-?attention)\b",
            seldom=True,
        ),
        frozenset({*FAMILY, KERNEL, "mixture-of-experts"}),
    ),
    Deed(
        "kv-offload",
        Quick(
            r"\b(?:system|host|cpu|main|grace)[- ](?:memory[- ]|ram[- ])?offload\w*"
            r"|\b(?:offload|mov)\w* (?:[\w-]+ ){0,5}(?:kv|cache)\w* (?:data )?"
            r"(?:out of|to|into) (?:the )?(?:gpu|cpu|host|system|disk|ssd)\b",
            seldom=True,
        ),
        Quick(r"\b(?:weights?|experts?|layers?|parameters?|optimi[sz]er|low-rank)\b", seldom=True),
        frozenset({"prefix-caching", "paged-kv-cache"}),
    ),
)


# "The keys in 2 bits and the values in 4", "two-bit keys": a cache that is narrowed, though nobody says cache.
NARROW_KEYS = Quick(
    r"\bquanti[sz]\w+ (?:the |its |our |a )?(?:(?:latent|kv|mla|compressed|key-value|attention)[ -]){0,2}caches?\b|\b(?:keys|values)(?: (?:are|stored|kept|held|rounded|quanti[sz]ed)){0,2} (?:in|at|to) (?:[2-8]|two|three|four|eight)[- ]?bits?\b|\b(?:[2-8]|two|three|four|eight)[- ]bit (?:keys|values)\b",
    seldom=True,
)


# "The cache is pulled back from host memory rather than recomputed"
READ_BACK = Quick(
    r"\bcaches?\b[^.;]{0,80}?\b(?:pulled|read|loaded|fetched|restored|streamed|copied|brought|paged)\s(?:back\s)?(?:in\s)?from\s(?:the\s)?(?:host|cpu|grace|system|main|dram|ram|ssd|nvme|disk|flash|remote)\b",
    seldom=True,
)


def deeds(text: str, about: frozenset[str]) -> list[tuple[Deed, tuple[int, int]]]:
    """What a text says was done, each with its place; of caches only where `about` holds one of theirs."""
    out = []
    for deed in DEEDS:
        m = deed.said.search(text)
        if m is None or deed.unless.search(text):
            continue
        if deed.technique == "kv-offload" and about.isdisjoint({deed.technique, *deed.done_to}):
            continue
        out.append((deed, m.span()))
    return out
