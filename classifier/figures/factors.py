# ruff: noqa: E501 - one pattern is one row, however long
"""One amount as a factor: new over old speed, from times, words and percentages, and what is none.

"40 % lower latency" is 1/(1 - 0.4) = 1.667, "40 % higher throughput" 1.4, "called twice" and "half of the users" are no factors.
"""

from __future__ import annotations

import re

from classifier.figures.amounts import DONE_IN, Amount
from classifier.figures.gains import MORE_FIT
from classifier.figures.metrics import MetricWord
from classifier.figures.portions import is_share, portion

DEVICES = re.compile(
    r"\s*(?:\d|(?:NVIDIA|AMD|Intel|Nvidia|Google|Apple|Huawei|GeForce|Tesla|Quadro|(?:GPUs?|gpus?)(?!\s(?:memory|VRAM|RAM|footprint))|cards?|nodes?|machines?|servers?|cores?|CPUs?|Xeon|TPU|Ascend|DGX|HGX|RTX|GTX|GH?B?\d{3}|[ABHLV]\d{2,3}[SX]?|MI\d{3}X?|T4|P100|Gaudi|EPYC|Atlas|NPUs?|TP(?=\s?\d|\s?=)|NIC|IB|HBM|DDR|NVMe|PCIe|SSDs?|RDMA|Mac|M[1-4]|oversampl|zoom|resolution|upscal|super[- ]?res|magnif|speed playback)\b)"
)
_NOT_FACTOR_BEFORE = re.compile(
    r"(?:lr|learning rate|schedule|scale|upscale|resolution|version|top-?k|stride|[a-z_]+=)\s*$|\b(?:gpus?|npus?|tpus?|cards?|accelerators?|[abhlv]\d{2,3}[sx]?)\s\($",
    re.IGNORECASE,
)
_REPEATS = re.compile(
    r"(?:ran|run|runs|repeat\w*|called?|executed|trained|tried|invoked|sampled|for|each|measured|several|many)\s+$",
    re.IGNORECASE,
)
_NOT_SIZE = re.compile(
    r"^\s*the context (?:size|length|window) of\b|^[\s-]*(?:(?:more|larger|bigger|fewer|less|longer|smaller)\s+)(?:models?|parameters?|params|data(?:sets?)?|samples|training|compute|flops|downloads|users|stars|experts|layers|lines|heads|code|features|epochs|iterations|questions|quality|accuracy|perplexity|errors?)\b",
    re.IGNORECASE,
)
# "INT8 quantization: 2x smaller model", which is the same model in fewer bytes
_SMALLER_MODEL = re.compile(r"^[\s-]*smaller\s+models?\b", re.IGNORECASE)
_NARROWED = re.compile(r"\bquanti[sz]\w+|\b\d-?bits?\b|\b(?:int|fp|nf)[248]\b", re.IGNORECASE)
# "as good as models 10 times larger", "164M parameters, 95x smaller than the target"
_LARGER = re.compile(
    r"^\s*(?:larger|bigger|smaller)\b(?!\s+(?:kv|cache|memory|footprint|files?|weights))", re.IGNORECASE
)
_MODELS = re.compile(
    r"\b(?:to|than|of|with|as|rivals?|beats?|match(?:es)?|outperform\w*)\s+(?:[\w-]+\s+){0,2}models?\s$|\d[BM]?\s(?:params|parameters?)\b[^.;:]{0,12}$",
    re.IGNORECASE,
)
# "2 × B × S × L", "d_ff = 4 × d_model": the letters of a formula
_FORMULA = re.compile(r"^\s?(?:[A-Za-z](?:\s?[×x*·/+)]|\W*$)|(?!kv_)[a-z]+_\w+)")
# "3.8x higher cache hit rate": what helps, and no effect
_OF_HITS = re.compile(
    r"^[\s-]*(?:(?:higher|better|more|greater|increased?|improved?|improvement in|increase in)\s)?(?:(?:prefix|kv|cache|token|gpu|the)[- ])*(?:hit[- ]?(?:rates?|ratios?)|utili[sz]ation|occupancy|acceptance rates?)\b",
    re.IGNORECASE,
)
_PERCENT_OF = re.compile(
    r"^\s*(?:of|as much|as many|as long|of that of)\s+(?!(?:the\s+)?(?:time|requests?|tokens?|weights?|parameters?|layers?|cases?|users?|queries|all|total|them|data|accuracy|prompts?|samples?|theoretical|peak|attention|heads|neurons|values|channels|experts|compute|memory|gpu|entries|models?|its|our|a|an|the (?:time|tokens|weights|total|model|data|memory|peak|theoretical|original accuracy))\b)",
    re.IGNORECASE,
)
# "About 6 % of TPOT" says how large a part is; "to 6 % of TPOT" would say how far it fell.
_SHARE_OF = re.compile(
    r"^\s*of\s+(?:the\s+|our\s+|total\s+)*(?:tpot|itl|ttft|(?:decode|decoding|prefill|step|total|inference|end-to-end)[- ](?:time|latency|step)|latency|runtime)\b(?!\s+(?:of|with)\b)",
    re.IGNORECASE,
)
_PERCENT_OTHER = re.compile(
    r"^[\s-]*(?:of the |of )?(?:(?:kv |cache |token |memory )*budget|sparsity|sparse|accuracy|accept\w*|hit|hits|utili[sz]ation|of the (?:time|tokens|requests|weights|cases|parameters)|of (?:the )?(?:requests|time|tokens|users|cases|neurons|weights|parameters|observations|samples|responses|runs|measurements|values)|win|success|recall|precision|coverage|quality|confidence|percentile|CPU|availability|uptime|load|match|correct|pass|agreement|of its|of peak|of theoretical|of (?:the |all |its |their )?(?:cached|kv|past|prompt|input|context|routed) (?:tokens|keys|entries|positions|pages|blocks|experts))",
    re.IGNORECASE,
)
NOT_SPEED = re.compile(
    r"\b(?:accura\w+|perplexity|ppl\b|quality|score[sd]?|sparsity|pruned?|hit[- ]?rates?|acceptance(?: rates?)?|utili[sz]ation|util\b|occupancy|pass@\d|recall|win[- ]rate|top-\d|recover\w*|precision of|probability|degradation in (?:accuracy|quality)|parity|bleu|rouge|mmlu|gsm8k|humaneval|error|drop in quality)",
    re.IGNORECASE,
)
_TASKS = re.compile(r"mmlu|gsm8k|humaneval", re.IGNORECASE)  # "9.2x (GSM8K)" was timed on it, no share was solved


