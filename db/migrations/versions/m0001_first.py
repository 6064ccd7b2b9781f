"""The first schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from db import search, types

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What others stand on comes first."""
    for make in (jobs, catalogs, documents, passages, sources, failures, claims, parameters, estimates, reviews):
        make()
    for statement in search.create(op.get_bind().dialect.name):
        op.execute(statement)


def jobs() -> None:
    """Runs, and what the program remembers about the database."""
    table(
        "runs",
        number(),
        text("command", "What was run: ingest, reanalyse."),
        moment("started", "When it began (UTC)."),
        moment("finished", "When it ended; empty: still running, or killed.", nullable=True),
        text("outcome", "running, done, stopped (by Ctrl-C) or failed.", server_default="running"),
        json("settings", "Options of the job as JSON."),
        json("versions", "Versions of reader, classifier, catalog and estimator as JSON."),
        json("summary", "Counts of what came out, as JSON; empty until the end.", nullable=True),
    )
    table(
        "settings",
        text("name", "views, catalog: which version stands in this database."),
        text("value", "Its value."),
        key=("name",),
    )


def catalogs() -> None:
    """The estimator's tables, to be joined."""
    table(
        "hardware",
        text("name", "Catalog name."),
        text("vendor", "Who makes it."),
        json("aliases", "Other names as a JSON list."),
        text("source", "Where the numbers come from."),
        json("facts", "All other fields as JSON, SI units."),
        key=("name",),
    )
    table(
        "models",
        text("name", "Catalog name."),
        json("aliases", "Other names as a JSON list."),
        text("source", "Where the numbers come from."),
        json("facts", "All other fields as JSON."),
        key=("name",),
    )
    table(
        "techniques",
        text("name", "Catalog name."),
        text("side", "fewer-bytes, fewer-steps, both or neither."),
        json("aliases", "Other names as a JSON list."),
        text("source", "Where the effect comes from."),
        json("facts", "All other fields as JSON."),
        key=("name",),
    )
    table(
        "aliases",
        text("kind", "hardware, model or technique."),
        text("alias", "The name as people write it, in lower case."),
        text("name", "Name in the catalog."),
        key=("kind", "alias"),
        indexes={"ix_aliases_name": ("name",)},
    )


def documents() -> None:
    """Works that were read."""
    table(
        "documents",
        number(),
        text(
            "work",
            "What stays the same from version to version: arxiv:2302.01318, github:OWNER/NAME@TAG, or the first source.",
        ),
        text("sha256", "Hash of the content."),
        text("title", "Title as the document gives it."),
        text("format", "pdf, markdown, html, rst, text, notebook or latex."),
        text("version", "v2, v0.6.0; empty when unknown."),
        text("date", "ISO date as far as it is known: 2024, 2024-09-05."),
        json("authors", "Authors as a JSON list."),
        text("publisher", "Who puts it out, from its source: arxiv, github:OWNER, a host, or a folder."),
        integer("pages", "Number of pages (PDF only).", nullable=True),
        text("text", "The whole text; all offsets count its characters."),
        json("notes", "What a reader should know, as a JSON list: columns may be mixed on page 3."),
        text("reader", "Which engine made the text: pypdfium2 5.15.2."),
        text("reader_version", "Version of the reading code that made the passages."),
        text("classifier_version", "Version of the classifier that found the claims."),
        text("estimator_version", "Version of the estimator that judged them."),
        text("catalog_version", "Version of the hardware, model and technique tables used."),
        moment("added", "When it first came in (UTC)."),
        moment("analysed", "When this analysis was made (UTC)."),
        integer("run_id", "The run that made this analysis.", nullable=True),
        unique=[("sha256",), ("work",)],
        indexes={"ix_documents_added": ("added",), "ix_documents_publisher": ("publisher",)},
    )


def passages() -> None:
    """Their units."""
    table(
        "passages",
        number(),
        integer("document_id", "The document."),
        integer("position", "Place in the document's order, from 0."),
        text("text", "The clean text: markup gone, spaces collapsed."),
        text("kind", "sentence, bullet, row, caption, heading or title."),
        integer("start_at", "First character in documents.text."),
        integer("end_at", "One past the last character in documents.text."),
        json("section", "The headings above, outermost first, as a JSON list."),
        integer("page", "Page from 1 (PDF only).", nullable=True),
        integer("line", "First line from 1 (not in a PDF).", nullable=True),
        integer("line_end", "Last line.", nullable=True),
        json("layout", "Offsets, block, parent, table header, cells, caption and boxes as JSON."),
        inside={"document_id": "documents.id"},
        unique=[("document_id", "position")],
    )


def sources() -> None:
    """Where they stood."""
    table(
        "sources",
        number(),
        integer("document_id", "The document."),
        text("source", "Path, URL, arxiv:ID or github:OWNER/NAME@TAG."),
        text("sha256", "Hash of the content that stood there."),
        text("version", "Version that stood there; an older one than the document's was superseded."),
        moment("seen", "When it was last seen there (UTC)."),
        inside={"document_id": "documents.id"},
        unique=[("source", "sha256")],
        indexes={"ix_sources_document_id": ("document_id",), "ix_sources_sha256": ("sha256",)},
    )


