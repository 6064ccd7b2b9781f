# ruff: noqa: E501 - one pattern is one row, however long
"""What the amounts of a sentence say about speed: factors with both ends, before and after, qualifier and metric.

Every factor is new over old speed, above 1 is better: "40 % lower latency" is 1/(1 - 0.4) = 1.667, "40 % higher throughput" 1.4.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from classifier.amounts import Amount, amounts, level, number
from classifier.metrics import UNIT_METRIC, MetricWord, metric_words
from estimator.statement import Metric, Qualifier


@dataclass(frozen=True, slots=True)
class Effect:
    """A change of speed or size by a factor. `metric` is "" where no word near it says what was measured."""

    low: float
    high: float
    qualifier: Qualifier
    metric: Metric | None
    start: int
    end: int
    surface: str
    before: Amount | None = None
    after: Amount | None = None
    word: str = ""  # the comparing word that gave the direction: "faster", "lower"


@dataclass(frozen=True, slots=True)
class Figures:
    """All that one unit states in numbers."""

    effects: tuple[Effect, ...]
    loose: tuple[Amount, ...]  # rates, times and sizes that are not part of a comparison
    words: tuple[MetricWord, ...]


_FAST = r"faster|quicker|speed[- ]?ups?|speeds?[- ]up|speeding[- ]up|sped[- ]up|speedier|accelerat\w+|fast|speed boost|outperform\w*"
_UP = r"higher|more|better|improv\w+|increas\w+|gains?|boost\w*|larger|bigger|greater|longer|rais\w+|gr[oe]w\w*|enhanc\w+|uplift|superior|rise[sn]?|rose|expand\w*|jump\w*|multipl\w+|scal(?:es|ing|ed)|amplif\w+"
_DOWN = r"lower\w*|less|smaller|reduc\w+|fewer|decreas\w+|sav(?:e|es|ed|ing|ings)|shorter|shorten\w*|compress\w+|shr[iu]nk\w*|cuts?|cutting|drop\w*|cheaper|lighter|slash\w*|declin\w+|trim\w*|fall(?:s|ing)?|fell|diminish\w*|halv\w+"
_SLOW = r"slower|slow[- ]?downs?|slows?(?: down)?|slowing|overheads?|degrad\w+|regress\w*|penalt(?:y|ies)|worse|losing|loss(?:es)?|loses"
_COMPARE = re.compile(
    rf"(?<![\w])(?:(?P<fast>{_FAST})|(?P<slow>{_SLOW})|(?P<up>{_UP})|(?P<down>{_DOWN}))(?![\w])", re.IGNORECASE
)

# A right-hand window ends where a new thought begins; soft ends stop the search for the comparing word only.
_HARD = re.compile(
    r"[,;:()\[\]|]|\.\s|\s(?:while|whereas|but|although|though|compared|than|versus|vs\.?|relative|against|and)\s",
    re.IGNORECASE,
)
_SOFT = re.compile(
    r"[,;:()\[\]|]|\.\s|\s(?:while|whereas|but|although|though|compared|than|versus|vs\.?|relative|against|when|at|on|with|without|using|by|for|under|over|and|which|that)\s",
    re.IGNORECASE,
)
_LEFT_HARD = re.compile(r"[;|]|\.\s|\s(?:while|whereas|but|although)\s", re.IGNORECASE)

_QUALIFIERS: tuple[tuple[str, Qualifier], ...] = (
    (r"(?:up[- ]?to|upto|as (?:much|high|many|large|low) as|at most|a maximum of|max(?:imum)?(?: of)?|a peak of|peak(?:ing at)?)", "up-to"),
    (r"(?:on average|average(?: of)?|averag(?:es|ing)|avg\.?|a mean of|mean|geomean(?: of)?|geometric mean(?: of)?)", "average"),
    (r"(?:at least|over|more than|greater than|no less than|a minimum of|minimum|exceed(?:s|ing)?|above|beyond|upwards of|>=?|≥|≧)", "at-least"),
    (r"(?:about|around|approximately|approx\.?|~|nearly|roughly|almost|close to(?: ideal)?|near(?: ideal)?|ca\.|circa|some|essentially|round|an? estimated)", "about"),
)  # fmt: skip
_BEFORE = [
    (re.compile(rf"(?<![\w]){p}\s*(?:an?\s+|the\s+|of\s+|\()?\s*(?:[~>]\s*)?$", re.IGNORECASE), q)
    for p, q in _QUALIFIERS
]
_AFTER_AVERAGE = re.compile(r"^[^,;.]{0,40}?\b(?:on average|average|averaged|geomean)\b", re.IGNORECASE)
_PLUS = re.compile(r"^\s?\+(?!\s*\d)")


def figures(text: str) -> Figures:
    """The effects and loose amounts of one unit's clean text; offsets are into that text."""
    even = level(text)
    found = amounts(even)
    words = metric_words(even)
    pairs = _pairs(even, found, words)
    used = {a for pair in pairs for a in (pair.before, pair.after) if a is not None}
    single = [e for a in found if a not in used and (e := _effect(even, a, found, words)) is not None]
    effects = _merge(even, single, pairs)
    loose = tuple(a for a in found if a.kind in ("rate", "time", "bytes", "bandwidth", "flops") and a not in used)
    return Figures(tuple(sorted(effects, key=lambda e: e.start)), loose, words)


