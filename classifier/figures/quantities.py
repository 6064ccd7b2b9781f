# ruff: noqa: E501 - one pattern is one row, however long
"""What the amounts of a sentence say about speed: factors with both ends, before and after, qualifier and metric.

Every factor is new over old speed, above 1 is better: "40 % lower latency" is 1/(1 - 0.4) = 1.667, "40 % higher throughput" 1.4.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from classifier.figures.amounts import Amount, amounts, level
from classifier.figures.effect import Effect, qualifier
from classifier.figures.factors import DEVICES, NOT_SPEED, OF_A_SIZE, OF_A_SPEED, percent_factor, times_factor
from classifier.figures.metrics import MetricWord, metric_words
from classifier.figures.pairs import pairs, risen
from classifier.figures.targets import governed_by_target
from classifier.words.held import DIGIT, held, pieces


@dataclass(frozen=True, slots=True)
class Figures:
    """All that one unit states in numbers."""

    effects: tuple[Effect, ...]
    loose: tuple[Amount, ...]  # rates, times and sizes that are not part of a comparison
    words: tuple[MetricWord, ...]


_DIGIT = pieces((DIGIT,))
_FAST = r"faster|quicker|sooner|speed[- ]?ups?|speeds?[- ]up|speeding[- ]up|sped[- ]up|speedier|accelerat\w+|fast|speed boost|outperform\w*"
_UP = r"higher|more|better|improv\w+|increas\w+|gains?|boost\w*|larger|bigger|greater|longer|rais\w+|gr[oe]w\w*|enhanc\w+|uplift|superior|rise[sn]?|rose|expand\w*|jump\w*|multipl\w+|scal(?:es|ing|ed)|amplif\w+|lift\w*|climb\w*|soar\w*|surg\w+"
_DOWN = r"lower\w*|less|smaller|reduc\w+|fewer|decreas\w+|sav(?:e|es|ed|ing|ings)|shorter|shorten\w*|compress\w+|shr[iu]nk\w*|cuts?|cutting|drop\w*|cheaper|lighter|slash\w*|declin\w+|trim\w*|fall(?:s|ing)?|fell|diminish\w*|halv\w+|shav\w+|knock\w*|plung\w+|plummet\w*|divid\w+|dip(?:s|ped)?|off(?=\s(?:the|its|their|our|each|every|tpot|ttft|itl|(?:[\w-]+\s){0,2}(?:latency|time))\b)"
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


def figures(text: str) -> Figures:
    """The effects and loose amounts of one unit's clean text; offsets are into that text."""
    even = level(text)
    found = tuple(a for a in amounts(even) if not (_counts_devices(even, a) or _is_a_chips(even, a)))
    said = metric_words(even)
    if not found and not held(even) & _DIGIT:  # so it is in most sentences
        return Figures((), (), said)
    words = tuple(w for w in said if not (_is_setting(even, w) or _is_statistic(even, w, said)))
    for target in governed_by_target(even, found):
        found = tuple(a for a in found if not target.start <= a.start < target.end)
        words = tuple(w for w in words if not target.start <= w.start < target.end)
    both = pairs(even, found, words)
    grown = risen(even, found, words)
    used = {a for pair in both for a in (pair.before, pair.after) if a is not None}
    used |= {a for e in grown for a in found if e.start <= a.start < e.end}
    single = [e for a in found if a not in used and (e := _effect(even, a, found, words)) is not None]
    effects = _merge(even, _said_once(even, [*single, *grown]), both)
    loose = tuple(a for a in found if a.kind in ("rate", "time", "bytes", "bandwidth", "flops") and a not in used)
    return Figures(tuple(sorted(effects, key=lambda e: e.start)), loose, said)


_AT = re.compile(
    r"\b(?:at|under|around|beyond|above|below|past|across|until)\s(?:the\s|a\s|all\s|each\s)?(?:[\w-]+\s)?$",
    re.IGNORECASE,
)


def _is_setting(text: str, w: MetricWord) -> bool:
    """ "At high concurrency", "around batch 64": where something was measured, and not what."""
    if w.metric != "memory" or not w.more_is_better:
        return False
    return bool(_AT.search(text, max(0, w.start - 40), w.start) or _SET_TO.match(text, w.end))


