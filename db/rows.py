"""Between what the analysis makes and what the tables hold, both ways."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from math import nan
from pathlib import PurePath
from typing import Any, cast
from urllib.parse import urlsplit

from classifier import Claim, Parameter
from db.schema import ClaimRow, DocumentRow, EstimateRow, ParameterRow, PassageRow
from estimator import EstimatorError, Quantity, find_hardware
from estimator.verdict import StepCost, Verdict
from ingest import Box, Document, Passage

UNKEPT = re.compile(r"[\0\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Versions:
    """Which code and which tables made a row."""

    reader: str = ""
    classifier: str = ""
    estimator: str = ""
    catalog: str = ""


def work(document: Document) -> str:
    """What stays the same from version to version.

    A paper's versions supersede each other; a repository's releases stand side by side, so the tag belongs to their name.
    """
    if document.identifier.startswith("github:") and "@" not in document.identifier and document.version:
        return f"{document.identifier}@{document.version}"
    return document.identifier or document.source


def publisher(document: Document) -> str:
    """Who puts it out: the owner of a repository, arxiv, a host, or the folder of a file."""
    for name in (document.identifier, document.source):
        kind, _, rest = name.partition(":")
        if kind == "github":
            return f"github:{rest.split('/')[0]}"
        if kind == "arxiv":
            return "arxiv"
    host = urlsplit(document.source).hostname if "://" in document.source else None
    return host or PurePath(document.source).parent.name or "local"


def quote_key(quote: str) -> str:
    """The same for a quote whatever its case, spaces, hyphens and marks: it finds a claim again after re-analysis."""
    words = re.findall(r"\w+", quote.casefold())
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:32]


def ordered_keys(claims: Iterable[Claim]) -> list[tuple[str, int]]:
    """(quote_key, ordinal) of each claim: the ordinal counts the claims with one quote in the document's order."""
    seen: dict[str, int] = {}
    keys = []
    for claim in claims:
        key = quote_key(claim.quote)
        keys.append((key, seen.get(key, 0)))
        seen[key] = seen.get(key, 0) + 1
    return keys


def document_values(document: Document, versions: Versions) -> dict[str, Any]:
    """The columns of `documents` that an analysis decides."""
    return {
        "work": work(document),
        "sha256": document.sha256,
        "title": document.title,
        "format": document.format,
        "version": document.version,
        "date": document.date,
        "authors": list(document.authors),
        "publisher": publisher(document),
        "pages": document.pages,
        "page_labels": cleaned(document.page_labels),
        "text": clean(document.text),
        "notes": list(document.notes),
        "reader": document.reader,
        "reader_version": versions.reader,
        "classifier_version": versions.classifier,
        "estimator_version": versions.estimator,
        "catalog_version": versions.catalog,
    }


def clean(text: str) -> str:
    """PostgreSQL's text holds no NUL, and no encoding holds half a surrogate pair; both become U+FFFD, so offsets stay."""
    if text.isascii() and "\0" not in text:
        return text
    return UNKEPT.sub("\ufffd", text)


def cleaned(value: Any) -> Any:
    """The same for all text inside lists and objects, which become those that JSON has."""
    if isinstance(value, str):
        return clean(value)
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, float):
        return plain(value)
    if isinstance(value, (list, tuple)):  # a union of types takes three times as long to ask
        return [cleaned(v) for v in value]
    if isinstance(value, (dict, Mapping)):
        return {clean(str(k)): cleaned(v) for k, v in value.items()}
    if isinstance(value, set | frozenset):
        return [cleaned(v) for v in sorted(value)]
    return plain(value)


def plain(value: Any) -> Any:
    """A NumPy number as Python's own; infinity and NaN, which JSON has not, as None."""
    if hasattr(value, "tolist"):
        value = value.tolist()
        return cleaned(value) if isinstance(value, list) else plain(value)
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    return value


@lru_cache(maxsize=64)  # passages stand under the same headings and heads of columns, one after another
def _names(names: tuple[str, ...]) -> list[str]:
    return [clean(name) for name in names]


