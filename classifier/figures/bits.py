# ruff: noqa: E501 - one pattern is one row, however long
"""Bit widths by pattern: `W4A16`, `FP8`, "4-bit", `Q4_K_M`, each with what it is the width of as far as the words beside it say so."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from classifier.words.held import MIXED, held, pieces


@dataclass(frozen=True, slots=True)
class Bits:
    """A bit width at its place. `of` is what it is the width of: "weight", "kv", "act", "sum", or "" where the text leaves it open."""

    bits: float
    of: str
    start: int
    end: int
    surface: str
    act: float | None = None  # W4A16: the activations' width


# A format has a digit behind its letters; "INT 8" has a blank between them.
_SAID = pieces((MIXED, "bit", "bpw"))
_SPACED = re.compile(r"\s\d(?<=[FPTtfipVvKk]\s\d)")
_BIT = re.compile(
    r"""
    (?<![A-Za-z\d])(?:
        [wW](?P<w>\d)(?:[xX]|[aA](?P<a>\d{1,2}))(?:(?:[cC]|KV|kv)(?P<c>\d{1,2}))?(?:KV(?P<c2>\d))?
      | (?<=\()[wW](?P<alone>[2-8])(?=\)|-bit|,\s)  # "AWQ (W4)"
      | [aA](?P<ra>\d{1,2})[wW](?P<rw>\d)(?![\w,])  # the other way round: "A8W8"
      | (?P<mm>FP16)\s?[x×]\s?INT(?P<mmw>\d)
      | (?P<t>F(?=(?:16|32)\b)|INT|int|Int|UINT|uint|u?i|FP|fp|BF|bf|GF|gf|NVFP|nvfp|MXFP|mxfp|MX-FP|NF|nf|[bB][fF]loat|BFloat|float|Float|MXINT)[-\s]?(?P<n>4|8|16|2|3|6|32)(?=\b|/|_|[A-Z]|dq\b|wo\b)
      | (?P<da>\d)da(?P<daw>\d)w\b  # dynamic activations, weights: "8da4w"
      | (?P<fp8>E4M3|E5M2|e4m3|e5m2)
      | (?P<b>\d{1,2}(?:\.\d+)?)[-\s]?(?:bits?|Bits?|BITS?|bpw)\b(?!\s(?:ind(?:ices|ex)|metadata|masks?)\b)
      | (?:(?<=bits\ instead\ of\ )|(?<=bit\ instead\ of\ )|(?<=bits\ rather\ than\ )|(?<=bits\ and\ not\ ))(?P<was>16|8)\b
      | (?P<bw>[Tt]wo|[Tt]hree|[Ff]our|[Ss]ix|[Ee]ight|[Ss]ixteen|[Oo]ne)[-\s]bits?\b
      | (?P<q>(?:[IT]|UD-|UD-I)?Q|i?q)(?P<qn>[1-8])(?:_[0-9KkMmSsLlXxNn_]+|(?=-[A-Z][a-z]))
      | Q(?P<qs>[3-8])(?![\w.%/'’-]|\s?(?:20\d\d|['’]\d\d|FY|of\b|and\ 20|roadmap|release|results|goals|plans?))  # "8B Q8", no quarter of a year
      | q(?P<ql>[2-8])(?=\s(?:gguf|quant\w*|runs?|running|on|with|at|models?|weights)\b|\s?[,;)]|\.?$)  # "llama 3 70b q4 on two cards"
      | (?P<kvn>KV|kv)[-\s]?(?P<kvb>[248]|16)\b(?!\s?heads)
      | K\s?(?P<k1>\d)\s?V\s?(?P<v1>\d)
    )
    """,
    re.VERBOSE,
)
_QUARTER = re.compile(
    r"(?:\b(?:in|by|until|since|during|for|of|from|to|late|early|end of|next|last|this)\s|\b20\d\d[\s-]|Q\d\s?[-/,]\s?|Q\d and\s)$",
    re.IGNORECASE,
)
_KV_NEAR = re.compile(
    r"^[\s,/-]*(?:(?:per-\w+|asymmetric|symmetric|quanti[sz]ed|the|and|or|attention|int8|int4|fp8|online|latent|compressed|mla|cached|(?:(?:is|are|was|were|stays?|remains?)\s+)?(?:(?:kept|left|held|used|stored)\s+)?(?:for|in|of|per)|its|their|both|each|every)[\s-]+){0,4}(?:kv|k/v|key|keys|cache|caches)\b",
    re.IGNORECASE,
)
_KV_BEFORE = re.compile(
    r"(?:\bkv|k/v|\bcached (?:keys|values|tokens|entries)|key-?value|keys and values|kv[- ]?caches?|\bcaches?|kvcache|value cache[\w\s-]{0,12})(?:,?\s+(?:(?:un|not )?quanti[sz]\w+|entries|values?|to|in|of|at|is|are|was|were|has|have|had|keeps?|holds?|which|that|itself|with|from|stored|as|dtype|=|:|(?:kept|left|stay(?:s|ed|ing)?|remain(?:s|ed|ing)?|held|still|stored|being)|compress\w*|precision|(?:per-token|per-channel)|(?:bf|fp|int)(?:16|8)|(?:16|8|sixteen|eight)[- ]bits?))*[\s=:(,]*$",
    re.IGNORECASE,
)
_ACT_NEAR = re.compile(
    r"^[\s-]*(?:dynamic[\s-]+|static[\s-]+)?(?:activations?|compute|communication|all-?reduce|two-shot|quanti[sz]ed (?:two|one)-shot)\b",
    re.IGNORECASE,
)
_ACT_BEFORE = re.compile(
    r"\b(?:activations?|compute)(?:\s+(?:stay|remain|kept|are|is|left|held|in|at|stays|remains|still|being))*\s*$",
    re.IGNORECASE,
)
_SUM_NEAR = re.compile(r"^[\s-]*accumul\w+", re.IGNORECASE)
_SUM_BEFORE = re.compile(r"\baccumul\w+(?:\s+(?:in|with|at|to|of|stays?|kept))*\s+$", re.IGNORECASE)
_WEIGHT_NEAR = re.compile(r"^[\s-]*(?:(?:\w+\s)?(?:weights?|weight-only)|checkpoints?)\b", re.IGNORECASE)


def bit_widths(text: str) -> tuple[Bits, ...]:
    """All bit widths of a levelled text, with what they are the width of as far as the words beside them say so."""
    if not (held(text) & _SAID or _SPACED.search(text)):
        return ()
    out: list[Bits] = []
    for m in _BIT.finditer(text):
        found = _bits(m, text)
        named = found and out and (_GGUF.match(out[-1].surface) or _with_scales(out[-1], found[0], m))
        if named and _EXPLAINED.fullmatch(text, out[-1].end, m.start()):
            out.pop()
        out.extend(found)
        out.extend(_of_a_list(m, text, found))
        if found and (pair := _PAIRED.match(text, m.start())):
            out.append(replace(found[0], bits=float(pair["m"]), end=pair.end(), surface=pair.group()))
    return tuple(out)


# "INT3/4", "4/8-bit", "FP6/8": two widths with one sign
_PAIRED = re.compile(r"(?:INT|int|FP|fp)[-\s]?(?P<n>\d)/(?P<m>\d)(?![\d/]|\s?[x×%])")


_ALL_OF = r"weights?(?:,?\s+(?:and\s+)?activations?)?\s*,?\s*(?:and|&|\+|plus|as well as)\s+(?:the\s+|its\s+|a\s+)?(?:kv[- ]?)?caches?"
_LIST_AFTER = re.compile(
    rf"[\s-]+(?:for\s+|in\s+)?(?:both\s+|all\s+)?(?:the\s+)?{_ALL_OF}\b"
    r"|,?\s\(?(?:the\s|its\s)?(?:kv[- ]?)?caches?\s(?:included|too|as well)\b|,?\s\(?including\s(?:the\s|its\s)?(?:kv[- ]?)?caches?\b",
    re.IGNORECASE,
)
_LIST_BEFORE = re.compile(
    rf"\b{_ALL_OF}\s*(?:(?:both|all|are|is|were|stay|kept|held|stored|alike|in|at|to|=|:)\s+)*$", re.IGNORECASE
)


def _of_a_list(m: re.Match[str], text: str, found: list[Bits]) -> list[Bits]:
    """ "FP8 weights and cache", "weights, activations and KV cache in FP8": one width that is said of both."""
    if len(found) != 1 or not (_LIST_AFTER.match(text, m.end()) or _LIST_BEFORE.search(text, 0, m.start())):
        return []
    return [replace(found[0], of=of) for of in ("weight", "kv") if of != found[0].of]


_GGUF = re.compile(r"(?:[IT]|UD-|UD-I)?Q", re.IGNORECASE)
# "Q8_0 = 8.5 bpw", "Q4_0, which is 4.5 bits per weight": the name of a format, and what it comes to
_EXPLAINED = re.compile(
    r"[\s,:]*(?:\(|=|~|(?:which|that)\s(?:is|are|means|makes)|i\.\s?e\.,?|meaning|or|at|is|are)?\s*(?:about\s|around\s|effectively\s|~)?",
    re.IGNORECASE,
)


def _with_scales(name: Bits, said: Bits, m: re.Match[str]) -> bool:
    """ "NVFP4 (4.5 bits with scales)": a format by its name, then what it comes to with what else is stored."""
    return bool(m["b"]) and said.bits != int(said.bits) and 0 < said.bits - name.bits < 1


def _bits(m: re.Match[str], text: str) -> list[Bits]:
    s, e, said = m.start(), m.end(), m.group()
    if m["w"]:
        found = [Bits(float(m["w"]), "weight", s, e, said, float(m["a"]) if m["a"] else None)]
        cache = m["c"] or m["c2"]
        return [*found, Bits(float(cache), "kv", s, e, said)] if cache else found
    if m["alone"]:
        return [Bits(float(m["alone"]), "weight", s, e, said)]
    if m["rw"]:
        return [Bits(float(m["rw"]), "weight", s, e, said, float(m["ra"]))]
    if m["mm"]:
        return [Bits(float(m["mmw"]), "weight", s, e, said, 16.0)]
    if m["da"]:
        return [Bits(float(m["daw"]), "weight", s, e, said, float(m["da"]))]
    if m["kvb"]:
        return [Bits(float(m["kvb"]), "kv", s, e, said)]
    if m["k1"]:
        return [Bits((float(m["k1"]) + float(m["v1"])) / 2, "kv", s, e, said)]
    if m["qn"]:
        return [Bits(float(m["qn"]), "weight", s, e, said)]
    if m["ql"]:
        return [Bits(float(m["ql"]), "weight", s, e, said)]
    if m["qs"]:
        return [] if _is_quarter(text, s, m["qs"]) else [Bits(float(m["qs"]), "weight", s, e, said)]
    words = {"one": 1, "two": 2, "three": 3, "four": 4, "six": 6, "eight": 8, "sixteen": 16}
    bits = float(m["n"] or (8 if m["fp8"] else 0) or m["b"] or m["was"] or words[m["bw"].lower()])
    if not 1 <= bits <= 32:
        return []
    return [Bits(bits, _of(text, s, e), s, e, said)]


_OF_A_MODEL = re.compile(r"\d[Bb]\s(?:in|at|from|to)\s$")  # "Llama-70B in Q4"
_NO_QUARTER = re.compile(r"\bQ[5-8]\b")


def _is_quarter(text: str, start: int, number: str) -> bool:
    """Whether "Q4" is a quarter of a year: there are four of them, and beside "Q8" it is a format too."""
    if int(number) > 4 or _NO_QUARTER.search(text) or _OF_A_MODEL.search(text, max(0, start - 16), start):
        return False
    return bool(_QUARTER.search(text, max(0, start - 24), start))


def _of(text: str, start: int, end: int) -> str:
    after, before = text[end : end + 40], text[max(0, start - 48) : start]
    if _KV_NEAR.match(after) or _KV_BEFORE.search(before):
        return "kv"
    if _SUM_NEAR.match(after) or _SUM_BEFORE.search(before):
        return "sum"
    if _ACT_NEAR.match(after) or _ACT_BEFORE.search(before):
        return "act"
    if _WEIGHT_NEAR.match(after) or re.search(
        r"weights?\s(?:(?:in|to|at|are|of|stay|stayed|kept|left|remain)\s+)*$", before
    ):
        return "weight"
    return ""