def qualifier(text: str, start: int, end: int) -> Qualifier:
    """What stands before (or just after) an amount: "up to", "about", "at least", "on average"."""
    left = text[max(0, start - 32) : start]
    for pattern, word in _BEFORE:
        if pattern.search(left):
            return word
    right = text[end : end + 48]
    if _PLUS.match(right):
        return "at-least"
    if _AFTER_AVERAGE.match(right):
        return "average"
    return "exact"


# --- one amount -----------------------------------------------------------------------------------------------------

_DEVICES = re.compile(
    r"\s*(?:\d|(?:NVIDIA|AMD|Intel|Nvidia|Google|Apple|Huawei|GeForce|Tesla|Quadro|GPUs?|gpus?|cards?|nodes?|machines?|servers?|cores?|CPUs?|Xeon|TPU|Ascend|DGX|HGX|RTX|GTX|GH?B?\d{3}|[ABHLV]\d{2,3}[SX]?|MI\d{3}|T4|P100|Gaudi|EPYC|NIC|IB|HBM|DDR|NVMe|PCIe|SSDs?|RDMA|Mac|M[1-4]|oversampl|zoom|resolution|upscal|super[- ]?res|magnif|speed playback)\b)"
)
_NOT_FACTOR_BEFORE = re.compile(
    r"(?:lr|learning rate|schedule|scale|upscale|resolution|version|top-?k|stride|[a-z_]+=)\s*$", re.IGNORECASE
)
_REPEATS = re.compile(
    r"(?:ran|run|runs|repeat\w*|called?|executed|trained|tried|invoked|sampled|for|each|measured|several|many)\s+$",
    re.IGNORECASE,
)
_NOT_SIZE = re.compile(
    r"^[\s-]*(?:(?:more|larger|bigger|fewer|less|longer|smaller)\s+)(?:models?|parameters?|params|data(?:sets?)?|samples|training|compute|flops|downloads|users|stars|experts|layers|lines|heads|code|features|epochs|iterations|questions)\b",
    re.IGNORECASE,
)
_PERCENT_OF = re.compile(
    r"^\s*(?:of|as much|as many|as long|of that of)\s+(?!(?:the\s+)?(?:time|requests?|tokens?|weights?|parameters?|layers?|cases?|users?|queries|all|total|them|data|accuracy|prompts?|samples?|theoretical|peak|attention|heads|neurons|values|channels|experts|compute|memory|gpu|entries|models?|its|our|a|an|the (?:time|tokens|weights|total|model|data|memory|peak|theoretical|original accuracy))\b)",
    re.IGNORECASE,
)
_PERCENT_OTHER = re.compile(
    r"^[\s-]*(?:of the |of )?(?:sparsity|sparse|accuracy|accept\w*|hit|hits|utili[sz]ation|of the (?:time|tokens|requests|weights|cases|parameters)|of (?:requests|time|tokens|users|cases|neurons|weights|parameters)|win|success|recall|precision|coverage|quality|confidence|percentile|CPU|availability|uptime|load|match|correct|pass|agreement|of its|of peak|of theoretical)",
    re.IGNORECASE,
)
_NOT_SPEED = re.compile(
    r"(?:accura\w+|perplexity|ppl|quality|score[sd]?|sparsity|pruned?|hit[- ]?rates?|acceptance(?: rates?)?|utili[sz]ation|occupancy|pass@\d|recall|win[- ]rate|top-\d|precision of|probability|degradation in (?:accuracy|quality)|parity|bleu|rouge|mmlu|gsm8k|humaneval|error|drop in quality)",
    re.IGNORECASE,
)
_DOUBLE_WHAT = re.compile(
    r"^[\s-]*(?:buffer\w*|precision|quanti\w*|check|click|dash|quote|blind|free|and|descent|stranded|slash|digit|word)",
    re.IGNORECASE,
)
_THE = re.compile(r"^\s*(?:the|of the|as much|as many|that of|its)\b", re.IGNORECASE)
_TO = re.compile(
    r"\b(?:to|down to)\s+(?:(?:about|just|only|around|roughly|nearly|as low as)\s+|~\s*)?(?:[~(]\s*)?$", re.IGNORECASE
)


