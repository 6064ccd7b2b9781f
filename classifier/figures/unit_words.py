# ruff: noqa: E501 - one pattern is one row, however long
"""Units of rates, times and sizes as people write them, with the spelling that the guidelines give them."""

from __future__ import annotations

from typing import Literal

Kind = Literal["times", "percent", "rate", "time", "bytes", "bandwidth", "flops", "word", "count", "money"]

_TOKENS = r"(?:output\s+|generated\s+|input\s+|decode\s+|prompt\s+|prefill\s+)?(?:tokens?|toks?|tkn|t)"
_SECOND = r"(?:seconds?|secs?|s)"
# (pattern, what it measures, the unit), the longest first
UNITS: tuple[tuple[str, Kind, str], ...] = (
    (rf"{_TOKENS}(?:\s*(?:/|per|\.)\s*|\s+(?:an?|each|every)\s+)(?:{_SECOND})\b(?!\s*\^)", "rate", "tokens/s"),
    (r"(?:tps|TPS|tok/sec)\b", "rate", "tokens/s"),
    (
        rf"(?:requests?|reqs?|queries|query|prompts?|samples?|seqs?|sequences?)\s*(?:/|per)\s*(?:{_SECOND})\b",
        "rate",
        "requests/s",
    ),
    (r"(?:rps|RPS|QPS|qps|req/s)\b", "rate", "requests/s"),
    (r"(?:T|tera)(?:B/s|bytes?\s+per\s+second)", "bandwidth", "TB/s"),
    (r"(?:Gb/s|Gbps|Gbit/s|[Gg]igabits?\s+per\s+second)", "bandwidth", "Gb/s"),  # of links: an eighth of GB/s
    (r"(?:Gi?B/s|GBps|[Gg]igabytes?\s+per\s+second)", "bandwidth", "GB/s"),
    (r"P(?:FLOPS?|flops?|FLOP/s|FLOPs/s)\b", "flops", "PFLOPS"),
    (r"G(?:FLOPS?|flops?|FLOP/s|FLOPs/s)\b", "flops", "GFLOPS"),
    (r"(?:teraflops|TOPS)\b", "flops", "TFLOPS"),
    (r"T(?:FLOPS?|flops?|FLOP/s|FLOPs/s)\b", "flops", "TFLOPS"),
    (
        r"(?:ms|msec|milliseconds?)\s*(?:/|per|for each|for every|a|each)\s*(?:output\s+|next\s+|new\s+|generated\s+)?(?:token|tok|iteration|step)(?:\s*\^?\s*[2²])?\b",
        "time",
        "ms/token",
    ),
    (rf"{_SECOND}\s*(?:/|per)\s*(?:output\s+)?(?:token|tok)\b", "time", "s/token"),
    (r"(?:µs|us|usec|microseconds?)\b", "time", "us"),
    (r"(?:ms|msec|msecs|milliseconds?)\b", "time", "ms"),
    (r"(?:minutes?|mins?)\b", "time", "min"),
    (r"(?:hours?|hrs?)\b", "time", "h"),
    (r"(?:seconds?|secs?|s)\b(?!\s*\d)", "time", "s"),
    (
        r"(?:/|per)\s?(?:(?:1|one|a)\s?)?(?:M|million)\s?(?:output\s|input\s|generated\s)?(?:tokens?|toks?|tok)\b(?!\s*(?:/|per|a)\b)",
        "money",
        "$/M tokens",
    ),
    (r"GiB\b(?!/s)", "bytes", "GiB"),
    (r"MiB\b(?!/s)", "bytes", "MiB"),
    (r"(?:TB|TiB|terabytes?)\b(?!/s)", "bytes", "TB"),
    (r"(?:GB|gigabytes?|G)\b(?!/s)", "bytes", "GB"),
    (r"(?:MB|megabytes?)\b(?!/s)", "bytes", "MB"),
    (r"(?:KB|KiB|kB|kilobytes?)\b(?!/s)", "bytes", "KB"),
)
