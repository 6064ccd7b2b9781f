"""Add documents: files or addresses, read and judged while one watches; each result is linked."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

import streamlit as st

import ingest
import pipeline
from db import queries, trends
from ingest import Network
from pipeline import Item, Limits, Outcome, Summary
from ui import access, look, pictures, views
from ui.show import plain, safe

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

MEGABYTES = 100.0  # of one file
UPLOADED = "uploaded"  # the folder in the name of an uploaded file, and so its publisher
JOBS = max(1, min(2, os.cpu_count() or 1))  # a dashboard shares its machine with those who look at it
ARXIV = re.compile(
    r"(?:https?://(?:www\.)?arxiv\.org/(?:abs|pdf|html)/)?(?:arxiv:)?(\d{4}\.\d{4,5}(?:v\d+)?)(?:\.pdf)?/?",
    re.IGNORECASE,
)
GITHUB = re.compile(r"https?://(?:www\.)?github\.com/([\w.-]+/[\w.-]+?)(?:\.git|/releases|/)?", re.IGNORECASE)
WORDS = {
    "new": "read", "renewed": "read again", "superseded": "older than the version that is known",
    "unchanged": "known already", "duplicate": "the same as another", "failed": "could not be read",
}  # fmt: skip


def add() -> None:
    """Upload or name documents, and read them."""
    look.heading(
        "Add documents",
        "PDF, Markdown, HTML, reStructuredText, LaTeX, notebooks, text. Claims are found and judged at once.",
    )
    if access.role() == "reader":
        look.empty("You may read", "Adding documents needs the role of a reviewer: ask whoever runs this dashboard.")
        return
    left, right = st.columns(2, gap="large")
    with left, st.form("upload", border=False):
        files = st.file_uploader(
            f"Files, each up to {MEGABYTES:g} MB", accept_multiple_files=True, max_upload_size=int(MEGABYTES)
        )
        upload = st.form_submit_button("Read the files", type="primary")
    with right, st.form("addresses", border=False):
        text = st.text_area(
            "Addresses, one a line",
            height=136,
            max_chars=5000,
            placeholder="arxiv:2302.01318\nhttps://github.com/OWNER/NAME\nhttps://example.org/post.html",
        )
        fetch = st.form_submit_button("Fetch and read", type="primary")
    if upload and not files:
        look.html('<p class="tw-reason">Choose files first: the box above takes several at once.</p>')
    elif upload:
        run([kept(file) for file in files or []], len(files or []))
    elif fetch:
        fetched(text)
    results()


def kept(file: UploadedFile) -> Item:
    """An uploaded file, kept under the hash of its content; its own name is only ever shown, never used as a path."""
    data = file.getvalue()
    sha256 = hashlib.sha256(data).hexdigest()
    name = PurePath(file.name.replace("\\", "/")).name
    suffix = PurePath(name).suffix.lower()
    folder = pictures.originals()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{sha256}{suffix if re.fullmatch(r'[.][a-z0-9]{1,8}', suffix) else ''}"
    if not path.exists():
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        part.write_bytes(data)
        part.replace(path)
    return Item(f"{sha256[:8]}/{UPLOADED}/{plain(name, 150)}", str(path), sha256)


def fetched(text: str) -> None:
    """What the addresses lead to."""
    names, wrong = addresses(text)
    for line in wrong:
        look.html(
            f'<p class="tw-reason">{safe(line, 200)}: no address. Give http(s)://…, arxiv:ID or github:OWNER/NAME.</p>'
        )
    if names:
        limits = Limits(megabytes=MEGABYTES)
        found = ingest.discover(names, network=Network(max_bytes=limits.max_bytes))
        run((pipeline.item_of(each, limits) for each in found), None)


def addresses(text: str) -> tuple[list[str], list[str]]:
    """The lines as names that `discover` knows, and those that are no address. Paths of this machine are none."""
    names, wrong = [], []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        if found := ARXIV.fullmatch(line):
            names.append(f"arxiv:{found[1]}")
        elif found := GITHUB.fullmatch(line):
            names.append(f"github:{found[1]}")
        elif re.match(r"(https?://|github:|feed:https?://)\S+$", line, re.IGNORECASE):
            names.append(line)
        else:
            wrong.append(line)
    return names, wrong


def run(items: Iterator[Item] | list[Item], total: int | None) -> None:
    """Read them with a bar of progress. Who leaves the page meanwhile loses nothing that is done."""
    outcomes: list[Outcome] = []
    limits = Limits(megabytes=MEGABYTES)
    with st.status("Reading …", expanded=True) as status:
        bar = st.progress(0.0) if total else None

        def report(outcome: Outcome) -> None:
            outcomes.append(outcome)
            st.text(f"{short(outcome.source)}: {WORDS[outcome.what]}, {sum(outcome.sides.values())} claims")
            if bar is not None and total:
                bar.progress(min(1.0, len(outcomes) / total))

        store = access.store()
        summary = pipeline.run(
            items,
            store,
            pipeline.Workers(JOBS, limits),
            limits=limits,
            command="ingest",
            settings={"from": "dashboard"},
            report=report,
        )
        status.update(
            label=said(summary), state="error" if summary.failures else "complete", expanded=bool(summary.failures)
        )
    st.session_state["added"] = outcomes


def said(summary: Summary) -> str:
    """What became of them, in one line."""
    parts = [f"{n} {WORDS[what]}" for what, n in summary.documents.items()]
    return f"{', '.join(parts) or 'Nothing to read'}: {sum(summary.sides.values())} claims in {summary.seconds:.1f} s"


def short(source: str) -> str:
    """An uploaded file by its own name."""
    return plain(source.partition(f"/{UPLOADED}/")[2] or source, 120)


def results() -> None:
    """The documents that were just added, with a link to their claims, and what failed with what to do."""
    outcomes: list[Outcome] = st.session_state.get("added", [])
    if not outcomes:
        known()
        return
    look.section("Just added")
    with access.store().session() as session:
        numbers = trends.documents_of(session, [o.source for o in outcomes])
    for i, outcome in enumerate(outcomes):
        row(i, outcome, numbers.get(outcome.source))


def known() -> None:
    """What came in last, and what could not be read: so that nobody adds it again."""
    with access.store().session() as session:
        documents, failures = trends.latest(session), queries.failures(session)[:5]
    if documents:
        look.section("Added last")
        rows = [
            (
                f'<a href="claims?document={one.document_id}" target="_self">{safe(one.title or short(one.publisher), 140)}</a>',
                safe(one.publisher, 40),
                f'<span class="tw-date">{one.added:%Y-%m-%d %H:%M}</span>',
                f"{sum(one.verdicts.values()):,}",
            )
            for one in documents
        ]
        look.html(look.table(("document", "source", "when (UTC)", "claims"), rows, numeric=[3]))
    if failures:
        look.section("Could not be read", "Each with what to do.")
        look.html(look.sentences(failure.detail.replace(failure.source, short(failure.source)) for failure in failures))


def row(i: int, outcome: Outcome, document: int | None) -> None:
    """One document."""
    what, link = st.columns([5, 1.2], vertical_alignment="center")
    with what:
        told = outcome.detail.replace(outcome.source, short(outcome.source)) if outcome.reason else WORDS[outcome.what]
        chips = " ".join(
            f"{look.verdict_chip(word)} {outcome.verdicts[word]}" for word in look.SIGNS if outcome.verdicts.get(word)
        )
        name = f'<b>{safe(short(outcome.source))}</b> <span class="tw-meta">{safe(told, 300)}</span>'
        look.html(f'<div class="tw-row">{name}<br>{chips}</div>')
    if document is not None:
        with link:
            st.page_link(
                views.page("claims"),
                label="Its claims",
                icon=":material/arrow_forward:",
                query_params={"document": str(document)},
            )
