"""A technique on top of a setting: after against before, at one point.

    weight-only-quantization:weight_bits=4
    speculative-decoding:draft_len=4,acceptance_len=3,draft_params_b=7

What the technique leaves open takes its typical value from the catalog, marked as assumed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from estimator.errors import BadValue
from estimator.estimate import Estimate
from estimator.speculation import acceptance_rate, kernel_speedup
from estimator.statement import Origin, Statement
from estimator.techniques import TECHNIQUES, Technique, find_technique
from estimator.verdict import StepCost
from estimator.verdicts.acceptance import ROUNDING
from estimator.verdicts.case import Case, read
from estimator.verdicts.claims_in import PARAMS
from estimator.verdicts.compare import Mode, Region, choices_of, effects_of, region
from estimator.verdicts.describe import step_cost

# An unknown that stands for another one where that is typical: the share of accepted drafts for the accepted length
_INSTEAD = {"accepted_share": ("acceptance_len", "acceptance_rate", "tokens_per_step")}


def compare(answer: Estimate, techniques: Sequence[str]) -> list[dict[str, Any]]:
    """One entry a technique, and one for all together where there are several."""
    named = [parse(text) for text in techniques]
    entries = [_entry(answer, [one]) for one in named]
    return [*entries, _entry(answer, named)] if len(named) > 1 else entries


def parse(text: str) -> tuple[Technique, dict[str, Any]]:
    """`NAME:k=v,k=v` to the row and the stated parameters; numbers become numbers, names stay."""
    name, _, rest = text.partition(":")
    params: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in rest.split(","))):
        key, equals, value = part.partition("=")
        if not equals or not key.strip() or not value.strip():
            raise BadValue(f"--with {text}", part, "written as name=value")
        try:
            params[key.strip()] = float(value)
        except ValueError:
            params[key.strip()] = value.strip()
    row = find_technique(name.strip())
    for key in sorted(params.keys() - known_parameters()):
        wanted = ", ".join(knob.name for knob in row.knobs) or "none of its own; batch, context_len, ..."
        raise BadValue(f"--with {text}", key, f"a parameter: {wanted}")
    return row, params


@cache
def known_parameters() -> frozenset[str]:
    """The names under which a technique can be told something."""
    return frozenset(PARAMS) | {knob.name for row in TECHNIQUES.values() for knob in row.knobs}


def _entry(answer: Estimate, named: Sequence[tuple[Technique, Mapping[str, Any]]]) -> dict[str, Any]:
    statement = _statement(answer, named)
    statement, assumed = _filled(statement, [row for row, _ in named])
    names = " + ".join(row.key for row, _ in named)
    case = read(statement)
    for name, value in ((name, value) for _, params in named for name, value in params.items()):
        if name != "draft_model" and (name in assumed or name not in case.params):
            raise BadValue(f"--with {names}: {name}", value, "a value that can be")
    inputs: dict[str, tuple[Any, Origin]] = {
        name: (value, "stated") for _, params in named for name, value in params.items()
    }
    inputs |= {name: (value, "assumed") for name, value in assumed.items()}
    _check_drafts(names, case)
    entry: dict[str, Any] = {"technique": names, "side": named[0][0].side if len(named) == 1 else None}
    if "time_share" in case.params:
        most = float(kernel_speedup(case.value("kernel_factor", math.inf), case.params["time_share"][-1]))
        return entry | {"ceiling": most, "expected": [min(1.0, most), most], "inputs": _spelled(inputs)}
    if not effects_of(case):
        return entry | {"note": f"{names}: {named[0][0].note}; a roofline says nothing about it"}
    found = region(case, case.places[0], _mode(answer, case))
    at = int(np.argmax(np.where(found.typical, found.bound, -np.inf)))
    return entry | _figures(found, at, _tokens(answer)) | {"inputs": _spelled(inputs)}


def _check_drafts(names: str, case: Case) -> None:
    """A cycle yields its drafted tokens and the target's own one, and no more."""
    if {"acceptance_len", "draft_len"} <= case.params.keys():
        drafted, accepted = case.params["draft_len"][-1], case.params["acceptance_len"][0]
        if accepted > (drafted + 1.0) * ROUNDING:
            most = f"at most {drafted + 1:g}: {drafted:g} drafted tokens and the target's own"
            raise BadValue(f"--with {names}: acceptance_len", accepted, most)