# "1.8x for batch size 1 and 1.5x for batch size 32"
_SET_TO = re.compile(
    r"(?:\s(?:of|is)|\s?[=:])?\s?\d[\d,.]*[kK]?(?![\d,.]*\s?[x×%])\b(?!\s?(?:-|–|to)\s?\d)", re.IGNORECASE
)
_STATISTIC = re.compile(r"p\d\d", re.IGNORECASE)


def _is_statistic(text: str, w: MetricWord, words: tuple[MetricWord, ...]) -> bool:
    """ "TTFT p50", "p99 ITL": the statistic of what stands beside it."""
    beside = any(other.end + 1 == w.start or w.end + 1 == other.start for other in words)
    return beside and bool(_STATISTIC.fullmatch(text, w.start, w.end))


# --- one amount -----------------------------------------------------------------------------------------------------

# "8x or even 16x high-end accelerators" are needed.
_MACHINES = re.compile(
    r"(?:\s*(?:or|and|to|[-–])\s*(?:even\s+)?\d+\s?[x×])?(?:\s+(?:high[- ]end|high[- ]memory|top|powerful|modern|flagship|expensive|costly|dedicated|separate|identical|such|data[- ]?cent(?:er|re)|server|consumer|enterprise|AI|GPU|compute|inference)){1,3}\s+(?:accelerators|GPUs|NPUs|cards|chips|nodes|machines|servers|devices)\b",
    re.IGNORECASE,
)


_PORT = re.compile(r"(?:pcie|gen)\s?[\d.]*\s*$", re.IGNORECASE)
_CARD = re.compile(
    r"(?:\b(?:[ABHLV]|GB|MI)\d{2,3}[A-Za-z]{0,3}(?:-\w+)?|RTX\s?\d{4}\w*|\d\s?GB\)?)\s*$"
)  # "H20 (96 GB) x 16"


def _counts_devices(text: str, a: Amount) -> bool:
    """ "4x L40S" and "PCIe 4.0 x16" are no factors, and no borders of those beside them."""
    if a.kind != "times" or "times" in a.surface or "fold" in a.surface:
        return False
    left = max(0, a.start - 12), a.start
    leads = a.surface[:1] in "xX×" and bool(_CARD.search(text, *left))
    if not leads and a.low % 1:
        return False  # "6.7x A100": a chip, but no number of chips
    return leads or bool(DEVICES.match(text, a.end) or _MACHINES.match(text, a.end) or _PORT.search(text, *left))


_CHIP = re.compile(
    r"\b(?:NVIDIA\s|AMD\s)?(?:[ABHLV]\d{2,3}S?|GH?B?\d{3}|MI\d{3}X?|RTX\s?\w*\d{4}(?:\s?Ti)?|(?:4060|4070|3080)\s?Ti)(?:[\s-](?:SXM\d?|PCIe|NVL))?[\s-]\(?$"
)


def _is_a_chips(text: str, a: Amount) -> bool:
    """The memory in a chip's name, as in "on an A100 80GB", is no amount of its own."""
    if a.kind != "bytes" or a.per:
        return False
    return bool(_CHIP.search(text, max(0, a.start - 32), a.start) or _ITS_MEMORY.match(text, a.end))


# "A 24 GB card", "with a 64 GB Mac Studio"
_ITS_MEMORY = re.compile(
    r"\s(?:NVIDIA\s|AMD\s|consumer\s|gaming\s|desktop\s)*(?:GPUs?|cards?|laptops?|Mac\w*(?:\s\w+)?|workstations?|desktops?|phones?)\b(?!\s(?:memory|VRAM))"
)


