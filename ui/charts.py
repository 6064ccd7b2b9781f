"""Charts: each is a function from data to an Altair chart. Colours carry the verdict or the side; both themes show them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from estimator.verdict import StepCost
from ui.look import COLOURS, SIDE_COLOURS
from ui.show import bytes_, limited, number, scaled, seconds

Figure = alt.Chart | alt.LayerChart | alt.FacetChart

BEFORE, AFTER = "#858c94", "#1f77b4"
ROOF = "#858c94"
TERMS = {"weights": "#1f77b4", "kv": "#d99100", "activations": "#7a6fb0", "network": "#858c94"}
TERM_NAMES = {"weights": "weights", "kv": "KV cache", "activations": "activations", "network": "network"}


def roofline(before: StepCost, after: StepCost) -> Figure:
    """FLOP/s over FLOP per byte, log-log: the roof of each side's chip, and where a pass of each side stands under it."""
    points = pd.DataFrame([point(cost) for cost in (before, after)])
    lowest = min(points["intensity"].min(), *(knee(c) for c in (before, after))) / 4
    highest = max(points["intensity"].max(), *(knee(c) for c in (before, after))) * 4
    costs = [before] if same_roof(before, after) else [before, after]
    roofs = pd.concat([roof(cost, lowest, highest) for cost in costs])
    rates = (min(roofs["rate"].min(), points["rate"].min()) / 1.5, roofs["rate"].max() * 2.5)
    x = log("X", "intensity", "FLOP for each byte moved", (lowest, highest))
    y = log("Y", "rate", "TFLOP/s on one device", rates)
    domain = ["before", "after"]
    colour = alt.Color("label:N", scale=alt.Scale(domain=domain, range=[BEFORE, AFTER]), legend=None)
    shape = alt.Shape("label:N", scale=alt.Scale(domain=domain, range=["circle", "diamond"]), legend=None)
    base = alt.Chart(points).encode(x=x, y=y, color=colour)
    line = alt.Chart(roofs).mark_line(strokeWidth=2, color=ROOF).encode(x=x, y=y, detail="which:N")
    dots = base.mark_point(filled=True, size=130, opacity=1).encode(
        shape=shape, tooltip=[alt.Tooltip(f"{name}:N", title=title) for name, title in POINT]
    )
    names = base.mark_text(align="left", dx=10, dy=12, fontSize=13, fontWeight=600).encode(text="label:N")
    tops = roofs[roofs["intensity"] == highest]
    label = alt.Chart(tops).mark_text(align="right", dy=-8, fontSize=12, color=ROOF).encode(x=x, y=y, text="said:N")
    return alt.layer(line, dots, names, label).properties(height=300)


POINT = (
    ("label", "Side"),
    ("moved", "Bytes"),
    ("worked", "FLOP"),
    ("took", "Floor of a pass"),
    ("tokens", "Tokens a pass"),
    ("limiter", "Limited by"),
)


def point(cost: StepCost) -> dict[str, Any]:
    """A pass under the roof."""
    moved = max(sum(cost.bytes.values()), 1.0)
    return {
        "label": cost.label,
        "intensity": max(cost.flops / moved, 1e-3),
        "rate": max(cost.flops / cost.seconds / 1e12, 1e-6) if cost.seconds else 1e-6,
        "moved": bytes_(moved),
        "worked": scaled(cost.flops, "FLOP"),
        "took": seconds(cost.seconds),
        "tokens": number(cost.tokens),
        "limiter": limited(cost.limiter) or "–",
    }


def knee(cost: StepCost) -> float:
    """FLOP per byte at which memory and compute take equally long."""
    return cost.peak / cost.bandwidth


def same_roof(before: StepCost, after: StepCost) -> bool:
    return math.isclose(before.peak, after.peak) and math.isclose(before.bandwidth, after.bandwidth)


def roof(cost: StepCost, lowest: float, highest: float) -> pd.DataFrame:
    """The roof of a chip: bandwidth times intensity, up to its peak."""
    at = [lowest, knee(cost), highest]
    rates = [min(cost.peak, x * cost.bandwidth) / 1e12 for x in at]
    said = f"{scaled(cost.bandwidth, 'B/s')}, {scaled(cost.peak, 'FLOP/s')}"
    return pd.DataFrame({"intensity": at, "rate": rates, "which": cost.label, "said": said})


def log(channel: str, name: str, title: str, domain: tuple[float, float]) -> Any:
    """A logarithmic channel with a tick at each power of ten."""
    powers = range(math.ceil(math.log10(domain[0])), math.floor(math.log10(domain[1])) + 1)
    axis = alt.Axis(values=[10.0**power for power in powers], format="~g", gridOpacity=0.5)
    scale = alt.Scale(type="log", domain=list(domain), nice=False)
    return getattr(alt, channel)(f"{name}:Q", scale=scale, title=title, axis=axis)