def _effect(text: str, a: Amount, found: tuple[Amount, ...], words: tuple[MetricWord, ...]) -> Effect | None:
    if a.kind not in ("times", "percent", "word"):
        return None
    right, left = _sides(text, a, found)
    way, word = _direction(right, left, text, a)
    term = _metric_term(text, a, found, _fitting(words, way, a))
    percent = a.kind == "percent"
    factor = _percent_factor(a, way, term, right, left) if percent else _times_factor(a, way, term, right, left, text)
    if factor is None or not min(factor) >= 0.001 or max(factor) > 100_000:
        return None
    low, high = (round(f, 4) for f in sorted(factor))
    metric = term.metric if term else None
    first, last, _, _ = _group(text, a, found)
    said = qualifier(text, a.start, a.end)
    if said == "exact" and first < a.start:
        said = qualifier(text, first, last)
    return Effect(low, high, said, metric, a.start, a.end, a.surface.strip(), word=word)


def _sides(text: str, a: Amount, found: tuple[Amount, ...]) -> tuple[str, str]:
    """The text to the right up to the next amount, and to the left back to the last one; at most a clause long."""
    first, last, begin, stop = _group(text, a, found)
    return text[last : min(stop, last + 90)], text[max(begin, first - 110) : first]


_LIST = re.compile(
    r"\s*(?:,|and|or|/|,\s*and|&)\s*(?:(?:about|around|up to|roughly|nearly)\s+)?[~(]?\s*", re.IGNORECASE
)


def _group(text: str, a: Amount, found: tuple[Amount, ...]) -> tuple[int, int, int, int]:
    """(start, end, end of the amount before, start of the one after) of the list an amount stands in: "30% and 40%"."""
    at = first = last = found.index(a)
    while first and found[first - 1].kind == a.kind and _LIST.fullmatch(text, found[first - 1].end, found[first].start):
        first -= 1
    while (
        last + 1 < len(found)
        and found[last + 1].kind == a.kind
        and _LIST.fullmatch(text, found[last].end, found[last + 1].start)
    ):
        last += 1
    if a.kind == "word":
        first = last = at
    begin = found[first - 1].end if first else 0
    stop = found[last + 1].start if last + 1 < len(found) else len(text)
    return found[first].start, found[last].end, begin, stop


