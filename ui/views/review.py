"""The queue: one claim after another, decided by a key. What is decided is in the database before the next one shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import streamlit as st

import db
from classifier import Claim
from db import Filter, Store, StoreError, history
from db.decisions import Decision, corrected
from db.queries import Whole
from estimator import HARDWARE, MODELS, TECHNIQUES, judge
from estimator.statement import Side
from estimator.verdict import Verdict
from ui import access, edits, look, pictures, views
from ui.filters import SEVERAL, number_in_address, several
from ui.places import surface, where
from ui.show import claimed, safe, span, verbatim, words

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

PACE = 50  # claims an hour
DEPTH = 60  # claims of the queue that are looked ahead
SIDES: tuple[Side, ...] = ("fewer-bytes", "fewer-steps", "both", "neither")
KEYS = (
    ("A", "accept, with your edits"), ("X", "reject"), ("S", "skip"), ("U", "undo"), ("N", "next"), ("P", "previous"),
    ("1–4", "side"), ("E", "to the fields"),
    ("Tab", "from one to the next"), ("Enter", "take a value over"), ("Ctrl+Enter", "save from within a field"),
)  # fmt: skip
NEAR = {"inherited": "nearby", "reviewer": "a reviewer"}  # where the words of a value stand, if not in the sentence
NEARBY = (
    "“…” are the words that a value was read from; nearby: in the heading, table or text that governs the sentence."
)
KINDS = ("waiting", "decided by others")
# The way to the fields by a key: from the top of the page it is twenty times Tab. Nothing of a document is in it.
TO_FIELDS = """<script>/* {} */
[...document.querySelectorAll(".st-key-fields input")].find((box) => box.offsetParent)?.focus()
</script>"""
DONE = '<span class="tw-done" style="width:{}%"></span>'
SECOND = "A second opinion on what others decided shows how far you agree."


def review() -> None:
    """The claim in the address, or the first of the queue."""
    store, name = access.store(), reviewer()
    head, choice = st.columns([5, 1.3], vertical_alignment="center")
    with choice:
        chosen, kind = narrowed()
    numbers = queue(store, name, chosen, kind)
    st.session_state["ahead"] = numbers
    number = st.session_state["at"] = current(numbers)
    with head:
        progress(store, name, chosen)
    refused = st.session_state.pop("refused", "")
    if number is None:
        done(chosen, kind)
        return
    try:
        with store.session() as session:
            found = db.queries.whole(session, number)
    except StoreError as error:
        gone(str(error))
        return
    if refused:
        st.error(verbatim(refused))
    if st.session_state.get("known", (0, 0))[0] != number:
        st.session_state["known"] = (number, last_of_others(store, number, name)[0])
    now = st.container()  # drawn above the fields, but told by them
    left, right = st.columns([1.25, 1], gap="large")
    page, form = swept(left, right, number)
    with form, st.container(key="fields"):
        claim, wrong = fields(found)
    with now:
        buttons(found, changed=claim != found.claim, wrong=bool(wrong), name=name)
    with page:
        sentence(found, claim)
    if wish := st.session_state.pop("to fields", 0):  # a number, as the browser runs what differs from what it ran last
        st.html(TO_FIELDS.format(wish), unsafe_allow_javascript=True)


def swept(left: DeltaGenerator, right: DeltaGenerator, number: int) -> list[DeltaGenerator]:
    """Where the two halves of the page are drawn: with each new claim at the other one of two places, so that the browser
    drops what it shows of the claim before at once, and nobody decides beside the wrong page.
    """
    turn: bool = st.session_state.get("turn", False)
    if st.session_state.get("drawn") != number:
        st.session_state["drawn"] = number
        turn = st.session_state["turn"] = not turn
    places = []
    for half in (left, right):
        both = (half.empty(), half.container()) if turn else (half.container(), half.empty())
        places.append(both[turn])
    return places


# -- who and which -----------------------------------------------------------------------------------------------------------


def reviewer() -> str:
    """Under which name decisions go: the one signed in, else the one in the address, else the account's."""
    return access.signed_name() or str(st.session_state.get("as") or st.query_params.get("as") or access.own_name())


