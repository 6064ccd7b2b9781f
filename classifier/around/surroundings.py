# ruff: noqa: E501 - one pattern is one row, however long
"""What governs a unit: the headings above it, the sentence that introduces it, the caption, the setup, and what the document is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from classifier.around.page import Page
from classifier.around.setup_words import (
    NOTE,
    OF_ALL,
    SETUP_HEADING,
    TESTED_WITH,
    figure_note,
    is_condition,
    lists_values,
    says_setup,
)
from classifier.around.topic import Topic, topic
from classifier.figures.amounts import level
from classifier.names.mentions import Mentions, TechniqueHit, mentions
from classifier.setting.commands import OF_A_RUN, Flag, flags, governing
from classifier.unit import Unit, unit
from ingest import Document
from ingest.document import Kind, Passage

OFTEN_SAID, SHARE_SAID = 6, 0.2  # passages that name a thing before a page is that thing's
MOST = 0.75  # of what a document says of widths, before it speaks of one
_FIGURE = re.compile(r"\W*\b((?:fig(?:ure|\.)?|table)s?\.?\s*\d+)", re.IGNORECASE)
_FRONT = re.compile(
    r"^\W*[\dIVX.]*\s*(?:abstract|introduction|related works?|background|conclusions?|discussion|summary|preliminar\w+|contributions?)\b",
    re.IGNORECASE,
)
_RESULTS = re.compile(
    r"\b(?:experiment\w*|evaluations?|results?|performance|speed-?ups?|benchmarks?|efficiency)\b", re.IGNORECASE
)
_HEADING_WORD = re.compile(r"[a-z][a-z-]{3,}")
# a model that denoises text is a language model: in a sentence by itself one such word says so
_WRITES = re.compile(
    r"\b(?:tokens?|llms?|language models?|autoregressive|dllms?|llada|ttft|tpot|tok/s|t/s)\b", re.IGNORECASE
)
_DULL = frozenset(
    "evaluation evaluations results experiments experiment experimental performance analysis setup settings comparison main with study efficiency".split()
)


_PROSE = re.compile(r"(?:\b[a-z][a-z-]+\b[^a-z]*){4,}|\b[A-Z][a-z]+ (?:[\w/()-]+ ){2,}[a-z]+")
_GAIN_CELL = re.compile(r"\d\s?(?:[x×](?!\w)|%|times\b)", re.IGNORECASE)
_FIGURE_CELL = re.compile(r"^[^A-Za-z]*\d[^A-Za-z]*[A-Za-z/%×]{0,8}\W*$")


def describes(p: Passage) -> bool:
    """Whether a row tells of its first cell in words ("scheme | what it does"), and so is read like a bullet."""
    rest = p.cell_texts()[1:]
    figures = any(_FIGURE_CELL.match(cell) or _GAIN_CELL.search(cell) for cell in rest)
    return p.kind == "row" and any(map(_PROSE.search, rest)) and not figures


@dataclass(slots=True)
class Surroundings:
    """A document with its units, read once, and what each of them stands under."""

    document: Document
    topic: Topic = field(init=False)
    technique: dict[str, float] = field(init=False)  # share of each technique in what the document is about
    width: dict[str, float] = field(init=False)  # the one bit width of weights or cache that the document speaks of
    metric: dict[str, float] = field(init=False)  # share of each metric among the words for speed
    _units: dict[int, Unit] = field(default_factory=dict)
    _names: dict[str, Mentions] = field(default_factory=dict)
    _blocks: dict[int, list[int]] = field(default_factory=dict)
    _sections: dict[tuple[str, ...], list[int]] = field(default_factory=dict)
    _chapters: dict[tuple[str, ...], dict[str, float]] = field(default_factory=dict)
    _said: dict[str, bool] = field(default_factory=dict)
    _flags: tuple[Flag, ...] | None = None
    _full: dict[str, str] | None = None
    _page: Page | None = None
    _captions: list[tuple[int, str]] = field(default_factory=list)  # with the number of the figure or table
    _setup: dict[int, bool] = field(default_factory=dict)  # passages that say what was measured on what
    _setups: dict[int, list[int]] = field(default_factory=dict)  # those that govern a passage
    _setup_headings: list[tuple[tuple[str, ...], int]] | None = None  # sections that say how a page measured
    _all: list[tuple[tuple[str, ...], int]] | None = None  # those that say it of all experiments, by section

    def __post_init__(self) -> None:
        for i, p in enumerate(self.document.passages):
            self._blocks.setdefault(p.block, []).append(i)
            self._sections.setdefault(p.section, []).append(i)
            if p.kind == "caption":
                label = _FIGURE.match(p.text)
                known = self._captions[-1] if self._captions else (-1, "")
                if label or known[0] == i - 1:  # the further sentences of a caption
                    self._captions.append((i, label[1] if label else known[1]))
        self.topic = topic(self.document)
        elsewhere = self.topic.elsewhere and not any(_WRITES.search(p.text) for p in self.document.passages)
        if self.short and not elsewhere and not self.topic.training:
            self.topic = Topic(1.0, 1.0, 0.0, 0.0)
        self.technique = self._about()
        self.metric = self._measures()
        self.width = self._widths()

    @property
    def short(self) -> bool:
        """A sentence or two, as a person types them."""
        return len(self.document.passages) <= 3

    def unit(self, i: int) -> Unit:
        """The unit of a passage, with its section and what introduces it."""
        known = self._units.get(i)
        if known is None:
            p = self.document.passages[i]
            kind: Kind = "bullet" if not self.paper and describes(p) else p.kind
            known = self._units[i] = unit(p.text, kind, " > ".join(p.section), self.context(p))
        return known

    def context(self, p: Passage) -> str:
        """What introduces a passage of this document."""
        return p.introduction("" if p.parent is None else self.document.passages[p.parent].text)

    def names(self, text: str) -> Mentions:
        """The names in a heading or caption, read once."""
        known = self._names.get(text)
        if known is None:
            known = self._names[text] = mentions(level(text))
        return known

    def full_name(self, name: str) -> str:
        """ "Llama-70B" in a document whose only such model is Llama-3-70B, "70B" where only one name has that size."""
        if self._full is None:
            self._full = _full_names(
                m.name for i in range(len(self.document.passages)) for m in self.unit(i).mentions.models
            )
        return self._full.get(name, name)

    @property
    def page(self) -> Page:
        """What the whole page is about."""
        if self._page is None:
            self._page = Page(self.document, self.unit, self.full_name)
        return self._page

    def speaks_of(self, name: str) -> bool:
        """Whether a page names something in every fifth passage, as it does the thing that it is the page of."""
        known = self._said.get(name)
        if known is None:
            said = sum(name in p.text for p in self.document.passages)
            known = self._said[name] = said >= OFTEN_SAID and said >= SHARE_SAID * len(self.document.passages)
        return known

    def before(self, i: int) -> list[int]:
        """The passages of the same paragraph before this one, nearest first, then the one that introduces it."""
        p = self.document.passages[i]
        mates = [j for j in self._blocks[p.block] if j < i] if p.kind != "row" else []
        chain = mates[::-1]
        parent = p.parent
        while parent is not None and parent not in chain and parent < i:
            chain.append(parent)
            parent = self.document.passages[parent].parent
        return chain

    def table(self, i: int) -> list[int]:
        """The passages of the block that a row stands in."""
        return self._blocks[self.document.passages[i].block]

    def previous(self, i: int, n: int = 3) -> list[int]:
        """The passages just before, of the same section, whatever their paragraph; nearest first."""
        section = self.document.passages[i].section
        out = []
        for j in range(i - 1, max(-1, i - 1 - n), -1):
            if self.document.passages[j].section != section:
                break
            out.append(j)
        return out

    def chapter(self, i: int, n: int = 12) -> list[int]:
        """The sentences at the head of the sections that a passage's own section stands in, nearest first."""
        section = self.document.passages[i].section
        out: list[int] = []
        for depth in range(len(section) - 1, 1, -1):
            mates = [j for j in self._sections.get(section[:depth], ()) if j < i]
            out += [j for j in reversed(mates) if self.document.passages[j].kind == "sentence"]
        return out[:n]

    def opening(self, i: int) -> list[str]:
        """The heading of the innermost section and its first two sentences."""
        section = self.document.passages[i].section
        if not section:
            return []
        first = [j for j in self._sections[section] if self.document.passages[j].kind == "sentence"]
        return [section[-1], *(self.document.passages[j].text for j in first[:3] if j < i)]

    def _says_setup(self, j: int) -> bool:
        known = self._setup.get(j)
        if known is None:
            p = self.document.passages[j]
            known = self._setup[j] = says_setup(p) and not self._stands_alone(j)
        return known

    def _stands_alone(self, j: int) -> bool:
        """A bullet with a figure of its own says under what *it* was measured, not what its neighbours were."""
        return self.document.passages[j].kind == "bullet" and bool(self.unit(j).figures.effects)

    def leading(self, i: int, n: int = 6) -> list[int]:
        """The passages of the section before the table that a row stands in, nearest first."""
        p = self.document.passages[i]
        first = self._blocks[p.block][0]
        out: list[int] = []
        for j in range(first - 1, max(-1, first - 60), -1):
            other = self.document.passages[j]
            if other.section != p.section or len(out) == n:
                break
            if other.kind != "row" and not self._stands_alone(j):  # an earlier table may stand under the same setup
                out.append(j)
        return out

    def trailing(self, i: int) -> list[int]:
        """The notes under a table that say what all of it was measured with: "The above was run with TP=2"."""
        p = self.document.passages[i]
        last = self._blocks[p.block][-1]
        out: list[int] = []
        for j in range(last + 1, min(len(self.document.passages), last + 9)):
            other = self.document.passages[j]
            if other.section != p.section or other.kind in ("row", "heading"):
                break
            if (NOTE.search(other.text) or self._notes(j)) and not self._stands_alone(j):
                out.append(j)
        return out

    def _notes(self, j: int) -> bool:
        """What stands under a table or a figure and says how all of it was measured, in words or as a bare list of values."""
        return figure_note(self.document.passages[j]) or lists_values(self.unit(j))

    def noted(self, i: int) -> list[int]:
        """The note under the figure that shows what a passage of a page claims: "Tested with 4K inputs on two H100s"."""
        p = self.document.passages[i]
        if self.paper or p.kind == "row":
            return []
        for j in range(i + 1, min(len(self.document.passages), i + 5)):
            other = self.document.passages[j]
            if other.section != p.section or other.kind in ("row", "heading") or self.unit(j).figures.effects:
                break
            if self._notes(j):
                return [k for k in self._blocks[other.block] if k >= j]
        return []

    def illustrated(self, i: int) -> list[int]:
        """The captions of the figure that a passage speaks of, or of the only one in its section."""
        p = self.document.passages[i]
        named = _FIGURE.findall(p.text)
        if named:
            return [j for j, label in self._captions if label in named and j != i]
        here = [(j, label) for j, label in self._captions if self.document.passages[j].section == p.section and j != i]
        return [j for j, _ in here] if len({label for _, label in here}) == 1 else []

    @property
    def paper(self) -> bool:
        """A paper sets its experiments up in a section of their own."""
        return self.document.format in ("pdf", "latex")

    def front(self, i: int) -> bool:
        """Whether a passage of a paper stands where no setup governs it: before, beside or after the experiments."""
        section = self.document.passages[i].section
        return self.paper and (not section or any(_FRONT.search(heading) for heading in section))

    def results(self, i: int) -> bool:
        """Whether a passage stands among the results of a paper's experiments."""
        return self.paper and any(_RESULTS.search(heading) for heading in self.document.passages[i].section)

    def setups(self, i: int) -> list[int]:
        """Sentences of the section, nearest first, that say what was measured on what; in a paper those of its setup section too."""
        known = self._setups.get(i)
        if known is None:  # hardware, model, counts and settings of one claim are looked for in the same ones
            known = self._setups[i] = self._look_for_setups(i)
        return known

    def _look_for_setups(self, i: int) -> list[int]:
        section = self.document.passages[i].section
        innermost = section
        out: list[int] = []
        while section:
            mates = [j for j in self._sections.get(section, ()) if j < i]
            out.extend(j for j in reversed(mates) if j not in out and self._says_setup(j))
            section = section[:-1] if len(section) > 1 else ()
            if self.paper:
                out.extend(j for j in self._setup_beside(section, i) if j not in out)
        if not self.paper:
            out = [*out[:12], *(j for j in self._of_all(i) if j not in out)]
            return [*out, *(j for j in self.tested_with(i) if j not in out)]
        out.extend(j for j in self._of_all(i) if j not in out)
        topic = {w for w in _HEADING_WORD.findall(innermost[-1].lower()) if w not in _DULL} if innermost else set()
        told = [j for j in out if any(w in self.document.passages[j].text.lower() for w in topic)]
        return [*told, *(j for j in out if j not in told)]

    def tested_with(self, i: int) -> list[int]:
        """What a section beside, before or after, says of how a page measured: "## Benchmark setup"; the nearest kin first."""
        if self.paper:
            return []
        own = self.document.passages[i].section
        found: list[tuple[int, int]] = []
        for section, at in self._tested():
            if own[:at] == section[:at] and own[: at + 1] != section[: at + 1]:
                found += [(-at, j) for j in self._sections[section] if is_condition(self.document.passages[j])]
        return [j for _, j in sorted(found)][:24]

    def _tested(self) -> list[tuple[tuple[str, ...], int]]:
        """The sections that say how a page measured, each with the depth of the heading that says so: below the title."""
        if self._setup_headings is None:
            first = {
                s: next((k for k, heading in enumerate(s) if TESTED_WITH.search(heading)), 0) for s in self._sections
            }
            self._setup_headings = [(section, at) for section, at in first.items() if at]
        return self._setup_headings

    def commands(self, i: int) -> list[Flag]:
        """The flags of the command lines that a passage was measured with: in its own section, else where the setup is told."""
        if self._flags is None:
            self._flags = flags(self.document)
        if not self._flags:
            return []
        own = governing(self._flags, self.document.passages[i].section)
        if own:
            return own
        if any(self.unit(j).stated for j in self.leading(i) if self.document.passages[j].kind == "bullet"):
            return []  # its own section says its setting
        told = dict.fromkeys(self.document.passages[j].section for j in self.tested_with(i))
        of_a_run = tuple(f for f in self._flags if f.name in OF_A_RUN)
        return [f for section in told for f in governing(of_a_run, section)]

    def _of_all(self, i: int) -> list[int]:
        """Sentences before that say it of all experiments, in a section beside: "All experiments run on one H100"."""
        chapter = self.document.passages[i].section[:1] if self.paper else self.document.passages[i].section[:-1]
        if not chapter or (not self.paper and chapter == (self.document.title,)):
            return []  # the whole document is no chapter
        if self._all is None:
            self._all = [
                (section, j)
                for section, mates in self._sections.items()
                for j in mates
                if self.document.passages[j].kind == "sentence" and OF_ALL.search(self.document.passages[j].text)
            ]
        return [j for section, j in self._all if j < i and section[: len(chapter)] == chapter][::-1]

    def _setup_beside(self, parent: tuple[str, ...], i: int) -> list[int]:
        """The sentences of earlier sections under the same parent that are called "Setup" or the like."""
        return [
            j
            for section, mates in self._sections.items()
            if len(section) > 1 and section[:-1] == parent and SETUP_HEADING.search(section[-1])
            for j in mates
            if j < i and self.document.passages[j].kind in ("sentence", "bullet")
        ]

    def _measures(self) -> dict[str, float]:
        """Which metric the document speaks of, title and headings more than the rest."""
        weight: dict[str, float] = {}
        for i, p in enumerate(self.document.passages):
            w = 5.0 if p.kind == "title" else 2.0 if p.kind == "heading" else 1.0
            for m in {m.metric for m in self.unit(i).figures.words} - {"memory", "other"}:
                weight[m] = weight.get(m, 0.0) + w
        total = sum(weight.values()) + 3.0
        return {m: w / total for m, w in weight.items()}

    def _widths(self) -> dict[str, float]:
        """The width of weights, and of the cache, where nearly all that the document says of them is one width."""
        count: dict[str, dict[float, int]] = {"weight": {}, "kv": {}}
        for i in range(len(self.document.passages)):
            for b in self.unit(i).bits:
                if b.bits < 16 and b.of in ("weight", "kv", ""):
                    of = "kv" if b.of == "kv" else "weight"
                    count[of][b.bits] = count[of].get(b.bits, 0) + 1
        out = {}
        for of, seen in count.items():
            total = sum(seen.values())
            if total >= 2:
                bits, n = max(seen.items(), key=lambda bn: (bn[1], bn[0]))
                if n >= MOST * total:
                    out[of] = bits
        return out

    @property
    def most_about(self) -> str:
        """The technique that the document is most about; "" where it is about none."""
        return max(self.technique, key=lambda t: self.technique[t], default="")

    def about(self, i: int) -> dict[str, float]:
        """The shares of techniques where a passage stands: where its chapter is called by one, half of them are the chapter's."""
        chapter = self.document.passages[i].section[:2]
        if self.paper or len(chapter) < 2 or not self.names(chapter[1]).techniques:
            return self.technique
        known = self._chapters.get(chapter)
        if known is None:
            weight: dict[str, float] = {}
            _add(weight, self.names(chapter[1]), 6.0)
            for section, mates in self._sections.items():
                if section[:2] == chapter:
                    for j in mates:
                        p = self.document.passages[j]
                        if p.kind != "row":
                            _add(weight, self.unit(j).mentions, 2.0 if p.kind == "heading" else 1.0)
            total = sum(weight.values()) + 3.0
            both = weight.keys() | self.technique.keys()
            known = self._chapters[chapter] = {
                t: (weight.get(t, 0.0) / total + self.technique.get(t, 0.0)) / 2 for t in sorted(both)
            }
        return known

    def _about(self) -> dict[str, float]:
        """How much of the document is about each technique: title and headings weigh most, then the first units."""
        weight: dict[str, float] = {}
        title = self.names(self.document.title)
        _add(weight, title, 8.0)
        for i, p in enumerate(self.document.passages):
            if p.kind == "row":
                continue
            w = 6.0 if p.kind == "title" else 2.0 if p.kind == "heading" else 1.0 if i < 16 else 0.5
            found = self.names(p.text) if p.kind in ("heading", "title") else self.unit(i).mentions
            _add(weight, _without_layouts(found, p.text) if self.short else found, w)
        total = sum(weight.values())
        return {t: w / (total + 3.0) for t, w in sorted(weight.items(), key=lambda tw: (-tw[1], tw[0]))[:6]}


