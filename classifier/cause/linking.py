# ruff: noqa: E501 - one pattern is one row, however long
"""Which technique a figure belongs to: names in its clause and unit, what governs the unit, what the document is about.

Every source of evidence has a weight; the technique with the largest sum is chosen, and the strongest source is the reason.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from classifier.around.surroundings import DRAFTS, LAYOUTS, Surroundings, is_layout, is_part
from classifier.cause.compared import against_dense, machines_compared, models_compared, of_two_chips, only_runs_on
from classifier.cause.deeds import NARROW_KEYS, READ_BACK, deeds
from classifier.cause.evidence import WEIGHTS, Evidence, is_compared
from classifier.cause.number_formats import (
    FAMILY,
    KERNEL_WORD,
    WIDE,
    against_wide,
    formats,
    narrow_of_two,
    of_width,
    two_formats,
)
from classifier.cause.own_code import IN_KERNELS, KERNEL, adds_kernel, against_own, is_made_faster, newer_kernel
from classifier.cause.rivals import SETTINGS, against_engine, of_another_engine
from classifier.cause.roles import causes, is_actor, is_beside, is_kind_of_model, is_place, is_scope
from classifier.cause.shown import shown
from classifier.cause.unnamed import OF_CODE, guessed, nothing_named, of_a_row
from classifier.figures.amounts import level
from classifier.figures.batch_change import batch_change
from classifier.figures.bits import bit_widths
from classifier.figures.effect import Effect
from classifier.learning.learned import sides
from classifier.names.absent import gone, is_absent
from classifier.names.mentions import TechniqueHit
from classifier.setting.baseline import is_baseline
from classifier.setting.table_settings import drafter_cell, own_head
from classifier.unit import Unit
from classifier.words.at_words import Quick

PRIOR = {"kernel-optimization": 0.35, "other": 0.05}  # what remains when nothing is named
UNSAID = 0.4  # of what the document is about, in a unit that names something else
ABOUT = 0.25  # with this share of a document a technique is considered wherever the document says a figure
NAMED_CAUSE = 0.2  # a technique with this share of a document is the cause that it names for its engine's speed
AROUND = frozenset(
    "title heading chapter caption sentence paragraph format format-here".split()
)  # not of the unit itself
BATCHING = "continuous-batching"
MOVED = "hardware-upgrade"


_CLAUSE = re.compile(r"[;:]|,\s+(?:and|while|whereas|but)\s|\s(?:while|whereas|but)\s|\.\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Choice:
    """A technique with the reason for it. `stated` is False where it comes from the surroundings."""

    technique: str
    score: float
    stated: bool
    start: int  # place of the mention in the unit, -1 where there is none
    end: int
    reason: str


def choose(s: Surroundings, i: int, u: Unit, effect: Effect | None, learnt: dict[str, float]) -> list[Choice]:
    """Techniques for one figure, or for the unit as a whole, best first."""
    cases: dict[str, Evidence] = {}
    for source, technique, amount, reason in _around(s, i):
        cases.setdefault(technique, Evidence()).add(source, amount, reason)
    chips, models = _said(cases, s, i, u, effect)
    _grown_batch(cases, s, u, effect)
    _columns(cases, s, i)
    _own_column(cases, s, i, effect)
    about = s.about(i)
    bare = effect is not None and u.kind != "row" and not u.bits
    spoken_of = [t for t in about if bare and about[t] >= ABOUT]
    for technique in (*sorted(learnt, key=lambda t: -learnt[t])[:6], *PRIOR, *spoken_of):
        cases.setdefault(technique, Evidence())
    if s.short and (chips or models) and len({b.bits for b in u.bits}) == 1:
        for technique in {*FAMILY, KERNEL, "compute-format"} & cases.keys():
            cases[technique].score -= ONE_FORMAT  # both ran in it
    else:
        learnt = formats(cases, s, i, u, effect, learnt)
    against_wide(cases, s, u)
    two_formats(cases, s, u)
    against_dense(cases, u)
    if only_runs_on(u) and MOVED in cases and not chips:
        cases[MOVED].score -= ONE_CHIP
    rival = _rival(cases, s, i, u, effect)
    worked_on = _worked_on(cases, s, u)
    if effect is not None and not s.short and (kernel := newer_kernel(u)):
        is_compared(cases, KERNEL, f"“{kernel}” is compared with").score += TWO_CHIPS
    nothing_named(cases, s, u, effect, learnt)
    if effect is None and u.figures.loose and not u.figures.effects:  # a measurement of what ran without it
        for technique in gone(u.text, u.mentions.techniques, sides()):
            cases.pop(technique, None)
    settings = worked_on | (SETTINGS if rival else frozenset()) | _not_new(u, effect)
    _weighed(cases, u, effect, learnt, {t: 0.0 if t in settings else x for t, x in about.items()}, worked_on)
    if effect is not None and u.kind == "row":
        of_a_row(cases, s.document.passages[i], rival)
    elif bare and not (s.short or u.mentions.hardware):
        guessed(cases, u, learnt)
    out = [Choice(t, c.score, c.place[0] >= 0, *c.place, c.reason) for t, c in cases.items()]
    ranked = sorted(out, key=lambda c: (-c.score, c.start, c.technique))
    return _kept_elsewhere(s, i, u, _most_specific(s, i, ranked))


def _said(cases: dict[str, Evidence], s: Surroundings, i: int, u: Unit, effect: Effect | None) -> tuple[bool, bool]:
    """What the unit itself says, or else its heading. Returns whether it compares two chips, and two models."""
    machines = machines_compared(cases, u)
    if machines and not (u.bits or any(h.technique not in (MOVED, *LAYOUTS) for h in u.mentions.techniques)):
        cases[MOVED].score += TWO_CHIPS  # nothing but the chips differs, whatever else the page is about
    _here(cases, s, u, effect, machines)
    moved = u.mentions.hardware and not only_runs_on(u)  # "the H200 decodes 1.4x faster"
    here = {h.technique for h in u.mentions.techniques}
    if (
        u.kind in ("bullet", "sentence")
        and not (u.bits or moved)
        and (effect is not None or not (here or OF_CODE.search(u.text)))
    ):
        _under_heading(cases, s, i, here)
    if effect is not None and s.short:
        shown(cases, u, effect)
    chips = machines or _just_compared(cases, s, i, u)
    models = models_compared(cases, u)
    if chips and "mixture-of-experts" in cases and not models:
        cases["mixture-of-experts"].score -= ONE_FORMAT  # the kind of model that both chips ran
    return chips, models


def _rival(cases: dict[str, Evidence], s: Surroundings, i: int, u: Unit, effect: Effect | None) -> str:
    """The engine that a figure compares with, which is no mechanism unless the document names one; else ""."""
    rival = against_engine(s, i, u, effect)
    causes = max((x for t, x in s.technique.items() if t not in SETTINGS), default=0.0)
    if rival and (causes < NAMED_CAUSE or of_another_engine(s, i)):
        cases["other"].add("engine", 1.0, f"“{rival}” is compared with")
        if KERNEL in cases and not cases[KERNEL].seen.get("here"):
            cases[KERNEL].score -= ONE_FORMAT  # the vaguest of causes, where a whole engine is one
    return rival


def _not_new(u: Unit, effect: Effect | None) -> frozenset[str]:
    """Techniques that the unit names as what was there before, or as what another is added to."""
    named = {h.technique for h in u.mentions.techniques}
    if effect is not None:
        return _beside(u, effect) | (named - {h.technique for h in u.mentions.techniques if not is_baseline(u.text, h)})
    added = {h.technique for h in _added(u)}
    return frozenset(named - added) if added else frozenset()


def _beside(u: Unit, effect: Effect) -> frozenset[str]:
    """Techniques that the cause of a figure is said to go together with."""
    hits = u.mentions.techniques
    return frozenset(h.technique for h in hits if is_beside(u.text, h, effect, hits))


def _weighed(
    cases: dict[str, Evidence],
    u: Unit,
    effect: Effect | None,
    learnt: dict[str, float],
    about: dict[str, float],
    worked_on: frozenset[str],
) -> None:
    """The words of the unit, by the linear model, and what the document is about, put on the scales."""
    hosted = effect is None and any(h.technique in _HOSTED for h in u.mentions.techniques)
    others = effect is None and any(h.strength >= 0.6 and not is_baseline(u.text, h) for h in u.mentions.techniques)
    for technique, case in cases.items():
        if hosted and technique in FAMILY:
            case.score -= IN_HOST_MEMORY
        if technique in worked_on:
            case.score -= sum(worth for source, worth in case.seen.items() if source in AROUND)
        p, share = learnt.get(technique, 0.0), about.get(technique, 0.0)
        if others and not case.seen.get("here"):
            share *= UNSAID
        case.score += PRIOR.get(technique, 0.0) + WEIGHTS["model"] * math.log(max(p, 1e-2))
        case.score += WEIGHTS["sure"] * p + WEIGHTS["document"] * math.log(share + 0.02)
        if case.place[0] < 0 and WEIGHTS["document"] * math.log(share / 0.02 + 1) > case.best:
            case.reason = "what the document is about"


GENERIC = "speculative-decoding"


def _most_specific(s: Surroundings, i: int, choices: list[Choice]) -> list[Choice]:
    """Speculation, under a heading or a title that says of which kind, is of that kind."""
    if not choices or choices[0].technique != GENERIC or s.short or _second_model(s, i):
        return choices  # what a second model drafts is no head's or layer's
    for heading in reversed((s.document.title, *s.document.passages[i].section[1:])):
        kinds = {h.technique for h in s.names(heading).techniques if h.technique in DRAFTS}
        if len(kinds) > 1:
            break
        if kinds:
            first = [c for c in choices if c.technique in kinds]
            return [*first, *(c for c in choices if c not in first)]
    return choices


OFFLOAD, REUSE = "kv-offload", "prefix-caching"
_OFFLOADED = re.compile(
    r"\boffload\w*|\btier(?:ed|ing|s)?\b|\b(?:to|in|on|from)\s(?:any\s|the\s)?(?:cpu|host|disks?|ssds?|nvme|storage|file\s?systems?)\b",
    re.IGNORECASE,
)


def _kept_elsewhere(s: Surroundings, i: int, u: Unit, choices: list[Choice]) -> list[Choice]:
    """ "More cache hits", "reuse across replicas", below "Offloading the KV cache to storage": it is what offloading is for."""
    named = any(h.technique == REUSE and h.named for h in u.mentions.techniques)
    if not choices or choices[0].technique != REUSE or named or s.short:
        return choices
    for text in (s.document.title, *s.document.passages[i].section[-1:]):
        if _OFFLOADED.search(text) and any(h.technique == OFFLOAD for h in s.names(text).techniques):
            return sorted(choices, key=lambda c: c.technique != OFFLOAD)
    return choices


def _here(cases: dict[str, Evidence], s: Surroundings, u: Unit, effect: Effect | None, moved: bool) -> None:
    """The unit's own names. A name after "than" or "compared with" hardly counts."""
    new = [h for h in u.mentions.techniques if not is_baseline(u.text, h)]
    new = (_added(u) if effect is None else []) or new
    if any(not is_absent(u.text, h) for h in new):
        new = [h for h in new if not is_absent(u.text, h)]
    if effect is None and not u.mentions.techniques and KERNEL_WORD.search(u.text):
        cases.setdefault(KERNEL, Evidence()).add("here", 1.0, "“kernel”")
    if (of_cache := NARROW_KEYS.search(u.text)) is not None:
        case = cases.setdefault(FAMILY[2], Evidence(place=of_cache.span()))
        case.add("here", 1.0, f"“{of_cache[0]}”")
        case.add("strong", 1.0, f"“{of_cache[0]}”")
    if (back := READ_BACK.search(u.text)) is not None:
        is_compared(cases, "kv-offload", f"“{back[0]}”").place = back.span()
    objects: set[str] = set()
    for deed, (start, end) in deeds(u.text, frozenset(s.technique)) if u.kind != "row" else ():
        is_compared(cases, deed.technique, f"“{u.text[start:end].strip()}”").place = (start, end)
        objects |= deed.done_to
    computed = adds_kernel(u) and any(h.technique in IN_KERNELS and h.strength >= 0.8 for h in new)
    places = (
        {h.technique for h in new if is_place(u.text, h)}
        if effect is None and not (computed or u.figures.loose)
        else set()
    )
    if any(h.technique not in places for h in new) and places:
        new = [h for h in new if h.technique not in places]
        for h in new:
            cases.setdefault(h.technique, Evidence()).add("supported", 1.0, f"“{u.text[h.start : h.end]}”")
    narrow = any(b.bits < 16 for b in u.bits)
    narrower = narrow and WIDE.search(u.text) is not None
    shared = _on_both_sides(u, new) if effect is not None else frozenset()
    beside = frozenset() if effect is None else _beside(u, effect)
    for h in u.mentions.techniques:
        case = cases.setdefault(h.technique, Evidence())
        reason = f"“{u.text[h.start : h.end]}”"
        if h.technique == KERNEL and (narrower or computed or _ends_list(u.text, h, new)):
            case.add("compared", h.strength, reason)
            continue
        if (
            h not in new
            or h.technique in objects
            or is_part(u.text, h, new)
            or is_scope(u.text, h, new)
            or is_actor(s, u, h, new)
        ):
            case.add("compared", h.strength, reason)
            continue
        if effect is not None and (is_kind_of_model(u.text, h) or h.technique in shared or h.technique in beside):
            case.add("compared", h.strength, reason)
            continue
        run_in = moved or (_RUN_IN.search(u.text) and not _ITS_DOING.search(u.text))
        if is_layout(u.text, h) and (narrow or run_in or any(x.technique != h.technique for x in new)):
            case.add("compared", h.strength, reason)
            continue
        if is_made_faster(u, h):
            case.add("compared", h.strength, reason)
            case = cases.setdefault(KERNEL, Evidence())
        case.add("here", 1.0, reason)
        case.add("named" if h.named else "strong", 1.0 if h.strength >= 0.8 else 0.0, reason)
        if effect is not None and len(new) > 1:
            case.add("near", _nearness(u.text, effect, h), reason)
        if case.place[0] < 0:
            case.place = (h.start, h.end)