_RANKED = re.compile(
    r"\b(?:slowest|fastest|top|bottom|worst|best|lowest|highest|first|last)\s+$", re.IGNORECASE
)  # a share of them


_TOO = re.compile(r"\s*too\b", re.IGNORECASE)  # "2x too high" is off the mark, not an effect


_DOUBLE_WHAT = re.compile(
    r"^[\s-]*(?:down\b|(?-i:[A-Z]\w+)|buffer\w*|precision|quanti\w*|check|click|dash|quote|blind|free|and|descent|stranded|slash|digit|word)",
    re.IGNORECASE,
)
_A_NAME = re.compile(r"\s[A-Z0-9][\w.-]*(?:\s[A-Z0-9][\w.-]*){0,3}\s[a-z]")  # "doubles DeepSeek-R1 throughput"
# "Doubling from two to four L40S"
_SO_MANY_DEVICES = re.compile(
    r"\s(?:the\s(?:number\sof\s)?(?:gpus|cards|devices|chips|nodes)\b|(?:up\s)?from\s(?:\d{1,3}|one|two|four|eight|sixteen)\s(?:[\w-]+\s)?to\s(?:\d{1,3}|two|four|eight|sixteen|thirty-two)\b)",
    re.IGNORECASE,
)
_THE = re.compile(r"^\s*(?:the|of the|as much|as many|that of|its)\b", re.IGNORECASE)


