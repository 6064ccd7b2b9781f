"""The look: one type scale, colours that mean something, and the small pieces that every page is made of.

Verdicts are told by a word and a sign as well as by a colour; the colours (blue, amber, vermilion, grey) stay apart for
the colour-blind. Whatever comes from a document goes through `ui.show.safe` first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import streamlit as st

from db.queries import Whole
from estimator.verdict import Verdict
from ui.places import cells, spoken
from ui.show import SIDES, first_sentence, safe

SIGNS = {"plausible": "✓", "conditional": "◐", "implausible": "✕", "unverifiable": "?"}
COLOURS = {"plausible": "#1f77b4", "conditional": "#d99100", "implausible": "#cf4c1c", "unverifiable": "#858c94"}
# Other hues than the verdicts: a side is no judgement.
SIDE_COLOURS = {"fewer-bytes": "#178267", "fewer-steps": "#ab5eba", "both": "#7d7d36", "neither": "#aeb2b7"}
MEANINGS = {
    "plausible": "Within what competent engines reach",
    "conditional": "Possible only under conditions that the source does not state",
    "implausible": "Above what the hardware allows, whatever is assumed",
    "unverifiable": "No figure, or nothing that a roofline can judge",
}
STATES = {"open": "waits for review", "accepted": "accepted", "corrected": "corrected", "rejected": "rejected"}


def style() -> None:
    """The style sheet, once a page."""
    st.html(Path(__file__).parent / "look.css")


def html(*parts: str) -> None:
    """Pieces of HTML that were made safe."""
    st.html("".join(parts))


def verdict_chip(word: str, *, large: bool = False) -> str:
    """A verdict as a sign and a word."""
    size = " tw-large" if large else ""
    return f'<span class="tw-chip tw-{safe(word)}{size}"><b aria-hidden="true">{SIGNS.get(word, "?")}</b> {safe(word)}</span>'


def side_chip(side: str) -> str:
    """A side as a word."""
    return f'<span class="tw-tag tw-side-{safe(side)}">{safe(SIDES.get(side, side))}</span>'


def tag(text: str) -> str:
    """A plain label."""
    return f'<span class="tw-tag">{safe(text, 80)}</span>'


def quote(text: str, marks: Iterable[tuple[int, int]] = ()) -> str:
    """A quotation as text, with the words that values were read from marked."""
    return f'<blockquote class="tw-quote" dir="auto">{marks_in(text, marks)}</blockquote>'


def marks_in(text: str, marks: Iterable[tuple[int, int]]) -> str:
    """Text with some of its words marked."""
    pieces, at = [], 0
    for start, end in sorted(marks):
        if start < at or end > len(text) or start >= end:
            continue
        pieces += [safe(text[at:start], 10**9), f"<mark>{safe(text[start:end], 10**9)}</mark>"]
        at = end
    return "".join(pieces) + safe(text[at:])


def sentence(found: Whole) -> str:
    """A claim's sentence with its values marked; a row of a table with the heads of its columns."""
    text, marked = spoken(found)
    row = cells(found)
    if not row:
        return quote(text, marked)
    shown = [marks_in(cell, spans) for _, cell, spans in row]
    return f'<blockquote class="tw-quote tw-tabular">{table([head for head, _, _ in row], [shown])}</blockquote>'


def short(text: str, row: Sequence[tuple[str, str]] = ()) -> str:
    """A sentence of a list; a row of a table with the heads of its columns."""
    if not row:
        return quote(text)
    parts = (f"<span><i>{safe(head, 60)}</i> {safe(cell, 120)}</span>" for head, cell in row)
    return f'<blockquote class="tw-quote tw-cells" dir="auto">{"".join(parts)}</blockquote>'


def key(verdict: Verdict) -> str:
    """What a reader needs first: the conditions of a claim that is possible sometimes, or what is missing."""
    if verdict.verdict == "conditional" and verdict.requires:
        return f'<p class="tw-key"><b>Only if:</b> {safe("; ".join(verdict.requires[:3]), 300)}</p>'
    if verdict.verdict == "unverifiable" and verdict.ask:
        return f'<p class="tw-key"><b>Missing:</b> {safe(verdict.ask[0], 300)}</p>'
    return ""