def _direction(right: str, left: str, text: str, a: Amount) -> tuple[str, str]:
    """("fast" | "slow" | "up" | "down" | "", the word). The word after the amount wins, unless a "by" or "of" stands before it."""
    soft = _SOFT.search(right)
    near = right[: soft.start()] if soft else right
    near = " ".join(near.split(" ")[:9])
    after = _COMPARE.search(near)
    begins = [m.end() for m in _LEFT_HARD.finditer(left)]
    clause = left[begins[-1] :] if begins else left
    ahead = None
    for ahead in _COMPARE.finditer(clause):  # noqa: B007 - the last one is wanted
        pass
    if a.kind == "word" and a.unit == "less":
        return "down", a.surface
    by = re.search(
        r"\b(?:by|of|to)\s+(?:an?\s+)?(?:up to|about|around|approximately|roughly|over|nearly|almost|at least|more than|as much as|an? (?:average|additional)(?: of)?|~|round|another)?\s*~?\s*$",
        left,
    )
    pick = (ahead or after) if by else (after or ahead)
    if pick is None or pick.lastgroup is None:
        return ("up", a.surface) if a.unit == "more" else ("", "")
    return pick.lastgroup, pick.group()


def _fitting(words: tuple[MetricWord, ...], way: str, a: Amount) -> tuple[MetricWord, ...]:
    """What is made faster is no size; a batch or a context is what grows only where it stands beside the figure."""
    if way in ("fast", "slow"):
        return tuple(w for w in words if w.metric != "memory")
    return tuple(w for w in words if w.metric != "memory" or not w.more_is_better or abs(w.start - a.end) < 30 or 0 <= a.start - w.end < 45)


def _metric_term(text: str, a: Amount, found: tuple[Amount, ...], words: tuple[MetricWord, ...]) -> MetricWord | None:
    """The metric word that belongs to an amount: right of it in the clause, then left of it, then anywhere."""
    if not words:
        return None
    first, last, begin, stop = _group(text, a, found)
    hard = _HARD.search(text, last, min(stop, last + 100))
    right_end = hard.start() if hard else min(stop, last + 100)
    right = [w for w in words if last - 1 <= w.start < right_end]
    left = [w for w in words if begin <= w.start and w.end <= first]
    if a.kind == "word":  # "halves the memory", "cut memory in half": the noun can lie inside
        inside = [w for w in words if a.start <= w.start < a.end]
        right = inside + right
    by = re.search(r"\b(?:by|of|is|was)\s+(?:\S+\s+){0,2}?\S{0,2}$", text[max(0, first - 30) : first])
    if by and left:
        return left[-1]
    if right:
        return right[0]
    if left:
        return left[-1]
    later = [w for w in words if last <= w.start < last + 90 and w.start < stop]
    if later:
        return later[0]
    return words[0] if len({w.metric for w in words}) == 1 else None


def _times_factor(
    a: Amount, way: str, term: MetricWord | None, right: str, left: str, text: str
) -> tuple[float, float] | None:
    low, high = a.low, a.high
    if low <= 0 or _DEVICES.match(right) or _NOT_FACTOR_BEFORE.search(left[-24:]) or _NOT_SIZE.match(right):
        return None
    if a.kind == "word" and _DOUBLE_WHAT.match(right) and a.unit == "more":
        return None
    counted = "times" in a.surface or a.kind == "word"
    if counted and not way and not _THE.match(right) and term is None:
        return None
    if counted and a.kind == "times" and _REPEATS.search(left[-16:]):
        return None
    if not way and re.match(r"^[-\s]?(?:speed)?$", right) is None and _NOT_SPEED.search(left[-40:]):
        return None
    if low == high == 1 and "unchanged" not in text:
        return None if not way else (1.0, 1.0)
    less_is_better = term is not None and term.more_is_better is False
    if way == "slow":
        return (low, high) if high < 1 else (1 / low, 1 / high)
    if way == "fast":
        return low, high
    if way == "up":
        return (1 / low, 1 / high) if less_is_better and not _improves(right, left) else (low, high)
    if way == "down":
        if high < 1:
            return 1 / low, 1 / high
        worse = term is not None and term.more_is_better and term.metric in ("throughput", "decode", "prefill")
        return (
            (1 / low, 1 / high) if worse and re.search(r"lower|less|drop|decreas", right[:30] or left) else (low, high)
        )
    if less_is_better and (high < 1 or _THE.match(right)):
        return 1 / low, 1 / high
    return low, high


