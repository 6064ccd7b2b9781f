# ruff: noqa: E501 - one pattern is one row, however long
"""The setting that a table row states: model, size, batch, lengths and widths by the heads of their columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from classifier.figures.amounts import level
from classifier.figures.bits import bit_widths
from classifier.figures.effect import Effect
from classifier.figures.parameters import parameters
from ingest import Document
from ingest.document import Passage


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of a row: its name, and its place in the row's text."""

    name: str
    value: Any
    start: int
    end: int
    row: int = -1  # the passage where it stands, if that is a row above


RUN_FORMAT = "format"  # a column of formats: what was run, unless it is what the row's technique changes

# (parameter, what its column is called)
_HEADS: tuple[tuple[str, str], ...] = (
    ("batch", r"(?:max(?:imum)?\.? |micro |global )?(?:batch(?:[- ]?size)?s?|(?:request )?concurren(?:cy|cies|t \w+)(?: levels?)?)|bs|bsz|num(?:ber of)? (?:users|requests|seqs)|users|#\s?users|B"),
    ("input_len", r"(?:max(?:imum)?\.? )?(?:input|prompt|prefill|isl|in)(?:[- ]?(?:length|len|tokens?|size|seq\w*))?s?(?:\s?\(tok(?:en)?s\))?|ISL|context processed|prompt"),
    ("output_len", r"(?:max(?:imum)?\.? )?(?:output|decode|generat\w+|gen|osl|out|new)(?:[- ]?(?:length|len|tokens?|size))s?(?:\s?\(tok(?:en)?s\))?|OSL"),
    ("isl/osl", r"(?:ISL\s?/\s?OSL|in(?:put)?\s?/\s?out(?:put)?)(?: ?(?:length|len|tokens)s?)?"),
    ("context_len", r"(?:kv )?cache (?:length|len)|(?:max(?:imum)?\.? )?(?:context|seq(?:uence)?|kv|history|chat history)\.?(?:[- ]?(?:length|len|size|window))?s?(?:\s?\(tok(?:en)?s\))?|length|(?:decode |kv |cache |context )?depth"),
    ("tp", r"TP(?:[- ]size)?|tensor[- ]parallel(?:ism)?(?: size)?"),
    ("ep", r"EP(?:[- ]size)?"),
    ("n_devices", r"(?:#|num(?:ber of)?|no\. of|n)?\s?(?:GPU|gpu|NPU|XPU|device|card|accelerator|socket)s?(?: count| number)?"),
    ("acceptance_len", r"#?\s?(?:mean|avg\.?|average)?\s?accept(?:ed|ance)?[- ]?(?:tokens?|lengths?|len\.?)(?: \(?τ\)?)?|τ|tau|MAT|mean accepted tokens|tokens/(?:step|cycle|pass)|AL"),
    ("acceptance_rate", r"(?:draft )?accept(?:ance)?[- ](?:rate|ratio)(?: \(%\))?|accept(?:ed|ance)? ?\(?%\)?|α|alpha"),
    ("accepted", r"(?:draft |token )?accept(?:ed|ance)"),
    ("draft_len", r"draft(?:[- ](?:length|len|tokens?|steps?))s?|#?\s?spec(?:ulative)? tokens|k|γ|gamma"),
    ("group_size", r"(?:group|grp)(?:[- ]?(?:size|sz))?"),
    ("weight_bits", r"(?:w(?:eight)?[- ]?)?bits?|#bits|bit[- ]?width|w-bits|bpw"),
    ("quant", r"quant(?:i[sz]ation)?(?: bits)?"),
    (RUN_FORMAT, r"(?:(?:model|weights?|compute|inference|tensor|numeric(?:al)?)[- ])?(?:(?:data[- ]?|d)types?|precisions?|(?:number )?formats?|quant\.?(?:i[sz]ation)? (?:types?|formats?|level|precision))"),
    ("draft_params_b", r"(?:spec(?:ulative)?\.? dec(?:oding)?|draft(?:er)?(?: model)?(?: size| params)?) \(B\)"),
    ("kv_bits", r"kv (?:bits?|type|dtype|precision|cache(?: type| dtype| precision)?)"),
    ("sparsity", r"sparsity(?: ratio| level)?(?: \(%\))?"),
    ("hit_rate", r"(?:kv )?(?:prefix )?(?:cache )?hit[- ]?rate(?: \(%\))?"),
    ("block_size", r"(?:block|page)[- ]size"),
    ("window", r"window(?:[- ]?size)?"),
)  # fmt: skip
_COMPILED = tuple((name, re.compile(rf"^\W*(?:{p})\W*$", re.IGNORECASE if len(p) > 3 else 0)) for name, p in _HEADS)
_NUMBERED = re.compile(r"#\W*$")  # "Prompt #" counts the prompts, and is no length of theirs
_MODEL = re.compile(
    r"^\W*(?:(?:base |target |llm )?(?:models?|llms?|network)(?: name| size| variant)?|target)\W*$", re.IGNORECASE
)
_SIZE = re.compile(r"^\W*(?:model )?(?:size|params?|parameters|#params)(?: \(b\))?\W*$", re.IGNORECASE)
_VALUE = re.compile(
    r"^\W{0,3}(?P<n>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s?(?P<k>[kKM])?\s?(?P<u>%|tokens?|x)?(?:\s\([^()]*\))?\W*$"
)
_EMPTY = frozenset({"", "-", "--", "—", "–", '"', "''", "〃", "...", "…"})
_LEVEL_OF = re.compile(
    r"^(?=\W{0,3}(?:C|BS|B)[= -]?\d)\W*[A-Z]+[= -]?", re.IGNORECASE
)  # "C128", "BS=8" under "Concurrency", "Batch"
_INTEGER = frozenset({"batch", "input_len", "output_len", "context_len", "tp", "ep", "n_devices", "draft_len", "group_size", "block_size", "window"})  # fmt: skip


