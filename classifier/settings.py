# ruff: noqa: E501 - one pattern is one row, however long
"""The setting of a claim: chips and how many, models, parameters, baseline; stated in the unit or inherited from what governs it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from classifier.baseline import baseline
from classifier.drafts import drafts
from classifier.effect import Effect
from classifier.hardware_text import HardwareHit, device_count
from classifier.mentions import Mentions
from classifier.parameters import Bits
from classifier.surroundings import Surroundings
from classifier.table_settings import model_text, row_cells
from classifier.unit import Unit
from estimator.statement import Origin


@dataclass(frozen=True, slots=True)
class Value:
    """A field's value with its place: a passage and the span in its levelled text."""

    name: str
    value: Any
    passage: int
    start: int
    end: int
    origin: Origin


@dataclass(slots=True)
class Setting:
    """All values of one claim."""

    values: list[Value] = field(default_factory=list)

    def put(self, name: str, value: Any, passage: int, start: int, end: int, origin: Origin = "stated") -> None:
        self.values.append(Value(name, value, passage, start, end, origin))

    def get(self, name: str) -> Any:
        return next((v.value for v in self.values if v.name == name), None)

    def all(self, name: str) -> list[Any]:
        return list(dict.fromkeys(v.value for v in self.values if v.name == name))

    def has(self, name: str) -> bool:
        return any(v.name == name for v in self.values)


def setting(s: Surroundings, i: int, u: Unit, effect: Effect | None, technique: str, inherit: bool) -> Setting:
    """The values of one claim. Only claims with figures take over what their surroundings state."""
    out = Setting()
    base = baseline(u, effect)
    base_span = (base[1], base[2]) if base else (-1, -1)
    if base:
        out.put("baseline", base[0], i, base[1], base[2])
    if u.kind == "row":
        _row(out, s, i, effect)
    _hardware(out, i, u, effect, base_span)
    if not out.has("model"):
        _models(out, i, u, effect, base_span)
    if technique in _OF_MODELS:
        _compared_models(out, i, u, base_span, technique)
    _widths(out, i, u, technique, "stated")
    _others(out, i, u, "stated", base_span)
    _layout(out, i, u, technique)
    if inherit:
        _inherit(out, s, i, technique)
    _tidy(out, technique)
    return out


def _row(out: Setting, s: Surroundings, i: int, effect: Effect | None) -> None:
    """What the columns state; the model's name may stand in a row above."""
    for cell in row_cells(s.document, i, effect):
        if not out.has(cell.name):
            out.put(cell.name, cell.value, i, cell.start, cell.end)
    text, j = model_text(s.document, i)
    found = s.names(text).models if text else ()
    if found:
        word = text.split(" ")[0]
        at = max(s.document.passages[j].text.find(word), 0)
        out.put("model", found[0].name, j, at, at + len(word), "stated" if i == j else "inherited")


def _hardware(
    out: Setting, i: int, u: Unit, effect: Effect | None, base: tuple[int, int], origin: Origin = "stated"
) -> None:
    chips = _chips(u.mentions)
    own = [h for h in chips if not base[0] <= h.start < base[1] and not _compared(u, h.start, effect)]
    for h in _nearest(own or chips[:1], u, effect):
        out.put("hardware", h.name, i, h.start, h.end, origin)
        if h.count and not out.has("n_devices"):
            out.put("n_devices", h.count, i, h.counted[0], h.counted[1], origin)
    if not out.has("n_devices"):
        counted = device_count(u.text)
        if counted is not None and not base[0] <= counted[1] < base[1]:
            out.put("n_devices", counted[0], i, counted[1], counted[2], origin)


_HOSTS = ("Ryzen", "Core", "EPYC", "Xeon")
_ARCHITECTURES = frozenset({"Hopper", "Ampere", "Ada", "Turing", "Volta", "Blackwell"})
_VERSUS_WORD = re.compile(
    r"\b(?:than|compared (?:to|with)|versus|vs\.?|relative to|against|outperform\w*|in comparison (?:to|with)|as opposed to)\s",
    re.IGNORECASE,
)


def _chips(found: Mentions) -> list[HardwareHit]:
    """Chips, without the host's processor where an accelerator is named, and without mere architectures."""
    chips = [h for h in found.hardware if h.name not in _ARCHITECTURES]
    cards = [h for h in chips if not h.name.startswith(_HOSTS)]
    return cards or chips


