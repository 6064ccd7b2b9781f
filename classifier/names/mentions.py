# ruff: noqa: E501 - one pattern is one row, however long
"""Who and what a unit talks about: techniques, chips and models, each with its place.

Names come from the catalogs' rows and aliases; wordings describe a technique without its name. Of two readings of one place
the longer wins, and a name wins over a wording.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from classifier.names.hardware_text import HardwareHit, hardware_hits
from classifier.names.models_text import ModelHit, family_names, model_hits
from classifier.names.trie import Names, split
from classifier.names.wordings import BY_TRIGGER, WORDINGS


@dataclass(frozen=True, slots=True)
class TechniqueHit:
    """A technique at its place. Strength 1 is its name, less is a description that others share."""

    technique: str
    start: int
    end: int
    strength: float
    named: bool  # by an alias of the catalog, not by a wording


@dataclass(frozen=True, slots=True)
class Mentions:
    """All names of one unit."""

    techniques: tuple[TechniqueHit, ...]
    hardware: tuple[HardwareHit, ...]
    models: tuple[ModelHit, ...]


@cache
def _technique_names() -> Names:
    from estimator import TECHNIQUES

    names = Names()
    for technique in TECHNIQUES.values():
        own = [technique.key] if technique.key != "other" else []  # "over other engines" names none
        names.add(technique.key, (*own, *technique.aliases))
        names.add(technique.key, technique.cased, exact=True)
    for key, aliases in MORE_ALIASES.items():
        names.add(key, aliases)
    return names


# Names of methods that papers and release notes use and that the technique table does not list.
MORE_ALIASES: dict[str, tuple[str, ...]] = {
    "weight-only-quantization": ("AutoAWQ", "AutoGPTQ", "GPTQModel", "bitsandbytes NF4", "OmniQuant", "VPTQ", "QuIP", "TurboMind W4A16", "ExLlama", "ExLlamaV2", "ATOM W4", "AutoRound", "LUT-GEMM", "Machete", "BitBLAS", "Any-Precision LLM"),
    "weight-activation-quantization": ("LLM.int8", "Atom", "ZeroQuant", "FP8 quantization", "INT8 quantization", "Transformer Engine", "QServe", "QoQ", "ABQ-LLM"),
    "kv-cache-quantization": ("TurboQuant", "KV8", "KV4", "KV Cache Quant", "MiniKV", "ZipCache", "GEAR"),
    "kv-eviction": ("Keyformer", "TOVA", "Ada-KV", "R-KV", "kvpress", "CAKE", "HeadKV"),
    "kv-low-rank": ("ShadowKV",),
    "sparse-attention": ("MoBA", "SeerAttention", "InfLLM", "LServe", "Lightning Indexer", "MSA", "RetrievalAttention", "InfiniGen", "SparQ", "Loki"),
    "eagle": ("EAGLE3", "EAGLE2", "EAGLE1", "EAGLE 1/3"),
    "speculative-decoding": ("specdec", "speculators", "SpecForge", "SpecExit", "speculative decode"),
    "self-speculation": ("LayerSkip", "Draft & Verify"),
    "ngram-speculation": ("PLD", "prompt lookup decoding", "REST", "Token Recycling", "SuffixDecoding"),
    "diffusion-decoding": ("Fast-dLLM", "Dream-7B", "dKV-Cache"),
    "kernel-fusion": ("flash-fused", "FlashMLP", "Mirage", "MegaKernel"),
    "paged-kv-cache": ("vAttention", "blocked KV cache", "PagedAttention"),
    "scheduling": ("SplitFuse", "Dynamic SplitFuse", "Sarathi", "Sarathi-Serve"),
    "io-aware-attention": ("Flash-Attn", "FlashAttn", "flash-attn-2", "xFormers attention", "TurboAttention"),
    "split-kv-decoding": ("FlashDecoding", "FlashDecoding++", "split-K decoding"),
    "communication-kernels": ("FlashComm", "NCCL symmetric", "MegaMoE", "FLUX overlap"),
    "prefix-caching": ("RadixAttention", "CacheBlend", "ChunkAttention", "RelayAttention", "CacheGen"),
    "activation-sparsity": ("ProSparse", "TurboSparse", "ReLUfication", "CATS"),
    "multi-token-prediction": ("MTP",),
    "lookahead-decoding": ("CLLMs",),
}  # fmt: skip


@cache
def _families() -> Names:
    return family_names()


def mentions(text: str) -> Mentions:
    """All techniques, chips and models of a levelled text."""
    pieces = split(text)
    return Mentions(
        tuple(_techniques(text, pieces)),
        tuple(hardware_hits(text, pieces)),
        tuple(model_hits(text, _families(), pieces)),
    )


# A bare format names no technique: "FP8" is of weights, cache or activations as the text around it says.
_FORMAT = re.compile(r"(?:fp|int|bf)[\s-]?(?:4|8|16)|[248][\s-]?bits?|float8", re.IGNORECASE)


_NUMBERED = re.compile(r"(?:/[\w.-]+)?#\d")  # "flash-attention#96" is a place in a project, and no technique


def _techniques(text: str, pieces: list[tuple[int, int, str]]) -> list[TechniqueHit]:
    hits = _technique_names().find(text, pieces)
    named = [
        TechniqueHit(h.name, h.start, h.end, 1.0, True)
        for h in hits
        if not (_FORMAT.fullmatch(text, h.start, h.end) or _NUMBERED.match(text, h.end))
    ]
    rows = sorted({at for _, _, low in pieces for at in BY_TRIGGER.get(low, ())})
    described: list[TechniqueHit] = []
    for at in rows:
        wording = WORDINGS[at]
        for m in wording.pattern.finditer(text):
            if m.end() > m.start() and not _NUMBERED.match(text, m.end()):
                described.append(TechniqueHit(wording.technique, m.start(), m.end(), wording.strength, False))
    return _settle(named, described)


_ANY_DRAFT = "speculative-decoding"


def _settle(named: list[TechniqueHit], described: list[TechniqueHit]) -> list[TechniqueHit]:
    """Overlaps: a wording that spans a whole name and more is the better reading ("FP8 KV cache" over "FP8").

    One of drafts in general that begins within a name is not: "parallel drafting of eight tokens" says "parallel drafting".
    """
    described = [h for h in described if h.technique != _ANY_DRAFT or not any(n.start < h.start < n.end for n in named)]
    pool = sorted([*named, *described], key=lambda h: (-(h.end - h.start) * h.strength, not h.named, h.start))
    kept: list[TechniqueHit] = []
    for hit in pool:
        if not any(hit.start < k.end and k.start < hit.end for k in kept):
            kept.append(hit)
    return sorted(kept, key=lambda h: h.start)
