# ruff: noqa: E501 - one pattern is one row, however long
"""Latency targets: "30x the throughput at 50 ms a token", "at the same interactivity", "within a TPOT of 20 ms".

A rate at a target is one of the batch that the target leaves, and a slower machine may be left with hardly any. The time
itself is no figure of the sentence: it is where something was measured.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from classifier.figures.amounts import Amount
from classifier.figures.stated import N
from classifier.figures.two_counts import seconds
from classifier.words.at_words import Quick
from classifier.words.held import held, pieces

HINT, TIME_HINT = "latency-target", "token-time="  # hints of a statement, the second with the seconds of a token

_UNIT = r"(?:ms|milliseconds?|s|seconds?)"
_A_TOKEN = r"(?:/|per\s|an?\s|each\s|for\s(?:each|every)\s)\s?(?:output\s|generated\s|new\s)?(?:tokens?|tok)\b"
_OF_TOKENS = r"(?:tpot|itl|tbt|inter-?token(?:\s(?:latency|latencies|delay))?|time[- ]per[- ](?:output[- ])?token|per-token(?:\s(?:latency|time))?|token[- ]to[- ]token(?:\slatency)?|token latency|decode latency)"
_FIRST = r"(?:ttft|time[- ]to[- ]first[- ]token|first[- ]token latency)"
_LIMIT = r"(?:slos?|slas?|targets?|limits?|budgets?|constraints?|bounds?|ceilings?|requirements?|caps?)"
_AT = r"(?:at|under|within|with|below|for|meeting|keeping|holding|given|on|to)"
_USER_RATE = r"(?:tokens?|toks?|tok|t)\s?(?:/|per\s)\s?(?:s|sec|second)\s?(?:/|per\s|for\s(?:each|every)\s)\s?(?:user|request|stream|sequence)|(?:tps|tok/s)\s?/\s?user"
_RATE = r"(?:tokens?|toks?|tok|t)\s?(?:/|per\s)\s?(?:s|sec|second)|tps"
_SAME = r"(?:same|equal|identical|fixed|given|constant|matched|matching|comparable|equivalent|iso)"
_SPEED = rf"(?:interactivity|responsiveness|{_OF_TOKENS}|per-user (?:speed|rate|latency)|user speed|user experience|latency|speed (?:per|for each) user|tokens (?:per|a) second (?:per|for each) user)"

# Each row: a time of a token, a rate of one user, or a target without a number.
_TARGET = Quick(
    rf"\b{_AT}\s(?:(?:an?|the|about|around|roughly|strict|tight|under|at most|most|up to|less than|~)\s)*(?P<ms>{N})\s?(?P<u>{_UNIT})\s?(?:{_A_TOKEN}|{_OF_TOKENS}\b)(?:\s{_LIMIT}\b)?"
    rf"|\b(?:{_AT}\s(?:(?:an?|the|its|strict|tight)\s)*)?{_OF_TOKENS}\s(?:{_LIMIT}\s)?(?:of\s|under\s|below\s|within\s|at\s|at most\s|no more than\s|is\s|held\s|stays?\s|[<≤=:]=?\s?)+(?P<ms2>{N})\s?(?P<u2>{_UNIT})\b"
    rf"|\b{_AT}\s(?:(?:an?|the|about|around|roughly|at least|same|interactivity of|interactivity|target of|~)\s)*(?P<rate>{N})\s?(?:{_USER_RATE})\b"
    rf"|\binteractivity\s(?:target\s)?(?:of|at|above|=)\s(?:about\s|at least\s|~)?(?P<rate2>{N})\s?(?:{_USER_RATE}|{_RATE})\b"
    rf"|\b{_AT}\s(?:(?:an?|the|about)\s)*(?P<rate3>{N})\s?(?:{_RATE})\s(?:of\s)?interactivity\b"
    rf"|\b{_SAME}[- ](?:[\w-]+\s)?{_SPEED}\b"
    rf"|\b(?:under|within|at|with|meeting|given|subject to)\s(?:(?:an?|the|our|their|strict|tight|fixed|given|same)\s)*(?:\d+\s?ms\s)?(?:{_OF_TOKENS}|latency|interactivity)\s{_LIMIT}\b"
    rf"|\b{_AT}\s(?:(?:an?|the|our|strict|tight|p\d\d|mean|median)\s)*{_FIRST}\s(?:{_LIMIT}\s)?(?:(?:of|under|below|within|at most|no more than|[<≤])\s?)+(?:{N})\s?{_UNIT}\b"
    rf"|\b{_AT}\s(?:(?:an?|the|our|strict|tight)\s)*(?:\d+(?:\.\d+)?[\s-]?m?s\s)?{_FIRST}\s{_LIMIT}\b"
    rf"|\b(?:at|under|within|below)\s(?:an?\s|about\s)?(?:{N})\s?{_UNIT}\s(?:time\s)?to\s(?:the\s)?first\stoken\b"
    rf"|{_FIRST}\s(?:is\s|was\s|being\s)?(?:constrained|limited|kept|held|bounded|capped|restricted)\s(?:(?:to|be|being|under|below|within|at)\s)+(?:{N})\s?{_UNIT}\b"
    rf"|\breal-time (?:throughput|inference|serving|decoding)\b",
    seldom=True,
)


_SPOKEN = pieces(
    ["tok", "tpot", "itl", "ttft", "tbt", "latenc", "first", "interactiv", "responsive", "user", "tps", "real-time"]
)
# Of all of them a number with a unit, or one of these words
_NUMBERED = re.compile(r"\d\s?[mst]", re.IGNORECASE)
_UNNUMBERED = pieces(
    "real-time same equal identical fixed given constant match comparable equivalent \biso\b \bslo \bsla target limit budget "
    "constraint bound ceiling requirement \bcap".split()
)
# a second time, or a factor, that the first one is held against: it is the figure itself
_COMPARED = re.compile(
    r"\s*[-,:(]{1,3}\s*(?:(?:only|just|about|or|i\.e\.|which is|that is)\s)*\d+(?:\.\d+)?\s?(?:[x×%]|times\b)"
    r"|\s*\(?(?:vs\b|versus|compared|instead|against|rather|down\s|up\s|from|to\s\d|→|->)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Target:
    """A target at its place; `seconds` of one token where they are stated."""

    start: int
    end: int
    seconds: float | None


def targets(text: str) -> tuple[Target, ...]:
    """The latency targets of a levelled text."""
    has = held(text)
    if not (has & _SPOKEN and (has & _UNNUMBERED or _NUMBERED.search(text))):
        return ()
    found = (Target(m.start(), m.end(), _seconds(m)) for m in _TARGET.finditer(text))
    return tuple(t for t in found if not _COMPARED.match(text, t.end))


def governed_by_target(text: str, amounts: Sequence[Amount]) -> tuple[Target, ...]:
    """The targets of a sentence that has another figure: a factor, or a rate beside a time."""
    found = targets(text)
    outside = [a for a in amounts if not any(t.start <= a.start < t.end for t in found)]
    gains = any(a.kind in ("times", "percent", "word", "rate") for a in outside)
    return found if gains and not any(a.kind == "time" for a in outside) else ()


def _seconds(m: re.Match[str]) -> float | None:
    number, unit = m["ms"] or m["ms2"], m["u"] or m["u2"]
    if number:
        return seconds(number, unit) or None
    rate = m["rate"] or m["rate2"] or m["rate3"]
    per_second = float(rate.replace(",", "")) if rate else 0.0
    return 1.0 / per_second if per_second else None


def target_hints(text: str) -> tuple[str, ...]:
    """That a figure stands at a latency target, and the time of a token where one time is stated."""
    found = targets(text)
    times = {t.seconds for t in found if t.seconds}
    timed = (f"{TIME_HINT}{times.pop():.6g}",) if len(times) == 1 else ()
    return (HINT, *timed) if found else ()
