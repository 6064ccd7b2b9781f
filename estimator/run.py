"""A question made ready: names resolved, what is not stated filled in and marked, two settings boiled down.

There are two settings, because a bound and a guess fill gaps differently. The bound takes the best case that the
statement allows (fewest bits in common use, ideal layout, fastest type); the likely one takes what is usual.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from estimator.capacity import capacity
from estimator.engines import NODE, Engine, Work, engine_class, find_engine
from estimator.errors import BadValue
from estimator.formats import check_bits, find_format, stated_operands, usual_operands, usual_peak16
from estimator.hardware import Hardware, parse_hardware
from estimator.model_names import find_model
from estimator.models import Model
from estimator.numbers import Numbers, least, most
from estimator.prefill import prefill
from estimator.setting import Setting
from estimator.shape import shape_of
from estimator.statement import Origin
from estimator.step import BITS, Cost, Plan, plan

FEWEST_BITS = 4.0  # of weights in common use, where a bound has to allow for anything
FEWEST_KV_BITS = 8.0
MOST_TOKENS, USUAL_TOKENS = 16.0, 3.0  # a pass, where it yields several: longest drafts in use, and what is accepted
WIDEST = 2.2**0.5  # half width of an interval that still says something
NODE_LINK = 50e9  # bytes/s of a device to another node: 400 Gb/s a card is usual
CHUNK = 512.0  # tokens of a prompt that local engines compute at once
UNUSED = 0.14  # of the memory that weights leave: page ends, and 10 % that serving engines keep for activations
RESERVE = 0.10  # of a card, for activations, where weights are offloaded


@dataclass(frozen=True, slots=True)
class Options:
    """What a question may state besides model, chip, batch and context. `None` and `""`: not stated."""

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


@dataclass(frozen=True, slots=True)
class Run:
    """A question that only lacks batch and context."""

    model: Model
    hardware: Hardware
    setting: Setting  # for the bound
    likely: Setting
    steps: Plan
    likely_steps: Plan
    same: bool  # both settings move the same bytes
    engine: Engine
    peak16: float
    replicas: float  # of the whole layout, sharing the batch
    exchange_layers: float  # layers, where experts' tokens are exchanged all to all
    node_layers: float  # layers, where the devices are more than one node's
    expert_layers: float  # layers, where the model has experts
    mixed: float  # seconds at the 16-bit peak that one sequence's prompt adds to each step of its batch
    arrivals: float  # layers that are launched once more for each prompt, a step and sequence
    mixed_link: float  # seconds at the links' full rate, likewise
    room: float  # sequences of a steady run's length that usually fit one replica; inf where it is no such run
    most_room: float  # the same as a bound: nothing wasted, GiB
    most_tokens: float  # tokens of a sequence that one pass can yield: 1 but for speculation and diffusion
    usual_tokens: float
    free: float  # bytes of a device that are left for the cache, the rest crosses the host link; inf where nothing may
    slack: float  # widens the interval where a format had to be guessed
    inputs: Mapping[str, tuple[Any, Origin]]
    notes: tuple[str, ...]

    def usual_prompt(self, batch: Numbers, prompt: Numbers, cached: Numbers = 0.0) -> Cost:
        """Cost of a prefill at the likely setting.

        Devices that hold whole layers work on the chunks of a prompt one after the other, as a pipeline does: `m` chunks
        on `p` stages take `(m + p - 1) / (m p)` of one device's time.
        """
        share = batch / self.replicas
        if not self.engine.split:
            return prefill(self.likely, prompt, share, cached)
        stages, chunks = self.likely.pp, most(prompt / CHUNK, 1.0)
        cost = prefill(replace(self.likely, pp=1.0), prompt, share, cached)
        return cost.times((chunks + stages - 1.0) / (chunks * stages))

    def cost(self, batch: Numbers, context: Numbers, q: Numbers = 1.0) -> Cost:
        """Bytes and FLOPs of the bound."""
        return self.steps.step(least(batch / self.replicas, self.most_room), context, q)

    def times(self, batch: Numbers, context: Numbers, q: Numbers = 1.0) -> tuple[Numbers, Numbers, Numbers]:
        """Floor, and the two ends of what is expected, in seconds for one step."""
        steps, engine = self.steps, self.engine
        parts = steps.parts(least(batch / self.replicas, self.most_room), context, q)
        floor = steps.floor(*parts[:3])
        middle = self.work(parts, batch, context, q).seconds(engine)
        if self.most_tokens > 1.0:
            floor, middle = floor / self.most_tokens, middle / self.usual_tokens
        low = most(middle * (engine.low / self.slack), floor)
        return floor, low, most(middle * (engine.high * self.slack), low)

    def work(
        self, parts: tuple[Numbers, Numbers, Numbers, Numbers], batch: Numbers, context: Numbers, q: Numbers = 1.0
    ) -> Work:
        """What a step asks of the engine at the likely setting; `parts` are those of the bound."""
        likely = self.likely_steps
        running = least(batch / self.replicas, self.room)
        if not (self.same and self.most_room == math.inf):
            parts = likely.parts(running, context, q)
        weights, kv, flops, peer = parts
        mine = most(running / likely.microbatches, 1.0)
        joining = mine - 1.0
        return Work(
            weights / likely.bandwidth,
            kv / likely.bandwidth,
            flops / self.peak16,
            joining * self.mixed,
            likely.layers,
            self.expert_layers,
            self.exchange_layers,
            self.node_layers,
            peer / likely.link + joining * self.mixed_link,
            joining * self.arrivals,
            mine,
            0.0 if self.free == math.inf else most(kv / likely.pipeline - self.free, 0.0) / self.setting.host_link,
        )

    def prompt_times(
        self, batch: Numbers, prompt: Numbers, cached: Numbers = 0.0
    ) -> tuple[Cost, Numbers, Numbers, Numbers]:
        """Cost, floor, and what is expected, of computing a batch of prompts."""
        cost = prefill(self.setting, prompt, batch / self.replicas, cached)
        engine = self.engine
        middle = engine.prompt_seconds(self.usual_prompt(batch, prompt, cached))
        low = most(middle * engine.prompt_low, cost.floor)
        return cost, cost.floor, low, most(middle * engine.prompt_high, low)


def prepare(model: str | Model, hardware: str | Hardware, options: Options) -> Run:
    """Resolve names and fill the gaps. Raises one line that names the field and the nearest valid value."""
    row = find_model(model, allow_nominal=True) if isinstance(model, str) else model
    chip, counted = parse_hardware(hardware) if isinstance(hardware, str) else (hardware, None)
    return _prepare(row, chip, counted, options)


@lru_cache(maxsize=4096)
def _prepare(model: Model, chip: Hardware, counted: int | None, options: Options) -> Run:
    _check(options)
    inputs: dict[str, tuple[Any, Origin]] = {
        "model": (model.name, "assumed" if model.nominal else "stated"),
        "hardware": (chip.name, "stated"),
        "bandwidth_GB_s": (chip.bandwidth / 1e9, "catalog"),
    }
    notes: list[str] = [model.basis] if model.nominal else []
    if options.several_tokens:
        notes.append(f"several tokens a pass: floor with {MOST_TOKENS:g}, expected with {USUAL_TOKENS:g}")
    bound, likely, slack = _formats(model, chip, options, inputs, notes)
    engine = find_engine(engine_class(options.engine, chip, model.is_moe))
    inputs["engine"] = (options.engine or engine.name, "stated" if options.engine else "assumed")
    bound, likely, replicas, devices = _layout(model, bound, likely, counted, engine.split, options, inputs)
    domain = 72.0 if "72" in chip.link_kind else NODE
    likely = _slower(likely, chip, engine, devices)
    if devices > domain:
        likely = replace(likely, link=min(chip.link or math.inf, NODE_LINK))
    peak16, said = usual_peak16(chip)
    notes += [said] if said else []
    steps, likely_steps = plan(bound), plan(likely)
    mixed, mixed_link = _mixed(likely, peak16, options)
    same = all(getattr(steps, name) == getattr(likely_steps, name) for name in ("always", "routed", "cache", "peer"))
    return Run(
        model=model,
        hardware=chip,
        setting=bound,
        likely=likely,
        steps=steps,
        likely_steps=likely_steps,
        same=same,
        engine=engine,
        peak16=peak16,
        replicas=replicas,
        expert_layers=float(model.layers) if model.is_moe else 0.0,
        exchange_layers=float(model.layers) if likely.ep > 1.0 else 0.0,
        node_layers=float(model.layers) if devices > domain else 0.0,
        arrivals=float(model.layers) / options.output_len if options.input_len and options.output_len else 0.0,
        mixed=mixed,
        mixed_link=mixed_link,
        room=_room(likely, options, UNUSED),
        most_room=_room(bound, options, 0.0),
        most_tokens=MOST_TOKENS if options.several_tokens else 1.0,
        usual_tokens=USUAL_TOKENS if options.several_tokens else 1.0,
        free=math.inf if options.several_tokens else _free(model, chip, likely, engine, devices),
        slack=max(min(slack, WIDEST / engine.high), 1.0),
        inputs=inputs,
        notes=tuple(notes),
    )


def _check(options: Options) -> None:
    for name in ("weight_bits", "kv_bits", "act_bits"):
        if (bits := getattr(options, name)) is not None:
            check_bits(name, bits)
    for name in ("devices", "tp", "pp", "dp", "ep", "input_len", "output_len"):
        value = getattr(options, name)
        if value is not None and not 0 < value < math.inf:
            raise BadValue(name, value, "above 0")


def _formats(
    model: Model,
    chip: Hardware,
    options: Options,
    inputs: dict[str, tuple[Any, Origin]],
    notes: list[str],
) -> tuple[Setting, Setting, float]:
    """The two settings as far as formats and the chip go, and how much the guess widens the interval."""
    shape, slack = shape_of(model), 1.0
    row = find_format(options.weight_format)
    if options.weight_bits is not None:
        bits = usual = options.weight_bits
        inputs["weight_bits"] = (bits, "stated")
    elif row is not None:
        bits = usual = row.bits
        inputs["weight_bits"] = (bits, "stated")
    else:
        usual = _usual_bits(model, chip) if options.bound_gaps else 16.0
        bits = min(FEWEST_BITS, usual) if options.bound_gaps else usual
        slack = 1.15 if options.bound_gaps else 1.0
        inputs["weight_bits"] = (bits, "assumed")
        notes.append(f"weight bits not stated: floor with {bits:g}, expected with {usual:g}")
    kv = options.kv_bits or (FEWEST_KV_BITS if options.bound_gaps else 16.0)
    kv_usual = options.kv_bits or (8.0 if options.bound_gaps and usual < 10.0 and chip.fp8 else 16.0)
    inputs["kv_bits"] = (kv, "stated" if options.kv_bits else "assumed")
    if options.act_bits is not None and (options.act_bits > 10.0 or row is None or options.weight_bits is None):
        operands, said = stated_operands(chip, options.act_bits), ""
    else:
        operands, said = usual_operands(chip, row, bits)
    notes += [said] if said else []
    peak = chip.best_peak(operands) if operands else math.inf
    if operands is None:
        notes.append(f"{chip.name} has no peak for these operands in the catalog: the floor is that of memory alone")
    inputs["peak_TFLOPS"] = (peak / 1e12 if operands else None, "catalog")
    bound = Setting(
        shape,
        bandwidth=chip.bandwidth,
        peak=peak,
        memory=chip.memory or math.inf,
        link=chip.link or math.inf,
        host_link=chip.host_link or math.inf,
        weight_bits=bits,
        kv_bits=kv,
        act_bits=16.0,
    )
    head = 16.0 if row is not None and row.operands == "fp16" and row.bits < 16.0 else None
    weights_only = row is not None and row.operands in ("fp16", "int8") and row.bits != 8.0
    usual16 = usual_peak16(chip)[0]
    likely_peak = usual16 if weights_only or operands is None else chip.peaks[operands]
    if model.nominal and options.bound_gaps:
        bound = replace(bound, kv_width=0.0)  # the typical shape may have a larger cache than the real one
    likely = replace(bound, kv_width=1.0, weight_bits=usual, kv_bits=kv_usual, peak=likely_peak, head_bits=head)
    return bound, likely, slack


def _usual_bits(model: Model, chip: Hardware) -> float:
    """What such a model is usually served with where nobody says."""
    if model.native_bits < 16.0:
        return 4.5 if chip.fp4 and chip.kind == "datacenter" else model.native_bits
    return 4.5 if chip.kind not in ("datacenter", "tpu") else 8.0 if chip.fp8 and model.params_total > 2e11 else 16.0


def _layout(
    model: Model,
    bound: Setting,
    likely: Setting,
    counted: int | None,
    split: bool,
    options: Options,
    inputs: dict[str, tuple[Any, Origin]],
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
        tp = max(devices / (pp * dp), 1.0 if devices >= 1 else devices)
        inputs["tp"] = (tp, "assumed")
    if options.devices and tp * pp * dp > devices * 1.001:
        raise BadValue("tp x pp x dp", tp * pp * dp, f"at most the {devices:g} devices")
    replicas = max(devices / (tp * pp * dp), 1.0)
    heads = min((group.heads for group in model.kv_groups), default=1)
    spare = tp / heads if options.tp is None and tp > heads else 1.0
    bound = replace(bound, tp=tp, pp=pp, dp=dp, cp=spare)
    if split and options.tp is None:
        likely = replace(likely, tp=min(devices, 1.0), pp=max(devices / dp, 1.0), dp=dp)
    else:
        likely = replace(likely, tp=tp, pp=pp, dp=dp)
    exchanged = options.ep or (tp * dp if dp > 1.0 else 1.0)  # data-parallel ranks share the experts of a layer
    if model.is_moe and exchanged > 1.0:
        bound, likely = replace(bound, ep=exchanged), replace(likely, ep=exchanged)
    return bound, likely, replicas, devices


def _slower(likely: Setting, chip: Hardware, engine: Engine, devices: float) -> Setting:
    """What the class of engine leaves unused.

    Kernels of local engines reach the same rate on a workstation card as on its consumer sibling, whose data sheet has
    half the peak. What does not fit the cards is read from host memory, which a prompt waits for.
    """
    if engine.name.startswith("local") and chip.kind in ("workstation", "datacenter"):
        return replace(likely, peak=likely.peak / 2.0)
    if engine.name == "offload" and chip.memory is not None:
        stored = likely.shape.total * likely.weight_bits / BITS
        return replace(likely, weights_on_host=max(0.0, 1.0 - (1.0 - RESERVE) * chip.memory * devices / stored))
    return likely


def _free(model: Model, chip: Hardware, likely: Setting, engine: Engine, devices: float) -> float:
    """What an offloading engine keeps of a dense model's cache on each device. Experts are computed where they lie."""
    if engine.name != "offload" or model.is_moe or chip.memory is None or chip.host_link is None:
        return math.inf
    stored = model.params_total * float(np.asarray(likely.weight_bits)) / BITS / devices
    return max((1.0 - RESERVE) * chip.memory - stored, 0.0)


def _mixed(setting: Setting, peak16: float, options: Options) -> tuple[float, float]:
    """Seconds of matmuls and of links that the prompt of one sequence adds to each decode step of a steady run."""
    if options.input_len is None or options.output_len is None:
        return 0.0, 0.0
    cost = prefill(replace(setting, pp=1.0, dp=1.0), options.input_len, 1.0)
    return float(cost.flops) / peak16 / options.output_len, float(cost.network_s) / options.output_len


def _room(setting: Setting, options: Options, waste: float) -> float:
    """How many sequences of a steady run fit: the requested concurrency is only an upper bound of the true batch."""
    if options.input_len is None or options.output_len is None:
        return math.inf
    room = capacity(setting, options.input_len + options.output_len / 2.0, waste=waste)
    return max(float(room.batch if waste else room.batch_gib), 1.0)