@lru_cache(maxsize=256)  # all rows of a table stand under the same heads
def head_of(head: str) -> str:
    """The parameter that a column of this name holds, or ""."""
    text = head.strip().replace("_", " ")
    if _NUMBERED.search(text):
        return ""
    return next((name for name, pattern in _COMPILED if pattern.match(text)), "")


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a row its figure stands, what it measures, and of what pair it was made."""

    at: int = -1
    metric: str | None = None
    effect: Effect | None = None


def row_cells(document: Document, i: int, place: Place) -> Iterator[Cell]:
    """What the row states by its columns; and what the column of the figure, or of its before and after, states."""
    p = document.passages[i]
    for j, (a, b) in enumerate(p.cells):
        text = level(p.text[a:b])
        head = _head(p, j)
        name = head_of(head) or _beside_inputs(p, head)
        if name:
            yield from (_renamed(cell, place) for cell in _cell(name, text, a, b) or _above(document, i, j, name))
        elif a <= place.at < b:
            yield from (_renamed(cell, place) for cell in _own_column(p, head, a, b))
    yield from _in_brackets(p, place)


_TOKENS = re.compile(r"^\W*tokens\W*$", re.IGNORECASE)
_OUTPUT = re.compile(r"^\W*output\W*$", re.IGNORECASE)


def _beside_inputs(p: Passage, head: str) -> str:
    """ "Input | Output" are two lengths; by itself a column "Output" may hold anything."""
    if _TOKENS.match(head) and head == p.header[0]:
        return "context_len"  # what the rows are sorted by; elsewhere it counts what came out
    return "output_len" if _OUTPUT.match(head) and any(head_of(other) == "input_len" for other in p.header) else ""


def stated_cell(label: str, value: str, a: int, b: int) -> list[Cell]:
    """What a cell states under this label, or beside it."""
    name = head_of(label)
    return _cell(name, value, a, b) if name else []


def _above(document: Document, i: int, column: int, name: str) -> list[Cell]:
    """What an empty cell of a group takes over: in a row without a label of its own, the value that stands above it."""
    p = document.passages[i]
    if not _empty(p, 0) or not _empty(p, column):
        return []
    for k in range(i - 1, max(-1, i - 40), -1):
        above = document.passages[k]
        if above.block != p.block or above.kind != "row" or column >= len(above.cells):
            break
        if not _empty(above, column):
            a, b = above.cells[column]
            return [replace(cell, row=k) for cell in _cell(name, level(above.text[a:b]), a, b)]
        if not _empty(above, 0):
            break
    return []


def _empty(p: Passage, column: int) -> bool:
    a, b = p.cells[column]
    return p.text[a:b].strip() in _EMPTY


def _head(p: Passage, j: int) -> str:
    return p.header[j] if j < len(p.header) else ""


def _renamed(cell: Cell, place: Place) -> Cell:
    """The sequence that a first token waits for is the prompt."""
    if cell.name == "context_len" and place.metric in ("ttft", "prefill"):
        return replace(cell, name="input_len")
    return cell


def own_head(p: Passage, at: int) -> str:
    """The head of the column in which a figure stands, unless it is the row's label."""
    return next((level(_head(p, j)) for j, (a, b) in enumerate(p.cells) if j and a <= at < b), "")


