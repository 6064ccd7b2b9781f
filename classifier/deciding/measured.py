# ruff: noqa: E501 - one pattern is one row, however long
"""What a measurement measures: which of a unit's amounts it is, for whom a rate is counted, and under which metric it goes."""

from __future__ import annotations

import re
from dataclasses import replace

from classifier.figures.amounts import Amount, number
from classifier.figures.metrics import MetricWord
from classifier.figures.number_words import SPELLED, spelled
from classifier.unit import Unit
from classifier.words.at_words import Quick
from estimator.statement import Metric

_ORDER = ("rate", "flops", "time", "bandwidth", "bytes")
_LOAD = re.compile(
    r"\b(?:at|under|of|with|for|per|within|below|target\w*|limit|slo|budget|arrival rate)\s+(?:a\s+|an\s+|the\s+)?(?:rate of\s+|load of\s+|about\s+|up to\s+|over\s+)?$",
    re.IGNORECASE,
)


def main_amount(u: Unit) -> Amount | None:
    """The amount that is the measurement: a rate before a time before a size, and none that is the load or a target."""
    found = [a for a in u.figures.loose if a.kind in _ORDER]
    if not found:
        return None
    return min(found, key=lambda a: (_is_load(u.text, a), _named_time(u, a), _ORDER.index(a.kind), a.start))


def _is_load(text: str, a: Amount) -> bool:
    """ "At 4 requests/s", "with 80 GB": what the run was given, not what came out."""
    before = _LOAD.search(text[max(0, a.start - 40) : a.start])
    if a.unit == "requests/s" or a.kind in ("bytes", "bandwidth"):
        return bool(before)
    return False


def _named_time(u: Unit, a: Amount) -> int:
    """A time that has a name of its own, as "time to first token", comes before a rate of requests."""
    named = a.kind == "time" and any(w.metric in ("ttft", "decode", "prefill") for w in u.figures.words)
    return 0 if named or a.unit == "tokens/s" else 1


_WHO = r"(?:concurrent\s+|parallel\s+|simultaneous\s+|active\s+)?(?P<who>users?|requests?|streams?|clients?|sessions?|sequences?|conversations?|GPUs?|gpus?|cards?|devices?|chips?|accelerators?)"
_EACH = re.compile(
    rf"\b(?:each|every)\s+(?:one\s+)?(?:of\s+(?:the\s+|its\s+|our\s+)?(?:(?:\d+|{SPELLED}|all)\s+)?)?{_WHO}\b",
    re.IGNORECASE,
)
_EACH_LATER = re.compile(
    rf"^[^.;]{{0,24}}?\b(?:for|to|by|per|on)\s+(?:each|every)\s+(?:of\s+(?:the\s+)?(?:\d+\s+)?)?{_WHO}\b|^\s*each\b(?P<alone>)|^\s*apiece\b(?P<apiece>)",
    re.IGNORECASE,
)
_OF_THEM = re.compile(
    r"\b(?:each|every one) (?:of them\s|one\s)?(?:sees?|gets?|receiv\w+|enjoys?|reads?|runs?|has|obtains?|stays?|still|is|at|with)\b",
    re.IGNORECASE,
)
_PER = re.compile(
    r"\bper[- ](?P<who>user|request|stream|client|session|sequence|gpu|card|device|chip|accelerator)\b", re.IGNORECASE
)
_ALL = re.compile(
    r"^[^.;]{0,40}?\b(?:in total|in all|altogether|overall|combined|aggregate|system-wide|across (?:all|the)|for the (?:whole|entire)|as a whole)\b",
    re.IGNORECASE,
)
_ALL_BEFORE = re.compile(
    r"\b(?:total|aggregate|combined|overall|cumulative|system(?!\s(?:RAM|memory|DRAM|prompt))|cluster|node)(?:[- ](?:decode|decoding|output|token|generation|serving|system|wide))*\s+(?:throughput|rate|output|speed)?[^.;]{0,20}$",
    re.IGNORECASE,
)


def scoped(u: Unit, a: Amount) -> Amount:
    """A rate with what it is counted for, where the words around it say so: "each of 64 users gets 400 tokens/s"."""
    if a.kind != "rate" or a.per or a.unit != "tokens/s":
        return replace(a, per=_scope(a.per)) if a.per else a
    before, after = u.text[: a.start], u.text[a.end : a.end + 60]
    who = ""
    if m := _EACH.search(before) or _PER.search(before) or _EACH_LATER.match(after):
        who = m["who"] or "user"
    elif _OF_THEM.search(before):
        who = "user"
    if who:
        return replace(a, per=_scope(who))
    if _ALL.match(after) or _ALL_BEFORE.search(before[-60:]):
        return replace(a, per="total")
    return a


_DEVICE = re.compile(r"gpu|card|device|chip|accelerator", re.IGNORECASE)


