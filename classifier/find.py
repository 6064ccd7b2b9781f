"""Find the claims of a document: read each unit, decide what it is, and put its figures, techniques and settings together."""

from __future__ import annotations

import re
from dataclasses import replace

from classifier.around.surroundings import Surroundings, describes
from classifier.assemble import claimed, measured
from classifier.cause.linking import Choice, choose
from classifier.claim import Claim
from classifier.deciding.candidate import Candidate, odds_of_training, odds_where_it_stands, of_a_kernel
from classifier.deciding.measured import capacity, main_amount
from classifier.deciding.not_claims import is_denied, is_question, is_sweep
from classifier.deciding.other_side import seen_from_own
from classifier.deciding.parts import across, whole_and_part
from classifier.deciding.telling import odds_of_telling
from classifier.figures.amounts import Amount
from classifier.figures.effect import Effect
from classifier.learning.features import features
from classifier.learning.learned import Model, model, sides
from classifier.setting.baseline import is_baseline
from classifier.setting.table_settings import own_head
from classifier.tables import read_row
from classifier.unit import Unit
from classifier.words.at_words import Quick
from classifier.words.chinese import english
from estimator.statement import Kind, Metric
from ingest import Document
from ingest.document import Passage

PROSE = ("sentence", "bullet", "caption")
LEAST = 0.5  # a claim or a measurement is one from this probability on
LEAST_IN_ROWS = 0.25  # a column that says what its figures are makes up for a row without words


def find(document: Document) -> tuple[Claim, ...]:
    """All claims and measurements of a document, in reading order."""
    s = Surroundings(english(document))
    learnt = model()
    out: list[Claim] = []
    for i, p in enumerate(s.document.passages):
        if _worth_reading(p):
            out.extend(_unit_claims(s, i, learnt))
    return tuple(out)


_INTERESTING = re.compile(r"[A-Za-z]{3}")
_ENDLESS = re.compile(r"(?:\d[,.]?){100}")  # of digits: noise, or a trap; beyond some 300 no number holds it


def _worth_reading(p: Passage) -> bool:
    if _ENDLESS.search(p.text):
        return False
    if p.kind == "row":  # a row of a group has no label of its own
        return any(c.isdigit() for c in p.text) or describes(p)
    return len(p.text) > 8 and bool(_INTERESTING.search(p.text))


def _unit_claims(s: Surroundings, i: int, learnt: Model) -> list[Claim]:
    u = s.unit(i)
    said = [e for e in u.figures.effects if not is_denied(u.text, e)]
    if u.figures.effects and not said:
        return []
    effects, part = whole_and_part(u, [e for e in said if not (_idle(e) or is_sweep(u.text, e))])
    of_part = {} if part is None else {"kernel_factor": part}
    if s.short and part is None:
        others = [s.unit(j) for j in range(len(s.document.passages)) if j != i]
        effects, of_part = across(u, others, effects)
    odds = 0.0 if _names_only(s, u, effects) else odds_where_it_stands(s, i, u, effects)
    if not odds:
        return []
    names = features(u, sides())
    if not effects and not u.figures.loose and u.kind in PROSE and not (s.short or s.paper):
        odds *= odds_of_telling(u.text, names)
    c = Candidate(s, i, u, learnt, learnt.see(names))
    p_claim, p_measure = c.likely(odds)
    given = s.short and s.topic.inference
    if p_claim + p_measure < LEAST_IN_ROWS and not given:
        return []
    p_claim, p_measure = c.likely(odds * odds_of_training(s, i))
    if given and effects and not is_question(u.text) and p_claim < LEAST <= p_claim + _said_fast(effects):
        p_claim, p_measure = (
            LEAST,
            min(p_measure, LEAST),
        )  # "our engine is 24x faster": given by hand, it is what is asked
    if given and not effects and not u.figures.loose and _now_supported(u):
        p_claim = max(p_claim, LEAST)
    if not effects and of_a_kernel(s, u):
        p_measure = max(p_measure, LEAST)
    if u.kind == "row":
        return _row_claims(c, p_claim, p_measure)
    if effects and p_claim >= LEAST:
        claims = _figure_claims(c, effects, p_claim)
        return [_of_whole(f, of_part) for f in claims] if of_part else claims
    return _without_effect(c, bool(effects), p_claim, p_measure)