_SIZED = re.compile(
    r"(?P<family>[A-Za-z]+(?:-[A-Za-z]+)*?)-?(?P<version>[VMR]?\d+(?:\.\d+)?)?-(?P<size>\d+(?:\.\d+)?B)"
)

_ACTIVE = re.compile(r"(?<=\dB)-A\d+(?:\.\d+)?B$")


def _full_names(names: Iterable[str]) -> dict[str, str]:
    """The full name for each name without its version, and for each bare size, where there is but one."""
    from estimator import MODELS

    full: dict[str, set[str]] = {}
    for name in names:
        m = _SIZED.fullmatch(name)
        if m and m["version"]:
            full.setdefault(f"{m['family']}-{m['size']}", set()).add(name)
        if m:
            full.setdefault(m["size"], set()).add(name)
        if active := _ACTIVE.search(name):  # "Qwen3-Next-80B" where the page has "Qwen3-Next-80B-A3B"
            full.setdefault(name[: active.start()], set()).add(name)
    return {short: found.pop() for short, found in full.items() if len(found) == 1 and short not in MODELS}


# "(TP=4, batch 1)" says how a run was laid out.
LAYOUT = re.compile(r"[TEPD]P\s?[-=]?\s?\d+", re.IGNORECASE)
# "on four H200 with tensor parallelism": so does this
_ON_DEVICES = re.compile(
    r"\b(?:on|over|across)\s(?:\d{1,4}|two|four|eight|sixteen|thirty-two)\s(?:x\s?)?(?:[\w-]+\s){1,4}?(?:with|using|under|in|and)\s(?:\w+-way\s)?$",
    re.IGNORECASE,
)
LAYOUTS = frozenset({"tensor-parallelism", "pipeline-parallelism", "expert-parallelism"})


