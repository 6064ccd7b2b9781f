"""What persons decided about a claim, folded from the reviews, and how it changes the claim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from classifier import Claim, Parameter
from db.errors import StoreError
from db.rows import cleaned
from db.schema import ReviewRow
from estimator import Quantity
from estimator.statement import Kind, Metric, Qualifier, Side

Decision = Literal["accept", "correct", "reject", "skip", "undo"]
Status = Literal["open", "accepted", "corrected", "rejected"]  # of a claim, by the latest decision

# Fields a person may correct -> the words allowed, or None. `params.batch` and the like correct one parameter.
FIELDS: dict[str, tuple[str, ...] | None] = {
    "kind": get_args(Kind),
    "technique": None,
    "side": get_args(Side),
    "metric": get_args(Metric),
    "qualifier": get_args(Qualifier),
    "quantified": None,
    "factor_low": None,
    "factor_high": None,
    "absolute": None,
    "absolute_before": None,
    "baseline": None,
    "hardware": None,
    "n_devices": None,
    "model": None,
    "params": None,
}
# Fields on which two reviewers are compared.
COMPARED = ("kind", "technique", "side", "metric", "factor_low", "factor_high", "qualifier")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a claim stands after all decisions about it."""

    status: Status = "open"
    changes: Mapping[str, Any] = field(default_factory=dict)  # field -> value that a person gave it

    @property
    def decided(self) -> bool:
        """Whether a person's decision holds."""
        return self.status != "open" or bool(self.changes)


def standing(reviews: Iterable[ReviewRow]) -> Standing:
    """Fold the reviews of one claim, oldest first. What was undone does not count; later corrections win."""
    rows = sorted(reviews, key=lambda row: row.id)
    undone = {row.undoes for row in rows if row.decision == "undo"}
    status: Status = "open"
    changes: dict[str, Any] = {}
    for row in rows:
        if row.id in undone or row.decision in ("undo", "skip"):
            continue
        changes |= row.changes
        status = "rejected" if row.decision == "reject" else "corrected" if changes else "accepted"
    return Standing(status, changes)


def checked(changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes, or an error that names the field and what it may be."""
    for name, value in changes.items():
        base = name.partition(".")[0]
        if base not in FIELDS or (base != "params" and base != name):
            raise StoreError(f"{name}: cannot be corrected; {', '.join(FIELDS)} can")
        words = FIELDS[base]
        if words and value not in words:
            raise StoreError(f"{name}: {value!r} is none of {', '.join(words)}")
        _check_number(name, value)
    return dict(cleaned(changes))


def _check_number(name: str, value: Any) -> None:
    if name not in ("factor_low", "factor_high", "n_devices") or value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e12:
        raise StoreError(f"{name}: {value!r} is not a number above 0")


def corrected(claim: Claim, changes: Mapping[str, Any]) -> Claim:
    """The claim with a person's values in place of the machine's. A value of None means: not stated."""
    values: dict[str, Any] = {}
    params = dict(changes.get("params", claim.params) or {})
    for name, value in changes.items():
        base, _, parameter = name.partition(".")
        if parameter:
            params = {k: v for k, v in params.items() if k != parameter} | ({} if value is None else {parameter: value})
        elif base in ("absolute", "absolute_before"):
            values[base] = Quantity(float(value["value"]), str(value["unit"])) if value else None
        elif base in ("hardware", "model"):
            values[base] = tuple([value] if isinstance(value, str) else value or ())
        elif base != "params":
            values[base] = "" if value is None and base in ("baseline", "technique") else value
    names = touched(changes)
    return replace(
        claim,
        **values,
        params=params,
        inherited=tuple(name for name in claim.inherited if name not in names),
        parameters=tuple(p for p in claim.parameters if p.name not in names),
    )


def touched(changes: Mapping[str, Any]) -> frozenset[str]:
    """Names of the parameters that the changes replace: `params.batch` is batch, both ends of a factor are one."""
    names = {name.partition(".")[2] or name for name in changes}
    return frozenset(names | {"factor" for name in names if name.startswith("factor_")})


def machine_said(claim: Claim, changes: Mapping[str, Any]) -> dict[str, Any] | None:
    """The machine's own value of each field that a person changed, and what else it takes to restore it."""
    if not changes:
        return None
    said: dict[str, Any] = {}
    for name in changes:
        base, _, parameter = name.partition(".")
        value = claim.params.get(parameter) if parameter else getattr(claim, base)
        said[name] = {"value": value.value, "unit": value.unit} if isinstance(value, Quantity) else cleaned(value)
    names = touched(changes)
    said["inherited"] = list(claim.inherited)
    said["parameters"] = [
        cleaned((p.name, p.value, p.surface, p.start, p.end, p.origin)) for p in claim.parameters if p.name in names
    ]
    return said


def restored(claim: Claim, machine: Mapping[str, Any] | None) -> Claim:
    """The claim as the machine found it."""
    if not machine:
        return claim
    back = corrected(claim, {k: v for k, v in machine.items() if k not in ("inherited", "parameters")})
    places = tuple(Parameter(*p) for p in machine["parameters"])
    return replace(back, inherited=tuple(machine["inherited"]), parameters=back.parameters + places)


def held(claim: Claim) -> dict[str, Any]:
    """The fields of a claim as a reviewer saw and left them."""
    values = {name: cleaned(getattr(claim, name)) for name in FIELDS if not name.startswith("absolute")}
    for name in ("absolute", "absolute_before"):
        quantity = getattr(claim, name)
        values[name] = {"value": quantity.value, "unit": quantity.unit} if quantity else None
    return values