_SUPPORTED = re.compile(
    r"\b(?:now supports?|(?:is|are) (?:now |newly )?(?:supported|available|enabled)|add(?:s|ed)? (?:[\w-]+ )?support"
    r"|support for [^.;]{0,40}\b(?:added|landed|is in))\b",
    re.IGNORECASE,
)
_UNSUPPORTED = re.compile(
    r"\?|\b(?:not|no|never|will|soon|planned|roadmap|removed|fix\w*|unless|if)\b|n't\b", re.IGNORECASE
)


def _now_supported(u: Unit) -> bool:
    """ "EAGLE-3 speculative decoding is now supported", given by hand."""
    named = any(h.strength >= 0.8 for h in u.mentions.techniques)
    return named and bool(_SUPPORTED.search(u.text)) and not _UNSUPPORTED.search(u.text)


def _names_only(s: Surroundings, u: Unit, effects: list[Effect]) -> bool:
    """A title or heading without a figure says what follows is about; the claim, if there is one, is what follows."""
    return u.kind in ("title", "heading") and not (effects or u.figures.loose or s.short)


def _of_whole(f: Claim, of_part: dict[str, float]) -> Claim:
    """A part's factor is a parameter of what the whole gains; a part that got faster and has no name is a kernel."""
    params = {**f.params, **of_part}
    if f.technique == "other":
        return replace(f, params=params, technique="kernel-optimization", side="neither")
    return replace(f, params=params)


def _idle(e: Effect) -> bool:
    return e.low == e.high == 1.0


def _said_fast(effects: list[Effect]) -> float:
    return 0.5 if any(e.word or e.metric not in (None, "other") for e in effects) else 0.0


_MEASURES = ("rate", "time", "flops", "bandwidth", "bytes")


def _without_effect(c: Candidate, has_effects: bool, p_claim: float, p_measure: float) -> list[Claim]:
    """How much fits, a claim without a figure, or a rate or time by itself."""
    fits = capacity(c.u)
    if fits is not None and p_claim + p_measure >= LEAST:
        kind: Kind = "claim" if p_claim > p_measure or c.u.mentions.techniques else "measurement"
        return [measured(c, fits, None, p_claim + p_measure, kind)]
    rates = [a for a in c.u.figures.loose if a.kind in (_MEASURES if c.s.short else ("rate", "time"))]
    if c.s.short and rates and all(a.kind == "bandwidth" for a in rates) and _rated_elsewhere(c):
        return []  # of the memory that is read
    timed = any(a.kind != "time" for a in rates)
    least = 0.5 if not timed else 0.0 if c.s.short else 0.2  # a rate in a sentence by itself is what it tells
    if rates and not has_effects and p_claim + p_measure >= LEAST and p_measure >= least * p_claim:
        p_claim, p_measure = 0.0, p_claim + p_measure
    if not has_effects and p_claim >= LEAST and p_claim > p_measure:
        return _plain_claims(c, p_claim)
    found = main_amount(c.u)
    if rates and found is not None and p_measure >= LEAST:
        return [measured(c, found, None, p_measure)]
    return []


def _rated_elsewhere(c: Candidate) -> bool:
    """Whether another of a person's two or three sentences gives a rate of tokens, or a time."""
    others = [c.s.unit(j) for j in range(len(c.s.document.passages)) if j != c.i]
    return any(a.kind in ("rate", "time") for u in others for a in u.figures.loose)


def _figure_claims(c: Candidate, effects: list[Effect], sure: float) -> list[Claim]:
    techniques = c.probabilities("technique")
    own = [seen_from_own(c.s.document.title, c.u, e) for e in _ranges(c.u, effects, c.s.document.format == "pdf")]
    return [claimed(c, e, choose(c.s, c.i, c.u, e, techniques), sure) for e in own]


