"""What a claim takes over from the text that governs it: caption, intro, headings, the sentences that say the setup."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Any

from classifier.around.setup_words import condition
from classifier.around.surroundings import Surroundings
from classifier.figures.amounts import level
from classifier.figures.effect import Effect
from classifier.figures.stated import Stated
from classifier.names.drafts import drafts
from classifier.names.hardware_text import HardwareHit
from classifier.setting.chips import chips, of_inference, own_chips, put_chips
from classifier.setting.table_settings import stated_cell
from classifier.setting.values import OF_DOCUMENT, Setting, unambiguous
from classifier.setting.widths import CACHE, WEIGHTS, Sort, put_format, put_former, put_widths, weights_run
from classifier.unit import Unit, unit
from classifier.words.at_words import Quick
from estimator.statement import Origin

_BESIDE = re.compile(
    r"(?:[-\s](?:Instruct|Chat|Base|it))?(?:-[\w.]{1,12}){0,3}[\s(,-]{0,3}"
)  # a model's name goes on before its format: "-GPTQ-Int4", "-Instruct (BF16)"
_OF_THE_OLD = frozenset({"tp", "ep", "pp", "draft_len", "acceptance_len", "window", "batch", "block_size"})
_LAYOUT = frozenset({"tp", "ep", "pp"})  # "than the best deployment (TP=8)"; a batch in brackets is that of both
_BATCH_HEAD = re.compile(r"^\W*(?:max(?:imum)?\W+)?(?:batch(?:[- ]?sizes?)?|batches|concurrency|bs)\b", re.IGNORECASE)


def inherit(out: Setting, s: Surroundings, i: int, technique: str, sort: Sort) -> None:
    """Nearest first, and only what the unit leaves open."""
    p = s.document.passages[i]
    near = _near(s, i)
    front = s.front(i) and p.kind in ("sentence", "bullet", "title")
    if not out.has("hardware") and not front:
        _first_hardware(out, s, i, near)
    if not out.has("model") and not front:
        _first_model(out, s, i, near)
    if not front:
        _first_drafter(out, s, i, near, technique)
    for j in near[: 8 if p.kind == "row" else 2]:
        v = s.unit(j)
        if _claims_another(v, technique):
            continue
        if (p.kind in ("row", "bullet") or technique in {h.technique for h in v.mentions.techniques}) and not any(
            x.name.endswith("_bits") for x in out.values
        ):
            put_widths(out, j, v, technique, sort, "inherited")
        if p.kind in ("row", "bullet"):
            put_parameters(out, j, v, "inherited")
    if s.short:  # a person's two or three sentences speak of one thing
        for j in range(len(s.document.passages)):
            v = s.unit(j)
            figures = v.figures.effects or [a for a in v.figures.loose if a.kind in ("rate", "time")]
            if j != i and not (figures or _claims_another(v, technique)):
                for p_of in unambiguous(v.stated):
                    if not out.has(p_of.name):
                        out.put(p_of.name, p_of.value, j, p_of.start, p_of.end)
                if not any(x.name.endswith("_bits") for x in out.values):
                    put_widths(out, j, v, technique, sort, "inherited")
    if not front:
        _of_the_setup(out, s, i, technique)
        _of_the_command(out, s, i)
    if any(_BATCH_HEAD.match(head) for head in p.header):  # a column of batches says each row's own, or none
        out.values = [v for v in out.values if (v.name, v.origin) != ("batch", "inherited")]
    _shared_out(out, s)
    _named_format(out, s, i, near, technique)
    _run_format(out, s, i, technique, sort)
    _width_of_model(out, s, technique)
    _named_baseline(out, s, i, near, technique)
    _document_width(out, s, i, technique)


def inherit_machine(out: Setting, s: Surroundings, i: int) -> None:
    """A claim without a figure among the results of a paper's experiments was seen on the machine of their setup."""
    if not s.results(i):
        return
    if not out.has("hardware"):
        _first_hardware(out, s, i, [])
    _of_the_machine(out, s, i)


def _of_the_machine(out: Setting, s: Surroundings, i: int) -> None:
    for j in s.setups(i):
        if s.unit(j).kind != "row":
            _count(out, s, j)