def _effect(text: str, a: Amount, found: tuple[Amount, ...], words: tuple[MetricWord, ...]) -> Effect | None:
    if a.kind not in ("times", "percent", "word"):
        return None
    right, left = _sides(text, a, found)
    right = _with_size(text, a, found, right)
    way, word = _direction(right, left, text, a)
    sizes = tuple(w for w in words if w.metric == "memory") if _SMALLER.match(right) else words
    term = _metric_term(text, a, found, _fitting(sizes, way, a))
    percent = a.kind == "percent"
    if percent and NOT_SPEED.search(text, max(0, a.start - 60), a.start) and term is None:
        return None
    factor = (
        percent_factor(a, way, word, term, right, left)
        if percent
        else times_factor(a, way, word, term, right, left, text)
    )
    if (
        _TRAINING.search(right[:45])
        or _TRAINING.search(_TAUGHT.sub("", left)[-45:])
        or (term is not None and _ENERGY.search(text, term.start, term.end))
    ):
        return None
    if factor is None or not min(factor) >= 0.001 or max(factor) > 100_000:
        return None
    low, high = (round(f, 4) for f in sorted(factor))
    metric = term.metric if term else None
    if metric is None and a.kind == "word" and OF_A_SIZE.match(right):
        metric = "memory"
    if metric == "memory" and a.kind == "times" and OF_A_SPEED.match(right):
        metric = None
    first, last, _, _ = _group(text, a, found)
    said = qualifier(text, a.start, a.end)
    if said == "exact" and first < a.start:
        said = qualifier(text, first, last)
    return Effect(low, high, said, metric, a.start, a.end, a.surface.strip(), word=word)


def _with_size(text: str, a: Amount, found: tuple[Amount, ...], right: str) -> str:
    """ "A fifth of the 26 GB": what stands right of an amount, with the size that it is a part of."""
    following = next((x for x in found if x.start >= a.end), None)
    sized = a.kind == "word" and following is not None and following.kind == "bytes"
    return text[a.end : following.end] if sized and following and OF_A_SIZE.match(text, a.end) else right


_TRAINING = re.compile(
    r"\b(?<!post-)(?<!post )(?:train(?:s|ing|ings|ed)?|fine-?tun\w+|pre-?train\w*|finetuning)\b(?!-free)"
    r"|quanti[sz]ation (?:algorithm|process|time|execution|cost)|execution time of the quanti|calibration time|compil\w+ time",
    re.IGNORECASE,
)
# "Heads trained on Mistral-7B triple its speed": what they are, and not what is faster
_TAUGHT = re.compile(
    r"\b(?:heads?|draft(?:s|ers?|\smodels?)?|speculators?|predictors?|routers?|gates?)\s(?:pre-?|fine-?|co-?|jointly\s)?(?:trained|tuned)\b",
    re.IGNORECASE,
)
_ENERGY = re.compile(r"energy|power|electricity", re.IGNORECASE)


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
        r"\b(?:by|of)\s+(?:an?\s+)?(?:up to|about|around|approximately|roughly|over|nearly|almost|at least|more than|as much as|an? (?:average|additional)(?: of)?|~|round|another)?\s*~?\s*$",
        left,
    )
    pick = (ahead or after) if by else (after or ahead)
    if a.kind == "word" and a.unit == "more" and right.startswith(" the ") and not _JUST_SAVED.search(left):
        return "up", a.surface  # "at double the speed"
    if pick is None and a.kind == "percent" and _OUTDOES.search(_sentence_before(text, a)) and _FOR_WHAT.match(right):
        return "fast", "outperforms"  # "outperforms it in TTFT by 6x, and by 12 % for P99 TBT"
    if pick is None and a.kind == "percent" and _LIKEWISE.fullmatch(left):
        *_, pick = (None, *_COMPARE.finditer(_sentence_before(text, a)))  # "reduces TTFT by 86 % and cost by 89 %"
    if (ahead is None or ahead.lastgroup not in ("fast", "slow")) and (bare := _UP_OR_DOWN.search(left)):
        return bare["way"].lower(), bare["way"]
    if pick is not None and pick.lastgroup == "up" and _EFFICIENT.match(pick.string, pick.end()):
        return "fast", pick.group()  # "20x more memory-efficient"
    if pick is not None and pick is ahead and pick.lastgroup == "slow" and _LESS_OF.search(clause[: pick.start()]):
        return "down", pick.group()  # "reduces the overhead by 60 %"
    if re.search(r"\bdown\s+to\s+(?:about\s+|only\s+|just\s+|~\s*)?$", left):
        if ahead is not None and ahead.lastgroup == "slow":
            return "slow", ahead.group()  # "slows decoding down to 0.5x"
        return "down", "down to"
    if pick is None and a.kind == "percent" and _ADDS.search(left):
        return "up", "adds"
    if pick is None or pick.lastgroup is None:
        return ("up", a.surface) if a.unit == "more" else ("", "")
    return pick.lastgroup, pick.group()


