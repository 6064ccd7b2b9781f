"""Find the claims of a document: read each unit, decide what it is, and put its figures, techniques and settings together."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cache
from typing import Any, cast

from classifier.amounts import Amount, level
from classifier.claim import Claim, Parameter
from classifier.effect import Effect
from classifier.features import features
from classifier.implied import hints
from classifier.learned import Model, model, sides
from classifier.linking import Choice, choose, is_baseline
from classifier.measured import capacity, main_amount, measured_metric, rate_metric, scoped
from classifier.method import governed
from classifier.metrics import metric_words
from classifier.not_claims import is_sweep, odds_of_kind, of_training
from classifier.own import odds_of_own
from classifier.parts import whole_and_part
from classifier.settings import Setting, setting
from classifier.surroundings import Surroundings, speaks_of_inference
from classifier.tables import read_row
from classifier.unit import Unit
from estimator import Quantity
from estimator.statement import Kind, Metric, Side
from ingest import Document
from ingest.document import Passage

# How much rarer than in the corpus, where half of the units hold something, claims are in running text.
ODDS_WITH_FIGURE = 1.5  # a factor in a document about inference is rarely anything else
ODDS_WITHOUT = 0.12
ODDS_IN_ROWS = 1.0  # its columns say what the numbers of a row are
ODDS_BY_HAND = 3.0  # a sentence or two given by hand were given for a reason
SURE_WITHOUT = 0.82  # without a figure the model is surer than it should be
ODDS_TRAINING = 0.3  # where training is spoken of
ODDS_OF_TRAINING = 0.0005  # where the figure is one of training
ODDS_ELSEWHERE = 0.2  # in documents about something else, a unit that speaks of inference itself
_MAIN = {"throughput", "decode", "latency", "ttft", "prefill", "kernel", "memory"}


def find(document: Document) -> tuple[Claim, ...]:
    """All claims and measurements of a document, in reading order."""
    s = Surroundings(document)
    learnt = model()
    out: list[Claim] = []
    for i, p in enumerate(document.passages):
        if _worth_reading(p):
            out.extend(_unit_claims(s, i, p, learnt))
    return tuple(out)


_INTERESTING = re.compile(r"[A-Za-z]{3}")


def _worth_reading(p: Passage) -> bool:
    if p.kind == "row":  # a row of a group has no label of its own
        return any(c.isdigit() for c in p.text)
    return len(p.text) > 8 and bool(_INTERESTING.search(p.text))


def _unit_claims(s: Surroundings, i: int, p: Passage, learnt: Model) -> list[Claim]:
    u = s.unit(i)
    names = features(u, sides())
    seen = learnt.see(names)
    effects, part = whole_and_part(u, [e for e in u.figures.effects if not (_idle(e) or is_sweep(u.text, e))])
    odds = ODDS_WITH_FIGURE if effects else ODDS_WITHOUT
    if s.short:
        odds = max(odds * ODDS_BY_HAND, 1.0)
    if not s.topic.inference:
        odds = odds * ODDS_ELSEWHERE if speaks_of_inference(u.text) else 0.0
    if effects and (_ONCE.search(u.text) or _ONCE.search(u.context)):
        odds *= ODDS_TRAINING
    if _TRAINING.search(u.text) or any(_TRAINING.search(heading) for heading in p.section[1:]):
        odds *= 1.0 if speaks_of_inference(u.text) else ODDS_TRAINING
    odds *= odds_of_kind(u, bool(effects))
    if not effects and not u.figures.loose:
        odds *= odds_of_own(s, i, u)
    if of_training(s, i):
        odds *= ODDS_OF_TRAINING
    p_claim, p_measure = _in_running_text(learnt.heads["kind"].probabilities(seen), odds)
    if s.short and effects and s.topic.inference and (p_claim < 0.5 <= p_claim + _said_fast(effects)):
        p_claim, p_measure = 0.5, min(p_measure, 0.5)  # "our engine is 24x faster": given by hand, it is what is asked
    if p.kind == "row":
        if s.topic.inference and not effects:
            odds *= ODDS_IN_ROWS / ODDS_WITHOUT
            p_claim, p_measure = _in_running_text(learnt.heads["kind"].probabilities(seen), odds)
        return _row_claims(s, i, p, u, learnt, names, p_claim, p_measure)
    if effects and p_claim >= 0.5:
        claims = _figure_claims(s, i, p, u, effects, learnt, names, p_claim)
        return claims if part is None else [replace(c, params={**c.params, "kernel_factor": part}) for c in claims]
    fits = capacity(u)
    if fits is not None and p_claim + p_measure >= 0.5:
        kind: Kind = "claim" if p_claim > p_measure or u.mentions.techniques else "measurement"
        return [_measurement(s, i, p, u, fits, None, learnt, names, p_claim + p_measure, kind)]
    rates = [a for a in u.figures.loose if a.kind in (_MEASURES if s.short else ("rate", "time"))]
    timed = any(a.kind != "time" for a in rates)
    if rates and not effects and p_claim + p_measure >= 0.5 and p_measure >= (0.2 if timed else 0.5) * p_claim:
        p_claim, p_measure = 0.0, p_claim + p_measure
    if not effects and p_claim >= 0.5 and p_claim > p_measure:
        return _plain_claims(s, i, p, u, learnt, names, p_claim)
    found = main_amount(u)
    if rates and found is not None and p_measure >= 0.5:
        return [_measurement(s, i, p, u, found, None, learnt, names, p_measure)]
    return []


def _said_fast(effects: list[Effect]) -> float:
    return 0.5 if any(e.word or e.metric not in (None, "other") for e in effects) else 0.0


_MEASURES = ("rate", "time", "flops", "bandwidth", "bytes")
# What is done once, before anything is served.
_ONCE = re.compile(
    r"quanti[sz](?:ation|ing) (?:time|cost|speed|algorithm|runtime)|tuning (?:time|cost)|time to quanti[sz]e"
    r"|calibration time|(?:down|up)load (?:time|speed)|conversion (?:time|speed)",
    re.IGNORECASE,
)
_TRAINING = re.compile(r"\b(?:pre-?)?train(?:s|ing)?\b(?!-free)", re.IGNORECASE)


def _in_running_text(kinds: dict[str, float], odds: float) -> tuple[float, float]:
    """(claim, measurement): the model has seen as many claims as other units; documents hold far fewer."""
    claim, measure, rest = kinds.get("claim", 0.0), kinds.get("measurement", 0.0), kinds.get("neither", 0.0)
    total = odds * (claim + measure) + rest
    return odds * claim / total, odds * measure / total


def _idle(e: Effect) -> bool:
    return e.low == e.high == 1.0


def _figure_claims(
    s: Surroundings, i: int, p: Passage, u: Unit, effects: list[Effect], learnt: Model, names: list[str], sure: float
) -> list[Claim]:
    techniques = learnt.heads["technique"].probabilities(learnt.see(names))
    out = []
    for e in _ranges(u, effects):
        choices = choose(s, i, u, e, techniques)
        out.append(_claim(s, i, p, u, e, choices, learnt, names, sure, quantified=True))
    return out


_LIST = re.compile(r"\s*(?:,|and|,\s*and|to)\s*~?\s*", re.IGNORECASE)


def _ranges(u: Unit, effects: list[Effect]) -> list[Effect]:
    """ "2.4x and 4.6x faster" over two data sets is a range; beside two models or widths it is two claims."""
    groups: list[list[Effect]] = []
    for e in effects:
        last = groups[-1][-1] if groups else None
        joined = last is not None and last.metric == e.metric and _LIST.fullmatch(u.text, last.end, e.start)
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
        if len(group) > 1 and not elsewhere and not _told_apart(u, len(group)):
            low, high = min(e.low for e in group), max(e.high for e in group)
            out.append(replace(group[0], low=low, high=high, end=group[-1].end))
        else:
            out.extend(group)
    return out


def _told_apart(u: Unit, n: int) -> bool:
    """Whether the unit names as many models, chips, widths or values of a parameter as it has figures in one list."""
    counts = {
        len({h.name for h in u.mentions.models}),
        len({h.name for h in u.mentions.hardware}),
        len({b.bits for b in u.bits if b.bits < 16}),
        len({h.technique for h in u.mentions.techniques}),
        *(len(s.value) for s in u.stated if isinstance(s.value, list)),
    }
    return n in counts


def _plain_claims(
    s: Surroundings, i: int, p: Passage, u: Unit, learnt: Model, names: list[str], sure: float
) -> list[Claim]:
    techniques = learnt.heads["technique"].probabilities(learnt.see(names))
    choices = choose(s, i, u, None, techniques)
    if not choices:
        return []
    picked = [choices[0], *_listed(u, choices)]
    return [_claim(s, i, p, u, None, [c, *choices], learnt, names, sure, quantified=False) for c in picked]


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


_DURATION = re.compile(r"\b\d+(?:\.\d+)?\s(?:days?|hours?)\b")  # of training


def _row_claims(
    s: Surroundings, i: int, p: Passage, u: Unit, learnt: Model, names: list[str], p_claim: float, p_measure: float
) -> list[Claim]:
    reading = read_row(
        p, " . ".join([*p.section[-1:], p.caption, *(s.document.passages[j].text for j in s.before(i)[:1])])
    )
    if reading.effects and p_claim + p_measure >= 0.25:
        effects = [e for e in reading.effects if not _idle(e) and not _DURATION.search(p.text)]
        if (
            s.document.format == "pdf" and effects
        ):  # the heads of its columns are lost: the row's greatest figure stands for it
            effects = [max(effects, key=lambda e: e.high)]
        if effects:
            return _figure_claims(s, i, p, u, effects, learnt, names, max(p_claim, 0.5))
    if reading.measured and p_claim + p_measure >= 0.25:
        best = max(reading.measured, key=lambda m: (m[0].kind == "rate", m[0].kind == "time", -m[0].start))
        if best[0].kind in ("rate", "time"):
            return [_measurement(s, i, p, u, best[0], best[1], learnt, names, max(p_measure, 0.5))]
    return []


# --- one claim ------------------------------------------------------------------------------------------------------


def _claim(
    s: Surroundings,
    i: int,
    p: Passage,
    u: Unit,
    e: Effect | None,
    choices: list[Choice],
    learnt: Model,
    names: list[str],
    sure: float,
    quantified: bool,
) -> Claim:
    choices, governing = governed(s, u, choices, sides())
    best = choices[0] if choices else Choice("other", 0.0, False, -1, -1, "no technique is named")
    side = governing or _side(best, learnt, names)
    sure *= _side_sure(choices, side) * (1.0 if quantified else SURE_WITHOUT)
    values = setting(s, i, u, e, best.technique, inherit=quantified)
    if not best.stated:
        values.put("technique", best.technique, i, -1, -1, "inherited")
    else:
        values.put("technique", best.technique, i, best.start, best.end)
    if e is not None:
        values.put("factor", (e.low, e.high), i, e.start, e.end)
    metric = _metric(e, best.technique, s, i, u, learnt, names, values.get("batch"))
    after, before = (e.after, e.before) if e else (None, None)
    why = (
        f"technique from {best.reason}",
        *(f"{name} {weight:+.1f}" for name, weight in learnt.why("kind", "claim", names)),
    )
    return _finish(
        s,
        i,
        p,
        values,
        u,
        kind="claim",
        quantified=quantified,
        technique=best.technique,
        side=side,
        confidence=round(sure, 4),
        metric=metric,
        effect=e,
        after=after,
        before=before,
        why=why,
    )


def _measurement(
    s: Surroundings,
    i: int,
    p: Passage,
    u: Unit,
    a: Amount,
    metric: Metric | None,
    learnt: Model,
    names: list[str],
    sure: float,
    kind: Kind = "measurement",
) -> Claim:
    techniques = learnt.heads["technique"].probabilities(learnt.see(names))
    choices = choose(s, i, u, None, techniques)
    named = [c for c in choices if c.stated or c.technique == "other" or s.technique.get(c.technique, 0.0) > 0.3]
    best = named[0] if named else Choice("other", 0.0, False, -1, -1, "")
    values = setting(s, i, u, None, best.technique, inherit=True)
    values.put("absolute", a.low, i, a.start, a.end)
    a = scoped(u, a)
    if metric is None:
        metric = "memory" if a.kind == "count" else measured_metric(u, a, values.get("batch"))
    _own_width(values)
    why = tuple(f"{name} {weight:+.1f}" for name, weight in learnt.why("kind", "measurement", names))
    return _finish(
        s,
        i,
        p,
        values,
        u,
        kind=kind,
        quantified=False,
        technique=best.technique,
        side=_side(best, learnt, names),
        confidence=round(sure, 4),
        metric=metric,
        effect=None,
        after=a,
        before=None,
        why=why,
    )


def _side_sure(choices: list[Choice], side: Side) -> float:
    """How much of the evidence for techniques speaks for this side."""
    top = choices[0].score if choices else 0.0
    worth: dict[str, float] = {}
    for c in {c.technique: c for c in reversed(choices)}.values():
        own = sides().get(c.technique, "neither")
        worth[own] = worth.get(own, 0.0) + math.exp(c.score - top)
    return worth.get(side, 1.0) / (sum(worth.values()) or 1.0)


def _own_width(values: Setting) -> None:
    """A measurement compares nothing: the FP16 of its row is the row's own width, not the one before."""
    before = next((v for v in values.values if v.name == "weight_bits_before"), None)
    if before is None:
        return
    values.values.remove(before)
    if not values.has("weight_bits"):
        values.values.append(replace(before, name="weight_bits"))


