# ruff: noqa: E501 - one pattern is one row, however long
"""Parameters that two counts beside each other state: "10 of 40 layers", "24 x 8K tokens", "16 KV heads become 1"."""

from __future__ import annotations

import re
from collections.abc import Callable

from classifier.figures.number_words import WORD_NUMBERS, spelled
from classifier.figures.stated import N, Stated, binary, numbers, share


def _heads(m: re.Match[str]) -> list[Stated]:
    """ "8 instead of 32 KV heads": what remains, and what there was, which is the number of query heads."""
    few, many = (
        WORD_NUMBERS.get(said.lower(), 1 if said in ("one", "single") else 0) or int(said) for said in (m["v"], m["w"])
    )
    if not 1 <= few < many <= 512:
        return []
    return [
        Stated("n_kv_heads", few, m.start("v"), m.end("v"), m["v"]),
        Stated("n_heads", many, m.start("w"), m.end("w"), m["w"]),
    ]


_WINDOWS = re.compile(
    r"\b(?:local|window\w*|sliding)\b", re.IGNORECASE
)  # what such layers leave out, their window says


# "Four boxes, each holding 20 of the 80 layers": a split, and nothing is left out
_HELD_BY_EACH = re.compile(
    r"\b(?:each|every|per)\b[^.;,]{0,24}?\b(?:hold\w*|has|have|having|with|keep\w*|runs?|running|stor\w+|own\w*|carr\w+|takes?|gets?)\s(?:only\s|just\s)?$",
    re.IGNORECASE,
)


def _layers(m: re.Match[str]) -> list[Stated]:
    """ "Removing 10 of its 40 layers" leaves out a quarter; "using 30 of the 40 layers" does, too."""
    few, many = (int(said) if said.isdigit() else spelled(said) for said in (m["v"], m["w"]))
    if not 0 < few < many or _WINDOWS.search(m.string):
        return []
    if _HELD_BY_EACH.search(m.string, max(0, m.start() - 40), m.start("v")):
        parts = round(many / few)
        return [Stated("pp", parts, m.start("v"), m.end("w"), m.string[m.start("v") : m.end("w")])] if parts > 1 else []
    share = 1 - few / many if m["keep"] else few / many
    return [Stated("sparsity", round(share, 4), m.start("v"), m.end("w"), m.string[m.start("v") : m.end("w")])]


_DROPPED = re.compile(
    r"\b(?:drop|evict|discard|remov|prun|skip|cut|trim|leav)\w*\s(?:[\w-]+\s){0,3}?(?P<to>to\s(?:only\s|just\s|about\s)?)?$",
    re.IGNORECASE,
)


def _part_of(m: re.Match[str]) -> list[Stated]:
    """ "Keeping only 1,024 of 16,384 cached positions": what share is left out, and how long the context is."""
    few, many = _both_counts(m["v"], m["k"], m["w"], m["l"])
    exact = _EXACTLY.match(m.string, m.end())
    if exact:
        few, many = _both_counts(exact["v"], None, exact["w"], None)
    if not (0 < few < many and many >= 64) or "vocab" in m.string.lower():
        return []
    if _FOUND.match(m.string, exact.end() if exact else m.end()) and _OF_PROMPT.search(m.group()):
        return [
            Stated("hit_rate", round(few / many, 4), m.start("v"), m.end("v"), m["v"]),
            Stated("input_len", int(many), m.start("w"), m.end("w"), m["w"]),
        ]
    dropped = _DROPPED.search(m.string[max(0, m.start() - 40) : m.start()])
    if dropped and not dropped["to"]:  # "eviction to 2,048 of 32,768" says what stays
        few = many - few
    return [
        Stated("sparsity", round(1 - few / many, 4), m.start("v"), m.end("v"), m["v"]),
        Stated("context_len", int(many), m.start("w"), m.end("w"), m["w"]),
    ]


# "14K of the 16K prompt tokens (14,336 of 16,384)"
_EXACTLY = re.compile(rf"\s*\(\s*(?P<v>{N})\s+(?:out\s+)?of\s+(?P<w>{N})\s*\)")
_OF_PROMPT = re.compile(r"prompt|input|prefix", re.IGNORECASE)
_FOUND = re.compile(
    r"\s*,?\s*(?:(?:that|which|are|were|was|is|come|came|being|get|got|can be|already)\s+)*(?:fetched|loaded|read|restored|cached|found|reused|taken|served|pulled|shared|hit|resident|in the|from the|from a|from host)\b",
    re.IGNORECASE,
)


def _both_counts(few: str, k: str | None, many: str, kilo: str | None) -> tuple[float, float]:
    """Two counts of the same thing: "14K of 16K" are both in units of 1,024, as the second one is."""
    a, b = numbers("kept", few, None, "")[0], numbers("kept", many, None, "")[0]
    if not (k and kilo):
        return numbers("kept", few, k, "")[0], numbers("kept", many, kilo, "")[0]
    unit = max(binary(a), binary(b))
    return a * unit, b * unit


def _crossed(m: re.Match[str]) -> list[Stated]:
    """ "24 x 8K tokens": so many sequences, each with so long a context."""
    length = numbers("context_len", m["w"], m["l"], "")[0]
    batch = int(m["v"])
    if not (1 <= batch <= 65536 and 64 <= length <= 20e6):
        return []
    return [
        Stated("batch", batch, m.start("v"), m.end("v"), m["v"]),
        Stated("context_len", int(length), m.start("w"), m.end("w"), m["w"]),
    ]


