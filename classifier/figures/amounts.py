# ruff: noqa: E501 - one pattern is one row, however long
"""Numbers with units in running text: `2.3x`, `30-40 %`, `24 to 51 tokens/s`, `87GB`, "an order of magnitude".

The first half of the quantity grammar: what is written. What it means for speed is the business of `quantities`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from classifier.figures.factor_words import FACTOR_WORDS
from classifier.figures.number_words import BELOW, SPELLED, WORD_NUMBERS, spelled
from classifier.figures.unit_words import UNITS, Kind
from classifier.words.at_words import Quick
from classifier.words.held import DIGIT, held, pieces


@dataclass(frozen=True, slots=True)
class Amount:
    """One number, or a range of two, with its unit. `start` and `end` are offsets into the text that was read."""

    kind: Kind
    low: float
    high: float
    unit: str  # "x", "%", "tokens/s", "ms", "GB"; the guidelines' spelling
    start: int
    end: int
    surface: str
    signed: bool = False  # "+15%" or "-7.3%": the sign is in the numbers
    per: str = ""  # what follows a rate: "GPU", "user"


_LEVEL = str.maketrans(
    {
        "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u2010": "-", "\u2011": "-", "\u301c": "~", "\uff5e": "~", "\u223c": "~",
        "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u200a": " ", "\u2007": " ", "\n": " ", "\t": " ",
        "\uff05": "%", "\u2715": "×", "\u2716": "×", "\u2a09": "×", "*": " ", "`": " ", "$": " ", "_": "_", "\u2248": "~",
        "\u03bc": "µ", "\u2019": "'",
    }
)  # fmt: skip
# "RTX 4090 24GB * 2": the star that multiplies cards, and no markup
_CARDS = re.compile(
    r"(?:(?<=\dGB\s)|(?<=\dGB)|(?<=[AHBL]\d{3}\s)|(?<=[AHBL]\d{3})|(?<=\d0[5-9]0\s))\*(?=\s?\d{1,3}(?![\w.]))"
)
_TEX = re.compile(r"\\times|\\sim|\\approx|\\%|\\to|\\rightarrow|\\leftarrow|\\,|\\;|\\ |\\")
_TEX_SIGNS = {r"\times": "×", r"\sim": "~", r"\approx": "~", r"\%": "%", r"\to": "→", r"\rightarrow": "→"}


_BLOB = re.compile(r"\S{1000,}")  # encoded bytes, a dump: no word, and patterns of words take minutes over it


_ESCAPED = re.compile(r"\\x[0-9a-fA-F]{2}(?![0-9a-zA-Z.])")  # a character as code spells it


# "Factor 2,4", "12,5 ms": the comma before a decimal, as half of Europe writes it; thousands have three digits after it
_DECIMAL_COMMA = re.compile(
    r"(?:(?<=[\s(~]\d)|(?<=[\s(~]\d\d)|(?<=^\d)|(?<=^\d\d)),(?=\d{1,2}(?:\s?(?:[x×]|%|fold\b|times\b|tok|t/s|ms\b|GB\b|TB/s)))"
    r"|(?<=factor\s\d),(?=\d{1,2}(?![\d,]))"
)


@lru_cache(maxsize=1024)  # a unit is levelled by each that reads it
def level(text: str) -> str:
    """The text with markup and odd signs made even, every character still at its place."""
    if "*" in text:
        text = _CARDS.sub("×", text)
    plain = _BLOB.sub(lambda m: " " * len(m.group()), text.translate(_LEVEL))
    if "," in plain:
        plain = _DECIMAL_COMMA.sub(".", plain)
    if "\\" in plain:
        plain = _ESCAPED.sub("    ", plain)
        plain = _TEX.sub(lambda m: _TEX_SIGNS.get(m.group(), " ").ljust(len(m.group())), plain)
    return plain


# A number does not start inside a word ("int8", "v0.6") or after a dot or a currency sign that was taken for markup.
_N = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?"
_START = r"(?<![\w.])(?<!\d,)"
# The same, its first digit before what must not stand before it: `re` passes over all that is no digit at once.
_FIRST_N = r"\d(?<![\w.]\d)(?<!\d,\d)(?:\d{0,2}(?:,\d{3})+|\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?"
_DASH = r"\s*(?:-{1,2}|~|\.\.|to)\s*"
_WORDS = "|".join(WORD_NUMBERS)

_TIMES = re.compile(
    rf"""
    \bbetween\s+(?P<j>{_N})\s*(?:[x×])?\s+and\s+(?P<k>{_N})\s?(?:[x×](?![\w×])|times\b|-?fold\b)
  | {_START}(?P<a>{_N})\s*(?:[x×X]|times)?{_DASH}(?P<b>{_N})\s?[-\s]?(?:[x×X](?![\w×])|times\b|-?fold\b)   # 2.2~3.6x, 14x - 24x
  | {_START}(?P<c>{_N})\s{{0,8}}(?:[x×X](?![\w×])(?!\s*[\d.,]+\s*[=~])|times\b|-?\s?fold\b)                            # 2.3x, 3 times, 4-fold
  | (?<![\w.])(?<![A-Za-z]-)[x×]\s?(?!(?:86|64|32)\b)(?P<d>{_N})(?:{_DASH}[x×]\s?(?P<l>{_N}))?(?![\w%])(?!\s*[x×]\s*\d|\s(?:config\w*|baseline|preset)\b|\s?(?:[KMGT]i?B|GPUs?|tokens|layers|heads)\b)                                     # x1.8
  | (?<!\w)(?:by\s+)?(?:a\s+)?factors?\s+(?:of\s+)(?:(?:about|around|up\ to|over|~)\s*)?(?P<e>{_N})(?:{_DASH}(?P<f>{_N}))?(?![\w%])
  | \b(?:by|of|with)\s(?:a\s)?factor\s(?P<m>\d+(?:\.\d+)?)(?![\w%]|[.,]\d)
  | \b(?P<n>one|two|three|four|five|six|seven|eight|nine|ten)\sand\sa\shalf\stimes\b
  | \b(?P<g>{_WORDS})(?:\s+to\s+(?P<h>{_WORDS}))?(?:\s+times\b|-?fold\b)
  | \ba\s+factor\s+of\s+(?P<i>{_WORDS})\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_BESIDE_X = re.compile(r"[\dxX×](?:(?<=\d)[\s-]{0,9}[xX×]|(?<=[xX×])\s?\d)")