def _side(best: Choice, learnt: Model, names: list[str]) -> Side:
    return cast(Side, sides().get(best.technique, "neither"))


def _metric(
    e: Effect | None, technique: str, s: Surroundings, i: int, u: Unit, learnt: Model, names: list[str], batch: Any
) -> Metric:
    """The figure's own word, else what such a technique is measured by, else what the model thinks."""
    if (
        technique in _ON_HOST
        and e is not None
        and not any(w.metric in ("decode", "throughput", "ttft") for w in u.figures.words)
    ):
        return "other"
    if e is not None and e.metric is not None and e.metric != "other":
        return _rated(_refined(e.metric, s, i, u), e, u, batch)
    if sides().get(technique) in ("fewer-steps", "both") and e is not None:
        return "decode"
    if technique in _KERNELS and e is not None and not u.figures.words:
        return "kernel"
    guess = learnt.heads["metric"].probabilities(learnt.see(names))
    fast = e is not None and e.word and not _SIZE_WORD.search(e.word)
    near = _near_metrics(s, i)
    score = {
        m: math.log(max(p, 1e-3)) + near.get(m, 0.0) + 2.5 * s.metric.get(m, 0.0)
        for m, p in guess.items()
        if not (fast and m == "memory")
    }
    if e is not None:
        score["other"] = score.get("other", 0.0) + _UNSAID
    return cast(Metric, max(score, key=lambda m: score[m]))