def passage_values(passage: Passage, document_id: int, position: int) -> dict[str, Any]:
    """The columns of `passages`, without the number."""
    # Numbers need no cleaning, and a paper has thousands of them.
    layout: tuple[tuple[str, Any], ...] = (
        ("marks", passage.marks if passage.marks != ((0, 0),) else ()),
        ("block", passage.block),
        ("header", _names(passage.header)),
        ("cells", passage.cells),
        ("caption", clean(passage.caption)),
        ("folded", passage.folded),
        ("boxes", [(b.page, b.x0, b.y0, b.x1, b.y1) for b in passage.boxes]),
    )
    return {
        "document_id": document_id,
        "position": position,
        "text": clean(passage.text),
        "kind": passage.kind,
        "start_at": passage.start,
        "end_at": passage.end,
        "section": _names(passage.section),
        "page": passage.page,
        "line": passage.line,
        "line_end": passage.line_end,
        "layout": {name: value for name, value in layout if value}
        | ({} if passage.parent is None else {"parent": passage.parent}),  # the first passage, 0, may be one
    }


def claim_values(claim: Claim, passages: tuple[Passage, ...]) -> dict[str, Any]:
    """The columns of `claims` that the claim itself decides."""
    place = passages[claim.passage] if 0 <= claim.passage < len(passages) else None
    after, before = claim.absolute, claim.absolute_before
    values: dict[str, Any] = {
        name: cleaned(getattr(claim, name))
        for name in (
            "quote kind quantified technique side metric factor_low factor_high qualifier baseline hardware n_devices "
            "model params inherited also hints reasons confidence"
        ).split()
    }
    values |= {"vendor": vendor(claim.hardware)}
    values |= {"start_at": claim.start, "end_at": claim.end}
    values |= {"absolute": after and plain(after.value), "absolute_unit": after and after.unit}
    values |= {"absolute_before": before and plain(before.value), "absolute_before_unit": before and before.unit}
    values |= {"page": place and place.page, "section": clean(" > ".join(place.section)) if place else ""}
    return values


def vendor(hardware: Iterable[str]) -> str:
    """Who makes the hardware, as far as the catalog knows it."""
    found = set()
    for name in hardware:
        with contextlib.suppress(EstimatorError):
            found.add(find_hardware(name).vendor)
    return ", ".join(sorted(found))


def parameter_values(claim: Claim, reviewed: frozenset[str] = frozenset()) -> list[dict[str, Any]]:
    """The rows of `parameters`: each value with its place, and those that came without one or from a person."""
    rows = [_parameter(p.name, p.value, p.surface, p.start, p.end, p.origin) for p in claim.parameters]
    placed = {row["name"] for row in rows}
    inherited = set(claim.inherited)
    stated: dict[str, Any] = {"hardware": claim.hardware, "model": claim.model, "n_devices": claim.n_devices}
    stated |= {"baseline": claim.baseline, **claim.params}
    for name, value in stated.items():
        if name in placed or value in (None, "", (), []):
            continue
        whole = name in claim.params and "params" in inherited
        origin = "reviewer" if name in reviewed else "inherited" if name in inherited or whole else "stated"
        several = value if name in ("hardware", "model") else (value,)
        rows += [_parameter(name, one, "", None, None, origin) for one in several]
    return rows


def _parameter(name: str, value: Any, surface: str, start: int | None, end: int | None, origin: str) -> dict[str, Any]:
    value = cleaned(value)
    number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    row = {"name": name, "value": shown, "number": number, "surface": clean(surface)}
    return row | {"start_at": start, "end_at": end, "origin": origin}


def estimate_values(verdict: Verdict, versions: Versions) -> dict[str, Any]:
    """The columns of `estimates`, without the claim."""
    low, high = verdict.expected or (None, None)
    values = {
        "verdict": verdict.verdict,
        "ceiling": plain(verdict.ceiling),
        "ceiling_unit": verdict.ceiling_unit,
        "expected_low": plain(low),
        "expected_high": plain(high),
        "limiter_before": verdict.limiter[0],
        "limiter_after": verdict.limiter[1],
        "reason": clean(verdict.reason),
    }
    values |= {name: cleaned(getattr(verdict, name)) for name in ("requires", "ask", "derivation")}
    values["inverse"] = cleaned(verdict.intervals())
    values["attribution"] = cleaned(dict(verdict.attribution)) or None
    values["inputs"] = {k: {"value": cleaned(v), "origin": origin} for k, (v, origin) in verdict.inputs.items()}
    values |= {"before": _cost(verdict.before), "after": _cost(verdict.after)}
    return values | {"estimator_version": versions.estimator, "catalog_version": versions.catalog}


COST = tuple(field.name for field in fields(StepCost))


