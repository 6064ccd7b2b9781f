"""The first page: what there is, what it comes to, what is new and what waits."""

from __future__ import annotations

from typing import Any

import streamlit as st

import db
from db import Filter, queries, trends
from db.queries import Line, Overview
from ui import access, charts, look, views
from ui.show import claimed, plain, safe, words

LEAST = 12  # bars of a chart


def overview() -> None:
    """Counts, verdicts and sides, what waits, what is new, what failed."""
    store = access.store()
    with store.session() as session:
        stamp = trends.stamp(session)
    look.heading("Two Ways to Go Faster", "Claims about faster LLM inference, held against the roofline.")
    seen = counted(store.url, stamp)
    if not seen.documents:
        look.empty(
            "Nothing has been read yet",
            "Add papers or release notes, and each claimed speed-up is held against the roofline.",
        )
        st.page_link(views.page("add"), label="Add documents", icon=":material/add:")
        unread(seen)
        return
    headline(seen)
    grouped = groups(store.url, stamp)
    left, right = st.columns([1.2, 1], gap="large")
    with left:
        by(grouped["technique"], "technique", "Techniques", "The most claimed, by verdict.")
        over_time(grouped["year"])
    with right:
        waiting(seen)
        by(grouped["publisher"], "publisher", "Sources", "Whose claims they are.")
    new()
    unread(seen)


@st.cache_data(show_spinner=False, max_entries=4)
def counted(url: str, _stamp: tuple[Any, ...]) -> Overview:
    """The counts, once for each state of the database."""
    with access.opened(url).session() as session:
        return queries.overview(session)


@st.cache_data(show_spinner=False, max_entries=4)
def groups(url: str, _stamp: tuple[Any, ...]) -> dict[str, list[dict[str, Any]]]:
    """Claims by technique, by source and by year."""
    store = access.opened(url)
    found: dict[str, list[dict[str, Any]]] = {}
    for name, view in (("technique", "verdicts_by_technique"), ("publisher", "verdicts_by_source")):
        frame = store.frame(f"SELECT * FROM {view} ORDER BY claims DESC LIMIT {LEAST}")
        found[name] = [
            {name: plain(row[name] or "unknown", 60), "verdict": word, "claims": int(row[word])}
            for row in frame.to_dict("records")
            for word in look.SIGNS
            if row[word]
        ]
    with store.session() as session:
        found["year"] = [
            {"year": plain(y, 4), "side": side, "claims": n} for y, side, n in trends.sides_by_year(session)
        ]
    return found


def headline(seen: Overview) -> None:
    """The counts, and the verdicts as one bar."""
    cells = [look.figure(f"{seen.documents:,}", "documents"), look.figure(f"{seen.claims:,}", "claims")]
    cells += [look.counted_verdict(word, seen.by_verdict.get(word, 0)) for word in look.SIGNS]
    look.html(look.figures(cells))
    look.html(look.bar({word: seen.by_verdict.get(word, 0) for word in look.SIGNS}, look.COLOURS))
    if seen.last_run is not None:
        run = seen.last_run
        look.html(
            f'<div class="tw-meta">{safe(f"Last {run.command}: {run.started:%Y-%m-%d %H:%M} UTC, {run.outcome}")}</div>'
        )


def by(rows: list[dict[str, Any]], group: str, title: str, under: str) -> None:
    """Verdicts by something."""
    if rows:
        look.section(title, under)
        st.altair_chart(charts.stacked(rows, group, ""), width="stretch")


def over_time(rows: list[dict[str, Any]]) -> None:
    """Sides by the year of the document."""
    if rows:
        look.section("The two ways over time", "Claims by the year of their document.")
        st.altair_chart(charts.years(rows), width="stretch")


def waiting(seen: Overview) -> None:
    """The head of the queue."""
    number = seen.by_status.get("open", 0)
    look.section("Waits for review", f"{number:,} claims, those with the most doubt and weight first.")
    if not number:
        look.html('<p class="tw-meta">Every claim is decided.</p>')
        return
    with access.store().session() as session:
        lines = db.queries.claims_page(session, Filter(status=("open",)), order="priority", limit=4, total=False).lines
    look.html("".join(short(line) for line in lines))
    st.page_link(views.page("review"), label="Start reviewing", icon=":material/arrow_forward:")


def short(line: Line) -> str:
    """A claim in two lines."""
    figure = safe(claimed(line.factor_low, line.factor_high, line.qualifier))
    return (
        f'<div class="tw-row">{look.verdict_chip(line.verdict)} <b>{figure}</b> '
        f'<span class="tw-meta">{safe(words(line.technique))}</span>{look.quote(line.text)}</div>'
    )


def new() -> None:
    """The documents that came in last."""
    with access.store().session() as session:
        found = trends.latest(session)
    look.section("New documents")
    rows = []
    for one in found:
        counts = [str(one.verdicts.get(word, "") or "·") for word in look.SIGNS]
        name = safe(one.title or f"document {one.document_id}", 140)
        title = f'<a href="claims?document={one.document_id}" target="_self">{name}</a>'
        rows.append((title, safe(one.publisher, 40), safe(one.date), *counts))
    look.html(look.table(("document", "source", "date", *look.SIGNS), rows, numeric=range(3, 7)))


def unread(seen: Overview) -> None:
    """What could not be read, and why."""
    if not seen.failures:
        return
    look.section("Could not be read", "Each with the reason and what to do.")
    with access.store().session() as session:
        failures = queries.failures(session)[:10]
    rows = [(safe(f"{f.at:%Y-%m-%d %H:%M}"), safe(f.reason), safe(f.detail, 300)) for f in failures]
    look.html(look.table(("when (UTC)", "reason", "what and where"), rows))