_UNSAID = 1.2  # a "speed-up" of nothing in particular stays one
_SIZE_WORD = re.compile(r"less|smaller|reduc|lower|sav|larger|more|shr|compress|cut|halv|double", re.IGNORECASE)


_RATE_WORD = re.compile(r"tokens? per second|tokens? a second|tokens?/s(?:ec)?|tok/s|tps", re.IGNORECASE)
_KERNELS = frozenset(
    {"io-aware-attention", "kernel-optimization", "split-kv-decoding"}
)  # a figure is of the kernel itself
_ON_HOST = frozenset({"host-overhead", "structured-output-overhead"})


def _rated(metric: Metric, e: Effect, u: Unit, batch: Any) -> Metric:
    """ "As many tokens per second" is one user's speed unless the sentence speaks of a server or of many users."""
    if metric != "throughput":
        return metric
    words = [u.text[w.start : w.end] for w in u.figures.words if w.metric == "throughput"]
    if any(not _RATE_WORD.fullmatch(word) for word in words):
        return metric
    after = scoped(u, e.after) if e.after is not None else None
    return rate_metric(u, after.low if after else 0.0, after.per if after else "", batch)


def _near_metrics(s: Surroundings, i: int) -> dict[str, float]:
    """Metrics that the heading, the intro and the sentence before speak of."""
    p = s.document.passages[i]
    out: dict[str, float] = {}
    texts = [(h, 1.2 if n == 0 else 1.0) for n, h in enumerate(reversed(p.section[1:]))]
    texts += [(p.caption, 1.0)] + [(s.document.passages[j].text, 0.8 * 0.6**n) for n, j in enumerate(s.before(i)[:3])]
    for text, worth in texts:
        for m in {w.metric for w in metric_words(level(text))} - {"other"}:
            out[m] = max(out.get(m, 0.0), worth)
    return out


