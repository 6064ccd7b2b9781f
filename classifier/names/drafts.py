# ruff: noqa: E501 - one pattern is one row, however long
"""Whether a model that is named drafts for another: "with Llama-3.2-1B drafting", "draft tokens from TinyLlama"."""

from __future__ import annotations

import re

from classifier.names.models_text import ModelHit

_AFTER = re.compile(
    r"^(?:\s?\([\d.]+\s?[BM][^()]{0,16}\))?[\s,-]*(?:(?:as|is|was|being|serves as|acting as|acts as|for|model|which|that|to|in FP8|in INT4)\s+)*(?:(?:an?|the|its|our|my|their)\s+)?(?:small\s+|external\s+|separate\s+|\d+-bit\s+)?(?:draft\w*|assist\w*|speculat(?:es?|or|ing)|propos(?:es?|ing|er)|guess(?:es|ing)?)\b(?!\s+(?:for|of)\s+it\b|\s+(?-i:[A-Z])|(?:\smodels?)?\s?[:=])",
    re.IGNORECASE,
)
_MARKED = re.compile(
    r"\s?\((?:as\s)?(?:the\s|an?\s)?(?:small\s)?(?:draft\w*|assist\w*|speculator|proposer)(?:\smodel)?\s?[,)]",
    re.IGNORECASE,
)  # "Qwen3-32B (target) and Qwen3-0.6B (draft)"
_BEFORE = re.compile(
    r"(?:\bdraft(?:er|s|ed|ing)?\b|\bassistant\b|\bspeculator\b|\bproposer\b|\bproposed\b|\bguess(?:es|ed)?\b|\bspeculated\b)(?:\s+(?:models?|tokens?|network|steps?|per|each|every|step|pass|cycle|at a time|ahead))*\s*(?:[(:=,]|\b(?:from|by|with|is|being|of|per|like|using|such as|named)\b|\s)+\s*(?:(?:an?|the|small|tiny|external|quantized|4-bit|INT4|FP8|BF16|FP16)\s+)*$",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\s+(?:draft(?:ed)?\s+|speculative\s+)?tokens?\b",
    re.IGNORECASE,
)


# "Draft models: one of X and Y": an item of a list by its label
_LABEL = re.compile(
    r"^\W*(?:draft(?:er|ing)?|assistant|speculator|proposer)s?(?:\smodels?)?\W{0,4}[:=][^;]*$", re.IGNORECASE
)


# "Proposes eight tokens in one forward pass of Llama-3.2-1B"
_ONE_PASS_OF = re.compile(
    r"(?:draft|propos|guess|speculat|predict)\w*\s[^.;]{0,40}tokens?\s(?:in|with)\s(?:a|one|a single)\s(?:forward\s)?(?:pass|step)\s(?:of|through|by)\s(?:an?\s|the\s)?$",
    re.IGNORECASE,
)


_CALLED_SO = re.compile(
    r"(?:^|-)(?:draft(?:er)?|speculator|assistant)(?:-|$)", re.IGNORECASE
)  # "DeepSeek-R1-DRAFT-0.5B"
_TARGET = re.compile(r"\b(?:for|target|verif\w+|main model)\b", re.IGNORECASE)


def drafts(text: str, model: ModelHit) -> bool:
    """By what stands just after the name, or just before it; "drafts five tokens for X" makes X the target."""
    if _CALLED_SO.search(model.name):
        return True
    if _AFTER.match(text[model.end : model.end + 48]) or _MARKED.match(text, model.end):
        return True
    if _LABEL.match(text) and not _TARGET.search(text, 0, model.start):
        return True
    before = text[max(0, model.start - 60) : model.start]
    if re.search(
        r"(?:draft\w*|speculat\w+|propos\w+|guess\w*)\s+(?:[\w.-]+\s+){0,3}tokens?\s+(?:[\w.-]+\s+){0,3}?(?:with|by|from|using)\s+(?:an?\s+|the\s+)?$",
        before,
        re.IGNORECASE,
    ):
        return True
    if _ONE_PASS_OF.search(text[max(0, model.start - 110) : model.start]):
        return True
    return bool(_BEFORE.search(before)) and not re.search(r"\bfor\s+(?:\S+\s+)?$", before)
