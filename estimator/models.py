"""Models: what the physics needs to know of a transformer's shape, and what follows from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import cycle, islice
from math import log
from pathlib import Path
from typing import Any

from estimator.catalog.lazy import Table, columns, parts, records
from estimator.errors import BadValue

LONGEST_PERIOD = 12  # letters of a pattern that repeats; longer ones are written out, a letter a layer
COMPRESSED = {"C": 4, "H": 128}  # tokens that share an entry (`compress_ratios` in the config.json of DeepSeek-V4)


@dataclass(frozen=True, slots=True)
class KvGroup:
    """Layers whose cache grows alike. One token's entry in one such layer has `elements` numbers, K and V together."""

    layers: int
    window: int | None  # keys that a new token reads at most; None: all
    elements: int
    heads: int  # KV heads that tensor parallelism can split; 1 for a latent that every rank holds whole
    kept: int | None = None  # keys that stay in memory at most; None: all (sparse attention reads few but keeps all)
    entries: float = 1.0  # that one token leaves behind: 1/4 where four tokens share one
    width: float = 0.0  # FLOPs of one query against one key in one such layer; 0: the model's `attention_width`


@dataclass(frozen=True, slots=True)
class Model:
    """A decoder. Parameters are counts (8.03e9), sizes are elements. 0 means: has none.

    `window_pattern` names the layers in order, and repeats: `F` full attention, `S` sliding window, `L` a constant state
    in place of a cache (Mamba, linear attention), `N` no attention at all. `SSSSSF` is Gemma 3's five to one. `C` and `H`
    are DeepSeek-V4's, beside a sliding window: entries of 4 tokens, of which the best `read_top` are read, and of 128.
    """

    name: str
    params_total: float
    params_active: float  # multiplied for one token: without the input embedding, with the LM head
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    ffn: int = 0
    gated: bool = True
    vocab: int = 0
    experts: int = 0
    experts_per_token: int = 0
    moe_ffn: int = 0
    moe_hidden: int = 0  # width that the routed experts work in, where it is not `hidden`
    shared_experts: int = 0
    shared_ffn: int = 0  # width of the shared experts together, where it is not shared_experts x moe_ffn
    dense_layers: int = 0  # the first layers, which have no experts
    moe_every: int = 1  # 2: every second layer has experts
    attention_kind: str = "GQA"
    kv_lora_rank: int = 0
    q_lora_rank: int = 0
    rope_dim: int = 0
    v_head_dim: int = 0  # of a value where it is not that of a key
    o_lora_rank: int = 0  # DeepSeek-V4 leaves attention by a narrow product for each group of heads
    o_groups: int = 0
    sliding_window: int = 0
    window_pattern: str = "F"
    kv_full: int = 0  # elements a token in one full layer, where heads and head_dim do not give it
    kv_window: int = 0  # the same in one sliding layer
    kv_heads_full: int = 0  # KV heads of a full layer where they are not those of a sliding one
    head_dim_full: int = 0  # width of a head in a full layer where it is not that of a sliding one (Gemma 4)
    output_gate: bool = False  # a gate as wide as what the heads give is projected beside the queries (Qwen3-Next)
    cache_at_most: bool = False  # some layers have none or a smaller one: the cache is an upper bound
    read_top: int = 0  # keys that sparse attention reads at most, of all that it keeps
    index_dim: int = 0  # elements a token that its indexer reads in each layer
    state_elements: int = 0  # numbers that one `L` layer keeps for each sequence
    state_params: int = 0  # weights of the mixer of one `L` layer; 0: not known, taken as 4 hidden^2
    tied_embeddings: bool = False
    native_bits: float = 16  # bits a weight as published (DeepSeek-V3: FP8)
    rest_bits: float = 0  # of all but the routed experts as published, where those alone are as narrow as `native_bits`
    nominal: bool = False  # only the size is known; the shape is typical for it
    basis: str = ""  # where the counts come from, and what was assumed to find the row
    source: str = ""
    unconfirmed: bool = False
    notes: str = ""
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("params_total", "params_active", "layers", "hidden", "heads", "head_dim"):
            if not getattr(self, name) > 0:
                raise BadValue(f"{self.name}: {name}", getattr(self, name), "above 0")
        if self.experts and not 0 < self.experts_per_token <= self.experts:
            raise BadValue(f"{self.name}: experts_per_token", self.experts_per_token, f"1 to {self.experts}")
        if set(self.window_pattern) - set("FSLNCH") or not self.window_pattern:
            raise BadValue(f"{self.name}: window_pattern", self.window_pattern, "letters F, S, L, N, C, H")
        if self.layers / 2 < len(self.window_pattern) != self.layers and len(self.window_pattern) > LONGEST_PERIOD:
            raise BadValue(
                f"{self.name}: letters of window_pattern", len(self.window_pattern), f"{self.layers}, one a layer"
            )

    @property
    def is_moe(self) -> bool:
        return self.experts > 0

    @property
    def is_mla(self) -> bool:
        return self.kv_lora_rank > 0

    @property
    def is_compressed(self) -> bool:
        return bool(set(self.window_pattern) & COMPRESSED.keys())

    @property
    def value_dim(self) -> int:
        """Width of a value for one head."""
        return self.v_head_dim or self.head_dim

    @property
    def head_params(self) -> float:
        """The LM head."""
        return float(self.vocab * self.hidden)

    @property
    def input_embedding(self) -> float:
        """Parameters that are stored but not multiplied: a lookup table. 0 where the LM head is the same matrix."""
        return 0.0 if self.tied_embeddings else float(self.vocab * self.hidden)

    @property
    def routed_params(self) -> float:
        """All routed experts together, from two counts: right also where only every second layer has experts."""
        if not self.experts or self.experts == self.experts_per_token:
            return 0.0
        idle = self.params_total - self.input_embedding - self.params_active
        return max(0.0, idle) / (1 - self.experts_per_token / self.experts)

    @property
    def shared_params(self) -> float:
        """What every token multiplies: attention, dense layers, shared experts, LM head."""
        return self.params_active - self.routed_params * (self.experts_per_token / self.experts if self.experts else 0)

    @property
    def moe_layers(self) -> int:
        if not self.experts:
            return 0
        mlps = (
            self.layer_kinds.count("N") or self.layers
        )  # with `N` in the pattern, feed-forward blocks are layers of their own
        return (mlps - self.dense_layers) // self.moe_every

    @property
    def kv_elements(self) -> int:
        """Elements of K and V of one token in one full-attention layer; with MLA the latent and the rotary part."""
        if self.kv_full or self.is_mla:
            return self.kv_full or self.kv_lora_rank + self.rope_dim
        if self.is_compressed:
            return self.head_dim  # key and value are one vector
        return self.kv_heads * (self.head_dim + self.value_dim)

    @property
    def layer_kinds(self) -> str:
        """One letter for each layer, in order."""
        return "".join(islice(cycle(self.window_pattern), self.layers))

    @property
    def windows(self) -> tuple[int | None, ...]:
        """For each layer in order, how many keys a new token reads at most: None is all, 0 is no growing cache."""
        full = self.read_top or None
        reads: dict[str, int | None] = {"F": full, "S": self.sliding_window or None, "C": None, "H": None}
        return tuple(reads.get(kind, 0) for kind in self.layer_kinds)

    @property
    def kv_groups(self) -> tuple[KvGroup, ...]:
        """The layers that keep a cache, grouped by how it grows."""
        return _kv_groups(self)

    @property
    def state_layers(self) -> int:
        """Layers that keep a constant state."""
        return self.layer_kinds.count("L")

    @property
    def attention_layers(self) -> int:
        return sum(kind in "FSCH" for kind in self.layer_kinds)

    def kv_bytes_per_token(self, bits: float = 16) -> float:
        """Bytes that one more token adds to the cache while no window is full."""
        return sum(group.layers * group.elements for group in self.kv_groups) * bits / 8

    @property
    def attention_width(self) -> float:
        """FLOPs of one query against one key in one layer, over all heads; MLA is taken as absorbed."""
        if self.is_mla:
            return 2.0 * self.heads * (2 * self.kv_lora_rank + self.rope_dim)
        return 2.0 * self.heads * (self.head_dim + self.value_dim)

    @property
    def attention_params(self) -> int:
        """Weights of the attention projections in one layer without widths of its own; biases and norms are left out."""
        h, value = self.hidden, self.value_dim
        if self.is_mla:
            width = self.heads * (self.head_dim + self.rope_dim)
            unfold = self.kv_lora_rank * self.heads * (self.head_dim + value)
            return self._query(width) + h * (self.kv_lora_rank + self.rope_dim) + unfold + self.heads * value * h
        if self.o_lora_rank:  # one vector for key and value; groups of heads have a narrow way out each
            out = self.heads * self.head_dim * self.o_lora_rank + self.o_groups * self.o_lora_rank * h
            return self._query(self.heads * self.head_dim) + h * self.head_dim + out
        return h * (self.head_dim + value) * (self.heads + self.kv_heads) + self._gate

    @property
    def attention_total(self) -> int:
        """The same of all layers that attend, full ones with heads and widths of their own."""
        if self.is_mla or self.o_lora_rank:
            return self.attention_params * self.attention_layers
        full = self.layer_kinds.count("F")
        out = self.heads * (2 * self.head_dim_full or self.head_dim + self.value_dim)
        each = self.hidden * (out + self.kv_elements) + self._gate
        return each * full + self.attention_params * (self.attention_layers - full)

    @property
    def _gate(self) -> int:
        return self.hidden * self.heads * self.value_dim if self.output_gate else 0

    def _query(self, width: int) -> int:
        return self.q_lora_rank * (self.hidden + width) if self.q_lora_rank else self.hidden * width

    @property
    def shape_params(self) -> float:
        """Parameters counted from the shape alone: to hold against `params_total`. Biases and norms are left out."""
        return _shape_counts(self)[0]

    @property
    def shape_active(self) -> float:
        """`params_active` counted from the shape alone."""
        return _shape_counts(self)[1]

    @classmethod
    def from_config(cls, source: str | Path | Mapping[str, Any], name: str = "") -> Model:
        """Any model, from its Hugging Face `config.json` (a file, its folder, or its content)."""
        from estimator.model_config import model_from_config

        return model_from_config(source, name)

    @classmethod
    def nominal_of(cls, size: str, name: str = "") -> Model:
        """A model of which only the size is known: `70B`, `8x7B`, `30B-A3B`. It has a typical dense shape for the size."""
        found = sizes(size)
        if found is None:
            raise BadValue("model size", size, "like 70B, 350M, 8x7B or 30B-A3B")
        return _typical(name or size, *found)