def _named_format(out: Setting, s: Surroundings, i: int, near: list[int], technique: str) -> None:
    """The format that the section names with its activations, "W4A16": nearest first, then the headings."""
    if technique not in WEIGHTS or any((v.name, v.origin) == ("act_bits", "stated") for v in out.values):
        return
    for j in dict.fromkeys([*near, *s.previous(i, 8), *s.chapter(i)]):
        if s.document.passages[j].kind != "row":
            put_format(out, j, s.unit(j))
    for heading in (*reversed(s.document.passages[i].section), s.document.title):
        put_format(out, i, _heading(heading))


@lru_cache(maxsize=256)  # the claims of a section stand under the same ones
def _heading(text: str) -> Unit:
    return unit(text, "heading")


def _run_format(out: Setting, s: Surroundings, i: int, technique: str, sort: Sort) -> None:
    """The one width that the caption, a note or the nearest heading names: "### FP16, batch 1" is what all below it ran in."""
    if not weights_run(technique, sort) or any(v.name.endswith("_bits") for v in out.values):
        return
    p = s.document.passages[i]
    notes = [s.document.passages[j].text for j in (s.trailing(i) if p.kind == "row" else s.noted(i))]
    for text in (p.caption, *notes, *reversed(p.section), s.document.title):
        found = [b for b in _heading(text).bits if b.of in ("", "weight")] if text else []
        if found:
            if len({b.bits for b in found}) == 1 and found[0].bits <= 16:
                bits = found[0].bits
                out.put("weight_bits", int(bits) if bits == int(bits) else bits, i, -1, -1, "inherited")
            return


def _width_of_model(out: Setting, s: Surroundings, technique: str) -> None:
    """ "Model: Qwen2.5-14B-Instruct (BF16)" in a list of conditions: what was measured ran in that."""
    if out.has("weight_bits") or technique in WEIGHTS:
        return
    for v in [v for v in out.values if v.name == "model" and v.origin == "inherited" and v.end > 0]:
        u = s.unit(v.passage)
        for b in u.bits:
            if (
                b.of in ("", "weight")
                and b.bits <= 16
                and b.start >= v.end
                and _BESIDE.fullmatch(u.text, v.end, b.start)
            ):
                out.put("weight_bits", int(b.bits), v.passage, b.start, b.end, "inherited")
                return


_BASELINE_IS = Quick(
    r"\bbaselines?\s*"
    r"(?:(?:here|model|implementation|system|engine)\s+)?(?:is|are|was|=|:)\s+(?:the\s+|an?\s+)?(?P<what>[^.;,()]{2,60})",
    seldom=True,
)


def _named_baseline(out: Setting, s: Surroundings, i: int, near: list[int], technique: str) -> None:
    """ "The baseline is PyTorch in FP16" says it of every figure below; where weights are narrowed, so does its width."""
    if out.has("baseline"):
        return
    for j in dict.fromkeys([*near, *s.chapter(i), *s.setups(i)]):
        text = s.unit(j).text
        if s.document.passages[j].kind != "row" and (m := _BASELINE_IS.search(text)):
            out.put(
                "baseline", m["what"].strip(), j, m.start("what"), m.start("what") + len(m["what"].strip()), "inherited"
            )
            if not any(v.name.endswith("_before") for v in out.values):
                told = Setting(list(out.values))
                put_former(told, j, tuple(b for b in s.unit(j).bits if m.start("what") <= b.start < m.end()), technique)
                for v in told.values[len(out.values) :]:
                    out.put(v.name, v.value, j, v.start, v.end, "inherited")
            return


def _near(s: Surroundings, i: int) -> list[int]:
    """The passages of the paragraph, the table or the figure that a unit stands in, nearest first."""
    near = [*s.noted(i), *s.before(i)[:3]]
    more = [*s.leading(i), *s.trailing(i)] if s.document.passages[i].kind == "row" else s.illustrated(i)
    return list(dict.fromkeys([*near, *more]))


# What one sentence says for all that is measured after it. A draft's length or a window is a method's own.
_GOVERNED = ("batch", "input_len", "output_len", "context_len", "tp", "group_size")
_SAME = {"input_len": "context_len", "context_len": "input_len"}  # two words for what a step attends to


_NARROWED = WEIGHTS | {CACHE}