def is_layout(text: str, h: TechniqueHit) -> bool:
    """Whether a name says on how many devices something ran, and how they shared it out."""
    if LAYOUT.fullmatch(text, h.start, h.end):
        return True
    return h.technique in LAYOUTS and _ON_DEVICES.search(text, max(0, h.start - 70), h.start) is not None


DRAFTS = frozenset(
    "self-speculation medusa-heads eagle multi-token-prediction lookahead-decoding ngram-speculation tree-speculation parallel-drafting long-context-speculation".split()
)


def is_part(text: str, h: TechniqueHit, hits: Iterable[TechniqueHit]) -> bool:
    """ "Prompt lookup with four drafted tokens", "EAGLE-2 with a tree": what drafts has a name, and the rest is part of it."""
    if h.technique not in ("speculative-decoding", "tree-speculation") or text[h.start].isupper():
        return False
    return any(x.technique in DRAFTS and x.technique != h.technique and x.named for x in hits)


def _without_layouts(found: Mentions, text: str) -> Mentions:
    """In a sentence by itself a layout is what it is about only where nothing else is named."""
    hits = found.techniques
    others = {h.technique for h in hits} - LAYOUTS
    kept = tuple(
        h
        for h in hits
        if not (LAYOUT.fullmatch(text, h.start, h.end) or (others and is_layout(text, h)))
        and not is_part(text, h, hits)
    )
    return replace(found, techniques=kept)


def _add(weight: dict[str, float], found: Mentions, w: float) -> None:
    for t in {h.technique for h in found.techniques if h.strength >= 0.75}:
        weight[t] = weight.get(t, 0.0) + w