_STACKED = re.compile(
    r"\bcan (?:also |further |easily )*be (?:also |further |easily )*(?:combined|integrated|used together|used along|paired|stacked) with\s(?=[^.;]*(?:\bto (?:further )?(?:accelerat|speed|improv|boost|reduc|cut|lower)|\b(?:enhanc|accelerat|improv|boost|reduc)\w*ing\b))",
    re.IGNORECASE,
)


def _added(u: Unit) -> list[TechniqueHit]:
    """ "Can be combined with a narrow cache to run faster still": it is the cache that is said to help."""
    stacked = _STACKED.search(u.text)
    return [] if stacked is None else [h for h in u.mentions.techniques if h.start >= stacked.end() - 1]


_LACKS = re.compile(r"\b(?:without|no|w/o|not using)\s+(?:[\w-]+\s){0,2}$", re.IGNORECASE)  # "than without MTP"


def _on_both_sides(u: Unit, new: list[TechniqueHit]) -> frozenset[str]:
    """ "A remote cache with prefix caching against prefix caching": what the baseline has as well makes no difference."""
    there = [h for h in u.mentions.techniques if h not in new and not _LACKS.search(u.text, 0, h.start)]
    old = {u.text[h.start : h.end].lower() for h in there}
    both = frozenset(h.technique for h in new if u.text[h.start : h.end].lower() in old)
    return both if {h.technique for h in new} - both else frozenset()


