# ruff: noqa: E501 - one pattern is one row, however long
"""Table rows: which column is a speed-up, which is before and which after, and what a cell's number measures."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeGuard

from classifier.cause.named_columns import Methods, methods, unit_of_all
from classifier.figures.amounts import KIND_OF_UNIT, Amount, level
from classifier.figures.effect import Effect
from classifier.figures.metrics import UNIT_METRIC, MetricWord, metric_words
from classifier.figures.quantities import figures
from estimator.statement import Metric
from ingest.document import Passage

_NUMBER = re.compile(
    r"^[^\w\d<>+-]*(?P<n>[<>~]?\s?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[<>~]?\s?\d+(?:\.\d+)?(?:e-?\d+)?)\s*(?P<u>[a-zA-Z/µ%×]{0,12})\s*(?:\(.*\))?\W*$"
)
_SPEEDUP = re.compile(
    r"speed[-\s]?ups?|accelerat\w*|improvement|gains?\b|\bfaster\b|\bboost\b|\bratio\b|\brelative\b|\bvs\.?\b|\bnormalized\b|\bΔ|\bdelta\b|\bchange\b|\bdiff\w*|\breduction\b|\bsavings?\b|\boverhead\b|\buplift\b|↑\s*x|\(x\)|(?<!\d)(?<!\d\s)×(?!\s?\d)",
    re.IGNORECASE,
)
_NOT_SPEED = re.compile(
    r"accura|\bacc\b|perplex|\bppl\b|score|bleu|rouge|mmlu|gsm|quality|params?\b|parameters|size of|#|layers|heads|bits?\b|acceptance|compression rate|\bwins?\b|\bwin[- ]?rate|pass@|wiki|humaneval|\bf1\b|\bem\b|\bdim|compute capability|epoch|loss\b|price|stars",
    re.IGNORECASE,
)
# "Layers, speed-up" is a speed; "Δ accuracy" is none
_OF_SPEED = re.compile(
    r"speed|accelerat|faster|latency|throughput|\boverhead\b|\btime\b|memory|savings?", re.IGNORECASE
)
# "v.s. FP16": a bare ratio of the rate that stands beside it
_AGAINST = re.compile(r"^\W*(?:v\.?s\.?|versus|relative to|compared (?:to|with))\s+\w", re.IGNORECASE)
_BASE = re.compile(
    r"\b(?:baseline|fp16|bf16|fp32|vanilla|original|before|without|w/o|default|base|hf|hugging ?face|transformers|eager|autoregressive|standard|naive|native|no spec\w*|off|disabled|unquantized|dense|full)\b",
    re.IGNORECASE,
)
_UNITS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(p, re.IGNORECASE), unit)
    for p, unit in (
        (r"tok\w*\s*(?:/|per)\s*s|\btps\b|\bt/s\b|tokens per second", "tokens/s"),
        (r"req\w*\s*(?:/|per)\s*s|\brps\b|\bqps\b|requests? per second|samples?/s|seqs?/s|prompts?/s", "requests/s"),
        (r"ms\s*/\s*tok\w*|ms per tok\w*", "ms/token"),
        (r"\(ms\)|\bms\b|milliseconds?|\bmsec\b", "ms"),
        (r"\(us\)|\bus\b|µs|microseconds?", "us"),
        (r"\bGB\b|GiB|(?:mem\w*|size|vram|footprint|hbm|cache)\W*\(G\)", "GB"),
        (r"\bMB\b|MiB", "MB"),
        (r"TFLOP\w*", "TFLOPS"),
        (r"\(s(?:ec\w*)?\)|\bsec(?:ond)?s?\b", "s"),
    )
)


@dataclass(frozen=True, slots=True)
class Column:
    """What one column holds."""

    head: str
    unit: str  # of its numbers, "" where it says none
    metric: MetricWord | None
    speedup: bool
    quality: bool
    base: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """What a row says: its effects and its plain measurements, offsets into the row's text."""

    effects: tuple[Effect, ...]
    measured: tuple[tuple[Amount, Metric], ...]