def _claims_another(v: Unit, technique: str) -> bool:
    """Whether a sentence speaks of another technique than ours: its settings are that technique's own."""
    if v.kind == "row" or v.text.rstrip().endswith(":"):
        return False
    named = {h.technique for h in v.mentions.techniques}
    if not named or technique in named:
        return False
    narrows = not named.isdisjoint(_NARROWED) and technique not in _NARROWED
    return bool(v.figures.effects or narrows)


def _of_the_setup(out: Setting, s: Surroundings, i: int, technique: str) -> None:
    """Batch, lengths and layout from the sentences that say what was measured with what."""
    row = s.document.passages[i].kind == "row"
    known = {v.name for v in out.values if v.origin == "stated"}
    near = _near(s, i)
    _of_passages(out, s, near, row, technique, known)
    _of_the_headings(out, s, i, known)
    _of_passages(out, s, [j for j in s.setups(i) if j not in near], row, technique, known)


def _of_the_headings(out: Setting, s: Surroundings, i: int, known: set[str]) -> None:
    """ "#### 20K input tokens" is what was run in all below it, the nearest heading first."""
    for heading in reversed(s.document.passages[i].section):
        for p in unambiguous(_heading(heading).stated):
            if p.name in _GOVERNED and not out.has(p.name) and _SAME.get(p.name) not in known:
                out.put(p.name, p.value, i, -1, -1, "inherited")


def _of_passages(
    out: Setting, s: Surroundings, passages: list[int], row: bool, technique: str, known: set[str]
) -> None:
    ran_on = {v.value for v in out.values if (v.name, v.origin) == ("hardware", "stated")}
    for j in passages:
        v = s.unit(j)
        whole = s.table(j) if condition(s.document.passages[j]) else [j]  # a list of conditions is of one machine
        if ran_on and _on_another([s.unit(k) for k in whole], ran_on):
            continue
        if condition(s.document.passages[j]):
            _of_condition(out, s, j)
        if v.kind == "row" or (v.figures.effects and not row) or _claims_another(v, technique):
            continue
        for p in unambiguous(v.stated):
            if p.name in _GOVERNED and not out.has(p.name) and _SAME.get(p.name) not in known:
                out.put(p.name, p.value, j, p.start, p.end, "inherited")
        _count(out, s, j)


def _on_another(said: list[Unit], ran_on: set[str]) -> bool:
    """ "3K in, 500 out on four H100s" says nothing of what a claim ran on two RTX 3090s."""
    named = [h.name for v in said for h in own_chips(v.text, v.mentions)]
    return bool(named) and not any(a.startswith(b) or b.startswith(a) for a in named for b in ran_on)


def _of_condition(out: Setting, s: Surroundings, j: int) -> None:
    """ "Parameter | Value": what the row states by its label, and by its own words ("Replicas | 4x TP=2")."""
    p = s.document.passages[j]
    label, value = map(level, p.cell_texts())
    a, b = p.cells[1]
    named: list[Any] = stated_cell(label, value, a, b)
    for found in named or list(unambiguous(s.unit(j).stated)):
        if found.name in (*_GOVERNED, "kv_bits") and not out.has(found.name) and not _ALLOWED.match(label):
            out.put(found.name, found.value, j, found.start, found.end, "inherited")
    _count(out, s, j)


_ALLOWED = re.compile(r"^\W*max", re.IGNORECASE)  # what a server allows is no run's own


def _of_the_command(out: Setting, s: Surroundings, i: int) -> None:
    """What the command lines beside a table set, where nothing else says it."""
    if s.document.passages[i].kind != "row":
        return
    known = {v.name for v in out.values}
    for flag in s.commands(i):
        if not out.has(flag.name) and _SAME.get(flag.name) not in known:
            out.put(flag.name, flag.value, OF_DOCUMENT, flag.start, flag.end, "inherited")


def _count(out: Setting, s: Surroundings, j: int) -> None:
    """How many devices, from the sentence that says it of the same chip."""
    if out.has("n_devices"):
        return
    names = out.all("hardware")
    v = s.unit(j)
    if not names:
        return
    for h in of_inference(v.text, chips(v.mentions)):
        if h.count and any(h.name.startswith(str(n)) or str(n).startswith(h.name) for n in names):
            out.put("n_devices", h.count, j, h.counted[0], h.counted[1], "inherited")
            return


