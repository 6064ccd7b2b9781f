"""What a whole page is about: the one model that it measures, the one that drafts for it, the one chip that it runs on."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from classifier.around.setup_words import CHIP_LABEL, CHIP_ROW, MODEL_LABEL, OF_ALL, WITHOUT_EXCEPTION, condition
from classifier.names.drafts import drafts
from classifier.names.hardware_text import HardwareHit
from classifier.names.models_text import ModelHit
from classifier.setting.chips import ANY_CPU, HOSTS, chips
from classifier.unit import Unit
from ingest import Document

_ON = re.compile(r"\b(?:on|for)\s[^,.;:()]{0,30}$")
# "On my M1 laptop", "with our four L40S": what the author has is what the page's figures were seen on
_ON_OWN = re.compile(r"\b(?:on|with|using)\s(?:my|our)\s(?:own\s)?(?:[\w-]+\s){0,3}$", re.IGNORECASE)
# "Only tested and verified on A100 GPUs": no other chip can have shown the page's figures
_ONLY_ON = re.compile(
    r"\b(?:only|exclusively)\s(?:been\s)?(?:test|benchmark|evaluat|measur|profil|verif|validat|run)\w*\s(?:and\s\w+\s)?(?:on|with|using)\s(?:[\w-]+\s){0,4}$",
    re.IGNORECASE,
)
OPENING = 6  # passages that open a page
SEVERAL = 2  # models beside the one in the title, in tables: the title's is one of those that were measured
SERVED = (
    "GPT-3",
    "GPT-4",
    "GPT-5",
    "Gemini",
    "Claude",
)  # by their makers alone: a title that names one compares itself
OFTEN = 4  # passages that name a model before a page is about it

APPLE = "Apple Silicon"
_APPLE_CHIP = re.compile(r"M[1-9]\b")

Hit = TypeVar("Hit", ModelHit, HardwareHit)


class Page:
    """Names of a document at their first places: (passage, hit). A paper says such things in sections of their own."""

    def __init__(self, document: Document, unit: Callable[[int], Unit], full_name: Callable[[str], str]) -> None:
        self.document, self.unit, self.full_name = document, unit, full_name
        self.paper = document.format in ("pdf", "latex")

    @cached_property
    def model(self) -> tuple[int, ModelHit] | None:
        """The one model that a page is about: in the title, or the only one with a size, said again and again or by a label."""
        return None if self.paper else _only(self._models())

    @cached_property
    def drafter(self) -> tuple[int, ModelHit] | None:
        """The one model that drafts wherever a page names a drafter, where a sentence says so of no figure and no target."""
        if self.paper:
            return None
        found: dict[str, tuple[int, ModelHit]] = {}
        said = False
        for j in range(len(self.document.passages)):
            u = self.unit(j)
            hits = [hit for hit in u.mentions.models if not hit.bare and drafts(u.text, hit)]
            said = said or (bool(hits) and len(u.mentions.models) == 1 and not u.figures.effects)
            found |= {hit.name: (j, hit) for hit in hits}
        return _only(list(found.values())) if said else None

    @cached_property
    def chip(self) -> tuple[int, HardwareHit] | None:
        """What a page says of all its experiments, or the only chip that it names, in its title or opening."""
        return None if self.paper else _only(self._chips())

    def governs(self, j: int, i: int) -> bool:
        """A label governs what stands below it, a title or an opening the whole page."""
        p = self.document.passages[j]
        return j < i or not (p.kind == "bullet" and (CHIP_LABEL.match(p.text) or MODEL_LABEL.match(p.text)))

    def _models(self) -> list[tuple[int, ModelHit]]:
        seen: dict[str, list[tuple[int, ModelHit]]] = {}
        titled: dict[str, tuple[int, ModelHit]] = {}
        measured: set[str] = set()
        for j, p in enumerate(self.document.passages):
            for hit in self.unit(j).mentions.models:
                if drafts(self.unit(j).text, hit):
                    continue
                name = self.full_name(hit.name)
                if not hit.bare and hit.name.endswith("B"):
                    seen.setdefault(name, []).append((j, hit))
                    measured |= {name} if p.kind == "row" else set()
                if p.kind == "title" and not hit.name.startswith(SERVED):
                    titled.setdefault(name, (j, hit))
        for family in [name for name in titled if not any(c.isdigit() for c in name)]:
            titled.pop(family)  # of a family the one member with a size
            titled |= {name: places[0] for name, places in seen.items() if name.startswith(f"{family}-")}
        if titled:
            return list(titled.values()) if len(measured - set(titled)) < SEVERAL else []
        if len(seen) != 1:
            return []
        (places,) = seen.values()
        labelled = [(j, hit) for j, hit in places if MODEL_LABEL.match(self.document.passages[j].text)]
        often = len({j for j, _ in places}) >= OFTEN
        return labelled[:1] or places[:often]

    def _chips(self) -> list[tuple[int, HardwareHit]]:
        seen: dict[str, tuple[int, HardwareHit]] = {}
        said: dict[str, tuple[int, HardwareHit]] = {}
        for j, p in enumerate(self.document.passages):
            for hit in chips(self.unit(j).mentions):
                seen.setdefault(hit.name, (j, hit))
                of_all = p.kind != "row" and WITHOUT_EXCEPTION.search(p.text) and OF_ALL.search(p.text)
                before = (self.unit(j).text, 0, hit.start)
                if of_all or _ON_OWN.search(*before) or _ONLY_ON.search(*before):
                    said.setdefault(hit.name, (j, hit))
        if said:
            return list(said.values())
        short = {name for name in seen if any(_is_short_for(name, other) for other in seen)}
        if APPLE in seen:
            short |= {name for name in seen if _APPLE_CHIP.match(name)}  # each of them is Apple silicon
        cards = {name for name in seen if not name.startswith(HOSTS)} or set(seen) - ANY_CPU
        named = [place for name, place in seen.items() if name in cards - short]
        return named if all(self._opens_with(*place) for place in named) else []

    def _opens_with(self, j: int, hit: HardwareHit) -> bool:
        """ "This page tunes inference on an EPYC 9654": before anything else; or by a label, "GPU: one T4"."""
        p = self.document.passages[j]
        if (p.kind == "bullet" and CHIP_LABEL.match(p.text)) or (condition(p) and CHIP_ROW.match(p.text)):
            return True
        opens = j < OPENING and p.kind != "bullet"  # one thing of several
        return p.kind == "title" or (opens and bool(_ON.search(self.unit(j).text, 0, hit.start)))


def _is_short_for(name: str, other: str) -> bool:
    """ "A100" and "A100-80GB" of "A100-SXM-80GB"."""
    parts, more = name.split("-"), other.split("-")
    return parts[0] == more[0] and set(parts) < set(more)


def _only(found: list[tuple[int, Hit]]) -> tuple[int, Hit] | None:
    return found[0] if len(found) == 1 else None
