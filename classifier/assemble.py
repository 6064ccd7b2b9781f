"""One claim or measurement put together: technique, side, metric, setting, and the place of every value."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Any, cast

from classifier.around.surroundings import Surroundings
from classifier.cause.evidence import DESCRIBED
from classifier.cause.linking import Choice, choose
from classifier.cause.method import governed
from classifier.claim import Claim, Parameter
from classifier.deciding.candidate import Candidate
from classifier.deciding.claimed_metric import claimed_metric
from classifier.deciding.implied import hints, of_rate, of_whom
from classifier.deciding.measured import holder, measured_metric, scoped
from classifier.deciding.not_claims import is_forecast
from classifier.figures.amounts import Amount
from classifier.figures.effect import Effect
from classifier.learning.learned import sides
from classifier.names.absent import gone
from classifier.setting.table_settings import Place
from classifier.setting.values import OF_DOCUMENT, Setting
from classifier.settings import setting
from estimator import Quantity
from estimator.statement import Kind, Metric, Side

SURE_WITHOUT = 0.9  # without a figure the model is surer than it should be


def _as_often(sure: float) -> float:
    """How often such a claim is right. What is found at all, against odds, is right more often than its product of probabilities.

    In four sets of annotated documents claims of 0.33 by that product were right in half of the cases.
    """
    return max(sure, 0.36 + 0.28 * sure)


def claimed(c: Candidate, e: Effect | None, choices: list[Choice], sure: float) -> Claim:
    """A claim: with the figure of `e`, or without one."""
    choices, governing = governed(c.s, c.i, c.u, e, choices, sides())
    best = choices[0] if choices else Choice("other", 0.0, False, -1, -1, "no technique is named")
    side = governing or _side(best)
    sure *= _side_sure(choices, side) * (1.0 if e is not None else SURE_WITHOUT)
    values = setting(c.s, c.i, c.u, e, best.technique, "plain" if e is None else "figure")
    beside = None if best.stated else _named_beside(c, best.technique)
    if beside is not None:
        values.put("technique", best.technique, *beside)
    elif not best.stated:
        values.put("technique", best.technique, c.i, -1, -1, "inherited")
    else:
        values.put("technique", best.technique, c.i, best.start, best.end)
    if e is not None:
        values.put("factor", (e.low, e.high), c.i, e.start, e.end)
    described = not best.stated and best.reason == DESCRIBED and c.u.kind != "row"  # by the sentence's own words
    return _finish(
        c,
        values,
        more_hints=(
            *(("described",) if described else ()),
            *(("forecast",) if is_forecast(c.u.text) else ()),
            *(("one-of-several",) if c.u.kind == "row" and len(c.u.figures.effects) > 2 else ()),
        ),
        effect=e,
        after=e.after if e else None,
        before=e.before if e else None,
        kind="claim",
        quantified=e is not None,
        technique=best.technique,
        side=side,
        confidence=round(_as_often(sure), 4),
        metric=claimed_metric(c, e, best.technique, values.get("batch")),
        reasons=(f"technique from {best.reason}", *_spoke(c, "claim")),
    )


def _named_beside(c: Candidate, technique: str) -> tuple[int, int, int] | None:
    """Where one of a person's two or three sentences names it: they speak of one thing, so it is stated."""
    for j in range(len(c.s.document.passages)) if c.s.short else ():
        for h in c.s.unit(j).mentions.techniques:
            if j != c.i and h.technique == technique and h.strength >= 0.8 and not c.s.unit(j).figures.effects:
                return j, h.start, h.end
    return None


def measured(c: Candidate, a: Amount, metric: Metric | None, sure: float, kind: Kind = "measurement") -> Claim:
    """A figure that compares nothing."""
    choices = choose(c.s, c.i, c.u, None, c.probabilities("technique"))
    away = gone(c.u.text, c.u.mentions.techniques, sides())
    choices = [x for x in choices if x.technique not in away]
    named = [x for x in choices if x.stated or x.technique == "other" or c.s.technique.get(x.technique, 0.0) > 0.3]
    best = named[0] if named else Choice("other", 0.0, False, -1, -1, "")
    values = setting(c.s, c.i, c.u, None, best.technique, "measurement", Place(a.start, metric))
    values.put("absolute", a.low, c.i, a.start, a.end)
    one = holder(c.u) if a.kind == "count" and not values.has("n_devices") else None
    if one is not None:
        values.put("n_devices", 1, c.i, *one)
    a = scoped(c.u, a)
    if metric is None:
        metric = "memory" if a.kind == "count" else measured_metric(c.u, a, values.get("batch"))
    return _finish(
        c,
        values,
        effect=None,
        after=a,
        before=None,
        kind=kind,
        quantified=False,
        technique=best.technique,
        side=_side(best),
        confidence=round(sure, 4),
        metric=metric,
        reasons=_spoke(c, "measurement"),
    )