_BATCH_IN_BRACKETS = re.compile(
    r"\b(?:brackets|parenthes[ei]s)\b[^.]{0,40}\bbatch|\bbatch(?:[- ]sizes?)?\b[^.]{0,30}\bin (?:brackets|parenthes[ei]s)|\((?:with )?(?:max\.? )?batch(?:[- ]size)?\)",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\(\s*(?P<n>\d{1,5})\s*\)\s*$")


def _in_brackets(p: Passage, place: Place) -> Iterator[Cell]:
    """ "118.55 (10)" under "the numbers in brackets are batch sizes": the batch of what the figure claims."""
    if not _BATCH_IN_BRACKETS.search(" ".join((p.caption, *p.header))):
        return
    after = place.effect.after if place.effect else None
    at = after.start if after else place.at
    for a, b in p.cells:
        m = _BRACKETED.search(p.text[a:b]) if a <= at < b else None
        if m:
            yield Cell("batch", int(m["n"]), a + m.start("n"), a + m.end("n"))


def baseline_row(document: Document, i: int, at: int) -> int | None:
    """The row of the same table in which the figure's column is 1: what the others are compared with.

    A row that gained in another column ("1.00x | 1.52x") is a result without a gain in this one, and no baseline.
    """
    p = document.passages[i]
    column = next((j for j, (a, b) in enumerate(p.cells) if a <= at < b), None)
    if column is None:
        return None
    best = None
    for k in range(max(0, i - 40), min(len(document.passages), i + 40)):
        other = document.passages[k]
        if other.block != p.block or other.kind != "row" or k == i or column >= len(other.cells):
            continue
        texts = [level(other.text[a:b]) for a, b in other.cells]
        gained = any(_RATIO.match(text) and not _UNITY.match(text) for text in texts)
        if _UNITY.match(texts[column]) and not gained and (best is None or abs(k - i) < abs(best - i)):
            best = k if k < i or best is None else best
    return best


_UNITY = re.compile(r"^\W*1(?:\.0+)?\s?[x×]?\W*$")
_RATIO = re.compile(r"^\W*\d+(?:\.\d+)?\s?[x×]\W*$")


def _cell(name: str, text: str, a: int, b: int) -> list[Cell]:
    return list(_cells(name, text, a, b))


def _cells(name: str, text: str, a: int, b: int) -> Iterator[Cell]:
    if name == "isl/osl":
        two = re.fullmatch(r"\W*([\d.,]+\s?[kK]?)\s?[/:]\s?([\d.,]+\s?[kK]?)\W*", text)
        if two:
            yield from _cell("input_len", two[1], a, b)
            yield from _cell("output_len", two[2], a, b)
        return
    if name in ("kv_bits", "weight_bits", RUN_FORMAT):
        widths = bit_widths(text)
        if widths:
            yield Cell(name, _whole(widths[0].bits), a, b)
            return
        if name == RUN_FORMAT:
            return
    value = _VALUE.match(_LEVEL_OF.sub("", text) if name == "batch" else text)
    if value is None or value["u"] == "x":
        return
    n = float(value["n"].replace(",", ""))
    if name == "quant":
        name = "weight_bits" if 1 < n <= 16 else ""
    if name == "accepted":
        name = "acceptance_rate" if value["u"] == "%" or n <= 1 else "acceptance_len"
    if value["k"]:
        n *= 1e6 if value["k"] == "M" else 1024 if n in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512) else 1000
    if value["u"] == "%" or (name in ("sparsity", "hit_rate", "acceptance_rate") and n > 1):
        n /= 100
    if not name or (name in _INTEGER and n != int(n)):
        return
    yield Cell(name, int(n) if name in _INTEGER else _whole(n), a, b)