def _mode(answer: Estimate, case: Case) -> Mode:
    """A step at the batch that was asked, or, where a technique acts through the batch that fits, the largest on each side."""
    if answer.phase == "prefill":
        return "prompt"
    return "largest" if all(effect.term == "waste" for _, effect in effects_of(case)) else "step"


def _figures(found: Region, at: int, tokens: float) -> dict[str, Any]:
    before, after = step_cost("before", found.before, found, at), step_cost("after", found.after, found, at)
    old, new = _side(before, tokens), _side(after, tokens)
    figures = {
        "ceiling": float(found.bound[at]),
        "expected": [float(found.low[found.typical].min()), float(found.high[found.typical].max())],
        "floor_ratio": old["t_floor_s"] / new["t_floor_s"],
        "before": old,
        "after": new,
        "limiter": [before.limiter, after.limiter],
    }
    if after.tokens > 1.0:
        figures |= {"tokens_per_cycle": after.tokens, "break_even_tokens": after.seconds / before.seconds}
    return figures


def _tokens(answer: Estimate) -> float:
    """Tokens of one sequence that a time stands for: one in decode, the prompt's in prefill."""
    return float(answer.context) if answer.phase == "prefill" else 1.0


def _side(cost: StepCost, tokens: float) -> dict[str, Any]:
    """Time for a token of one sequence, or for a prompt, at the floor, and what a pass moves."""
    each = cost.seconds / cost.tokens
    return {"t_floor_s": each, "tokens_per_s": tokens / each, "bytes": dict(cost.bytes), "flops": cost.flops}


def _statement(answer: Estimate, named: Sequence[tuple[Technique, Mapping[str, Any]]]) -> Statement:
    """The setting and the techniques as a claim without a figure."""
    run, own = answer.run, {key: value for _, params in named for key, value in params.items()}
    tokens = max(_point("context", answer.context), 1.0)  # an empty cache is a context of the token at hand
    params: dict[str, Any] = {"batch": _point("batch", answer.batch), "context_len": tokens}
    for name, base in (("weight_bits", run.setting.weight_bits), ("kv_bits", run.setting.kv_bits)):
        changed = name in own or any(row.knob(name) for row, _ in named)
        if name == "weight_bits" and run.setting.published and not changed:
            continue  # as in the published files, of which not all weights are equally wide
        params[f"{name}_before" if changed else name] = float(np.asarray(base))
    devices = run.inputs["devices"][0]
    return Statement(
        technique=named[0][0].key,
        also=tuple(row.key for row, _ in named[1:]),
        metric="prefill" if answer.phase == "prefill" else "decode",
        hardware=(run.hardware.name,),
        n_devices=max(int(devices), 1),
        model=(run.model.name,),
        params=params | own,
    )


def _point(name: str, value: Any) -> float:
    if np.ndim(value):
        raise BadValue(f"--with at {name}", "a range", "one value: techniques are compared at a point")
    return float(value)


def _filled(statement: Statement, rows: Sequence[Technique]) -> tuple[Statement, dict[str, float]]:
    """The statement with typical values for what the techniques leave open, and those values."""
    case = read(statement)
    choices = choices_of(case, [effect for _, effect in effects_of(case)])
    typical = {knob.name: knob.typical for row in reversed(rows) for knob in row.knobs}
    if "draft_len" in statement.params:
        typical = _by_chance(typical)
    assumed: dict[str, float] = {}
    for axis in choices.axes:
        own = (axis.name,) if axis.values[0] <= typical.get(axis.name, math.inf) <= axis.values[-1] else ()
        for name in (*_INSTEAD.get(axis.name, ()), *own):
            if axis.free and name in typical:
                assumed[name] = typical[name]
                break
    return replace(statement, params={**statement.params, **assumed}), assumed


def _by_chance(typical: Mapping[str, float]) -> dict[str, float]:
    """Typical values for a draft of stated length, which tokens a pass at another length say nothing about.

    The chance of each next token stands in their place: the row's own, or that which its tokens at its length come from.
    """
    if not {"acceptance_len", "draft_len"} <= typical.keys():
        return dict(typical)
    tokens, length = typical["acceptance_len"], typical["draft_len"]
    chance = typical.get("acceptance_rate", acceptance_rate(tokens, length))
    others = {name: value for name, value in typical.items() if name not in _INSTEAD["accepted_share"]}
    return others | {"acceptance_rate": chance}


def _spelled(inputs: Mapping[str, tuple[Any, Origin]]) -> dict[str, dict[str, Any]]:
    return {name: {"value": value, "origin": origin} for name, (value, origin) in inputs.items()}