_TO = re.compile(
    r"(?<!up )\b(?:to|down to)\s+(?:(?:about|just|only|around|roughly|nearly|as low as)\s+|~\s*)?(?:[~(]\s*)?$",
    re.IGNORECASE,
)
_GROWS = re.compile(
    r"^\s*(?:as|the|faster|higher|more|larger|bigger|better|its|their|our|that|throughput|performance|speed|inference|decod\w+|generation|batch|context|capacity|of)\b",
    re.IGNORECASE,
)


OF_A_SIZE = re.compile(r"(?:\s(?:of\s)?(?:the|its|their))?\s[\d.]+\s?[GMT]i?B\b")  # "a fifth of the 26 GB"


def _word_of_speed(a: Amount, term: MetricWord | None, right: str) -> bool:
    """ "Doubles throughput" is a factor; "double buffering", "called twice" and "half of the users" are none."""
    if a.unit == "more":
        verb = term is not None and 0 <= term.start - a.end < 40 and a.surface.lower().endswith(("s", "ed", "ing"))
        other = _DOUBLE_WHAT.match(right) and not (verb and _A_NAME.match(right))
        return not (other or _SO_MANY_DEVICES.match(right)) and (
            _GROWS.match(right) is not None
            or (
                term is not None
                and (len(right) < 90 or 0 <= term.start - a.end < 40)
                and a.surface.lower() not in ("twice", "thrice")
            )
        )
    if _SPENT.match(a.surface + right[:40]):
        return False  # "a third of the time goes to prefill"
    if OF_A_SIZE.match(right):
        return True
    near = term is not None and (a.start <= term.start < a.end + 32 or 0 <= a.start - term.end < 40)
    return a.unit != "less" or near or a.surface.lower().startswith(("halv", "cut", "reduc", "in half"))


_SPENT = re.compile(r".*\bof (?:the|its|all) (?:\w+ )?time (?:is|was|goes|went|spent|that is)\b", re.IGNORECASE)
_ITS_TIME = re.compile(
    r".*\bof (?:the|its|that)\s(?:old\s|former\s|original\s|previous\s|usual\s)?time\b", re.IGNORECASE
)


def _of_the_time(a: Amount, left: str, right: str) -> bool:
    """ "Answers after an eighth of the time", but not "spends a third of the time in attention"."""
    said = a.surface + right[: 24 + len(" of the time")]
    done = a.surface.lower().startswith("in ") or DONE_IN.search(left[-24:])
    return a.unit == "less" and bool(done and _ITS_TIME.match(said))


# "To 3.9x the BF16 baseline" is of its speed, whatever word for memory stands elsewhere.
OF_A_SPEED = re.compile(
    r"\s*(?:of\s+)?(?:the|its|their)\s+(?:[\w-]+\s){0,3}(?:baselines?|speed|rate|performance|throughput|tokens)\b",
    re.IGNORECASE,
)