_IMPROVE = re.compile(r"\b(?:improv\w+|better|gains?|boost\w*|enhanc\w+|superior|saving|efficien\w+)\b", re.IGNORECASE)


def _improves(right: str, left: str) -> bool:
    """ "Latency improved by 2x": more is better whatever the metric."""
    return bool(_IMPROVE.search(right[:40]) or _IMPROVE.search(left[-60:]))


def _percent_factor(a: Amount, way: str, term: MetricWord | None, right: str, left: str) -> tuple[float, float] | None:
    low, high = a.low / 100, a.high / 100
    if _PERCENT_OTHER.match(right) or _NOT_SPEED.search(left[-45:]) or _NOT_SPEED.search(right[:40]):
        return None
    less_is_better = term is not None and term.more_is_better is False
    if a.signed:
        if term is None and not way:
            return None if abs(high) > 10 else (1 + low, 1 + high)
        change = (1 + low, 1 + high)
        if min(change) <= 0:
            return None
        return (1 / change[0], 1 / change[1]) if less_is_better or (way == "down" and term is None) else change
    if low <= 0:
        return None
    share = _PERCENT_OF.match(right)
    if share and (_TO.search(left) or not way or (way in ("fast", "up") and high < 1)) and (less_is_better or term):
        return (1 / low, 1 / high) if less_is_better else (low, high)
    if _TO.search(left) and way == "down":
        return 1 / low, 1 / high
    if not way:
        return None
    if way == "slow":
        return 1 / (1 + low), 1 / (1 + high)
    if way == "fast" or (way == "up" and not less_is_better):
        return 1 + low, 1 + high
    if way == "up":
        if _improves(right, left):
            return (1 / (1 - low), 1 / (1 - high)) if high < 1 else (1 + low, 1 + high)
        return 1 / (1 + low), 1 / (1 + high)
    if term is not None and term.more_is_better and term.metric in ("throughput", "decode", "prefill", "kernel"):
        return (1 - low, 1 - high) if high < 1 else None
    return (1 / (1 - low), 1 / (1 - high)) if high < 1 else None


# --- before and after -----------------------------------------------------------------------------------------------

_TOWARDS = re.compile(
    r"^\s*(?:\([^)]{0,30}\)\s*)?(?:to|→|-+>|=>|down to|up to|into|⇒)\s*(?:(?:about|just|only|around|over|nearly|roughly|under|below|as low as)\s+)?[~(]?\s*$",
    re.IGNORECASE,
)
_VERSUS = re.compile(
    r"^[^.;]{0,50}?(?:\bvs\.?|\bversus|\bcompared (?:to|with)|\bin comparison (?:to|with)|\bagainst|\binstead of|\brather than|\bas opposed to|\bthan|,?\s*\b(?:up|down) from|\bfrom)\s+(?:[\w'’./()-]+\s+){0,4}[~(]?\s*$",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:from|increas\w*|rais\w*|improv\w*|boost\w*|grow\w*|grew|jump\w*|went|goes|go|ris\w+|rose|climb\w*|reduc\w*|drop\w*|fall\w*|fell|cut\w*|lower\w*|decreas\w*|shr[iau]nk\w*|slash\w*|down|up|speed\w*|tak\w+|bring\w*|brought|mov\w+|reach\w*)\b",
    re.IGNORECASE,
)
_BARE_LEFT = re.compile(
    r"(?<![\w.])(?P<n>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?P<k>[kK])?\s*(?P<glue>to|→|-+>|-|~|vs\.?)\s*[~(]?\s*$"
)
_BARE_PAIR = re.compile(
    r"\bfrom\s+~?(?P<a>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?P<ka>[kK])?\s*(?:\([^)]{0,24}\)\s*)?(?:to|→|->)\s+~?(?P<b>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?P<kb>[kK])?(?![\w%.]*[\w%])"
)


