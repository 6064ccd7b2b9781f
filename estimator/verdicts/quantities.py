"""A number with its unit, as people write it, in SI and with what it counts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from estimator.statement import Quantity, Statement

Kind = Literal[
    "prompt_rate",
    "rate",
    "accepted",
    "token_time",
    "time",
    "requests",
    "flops",
    "bandwidth",
    "bytes",
    "bytes_per_token",
    "sequences",
    "tokens",
    "share",
    "",
]
Scope = Literal["user", "device", "node", "system", ""]


@dataclass(frozen=True, slots=True)
class Measure:
    """`value` in tokens/s, seconds, requests/s, FLOP/s, bytes/s, bytes, or a count."""

    kind: Kind
    value: float
    scope: Scope = ""


_SCOPES: tuple[tuple[Scope, str], ...] = (
    ("user", r"user|request\b(?!s)|stream|sequence\b|/seq\b|client|session|conversation"),
    ("device", r"gpu|device|chip|card|accelerator|xpu|npu|die\b"),
    ("node", r"(?:/|per|each)\s*(?:node|server|machine)"),
    ("system", r"system|total|aggregate|node|server|rack|cluster|overall|batch"),
)
_KINDS: tuple[tuple[Kind, str, float], ...] = (
    (
        "accepted",
        r"(?:accepted\s*)?(?:tokens?|toks?)\s*(?:/|per|a)\s*(?:pass|step|cycle|forward|verification|iteration|target|draft)"
        r"|accepted\s*(?:tokens?|length)|acceptance\s*length",
        1.0,
    ),
    ("prompt_rate", r"(?:prompt|input|prefill)\s*(?:tokens?|toks?)\s*(?:/|per|a)\s*(?:s\b|sec|second)", 1.0),
    ("token_time", r"(?:ms|milliseconds?)\s*(?:/|per|a)\s*(?:output\s*)?(?:token|tok)\b", 1e-3),
    ("token_time", r"(?:us|µs|μs)\s*(?:/|per|a)\s*(?:output\s*)?(?:token|tok)\b", 1e-6),
    ("token_time", r"(?:s|sec|seconds?)\s*(?:/|per|a)\s*(?:output\s*)?(?:token|tok)\b", 1.0),
    ("bytes_per_token", r"kb\s*(?:/|per)\s*token", 1e3),
    ("bytes_per_token", r"kib\s*(?:/|per)\s*token", 1024.0),
    ("bytes_per_token", r"mb\s*(?:/|per)\s*token", 1e6),
    ("bytes_per_token", r"bytes\s*(?:/|per)\s*token", 1.0),
    ("rate", r"(?:k\s*|thousand\s+)(?:tokens?|toks?)\s*(?:/|per)\s*s", 1e3),
    ("rate", r"(?:m\s*|million\s+)(?:tokens?|toks?)\s*(?:/|per)\s*s", 1e6),
    ("rate", r"(?:tokens?|toks?|t|tk)\s*(?:/|per|a)\s*(?:s\b|sec|second)|\btps\b", 1.0),
    ("rate", r"(?:tokens?|toks?)\s*(?:/|per)\s*(?:user|gpu|request)\s*(?:/|per)\s*s", 1.0),
    ("rate", r"(?:tokens?|toks?)\s*(?:/|per)\s*(?:min|minute)", 1 / 60),
    ("requests", r"(?:req|reqs|requests?|queries|q)\s*(?:/|per|a)\s*(?:s\b|sec|second)|\brps\b|\bqps\b", 1.0),
    ("requests", r"(?:req|requests?)\s*(?:/|per)\s*min", 1 / 60),
    ("flops", r"pflops?(?:/s)?|pflop/s", 1e15),
    ("flops", r"tflops?(?:/s)?|tops\b|teraflops?", 1e12),
    ("flops", r"gflops?(?:/s)?", 1e9),
    ("bandwidth", r"tb\s*/\s*s|tb/sec|terabytes?\s*per\s*second", 1e12),
    ("bandwidth", r"(?-i:Gb\s*/\s*s|Gb/sec|Gbps|gbps|Gbits?/s)|gigabits?\s*per\s*second", 1e9 / 8),  # of links
    ("bandwidth", r"gb\s*/\s*s|gb/sec|gbps|gigabytes?\s*per\s*second", 1e9),
    ("bandwidth", r"gib\s*/\s*s", 2.0**30),
    ("bytes", r"tib\b", 2.0**40),
    ("bytes", r"gib\b|gibibytes?", 2.0**30),
    ("bytes", r"mib\b", 2.0**20),
    ("bytes", r"tb\b|terabytes?", 1e12),
    ("bytes", r"gb\b|gigabytes?|g\b", 1e9),
    ("bytes", r"mb\b|megabytes?", 1e6),
    ("bytes", r"kb\b|kilobytes?", 1e3),
    ("sequences", r"sequences?|requests?|users?|batch|concurrent|sessions?|streams?|seqs?", 1.0),
    ("tokens", r"(?:k|thousand)\s*tokens?", 1e3),
    ("tokens", r"(?:m|million)\s*tokens?", 1e6),
    ("tokens", r"tokens?", 1.0),
    ("time", r"(?:ms|milliseconds?|msec)\b", 1e-3),
    ("time", r"(?:us|µs|μs|microseconds?)\b", 1e-6),
    ("time", r"(?:min|minutes?)\b", 60.0),
    ("time", r"(?:s|sec|secs|seconds?)\b", 1.0),
    ("share", r"%|percent", 0.01),
)  # fmt: skip
_COMPILED = tuple((kind, re.compile(pattern, re.IGNORECASE), scale) for kind, pattern, scale in _KINDS)


def measure(quantity: Quantity, statement: Statement) -> Measure:
    """Read a quantity; a bare time of a decode figure is the time of a token."""
    unit = quantity.unit.strip()
    for kind, pattern, scale in _COMPILED:
        if pattern.match(unit):
            found = kind
            if kind == "time" and statement.metric == "decode":
                found = "token_time"
            return Measure(found, quantity.value * scale, scope(unit.lower()))
    return Measure("", quantity.value)


UNITS = "tokens/s, ms/token, ms, s, req/s, GB, GB/s, TFLOPS, sequences, tokens a pass, %"  # as examples, for a reader


def known_unit(unit: str) -> bool:
    """Whether a unit is one that a figure can be held against a roof in."""
    return any(pattern.match(unit.strip()) for _, pattern, _ in _COMPILED)


def scope(unit: str) -> Scope:
    """What a rate is counted for: one user, one device, or everything together."""
    tail = re.sub(r"^(?:[km]\s*)?(?:tokens?|toks?|requests?|req)\b", "", unit)
    return next((name for name, pattern in _SCOPES if re.search(pattern, tail)), "")