# How a server is laid out: below "In disaggregated mode" a page may tell what its own change brings there.
_MODES = frozenset(
    {"prefill-decode-disaggregation", "tensor-parallelism", "expert-parallelism", "pipeline-parallelism"}
)


def _under_heading(cases: dict[str, Evidence], s: Surroundings, i: int, here: set[str]) -> None:
    """ "Impact: 20 % faster" under "3. Fused attention": a figure that names nothing is of what its heading names."""
    if here - {"mixture-of-experts"}:  # a kind of model is what it was measured on
        return
    heading = s.document.passages[i].section[-1:]
    found = [h for text in heading if text != s.document.title for h in s.names(text).techniques if h.strength >= 0.8]
    about = {h.technique for h in s.names(s.document.title).techniques}
    found = [h for h in found if not (about and h.technique in _MODES)]
    if len({h.technique for h in found}) == 1:
        cases.setdefault(found[0].technique, Evidence()).add("here", 1.0, f"heading “{heading[0][:40]}”")


_THIS = re.compile(
    r"\b(?:this|that|it)\s(?:alone\s|by itself\s)?(?:is\sworth|gives?|brings?|makes?|yields?|buys?|means|allows?|amounts\sto)\b",
    re.IGNORECASE,
)


def _just_compared(cases: dict[str, Evidence], s: Surroundings, i: int, u: Unit) -> bool:
    """ "The H200 has 4.8 TB/s instead of the H100's 3.35. This is worth 1.43x": of the two chips of the sentence before."""
    if u.mentions.techniques or u.mentions.hardware or not s.before(i) or not _THIS.search(u.text):
        return False
    last = s.unit(s.before(i)[0])
    chips = list(dict.fromkeys(h.name for h in last.mentions.hardware))
    if len(chips) != 2 or last.mentions.techniques:
        return False
    reason = f"“{chips[0]}” and “{chips[1]}” in the sentence before"
    is_compared(cases, "hardware-upgrade", reason).score += TWO_CHIPS
    return True


