"""What a question may state, besides model, chip, batch and context."""

from __future__ import annotations

import math
from dataclasses import dataclass

from estimator.errors import BadValue
from estimator.formats import check_bits


@dataclass(frozen=True, slots=True)
class Options:
    """`None` and `""`: not stated."""

    weight_bits: float | None = None
    weight_format: str = ""
    kv_bits: float | None = None
    act_bits: float | None = None
    devices: float | None = None
    tp: float | None = None
    pp: float | None = None
    dp: float | None = None
    ep: float | None = None
    engine: str = ""
    input_len: float | None = None
    output_len: float | None = None
    several_tokens: bool = False  # a pass yields several tokens of a sequence, and nobody says how many
    # fill gaps in the bound with the best case (a sheet), not with 16 bits (a person's question)
    bound_gaps: bool = False

    def check(self) -> None:
        """Raise for values that cannot be, naming the field."""
        for name in ("weight_bits", "kv_bits", "act_bits"):
            if (bits := getattr(self, name)) is not None:
                check_bits(name, bits)
        for name in ("devices", "tp", "pp", "dp", "ep", "input_len", "output_len"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise BadValue(name, value, "above 0")
