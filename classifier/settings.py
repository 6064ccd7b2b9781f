# ruff: noqa: E501 - one pattern is one row, however long
"""The setting of a claim: chips and how many, models, parameters, baseline; stated in the unit or inherited from what governs it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

from classifier.around.inherited import ALL_TENSOR, inherit, inherit_machine, put_parameters
from classifier.around.surroundings import Surroundings
from classifier.figures.amounts import level
from classifier.figures.batch_change import batch_change
from classifier.figures.bits import bit_widths
from classifier.figures.effect import Effect
from classifier.figures.number_words import SPELLED
from classifier.learning.learned import sides
from classifier.names.drafts import drafts
from classifier.names.mentions import mentions
from classifier.setting.baseline import baseline
from classifier.setting.chips import chips, put_chips
from classifier.setting.nearest import nearest
from classifier.setting.table_settings import (
    RUN_FORMAT,
    Place,
    baseline_row,
    device_cell,
    drafter_cell,
    model_text,
    own_head,
    row_cells,
)
from classifier.setting.values import Setting
from classifier.setting.widths import Sort, put_former, put_widths, weights_run
from classifier.unit import Unit, unit
from estimator.statement import Origin
from ingest.document import Passage


def setting(
    s: Surroundings, i: int, u: Unit, effect: Effect | None, technique: str, sort: Sort, place: Place | None = None
) -> Setting:
    """The values of one claim. Only claims with figures take over what their surroundings state."""
    out = Setting()
    base = _baseline_cell(s.document.passages[i]) or baseline(u, effect)
    base_span = (base[1], _with_brackets(u.text, base[2])) if base else (-1, -1)
    if base:
        out.put("baseline", base[0], i, base[1], base[2])
    if u.kind == "row":
        _row(
            out,
            s,
            i,
            technique,
            sort,
            place or Place(effect.start if effect else -1, effect.metric if effect else None, effect),
        )
    put_chips(out, i, u, effect, base_span)
    _models(out, i, u, effect, base_span, technique)
    if technique in _OF_MODELS:
        _compared_models(out, i, u, base_span, technique, s.short)
    put_widths(out, i, u, technique, sort, effect=effect)
    put_parameters(out, i, u, "stated", base_span, effect, base[2] if base else -1)
    _layout(out, s, i, u, technique)
    _grown(out, i, u, technique)
    _batches(out, i, u, technique, sort)
    if s.short:
        _one_machine(out, i, u)
    _tokens_a_pass(out, technique)
    if technique == "multi-query-attention" and out.has("n_heads") and not out.has("n_kv_heads"):
        heads = next(v for v in out.values if v.name == "n_heads")
        out.put("n_kv_heads", 1, i, heads.start, heads.end)
    if sort != "plain":
        inherit(out, s, i, technique, sort)
        _usual_width(out, s, i, u, technique)
    else:
        inherit_machine(out, s, i)
    _draft_size(out)
    _tidy(out, s)
    return out


# https://arxiv.org/abs/2306.00978: where no width is said, it is of four bits
_AWQ = re.compile(r"(?<![A-Za-z])AWQ(?![A-Za-z])", re.IGNORECASE)


def _usual_width(out: Setting, s: Surroundings, i: int, u: Unit, technique: str) -> None:
    """ "Llama-3.3-70B-Instruct-AWQ" says four bits by the method's name, in the unit or in what it stands under."""
    if s.short or any(v.name.endswith("_bits") for v in out.values):
        return  # of a person's own sentence the calculator knows it
    if technique != "weight-only-quantization" and not weights_run(technique, "measurement"):
        return
    if (m := _AWQ.search(u.text)) is not None:
        out.put("weight_bits", 4, i, m.start(), m.end())
    elif any(_AWQ.search(text) for text in (s.document.passages[i].caption, *s.document.passages[i].section[-1:])):
        out.put("weight_bits", 4, i, -1, -1, "inherited")


_BRACKETS = re.compile(r"\s?\([^()]*\)")


def _with_brackets(text: str, end: int) -> int:
    """ "Than the best deployment (TP=8, DP=1)": what stands in brackets after a baseline is its own."""
    more = _BRACKETS.match(text, end)
    return more.end() if more else end


