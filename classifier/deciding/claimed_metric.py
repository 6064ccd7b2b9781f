"""Which metric a claimed figure is of: its own word, what such a technique is measured by, what stands around it, the model."""

from __future__ import annotations

import math
import re
from typing import Any, cast

from classifier.around.surroundings import Surroundings
from classifier.deciding.candidate import Candidate
from classifier.deciding.implied import hints
from classifier.deciding.measured import rate_metric, scoped
from classifier.figures.amounts import level
from classifier.figures.effect import Effect
from classifier.figures.metrics import MetricWord, metric_words
from classifier.figures.targets import targets
from classifier.learning.learned import sides
from classifier.setting.table_settings import own_head
from classifier.unit import Unit
from estimator.statement import Metric


def claimed_metric(c: Candidate, e: Effect | None, technique: str, batch: Any) -> Metric:
    """The figure's own word, else what such a technique is measured by, else what the model thinks."""
    u = c.u
    if (
        technique in _ON_HOST
        and e is not None
        and not any(w.metric in ("decode", "throughput", "ttft") for w in u.figures.words)
    ):
        return "other"
    if e is not None and e.after is not None:
        gap = e.after.kind == "time" and _GAP.search(u.text, max(0, e.start - 80), e.start)
        if gap or e.after.kind == "money":
            return "other"
    if e is not None and (own := _counted(u, e)) is not None:
        return own
    if e is not None and e.metric in (None, "latency", "other") and "start-up" in hints(u.text):
        return "other"  # what is done once delays no token
    steps = sides().get(technique) in ("fewer-steps", "both")
    if steps and e is not None:
        clock = e.metric == "latency" and _WALL_CLOCK.search(u.text) and not _WHOLE_REQUESTS.search(u.text)
        if e.metric == "kernel" or clock:
            return "decode"  # a draft's "forward pass" is no kernel that is timed
    if e is not None and not steps and e.before is None and _of_an_operator(c):
        return "kernel"
    if e is not None and technique not in _ON_HOST and not steps and _of_whole_requests(c, e):
        return "latency"
    if e is not None and e.metric is not None and e.metric != "other":
        return _rated(_refined(e.metric, c.s, c.i, u), e, c, batch)
    if e is not None and (timed := _beside_in_row(c)) is not None:
        return timed
    if e is not None and e.metric is None and _SMALLER.search(e.word):
        return "memory"
    if e is not None and (shown := _of_the_table(c)) is not None:
        return shown
    if e is not None and targets(u.text):
        return "throughput"  # of what the target leaves: one user's speed is the target
    if steps and e is not None:
        return "decode"
    if e is not None and (said := _only_word(u)) is not None:
        return _rated(_refined(said, c.s, c.i, u), e, c, batch)
    if technique in _KERNELS and e is not None and not u.figures.words and _times_kernels(c, technique):
        return "kernel"
    fast = e is not None and e.word and not _SIZE_WORD.search(e.word)
    near = _near_metrics(c.s, c.i)
    score = {
        m: math.log(max(p, 1e-3)) + near.get(m, 0.0) + 2.5 * c.s.metric.get(m, 0.0)
        for m, p in c.probabilities("metric").items()
        if not (fast and m == "memory")
    }
    if e is not None and _LOADED.search(u.text):
        score["throughput"] = score.get("throughput", 0.0) + _OF_MANY
    if e is not None:
        for m, worth in _UNSAID.items():
            score[m] = score.get(m, 0.0) + worth
        if technique == "hardware-upgrade" and not u.figures.words and batch != 1:
            score["decode"] = score.get("decode", 0.0) - _OF_A_CHIP
    return cast(Metric, max(score, key=lambda m: score[m]))


_WHOLE_ROW = re.compile(r"\b(?:e2e|end[- ]to[- ]end|tok/s|tokens/s)", re.IGNORECASE)
_OPERATORS = re.compile(r"^\W*(?:operators?|kernels?|ops?)\b", re.IGNORECASE)


