"""Claims from a sheet or from JSON lines: columns or the guidelines' fields to a `Statement`.

A sheet may write the technique and the metric as free text (`EAGLE-3 (tree 60)`, `serving throughput, HumanEval`): names
are looked up in the catalog, the metric is decided by its words, and what the text implies becomes hints.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from estimator.errors import BadValue, EstimatorError, UnknownName
from estimator.formats import named_format
from estimator.statement import Kind, Metric, Qualifier, Quantity, Side, Statement
from estimator.techniques import find_technique, technique_in, with_effect
from estimator.verdicts.drafts import OPEN_RATE
from estimator.verdicts.judge import judge
from estimator.verdicts.limits import believable
from estimator.verdicts.quantities import UNITS, known_unit

PARAMS = (
    "weight_bits weight_bits_before kv_bits kv_bits_before act_bits group_size batch input_len output_len context_len draft_len "
    "acceptance_rate acceptance_len draft_model draft_params_b tp ep pp n_kv_heads n_heads window sparsity hit_rate block_size "
    "tree_size time_share kernel_factor kv_lora_rank tokens_per_step"
).split()
CLAIM_COLUMNS = [
    *"id technique metric factor_low factor_high hardware model n_devices baseline side qualifier kind also notes".split(),
    *"absolute absolute_unit absolute_before absolute_before_unit params inherited hints weight_format".split(),
    *PARAMS,
]


def judge_rows(rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """One JSON-like object a row, in order: `id` with the verdict's fields, or with `error`."""
    for number, row in enumerate(rows, 1):
        key = row.get("id") or number
        try:
            yield {"id": key} | judge(claim_statement(row)).record()
        except EstimatorError as error:
            yield {"id": key, "error": str(error)}


def claim_statement(row: Mapping[str, Any]) -> Statement:
    """A row of a sheet, or an object with the guidelines' fields."""
    text = " ".join(str(row.get(name) or "") for name in ("technique", "metric", "notes"))
    low, high = _number(row, "factor_low"), _number(row, "factor_high")
    technique, also = _technique(row)
    baseline = str(row.get("baseline") or "").strip()
    params = _told(row, technique) | _params(row)
    return Statement(
        kind=_word(row, "kind", get_args(Kind), "claim"),
        technique=technique,
        also=also,
        side=_word(row, "side", get_args(Side), None),
        metric=metric_of(str(row.get("metric") or "")),
        factor_low=high if low is None else low,
        factor_high=low if high is None else high,
        qualifier=_word(row, "qualifier", get_args(Qualifier), "exact"),
        absolute=_quantity(row, "absolute"),
        absolute_before=_quantity(row, "absolute_before"),
        baseline=baseline,
        hardware=_names(row, "hardware") or _chips_of(row, technique),
        n_devices=_count(row, "n_devices"),
        model=_names(row, "model"),
        params=params,
        formats=_formats(row),
        inherited=frozenset(_names(row, "inherited")),
        hints=frozenset(_names(row, "hints")) | hints_of(text) | _open_rate(row, params),
    )


def _open_rate(row: Mapping[str, Any], params: Mapping[str, Any]) -> frozenset[str]:
    """A sheet in words of its own holds rates as its sources print them; the field of the guidelines is the chance."""
    metric = str(row.get("metric") or "").strip()
    words = "acceptance_rate" in params and metric and metric not in get_args(Metric)
    return frozenset({OPEN_RATE}) if words else frozenset()


_PERCENT = re.compile(r"(\d{1,2}(?:\.\d)?)\s*%")
_BITS = re.compile(r"(?:int|fp|float|w)-?(\d)\b|\b(\d)-?bit", re.IGNORECASE)
_KV_BITS = re.compile(r"kv\s?(?:cache\s)?(?:int|fp)?-?(\d)\b|(?:int|fp)(\d)\s?kv", re.IGNORECASE)
_ACTIVATIONS = re.compile(r"w\d+a(\d+)", re.IGNORECASE)