def _row(out: Setting, s: Surroundings, i: int, technique: str, sort: Sort, place: Place) -> None:
    """What the columns state; the model's name may stand in a row above."""
    for cell in row_cells(s.document, i, place):
        name = cell.name
        if name == RUN_FORMAT:
            name = "weight_bits" if weights_run(technique, "measurement") else ""
        if name and not out.has(name):
            inherited: Origin = "stated" if cell.row < 0 else "inherited"
            out.put(name, cell.value, i if cell.row < 0 else cell.row, cell.start, cell.end, inherited)
    if (place_of := drafter_cell(s.document.passages[i])) is not None:
        a, b = place_of
        for h in s.names(s.document.passages[i].text[a:b]).models[:1]:
            out.put("draft_model", h.name, i, a + h.start, a + h.end)
    text, j = model_text(s.document, i)
    found = s.names(text).models if text else ()
    name = found[0].name if found else _named_in_column(text) or _unheard_of(s, text)
    if name:
        word = text.split(" ")[0]
        at = max(s.document.passages[j].text.find(word), 0)
        out.put("model", name, j, at, at + len(word), "stated" if i == j else "inherited")
    _columns(out, s, i, technique, sort, place)
    device = device_cell(s.document.passages[i])
    if device is not None and not (out.has("hardware") or chips(s.unit(i).mentions)):
        a, b = device
        out.put("hardware", s.document.passages[i].text[a:b], i, a, b)


_NAME_AND_SIZE = re.compile(r"\W*(?P<name>[A-Za-z][\w.+-]*(?:[ -][\w.+]+){0,2}?)[ -](?P<size>\d+(?:\.\d+)?)[bB]\W*")


def _named_in_column(text: str) -> str:
    """A name with a size in a column of models is a model, however it is spelled: "gpt-j 6b"."""
    m = _NAME_AND_SIZE.fullmatch(text.strip())
    if m is None:
        return ""
    if short := _SHORT.fullmatch(m["name"].upper()):
        return _FAMILY_OF[short["family"] or short["whole"]].format(short["version"]) + f"-{m['size']}B"
    known = mentions(m["name"].upper()).models
    return f"{known[0].name if known else m['name'].replace(' ', '-')}-{m['size']}B"


# How papers on drafting shorten families where a column is narrow: "L3.1 8B", "Q3 8B", "V 13B", "LC 70B" (LLaMA-2-Chat).
_FAMILY_OF = {"L": "Llama-{}", "LC": "Llama-2", "Q": "Qwen{}", "V": "Vicuna", "DSL": "DeepSeek-R1-Distill-Llama", "DSQ": "DeepSeek-R1-Distill-Qwen"}  # fmt: skip
_SHORT = re.compile(r"(?P<family>L|Q)-?(?P<version>\d(?:\.\d)?)|(?P<whole>V|LC|DSL|DSQ)")


_UNHEARD_OF = re.compile(r"\W*(?P<name>[A-Z][A-Za-z]+(?:-(?:[A-Za-z]+|v?\d+(?:\.\d+)?[kKMB]?)){2,})\W*")


def _unheard_of(s: Surroundings, text: str) -> str:
    """A compound that names neither a technique nor a width is a model's name, too: "LWM-Text-Chat"."""
    m = _UNHEARD_OF.fullmatch(text.strip())
    return m["name"] if m and not s.names(text).techniques and not bit_widths(text) else ""


def _columns(out: Setting, s: Surroundings, i: int, technique: str, sort: Sort, place: Place) -> None:
    """Chips, models and widths by the heads of the figure's own column, or of the columns that it compares."""
    p = s.document.passages[i]
    effect = place.effect
    own = own_head(p, effect.after.start if effect and effect.after else place.at)
    named = s.names(own)
    if technique != "hardware-upgrade" and len(chips(named)) == 1:
        out.put("hardware", chips(named)[0].name, i, -1, -1, "inherited")
    if len(named.models) == 1 and not out.has("model"):
        out.put("model", named.models[0].name, i, -1, -1, "inherited")
    told = Setting()
    put_widths(told, i, unit(own, "row"), technique, sort)
    if effect is not None:
        _former_column(told, s, i, technique, effect)
    for v in told.values:
        out.put(v.name, v.value, v.passage, -1, -1, "inherited")


_OVER_WHAT = re.compile(
    r"^\W*(?:(?:over|against) what|baselines?|compared (?:to|with)|relative to|versus|vs\.?|against|reference)\W*$",
    re.IGNORECASE,
)


