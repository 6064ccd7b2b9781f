# ruff: noqa: E501 - one pattern is one row, however long
"""What a figure is compared with, as stated: "than FP16", "compared with vanilla decoding", "as on a single H100"."""

from __future__ import annotations

import re

from classifier.figures.effect import Effect
from classifier.names.mentions import TechniqueHit
from classifier.unit import Unit
from classifier.words.at_words import Quick

_ARTICLES = r"(?:(?:the|an?|its|their|our|using|running|of|with|results of|those of|that of|what|in)\s+)*"
_VERSUS = Quick(
    rf"\b(?:than|compared (?:to|with)|over|versus|vs\.?|relative to|against|outperform(?:s|ing|ed)?|in comparison (?:to|with)|as opposed to|of that of|from|instead of|rather than|in place of)\s+{_ARTICLES}"
    rf"|\b(?:replac(?:es|ing|ed)|swapp?(?:ing|ed|s)?|exchang(?:es|ing|ed)|trad(?:es|ing|ed))\s+{_ARTICLES}(?=[^.;,]{{2,60}}?\s(?:by|with|for)\s)"
    rf"|(?:\btimes|[x×])\s+(?:longer\s+|higher\s+)?that of\s+{_ARTICLES}"
    rf"|(?:\b(?:times|twice|half|fold|%)|[x×])\s+(?:of\s+)?the\s+(?:[\w/-]+\s+){{0,3}}?(?:throughput|speed|rate|performance|tokens per second|tokens/s|time|latency|ttft|tpot|memory|capacity|batch size)\s+(?:of|with|that)\s+{_ARTICLES}"
    rf"|(?<=tokens per second )as\s+{_ARTICLES}|(?<=tokens/s )as\s+{_ARTICLES}|\bas (?:much|many|fast|quick|long|large|high)(?:\s[\w/-]+){{0,6}}?\sas\s+{_ARTICLES}|\bper second\b[^.;]{{0,40}}?\bas\s+(?=on\b|with\b|in\b|the\b){_ARTICLES}",
    seldom=True,
)
_BASE_END = re.compile(
    r"[,;:()|]|\.\s|\.$|\s(?:while|and|but|with(?!out)|when|where|by|for|at|on|in|under|across|using|as|thanks|owing|due|because|lets?|which|that|is|are|was|without|to|do(?:es)?|would|will|did|can|could|gives?|gets?|reach(?:es)?|manages?|makes?|lifts?|raises?|cuts?|speeds?|needs?|takes?|shrinks?|halves|doubles|triples|saves?|brings?|leaves?)\s|$",
    re.IGNORECASE,
)
_NOT_BASE = re.compile(
    r"^(?:nvlink|pcie|infiniband|ethernet|rdma|(?:host|cpu|system|main) (?:memory|ram)|ram\b|ssds?\b|nvme|(?:source |input )?documents?\b|disk|scratch|prompt|\d+(?:\.\d+)?\s*(?:[%x×]|[mµu]?s\b|GB|tokens?)|\d+(?:\.\d+)?$|time|ever|before$|most|other$|all$|previous$|expected)",
    re.IGNORECASE,
)
# Of a baseline "FP16" it matters in which engine, on which machine, or on how many devices it ran.
_WHERE = re.compile(
    r"\s+(?:in|of|from|on|running in|under|with)\s+(?:the\s+|a\s+)?(?P<what>(?:same\s+(?:engine|runtime|framework|stack|code|system|kernels?)|(?:hugging\s?face|hf|vllm|sglang|tgi|text-generation|tensorrt|trt|llama\.?cpp|ollama|deepspeed|fastertransformer|lmdeploy|mlc|lightllm|(?:plain |eager |stock |vanilla )?pytorch|eager|mlx|onnx|openvino|exllama|gpt-?fast|transformers|bitsandbytes|triton|cublas|cutlass|na[iï]ve|stock|vanilla|\d+ (?:x )?\w*\d+\w*|(?:one|two|four|eight|a single|single)\s(?:gpus?|devices?|cards?|\w*\d+\w*))[\w .-]{0,40}?))(?=[,;:()]|\.\s|\.$|\s(?:at|on|for|with|when|in|and|while)\s|$)",
    re.IGNORECASE,
)
# "Tensor parallelism over four GPUs" spreads something over them, and compares nothing.
_SPREAD = re.compile(
    r"\b(?:parallel(?:ism)?|pipelin\w*|stages?|shard(?:ed|ing|s)?|split(?:s|ting)?|spread(?:s|ing)?|distribut\w+|cut|partition\w*)\s+"
    r"(?:(?:the|its|all|an?|each|every|(?:MoE\s)?model|weights|layers|experts|attention|heads|cache|work|(?-i:[A-Z])[\w.-]*\d[\w.-]*)\s+){0,3}$",
    re.IGNORECASE,
)


