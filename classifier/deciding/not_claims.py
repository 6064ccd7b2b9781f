# ruff: noqa: E501 - one pattern is one row, however long
"""Kinds of sentence that look like claims and are none, each with what it is worth in the odds.

The linear model sees words; these rows see what a sentence is for: a pointer to a table, a line of an algorithm, a fact about
memories, a gain in accuracy, a speed-up of training.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from classifier.around.surroundings import Surroundings
from classifier.around.topic import speaks_of_inference
from classifier.figures.effect import Effect
from classifier.unit import Unit
from classifier.words.at_words import AtWords, Quick


@dataclass(frozen=True, slots=True, eq=False)
class Against:
    """One kind: what its sentences are worth in the odds of a claim, with and without a figure."""

    name: str
    pattern: re.Pattern[str]
    with_figure: float
    without: float
    example: str


_MEMORY = r"(?:SRAM|HBM\w*|DRAM|SSDs?|NVMe|PCIe|NVLink|InfiniBand|registers?|L[12] cache|shared memory|host memory|main memory|CPU memory|GPU memory|global memory|disks?)"
_SPEED = r"speed|fast|latency|throughput|memory|time|traffic|bandwidth|cost|overhead|tokens|requests|cache|efficien|accelerat|footprint|bits?\b|bytes|compress|storage|size"

KINDS: tuple[Against, ...] = (
    Against(
        "hardware fact",
        re.compile(rf"\b{_MEMORY}\b[^.;]{{0,60}}\b(?:faster|slower|smaller|larger|higher|lower|bigger|cheaper)\b(?:[^.;]{{0,25}}\bthan\b[^.;]{{0,25}}\b{_MEMORY}|[^.;]{{0,30}}\bin (?:size|capacity|bandwidth))", re.IGNORECASE),
        0.05, 0.1,
        "Shared memory is ten times faster than HBM but far smaller in size.",
    ),
    Against(
        "algorithm line",
        re.compile(r"^\W*(?:\d+:\s*)?(?:input|output|require|ensure|data|result|algorithm \d+)\s?:(?!\s?~?[\d.,]+\s?[kKM]?\s?(?:tok|t/s|ms|x\b|×|%))", re.IGNORECASE),
        0.05, 0.05,
        "Input: request R, set of workers W, cache block size B.",
    ),
    Against(
        "requirement",
        re.compile(r"\b(?:must|has to|have to|needs? to|should) (?:ideally |always |also )?be (?:\w+ )?(?:at least )?[≥>~]?\s?\d[\d.]*\s?[x×+%-]|\b(?:fast|small|cheap|quick) enough\b", re.IGNORECASE),
        0.05, 0.3,
        "The draft must be 10x faster than the model that checks it.",
    ),
    Against(
        "data sheet",
        re.compile(r"^(?!.*\b(?:faster|quicker|speeds? ?up|speed-?ups?|speeds?|decod\w+|generat\w+|tok(?:en)?s?(?:/s| per second)|throughput|latency|batch\w*|requests|inference|performance)\b).*\b(?:gpus?|chips?|accelerators?|cards?|setup|node|tensor cores|hopper|blackwell|ampere|[abhlv]\d{2,3}0?s?|mi\d{3}x?)\b[^.;]{0,40}\b(?:offers?|provides?|has|have|features?|comes? with|packs?)\b(?:[^.;]|\.\d){0,50}\b(?:flops?|tflops|tops|vram|hbm\w*|memory|bandwidth|cores|sms)\b", re.IGNORECASE),
        0.1, 0.3,
        "The newer cards have 2.4x the memory bandwidth of the old ones and twice their FLOPS.",
    ),
    Against(
        "size of a part",
        re.compile(r"\b(?:windows?|blocks?|groups?|pages?|chunks?|vocabular(?:y|ies)|vocabs?|assistants?|drafts?|drafters?|assistant models?|draft models?)(?: sizes?)?(?: \([^()]{1,12}\))?(?: of [\w.-]+)? (?:is|are|was|were|that is|that are) (?:about |roughly |at least |only )?(?:[\d.]+ ?[x×]|[\d.]+ times|an order of magnitude|half|twice|\w+ times) (?:as )?(?:larger|smaller|bigger|long(?:er)?|shorter|wide(?:r)?|small|large|big)\b", re.IGNORECASE),
        0.05, 0.3,
        "The draft model is 20x smaller than the one that it drafts for.",
    ),
    Against(
        "size beside a size",
        re.compile(r"\b(?:takes?|holds?|is|are|needs?|occup\w+|comes? to)\s(?:about\s|some\s)?[\d.,]+\s?[KMGT]i?B,?\s(?:which is\s|that is\s)?(?:more than\s|about\s|nearly\s|almost\s|over\s)?(?:[\d.]+|twice|two|three|four|five|ten)\s(?:times\s)?(?:the|its|those of the)\s(?:size of the\s)?(?:weights|model|cache|activations|memory)\b", re.IGNORECASE),
        0.05, 0.3,
        "At that length the cache takes 40 GB, more than twice the weights.",
    ),
    Against(
        "what is needed",
        re.compile(r"\brequires? (?:access to )?(?:an? |significant )[^.;]{0,60}\b(?:memory|models?)\b[^.;]{0,50}\b(?:times|order of magnitude|[\d.]+ ?[x×])", re.IGNORECASE),
        0.05, 0.3,
        "It requires a draft model that is at least ten times smaller.",
    ),
    Against(
        "hypothesis or goal",
        re.compile(r"^\W*(?:hypothes[ie]s|goals?|targets?|objectives?|expected(?=\W*:)|expected (?:\w+ )?(?:impact|result|gain|improvement|outcome|benefit|speed-?up)s?|success criteria|acceptance criteria)\b\W*:", re.IGNORECASE),
        0.05, 0.05,
        "Goal: halve the time to first token at 32K tokens.",
    ),
    Against(
        "share of memory to take",
        re.compile(r"\d\s?%\**\s+of\s+(?:the |its |all |your )?(?:total |unified |available |usable |free |remaining )*(?:gpu |device |system |video )?(?:memory|vram|ram)\b[^.;]{0,24}\b(?:can|may|could|will|is|are) (?:be )?(?:allocated|used|reserved|assigned|set aside|usable)|\b(?:fraction|share|portion) of (?:the |total |remaining |available )*(?:gpu |device )?memory\b", re.IGNORECASE),
        0.02, 0.1,
        "Only 80 % of the unified memory can be allocated to the graphics cores.",
    ),
    Against(
        "pointer",
        re.compile(r"^\W*(?:we|this section|the (?:next|following) (?:section|table))\b[^.;]{0,40}\b(?:report|list|present|summari[sz]e|describe|conduct|discuss|provide|vary|detail|outline|plot|depict|include|give|perform|study|investigate|examine)s?\b(?:[^.;]*\b(?:in|see|by)\b[^.;]*\b(?:tables?|figs?\.?|figures?|sections?|appendix|algorithm)\b|[^.;]*\b(?:to understand|how different|the (?:effect|impact|influence)|ablations?|experiments|evaluations?)\b)", re.IGNORECASE),
        0.7, 0.15,
        "We report the decoding speed of both models on four tasks in Tables 3 and 4.",
    ),
    Against(
        "forecast",
        re.compile(r"^\W*(?:☐|🚧|\[ \])|\b(?:next (?:year|quarter|month|release|version)|we(?:'re| are) (?:still |also |currently |actively )*working (?:on|to)|in (?:the )?future(?: work| releases?| versions?)?|future work|we(?:\s+\w+)? (?:plan|hope|intend|would like|are planning|aim in future) to|(?:is|are) on (?:the|our) roadmap|on our roadmap|coming (?:next|soon)|(?:is|are) planned for)\b", re.IGNORECASE),
        0.001, 0.01,
        "In future work we hope to reach twice that speed with better trees.",
    ),
    Against(
        "question",
        re.compile(r"^\W*(?:could|can|does|do|is|are|will|would|should|might)\b[^.?!]*(?:\.\d[^.?!]*)*\?\W*$", re.IGNORECASE),
        0.01, 0.05,
        "Could a small draft make a model of 70B three times faster?",
    ),
    Against(
        "legend",
        re.compile(r"\b(?:column|rows?|x-axis|y-axis|axis|legend|dashed line|bars?|shaded area|asterisk)\b[^.;]{0,30}\b(?:represents?|shows?|denotes?|indicates?|stands? for|lists?|gives?)\b", re.IGNORECASE),
        0.1, 0.15,
        "The last column gives the hours that quantisation took on four cards.",
    ),
    Against(
        "hearsay or thought experiment",
        re.compile(r"\b(?:even if|even were)\b[^.;]*\b(?:fitted|were|was|had|could)\b|\b(?:it is common|it is often|one often|people often|you often|we often) (?:to )?(?:reads?|hears?|says?|said|heard|claims?|claimed)\b", re.IGNORECASE),
        0.5, 0.05,
        "One card could not take the step in under 30 ms even if the weights fitted into it.",
    ),
    Against(
        "what is to be tried or fetched",
        re.compile(r"\b(?:examples?|demos?|tutorials?|notebooks?|slides|talk|video|documentation|wheels?|packages?|pypi)\b(?! of (?:how|why)\b)", re.IGNORECASE),
        1.0, 0.4,
        "Added a demo of four-bit inference in the browser and wheels for two platforms.",
    ),
    Against(
        "what others say",
        re.compile(r"^\W*(?:what|how)\b[^.?!]{0,120}\b(?:say|says|said|report|reports|claims?|promises?|states?|tell|tells)\b(?: of (?:themselves|itself)| about)?\b", re.IGNORECASE),
        0.3, 0.1,
        "What well-known engines say of themselves, with their settings.",
    ),
    Against(
        "what a figure is of",
        re.compile(r"^\W*(?:(?:figure|fig|table)\W*[\d.]*\W*)?(?:(?:the |an? )?(?:following |above )?(?:figures?|tables?|plots?|charts?|graphs?) (?:below |above )?(?:shows?|compares?|reports?|presents?|gives?|illustrates?) (?:the |our )?(?:[\w-]+ ){0,3}(?:of|for|between)\b|(?:demo of )?speed-?ups? (?:of|for|on|across|by|over)\b(?!.*\b(?:is|are|reaches)\b)|(?:[\w-]+ ){0,4}(?:latency|throughput|memory usage|comparison|speed)(?: and (?:[\w-]+ ){1,3})? (?:of|for|across|comparison|compared|measured|under|versus)\b(?!.*\b(?:is|are|drops?|falls?|rises?|grows?)\b))", re.IGNORECASE),
        1.0, 0.25,
        "Throughput and tail latency of both schedulers across request rates.",
    ),
    Against(
        "a problem",
        re.compile(r"\bhangs? (?:may|can|might)\b|\b(?:may|can|might) (?:hang|deadlock)\b|(?<!reduce )(?<!reducing )(?<!reduces )(?<!eliminating )(?<!avoid )(?<!avoiding )(?<!less )\bwast(?:es|ed|eful|ing) (?:[\w-]+ ){0,2}(?:comput\w+|memory|work|bandwidth|cycles|when|because)\b|\bwastes? (?:[\d%–~* -]+of )?(?:memory|comput\w+)|\b(?:only|main|one|its|the|a|another) (?:\w+ )?(?:downside|drawback)s? (?:is|are|of)\b|\bstruggles? (?:with|to|because)\b|\bdamag(?:es?|ing)\b|\b(?:rising|growing|high|increasing) demand|\bdemand for [^.;]{0,60}\b(?:increas|grow|ris)\w*|\b(?:costs?|time|latency|overhead) grows\b|\bbecom(?:es?|ing) (?:an? |the (?:next )?)?(?:\w+ )?(?:bottleneck|wasteful|prohibitive|critical|(?:too )?expensive|costly)\b|\bperformance was (?:\w+ )?worse\b|\binherent(?:ly)? (?:slow|inefficient)", re.IGNORECASE),
        1.0, 0.25,
        "As contexts get longer, reading the cache becomes the bottleneck of each step.",
    ),
    Against(
        "a limit",
        re.compile(r"\bonly (?:supports?|works?(?: with| on| for)|available|optimized for)\b|\b(?:is|are) (?:currently )?only (?:enabled|active|supported|available|implemented)\b|\b(?:is|are) (?:currently |still )?not (?:yet )?(?:supported|active|available|enabled|implemented)\b|\bdo(?:es)? not (?:yet |currently )?(?:support|work)\b|\bno [\w/ -]{1,40} (?:currently |yet )?supports?\b|\bnot active when\b|\bunsupported\b", re.IGNORECASE),
        1.0, 0.3,
        "The fused path is only enabled for batches of up to 256 tokens.",
    ),
    Against(
        "a premise",
        re.compile(r"\b(?:relies|rely|based|rests?|builds?) on the (?:premise|assumption|idea|observation|fact)\b|\b(?:idea|intuition) (?:is|behind)\b|\bworks by\b|\bthe need for (?:efficient|fast|low)", re.IGNORECASE),
        1.0, 0.3,
        "It relies on the premise that a small model often says what the large one would.",
    ),
    Against(
        "what matters",
        re.compile(r"\b(?:is|are|was|becomes?) (?:absolutely |especially |particularly |very )?(?:critical|crucial|essential|vital|important|key) (?:for|to|in)\b", re.IGNORECASE),
        1.0, 0.35,
        "Low latency is crucial for interactive use.",
    ),
    Against(
        "concession",
        re.compile(r"^\W*(?:however|although|though|despite|unfortunately|nevertheless)\b", re.IGNORECASE),
        1.0, 0.4,
        "However, such pruning needs a calibration set.",
    ),
)  # fmt: skip

_IS = AtWords((kind, kind.pattern.pattern) for kind in KINDS)
_FORECAST = next(kind.pattern for kind in KINDS if kind.name == "forecast")


def is_forecast(text: str) -> bool:
    """Whether a sentence says what is planned or hoped for."""
    return bool(_FORECAST.search(text))


# Under such a heading, or behind such a label, stands what is wished for or supposed.
_WISHES = re.compile(
    r"^\W*(?:[\w.-]+ ){0,3}?(?:hypothes[ie]s|success criteria|acceptance criteria|exit criteria|goals?|targets?|objectives?|roadmap|future work|next steps?|to-?dos?|planned(?: \w+)?|open questions?|ideas)(?: and \w+)?\W*$",
    re.IGNORECASE,
)


def is_wished(s: Surroundings, i: int) -> bool:
    """Whether a passage stands under "Hypothesis", "Success criteria:" or "Roadmap": nobody says that it is so."""
    p = s.document.passages[i]
    led = [s.document.passages[j].text for j in s.before(i)[:1]] if p.kind == "bullet" else []
    return any(_WISHES.match(text) for text in (*p.section[1:], *led))


_QUALITY = re.compile(
    r"\b(?:accurac\w+|perplexit\w+|ppl|quality|scores?|bleu|rouge|f1|lift|recall|win rate|SLO violations?|loss)\b",
    re.IGNORECASE,
)
_SAYS_QUALITY = Quick(_QUALITY.pattern)
_SPEED_WORD = re.compile(rf"\b(?:{_SPEED})", re.IGNORECASE)


def odds_of_kind(u: Unit, has_figure: bool) -> float:
    """What the kind of a sentence leaves of its odds; 1 for most."""
    out = 1.0
    for kind in _IS.present(u.text):
        out = min(out, kind.with_figure if has_figure else kind.without)
    if u.kind != "row" and _SAYS_QUALITY.search(u.text) and not _SPEED_WORD.search(_QUALITY.sub("", u.text)):
        out = min(out, 0.2)  # "lowers the perplexity by 0.3": nothing is said of speed or size
    return out


_SWEEP = re.compile(
    r"\b(?:range of|ranging|ranges|vary|varied|varying|sweep\w*|simulat\w+)\b[^.;]{0,40}$"
    r"|\b(?:as|when|if|while)\b[^.;,]{0,50}\b(?:length|size|batch|context|number|bandwidth|users|rate|concurrency|shots?)\b[^.;,]{0,20}\b(?:increas|grow|chang|vari|scal|ris|go)\w*\b[^.;,]{0,12}$",
    re.IGNORECASE,
)


# "For prompts from 1K to 8K", but "for 1,024-token prompts from 310 ms to 62 ms"
_SWEPT = re.compile(r"\b(?:lengths?|contexts?|batch(?: sizes|es)|prompts|sizes)\b[^.;]{0,12}$", re.IGNORECASE)
_TWO_COUNTS = re.compile(r"\d[\d,]*\s?k?\s(?:to|→|->)\s\d", re.IGNORECASE)


def is_sweep(text: str, e: Effect) -> bool:
    """ "A range of bandwidths from 25 to 400 Gbps", "as the context grows from 8K to 32K": what was set, not what came out."""
    counts = _TWO_COUNTS.match(e.surface) is not None
    if counts and _SWEPT.search(text, max(0, e.start - 30), e.start):
        return True
    return (counts or e.before is not None) and bool(_SWEEP.search(text, max(0, e.start - 110), e.start))


# "INT4 did not make decoding 3x faster": what came out is something else
_DENIED = re.compile(
    r"(?:n't|\b(?:not|never|cannot)|\b(?:fails?|failed|unable) to)\s(?:even\s|really\s|actually\s|yet\s)?"
    r"(?:make|made|get|give|bring|brought|reach|see|saw|seen|achieve|yield|deliver|improve|speed|accelerate|reproduce|observe|confirm|measure|obtain|run|decode|generate|cut|reduce|halve|double|triple|lead to|result in|turn out|gain)\w*\b(?:(?!\bbut\b|\band\b|\binstead\b)[^.;,:]|\.\d){0,90}$",
    re.IGNORECASE,
)


def is_denied(text: str, e: Effect) -> bool:
    """Whether a sentence says that a figure was not reached."""
    return bool(_DENIED.search(text[max(0, e.start - 140) : e.start]))


_QUESTION = next(kind.pattern for kind in KINDS if kind.name == "question")


def is_question(text: str) -> bool:
    """Whether a sentence asks whether something is so."""
    return bool(_QUESTION.search(text))


# --- training -------------------------------------------------------------------------------------------------------

_TRAINS = Quick(
    r"\b(?:pre-?)?train(?:s|ing)?\b(?:\s+(?:\w+\s+){0,2}(?:times?|speeds?|throughput|steps?|iterations?|hours|days|runs?|record|cost|efficiency|workloads?|transformers?|models?|networks?|from scratch)\b)"
    r"|\b(?:faster|speeds? up|accelerat\w+|quicker|during|end-to-end|model|distributed|bert|transformers?|gpt-?\d|moe|llm)\s+(?:pre-?)?training\b|\b(?:we|to) (?:pre-?)?train\b|\btrains\b[^.;]{0,50}\bfaster\b|\bMLPerf\b[^.;]{0,12}\btraining\b|\bforward\s?(?:\+|and|/)\s?backward\b|\bfine-?tuning (?:time|speed|step)"
)
_PARTS = Quick(r"\b(?:draft\w*|heads?|adapters?|predictors?|routers?|drafters?|speculators?)\b")
_FREE = re.compile(r"\b(?:training-free|post-training|without (?:any )?(?:re-?)?training|trained)\b", re.IGNORECASE)
_RUNS = Quick(
    r"\b(?:inference|decod\w+|serv(?:ing|es|ed)|prefill\w*|generation|generat(?:e|es|ing)|tokens?/s|ms/tok\w*|token time|speculative|sampling|ttft|tpot)\b"
)
# Of no use before a model is served: whatever the neighbours train, a figure beside such a name is of inference.
_SERVING_ONLY = frozenset(
    "weight-only-quantization kv-cache-quantization kv-eviction sliding-window-attention paged-kv-cache prefix-caching "
    "continuous-batching kv-offload speculative-decoding eagle medusa-heads ngram-speculation lookahead-decoding "
    "self-speculation tree-speculation parallel-drafting".split()
)
_LABEL = re.compile(r"^\W*[\w-]+(?:\s+[\w-]+){0,4}\s*[.:]\s*$")  # "Training:", "End-to-end training time."


def of_training(s: Surroundings, i: int) -> bool:
    """Whether a figure is of training: by the unit, its table, the passages before it, or what its section sets out to do."""
    p, u = s.document.passages[i], s.unit(i)
    if _RUNS.search(u.text) or speaks_of_inference(u.text):
        return False
    if any(_is_training(text) for text in (u.text, p.caption, " | ".join(p.header))):
        return True
    if u.kind != "row" and any(h.technique in _SERVING_ONLY and h.strength >= 0.8 for h in u.mentions.techniques):
        return False
    if _RUNS.search(" ".join((p.caption, *p.header, *p.section[-1:]))):
        return False
    for j in s.previous(i, 3):
        text = s.document.passages[j].text
        if _is_training(text) or (
            _LABEL.match(text) and re.search(r"\btraining\b", _FREE.sub("", text), re.IGNORECASE)
        ):
            return True
        if _RUNS.search(text) or (_LABEL.match(text) and p.kind == "bullet"):
            return False
    opening = s.opening(i)
    return p.kind != "bullet" and any(_is_training(t) for t in opening) and not any(_RUNS.search(t) for t in opening)


@lru_cache(maxsize=256)  # of the passages before and of headings it is asked again and again
def _is_training(text: str) -> bool:
    return bool(_TRAINS.search(_FREE.sub("", text))) and not _PARTS.search(text)