def _compared(u: Unit, at: int, effect: Effect | None) -> bool:
    """Whether a name stands after "than", "over" or "compared with" in the figure's clause."""
    for m in _VERSUS_WORD.finditer(u.text):
        if m.end() <= at and not re.search(r"[;,]|\.\s", u.text[m.end() : at]):
            return not (effect is not None and m.end() <= effect.start < at)
    return False


def _models(
    out: Setting, i: int, u: Unit, effect: Effect | None, base: tuple[int, int], origin: Origin = "stated"
) -> None:
    for h in _nearest(
        [m for m in u.mentions.models if not base[0] <= m.start < base[1]] or list(u.mentions.models), u, effect
    ):
        if drafts(u.text, h):
            if not out.has("draft_model"):
                out.put("draft_model", h.name, i, h.start, h.end, origin)
        else:
            out.put("model", h.name, i, h.start, h.end, origin)


_FROM_MODEL = re.compile(
    r"\b(?:distill?(?:ing|ed|s)?|prun(?:ing|ed|es)|shrink\w*|replac\w+|swapp?\w*|switch\w*|mov\w+|going)\s+(?:down\s+)?(?:from\s+)?(?:the\s+)?(?:(?!into|to|by|with)\S+\s+){0,2}$",
    re.IGNORECASE,
)


def _compared_models(out: Setting, i: int, u: Unit, base: tuple[int, int], technique: str) -> None:
    """Where whole models or chips are compared, the new one stands first and the old one after it."""
    if technique == "hardware-upgrade":
        known = out.all("hardware")
        for h in _chips(u.mentions):
            if h.name not in known:
                out.put("hardware", h.name, i, h.start, h.end)
                known.append(h.name)
        return
    models = [v for v in out.values if v.name == "model"]
    old = [v for v in models if _FROM_MODEL.search(u.text[max(0, v.start - 40) : v.start])]
    if old and len(models) > len(old):
        out.values = [v for v in out.values if v not in old] + old
    known = out.all("model")
    for m in u.mentions.models:
        if base[0] <= m.start < base[1] and m.name not in known and not m.bare:
            out.put("model", m.name, i, m.start, m.end)


_OF_MODELS = frozenset({"mixture-of-experts", "smaller-model", "hardware-upgrade"})


def _nearest(hits: list[Any], u: Unit, effect: Effect | None) -> list[Any]:
    """Where a unit holds several figures, each takes the names that stand between it and its neighbours: "2.7x on X and 2.9x on Y"."""
    effects = u.figures.effects
    if effect is None or len(effects) < 2 or len(hits) < 2:
        return hits
    if len(hits) == len(effects) and effect in effects and re.search(r"\brespectively\b", u.text):
        return [hits[effects.index(effect)]]
    after = [h for h in hits if any(e.end <= h.start for e in effects)]
    if len(after) < 2 or len(after) > len(effects):
        return hits
    mine = [h for h in after if max((e for e in effects if e.end <= h.start), key=lambda e: e.end) == effect]
    return mine or hits


_BEFORE_16 = re.compile(
    r"\b(?:fp16|bf16|float16|bfloat16|16-?\s?bit|half[- ]precision|fp32|unquanti[sz]ed)\b", re.IGNORECASE
)


def _widths(out: Setting, i: int, u: Unit, technique: str, origin: Origin) -> None:
    """Bit widths to weights, cache or activations, by the words beside them, else by the technique."""
    narrow = [b for b in u.bits if b.bits < 16]
    former = _former(u, narrow) if technique in _WEIGHT_TECHNIQUES or technique == "kv-cache-quantization" else None
    if former is not None:
        name = "kv_bits_before" if technique == "kv-cache-quantization" else "weight_bits_before"
        out.put(name, int(former.bits), i, former.start, former.end, origin)
        narrow = [b for b in narrow if b is not former]
    wide = [b for b in u.bits if b.bits >= 16]
    kv = technique == "kv-cache-quantization"
    weights = [b for b in narrow if b.of == "weight" or (b.of == "" and not kv)]
    caches = [b for b in narrow if b.of == "kv" or (b.of == "" and kv)]
    acts = [b for b in narrow if b.of == "act"]
    quantised = technique in _WEIGHT_TECHNIQUES or any(b.of == "weight" for b in narrow)
    if weights and (quantised or technique not in _NO_WEIGHTS):
        _put_bits(out, "weight_bits", weights, i, origin)
        act = next((b for b in weights if b.act is not None), None)
        if act is not None:
            out.put("act_bits", int(act.act or 0), i, act.start, act.end, origin)
        elif (
            technique == "weight-activation-quantization" and all(_floating(b) for b in weights) and origin == "stated"
        ):
            _put_bits(out, "act_bits", weights, i, origin)
    if caches:
        _put_bits(out, "kv_bits", caches, i, origin)
    _wide_widths(out, i, u, technique, wide, bool(weights), origin)
    if acts and not out.has("act_bits"):
        _put_bits(out, "act_bits", acts, i, origin)