def _told(row: Mapping[str, Any], technique: str) -> dict[str, Any]:
    """Numbers that a free text of the technique states: `activation sparsity 40%`, `FP8 KV cache`, `GPTQ 3-bit`."""
    text = str(row.get("technique") or "")
    if technique in ("activation-sparsity", "weight-sparsity") and (found := _PERCENT.search(text)):
        return {"sparsity": float(found[1]) / 100}
    if technique in with_effect("kv_bits") and (found := _KV_BITS.search(text)):
        return {"kv_bits": float(found[1] or found[2])}
    told: dict[str, Any] = {}
    if technique in with_effect("weight_bits", "weight_act_bits") and (found := _BITS.search(text)):
        told["weight_bits"] = float(found[1] or found[2])
    if technique == "weight-activation-quantization" and (found := _ACTIVATIONS.search(text)):
        told["act_bits"] = float(found[1])
    return told


def _formats(row: Mapping[str, Any]) -> dict[str, str]:
    """The format of the weights, in a column of its own or in the text of the technique: `GGUF Q4_K_M`."""
    told = str(row.get("weight_format") or "").strip()
    if told and not named_format(told):
        raise BadValue("weight_format", told, "the name of a number format, like Q4_K_M, NVFP4 or AWQ")
    said = named_format(told or str(row.get("technique") or ""))
    return {"weight_bits" if told else "technique": said} if said else {}


def _chips_of(row: Mapping[str, Any], technique: str) -> tuple[str, ...]:
    """The new chip where only the technique's text names it: `Blackwell vs Hopper`."""
    parts = re.split(r"\b(?:vs\.?|over|against)\s", str(row.get("technique") or ""))
    return (parts[0].strip(),) if technique == "hardware-upgrade" and len(parts) > 1 else ()


def _blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip()) or value != value


def _word(row: Mapping[str, Any], name: str, words: tuple[str, ...], default: Any) -> Any:
    value = row.get(name)
    if _blank(value):
        return default
    if value not in words:
        raise BadValue(name, value, f"one of {', '.join(words)}")
    return value


def _plain(value: Any) -> str:
    """Without the commas between thousands; a decimal comma stays, and is no number then."""
    return re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", str(value).strip())


def _number(row: Mapping[str, Any], name: str) -> float | None:
    value = row.get(name)
    if _blank(value):
        return None
    try:
        number = float(_plain(value).removesuffix("x"))
    except ValueError:
        raise BadValue(name, value, "a number") from None
    if not 0 < number < float("inf"):
        raise BadValue(name, value, "a finite number above 0")
    return number


def _count(row: Mapping[str, Any], name: str) -> int | None:
    """A number of devices; where it fell (`8 to 1`), the one after."""
    value = row.get(name)
    if _blank(value):
        return None
    found = re.findall(r"\d+", str(value).split(".")[0] if re.fullmatch(r"\s*\d+\.0*\s*", str(value)) else str(value))
    if not found or int(found[-1]) < 1:
        raise BadValue(name, value, "a count of at least 1")
    return int(found[-1])