_PERCENT = re.compile(
    rf"""(?P<sign>(?<![\w.%)])[-+]\s?)?{_START}(?P<a>{_N})\s*(?:%|percent\b|per\ cent\b)?(?(sign)(?:\s?(?:to|\.\.)\s?(?P=sign)|{_DASH})|{_DASH})(?P<b>{_N})\s*(?:%|percent\b|per\ cent\b)
       | (?P<sign2>(?<![\w.%)])[-+]\s?)?{_START}(?P<c>{_N})\s*(?:%|percent\b|per\ cent\b)""",
    re.VERBOSE | re.IGNORECASE,
)

KIND_OF_UNIT: dict[str, Kind] = {unit: kind for _, kind, unit in UNITS}
_ANY_UNIT = "|".join(f"(?P<u{i}>{pattern})" for i, (pattern, _, _) in enumerate(UNITS))
_MEASURE = re.compile(rf"(?P<a>{_FIRST_N})(?P<k>[kKM](?=[\s-]))?[\s-]{{0,3}}(?:{_ANY_UNIT})(?!\w)")
_A_CHIP = r"(?:[ABHLV]\d{2,3}S?|GH?B?\d{3}|MI\d{3}X?|RTX\s?\d{4}|TPU(?:\sv\d\w?)?|Gaudi\s?\d)(?:\s(?:SXM\d?|PCIe|NVL))?(?:\sGPU)?"
_PER = re.compile(
    rf"\s*(?:/|per|for each|on each)\s*(?:(?:NVIDIA|AMD)\s)?(?P<per>GPU|gpu|user|device|card|chip|node|request|sequence|{_A_CHIP})\b"
)
# "70 KB of cache per token": a size of one token, unless it is one of a step or a rate
_PER_TOKEN = re.compile(
    r"(?:\s+of\s+(?:[\w-]+\s+){0,4}?)?\s*(?:/|per|for each|for every|an?(?=\s)|each)\s*(?:cached\s+|output\s+)?(?P<per>token)\b(?!\s*/)"
)