def times_factor(
    a: Amount, way: str, word: str, term: MetricWord | None, right: str, left: str, text: str
) -> tuple[float, float] | None:
    low, high = a.low, a.high
    if (
        low <= 0
        or (DEVICES.match(right) and low % 1 == 0)  # "6.7x A100" counts none
        or _TOO.match(right)
        or _NOT_FACTOR_BEFORE.search(left[-24:])
        or (_NOT_SIZE.match(right) and not (_SMALLER_MODEL.match(right) and _NARROWED.search(text)))
        or _FORMULA.match(right)
        or _OF_HITS.match(right)
        or (_LARGER.match(right) and _MODELS.search(left))
    ):
        return None
    if a.kind == "word" and not (_word_of_speed(a, term, right) or _of_the_time(a, left, right)):
        return None
    if a.surface.endswith("X") and low >= 100:  # "7950X" is a processor
        return None
    counted = "times" in a.surface or a.kind == "word"
    if (counted and not way and not _THE.match(right) and term is None) or (
        _THE.match(right) and NOT_SPEED.search(right[:44])
    ):
        return None
    if counted and not way and a.kind == "times" and _REPEATS.search(left[-16:]):
        return None
    if (
        not way
        and re.match(r"^[-\s]?(?:speed)?$", right) is None
        and NOT_SPEED.search(_TASKS.sub("", _ITS_NOUN.sub("", left)[-40:]))
    ):
        return None
    if low == high == 1 and "unchanged" not in text:
        return None if not way else (1.0, 1.0)
    less_is_better = term is not None and term.more_is_better is False
    if way == "slow":
        return (low, high) if high < 1 else (1 / low, 1 / high)
    if way == "fast":
        return low, high
    if way == "up":
        fewer = less_is_better and not _IMPROVE.match(word) and not MORE_FIT.match(right)
        return (1 / low, 1 / high) if fewer else (low, high)
    if way == "down":
        if high < 1:
            return 1 / low, 1 / high
        worse = term is not None and term.more_is_better and term.metric in ("throughput", "decode", "prefill")
        return (
            (1 / low, 1 / high) if worse and re.search(r"lower|less|drop|decreas", right[:30] or left) else (low, high)
        )
    of_it = _THE.match(right) and not OF_A_SPEED.match(right) and not MORE_FIT.match(right)
    if less_is_better and (high < 1 or of_it):
        return 1 / low, 1 / high
    return low, high


# "Latency improved by 2x": more is better whatever the metric.
_IMPROVE = re.compile(r"\b(?:improv\w+|better|gains?|boost\w*|enhanc\w+|superior|saving|efficien\w+)\b", re.IGNORECASE)


_GAIN_BEFORE = re.compile(r"\bimprovements?\b[^.;]{0,50}:\s?$", re.IGNORECASE)
# "Down to 38 % of its single-GPU time", "in 40 % of the time that FP16 needs".
_OF_A_TIME = re.compile(
    r"^\s*of (?:(?:its|their|the|that|what|our|fp16|bf16)'?s?\s+)?(?:[\w'-]+\s+){0,3}?(?:time|latency|duration|runtime)\b",
    re.IGNORECASE,
)
_SAVES = re.compile(
    r"\b(?:sav|shav|remov|eliminat|cut|trim)(?:es?|s|ed|ing|ting|ming|med)?\s+(?:about\s+|around\s+|roughly\s+|up to\s+|some\s+)?$",
    re.IGNORECASE,
)
_TAKES = re.compile(r"\b(?:in|within|needs?|only|just)\s+(?:only\s+|just\s+|about\s+)*$", re.IGNORECASE)


# "takes 42 % of the time it used to": without it "takes 42 % of the time" is a share
_ONCE_TOOK = re.compile(
    r"\b(?:time|latency|duration|runtime)\s+(?:that\s+)?(?:it|they|we|[\w-]+)\s+(?:used to|took|needed|required|had)\b",
    re.IGNORECASE,
)
# what the amount before this one is a percentage of: "with a 60 % hit rate, latency falls by 55 %"
_ITS_NOUN = re.compile(
    r"^[\s-]*(?:prefix |cache |token |draft |prompt )*(?:hit[- ]?(?:rates?|ratios?)|hits|sparsity|acceptance(?: rates?)?|utili[sz]ation|occupancy|pruned|accepted)\b",
    re.IGNORECASE,
)
_OF_VOCABULARY = re.compile(r"\b(?:vocab\w*|lm[- ]head)\s+(?:by|to)\s+(?:about\s+)?$", re.IGNORECASE)


