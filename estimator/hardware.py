"""Chips: what the roofline needs to know of each, and how people write their names."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

from estimator.catalog.lazy import Table, nearest, parts, records
from estimator.errors import BadValue, EstimatorError, MissingCatalogValue, UnknownName
from estimator.units import GB, TERA

HardwareKind = Literal["datacenter", "consumer", "workstation", "cpu", "edge", "apple", "soc", "tpu", "npu"]
PeakType = Literal["fp16", "fp8", "int8", "fp4", "int4"]
NODE = 8  # devices of one machine that share a fast link, where the row says nothing else
UNIFIED: frozenset[str] = frozenset({"cpu", "apple", "soc", "edge"})  # memory is a matter of configuration


@dataclass(frozen=True, slots=True)
class Hardware:
    """One device. Bytes, bytes/s and FLOP/s, all as on the data sheet and without structured sparsity; `None`: has none."""

    name: str
    vendor: str
    kind: HardwareKind
    bandwidth: float  # bytes/s of the memory that holds the weights
    memory: float | None = None  # bytes; None where it is a matter of configuration
    year: int | None = None
    fp16: float | None = None  # FLOP/s of FP16/BF16 matrix products that accumulate in FP32
    fp16_acc16: float | None = None  # the same with FP16 accumulation, where that is faster (GeForce: twice)
    fp8: float | None = None
    fp8_acc16: float | None = None
    int8: float | None = None
    fp4: float | None = None
    int4: float | None = None  # matrix products of 4-bit integers: Turing to Ada, which Hopper left out
    link: float | None = None  # bytes/s to the other devices, one direction
    link_kind: str = ""
    domain: int = NODE  # devices that the link joins; beyond them the network between nodes counts
    host_link: float | None = None  # bytes/s to host memory, one direction
    unified: bool = False  # CPU and accelerator share one memory
    # its peaks are those of the fastest units at the highest clock, which engines seldom use: a bound, and no expectation
    bound_only: bool = False
    source: str = ""
    unconfirmed: tuple[str, ...] = ()  # fields that only one source or nobody but us gives
    notes: str = ""
    aliases: tuple[str, ...] = ()
    systems: tuple[tuple[str, int], ...] = ()  # machines made of it: ("DGX H100", 8)

    def __post_init__(self) -> None:
        if self.kind not in get_args(HardwareKind):
            raise BadValue(f"{self.name}: kind", self.kind, f"one of {', '.join(get_args(HardwareKind))}")
        if not self.bandwidth > 0:
            raise BadValue(f"{self.name}: bandwidth", self.bandwidth, "above 0 bytes/s")

    @property
    def peaks(self) -> dict[str, float]:
        """The peaks that the chip has, by type."""
        values = {"fp16": self.fp16, "fp8": self.fp8, "int8": self.int8, "fp4": self.fp4, "int4": self.int4}
        return {name: value for name, value in values.items() if value is not None}

    @property
    def derived(self) -> bool:
        """Whether its peaks are arithmetic from units and clock, which no source gives and no engine was measured against."""
        return self.bound_only and "peaks" in self.unconfirmed

    def peak(self, kind: PeakType = "fp16") -> float:
        """FLOP/s for operands of this type, accumulated in 32 bits. Raises when the chip has none: it is never guessed."""
        if (value := self.peaks.get(kind)) is None:
            raise MissingCatalogValue(self.name, f"{kind} peak", tuple(self.peaks))
        return value

    def best_peak(self, kind: PeakType = "fp16") -> float:
        """The highest FLOP/s that any accumulation type gives: what a bound has to use (RTX 4090: 330 against 165)."""
        faster = {"fp16": self.fp16_acc16, "fp8": self.fp8_acc16}.get(kind)
        return max(self.peak(kind), faster or 0.0)

    @classmethod
    def from_toml(cls, path: str | Path) -> Hardware:
        """Any chip, from a small file in the vendor's units:

        name = "X1"
        vendor = "Example"
        kind = "datacenter"
        memory_GB = 96
        bandwidth_GB_s = 4000
        fp16_tflops = 800
        """
        try:
            row = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except ValueError as error:  # broken TOML, or no UTF-8
            raise EstimatorError(f"{path}: is no TOML: {error}") from None
        return from_mapping(row, where=str(path))


# column in the vendor's unit -> (field, factor to SI)
_COLUMNS: dict[str, tuple[str, float]] = {
    "memory_GB": ("memory", GB),
    "bandwidth_GB_s": ("bandwidth", GB),
    "fp16_tflops": ("fp16", TERA),
    "fp16_acc16_tflops": ("fp16_acc16", TERA),
    "fp8_tflops": ("fp8", TERA),
    "fp8_acc16_tflops": ("fp8_acc16", TERA),
    "int8_tops": ("int8", TERA),
    "fp4_tflops": ("fp4", TERA),
    "int4_tops": ("int4", TERA),
    "link_GB_s": ("link", GB),
    "host_link_GB_s": ("host_link", GB),
}
_LISTS = ("unconfirmed", "aliases")
_FLAGS = ("unified", "bound_only")


def from_mapping(row: dict[str, Any], where: str = "hardware") -> Hardware:
    """A chip from columns or TOML keys in the vendor's units (`bandwidth_GB_s = 3350`)."""
    known = {field.name for field in fields(Hardware)} - {field for field, _ in _COLUMNS.values()}
    values: dict[str, Any] = {}
    for key, value in row.items():
        if key in _COLUMNS:
            field, factor = _COLUMNS[key]
            if value != "":
                values[field] = _number(value, f"{where}: {key}") * factor
        elif key not in known:
            raise BadValue(f"{where}: key", key, f"one of {', '.join([*_COLUMNS, *sorted(known)])}")
        elif key in _LISTS:
            values[key] = _several(value, f"{where}: {key}")
        elif key == "systems":
            values[key] = tuple(_system(part, f"{where}: {key}") for part in _several(value, f"{where}: {key}"))
        elif key in ("year", "domain"):
            values |= {} if value == "" else {key: int(_number(value, f"{where}: {key}"))}
        elif key not in _FLAGS and not isinstance(value, str):
            raise BadValue(f"{where}: {key}", value, "a text in quotes")
        elif value != "":
            values[key] = value
    for needed, field in (("name", "name"), ("bandwidth_GB_s", "bandwidth")):
        if field not in values:
            raise BadValue(f"{where}: {needed}", None, "given")
    values |= {flag: str(values.get(flag, "")).lower() in {"1", "true"} for flag in _FLAGS}
    return Hardware(**({"vendor": "", "kind": "datacenter"} | values))


