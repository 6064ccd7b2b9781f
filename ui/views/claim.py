"""One claim: the verdict first, then why, and then all that it rests on."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st

import db
from db import StoreError
from db.queries import Whole, label
from estimator import speedup_map
from estimator.verdict import holds
from ui import access, charts, look, maps, pictures, views
from ui.filters import number_in_address
from ui.places import page_name, surface, where
from ui.show import ORIGINS, claimed, factor, limited, number, plain, safe, scaled, seconds, span, value, words

BATCHES = np.geomspace(1, 512, 28)
CONTEXTS = np.geomspace(512, 131_072, 25)


def claim() -> None:
    """The page of the claim in the address."""
    found = asked()
    if found is None:
        return
    verdict_first(found)
    left, right = st.columns([1.2, 1], gap="large")
    with left:
        conditions(found)
        figures(found)
        map_of(found)
        derivation(found)
    with right:
        source(found)
        said(found)
        history(found)


def asked() -> Whole | None:
    """The claim that the address names."""
    asked_for = number_in_address("claim")
    if asked_for is None:
        look.empty("Which claim?", "Open one from the list of claims; its address can be sent to others.")
        st.page_link(views.page("claims"), label="To the claims")
        return None
    store = access.store()
    try:
        with store.session() as session:
            return db.queries.whole(session, asked_for)
    except StoreError as error:
        look.empty("There is no such claim", str(error))
        st.page_link(views.page("claims"), label="To the claims")
        return None


def verdict_first(found: Whole) -> None:
    """The verdict, the sentence with its values marked, the reason."""
    row, verdict = found.row, found.verdict
    tags = look.side_chip(row.side) + look.tag(row.technique) + look.tag(row.metric)
    top, link = st.columns([5, 1.3], vertical_alignment="center")
    with top:
        look.html(
            look.verdict_chip(verdict.verdict, large=True),
            f' <span class="tw-meta">{safe(look.MEANINGS.get(verdict.verdict, ""))}</span>',
        )
    with link:
        st.page_link(
            views.page("review"), label="Review this claim", query_params={"claim": str(row.id)}, icon=":material/edit:"
        )
    look.html(look.sentence(found), f'<div class="tw-meta">{safe(where(found, source=True), 400)}</div>')
    cells = [look.figure(claimed(row.factor_low, row.factor_high, row.qualifier), "claimed")]
    if found.claim.absolute:
        cells.append(
            look.figure(f"{number(found.claim.absolute.value)} {plain(found.claim.absolute.unit, 30)}", "claimed value")
        )
    if verdict.ceiling is not None:
        cells.append(look.figure(span(verdict.ceiling, None, verdict.ceiling_unit), "at most, by the roofline"))
    if verdict.expected:
        cells.append(look.figure(span(*verdict.expected, verdict.ceiling_unit), "what engines reach"))
    if any(verdict.limiter):
        cells.append(look.figure(" → ".join(dict.fromkeys(limited(w) for w in verdict.limiter if w)), "limited by"))
    look.html(
        look.figures(cells),
        look.reason(verdict),
        f'<div class="tw-tags">{tags}</div>',
    )


def conditions(found: Whole) -> None:
    """What would have to be true, and what to ask."""
    verdict = found.verdict
    if verdict.requires:
        look.section("What would have to be true", "The source does not state these.")
        look.html(look.sentences(verdict.requires))
    if verdict.inverse:
        look.section("Where the claim holds", "Each unknown by itself, the others at their best.")
        rows = [(safe(words(name)), safe(interval(name, *ends))) for name, ends in told(verdict.inverse)]
        look.html(look.table(("unknown", "values at which it holds"), rows))
    if verdict.attribution:
        look.section("What each part gives", "Factors whose product is the whole.")
        shares = [(safe(name), factor(share)) for name, share in verdict.attribution.items()]
        look.html(look.table(("technique", "factor"), shares, numeric=[1]))
    if verdict.ask:
        look.section("What to ask the authors")
        look.html(look.sentences(verdict.ask))


SHARES = ("baseline_efficiency", "sparsity", "hit_rate", "on_host", "prompt_kept", "accepted_share")
Ends = tuple[float | None, float | None]


def told(inverse: Mapping[str, Ends]) -> list[tuple[str, Ends]]:
    """The unknowns that say something: launches that may take any time do not."""
    return [(name, ends) for name, ends in inverse.items() if name != "layer_seconds" or ends != (None, None)]


def interval(name: str, low: float | None, high: float | None) -> str:
    """An interval in words, with its unit."""
    if not holds((low, high)):
        return "at no value"
    if low is None and high is None:
        return "any value"
    first, last = (None if end is None else of_unknown(name, end) for end in (low, high))
    if first is None:
        return f"at most {last}"
    return f"at least {first}" if last is None else f"{first} to {last}"


def of_unknown(name: str, end: float) -> str:
    """A value of an unknown with its unit."""
    if name.endswith("seconds") or name.endswith("_s"):
        return seconds(end)
    return f"{100 * end:.3g} %" if name in SHARES else number(end)


def figures(found: Whole) -> None:
    """Roofline and bytes."""
    before, after = found.verdict.before, found.verdict.after
    if before and after:
        look.section("Under the roof", "One pass on one device, before and after, at the best point for the claim.")
        st.altair_chart(charts.roofline(before, after), width="stretch")
        if any(before.bytes.values()) or any(after.bytes.values()):
            look.section("Bytes of a pass")
            st.altair_chart(charts.bytes_by_term(before, after), width="stretch")


def derivation(found: Whole) -> None:
    """The way there."""
    if found.verdict.derivation:
        look.section("How the ceiling comes about")
        look.html(look.sentences(found.verdict.derivation))


def map_of(found: Whole) -> None:
    """Where over batch and context the technique pays."""
    if found.claim.metric in ("kernel", "memory"):
        return
    drawn = speedup_map(found.claim.statement(), BATCHES, CONTEXTS)
    if drawn is None:
        return
    batch, context = stated(found.verdict.inputs, "batch"), stated(found.verdict.inputs, "context_len")
    marked = [name for name, at in (("batch", batch), ("context", context)) if at is not None]
    own = f"The source states {' and '.join(marked)}: marked in black." if marked else "The source states neither."
    look.section(
        "Over batch and context", f"Usual speed-up of a decode step for {drawn.place}; grey does not fit. {own}"
    )
    st.altair_chart(maps.speedup(drawn, batch, context), width="stretch")


def stated(inputs: Mapping[str, tuple[object, str]], name: str) -> float | None:
    """A value that the source gives as one number."""
    given, origin = inputs.get(name, (None, ""))
    if origin not in ("stated", "inherited") or isinstance(given, bool) or not isinstance(given, int | float):
        return None
    return float(given) if given > 0 else None


def source(found: Whole) -> None:
    """The page that it stands on."""
    if (drawn := pictures.picture(found)) is not None:
        look.section(
            "Where it stands", page_name(found.row.page, label(found.document.page_labels, found.row.page)).capitalize()
        )
        st.image(drawn, width="stretch")


def said(found: Whole) -> None:
    """Every value with its origin and the words it came from."""
    look.section("What the source says", "Each value with the words it was read from.")
    rows = [
        (
            safe(words(p.name)),
            safe(listed(p.value), 120),
            safe(" ".join(surface(found, p).split()) or "–", 120),
            safe(ORIGINS.get(p.origin, p.origin)),
        )
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


def listed(text: str) -> str:
    """`[2.3, 2.3]`, as the database keeps a range, for a reader."""
    ends = text.strip("[]").split(", ") if text.startswith("[") else [text]
    return "–".join(dict.fromkeys(ends))


def taken_as(name: str, given: object) -> str:
    """An input with its unit, where it has one."""
    if isinstance(given, int | float) and not isinstance(given, bool):
        if name in ("bandwidth", "link"):
            return scaled(float(given), "B/s")
        if name == "params_read":
            return f"{number(float(given) / 1e9)} billion"
    return value(given)


def history(found: Whole) -> None:
    """Who decided what."""
    look.section("Decisions", look.STATES.get(found.row.status, found.row.status))
    rows = [
        (
            safe(f"{r.at:%Y-%m-%d %H:%M}"),
            safe(r.reviewer, 60),
            safe(r.decision),
            safe(changed(r.changes), 300),
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
    return ", ".join(f"{words(name.removeprefix('params.'))}: {value(new)}" for name, new in sorted(changes.items()))
