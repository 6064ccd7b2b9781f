# ruff: noqa: E501 - one pattern is one row, however long
"""Parameters of a setting by pattern: bit widths, groups, batch, lengths, drafts, acceptance, layout, sparsity, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from classifier.amounts import WORD_NUMBERS


@dataclass(frozen=True, slots=True)
class Stated:
    """One parameter as the text states it. Offsets are into the text that was read."""

    name: str
    value: Any
    start: int
    end: int
    surface: str


@dataclass(frozen=True, slots=True)
class Bits:
    """A bit width at its place. `of` is what it is the width of: "weight", "kv", "act", "both", or "" where the text leaves it open."""

    bits: float
    of: str
    start: int
    end: int
    surface: str
    act: float | None = None  # W4A16: the activations' width


_N = r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?"
_K = r"(?:\s?[kK](?:\s?tokens?)?(?![\w/])|(?![\w%.]*\w)|(?=\s?tokens?))"
_W = "|".join(WORD_NUMBERS)
_LIST = rf"(?P<v>(?:{_N})\s?[kKM]?(?:(?:,\s?(?:{_N})\s?[kKM]?)+,?\s?(?:and|or)\s?(?:{_N})\s?[kKM]?|(?:\s?(?:-|~|to|and|/|or)\s?(?:{_N})(?!\s?[kKM]?[\s-]?(?:tokens?|context|users|GPUs?|cards))\s?[kKM]?(?![\w%×]))*))"

# (name, trigger substring in the lower-case text, pattern with group v). A list of numbers becomes a list of values.
_ROWS: tuple[tuple[str, str, str], ...] = (
    ("batch", "batch", rf"batch(?:[- ]?sizes?)?(?:\s*\(?\s*(?:bs|B)\s*\)?)?\s*(?:of|is|=|:|at|to|up to|around|about|below|under|≤|<=?|from|around|near|reaches|\s|~|\()*{_LIST}(?!\s?[%x×])"),
    ("batch", "b", rf"(?<![\w])(?:(?:bs|BS|bsz)\s?=?|[bB]\s?=)\s?{_LIST}(?![\w%])"),
    ("batch", "concurren", rf"concurrenc(?:y|ies)\s*(?:of|=|:|is|at|level|levels|\s)*{_LIST}(?!\s?[%x×])"),
    ("batch", "concurrent", rf"{_LIST}\s+(?:concurrent|simultaneous|parallel)\s+(?:users?|requests?|clients?|sequences?|sessions?|streams?|connections)"),
    ("batch", "users", rf"(?<![\w.]){_LIST}\s+(?:users|clients|streams)\b"),
    ("batch", "batch", rf"(?<![\w.]){_LIST}\s+(?:sequences|requests|prompts)\s+(?:per|in a|in one|in the)\s+batch"),
    ("batch=1", "batch", r"(?P<v>single[- ]batch|batch[- ]one|unbatched|single[- ]sequence|batch-?1)\b"),
    ("batch=1", "single", r"(?P<v>single[- ](?:request|sequence|user|stream))\b"),
    ("batch=1", "one", r"(?:for|to|serv\w+|with)\s(?P<v>one|an?|a single)\s(?:user|request|client|stream|sequence)\b"),
    ("batch=1", "single", r"(?P<v>single)\s(?:user|request|client|stream|sequence)\b"),
    ("context_len", "sequences", rf"(?:sequences?|requests?)\s(?:of|with)\s(?P<v>{_N})\s?(?P<k>[kK])?\s?-?tokens?\b(?!\s?(?:/|per))"),
    ("hit_rate", "%", r"(?<![\w.])(?P<v>\d{1,3}(?:\.\d+)?\s?%)\sof\s(?:the\s|each\s|an?\s)?(?:[\w-]+\s){0,2}prompts?\s(?:(?:is|are|was|being|already|tokens)\s)*(?:found|cached|reused|shared|served|hit)"),
    ("n_kv_heads", "instead of", r"(?<![\w.])(?P<v>\d{1,3})\sinstead\sof\s\d{1,3}\s(?:kv|KV|key-value)\s?heads"),
    ("n_kv_heads", "heads", r"from\s\d{1,3}\sto\s(?P<v>\d{1,3})\s(?:kv|KV|key-value)\s?heads"),
    ("n_kv_heads", "heads", r"replac\w+\s(?:the\s)?\d{1,3}\s(?:kv|KV|key-value)\s?heads\s[\w.\s-]{0,30}?\b(?:by|with)\s(?P<v>\d{1,3})"),
    ("n_heads", "heads", r"(?:from|instead\sof|replac\w+\s(?:the)?)\s?(?P<v>\d{1,3})\s(?:to\s\d+\s)?(?:kv|KV|key-value)\s?heads"),
    ("isl/osl", "isl", rf"ISL\s?/\s?OSL\s*(?:of|=|:|\s)*(?P<v>(?:{_N})\s?[kK]?\s?[/:]\s?(?:{_N})\s?[kK]?)"),
    ("isl/osl", "in", rf"(?P<v>(?:{_N})\s?[kK]?\s?(?:input|in|prompt)?\s?/\s?(?:{_N})\s?[kK]?)\s?(?:ISL/OSL|in/out|input/output|prompt/output|tokens? in/out)"),
    ("input_len", "p", rf"(?:input|prompts?|ISL|input sequence|prefill)[- ]?(?:lengths?|len|size|tokens)?\s*(?:of|=|:|is|was|to|at|with|\s)*{_LIST}{_K}"),
    ("input_len", "isl", rf"\bISL\s*(?:of|=|:|\s)*{_LIST}{_K}"),
    ("input_len", "prompt", rf"(?<![\w.])(?P<v>{_N})\s?(?P<k>[kK])?[- ]?tokens?[- ](?:long\s)?(?:input|prompt)s?"),
    ("input_len", "input", rf"(?<![\w.])(?P<v>{_N})\s?(?P<k>[kK])?\s(?:input|prompt|prefill)\s(?:tokens?)"),
    ("output_len", "out", rf"(?:output|generation|OSL|output sequence|gen)[- ]?(?:lengths?|len|tokens)?\s*(?:of|=|:|is|was|to|\s)*{_LIST}{_K}(?!\s?(?:tokens?|toks?|t)\s?(?:/|per))"),
    ("output_len", "osl", rf"\bOSL\s*(?:of|=|:|\s)*{_LIST}{_K}"),
    ("output_len", "token", rf"(?:generat\w+|decod\w+|produc\w+)\s+(?:up to\s+)?(?P<v>{_N})\s?(?P<k>[kK])?\s(?:new\s|output\s)?tokens?\b(?!\s?(?:/|per))"),
    ("output_len", "output", rf"(?<![\w.])(?P<v>{_N})\s?(?P<k>[kK])?\s(?:output|generated|new)\s(?:tokens?)\b(?!\s?(?:/|per))"),
    ("context_len", "context", rf"(?:context|sequence|seq)[- ]?(?:lengths?|len|window|size)?s?\s*(?:of|=|:|is|at|to|up to|beyond|over|around|from|\s)*{_LIST}{_K}(?!\s?x)"),
    ("context_len", "context", rf"(?<![\w.])(?P<v>{_N})\s?(?P<k>[kKM])?[- ]?(?:tokens?)?[- ](?:of\s|long\s)?(?:contexts?|context[- ]lengths?|context windows?)\b"),
    ("context_len", "sequence", rf"(?<![\w.])(?P<v>{_N})\s?(?P<k>[kKM])?[- ]?(?:tokens?)?[- ](?:sequences?|sequence length|seq)\b"),
    ("context_len", "token", r"\b(?:at|with|for|over|beyond)\s(?:a\s)?(?P<v>\d{1,4})(?P<k>[kK])\s?(?:tokens?)?(?=[\s,.;)]|$)(?!\s?tok\w*\s?/)"),
    ("draft_len", "draft", rf"(?:draft(?:s|ed|ing)?|speculat\w+|propos\w+|guess\w*)\s+(?:length\s*(?:of|=|:)?\s*)?(?:up to\s+)?(?P<v>\d{{1,3}}|{_W})\s+(?:draft\s+|speculative\s+|candidate\s+|future\s+)?tokens?"),
    ("draft_len", "token", rf"(?<![\w.])(?P<v>\d{{1,3}}|{_W})\s+(?:draft|drafted|speculative|speculated|proposed)\s+tokens?"),
    ("draft_len", "draft", rf"draft(?:[- ](?:length|depth|tokens?|size))\s*(?:of|=|:|is|\s)*{_LIST}(?!\s?[%x×.])"),
    ("draft_len", "=", rf"(?<![\w])(?:k|K|γ|gamma|num_spec\w*|num_speculative_tokens|speculative[-_]num[-_]\w+)\s?=\s?{_LIST}(?!\w)"),
    ("acceptance_rate", "accept", r"accept\w*(?:\s(?:rate|ratio|probability))?s?\s*(?:\(?\s?(?:α|alpha)\s?\)?)?\s*(?:of|=|:|is|at|to|was|around|about|near|reaches|\s|~)*(?P<v>\d{1,3}(?:\.\d+)?\s?%|0?\.\d+)"),
    ("acceptance_rate", "accept", r"(?<![\w.])(?P<v>\d{1,3}(?:\.\d+)?\s?%|0?\.\d+)\s(?:token\s|draft\s|average\s|of (?:the )?draft(?:ed)? tokens )?(?:accept\w*)"),
    ("acceptance_rate", "α", r"(?:α|alpha)\s?=\s?(?P<v>0?\.\d+)"),
    ("acceptance_len", "accept", r"(?:accept\w*|average|mean)\s?(?:lengths?|len)(?:\s(?:of|=|:|is|at|to|\(?τ\)?|=|about|around|~))*\s*(?P<v>\d{1,2}(?:\.\d+)?)(?![\w%x×]|\.\d)"),
    ("acceptance_len", "accept", r"(?<![\w.])(?P<v>\d{1,2}(?:\.\d+)?)\s(?:tokens\s)?(?:(?:are\s|were\s|being\s)?accepted(?:\stokens)?(?:\s(?:per|a|each)\s(?:step|cycle|pass|verification|round|iteration|forward)?)?|tokens\s(?:per|a|each)\s(?:cycle|verification|target (?:pass|step)|forward pass|decoding step))"),
    ("acceptance_len", "token", r"accept\w*\s(?:about\s|around\s|roughly\s|on average\s|an average of\s|~)?(?P<v>\d{1,2}(?:\.\d+)?)\s(?:draft\s|drafted\s)?tokens?"),
    ("acceptance_len", "τ", r"(?:τ|\btau)\s?(?:=|of|≈)\s?(?P<v>\d{1,2}(?:\.\d+)?)"),
    ("acceptance_len", "tau", r"\btau\s?(?:=|of)?\s?(?P<v>\d{1,2}(?:\.\d+)?)"),
    ("tp", "tp", r"(?<![\w])(?:TP|tp)[-=:\s]{0,3}(?P<v>\d{1,3})(?![\w.]*\w)"),
    ("tp", "way", r"(?<![\w])(?P<v>\d{1,3})-?way (?:TP|tensor)"),
    ("tp", "tensor", r"tensor[- ]parallel(?:ism)?(?:[- ]size)?(?:\s(?:of|over|across|on|with|degree|size|=|:))*\s?=?\s?(?P<v>\d{1,3})(?![\w.]*\w)"),
    ("ep", "ep", r"(?<![\w])(?:EP|ep)[-=:\s]{0,3}(?P<v>\d{1,3})(?![\w.]*\w)"),
    ("pp", "pp", r"(?<![\w])(?:PP)[-=:\s]{0,3}(?P<v>\d{1,3})(?![\w.]*\w)"),
    ("n_kv_heads", "heads", rf"(?<![\w.])(?P<v>\d{{1,3}}|{_W})\s(?:kv|key-value|key/value|KV)[- ]heads?"),
    ("n_kv_heads", "heads", r"(?:to|with|using)\s(?P<v>\d{1,3})\s(?:kv |KV )?heads"),
    ("window", "window", rf"(?:sliding[- ]|attention[- ])?window(?:[- ](?:size|length))?\s*(?:of|=|:|is|\s)*(?P<v>{_N})\s?(?P<k>[kK])?(?![\w%.]*\w)"),
    ("window", "window", rf"(?<![\w.])(?P<v>{_N})(?P<k>[kK])?[- ](?:token\s)?(?:sliding[- ])?window\b"),
    ("sparsity", "spars", r"(?<![\w.])(?P<v>\d{1,2}(?:\.\d+)?(?:\s?%?\s?(?:-|~|to|and)\s?\d{1,2}(?:\.\d+)?)?\s?%)[\s-](?:[\w-]+\s){0,3}spars\w+"),
    ("sparsity", "spars", r"spars\w+(?:\s(?:ratio|level|rate))?\s*(?:of|=|:|at|is|to|up to|\s)*(?P<v>\d{1,2}(?:\.\d+)?\s?%|0\.\d+)"),
    ("sparsity", "2:4", r"(?P<v>2\s?:\s?4)(?=[\s-]+(?:semi|spars|struct|pattern))"),
    ("hit_rate", "hit", r"(?:hit[- ]?(?:rate|ratio)s?)\s*(?:of|=|:|is|at|to|above|over|around|reaches|near|\s|~)*(?P<v>\d{1,3}(?:\.\d+)?\s?%|0?\.\d+)"),
    ("hit_rate", "hit", r"(?<![\w.])(?P<v>\d{1,3}(?:\.\d+)?\s?%)\s(?:\w+\s){0,3}hit(?:[- ]?(?:rate|ratio))?s?"),
    ("block_size", "block", r"(?:block|page)[- ]size\s*(?:of|=|:|is|\s)*(?P<v>\d{1,4})(?![\w%])"),
    ("block_size", "token", r"(?<![\w.])(?P<v>\d{1,4})-token (?:blocks?|pages?)"),
    ("group_size", "group", r"group[-_ ]?sizes?\s*(?:of|=|:|is|\s)*(?P<v>\d{2,4})(?![\w%])"),
    ("group_size", "group", r"groups? of (?P<v>\d{2,4})\b"),
    ("group_size", "g", r"(?<![A-Za-z\d])g(?P<v>32|64|128|256|512)(?!\w)"),
    ("draft_params_b", "draft", r"(?<![\w.-])(?P<v>\d+(?:\.\d+)?)\s?B[- ](?:parameter\s)?(?:draft|drafter|assistant|speculator)"),
    ("draft_params_b", "draft", r"(?<![\w.-])(?P<m>\d+)\s?M[- ](?:parameter\s)?(?:draft|drafter|assistant|speculator)"),
    ("draft_params_b", "draft", r"draft(?:er)?(?: model)?\s(?:of|with|has)\s(?P<v>\d+(?:\.\d+)?)\s?(?:B|billion)\b"),
    ("tree_size", "tree", r"tree(?:s)?\s(?:of|with|size(?: of)?)\s(?P<v>\d{1,4})\b(?:\s(?:nodes|tokens|candidates))?"),
    ("tree_size", "tree", r"(?<![\w.])(?P<v>\d{1,4})-?\s?(?:node|token)s?\s(?:draft\s|token\s)?trees?"),
)  # fmt: skip
_PATTERNS = tuple(
    (name, trigger, re.compile(pattern, re.IGNORECASE if name not in ("tp", "ep", "pp") else 0))
    for name, trigger, pattern in _ROWS
)
_INTEGER = frozenset({"batch", "input_len", "output_len", "context_len", "draft_len", "tp", "ep", "pp", "n_kv_heads", "n_heads", "window", "block_size", "group_size", "tree_size"})  # fmt: skip
_RANGE = {
    "batch": (1, 65536), "input_len": (2, 20e6), "output_len": (2, 2e6), "context_len": (64, 20e6), "draft_len": (1, 128), "acceptance_len": (0.5, 65),
    "acceptance_rate": (0, 1), "hit_rate": (0, 1), "sparsity": (0, 1), "tp": (1, 256), "ep": (1, 1024), "pp": (1, 128), "n_kv_heads": (1, 256), "n_heads": (1, 256), "window": (16, 1e6),
    "block_size": (1, 8192), "group_size": (16, 2048), "tree_size": (2, 4096), "draft_params_b": (0.001, 1000),
}  # fmt: skip


def parameters(text: str) -> tuple[Stated, ...]:
    """All parameters of a levelled text but the bit widths; the first reading of a place wins."""
    low = text.lower()
    out: list[Stated] = []
    for name, trigger, pattern in _PATTERNS:
        if trigger not in low:
            continue
        for m in pattern.finditer(text):
            said = _stated(name, m, text)
            out.extend(s for s in said if not any(o.start < s.end and s.start < o.end for o in out if o not in said))
    return tuple(sorted(out, key=lambda s: s.start))


def _stated(name: str, m: re.Match[str], text: str) -> list[Stated]:
    if name == "batch=1":
        return [Stated("batch", 1, m.start("v"), m.end("v"), m["v"])]
    if name == "isl/osl":
        first, second = re.split(r"[/:]", re.sub(r"[A-Za-jl-z\s]", "", m["v"].lower()))[:2]
        a, b = _value(first), _value(second)
        return [
            Stated("input_len", int(a), m.start("v"), m.end("v"), m["v"]),
            Stated("output_len", int(b), m.start("v"), m.end("v"), m["v"]),
        ]
    groups = m.groupdict()
    if groups.get("m"):
        return [Stated(name, float(groups["m"]) / 1000, m.start("m"), m.end("m"), m["m"])]
    if name == "sparsity" and re.fullmatch(r"2\s?:\s?4", m["v"]):
        return [Stated(name, 0.5, m.start("v"), m.end("v"), m["v"])]
    values = _values(name, m["v"], groups.get("k"), text[m.end("v") : m.end("v") + 2])
    low, high = _RANGE[name]
    if not values or not all(low <= v <= high for v in values):
        return []
    if name in _INTEGER:
        values = [int(v) for v in values if v == int(v)]
    if not values:
        return []
    value = values[0] if len(values) == 1 else values
    return [Stated(name, value, m.start("v"), m.end("v"), m["v"])]


def _values(name: str, said: str, k: str | None, after: str) -> list[float]:
    low = said.lower().strip()
    if low in WORD_NUMBERS:
        return [float(WORD_NUMBERS[low])]
    percent = "%" in said
    out = []
    for m in re.finditer(rf"({_N}|\.\d+)\s?([kKM])?", said):
        scale = {"k": 1000, "K": 1000, "M": 1e6}.get(m[2] or k or "", 1)
        value = float(m[1].replace(",", "")) * (_binary(float(m[1].replace(",", ""))) if scale == 1000 else scale)
        out.append(value / 100 if percent else value)
    if (
        out
        and not k
        and name.endswith("_len")
        and name not in ("acceptance_len", "draft_len")
        and re.match(r"\s?[kK]\b", after)
    ):
        out = [v * _binary(v) if v < 2000 else v for v in out]
    return out


def _binary(k: float) -> int:
    """ "128k" tokens is 131072, as windows are powers of two; "20k" is 20000."""
    return 1024 if k in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512) else 1000


def _value(said: str) -> float:
    m = re.match(r"([\d.,]+)(k)?", said)
    if m is None:
        return 0.0
    n = float(m[1].replace(",", ""))
    return n * _binary(n) if m[2] else n


# --- bit widths -----------------------------------------------------------------------------------------------------

_BIT = re.compile(
    r"""
    (?<![A-Za-z\d])(?:
        [wW](?P<w>\d)(?:[xX]|[aA](?P<a>\d{1,2}))(?:(?:[cC]|KV|kv)(?P<c>\d{1,2}))?(?:KV(?P<c2>\d))?
      | (?P<mm>FP16)\s?[x×]\s?INT(?P<mmw>\d)
      | (?P<t>INT|int|Int|UINT|uint|u?i|FP|fp|BF|bf|NVFP|nvfp|MXFP|mxfp|MX-FP|NF|nf|float|Float|MXINT)[-\s]?(?P<n>4|8|16|2|3|6|32)(?=\b|/|_|[A-Z])
      | (?P<fp8>E4M3|E5M2|e4m3|e5m2)
      | (?P<b>\d{1,2}(?:\.\d+)?)[-\s]?(?:bits?|Bits?|BITS?|bpw)\b
      | (?P<bw>two|three|four|six|eight|sixteen|one)[-\s]bits?\b
      | (?P<q>Q|q)(?P<qn>[2-8])(?:_[0-9KkMmSs_]+)
      | (?P<kvn>KV|kv)[-\s]?(?P<kvb>[248]|16)\b(?!\s?heads)
      | K\s?(?P<k1>\d)\s?V\s?(?P<v1>\d)
    )
    """,
    re.VERBOSE,
)
_KV_NEAR = re.compile(
    r"^[\s,/-]*(?:(?:per-\w+|asymmetric|symmetric|quanti[sz]ed|the|and|or|attention|int8|int4|fp8|online)[\s-]+){0,3}(?:kv|k/v|key|keys|cache|caches)\b",
    re.IGNORECASE,
)
_KV_BEFORE = re.compile(
    r"(?:\bkv|k/v|key-?value|keys and values|kv[- ]?cache|\bcache|kvcache|value cache[\w\s-]{0,12})(?:\s+(?:quanti[sz]\w+|to|in|at|is|with|from|stored|as|dtype|=|:|kept|compress\w*|precision|(?:per-token|per-channel)))*[\s=:(]*$",
    re.IGNORECASE,
)
_ACT_NEAR = re.compile(
    r"^[\s-]*(?:activations?|compute|accumulat\w+|communication|all-?reduce|two-shot|quanti[sz]ed (?:two|one)-shot)\b",
    re.IGNORECASE,
)
_WEIGHT_NEAR = re.compile(r"^[\s-]*(?:\w+\s)?(?:weights?|weight-only)\b", re.IGNORECASE)


def bit_widths(text: str) -> tuple[Bits, ...]:
    """All bit widths of a levelled text, with what they are the width of as far as the words beside them say so."""
    out: list[Bits] = []
    for m in _BIT.finditer(text):
        out.extend(_bits(m, text))
    return tuple(out)


def _bits(m: re.Match[str], text: str) -> list[Bits]:
    s, e, said = m.start(), m.end(), m.group()
    if m["w"]:
        found = [Bits(float(m["w"]), "weight", s, e, said, float(m["a"]) if m["a"] else None)]
        cache = m["c"] or m["c2"]
        return [*found, Bits(float(cache), "kv", s, e, said)] if cache else found
    if m["mm"]:
        return [Bits(float(m["mmw"]), "weight", s, e, said, 16.0)]
    if m["kvb"]:
        return [Bits(float(m["kvb"]), "kv", s, e, said)]
    if m["k1"]:
        return [Bits((float(m["k1"]) + float(m["v1"])) / 2, "kv", s, e, said)]
    if m["qn"]:
        return [Bits(float(m["qn"]), "weight", s, e, said)]
    words = {"one": 1, "two": 2, "three": 3, "four": 4, "six": 6, "eight": 8, "sixteen": 16}
    bits = float(m["n"] or (8 if m["fp8"] else 0) or m["b"] or words[m["bw"]])
    if not 1 <= bits <= 32:
        return []
    return [Bits(bits, _of(text, s, e), s, e, said)]


def _of(text: str, start: int, end: int) -> str:
    after, before = text[end : end + 40], text[max(0, start - 48) : start]
    if _KV_NEAR.match(after) or _KV_BEFORE.search(before):
        return "kv"
    if _ACT_NEAR.match(after):
        return "act"
    if _WEIGHT_NEAR.match(after) or re.search(r"weights?\s(?:in|to|at|are|of)\s+$", before):
        return "weight"
    return ""
