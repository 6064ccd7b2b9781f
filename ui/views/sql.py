"""Any question to the database, read-only, with the schema beside it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from db import StoreError
from db.readonly import Answer, ask
from db.schema import Base
from db.views import VIEWS
from ui import access, look
from ui.commands._output import harmless
from ui.show import plain, safe

ROWS, SECONDS = 2000, 10.0
FIRST = VIEWS[0].example


def sql() -> None:
    """The query, its answer, the schema."""
    look.heading("SQL", f"Read-only, at most {ROWS:,} rows and {SECONDS:g} seconds.")
    left, right = st.columns([2.1, 1], gap="large")
    with right:
        schema()
    with left:
        examples()
        with st.form("sql", border=False):
            st.text_area("Query", key="query", bind="query-params", value=FIRST, height=140, max_chars=20_000)
            st.form_submit_button("Run", type="primary", shortcut="Mod+Enter")
        query = st.session_state.get("query", "")
        if query.strip():
            answered(query)


def examples() -> None:
    """Saved questions."""
    names = {view.question: view.example for view in VIEWS}
    chosen = st.selectbox(
        "Example",
        list(names),
        index=None,
        placeholder="An example to start from",
        key="example",
        on_change=take,
        args=(names,),
    )
    del chosen


def take(names: dict[str, str]) -> None:
    """Put an example into the box."""
    if question := st.session_state.get("example"):
        st.session_state["query"] = names[question]


def answered(query: str) -> None:
    """The answer as a table, a chart where it has numbers, and CSV."""
    try:
        answer = ask(access.store().url, query, rows=ROWS, seconds=SECONDS)
    except StoreError as error:
        look.html(f'<p class="tw-reason"><b>No answer.</b> {safe(str(error), 600)}</p>')
        return
    more = f"the first {ROWS:,} rows" if answer.more else f"{len(answer.rows):,} rows"
    look.html(f'<div class="tw-meta">{more} in {answer.seconds:.2f} s</div>')
    if not answer.rows:
        look.html('<p class="tw-meta">No row fits.</p>')
        return
    frame = pd.DataFrame(
        [[shown(cell) for cell in row] for row in answer.rows], columns=[plain(name, 80) for name in answer.names]
    )
    tabs = st.tabs(["Table", "Chart"])
    with tabs[0]:
        tall = min(38 + 35 * len(frame), 738)  # a head and twenty rows
        st.dataframe(frame, width="stretch", hide_index=True, height=tall, column_config=widths(frame))
        st.download_button("Download CSV", lambda: as_csv(answer), "answer.csv", "text/csv", on_click="ignore")
    with tabs[1]:
        chart(frame)


def widths(frame: pd.DataFrame) -> dict[str, Any]:
    """Words get the room that they take; what is longer gets what is left."""
    words = [name for name in frame.columns if all(isinstance(cell, str) for cell in frame[name])]
    lengths = {name: max(len(name), int(frame[name].str.len().max())) for name in words}
    return {name: st.column_config.TextColumn(width=7 * min(n, 24) + 20) for name, n in lengths.items() if n <= 32}


def shown(cell: Any) -> Any:
    """A cell of the table; endless text is cut. The table has a way of its own to save it, past `as_csv`."""
    return (
        harmless(plain(cell, 2000)) if isinstance(cell, str) else cell.hex()[:200] if isinstance(cell, bytes) else cell
    )


def chart(frame: pd.DataFrame) -> None:
    """The first column of words against a column of numbers."""
    numbers = [name for name in frame.columns if pd.api.types.is_numeric_dtype(frame[name])]
    others = [name for name in frame.columns if name not in numbers]
    if not numbers or len(frame) > 500:
        look.html('<p class="tw-meta">A chart needs a column of numbers and at most 500 rows.</p>')
        return
    left, right = st.columns(2)
    across = left.selectbox("Across", others + numbers, key="across")
    up = right.selectbox("Up", numbers, key="up")
    from ui.charts import bars

    st.altair_chart(bars(frame, str(across), str(up)), width="stretch")


def as_csv(answer: Answer) -> str:
    """The answer as CSV that no spreadsheet takes for formulas."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([harmless(name) for name in answer.columns])
    writer.writerows([harmless(cell) for cell in row] for row in answer.rows)
    return out.getvalue()


def schema() -> None:
    """Views and tables with their columns."""
    look.section("Views", "Each answers a question.")
    look.html('<div class="tw-schema">', *(folded(view.name, view.columns, view.question) for view in VIEWS), "</div>")
    look.section("Tables", "What the views are made from.")
    tables = [
        folded(name, [(column.name, column.comment or "") for column in table.columns])
        for name, table in Base.metadata.tables.items()
    ]
    look.html('<div class="tw-schema">', *tables, "</div>")


def folded(name: str, columns: Sequence[tuple[str, str]], question: str = "") -> str:
    """One table, opened by a click."""
    under = f'<p class="tw-meta">{safe(question)}</p>' if question else ""
    return f"<details><summary>{safe(name)}</summary>{under}{look.facts(columns)}</details>"
