"""What the overview asks: what is new, and how claims spread over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session

from db.queries import Filter
from db.schema import ClaimRow, DocumentRow, EstimateRow, FailureRow, PassageRow, ReviewRow, RunRow, SourceRow


def stamp(session: Session) -> tuple[Any, ...]:
    """Changes whenever anything was read or decided: what was counted before holds as long as it is the same."""
    ids = (func.max(table.id) for table in (RunRow, ReviewRow, DocumentRow, ClaimRow, FailureRow))
    finished = func.max(RunRow.finished)
    return (*(session.scalar(select(top)) for top in ids), session.scalar(select(finished)))


@dataclass(frozen=True, slots=True)
class Recent:
    """One document that came in lately."""

    document_id: int
    title: str
    publisher: str
    date: str
    added: datetime
    verdicts: dict[str, int] = field(default_factory=dict)


def latest(session: Session, limit: int = 8) -> list[Recent]:
    """The documents that came in last, each with its claims by verdict."""
    columns = (DocumentRow.id, DocumentRow.title, DocumentRow.publisher, DocumentRow.date, DocumentRow.added)
    rows = session.execute(select(*columns).order_by(DocumentRow.added.desc(), DocumentRow.id.desc()).limit(limit))
    found = {row[0]: Recent(*row) for row in rows}
    query = select(ClaimRow.document_id, ClaimRow.verdict, func.count()).where(ClaimRow.document_id.in_(found))
    query = query.where(ClaimRow.status != "rejected").group_by(ClaimRow.document_id, ClaimRow.verdict)
    for number, verdict, count in session.execute(query):
        found[number].verdicts[verdict] = count
    return list(found.values())


def sides_by_year(session: Session) -> list[tuple[str, str, int]]:
    """(year, side, claims) by the date of the document; documents without one are left out."""
    year = func.substr(DocumentRow.date, 1, 4)
    counted = select(ClaimRow.document_id, ClaimRow.side, func.count().label("n")).where(ClaimRow.status != "rejected")
    inner = counted.group_by(ClaimRow.document_id, ClaimRow.side).subquery()
    query = select(year, inner.c.side, func.sum(inner.c.n)).join(inner, inner.c.document_id == DocumentRow.id)
    rows = session.execute(query.where(DocumentRow.date != "").group_by(year, inner.c.side).order_by(year))
    return [(str(when), str(side), int(count)) for when, side, count in rows]


def sides_by_source(session: Session, limit: int) -> list[tuple[str, str, int]]:
    """(publisher, side, claims) of those with the most claims."""
    total = select(DocumentRow.publisher, ClaimRow.side, func.count().label("n"))
    total = total.join(DocumentRow, DocumentRow.id == ClaimRow.document_id).where(ClaimRow.status != "rejected")
    counted = total.group_by(DocumentRow.publisher, ClaimRow.side).subquery()
    most = select(counted.c.publisher).group_by(counted.c.publisher)
    most = most.order_by(func.sum(counted.c.n).desc(), counted.c.publisher).limit(limit)
    rows = session.execute(select(counted.c.publisher, counted.c.side, counted.c.n))
    kept = set(session.scalars(most))
    return [(str(name), str(side), int(n)) for name, side, n in rows if name in kept]


def documents_of(session: Session, sources: Sequence[str]) -> dict[str, int]:
    """The document that was last read from each of these sources."""
    found: dict[str, int] = {}
    for start in range(0, len(sources), 500):
        query = select(SourceRow.source, SourceRow.document_id).where(
            SourceRow.source.in_(sources[start : start + 500])
        )
        found |= {row.source: row.document_id for row in session.execute(query.order_by(SourceRow.id))}
    return found


def claimed_and_possible(session: Session, chosen: Filter, limit: int) -> list[Row[Any]]:
    """Claims with a factor and a ceiling for it, the largest factors first: only what a comparison shows of each."""
    text = func.substr(func.coalesce(PassageRow.text, ClaimRow.quote), 1, 400).label("text")
    columns = (
        ClaimRow.id, ClaimRow.document_id, DocumentRow.title, DocumentRow.publisher, ClaimRow.technique, ClaimRow.side,
        ClaimRow.metric, ClaimRow.verdict, ClaimRow.qualifier, ClaimRow.factor_low, ClaimRow.factor_high, EstimateRow.ceiling,
        ClaimRow.hardware, ClaimRow.vendor, text,
    )  # fmt: skip
    query = select(*columns).join(EstimateRow, EstimateRow.claim_id == ClaimRow.id)
    query = query.join(DocumentRow, DocumentRow.id == ClaimRow.document_id)
    query = query.outerjoin(PassageRow, PassageRow.id == ClaimRow.passage_id)
    query = query.where(*chosen.where(session.get_bind().dialect.name), ClaimRow.factor_low.is_not(None))
    query = query.where(EstimateRow.ceiling.is_not(None), EstimateRow.ceiling_unit == "x")
    return list(session.execute(query.order_by(ClaimRow.factor_low.desc(), ClaimRow.id).limit(limit)))
