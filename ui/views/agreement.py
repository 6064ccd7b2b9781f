"""How far two reviewers agree, and where they do not."""

from __future__ import annotations

import streamlit as st

import db
from db.queries import Agreement
from ui import access, look
from ui.show import safe, value, words

SCALE = ((0.8, "almost perfect"), (0.6, "substantial"), (0.4, "moderate"), (0.2, "fair"), (0.0, "slight"))


def agreement() -> None:
    """Two reviewers, kappa by field, the disagreements."""
    look.heading("Agreement", "Cohen's kappa between two reviewers over the claims that both decided on.")
    with access.store().session() as session:
        names = db.queries.reviewers(session)
    if len(names) < 2:
        look.empty(
            "It takes two reviewers",
            "When a second person decides on claims of the first, this page shows how far they agree. On the page Review, choose "
            "another name and the queue “decided by others”.",
        )
        return
    left, right = st.columns(2)
    first = left.selectbox("First", names, index=0, key="first", bind="query-params")
    second = right.selectbox("Second", [n for n in names if n != first], index=0, key="second", bind="query-params")
    with access.store().session() as session:
        fields = db.queries.agreement(session, str(first), str(second))
    if not fields or not fields[0].claims:
        look.empty("No claim in common", f"{first} and {second} have not decided on the same claim yet.")
        return
    look.html(f'<div class="tw-meta">{fields[0].claims:,} claims that both decided on</div>')
    look.html(
        look.table(("field", "claims", "same", "kappa", ""), [line(field) for field in fields], numeric=[1, 2, 3])
    )
    differences(fields, str(first), str(second))


def line(field: Agreement) -> tuple[str, ...]:
    """One field."""
    kappa = "–" if field.kappa is None else f"{field.kappa:.2f}"
    return (safe(words(field.field)), str(field.claims), str(field.same), kappa, safe(in_words(field.kappa)))


def in_words(kappa: float | None) -> str:
    """Landis and Koch's words for it (Biometrics 33, 1977)."""
    if kappa is None:
        return "chance alone would agree"
    return next((word for least, word in SCALE if kappa >= least), "worse than chance")


def differences(fields: list[Agreement], first: str, second: str) -> None:
    """Where they differ."""
    rows = [
        (safe(words(field.field)), safe(quote, 240), safe(value(mine), 80), safe(value(theirs), 80))
        for field in fields
        for _, quote, mine, theirs in field.differ
    ]
    look.section("Where they differ", f"{len(rows):,} values")
    if rows:
        look.html(look.table(("field", "sentence", first, second), rows[:200]))
    else:
        look.html('<p class="tw-meta">Nowhere.</p>')
