"""The map of a technique over batch and context."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from estimator import SpeedupMap
from ui.charts import Figure
from ui.show import number

LOG2 = alt.Scale(type="log", base=2, nice=False)
KILO = "datum.value / 1024 + 'K'"  # tokens as people write them
INK = "#14181d"  # lines on the coloured grid, the same in both themes
NO_ROOM = "#9aa0a6"
X = alt.X(
    "batch:Q", scale=LOG2, title="batch (sequences)", axis=alt.Axis(values=[1, 4, 16, 64, 256], format="d", grid=False)
)
Y = alt.Y(
    "context:Q",
    scale=LOG2,
    title="context (tokens)",
    axis=alt.Axis(values=[1024, 4096, 16384, 65536], labelExpr=KILO, grid=False),
)


def speedup(found: SpeedupMap, batch: float | None, context: float | None) -> Figure:
    """Speed-up over batch and context: colours around break-even, its line, the line where compute takes over, and the
    claim's own place where it states one.
    """
    lines = [
        layer
        for name, ends, dash in (
            ("break-even", found.break_even, [1, 0]),
            ("compute-bound to the right", found.compute_bound, [6, 4]),
        )
        for layer in line(found, name, ends, dash)
    ]
    drawn: Figure = alt.layer(cells(found), *lines, *own(batch, context)).properties(height=320)
    return drawn


def cells(found: SpeedupMap) -> Any:
    """One rectangle for each point of the grid; grey where it does not fit in memory."""
    frame = grid(found)
    top = max(1.6, float(frame["factor"].max()), 1 / float(frame["factor"].min()))
    scale = alt.Scale(type="log", domain=[1 / top, 1, top], range=["#cf4c1c", "#f2efe9", "#1f77b4"], interpolate="rgb")
    ticks = [round(1 / top, 2), 1, round(top, 1)]
    legend = alt.Legend(orient="top", gradientLength=180, format=".2~f", values=ticks)
    factor = alt.Color("factor:Q", title="usual speed-up, ×", scale=scale, legend=legend)
    hint = [
        alt.Tooltip("batch:Q", format=".0f"),
        alt.Tooltip("context:Q", format=",.0f"),
        alt.Tooltip("usual:N", title="usual"),
        alt.Tooltip("most:N", title="at most"),
        alt.Tooltip("memory:N"),
    ]
    return (
        alt.Chart(frame)
        .mark_rect()
        .encode(
            x=X,
            x2="batch2:Q",
            y=Y,
            y2="context2:Q",
            tooltip=hint,
            color=alt.condition("datum.fits", factor, alt.value(NO_ROOM)),
        )
    )


def grid(found: SpeedupMap) -> pd.DataFrame:
    """The map as rows, each from its point to the next."""
    rows = []
    for i, batch in enumerate(found.batches[:-1]):
        for j, context in enumerate(found.contexts[:-1]):
            fits = bool(found.fits[i, j])
            low, high, most = (float(values[i, j]) for values in (found.low, found.high, found.bound))
            place = {
                "batch": batch,
                "batch2": found.batches[i + 1],
                "context": context,
                "context2": found.contexts[j + 1],
            }
            told = {"usual": f"{number(low)}–{number(high)}×", "most": f"{number(most)}×"}
            memory = {"fits": fits, "memory": "fits" if fits else "does not fit"}
            rows.append({**place, "factor": float(found.middle[i, j]), **told, **memory})
    return pd.DataFrame(rows)


def line(found: SpeedupMap, name: str, ends: tuple[tuple[float, float | None], ...], dash: list[int]) -> list[Any]:
    """A line between regimes, where it runs through the map, with its name at its lower end."""
    first, last = float(found.batches[0]), float(found.batches[-1])
    inner = [{"context": c, "batch": b, "line": name} for c, b in ends if b is not None and first < b < last]
    if len(inner) < 2:
        return []
    frame = pd.DataFrame(inner)
    right = inner[0]["batch"] > (first * last) ** 0.5
    drawn = (
        alt.Chart(frame)
        .mark_line(color=INK, strokeWidth=2, strokeDash=dash)
        .encode(x=X, y=Y, order="context:Q", tooltip=["line:N"])
    )
    said = alt.Chart(frame.head(1)).mark_text(
        align="right" if right else "left", dx=-8 if right else 8, dy=-10, fontSize=12, color=INK
    )
    return [drawn, said.encode(x=X, y=Y, text="line:N")]


def own(batch: float | None, context: float | None) -> list[Any]:
    """The claim's place: a point where it states both, a line where it states one."""
    stated = alt.Chart(pd.DataFrame([{"batch": batch, "context": context, "said": "the claim"}]))
    rule = stated.mark_rule(color=INK, strokeWidth=2, strokeDash=[2, 3])
    if batch is not None and context is not None:
        point = stated.mark_point(
            size=170, shape="diamond", filled=True, opacity=1, color=INK, stroke="white", strokeWidth=2
        )
        return [point.encode(x=X, y=Y, tooltip=["said:N", "batch:Q", "context:Q"])]
    if batch is not None:
        return [rule.encode(x=X, tooltip=["said:N", "batch:Q"])]
    return [rule.encode(y=Y, tooltip=["said:N", "context:Q"])] if context is not None else []
