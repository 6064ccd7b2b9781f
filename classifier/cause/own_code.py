# ruff: noqa: E501 - one pattern is one row, however long
"""A technique's own code made faster: "MLA decode kernel: up to 17x", "optimised the performance of grouped-query attention".

The baseline has the technique too, so that what is new is a kernel, and no bytes fall unless the text says so.
"""

from __future__ import annotations

import re
from functools import lru_cache

from classifier.names.mentions import TechniqueHit
from classifier.setting.baseline import is_baseline
from classifier.unit import Unit
from classifier.words.at_words import Quick

KERNEL = "kernel-optimization"
# Techniques that live in kernels: one may make their code faster.
IN_KERNELS = frozenset(
    "grouped-query-attention multi-query-attention multi-head-latent-attention io-aware-attention mixture-of-experts paged-kv-cache "
    "sliding-window-attention weight-only-quantization weight-activation-quantization kv-cache-quantization expert-parallelism "
    "linear-attention-ssm binary-ternary-weights sparse-attention continuous-batching kernel-fusion".split()
)
_WORK = re.compile(
    r"\b(?:optimi[sz]\w*|(?:improv\w+|enhanc\w+|boost\w*|increas\w*|further)(?: the| further)* (?:performance|perf|speed|efficiency|throughput)(?: improvements?)?|improv\w+|accelerat\w+|speed(?:s|ed)? up|tun(?:e|ed|ing)|faster|boost\w*|enhanc\w+)"
    r"(?: (?:the|its|our|of|for|in|on|to|performance|perf|speed|efficiency|throughput|latency))*\s(?:[\w./-]+\s){0,2}$",
    re.IGNORECASE,
)
_ANOTHER = re.compile(r"\b(?:by|with|using|via|through|thanks|leverag\w+|and|than|over|inference)\b", re.IGNORECASE)
_ITS_KERNEL = re.compile(
    r"^\W*(?:(?!by |with |via |using |through )[\w-]+ ){0,2}(?:kernels?|ops?|operators?|implementation)\b",
    re.IGNORECASE,
)
_A_KERNEL = re.compile(r"\bkernels?\b", re.IGNORECASE)
_GAIN = Quick(
    r"\b(?:faster|optimi[sz]\w+|improv\w+|speed-?\s?ups?|tun(?:ed|ing)|high-performance|efficient|better|boost\w*|accelerat\w+|state-of-the-art)\b|[\d.]+\s?[x×]",
    seldom=True,
)
_NEW = re.compile(r"\b(?:support\w*|add\w*|integrat\w+|introduc\w+|enabl\w+)\b", re.IGNORECASE)
_BYTES = Quick(r"\b(?:memory|bytes|traffic|footprint|smaller)\b", seldom=True)


# "Up to 2x for grouped-query attention, compared to the other library's implementation": both have it.
_FOR_IT = re.compile(
    r"\b(?:speed-?\s?ups?|faster|speed|performance|[\d.]+[x×])\s+(?:for|on|in|of)\s+(?:\w+[- ]){0,2}$", re.IGNORECASE
)
_THEIRS = Quick(
    r"\b(?:compared (?:to|with)|than|over|vs\.?|relative to)\s+(?:the\s+|an?\s+|our\s+)?(?:[\w.']+\s+){0,3}(?:implementations?|kernels?|library)\b",
    seldom=True,
)
_NAIVE = Quick(
    r"\b(?:compared (?:to|with)|than|over|vs\.?)\s+(?:the\s+|our\s+|an?\s+)?(?:\w+_|own\s+)?naive\b", seldom=True
)
# "Up to 2x over the original implementation", "faster than our first kernel": the same thing, written again.
_EARLIER = Quick(
    r"\b(?:compared (?:to|with)|than|over|vs\.?|versus|relative to|against)\s+(?:the |our |its |an? )?(?:original|previous|earlier|old(?:er)?|first|prior|last)\s+(?:[\w-]+\s+){0,2}(?:implementations?|kernels?|code(?:base|path)?|backends?)\b"
    r"|\b(?:complete(?:ly)?|full(?:y)?|total(?:ly)?) re-?(?:writ\w+|factor\w*|work\w*|implement\w*)\b",
    seldom=True,
)


# "Added a Triton kernel for sparse attention", "integrates the fused attention kernel of ...": what it computes is what is new.
_KERNEL_ADDED = Quick(
    r"^\W*(?:[\w/.-]{1,20}:)?\W*(?:[\w.-]+ )?(?:now )?(?:support\w*|add(?:s|ed)?|integrat\w+|implement\w*)\b[^.;]*\bkernels?\b",
    seldom=True,
)


_WITH_KERNELS = Quick(r"\b(?:with|by|using|via|through)\s+(?:[\w-]+\s+){0,3}kernels?\b", seldom=True)


def adds_kernel(u: Unit) -> bool:
    """Whether a unit without a figure says that a technique has got a kernel, which is to have the technique."""
    return bool(_KERNEL_ADDED.search(u.text)) and not u.figures.effects and not _WITH_KERNELS.search(u.text)


# "several changes that make the operator 20% faster"
_CODE_FASTER = Quick(
    r"\b(?:mak(?:es?|ing)|made|speeds? up|sped up|accelerat\w+|speeding up) (?:the|this|these|our|its) (?:[\w-]+ ){0,2}(?:operators?|ops|kernels?|backends?|code(?:base)?|implementation)\b",
    seldom=True,
)


@lru_cache(maxsize=64)  # asked for each name in a unit
def against_own(text: str) -> bool:
    """Whether a figure compares with an earlier or a naive form of the same code, which has the technique too."""
    same = _NAIVE.search(text) or _EARLIER.search(text) or _CODE_FASTER.search(text)
    return same is not None and not _BYTES.search(text)


_COMPARES = re.compile(
    r"(?:than|over|as|against|versus)\b", re.IGNORECASE
)  # "faster than a dense model" describes experts


def newer_kernel(u: Unit) -> str:
    """The name of the old one in "FlashAttention-3 against FlashAttention-2": kernels of a kind, and the bytes stay; else ""."""
    same = [h for h in u.mentions.techniques if h.technique == "io-aware-attention"]
    old = [h for h in same if is_baseline(u.text, h)]
    return u.text[old[0].start : old[0].end] if 0 < len(old) < len(same) else ""


def is_made_faster(u: Unit, h: TechniqueHit) -> bool:
    """Whether a mention names what the work was done on, rather than what the work is."""
    if h.technique not in IN_KERNELS or _BYTES.search(u.text) or _COMPARES.match(u.text, h.start, h.end):
        return False
    if against_own(u.text):
        return True
    left, right = u.text[max(0, h.start - 60) : h.start], u.text[h.end : h.end + 40]
    if _FOR_IT.search(left) and _THEIRS.search(u.text):
        return True
    if h.technique == "kernel-fusion" and not _A_KERNEL.search(u.text, h.start, h.end + 12):
        return False  # "a boost on fused models": fusing is what is new
    work = _WORK.search(left)
    if work is not None and not _ANOTHER.search(work.group()):
        return True
    return bool(_ITS_KERNEL.match(right) and _GAIN.search(u.text) and not _NEW.search(left))