def narrowed() -> tuple[Filter, str]:
    """The filters of the queue, and whether it holds what waits or what others decided."""
    with st.popover("Queue", icon=":material/tune:", width="stretch"):
        found: dict[str, Any] = {name: several(st, name, label, given) for name, label, given in SEVERAL[:3]}
        found["document"] = st.text_input("Document: number or part of its title", key="document", bind="query-params")
        kind = st.selectbox("Claims", list(KINDS), key="queue", bind="query-params", help=SECOND)
        if not access.sign_in_is_on():
            st.text_input("Reviewer", value=access.own_name(), key="as", bind="query-params", max_chars=60)
    return Filter(**found), kind


def queue(store: Store, name: str, chosen: Filter, kind: str) -> list[int]:
    """The numbers of the claims ahead, in order."""
    with store.session() as session:
        if kind == KINDS[1]:
            return history.second_opinions(session, name, DEPTH)
        return [line.claim_id for line in db.queries.queue(session, name, chosen, DEPTH)]


def current(numbers: list[int]) -> int | None:
    """The claim of the address, where there is one; else the first of the queue, which then stands in the address."""
    if (asked := number_in_address("claim")) is not None:
        return asked
    if numbers:
        st.query_params["claim"] = str(numbers[0])
        return numbers[0]
    return None


def done(chosen: Filter, kind: str) -> None:
    """Nothing waits."""
    if kind == KINDS[1]:
        look.empty("Nothing to give a second opinion on", "Others have decided nothing that you have not.")
    elif chosen != Filter():
        look.empty("Nothing waits behind these filters", "Take one of them away to see the rest of the queue.")
    else:
        look.empty(
            "Nothing waits for review", "Every claim that was found is decided. Documents that you add bring more."
        )
        views.to_adding()


def gone(error: str) -> None:
    """The claim of the address is no longer there: its document was read again and says something else now."""
    look.empty("There is no such claim", f"{error}. Perhaps its document was read again, and no longer holds it.")
    st.button("To the queue", shortcut="n", on_click=to_queue)


def to_queue() -> None:
    """Let the queue say which claim is next."""
    st.query_params.pop("claim", None)