def _refined(metric: Metric, s: Surroundings, i: int, u: Unit) -> Metric:
    """ "Latency" under "Decoding" is that of decoding."""
    if metric != "latency":
        return metric
    others = {e.metric for e in u.figures.effects}  # "higher throughput, faster runtime, lower ITL" are three things
    here = ({w.metric for w in u.figures.words} & {"decode", "prefill"}) - others
    near = _near_metrics(s, i)
    best = max(("decode", "prefill"), key=lambda m: near.get(m, 0.0) + (2.0 if m in here else 0.0))
    said = near.get(best, 0.0) + (2.0 if best in here and len(here) == 1 else 0.0)
    return cast(Metric, best) if said >= 1.0 and said > near.get("latency", 0.0) else metric


def _finish(s: Surroundings, i: int, p: Passage, values: Setting, u: Unit, **known: Any) -> Claim:
    e: Effect | None = known.pop("effect")
    after, before, why = known.pop("after"), known.pop("before"), known.pop("why")
    params = {
        v.name: list(v.value) if isinstance(v.value, tuple) else v.value
        for v in reversed(values.values)
        if v.name not in _FIELDS
    }
    inherited = tuple(dict.fromkeys(v.name for v in values.values if v.origin == "inherited"))
    if values.has("absolute"):
        known["absolute"] = _quantity(after)
    return Claim(
        passage=i,
        start=p.start,
        end=p.end,
        quote=s.document.quote(p),
        factor_low=e.low if e else None,
        factor_high=e.high if e else None,
        qualifier=e.qualifier if e else "exact",
        absolute=known.pop("absolute", None) or _quantity(after),
        absolute_before=_quantity(before),
        baseline=values.get("baseline") or "",
        hardware=tuple(values.all("hardware")),
        n_devices=values.get("n_devices"),
        model=tuple(dict.fromkeys(_catalog_name(m) for m in values.all("model"))),
        params=params,
        inherited=inherited,
        hints=hints(u.text),
        parameters=tuple(_parameter(s, v) for v in values.values if v.start >= 0),
        reasons=why,
        **known,
    )


@cache
def _catalog_name(name: str) -> str:
    """The catalog's spelling, where the name leaves nothing open ("Mixtral 46.7B"); else the name as it is stated."""
    from estimator import UnknownName, find_model

    try:
        found = find_model(name)
    except UnknownName:
        return name
    unsized = found.name.startswith(f"{name}-")  # one row of the catalog, yet the text leaves the size open
    return name if unsized or "taken for" in found.basis else found.name


_FIELDS = frozenset({"technique", "factor", "absolute", "baseline", "hardware", "n_devices", "model"})


def _quantity(a: Amount | None) -> Quantity | None:
    return (
        Quantity(a.low, f"{a.unit} total" if a.per == "total" else f"{a.unit} per {a.per}" if a.per else a.unit)
        if a is not None
        else None
    )


def _parameter(s: Surroundings, v: Any) -> Parameter:
    p = s.document.passages[v.passage]
    start, end = p.to_document(v.start, v.end)
    value = list(v.value) if isinstance(v.value, tuple) else v.value
    return Parameter(v.name, value, s.document.text[start:end], start, end, v.origin)
