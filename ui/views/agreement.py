"""How far two reviewers agree, where they do not, and what the classifier learns from what was decided."""

from __future__ import annotations

import streamlit as st

import db
from db import labels
from db.queries import Agreement
from ui import access, learning, look
from ui.show import number_of, safe, value, words

LEARNED = "Learned. Documents are searched with it from now on; those that are known already, by: twoways reanalyse."
SCALE = ((0.8, "almost perfect"), (0.6, "substantial"), (0.4, "moderate"), (0.2, "fair"), (0.0, "slight"))


def agreement() -> None:
    """Two reviewers, kappa by field, the disagreements; and what can be learned from all of them."""
    look.heading(
        "Agreement and learning", "How far two reviewers agree, and what the classifier learns from their decisions."
    )
    two_reviewers()
    learn()


def two_reviewers() -> None:
    """Kappa by field, and the disagreements."""
    look.section("Agreement", "Cohen's kappa between two reviewers over the claims that both decided on.")
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
    look.html(f'<div class="tw-meta">{number_of(fields[0].claims, "claim")} that both decided on</div>')
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
    look.section("Where they differ", number_of(len(rows), "value"))
    if rows:
        look.html(look.table(("field", "sentence", first, second), rows[:200]))
    else:
        look.html('<p class="tw-meta">Nowhere.</p>')


def learn() -> None:
    """Train on what was reviewed: the scores before and after first, then taking it over, and the way back."""
    with access.store().session() as session:
        units = labels.decided_units(session)
    look.section(
        "Learning",
        "The classifier can learn from the sentences whose claims are all decided. Compare first: half of them teach, the other "
        "half is the test, and the other way round. The way back stays open.",
    )
    taken = learning.taken()
    told = f"{len(units):,} sentences are decided; the classifier has learned from {taken:,} beside its own corpus."
    told += f" It takes {learning.LEAST} to begin." if len(units) < learning.LEAST else ""
    look.html(f'<div class="tw-meta">{safe(told)}</div>')
    if access.role() == "reader":
        return
    row = st.container(horizontal=True)
    enough = len(units) >= learning.LEAST
    if row.button("Compare before and after", disabled=not enough, help=f"From {learning.LEAST} decided sentences on."):
        with st.spinner("Training three times …"):
            st.session_state["scores"] = learning.scores(units)
    if row.button("Learn from them", disabled=not enough):
        with st.spinner("Training …"):
            learning.take_over(units)
        st.session_state["learned"] = LEARNED
        st.rerun()
    if row.button("Back to the corpus alone", disabled=not taken):
        learning.go_back()
        st.session_state["learned"] = "The classifier learns from its corpus alone again."
        st.rerun()
    if told := st.session_state.pop("learned", ""):
        st.success(told)
    if found := st.session_state.get("scores"):
        compared(found)


def compared(found: learning.Scores) -> None:
    """The scores before and after."""
    rows = [(safe(name), f"{before:.1%}", f"{after:.1%}", f"{after - before:+.1%}") for name, (before, after) in (
        ("claim, measurement or neither", found.kind), ("technique", found.technique))]  # fmt: skip
    look.html(
        look.table(("right on held-out sentences", "before", "after", "change"), rows, numeric=[1, 2, 3]),
        f'<div class="tw-meta">{found.units} sentences, each tried by a model that has not seen it.</div>',
    )