def _former(u: Unit, narrow: list[Bits]) -> Bits | None:
    """Of two widths the one that the text compares with or comes from: "from FP8 to NVFP4", "than its 8-bit version"."""
    old = [b for b in narrow if _OLD.search(u.text[max(0, b.start - 40) : b.start])]
    old = [b for b in old if not re.search(r"\b(?:to|by|with|into)\s+$", u.text[max(0, b.start - 8) : b.start])]
    rest = {b.bits for b in narrow if b not in old}
    return old[0] if len(old) == 1 and rest and min(rest) < old[0].bits else None


_OLD = re.compile(
    r"\b(?:than|from|over|versus|vs\.?|against|compared (?:to|with)|instead of|rather than|replac\w+|relative to|baselines?|(?:speed|throughput|rate|latency|time|size|performance|memory)\s+of)\s+(?:\S+\s+){0,3}$",
    re.IGNORECASE,
)


def _wide_widths(out: Setting, i: int, u: Unit, technique: str, wide: list[Bits], narrow: bool, origin: Origin) -> None:
    """16 bits are what there was before where the technique narrows that very thing; else they are the format that is run."""
    for b in wide:
        old = bool(_OLD.search(u.text[max(0, b.start - 40) : b.start]))
        if b.of == "act":
            name = "act_bits"
        elif b.of == "kv":
            name = "kv_bits_before" if technique == "kv-cache-quantization" or out.has("kv_bits") or old else "kv_bits"
        elif technique == "kv-cache-quantization":
            name = "kv_bits_before" if old and not _model_next(u, b) else "weight_bits"
        elif technique in _WEIGHT_TECHNIQUES:
            if any(n.act for n in u.bits):
                continue
            name = "weight_bits_before"
        else:
            name = "weight_bits_before" if old and narrow else "weight_bits"
        if origin == "inherited" and name not in ("weight_bits_before", "kv_bits_before"):
            continue
        if not out.has(name):
            out.put(name, int(b.bits), i, b.start, b.end, origin)


def _model_next(u: Unit, b: Bits) -> bool:
    return any(0 <= m.start - b.end <= 2 for m in u.mentions.models)


_WEIGHT_TECHNIQUES = frozenset({"weight-only-quantization", "weight-activation-quantization", "binary-ternary-weights"})
_NO_WEIGHTS = frozenset(
    {
        "quantized-communication",
        "kv-cache-quantization",
        "paged-kv-cache",
        "prefix-caching",
        "kv-offload",
        "kv-eviction",
    }
)


def _floating(b: Bits) -> bool:
    return bool(re.match(r"(?:fp8|nvfp4|w\da\d|e4m3|fp4)", b.surface, re.IGNORECASE))


def _put_bits(out: Setting, name: str, found: list[Bits], i: int, origin: Origin) -> None:
    if out.has(name):
        return
    values = list(dict.fromkeys(int(b.bits) if b.bits == int(b.bits) else b.bits for b in found))
    value: Any = values[0] if len(values) == 1 else tuple(values)
    out.put(name, value, i, found[0].start, found[-1].end, origin)


_OF_THE_OLD = frozenset({"tp", "ep", "pp", "draft_len", "acceptance_len", "window", "batch", "block_size"})


def _others(out: Setting, i: int, u: Unit, origin: Origin, base: tuple[int, int] = (-1, -1)) -> None:
    for p in u.stated:
        if p.name in _OF_THE_OLD and base[0] <= p.start < base[1]:
            continue
        if not out.has(p.name):
            out.put(p.name, tuple(p.value) if isinstance(p.value, list) else p.value, i, p.start, p.end, origin)


_ALL_TENSOR = re.compile(
    r"tensor[- ](?:model[- ])?(?:parallel\w*|slic\w+)|(?:split|shard|spread|slic)\w*[^.;]{0,30}\bweights?\b[^.;]{0,12}\b(?:across|over)",
    re.IGNORECASE,
)


def _most(value: Any) -> float:
    return max(value) if isinstance(value, tuple) else float(value)


