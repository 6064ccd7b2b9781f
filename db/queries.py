"""The questions that the command line and the dashboard share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import CTE, ColumnElement, Select, func, or_, select
from sqlalchemy.orm import Session, defer, load_only

from classifier import Claim
from db.decisions import COMPARED, standing
from db.errors import StoreError
from db.review import reviews_of
from db.rows import to_claim, to_passage, to_verdict
from db.save import source_of
from db.schema import (
    ClaimRow,
    DocumentRow,
    EstimateRow,
    FailureRow,
    ParameterRow,
    PassageRow,
    ReviewRow,
    RunRow,
    SourceRow,
)
from db.search import matching
from estimator.verdict import Verdict
from ingest import Passage


@dataclass(frozen=True, slots=True)
class Filter:
    """Which claims: an empty field filters nothing. Several values of one field mean any of them."""

    technique: tuple[str, ...] = ()
    side: tuple[str, ...] = ()
    verdict: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    metric: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    vendor: tuple[str, ...] = ()
    hardware: str = ""  # part of a name: H100 finds H100-SXM
    model: str = ""
    publisher: str = ""
    document: str = ""  # number, or part of title or work
    min_factor: float | None = None
    quantified: bool | None = None
    search: str = ""  # words and "phrases" in the quote

    def where(self, dialect: str) -> list[ColumnElement[bool]]:
        """The conditions."""
        conditions: list[ColumnElement[bool]] = []
        for name in ("technique", "side", "verdict", "status", "metric", "kind", "vendor"):
            if values := getattr(self, name):
                conditions.append(getattr(ClaimRow, name).in_(values))
        conditions += [_named(name, getattr(self, name)) for name in ("hardware", "model") if getattr(self, name)]
        if self.min_factor is not None:
            conditions.append(ClaimRow.factor_low >= self.min_factor)
        if self.quantified is not None:
            conditions.append(ClaimRow.quantified == self.quantified)
        if self.document or self.publisher:
            conditions.append(ClaimRow.document_id.in_(self._documents()))
        if self.search:
            conditions.append(matching(dialect, ClaimRow, self.search))
        return conditions

    def _documents(self) -> Select[int]:
        query = select(DocumentRow.id)
        if self.publisher:
            query = query.where(DocumentRow.publisher == self.publisher)
        if self.document.isdigit():
            return query.where(DocumentRow.id == int(self.document))
        if self.document:
            part = _part(self.document)
            query = query.where(
                or_(DocumentRow.title.ilike(part, escape="\\"), DocumentRow.work.ilike(part, escape="\\"))
            )
        return query


def _part(words: str) -> str:
    """A LIKE pattern for a part of a text."""
    return "%" + words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"


def _named(name: str, part: str) -> ColumnElement[bool]:
    """Whether a claim names such hardware or such a model."""
    names = _distinct(name)
    fitting = select(names.c.value).where(names.c.value.ilike(_part(part), escape="\\"))
    found = select(ParameterRow.claim_id).where(ParameterRow.name == name, ParameterRow.value.in_(fitting))
    return ClaimRow.id.in_(found)


def _distinct(name: str) -> CTE:
    """The distinct values of a parameter, by steps along its index: a few hundred names under a million rows."""
    p = ParameterRow
    first = select(func.min(p.value).label("value")).where(p.name == name).cte(f"{name}_names", recursive=True)
    after = select(func.min(p.value)).where(p.name == name, p.value > first.c.value).scalar_subquery()
    return first.union_all(select(after).where(first.c.value.is_not(None)))


ORDERS: dict[str, tuple[Any, ...]] = {
    "id": (ClaimRow.id,),
    "newest": (ClaimRow.id.desc(),),
    "priority": (ClaimRow.priority.desc(), ClaimRow.id),
    "factor": (ClaimRow.factor_low.desc().nulls_last(), ClaimRow.id),
    "confidence": (ClaimRow.confidence, ClaimRow.id),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One claim in a list."""

    claim_id: int
    document_id: int
    title: str
    publisher: str
    page: int | None
    page_label: str  # what is printed on the page; empty: nothing else than its number
    section: str
    quote: str
    text: str  # the same without markup, where the present text still has it
    kind: str
    quantified: bool
    technique: str
    side: str
    metric: str
    factor_low: float | None
    factor_high: float | None
    qualifier: str
    absolute: float | None  # in absolute_unit
    absolute_unit: str | None
    hardware: tuple[str, ...]
    model: tuple[str, ...]
    verdict: str
    ceiling: float | None
    ceiling_unit: str
    confidence: float
    status: str
    priority: float
    reason: str


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list."""

    lines: tuple[Line, ...]
    total: int  # how many claims fit the filter


def claims_page(
    session: Session,
    chosen: Filter | None = None,
    *,
    order: str = "id",
    limit: int = 50,
    offset: int = 0,
    total: bool = True,
) -> Page:
    """A page of the claims that fit. Counting them all can be left out."""
    where = (chosen or Filter()).where(session.get_bind().dialect.name)
    if order not in ORDERS:
        raise StoreError(f"order {order!r}: is none of {', '.join(ORDERS)}")
    # The page's numbers first, by an index; only these rows are then fetched whole.
    numbers = list(
        session.scalars(select(ClaimRow.id).where(*where).order_by(*ORDERS[order]).limit(limit).offset(offset))
    )
    count = session.scalar(select(func.count()).select_from(ClaimRow).where(*where)) or 0 if total else len(numbers)
    return Page(tuple(_lines(session, numbers)), count)


def _lines(session: Session, numbers: Sequence[int]) -> list[Line]:
    found: dict[int, Line] = {}
    for start in range(0, len(numbers), 500):
        query = (
            select(ClaimRow, DocumentRow, EstimateRow, PassageRow.text)
            .options(load_only(DocumentRow.title, DocumentRow.publisher, DocumentRow.page_labels))
            .join(DocumentRow, DocumentRow.id == ClaimRow.document_id)
            .outerjoin(PassageRow, PassageRow.id == ClaimRow.passage_id)
            .join(EstimateRow, EstimateRow.claim_id == ClaimRow.id)
            .where(ClaimRow.id.in_(numbers[start : start + 500]))
        )
        for claim, document, estimate, words in session.execute(query):
            found[claim.id] = _line(claim, document, estimate, words)
    return [found[number] for number in numbers if number in found]


def label(labels: Sequence[str], page: int | None) -> str:
    """What is printed on a page."""
    return labels[page - 1] if page and 0 < page <= len(labels) else ""


def _line(claim: ClaimRow, document: DocumentRow, estimate: EstimateRow, words: str | None) -> Line:
    same = (
        "document_id page section quote kind quantified technique side metric factor_low factor_high qualifier verdict "
        "absolute absolute_unit "
        "confidence status priority"
    )
    return Line(
        claim_id=claim.id,
        title=document.title,
        publisher=document.publisher,
        page_label=label(document.page_labels, claim.page),
        text=claim.quote if words is None else words,
        hardware=tuple(claim.hardware),
        model=tuple(claim.model),
        ceiling=estimate.ceiling,
        ceiling_unit=estimate.ceiling_unit,
        reason=estimate.reason,
        **{name: getattr(claim, name) for name in same.split()},
    )


def rows_of_tables(session: Session, numbers: Sequence[int]) -> dict[int, list[tuple[str, str]]]:
    """Those of the claims that stand in a row of a table: the head and the text of each cell."""
    query = select(ClaimRow.id, PassageRow).join(PassageRow, PassageRow.id == ClaimRow.passage_id)
    found = session.execute(query.where(ClaimRow.id.in_(numbers), PassageRow.kind == "row"))
    return {number: labelled(to_passage(row)) for number, row in found}


def labelled(passage: Passage) -> list[tuple[str, str]]:
    """A row of a table with the head of each column."""
    if not passage.header:
        return []
    return [(head, cell) for head, cell in zip(passage.header, passage.cell_texts(), strict=False) if head or cell]


@dataclass(frozen=True, slots=True)
class At:
    """A claim with its verdict and its place."""

    source: str
    page: int | None
    section: str
    claim: Claim
    verdict: Verdict


def claims(
    session: Session, chosen: Filter | None = None, *, order: str = "id", limit: int | None = None
) -> Iterator[At]:
    """The claims that fit, one after another, without the places of their values."""
    where = (chosen or Filter()).where(session.get_bind().dialect.name)
    numbers = list(session.scalars(select(ClaimRow.id).where(*where).order_by(*ORDERS[order]).limit(limit)))
    last = select(func.max(SourceRow.id)).group_by(SourceRow.document_id)
    places = session.execute(select(SourceRow.document_id, SourceRow.source).where(SourceRow.id.in_(last)))
    sources = {row.document_id: row.source for row in places}
    for start in range(0, len(numbers), 500):
        chunk = numbers[start : start + 500]
        query = select(ClaimRow, EstimateRow).join(EstimateRow, EstimateRow.claim_id == ClaimRow.id)
        found = {row.id: (row, estimate) for row, estimate in session.execute(query.where(ClaimRow.id.in_(chunk)))}
        for row, estimate in (found[number] for number in chunk if number in found):
            source = sources.get(row.document_id, "")
            yield At(source, row.page, row.section, to_claim(row), to_verdict(estimate))
        session.expunge_all()


@dataclass(frozen=True, slots=True)
class Whole:
    """One claim with everything."""

    row: ClaimRow
    document: DocumentRow
    source: str
    claim: Claim
    verdict: Verdict
    passage: Passage | None
    parameters: tuple[ParameterRow, ...]
    reviews: tuple[ReviewRow, ...]


def whole(session: Session, claim_id: int) -> Whole:
    """One claim with its document, passage, parameters, verdict and history."""
    row = session.get(ClaimRow, claim_id)
    if row is None:
        raise StoreError(f"claim {claim_id}: there is none with this number")
    parameters = tuple(
        session.scalars(select(ParameterRow).where(ParameterRow.claim_id == claim_id).order_by(ParameterRow.id))
    )
    passage = session.get(PassageRow, row.passage_id) if row.passage_id is not None else None
    return Whole(
        row=row,
        document=session.get_one(DocumentRow, row.document_id),
        source=source_of(session, row.document_id),
        claim=to_claim(row, parameters, passage.position if passage else -1),
        verdict=to_verdict(session.get_one(EstimateRow, claim_id)),
        passage=to_passage(passage) if passage else None,
        parameters=parameters,
        reviews=tuple(reviews_of(session, row)),
    )


def neighbours(session: Session, document_id: int, position: int, around: int = 3) -> list[PassageRow]:
    """The passages around one, for its context."""
    query = select(PassageRow).where(PassageRow.document_id == document_id)
    query = query.where(PassageRow.position.between(position - around, position + around))
    return list(session.scalars(query.order_by(PassageRow.position)))


@dataclass(frozen=True, slots=True)
class Overview:
    """The counts that a reader sees first. Rejected claims are left out."""

    documents: int
    claims: int
    by_side: dict[str, int]
    by_verdict: dict[str, int]
    by_status: dict[str, int]
    failures: dict[str, int]  # by reason
    last_run: RunRow | None


def overview(session: Session) -> Overview:
    """Documents, claims by side and verdict, what waits, failures."""
    side_verdict = session.execute(
        select(ClaimRow.side, ClaimRow.verdict, ClaimRow.status, func.count()).group_by(
            ClaimRow.side, ClaimRow.verdict, ClaimRow.status
        )
    ).all()
    sides: dict[str, int] = {}
    verdicts: dict[str, int] = {}
    states: dict[str, int] = {}
    for side, verdict, status, n in side_verdict:
        states[status] = states.get(status, 0) + n
        if status != "rejected":
            sides[side] = sides.get(side, 0) + n
            verdicts[verdict] = verdicts.get(verdict, 0) + n
    failures = session.execute(select(FailureRow.reason, func.count()).group_by(FailureRow.reason)).all()
    return Overview(
        documents=session.scalar(select(func.count()).select_from(DocumentRow)) or 0,
        claims=sum(sides.values()),
        by_side=sides,
        by_verdict=verdicts,
        by_status=states,
        failures={str(reason): n for reason, n in failures},
        last_run=session.scalar(select(RunRow).order_by(RunRow.id.desc()).limit(1)),
    )


def queue(session: Session, reviewer: str = "", chosen: Filter | None = None, limit: int = 50) -> list[Line]:
    """What a person should look at next: open claims by doubt and weight; what this reviewer skipped comes last."""
    where = (chosen or Filter()).where(session.get_bind().dialect.name)
    skipped = set(session.scalars(_skipped(reviewer))) if reviewer else set()
    query = select(ClaimRow.id).where(ClaimRow.status == "open", *where).order_by(*ORDERS["priority"])
    numbers = list(session.scalars(query.limit(limit + len(skipped))))
    ordered = [n for n in numbers if n not in skipped] + [n for n in numbers if n in skipped]
    return _lines(session, ordered[:limit])


def _skipped(reviewer: str) -> Select[int]:
    query = select(ClaimRow.id).join(DocumentRow, DocumentRow.id == ClaimRow.document_id)
    query = query.join(
        ReviewRow,
        (ReviewRow.work == DocumentRow.work)
        & (ReviewRow.quote_key == ClaimRow.quote_key)
        & (ReviewRow.ordinal == ClaimRow.ordinal),
    )
    return query.where(ReviewRow.reviewer == reviewer, ReviewRow.decision == "skip", ClaimRow.status == "open")


def documents(session: Session) -> list[DocumentRow]:
    """All documents by title, without their texts."""
    query = select(DocumentRow).options(defer(DocumentRow.text)).order_by(DocumentRow.title, DocumentRow.id)
    return list(session.scalars(query))


def failures(session: Session) -> list[FailureRow]:
    """What could not be read, the latest first."""
    return list(session.scalars(select(FailureRow).order_by(FailureRow.at.desc(), FailureRow.id.desc())))


def choices(session: Session, name: str) -> list[tuple[str, int]]:
    """The values that a filter can take, the most frequent first: technique, side, verdict, hardware, model, publisher ..."""
    if name in ("hardware", "model"):
        value, source = ParameterRow.value, select(ParameterRow.value, func.count(ParameterRow.claim_id.distinct()))
        query = source.where(ParameterRow.name == name)
    elif name == "publisher":
        value = DocumentRow.publisher
        query = select(value, func.count()).join(ClaimRow, ClaimRow.document_id == DocumentRow.id)
    else:
        value = getattr(ClaimRow, name)
        query = select(value, func.count())
    found = [(str(word), n) for word, n in session.execute(query.group_by(value))]
    return sorted(found, key=lambda pair: (-pair[1], pair[0]))


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two reviewers agree on one field of the claims that both decided on."""

    field: str
    first: str
    second: str
    claims: int
    same: int
    kappa: float | None  # Cohen's kappa; None where chance alone would agree on everything
    differ: tuple[tuple[str, str, Any, Any], ...]  # (work, quote, value of the first, value of the second)