def bytes_by_term(before: StepCost, after: StepCost) -> Figure:
    """What a pass moves on one device, before and after, by what it is."""
    rows = pd.DataFrame([row for cost in (before, after) for row in terms(cost)])
    ends = pd.DataFrame([total(cost) for cost in (before, after)])
    used = [term for term in TERMS if TERM_NAMES[term] in set(rows["term"])]
    scale = alt.Scale(domain=[TERM_NAMES[t] for t in used], range=[TERMS[t] for t in used])
    colour = alt.Color("term:N", title=None, scale=scale, legend=alt.Legend(orient="top"))
    y = alt.Y("side:N", sort=["before", "after"], title=None, axis=alt.Axis(labelFontSize=13))
    x = alt.X(
        "gb:Q",
        title="GB moved by one device in a pass",
        axis=alt.Axis(tickCount=6),
        scale=alt.Scale(domainMax=1.15 * float(ends["gb"].max())),
    )
    hint = [
        alt.Tooltip("side:N", title="Side"),
        alt.Tooltip("term:N", title="Term"),
        alt.Tooltip("shown:N", title="Bytes"),
    ]
    bars = alt.Chart(rows).mark_bar().encode(x=x, y=y, color=colour, order="order:Q", tooltip=hint)
    labels = (
        alt.Chart(ends).mark_text(align="left", dx=6, fontSize=13, color=ROOF).encode(x="gb:Q", y=y, text="shown:N")
    )
    return alt.layer(bars, labels).properties(height=alt.Step(36))


def terms(cost: StepCost) -> list[dict[str, Any]]:
    """The terms of a pass that are there at all."""
    return [
        {
            "side": cost.label,
            "term": TERM_NAMES[term],
            "gb": cost.bytes[term] / 1e9,
            "shown": bytes_(cost.bytes[term]),
            "order": i,
        }
        for i, term in enumerate(TERMS)
        if cost.bytes.get(term, 0.0) > 0
    ]


def total(cost: StepCost) -> dict[str, Any]:
    """All bytes of a pass."""
    moved = sum(cost.bytes.values())
    return {"side": cost.label, "gb": moved / 1e9, "shown": bytes_(moved)}


def stacked(
    rows: Sequence[Mapping[str, Any]], group: str, shade: str = "verdict", colours: Mapping[str, str] = COLOURS
) -> Figure:
    """Verdicts by something, as stacked bars."""
    scale = alt.Scale(domain=list(colours), range=list(colours.values()))
    frame = pd.DataFrame([{**row, "rank": list(colours).index(row[shade])} for row in rows])
    y = alt.Y(f"{group}:N", title=None, sort="-x", axis=alt.Axis(labelLimit=240, labelFontSize=13))
    x = alt.X("claims:Q", title="claims", axis=alt.Axis(tickMinStep=1, format=",d"))
    colour = alt.Color(f"{shade}:N", title=None, scale=scale, legend=alt.Legend(orient="top", columns=2))
    hint = [f"{group}:N", f"{shade}:N", "claims:Q"]
    chart = alt.Chart(frame).mark_bar().encode(x=x, y=y, color=colour, order=alt.Order("rank:Q"), tooltip=hint)
    stack: Figure = chart.properties(height=alt.Step(26))
    return stack


SIDE_WORDS = {"fewer-bytes": "fewer bytes", "fewer-steps": "fewer steps", "both": "both", "neither": "neither"}
SIDE_SHADES = {SIDE_WORDS[side]: colour for side, colour in SIDE_COLOURS.items()}


def sides(rows: Sequence[Mapping[str, Any]], group: str) -> Figure:
    """Sides by something, as stacked bars."""
    return stacked([{**row, "side": SIDE_WORDS[row["side"]]} for row in rows], group, "side", SIDE_SHADES)


