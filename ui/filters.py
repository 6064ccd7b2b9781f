"""The filters that lists share. They stand in the address, so a filtered list can be sent to somebody."""

from __future__ import annotations

from math import isinf
from typing import Any, get_args

import streamlit as st

from db import Filter
from db.decisions import Status
from estimator.statement import Metric, Side
from estimator.verdict import Word
from ui import access

# Name in the address and of the widget, what stands above it, and the values; None: those in the database.
SEVERAL: tuple[tuple[str, str, tuple[str, ...] | None], ...] = (
    ("verdict", "Verdict", get_args(Word)),
    ("side", "Side", get_args(Side)),
    ("technique", "Technique", None),
    ("status", "Review", get_args(Status)),
    ("metric", "Metric", get_args(Metric)),
    ("vendor", "Vendor", None),
)
ONE: tuple[tuple[str, str], ...] = (("hardware", "Hardware"), ("model", "Model"), ("publisher", "Publisher"))


def filters() -> Filter:
    """Draw the filters and read them. What is seldom used is folded away."""
    first = st.columns([2.2, 1.4, 1.4, 1.8])
    chosen: dict[str, Any] = {"search": search(first[0])}
    for place, (name, label, values) in zip(first[1:], SEVERAL[:3], strict=True):
        chosen[name] = several(place, name, label, values)
    rare = ("status", "metric", "vendor", "hardware", "model", "publisher", "document", "min")
    with st.expander("More filters", expanded=any(name in st.query_params for name in rare)):
        second = st.columns(5)
        for place, (name, label, values) in zip(second[:3], SEVERAL[3:], strict=True):
            chosen[name] = several(place, name, label, values)
        chosen["min_factor"] = second[3].number_input(
            "At least so many ×", min_value=0.0, value=None, step=0.5, key="min", bind="query-params"
        )
        chosen["document"] = second[4].text_input("Document: number or title", key="document", bind="query-params")
        for place, (name, label) in zip(st.columns(3), ONE, strict=True):
            options = access.choices(name)
            chosen[name] = (
                place.selectbox(label, options, index=None, key=name, bind="query-params", placeholder="Any") or ""
            )
    return Filter(**chosen)


def number_in_address(name: str) -> int | None:
    """A number in the address, as of a claim; None where there stands none."""
    word = st.query_params.get(name, "")
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= 12 else None


def bound(name: str) -> dict[str, Any]:
    """The key of a box of whole numbers whose value stands in the address; not while an infinite one stands there: Streamlit
    would make a whole number of it, and fail.
    """
    try:
        infinite = isinf(float(st.query_params.get(name, "")))
    except ValueError:
        infinite = False
    return {"key": name} if infinite else {"key": name, "bind": "query-params"}


def search(place: Any) -> str:
    """Words in the quote."""
    return str(place.text_input("Search", key="q", bind="query-params", placeholder='H100 "batch 1"'))


def several(place: Any, name: str, label: str, values: tuple[str, ...] | None) -> tuple[str, ...]:
    """Any of several values."""
    options = list(values) if values is not None else access.choices(name)
    return tuple(place.multiselect(label, options, key=name, bind="query-params", placeholder="Any"))
