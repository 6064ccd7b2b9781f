"""One claim: the verdict first, then why, and then all that it rests on."""

from __future__ import annotations

import streamlit as st

import db
from db import StoreError
from db.queries import Whole
from ui import access, charts, look, views
from ui.show import ORIGINS, claimed, number, plain, safe, scaled, span, value, words


def claim() -> None:
    """The page of the claim in the address."""
    found = asked()
    if found is None:
        return
    verdict_first(found)
    left, right = st.columns([1.15, 1], gap="large")
    with left:
        conditions(found)
        figures(found)
    with right:
        said(found)
        history(found)


def asked() -> Whole | None:
    """The claim that the address names."""
    word = st.query_params.get("claim", "")
    if not word.isdigit():
        look.empty("Which claim?", "Open one from the list of claims; its address can be sent to others.")
        st.page_link(views.page("claims"), label="To the claims")
        return None
    try:
        with access.store().session() as session:
            return db.queries.whole(session, int(word))
    except StoreError as error:
        look.empty("There is no such claim", str(error))
        st.page_link(views.page("claims"), label="To the claims")
        return None


def verdict_first(found: Whole) -> None:
    """The verdict, the sentence with its values marked, the reason."""
    row, verdict = found.row, found.verdict
    tags = look.side_chip(row.side) + look.tag(row.technique) + look.tag(row.metric)
    look.html(
        look.verdict_chip(verdict.verdict, large=True), f' <span class="tw-meta">{safe(look.MEANINGS[verdict.verdict])}</span>',
        look.quote(row.quote, look.marks(found)), f'<div class="tw-meta">{safe(where(found), 400)}</div>',
    )  # fmt: skip
    cells = [look.figure(claimed(row.factor_low, row.factor_high, row.qualifier), "claimed")]
    if verdict.ceiling is not None:
        cells.append(look.figure(span(verdict.ceiling, None, verdict.ceiling_unit), "at most, by the roofline"))
    if verdict.expected:
        cells.append(look.figure(span(*verdict.expected, verdict.ceiling_unit), "what engines reach"))
    if any(verdict.limiter):
        cells.append(
            look.figure(" → ".join(dict.fromkeys(w for w in verdict.limiter if w)), "limited by, before → after")
        )
    look.html(look.figures(cells), f'<p class="tw-reason">{safe(verdict.reason, 3000)}</p>', f"<div>{tags}</div>")


def where(found: Whole) -> str:
    """Document, version, page and section."""
    document = found.document
    parts = [
        document.title,
        document.version,
        document.date,
        f"page {found.row.page}" if found.row.page else "",
        found.row.section,
        found.source,
    ]
    return " · ".join(dict.fromkeys(part for part in parts if part))


def conditions(found: Whole) -> None:
    """What would have to be true, and what to ask."""
    verdict = found.verdict
    if verdict.requires:
        look.section("What would have to be true", "The source does not state these.")
        look.html(look.sentences(verdict.requires))
    if verdict.inverse:
        look.section("Where the claim holds", "Each unknown by itself, the others at their best.")
        rows = [(safe(words(name)), safe(interval(*ends))) for name, ends in verdict.inverse.items()]
        look.html(look.table(("unknown", "values at which it holds"), rows))
    if verdict.ask:
        look.section("What to ask the authors")
        look.html(look.sentences(verdict.ask))


def interval(low: float | None, high: float | None) -> str:
    """An interval in words."""
    if low is None and high is None:
        return "any value"
    if low is None:
        return f"at most {value(high)}"
    return f"at least {value(low)}" if high is None else f"{value(low)} to {value(high)}"


def figures(found: Whole) -> None:
    """Roofline, bytes and derivation."""
    before, after = found.verdict.before, found.verdict.after
    if before and after:
        look.section("Under the roof", "One pass on one device, before and after, at the best point for the claim.")
        st.altair_chart(charts.roofline(before, after), width="stretch")
        look.section("Bytes of a pass")
        st.altair_chart(charts.bytes_by_term(before, after), width="stretch")
    if found.verdict.derivation:
        look.section("How the ceiling comes about")
        look.html(look.sentences(found.verdict.derivation))


def said(found: Whole) -> None:
    """Every value with its origin and the words it came from."""
    look.section("What the source says", "Each value with the words it was read from.")
    rows = [
        (safe(words(p.name)), safe(p.value, 120), safe(p.surface or "–", 120), safe(ORIGINS.get(p.origin, p.origin)))
        for p in found.parameters
    ]
    if rows:
        look.html(look.table(("value", "is", "words", "origin"), rows))
    else:
        look.html('<p class="tw-meta">No value was read from it.</p>')
    taken = [
        (safe(words(name)), safe(taken_as(name, given), 120), safe(ORIGINS.get(origin, origin)))
        for name, (given, origin) in found.verdict.inputs.items()
    ]
    if taken:
        look.section("What the estimate takes", "Stated, looked up in the catalogs, or assumed.")
        look.html(look.table(("input", "is", "origin"), taken))


def history(found: Whole) -> None:
    """Who decided what."""
    look.section("Decisions", look.STATES.get(found.row.status, found.row.status))
    rows = [
        (
            safe(f"{r.at:%Y-%m-%d %H:%M}"),
            safe(r.reviewer, 60),
            safe(r.decision),
            safe(plain(changed(r.changes), 300)),
            safe(r.note, 300),
        )
        for r in found.reviews
    ]
    if rows:
        look.html(look.table(("when (UTC)", "who", "decision", "changes", "note"), rows))
    else:
        look.html('<p class="tw-meta">Nobody has decided on it yet.</p>')


def changed(changes: dict[str, object]) -> str:
    """Changed fields in words."""
    return ", ".join(f"{words(name)}: {value(new)}" for name, new in changes.items())


def taken_as(name: str, given: object) -> str:
    """An input with its unit, where it has one."""
    if isinstance(given, int | float) and not isinstance(given, bool):
        if name in ("bandwidth", "link"):
            return scaled(float(given), "B/s")
        if name == "params_read":
            return f"{number(float(given) / 1e9)} billion"
    return value(given)