# "Adds 9 % throughput"
_ADDS = re.compile(
    r"\b(?:adds?|added|adding|buys?|bought|worth)\s+(?:about\s+|around\s+|roughly\s+|another\s+|up to\s+|some\s+)?$",
    re.IGNORECASE,
)
# "Throughput is up 18 %", "TTFT down by a third"
_UP_OR_DOWN = re.compile(
    r"(?<!by )(?<!sped )(?<!speed )(?<!speeds )(?<!speeding )(?<!scale )(?<!scales )(?<!slow )(?<!slows )(?<!slowed )(?<!\w)(?P<way>up|down)\s+(?:by\s+)?(?:(?:about|around|roughly|nearly|almost|over|more than|some|another)\s+)?~?$",
    re.IGNORECASE,
)


_SMALLER = re.compile(r"\s(?:smaller|tinier)\b", re.IGNORECASE)  # "57x smaller" is no speed


def _fitting(words: tuple[MetricWord, ...], way: str, a: Amount) -> tuple[MetricWord, ...]:
    """What is made faster is no size; a batch or a context is what grows only where it stands beside the figure."""
    if way in ("fast", "slow"):
        return tuple(w for w in words if w.metric != "memory")
    return tuple(
        w
        for w in words
        if w.metric != "memory" or not w.more_is_better or abs(w.start - a.end) < 30 or 0 <= a.start - w.end < 45
    )


def _sentence_before(text: str, a: Amount) -> str:
    """The sentence as far as an amount."""
    return text[max(text.rfind(". ", 0, a.start), 0) : a.start]


_OUTDOES = re.compile(
    r"\b(?:outperform\w*|improv\w+|beats?)\b[^;]*\bby\b[^;]*(?:,|\band)\s*(?:\S+\s+){0,2}$", re.IGNORECASE
)
_LIKEWISE = re.compile(
    r"(?:\s\([^()]{0,40}\))?,?\s*(?:and\s+)?(?:the\s+|its\s+)?(?:[\w-]+\s+){1,4}by\s+(?:up to\s+|about\s+|around\s+|over\s+|nearly\s+)?~?",
    re.IGNORECASE,
)
_FOR_WHAT = re.compile(r"\s*(?:for|in|on)\s")
_JUST_SAVED = re.compile(r"\b(?:sav|reduc|cut)\w*\s+(?:\w+\s+)?$", re.IGNORECASE)
_EFFICIENT = re.compile(r"\s(?:[\w-]+[\s-])?(?:efficient|economical|compact)\b", re.IGNORECASE)
_LESS_OF = re.compile(
    r"\b(?:reduc\w+|lower\w*|cut\w*|eliminat\w+|remov\w+|avoid\w*|mitigat\w+|decreas\w+)\s+(?:[\w-]+\s+){0,4}$",
    re.IGNORECASE,
)


# "Latency is cut by about 40 %", "a throughput of up to 3x"; not "a cache of FP8 instead of BF16 gives 1.6x".
_BY = re.compile(
    r"\b(?:by|(?<!instead )(?<!place )of|is|was)\s+(?:(?!gives|gave|yields|brings|delivers|makes|achieves|shows|has)\S+\s+){0,2}?\S{0,2}$"
)


_BY_MEANS_OF = re.compile(r"\b(?:with|using|via|by|thanks to|through|from)\s(?:[\w-]+\s){0,3}$", re.IGNORECASE)


