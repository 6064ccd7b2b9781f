"""A statement with its names looked up: chips, models, numbers, and where each came from."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from estimator.errors import EstimatorError, UnknownName
from estimator.formats import Format
from estimator.hardware import Hardware, parse_hardware
from estimator.model_names import find_model
from estimator.shape import Shape, shape_of
from estimator.statement import Origin, Statement
from estimator.verdicts.limits import Ends, numbers
from estimator.verdicts.named import named

UNEVEN = "uneven-routing"  # a hint of a statement: few experts take most of the tokens
PCIE = 64e9  # bytes/s of PCIe 5.0 x16, one direction, where the catalog has no host link


@dataclass(frozen=True, slots=True)
class Place:
    """One model on one kind of device: where a claim is tried out."""

    chip: Hardware
    devices: float
    shape: Shape
    skewed: bool  # experts: whether a few take most of the tokens

    @property
    def name(self) -> str:
        count = f"{self.devices:g} x " if self.devices > 1 else ""
        return f"{self.shape.name} on {count}{self.chip.name}"


@dataclass(frozen=True, slots=True)
class Case:
    """A statement in numbers. `places` has one entry where chip and model are known, else a panel of usual ones."""

    statement: Statement
    chips: tuple[Hardware, ...]
    shapes: tuple[Shape, ...]
    devices: float | None
    params: Mapping[str, Ends]
    places: tuple[Place, ...]
    inputs: Mapping[str, tuple[Any, Origin]]
    notes: tuple[str, ...]
    weights: Format | None  # the format of the new side's weights, where it is named
    stand_in: bool  # whether a chip of its kind stands in for one that is not named exactly
    on_host: float = 0.0  # share of the weights that does not fit and is read from host memory
    kv_on_host: float = 0.0  # the same of the cache
    kv_slower: float = 1.0  # how many times slower the attention of the old side may have read its cache

    def host_link(self, chip: Hardware) -> float:
        """Bytes/s at which weights in host memory are worked on: a named CPU computes there, at its own bandwidth."""
        cpus = [other.bandwidth for other in self.chips if other.kind == "cpu"]
        return max([chip.host_link or PCIE, *cpus])

    @property
    def known_place(self) -> bool:
        """Whether both the chip and the model are known."""
        return bool(self.chips and self.shapes and not self.stand_in)

    def value(self, name: str, default: float) -> float:
        """A parameter's upper end, or the default."""
        return self.params[name][-1] if name in self.params else default

    def least(self, name: str, default: float) -> float:
        """A parameter's lower end, or the default."""
        return self.params[name][0] if name in self.params else default


def queued(case: Case) -> Case:
    """The same with as many sequences as fit, where more are said to be open than do: the others wait for their turn."""
    params = {name: ends for name, ends in case.params.items() if name != "batch"}
    full = replace(case.statement, hints=case.statement.hints | {"max-throughput"})
    return replace(case, statement=full, params=params)


# Usual machines and models, tried where the source names none: small and large, memory slow and fast.
_CHIPS = ("A100-SXM-80GB", "H100-SXM-80GB", "B200-SXM-180GB", "RTX-4090")
_MODELS = ("Llama-2-7B", "Llama-3.1-70B", "Llama-3.1-8B")


_STAND_INS = (  # for kinds of chips that are named without a model
    (re.compile(r"\bcpus?\b", re.IGNORECASE), "Xeon-4th-gen-SPR-48c"),
    (re.compile(r"\bhopper\b", re.IGNORECASE), "H100"),
    (re.compile(r"\bblackwell\b", re.IGNORECASE), "B200"),
    (re.compile(r"\bampere\b", re.IGNORECASE), "A100"),
    (re.compile(r"\bvolta\b", re.IGNORECASE), "V100"),
)


@lru_cache(maxsize=2048)
def stands_in(name: str) -> bool:
    """Whether the catalog does not know the chip itself, only its kind."""
    try:
        parse_hardware(name)
    except UnknownName:
        return True
    return False


@lru_cache(maxsize=2048)
def _chip(name: str) -> tuple[Hardware, int | None] | None:
    try:
        return parse_hardware(name)
    except UnknownName:
        stand_in = next((chip for pattern, chip in _STAND_INS if pattern.search(name)), None)
        return (parse_hardware(stand_in)[0], None) if stand_in else None


@lru_cache(maxsize=2048)
def shape_named(name: str) -> Shape | None:
    """A model by name; one that the catalog lacks, by the size in its name."""
    try:
        return shape_of(find_model(name, allow_nominal=True))
    except EstimatorError:
        return None