@lru_cache(maxsize=256)  # captions, the labels of rows, and what leads to a table: its rows stand under the same
def _unit_of(text: str) -> str:
    return next((u for p, u in _UNITS if p.search(text)), "")


@lru_cache(maxsize=256)  # all rows of a table stand under the same heads
def column(head: str) -> Column:
    """A column by its heading."""
    even = level(head)
    words = () if _SETTING_HEAD.match(even) else metric_words(even)
    unit = _unit_of(even)
    speedup = (bool(_SPEEDUP.search(even)) and not re.search(r"\bvs\.?\b", even)) or bool(
        re.search(r"speed-?\s?up", even, re.I)
    )
    return Column(
        even,
        unit,
        _first(words, even),
        speedup,
        bool(_NOT_SPEED.search(even)) and not (_OF_SPEED.search(even) or _is_rate(unit)),  # "GSM8K tok/s" is a speed
        bool(_BASE.search(even)),
    )


def read_row(p: Passage, around: str, before: str = "", title: str = "", after: str = "") -> Reading:
    """The effects and measurements of a row.

    `around` is its caption, intro and heading, which name what the columns do not; `before` and `after` the text that leads
    to its table and follows it, where a unit of all its figures may stand; `title` the document's, which names its method.
    """
    cells = [(level(p.text[a:b]), a) for a, b in p.cells] or [(level(p.text), 0)]
    columns = [column(p.header[j]) if j < len(p.header) else column("") for j in range(len(cells))]
    named = methods([c.head for c in columns], [text for text, _ in cells], title, [c.base for c in columns])
    if named is not None:
        columns = _in_one_unit(columns, named, unit_of_all(p.caption, around, before, after))
    titled = any(_SPEEDUPS.search(heading) for heading in (*p.section[-1:], p.caption))
    if titled and not any(c.speedup for c in columns):  # else the column that says so holds them
        columns = [
            replace(c, speedup=True) if _is_ratio(c, text) else c for c, (text, _) in zip(columns, cells, strict=True)
        ]
    if any(_is_rate(c.unit) for c in columns):
        columns = [replace(c, speedup=True) if not c.unit and _AGAINST.search(c.head) else c for c in columns]
    label = cells[0][0] if cells else ""
    row_metric = _first(metric_words(label), label)
    row_speedup = bool(_SPEEDUP.search(label))
    wide = _beside(columns) or _of_surroundings(metric_words(level(around)), columns)
    effects: list[Effect] = []
    for j, ((text, at), col) in enumerate(zip(cells, columns, strict=True)):
        if not any(c.isdigit() for c in text):
            continue
        effect = _change(cells, columns, j, row_metric) or _cell_effect(text, at, col, row_metric, row_speedup, wide)
        if effect is not None:
            effects.append(effect)
    measured = _measured(cells, columns, row_metric, wide, level(around), level(before))
    if not effects:
        effects = _quotient(cells, columns, measured) or _over_rivals(named, measured) or _ratio(columns, measured)
    return Reading(tuple(_with_pairs(e, measured) for e in effects), tuple((a, m) for a, m, _ in measured))


_VAGUE: frozenset[Metric] = frozenset({"memory", "other"})


def _beside(columns: list[Column]) -> MetricWord | None:
    """What two columns or more measure, where all that say so measure the same: "TTFT cold | TTFT warm | Speedup"."""
    said = [c.metric for c in columns[1:] if c.metric is not None and c.metric.metric not in _VAGUE]
    return said[0] if len(said) > 1 and len({w.metric for w in said}) == 1 else None


def _of_surroundings(words: tuple[MetricWord, ...], columns: list[Column]) -> MetricWord | None:
    """Of what stands around a table the first that says what is timed: "Storage back ends (TTFT)" are not about memory."""
    timed = [w for w in (*words, *(c.metric for c in columns[1:])) if w is not None and w.metric not in _VAGUE]
    return next(iter(timed), None) or next((w for w in words if (w.metric, w.more_is_better) != ("memory", True)), None)


_SPEEDUPS = re.compile(r"\bspeed-?\s?ups?\b", re.IGNORECASE)
_DECIMAL = re.compile(r"^\W*\d{1,3}\.\d+\s*[x×]?\W*$")