def failures() -> None:
    """What could not be read."""
    table(
        "failures",
        number(),
        text("source", "Path or address."),
        text("sha256", "Hash of the content; empty when there was none."),
        text("reason", "missing, empty, encrypted, no-text, damaged, unsupported, too-large, timeout, memory ..."),
        text("detail", "The whole message."),
        json("limits", "Limits of time, memory and size in force, as JSON: higher ones try again."),
        text("reader_version", "Version of the reading code that failed: another one tries again."),
        moment("at", "When (UTC)."),
        integer("run_id", "The run in which it failed.", nullable=True),
        unique=[("source",)],
        indexes={"ix_failures_sha256": ("sha256",)},
    )


def claims() -> None:
    """What they claim: where it stands, what it says, and where it stands with those who review."""
    table(
        "claims",
        *place(),
        *said(),
        text("verdict", "plausible, conditional, implausible or unverifiable; the same as in estimates."),
        text("status", "open, accepted, corrected or rejected, by the latest decision."),
        real("priority", "Doubt times weight, 0 to 1: the review queue's order."),
        json("machine", "What the machine had said for each field that a person corrected.", nullable=True),
        text("classifier_version", "Version of the classifier that found it."),
        inside={"document_id": "documents.id"},
        about={"passage_id": "passages.id"},
        unique=[("document_id", "quote_key", "ordinal")],
        indexes={
            "ix_claims_claimed": ("technique", "metric", "status", "factor_low", "factor_high"),
            "ix_claims_document_verdict": ("document_id", "side", "verdict", "status"),
            "ix_claims_factor_low": ("factor_low",),
            "ix_claims_passage_id": ("passage_id",),
            "ix_claims_side_verdict": ("side", "verdict", "status"),
            "ix_claims_status_priority": ("status", "priority", "id"),
            "ix_claims_technique_verdict": ("technique", "verdict", "status"),
            "ix_claims_vendor_verdict": ("vendor", "verdict", "status"),
            "ix_claims_verdict_id": ("verdict", "id"),
        },
    )


def place() -> list[sa.Column[Any]]:
    """Where a claim stands."""
    return [
        number("Number of the claim; it stays when the document is analysed again."),
        integer("document_id", "The document."),
        integer("passage_id", "The passage; empty when the present text no longer has it.", nullable=True),
        text("quote_key", "Hash of the quote without case, spaces and marks: finds the claim again."),
        integer("ordinal", "Which of the claims with this quote in the document, from 0."),
        flag("found", "False: a person decided about it, but the present analysis does not find it any more."),
        integer("page", "Page from 1 (PDF only).", nullable=True),
        text("section", "The headings above, joined by ' > '."),
        integer("start_at", "First character in documents.text."),
        integer("end_at", "One past the last character in documents.text."),
        text("quote", "The unit's text as it stands in the document."),
    ]


def said() -> list[sa.Column[Any]]:
    """What it says."""
    return [
        text("kind", "claim (something got faster) or measurement (a figure with no comparison)."),
        flag("quantified", "Whether it gives a factor, a percentage or a before/after pair."),
        text("technique", "Name of the technique, as in techniques.name."),
        text("side", "fewer-bytes, fewer-steps, both or neither."),
        text("metric", "decode, throughput, latency, ttft, prefill, kernel, memory or other."),
        real("factor_low", "Lower end of the improvement, new/old speed (x).", nullable=True),
        real("factor_high", "Upper end of the improvement (x).", nullable=True),
        text("qualifier", "up-to, average, at-least, about or exact."),
        real("absolute", "The value after, in absolute_unit.", nullable=True),
        text("absolute_unit", "Unit of absolute: tokens/s, ms/token, GB.", nullable=True),
        real("absolute_before", "The value before, in absolute_before_unit.", nullable=True),
        text("absolute_before_unit", "Unit of absolute_before.", nullable=True),
        text("baseline", "What it is compared with, as stated."),
        json("hardware", "Hardware as a JSON list of catalog names."),
        text("vendor", "Who makes that hardware; several separated by commas, empty when none is stated."),
        integer("n_devices", "Number of devices.", nullable=True),
        json("model", "Models as a JSON list of catalog names."),
        json("params", "Stated parameters as JSON: weight_bits, batch, draft_len ..."),
        json("inherited", "Names of values that come from the governing text, as a JSON list."),
        json("also", "Further techniques that the figure rests on, as a JSON list."),
        json("hints", "What the wording implies, as a JSON list: single-user, high-load."),
        json("reasons", "Words and context that decided, as a JSON list."),
        real("confidence", "Calibrated probability that kind and side are right, 0 to 1."),
    ]