def progress(store: Store, name: str, chosen: Filter) -> None:
    """How the hour goes."""
    with store.session() as session:
        decided = history.decided_since(session, name, datetime.now(UTC) - timedelta(hours=1))
        waiting = db.queries.claims_page(session, open_only(chosen), limit=0).total
    share = min(100, 100 * decided // PACE)
    said = f"{decided} decided in the last hour, of {PACE} · {waiting:,} waiting · as {safe(name, 60)}"
    bar = f'<div class="tw-bar" role="img" aria-label="{decided} of {PACE}">{DONE.format(share)}</div>'
    look.html(f'<div class="tw-progress"><div><b>Review</b> <span class="tw-meta">{said}</span></div>{bar}</div>')


def open_only(chosen: Filter) -> Filter:
    """The same filter over what waits."""
    from dataclasses import replace

    return replace(chosen, status=("open",))


# -- what can be done ----------------------------------------------------------------------------------------------------------


def buttons(found: Whole, *, changed: bool, wrong: bool, name: str) -> None:
    """The decisions. A key belongs to the claim on the page: pressed twice, it decides once."""
    number = found.row.id
    if access.role() == "reader":
        st.info("You may read. Decisions need the role of a reviewer: ask whoever runs this dashboard.")
        return
    places = st.container(key="decisions").columns([1.7, 1, 1, 1, 1, 1, 1], gap="small")
    accept: Decision = "correct" if changed else "accept"
    rows: tuple[tuple[str, str, Any, tuple[Any, ...], bool], ...] = (
        ("Save and accept" if changed else "Accept", "a", act, (number, accept, name), wrong),
        ("Reject", "x", act, (number, "reject", name), False),
        ("Skip", "s", act, (number, "skip", name), False),
        ("Undo", "u", undo, (number, name), False),
        ("Previous", "p", back, (number, name), False),
        ("Next", "n", on, (number,), False),
        ("Edit", "e", edit, (), False),
    )
    for place, (label, key, call, given, off) in zip(places, rows, strict=True):
        place.button(
            label, key=f"{key}{number}", shortcut=key, on_click=tried, args=(call, *given), disabled=off, width="stretch",
            type="primary" if key == "a" else "secondary",
        )  # fmt: skip
    if changed and not wrong:
        label = "Save from within a field"
        st.button(label, key=f"save{number}", shortcut="Mod+Enter", on_click=tried, args=(act, number, accept, name))
    look.html(
        '<div class="tw-keys">' + " &ensp; ".join(f"<kbd>{key}</kbd>{safe(what)}" for key, what in KEYS) + "</div>"
    )


def tried(call: Callable[..., None], *given: Any) -> None:
    """Do what a button stands for. What is wrong with an entry, or refused by the database, is said on the page."""
    try:
        call(*given)
    except (StoreError, ValueError) as error:
        st.session_state["refused"] = str(error)


def act(number: int, decision: Decision, name: str) -> None:
    """Append a decision and go on to the next claim."""
    if not here(number) or access.role() == "reader":
        return
    store = access.store()
    latest, said = last_of_others(store, number, name)
    if decision != "skip" and latest > st.session_state["known"][1]:
        st.session_state["known"] = (number, latest)
        raise ValueError(f"{said} while it stood on this page: decide once more if you see it otherwise.")
    changed: dict[str, Any] = {}
    if decision == "correct":
        with store.session() as session:
            found = db.queries.whole(session, number)
        changed = edits.changes(found.claim, boxes(found))
    store.review(number, name, decision, changed)
    on(number)


def last_of_others(store: Store, number: int, name: str) -> tuple[int, str]:
    """The number of the last decision of somebody else on a claim, 0 without one, and the decision in words."""
    with store.session() as session:
        found = history.last_of_others(session, number, name)
        return (found.id, f"{found.reviewer} {history.DECIDED[found.decision]} this claim") if found else (0, "")


def edit() -> None:
    """Put the cursor into the first field."""
    st.session_state["to fields"] = st.session_state["edits"] = st.session_state.get("edits", 0) + 1


def here(number: int) -> bool:
    """Whether this is the claim on the page. The browser may keep the buttons of one decided before for a moment, and they
    hear the same keys.
    """
    return bool(st.session_state.get("at") == number)


def undo(number: int, name: str) -> None:
    """Take back this reviewer's latest decision, and show its claim."""
    if not here(number) or access.role() == "reader":
        return
    store = access.store()
    with store.session() as session:
        latest = history.recent(session, name, 1)
    if not latest:
        st.toast("There is nothing to take back.")
        return
    store.undo(latest[0], name)
    show(latest[0])
    st.toast("Taken back.")


def on(number: int) -> None:
    """The next claim of the queue."""
    if not here(number):
        return
    numbers: list[int] = st.session_state.get("ahead", [])
    at = numbers.index(number) + 1 if number in numbers else 0
    ahead = [n for n in (numbers[at:] or numbers) if n != number]
    st.session_state["trail"] = [*st.session_state.get("trail", []), number][-200:]
    if ahead:
        show(ahead[0])
    else:
        st.session_state["at"] = None
        st.query_params.pop("claim", None)


def back(number: int, name: str) -> None:
    """The claim before this one; after a reload, the one decided last."""
    if not here(number):
        return
    trail: list[int] = [n for n in st.session_state.get("trail", []) if n != number]
    if trail:
        st.session_state["trail"], last = trail[:-1], trail[-1]
        show(last)
        return
    with access.store().session() as session:
        latest = [n for n in history.recent(session, name) if n != number]
    if latest:
        show(latest[0])


def show(number: int) -> None:
    """Put a claim into the address."""
    st.session_state["at"] = number
    st.query_params["claim"] = str(number)


# -- the fields ----------------------------------------------------------------------------------------------------------------


def boxes(found: Whole) -> dict[str, Any]:
    """What stands in the boxes now."""
    start = prefix(found)
    return {key.removeprefix(start): st.session_state[key] for key in st.session_state if str(key).startswith(start)}


def prefix(found: Whole) -> str:
    """Boxes belong to one claim in one state: after a decision about it they begin anew."""
    last = found.reviews[-1].id if found.reviews else 0
    return f"box.{found.row.id}.{last}."


def fields(found: Whole) -> tuple[Claim, str]:
    """Every field of the claim to be edited, with its origin; the claim as edited, and what is wrong with an entry."""
    start, before = prefix(found), edits.values_of(found.claim)
    origins = said(found)
    sides(found, start)
    now: dict[str, Any] = {"side": st.session_state[f"{start}side"]}
    names = [(f.name, f.label, f) for f in edits.FIELDS if f.input != "text" or before[f.name]]
    names += [
        (name, capital(words(name.removeprefix("params."))), edits.Field(name, "", "text"))
        for name in before
        if name.startswith("params.")
    ]
    places = [column for _ in names[::2] for column in st.columns(2)]
    for place, (name, label, field) in zip(places, names, strict=False):
        with place:
            wide = field.input == "names" or name in ("technique", "baseline")
            label_of(label, origins.get(name.removeprefix("params."), ""), wide=wide)
            now[name] = box(field, start + name, before[name], label)
    now |= more(start, before)
    look.html(f'<div class="tw-meta">{safe(NEARBY)}</div>')
    try:
        return corrected(found.claim, edits.changes(found.claim, now)), ""
    except ValueError as error:
        st.error(verbatim(str(error)))
        return found.claim, str(error)


def sides(found: Whole, start: str) -> None:
    """The side by a key: 1 to 4."""
    key = f"{start}side"
    st.session_state.setdefault(key, found.claim.side)
    label_of("Side", "fewer bytes a pass, or fewer passes a token")
    row = st.container(horizontal=True, gap="xsmall")
    for i, side in enumerate(SIDES, 1):
        row.button(
            side.removeprefix("fewer-"),
            key=f"{i}{start}",
            shortcut=str(i),
            on_click=choose,
            args=(key, side),
            type="primary" if st.session_state[key] == side else "secondary",
        )


def choose(key: str, side: Side) -> None:
    """Set the side."""
    st.session_state[key] = side


def capital(name: str) -> str:
    """A name as it begins a line."""
    return name[:1].upper() + name[1:]


def label_of(name: str, origin: str, *, wide: bool = False) -> None:
    """The name of a field, and the words its value came from."""
    cls = "tw-field tw-wide" if wide else "tw-field"
    look.html(f'<div class="{cls}"><b>{safe(name)}</b> <span>{safe(origin, 60)}</span></div>')


def said(found: Whole) -> dict[str, str]:
    """For each field the words it was read from, and where they stand."""
    told: dict[str, str] = {}
    for p in found.parameters:
        read = " ".join(surface(found, p).split())
        told.setdefault(p.name, f"{NEAR.get(p.origin, '')} {f'“{read}”' if read else ''}".strip())
    if "factor" in told:
        told |= {"factor_low": told["factor"], "factor_high": told["factor"]}
    for name in found.claim.inherited:
        told.setdefault(name, NEAR["inherited"])
    return told


def box(field: edits.Field, key: str, given: Any, label: str) -> Any:
    """The box of one field."""
    hidden: Any = "collapsed"
    label = label if re.fullmatch(r"[\w, ]+", label) else "Value"  # Streamlit reads it as Markdown; `label_of` shows it
    if field.input == "choice":
        options = list(field.words or TECHNIQUES)
        options = options if given in options else [given, *options]
        return st.selectbox(label, options, index=options.index(given), key=key, label_visibility=hidden)
    if field.input == "number":
        whole = field.name == "n_devices"
        return st.number_input(
            label, value=given if given is None or whole else float(given), min_value=1 if whole else 0.0,
            step=1 if whole else 0.1, key=key, label_visibility=hidden, placeholder="not stated", format="%d" if whole else "%g",
        )  # fmt: skip
    if field.input == "names":
        known = list(HARDWARE if field.name == "hardware" else MODELS)
        options = list(dict.fromkeys([*given, *known]))
        return st.multiselect(
            label,
            options,
            default=given,
            key=key,
            label_visibility=hidden,
            accept_new_options=True,
            placeholder="not stated",
        )
    return st.text_input(
        label, value=given, key=key, label_visibility=hidden, placeholder="not stated", max_chars=edits.LONGEST
    )


def more(start: str, before: dict[str, Any]) -> dict[str, Any]:
    """A value that the machine missed."""
    label_of("Add a value", "that the source states and the machine missed")
    which, what = st.columns(2)
    texts = [field for field in edits.FIELDS if field.input == "text" and not before[field.name]]
    missing = [f"params.{name}" for name in edits.PARAMETERS if f"params.{name}" not in before]
    options = [field.name for field in texts] + missing
    name = which.selectbox(
        "Value to add", options, index=None, key=f"add.{start}", label_visibility="collapsed", placeholder="value",
        format_func=lambda n: capital(words(n.removeprefix("params."))),
    )  # fmt: skip
    if not name:
        return {}
    key = f"{start}{name}"
    return {
        name: what.text_input("Its value", key=key, label_visibility="collapsed", placeholder="4, or 4, 8 for a range")
    }


# -- what is shown -------------------------------------------------------------------------------------------------------------


def sentence(found: Whole, claim: Claim) -> None:
    """The sentence where it stands, the verdict on the claim as it is in the boxes, and who decided before."""
    verdict = found.verdict if claim == found.claim else judge(claim.statement())
    look.html(f'<div class="tw-meta">{safe(where(found), 300)}</div>', look.sentence(found))
    judged(found, claim, verdict)
    if found.reviews:
        lines = [f"{r.reviewer}: {r.decision}, {r.at:%Y-%m-%d %H:%M} UTC" for r in found.reviews[-3:]]
        look.html('<div class="tw-meta">' + "<br>".join(safe(line, 200) for line in lines) + "</div>")
    drawn = pictures.picture(found)
    if drawn is not None:
        st.image(drawn, width="stretch")
    else:
        context(found)


def judged(found: Whole, claim: Claim, verdict: Verdict) -> None:
    """The verdict, beside the one before where values changed."""
    chips = look.verdict_chip(verdict.verdict)
    if claim != found.claim:
        chips = f'{look.verdict_chip(found.verdict.verdict)} → {chips} <span class="tw-meta">with your edits</span>'
    figures = [look.figure(claimed(claim.factor_low, claim.factor_high, claim.qualifier), "claimed")]
    if verdict.ceiling is not None:
        figures.append(look.figure(span(verdict.ceiling, None, verdict.ceiling_unit), "at most"))
    if verdict.expected:
        figures.append(look.figure(span(*verdict.expected, verdict.ceiling_unit), "what engines reach"))
    look.html(
        f'<div class="tw-verdict">{chips}</div>',
        look.figures(figures),
        look.reason(verdict, 1500),
    )
    why = [reason for reason in found.claim.reasons if not re.search(r"[+-]\d", reason)][:2]
    sure = f"{100 * found.claim.confidence:.0f} % sure of kind and side"
    look.html(f'<div class="tw-meta">{safe(" · ".join([sure, *why]), 300)}</div>')
    st.page_link(views.page("claim"), label="Everything about this claim", query_params={"claim": str(found.row.id)})


def context(found: Whole) -> None:
    """What stands around the sentence, as text."""
    if found.passage is None:
        return
    with access.store().session() as session:
        around = db.queries.neighbours(session, found.row.document_id, found.claim.passage)
    lines = [
        f'<p class="{"tw-here" if p.position == found.claim.passage else "tw-near"}">{safe(p.text, 800)}</p>'
        for p in around
    ]
    look.html(f'<div class="tw-context">{"".join(lines)}</div>')
