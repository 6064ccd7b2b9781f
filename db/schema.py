"""The tables. A comment stands at each column: the documentation of the database is made from them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, MetaData, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import Integer, Text

from db.types import Flag, Json, Moment, Real

STRICT = {"sqlite_strict": True}
NAMES = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """The root of the tables: which Python type is which column type."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = {  # noqa: RUF012  (SQLAlchemy reads it from the class)
        str: Text,
        int: Integer,
        float: Real,
        bool: Flag,
        datetime: Moment,
        dict[str, Any]: Json,
        list[Any]: Json,
    }


def key(comment: str = "Number of the row.") -> Mapped[int]:
    """A primary key that counts up."""
    return mapped_column(Integer, primary_key=True, autoincrement=True, comment=comment)


def column(comment: str, **more: Any) -> Mapped[Any]:
    """A column with its comment."""
    return mapped_column(comment=comment, **more)


def inside(target: str, comment: str, **more: Any) -> Mapped[Any]:
    """A reference to the row that this one is a part of: it goes when that goes."""
    return mapped_column(ForeignKey(target, ondelete="CASCADE"), comment=comment, **more)


class RunRow(Base):
    """One ingest or reanalysis job: when, with which settings and versions, and what came out."""

    __tablename__ = "runs"
    __table_args__ = STRICT
    id: Mapped[int] = key()
    command: Mapped[str] = column("What was run: ingest, reanalyse.")
    started: Mapped[datetime] = column("When it began (UTC).")
    finished: Mapped[datetime | None] = column("When it ended; empty: still running, or killed.")
    outcome: Mapped[str] = column("running, done, stopped (by Ctrl-C) or failed.", server_default="running")
    settings: Mapped[dict[str, Any]] = column("Options of the job as JSON.")
    versions: Mapped[dict[str, Any]] = column("Versions of reader, classifier, catalog and estimator as JSON.")
    summary: Mapped[dict[str, Any] | None] = column("Counts of what came out, as JSON; empty until the end.")


class DocumentRow(Base):
    """One work that was read, in its newest version. The same content from two places is one document with two sources."""

    __tablename__ = "documents"
    __table_args__ = STRICT
    id: Mapped[int] = key()
    work: Mapped[str] = column(
        "What stays the same from version to version: arxiv:2302.01318, github:OWNER/NAME@TAG, or the first source.",
        unique=True,
    )
    sha256: Mapped[str] = column("Hash of the content.", unique=True)
    title: Mapped[str] = column("Title as the document gives it.")
    format: Mapped[str] = column("pdf, markdown, html, rst, text, notebook or latex.")
    version: Mapped[str] = column("v2, v0.6.0; empty when unknown.")
    date: Mapped[str] = column("ISO date as far as it is known: 2024, 2024-09-05.")
    authors: Mapped[list[Any]] = column("Authors as a JSON list.")
    publisher: Mapped[str] = column(
        "Who puts it out, from its source: arxiv, github:OWNER, a host, or a folder.", index=True
    )
    pages: Mapped[int | None] = column("Number of pages (PDF only).")
    page_labels: Mapped[list[Any]] = column(
        "The number printed on each page, as a JSON list; empty where they are 1, 2, 3.", server_default="[]"
    )
    text: Mapped[str] = column("The whole text; all offsets count its characters.")
    notes: Mapped[list[Any]] = column("What a reader should know, as a JSON list: columns may be mixed on page 3.")
    reader: Mapped[str] = column("Which engine made the text: pypdfium2 5.15.2.")
    reader_version: Mapped[str] = column("Version of the reading code that made the passages.")
    classifier_version: Mapped[str] = column("Version of the classifier that found the claims.")
    estimator_version: Mapped[str] = column("Version of the estimator that judged them.")
    catalog_version: Mapped[str] = column("Version of the hardware, model and technique tables used.")
    added: Mapped[datetime] = column("When it first came in (UTC).", index=True)
    analysed: Mapped[datetime] = column("When this analysis was made (UTC).")
    run_id: Mapped[int | None] = column("The run that made this analysis.", default=None)


