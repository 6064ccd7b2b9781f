"""Writing one analysis: what machines made is replaced, what a person decided stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from typing import Any, Literal, Protocol, cast

from sqlalchemy import Executable, Table, delete, func, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from classifier import Claim
from db import rows
from db.bulk import put
from db.decisions import Standing, corrected, machine_said, standing, touched
from db.rows import Versions
from db.schema import ClaimRow, DocumentRow, EstimateRow, FailureRow, ParameterRow, PassageRow, ReviewRow, SourceRow
from db.types import now
from estimator import Statement
from estimator.verdict import Verdict
from ingest import Document

PASSAGES, CLAIMS, PARAMETERS, ESTIMATES = (
    cast(Table, row.__table__) for row in (PassageRow, ClaimRow, ParameterRow, EstimateRow)
)
Judge = Callable[[Statement], Verdict]
Key = tuple[str, int]  # (quote_key, ordinal)


class Judged(Protocol):
    """A claim with its verdict, as the pipeline hands it over."""

    @property
    def claim(self) -> Claim: ...
    @property
    def verdict(self) -> Verdict: ...


class Analysis(Protocol):
    """All that came out of one document."""

    @property
    def document(self) -> Document: ...
    @property
    def claims(self) -> Sequence[Judged]: ...


Saved = Literal["new", "renewed", "superseded"]


def save(session: Session, analysis: Analysis, versions: Versions, judge: Judge, run_id: int | None = None) -> Saved:
    """Put the analysis in. An older version of a work that is known is only noted as a source ("superseded")."""
    document = analysis.document
    lock(session, document.sha256, rows.work(document))
    row = find(session, document)
    if row is not None and row.sha256 != document.sha256 and older(document.version, row.version):
        note_source(session, row.id, document.source, document.sha256, document.version)
        return "superseded"
    kept = _save_document(session, row, document, versions, run_id)
    known = {} if row is None else _clear(session, kept.id)
    passages = _save_passages(session, kept.id, document)
    _save_claims(session, kept, known, passages, analysis, versions, judge)
    note_source(session, kept.id, document.source, document.sha256, document.version)
    session.execute(delete(FailureRow).where(FailureRow.source == document.source))
    return "new" if row is None else "renewed"


def lock(session: Session, *names: str) -> None:
    """In PostgreSQL two jobs may write one thing at once: the second waits here. SQLite has one writer anyway."""
    if session.get_bind().dialect.name == "postgresql":
        for name in sorted(set(names)):
            session.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"), {"name": name})


def find(session: Session, document: Document) -> DocumentRow | None:
    """The row of the same content, else of the same work."""
    same = session.scalar(select(DocumentRow).where(DocumentRow.sha256 == document.sha256))
    return same or session.scalar(select(DocumentRow).where(DocumentRow.work == rows.work(document)))


def older(version: str, known: str) -> bool:
    """Whether a version comes before another: v2 before v10. What has no number is never older."""
    mine, theirs = ([int(n) for n in re.findall(r"\d+", v)] for v in (version, known))
    return bool(mine and theirs) and mine < theirs


def _save_document(
    session: Session, row: DocumentRow | None, document: Document, versions: Versions, run_id: int | None
) -> DocumentRow:
    values = rows.document_values(document, versions) | {"analysed": now(), "run_id": run_id}
    if row is None:
        row = DocumentRow(**values, added=now())
        session.add(row)
        session.flush()
        return row
    if values["work"] != row.work:
        _rename(session, row, document, values)
    for name, value in values.items():
        setattr(row, name, value)
    session.flush()
    return row


def _clear(session: Session, document_id: int) -> dict[Key, int]:
    """Take the passages of a document that is known away; the numbers of its claims, by what they quote."""
    session.execute(delete(PASSAGES).where(PASSAGES.c.document_id == document_id))
    claims = select(ClaimRow.id, ClaimRow.quote_key, ClaimRow.ordinal).where(ClaimRow.document_id == document_id)
    return {(key, ordinal): number for number, key, ordinal in session.execute(claims)}


def _rename(session: Session, row: DocumentRow, document: Document, values: dict[str, Any]) -> None:
    """The same content under another name. A name of its own beats a mere place; else the first name stays."""
    taken = session.scalar(select(DocumentRow.id).where(DocumentRow.work == values["work"]))
    if taken is not None or not document.identifier or ":" in row.work.split("/")[0]:
        values["work"] = row.work
    else:
        session.execute(update(ReviewRow).where(ReviewRow.work == row.work).values(work=values["work"]))


def _save_passages(session: Session, document_id: int, document: Document) -> list[int]:
    """The numbers of the document's passages, in its order."""
    passages = document.passages
    return _insert(session, PASSAGES, [rows.passage_values(p, document_id, i) for i, p in enumerate(passages)])


def _insert(session: Session, table: Table, values: list[dict[str, Any]]) -> list[int]:
    """Put rows in, numbered here: what is put in need not be handed back then. Their numbers, in the given order."""
    if not values:
        return []
    numbers = free_numbers(session, table, len(values))
    for value, number in zip(values, numbers, strict=True):
        value["id"] = number
    put(session, table, values)
    return numbers


def free_numbers(session: Session, table: Table, count: int) -> list[int]:
    """Numbers for new rows: PostgreSQL deals them out; in SQLite the one writer, whose turn it is, goes on from the last."""
    if session.get_bind().dialect.name == "postgresql":
        sequence = func.pg_get_serial_sequence(table.name, "id")
        dealt = select(func.nextval(sequence)).select_from(func.generate_series(1, count).alias("one"))
        return list(session.scalars(dealt))
    last = session.scalar(select(func.max(table.c.id))) or 0
    return list(range(last + 1, last + 1 + count))


