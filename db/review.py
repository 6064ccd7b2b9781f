"""A decision is appended; the claim, its parameters and its verdict follow in the same transaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from db.decisions import Decision, corrected, held, machine_said, restored, standing, touched
from db.errors import StoreError
from db.rows import Versions, claim_values, clean, priority, to_claim
from db.save import Judge, replace_details
from db.schema import ClaimRow, DocumentRow, EstimateRow, ParameterRow, ReviewRow
from db.types import now


def claim_of(session: Session, claim_id: int) -> ClaimRow:
    """The claim's row, held against other writers until the end of the transaction."""
    row = session.scalar(select(ClaimRow).where(ClaimRow.id == claim_id).with_for_update())
    if row is None:
        raise StoreError(f"claim {claim_id}: there is none with this number")
    return row


def reviews_of(session: Session, claim: ClaimRow) -> list[ReviewRow]:
    """All decisions about a claim, oldest first."""
    query = select(ReviewRow).join(DocumentRow, DocumentRow.work == ReviewRow.work)
    query = query.where(DocumentRow.id == claim.document_id, ReviewRow.quote_key == claim.quote_key)
    return list(session.scalars(query.where(ReviewRow.ordinal == claim.ordinal).order_by(ReviewRow.id)))


def decide(
    session: Session,
    claim_id: int,
    reviewer: str,
    decision: Decision,
    changes: Mapping[str, Any],
    note: str,
    undoes: int | None,
    judge: Judge,
) -> int:
    """Append the decision and let the claim follow; the decision's number."""
    row = claim_of(session, claim_id)
    work = session.scalar(select(DocumentRow.work).where(DocumentRow.id == row.document_id)) or ""
    review = ReviewRow(
        work=work, quote_key=row.quote_key, ordinal=row.ordinal, quote=row.quote, reviewer=clean(reviewer)
    )
    review.decision, review.changes, review.held, review.note = decision, dict(changes), {}, clean(note)
    review.undoes, review.at = undoes, now()
    session.add(review)
    session.flush()
    stands = standing(reviews_of(session, row))
    review.held = held(_follow(session, row, stands.status, stands.changes, judge))
    return review.id


def _follow(session: Session, row: ClaimRow, status: str, changes: Mapping[str, Any], judge: Judge) -> Any:
    """Bring the claim to where the decisions put it. It is judged anew only where a value changed."""
    parameters = session.scalars(select(ParameterRow).where(ParameterRow.claim_id == row.id).order_by(ParameterRow.id))
    before = to_claim(row, parameters)
    machine = restored(before, row.machine)
    claim = corrected(machine, changes)
    row.status = status
    if claim == before:
        return claim
    estimate = session.get_one(EstimateRow, row.id)
    versions = Versions("", row.classifier_version, estimate.estimator_version, estimate.catalog_version)
    verdict = judge(claim.statement())
    kept = ("start_at", "end_at", "page", "section")
    values = {name: value for name, value in claim_values(claim, ()).items() if name not in kept}
    values |= {"verdict": verdict.verdict, "priority": priority(claim, verdict)}
    values["machine"] = machine_said(machine, changes)
    session.execute(update(ClaimRow).where(ClaimRow.id == row.id).values(**values))
    session.expunge(estimate)
    replace_details(session, [(row.id, claim, verdict, touched(changes))], versions, {row.id})
    return claim