def _baseline_cell(p: Passage) -> tuple[str, int, int] | None:
    """What a row's own cell says its figure is compared with: a column "Baseline", "Over what"."""
    for head, (start, end) in zip(p.header, p.cells, strict=False):
        text = p.text[start:end].strip()
        if _OVER_WHAT.match(head) and text and text[0].isalpha():
            return text, start, start + len(text)
    return None


def _former_column(out: Setting, s: Surroundings, i: int, technique: str, effect: Effect) -> None:
    """The baseline of a row's figure: the column it is compared with, or the row of the same table that stands at 1."""
    p = s.document.passages[i]
    text = own_head(p, effect.before.start) if effect.before else ""
    if not text and (k := baseline_row(s.document, i, effect.start)) is not None:
        other = s.document.passages[k]
        text = level(other.cell_texts()[0])
        if text.strip() and text.strip() != level(p.cell_texts()[0]).strip():
            out.put("baseline", text.strip(), k, -1, -1)
        text = level(other.text)
    put_former(out, i, bit_widths(text), technique)


def _models(out: Setting, i: int, u: Unit, effect: Effect | None, base: tuple[int, int], technique: str) -> None:
    known = out.has("model")  # by its column
    drafter = next((v for v in out.values if v.name == "draft_model" and v.passage == i), None)
    named = u.mentions.models
    pairs = (
        {m for one, m in pairwise(named) if _PLUS.fullmatch(u.text, one.end, m.start)} if _guesses(technique) else set()
    )
    for h in nearest([m for m in named if not base[0] <= m.start < base[1]] or list(named), u, effect):
        if h in pairs or drafts(u.text, h):
            if not out.has("draft_model"):
                out.put("draft_model", h.name, i, h.start, h.end)
        elif not known and (drafter is None or not drafter.start <= h.start < drafter.end):
            out.put("model", h.name, i, h.start, h.end)


_PLUS = re.compile(r"\s?\+\s?")  # "CodeLlama-34B + CodeLlama-7B": the second drafts


def _guesses(technique: str) -> bool:
    return sides().get(technique) == "fewer-steps"


def _draft_size(out: Setting) -> None:
    """The size in a drafter's name."""
    drafter = next((v for v in out.values if v.name == "draft_model"), None)
    size = re.search(r"(?<![\w.])(\d+(?:\.\d+)?)([BM])\b", str(drafter.value)) if drafter else None
    if drafter and size and not out.has("draft_params_b"):
        billions = float(size[1]) / (1000 if size[2] == "M" else 1)
        out.put("draft_params_b", billions, drafter.passage, drafter.start, drafter.end, drafter.origin)


_FROM_MODEL = re.compile(
    r"\b(?:drop(?:ping)?|ditch(?:ing)?|retir(?:e|ing)|forget|skip(?:ping)?|distill?(?:ing|ed|s)?|prun(?:ing|ed|es)|shrink\w*|replac\w+|swap\w*|trad(?:e[sd]?|ing)|exchang\w+|switch\w*|mov\w+|going)\s+(?:down\s+)?(?:from\s+)?(?:the\s+)?(?:(?!into|to|by|with|for\b)[^\s:;,]+\s+){0,2}$",
    re.IGNORECASE,
)


def _compared_models(out: Setting, i: int, u: Unit, base: tuple[int, int], technique: str, by_hand: bool) -> None:
    """Where whole models or chips are compared, the new one stands first and the old one after it."""
    if technique == "hardware-upgrade":
        _compared_chips(out, i, u, by_hand)
        return
    models = [v for v in out.values if v.name == "model"]
    old = [v for v in models if _FROM_MODEL.search(u.text[max(0, v.start - 40) : v.start])]
    if old and len(models) > len(old):
        out.values = [v for v in out.values if v not in old] + old
    known = out.all("model")
    for m in u.mentions.models:
        if base[0] <= m.start < base[1] and m.name not in known and not m.bare:
            out.put("model", m.name, i, m.start, m.end)