# "30 % with zero quality impact": what it did not cost
_AT_NO_COST = re.compile(
    r"\b(?:with(?:out)?|at)\s+(?:any\s+|virtually\s+|almost\s+|nearly\s+|only\s+|a\s+|just\s+)*(?:no|zero|minimal|negligible|little|slight|minor|small|comparable|equal|identical|the same|any|accuracy|quality|perplexity|losing|sacrificing|compromising|hurting|degrading|loss)\b[^.;]*",
    re.IGNORECASE,
)
# "Prefill takes 92 % less time": a time, whatever is timed
_LESS_TIME = re.compile(r"^\s*(?:less|lower|shorter|fewer)\s+(?:time|latency|delay|waiting)\b", re.IGNORECASE)


def percent_factor(
    a: Amount, way: str, word: str, term: MetricWord | None, right: str, left: str
) -> tuple[float, float] | None:
    low, high = a.low / 100, a.high / 100
    if low > 0 and _OF_A_TIME.match(right) and (_TO.search(left) or _TAKES.search(left) or _ONCE_TOOK.search(right)):
        return 1 / low, 1 / high
    part = portion(low, high, left, right)
    if part is not None:
        return part
    if is_share(left, right, way) or _OF_VOCABULARY.search(left):
        return None
    left = _ITS_NOUN.sub("", left)
    if 0 < high < 1 and _OF_A_TIME.match(right) and _SAVES.search(left):
        return 1 / (1 - low), 1 / (1 - high)
    if (
        _RANKED.search(left)
        or _PERCENT_OTHER.match(right)
        or NOT_SPEED.search(left[-45:])
        or NOT_SPEED.search(_AT_NO_COST.sub("", right)[:40])
    ):
        return None
    less_is_better = term is not None and term.more_is_better is False
    if a.signed:
        if term is None and not way:
            return None if abs(high) > 10 else (1 + low, 1 + high)
        change = (1 + low, 1 + high)
        if min(change) <= 0:
            return None
        if less_is_better and _GAIN_BEFORE.search(left):  # "TTFT improvement: -3 %"
            return (1 / (1 - low), 1 / (1 - high)) if high < 1 else None
        return (1 / change[0], 1 / change[1]) if less_is_better or (way == "down" and term is None) else change
    if low <= 0:
        return None
    if _SHARE_OF.match(right) and not _TO.search(left):
        return None
    share = _PERCENT_OF.match(right)
    if share and (_TO.search(left) or not way or (way in ("fast", "up") and high < 1)) and (less_is_better or term):
        return (1 / low, 1 / high) if less_is_better else (low, high)
    if _TO.search(left) and way == "down":
        return 1 / low, 1 / high
    if not way:
        return None
    if way == "slow":
        if term is not None and term.more_is_better and term.metric != "memory" and _LOST.match(word) and high < 1:
            return 1 - low, 1 - high
        return 1 / (1 + low), 1 / (1 + high)
    if way == "fast" or (way == "up" and not less_is_better):
        return 1 + low, 1 + high
    if way == "up":
        if _IMPROVE.match(word):
            return (1 / (1 - low), 1 / (1 - high)) if high < 1 else (1 + low, 1 + high)
        return 1 / (1 + low), 1 / (1 + high)
    if _LESS_TIME.match(right):
        return (1 / (1 - low), 1 / (1 - high)) if high < 1 else None
    rate = term is not None and term.more_is_better and term.metric in ("throughput", "decode", "prefill", "kernel")
    if term is not None and term.more_is_better and term.metric == "other" and _FALLS.match(word):
        rate = True  # "performance drops by 30 %"
    if rate and not word.lower().startswith(
        ("sav", "short", "fewer")
    ):  # what is shorter is a time, what are fewer are steps
        return (1 - low, 1 - high) if high < 1 else None
    return (1 / (1 - low), 1 / (1 - high)) if high < 1 else None


# "Throughput degrades by 30 %", "a 30 % loss of speed": so much of it is gone; "30 % slower" takes so much longer
_LOST = re.compile(r"degrad|los[se]|losing|regress|worse", re.IGNORECASE)
_FALLS = re.compile(r"drop|fall|fell|declin|decreas", re.IGNORECASE)
