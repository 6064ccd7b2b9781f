"""What a question may state, besides model, chip, batch and context."""

from __future__ import annotations

import math
from dataclasses import dataclass

from estimator.errors import BadValue
from estimator.formats import check_bits, find_format
from estimator.models import Model

SAME_WIDTH = 1.35  # times: Q3_K_L is called 3-bit and takes 4.03


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

    def agree(self, model: Model, counted: int | None, machine: bool) -> None:
        """Raise where a person's question contradicts itself; a sheet's columns may be of different origin.

        `counted` devices stand in the hardware's name: as a number that is stated ("8xH100"), or as those of a `machine`
        ("DGX H100"), of which a part may be used, or several.
        """
        if self.bound_gaps:
            return
        if counted and not machine and self.devices not in (None, counted):
            raise BadValue("devices", self.devices, f"{counted}, as the hardware's name says, or left out")
        devices = self.devices or counted
        if self.pp is not None and self.pp > model.layers:
            raise BadValue("pp", self.pp, f"at most the {model.layers} layers of {model.name}")
        self._agree_on_experts(model, devices)
        self._agree_on_bits()

    def _agree_on_experts(self, model: Model, devices: float | None) -> None:
        if self.ep is None or self.ep == 1.0:
            return
        if not model.is_moe:
            raise BadValue("ep", self.ep, f"left out: {model.name} has no experts")
        most, what = min((float(model.experts), f"experts of {model.name}"), (devices or math.inf, "devices"))
        if self.ep > most:
            raise BadValue("ep", self.ep, f"at most the {most:g} {what}")

    def _agree_on_bits(self) -> None:
        """Scales and zero points are a matter of counting; another width is another format."""
        row = find_format(self.weight_format)
        if row is not None and self.weight_bits and not 1 / SAME_WIDTH < self.weight_bits / row.bits < SAME_WIDTH:
            raise BadValue(
                "weight_bits", self.weight_bits, f"about the {row.bits:g} of {self.weight_format}, or left out"
            )
