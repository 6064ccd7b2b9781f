# ruff: noqa: E501 - one pattern is one row, however long
"""Before and after: "from 24 to 51 tokens/s", "7 s against 14 s", "87GB -> 23GB", and what factor they make."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from classifier.figures.amounts import Amount, number
from classifier.figures.effect import Effect, qualifier
from classifier.figures.factors import NOT_SPEED
from classifier.figures.metrics import UNIT_METRIC, MetricWord

_TOWARDS = re.compile(
    r"^\s*(?:\([^)]{0,30}\)\s*|(?:in|for|with|on|at|under|using)\s+[\w./-]+(?:\s[\w./-]+){0,2}?\s+(?:\([^()]{0,30}\)\s+)?)?(?:to|→|-+>|=>|down to|up to|into|⇒)\s*(?:(?:about|just|only|around|over|nearly|roughly|under|below|as low as)\s+)?[~(]?\s*$",
    re.IGNORECASE,
)
_VERSUS = re.compile(
    r"^(?:[^.;]|\.(?=\w)){0,50}?(?:\bvs\.?|\bversus|\bcompared (?:to|with)|\bin comparison (?:to|with)|\bagainst|\binstead of|\brather than|\bas opposed to|\bthan|,?\s*\b(?:up|down) from|\bfrom|,\s(?:it\s)?(?:was|were)|\b(?:used to be|previously|formerly|before it was))\s+(?:[\w'’./()-]+\s+){0,4}[~(]?\s*$",
    re.IGNORECASE,
)
# "The float32 version runs at 5 tok/s, and the int8 version at 15 tok/s": each with its own figure, the plain one first.
_EACH = re.compile(
    r"^\s*,?\s*(?:and|while|whereas|but)\s+(?:with\s+)?(?:the |our |its )?[\w.-]+(?:\s[\w-]+){0,2}?\s+(?:(?:runs?|at|gets?|reach\w*|does|needs?|takes?|gives?|achieves?|manages)\s+)+~?$",
    re.IGNORECASE,
)
# "5.1 req/s before, 9.7 now", "24 tok/s without it and 51 tok/s with it"
_BEFORE_THAT = re.compile(
    r"^\s*\(?(?:before|previously|originally|earlier|at first|without (?:it|them|this))\)?\s*(?:[,;(]|,?\sand|,?\sbut)?\s*(?:(?:then|now|is|after(?:wards)?|it is|and|but|at)\s)*~?$",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    r"\b(?:float32|fp32|fp16|bf16|float16|unquanti[sz]ed|baseline|plain|vanilla|original|unpatched|stock|without)\b[^.;,]{0,50}$",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:from|increas\w*|rais\w*|improv\w*|boost\w*|grow\w*|grew|jump\w*|went|goes|go|ris\w+|rose|climb\w*|reduc\w*|drop\w*|fall\w*|fell|cut\w*|lower\w*|decreas\w*|shr[iau]nk\w*|slash\w*|down|up|speed\w*|tak\w+|bring\w*|brought|mov\w+|reach\w*|in half|halv\w+|doubl\w+)\b",
    re.IGNORECASE,
)
_BARE_LEFT = re.compile(
    r"(?<![\w.])(?P<n>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?P<k>[kK])?\s*(?P<glue>to|→|-+>|-|~|vs\.?)\s*[~(]?\s*$"
)
_BARE_PAIR = re.compile(
    r"\bfrom\s+~?(?P<a>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?P<ka>[kK])?\s*(?:\([^)]{0,24}\)\s*)?(?:to|→|->)\s+~?(?P<b>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?P<kb>[kK])?(?![\w%.]*[\w%])"
)


def pairs(text: str, found: tuple[Amount, ...], words: tuple[MetricWord, ...]) -> list[Effect]:
    out: list[Effect] = []
    measures = [a for a in found if a.kind in ("rate", "time", "bytes", "bandwidth", "flops", "money")]
    taken: set[int] = set()
    for one, two in pairwise(measures):
        if one.kind != two.kind or one.start in taken:
            continue
        if ("/" in one.unit) != ("/" in two.unit):
            one, two = _of_one_unit(text, one, two)
        pair = _order(text, one, two) if ("/" in one.unit) == ("/" in two.unit) else None
        if pair is not None:
            taken.add(two.start)
            out.append(_pair_effect(text, *pair, found, words))
    for a in measures:
        half = _BARE_LEFT.search(text, max(0, a.start - 40), a.start)
        if half is None or any(e.start <= half.start() < e.end for e in out):
            out.extend(_unit_said_once(text, a, found, words, out))
            continue
        before = number(half["n"]) * (1000 if half["k"] else 1)
        first = replace(a, low=before, high=before, start=half.start("n"), end=half.end("n"), surface=half["n"], per="")
        arrow = half["glue"] not in ("to", "-", "~") and not half["glue"].startswith("vs")
        changes = arrow or (half["glue"] == "to" and _CHANGE.search(text, max(0, half.start() - 90), half.start()))
        if changes:
            out.append(_pair_effect(text, first, a, found, words))
        elif half["glue"].startswith("vs"):
            out.append(_pair_effect(text, a, first, found, words))
    out.extend(_bare_pairs(text, found, words, out))
    return [e for e in out if e.low > 0]


# "Drops from 30 minutes to 3": the unit is said once, at the first
_BARE_RIGHT = re.compile(
    r"\s(?:down\s)?to\s(?:(?:just|only|about|under|around|a mere)\s)?~?(?P<n>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?![\w%]|[.,]\d|\s?(?:%|x\b|×|times|bits?|GPUs?|[kKMGT]?B\b|users|requests|tokens?|[mµu]?s\b|ms|seconds?|minutes?|hours?))"
)


def _unit_said_once(
    text: str, a: Amount, found: tuple[Amount, ...], words: tuple[MetricWord, ...], known: list[Effect]
) -> list[Effect]:
    """A measure with a bare number after it that it becomes."""
    rest = _BARE_RIGHT.match(text, a.end)
    paired = any(e.before is a or e.after is a for e in known)
    if rest is None or paired or not _CHANGE.search(text, max(0, a.start - 90), a.start):
        return []
    n = number(rest["n"])
    last = replace(a, low=n, high=n, start=rest.start("n"), end=rest.end("n"), surface=rest["n"])
    return [_pair_effect(text, a, last, found, words)] if n > 0 else []


# "Down to 9 ms per token from 27 ms", "11 ms/token versus 30 ms": what is timed is said once
_AT_ONCE = re.compile(
    r"\s*\(?(?:(?:down |up )?from|to|versus|vs\.?|instead of|against|→|-+>)\s+(?:about\s|around\s|~)?$", re.IGNORECASE
)


def _of_one_unit(text: str, one: Amount, two: Amount) -> tuple[Amount, Amount]:
    """Two times that stand right beside each other, the token that one of them is of said of both."""
    if one.kind != "time" or not _AT_ONCE.fullmatch(text, one.end, two.start):
        return one, two
    unit = next(a.unit for a in (one, two) if "/" in a.unit)
    scale = {"ms/token": 1e3, "s/token": 1.0}.get(unit, 0.0)
    if not scale:
        return one, two
    plain = [a if a.unit == unit else replace(a, low=si(a) * scale, high=si(a) * scale, unit=unit) for a in (one, two)]
    return plain[0], plain[1]


def _order(text: str, one: Amount, two: Amount) -> tuple[Amount, Amount] | None:
    """(before, after) when the text between two amounts compares them."""
    glue = text[one.end : two.start]
    if len(glue) > 90:
        return None
    if (by_width := _of_two_formats(text, one, two)) is not None:
        return by_width
    if _TOWARDS.match(glue):
        arrow = "→" in glue or ">" in glue
        if arrow or re.search(r"\b(?:down|up) to", glue) or _CHANGE.search(text, max(0, one.start - 90), one.start):
            return one, two
        return None
    if _VERSUS.match(glue) and not re.search(r"\d", _IN_FORMAT.sub("", glue)):
        return two, one
    if _BEFORE_THAT.match(glue):
        return one, two
    if _EACH.match(glue) and _PLAIN.search(text[: one.start]) and not _PLAIN.search(glue):
        return one, two
    return None


# "42.9 GB in BF16, 21.5 GB in FP8", "13 GB (FP16) and 3.5 GB (4-bit)": each in its format, the wider one is what there was
_IN_FORMAT = re.compile(
    r"\s?(?:\((?:in\s)?|in\s|at\s|with\s)(?:(?:BF|FP|INT|NF|NVFP|MXFP)-?(?P<n>32|16|8|6|4)|(?P<b>16|8|6|5|4|3|2)[-\s]bits?|(?P<half>half precision))(?![\w-])\)?",
    re.IGNORECASE,
)
_NEXT = re.compile(r"\s?(?:,|;|and|to|but|vs\.?|versus|→|->|=>)?\s?(?:(?:only|just|about|and|but|down to)\s)*~?\s?")


def _of_two_formats(text: str, one: Amount, two: Amount) -> tuple[Amount, Amount] | None:
    first, second = _IN_FORMAT.match(text, one.end), _IN_FORMAT.match(text, two.end)
    if first is None or second is None or not _NEXT.fullmatch(text, first.end(), two.start):
        return None
    widths = [float(m["n"] or m["b"] or 16) for m in (first, second)]
    if widths[0] == widths[1]:
        return None
    return (one, two) if widths[0] > widths[1] else (two, one)


_SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0, "ms/token": 1e-3, "s/token": 1.0}
_SPEEDS = {"TFLOPS": 1e12, "GFLOPS": 1e9, "PFLOPS": 1e15, "GB/s": 1e9, "Gb/s": 1.25e8, "TB/s": 1e12}
_BYTES = {"KB": 1e3, "MB": 1e6, "MiB": 2.0**20, "GiB": 2.0**30, "GB": 1e9, "TB": 1e12}


def si(a: Amount) -> float:
    """A measure in seconds, bytes, or what it is a second."""
    return a.low * (_SECONDS.get(a.unit) or _BYTES.get(a.unit) or _SPEEDS.get(a.unit) or 1.0)


def _pair_effect(
    text: str, before: Amount, after: Amount, found: tuple[Amount, ...], words: tuple[MetricWord, ...]
) -> Effect:
    start, end = min(before.start, after.start), max(before.end, after.end)
    near = [w for w in words if w.end <= start and w.start > start - 70] or [
        w for w in words if start <= w.start < end + 60
    ]
    metric, more = UNIT_METRIC.get(after.unit, ("other", True))
    word = near[-1] if near and near[-1].end <= start else near[0] if near else None
    timed = after.unit.endswith("/token") and word is not None and word.metric == "kernel"
    if word is not None and _fits(word, after) and not (timed or after.unit == "$/M tokens"):
        metric = word.metric
    one, two = si(before), si(after)
    if one <= 0 or two <= 0:
        return Effect(0, 0, "exact", metric, start, end, text[start:end])
    factor = round(two / one if more else one / two, 4)
    said = qualifier(text, before.start, before.end)
    return Effect(factor, factor, said, metric, start, end, text[start:end], before, after)


def _fits(word: MetricWord, a: Amount) -> bool:
    if a.kind == "rate":
        return word.metric in ("throughput", "decode", "prefill")
    if a.kind == "time":
        return word.metric in ("latency", "ttft", "decode", "prefill", "kernel", "other")
    if a.kind == "bytes":
        return word.metric in ("memory", "other")
    return True


_EXTENDS = re.compile(
    r"\b(?:gr[oe]w\w*|increas\w+|rais\w+|rise\w*|rose|exten\w+|expand\w*|enlarg\w+|lift\w*|go(?:es)?|went|scale[sd]?)\b",
    re.IGNORECASE,
)
_VARIES = re.compile(
    r"\b(?:var(?:y|ies|ied|ying)|chang\w+|only|rang\w+|swe[ep]\w*|set|between|accuracy|scores?|for|test\w*|evaluat\w*)\s+(?:\w+\s+){0,2}(?:from\s*)?$",
    re.IGNORECASE,
)


def _bare_pairs(
    text: str, found: tuple[Amount, ...], words: tuple[MetricWord, ...], known: list[Effect]
) -> list[Effect]:
    """ "The batch size grows from 8 to 32": two plain numbers after a metric word."""
    out: list[Effect] = []
    if not words:
        return out
    for m in _BARE_PAIR.finditer(text):
        if any(e.start < m.end() and m.start() < e.end for e in known) or any(
            a.start < m.end() and m.start("a") < a.end for a in found
        ):
            continue
        near = [w for w in words if 0 <= m.start() - w.end < 60]
        if not near or near[-1].more_is_better is None or _VARIES.search(text, max(0, m.start() - 60), m.start()):
            continue
        if _AS_IT_GROWS.search(text, max(0, m.start() - 70), m.start()):
            continue
        if (
            near[-1].metric == "memory"
            and near[-1].more_is_better
            and not _EXTENDS.search(text, max(0, m.start() - 70), m.start())
        ):
            continue
        a = number(m["a"]) * (1000 if m["ka"] else 1)
        b = number(m["b"]) * (1000 if m["kb"] else 1)
        if a <= 0 or b <= 0 or NOT_SPEED.search(text, m.end(), m.end() + 20):  # "7.15 to 6.09 PPL"
            continue
        factor = round(b / a if near[-1].more_is_better else a / b, 4)
        out.append(
            Effect(factor, factor, "exact", near[-1].metric, m.start("a"), m.end("b"), text[m.start("a") : m.end("b")])
        )
    return out


# "When the batch grows from 8 to 16": what was set
_AS_IT_GROWS = re.compile(
    r"\b(?:as|when|while|if|once)\s(?:the\s|our\s|its\s)?(?:[\w-]+\s){1,3}(?:(?:is|are|was|were|gets?)\s)?(?:increas|grow|grew|chang|vari|scal|ris|rose|rais|go|went)\w*\s(?:up\s)?$",
    re.IGNORECASE,
)
_ARROW = re.compile(r"\s?(?:→|-+>|=>|⇒)\s?")


def risen(text: str, found: tuple[Amount, ...], words: tuple[MetricWord, ...]) -> list[Effect]:
    """ "1.9x -> 3.25x speed-up": by how much a speed-up grew."""
    out = []
    for one, two in pairwise(found):
        if one.kind == two.kind == "times" and one.low > 0 and _ARROW.fullmatch(text, one.end, two.start):
            near = [w for w in words if two.end <= w.start < two.end + 40] or [w for w in words if w.end <= one.start]
            metric = near[0].metric if near else None
            factor = round(two.low / one.low, 4)
            surface = text[one.start : two.end]
            out.append(Effect(factor, factor, "exact", metric, one.start, two.end, surface, word="speedup"))
    return out