# "7.8x (length 512) and 5.6x (length 256)", "from 19x in the one to 27x in the other"
_LIST = re.compile(
    r"(?:\s*\([^()]{0,40}\)|\s+in (?:the )?[\w-]+)?\s*(?:,|,?\s*and|(?:up )?to)\s*(?:up to\s+)?~?\s*", re.IGNORECASE
)


def _ranges(u: Unit, effects: list[Effect], paper: bool) -> list[Effect]:
    """ "2.4x and 4.6x faster" over two data sets is a range; beside two models or widths it is two claims.

    "Respectively" tells them apart as well, but in a paper, whose figures for its workloads are one result.
    """
    groups: list[list[Effect]] = []
    for e in effects:
        last = groups[-1][-1] if groups else None
        joined = last is not None and e.metric in (last.metric, None) and _LIST.fullmatch(u.text, last.end, e.start)
        if joined and last is not None and last.before is e.before is None:
            groups[-1].append(e)
        else:
            groups.append([e])
    out: list[Effect] = []
    for group in groups:
        alone = [g[0].metric for g in groups if len(g) == 1]
        elsewhere = any(
            alone.count(m) == len(group) for m in set(alone)
        )  # "2.6x for A and 1.7x for B, with 2.2x and 1.5x ..."
        if (
            len(group) > 1
            and not elsewhere
            and not (
                _told_apart(u, len(group), group[0].start, group[-1].end)
                or (not paper and "respectively" in u.text.lower())
            )
        ):
            low, high = min(e.low for e in group), max(e.high for e in group)
            out.append(replace(group[0], low=low, high=high, end=group[-1].end))
        else:
            out.extend(group)
    return out


# "1.4x and 1.9x for mean and P99", "average and P99 TTFT by 60 % and 70 %": the figures of two statistics are two claims; those
# of two workloads are a range.
_STATISTIC = r"(?:the )?(?:mean|median|average|avg|tail|p\d\d\w*)"
_STATISTICS = rf"(?P<list>{_STATISTIC}(?:(?:, and |, | and ){_STATISTIC})+)\b"
_STATISTICS_AFTER = re.compile(rf"[^.;]{{0,30}}?\b(?:for|at|in)\s+{_STATISTICS}", re.IGNORECASE)
_STATISTICS_BEFORE = re.compile(rf"\b{_STATISTICS}(?:[^.;]|\.\d){{0,60}}$", re.IGNORECASE)
# "Over Alder, Birch Serve and Cedar by 29x, 12x and 3x": one figure for each
_NAME = r"[A-Z][\w.-]*(?: [A-Z][\w.-]*){0,3}"
_RIVALS_BEFORE = re.compile(
    rf"\b(?:over|than|to|against)\s(?:[a-z-]+\s){{0,5}}?(?P<list>{_NAME}(?:, {_NAME})*,? and {_NAME})"
    r"\s(?:\S+\s)?by\s(?:up to\s|about\s)?$"
)


def _told_apart(u: Unit, n: int, start: int, end: int) -> bool:
    """Whether the unit names as many models, chips, widths, statistics, rivals or values as it has figures in one list."""
    left = u.text[max(0, start - 120) : start]
    lists = (_STATISTICS_AFTER.match(u.text, end), _STATISTICS_BEFORE.search(left), _RIVALS_BEFORE.search(left))
    counts = {
        *(len(re.split(r", and |, | and ", listed["list"])) for listed in lists if listed),
        len({h.name for h in u.mentions.models}),
        len({h.name for h in u.mentions.hardware}),
        len({b.bits for b in u.bits if b.bits < 16}),
        len({b.bits for b in u.bits}),
        len({h.technique for h in u.mentions.techniques}),
        *(len(s.value) for s in u.stated if isinstance(s.value, list)),
    }
    return n in counts


def _plain_claims(c: Candidate, sure: float) -> list[Claim]:
    choices = choose(c.s, c.i, c.u, None, c.probabilities("technique"))
    if not choices:
        return []
    return [claimed(c, None, [picked, *choices], sure) for picked in (choices[0], *_listed(c.u, choices))]