def read(statement: Statement) -> Case:
    """Look up what the statement names."""
    notes: list[str] = []
    chips: list[Hardware] = []
    counted: int | None = None
    stand_in = False
    for name in statement.hardware:
        if (hit := _chip(name)) is None:
            notes.append(f"no chip called {name} in the catalog: usual ones stand in")
            continue
        if stands_in(name):
            notes.append(f"{name}: {hit[0].name} stands in")
            stand_in = True
        chips.append(hit[0])
        counted = counted or hit[1]
    if statement.technique == "hardware-upgrade":
        chips = _ordered(chips, statement.baseline)
    shapes: list[Shape] = []
    for name in (*statement.model, *_model_of(statement)):
        if (shape := shape_named(name)) is None:
            notes.append(f"no model called {name} in the catalog: usual ones stand in")
            continue
        shapes.append(shape)
    shapes, statement = _target(shapes, statement)
    chips.sort(key=lambda chip: chip.kind == "cpu")  # a CPU beside an accelerator holds what does not fit
    statement = _history(statement)
    params, dropped = numbers(statement.params)
    notes += dropped
    told = named(statement, params)
    params = dict(told.params)
    notes += told.notes.values()
    devices = _devices(statement, counted, params)
    case = Case(
        statement,
        tuple(chips),
        tuple(shapes),
        devices,
        params,
        (),
        _inputs(statement, chips, shapes, params) | {name: (_shown(params[name]), "catalog") for name in told.notes},
        tuple(notes),
        weights=told.weights,
        stand_in=stand_in,
    )
    return _placed(case)


_PREFIX = frozenset({"prefix-caching", "kv-offload"})


def _history(statement: Statement) -> Statement:
    """A short question over a cached history: the prompt is both, and the history is what is found."""
    params = statement.params
    asked, history = params.get("input_len"), params.get("context_len")
    plain = isinstance(asked, (int, float)) and isinstance(history, (int, float)) and history > asked > 0
    if statement.technique not in _PREFIX or "hit_rate" in params or not plain:
        return statement
    whole = float(asked) + float(history)  # type: ignore[arg-type]
    return replace(statement, params={**params, "input_len": whole, "hit_rate": float(history) / whole})  # type: ignore[arg-type]


def _target(shapes: list[Shape], statement: Statement) -> tuple[list[Shape], Statement]:
    """With drafts, the largest of several models is the target, and another one the draft where none is named."""
    if len(shapes) < 2 or statement.technique not in DRAFTED:
        return shapes, statement
    ordered = sorted(shapes, key=lambda shape: -shape.active)
    if "draft_model" in statement.params or ordered[1].active > 0.7 * ordered[0].active:
        return ordered, statement
    return ordered[:1], replace(statement, params={**statement.params, "draft_model": ordered[1].name})


DRAFTED = frozenset({"speculative-decoding", "tree-speculation", "parallel-drafting", "long-context-speculation"})


def _model_of(statement: Statement) -> tuple[str, ...]:
    """The model that the baseline is, where it is one: `DeepSeek-67B`."""
    if len(statement.model) != 1 or not statement.baseline:
        return ()
    name = _named_model(statement.baseline)
    return (name,) if name and name != statement.model[0] else ()


@lru_cache(maxsize=2048)
def _named_model(text: str) -> str:
    """The catalog's name of the model that a text is, or "" where it is none."""
    try:
        return find_model(text).name
    except EstimatorError:
        return ""


def _ordered(chips: list[Hardware], baseline: str) -> list[Hardware]:
    """The new chip first, the one of the baseline second; where no baseline is named, the faster one is the new one."""
    words = re.findall(r"[A-Za-z]*\d+[A-Za-z]*(?:\s\d+\s?GB)?|[A-Za-z]+", baseline)
    runs = (" ".join(words[i : i + n]) for n in (3, 2, 1) for i in range(len(words) - n + 1))  # "M2 Ultra" is no M2
    named = _of_these(chips, baseline) or [hit[0] for run in runs if (hit := _chip(run))]
    if not named:
        return sorted(chips, key=lambda chip: -chip.bandwidth)
    new = [chip for chip in chips if chip.name != named[0].name]
    return [*new[:1], named[0]]


def _of_these(chips: list[Hardware], baseline: str) -> list[Hardware]:
    """The one of two chips that a baseline names, by the longest of its names that stands there: `Gaudi 2`."""
    said = _compact(baseline)
    found = [
        (len(name), chip)
        for chip in chips
        for name in map(_compact, (chip.name, *chip.aliases))
        if name and name in said
    ]
    return [max(found, key=lambda one: one[0])[1]] if found else []