def _grown_batch(cases: dict[str, Evidence], s: Surroundings, u: Unit, effect: Effect | None) -> None:
    """ "Going from 8 to 64 users gives 5x the tokens/s": a larger batch is the cause where nothing else is named."""
    if (
        not s.short
        or effect is None
        or effect.high <= 1
        or effect.metric not in (None, "throughput", "decode", "other")
    ):
        return
    named = {h.technique for h in u.mentions.techniques if h.strength >= 0.8 and not is_baseline(u.text, h)}
    if named - {BATCHING} or (change := batch_change(u.text)) is None:
        return
    reason = f"“{u.text[change.start : change.end]}”"
    is_compared(cases, BATCHING, reason).add("near", 1.0, reason)
    if cases[BATCHING].place[0] < 0:
        cases[BATCHING].place = (change.start, change.end)


def _ends_list(text: str, h: TechniqueHit, new: list[TechniqueHit]) -> bool:
    """ "Paged attention, continuous batching and fast kernels": of a list what has a name of its own is the cause."""
    others = [x for x in new if x.technique not in (KERNEL, h.technique) and x.named]
    return len({x.technique for x in others}) > 1 and bool(_LISTED.search(text, 0, h.start))


_LISTED = re.compile(r"(?:,|\band|\+|&)\s+(?:[\w-]+\s+){0,2}$")