def _compared_chips(out: Setting, i: int, u: Unit, by_hand: bool) -> None:
    """In a document the new chip is what a figure was seen on, and the old one its baseline, named as such or not.

    A person's own sentence names both to have them compared: there the new one stands first and the old one after it.
    """
    known = out.all("hardware")
    old = [h for h in chips(u.mentions) if h.name not in known]
    if not old:
        return
    said = str(out.get("baseline") or "")
    if not said and len(known) == 1 and not by_hand:
        out.put("baseline", u.text[old[0].start : old[0].end], i, old[0].start, old[0].end)
    elif by_hand or not chips(mentions(said)):
        for h in old:
            out.put("hardware", h.name, i, h.start, h.end)


_OF_MODELS = frozenset({"mixture-of-experts", "smaller-model", "hardware-upgrade"})


_FROM_TO = re.compile(
    rf"\bfrom\s(?P<old>\d{{1,3}}|{SPELLED})\s(?:[\w-]+\s)?to\s(?P<new>\d{{1,3}}|{SPELLED})\s(?:[A-Z]\w+\s)?$",
    re.IGNORECASE,
)


# "Adding a second RTX 4090": there are two, and there was one
_ANOTHER = re.compile(
    r"\b(?:add(?:s|ing|ed)?|plugg?\w*(?: in)?|buy(?:ing)?|bought|install\w*|with|put(?:ting)? in)\s(?:an?\s|the\s)(?P<which>second|third|fourth)\s(?=\S*[A-Z]|card\b|gpu\b|one\b|identical\b)",
    re.IGNORECASE,
)


def _grown(out: Setting, i: int, u: Unit, technique: str) -> None:
    """ "From four to eight H200s": the number before is the baseline's, and weights are split over the new one."""
    if technique not in ("tensor-parallelism", "expert-parallelism", "pipeline-parallelism"):
        return
    if (added := _ANOTHER.search(u.text)) and not out.has("n_devices"):
        n = {"second": 2, "third": 3, "fourth": 4}[added["which"].lower()]
        out.values = [v for v in out.values if v.name != "baseline"]
        out.put("n_devices", n, i, added.start(), added.end())
        out.put("baseline", f"{n - 1} cards" if n > 2 else "one card", i, added.start(), added.end())
        if technique == "tensor-parallelism" and not out.has("tp"):
            out.put("tp", n, i, added.start(), added.end())
        return
    for h in chips(u.mentions):
        before = _FROM_TO.search(u.text, 0, h.start)
        if before is None:
            continue
        out.values = [v for v in out.values if v.name != "baseline"]
        out.put("baseline", f"{before['old']} {u.text[h.start : h.end]}", i, before.start("old"), before.end("old"))
        if technique == "tensor-parallelism" and not out.has("tp") and isinstance(out.get("n_devices"), int):
            out.put("tp", out.get("n_devices"), i, before.start("new"), before.end("new"))
        return


def _batches(out: Setting, i: int, u: Unit, technique: str, sort: Sort) -> None:
    """ "From 8 to 64 chats" is a batch of 64 against one of 8; "256 requests per GPU" are so many times the GPUs."""
    change = batch_change(u.text) if technique == "continuous-batching" and sort == "figure" else None
    if change is not None:
        out.values = [v for v in out.values if v.name not in ("batch", "baseline")]
        out.put("batch", change.after, i, change.start, change.end)
        out.put("baseline", f"batch {change.before}", i, change.start, change.end)
        return
    n = out.get("n_devices")
    if not isinstance(n, int) or n < 2:
        return
    out.values = [
        replace(v, value=v.value * n)
        if v.name == "batch" and isinstance(v.value, int) and _of_each_device(u.text, v.start, v.end)
        else v
        for v in out.values
    ]


_DEVICE = r"(?:GPUs?|cards?|devices?|chips?|accelerators?|ranks?)"
_EACH_HAS = re.compile(rf"\b(?:each|every)\s(?:\w+\s)?{_DEVICE}\b[^.;:]{{0,60}}?\b(?:its|their) own\s$", re.IGNORECASE)
_FOR_EACH = re.compile(
    rf"\s?(?:[\w-]+\s){{0,2}}?(?:sequences|requests|users|sessions|streams|chats|prompts)?\s?(?:(?:per|on each|on every|for each)\s|/\s?){_DEVICE}\b",
    re.IGNORECASE,
)
_BATCH_OF_EACH = re.compile(
    rf"\bper[- ]{_DEVICE}\s(?:batch(?:es)?(?:[- ]sizes?)?|concurrency)\s(?:of|=|is)?\s?$", re.IGNORECASE
)