def _shared_out(out: Setting, s: Surroundings) -> None:
    """ "Split across four H100s via tensor parallelism": what says how many devices says that all share each layer, too.

    A bullet that says so is one way of several.
    """
    of = next(
        (v for v in out.values if v.name == "n_devices" and v.origin == "inherited" and v.passage != OF_DOCUMENT), None
    )
    if of is None or of.start < 0 or of.value == 1 or any(out.has(name) for name in ("tp", "pp", "ep", "dp")):
        return
    v = s.unit(of.passage)
    if v.kind == "sentence" and (m := ALL_TENSOR.search(v.text)):
        out.put("tp", of.value, of.passage, m.start(), m.end(), "inherited")


ALL_TENSOR = re.compile(
    r"tensor[- ](?:model[- ])?(?:parallel\w*|slic\w+)"
    r"|(?:split|shard|spread|slic)\w*[^.;]{0,30}\bweights?\b[^.;]{0,12}\b(?:across|over)",
    re.IGNORECASE,
)


def put_parameters(
    out: Setting,
    i: int,
    u: Unit,
    origin: Origin = "stated",
    base: tuple[int, int] = (-1, -1),
    effect: Effect | None = None,
    named: int = -1,
) -> None:
    """The parameters of a unit but those of its baseline; of several values of one the nearest to the figure.

    `base` is the span of the baseline with the brackets after it, `named` where its name ends.
    """
    said = u.stated if origin == "stated" else unambiguous(u.stated)
    stated = [
        p
        for p in said
        if not (p.name in _OF_THE_OLD and base[0] <= p.start < (base[1] if p.name in _LAYOUT else named))
    ]
    if effect is not None and len(u.figures.effects) + len({p.name for p in stated}) > 1:
        stated.sort(key=lambda p: (not _mine(u, effect, p), _distance(u.text, effect, p.start, p.end)))
    for p in stated:
        if not out.has(p.name):
            out.put(p.name, _its_own(u, effect, p), i, p.start, p.end, origin)


def _its_own(u: Unit, effect: Effect | None, p: Stated) -> Any:
    """ "1.45x and 1.7x at 40 % and 50 % sparsity": of as many values as figures, after or before them, each has its own."""
    effects = u.figures.effects
    if effect not in effects or not isinstance(p.value, list | tuple) or not 1 < len(p.value) == len(effects):
        return p.value
    together = all(two.start - one.end < 12 for one, two in pairwise(effects))
    listed = together and (p.start >= effects[-1].end or p.end <= effects[0].start)
    return p.value[effects.index(effect)] if listed or "respectively" in u.text else p.value


def _mine(u: Unit, effect: Effect, p: Stated) -> bool:
    """ "40 % at concurrency 1 becomes 15 % at concurrency 24": each value follows its figure."""
    before = [e for e in u.figures.effects if e.end <= p.start]
    return bool(before) and before[-1] == effect


_CLAUSE = re.compile(r"[;,]|\s(?:and|while|whereas|but)\s|\.\s", re.IGNORECASE)


def _distance(text: str, effect: Effect, start: int, end: int) -> int:
    """Characters between a figure and a value, a border of clauses counting as many."""
    a, b = (end, effect.start) if end <= effect.start else (effect.end, start)
    between = text[a:b] if a < b else ""
    return len(between) + 25 * len(_CLAUSE.findall(between))


def _document_width(out: Setting, s: Surroundings, i: int, technique: str) -> None:
    """ "AWQ" in a document that speaks of 4 bits only."""
    name, of = ("kv_bits", "kv") if technique == CACHE else ("weight_bits", "weight")
    if technique not in (*WEIGHTS, CACHE) or out.has(name):
        return
    bits = s.width.get(of) or (s.width.get("weight") if of == "kv" else None)
    if bits is not None:
        out.put(name, int(bits) if bits == int(bits) else bits, i, -1, -1, "inherited")


