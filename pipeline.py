"""The order of things: read a document, find its claims, judge each."""

from __future__ import annotations

from dataclasses import dataclass

from classifier import Claim
from estimator.verdict import Verdict
from ingest import Document


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with its verdict."""

    claim: Claim
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that comes out of one document."""

    document: Document
    claims: tuple[Judged, ...]
