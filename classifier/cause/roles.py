"""What part a technique's name plays in its unit: what is done, what it is done for, or who does it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from classifier.around.surroundings import DRAFTS, Surroundings
from classifier.cause.own_code import IN_KERNELS, KERNEL
from classifier.figures.effect import Effect
from classifier.names.mentions import TechniqueHit
from classifier.unit import Unit

_TAG = re.compile(r"[\w/ .-]{0,24}(?:\([^()]{0,30}\))?(?:\]?\s?:|\])\s")
_WHERE = re.compile(r"\b(?:in|on|via|through|into|to)\s+(?:the\s+|our\s+)?`?(?:\w+\.)*$", re.IGNORECASE)


def is_place(text: str, hit: TechniqueHit) -> bool:
    """Whether a name only says where something was changed: the tag before a colon, the backend that it went into."""
    before = text[: hit.start]
    if not any(c.isalnum() for c in before) and _TAG.match(text, hit.end):
        return True
    return bool(_WHERE.search(before)) and bool(_SUPPORTED.search(before))


_SUPPORTED = re.compile(
    r"\b(?:support\w*|add(?:s|ed)?|new|integrat\w*|implement\w*|introduc\w*|enabl\w*)\b", re.IGNORECASE
)


_LEADING_FOR = re.compile(r"^\W*for (?:the )?[^,.;:]{0,60}$", re.IGNORECASE)
_MEANS = frozenset({"compute-format", "split-kv-decoding"})  # how a thing is computed, whatever the thing is
_SCOPES = IN_KERNELS - {"io-aware-attention"}  # which is a way to compute, too

_BESIDE = re.compile(
    r"\s*(?:,|\band\b|\bplus\b|\+|&)\s*(?:\w+\s+)?", re.IGNORECASE
)  # "an FP8 cache plus FP8 attention"


def is_scope(text: str, h: TechniqueHit, new: Sequence[TechniqueHit]) -> bool:
    """ "For W4A16 GEMMs, we sum in FP16", "tensor cores for GQA": what something is done for is not what is done."""
    if h.technique not in _SCOPES:
        return False
    others = [x for x in new if x.technique != h.technique and x.strength >= 0.8]
    comma = text.find(",", h.end)
    leads = _LEADING_FOR.match(text, 0, h.start) is not None and any(h.end <= comma < x.start for x in others)
    return leads or any(x.technique in _MEANS and not _BESIDE.fullmatch(text, h.end, x.start) for x in others)


_STACKS = re.compile(
    r"\b(?:stack(?:s|ed|able)?|compos(?:es?|able)|pairs?|combin(?:es?|able)|compatible|orthogonal|complementary)\s(?:\w+\s)?"
    r"(?:with|to|on top of)\s(?:an?\s|the\s)?(?:[\w-]+\s){0,2}?$",
    re.IGNORECASE,
)


def is_beside(text: str, h: TechniqueHit, effect: Effect, new: Sequence[TechniqueHit]) -> bool:
    """ "Drafts give 2.3x, and stack with an FP8 cache": what a figure's cause can be put together with is not that cause."""
    causes = any(x.technique != h.technique and x.end <= effect.start for x in new)
    return causes and effect.end <= h.start and bool(_STACKS.search(text, effect.end, h.start))


EXPERTS = "mixture-of-experts"
# "MoE 35B-A3B", "a 30B MoE", "MoE models", "dense and MoE": what kind of model it was, and no change that was made to it.
_BEFORE_A_MODEL = re.compile(
    r"\W{1,3}(?:(?:LLMs?|models?|checkpoints?|targets?|variants?|architectures?|inference|deployments?|workloads?)\b|[A-Z]?[\w.]*-?\d+B\b)",
    re.IGNORECASE,
)
_AFTER_A_MODEL = re.compile(r"\b(?:\d+(?:\.\d+)?B(?:-A\d+(?:\.\d+)?B)?|dense (?:and|or|vs\.?))\s?\W?$", re.IGNORECASE)


def is_kind_of_model(text: str, h: TechniqueHit) -> bool:
    """Whether experts are only named as the kind of the model that something was measured on."""
    if h.technique != EXPERTS:
        return False
    return bool(_BEFORE_A_MODEL.match(text, h.end) or _AFTER_A_MODEL.search(text, 0, h.start))


def causes(text: str, hits: Iterable[TechniqueHit]) -> list[TechniqueHit]:
    """The techniques of a heading or a caption but the kind of model that it says something was measured on."""
    return [h for h in hits if not is_kind_of_model(text, h)]


_HAS = re.compile(
    r"\b(?:support\w*|add(?:s|ed)?|integrat\w+|implement\w*|enabl\w+|leverag\w+|combines?|offers?|provides?|uses|built)\b",
    re.IGNORECASE,
)


def is_actor(s: Surroundings, u: Unit, h: TechniqueHit, new: Sequence[TechniqueHit]) -> bool:
    """The document's own name beside a technique, and no figure: "Ferrule now batches continuously" says what Ferrule does."""
    if u.figures.effects or not h.named or not _HAS.search(u.text):
        return False
    name = u.text[h.start : h.end]
    others = any(x.technique not in (h.technique, KERNEL) and x.strength >= 0.8 for x in new)
    titled = name.lower() in " ".join(re.split(r"[\s:]+", s.document.title.lower())[:4])
    return others and (titled or (h.technique not in DRAFTS and bool(_A_NAME.fullmatch(name)) and s.speaks_of(name)))


_A_NAME = re.compile(r"[A-Z]+[a-z]\w{3,}")  # of a thing that somebody made: "Ferrule", and no "MLA" or "paged cache"