# "Splitting prefill from decode" compares nothing either, nor does a rate "from Llama-3.1-70B".
_APART = re.compile(
    r"\b(?:split|separat|decoupl|disaggregat|isolat|detach|offload|stream|read|load|fetch|copi|restor)\w*\s(?:\S+\s){0,4}$",
    re.IGNORECASE,
)


def baseline(u: Unit, effect: Effect | None) -> tuple[str, int, int] | None:
    """(text, start, end) of what a figure is compared with; of several the nearest to the figure."""
    if (first := _of_the_first(u, effect)) is not None:
        return first
    best: tuple[int, str, int, int] | None = None
    for m in _VERSUS.finditer(u.text):
        start, end = m.end(), _end(u.text, m.end())
        text = u.text[start:end].strip()
        word = m.group().lower()
        if (
            not 1 < len(text) <= 80
            or _NOT_BASE.match(text)
            or (word.startswith(("over", "from")) and text[:1].isdigit())
            or (word.startswith("over") and _SPREAD.search(u.text[: m.start()]))
            or (word.startswith("from") and (effect is None or _APART.search(u.text[: m.start()]) or _brings(u, start)))
        ):
            continue
        distance = abs(m.start() - (effect.end if effect else 0))
        if word.startswith(("instead", "rather", "in place", "replac", "swap", "from")):
            distance += 60  # "than" names the baseline of a figure more surely
        if best is None or distance < best[0]:
            best = (distance, re.sub(r"\s+", " ", text), start, start + len(text))
    return best[1:] if best else None


def _brings(u: Unit, start: int) -> bool:
    """ "Twice the speed from AWQ": the one technique of a unit is what the gain comes from."""
    named = u.mentions.techniques
    return len(named) == 1 and named[0].start == start


# "From 25 tok/s in eager PyTorch (BF16) to 202 tok/s": what the first figure ran in
_RAN_IN = re.compile(
    r"\s?(?:(?:in|with|under|using|for)\s(?:the\s|plain\s)?(?P<what>[A-Za-z][^.;,]{2,60}?)|\((?P<bracket>[^()]{2,40})\))\s(?:up\s|down\s)?(?:to|→|-+>)\s[^\d]{0,24}$",
    re.IGNORECASE,
)


def _of_the_first(u: Unit, effect: Effect | None) -> tuple[str, int, int] | None:
    before, after = (effect.before, effect.after) if effect is not None else (None, None)
    if before is None or after is None or before.end > after.start:
        return None
    m = _RAN_IN.match(u.text[before.end : after.start])
    if m is None:
        return None
    name = "what" if m["what"] else "bracket"
    return m[name].strip(), before.end + m.start(name), before.end + m.end(name)


def _end(text: str, start: int) -> int:
    """Where the baseline's name ends: at the next phrase, but not before the engine or machine that it ran in."""
    first = start
    if alone := re.match(r"(?:without|no|on|with|in)\s+(?:an?\s+|the\s+)?", text[start:], re.IGNORECASE):
        first = start + alone.end() - 1
    stop = _BASE_END.search(text, first)
    end = stop.start() if stop else len(text)
    more = _WHERE.match(text, end)
    return more.end() if more else end


# After these words stands what the new thing is compared with, not the new thing.
_BASELINE = re.compile(
    r"\b(?:than|compared (?:to|with)|over|versus|vs\.?|relative to|against|unlike|instead of|rather than|outperform(?:s|ing|ed)?|beats?|as (?:fast|quick|quickly) as|like|such as|similar to|on top of|compatible with|combin(?:able|ed) with)\s+(?:(?:(?!(?:on|for|at)\s)[\w/.-]+\s+){0,3}|(?:[\w/.-]+\s+){1,6}\()$",
    re.IGNORECASE,
)
# "Key features like paged attention": an example of what is new.
_EXAMPLE = re.compile(r"like|such as", re.IGNORECASE)
_KIND_OF_THING = re.compile(
    r"\b(?:features?|techniques?|optimi[sz]ations?|methods?|strateg(?:y|ies)|mechanisms?|improvements?)[\s,(]*$",
    re.IGNORECASE,
)


def is_baseline(text: str, hit: TechniqueHit) -> bool:
    """Whether a mention names what something is compared with."""
    m = _BASELINE.search(text, max(0, hit.start - 60), hit.start)
    return m is not None and not (_EXAMPLE.match(m.group()) and _KIND_OF_THING.search(text, 0, m.start()))