def _layout(out: Setting, i: int, u: Unit, technique: str) -> None:
    """ "On four H100s with tensor parallelism" is TP over four."""
    if out.has("tp") and technique == "tensor-parallelism" and (out.get("n_devices") or 0) < _most(out.get("tp")):
        layout = next(v for v in out.values if v.name == "tp")
        out.values = [v for v in out.values if v.name != "n_devices"]
        out.put("n_devices", layout.value, i, layout.start, layout.end, layout.origin)
    if out.has("tp") or not out.has("n_devices") or out.has("pp") or out.has("ep"):
        return
    m = _ALL_TENSOR.search(u.text)
    n = out.get("n_devices")
    if m and technique == "tensor-parallelism" and isinstance(n, int) and n > 1:
        out.put("tp", n, i, m.start(), m.end())


def _inherit(out: Setting, s: Surroundings, i: int, technique: str) -> None:
    """What the caption, the intro, the headings and the setup sentences state, nearest first, for what the unit leaves open."""
    p = s.document.passages[i]
    sources: list[int] = [*s.before(i)[:3]]
    if p.kind == "row":
        sources += [j for j in s.leading(i) if j not in sources]
    front = s.front(i) and p.kind in ("sentence", "bullet", "title")
    if not out.has("hardware") and not front:
        _first_hardware(out, s, i, sources)
    if not out.has("model") and not front:
        _first_model(out, s, i, sources)
    for j in sources[: 8 if p.kind == "row" else 2]:
        v = s.unit(j)
        if p.kind in ("row", "bullet") or technique in {h.technique for h in v.mentions.techniques}:
            _widths(out, j, v, technique, "inherited") if not any(
                x.name.endswith("_bits") for x in out.values
            ) else None
        if p.kind in ("row", "bullet"):
            _others(out, j, v, "inherited")
    if any(_BATCH_HEAD.match(head) for head in p.header):  # a column of batches says each row's own, or none
        out.values = [v for v in out.values if (v.name, v.origin) != ("batch", "inherited")]
    _document_width(out, s, i, technique)


_BATCH_HEAD = re.compile(r"^\W*(?:max(?:imum)?\W+)?(?:batch(?:[- ]?sizes?)?|batches|concurrency|bs)\b", re.IGNORECASE)


def _document_width(out: Setting, s: Surroundings, i: int, technique: str) -> None:
    """ "AWQ" in a document that speaks of 4 bits only."""
    name, of = ("kv_bits", "kv") if technique == "kv-cache-quantization" else ("weight_bits", "weight")
    if technique not in (*_WEIGHT_TECHNIQUES, "kv-cache-quantization") or out.has(name):
        return
    bits = s.width.get(of) or (s.width.get("weight") if of == "kv" else None)
    if bits is not None:
        out.put(name, int(bits) if bits == int(bits) else bits, i, -1, -1, "inherited")


def _first_hardware(out: Setting, s: Surroundings, i: int, sources: list[int]) -> None:
    p = s.document.passages[i]
    for text in [p.caption, " | ".join(p.header)]:
        if text and _chips(s.names(text)):
            return _take_hardware(out, s.names(text), i)
    for j in sources:
        if _chips(s.unit(j).mentions):
            return _hardware(out, j, s.unit(j), None, (-1, -1), "inherited")
    for text in reversed(p.section):
        if _chips(s.names(text)):
            return _take_hardware(out, s.names(text), i)
    for j in s.setups(i):
        if _chips(s.unit(j).mentions):
            return _hardware(out, j, s.unit(j), None, (-1, -1), "inherited")
    return None


def _take_hardware(out: Setting, found: Mentions, i: int) -> None:
    for h in _chips(found):
        out.put("hardware", h.name, i, -1, -1, "inherited")
        if h.count and not out.has("n_devices"):
            out.put("n_devices", h.count, i, -1, -1, "inherited")


def _first_model(out: Setting, s: Surroundings, i: int, sources: list[int]) -> None:
    p = s.document.passages[i]
    for text in [p.caption, " | ".join(p.header), *reversed(p.section[1:])]:
        if text and s.names(text).models:
            for h in s.names(text).models:
                out.put("model", h.name, i, -1, -1, "inherited")
            return
    for j in [*sources, *s.setups(i)[: None if s.paper else 3]]:
        hits = s.unit(j).mentions.models
        if hits:
            for h in hits[:3]:
                out.put("model", h.name, j, h.start, h.end, "inherited")
            return


def _tidy(out: Setting, technique: str) -> None:
    """A bare size beside a full name is that name's size; a layout without a count says the count."""
    names = [v for v in out.values if v.name == "model"]
    full = [v for v in names if not re.fullmatch(r"[\d.]+B", str(v.value))]
    if full and len(full) < len(names):
        out.values = [v for v in out.values if v.name != "model" or v in full]
