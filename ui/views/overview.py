"""The first page: what there is, what it comes to, what is new and what waits."""

from __future__ import annotations

from typing import Any

import streamlit as st

import db
from db import Filter, queries, trends
from db.queries import Line, Overview
from ui import access, charts, look, views
from ui.commands._output import harmless
from ui.show import figure, first_sentence, plain, safe, span, words

LEAST = 12  # bars of a chart
WHAT = (
    "Claims about faster LLM inference, held against the roofline: how many bytes a step has to move and how many steps a "
    "token takes decide what can be so."
)


def overview() -> None:
    """Counts, verdicts and sides, what waits, what is new, what failed."""
    store = access.store()
    with store.session() as session:
        stamp = trends.stamp(session)
    look.heading("Two Ways to Go Faster", WHAT)
    seen = counted(store.url, stamp)
    if not seen.documents:
        look.empty(
            "Nothing has been read yet",
            "Add papers or release notes, and each speed-up that they claim stands here with a verdict, the reason for it, and "
            f"what would have to be true. Or read a folder of them: {access.way_in()}",
        )
        views.to_adding()
        unread(seen)
        return
    headline(seen)
    grouped = groups(store.url, stamp)
    left, right = st.columns(2, gap="large")
    with left:
        boldest()
    with right:
        waiting(seen)
    left, right = st.container(key="charts").columns(2, gap="large")
    with left:
        by(grouped["technique"], "technique", "Techniques", "The most claimed, by verdict.")
    with right:
        over_time(grouped["year"], seen.claims)
        by_source(grouped["publisher"])
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
    frame = store.frame(f"SELECT * FROM verdicts_by_technique ORDER BY claims DESC LIMIT {LEAST}")
    found["technique"] = [
        {"technique": row["technique"], "verdict": word, "claims": int(row[word])}
        for row in frame.to_dict("records")
        for word in look.SIGNS
        if row[word]
    ]
    with store.session() as session:
        years, sources = trends.sides_by_year(session), trends.sides_by_source(session, LEAST)
    found["year"] = [{"year": plain(y, 4), "side": side, "claims": n} for y, side, n in years]
    found["publisher"] = [
        {"publisher": harmless(plain(name or "unknown", 60)), "side": side, "claims": n} for name, side, n in sources
    ]
    return found


def headline(seen: Overview) -> None:
    """The counts, and the verdicts as one bar."""
    cells = [look.figure(f"{seen.documents:,}", "documents"), look.figure(f"{seen.claims:,}", "claims")]
    cells.append('<div class="tw-turn"></div>')
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
        st.altair_chart(charts.stacked(rows, group), width="stretch")


def by_source(rows: list[dict[str, Any]]) -> None:
    """Sides by who put the document out, where there is more than one."""
    if len({row["publisher"] for row in rows}) > 1:
        look.section("The two ways by source", "Whose claims they are.")
        st.altair_chart(charts.sides(rows, "publisher"), width="stretch")


def over_time(rows: list[dict[str, Any]], claims: int) -> None:
    """Sides by the year of the document."""
    if rows:
        undated = claims - sum(row["claims"] for row in rows)
        more = f" {undated:,} more are in documents without a date." if undated > 0 else ""
        look.section("The two ways over time", f"Claims by the year of their document.{more}")
        st.altair_chart(charts.years(rows), width="stretch")


def boldest() -> None:
    """The claims that go furthest beyond what is possible: where to begin reading."""
    look.section("Out of reach", "The boldest of what no setting allows. Open one to see why.")
    wanted = Filter(verdict=("implausible",), status=("open", "accepted", "corrected"))
    with access.store().session() as session:
        lines = queries.claims_page(session, wanted, order="factor", limit=3, total=False).lines
        tables = queries.rows_of_tables(session, [line.claim_id for line in lines])
    look.html("".join(short(line, tables.get(line.claim_id, []), why=True) for line in lines))
    if not lines:
        look.html('<p class="tw-meta">No claim is above what the roofline allows.</p>')


def waiting(seen: Overview) -> None:
    """The head of the queue."""
    number = seen.by_status.get("open", 0)
    look.section("Waits for review", f"{number:,} claims, those with the most doubt and weight first.")
    if not number:
        look.html('<p class="tw-meta">Every claim is decided.</p>')
        return
    with access.store().session() as session:
        lines = db.queries.claims_page(session, Filter(status=("open",)), order="priority", limit=4, total=False).lines
        tables = queries.rows_of_tables(session, [line.claim_id for line in lines])
    look.html("".join(short(line, tables.get(line.claim_id, [])) for line in lines))
    st.page_link(views.page("review"), label="Start reviewing", icon=":material/arrow_forward:")


def short(line: Line, cells: list[tuple[str, str]], *, why: bool = False) -> str:
    """A claim in two or three lines, with the way to it."""
    most = f", at most {span(line.ceiling, None, line.ceiling_unit)}" if line.ceiling is not None else ""
    link = f'<a class="tw-open" href="claim?claim={line.claim_id}" target="_self">Open</a>'
    reason = f'<div class="tw-meta">{safe(first_sentence(line.reason), 400)}</div>' if why else ""
    return (
        f'<div class="tw-row">{look.verdict_chip(line.verdict)} <b>{safe(figure(line))}</b> '
        f'<span class="tw-meta">{safe(most.lstrip(", "))} · {safe(words(line.technique))}</span> {link}'
        f"{look.short(line.text, cells)}{reason}</div>"
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
        rows.append((title, safe(one.publisher, 40), f'<span class="tw-date">{safe(one.date)}</span>', *counts))
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