def _is_ratio(c: Column, cell: str) -> bool:
    """Under "Speedup of ..." a bare decimal is a ratio, unless its column has a unit or says a setting or a quality."""
    counted = _SETTING_HEAD.match(c.head) or _ACCEPTED.search(c.head)
    return not (c.unit or c.quality or counted) and bool(_DECIMAL.match(cell))


_ACCEPTED = re.compile(r"\baccept\w*|\btokens?\b|\b(?:mean|average) length\b|[τα]|\btau\b", re.IGNORECASE)


def _is_rate(unit: str) -> bool:
    return bool(unit) and KIND_OF_UNIT[unit] == "rate"


_STATISTIC = re.compile(r"p\d\d?\w*", re.IGNORECASE)


def _first(words: tuple[MetricWord, ...], text: str) -> MetricWord | None:
    """The first metric that a head names; in "P90 TTFT" the first word is only the statistic of the second."""
    named = [w for w in words if not _STATISTIC.fullmatch(text, w.start, w.end)]
    return named[0] if named else words[0] if words else None


# A column of batches or contexts says where the others were measured: it is a setting, and no gain in memory.
_SETTING_HEAD = re.compile(
    r"^\s*(?:batch(?:[- ]?sizes?)?|batches|contexts?|context[- ]lengths?|sequence lengths?|concurrency|tp|pp|ep|dp|gpus?|devices?)\b",
    re.IGNORECASE,
)


def _cell_effect(
    text: str, at: int, col: Column, row: MetricWord | None, row_speedup: bool, wide: MetricWord | None
) -> Effect | None:
    if col.quality:
        return None
    named = row if row is not None and (col.metric is None or col.metric.metric == "other") else col.metric
    metric = named or wide
    found = () if _OF_BASE.search(col.head) else _figures(text).effects
    if found:
        e = next((e for e in found if e.before is None), found[0])
        low, high = e.low, e.high
        if "%" in e.surface:
            if e.metric is not None:  # "-30% latency" says itself what has changed, in whatever column it stands
                return replace(e, start=at + e.start, end=at + e.end, word="cell")
            if named is None and not col.speedup and not row_speedup:
                return None
            low, high = _percent(e, metric)
        of = metric.metric if metric else None
        return replace(e, low=low, high=high, metric=of, start=at + e.start, end=at + e.end, word="cell")
    arrow = _ARROW.match(text)
    if arrow and not found:
        change = 1 + float(arrow["n"]) / 100 * (1 if arrow["way"] in "↑▲⬆" else -1)
        if change <= 0:
            return None
        value = round(1 / change if metric is not None and metric.more_is_better is False else change, 4)
        return _stated(value, metric, at + arrow.start("way"), text[arrow.start("way") : arrow.end()])
    share = _SHARE.match(text)
    if share and _OF_BASE.search(col.head):
        part = float(share["n"]) / 100
        better = metric is not None and metric.more_is_better is True and not _COST.search(col.head)
        value = round(part if better else 1 / part, 4)
        return replace(_stated(value, metric, at + share.start("n"), share["n"]), surface=share["n"] + "%")
    gain = _GAIN_OF.match(text)
    if gain and _GAIN_HEAD.search(col.head):
        low, high = sorted(1 + float(gain[n] or gain["a"]) / 100 for n in ("a", "b"))
        of = metric.metric if metric else None
        surface = text[gain.start("a") : gain.end()].rstrip()
        start = at + gain.start("a")
        return Effect(low, high, "exact", of, start, start + len(surface), surface, word="cell")
    saved = _GAIN_OF.match(text)
    if saved and _SAVED_HEAD.search(col.head) and float(saved["b"] or saved["a"]) < 100:
        low, high = sorted(round(1 / (1 - float(saved[n] or saved["a"]) / 100), 4) for n in ("a", "b"))
        of = metric.metric if metric else None
        surface = text[saved.start("a") : saved.end()].rstrip()
        start = at + saved.start("a")
        return Effect(low, high, "exact", of, start, start + len(surface), surface, word="cell")
    plain = _NUMBER.match(text)
    if plain and (col.speedup or row_speedup) and plain["u"] in ("", "x", "×"):
        value = float(plain["n"].strip("<>~ ").replace(",", ""))
        if 0.05 <= value <= 1000 and not col.unit:
            return _stated(value, metric, at + plain.start("n"), plain["n"])
    return None


