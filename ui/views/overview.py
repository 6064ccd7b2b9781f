"""The first page: what there is, what it comes to, and what waits."""

from __future__ import annotations

import streamlit as st

import db
from db.queries import Overview
from ui import access, look, views


def overview() -> None:
    """Counts, verdicts and sides, what waits, what failed."""
    with access.store().session() as session:
        seen = db.queries.overview(session)
    look.heading("Two Ways to Go Faster", "Claims about faster LLM inference, held against the roofline.")
    if not seen.documents:
        look.empty("Nothing has been read yet", "Add papers or release notes, or run: twoways ingest corpus/documents")
        return
    headline(seen)


def headline(seen: Overview) -> None:
    """The counts."""
    look.html(look.figures([look.figure(f"{seen.documents:,}", "documents"), look.figure(f"{seen.claims:,}", "claims"),
        *(look.figure(f"{seen.by_verdict.get(word, 0):,}", word) for word in look.SIGNS)]))  # fmt: skip
    look.html(look.bar({word: seen.by_verdict.get(word, 0) for word in look.SIGNS}, look.COLOURS))
    st.page_link(views.page("claims"), label="All claims")