def _cost(cost: StepCost | None) -> dict[str, Any] | None:
    return {name: cleaned(getattr(cost, name)) for name in COST} if cost else None


# How much a wrong verdict of this kind would cost the reader, 0 to 1.
WEIGHTS = {"implausible": 1.0, "conditional": 0.8, "unverifiable": 0.6, "plausible": 0.5}


def priority(claim: Claim, verdict: Verdict) -> float:
    """Doubt times weight, 0 to 1: what a person should look at first. Even a sure one keeps a fifth of its weight."""
    weight = WEIGHTS[verdict.verdict] * (1.0 if claim.quantified else 0.4)
    return round((0.2 + 0.8 * (1 - claim.confidence)) * weight, 6)


def to_document(row: DocumentRow, passages: Iterable[PassageRow], source: str) -> Document:
    """The document as it was read."""
    return Document(
        sha256=row.sha256,
        source=source,
        format=cast(Any, row.format),
        title=row.title,
        text=row.text,
        passages=tuple(to_passage(p) for p in passages),
        reader=row.reader,
        pages=row.pages,
        page_labels=tuple(row.page_labels),
        authors=tuple(row.authors),
        date=row.date,
        identifier=row.work if row.work != source else "",
        version=row.version,
        notes=tuple(row.notes),
    )


def to_passage(row: PassageRow) -> Passage:
    """The passage as it was read."""
    layout = row.layout
    return Passage(
        text=row.text,
        kind=cast(Any, row.kind),
        start=row.start_at,
        end=row.end_at,
        marks=tuple((a, b) for a, b in layout.get("marks", [(0, 0)])),
        section=tuple(row.section),
        page=row.page,
        line=row.line,
        line_end=row.line_end,
        block=layout.get("block", 0),
        parent=layout.get("parent"),
        header=tuple(layout.get("header", ())),
        cells=tuple((a, b) for a, b in layout.get("cells", ())),
        caption=layout.get("caption", ""),
        boxes=tuple(Box(*box) for box in layout.get("boxes", ())),
        folded=tuple((a, b) for a, b in layout.get("folded", ())),
    )


def to_claim(row: ClaimRow, parameters: Iterable[ParameterRow] = (), position: int = -1) -> Claim:
    """The claim with the values that hold now."""
    return Claim(
        passage=position,
        start=row.start_at,
        end=row.end_at,
        quote=row.quote,
        kind=cast(Any, row.kind),
        quantified=row.quantified,
        technique=row.technique,
        side=cast(Any, row.side),
        confidence=row.confidence,
        metric=cast(Any, row.metric),
        factor_low=row.factor_low,
        factor_high=row.factor_high,
        qualifier=cast(Any, row.qualifier),
        absolute=Quantity(row.absolute, row.absolute_unit or "") if row.absolute is not None else None,
        absolute_before=(
            Quantity(row.absolute_before, row.absolute_before_unit or "") if row.absolute_before is not None else None
        ),
        baseline=row.baseline,
        hardware=tuple(row.hardware),
        n_devices=row.n_devices,
        model=tuple(row.model),
        params=row.params,
        inherited=tuple(row.inherited),
        also=tuple(row.also),
        hints=tuple(row.hints),
        parameters=tuple(to_parameter(p) for p in parameters if p.start_at is not None),
        reasons=tuple(row.reasons),
    )


def to_parameter(row: ParameterRow) -> Parameter:
    """The value with its place."""
    value = row.number if row.number is not None else row.value
    return Parameter(row.name, value, row.surface, row.start_at or 0, row.end_at or 0, cast(Any, row.origin))


def to_verdict(row: EstimateRow) -> Verdict:
    """The verdict as it was given."""
    low, high = row.expected_low, row.expected_high
    return Verdict(
        verdict=cast(Any, row.verdict),
        reason=row.reason,
        ceiling=row.ceiling,
        ceiling_unit=row.ceiling_unit,
        expected=(low, high) if low is not None and high is not None else None,
        limiter=cast(Any, (row.limiter_before, row.limiter_after)),
        requires=tuple(row.requires),
        ask=tuple(row.ask),
        derivation=tuple(row.derivation),
        inputs={k: (v["value"], v["origin"]) for k, v in row.inputs.items()},
        inverse={k: (ends[0], ends[1]) if ends else (nan, nan) for k, ends in row.inverse.items()},
        attribution=row.attribution or {},
        before=StepCost(**row.before) if row.before else None,
        after=StepCost(**row.after) if row.after else None,
    )