_CHANGE = re.compile(r"^\W{0,3}?(?P<sign>[+-]?)\s?(?P<n>\d+(?:\.\d+)?)\s?%\W*$")
_BARE_CHANGE = re.compile(r"^\W{0,3}?(?P<sign>[+-]?)\s?(?P<n>\d+(?:\.\d+)?)\W*$")  # under "% Improvement"
_BETTER = re.compile(r"improve|gain|reduc|saving|saved|speed-?\s?up|faster|uplift|boost|lower", re.IGNORECASE)
_OTHER_WAY = re.compile(r"change|diff|delta|Δ|\bvs\b", re.IGNORECASE)


def _change(cells: list[tuple[str, int]], columns: list[Column], j: int, row: MetricWord | None) -> Effect | None:
    """ "244 ms | 223 ms | 8.4 %": by how much the second of the two columns before is better, in what they measure."""
    head = columns[j].head
    said = _CHANGE.match(cells[j][0]) or (_BARE_CHANGE.match(cells[j][0]) if "%" in head else None)
    better = bool(_BETTER.search(head))
    if said is None or columns[j].quality or not (better or _OTHER_WAY.search(head)) or j < 2:
        return None
    units = [_cell_unit(cells[k][0], columns[k], cells[0][0]) for k in (j - 2, j - 1)]
    if not units[0] or units[0] != units[1]:
        return None
    more = UNIT_METRIC[units[1]][1]
    share = float(said["n"]) / 100 * (-1 if said["sign"] == "-" else 1)
    change = share if more or not better else -share  # of the second column against the first
    if change <= -1:
        return None
    word = columns[j - 1].metric or columns[j].metric or row
    of = word.metric if word else UNIT_METRIC[units[1]][0]
    start = cells[j][1] + said.start("sign")
    factor = round(1 + change if more else 1 / (1 + change), 4)
    return Effect(factor, factor, "exact", of, start, start + len(said[0].strip()), said[0].strip(), word="cell")


def _cell_unit(text: str, c: Column, label: str) -> str:
    """The unit of a cell's figure: its own, else its column's or its row's."""
    own = [a.unit for a in figures(text).loose if a.kind in ("rate", "time", "bytes")]
    return own[0] if own else (c.unit or _unit_of(label)) if _NUMBER.match(text) else ""


def _stated(value: float, metric: MetricWord | None, start: int, surface: str) -> Effect:
    """The factor that a cell states by itself."""
    of = metric.metric if metric else None
    return Effect(value, value, "exact", of, start, start + len(surface), surface, word="cell")


_SHARE = re.compile(r"^\W{0,3}(?P<n>[1-9]\d{0,2}(?:\.\d+)?)\s?%\W*$")
_ARROW = re.compile(r"^\W*?(?P<way>[↑↓▲▼⬆⬇])\s*(?P<n>\d+(?:\.\d+)?)\s?%")  # "↓ 64.9%"
# "5-20%", "~2%" under "Speedup": how much faster
_GAIN_OF = re.compile(r"^\W{0,3}(?P<a>\d+(?:\.\d+)?)\s?%?(?:\s?(?:-|~|to)\s?(?P<b>\d+(?:\.\d+)?))?\s?%\W*$")
_GAIN_HEAD = re.compile(r"\bspeed-?\s?ups?\b|\bfaster\b|\buplift\b|\bthroughput (?:gain|improvement)\b", re.IGNORECASE)
# "Memory savings | 47%", "Latency reduction | 20-30%": so much less is used
_SPENT = r"(?:memory|v?ram|size|footprint|cache|latency|time|ttft|tpot|itl|traffic|cost)"
_SAVED_HEAD = re.compile(
    rf"\b{_SPENT}\b[^|]{{0,16}}\b(?:savings?|saved|reductions?|reduced|decrease)\b"
    rf"|\b(?:savings?|reductions?|decrease)\b[^|]{{0,8}}\b(?:in|of)\s{_SPENT}\b",
    re.IGNORECASE,
)
_OF_BASE = re.compile(
    r"%\s*of\s+(?:the\s+)?(?:bf16|fp16|fp32|baseline|base|original|full|vanilla|default|dense)", re.IGNORECASE
)
_COST = re.compile(r"slope|latency|time|memory|size|cost|ttft|tpot|itl", re.IGNORECASE)