def _metric_term(text: str, a: Amount, found: tuple[Amount, ...], words: tuple[MetricWord, ...]) -> MetricWord | None:
    """The metric word that belongs to an amount: right of it in the clause, then left of it, then anywhere."""
    if not words:
        return None
    first, last, begin, stop = _group(text, a, found)
    hard = _HARD.search(text, last, min(stop, last + 100))
    right_end = hard.start() if hard else min(stop, last + 100)
    right = [w for w in words if last - 1 <= w.start < right_end]
    begin = max(begin, text.rfind("|", 0, first))  # the word of another cell is that cell's
    left = [w for w in words if begin <= w.start and w.end <= first]
    if a.kind == "word":  # "halves the memory", "cut memory in half": the noun can lie inside
        inside = [w for w in words if a.start <= w.start < a.end]
        right = inside + right
    if a.signed and left and ":" in text[left[-1].end : first]:  # "TTFT change: -12 % with fused kernels"
        return left[-1]
    by = _BY.search(text[max(0, first - 30) : first]) or _UP_OR_DOWN.search(text[max(0, first - 30) : first])
    if by and left:
        return left[-1]
    if right and left and right[0].metric == "kernel" and _BY_MEANS_OF.search(text[last : right[0].start]):
        return left[-1]  # "decoding got faster: 1.04x with fused kernels"
    if right:
        return right[0]
    if left:
        return left[-1]
    later = [w for w in words if last <= w.start < last + 90 and w.start < stop]
    if later:
        return later[0]
    alone = len({w.metric for w in words}) == 1 and " | " not in text
    borders = [x for x in found if x is not a and min(a.start, words[0].start) < x.start < max(a.start, words[0].start)]
    return words[0] if alone and not borders else None  # beyond another figure a word is that figure's


# "Doubles (2.0x)", "leaves 20 % of the cache, a fivefold reduction"
_AGAIN = re.compile(
    r"(?:\sof\s(?:the|its)\s(?:[\w-]+\s?){1,3})?\s?(?:\(|,\s(?:i\.e\.|that\sis|or)[\s,]+(?:an?\s)?|,\san?\s|[:=]\s)(?:(?:about|around|roughly|nearly|i\.e\.,?|~)\s?)?"
)


def _said_once(text: str, found: list[Effect]) -> list[Effect]:
    """The effects without those that say the one before again in another way."""
    out: list[Effect] = []
    for e in sorted(found, key=lambda e: e.start):
        last = out[-1] if out else None
        same = last is not None and _agree(last, e, 0.01) and _agree(e, last, 0.01) and last.before is e.before is None
        if last is not None and same and _AGAIN.fullmatch(text, last.end, e.start):
            out[-1] = replace(last, metric=last.metric or e.metric)
            continue
        out.append(e)
    return out


_SPEEDS = frozenset({"faster", "quicker", "sooner", "speedup", "speed-up", "speed up"})


def _merge(text: str, single: list[Effect], pairs: list[Effect]) -> list[Effect]:
    """A factor and the pair that it comes from are one effect; where they disagree a little, the range of both."""
    out = list(single)
    for pair in pairs:
        near = [e for e in out if e.before is None and (_gap(text, e, pair) or _exactly(text, e, pair))]
        if pair.after is not None and pair.after.kind == "bytes":  # "from 26 to 7.2 GB, and decodes 2.6x faster"
            near = [e for e in near if e.metric in (None, "memory", "other") and e.word not in _SPEEDS]
        same = [e for e in near if _agree(e, pair, 0.13)]
        if same:
            mine = same[0]
            out[out.index(mine)] = replace(
                mine, before=pair.before, after=pair.after, metric=mine.metric or pair.metric
            )
        elif near and _agree(near[0], pair, 0.4) and near[0].low == near[0].high:
            mine = near[0]
            low, high = sorted((mine.low, pair.low))
            out[out.index(mine)] = replace(
                mine, low=low, high=high, before=pair.before, after=pair.after, metric=mine.metric or pair.metric
            )
        else:
            out.append(pair)
    return out


def _gap(text: str, one: Effect, two: Effect) -> bool:
    first, second = (one, two) if one.start < two.start else (two, one)
    between = text[first.end : second.start]
    return len(between) < 70 and not re.search(r"[;]|\.\s", between)


def _exactly(text: str, one: Effect, two: Effect) -> bool:
    """Further apart, but in one sentence and the very same figure."""
    first, second = (one, two) if one.start < two.start else (two, one)
    between = text[first.end : second.start]
    return len(between) < 200 and not re.search(r"[;]|\.\s", between) and _agree(one, two, 0.02)


def _agree(one: Effect, two: Effect, tolerance: float) -> bool:
    return one.low * (1 - tolerance) <= two.low <= one.high * (1 + tolerance)