def _spoke(c: Candidate, kind: Kind) -> tuple[str, ...]:
    """What spoke most for the kind, with its weights."""
    return tuple(f"{name} {weight:+.1f}" for name, weight in c.learnt.why("kind", kind, c.seen))


def _side(best: Choice) -> Side:
    return cast(Side, sides().get(best.technique, "neither"))


def _side_sure(choices: list[Choice], side: Side) -> float:
    """How much of the evidence for techniques speaks for this side."""
    top = choices[0].score if choices else 0.0
    worth: dict[str, float] = {}
    for c in {c.technique: c for c in reversed(choices)}.values():
        own = sides().get(c.technique, "neither")
        worth[own] = worth.get(own, 0.0) + math.exp(c.score - top)
    return worth.get(side, 1.0) / (sum(worth.values()) or 1.0)


def _finish(
    c: Candidate,
    values: Setting,
    *,
    effect: Effect | None,
    after: Amount | None,
    before: Amount | None,
    more_hints: tuple[str, ...] = (),
    **known: Any,
) -> Claim:
    params = {
        v.name: list(v.value) if isinstance(v.value, tuple) else v.value
        for v in reversed(values.values)
        if v.name not in _FIELDS
    }
    said = " ".join(p.text for p in c.s.document.passages) if c.s.short else c.u.text
    return Claim(
        passage=c.i,
        start=c.passage.start,
        end=c.passage.end,
        quote=c.s.document.quote(c.passage),
        factor_low=effect.low if effect else None,
        factor_high=effect.high if effect else None,
        qualifier=effect.qualifier if effect else "exact",
        absolute=_quantity(after),
        absolute_before=_quantity(before),
        baseline=values.get("baseline") or "",
        hardware=tuple(values.all("hardware")),
        n_devices=values.get("n_devices"),
        model=tuple(dict.fromkeys(_catalog_name(m) for m in values.all("model"))),
        params=params,
        inherited=tuple(dict.fromkeys(v.name for v in values.values if v.origin == "inherited")),
        hints=(*hints(c.u.text), *of_rate(params, said), *of_whom(params, said), *more_hints),
        parameters=tuple(_parameter(c.s, v) for v in values.values if v.start >= 0),
        **known,
    )


@cache
def _catalog_name(name: str) -> str:
    """The catalog's spelling, where the name leaves nothing open ("Mixtral 46.7B"); else the name as it is stated."""
    from estimator import UnknownName, find_model

    try:
        found = find_model(name)
    except UnknownName:
        return _by_size(name)
    sizes = [re.findall(r"(\d+(?:\.\d+)?)B", said) for said in (name, found.name)]
    if re.fullmatch(rf"{re.escape(name)}-A\d+(?:\.\d+)?B", found.name, re.IGNORECASE):
        return found.name  # "Qwen3-Next-80B" is the one with 3B active
    if sizes[0] and sizes[1] and sizes[0] != sizes[1]:
        return name  # "LLaMA-30B" stays what the text calls it
    if not _same_family(name, found.name):
        return name  # a row of the catalog may stand for a model of the same shape and another name
    unsized = found.name.startswith(f"{name}-")  # one row of the catalog, yet the text leaves the size open
    return name if unsized or "taken for" in found.basis else found.name


_SIZES = re.compile(r"-?(?<![A-Za-z])A?\d+(?:x\d+)?(?:\.\d+)?[BM](?![A-Za-z])", re.IGNORECASE)


def _same_family(stated: str, known: str) -> bool:
    """Whether the stated name differs but in its size, or in what it leaves out: "TinyLlama-1B"; not "Qwen2.5-Coder-7B"."""
    a, b = (re.sub(r"[^a-z0-9.]", "", _SIZES.sub("", name).lower()) for name in (stated, known))
    return a in b


def _by_size(name: str) -> str:
    """ "Mixtral-46.7B" is the one model of that family with as many parameters."""
    from estimator import MODELS

    said = re.fullmatch(r"(?P<family>[A-Za-z-]+)-(?P<size>\d+(?:\.\d+)?)B", name)
    if said is None:
        return name
    params = float(said["size"]) * 1e9
    family = [m for m in MODELS.values() if m.name.startswith(f"{said['family']}-")]
    same = [m.name for m in family if abs(m.params_total - params) <= 0.01 * params]
    return same[0] if len(same) == 1 else name


_FIELDS = frozenset({"technique", "factor", "absolute", "baseline", "hardware", "n_devices", "model"})


def _quantity(a: Amount | None) -> Quantity | None:
    return (
        Quantity(a.low, f"{a.unit} total" if a.per == "total" else f"{a.unit} per {a.per}" if a.per else a.unit)
        if a is not None
        else None
    )


def _parameter(s: Surroundings, v: Any) -> Parameter:
    start, end = v.start, v.end
    if v.passage != OF_DOCUMENT:
        start, end = s.document.passages[v.passage].to_document(start, end)
    value = list(v.value) if isinstance(v.value, tuple) else v.value
    return Parameter(v.name, value, s.document.text[start:end], start, end, v.origin)
