# ruff: noqa: E501 - one pattern is one row, however long
"""What a figure measures: the words for each metric, and whether more of it is better."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from classifier.words.at_words import AtWords
from estimator.statement import Metric


@dataclass(frozen=True, slots=True)
class MetricTerm:
    """One way to name a metric. `more_is_better` is None where the word alone does not say ("decoding")."""

    pattern: str
    metric: Metric
    more_is_better: bool | None


# Of the rows that match at a word the first wins, so the longer reading stands first where two begin alike.
TERMS: tuple[MetricTerm, ...] = (
    MetricTerm(r"time[- ]to[- ](?:the[- ])?first[- ](?:output[- ])?token|ttft|(?:mean_|median_|avg_|p\d\d_)?ttft_m?s|(?:mean|median|avg|p\d\d)_ttft|(?:first|1st)[- ]token[- ](?:latency|time|generation)|(?:first|1st) tokens?", "ttft", False),
    MetricTerm(r"prefill(?:ing)?(?:[- ](?:stage|phase|computation|gpu|compute))? (?:latency|times?|cost|overhead)|(?:prompt|context)[- ](?:processing|ingestion|encoding) (?:latency|time)|prompt eval(?:uation)? time", "prefill", False),
    MetricTerm(r"pp ?\d{2,6}", "prefill", True),  # so called by llama-bench, as is "tg128"
    MetricTerm(r"tg ?\d{1,5}", "decode", True),
    MetricTerm(r"process(?:es|ing|ed)? (?:an? |the )?(?:[\w.,-]+ ){0,2}prompts?", "prefill", True),
    MetricTerm(r"prefill(?:ing|ed|s)?(?:[- ](?:speed|throughput|performance|stage|phase))?(?! kernels?\b)|pre-?filling|prompt[- ](?:processing|eval(?:uation)?|ingestion)(?: speed| throughput)?|(?:prompt|context)[- ](?:phase|stage)|context[- ](?:processing|encoding)|prompt encoding", "prefill", True),
    MetricTerm(r"time[- ]per[- ](?:output[- ])?token|tpot|(?:mean_|median_|avg_|p\d\d_)?(?:tpot|itl)_m?s|(?:mean|median|avg|p\d\d)_(?:tpot|itl)|inter[- ]token[- ](?:latency|latencies)|itl|per[- ]token(?: decod(?:e|ing)| generation)? (?:latency|latencies|time)|token latency|(?:each|every|an?|one) (?:output |new |next |generated )?token(?= (?:now |then |only |still )?(?:takes?|took|needs?|costs?)\b)|time between (?:output |generated |successive |two )?tokens|tbt|(?:decod(?:e|ing)|generation)(?:[- ]stage|[- ]phase|[- ]step)? (?:latency|latencies|time)|latency per (?:output )?token|ms/token|ms per token|(?:as long|as much time) per (?:output )?token|(?:itl|tpot) slopes?|slopes?", "decode", False),
    MetricTerm(r"token rates?|(?:decod(?:e|ing)|generation|token[- ]generation)[- ](?:speed|rate|performance|efficiency)|tokens? generation(?! (?:throughput|lengths?))|speeds? of (?:decoding|generation)|tokens? per second per user|tokens/s per user|tokens/s/user|autoregressive (?:decoding|generation)|(?<!speculative )(?<!speculative-)(?<!lookahead )(?<!jacobi )(?<!jump-forward )(?<!forward )(?<!guided )(?<!parallel )(?<!flash-)(?<!flash )(?<!spec )decod(?:es?|ing)(?! (?:kernel|attention|(?:token |output )?throughput))|(?:single|per)[- ](?:user|stream|batch|request|sequence) (?:speed|throughput|decoding)|text generation|generation(?! (?:(?:token |output )?throughput|lengths?))", "decode", True),
    MetricTerm(r"(?<=x more )requests|(?<=% more )requests|(?<=times more )requests|(?<=times as many )requests|(?:(?:server|serving|system|request|output|input|token|aggregate|total|end[- ]to[- ]end|inference|generation|decod(?:e|ing)|effective|max(?:imum)?|peak|overall|cluster) )*throughputs?|goodput|requests? per second|req(?:uests?)?/s(?:ec)?|rps|(?<!low )(?<!high )(?<!low-)(?<!high-)(?<!peak )qps(?! ?=)|queries per second|tokens?(?: again)? (?:per|an?|each|every) second|tokens?/s(?:ec)?|tok/s|tps|serving capacity|requests served", "throughput", True),
    MetricTerm(r"(?:batch[- ]?sizes?|batches|context[- ](?:lengths?|windows?)|sequence lengths?|(?:conversation|dialogue?) lengths?|concurren(?:cy|t (?:users|requests|sequences|operations))|number of (?:kv )?(?:blocks?|tokens|sequences|users|requests)|(?:kv[- ]?cache|token) capacity|contexts|(?<=as many )(?:concurrent |parallel |simultaneous |active |open )?(?:sessions|users|sequences|conversations|chats|contexts|requests at once|concurrent requests)|(?<=longer )context|(?<=larger )batch|(?:max(?:imum|imal)?|largest|feasible) batch|(?<=bigger )batch|kv blocks?)", "memory", True),
    MetricTerm(r"(?<!wait for )(?<!waits for )(?<!waiting for )(?<!wait on )(?<!waits on )(?<!waiting on )(?<!bound by )(?<!limited by )(?:(?:peak|gpu|device|dram|hbm|runtime|inference|kv[- ]?cache|activation|weight|cache|video|system|cpu) )*memory(?: (?:usage|use|footprint|consumption|requirements?|overhead|traffic|accesses|access|savings?|bandwidth|cost|size|movement|reads?))?|vram|footprint|(?:kv[- ]?)?cache size|size of (?:the )?(?:kv cache|model|weights)|model size|(?<!int8 )(?<!int4 )(?<!fp8 )(?<!fp16 )(?<!bf16 )(?<!nf4 )(?<!-bit )(?:model )?weights?(?: size)?|kv[- ]?caches?|storage|bytes|disk space|model files?|(?:hbm|dram|memory) (?:accesses|reads|writes|traffic)|data movement", "memory", False),
    MetricTerm(r"(?<=makes )(?:the )?(?:decode |decoding |self-)?attention|(?<=peeds up )(?:the )?(?:decode |decoding |self-)?attention|(?<=ccelerates )(?:the )?(?:decode |decoding |self-)?attention(?! mech)|(?:attention|gemm|gemv|matmul|matrix[- ]multiplication|triton|cuda|dequant\w*|mlp|softmax|all-?reduce|operator|fused|moe|fmha)[- ](?:kernels?|ops?|operators?|latency|speed|computation|time|throughput|layers?)|kernels?(?:[- ]level)?(?: (?:latency|speed|time|performance|throughput))?|gemms?|gemv|matmuls?|matrix[- ](?:vector |matrix )?multiplications?|micro-?benchmarks?|(?<!whole )(?<!entire )(?<!full )(?<!complete )forward pass|backward pass|self[- ]attention|attention operator|operators?", "kernel", True),
    MetricTerm(r"(?:end[- ]to[- ]end|e2e|request|tail|p\d\d|average|mean|median|overall|inference|response|serving|total|generation|per-request|query|normalized) (?:latency|latencies|time|response times?)|e2el|latency|latencies|response times?|wall[- ]?(?:clock )?time|wall-clock|runtime|run time|execution time|completion time|(?:request|job|task) completion|job time|inference time|delays?|p9\d|p50", "latency", False),
    MetricTerm(r"(?:inference |overall |model |end[- ]to[- ]end )?(?:performance|perf|speeds?(?!\s?-?\s?ups?\b))|efficiency", "other", True),
    MetricTerm(r"costs?|dollars?|price|energy|power|electricity|number of gpus|gpus needed|gpu hours|start-?up time|load(?:ing)? time|compile time|compilation time|transfer volume|communication volume|prompt tokens|traffic|communication", "other", False),
)  # fmt: skip
_ANY = AtWords((term, rf"(?<![\w-])(?:{term.pattern})(?!\w)") for term in TERMS)


@dataclass(frozen=True, slots=True)
class MetricWord:
    """A metric term at its place."""

    metric: Metric
    more_is_better: bool | None
    start: int
    end: int


@lru_cache(maxsize=256)  # headings and the sentences before are asked for again and again
def metric_words(text: str) -> tuple[MetricWord, ...]:
    """The metric terms of a levelled text, in order."""
    return tuple(MetricWord(t.metric, t.more_is_better, m.start(), m.end()) for t, m in _ANY.matches(text))


UNIT_METRIC: dict[str, tuple[Metric, bool]] = {
    "tokens/s": ("throughput", True),
    "requests/s": ("throughput", True),
    "ms/token": ("decode", False),
    "s/token": ("decode", False),
    "us": ("kernel", False),
    "ms": ("latency", False),
    "s": ("latency", False),
    "min": ("latency", False),
    "h": ("latency", False),
    "$/M tokens": ("other", False),
    "TB": ("memory", False),
    "GB": ("memory", False),
    "GiB": ("memory", False),
    "MiB": ("memory", False),
    "MB": ("memory", False),
    "KB": ("memory", False),
    "TFLOPS": ("kernel", True),
    "GFLOPS": ("kernel", True),
    "PFLOPS": ("kernel", True),
    "GB/s": ("kernel", True),
    "Gb/s": ("kernel", True),
    "TB/s": ("kernel", True),
}
"""What a unit measures when no word says so, and whether more is better."""