def _worked_on(cases: dict[str, Evidence], s: Surroundings, u: Unit) -> frozenset[str]:
    """What the unit says was made faster. That the document is about it does not make it what is new there."""
    about = s.most_about
    if against_own(u.text) and not IN_KERNELS.isdisjoint({about, *(h.technique for h in u.mentions.techniques)}):
        cases[KERNEL].add("here", 1.0, "its own earlier code is compared with")
        return IN_KERNELS
    hits = [h for h in u.mentions.techniques if not is_baseline(u.text, h)]
    objects = [is_made_faster(u, h) or is_scope(u.text, h, hits) for h in hits]
    made = {h.technique for h, made in zip(hits, objects, strict=True) if made}
    made -= {h.technique for h, made in zip(hits, objects, strict=True) if not made}
    made |= _on_both_sides(u, hits)
    return frozenset(made.union(FAMILY) if made.intersection(FAMILY) else made)


# "TP=8 instead of TP=2", "with TP=8 each card holds an eighth": two layouts, or what a device holds, are the layout's doing.
_ITS_DOING = Quick(
    r"[TEP]P\s?[-=]?\s?\d+[^.;]{0,80}?[TEP]P\s?[-=]?\s?\d+|\b(?:each|every|per)[- ](?:card|gpu|device|rank|chip)\b[^.;]{0,60}\b(?:kv|caches?|weights|memory)\b",
    seldom=True,
)
# "In a TP8 deployment requests gain 6 %": what the thing was measured in.
_RUN_IN = Quick(r"\b(?:in|on|with|under|for|of)\s+(?:\S+\s+){0,3}?[TEP]P\s?[-=]?\s?\d+", seldom=True)


def _around(s: Surroundings, i: int) -> Iterator[tuple[str, str, float, str]]:
    """(source, technique, amount, reason) of everything that governs a unit without standing in it."""
    p = s.document.passages[i]
    for h in s.names(s.document.title).techniques:
        yield "title", h.technique, h.strength, "title"
    for depth, heading in enumerate(reversed(p.section)):
        for h in causes(heading, s.names(heading).techniques) if not depth or heading != s.document.title else ():
            yield ("chapter" if depth else "heading"), h.technique, h.strength, f"heading “{heading[:40]}”"
    for text, reason in ((p.caption, "caption"), (" | ".join(p.header), "column head")):
        for h in causes(text, s.names(text).techniques) if text else ():
            yield "caption", h.technique, h.strength, reason
    for n, j in enumerate(s.before(i)[:4]):
        for h in s.unit(j).mentions.techniques:
            if not is_baseline(s.unit(j).text, h):
                yield "sentence", h.technique, h.strength * 0.7**n, "sentence before"
    for n, j in enumerate(s.previous(i, 3)):
        for h in s.unit(j).mentions.techniques:
            yield "paragraph", h.technique, h.strength * 0.7**n, "paragraph before"


