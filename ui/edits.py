"""The fields of a claim as a reviewer edits them: which there are, how they are written, and what was changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, get_args

from classifier import Claim
from estimator import Quantity
from estimator.statement import Kind, Metric, Qualifier

Input = Literal["choice", "number", "names", "text"]
LONGEST = 200  # characters in the box of a text


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a claim."""

    name: str
    label: str
    input: Input
    words: tuple[str, ...] = ()  # of a choice


FIELDS = (
    Field("technique", "Technique", "choice"),
    Field("metric", "Metric", "choice", get_args(Metric)),
    Field("factor_low", "Factor, low", "number"),
    Field("factor_high", "Factor, high", "number"),
    Field("qualifier", "Qualifier", "choice", get_args(Qualifier)),
    Field("kind", "Kind", "choice", get_args(Kind)),
    Field("hardware", "Hardware", "names"),
    Field("n_devices", "Devices", "number"),
    Field("model", "Model", "names"),
    Field("baseline", "Baseline", "text"),
    Field("absolute", "Value after", "text"),
    Field("absolute_before", "Value before", "text"),
)
# Parameters that a document may state, as the database documents them.
PARAMETERS = (
    "weight_bits weight_bits_before kv_bits act_bits group_size batch input_len output_len context_len draft_len "
    "acceptance_rate acceptance_len draft_model draft_params_b tp ep pp n_kv_heads window sparsity hit_rate block_size "
    "tree_size time_share kernel_factor"
).split()


def written(value: Any) -> str:
    """A value as it stands in its box."""
    if value is None or value == ():
        return ""
    if isinstance(value, Quantity):
        return f"{value.value:g} {value.unit}"
    if isinstance(value, list | tuple):
        return ", ".join(written(part) for part in value)
    if isinstance(value, float):
        return f"{value:.10g}"
    return value if isinstance(value, str) else json.dumps(value)


def read(text: str) -> Any:
    """What somebody wrote into the box of a parameter: a number, several, a word; nothing means: not stated."""
    parts = [part.strip() for part in text.split(",")]
    values = [_number(part) for part in parts if part]
    if not values:
        return None
    return values[0] if len(values) == 1 else values


def _number(word: str) -> Any:
    if (value := _finite(word)) is None:
        return {"true": True, "false": False}.get(word.lower(), word)
    return int(value) if value.is_integer() and "." not in word else value


def _finite(word: str) -> float | None:
    """The number that a word is; infinity and NaN are none."""
    try:
        value = float(word)
    except ValueError:
        return None
    return value if isfinite(value) else None


def quantity(text: str) -> dict[str, Any] | None:
    """`24 tokens/s` as value and unit; None for nothing; what has no number raises a `ValueError`."""
    if not text.strip():
        return None
    head, _, unit = text.strip().partition(" ")
    if (value := _finite(head.replace(",", ""))) is None:
        raise ValueError(f"{text.strip()!r}: give a number and its unit, as in 24 tokens/s")
    return {"value": value, "unit": unit.strip() or "x"}


def values_of(claim: Claim) -> dict[str, Any]:
    """Every field and parameter of a claim as its box holds it."""
    values = {field.name: boxed(field, getattr(claim, field.name)) for field in FIELDS}
    values |= {f"params.{name}": one_line(written(value)) for name, value in claim.params.items()}
    return values | {"side": claim.side}


def boxed(field: Field, value: Any) -> Any:
    """The value in the form that its box takes."""
    if field.input == "names":
        return list(value)
    return one_line(written(value)) if field.input == "text" else value


def one_line(text: str) -> str:
    """A text as its box holds it: what does not fit there was not changed by the reviewer."""
    return " ".join(text.split())[:LONGEST]


def changes(claim: Claim, now: Mapping[str, Any]) -> dict[str, Any]:
    """What differs between a claim and its boxes, as `Store.review` takes it."""
    before = values_of(claim)
    changed = {name: value for name, value in now.items() if value != before.get(name, "")}
    return {name: stored(name, value) for name, value in changed.items()}


def stored(name: str, value: Any) -> Any:
    """The content of a box as the database keeps it."""
    if name.startswith("params."):
        return read(value)
    if name in ("absolute", "absolute_before"):
        return quantity(value)
    if name == "n_devices":
        return None if value is None else int(value)
    if name == "baseline":
        return value.strip()
    return value