def decisions_of(session: Session, work: str) -> dict[Key, Standing]:
    """Where each reviewed claim of a work stands."""
    found: dict[Key, list[ReviewRow]] = {}
    for row in session.scalars(select(ReviewRow).where(ReviewRow.work == work)):
        found.setdefault((row.quote_key, row.ordinal), []).append(row)
    return {key: standing(reviews) for key, reviews in found.items()}


def _save_claims(
    session: Session, row: DocumentRow, known: dict[Key, int], passages: list[int], analysis: Analysis,
    versions: Versions, judge: Judge,
) -> None:  # fmt: skip
    """Claims keep their number, which is `known`, where their quote is still there."""
    decided = decisions_of(session, row.work)
    keys = rows.ordered_keys(judged.claim for judged in analysis.claims)
    settled = [settle(j, decided.get(k, Standing()), judge) for j, k in zip(analysis.claims, keys, strict=True)]
    values, details = [], []
    for (claim, verdict, own), key in zip(settled, keys, strict=True):
        place = passages[claim.passage] if 0 <= claim.passage < len(passages) else None
        values.append(own | claim_columns(claim, verdict, analysis.document, versions) | {
            "document_id": row.id, "passage_id": place, "quote_key": key[0], "ordinal": key[1], "found": True
        })  # fmt: skip
    _drop(session, [(number, decided.get(key)) for key, number in known.items() if key not in set(keys)])
    numbers = _write(session, keys, known, values)
    for number, (claim, verdict, own) in zip(numbers, settled, strict=True):
        details.append((number, claim, verdict, touched(own["machine"] or {})))
    replace_details(session, details, versions, set(known.values()))


def settle(judged: Judged, stands: Standing, judge: Judge) -> tuple[Claim, Verdict, dict[str, Any]]:
    """The claim with a person's corrections, judged anew where there are any, and the columns that decisions own."""
    own = {"status": stands.status, "machine": machine_said(judged.claim, stands.changes)}
    if not stands.changes:
        return judged.claim, judged.verdict, own
    claim = corrected(judged.claim, stands.changes)
    return claim, judge(claim.statement()), own


def claim_columns(claim: Claim, verdict: Verdict, document: Document, versions: Versions) -> dict[str, Any]:
    """The columns of `claims` that claim and verdict decide."""
    values = rows.claim_values(claim, document.passages)
    values |= {"verdict": verdict.verdict, "priority": rows.priority(claim, verdict)}
    return values | {"classifier_version": versions.classifier}


def _drop(session: Session, gone: list[tuple[int, Standing | None]]) -> None:
    """Claims that are no longer found go, save those that a person decided about."""
    kept = [number for number, stands in gone if stands and stands.decided]
    lost = [number for number, stands in gone if not (stands and stands.decided)]
    if kept:
        session.execute(update(ClaimRow).where(ClaimRow.id.in_(kept)).values(found=False, passage_id=None))
    if lost:
        session.execute(delete(ClaimRow).where(ClaimRow.id.in_(lost)))


def _write(session: Session, keys: list[Key], known: dict[Key, int], values: list[dict[str, Any]]) -> list[int]:
    """Update the claims that are known, insert the others; their numbers in the given order."""
    changed = [value | {"id": known[key]} for key, value in zip(keys, values, strict=True) if key in known]
    fresh = [value for key, value in zip(keys, values, strict=True) if key not in known]
    if changed:
        session.execute(update(ClaimRow), changed)
    made = iter(_insert(session, CLAIMS, fresh))
    return [known[key] if key in known else next(made) for key in keys]


Detail = tuple[int, Claim, Verdict, frozenset[str]]  # claim's number, claim, verdict, names that a person gave


def replace_details(session: Session, details: Sequence[Detail], versions: Versions, known: Container[int]) -> None:
    """The parameters and estimates of some claims, anew; `known` are those that have some already."""
    old = [number for number, *_ in details if number in known]
    for start in range(0, len(old), 500):
        chunk = old[start : start + 500]
        session.execute(delete(PARAMETERS).where(PARAMETERS.c.claim_id.in_(chunk)))
        session.execute(delete(ESTIMATES).where(ESTIMATES.c.claim_id.in_(chunk)))
    parameters = [
        row | {"claim_id": number} for number, claim, _, mine in details for row in rows.parameter_values(claim, mine)
    ]
    estimates = [rows.estimate_values(verdict, versions) | {"claim_id": number} for number, _, verdict, _ in details]
    if parameters:
        put(session, PARAMETERS, parameters)
    if estimates:
        put(session, ESTIMATES, estimates)


def note_source(session: Session, document_id: int, source: str, sha256: str, version: str) -> None:
    """Remember that the content stands at this source."""
    row = session.scalar(select(SourceRow).where(SourceRow.source == source, SourceRow.sha256 == sha256))
    if row is None:
        row = SourceRow(source=source, sha256=sha256, version=version, document_id=document_id, seen=now())
        session.add(row)
    row.seen, row.document_id, row.version = now(), document_id, version or row.version
    session.flush()


def source_of(session: Session, document_id: int) -> str:
    """Where a document was seen last."""
    query = select(SourceRow.source).where(SourceRow.document_id == document_id).order_by(SourceRow.id.desc()).limit(1)
    return session.scalar(query) or ""


def upsert(dialect: str, table: type[Any], values: dict[str, Any], key: str) -> Executable:
    """An INSERT that replaces the row with the same key."""
    module = postgresql if dialect == "postgresql" else sqlite
    statement: Executable = module.insert(table).values(values).on_conflict_do_update(index_elements=[key], set_=values)
    return statement
