# ruff: noqa: E501 - one pattern is one row, however long
"""What the wording implies about the setting without a number: one user, high load, long contexts, whole requests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from classifier.around.topic import subjects
from classifier.figures.targets import target_hints
from classifier.words.at_words import AtWords

_OF_A_CACHE = r"(?![-\s](?:e[45]m[23]\s)?(?:kv|k/v|key-?value|caches?)\b)"

# (hint of a statement, wording). The estimator narrows what is left open by them.
_HINTS: tuple[tuple[str, str], ...] = (
    (
        "single-user",
        r"single[- ](?:user|stream|request|sequence|batch)|(?:one|a single|a lone) (?:user|stream|request|sequence)\b(?!s)"
        r"|batch[- ](?:size[- ])?(?:1|one)\b|interactive(?:ly)?\b|low[- ]batch|per[- ]user latency|on[- ]device|at home|chatting locally",
    ),
    (
        "high-load",
        r"high(?:er|est)? (?:qps|concurrency|load|request rates?|traffic|batch)|heavy (?:load|traffic)|saturat\w+|large[- ]batch|large batch(?:es| sizes?)"
        r"|under load|many (?:concurrent )?(?:users|requests)|peak (?:load|traffic)|busy",
    ),
    ("max-throughput", r"max(?:imum|imal)? (?:\w+ )?throughput|peak (?:\w+ )?throughput|largest (?:possible )?batch|full memory"),
    (
        "long-context",
        r"long(?:er)?[- ](?:contexts?|sequences?|prompts?|documents?|inputs?)|(?:100|128|200|256|512)k[- ](?:token )?contexts?|million[- ]tokens?",
    ),
    ("shared-prefix", r"shared[- ](?:prefix|context|prompt)|common prefix|cascade (?:attention|inference|kernels?)|hydragen"),
    ("cache-room", r"(?:room|space)\s(?:left\s)?for\s[^.;]{0,40}\bcaches?\b|(?:leav(?:es?|ing)|left|free|remain(?:s|ing)?)\b[^.;]{0,24}\bfor\s(?:the\s|its\s)?(?:kv[- ]?)?caches?\b"),
    ("of-cache", r"(?:kv|k/v|key-?value)[- ]?caches?\b(?=[^.;]{0,60}\b(?:each|every|per|a|one|single)[- ](?:gpu|card|device|rank|chip))|caches?\b[^.;]{0,24}\b(?:of|on|in|held by|kept by|that)\s(?:each|every|a)\s(?:gpu|card|device|rank|chip)"),
    ("of-weights", r"weights?\b(?=[^.;]{0,60}\b(?:each|every|per|a|one|single)[- ](?:gpu|card|device|rank|chip))"),
    ("whole-memory", r"weights included|weights and (?:the |its )?(?:kv[- ]?)?caches?\b(?= (?:of|take|need|fit|occupy|together|are|use))|includ(?:ing|es) (?:the )?weights|(?:peak|total|overall|whole) (?:gpu |device |inference |serving |runtime )?memory|memory in all|everything on the (?:card|gpu|device)"),
    (
        "more-fit",
        r"(?:more|as many|longer|larger|bigger|times the|(?:double|twice|triple) the)\s(?:[\w.-]+\s){0,3}?(?:sequences|users|requests|conversations|sessions|contexts?|batch(?:es)?|batch sizes?|prompts)\b(?!\s(?:per|a|/)\s?s)"
        r"|(?:contexts?|context (?:windows?|lengths?)|batch(?:es| sizes?)?|sequences)\s(?:[\w.-]+\s){0,4}?(?:longer|larger|as long|as large|bigger)\b"
        r"|(?:batch(?: sizes?)?|context(?: lengths?| windows?)?|concurrency)\s(?:grows?|rises?|increases?|goes|doubles?|triples?)\b",
    ),
    ("pictures", r"stable[- ]diffusion|sdxl|vit-[a-z]\b|resnet|yolo|segment anything|image (?:throughput|classif\w+)|images? (?:per|a) second|(?:images|img)/s|u-?net\b|text-to-(?:image|video)|(?:image|video|picture)s? (?:generation|synthesis|diffusion)|diffusion transformers?|dit[- ](?:xl|blocks?)|denois\w+ (?:an? |one )?(?:image|picture|latents?)|(?:render|paint|draw)\w* (?:an? |one )?(?:[\w.-]+ )?(?:image|picture|frame)s?|flux\.?1?[- ]?(?:dev|schnell)|\d+\s?[x×]\s?\d+ (?:image|picture|pixel)s?"),
    # of what is multiplied: a cache has a format of its own
    ("fp8", rf"(?:(?:mx)?fp-?8|float8|e4m3|e5m2){_OF_A_CACHE}"),
    ("fp4", rf"(?:(?:nv|mx)?fp-?4|float4|e2m1){_OF_A_CACHE}"),
    ("int8", rf"(?:int-?8|smoothquant){_OF_A_CACHE}"),
    ("int4", rf"(?:int-?4|quarot|spinquant){_OF_A_CACHE}"),
    # two models or caches that are compared are as wide as one another
    ("same-width", r"(?:both|each|all)\b[^.;]{0,30}\b(?:bf16|fp16|float16|bfloat16|fp8|int8|int4|\d+[- ]bits?)\b|(?:same|equal|identical) (?:precisions?|bit[- ]?widths?|formats?|dtypes?)"),
    ("2:4", r"(?<![\d:])2\s?:\s?4(?![\d:])|semi-?structured|sparse[- ](?:\S+[- ])?marlin|marlin[- ]?(?:24|sparse)"),
    (
        "sparse-weights",
        r"sparse[- ](?:\S+[- ])?marlin|sparse[- ](?:int|fp|w)\d\w*|sparse (?:\d|four|eight|two|three)[- ]?bits?|sparse-?gpt|(?:sparse|pruned) weights|pruned models?"
        r"|(?:weight|structured|2\s?:\s?4)[- ]sparsity|(?<![\d:])2\s?:\s?4[- ](?:sparse|pruned|structured)|\d{2} ?% sparse\b",
    ),
    (
        "slope",
        r"slopes?\b|(?:each|every|per|an?)\s(?:extra|additional|further|added|more|another)\s(?:\d[\d,.]*\s?[kK]?\s|thousand\s|hundred\s)?(?:tokens\s)?(?:of\s)?(?:context|cache|history|prompt)\b"
        r"|(?:each|every|per)\s(?:\d[\d,.]*\s?[kK]?|thousand|hundred)\s(?:more\s|further\s|extra\s|additional\s)?(?:tokens\s)?of\s(?:context|cache|history)\b"
        r"|(?:each|every|an?|one|per)\s(?:extra|additional|further|added|more|another)\s(?:\w+\s)?(?:tokens?|users?|sequences?|requests?|streams?)\s(?:of\s\w+\s)?(?:adds?|costs?|takes?)\b"
        r"|(?:ms|us|µs|milliseconds?|microseconds?)\s(?:\w+\s)?(?:more\s|extra\s)?(?:for (?:each|every)|per)\s(?:\w+\s)?\d[\d,.]*\s?[kK]?\s(?:\w+\s)?(?:tokens\s)?of\s(?:context|cache|history|prompt)\b",
    ),
    ("several-devices", r"(?:rtx ?)?\d0[5-9]0s|(?:(?!l40s)[abhlv]\d{2,3}|l40s|ultra|spark|orin|studio)s\b|(?:gpus|cards|machines|nodes|macs|boxes)\b|(?:pair|cluster|stack|rack) of"),
    ("price", r"(?:dollars?|\$\s?|money|price[sd]?|pricing|bills?|cheaper|spend(?:ing)?|cost per (?:million|token|1?[mk]\b|request)|(?:per|/)\s?(?:1\s?)?(?:million|M)\s(?:output\s|input\s)?tok(?:en)?s?\b(?!\s?(?:/|per|a second))|(?:dollar|serving|hosting|cloud|api|gpu|token|inference) costs?|costs? (?:of (?:serving|inference|hosting)|savings?))\b"),
    ("start-up", r"(?:server|engine|cold|service|container|pod|worker) (?:start(?:s|-?up)?|boots?|launch(?:es)?)\b|at (?:server |engine )?start(?:-?up)?\b|start-?up\b|cold[- ]starts?|boot(?:s|ing)? up|warm-?up time|(?:model|weight|checkpoint)s? load(?:s|ing)\b|load(?:s|ing)? (?:the )?(?:model|weights|checkpoints?)\b|graph capture (?:time|at|takes|now takes|during)|compil(?:e|es|ation|ing) time|time to (?:ready|start)"),
    ("of-overhead", r"(?:cpu|host|launch|scheduling|scheduler|dispatch|python|framework|runtime|api)(?:[- ]side)? (?:launch )?(?:overheads?|gaps?)"),
    ("end-to-end", r"end[- ]to[- ]end|\be2e\b|wall[- ]?clock|whole requests?|overall latency|complete (?:request|answer)s?"),
)  # fmt: skip
_SAID = AtWords((name, rf"(?<!\w)(?:{pattern})") for name, pattern in _HINTS)


def hints(text: str) -> tuple[str, ...]:
    """The hints of a unit's text."""
    said = _SAID.present(text)
    found = tuple(name for name, _ in _HINTS if name in said)
    if "pictures" in found and _OF_LANGUAGE.search(text):
        found = tuple(name for name in found if name != "pictures")
    found = (*found, *target_hints(text))
    return (*found, "training") if of_training_alone(text) else found