def _own_column(p: Passage, head: str, a: int, b: int) -> Iterator[Cell]:
    """ "Batch size | 1 | 4 | 16" as heads: the figure under 16 is at batch 16; "bs=16" says it by itself."""
    corner = head_of(p.header[0]) if p.header else ""
    if corner in ("batch", "context_len", "input_len", "output_len", "draft_len", "tp", "n_devices"):
        yield from _cell(corner, level(head), a, b)
    for said in parameters(level(head)):
        yield Cell(said.name, said.value, a, b)
    if tested := _TESTED.match(head):
        yield Cell("input_len" if tested["what"].lower() == "pp" else "output_len", int(tested["n"]), a, b)


# "pp512 (t/s)", "tg 128": what llama-bench calls a prompt of 512 tokens and an answer of 128
_TESTED = re.compile(r"^\W*(?P<what>pp|tg)\s?(?P<n>\d{1,6})\b", re.IGNORECASE)


def _whole(n: float) -> float | int:
    return int(n) if n == int(n) else n


_DRAFTER = re.compile(
    r"^\W*(?:draft(?:er)?|assistant|speculator)(?:[- ](?:model|llm|name))?s?\W*$|^\W*drafted (?:by|with)\W*$",
    re.IGNORECASE,
)


def drafter_cell(p: Passage) -> tuple[int, int] | None:
    """The cell that names the model which drafts."""
    return next((cell for head, cell in zip(p.header, p.cells, strict=False) if _DRAFTER.match(head)), None)


_DEVICE = re.compile(
    r"^\W*(?:(?:[A-Z][a-z]+ )?(?:GPUs?|NPUs?|CPUs?|XPUs?|devices?|chips?|processors?|accelerators?|hardware|SoCs?|phones?|boards?|machines?)(?: (?:model|name|type))?)\W*$",
    re.IGNORECASE,
)
# "MTL", "Flex 170", "Orange Pi 5": a few words, the first of them a name
_DEVICE_NAME = re.compile(r"\W*(?P<name>[A-Z][\w+-]*(?: [\w+-]+){0,3}?)\s*(?:\([^()]*\))?\W*")
_NO_DEVICE = re.compile(
    r"(?:[CGNX]PUs?|all|any|both|yes|no|none|total|average|mean|other|multi\w*|single)\b", re.IGNORECASE
)


def device_cell(p: Passage) -> tuple[int, int] | None:
    """The name in a column of devices, known or not."""
    for head, (a, b) in zip(p.header, p.cells, strict=False):
        m = _DEVICE_NAME.fullmatch(p.text[a:b]) if _DEVICE.match(head) else None
        if m and not _NO_DEVICE.match(m["name"]):
            return a + m.start("name"), a + m.end("name")
    return None


def model_text(document: Document, i: int) -> tuple[str, int]:
    """The row's model as one string ("Vicuna 7B"), from its name and size columns or, in a group of rows, from a row above."""
    j = i
    while j >= 0 and document.passages[j].block == document.passages[i].block and document.passages[j].kind == "row":
        p = document.passages[j]
        texts = [level(t) for t in p.cell_texts()]
        heads = list(p.header) + [""] * len(texts)
        names = [t for t, h in zip(texts, heads, strict=False) if _MODEL.match(h)]
        sizes = [t for t, h in zip(texts, heads, strict=False) if _SIZE.match(h)]
        if not names:
            return "", i
        if names[0].strip() not in _EMPTY:
            size = re.search(r"(?P<n>\d+(?:\.\d+)?)\s?(?P<u>[BbM])?", sizes[0]) if sizes else None
            return names[0] + (f" {size['n']}{size['u'] or 'B'}" if size else ""), j
        j -= 1
    return "", i