def agreement(session: Session, first: str, second: str) -> list[Agreement]:
    """Cohen's kappa by field between two reviewers, over the decisions that stand."""
    mine, theirs = (_labels(session, reviewer) for reviewer in (first, second))
    both = sorted(mine.keys() & theirs.keys())
    result = []
    for name in ("decision", *COMPARED):
        pairs = [(mine[k][name], theirs[k][name]) for k in both]
        differ = tuple((k[0], mine[k]["quote"], a, b) for k, (a, b) in zip(both, pairs, strict=True) if a != b)
        result.append(Agreement(name, first, second, len(pairs), len(pairs) - len(differ), kappa(pairs), differ))
    return result


def kappa(pairs: Sequence[tuple[Any, Any]]) -> float | None:
    """Cohen's kappa of two raters: (observed - chance) / (1 - chance).

    >>> kappa([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")])
    0.5
    """
    if not pairs:
        return None
    n = len(pairs)
    observed = sum(a == b for a, b in pairs) / n
    words = {repr(v) for pair in pairs for v in pair}
    chance = sum(sum(repr(a) == w for a, _ in pairs) / n * (sum(repr(b) == w for _, b in pairs) / n) for w in words)
    return None if chance >= 1 else (observed - chance) / (1 - chance)


def _labels(session: Session, reviewer: str) -> dict[tuple[str, str, int], dict[str, Any]]:
    """Where each claim stands by one reviewer's own decisions alone."""
    rows: dict[tuple[str, str, int], list[ReviewRow]] = {}
    for row in session.scalars(select(ReviewRow).where(ReviewRow.reviewer == reviewer).order_by(ReviewRow.id)):
        rows.setdefault((row.work, row.quote_key, row.ordinal), []).append(row)
    labels = {}
    for key, reviews in rows.items():
        stands = standing(reviews)
        if stands.status == "open":
            continue
        undone = {r.undoes for r in reviews}
        last = next(r for r in reversed(reviews) if r.decision not in ("undo", "skip") and r.id not in undone)
        decision = "reject" if stands.status == "rejected" else "keep"
        labels[key] = {"decision": decision, "quote": last.quote, **last.held}
    return labels


def reviewers(session: Session) -> list[str]:
    """Everyone who has decided anything."""
    return list(session.scalars(select(ReviewRow.reviewer).distinct().order_by(ReviewRow.reviewer)))