def _number(value: Any, field: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise BadValue(field, value, "a number") from None
    if not number > 0:
        raise BadValue(field, value, "above 0")
    if number == float("inf"):
        raise BadValue(field, value, "finite")
    return number


def _several(value: Any, field: str) -> tuple[str, ...]:
    """Words parted by bars, or a list of them."""
    if isinstance(value, str):
        return parts(value)
    if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        return tuple(value)
    raise BadValue(field, value, "a list of texts")


def _system(text: str, field: str) -> tuple[str, int]:
    """`DGX H100=8`"""
    name, _, count = text.partition("=")
    if not name.strip() or not count.strip().isdecimal():
        raise BadValue(field, text, "a name and a count, like 'DGX H100=8'")
    return name, int(count)


def _load() -> dict[str, Hardware]:
    rows = [from_mapping(dict(row), f"hardware.csv: {row['name']}") for row in records("hardware.csv")]
    return {row.name: row for row in rows}


HARDWARE: Table[Hardware] = Table(_load)

# Words that say nothing about which chip it is ("NVIDIA H100 Tensor Core GPU").
_NOISE_WORDS = """
    nvidia amd intel google apple aws amazon huawei qualcomm geforce gpu gpus cpu cpus tensor core cores accelerator
    accelerators card cards the a an single graphics processor processors chip chips instinct tesla cloud platinum
    silver gold device devices each of with and node nodes machine desktop macbook mac studio mini pro/max ddr5 hbm
    hbm2 hbm2e hbm3 hbm3e gddr6 gddr6x gddr7 soc cluster system systems scalable generation gen module edition
    server workstation superchip memory vram ram unified series founders nvlink consumer grade consumer-grade
    socket sockets gpu-node on
"""
_NOISE = frozenset(_NOISE_WORDS.split())
_MEMORY = re.compile(r"(?<![a-z0-9.])(\d{1,4})\s*g(?:i?b)?(?![a-z0-9])")
_FORM = re.compile(r"\b(sxm|pcie|nvl|oam)\d*\b")
_COUNTS = {
    "one": 1,
    "two": 2,
    "dual": 2,
    "2s": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "eight": 8,
    "sixteen": 16,
}
_COUNT_FIRST = re.compile(r"^(\d{1,5})\s*(?:[x×*]\s*|\s)(.+)$", re.IGNORECASE)
# "TPU v5e-8", "v5litepod-8": a slice of 8 chips, as those of v6e are named (https://docs.cloud.google.com/tpu/docs/v5e)
_TPU_SLICE = re.compile(r"^(?:(?:(?:google|cloud)\s+)*tpu)?[\s-]*(v\d(?:litepod|[a-z]{0,2}))-(\d{1,5})$", re.IGNORECASE)
# Slices of these are named by their cores, two a chip: "v4-8" has 4 chips (https://docs.cloud.google.com/tpu/docs/v4),
# "v5p-8" too: its table gives 8 cores and 4 chips to 2x2x1 (https://docs.cloud.google.com/tpu/docs/v5p)
_TWO_CORES = frozenset({"TPU-v2", "TPU-v3", "TPU-v4", "TPU-v5p"})
_SOCKETS = re.compile(r"^(\d)S[-\s](.+)$")  # "2S-Xeon"
_COUNT_LAST = re.compile(r"^(.+?)\s*(?:[x×*]\s*|\(\s*[x×*]?\s*)(\d{1,5})\s*[x×]?\)?$", re.IGNORECASE)


def _key(text: str) -> str:
    """One spelling for all: lower case, no vendor, no marks. `NVIDIA GeForce RTX 4090` -> `rtx4090`."""
    text = re.sub(r"\((?:r|tm|c)\)|[®™]", " ", text.lower()).replace("pci-e", "pcie").replace("super chip", "")
    text = re.sub(r"\bgen(\d)", r"gen \1", text)
    text = re.sub(r"(\d)\s*gi?b\b", r"\1gb", text.replace("macbook pro", " ").replace("mac pro", " "))
    words = re.findall(r"[a-z0-9.+]+", text)
    kept = [word for word in words if word not in _NOISE] or words
    return "".join(kept)


def _base(text: str) -> str:
    """The chip without its form and memory: `H100 SXM5 80GB` -> `h100`."""
    text = text.lower().replace("-", " ").replace("_", " ").replace("pci e", "pcie")
    return _key(_FORM.sub(" ", _MEMORY.sub(" ", text)))


@cache
def _names() -> dict[str, str]:
    """Every spelling of a whole name to its row."""
    names: dict[str, str] = {}
    for row in HARDWARE.values():
        for spelling in (row.name, *row.aliases):
            names.setdefault(_key(spelling), row.name)
    return names


@cache
def _families() -> dict[str, list[str]]:
    """A chip's bare name to its rows in the table's order: the first is what the bare name means."""
    families: dict[str, list[str]] = {}
    for row in HARDWARE.values():
        for spelling in (row.name, *row.aliases):
            rows = families.setdefault(_base(spelling), [])
            if row.name not in rows:
                rows.append(row.name)
    return families


@cache
def _systems() -> dict[str, tuple[str, int]]:
    return {_key(system): (row.name, count) for row in HARDWARE.values() for system, count in row.systems}


def _variants(text: str) -> list[str]:
    """The text as it stands, then without a plural s: `H100s`."""
    text = text.strip(" ,.;:")
    singular = re.sub(r"(?<=[0-9A-Za-z])s\b", "", text) if not text.endswith(("ss", "S")) else text
    return list(dict.fromkeys((text, singular)))


def _resolve(text: str) -> Hardware | None:
    for variant in _variants(text):
        if (name := _names().get(_key(variant))) is not None:
            return HARDWARE[name]
        if (row := _by_parts(variant)) is not None:
            return row
    return None


def _by_parts(text: str) -> Hardware | None:
    """A row by bare name, form and memory: `A100 PCIe 80 GB`. Memory that no such chip has finds none."""
    plain = text.lower().replace("-", " ").replace("_", " ").replace("pci e", "pcie")
    rows = [HARDWARE[name] for name in _families().get(_base(text), ())]
    if form := _FORM.search(plain):  # "MI300X OAM": where no row of a family names its form, the form tells nothing
        rows = [
            row for row in rows if form[1] in row.name.lower() or not _FORM.search(row.name.lower().replace("-", " "))
        ]
    if not (rows and (stated := _MEMORY.search(plain))):
        return rows[0] if rows else None
    memory = float(stated[1]) * GB
    near = [(abs(row.memory / memory - 1), row) for row in rows if row.memory is not None]
    if close := [pair for pair in near if pair[0] < 0.08]:
        return min(close, key=lambda pair: pair[0])[1]
    configured = next((row for row in rows if row.kind in UNIFIED), None)
    return replace(configured, memory=memory) if configured else None


@lru_cache(maxsize=4096)
def parse_hardware(text: str) -> tuple[Hardware, int | None]:
    """The chip and how many of it: `8xH100 SXM` is 8 H100, `DGX A100` 8 A100; no count stated is `None`.

    >>> chip, count = parse_hardware("8xH100 SXM")
    >>> chip.name, count
    ('H100-SXM-80GB', 8)
    """
    if (system := _systems().get(_key(text))) is not None:
        return HARDWARE[system[0]], system[1]
    if (row := _resolve(text)) is not None:
        return row, None
    words = text.strip().split(maxsplit=1)
    if len(words) == 2 and (count := _COUNTS.get(words[0].lower())) and (row := _resolve(words[1])):
        return row, count
    for pattern, chip, number in ((_COUNT_FIRST, 2, 1), (_SOCKETS, 2, 1), (_COUNT_LAST, 1, 2), (_TPU_SLICE, 1, 2)):
        if (found := pattern.match(text.strip())) and (count := int(found[number])):
            if (row := _resolve(f"TPU {found[chip]}" if pattern is _TPU_SLICE else found[chip])) is not None:
                cores = 2 if pattern is _TPU_SLICE and row.name in _TWO_CORES else 1
                return row, max(count // cores, 1)
            if (system := _systems().get(_key(found[chip]))) is not None:
                return HARDWARE[system[0]], system[1] * count
    raise UnknownName("hardware", text, lambda: nearest(_key(text), _names()))


def is_machine(text: str) -> bool:
    """Whether the name is that of a machine, which says how many devices it has: `DGX H100`."""
    return _key(text) in _systems()


def find_hardware(name: str) -> Hardware:
    """The chip of that name, as people write it. A bare `H100` or `A100` is the SXM 80 GB card."""
    return parse_hardware(name)[0]