# An acceptance rate by the words it is put in: the chance of each next token, or the share of all that were drafted.
_EACH_NEXT = re.compile(
    r"(?:per|each|every|next)[- ](?:single |draft(?:ed)? |next |position|step\b|token)|token[- ]level|probabilit\w+|\bchance|likel\w+|α|\balpha\b"
    r"|independent\w*",
    re.IGNORECASE,
)
_OF_ALL = re.compile(
    r"draft(?:[- ]token)? acceptance (?:rate|ratio)|(?:%|percent|share|fraction|proportion|portion|half|thirds?|quarters?|fifths?)\s(?:of\s)?"
    r"(?:the\s|all\s|its\s|those\s|their\s)*(?:draft\w*|propos\w+|speculat\w+|guess\w+|candidates?)\b",
    re.IGNORECASE,
)


def of_rate(params: Mapping[str, Any], text: str) -> tuple[str, ...]:
    """What an acceptance rate is a rate of, by the words of the unit: "open-rate" where they leave it open."""
    if "acceptance_rate" not in params or _EACH_NEXT.search(text):
        return ()
    return ("of-all-drafted",) if _OF_ALL.search(text) else ("open-rate",)


_OF_ONE = re.compile(
    r"\b(?:per|an?|one|single|each|every)[- ](?:of\s(?:the\s|its\s|our\s)?)?(?:[\w.-]+\s){0,2}?(?:users?|streams?|clients?|sessions?|conversations?|requests?|sequences?)\b"
    r"|\btpot\b|\bitl\b|\btps/user\b",
    re.IGNORECASE,
)


def of_whom(params: Mapping[str, Any], text: str) -> tuple[str, ...]:
    """Whose tokens a rate counts at a batch: "open-scope" where the words leave open whether those of one sequence or of all."""
    several = isinstance(params.get("batch"), (int, float)) and params["batch"] > 1
    return ("open-scope",) if several and not _OF_ONE.search(text) else ()


# models that read pictures and write text are language models
_OF_LANGUAGE = re.compile(r"\btokens?\b|\bllms?\b|language model|\bvlms?\b|-vl\b|ttft|tpot|dllm|llada", re.IGNORECASE)


def of_training_alone(text: str) -> bool:
    """Whether training is spoken of, and running a model is not."""
    spoken = subjects(text)
    return "training, by name" in spoken and "running" not in spoken and not _TRAINED_PART.search(text)


# what is trained so that inference gets faster
_TRAINED_PART = re.compile(
    r"post-training|training[- ](?:free|aware)|without (?:any )?(?:re-?)?training|quanti[sz]\w+|draft\w*|heads?\b|tokens?/s|tok/s|tokens per second|\b(?:latency|ttft|tpot|throughput)\b",
    re.IGNORECASE,
)