def _of_an_operator(c: Candidate) -> bool:
    """ "| Operator | Prefill | Decode |": the phase says where an operator ran, and not what was timed."""
    heads = c.passage.header
    return bool(heads) and bool(_OPERATORS.match(heads[0])) and not _WHOLE_ROW.search(c.u.text)


def _only_word(u: Unit) -> Metric | None:
    """ "Latency of two models. Ours is 3x faster": the one thing that a unit with one figure says is timed."""
    if u.kind == "row" or len(u.figures.effects) != 1 or any(w.more_is_better is False for w in _others(u)):
        return None
    said = {w.metric for w in u.figures.words} - {"memory", "other"}
    only = said.pop() if len(said) == 1 else None
    return only if only != "kernel" else None


def _others(u: Unit) -> list[MetricWord]:
    return [w for w in u.figures.words if w.metric == "other"]


LEAST_OF_KERNELS = 0.4  # of what a document times, before a figure with no word beside it is one of a kernel


def _times_kernels(c: Candidate, technique: str) -> bool:
    """Whether it is kernels that are timed here: a new kernel that makes "inference 2x faster" was timed in the whole model."""
    of_kernels = technique != "kernel-optimization" or c.s.metric.get("kernel", 0.0) >= LEAST_OF_KERNELS
    return of_kernels and not _WHOLE_MODEL.search(c.u.text)


_WHOLE_MODEL = re.compile(r"\b(?:inference|serving|models?|tokens?|end[- ]to[- ]end|e2e)\b", re.IGNORECASE)
# "Holds 3.5x more tokens than BF16"; tokens per second are a rate
_TOKENS_HELD = re.compile(
    r"\s*(?:more|(?:times )?as many)\s+(?:\w+\s+)?tokens\b(?!\s?(?:/|per\b|an?\b|each\b|every\b|in the same time))",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:support|hold|fit|stor|cach|handl|process|accommodat|keep|room for)\w*\s+(?:[\w~-]+\s+){0,3}\W?$",
    re.IGNORECASE,
)


def _counted(u: Unit, e: Effect) -> Metric | None:
    """What a figure counts that is no speed: tokens that fit, or money."""
    if _CHEAPER.match(u.text, e.end):
        return "other"
    if (
        e.metric in (None, "throughput", "other")
        and _TOKENS_HELD.match(u.text, e.end)
        and _HOLDS.search(u.text, 0, e.start)
    ):
        return "memory"
    others = {w.more_is_better for w in u.figures.words if w.metric == "other"}
    return "other" if e.metric == "other" and others == {False} and _SIZE_WORD.search(e.word) else None


# "The host gap between steps: 4 ms before, 0.3 ms now": a part of a step, and no token's time
_GAP = re.compile(
    r"\b(?:gaps?|bubbles?|idle time|(?:host|cpu|scheduler|scheduling|python|launch) (?:time|work|latency|cost)|overheads?)\b"
    r"[^.;]*$",
    re.IGNORECASE,
)
_CHEAPER = re.compile(
    r"\s?(?:times\s)?(?:as\s)?cheap(?:er)?\b", re.IGNORECASE
)  # "10x cheaper and 2.5x faster" are two things


_END_TO_END = re.compile(
    r"\b(?:end[- ]to[- ]end|e2e)(?: (?:inference|model))?[- ](?:speed|gains?\b|improvement)", re.IGNORECASE
)


def _of_whole_requests(c: Candidate, e: Effect) -> bool:
    """An "end-to-end speed-up", of which nothing else is said, is of the time of whole requests."""
    if c.u.kind == "row":
        return bool(_END_TO_END.search(own_head(c.passage, e.start)))
    return e.metric in (None, "other") and bool(_END_TO_END.search(c.u.text))


def _beside_in_row(c: Candidate) -> Metric | None:
    """ "| Context | TTFT cold | TTFT warm | Speedup |": of what the columns beside it measure, where they measure one thing."""
    if c.u.kind != "row":
        return None
    said = [{w.metric for w in metric_words(level(head))} - {"other", "memory"} for head in c.passage.header[1:]]
    named = [of for of in said if of]
    alike = len(named) > 1 and all(of == named[0] and len(of) == 1 for of in named)
    only = next(iter(named[0])) if alike else None
    return only if only in ("ttft", "prefill", "decode", "kernel") else None


