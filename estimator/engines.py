"""What engines reach: a time that is fitted on published measurements, beside the floor that is derived.

    expected = max(memory x weight time, compute x matmul time) + small x matmul time + cache x cache time
             + compute x prompt work mixed into the step + layer x layers + expert x layers with experts
             + exchange x layers with an all-to-all + node x layers (more than one node) + link x link time
             + sequence x sequences + arrival x layers x prompts that join the batch
             + what fits no device, read from host memory,
               but at least host x layers, where a host launches each kernel in time with the device

Times are those of the data sheet; matmul times use the 16-bit peak, because narrow types gain far less than their peak
promises in serving. The constants of each engine class stand in `engines.csv`, which `scripts/fit_engines.py` writes.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from estimator.engine_names import family_of, launches_by_itself
from estimator.errors import UnknownName
from estimator.hardware import Hardware
from estimator.numbers import Numbers, most
from estimator.step import Cost


@dataclass(frozen=True, slots=True)
class Engine:
    """Constants of one class. `low` and `high` are the interval around the middle, as factors of it."""

    name: str
    memory: float  # times the weight time at full bandwidth
    cache: float  # times the cache time at full bandwidth
    compute: float  # times the matmul time at the 16-bit peak
    small: float  # the same on top of the weights' time: kernels for a few tokens, where nothing hides the products
    layer: float  # seconds a layer
    expert: float  # seconds a layer more where there are experts to route to
    host: float  # seconds a layer that the host needs to launch it, beside the device's own work
    exchange: float  # seconds a layer more where tokens go to experts on other devices, all to all
    node: float  # seconds a layer more where the devices are more than one node's
    link: float  # times the link time at full rate
    arrival: float  # seconds a layer for each prompt that joins the batch
    sequence: float  # seconds for each sequence on a device
    prompt: float  # prefill: times the matmul time at the peak of the operands
    prompt_layer: float  # prefill: seconds a layer
    prompt_start: float  # prefill: seconds for a batch of prompts, until a server's first token is out
    prompt_scores: float  # prefill: times the leanest passes over attention's scores, where they go to memory
    low: float
    high: float
    prompt_low: float
    prompt_high: float
    prompt_rows: int  # measurements of prefill behind it, of decode
    rows: int
    error: float  # mean relative error on them
    split: bool  # several devices hold whole layers, and one sequence passes them in turn
    source: str

    def prompt_seconds(self, cost: Cost) -> Numbers:
        """The middle of what the class reaches in a prefill of this cost."""
        busy = most(self.memory * most(cost.memory_s, cost.host_s), self.prompt * cost.compute_s)
        fixed = self.prompt_start + self.prompt_layer * cost.layers + self.link * cost.network_s
        return busy + fixed + self.prompt_scores * cost.scores_s


class Work(NamedTuple):
    """Data-sheet times of one step, in seconds, and its counts. A tuple, because each scalar estimate makes one."""

    weights: Numbers
    cache: Numbers
    matmuls: Numbers  # of the decoded tokens, at the 16-bit peak
    mixed: Numbers  # of the prompt tokens that ride along, at the 16-bit peak
    layers: Numbers  # more than the model has where a format launches more for each
    experts: Numbers  # layers if the model has experts, else 0
    exchanges: Numbers  # layers if experts' tokens are exchanged all to all, else 0
    nodes: Numbers  # layers if the devices are more than one node's, else 0
    link: Numbers
    arrivals: Numbers  # layers x prompts that join in a step
    sequences: Numbers  # on one device
    spilled: Numbers  # seconds on the host link for what fits no device

    def seconds(self, engine: Engine) -> Numbers:
        """The middle of what the class reaches."""
        busy = most(engine.memory * self.weights, engine.compute * self.matmuls) + engine.cache * self.cache
        busy = busy + engine.small * self.matmuls
        fixed = engine.layer * self.layers + engine.expert * self.experts
        fixed = fixed + engine.arrival * self.arrivals + engine.exchange * self.exchanges + engine.node * self.nodes
        device = busy + engine.compute * self.mixed + engine.link * self.link + fixed + engine.sequence * self.sequences
        return most(device, engine.host * self.layers) + self.spilled


@lru_cache(maxsize=1)
def engine_table() -> dict[str, Engine]:
    """The fitted classes by name."""
    path = Path(__file__).with_name("engines.csv")
    with path.open(newline="", encoding="utf-8") as file:
        return {row["name"]: _engine(row) for row in csv.DictReader(file)}


def _engine(row: dict[str, str]) -> Engine:
    reads: dict[str, Callable[[str], object]] = {
        "float": float,
        "int": int,
        "str": str,
        "bool": lambda cell: cell == "1",
    }
    values: dict[str, Any] = {field.name: reads[str(field.type)](row[field.name]) for field in fields(Engine)}
    return Engine(**values)


HBM = 1.2e12  # bytes/s: above it, in a data-centre card, batch-1 kernels of local engines do not fill the memory
_UNIFIED = frozenset({"apple", "soc", "edge"})
ALONE = frozenset(
    {"offload", "vulkan", "mlx", "local", "host", "eager", "compiled"}
)  # their runs start and end together
_ON_CORES = re.compile(r"\bcpu\b|t-mac|bitnet")


def engine_class(text: str, hardware: Hardware, experts: bool) -> str:
    """The class of an engine's name on a chip. Without a name that is known: what is usual on that kind of chip."""
    family: str = family_of(text)
    local = family in ("local", "vulkan", "mlx")
    if hardware.kind == "cpu" or (hardware.kind == "edge" and hardware.vendor != "NVIDIA"):
        return "local-cpu" if local or hardware.kind == "edge" else "host"
    if hardware.kind == "soc" and local and _ON_CORES.search(text.lower()):
        return "local-cpu"
    if not family:
        usual = {"consumer": "compiled", "workstation": "compiled"} | dict.fromkeys(_UNIFIED, "local")
        family = usual.get(hardware.kind, "serving")
    if family in ("local", "vulkan", "mlx") or (family == "compiled" and hardware.kind == "apple"):
        return _local_class(family, hardware)
    if family == "serving":
        if launches_by_itself(text):
            return "eager"
        young = "" if hardware.vendor == "NVIDIA" and hardware.kind not in _UNIFIED else "-young"
        return f"serving-experts{young}" if experts else f"serving{young}"
    return family


def _local_class(family: str, hardware: Hardware) -> str:
    if hardware.kind in _UNIFIED:
        if hardware.vendor not in ("Apple", "NVIDIA"):
            return "local-integrated"
        return "local-mlx" if family == "mlx" else "local-unified"
    if family == "vulkan":
        return "local-vulkan"
    if hardware.vendor != "NVIDIA":
        return "local-other"
    return "local-hbm" if hardware.kind == "datacenter" and hardware.bandwidth > HBM else "local"


def find_engine(name: str) -> Engine:
    """A class by its own name."""
    table = engine_table()
    if name not in table:
        raise UnknownName("engines", name, tuple(table))
    return table[name]
