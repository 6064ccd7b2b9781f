"""Number formats: bits that are really read, and the peak of the matrix units that work on them."""

from __future__ import annotations

import math
from typing import Literal

from estimator.formats import grouped_bits
from estimator.hardware import Hardware, PeakType

GROUP = 128.0  # weights that share a scale in AWQ, GPTQ and their kernels, where nothing else is stated
BLOCK, BLOCK_SCALE = 16.0, 8.0  # NVFP4: an 8-bit scale for every 16 weights


def weight_bits(bits: float, group: float | None = None, *, block: bool = False) -> float:
    """Bits a weight with its share of the scales.

    Whole numbers below 8 are nominal: a scale of 16 bits for each group is added (4 -> 4.125 in groups of 128), or half
    a bit for block formats that feed 4-bit matrix units (NVFP4). Anything else is taken as measured already (4.9, 1.58).
    """
    if bits >= 8 or bits <= 2 or bits != int(bits):
        return bits
    if block:
        return grouped_bits(bits, BLOCK, BLOCK_SCALE)
    return grouped_bits(bits, group or GROUP)


Operands = Literal["", "floating", "integer"]  # what is multiplied; "" where either may be

# The types that operands of four and of eight bits may be multiplied as, the narrowest that a chip has: four bits can be
# widened to eight, but no integer unit multiplies floating-point numbers, nor the reverse (`estimator.formats._USABLE`)
_UNITS: dict[Operands, tuple[tuple[PeakType, ...], tuple[PeakType, ...]]] = {
    "": (("fp4", "int4"), ("fp8", "int8")),
    "floating": (("fp4",), ("fp8",)),
    "integer": (("int4",), ("int8",)),
}


# Hints of a statement, the formats that its words name, by which operands of four bits and of eight are understood. "FP8"
# beside operands of four bits is something else's: a cache's, or scales'.
_NAMES = ((frozenset({"fp4"}), frozenset({"int4"})), (frozenset({"fp4", "fp8"}), frozenset({"int8"})))


def operands(hints: frozenset[str], act_bits: float) -> Operands:
    """Whether numbers so narrow are floating-point ones or integers, as far as the words of a claim tell."""
    floating, integer = (bool(names & hints) for names in _NAMES[act_bits > 4])
    return "" if floating == integer else "floating" if floating else "integer"


def peak(chip: Hardware, act_bits: float, kind: Operands = "") -> float:
    """FLOP/s of the fastest units that take operands this narrow; infinite where the catalog has no figure.

    Chips without narrow units use the next wider ones, and so do those whose narrow units are slower (GB300: 165 TOPS of
    INT8 beside 2,500 TFLOPS of 16 bits).
    """
    wide = _best(chip, "fp16")
    if act_bits > 8:
        return wide
    fours, eights = _UNITS[kind]
    units = (*fours, *eights) if act_bits <= 4 else eights
    known = [value for unit in units if (value := _best(chip, unit)) < math.inf]
    wider = wide if wide < math.inf else 0.0
    return max(*known, wider, 0.0) if known else wide


def _best(chip: Hardware, kind: PeakType) -> float:
    return chip.best_peak(kind) if kind in chip.peaks else math.inf