_ANY_FACTOR = "|".join(rf"(?P<w{i}>{p})" for i, (p, _, _) in enumerate(FACTOR_WORDS))
_WORD_FACTOR = re.compile(rf"(?<![\w-])(?:{_ANY_FACTOR})(?![\w-])", re.IGNORECASE)


_DIGIT = pieces([DIGIT])
_TIMES_WORDS, _BY, _TOKENS_WORD = (
    pieces(["times", "fold", "factor"]),
    pieces(["multipl", "divid"]),
    pieces(["tok", "t/s"]),
)
_LABELS = pieces(["tok", "t/s", "req", "quer", "prompt", "tpot", "itl", "ttft"])
_AND = re.compile(r"\s*and\s*")
_BETWEEN = re.compile(r"\bbetween\s+(?:about\s+|roughly\s+)?$", re.IGNORECASE)


def number(text: str) -> float:
    """ "10,907" is 10907; "two" is 2."""
    return float(WORD_NUMBERS.get(text.lower()) or text.replace(",", ""))


def amounts(text: str) -> tuple[Amount, ...]:
    """All amounts of a levelled text, in order, never overlapping: the longest reading of a place wins."""
    has = held(text)
    counted = has & _DIGIT
    found = _words(text) if has & _WORDY or "by two" in text.lower() else []
    if has & _TIMES_WORDS or (counted and _BESIDE_X.search(text)):
        found += _times(text)
    if counted or "ercent" in text or "er cent" in text:
        found += _percents(text)
    if counted:
        found += _measures(text)
    if has & _BY:
        found += _multiplied(text)
    if has & _PART_WORDS:
        found += _parts(text)
    if "1/" in text or has & _FRACTION_WORDS:
        found += _fractions(text)
    found += [*_long_rates(text), *_worded_rates(text), *_spelled_times(text)]
    if has & _TOKENS_WORD:
        found += _spelled_rates(text)
    if counted and has & _LABELS:
        found += [*_labelled(text), *_labelled_times(text)]
    found.sort(key=lambda a: (a.start, -a.end))
    kept: list[Amount] = []
    for amount in found:
        if not kept or amount.start >= kept[-1].end:
            kept.append(amount)
    return tuple(_between(kept, text))


def _between(found: list[Amount], text: str) -> list[Amount]:
    """ "Between 2x and 3x" is one range; "2x and 3x" are two amounts."""
    out: list[Amount] = []
    for amount in found:
        last = out[-1] if out else None
        if (
            last
            and last.kind == amount.kind
            and _AND.fullmatch(text, last.end, amount.start)
            and _BETWEEN.search(text, max(0, last.start - 24), last.start)
        ):
            low, high = min(last.low, amount.low), max(last.high, amount.high)
            surface = text[last.start : amount.end]
            out[-1] = Amount(last.kind, low, high, last.unit, last.start, amount.end, surface, per=amount.per)
            continue
        out.append(amount)
    return out


def _times(text: str) -> list[Amount]:
    out = []
    for m in _TIMES.finditer(text):
        g = m.groupdict()
        if g["n"]:
            value = spelled(g["n"]) + 0.5
            out.append(Amount("times", value, value, "x", m.start(), m.end(), m.group()))
            continue
        low = g["m"] or g["j"] or g["a"] or g["c"] or g["d"] or g["e"] or g["g"] or g["i"]
        high = g["k"] or g["b"] or g["f"] or g["h"] or g["l"] or low
        a, b = sorted((number(low), number(high)))
        out.append(Amount("times", a, b, "x", m.start(), m.end(), m.group()))
    return out