def reason(verdict: Verdict, most: int = 3000) -> str:
    """Why. What decides stands out: the key to it, or else the answer itself; the arithmetic follows."""
    if told := key(verdict):
        return f'{told}<p class="tw-reason">{safe(verdict.reason, most)}</p>'
    answer = first_sentence(verdict.reason)
    return f'<p class="tw-reason"><b>{safe(answer, most)}</b>{safe(verdict.reason[len(answer) :], most)}</p>'


def facts(rows: Sequence[tuple[str, str]], *, numeric: bool = False) -> str:
    """Names and values in two columns; the values are made safe here."""
    cls = "tw-facts tw-numeric" if numeric else "tw-facts"
    body = "".join(f"<tr><th>{safe(name)}</th><td>{safe(text)}</td></tr>" for name, text in rows)
    return f'<table class="{cls}">{body}</table>'


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], numeric: Iterable[int] = ()) -> str:
    """A table whose cells were made safe; the columns in `numeric` are aligned to the right."""
    right = set(numeric)
    classes = ['class="tw-num"' if i in right else "" for i in range(len(heads))]
    top = "".join(f"<th {classes[i]}>{safe(head)}</th>" for i, head in enumerate(heads))
    body = "".join("<tr>" + "".join(f"<td {classes[i]}>{c}</td>" for i, c in enumerate(row)) + "</tr>" for row in rows)
    return f'<div class="tw-scroll"><table class="tw-table"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def figure(value: str, label: str, note: str = "") -> str:
    """One large number with what it is."""
    below = f'<div class="tw-note">{safe(note)}</div>' if note else ""
    top = f'<div class="tw-value">{safe(value)}</div><div class="tw-label">{safe(label)}</div>'
    return f'<div class="tw-figure">{top}{below}</div>'


def counted_verdict(word: str, count: int) -> str:
    """How many claims have a verdict, and what it means; it leads to them."""
    link = f'<a href="claims?verdict={safe(word)}" target="_self">{verdict_chip(word)}</a>'
    note = f'<div class="tw-note">{safe(MEANINGS.get(word, ""))}</div>'
    return f'<div class="tw-figure tw-kind"><div class="tw-value">{count:,}</div>{link}{note}</div>'


def figures(cells: Iterable[str]) -> str:
    """Several of them in a row."""
    return f'<div class="tw-figures">{"".join(cells)}</div>'


def sentences(lines: Iterable[str]) -> str:
    """A list of sentences."""
    return '<ul class="tw-list">' + "".join(f"<li>{safe(line)}</li>" for line in lines) + "</ul>"


def bar(counts: Mapping[str, int], colours: Mapping[str, str]) -> str:
    """Shares of a whole as one bar."""
    total = sum(counts.values()) or 1
    parts = "".join(
        f'<span style="width:{100 * n / total:.2f}%;background:{colours.get(name, "#858c94")}" '
        f'title="{safe(name)}: {n}"></span>'
        for name, n in counts.items()
        if n
    )
    return f'<div class="tw-bar" role="img">{parts}</div>'


def empty(title: str, advice: str) -> None:
    """What a page says when there is nothing: what is missing and what to do."""
    st.html(f'<div class="tw-empty"><h3>{safe(title)}</h3><p>{safe(advice)}</p></div>')


def heading(text: str, under: str = "") -> None:
    """The title of a page with one line under it."""
    below = f'<p class="tw-under">{safe(under)}</p>' if under else ""
    st.html(f'<div class="tw-head"><h1>{safe(text)}</h1>{below}</div>')


def section(text: str, under: str = "") -> None:
    """The title of a part of a page."""
    below = f'<p class="tw-under">{safe(under)}</p>' if under else ""
    st.html(f'<div class="tw-section"><h2>{safe(text)}</h2>{below}</div>')
