"""Gaps are filled twice: with the best case for the bound, with what is usual for the expectation. Both are marked."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from estimator.capacity import GIB_PER_GB
from estimator.engine_names import family_of, multiplies_integers
from estimator.engines import Engine
from estimator.errors import BadValue
from estimator.formats import Format, find_format, stated_operands, usual_operands, usual_peak16
from estimator.hardware import Hardware, PeakType
from estimator.models import Model
from estimator.numbers import Numbers
from estimator.options import Options
from estimator.setting import Setting
from estimator.shape import shape_of
from estimator.statement import Origin
from estimator.step import BITS

FEWEST_BITS = 4.0  # of weights in common use, where a bound has to allow for anything
FEWEST_KV_BITS = 8.0
HOST_MEMORY = 75e9  # bytes/s: 84 % of the 90 that two channels of DDR5-5600 give
RESERVE = 0.10  # of a card, for activations, where weights are offloaded
# Times that products of a batch with expanded weights take against 16-bit ones, both at the peak: fitted with the engines.
# Kernels alone at batch 128 are published at 1.5 (INT8 on H100, general ones) and 0.67 (INT4, Marlin,
# https://arxiv.org/abs/2408.11743); this stands for all that such engines do beside them, too.
EXPANSION = 3.0
# Operators that a framework has for a narrow format without one fused kernel, against the one of 16 bit: FP8 and INT8 in
# Transformers took 1.45 ms a layer on H20 whatever the size, 16 bit 0.6 (https://qwen.readthedocs.io, speed benchmark).
LAUNCHES = 3.4
EXPERT_LAUNCHES = 1.6  # the same of serving engines' kernels for weight-only experts: Marlin's, or Triton's, by expert
# Matrix units before Ampere have no asynchronous copies to feed them and no bfloat16, and today's kernels are not made
# for them: a T4 reached a third of what the same AutoAWQ kernel reached on an A100, each of its peak.
AMPERE, OLD_UNITS = 2020, 2.0
INTEGER = (
    1.4  # 16-bit products that integer ones stand for in a local engine: 1.1 to 1.7 between versions of one engine
)
COPY = 4.0  # bytes a weight: a 16-bit copy is written and read again
Inputs = dict[str, tuple[Any, Origin]]


def formats(
    model: Model, chip: Hardware, options: Options, inputs: Inputs, notes: list[str]
) -> tuple[Setting, Setting, float]:
    """The two settings as far as formats and the chip go, and how much a guess widens the interval."""
    row = find_format(options.weight_format)
    if options.weight_format and row is None:
        notes.append(f"no weight format is called {options.weight_format!r}: it is left out")
    bits, usual, slack = _weight_bits(model, chip, options, row, inputs, notes)
    kv = options.kv_bits or (FEWEST_KV_BITS if options.bound_gaps else 16.0)
    kv_usual = options.kv_bits or (8.0 if options.bound_gaps and usual < 10.0 and chip.fp8 else 16.0)
    inputs["kv_bits"] = (kv, "stated" if options.kv_bits else "assumed")
    operands, said = _operands(chip, options, row, bits)
    notes += [said] if said else []
    peak = chip.best_peak(operands) if operands else math.inf
    if operands is None:
        notes.append(f"{chip.name} has no peak for these operands in the catalog: the floor is that of memory alone")
    inputs["peak_TFLOPS"] = (peak / 1e12 if operands else None, "catalog")
    bound = Setting(
        shape_of(model),
        bandwidth=chip.bandwidth,
        peak=peak,
        memory=chip.memory or math.inf,
        link=chip.link or math.inf,
        host_link=chip.host_link or math.inf,
        weight_bits=bits,
        kv_bits=kv,
        published=not options.bound_gaps and options.weight_bits is None and row is None,
        skewed=model.is_moe,
    )
    # AWQ and GPTQ leave the head at 16 bit; their products, and those of GGUF, run at 16-bit rates in practice
    head = 16.0 if expands(options) else None
    expanded = operands is None or (row is not None and row.operands == "int8" and row.bits != 8.0)
    rare = operands == "int4" and row is None and options.act_bits is None  # that activations have four bits as well
    rate = "int8" if rare else operands
    usual_peak = usual_peak16(chip)[0] if expanded or rate is None or chip.bound_only else chip.peaks[rate]
    if model.cache_at_most:
        notes.append(f"some layers of {model.name} have no cache: the floor leaves it out")
    if model.cache_at_most or (model.nominal and options.bound_gaps):
        bound = replace(bound, kv_width=0.0)  # the typical shape may have a larger cache than the real one
    likely = replace(
        bound, skewed=False, kv_width=1.0, weight_bits=usual, kv_bits=kv_usual, peak=usual_peak, head_bits=head
    )
    return bound, likely, slack


def expands(options: Options) -> bool:
    """Whether the format keeps 16-bit operands, so that each weight is expanded before it is multiplied.

    MLX's kernels expand in registers, and its four bits hold the head too.
    """
    row = find_format(options.weight_format)
    return row is not None and row.operands == "fp16" and row.bits < 16.0 and family_of(options.engine) != "mlx"


def unfused(options: Options, engine: Engine, bits: Numbers) -> tuple[float, float]:
    """Launches of a layer and bytes of its weights, against those of a kernel that reads the narrow weights itself.

    AWQ, GPTQ, FP6 and codebooks bring such kernels along; bitsandbytes has one for a single token, but many operators. An
    8-bit weight of a framework becomes a 16-bit copy first.
    """
    row, width = find_format(options.weight_format), float(np.asarray(bits))
    if engine.name.startswith("serving-experts"):
        return (EXPERT_LAUNCHES if expands(options) else 1.0), 1.0
    if engine.name != "eager" or width > 10.0 or (row is None and width < 6.0):
        return 1.0, 1.0
    if row is not None and row.operands == "fp16" and row.bits < 8.0:
        return (LAUNCHES, 1.0) if row.name == "NF4" else (1.0, 1.0)
    return LAUNCHES, 1.0 + COPY * BITS / width


def _weight_bits(
    model: Model, chip: Hardware, options: Options, row: Format | None, inputs: Inputs, notes: list[str]
) -> tuple[float, float, float]:
    """Bits of the bound, of the expectation, and how much a guess widens the interval."""
    stated = options.weight_bits if options.weight_bits is not None else row.bits if row is not None else None
    if stated is not None:
        inputs["weight_bits"] = (stated, "stated")
        return stated, stated, 1.0
    if not options.bound_gaps:
        inputs["weight_bits"] = (model.native_bits, "assumed")
        rest = f", all but the routed experts {model.rest_bits:g}" if model.rest_bits else ""
        notes.append(f"weight bits not stated: {model.native_bits:g}, as published{rest}")
        return model.native_bits, model.native_bits, 1.0
    usual = _usual_bits(model, chip)
    fewest = min(FEWEST_BITS, usual)
    inputs["weight_bits"] = (fewest, "assumed")
    notes.append(f"weight bits not stated: floor with {fewest:g}, expected with {usual:g}")
    return fewest, usual, 1.15


def _operands(chip: Hardware, options: Options, row: Format | None, bits: float) -> tuple[PeakType | None, str]:
    """Stated bits decide, but a named format of that width says more: FP8 is no INT8."""
    if options.act_bits is not None and (row is None or row.act_bits != options.act_bits):
        return stated_operands(chip, options.act_bits), ""
    return usual_operands(chip, row, bits)


def _usual_bits(model: Model, chip: Hardware) -> float:
    """What such a model is usually served with where nobody says."""
    if model.native_bits < 16.0:
        return 4.5 if chip.fp4 and chip.kind == "datacenter" else model.native_bits
    return 4.5 if chip.kind not in ("datacenter", "tpu") else 8.0 if chip.fp8 and model.params_total > 2e11 else 16.0


def layout(
    model: Model,
    bound: Setting,
    likely: Setting,
    counted: int | None,
    split: bool,
    options: Options,
    inputs: Inputs,
) -> tuple[Setting, Setting, float, float]:
    """Devices to a layout. Nothing said: the bound cuts everything evenly; the likely one does what the engine does."""
    stated = [value for value in (options.tp, options.pp, options.dp) if value is not None]
    grid = math.prod(stated) if stated else None
    devices = float(options.devices or counted or grid or 1.0)
    inputs["devices"] = (devices, "stated" if options.devices or counted or grid else "assumed")
    pp, dp = options.pp or 1.0, options.dp or 1.0
    if options.tp is not None:
        tp = options.tp
        inputs["tp"] = (tp, "stated")
    else:
        tp = max(devices / (pp * dp), min(devices, 1.0))
        inputs["tp"] = (tp, "assumed")
    counts = options.devices or (counted and not options.bound_gaps)  # a sheet's name may be that of the whole machine
    if counts and tp * pp * dp > max(devices, 1.0) * 1.001:
        raise BadValue("tp x pp x dp", tp * pp * dp, f"at most the {devices:g} devices")
    spare_devices = devices / (tp * pp * dp)
    if spare_devices > 1.0 and bound.memory < model.params_total * bound.weight_bits / BITS / (
        tp * pp * dp * GIB_PER_GB
    ):
        dp *= spare_devices  # no replica fits so few devices: the others are ranks that share the weights
    replicas = max(devices / (tp * pp * dp), 1.0)
    heads = min((group.heads for group in model.kv_groups), default=1)
    spare = max(tp / heads, 1.0) if options.tp is None else 1.0
    bound = replace(bound, tp=tp, pp=pp, dp=dp, cp=spare)
    if split and options.tp is None:
        likely = replace(likely, tp=min(devices, 1.0), pp=max(devices / dp, 1.0), dp=dp)
    else:
        likely = replace(likely, tp=tp, pp=pp, dp=dp)
    exchanged = options.ep or (tp * dp if dp > 1.0 else 1.0)  # data-parallel ranks share the experts of a layer
    if model.is_moe:
        bound, likely = replace(bound, ep=exchanged), replace(likely, ep=exchanged)
    return bound, likely, replicas, devices


def slower(likely: Setting, chip: Hardware, engine: Engine, devices: float, options: Options) -> Setting:
    """What the class of engine leaves unused.

    Kernels of local engines reach the same rate on a workstation card as on its consumer sibling, whose data sheet has
    half the peak, and newer ones multiply integers. Young kernels multiply in 16 bit. A framework expands narrow weights
    before it multiplies a prompt. What does not fit the cards is read from host memory, which a prompt waits for.
    """
    if chip.vendor == "NVIDIA" and (chip.year or AMPERE) < AMPERE and chip.fp16 is not None and not chip.bound_only:
        likely = replace(likely, peak=likely.peak / OLD_UNITS)
    row, local = find_format(options.weight_format), engine.name.startswith("local")
    multiplies = chip.int8 is not None and not chip.derived
    if local and row is not None and row.operands == "int8" and multiplies and multiplies_integers(options.engine):
        likely = replace(likely, peak=likely.peak * INTEGER)
    if local and chip.kind in ("workstation", "datacenter"):
        return replace(likely, peak=likely.peak / 2.0)
    if engine.name.endswith("young"):
        likely = replace(likely, peak=min(likely.peak, usual_peak16(chip)[0]))
    if engine.name == "compiled" and chip.fp16_acc16 is not None:
        return replace(likely, peak=max(likely.peak, chip.fp16_acc16))  # their kernels accumulate in FP16
    if engine.name == "eager" and expands(options):
        return replace(likely, peak=likely.peak / EXPANSION)
    if engine.name == "offload" and chip.memory is not None:
        stored = likely.shape.total * likely.weight_bits / BITS
        return replace(likely, weights_on_host=max(0.0, 1.0 - (1.0 - RESERVE) * chip.memory * devices / stored))
    return likely


def weights_on_host(model: Model, chip: Hardware, likely: Setting, engine: Engine, devices: float) -> float:
    """Seconds a step: layers that fit no card are computed by the host, which reads its own memory for them."""
    if not engine.name.startswith("local") or chip.unified or chip.memory is None or chip.kind == "cpu":
        return 0.0
    stored = model.params_total * float(np.asarray(likely.weight_bits)) / BITS
    left = max(stored - chip.memory * devices, 0.0)
    return left * (model.params_active / model.params_total) / HOST_MEMORY


def free_for_cache(model: Model, chip: Hardware, likely: Setting, engine: Engine, devices: float) -> float:
    """What an offloading engine keeps of a dense model's cache on each device. Experts are computed where they lie."""
    if engine.name != "offload" or model.is_moe or chip.memory is None or chip.host_link is None:
        return math.inf
    stored = model.params_total * float(np.asarray(likely.weight_bits)) / BITS / devices
    return max((1.0 - RESERVE) * chip.memory - stored, 0.0)