def _compact(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def chip_before(case: Case) -> Hardware | None:
    """The chip that the baseline names, where it is another than the stated one: `A100`, `V100 with FP16`."""
    if case.statement.technique == "hardware-upgrade" or len(case.chips) != 1 or not case.statement.baseline:
        return None
    own = case.chips[0]
    for word in re.findall(r"[A-Za-z]+[\s-]?\d+[A-Za-z]*(?:[\s-]\d+\s?GB)?", case.statement.baseline):
        if not stands_in(word) and (hit := _chip(word)) and hit[0].name.split("-")[0] != own.name.split("-")[0]:
            return hit[0]
    return None


def _devices(statement: Statement, counted: int | None, params: Mapping[str, Ends]) -> float | None:
    if statement.n_devices is not None and statement.n_devices >= 1:
        return float(statement.n_devices)
    if counted is not None:
        return float(counted)
    for name in ("tp", "ep", "pp"):
        if name in params:
            return params[name][-1]
    return (
        1.0 if statement.technique in OFFLOADED and statement.hardware else None
    )  # these exist because one device is too small


OFFLOADED = frozenset({"expert-offload", "weight-offload-streaming"})


def _inputs(
    statement: Statement, chips: list[Hardware], shapes: list[Shape], params: Mapping[str, Ends]
) -> dict[str, tuple[Any, Origin]]:
    inputs: dict[str, tuple[Any, Origin]] = {}
    if chips:
        inputs["hardware"] = (" / ".join(chip.name for chip in chips), statement.origin("hardware"))
        inputs["bandwidth"] = (chips[0].bandwidth, "catalog")
    if shapes:
        inputs["model"] = (" / ".join(shape.name for shape in shapes), statement.origin("model"))
        inputs["params_read"] = (shapes[0].active, "catalog")
    if statement.n_devices is not None:
        inputs["n_devices"] = (statement.n_devices, statement.origin("n_devices"))
    for name, ends in params.items():
        inputs[name] = (_shown(ends), statement.origin(name))
    return inputs


def _shown(ends: Ends) -> float | tuple[float, float]:
    """One value, or the two ends of a range."""
    return ends[0] if ends[0] == ends[-1] else (ends[0], ends[-1])


def _placed(case: Case) -> Case:
    """Where the claim is tried out."""
    some = None if case.chips or case.shapes else 2  # neither is known: fewer of each
    chips = case.chips[:1] or tuple(hit[0] for name in _CHIPS[:some] if (hit := _chip(name)))
    shapes = case.shapes[:1] or tuple(shape for name in _MODELS[:some] if (shape := shape_named(name)))
    tight = case.statement.metric == "throughput" and not case.shapes
    places = []
    for chip in chips:
        for shape in shapes:
            wide = (
                0.0 if case.chips or case.statement.factor_high is None else shape.native_bits
            )  # the old side fits, too
            bits = max(case.value("weight_bits_before", wide), case.value("weight_bits", shape.native_bits))
            room = 1.0 if tight or (case.chips and chip.kind in ALONE) else ROOM
            both = (
                (shape, *case.shapes[1:2]) if case.statement.factor_high is not None else (shape,)
            )  # two that are compared
            devices = case.devices or max(devices_needed(each, chip, bits, room) for each in both)
            places.append(Place(chip, devices, shape, skewed=UNEVEN in case.statement.hints))
    if case.devices is None and not case.known_place:  # a panel of usual places needs no rack for one model
        small = [place for place in places if place.devices <= 8]
        places = small or sorted(places, key=lambda place: place.devices)[:1]
    inputs = dict(case.inputs)
    if case.devices is None and case.chips and places:
        inputs["n_devices"] = (int(places[0].devices), "assumed")
    return replace(case, places=tuple(places), inputs=inputs)


ROOM = 0.85  # of the memory that weights take at most where the number of devices is a matter of choice


ALONE = frozenset(
    {"apple", "soc", "edge", "consumer"}
)  # kinds of which people have one: what it holds at all is run on it


def devices_needed(shape: Shape, chip: Hardware, bits: float, room: float = ROOM) -> float:
    """The smallest power of two of devices that holds the weights with room for a cache; 1 where memory is configured."""
    if chip.memory is None:
        return 1.0
    return 2.0 ** max(math.ceil(math.log2(shape.total * bits / 8 / (chip.memory * room))), 0)


_COUNT = {"one": 1, "single": 1, "two": 2, "four": 4, "eight": 8, "sixteen": 16}
_DEVICES_BEFORE = re.compile(
    r"\b(one|single|two|four|eight|sixteen|\d{1,3})[\s-]*(?:x|×|\*)?[\s-]*(?:gpus?|devices?|cards?|chips?|[abht]\d{1,3}s?|tpus?|nodes?|mi\d{3}x?s?|rtx)\b"
    r"|\btp\s*[=-]?\s*(\d{1,3})\b",
    re.IGNORECASE,
)


_BATCH = re.compile(
    r"\bbatch(?:\s*size)?\s*(?:of|=)?\s*(\d{1,5})\b"
    r"|\b(one|single|two|four|eight|sixteen|\d{1,5})\s+(?:(?:concurrent|parallel|simultaneous|open|active)\s+)?"
    r"(?:requests?|users?|chats?|sequences?|sessions?|streams?|conversations?|clients?)\b(?!\s+at a time)",
    re.IGNORECASE,
)


def batch_before(baseline: str) -> float | None:
    """The batch of the baseline, where its text gives one: `FP16 batch 4`, `8 concurrent chats`."""
    if (found := _BATCH.search(baseline)) is None:
        return None
    word = (found[1] or found[2]).lower()
    return float(_COUNT.get(word) or int(word) or 1)


def devices_before(baseline: str) -> float | None:
    """How many devices the baseline ran on, where its text says so: `one A100`, `TP2`, `2 GPUs`."""
    if (found := _DEVICES_BEFORE.search(baseline)) is None:
        return None
    word = (found[1] or found[2]).lower()
    return float(_COUNT.get(word) or int(word) or 1)