# "Multiplies throughput by 2.4" and "divides the latency by three" need no sign of times.
_MULTIPLIED = re.compile(
    rf"\b(?:multipl\w+|divid\w+)\s(?:[\w./'-]+\s){{0,16}}?by\s(?:(?:about|around|roughly|nearly|up\sto|over|some|almost)\s)?~?(?P<v>{_N}|{_WORDS})(?![\w%×]|\sto\s(?:get|obtain|convert|find)\b|\s?(?:%|percent|x\b|×|times|fold))",
    re.IGNORECASE,
)


def _multiplied(text: str) -> list[Amount]:
    found = [(m, number(m["v"])) for m in _MULTIPLIED.finditer(text)]
    return [Amount("times", v, v, "x", m.start("v"), m.end("v"), m["v"]) for m, v in found]


# "By a third", "a quarter less", "two thirds of the": percentages in words. "To a third" is a factor by itself, above.
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}  # fmt: skip
_PART_WORDS = pieces(_PARTS)
_PART = rf"(?:(?P<{{0}}>an?|one|two|three|four|five|six|seven|eight|nine)[\s-])?(?P<{{1}}>{'|'.join(_PARTS)})s?"
_ABOUT = r"(?:(?:about|around|roughly|nearly|almost|over|more than|at least|up to|as much as|some|just|only|close to|well over)\s)?"
_PART_OF = re.compile(
    rf"\b(?:by|of|to)\s{_ABOUT}(?P<by>{_PART.format('n1', 'p1')})(?![\w-])(?!\s(?:a|an|one|two|three)?\s?(?:time|pass|step|layer|token|head|device|gpu|of)\b)(?!\s(?:the|its|their)\s\S+\s(?:size|width|depth)\b)"
    rf"|(?<![\w-])(?P<less>{_PART.format('n2', 'p2')})\s(?=(?:less|fewer|lower|shorter|smaller|faster|quicker|more|higher|longer|larger|slower|cheaper|off)\b)",
    re.IGNORECASE,
)


def _parts(text: str) -> list[Amount]:
    out = []
    for m in _PART_OF.finditer(text):
        which = "by" if m["by"] else "less"
        count, part = (m["n1"], m["p1"]) if m["by"] else (m["n2"], m["p2"])
        if count is None and part.lower() != "half":
            continue  # "the third"
        share = 100 * (spelled(count) if count and count.lower() not in ("a", "an") else 1) / _PARTS[part.lower()]
        if share < 100:
            out.append(Amount("percent", share, share, "%", m.start(which), m.end(which), m[which]))
    return out


# "Only 1/5 of the memory", "takes up a quarter of the GPU memory", "a cache of one sixteenth the size": of what is stored
_FRACTIONS = _PARTS | {"sixteenth": 16, "twentieth": 20, "thirty-second": 32, "hundredth": 100}
_FRACTION_WORDS = pieces(_FRACTIONS)
_STORED = r"(?:[\w-]+\s){0,2}?(?:memory|vram|hbm|(?:kv[- ]?)?caches?|footprint|bytes|space|storage)\b"
_FRACTION = re.compile(
    rf"(?<![\w./,-])(?P<f>(?:1/(?P<n>\d{{1,3}})|(?:an?|one)[\s-](?P<p>{'|'.join(_FRACTIONS)}))(?:th|rd|nd)?)"
    rf"(?=\s(?:of\s)?(?:the|its|that|their|our|full|dense|original)\s(?:{_STORED}|[\d.]+\s?[GMT]i?B\b|(?P<size>size)\b))",
    re.IGNORECASE,
)
# "Two fifths as long per token", "needs a third of the time": of the time that it took before
_OF_TIME = re.compile(
    rf"(?<![\w./,-])(?P<n>an?|one|two|three|four|five|six|seven|eight|nine)[\s-](?P<p>{'|'.join(_PARTS)})s?"
    r"(?=\s(?:as\slong\b(?!\sas\s(?:there|you|we|it\sis))|as\smuch\stime\b|(?P<of>of\s(?:the|its|that)\s(?:old\s|former\s|original\s|previous\s|usual\s)?time\b)))",
    re.IGNORECASE,
)
DONE_IN = re.compile(
    r"\b(?:in|after|within|takes?|took|taking|needs?|needed)\s(?:only\s|just\s|about\s|roughly\s)?$", re.IGNORECASE
)
_OF_STORED = re.compile(r"\b(?:caches?|memory|footprint|vram)\b", re.IGNORECASE)


