"""What a reviewer did: the trail that undo, progress and second opinions need."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, aliased

from db.schema import ClaimRow, DocumentRow, ReviewRow

DECIDED = {"accept": "accepted", "correct": "corrected", "reject": "rejected"}


def _with_claims() -> Select[int]:
    """Claims joined to the decisions about them."""
    query = select(ClaimRow.id).join(DocumentRow, DocumentRow.id == ClaimRow.document_id)
    return query.join(
        ReviewRow,
        (ReviewRow.work == DocumentRow.work)
        & (ReviewRow.quote_key == ClaimRow.quote_key)
        & (ReviewRow.ordinal == ClaimRow.ordinal),
    )


def last_of_others(session: Session, claim_id: int, reviewer: str) -> ReviewRow | None:
    """What somebody else decided last on a claim."""
    query = select(ReviewRow).where(
        ReviewRow.id.in_(_with_claims().where(ClaimRow.id == claim_id).with_only_columns(ReviewRow.id)),
        ReviewRow.reviewer != reviewer,
        ReviewRow.decision.in_(tuple(DECIDED)),
    )
    return session.scalar(query.order_by(ReviewRow.id.desc()).limit(1))


def recent(session: Session, reviewer: str, limit: int = 10) -> list[int]:
    """The claims that a reviewer decided on or passed over and has not taken back since, the latest first."""
    undo = aliased(ReviewRow)
    query = _with_claims().where(ReviewRow.reviewer == reviewer, ReviewRow.decision != "undo")
    query = query.where(~select(undo.id).where(undo.undoes == ReviewRow.id).exists())
    numbers = session.scalars(query.order_by(ReviewRow.id.desc()).limit(limit))
    return list(dict.fromkeys(numbers))


def decided_since(session: Session, reviewer: str, since: datetime) -> int:
    """How many decisions of a reviewer stand that were made since a moment; passing over is none."""
    undo = aliased(ReviewRow)
    query = select(func.count()).select_from(ReviewRow)
    query = query.where(ReviewRow.reviewer == reviewer, ReviewRow.at >= since)
    query = query.where(ReviewRow.decision.in_(tuple(DECIDED)))
    return session.scalar(query.where(~select(undo.id).where(undo.undoes == ReviewRow.id).exists())) or 0


def second_opinions(session: Session, reviewer: str, limit: int = 50) -> list[int]:
    """Claims that others have decided on and this reviewer has not, the latest decided first."""
    mine = _with_claims().where(ReviewRow.reviewer == reviewer)
    theirs = _with_claims().where(ReviewRow.reviewer != reviewer, ReviewRow.decision.in_(tuple(DECIDED)))
    query = theirs.where(ClaimRow.id.not_in(mine), ClaimRow.status != "open")
    query = query.group_by(ClaimRow.id).order_by(func.max(ReviewRow.id).desc()).limit(limit)
    return list(session.scalars(query))
