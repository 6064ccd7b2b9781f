"""What a format takes that is known by a name: the width that a reader is told is not all that is read.

A statement holds the width as it is said (`weight_bits` 4 for Q4_K_M, as annotators write it) and the name beside it. Where
the two agree, the bits of the catalog's row count, with the scales in them. A method that is known for one width gives it
where none is stated: SmoothQuant is W8A8.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from estimator.formats import Format, find_format, said_bits
from estimator.statement import Statement
from estimator.techniques import with_effect
from estimator.verdicts.limits import Ends


@dataclass(frozen=True, slots=True)
class Named:
    """Widths by the names of formats: in place of what is said, with what to say about each."""

    params: Mapping[str, Ends]
    weights: Format | None = None  # of the new side
    notes: Mapping[str, str] = field(default_factory=dict)  # by parameter


def named(statement: Statement, params: Mapping[str, Ends]) -> Named:
    """The parameters with the bits that named formats really take."""
    found: dict[str, Ends] = dict(params)
    notes: dict[str, str] = {}
    weights: Format | None = None
    for name in ("weight_bits", "weight_bits_before"):
        row = _row(statement, name, params)
        if row is None:
            continue
        weights = row if name == "weight_bits" else weights
        found[name] = (row.bits, max(row.small, row.bits))
        notes[name] = (
            f"{statement.formats.get(name) or statement.formats['technique']}: {row.bits:g} bits a weight ({row.source})"
        )
    if weights is not None and "act_bits" not in params and _narrows(statement, "weight_act_bits"):
        found["act_bits"] = (weights.act_bits,) * 2
        notes["act_bits"] = f"{weights.name} multiplies operands of {weights.act_bits:g} bits"
    return Named(found, weights, notes)


def _row(statement: Statement, name: str, params: Mapping[str, Ends]) -> Format | None:
    """The row whose name stands for this width, or is the technique's where no width is said or it is the one it is known for."""
    said = statement.formats.get(name, "")
    of_technique = not said and name == "weight_bits"
    if of_technique and statement.origin("technique") == "stated":
        said = statement.formats.get("technique", "")
    if not said or (
        name not in params and not (of_technique and _narrows(statement, "weight_bits", "weight_act_bits"))
    ):
        return None
    if name in params and params[name] != (said_bits(said),) * 2:
        return None  # another width than the name tells: it is stated as measured, or it is another format's
    group = params.get("group_size")
    row = find_format(said)
    return find_format(f"{said} g{group[0]:g}") if group and row is not None and row.group else row


def _narrows(statement: Statement, *effects: str) -> bool:
    """Whether a technique of the figure has one of these effects."""
    return bool({statement.technique, *statement.also} & with_effect(*effects))
