"""Time that is no bytes: host work, idle cores, narrow matrix units, and a new chip altogether."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np

from estimator.verdicts.axes import Axis, fixed
from estimator.verdicts.case import Case, Place
from estimator.verdicts.effects import Pair, Values, setting
from estimator.verdicts.formats import operands, peak, weight_bits


def host_work_axes(case: Case) -> tuple[Axis, ...]:
    return (
        Axis(
            "host_s",
            (0.5e-3, 2e-3, 5e-3, 10e-3, 20e-3),
            (0.5e-3, 5e-3),
            "engines spend 0.5 to 20 ms of host time a step",
        ),
    )


def host_work(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return replace(pair[0], host_s=values["host_s"]), pair[1]


def split_axes(case: Case) -> tuple[Axis, ...]:
    reason = "one block a head leaves most of 100 to 150 cores idle at batch 1"
    values = {1.0, 2.0, 4.0, 8.0, 16.0, _most_idle(case)}
    return (Axis("idle", tuple(sorted(values)), (1.0, 4.0), reason),)


CORES = 148.0  # of the largest chips


def _most_idle(case: Case) -> float:
    """One block for each query head of a device: the other cores idle, and heads that share a cache each read it."""
    place = case.places[0] if case.known_place else None
    rows = place.shape.attention if place is not None else ()
    if place is None or not rows:
        return 16.0
    heads, shared = rows[0].heads, max(rows[0].heads_kv, 1.0)
    blocks = max(heads / place.devices, 1.0)
    return float(min(max(CORES / blocks * heads / shared, 16.0), CORES))


def split(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    return replace(pair[0], kv_seconds=values["idle"]), pair[1]


def narrow_compute(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    bits, chip = operand_bits(case), place.chip
    wide = chip.fp16 if bits >= 16.0 and chip.fp16 else peak(chip, 16.0)  # at 16 bits: a narrower accumulator
    narrow = peak(chip, bits, operands(case.statement.hints, bits))
    return setting(pair[0], peak=wide), setting(pair[1], peak=narrow)


def operand_bits(case: Case) -> float:
    """Bits of the new operands; a width that the baseline's text names is the old one's."""
    bits = case.least("act_bits", case.least("weight_bits", 8.0))
    return 8.0 if bits >= 16.0 and bits == width_in(case.statement.baseline) else bits


def compute_ratio(case: Case, values: Values) -> Any:
    return np.asarray([16.0 / operand_bits(case)])


_WIDTH = re.compile(r"\b(?:fp|bf|int)-?(4|8|16)\b|\b(4|8|16)-bit\b", re.IGNORECASE)


def width_in(text: str) -> float:
    """The number format that a text names, in bits; 0 where it names none."""
    found = _WIDTH.search(text)
    return float(found[1] or found[2]) if found else 0.0


def chip_axes(case: Case) -> tuple[Axis, ...]:
    """The formats of the new side: the stated one, or for whole-server figures also what only the new chip multiplies."""
    stated_bits = case.value("weight_bits", 0.0)
    if stated_bits or len(case.chips) < 2 or case.statement.metric not in ("throughput", "other"):
        return (fixed("weight_bits", stated_bits or 16.0),)
    new, old = case.chips[0].peaks, case.chips[1].peaks
    narrow = [bits for bits, kind in ((8.0, "fp8"), (4.5, "fp4")) if kind in new and kind not in old]
    reason = "no format is stated: the new side may run in what only the new chip multiplies"
    return (Axis("weight_bits", (*sorted(narrow), 16.0), (16.0, 16.0), reason),)


def new_chip(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Two chips are compared: the first is the new one. A narrower format usually takes the cache along."""
    if len(case.chips) < 2:
        return pair
    old, new = case.chips[1], case.chips[0]
    bits = values["weight_bits"]
    native = place.shape.native_bits
    widest = float(np.max(bits))
    wide = case.value("weight_bits_before", 0.0) or width_in(case.statement.baseline) or min(widest, native)
    if wide == 8 and "fp8" in new.peaks and "fp8" not in old.peaks:
        wide = native  # the old chip multiplies nothing so narrow
    before = setting(
        pair[0], bandwidth=old.bandwidth, memory=old.memory or np.inf, peak=peak(old, 16.0 if wide > 8 else 8.0),
        weight_bits=weight_bits(wide),
    )  # fmt: skip
    narrow = np.asarray([weight_bits(min(float(b), native), block="fp4" in new.peaks) for b in bits])
    published = float(pair[1].setting.act_bits)  # what the model's own format is multiplied in
    acts = [case.value("act_bits", published if b > 8 else 8.0 if b > 5 else 4.0) for b in bits]
    rates = np.asarray([peak(new, width) for width in acts])
    cache = np.asarray([case.value("kv_bits", 8.0 if float(b) < wide else 16.0) for b in bits])
    return before, setting(pair[1], weight_bits=narrow, peak=rates, kv_bits=cache)