def _percent(e: Effect, metric: MetricWord | None) -> tuple[float, float]:
    """A signed percentage in a cell: up is good for rates, bad for times and sizes."""
    if e.word or metric is None or metric.more_is_better is not False:
        return e.low, e.high
    low, high = sorted((round(1 / e.low, 4), round(1 / e.high, 4)))
    return low, high


_Cell = tuple[Amount, Metric, int]


def _measured(
    cells: list[tuple[str, int]],
    columns: list[Column],
    row: MetricWord | None,
    wide: MetricWord | None,
    around: str,
    before: str,
) -> list[_Cell]:
    out: list[_Cell] = []
    unit_around = _unit_of(around) or _unit_of(before)
    label_unit = _unit_of(cells[0][0]) if cells else ""
    for j, ((text, at), col) in enumerate(zip(cells, columns, strict=True)):
        loose = [a for a in _figures(text).loose if a.kind in ("rate", "time", "bytes")]
        if loose:
            a = loose[0]
            word = col.metric or row or wide
            metric = word.metric if _says(word, a.unit) else UNIT_METRIC[a.unit][0]
            out.append((replace(a, start=a.start + at, end=a.end + at), metric, j))
            continue
        plain = _NUMBER.match(text)
        if plain is None or plain["u"] or col.quality or col.speedup:
            continue
        unit = col.unit or label_unit or (unit_around if col.metric or row or (j and wide) else "")
        if not unit or j == 0 or _SETTING_HEAD.match(col.head):
            continue
        word = col.metric or row or wide
        metric = word.metric if _says(word, unit) else UNIT_METRIC[unit][0]
        value = float(plain["n"].strip("<>~ ").replace(",", ""))
        kind = KIND_OF_UNIT[unit]
        start = at + plain.start("n")
        out.append((Amount(kind, value, value, unit, start, at + plain.end("n"), plain["n"]), metric, j))
    return out


_figures = lru_cache(maxsize=256)(figures)  # a cell is read for its effect, and again for what it measures


def _says(word: MetricWord | None, unit: str) -> TypeGuard[MetricWord]:
    """Whether a word says more of a figure than its unit does: "speed" does not, "throughput" beside a time is another's."""
    if word is None or word.metric == "other":
        return False
    more = UNIT_METRIC[unit][1]
    return word.more_is_better is None or word.more_is_better == more or word.metric in ("decode", "prefill", "kernel")


def _ratio(columns: list[Column], measured: list[_Cell]) -> list[Effect]:
    """A column of the baseline beside one of the method, in one unit: their ratio is what the row claims."""
    bases = [c for c in measured if columns[c[2]].base] or _older(columns, measured)
    if len(bases) != 1:
        return []
    base = bases[0]
    kin = [
        c
        for c in measured
        if c[0].unit == base[0].unit
        and (columns[c[2]].metric == columns[base[2]].metric or _kin(columns[c[2]], columns[base[2]]))
    ]
    before = [c for c in kin if c[2] < base[2]]
    others = [c for c in kin if c[2] > base[2]] or (before if len(before) == 1 else [])
    out = []
    for a, metric, _ in others[:1]:
        if a.low <= 0 or base[0].low <= 0:
            continue
        out.append(_factor_of(a, base[0], metric))
    return out


