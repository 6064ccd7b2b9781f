"""The chips of a claim and how many: without the host's processor, and without those of the baseline."""

from __future__ import annotations

import re

from classifier.figures.effect import Effect
from classifier.names.hardware_text import HardwareHit, device_count
from classifier.names.mentions import Mentions
from classifier.setting.nearest import nearest
from classifier.setting.values import Setting
from classifier.unit import Unit
from classifier.words.at_words import Quick
from estimator.statement import Origin

HOSTS = ("Ryzen", "Core", "EPYC", "Xeon", "x86", "ARM", "CPU")
ANY_CPU = frozenset({"CPU", "x86 CPU", "ARM CPU"})  # no one chip
_ARCHITECTURES = frozenset({"Hopper", "Ampere", "Ada", "Turing", "Volta", "Blackwell"})
_VERSUS_WORD = Quick(
    r"\b(?:than|compared (?:to|with)|versus|vs\.?|relative to|against|outperform\w*|in comparison (?:to|with)|as opposed to)\s",
    seldom=True,
)


def chips(found: Mentions) -> list[HardwareHit]:
    """Chips, without the host's processor where an accelerator is named, and without mere architectures."""
    named = [h for h in found.hardware if h.name not in _ARCHITECTURES]
    cards = [h for h in named if not h.name.startswith(HOSTS)]
    return cards or named


def put_chips(
    out: Setting,
    i: int,
    u: Unit,
    effect: Effect | None = None,
    base: tuple[int, int] = (-1, -1),
    origin: Origin = "stated",
) -> None:
    """A unit's chips and their number, without those that the figure is compared with."""
    named = own_chips(u.text, u.mentions) or _generations(u, origin)
    own = [h for h in named if not base[0] <= h.start < base[1] and not _compared(u, h.start, effect)]
    for h in nearest(own or named[:1], u, effect):
        out.put("hardware", h.name, i, h.start, h.end, origin)
        if h.count and not out.has("n_devices"):
            out.put("n_devices", h.count, i, h.counted[0], h.counted[1], origin)
    if not out.has("n_devices"):
        counted = device_count(u.text)
        if counted is not None and not base[0] <= counted[1] < base[1]:
            out.put("n_devices", counted[0], i, counted[1], counted[2], origin)


def _generations(u: Unit, origin: Origin) -> list[HardwareHit]:
    """ "On Hopper and Blackwell GPUs": where a unit names no chip, the generation that it was made for is all there is."""
    return [h for h in u.mentions.hardware if h.name in _ARCHITECTURES] if origin == "stated" else []


_TRAINING = re.compile(r"\b(?:pre-?|re)?train(?:ed|ing|s)?\b|\bfine-?tun", re.IGNORECASE)
_RUNNING = re.compile(r"\binfer|\bserv(?:ing|ed)|\bdecod|\bgenerat", re.IGNORECASE)


def of_inference(text: str, hits: list[HardwareHit]) -> list[HardwareHit]:
    """ "Trained on 64 A100s, inference is timed on one A10": the chips of the clause that runs the model."""
    if len(hits) < 2 or not _TRAINING.search(text):
        return hits
    ends = [0, *(h.end for h in hits)]
    clauses = [text[a : h.start] for a, h in zip(ends, hits, strict=False)]
    kept = [h for h, said in zip(hits, clauses, strict=True) if not _TRAINING.search(said) or _RUNNING.search(said)]
    return kept or hits


# "6.7x A100", "faster than an A100": the chip itself is what is compared with
_AGAINST = re.compile(
    r"(?:\d\.\d+\s?[x×]\s"
    r"|\b(?:(?:faster|speed-?ups?|improvements?|gains?)\s(?:[\w.-]+\s)?over|than|versus|vs\.?"
    r"|compared (?:to|with)|relative to)\s)(?:an?\s|the\s|one\s|NVIDIA\s|AMD\s|Intel\s)*$",
    re.IGNORECASE,
)


def own_chips(text: str, found: Mentions) -> list[HardwareHit]:
    """A text's chips but those that trained, and those that others are compared with."""
    named = of_inference(text, chips(found))
    return [h for h in named if not _AGAINST.search(text, max(0, h.start - 40), h.start)]


def _compared(u: Unit, at: int, effect: Effect | None) -> bool:
    """Whether a name stands after "than", "over" or "compared with" in the figure's clause."""
    for m in _VERSUS_WORD.finditer(u.text):
        if m.end() <= at and not re.search(r"[;,]|\.\s", u.text[m.end() : at]):
            return not (effect is not None and m.end() <= effect.start < at)
    return False