def _names(row: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = row.get(name)
    if _blank(value):
        return ()
    if isinstance(value, str):
        return tuple(part.strip() for part in re.split(r"[|;]", value) if part.strip())
    return tuple(str(part) for part in value)  # type: ignore[union-attr]


def _quantity(row: Mapping[str, Any], name: str) -> Quantity | None:
    """`{"value": 24, "unit": "tokens/s"}`, `24 tokens/s`, or a number with a column `absolute_unit`."""
    value = row.get(name)
    if _blank(value):
        return None
    if isinstance(value, Mapping):
        number, unit = value.get("value"), str(value.get("unit") or "")
    elif (found := re.match(r"\s*([\d.,]+(?:e[+-]?\d+)?)\s*(.*)$", str(value), re.IGNORECASE)) is not None:
        number, unit = _plain(found[1]), found[2] or str(row.get(f"{name}_unit") or "")
        if not unit:
            raise BadValue(name, value, "a number with its unit, like 24 tokens/s")
        if not known_unit(unit):
            raise BadValue(name if found[2] else f"{name}_unit", unit, f"a unit like {UNITS}")
    else:
        raise BadValue(name, value, "a number with a unit, like 24 tokens/s")
    try:
        return Quantity(float(number), unit)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise BadValue(name, value, "a number with a unit, like 24 tokens/s") from None


def _params(row: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters: an object in JSON, or columns of their names; ranges as two ends, joined by a hyphen in a sheet."""
    given = row.get("params")
    if isinstance(given, str) and given.strip():
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            raise BadValue("params", given, "a JSON object") from None
    values = dict(given) if isinstance(given, Mapping) else {}
    for name in PARAMS:
        if not _blank(row.get(name)):
            values[name] = row[name]
    return {
        name: value for name, raw in values.items() if not _blank(raw) and (value := _parameter(name, raw)) is not None
    }


def _parameter(name: str, raw: Any) -> Any:
    if name == "draft_model":
        return raw
    if isinstance(raw, (int, float, list, tuple)):
        _check(name, raw, raw if isinstance(raw, (list, tuple)) else [raw])
        return list(raw) if isinstance(raw, tuple) else raw
    text = _plain(raw)
    ends = [_NUMBER.fullmatch(end) for end in re.split(r"(?<=[\dkK%])\s*(?:-|–|to)\s*", text)]
    values = [float(end[1]) * (1024 if end[2] else 1) for end in ends if end]
    if len(values) not in (1, 2) or len(values) < len(ends) or not all(map(math.isfinite, values)):
        raise BadValue(name, raw, "a number, or two ends like 8-16")
    _check(name, raw, values)
    return values if len(values) == 2 else values[0]


def _check(name: str, raw: Any, values: Iterable[Any]) -> None:
    """A number that the parameter cannot have is a slip of the sheet, not something that it leaves open."""
    for value in values:
        if isinstance(value, (int, float)) and (allowed := believable(name, float(value))):
            raise BadValue(name, raw, allowed)


_NUMBER = re.compile(
    r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(k)?(?:x|%)?\s*", re.IGNORECASE
)  # 4k tokens: 4,096


# Words of a technique's text that say which mechanism it is, where no name of the catalog is in it; the first that matches.
_TECHNIQUE_WORDS: tuple[tuple[str, str], ...] = (
    ("hardware-upgrade", r"\bvs\.? (?:the )?[abh]\d{2,3}|blackwell vs|hopper vs|over (?:the )?[abh]\d{3}\b"),
    ("kernel-optimization", r"\bamx\b|\b(?:mla|gqa|mqa|gdn)\b.*\bkernel|flashmla kernel"),
    ("long-context-speculation", r"triforce|partial kv draft|magicdec"),
    ("kv-cache-quantization", r"(?<![a-z0-9])kv[- ]?(?:int|fp)?\d\b|(?:int|fp)\d kv|kv ?cache quant|k\dv\d"),
    ("data-parallel-attention", r"attention dp|context parallel|dp attention"),
    ("weight-offload-streaming", r"^offload"),
    ("prefix-caching", r"shared prefix|kv (?:reuse|sharing in parallel)|prefix re-?use"),
    ("jump-forward-decoding", r"jump.?forward"),
    ("parallel-drafting", r"dflash|dspark|dfly|parallel draft"),
    ("ngram-speculation", r"n-?gram|prompt lookup|suffix speculation|retrieval"),
    ("tree-speculation", r"\btree\b|specinfer|sequoia"),
    ("multi-token-prediction", r"\bmtp"),
    ("eagle", r"eagle|hass"),
    ("self-speculation", r"self-?specul"),
    ("speculative-decoding", r"specul|draft"),
    ("binary-ternary-weights", r"ternary|1\.58|bitnet"),
    ("weight-activation-quantization", r"w\d+a[48]\b|fp8|float8|int8 w8a8|a8\b"),
    ("weight-only-quantization", r"(?:int|fp)[2-8]\b|\b[2-8]-bit|weight-only|awq|gptq|compression|gguf"),
    ("activation-sparsity", r"hot/cold|contextual sparsity|activation sparsity|neuron"),
    ("expert-offload", r"expert kernels|cpu/gpu|6 of 8 experts"),
    ("multi-head-latent-attention", r"\bmla\b"),
    ("grouped-query-attention", r"\bgqa"),
    ("multi-query-attention", r"\bmqa"),
    ("linear-attention-ssm", r"hybrid|linear attention|mamba"),
    ("sparse-attention", r"sparse|sampled attention|page selection|top-?k"),
    ("kv-eviction", r"kvzip|evict"),
    ("tensor-parallelism", r"tensor parallel|\btp\d*\b"),
    ("expert-parallelism", r"expert parallel"),
    ("pipeline-parallelism", r"\bpp\d|pipeline"),
    ("cuda-graphs", r"cuda graph|graph capture"),
    ("multi-step-scheduling", r"overlap scheduler|model runner|host (?:overhead|and kernel)"),
    ("scheduling", r"chunked prefill|splitfuse|schedul"),
    ("prefill-decode-disaggregation", r"disaggreg|p/d split|prefill/decode"),
    ("kernel-optimization", r"kernel|amx|triton"),
)
_WORDED = tuple((key, re.compile(pattern, re.IGNORECASE)) for key, pattern in _TECHNIQUE_WORDS)
_COMPOSITES = (
    ("weight-only-quantization", re.compile(r"\+ ?(?:int4|4-bit|fp8|compression)", re.IGNORECASE)),
    ("kv-cache-quantization", re.compile(r"kv4\b", re.IGNORECASE)),
)


def _technique(row: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    text = str(row.get("technique") or "other").strip()
    also = tuple(find_technique(name).key for name in _names(row, "also"))
    try:
        key = find_technique(text).key
    except UnknownName:
        key = technique_of(text)
    extra = tuple(name for name, pattern in _COMPOSITES if pattern.search(text) and name != key)
    return key, (*also, *extra)


def technique_of(text: str) -> str:
    """The technique that a free text names or describes; `other` where it does neither."""
    for key, pattern in _WORDED[:7]:
        if pattern.search(text):
            return key
    if (row := technique_in(text)) is not None:
        return row.key
    return next((key for key, pattern in _WORDED if pattern.search(text)), "other")


_METRICS: tuple[tuple[Metric, str], ...] = (
    ("other", r"accept(?:ance|ed) (?:length|rate)|acceptance"),
    ("ttft", r"ttft|time to first|first[- ]token"),
    ("memory", r"memory|batch size|capacity of"),
    ("kernel", r"kernel|gemm|attention (?:speed|latency)|decode attention|linear layer|self-attention|slope"),
    ("prefill", r"prefill|prompt processing"),
    ("throughput", r"throughput|requests? (?:per|/|handled)|req/s|capacity|serving|goodput|tok/gpu|per rank"),
    (
        "decode",
        r"decode|tpot|itl|per token|tok/s|tokens per second|wall-clock|generation speed|ms per|per-token|inter-token",
    ),
    ("latency", r"latency|delay|response time|completion|time per sample|end[- ]to[- ]end|2nd-turn"),
)
_METRIC_WORDS = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _METRICS)


def metric_of(text: str) -> Metric:
    """The metric of the guidelines that a column's free text means."""
    said = text.strip()
    if said in get_args(Metric):
        return said  # type: ignore[return-value]
    return next((name for name, pattern in _METRIC_WORDS if pattern.search(said)), "other")


_HINTS = (
    ("max-throughput", r"max(?:imum)? (?:\w+ )?throughput|peak throughput|largest batch"),
    ("high-load", r"high (?:qps|concurrency|load)|saturat"),
    ("single-user", r"single[- ](?:user|stream|request)|one user|qps 1\b|interactive"),
    ("long-context", r"long[- ]context|1m context|at 128k|million tokens"),
    ("shared-prefix", r"shared[- ]prefix|common prefix|shared context|cascade|hydragen"),
    ("end-to-end", r"end[- ]to[- ]end|\be2e\b|wall-?clock"),
    ("2:4", r"(?<![\d:])2\s?:\s?4(?![\d:])|semi-?structured"),
    ("fp8", r"(?<![a-z])(?:mx)?fp-?8(?![-\s]?kv)"),
    ("fp4", r"(?<![a-z])(?:nv|mx)?fp-?4(?![-\s]?kv)"),
    ("int8", r"(?<![a-z])int-?8(?![-\s]?kv)|smoothquant"),
    ("int4", r"(?<![a-z])int-?4(?![-\s]?kv)|quarot|spinquant"),
)
_HINT_WORDS = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _HINTS)


def hints_of(text: str) -> frozenset[str]:
    """What the wording implies about the setting."""
    return frozenset(name for name, pattern in _HINT_WORDS if pattern.search(text))