def _in_one_unit(columns: list[Column], named: Methods, around: str) -> list[Column]:
    """The columns of methods with the unit that one of them says for all, or else what stands around says."""
    units = {columns[j].unit for j in named.all} - {""}
    unit = next(iter(units), _unit_of(around) or around)
    if len(units) > 1 or unit not in KIND_OF_UNIT:
        return columns
    return [replace(c, unit=unit, speedup=False) if j in named.all else c for j, c in enumerate(columns)]


def _over_rivals(named: Methods | None, measured: list[_Cell]) -> list[Effect]:
    """The document's own method against each of those that stand beside it in the same unit."""
    if named is None:
        return []
    of = {j: (a, metric) for a, metric, j in measured}
    if named.own not in of:
        return []
    own, metric = of[named.own]
    rivals = [of[j][0] for j in named.rivals if j in of and of[j][0].unit == own.unit]
    return [_factor_of(own, rival, metric) for rival in rivals if own.low > 0 and rival.low > 0]


def _factor_of(a: Amount, base: Amount, metric: Metric) -> Effect:
    """How much better one figure is than the other that stands beside it."""
    more = UNIT_METRIC[a.unit][1]
    factor = round(a.low / base.low if more else base.low / a.low, 4)
    return Effect(factor, factor, "exact", metric, a.start, a.end, a.surface, base, a, "ratio")


_TO_THE_HUNDREDTH = re.compile(r"^[\s*_~]*(?P<n>\d{1,2}\.(?P<places>\d{2,4}))\s*[x×]?[\s*_]*$")
EXACT = 0.003  # the two figures are rounded, too


def _quotient(cells: list[tuple[str, int]], columns: list[Column], measured: list[_Cell]) -> list[Effect]:
    """ "26.32 | 21.65 | 1.22" under "Efficiency": what is the quotient of two figures of the row is a factor, whatever its name."""
    figures_of = {j for _, _, j in measured}
    for j, ((text, at), col) in enumerate(zip(cells, columns, strict=True)):
        said = _TO_THE_HUNDREDTH.match(text)
        if said is None or j in figures_of or col.base or not _is_ratio(col, text):
            continue
        effect = _stated(float(said["n"]), None, at + said.start("n"), said["n"])
        paired = _with_pairs(effect, measured)
        if paired.before is None or paired.after is None:
            continue
        ratio = paired.after.low / paired.before.low
        of_rates = ratio if UNIT_METRIC[paired.after.unit][1] else 1 / ratio
        if abs(of_rates - effect.low) <= 0.5 * 10.0 ** -len(said["places"]) + EXACT * effect.low:
            return [paired]
    return []


_VERSION = re.compile(r"^\W*(?P<name>[A-Za-z][\w. -]*?)[\s-]*v?(?P<version>\d+(?:\.\d+)+)\W*$", re.IGNORECASE)


def _older(columns: list[Column], measured: list[_Cell]) -> list[_Cell]:
    """Of "Engine v0.4 | Engine v0.3" the column of the earlier version, which the later one is compared with."""
    said = {c[2]: m for c in measured if (m := _VERSION.match(columns[c[2]].head))}
    if len(said) != 2 or len({m["name"].lower() for m in said.values()}) != 1:
        return []
    first = min(said, key=lambda j: [int(part) for part in said[j]["version"].split(".")])
    return [c for c in measured if c[2] == first]


def _kin(one: Column, two: Column) -> bool:
    return (one.metric.metric if one.metric else None) == (two.metric.metric if two.metric else None)


def _with_pairs(e: Effect, measured: list[_Cell]) -> Effect:
    """The two cells whose ratio is the stated factor, as before and after."""
    if e.before is not None or e.low != e.high or e.low <= 0:
        return e
    for i, (one, metric, _) in enumerate(measured):
        for two, _, _ in measured[i + 1 :]:
            if one.unit != two.unit or one.low <= 0 or two.low <= 0:
                continue
            more = UNIT_METRIC[one.unit][1]
            ratio = two.low / one.low if more else one.low / two.low
            if abs(ratio - e.low) <= 0.02 * e.low:
                return replace(e, before=one, after=two, metric=e.metric or metric)
            if abs(1 / ratio - e.low) <= 0.02 * e.low:
                return replace(e, before=two, after=one, metric=e.metric or metric)
    return e