class SourceRow(Base):
    """One place that a document was read from."""

    __tablename__ = "sources"
    __table_args__ = (UniqueConstraint("source", "sha256"), STRICT)
    id: Mapped[int] = key()
    document_id: Mapped[int] = inside("documents.id", "The document.", index=True)
    source: Mapped[str] = column("Path, URL, arxiv:ID or github:OWNER/NAME@TAG.")
    sha256: Mapped[str] = column("Hash of the content that stood there.", index=True)
    version: Mapped[str] = column("Version that stood there; an older one than the document's was superseded.")
    seen: Mapped[datetime] = column("When it was last seen there (UTC).")


class PassageRow(Base):
    """One unit of a document: a sentence, bullet, table row, caption, heading or title."""

    __tablename__ = "passages"
    __table_args__ = (UniqueConstraint("document_id", "position"), STRICT)
    id: Mapped[int] = key()
    document_id: Mapped[int] = inside("documents.id", "The document.")
    position: Mapped[int] = column("Place in the document's order, from 0.")
    text: Mapped[str] = column("The clean text: markup gone, spaces collapsed.")
    kind: Mapped[str] = column("sentence, bullet, row, caption, heading or title.")
    start_at: Mapped[int] = column("First character in documents.text.")
    end_at: Mapped[int] = column("One past the last character in documents.text.")
    section: Mapped[list[Any]] = column("The headings above, outermost first, as a JSON list.")
    page: Mapped[int | None] = column("Page from 1 (PDF only).")
    line: Mapped[int | None] = column("First line from 1 (not in a PDF).")
    line_end: Mapped[int | None] = column("Last line.")
    layout: Mapped[dict[str, Any]] = column("Offsets, block, parent, table header, cells, caption and boxes as JSON.")


class ClaimRow(Base):
    """One claim or measurement, with the values that hold: the machine's, or a person's where one corrected them."""

    __tablename__ = "claims"
    __table_args__ = (
        UniqueConstraint("document_id", "quote_key", "ordinal"),
        Index("ix_claims_technique_verdict", "technique", "verdict", "status"),
        Index("ix_claims_side_verdict", "side", "verdict", "status"),
        Index("ix_claims_verdict_id", "verdict", "id"),
        Index("ix_claims_status_priority", "status", "priority", "id"),
        Index("ix_claims_factor_low", "factor_low"),
        Index("ix_claims_vendor_verdict", "vendor", "verdict", "status"),
        Index("ix_claims_claimed", "technique", "metric", "status", "factor_low", "factor_high"),
        Index("ix_claims_document_verdict", "document_id", "side", "verdict", "status"),
        STRICT,
    )
    id: Mapped[int] = key("Number of the claim; it stays when the document is analysed again.")
    document_id: Mapped[int] = inside("documents.id", "The document.")
    passage_id: Mapped[int | None] = mapped_column(
        ForeignKey("passages.id", ondelete="SET NULL"),
        index=True,
        comment="The passage; empty when the present text no longer has it.",
    )
    quote_key: Mapped[str] = column("Hash of the quote without case, spaces and marks: finds the claim again.")
    ordinal: Mapped[int] = column("Which of the claims with this quote in the document, from 0.")
    found: Mapped[bool] = column(
        "False: a person decided about it, but the present analysis does not find it any more."
    )
    page: Mapped[int | None] = column("Page from 1 (PDF only).")
    section: Mapped[str] = column("The headings above, joined by ' > '.")
    start_at: Mapped[int] = column("First character in documents.text.")
    end_at: Mapped[int] = column("One past the last character in documents.text.")
    quote: Mapped[str] = column("The unit's text as it stands in the document.")
    kind: Mapped[str] = column("claim (something got faster) or measurement (a figure with no comparison).")
    quantified: Mapped[bool] = column("Whether it gives a factor, a percentage or a before/after pair.")
    technique: Mapped[str] = column("Name of the technique, as in techniques.name.")
    side: Mapped[str] = column("fewer-bytes, fewer-steps, both or neither.")
    metric: Mapped[str] = column("decode, throughput, latency, ttft, prefill, kernel, memory or other.")
    factor_low: Mapped[float | None] = column("Lower end of the improvement, new/old speed (x).")
    factor_high: Mapped[float | None] = column("Upper end of the improvement (x).")
    qualifier: Mapped[str] = column("up-to, average, at-least, about or exact.")
    absolute: Mapped[float | None] = column("The value after, in absolute_unit.")
    absolute_unit: Mapped[str | None] = column("Unit of absolute: tokens/s, ms/token, GB.")
    absolute_before: Mapped[float | None] = column("The value before, in absolute_before_unit.")
    absolute_before_unit: Mapped[str | None] = column("Unit of absolute_before.")
    baseline: Mapped[str] = column("What it is compared with, as stated.")
    hardware: Mapped[list[Any]] = column("Hardware as a JSON list of catalog names.")
    vendor: Mapped[str] = column("Who makes that hardware; several separated by commas, empty when none is stated.")
    n_devices: Mapped[int | None] = column("Number of devices.")
    model: Mapped[list[Any]] = column("Models as a JSON list of catalog names.")
    params: Mapped[dict[str, Any]] = column("Stated parameters as JSON: weight_bits, batch, draft_len ...")
    inherited: Mapped[list[Any]] = column("Names of values that come from the governing text, as a JSON list.")
    also: Mapped[list[Any]] = column("Further techniques that the figure rests on, as a JSON list.")
    hints: Mapped[list[Any]] = column("What the wording implies, as a JSON list: single-user, high-load.")
    reasons: Mapped[list[Any]] = column("Words and context that decided, as a JSON list.")
    confidence: Mapped[float] = column("Calibrated probability that kind and side are right, 0 to 1.")
    verdict: Mapped[str] = column("plausible, conditional, implausible or unverifiable; the same as in estimates.")
    status: Mapped[str] = column("open, accepted, corrected or rejected, by the latest decision.")
    priority: Mapped[float] = column("Doubt times weight, 0 to 1: the review queue's order.")
    machine: Mapped[dict[str, Any] | None] = column("What the machine had said for each field that a person corrected.")
    classifier_version: Mapped[str] = column("Version of the classifier that found it.")