_TABLE = re.compile(r"\b(?:table|figure|fig\.)\s*\d", re.IGNORECASE)


def _of_the_table(c: Candidate) -> Metric | None:
    """ "Table 2 shows a 1.5x speed-up": of what the caption of that table says that it compares."""
    if not _TABLE.search(c.u.text):
        return None
    captions = [level(c.s.document.passages[j].text) for j in c.s.illustrated(c.i)]
    said = {w.metric for text in captions for w in metric_words(text)} - {"other", "memory"}
    return said.pop() if len(said) == 1 else None


# A "speed-up" of nothing in particular stays one; the labelled units, most of them about decoding, think too much of that.
_UNSAID: dict[Metric, float] = {"other": 1.2, "throughput": 0.5, "latency": 0.5, "decode": -0.5}
_OF_A_CHIP = 1.5  # a chip that is "4x faster" was as a rule timed at its best load, if no single user is spoken of
_OF_MANY = 2.0  # "1.1x at high concurrency": what a full server puts out
_LOADED = re.compile(
    r"\b(?:large|larger|high|higher|big|bigger|heavy|full|peak)\s"
    r"(?:batch(?:es|[- ]?sizes?)?|concurrenc\w+|loads?|qps|request rates?|traffic)\b|\bunder load\b|\bsaturat\w+",
    re.IGNORECASE,
)
_SMALLER = re.compile(r"\b(?:small|shrink|shrunk|compress)", re.IGNORECASE)
_SIZE_WORD = re.compile(r"less|smaller|reduc|lower|sav|larger|more|shr|compress|cut|halv|double", re.IGNORECASE)


_RATE_WORD = re.compile(r"tokens?(?: again)? (?:per|an?|each|every) second|tokens?/s(?:ec)?|tok/s|tps", re.IGNORECASE)
_WALL_CLOCK = re.compile(r"wall[- ]?clock", re.IGNORECASE)
_WHOLE_REQUESTS = re.compile(r"\b(?:requests?|latency|latencies|end[- ]to[- ]end|e2e)\b", re.IGNORECASE)
_KERNELS = frozenset(
    {"io-aware-attention", "kernel-optimization", "split-kv-decoding"}
)  # a figure is of the kernel itself
_ON_HOST = frozenset({"host-overhead", "structured-output-overhead"})


def _rated(metric: Metric, e: Effect, c: Candidate, batch: Any) -> Metric:
    """ "As many tokens per second" is one user's speed unless the sentence or the column speaks of a server or of many users."""
    if metric != "throughput":
        return metric
    u = c.u
    words = [u.text[w.start : w.end] for w in u.figures.words if w.metric == "throughput"]
    for head in map(level, c.passage.header):
        words += [head[w.start : w.end] for w in metric_words(head) if w.metric == "throughput"]
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


_END_TO_END_LATENCY = re.compile(r"\b(?:end[- ]to[- ]end|e2e) (?:[\w-]+ )?(?:latency|time)\b|\be2el\b", re.IGNORECASE)


def _refined(metric: Metric, s: Surroundings, i: int, u: Unit) -> Metric:
    """ "Latency" under "Decoding" is that of decoding."""
    if metric != "latency" or _END_TO_END_LATENCY.search(u.text):
        return metric
    others = {e.metric for e in u.figures.effects}  # "higher throughput, faster runtime, lower ITL" are three things
    here = ({w.metric for w in u.figures.words} & {"decode", "prefill", "ttft"}) - others
    near = _near_metrics(s, i)
    best = max(("decode", "prefill", "ttft"), key=lambda m: near.get(m, 0.0) + (2.0 if m in here else 0.0))
    said = near.get(best, 0.0) + (2.0 if best in here and len(here) == 1 else 0.0)
    return cast(Metric, best) if said >= 1.0 and said > near.get("latency", 0.0) else metric
