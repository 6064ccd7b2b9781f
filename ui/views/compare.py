"""Claimed against possible: techniques, vendors, documents in one picture, and the figures below it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from statistics import median
from typing import Any
from urllib.parse import quote_plus

import streamlit as st
from sqlalchemy import Row

from db import trends
from ui import access, charts, look, views
from ui.commands._output import harmless
from ui.filters import filters
from ui.show import claimed, factor, plain, safe, span

MOST = 1000  # claims in one picture
GROUPS = ("technique", "document", "publisher", "vendor", "hardware", "side", "metric")


def compare() -> None:
    """Filters, the picture, the table."""
    look.heading("Compare", "Each point is a claim; above the dashed line it claims more than the roofline allows.")
    chosen = filters()
    by = st.segmented_control("Group by", GROUPS, default="technique", key="by", bind="query-params") or "technique"
    with access.store().session() as session:
        lines = trends.claimed_and_possible(session, chosen, MOST)
    if not lines:
        look.empty(
            "Nothing to compare",
            "Claims with a factor and a ceiling appear here: add documents, or take a filter away.",
        )
        views.to_adding()
        return
    said = (
        f"{len(lines):,} claims with a factor and a ceiling; the bar at the upper right of the picture saves it as PNG"
    )
    look.html(
        f'<div class="tw-meta">{said}{"; only those with the largest factors" if len(lines) == MOST else ""}</div>'
    )
    rows = [point(line, by) for line in lines]
    st.altair_chart(charts.scatter(rows), width="stretch")
    summary = grouped(rows)
    shown(summary, by)
    st.download_button("Download CSV", lambda: as_csv(rows), "compare.csv", "text/csv", on_click="ignore")
    largest(lines)


def point(line: Row[Any], by: str) -> dict[str, Any]:
    """A claim as a point."""
    low, high = line.factor_low, line.factor_high
    return {
        "claim": line.id,
        "group": harmless(plain(group_of(line, by), 60)),
        "verdict": line.verdict,
        "technique": line.technique,
        "claimed": high if line.qualifier == "up-to" and high else low,
        "ceiling": line.ceiling,
        "said": claimed(low, high, line.qualifier),
        "most": span(line.ceiling, None),
        "quote": harmless(plain(line.text, 160)),
    }


def group_of(line: Row[Any], by: str) -> str:
    """The group that a claim belongs to."""
    ways: dict[str, Callable[[], str]] = {
        "document": lambda: line.title or f"document {line.document_id}",
        "hardware": lambda: ", ".join(line.hardware),
    }
    return (ways[by]() if by in ways else str(getattr(line, by))) or "not stated"


def grouped(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each group with its verdicts and the middle of claimed over possible."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["group"], []).append(row)
    found = []
    for name, members in sorted(groups.items(), key=lambda pair: -len(pair[1])):
        ratios = sorted(row["claimed"] / row["ceiling"] for row in members)
        verdicts = {word: sum(row["verdict"] == word for row in members) for word in look.SIGNS}
        found.append(
            {
                "group": name,
                "claims": len(members),
                **verdicts,
                "middle claimed": median(row["claimed"] for row in members),
                "middle ceiling": median(row["ceiling"] for row in members),
                "middle ratio": median(ratios),
                "largest ratio": ratios[-1],
            }
        )
    return found


def shown(summary: list[dict[str, Any]], by: str) -> None:
    """The groups as a table."""
    look.section(
        "By " + by, "Medians of what is claimed and of what is possible; a share above 1 claims more than can be."
    )
    names = ("middle claimed", "middle ceiling")
    heads = (by, "claims", *look.SIGNS, "claimed", "at most", "share", "largest share")
    rows = [
        (
            leading(g["group"], by), f"{g['claims']:,}", *(str(g[word] or "·") for word in look.SIGNS),
            *(factor(g[name]) for name in names), f"{g['middle ratio']:.2f}", f"{g['largest ratio']:.2f}",
        )
        for g in summary[:40]
    ]  # fmt: skip
    look.html(look.table(heads, rows, numeric=range(1, 10)))


LISTED = (
    "technique",
    "vendor",
    "side",
    "metric",
    "publisher",
    "hardware",
)  # what the list of claims can be filtered by


def leading(group: str, by: str) -> str:
    """A group's name, with the way to its claims."""
    if by not in LISTED or group == "not stated" or ", " in group:
        return safe(group, 60)
    return f'<a href="claims?{by}={quote_plus(group)}" target="_self">{safe(group, 60)}</a>'


def largest(lines: list[Row[Any]]) -> None:
    """The claims furthest above what is possible."""
    above = [line for line in lines if (line.factor_low or 0) > (line.ceiling or 1)]
    over = sorted(above, key=lambda line: -(line.factor_low or 0) / (line.ceiling or 1))[:8]
    if not over:
        return
    look.section("Furthest above the roofline")
    for line in over:
        left, right = st.columns([8, 1])
        ratio = (line.factor_low or 0) / (line.ceiling or 1)
        with left:
            look.html(
                f'<div class="tw-row">{look.verdict_chip(line.verdict)} <b>{ratio:.2f}</b> <span class="tw-meta">of the ceiling: '
                f"{safe(claimed(line.factor_low, line.factor_high, line.qualifier))} against {factor(line.ceiling)}</span>"
                f"{look.quote(line.text)}</div>"
            )
        with right:
            st.page_link(views.page("claim"), label="Open", query_params={"claim": str(line.id)})


def as_csv(rows: list[dict[str, Any]]) -> str:
    """The points as CSV that no spreadsheet takes for formulas."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(rows[0])
    writer.writerows([harmless(cell) for cell in row.values()] for row in rows)
    return out.getvalue()