class ParameterRow(Base):
    """One value of a claim with the place it was read from."""

    __tablename__ = "parameters"
    __table_args__ = (
        Index("ix_parameters_name_value", "name", "value", "claim_id"),
        Index("ix_parameters_name_origin", "name", "origin"),
        STRICT,
    )
    id: Mapped[int] = key()
    claim_id: Mapped[int] = inside("claims.id", "The claim.", index=True)
    name: Mapped[str] = column("factor, hardware, model, weight_bits, batch ...")
    value: Mapped[str] = column("The value as text.")
    number: Mapped[float | None] = column("The value as a number, where it is one.")
    surface: Mapped[str] = column("The words it was read from; empty when a person put it in.")
    start_at: Mapped[int | None] = column("First character in documents.text.")
    end_at: Mapped[int | None] = column("One past the last character.")
    origin: Mapped[str] = column("stated (in the unit), inherited (from the text that governs it) or reviewer.")


class EstimateRow(Base):
    """The verdict on a claim with all that it rests on."""

    __tablename__ = "estimates"
    __table_args__ = STRICT
    claim_id: Mapped[int] = inside("claims.id", "The claim.", primary_key=True)
    verdict: Mapped[str] = column("plausible, conditional, implausible or unverifiable.")
    ceiling: Mapped[float | None] = column("The most that the roofline allows, in ceiling_unit.")
    ceiling_unit: Mapped[str] = column("x for a factor, else tokens/s, ms/token, GB ...")
    expected_low: Mapped[float | None] = column("Lower end of what competent engines reach, in ceiling_unit.")
    expected_high: Mapped[float | None] = column("Upper end of what competent engines reach, in ceiling_unit.")
    limiter_before: Mapped[str] = column("What limits before: HBM, compute, link, overhead, host, capacity.")
    limiter_after: Mapped[str] = column("What limits after.")
    reason: Mapped[str] = column("Why, in two or three sentences with the numbers put in.")
    requires: Mapped[list[Any]] = column("Conditions that the source does not state, as a JSON list.")
    ask: Mapped[list[Any]] = column("What to ask the authors, as a JSON list.")
    derivation: Mapped[list[Any]] = column("The longer way there, a line a step, as a JSON list.")
    inputs: Mapped[dict[str, Any]] = column(
        "Each input as {value, origin}; origin stated, inherited, catalog or assumed."
    )
    inverse: Mapped[dict[str, Any]] = column(
        "For each unknown the [low, high] at which the claim holds; [] where no value does, null: no limit."
    )
    attribution: Mapped[dict[str, Any] | None] = column(
        "Where several techniques act: the factor of each; their product is the whole."
    )
    before: Mapped[dict[str, Any] | None] = column(
        "Bytes by term, FLOP, bandwidth, peak and seconds of one cycle before."
    )
    after: Mapped[dict[str, Any] | None] = column("The same after.")
    estimator_version: Mapped[str] = column("Version of the estimator.")
    catalog_version: Mapped[str] = column("Version of the catalogs.")


