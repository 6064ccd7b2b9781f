"""The list of all claims, filtered and ordered by what stands in the address."""

from __future__ import annotations

import csv
import io

import streamlit as st

import db
from db import Filter
from db.queries import Line, Page
from ui import access, look, views
from ui.commands._output import harmless
from ui.filters import filters
from ui.places import page_name
from ui.show import figure, safe, span

LINES = 25  # on one page of the list
ORDERS = {
    "priority": "doubt and weight",
    "newest": "newest first",
    "factor": "largest factor",
    "confidence": "least sure",
}
MOST = 50_000  # rows of one download


def claims() -> None:
    """Filters, the list, and its download."""
    look.heading("Claims", "Every speed-up and measurement that was found, with what the roofline says about it.")
    chosen = filters()
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    order = right.selectbox(
        "Order", list(ORDERS), format_func=lambda name: ORDERS[name], key="order", bind="query-params"
    )
    first = listed(chosen, order, 0)
    if not first.total:
        nothing(chosen)
        return
    pages = -(-first.total // LINES)
    with left:
        look.html(f'<div class="tw-meta">{first.total:,} claims</div>')
    number = st.session_state.get("page", 1)
    at = min(max(int(number), 1), pages)
    page = first if at == 1 else listed(chosen, order, (at - 1) * LINES)
    with access.store().session() as session:
        tables = db.queries.rows_of_tables(session, [line.claim_id for line in page.lines])
    for line in page.lines:
        row(line, tables.get(line.claim_id, []))
    below = st.columns([3, 1], vertical_alignment="center")
    if pages > 1:
        with below[0]:
            st.pagination(pages, key="page", bind="query-params")
    download(below[1], chosen, order, first.total)


def listed(chosen: Filter, order: str, offset: int) -> Page:
    """One page of the list."""
    with access.store().session() as session:
        return db.queries.claims_page(session, chosen, order=order, limit=LINES, offset=offset)


def nothing(chosen: Filter) -> None:
    """There is nothing to list: because of the filters, or because there is nothing at all."""
    if chosen != Filter():
        look.empty("No claim fits these filters", "Take one of them away, or search for fewer words.")
        return
    look.empty(
        "There are no claims yet",
        f"Add papers or release notes, or read a folder of them: {access.way_in()}",
    )
    views.to_adding()


def row(line: Line, cells: list[tuple[str, str]]) -> None:
    """One claim: verdict, sentence, where it stands, and the claim beside its ceiling."""
    what, numbers, link = st.columns([6.2, 1.7, 1.1], vertical_alignment="top", gap="small")
    with what:
        look.html(
            '<div class="tw-row">', look.verdict_chip(line.verdict), " ", look.side_chip(line.side), look.tag(line.technique),
            look.short(line.text, cells), f'<div class="tw-meta">{safe(place(line), 200)}</div></div>',
        )  # fmt: skip
    with numbers:
        ceiling = f"at most {span(line.ceiling, None, line.ceiling_unit)}" if line.ceiling is not None else "no ceiling"
        look.html(f'<div class="tw-pair"><b>{safe(figure(line))}</b><br>{safe(ceiling)}</div>')
    with link:
        st.page_link(
            views.page("claim"),
            label="Open",
            icon=":material/arrow_forward:",
            query_params={"claim": str(line.claim_id)},
        )
    look.html('<div class="tw-line"></div>')


def place(line: Line) -> str:
    """Document, page and section in one line."""
    parts = [line.title or f"document {line.document_id}", page_name(line.page, line.page_label)]
    parts.append(line.section.removeprefix(line.title).removeprefix(" > "))
    return " · ".join([*dict.fromkeys(p for p in parts if p), look.STATES.get(line.status, line.status)])


COLUMNS = (
    "claim_id verdict technique side metric factor_low factor_high qualifier ceiling ceiling_unit hardware model quote title "
    "page section publisher confidence status reason"
).split()


def as_csv(lines: list[Line]) -> str:
    """Lines as CSV that no spreadsheet takes for formulas."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for line in lines:
        cells = (getattr(line, name) for name in COLUMNS)
        writer.writerow(harmless(", ".join(cell) if isinstance(cell, tuple) else cell) for cell in cells)
    return out.getvalue()


def download(where: st.delta_generator.DeltaGenerator, chosen: Filter, order: str, total: int) -> None:
    """The whole filtered list as CSV, made when it is asked for."""

    def made() -> str:
        with access.store().session() as session:
            page = db.queries.claims_page(session, chosen, order=order, limit=MOST, total=False)
        return as_csv(list(page.lines))

    kept = f" (the first {MOST:,})" if total > MOST else ""
    where.download_button(f"Download CSV{kept}", made, "claims.csv", "text/csv", on_click="ignore", width="stretch")