def years(rows: Sequence[Mapping[str, Any]]) -> Figure:
    """Sides by year, as stacked columns."""
    frame = pd.DataFrame([{**row, "side": SIDE_WORDS[row["side"]]} for row in rows])
    frame["rank"] = [list(SIDE_SHADES).index(side) for side in frame["side"]]
    scale = alt.Scale(domain=list(SIDE_SHADES), range=list(SIDE_SHADES.values()))
    chart = alt.Chart(frame).mark_bar(size=28).encode(
        x=alt.X("year:N", title=None, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("claims:Q", title="claims", axis=alt.Axis(tickMinStep=1, format=",d", tickCount=4)),
        color=alt.Color("side:N", title=None, scale=scale, legend=alt.Legend(orient="top")),
        order=alt.Order("rank:Q"),
        tooltip=["year:N", "side:N", "claims:Q"],
    )  # fmt: skip
    columns: Figure = chart.properties(height=220)
    return columns


def scatter(rows: Sequence[Mapping[str, Any]]) -> Figure:
    """Claimed against ceiling: above the diagonal nothing can be."""
    frame = pd.DataFrame(list(rows))
    frame["rank"] = [list(COLOURS).index(word) if word != "implausible" else len(COLOURS) for word in frame["verdict"]]
    frame = frame.sort_values("rank")  # what is out of reach is drawn above the rest
    low = min(0.5, float(frame[["claimed", "ceiling"]].min().min()) / 1.3)
    right, top = (max(10.0, float(frame[name].max()) * 1.5) for name in ("ceiling", "claimed"))
    x, y = (
        alt.X("ceiling:Q", title="at most, by the roofline (×)", **factors(low, right)),
        alt.Y("claimed:Q", title="claimed (×)", **factors(low, top)),
    )
    ends = pd.DataFrame({"ceiling": [low, min(right, top)], "claimed": [low, min(right, top)]})
    line = alt.Chart(ends).mark_line(color=ROOF, strokeDash=[5, 4]).encode(x=x, y=y)
    said = alt.Chart(pd.DataFrame([{"ceiling": 0.85 * min(right, top), "said": "more than possible ↑"}]))
    above = said.mark_text(color=ROOF, fontSize=12, align="right", dx=-14, dy=-6).encode(
        x=x, y=alt.Y("ceiling:Q", **factors(low, top)), text="said:N"
    )
    colour = alt.Color(
        "verdict:N",
        title=None,
        scale=alt.Scale(domain=list(COLOURS), range=list(COLOURS.values())),
        legend=alt.Legend(orient="top"),
    )
    shape = alt.Shape(
        "verdict:N",
        legend=None,
        scale=alt.Scale(domain=list(COLOURS), range=["circle", "square", "cross", "triangle-up"]),
    )
    hint = [alt.Tooltip(f"{name}:N") for name in ("claim", "group", "verdict", "said", "most", "quote")]
    dots = (
        alt.Chart(frame)
        .mark_point(filled=True, size=70, opacity=0.75)
        .encode(
            x=x, y=y, color=colour, shape=shape, tooltip=hint,
            size=alt.condition("datum.verdict == 'implausible'", alt.value(160), alt.value(70)),
        )
    )  # fmt: skip
    return alt.layer(line, above, dots).properties(height=420)


def factors(low: float, high: float) -> dict[str, Any]:
    """A logarithmic axis of factors, with a few ticks between the powers of ten."""
    ticks = [v for v in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if low <= v <= high]
    scale = alt.Scale(type="log", domain=[low, high], nice=False)
    return {"scale": scale, "axis": alt.Axis(values=ticks, format="~g", gridOpacity=0.5)}


def sweep(rows: pd.DataFrame, over: str) -> Figure:
    """Tokens a second over batch or context, floor and expected, for each setting."""
    ends = (float(rows["at"].min()), float(rows["at"].max()))
    every = 1 if ends[1] / ends[0] <= 1024 else 2  # powers of two with a tick
    powers = [2.0**p for p in range(math.ceil(math.log2(ends[0])), math.floor(math.log2(ends[1])) + 1, every)]
    axis = alt.Axis(values=powers, labelExpr="datum.value < 1024 ? datum.value : datum.value / 1024 + 'K'", grid=False)
    x = alt.X("at:Q", scale=alt.Scale(type="log", base=2, nice=False), title=over, axis=axis)
    low, high = float(rows[["low", "ceiling"]].min().min()), float(rows["ceiling"].max())
    scale = alt.Scale(type="log", domain=[low / 1.2, high * 1.2], nice=False)
    tens = [10.0**p * k for p in range(-3, 9) for k in (1, 2, 5) if low / 1.2 <= 10.0**p * k <= high * 1.2]
    vertical: dict[str, Any] = {
        "scale": scale,
        "title": "tokens/s, all sequences",
        "axis": alt.Axis(values=tens, format="~s"),
    }
    y = alt.Y("ceiling:Q", **vertical)
    names = sorted(rows["setting"].unique())
    shades = alt.Scale(domain=names, range=[{"A": "#1f77b4", "B": "#d99100"}[name[0]] for name in names])
    legend = alt.Legend(orient="top", columns=1, labelLimit=600, symbolOpacity=1, symbolStrokeWidth=0)
    colour = alt.Color("setting:N", scale=shades, title=None, legend=legend)
    hint = [
        alt.Tooltip("setting:N"),
        alt.Tooltip("at:Q", title=over, format=",.0f"),
        alt.Tooltip("shown:N", title="tokens/s"),
        alt.Tooltip("limiter:N"),
    ]
    base = alt.Chart(rows).encode(x=x, color=colour)
    band = base.mark_area(opacity=0.22).encode(
        y=alt.Y("low:Q", **vertical),
        y2="high:Q",
    )
    line = base.mark_line(strokeWidth=2).encode(y=y, tooltip=hint)
    dots = base.mark_point(filled=True, size=40).encode(
        y=y, tooltip=hint, opacity=alt.condition("datum.fits", alt.value(1), alt.value(0.15))
    )
    return alt.layer(band, line, dots).properties(height=360)


def bars(frame: pd.DataFrame, across: str, up: str) -> Figure:
    """One column of a query's answer against another."""
    rows = pd.DataFrame({"across": frame[across].astype(str).str.slice(0, 80), "up": frame[up]})
    y = alt.Y("across:N", title=across, sort=None, axis=alt.Axis(labelLimit=240))
    drawn: Figure = (
        alt.Chart(rows).mark_bar(color=AFTER).encode(x=alt.X("up:Q", title=up), y=y, tooltip=["across", "up"])
    )
    return drawn.properties(height=alt.Step(22))