class ReviewRow(Base):
    """One decision of a person. Rows are only ever added: an undo is a row too."""

    __tablename__ = "reviews"
    __table_args__ = (Index("ix_reviews_claim", "work", "quote_key", "ordinal"), STRICT)
    id: Mapped[int] = key()
    work: Mapped[str] = column("The document, as in documents.work.")
    quote_key: Mapped[str] = column("The claim, as in claims.quote_key.")
    ordinal: Mapped[int] = column("The claim, as in claims.ordinal.")
    quote: Mapped[str] = column("The unit's text when the decision was made.")
    reviewer: Mapped[str] = column("Who decided.", index=True)
    decision: Mapped[str] = column("accept, correct, reject, skip or undo.")
    changes: Mapped[dict[str, Any]] = column("Corrected fields with their new values as JSON.")
    held: Mapped[dict[str, Any]] = column("The fields as they stood after the decision, as JSON: for agreement.")
    note: Mapped[str] = column("A remark of the reviewer.")
    undoes: Mapped[int | None] = column("The review that an undo takes back.")
    at: Mapped[datetime] = column("When (UTC).", index=True)


class FailureRow(Base):
    """A source that could not be read, with the reason. It goes when the source is read after all."""

    __tablename__ = "failures"
    __table_args__ = STRICT
    id: Mapped[int] = key()
    source: Mapped[str] = column("Path or address.", unique=True)
    sha256: Mapped[str] = column("Hash of the content; empty when there was none.", index=True)
    reason: Mapped[str] = column(
        "missing, empty, encrypted, no-text, damaged, unsupported, too-large, timeout, memory ..."
    )
    detail: Mapped[str] = column("The whole message.")
    limits: Mapped[dict[str, Any]] = column("Limits of time, memory and size in force, as JSON: higher ones try again.")
    reader_version: Mapped[str] = column("Version of the reading code that failed: another one tries again.")
    at: Mapped[datetime] = column("When (UTC).")
    run_id: Mapped[int | None] = column("The run in which it failed.", default=None)


class HardwareRow(Base):
    """The catalog of accelerators and CPUs, copied from the estimator so that it can be joined."""

    __tablename__ = "hardware"
    __table_args__ = STRICT
    name: Mapped[str] = column("Catalog name.", primary_key=True)
    vendor: Mapped[str] = column("Who makes it.")
    aliases: Mapped[list[Any]] = column("Other names as a JSON list.")
    source: Mapped[str] = column("Where the numbers come from.")
    facts: Mapped[dict[str, Any]] = column("All other fields as JSON, SI units.")


class ModelRow(Base):
    """The catalog of models, copied from the estimator."""

    __tablename__ = "models"
    __table_args__ = STRICT
    name: Mapped[str] = column("Catalog name.", primary_key=True)
    aliases: Mapped[list[Any]] = column("Other names as a JSON list.")
    source: Mapped[str] = column("Where the numbers come from.")
    facts: Mapped[dict[str, Any]] = column("All other fields as JSON.")


class TechniqueRow(Base):
    """The catalog of techniques, copied from the estimator."""

    __tablename__ = "techniques"
    __table_args__ = STRICT
    name: Mapped[str] = column("Catalog name.", primary_key=True)
    side: Mapped[str] = column("fewer-bytes, fewer-steps, both or neither.")
    aliases: Mapped[list[Any]] = column("Other names as a JSON list.")
    source: Mapped[str] = column("Where the effect comes from.")
    facts: Mapped[dict[str, Any]] = column("All other fields as JSON.")


class AliasRow(Base):
    """Every name that people write for a row of a catalog, its own name included."""

    __tablename__ = "aliases"
    __table_args__ = STRICT
    kind: Mapped[str] = column("hardware, model or technique.", primary_key=True)
    alias: Mapped[str] = column("The name as people write it, in lower case.", primary_key=True)
    name: Mapped[str] = column("Name in the catalog.", index=True)


class SettingRow(Base):
    """What the program remembers about this database itself."""

    __tablename__ = "settings"
    __table_args__ = STRICT
    name: Mapped[str] = column("views, catalog: which version stands in this database.", primary_key=True)
    value: Mapped[str] = column("Its value.")
