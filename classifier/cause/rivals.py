"""One whole engine against another: "1.3x faster than vLLM", columns "ours" and "llama.cpp" over the same 4-bit file.

A number format or a layout that both run with is the setting of such a comparison, not the cause of its figure.
"""

from __future__ import annotations

import re

from classifier.around.surroundings import Surroundings
from classifier.figures.bits import bit_widths
from classifier.figures.effect import Effect
from classifier.setting.baseline import baseline
from classifier.unit import Unit
from estimator.engine_names import RIVALS, family_of

ENGINE = rf"(?:{RIVALS})"
_ENGINE = re.compile(rf"\b{ENGINE}\b", re.IGNORECASE)
_OVER = re.compile(
    rf"\b(?:vs\.?|versus|over|than|against|compared (?:to|with)|relative to|/)\s+(?:the\s+|stock\s+|upstream\s+)?"
    rf"(?:~?[\d.,]+\s?[\w/]+(?:\s[\w/]+)?\s+(?:for|in|with|by|of)?\s?)?\(?{ENGINE}\b",  # "vs. 24 tok/s (llama.cpp)"
    re.IGNORECASE,
)
# Where no technique is named, a rival in the sentence, just before it or above it is what the figure is against.
_AGAINST = re.compile(
    rf"{_OVER.pattern}|\b(?:beats?|outperforms?|outpaces?|surpasses)\s+(?:the\s+|stock\s+)?{ENGINE}\b"
    rf"|\b(?:tied|level|on par|even) with (?:the\s+|stock\s+)?{ENGINE}\b",
    re.IGNORECASE,
)
_LEADS = re.compile(rf"(?:the\s+|stock\s+|upstream\s+|plain\s+)?{ENGINE}\b", re.IGNORECASE)
_FIRST = re.compile(r"\w[\w.+-]*")  # word of a title
_CAUSE = re.compile(
    r"\b(?:by(?!\s(?:up to\s|about\s|around\s)?~?[\d.]+\s?[%x×])"
    r"|thanks to|because|due to|through|via|using|with (?:our|its|the|a))\b",
    re.IGNORECASE,
)
# Techniques that a comparison of engines is run *with*: formats of numbers, and how the work is spread.
SETTINGS = frozenset(
    "weight-only-quantization weight-activation-quantization binary-ternary-weights compute-format tensor-parallelism".split()
)


def names_engine(text: str) -> bool:
    """Whether an engine is named that others are compared with."""
    return bool(_ENGINE.search(text) or family_of(text))


def against_engine(s: Surroundings, i: int, u: Unit, effect: Effect | None) -> str:
    """The engine that a figure compares with, where nothing but the engine is said to differ; else ""."""
    if u.kind == "row":
        return _in_columns(s, i) or (m.group() if (m := _OVER.search(u.text)) is not None else "")
    if effect is None or _CAUSE.search(u.text):
        return ""
    base = baseline(u, effect)
    if base is not None and _LEADS.match(base[0]) and not bit_widths(base[0]):
        return base[0]
    if u.mentions.techniques or (base is not None and not _LEADS.match(base[0])):
        return ""
    near = [u.text, *s.document.passages[i].section[-1:], *(s.document.passages[j].text for j in s.previous(i, 2))]
    found = next((m for text in near if (m := _AGAINST.search(text)) is not None), None)
    return found.group() if found else ""


def _in_columns(s: Surroundings, i: int) -> str:
    p = s.document.passages[i]
    for text in (*p.header, p.caption):
        if (m := _OVER.search(text)) is not None:
            return m.group()
    engines = {head: m.group().lower() for head in p.header if (m := _ENGINE.search(head))}
    own = [head for head in p.header if head not in engines and is_own(head, s.document.title)]
    if not engines or len(set(engines.values())) + len(own) < 2:
        return ""
    widths = {b.bits for head in (*own, *engines) for b in bit_widths(head)}
    return list(engines)[-1] if len(widths) < 2 else ""


def is_own(head: str, title: str) -> bool:
    """Whether a column bears the name that the document's title begins with, as an engine's own report does."""
    first = _FIRST.findall(title)[:1]
    return bool(first) and len(first[0]) > 2 and first[0].lower() in head.lower()


def of_another_engine(s: Surroundings, i: int) -> bool:
    """Whether a comparison of engines speaks of one that is not the document's own: "MLX is 20 % faster than llama.cpp"."""
    p, title = s.document.passages[i], s.document.title.lower()
    named = {m.group().lower() for text in (*p.section[1:], p.text) for m in _ENGINE.finditer(text)}
    return (
        bool(named)
        and not any(name in title for name in named)
        and not _OURS.search(p.text)
        and not _own_first(s, p.text)
    )


_OURS = re.compile(r"\b(?:we|our|ours|us)\b", re.IGNORECASE)


def _own_first(s: Surroundings, text: str) -> bool:
    """Whether a text names what the document's title begins with."""
    first = re.findall(r"[\w.-]+", s.document.title)[:1]
    return bool(first) and len(first[0]) > 2 and first[0].lower() in text.lower()