def _first_hardware(out: Setting, s: Surroundings, i: int, sources: list[int]) -> None:
    p = s.document.passages[i]
    for text in [p.caption, " | ".join(p.header)]:
        if text and (found := own_chips(text, s.names(text))):
            return _take_hardware(out, found, i)
    for j in sources:
        if named := own_chips(s.unit(j).text, s.unit(j).mentions):
            one = _one_setting(s.unit(j), len({h.name for h in named}))
            return put_chips(out, j, s.unit(j), origin="inherited") if one else None
    for text in reversed(p.section):
        if found := own_chips(text, s.names(text)):
            return _take_hardware(out, found, i)
    for j in s.setups(i):
        if own_chips(s.unit(j).text, s.unit(j).mentions):
            return put_chips(out, j, s.unit(j), origin="inherited")
    if (only := s.page.chip) is not None and s.page.governs(only[0], i):
        j, h = only
        out.put("hardware", h.name, j, h.start, h.end, "inherited")
        if h.count:
            out.put("n_devices", h.count, j, h.counted[0], h.counted[1], "inherited")
    return None


def _take_hardware(out: Setting, found: list[HardwareHit], i: int) -> None:
    for h in found:
        out.put("hardware", h.name, i, -1, -1, "inherited")
        if h.count and not out.has("n_devices"):
            out.put("n_devices", h.count, i, -1, -1, "inherited")


def _first_model(out: Setting, s: Surroundings, i: int, sources: list[int]) -> None:
    p = s.document.passages[i]
    titled = _titled(s)
    for text in [p.caption, " | ".join(p.header), *reversed(p.section[1:])]:
        if text and s.names(text).models:
            for h in s.names(text).models:
                out.put("model", h.name, i, -1, -1, "inherited")
            return
    near, far = ([], s.setups(i)) if s.paper else (s.setups(i)[:3], s.setups(i)[3:])
    for j in [*sources, *near, *s.tested_with(i), *far]:
        v = s.unit(j)
        if titled and j not in sources and s.document.passages[j].section != p.section and not _of(titled, v):
            continue  # the setup of something that stands beside what the page is about
        hits = [h for h in v.mentions.models if not drafts(v.text, h)]
        if hits:
            if _one_setting(v, len({h.name for h in hits})):
                for h in hits:
                    out.put("model", h.name, j, h.start, h.end, "inherited")
            return
    if (only := s.page.model) is not None and s.page.governs(only[0], i):
        out.put("model", only[1].name, only[0], only[1].start, only[1].end, "inherited")


def _titled(s: Surroundings) -> str:
    """The model that the title of a page names, where the page is about it."""
    found = s.page.model
    return s.full_name(found[1].name) if found and s.document.passages[found[0]].kind == "title" else ""


def _of(titled: str, v: Unit) -> bool:
    """ "Qwen3-Next-80B-A3B" is the model of a title that says "Qwen3-Next"."""
    return any(h.name.startswith(titled) for h in v.mentions.models)


# What a second model drafts for. Heads, layers and copied text are drafts of the model's own.
_WITH_DRAFTER = frozenset({"speculative-decoding", "tree-speculation", "parallel-drafting", "long-context-speculation"})


def _first_drafter(out: Setting, s: Surroundings, i: int, sources: list[int], technique: str) -> None:
    """ "Draft: Qwen2.5-0.5B" beside the target's name, or the one drafter of a page."""
    if technique not in _WITH_DRAFTER or out.has("draft_model") or out.has("draft_params_b"):
        return
    for j in [*sources, *s.setups(i)]:
        v = s.unit(j)
        hits = [h for h in v.mentions.models if not h.bare and drafts(v.text, h)]
        if hits and v.figures.effects:
            return  # the drafter of another figure
        if (
            not hits
            and not v.figures.effects
            and (sizes := unambiguous([p for p in v.stated if p.name == "draft_params_b"]))
        ):
            return out.put("draft_params_b", sizes[0].value, j, sizes[0].start, sizes[0].end, "inherited")
        if hits:
            if len({h.name for h in hits}) == 1:
                out.put("draft_model", hits[0].name, j, hits[0].start, hits[0].end, "inherited")
            return None
    if (only := s.page.drafter) is not None:
        out.put("draft_model", only[1].name, only[0], only[1].start, only[1].end, "inherited")


def _one_setting(u: Unit, n: int) -> bool:
    """Three models are a list of what a method runs on; two beside two figures are each of one figure."""
    return n == 1 or (n == 2 and len(u.figures.effects) < 2)