def _scope(who: str) -> str:
    if _DEVICE.search(who):
        return "GPU"
    return "user" if re.match(r"user|request|stream|client|session|sequence|conversation", who, re.IGNORECASE) else who


_MANY = re.compile(
    r"\b(?:throughput|serv(?:es|ed|ing)|goodput|aggregate|concurren\w+|total|peak|saturat\w+|offline|batched|(?:large|big|huge) batch(?:es)?|requests?|deliver\w*|handles?|process\w*|load|users)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:over|of|for|across) all (?:sequences|requests|users|streams)\b|\ball sequences together\b", re.IGNORECASE
)
# "106B total, 12B active", "LPDDR5X that delivers 77 GB/s": of a model and of a memory
_NOT_MANY = re.compile(
    r"\b[\d.]+\s?[BT](?: parameters)?\s(?:in\s)?total\b|\btotal\s(?:of\s)?(?:[\d.]+\s?[BT]\b|param\w+)"
    r"|\b(?:deliver|handl|process)\w*\s(?:about\s|up to\s)?[\d.,]+\s?[GT]B/s",
    re.IGNORECASE,
)
ALONE = 500.0  # tokens/s: more than this is hardly one user's, unless the text says so


def rate_metric(u: Unit, value: float, per: str, batch: object) -> Metric:
    """Tokens a second are one user's speed, or what a server puts out: the scope, the batch and the words decide."""
    if per == "user" or batch == 1:
        return "decode"
    if per or isinstance(batch, list | tuple) or (isinstance(batch, int | float) and batch > 1):
        return "throughput"
    together = u.kind == "row" and _WHOLE.search(u.context)
    many = _MANY.search(_NOT_MANY.sub(" ", u.text))
    return "throughput" if many or together or value > ALONE else "decode"


def measured_metric(u: Unit, a: Amount, batch: object) -> Metric:
    """The metric of a measurement: its own word, else its unit."""
    if a.kind in ("flops", "bandwidth"):
        return "kernel"
    if a.kind == "bytes":
        return "memory"
    near = [w for w in u.figures.words if w.metric not in ("memory", "other") and _own(u, w)]
    named = _nearest_word(near, a)
    if a.kind == "time":
        if _SINCE_FIRST.match(u.text, a.end):
            return "latency"
        if a.unit.endswith("/token") or _OF_A_TOKEN.search(u.text, 0, a.start):
            return "decode"
        return named.metric if named is not None and named.metric != "throughput" else "latency"
    if a.unit == "requests/s":
        return "throughput"
    if named is not None and named.metric == "prefill" and named.start < a.end + 50:
        return "prefill"
    word = u.text[named.start : named.end].lower() if named is not None and named.metric == "throughput" else ""
    if "throughput" in word and a.per != "user" and batch != 1:
        return "throughput"
    return rate_metric(u, a.low, a.per, batch)


# "Complete three seconds after the first token": of the rest, and not of the first one
_SINCE_FIRST = re.compile(
    r"\s(?:after|past|from|behind|following)\s(?:the\s|its\s)?(?:first|1st)\stoken\b", re.IGNORECASE
)
# "A token takes 27 ms", "one token every 27 ms"; the first one has a name of its own
_OF_A_TOKEN = re.compile(
    r"\b(?:an?|one|each|every|per)\s+(?:next\s+|new\s+|output\s+|generated\s+|further\s+)?token\s+(?:(?:of|from|with|by)\s+[^,;]{1,48}?\s+)?(?:(?:now|then|only|still)\s+)?(?:takes?|took|needs?|costs?|lasts?|every|within|in)\s+(?:about\s+|only\s+|just\s+|roughly\s+)?~?$",
    re.IGNORECASE,
)


def _own(u: Unit, w: MetricWord) -> bool:
    """Words that are only the unit of an amount name no metric."""
    return not any(a.start <= w.start < a.end for a in u.figures.loose)


def _nearest_word(words: list[MetricWord], a: Amount) -> MetricWord | None:
    before = [w for w in words if w.end <= a.start]
    return before[-1] if before else words[0] if words else None


# --- how much fits --------------------------------------------------------------------------------------------------

