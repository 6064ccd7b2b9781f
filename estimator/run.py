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

from estimator import gaps
from estimator.capacity import capacity
from estimator.engine_names import family_of, fuses_attention
from estimator.engines import Engine, Work, engine_class, find_engine
from estimator.experts import missed
from estimator.formats import usual_peak16
from estimator.hardware import Hardware, is_machine, parse_hardware
from estimator.model_names import find_model
from estimator.models import Model
from estimator.numbers import Numbers, least, most
from estimator.options import Options
from estimator.prefill import prefill, score_bytes
from estimator.setting import Setting
from estimator.statement import Origin
from estimator.step import Cost, Plan, plan

MOST_TOKENS, USUAL_TOKENS = 16.0, 3.0  # a pass, where it yields several: longest drafts in use, and what is accepted
WIDEST = 2.0  # half width of an interval that still says something
STRANGER = 1.2  # widens the interval of an engine that nobody knows, which is taken for what is usual on the chip
NODE_LINK = 50e9  # bytes/s of a device to another node: 400 Gb/s a card is usual
CHUNK = 512.0  # tokens of a prompt that local engines compute at once
SERVED_CHUNK = 8192.0  # of serving engines
PADDING = 16.0  # rows that each expert's product computes in vain: half a tile of 32
UNUSED = 0.14  # of the memory that weights leave: page ends, and 10 % that serving engines keep for activations


@dataclass(frozen=True, slots=True)
class Run:
    """A question that only lacks batch and context."""

    model: Model
    hardware: Hardware
    setting: Setting  # for the bound
    likely: Setting
    steps: Plan
    likely_steps: Plan
    same: str  # what both settings have in common: "all", "weights" or ""
    engine: Engine
    peak16: float
    expansion: float  # matmul time of weights that are expanded on the way, against plain 16-bit ones
    scores: float  # of a prompt's attention, whose passes go to memory: 1, or 0 where they stay on chip
    launches: float  # of a layer, against those of its 16-bit form
    copied: float  # bytes of weights, against those that are stored: copies are written and read again
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
    spilled: float  # seconds a step for weights that a local engine leaves to the host
    slack: float  # widens the interval where a format had to be guessed
    inputs: Mapping[str, tuple[Any, Origin]]
    notes: tuple[str, ...]

    def usual_prompt(self, batch: Numbers, prompt: Numbers, cached: Numbers = 0.0) -> Cost:
        """Cost of a prefill at the likely setting.

        Devices that hold whole layers work on the chunks of a prompt one after the other, as a pipeline does: `m` chunks
        on `p` stages take `(m + p - 1) / (m p)` of one device's time. Their engines write attention's scores to memory.
        """
        share = batch / self.replicas
        if not self.engine.split:
            return self._padded(prefill(self.likely, prompt, share, cached), share * (prompt - cached), SERVED_CHUNK)
        stages, chunks = self.likely.pp, most(prompt / CHUNK, 1.0)
        cost = prefill(replace(self.likely, pp=1.0), prompt, share, cached)
        new = prompt - cached
        cost = self._padded(cost, share * new, CHUNK)
        columns = (cached + prompt + least(CHUNK, new)) / 2.0  # a chunk meets all that stands before it, and itself
        scores = self.scores * share * score_bytes(self.likely, new, columns) / self.likely.bandwidth
        return replace(cost, scores_s=scores).times((chunks + stages - 1.0) / (chunks * stages))

    def _padded(self, cost: Cost, tokens: Numbers, chunk: float) -> Cost:
        """With the rows that fill up the tiles of each expert's product, in each chunk of the prompts."""
        shape = self.likely.shape
        if shape.routed == 0.0:
            return cost
        touched = 1.0 - missed(shape.experts, shape.experts_per_token, least(tokens, chunk))
        rows = PADDING * touched * most(tokens / chunk, 1.0)
        more = 2.0 * shape.routed * rows / self.likely.devices / self.likely.peak
        return replace(cost, compute_s=cost.compute_s + more)

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
        mine = most(running / likely.microbatches, 1.0)
        if self.same == "" or self.most_room < math.inf:
            parts = likely.parts(running, context, q)
        elif self.steps.skewed:  # the bound's routing is not the usual one
            parts = (likely.read(running, q), *parts[1:])
        weights, kv, flops, peer = parts
        if self.same == "weights":
            kv = likely.kv(mine, context)
        joining = mine - 1.0
        held = kv * least(running / likely.microbatches, 1.0)  # a stage holds its layers of all sequences of its rank
        return Work(
            weights / likely.bandwidth * self.copied,
            kv / likely.bandwidth,
            flops / self.peak16 * self.expansion,
            joining * self.mixed,
            likely.layers * self.launches,
            self.expert_layers,
            self.exchange_layers,
            self.node_layers,
            peer / likely.link + joining * self.mixed_link,
            joining * self.arrivals,
            mine,
            self.spilled
            if self.free == math.inf
            else self.spilled + most(held - self.free, 0.0) / self.setting.host_link,
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
    options.agree(row, counted, isinstance(hardware, str) and is_machine(hardware))
    return _prepare(row, chip, counted, options)


@lru_cache(maxsize=4096)
def _prepare(model: Model, chip: Hardware, counted: int | None, options: Options) -> Run:
    options.check()
    inputs: dict[str, tuple[Any, Origin]] = {
        "model": (model.name, "assumed" if model.nominal else "stated"),
        "hardware": (chip.name, "stated"),
        "bandwidth_GB_s": (chip.bandwidth / 1e9, "catalog"),
    }
    notes: list[str] = [model.basis] if model.nominal else []
    if options.several_tokens:
        notes.append(f"several tokens a pass: floor with {MOST_TOKENS:g}, expected with {USUAL_TOKENS:g}")
    bound, likely, slack = gaps.formats(model, chip, options, inputs, notes)
    engine = find_engine(engine_class(options.engine, chip, model.is_moe))
    inputs["engine"] = (options.engine or engine.name, "stated" if options.engine else "assumed")
    if options.engine and not family_of(options.engine):
        notes.append(f"no engine is called {options.engine!r}: taken as {engine.name}, as is usual on {chip.name}")
        slack *= STRANGER
    bound, likely, replicas, devices = gaps.layout(model, bound, likely, counted, engine.split, options, inputs)
    domain = float(chip.domain)
    likely = gaps.slower(likely, chip, engine, devices, options)
    launches, copied = gaps.unfused(options, engine, likely.weight_bits)
    if devices > domain:
        likely = replace(likely, link=min(chip.link or math.inf, NODE_LINK))
    peak16, said = usual_peak16(chip)
    notes += [said] if said else []
    steps, likely_steps = plan(bound), plan(likely)
    mixed, mixed_link = _mixed(likely, peak16, options)
    alike = ("always", "routed", "linear", "shared", "peer", "microbatches", "pipeline")
    same = "weights" if all(getattr(steps, name) == getattr(likely_steps, name) for name in alike) else ""
    same = "all" if same and steps.cache == likely_steps.cache else same
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
        expansion=gaps.EXPANSION if gaps.expands(options) else 1.0,
        scores=0.0 if chip.vendor == "NVIDIA" and fuses_attention(options.engine) else 1.0,
        launches=launches,
        copied=copied,
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
        free=math.inf if options.several_tokens else gaps.free_for_cache(model, chip, likely, engine, devices),
        spilled=gaps.weights_on_host(model, chip, likely, engine, devices),
        slack=max(min(slack, WIDEST / engine.high), 1.0),
        inputs=inputs,
        notes=tuple(notes),
    )


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
