"""Number formats: bits that are really read, and the peak of the matrix units that work on them."""

from __future__ import annotations

import math

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


def peak(chip: Hardware, act_bits: float, floating: bool = False) -> float:
    """FLOP/s of the fastest units that take operands this narrow; infinite where the catalog has no figure.

    Chips without narrow units (few have 4-bit ones) use the next wider ones. `floating` operands have no use for integer
    units: FP8 runs at the 16-bit rate where no unit takes it.
    """
    wide = _best(chip, "fp16")
    if act_bits > 8:
        return wide
    if floating:
        eight = _best(chip, "fp8")
        return eight if eight < math.inf else wide
    eights: tuple[PeakType, ...] = ("fp8", "int8")
    fours: tuple[PeakType, ...] = ("fp4", "int4")
    narrow = max((value for kind in eights if (value := _best(chip, kind)) < math.inf), default=wide)
    if act_bits > 4:
        return narrow
    return max((value for kind in fours if (value := _best(chip, kind)) < math.inf), default=narrow)


def _best(chip: Hardware, kind: PeakType) -> float:
    return chip.best_peak(kind) if kind in chip.peaks else math.inf
