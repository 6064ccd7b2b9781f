"""Verdicts as annotations on the lines of a document: GitHub's workflow commands, and SARIF 2.1.0."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from ingest import Document, Passage
    from pipeline import Analysis, Judged

LEVELS = {"implausible": "error", "unverifiable": "warning", "conditional": "notice", "plausible": "notice"}
SARIF_LEVELS = {"error": "error", "warning": "warning", "notice": "note"}


def github(results: Iterable[Analysis]) -> str:
    """One workflow command a claim; what an author may leave as it is (plausible) is not mentioned.

    https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
    """
    lines = []
    for document, passage, judged in told(results):
        place = f"file={escaped(document.source, True)},line={passage.line or 1}"
        if passage.line_end:
            place += f",endLine={passage.line_end}"
        title = escaped(f"{judged.verdict.verdict} claim", True)
        level = LEVELS[judged.verdict.verdict]
        lines.append(f"::{level} {place},title={title}::{escaped(message(judged))}\n")
    return "".join(lines)


def escaped(text: str, value: bool = False) -> str:
    """What would end a command, or a value of one, written as GitHub expects it."""
    for sign, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(sign, code)
    return text.replace(":", "%3A").replace(",", "%2C") if value else text


def sarif(results: Iterable[Analysis]) -> str:
    """A log that code hosts and editors show on the lines. https://docs.oasis-open.org/sarif/sarif/v2.1.0/"""
    rules = [{"id": word, "shortDescription": {"text": f"A claim that is {word}"}} for word in LEVELS]
    driver = {"name": "twoways", "version": version("twoways"), "rules": rules}
    findings = [finding(document, passage, judged) for document, passage, judged in told(results)]
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": findings}],
    }
    return json.dumps(log, ensure_ascii=False, indent=1)


def finding(document: Document, passage: Passage, judged: Judged) -> dict[str, Any]:
    """One result of the log."""
    region = {"startLine": passage.line or 1} | ({"endLine": passage.line_end} if passage.line_end else {})
    place = {"artifactLocation": {"uri": uri(document.source)}, "region": region}
    return {
        "ruleId": judged.verdict.verdict,
        "level": SARIF_LEVELS[LEVELS[judged.verdict.verdict]],
        "message": {"text": message(judged)},
        "locations": [{"physicalLocation": place}],
    }


def uri(source: str) -> str:
    """A file's name as the reference that the format wants: `release notes.md` is `release%20notes.md`."""
    if "://" in source:
        return source
    return ("file://" if source.startswith("/") else "") + quote(source)


def told(results: Iterable[Analysis]) -> Iterator[tuple[Document, Passage, Judged]]:
    """The claims that an author should look at, with their places."""
    for analysis in results:
        for judged in analysis.claims:
            if judged.verdict.verdict != "plausible":
                yield analysis.document, analysis.document.passages[judged.claim.passage], judged


def message(judged: Judged) -> str:
    """The reason, and what would have to be stated."""
    verdict = judged.verdict
    parts = [verdict.reason]
    if verdict.requires:
        parts.append("Holds if: " + "; ".join(verdict.requires) + ".")
    return " ".join(parts)