def _of_each_device(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 110) : start]
    return bool(_EACH_HAS.search(before) or _BATCH_OF_EACH.search(before) or _FOR_EACH.match(text, end))


# "A single Mac Studio with M3 Ultra", "my RTX 3090", "in the card's own 32 GB", "a Ryzen mini PC": there is one
_MACHINE_OF_ONE = re.compile(
    r"\b(?:an?|one|single|my|this|the)\s(?:[\w.+-]+\s){0,5}?(?:mac ?studio|mac ?mini|mac ?pro|macbook(?: pro| air)?|imac|laptop|notebook|phone|smartphone|tablet|mini[- ]?pc)\b"
    r"|\b(?:on|in) the (?:card|gpu|chip)'s (?:own )?|\bthe card's own\b|\b(?:one|single|lone|only) (?:card|gpu|chip)\b",
    re.IGNORECASE,
)
_MY = re.compile(
    r"\b(?:my|this)\s(?:(?:old|new|used|trusty|little|own|dusty|lowly|poor|NVIDIA|AMD|Apple|gaming)\s){0,2}$",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\b(?:two|three|four|five|six|eight|both|pair|cluster|stack|rack|chained|linked|another|second (?:card|gpu|mac|box)|macs|cards|gpus|boxes|minis|studios)\b",
    re.IGNORECASE,
)


def _one_machine(out: Setting, i: int, u: Unit) -> None:
    """One device where the words are of one and no number is given."""
    hits = chips(u.mentions)
    if out.has("n_devices") or len({h.name for h in hits}) != 1 or _SEVERAL.search(u.text):
        return
    if m := _MACHINE_OF_ONE.search(u.text):
        out.put("n_devices", 1, i, m.start(), m.end())
    elif _MY.search(u.text, 0, hits[0].start) and not _PLURAL.match(u.text, hits[0].end):
        out.put("n_devices", 1, i, hits[0].start, hits[0].end)


_PLURAL = re.compile(r"s\b|\s(?:rigs?|servers?|nodes?)\b", re.IGNORECASE)


def _tokens_a_pass(out: Setting, technique: str) -> None:
    """ "2.2 tokens per step" are accepted ones where a method guesses, and unmasked ones where it diffuses."""
    old, new = ("acceptance_len", "tokens_per_step")
    if technique != "diffusion-decoding":
        old, new = new, old
    if out.has(old) and not out.has(new):
        out.values = [replace(v, name=new) if v.name == old else v for v in out.values]


def _most(value: Any) -> float:
    return max(value) if isinstance(value, tuple) else float(value)


def _layout(out: Setting, s: Surroundings, i: int, u: Unit, technique: str) -> None:
    """ "On four H100s with tensor parallelism" is TP over four, and so is a row under that heading."""
    if out.has("tp") and technique == "tensor-parallelism" and (out.get("n_devices") or 0) < _most(out.get("tp")):
        layout = next(v for v in out.values if v.name == "tp")
        out.values = [v for v in out.values if v.name != "n_devices"]
        out.put("n_devices", layout.value, i, layout.start, layout.end, layout.origin)
    if out.has("tp") or not out.has("n_devices") or out.has("pp") or out.has("ep"):
        return
    n = out.get("n_devices")
    m = ALL_TENSOR.search(u.text)
    if m and technique == "tensor-parallelism" and isinstance(n, int) and n > 1:
        out.put("tp", n, i, m.start(), m.end())
    p = s.document.passages[i]
    if u.kind == "row" and isinstance(n, int) and ALL_TENSOR.search(" . ".join((p.caption, *p.section[-1:]))):
        out.put("tp", n, i, -1, -1, "inherited")


def _tidy(out: Setting, s: Surroundings) -> None:
    """A bare size beside a full name is that name's size; a short name is the full one that the document has for it."""
    out.values = [replace(v, value=s.full_name(v.value)) if v.name == "model" else v for v in out.values]
    names = [v for v in out.values if v.name == "model"]
    longer = [v for v in names if any(str(w.value).startswith(f"{v.value}-") for w in names)]  # "StarCoder ... the 15B"
    if longer and s.short:
        out.values = [v for v in out.values if v not in longer]
        names = [v for v in names if v not in longer]
    full = [v for v in names if not re.fullmatch(r"[\d.]+B", str(v.value))]
    if full and len(full) < len(names):
        out.values = [v for v in out.values if v.name != "model" or v in full]