_READS = re.compile(r"\b(?:read|attend|load|fetch|touch|keep|kept|look|visit|score)\w*\b", re.IGNORECASE)


def _instead(m: re.Match[str]) -> list[Stated]:
    """ "Reads 4,096 instead of 65,536 tokens per query": what share is left out."""
    few, many = _both_counts(m["v"], m["k"], m["w"], m["l"])
    if not 0 < few < many or many < 64 or not _READS.search(m.string, max(0, m.start() - 60), m.start()):
        return []
    return [Stated("sparsity", round(1 - few / many, 4), m.start("v"), m.end("v"), m["v"])]


_SQUEEZES = re.compile(
    r"compress|squeez|condens|prun|shorten|shrink|shrank|distil|summar|trim|boil|lingua", re.IGNORECASE
)


def _squeezed(m: re.Match[str]) -> list[Stated]:
    """ "Squeezing 8K-token prompts to 2K": the length of the prompt, and what share of it is left out."""
    long, short = _both_counts(m["v"], m["k"], m["w"], m["l"])
    if not (0 < short < long and long >= 64) or not _SQUEEZES.search(m.string):
        return []
    return [
        Stated("input_len", int(long), m.start("v"), m.end("v"), m["v"]),
        Stated("sparsity", round(1 - short / long, 4), m.start("w"), m.end("w"), m["w"]),
    ]


def _shortened(m: re.Match[str]) -> list[Stated]:
    """ "Compressing prompts by half", "squeezes the prompts 4x": what share of them is left out.

    A factor stands beside what it brings, and may be what is claimed: it is no place of the parameter.
    """
    said = m["v"]
    if said[0].isdigit() and "%" not in said:
        times = float(said)
        return (
            [Stated("sparsity", round(1 - 1 / times, 4), m.start(), m.start("v") - 1, m.group())] if times > 1 else []
        )
    part = share(said)
    left_out = 1 - part if m["to"] else part
    return [Stated("sparsity", round(left_out, 4), m.start("v"), m.end("v"), said)] if 0 < left_out < 1 else []


def _shared_layers(m: re.Match[str]) -> list[Stated]:
    """ "Pairs of adjacent layers share a cache": one cache of two is left out."""
    if "shar" not in m.string.lower():
        return []
    last = m["v"].lower().split()[-1]
    each = 2.0 if last in ("pairs", "pair") else float(last) if last.isdigit() else spelled(last)
    return [Stated("sparsity", round(1 - 1 / each, 4), m.start("v"), m.end("v"), m["v"])] if each > 1 else []


def _rooted(m: re.Match[str]) -> list[Stated]:
    """ "15 candidates + root" is a tree of 16."""
    size = int(m["v"]) if m["v"].isdigit() else int(spelled(m["v"]))
    return [Stated("tree_size", size + 1, m.start("v"), m.end("v"), m["v"])]


def _none_found(m: re.Match[str]) -> list[Stated]:
    """ "None of them cached on the card"."""
    return [Stated("hit_rate", 0, m.start("v"), m.end("v"), m["v"])]


_UNIT_S = {"s": 1.0, "m": 1e-3, "u": 1e-6, "µ": 1e-6}  # by the first letter


def seconds(number: str, unit: str) -> float:
    """ "9 ms" is 0.009; a microsecond begins with two letters of a millisecond."""
    low = unit.lower()
    return float(number.replace(",", "")) * (1e-6 if low.startswith("mic") else _UNIT_S[low[0]])


_PARTS_OF_A_STEP = re.compile(
    r"\b(?:kernels?|gemms?|gemv|matmuls?|attention|softmax|all-?reduces?|all-?to-?alls?|communication|collectives?|dispatch|dequanti[sz]ation|layernorm|rmsnorm|sampl(?:ing|er)|lm[- ]head|mlp|ffn|moe|launch\w*|scheduling|scheduler|host|cpu|python|detokeni[sz]\w*|tokeni[sz]\w*|mask\w*|grammar|verification|drafting)\b",
    re.IGNORECASE,
)


def _share_of_time(m: re.Match[str]) -> list[Stated]:
    """ "9 of the 30 ms of a step", "a 30 ms step, 9 ms of which is attention": what share of the time a part takes."""
    if not _PARTS_OF_A_STEP.search(m.string):
        return []
    part, whole = seconds(m["v"], m["k"] or m["l"]), seconds(m["w"], m["l"])
    if not 0 < part < whole:
        return []
    begin, end = (m.start("w"), m.end("l")) if "x" in m.re.groupindex else m.span()
    return [Stated("time_share", round(part / whole, 4), begin, end, m.string[begin:end])]


TWO_COUNTS: dict[str, Callable[[re.Match[str]], list[Stated]]] = {
    "heads": _heads,
    "heads-down": _heads,
    "layers": _layers,
    "of": _part_of,
    "time of time": _share_of_time,
    "tokens instead": _instead,
    "batch x context": _crossed,
    "squeezed": _squeezed,
    "prompts squeezed": _shortened,
    "shared layers": _shared_layers,
    "tree+root": _rooted,
    "hit_rate=0": _none_found,
}