_N = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_FITS = Quick(
    rf"\b(?:keep(?:s|ing)?|kept|hold(?:s|ing)?|held|fit(?:s|ting)?|hous(?:es|ing)|stor(?:es|ing)|accommodat\w+|room for|space for|pack(?:s|ing)?|squeez\w+|cach(?:es|ing)|host(?:s|ing)?|serv(?:es?|ing)|sustain\w*|support\w*|run(?:s|ning)?|carr(?:y|ies)|admit\w*|batch(?:es)? of|capacity (?:of|for))\s+(?:up to\s+|about\s+|around\s+|some\s+|as many as\s+|over\s+|more than\s+|a (?:total|batch) of\s+|a batch of\s+)*"
    rf"(?P<n>{_N}|{SPELLED})\s?(?P<k>[kKM](?=[\s-])|(?:thousand|million)(?=\s))?[\s-](?P<adj>(?:[\w,-]+[\s-]+){{0,4}}?)(?P<unit>sequences|requests|users|sessions|conversations|streams|chats|contexts|tokens)\b(?!\s?(?:/|per\b|a second))",
    seldom=True,
)
_AT_ONCE = Quick(
    r"\b(?:resident|at once|at the same time|simultaneous\w*|in (?:the )?(?:gpu |device |card'?s? |its |hbm )?memory|concurrent\w*|in parallel|in flight|fit|fits|hold|holds|held|room|space|cache|cached|kv|capacity)\b",
    seldom=True,
)
# "Forty sequences of 32K tokens fit beside the weights": what fits stands first
_FIT_BESIDE = Quick(
    rf"(?<![\w.,])(?P<n>{_N}|{SPELLED})(?P<k>)\s(?:concurrent\s|long\s|whole\s)?(?P<unit>sequences|requests|users|sessions|conversations|streams|chats|contexts)\s(?:(?:of|with|at)\s[\d.,]+\s?[kK]?[-\s]?tokens?\s(?:each\s|of context\s)?)?(?:fit|can be held|are held|stay resident|are resident)\b",
    seldom=True,
)
_COUNTED = {"tokens": "tokens"}


def capacity(u: Unit) -> Amount | None:
    """How many sequences or tokens a device is said to hold: "keeps 40 sequences of 2,048 tokens resident"."""
    if any(a.kind in ("rate", "time") for a in u.figures.loose) or u.figures.effects:
        return None
    m = _FITS.search(u.text) or _FIT_BESIDE.search(u.text)
    if m is None and (u.mentions.hardware or u.mentions.models) and _IN_MEMORY.search(u.text):
        return _one_context(u)
    if m is None or not _AT_ONCE.search(u.text):
        return None
    if not (m["n"][0].isdigit() or u.mentions.hardware or u.mentions.models):  # "serves two users at once"
        return None
    scale = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6}.get((m["k"] or "").lower(), 1.0)
    value = (number(m["n"]) if m["n"][0].isdigit() else spelled(m["n"])) * scale
    unit = _COUNTED.get(m["unit"].lower(), "sequences")
    return Amount("count", value, value, unit, m.start("n"), m.end("unit"), u.text[m.start("n") : m.end("unit")])


# "Serves its full one-million-token context with the cache in HBM": one sequence as long as that
_IN_MEMORY = re.compile(
    r"\b(?:in|on|within|into|from)\s(?:the\s|its\s|one\s|a\s|single\s)*(?:gpu\s|device\s|card'?s?\s)?(?:hbm|vram|memory|gpu|card)\b|\bfits?\b|\bresident\b",
    re.IGNORECASE,
)
_OFF_CHIP = re.compile(
    r"\b(?:offload\w*|host (?:memory|ram)|cpu (?:memory|ram)|system (?:memory|ram)|dram|ssd|nvme|evict\w*)\b",
    re.IGNORECASE,
)


def _one_context(u: Unit) -> Amount | None:
    """The length of the one context that is said to be held."""
    long = [p for p in u.stated if p.name == "context_len" and isinstance(p.value, int) and p.value >= 1024]
    held_is = _HOLDS_CONTEXT.search(u.text)
    if (
        len(long) != 1
        or held_is is None
        or _OFF_CHIP.search(u.text)
        or any(p.name == "batch" and p.value != 1 for p in u.stated)
    ):
        return None
    p = long[0]
    return Amount("count", p.value, p.value, "tokens", p.start, p.end, p.surface)


_HOLDS_CONTEXT = re.compile(
    r"\b(?:fit(?:s|ting)?|serv(?:es?|ing)|hold(?:s|ing)?|keep(?:s|ing)?|kept|held|support\w*|run(?:s|ning)?|stor(?:es?|ing)|handl(?:es?|ing))\b[^.;]{0,60}?tokens?\b"
    r"|tokens?\b[^.;]{0,60}?\b(?:fits?|held|kept|resident)\b",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"(?:\s?\([^()]*\))?\s(?:(?:now|still|alone|can|then|already|comfortably|easily)\s)*(?:keeps?|holds?|fits?|stores?|houses?|accommodates?|hosts?|caches?|packs?|takes?|has\s(?:room|space))\b",
    re.IGNORECASE,
)
_THE = re.compile(r"\b(?:the|this|that|our|my|every|each)\s(?:[\w-]+\s)?$", re.IGNORECASE)


def holder(u: Unit) -> tuple[int, int] | None:
    """Where the one device stands that is said to hold something: "the RTX 4080 (16 GB) keeps seven chats"."""
    for h in u.mentions.hardware:
        if h.count is None and _HOLDS.match(u.text, h.end) and _THE.search(u.text, 0, h.start):
            return h.start, h.end
    return None