@lru_cache(maxsize=1024)
def _kv_groups(model: Model) -> tuple[KvGroup, ...]:
    heads = 1 if model.is_mla or model.is_compressed else max(model.kv_heads, 1)
    count = model.layer_kinds.count
    groups = []
    if full := count("F"):
        width = 4.0 * model.heads * model.head_dim_full
        groups.append(
            KvGroup(full, model.read_top or None, model.kv_elements, model.kv_heads_full or heads, width=width)
        )
    for kind, tokens in COMPRESSED.items():
        if layers := count(kind):
            top = tokens * model.read_top if kind == "C" and model.read_top else None
            groups.append(KvGroup(layers, top, model.kv_elements // tokens, heads, entries=1 / tokens))
    if sliding := count("S") + count("C") + count("H"):
        window = model.sliding_window or None
        groups.append(KvGroup(sliding, window, model.kv_window or model.kv_elements, heads, window))
    return tuple(groups)


def _shape_counts(m: Model) -> tuple[float, float]:
    """(total, active) from the shape: matrices only."""
    h, matrices = m.hidden, 3 if m.gated else 2
    kinds = m.layer_kinds
    mixers = m.attention_total + (m.state_params or 4 * h * h) * kinds.count("L")
    with_experts = m.moe_layers
    plain = ((kinds.count("N") or m.layers) - with_experts) * matrices * h * m.ffn
    expert = matrices * (m.moe_hidden or h) * m.moe_ffn
    shared = matrices * h * (m.shared_ffn or m.shared_experts * m.moe_ffn) + h * m.experts + 2 * h * m.moe_hidden
    common = mixers + plain + with_experts * shared + m.head_params
    total = common + with_experts * m.experts * expert + m.input_embedding
    return float(total), float(common + with_experts * m.experts_per_token * expert)


# (parameters, layers, hidden, KV heads, feed-forward width) of Llama 3 and Qwen 2.5: what is usual at that size
_TYPICAL = (
    (0.1e9, 12, 768, 12, 3072),
    (0.5e9, 24, 1024, 8, 2816),
    (1.2e9, 16, 2048, 8, 8192),
    (3.2e9, 28, 3072, 8, 8192),
    (8.0e9, 32, 4096, 8, 14336),
    (14e9, 40, 5120, 8, 17408),
    (32e9, 64, 5120, 8, 25600),
    (70e9, 80, 8192, 8, 28672),
    (123e9, 88, 12288, 8, 28672),
    (405e9, 126, 16384, 8, 53248),
    (1000e9, 61, 7168, 8, 18432),
)


def _typical(name: str, total: float, active: float) -> Model:
    if not 0.0 < total < float("inf"):
        raise BadValue(f"{name[:80]}: parameters", total, "above 0" if total <= 0.0 else "finite")
    _, layers, hidden, kv_heads, ffn = min(_TYPICAL, key=lambda row: abs(log(row[0] / total)))
    head_dim = 64 if hidden < 2048 else 128
    experts: dict[str, Any] = {"experts": 128, "experts_per_token": 8, "moe_ffn": ffn // 8} if active < total else {}
    return Model(
        name=name,
        params_total=total,
        params_active=active,
        layers=layers,
        hidden=hidden,
        heads=hidden // head_dim,
        kv_heads=kv_heads,
        head_dim=head_dim,
        ffn=ffn,
        nominal=True,
        basis=f"only the size is known ({total / 1e9:g}B); the shape is a typical one for it",
        source="size in the name",
        **experts,
    )


_SCALE = {"m": 1e6, "b": 1e9, "t": 1e12}
_SIZE = re.compile(
    r"(?<![a-z0-9.])(?:(\d+)\s*[x×]\s*)?(\d+(?:\.\d+)?)\s*(m|b|t)(?:illion|n)?(?![a-z0-9])", re.IGNORECASE
)
_ACTIVE = re.compile(r"(?<![a-z0-9])a(\d+(?:\.\d+)?)\s*(m|b)(?![a-z0-9])", re.IGNORECASE)


def sizes(text: str) -> tuple[float, float] | None:
    """(total, active) parameters that the text states: `Foo-30B-A3B` is (30e9, 3e9), `8x7B` about (46.7e9, 12.9e9)."""
    if (size := _SIZE.search(text.replace("_", "-"))) is None:
        return None
    one = float(size[2]) * _SCALE[size[3].lower()]
    if size[1]:  # experts share the attention: as in Mixtral, 0.83 of the product, and two experts at work
        count = int(size[1])
        total = 0.834 * count * one
        return total, total * min(1.0, 2.2 / count)
    active = _ACTIVE.search(text.replace("_", "-"))
    return one, float(active[1]) * _SCALE[active[2].lower()] if active else one


_TYPES: dict[str, Any] = {"float": float, "int": int, "bool": lambda cell: cell == "1", "str": str}


def _from_row(row: Mapping[str, str]) -> Model:
    """A row of `models.csv`; counts stand there in billions, and a blank cell is the field's default."""
    values: dict[str, Any] = {}
    for field in fields(Model):
        if row.get(field.name) and field.name not in ("params_total", "params_active", "aliases"):
            values[field.name] = _number(row, field.name, _TYPES[str(field.type)])
    values["params_total"] = float(round(_number(row, "params_total_B", float) * 1e9))
    values["params_active"] = float(round(_number(row, "params_active_B", float) * 1e9))
    values["aliases"] = parts(row["aliases"])
    return Model(**values)


def _number(row: Mapping[str, str], name: str, read: Callable[[str], Any]) -> Any:
    """A cell, or the row and the column where it is none."""
    try:
        return read(row[name])
    except ValueError:
        raise BadValue(f"models.csv: {row['name']}: {name}", row[name], "a number") from None


def model_row(model: Model) -> dict[str, str]:
    """The row of `models.csv` that gives this model: `_from_row` the other way; a field at its default is a blank cell."""
    row = {"name": model.name, "params_total_B": "", "params_active_B": ""}
    for field in fields(Model):
        value = getattr(model, field.name)
        if field.name in ("params_total", "params_active"):
            row[f"{field.name}_B"] = f"{value / 1e9:.9g}"
        elif field.name == "aliases":
            row["aliases"] = "|".join(value)
        elif field.name != "nominal":
            shown = (
                str(int(value)) if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)
            )
            row[field.name] = shown if value != field.default or field.name in _ALWAYS else ""
    return {column: row[column] for column in columns("models.csv")}


_ALWAYS = ("gated", "attention_kind")


def _load() -> dict[str, Model]:
    rows = [_from_row(row) for row in records("models.csv")]
    return {row.name: row for row in rows}


MODELS: Table[Model] = Table(_load)