def _fractions(text: str) -> list[Amount]:
    out = []
    for m in _FRACTION.finditer(text):
        parts = float(m["n"] or _FRACTIONS[m["p"].lower()])
        sized = m["size"] is None or _OF_STORED.search(text, max(0, m.start() - 60), m.start())
        if parts > 1 and sized:
            out.append(Amount("word", parts, parts, "less", m.start(), m.end(), m["f"]))
    for m in _OF_TIME.finditer(text):
        if m["of"] and not DONE_IN.search(text, max(0, m.start() - 24), m.start()):
            continue  # "a third of the time is spent in attention"
        parts = _PARTS[m["p"].lower()] / (1.0 if m["n"].lower() in ("a", "an") else spelled(m["n"]))
        if parts > 1:
            out.append(Amount("word", parts, parts, "less", m.start(), m.end(), m.group()))
    return out


def _percents(text: str) -> list[Amount]:
    if "%" not in text and "percent" not in text and "per cent" not in text:
        return []
    out = []
    for m in _PERCENT.finditer(text):
        g = m.groupdict()
        sign = (g["sign"] or g["sign2"] or "").strip()
        low = number(g["a"] or g["c"])
        high = number(g["b"] or g["c"])
        if sign == "-":
            low, high = -low, -high
        a, b = sorted((low, high))
        out.append(Amount("percent", a, b, "%", m.start(), m.end(), m.group(), signed=bool(sign)))
    for m in _SPELLED_PERCENT.finditer(text):
        value = spelled(m["v"])
        out.append(Amount("percent", value, value, "%", m.start(), m.end(), m.group()))
    return out


# "Ninety-five percent lower latency"
_SPELLED_PERCENT = Quick(rf"(?<![\w-])(?P<v>{BELOW}|(?:a|one)\shundred)\s(?:percent|per\scent)\b", seldom=True)


def _for_each(who: str) -> str:
    """What a rate is counted for, whichever way a device is called: `GPU`, `user`."""
    return who if who.lower() in ("user", "node", "request", "sequence", "token") else "GPU"


def _measures(text: str) -> list[Amount]:
    out = []
    for m in _MEASURE.finditer(text):
        at = next(i for i in range(len(UNITS)) if m[f"u{i}"])
        _, kind, unit = UNITS[at]
        scale = {"k": 1e3, "K": 1e3, "M": 1e6}.get(m["k"] or "", 1)
        value = number(m["a"]) * scale
        per = (
            _PER.match(text, m.end())
            if kind == "rate"
            else _PER_TOKEN.match(text, m.end())
            if kind == "bytes"
            else None
        )
        end = per.end() if per else m.end()
        said = _for_each(per["per"]) if per else ""
        out.append(Amount(kind, value, value, unit, m.start(), end, text[m.start() : end], per=said))
    return out


# "Nine tokens a second", "two and a half tokens per second"
_SPELLED_RATE = Quick(
    rf"\b(?P<v>{SPELLED})(?P<half>\s+and\s+a\s+half)?\s+(?:output\s+|new\s+)?(?:tokens?|toks?)(?:\s*(?:/|per)\s*|\s+(?:an?|each|every)\s+)(?:seconds?|secs?|s)\b",
    seldom=True,
)


def _spelled_rates(text: str) -> list[Amount]:
    out = []
    for m in _SPELLED_RATE.finditer(text):
        value = spelled(m["v"]) + (0.5 if m["half"] else 0.0)
        if value > 0:
            out.append(Amount("rate", value, value, "tokens/s", m.start(), m.end(), m.group()))
    return out