# the format of weights that come from the host is what they are stored in, and not what a rate is the effect of
_HOSTED = frozenset({"expert-offload", "weight-offload-streaming"})
IN_HOST_MEMORY = 3.0
TWO_CHIPS = 3.0  # over a figure, or what it refers to: then nothing else that a page speaks of is the cause
ONE_CHIP = 2.0  # what a single chip as the place of a run takes from new hardware as the cause
TWO_WIDTHS = 2.0  # side by side over the columns that a figure is the gain of
ONE_FORMAT = 2.0  # a format that two chips, or two models, both ran in
_SCALING = re.compile(r"\bscal(?:ing|es|e-?up)\b", re.IGNORECASE)
_OPERATOR_HEAD = re.compile(r"^\W*(?:operators?|kernels?|ops?)\b", re.IGNORECASE)
_DEVICE_HEAD = re.compile(r"^\W*(?:tp|gpus?|devices?|cards?|accelerators?|# ?gpus?)\b", re.IGNORECASE)


def _columns(cases: dict[str, Evidence], s: Surroundings, i: int) -> None:
    """Columns that compare: one a chip (the hardware is what is new), or a scaling beside a number of devices."""
    heads = s.document.passages[i].header
    chips = list(dict.fromkeys(h.name for head in heads for h in s.names(head).hardware))
    found = []
    if len(chips) > 1:
        found.append(("hardware-upgrade", f"columns “{chips[0]}” and “{chips[1]}”"))
    if heads and _OPERATOR_HEAD.match(heads[0]):
        found.append((KERNEL, f"column “{heads[0]}”"))
    if any(_SCALING.search(head) for head in heads) and any(_DEVICE_HEAD.match(head) for head in heads):
        found.append(("tensor-parallelism", "a column of scaling over devices"))
    if (drafter := _second_model(s, i)) and s.most_about in _OWN_DRAFTS:
        found.append(("speculative-decoding", f"“{drafter}” in a column of drafters"))
    for technique, reason in found:
        is_compared(cases, technique, reason)


# What drafts without a second model
_OWN_DRAFTS = frozenset(
    {"self-speculation", "medusa-heads", "ngram-speculation", "lookahead-decoding", "multi-token-prediction"}
)


def _second_model(s: Surroundings, i: int) -> str:
    """The model in a row's column of drafters, where it is one of its own and no head or copy of the target."""
    p = s.document.passages[i]
    if (place := drafter_cell(p)) is None:
        return ""
    names = s.names(p.text[slice(*place)])
    return names.models[0].name if names.models and not names.techniques else ""


def _own_column(cases: dict[str, Evidence], s: Surroundings, i: int, effect: Effect | None) -> None:
    """What the head of a figure's own column names: of "FP16" and "INT8" side by side, the second is quantised."""
    p = s.document.passages[i]
    head = own_head(p, effect.start) if effect is not None else ""
    if effect is not None and (chips := of_two_chips(s, p, effect, head)):
        is_compared(cases, "hardware-upgrade", f"columns {chips}").score += TWO_CHIPS
    if not head:
        return
    narrowed = narrow_of_two([level(other) for other in p.header[1:]], head)
    head = narrowed or head
    named = {h.technique for h in s.names(head).techniques if h.technique != KERNEL}
    narrow = [b for b in bit_widths(head) if b.bits < 16]
    others = [b.bits for other in map(level, p.header[1:]) if other != head for b in bit_widths(other)]
    if not named and narrow and max(others, default=0) >= 16:
        likely = of_width(head, narrow[0])
        about = max(FAMILY, key=lambda t: s.technique.get(t, 0.0))
        named = {about if s.technique.get(about, 0.0) > NAMED_CAUSE and likely != FAMILY[2] else likely}
    for technique in named:
        case = cases.setdefault(technique, Evidence())
        for source in ("here", "strong", "near"):
            case.add(source, 1.0, f"column “{head}”")
        case.score += TWO_WIDTHS if narrowed else 0.0


def _nearness(text: str, effect: Effect, h: TechniqueHit) -> float:
    """1 in the figure's own clause, less beyond its borders and farther away."""
    a, b = (h.end, effect.start) if h.end <= effect.start else (effect.end, h.start)
    if b < a:
        return 1.0
    between = text[a:b]
    return max(0.0, 1.0 - 0.4 * len(_CLAUSE.findall(between)) - 0.004 * len(between))
