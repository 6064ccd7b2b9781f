"""What persons decided, as labelled units of the form that the corpus has."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.rows import to_passage
from db.schema import ClaimRow, PassageRow


def decided_units(session: Session) -> list[dict[str, Any]]:
    """Every passage whose claims are all decided: what was accepted or corrected is its label, what was rejected is not."""
    by_passage: dict[int, list[ClaimRow]] = {}
    open_ones = select(ClaimRow.passage_id).where(ClaimRow.status == "open", ClaimRow.passage_id.is_not(None))
    query = select(ClaimRow).where(ClaimRow.status != "open", ClaimRow.passage_id.is_not(None))
    for row in session.scalars(query.where(ClaimRow.passage_id.not_in(open_ones)).order_by(ClaimRow.id)):
        by_passage.setdefault(row.passage_id or 0, []).append(row)
    return [unit(session, number, rows) for number, rows in by_passage.items()]


def unit(session: Session, number: int, rows: list[ClaimRow]) -> dict[str, Any]:
    """One passage with what introduces it, and the claims that it makes."""
    row = session.get_one(PassageRow, number)
    passage = to_passage(row)
    at = (PassageRow.document_id == row.document_id, PassageRow.position == passage.parent)
    parent = None if passage.parent is None else session.scalar(select(PassageRow.text).where(*at))
    claims = [{name: getattr(c, name) for name in LABELS} for c in rows if c.status != "rejected"]
    return {
        "text": passage.text,
        "unit": passage.kind,
        "section": " > ".join(passage.section),
        "context": passage.introduction(parent or ""),
        "claims": claims,
        "origin": "review",
    }


LABELS = ("kind", "quantified", "technique", "side", "metric", "factor_low", "factor_high", "qualifier")
