"""How values are written for a reader: numbers with their units, words for names, and nothing that could run."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from db.queries import Line

# What can hide or turn text around without being seen: control characters and the marks that change its direction.
UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")
LONGEST = 1200  # characters of a quote on a page
SIDES = {"fewer-bytes": "fewer bytes", "fewer-steps": "fewer steps", "both": "both sides", "neither": "neither side"}
ORIGINS = {
    "stated": "stated",
    "inherited": "from the text that governs it",
    "catalog": "catalog",
    "assumed": "assumed",
    "reviewer": "a reviewer",
}
LIMITS = {"HBM": "memory"}  # many chips have another kind of memory than HBM
PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def plain(text: Any, most: int = LONGEST) -> str:
    """Text of a document as it may be shown: what is unseen becomes a dot, and what is endless is cut."""
    words = str(text)
    cut = words if len(words) <= most else f"{words[:most]} … ({len(words):,} characters)"
    return UNSEEN.sub("·", cut)


def safe(text: Any, most: int = LONGEST) -> str:
    """The same within HTML: every character stands for itself."""
    return escape(plain(text, most), quote=True)


def verbatim(text: Any, most: int = LONGEST) -> str:
    """The same within Markdown, as in the label of a button: no sign of it means anything."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|~<>$:&^=\"'/@])", r"\\\1", " ".join(plain(text, most).split()))


def digits(value: float, most: int = 3) -> str:
    """So many significant digits, and no exponent for what is large: 0.0418, 23.93, 40,430."""
    rounded = float(f"{value:.{most}g}")
    return f"{rounded:,.0f}" if abs(rounded) >= 1000 else f"{rounded:.{most}g}"


def number_of(number: int, what: str) -> str:
    """1 document, 2 documents."""
    return f"{number} {what}{'s' * (number != 1)}"


def limited(limiter: str) -> str:
    """What limits, in a reader's words: `memory`, `compute`, `overhead`."""
    return LIMITS.get(limiter, limiter)


def number(value: float | None, digits: int = 3) -> str:
    """Three digits are enough for a reader: 2.31, 41.8, 1,310."""
    if value is None:
        return "–"
    if value and not 1e-3 <= abs(value) < 1e9:
        return f"{value:.{digits - 1}e}"
    shown = f"{value:.{digits}g}"
    value = float(shown)
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:g}"


def factor(value: float | None) -> str:
    """2.3×"""
    return "–" if value is None else f"{number(value)}×"


def span(low: float | None, high: float | None, unit: str = "x") -> str:
    """1.8–2.3×, or one end where both are the same."""
    sign = "×" if unit == "x" else f" {unit}"
    if low is None and high is None:
        return "–"
    low, high = (high if low is None else low), (low if high is None else high)
    ends = [number(low)] if number(low) == number(high) else [number(low), number(high)]
    return "–".join(ends) + sign


def bytes_(value: float) -> str:
    """140 GB, 2.68 GB, 512 kB; powers of ten, as bandwidths are given."""
    return scaled(value, "B")


def scaled(value: float, unit: str) -> str:
    """A value with the prefix that keeps its number short."""
    for size, prefix in PREFIXES:
        if abs(value) >= size:
            return f"{number(value / size)} {prefix}{unit}"
    return f"{number(value)} {unit}"


def seconds(value: float) -> str:
    """41.8 ms, 120 µs, 2.1 s."""
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if abs(value) >= size:
            return f"{number(value / size)} {unit}"
    return f"{number(value / 1e-9)} ns"


def value(thing: Any) -> str:
    """Any value of a parameter or field as a reader writes it."""
    if thing is None or thing == "" or thing == [] or thing == ():
        return "–"
    if isinstance(thing, bool):
        return "yes" if thing else "no"
    if isinstance(thing, int | float):
        return number(float(thing), 4)
    if isinstance(thing, Mapping):
        return json.dumps(thing, ensure_ascii=False, default=str)
    if isinstance(thing, list | tuple):
        return (
            "–".join(value(part) for part in thing)
            if len(thing) == 2 and all(isinstance(part, int | float) for part in thing)
            else ", ".join(value(part) for part in thing)
        )
    return str(thing)


# Fields and parameters whose names are no words.
NAMES = {
    "n_devices": "devices",
    "input_len": "prompt, tokens",
    "output_len": "output, tokens",
    "context_len": "context, tokens",
    "draft_len": "drafted tokens",
    "acceptance_len": "tokens accepted a pass",
    "accepted_share": "share of drafts accepted",
    "draft_params_b": "draft model, billions",
    "kv_bits": "KV cache bits",
    "act_bits": "activation bits",
    "n_kv_heads": "KV heads",
    "n_heads": "attention heads",
    "tp": "tensor parallel",
    "pp": "pipeline parallel",
    "ep": "expert parallel",
    "tree_size": "tree size, tokens",
    "block_size": "block size, tokens",
    "window": "window, tokens",
    "time_share": "share of the time",
    "hit_rate": "share found in the cache",
    "params_read": "parameters read",
    "absolute": "value after",
    "absolute_before": "value before",
    "layer_seconds": "launches of a layer",
    "baseline_efficiency": "baseline, of its roof",
}


def words(name: str) -> str:
    """`weight_bits` as "weight bits", `tp` as "tensor parallel"."""
    return NAMES.get(name) or name.replace("_", " ").replace("-", " ")


def claimed(low: float | None, high: float | None, qualifier: str) -> str:
    """What a claim says: "up to 2.3×"."""
    lead = {"up-to": "up to ", "at-least": "at least ", "about": "about ", "average": "on average "}.get(qualifier, "")
    return "no factor" if low is None and high is None else lead + span(low, high)


def figure(line: Line) -> str:
    """What a claim of a list says: its factor, or else its value."""
    if line.factor_low is None and line.factor_high is None and line.absolute is not None:
        return f"{number(line.absolute)} {plain(line.absolute_unit or '', 30)}".strip()
    return claimed(line.factor_low, line.factor_high, line.qualifier)


def first_sentence(text: str) -> str:
    """The first sentence of a reason."""
    return re.split(r"(?<=[a-z)\]][.]) (?=[A-Z0-9])", text, maxsplit=1)[0]