# "A quarter million requests a day", "half a million tokens an hour", "two thousand tokens per second"
_WORDED_RATE = Quick(
    rf"\b(?P<v>half\san?|(?:an?\s)?quarter(?:\sof\sa)?|three\squarters\sof\sa|{SPELLED}|an?|one)[\s-](?P<k>million|billion|trillion|thousand)\s"
    rf"(?P<what>(?:output\s+|generated\s+|input\s+|prompt\s+)?(?:tokens?|requests?|prompts|queries|conversations))"
    rf"(?:\s*/\s*|\s+per\s+|\s+(?:an?|each|every)\s+)(?P<unit>minute|min|hour|hr|h|day|week|month|second|sec|s)\b",
    seldom=True,
)
_QUARTERS = {"half": 0.5, "quarter": 0.25, "three quarters": 0.75}


def _worded_rates(text: str) -> list[Amount]:
    """Rates whose number is put in words, as tokens or requests a second."""
    out = []
    for m in _WORDED_RATE.finditer(text):
        said = m["v"].lower()
        part = next((v for word, v in _QUARTERS.items() if said.removeprefix("a ").startswith(word)), None)
        count = part or (1.0 if said in ("a", "an", "one") else spelled(said))
        value = round(count * _SCALES[m["k"].lower()] / _LASTS[m["unit"].lower()], 2)
        unit = "tokens/s" if "tok" in m["what"].lower() else "requests/s"
        out.append(Amount("rate", value, value, unit, m.start(), m.end(), m.group()))
    return out


# "1.5 billion tokens a day", "90M tokens/hour", "600 requests per minute": rates over more than a second
_LONG_RATE = Quick(
    rf"(?P<v>{_FIRST_N})\s?(?P<k>[kKMB](?![A-Za-z])|thousand\b|million\b|billion\b|trillion\b)?[\s-]{{0,2}}"
    rf"(?P<what>(?:output\s+|generated\s+|input\s+|decode\s+|prompt\s+|new\s+)?(?:tokens?|toks?|tok)|requests?|reqs?|prompts|queries|conversations)"
    rf"(?:\s*/\s*|\s+per\s+|\s+(?:an?|each|every)\s+|-per-)(?:GPU[\s-]|single\s)?(?P<unit>minute|min|hour|hr|h|day|week|month|second|sec|s)\b",
    seldom=True,
)
_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "b": 1e9, "billion": 1e9, "trillion": 1e12}
_LASTS = {"s": 1, "sec": 1, "second": 1, "min": 60, "minute": 60, "h": 3600, "hr": 3600, "hour": 3600, "day": 86400, "week": 604800, "month": 30 * 86400}  # fmt: skip


def _long_rates(text: str) -> list[Amount]:
    """As tokens or requests a second, whatever time they are counted over."""
    out = []
    for m in _LONG_RATE.finditer(text):
        lasts = _LASTS[m["unit"].lower()]
        if lasts == 1 and not (m["k"] and len(m["k"]) > 1):
            continue  # a rate as any other
        value = round(number(m["v"]) * _SCALES.get((m["k"] or "").lower(), 1.0) / lasts, 2)
        unit = "tokens/s" if "tok" in m["what"].lower() else "requests/s"
        per = _PER.match(text, m.end())
        said = (
            {"user": "user", "request": "request", "sequence": "sequence", "node": "node"}.get(per["per"], "GPU")
            if per
            else ""
        )
        end = per.end() if per else m.end()
        out.append(Amount("rate", value, value, unit, m.start(), end, text[m.start() : end], per=said))
    return out


# "Three seconds", "half a second", "a minute and a half"
_SPELLED_TIME = Quick(
    rf"(?<![\w-])(?:(?P<v>{SPELLED}|an?(?=\s(?:second|minute|millisecond)\s+and\b))\s(?P<u>milliseconds?|seconds?|minutes?|hours?)(?P<half>\sand\sa\shalf)?"
    rf"|(?P<w>{BELOW})\sand\sa\shalf\s(?P<u2>milliseconds|seconds|minutes|hours)|(?P<part>half\san?|a\squarter\s(?:of\s)?an?)\s(?P<u3>second|minute|hour))(?![\w-])",
    seldom=True,
)