_JOIN = re.compile(r"[^.;:()]{0,40}?(?:,|\band\b|/|&|\+|\bor\b|,\s*and\b|\bas well as\b)[^.;:()]{0,30}", re.IGNORECASE)
_VAGUE = frozenset({"kernel-optimization", "mixture-of-experts", "other", "compute-format", "hardware-upgrade"})


def _listed(u: Unit, choices: list[Choice]) -> list[Choice]:
    """ "Supports X, Y and Z" holds one claim for each: the techniques that stand in one list with the chosen one."""
    hits = [h for h in u.mentions.techniques if h.strength >= 0.8 and not is_baseline(u.text, h)]
    if not choices[0].stated or len(hits) < 2:
        return []
    at = next((n for n, h in enumerate(hits) if h.technique == choices[0].technique), None)
    if at is None:
        return []
    first = last = at
    while last + 1 < len(hits) and _JOIN.fullmatch(u.text, hits[last].end, hits[last + 1].start):
        last += 1
    while first and _JOIN.fullmatch(u.text, hits[first - 1].end, hits[first].start):
        first -= 1
    wanted = {h.technique for h in hits[first : last + 1]} - {choices[0].technique} - _VAGUE
    return [c for c in choices[1:] if c.technique in wanted][:5]


_DURATION = Quick(r"\b\d+(?:\.\d+)?\s(?:days?|hours?)\b", seldom=True)  # of training


# a line in bold above a table, which a reader of Markdown takes for its caption
_TITLE_OF_TABLE = re.compile(r"\W*table\W*\d+\W", re.IGNORECASE)


def _row_claims(c: Candidate, p_claim: float, p_measure: float) -> list[Claim]:
    if p_claim + p_measure < LEAST_IN_ROWS:
        return []
    p, document = c.passage, c.s.document
    before = [document.passages[j].text for j in c.s.before(c.i)[:1]]
    leading = " . ".join(document.passages[j].text for j in c.s.leading(c.i, 4))
    title = [leading] if not p.caption and _TITLE_OF_TABLE.match(leading) else []  # the nearest says it first
    around = " . ".join([p.caption, *title[:1], *before, *p.section[-1:]])
    reading = read_row(p, around, leading, document.title, _just_after(c))
    effects = [e for e in reading.effects if not _idle(e) and not _DURATION.search(p.text)]
    if (
        document.format == "pdf" and effects
    ):  # the heads of its columns are lost: the row's greatest figure stands for it
        effects = [max(effects, key=lambda e: e.high)]
    if effects:
        return _figure_claims(c, effects, max(p_claim, LEAST))
    out = []
    for amounts in _by_machine(c, reading.measured):
        best, metric = max(
            amounts, key=lambda m: (m[0].kind == "rate", m[0].kind == "time", m[1] != "prefill", -m[0].start)
        )
        if best.kind in ("rate", "time"):
            out.append(measured(c, best, metric, max(p_measure, LEAST)))
    return out


def _just_after(c: Candidate) -> str:
    """The sentence that follows a table: its caption, where a page sets it in italics."""
    last, passages = c.s.table(c.i)[-1], c.s.document.passages
    following = passages[last + 1 : last + 2]
    return following[0].text if following and following[0].kind in ("sentence", "caption") else ""


_Measured = tuple[Amount, Metric]


def _by_machine(c: Candidate, found: tuple[_Measured, ...]) -> list[list[_Measured]]:
    """The figures of each column of a machine or a model: "| FP16 | 180 t/s | 95 t/s |" under two cards measures both."""
    of: dict[str, list[_Measured]] = {}
    for m in found:
        named = c.s.names(own_head(c.passage, m[0].start))
        names = [h.name for h in named.hardware] or [h.name for h in named.models]
        if len(names) == 1 and m[0].kind in ("rate", "time"):
            of.setdefault(names[0], []).append(m)
    return list(of.values()) if len(of) > 1 else [list(found)] if found else []
