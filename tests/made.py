"""Documents, claims and verdicts made for the tests of what keeps and shows them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from classifier import Claim, Parameter
from db import Versions
from estimator import Statement
from estimator.verdict import StepCost, Verdict
from ingest import Document, Passage
from pipeline import Analysis, Judged

VERSIONS = Versions("reader-1", "classifier-1", "estimator-1", "catalog-1")

SENTENCES = (
    "INT4 weights make Llama-2-70B decode 2.5x faster on two H100s at batch 1.",
    "Speculative decoding with a 1B draft gives another 1.8x.",
    "We thank our colleagues.",
    "Paged caches raise throughput 9x on A100.",
)


def document(sentences: Sequence[str] = SENTENCES, source: str = "notes/release.md", **more: Any) -> Document:
    """A document of some sentences, one a line."""
    text = "\n".join(sentences) + "\n"
    passages, at = [], 0
    for line, sentence in enumerate(sentences, 1):
        passages.append(
            Passage(sentence, "sentence", at, at + len(sentence), section=("Speed",), line=line, block=line)
        )
        at += len(sentence) + 1
    values: dict[str, Any] = {"format": "markdown", "title": "Release 1.0", "reader": "text 1"}
    values |= {"sha256": hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()} | more
    return Document(source=source, text=text, passages=tuple(passages), **values)


def claim(document: Document, passage: int = 0, **more: Any) -> Claim:
    """A claim that a passage makes."""
    unit = document.passages[passage]
    values: dict[str, Any] = {
        "kind": "claim",
        "quantified": True,
        "technique": "weight-only-quantization",
        "side": "fewer-bytes",
        "confidence": 0.9,
        "metric": "decode",
        "factor_low": 2.5,
        "factor_high": 2.5,
    }
    return Claim(passage, unit.start, unit.end, unit.text, **(values | more))


def verdict(word: str = "plausible", **more: Any) -> Verdict:
    """A verdict with all of its fields filled."""
    cost = StepCost("before", {"weights": 140e9, "kv": 1e9}, 2.8e11, 3.35e12, 989e12, 0.0418, 1.0, "HBM")
    values: dict[str, Any] = {
        "reason": "Weights fall from 140 GB to 37 GB.",
        "ceiling": 3.8,
        "expected": (2.0, 3.4),
        "limiter": ("HBM", "HBM"),
        "requires": ("batch at most 16",),
        "ask": ("which batch?",),
        "derivation": ("140 GB / 3.35 TB/s = 41.8 ms",),
        "inputs": {"weight_bits": (4, "stated"), "batch": (1, "assumed")},
        "inverse": {"batch": (1.0, 16.0)},
        "before": cost,
        "after": cost,
    }
    return Verdict(word, **(values | more))  # type: ignore[arg-type]


def analysis(made: Document | None = None) -> Analysis:
    """Three claims of one document: one of each of three verdicts, two sides."""
    made = made or document()
    place = made.text.find("H100")
    hardware = Parameter("hardware", "H100-SXM", "H100s", place, place + 5)
    first = claim(
        made, hardware=("H100-SXM",), n_devices=2, model=("Llama-2-70B",), params={"batch": 1, "weight_bits": 4},
        inherited=("n_devices",), parameters=(hardware,), reasons=("alias: INT4",),
    )  # fmt: skip
    second = claim(
        made, 1, technique="speculative-decoding", side="fewer-steps", factor_low=1.8, factor_high=1.8, confidence=0.6
    )
    third = claim(
        made, 3, technique="paged-kv", metric="throughput", factor_low=9.0, factor_high=9.0, hardware=("A100-SXM-80GB",)
    )
    words = ("plausible", "conditional", "implausible")
    return Analysis(made, tuple(Judged(c, verdict(w)) for c, w in zip((first, second, third), words, strict=True)))


def judge(statement: Statement) -> Verdict:
    """A stand-in for the estimator: a factor of up to 4 can be so."""
    factor = statement.factor_low or 0.0
    return verdict("plausible" if factor <= 4 else "implausible", reason=f"{factor:g}x against 4x", ceiling=4.0)