def _pairs(text: str, found: tuple[Amount, ...], words: tuple[MetricWord, ...]) -> list[Effect]:
    out: list[Effect] = []
    measures = [a for a in found if a.kind in ("rate", "time", "bytes", "bandwidth", "flops")]
    taken: set[int] = set()
    for one, two in pairwise(measures):
        if one.kind != two.kind or one.start in taken:
            continue
        pair = _order(text, one, two)
        if pair is not None:
            taken.add(two.start)
            out.append(_pair_effect(text, *pair, found, words))
    for a in measures:
        half = _BARE_LEFT.search(text, max(0, a.start - 40), a.start)
        if half is None or any(e.start <= half.start() < e.end for e in out):
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


def _order(text: str, one: Amount, two: Amount) -> tuple[Amount, Amount] | None:
    """(before, after) when the text between two amounts compares them."""
    glue = text[one.end : two.start]
    if len(glue) > 90:
        return None
    if _TOWARDS.match(glue):
        arrow = "→" in glue or ">" in glue
        if arrow or _CHANGE.search(text, max(0, one.start - 90), one.start):
            return one, two
        return None
    if _VERSUS.match(glue):
        return two, one
    return None


_SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0, "ms/token": 1e-3, "s/token": 1.0}
_BYTES = {"KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}


def _si(a: Amount) -> float:
    return a.low * (_SECONDS.get(a.unit) or _BYTES.get(a.unit) or 1.0)


def _pair_effect(
    text: str, before: Amount, after: Amount, found: tuple[Amount, ...], words: tuple[MetricWord, ...]
) -> Effect:
    start, end = min(before.start, after.start), max(before.end, after.end)
    near = [w for w in words if w.end <= start and w.start > start - 70] or [
        w for w in words if start <= w.start < end + 60
    ]
    metric, more = UNIT_METRIC.get(after.unit, ("other", True))
    word = near[-1] if near and near[-1].end <= start else near[0] if near else None
    if word is not None and _fits(word, after):
        metric = word.metric
    one, two = _si(before), _si(after)
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
        if not near or near[-1].more_is_better is None:
            continue
        a = number(m["a"]) * (1000 if m["ka"] else 1)
        b = number(m["b"]) * (1000 if m["kb"] else 1)
        if a <= 0 or b <= 0:
            continue
        factor = round(b / a if near[-1].more_is_better else a / b, 4)
        out.append(
            Effect(factor, factor, "exact", near[-1].metric, m.start("a"), m.end("b"), text[m.start("a") : m.end("b")])
        )
    return out


def _merge(text: str, single: list[Effect], pairs: list[Effect]) -> list[Effect]:
    """A factor and the pair that it comes from are one effect; where they disagree a little, the range of both."""
    out = list(single)
    for pair in pairs:
        near = [e for e in out if e.before is None and _gap(text, e, pair)]
        same = [e for e in near if _agree(e, pair, 0.13)]
        if same:
            mine = same[0]
            out[out.index(mine)] = replace(
                mine, before=pair.before, after=pair.after, metric=mine.metric or pair.metric
            )
        elif near and _agree(near[0], pair, 0.4) and near[0].low == near[0].high:
            mine = near[0]
            low, high = sorted((mine.low, pair.low))
            out[out.index(mine)] = replace(mine, low=low, high=high, before=pair.before, after=pair.after)
        else:
            out.append(pair)
    return out


def _gap(text: str, one: Effect, two: Effect) -> bool:
    first, second = (one, two) if one.start < two.start else (two, one)
    between = text[first.end : second.start]
    return len(between) < 70 and not re.search(r"[;]|\.\s", between)


def _agree(one: Effect, two: Effect, tolerance: float) -> bool:
    return one.low * (1 - tolerance) <= two.low <= one.high * (1 + tolerance)
