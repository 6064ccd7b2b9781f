"""The calculator: two settings side by side, a sweep over both, and the same question for the command line and Python."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from estimator import HARDWARE, MODELS, TECHNIQUES, Estimate, EstimatorError, estimate
from estimator.sheet import as_fields
from estimator.whatif import compare
from ui import charts, look
from ui.filters import bound
from ui.show import limited, number, safe, seconds, span, words

SWEEPS = {"batch": (1, 512), "context": (512, 131_072)}
START = ({"batch": 1}, {"batch": 32})


@dataclass(frozen=True, slots=True)
class Setting:
    """What one side of the page asks."""

    model: str
    hardware: str
    devices: int
    batch: int
    context: int
    weight_bits: float | None
    kv_bits: float | None
    technique: str
    knobs: dict[str, float] = field(default_factory=dict)

    @property
    def given(self) -> dict[str, Any]:
        """The keywords of `estimate`, apart from model and hardware."""
        values = {"batch": self.batch, "context": self.context, "devices": self.devices}
        bits = {"weight_bits": self.weight_bits, "kv_bits": self.kv_bits}
        return values | {name: bit for name, bit in bits.items() if bit is not None}

    @property
    def said(self) -> str:
        """The setting in one line."""
        count = f"{self.devices} x " if self.devices > 1 else ""
        bits = f", {self.weight_bits:g}-bit weights" if self.weight_bits else ""
        technique = f", {self.technique}" if self.technique else ""
        return f"{self.model} on {count}{self.hardware}{bits}{technique}"

    @property
    def with_(self) -> str:
        """The technique as `--with` takes it."""
        told = ",".join(f"{name}={value:g}" for name, value in self.knobs.items())
        return f"{self.technique}:{told}" if told else self.technique


def what_if() -> None:
    """Two settings, their figures, a sweep, and the same for elsewhere."""
    look.heading("What if", "What the hardware allows at most, and what competent engines reach.")
    places = st.columns(2, gap="large")
    asked, answers = [], []
    for place, name, start in zip(places, "AB", START, strict=True):
        with place:
            look.section(f"Setting {name}")
            setting = form(name.lower(), start)
            answer = answered(setting)
            asked.append(setting)
            answers.append(answer)
            if answer is not None:
                figures(setting, answer)
    sweep(asked, answers)
    elsewhere(asked, answers)


def form(side: str, start: dict[str, int]) -> Setting:
    """The inputs of one side; they stand in the address."""
    kept: Any = {"bind": "query-params"}
    models, chips = list(MODELS), list(HARDWARE)
    one = st.columns(2)
    model = one[0].selectbox("Model", models, index=models.index("Llama-3.1-70B"), key=f"{side}-model", **kept)
    chip = one[1].selectbox("Hardware", chips, index=chips.index("H100-SXM-80GB"), key=f"{side}-hardware", **kept)
    two, three = st.columns(3), st.columns(3)
    devices = two[0].number_input("Devices", 1, 1024, 4, **bound(f"{side}-devices"))
    batch = two[1].number_input("Batch", 1, 100_000, start["batch"], **bound(f"{side}-batch"))
    context = two[2].number_input("Context", 1, 10_000_000, 4096, step=1024, **bound(f"{side}-context"))
    weight = three[0].number_input("Weight bits", 1.0, 32.0, None, key=f"{side}-weight", placeholder="own", **kept)
    kv = three[1].number_input("KV bits", 1.0, 32.0, None, key=f"{side}-kv", placeholder="16", **kept)
    technique = st.selectbox(
        "With a technique",
        list(TECHNIQUES),
        index=None,
        key=f"{side}-with",
        placeholder="none: the plain step",
        **kept,
    )
    knobs: dict[str, float] = {}
    if technique:
        rows = TECHNIQUES[technique].knobs
        for place, knob in zip(st.columns(max(len(rows), 3)), rows, strict=False):
            knobs[knob.name] = place.number_input(
                words(knob.name)[0].upper() + words(knob.name)[1:],
                value=float(knob.typical),
                key=f"{side}-{technique}-{knob.name}",
                format="%g",
                **kept,
            )
    return Setting(model, chip, int(devices), int(batch), int(context), weight, kv, technique or "", knobs)


def answered(setting: Setting) -> Estimate | None:
    """The estimate, or what is wrong with the setting."""
    try:
        return estimate(setting.model, setting.hardware, **setting.given)
    except EstimatorError as error:
        look.html(f'<p class="tw-reason">{safe(str(error))}</p>')
        return None


def figures(setting: Setting, answer: Estimate) -> None:
    """What comes out for one side."""
    floor, (low, high) = float(answer.t_floor_s), answer.t_expected_s
    most = setting.batch / floor
    fits = {True: "fits in memory", False: "does not fit in memory", None: "memory of the chip not known"}[answer.fits]
    cells = [
        look.figure(seconds(floor), "a plain step at least", f"limited by {limited(answer.limiter)}"),
        look.figure(between(float(low), float(high)), "a step of good engines"),
        look.figure(f"{number(most)} /s", "tokens at most", fits),
    ]
    if setting.batch > 1:
        cells.append(look.figure(f"{number(1 / floor)} /s", "tokens at most for each sequence"))
    look.html(look.figures(cells))
    entry = gained(setting, answer)
    if entry is None:
        return
    look.html(f'<div class="tw-meta tw-then">with {safe(setting.technique)}, against the plain step</div>')
    if "ceiling" not in entry:
        look.html(f'<p class="tw-reason">{safe(entry.get("note", ""))}</p>')
        return
    limits = " → ".join(dict.fromkeys(map(limited, entry["limiter"])))
    more = [
        look.figure(f"{number(entry['ceiling'])}×", "speed-up at most"),
        look.figure(
            span(*entry["expected"]),
            "with good engines",
            f"limited by {limits}",
        ),
    ]
    if "break_even_tokens" in entry:
        more.append(
            look.figure(
                number(entry["tokens_per_cycle"]),
                "tokens a pass",
                f"break-even at {number(entry['break_even_tokens'])}",
            )
        )
    look.html(look.figures(more))


def between(low: float, high: float) -> str:
    """Two times; their unit once where it is the same."""
    first, second = seconds(low).split(" "), seconds(high).split(" ")
    return f"{first[0]}–{' '.join(second)}" if first[1] == second[1] else f"{' '.join(first)}–{' '.join(second)}"


def gained(setting: Setting, answer: Estimate) -> dict[str, Any] | None:
    """What the technique gives on top; None without one."""
    if not setting.technique:
        return None
    try:
        return compare(answer, [setting.with_])[0]
    except EstimatorError as error:
        return {"note": str(error)}


def sweep(asked: list[Setting], answers: list[Estimate | None]) -> None:
    """Both settings over batch or context."""
    look.section(
        "Sweep", "The line is what the hardware allows, the band what engines reach; faint points do not fit in memory."
    )
    over = st.segmented_control(
        "Over", list(SWEEPS), default="batch", key="over", bind="query-params", label_visibility="collapsed"
    )
    over = over or "batch"
    low, high = SWEEPS[over]
    at = np.geomspace(low, high, int(np.log2(high / low)) + 1)
    frames = [
        swept(name, setting, answer, over, at)
        for name, setting, answer in zip("AB", asked, answers, strict=True)
        if answer is not None
    ]
    if frames:
        st.altair_chart(
            charts.sweep(pd.concat(frames), f"{over} ({'sequences' if over == 'batch' else 'tokens'})"), width="stretch"
        )


def swept(name: str, setting: Setting, answer: Estimate, over: str, at: Any) -> pd.DataFrame:
    """One setting over a range, with its technique where it has one."""
    many = estimate(setting.model, setting.hardware, **(setting.given | {over: at}))
    batch = at if over == "batch" else np.full(len(at), float(setting.batch))
    fits = np.broadcast_to(np.asarray(True if many.fits is None else many.fits), at.shape)
    slow, fast = (batch / np.broadcast_to(end, at.shape) for end in reversed(many.t_expected_s))
    most = np.broadcast_to(many.tokens_per_s_ceiling, at.shape)
    limiter = list(np.broadcast_to(many.limiter, at.shape))
    entries = [
        gained(setting, estimate(setting.model, setting.hardware, **(setting.given | {over: float(x)}))) for x in at
    ]
    for i, entry in enumerate(entries):
        if entry and "ceiling" in entry:
            low, high = entry["expected"]
            most, slow, fast = (
                placed(v, i, v[i] * f) for v, f in ((most, entry["floor_ratio"]), (slow, low), (fast, high))
            )
            limiter[i] = entry["limiter"][1]
    frame = pd.DataFrame(
        {
            "at": at,
            "ceiling": most,
            "low": slow,
            "high": np.minimum(fast, most),
            "fits": fits,
            "limiter": [limited(str(word)) for word in limiter],
        }
    )
    told = zip(frame["ceiling"], frame["low"], frame["high"], strict=True)
    frame["shown"] = [f"{number(c)} at most, {number(a)} to {number(b)}" for c, a, b in told]
    at_other = f"context {setting.context:,}" if over == "batch" else f"batch {setting.batch:,}"
    return frame.assign(setting=f"{name}: {setting.said}, {at_other}")


def placed(values: Any, at: int, value: float) -> Any:
    """The values with another one at a place."""
    changed = np.array(values, dtype=float)
    changed[at] = value
    return changed


def elsewhere(asked: list[Setting], answers: list[Estimate | None]) -> None:
    """The same question for the command line, for Python and as JSON."""
    look.section("Take it with you")
    tabs = st.tabs(["Command line", "Python", "JSON"])
    tabs[0].code("\n".join(command(setting) for setting in asked), language="bash", wrap_lines=True)
    tabs[1].code("\n\n".join([IMPORTS, *(python(n, s) for n, s in zip("ab", asked, strict=True))]), language="python")
    objects = {n: result(s, a) for n, s, a in zip("AB", asked, answers, strict=True) if a is not None}
    tabs[2].code(json.dumps(objects, indent=1), language="json", height=400)


IMPORTS = "from estimator import estimate\nfrom estimator.whatif import compare"


def command(setting: Setting) -> str:
    """As `twoways estimate` takes it."""
    options = [f"--{name.replace('_', '-')} {value:g}" for name, value in setting.given.items()]
    technique = [f"--with {setting.with_}"] if setting.technique else []
    return " ".join(
        ["twoways estimate", f"--model {setting.model}", f"--hardware {setting.hardware}", *options, *technique]
    )


def python(name: str, setting: Setting) -> str:
    """As Python takes it."""
    given = ", ".join(f"{key}={value:g}" for key, value in setting.given.items())
    lines = [
        f'{name} = estimate("{setting.model}", "{setting.hardware}", {given})',
        f"print({name}.t_floor_s, {name}.t_expected_s)",
    ]
    if setting.technique:
        lines.append(f'print(compare({name}, ["{setting.with_}"]))')
    return "\n".join(lines)


def result(setting: Setting, answer: Estimate) -> dict[str, Any]:
    """The estimate as JSON, with what the technique gives."""
    entry = gained(setting, answer)
    return as_fields(answer) | ({"speedup": [entry]} if entry else {})