def _spelled_times(text: str) -> list[Amount]:
    out = []
    for m in _SPELLED_TIME.finditer(text):
        word = (m["u"] or m["u2"] or m["u3"]).lower().removesuffix("s")
        unit = {"millisecond": "ms", "second": "s", "minute": "min", "hour": "h"}[word]
        if m["part"]:
            value = 0.5 if m["part"].lower().startswith("half") else 0.25
        else:
            said = (m["v"] or m["w"]).lower()
            value = (1.0 if said in ("a", "an") else spelled(said)) + (0.5 if m["half"] or m["w"] else 0.0)
        out.append(Amount("time", value, value, unit, m.start(), m.end(), m.group()))
    return out


# A row written in one line: "output tokens/s, all requests together: 520", "tok/s = 41"
_LABELLED = Quick(
    rf"(?<![\w/])(?P<what>(?:tokens?|toks?|tok|t)|requests?|reqs?|queries|prompts?)\s?(?:/|per)\s?(?:seconds?|secs?|sec|s)\b\s?\)?(?P<for>(?:\s?/\s?|[\s,(]+)[A-Za-z][\w /-]{{0,32}}?\)?)?\s?[:=]\s?~?(?P<v>{_N})(?P<k>[kK](?!\w))?(?=\s*(?:$|[|;,)]|\.(?:\s|$)|\s[A-Za-z(]))",
    seldom=True,
)
_FOR_WHOM = (("all", "total"), ("total", "total"), ("together", "total"), ("gpu", "GPU"), ("card", "GPU"), ("user", "user"), ("request", "user"))  # fmt: skip


def _labelled(text: str) -> list[Amount]:
    """Rates whose unit stands before them, as the head of a column would."""
    out = []
    for m in _LABELLED.finditer(text):
        value = number(m["v"]) * (1000 if m["k"] else 1)
        said = (m["for"] or "").lower()
        per = next((name for word, name in _FOR_WHOM if word in said), "")
        unit = "tokens/s" if m["what"].lower().startswith("t") else "requests/s"
        out.append(Amount("rate", value, value, unit, m.start("v"), m.end(), m["v"], per=per))
    return out


# "tpot_ms=22.4", "TTFT (ms): 350"
_LABELLED_TIME = re.compile(
    rf"(?<![\w/])(?:(?:mean|median|avg|p\d\d)[\s_])?(?P<what>tpot|itl|ttft)[\s_]?[(\[]?(?P<unit>ms|s|us|µs)\b[)\]]?\s?[:=]\s?~?(?P<v>{_N})(?![\w%]|\.\d)",
    re.IGNORECASE,
)


def _labelled_times(text: str) -> list[Amount]:
    """Times whose unit stands before them, in the name of what is timed."""
    out = []
    for m in _LABELLED_TIME.finditer(text):
        unit = m["unit"].lower().replace("µ", "u")
        value = number(m["v"]) * (1e-3 if unit == "us" else 1.0)
        unit = "ms" if unit == "us" else unit
        of = "" if m["what"].lower() == "ttft" else "/token"
        out.append(Amount("time", value, value, unit + of, m.start("v"), m.end("v"), m["v"]))
    return out


_WORDY = pieces(
    "order twice thrice doubl tripl trebl quadrupl quintupl halv half third fifth sixth seventh eighth ninth tenth quarter "
    "fourth".split()
)


def _words(text: str) -> list[Amount]:
    out = []
    for m in _WORD_FACTOR.finditer(text):
        at = next(i for i in range(len(FACTOR_WORDS)) if m[f"w{i}"])
        _, factor, way = FACTOR_WORDS[at]
        unit = {1: "more", -1: "less", 0: "x"}[way]
        out.append(Amount("word", factor, factor, unit, m.start(), m.end(), m.group()))
    return out