def parameters() -> None:
    """Each value with its place."""
    table(
        "parameters",
        number(),
        integer("claim_id", "The claim."),
        text("name", "factor, hardware, model, weight_bits, batch ..."),
        text("value", "The value as text."),
        real("number", "The value as a number, where it is one.", nullable=True),
        text("surface", "The words it was read from; empty when a person put it in."),
        integer("start_at", "First character in documents.text.", nullable=True),
        integer("end_at", "One past the last character.", nullable=True),
        text("origin", "stated (in the unit), inherited (from the text that governs it) or reviewer."),
        inside={"claim_id": "claims.id"},
        indexes={
            "ix_parameters_claim_id": ("claim_id",),
            "ix_parameters_name_origin": ("name", "origin"),
            "ix_parameters_name_value": ("name", "value", "claim_id"),
        },
    )


def estimates() -> None:
    """What the estimator says to it."""
    table(
        "estimates",
        integer("claim_id", "The claim."),
        text("verdict", "plausible, conditional, implausible or unverifiable."),
        real("ceiling", "The most that the roofline allows, in ceiling_unit.", nullable=True),
        text("ceiling_unit", "x for a factor, else tokens/s, ms/token, GB ..."),
        real("expected_low", "Lower end of what competent engines reach, in ceiling_unit.", nullable=True),
        real("expected_high", "Upper end of what competent engines reach, in ceiling_unit.", nullable=True),
        text("limiter_before", "What limits before: HBM, compute, link, overhead, host, capacity."),
        text("limiter_after", "What limits after."),
        text("reason", "Why, in two or three sentences with the numbers put in."),
        json("requires", "Conditions that the source does not state, as a JSON list."),
        json("ask", "What to ask the authors, as a JSON list."),
        json("derivation", "The longer way there, a line a step, as a JSON list."),
        json("inputs", "Each input as {value, origin}; origin stated, inherited, catalog or assumed."),
        json(
            "inverse",
            "For each unknown the [low, high] at which the claim holds; [] where no value does, null: no limit.",
        ),
        json("before", "Bytes by term, FLOP, bandwidth, peak and seconds of one cycle before.", nullable=True),
        json("after", "The same after.", nullable=True),
        text("estimator_version", "Version of the estimator."),
        text("catalog_version", "Version of the catalogs."),
        key=("claim_id",),
        inside={"claim_id": "claims.id"},
    )


def reviews() -> None:
    """What persons decided."""
    table(
        "reviews",
        number(),
        text("work", "The document, as in documents.work."),
        text("quote_key", "The claim, as in claims.quote_key."),
        integer("ordinal", "The claim, as in claims.ordinal."),
        text("quote", "The unit's text when the decision was made."),
        text("reviewer", "Who decided."),
        text("decision", "accept, correct, reject, skip or undo."),
        json("changes", "Corrected fields with their new values as JSON."),
        json("held", "The fields as they stood after the decision, as JSON: for agreement."),
        text("note", "A remark of the reviewer."),
        integer("undoes", "The review that an undo takes back.", nullable=True),
        moment("at", "When (UTC)."),
        indexes={
            "ix_reviews_at": ("at",),
            "ix_reviews_claim": ("work", "quote_key", "ordinal"),
            "ix_reviews_reviewer": ("reviewer",),
        },
    )


def text(name: str, comment: str, **more: Any) -> sa.Column[Any]:
    """A column that is never empty unless it says so, as all of these."""
    return sa.Column(name, sa.Text(), comment=comment, **{"nullable": False, **more})


def integer(name: str, comment: str, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), comment=comment, **{"nullable": False, **more})


def real(name: str, comment: str, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, types.Real(), comment=comment, **{"nullable": False, **more})


def flag(name: str, comment: str, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, types.Flag(), comment=comment, **{"nullable": False, **more})


def json(name: str, comment: str, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, types.Json(), comment=comment, **{"nullable": False, **more})


def moment(name: str, comment: str, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, types.Moment(), comment=comment, **{"nullable": False, **more})


def number(comment: str = "Number of the row.") -> sa.Column[Any]:
    """A primary key that counts up."""
    return integer("id", comment, autoincrement=True)


def table(
    name: str,
    *columns: sa.Column[Any],
    key: Sequence[str] = ("id",),
    inside: Mapping[str, str] | None = None,
    about: Mapping[str, str] | None = None,
    unique: Sequence[Sequence[str]] = (),
    indexes: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """A table with names for all that holds it. Its rows go with what they are `inside`; what they are `about` may go."""
    op.create_table(
        name,
        *columns,
        *(reference(name, column, target, "CASCADE") for column, target in (inside or {}).items()),
        *(reference(name, column, target, "SET NULL") for column, target in (about or {}).items()),
        sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{name}")),
        *(sa.UniqueConstraint(*group, name=op.f(f"uq_{name}_{'_'.join(group)}")) for group in unique),
        sqlite_strict=True,
    )
    for index, group in (indexes or {}).items():
        op.create_index(op.f(index), name, list(group))


def reference(name: str, column: str, target: str, gone: str) -> sa.ForeignKeyConstraint:
    """A column that names a row of another table, and what becomes of it when that row goes."""
    label = op.f(f"fk_{name}_{column}_{target.partition('.')[0]}")
    return sa.ForeignKeyConstraint([column], [target], name=label, ondelete=gone)
