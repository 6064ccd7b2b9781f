"""What a whole page is about: the one model that it measures, the one that drafts for it, the one chip that it runs on."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from classifier.chips import ANY_CPU, HOSTS, chips
from classifier.drafts import drafts
from classifier.hardware_text import HardwareHit
from classifier.models_text import ModelHit
from classifier.setup_words import CHIP_LABEL, MODEL_LABEL, OF_ALL, WITHOUT_EXCEPTION
from classifier.unit import Unit
from ingest import Document

_ON = re.compile(r"\bon\s[^,.;:()]{0,30}$")
OPENING = 6  # passages that open a page
OFTEN = 4  # passages that name a model before a page is about it

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
        """The one model that drafts wherever a page speaks of a drafter by its name."""
        if self.paper:
            return None
        found = {
            hit.name: (j, hit)
            for j in range(len(self.document.passages))
            for hit in self.unit(j).mentions.models
            if not hit.bare and drafts(self.unit(j).text, hit)
        }
        return _only(list(found.values()))

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
        for j, p in enumerate(self.document.passages):
            for hit in self.unit(j).mentions.models:
                if drafts(self.unit(j).text, hit):
                    continue
                name = self.full_name(hit.name)
                if not hit.bare and hit.name.endswith("B"):
                    seen.setdefault(name, []).append((j, hit))
                if p.kind == "title":
                    titled.setdefault(name, (j, hit))
        for family in [name for name in titled if not any(c.isdigit() for c in name)]:
            titled.pop(family)  # of a family the one member with a size
            titled |= {name: places[0] for name, places in seen.items() if name.startswith(f"{family}-")}
        if titled:
            return list(titled.values())
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
                if p.kind != "row" and WITHOUT_EXCEPTION.search(p.text) and OF_ALL.search(p.text):
                    said.setdefault(hit.name, (j, hit))
        if said:
            return list(said.values())
        short = {name for name in seen if any(other.startswith(f"{name}-") for other in seen)}  # "A100" of "A100-80GB"
        cards = {name for name in seen if not name.startswith(HOSTS)} or set(seen) - ANY_CPU
        named = [place for name, place in seen.items() if name in cards - short]
        return named if all(self._opens_with(*place) for place in named) else []

    def _opens_with(self, j: int, hit: HardwareHit) -> bool:
        """ "This page tunes inference on an EPYC 9654": before anything else; or by a label, "GPU: one T4"."""
        p = self.document.passages[j]
        if p.kind == "bullet" and CHIP_LABEL.match(p.text):
            return True
        opens = j < OPENING and p.kind != "bullet"  # one thing of several
        return p.kind == "title" or (opens and bool(_ON.search(self.unit(j).text, 0, hit.start)))


def _only(found: list[tuple[int, Hit]]) -> tuple[int, Hit] | None:
    return found[0] if len(found) == 1 else None
