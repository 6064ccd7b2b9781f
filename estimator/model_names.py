"""Which model a name means, however it is spelled: `meta-llama/Meta-Llama-3.1-70B-Instruct-FP8` is `Llama-3.1-70B`."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, lru_cache

from estimator.catalog.lazy import nearest
from estimator.errors import UnknownName
from estimator.models import MODELS, Model, sizes

# Words about training, format or packaging, which leave the shape as it is. They are dropped only when the full name is unknown.
_NOISE = re.compile(
    r"""
    (?: instruct | chat | base | hf | it | pt | sft | dpo | rlhf | rl | thinking | reasoning | preview | exp | text
      | vision | language | awq | gptq | gguf | ggml | exl2 | exl3 | mlx | marlin | autoround | dynamic |
      quantized | quant | quantised | unquantized | onnx | qat | nf4 | bnb | nvfp4 | mxfp4 | mxfp8 |
      [if]n?p?t?(?:4 | 6 | 8 | 16 | 32) | bf16 | fp16 | fp8 | fp4 | int[2-8] | half | fp8kv | kv8 | kv4 |
      w\d+a\d+(?:kv\d+)? | [2-8]\s?bits? | [if]?q\d(?:_\w+)* | iq\d\w* | g128 | g64 | g32 | b?float16 | ptpc |
      block | e4m3 | models? | llm | llms | lm | meta | facebook | google | microsoft | nvidia | openai | alibaba
      | the | a | our | target | draft | class | v0\.\d | v1\.[0135] | 2[3-6](?:0[1-9] | 1[0-2]) | 0[1-9][0-3]\d |
      1[0-2][0-3]\d | \d+k | 1m | 1048k | \d+ctx | long | ctx | context | fine | tuned | finetuned | original |
      official | new | full | dense | moe | version | instruction | alpha | beta | turbo | plus-lora | lora |
      eagle\d? | mtp | medusa | family | series | parameters? | params? | size | sized | unsloth | neuralmagic |
      redhatai | thebloke | bartowski | tngtech | lmsys | turboderp | casperhansen | hugging | quants | weights )
    """,
    re.VERBOSE,
)
_FORMAT = re.compile(r"(?<![a-z0-9])(?:ud-)?i?q\d(?:_[a-z0-9]+)+|(?<=fp[48])-v\d\b")  # "Q4_K_M", "NVFP4-v2"
_TOKEN = re.compile(r"[a-z0-9.+]+")


def _tokens(name: str) -> list[str]:
    """Lower-case words without marks: `LLaMA2 7b` -> `llama2`, `7b`; an owner before a slash is dropped."""
    name = name.strip().lower().replace("×", "x")
    if re.fullmatch(r"[\w.-]+/[\w.+-]+", name) and not re.search(r"/r?\d", name):
        name = name.split("/", 1)[1]
    name = _FORMAT.sub(" ", name)
    name = re.sub(r"[()\[\]{},:;'\"`™®]", " ", name).replace("_", " ")
    name = re.sub(r"\.(?=[a-z])", " ", name)
    name = re.sub(r"(\d)\s*billion\b", r"\1b", name)
    return [token.strip(".") for token in _TOKEN.findall(name.replace("-", " "))]


def _key(tokens: list[str]) -> str:
    return re.sub(r"(?<=\d)\s*b\s*$", "b", "".join(tokens))


@cache
def _names() -> dict[str, tuple[str, bool]]:
    """Every spelling to (row, whether the row is an assumption). A `~` marks an alias that leaves the version or size open."""
    names: dict[str, tuple[str, bool]] = {}
    for row in MODELS.values():
        names.setdefault(_key(_tokens(row.name)), (row.name, False))
    for row in MODELS.values():
        for alias in row.aliases:
            names.setdefault(_key(_tokens(alias.removeprefix("~"))), (row.name, alias.startswith("~")))
    return names


_SIZE_TOKEN = re.compile(r"(?:\d+x)?\d+(?:\.\d+)?[bmt]")


def _candidates(name: str) -> list[str]:
    """Keys to try, from the full name to ever fewer words."""
    tokens = _tokens(name)
    keys = [_key(tokens)]
    kept = list(tokens)
    for index in reversed(range(len(tokens))):  # trailing words first: what follows the size says least
        if _NOISE.fullmatch(tokens[index]):
            kept.pop(index)
            keys.append(_key(kept))
    if kept and _SIZE_TOKEN.fullmatch(kept[0]):  # "70B Llama 2"
        keys.append(_key([*kept[1:], kept[0]]))
    if (short := [token for token in kept if not re.fullmatch(r"a\d+(?:\.\d+)?b", token)]) != kept:
        keys.append(_key(short))
    return list(dict.fromkeys(keys))


def _parts(name: str) -> list[str]:
    """Keys of parts of a name that hold its size, the longest first: a fine-tune has the shape of the model it names.

    `Nous-Hermes-2-Mixtral-8x7B` holds `Mixtral-8x7B`; `Llama-Guard-3-8B` without the plain word is `Llama-3-8B`.
    """
    tokens = [token for token in _tokens(name) if not _NOISE.fullmatch(token)]
    parts = [tokens[:i] + tokens[i + 1 :] for i, token in enumerate(tokens) if token.isalpha()]
    parts += [tokens[i:j] for i in range(len(tokens)) for j in range(i + 2, len(tokens) + 1)]
    sized = [part for part in parts if any(_SIZE_TOKEN.fullmatch(token) for token in part)]
    return [_key(part) for part in sorted(sized, key=len, reverse=True)]


def _size_agrees(name: str, model: Model) -> bool:
    """Whether a size that the name states is that of the row: a wrong size is worse than no answer."""
    stated = sizes(name)
    return stated is None or any(own[0] == stated[0] for known in (model.name, *model.aliases) if (own := sizes(known)))


def _lookup(name: str) -> Model | None:
    for key in _candidates(name):
        if (found := _names().get(key)) is not None:
            row, assumed = found
            if not _size_agrees(name, MODELS[row]):
                return None
            return _taken(name, row) if assumed else MODELS[row]
    for key in _parts(name):
        row, assumed = _names().get(key, ("", True))
        if not assumed and _size_agrees(name, MODELS[row]):
            return _taken(name, row)
    return None


def _taken(name: str, row: str) -> Model:
    """A row that stands in for a name that does not settle it; the basis says so."""
    return replace(MODELS[row], basis=f"{MODELS[row].basis}; {name!r} taken for {row}")


_VERSIONED = re.compile(r"([a-z]+)-?v?(\d+(?:\.\d+)?)-((?:\d+x)?\d+(?:\.\d+)?b(?:-a\d+(?:\.\d+)?b)?)")


def _version(name: str) -> tuple[str, str, float] | None:
    """(family, size, version): `Qwen3.5-35B-A3B-Instruct` is ("qwen", "35b-a3b", 3.5)."""
    found = _VERSIONED.fullmatch("-".join(token for token in _tokens(name) if not _NOISE.fullmatch(token)))
    return (found[1], found[3], float(found[2])) if found else None


@cache
def _generations() -> dict[tuple[str, str], list[tuple[float, str]]]:
    """(family, size) to its versions: a new generation mostly keeps the shape of its sizes."""
    found: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for row in MODELS:
        if parts := _version(row):
            found.setdefault(parts[:2], []).append((parts[2], row))
    return found


def _next_of_kin(name: str) -> Model | None:
    """The nearest version of the same family and size: `Llama-3.9-70B` is taken for `Llama-3.3-70B`."""
    if (parts := _version(name)) is None or (versions := _generations().get(parts[:2])) is None:
        return None
    return _taken(name, min(versions, key=lambda known: abs(known[0] - parts[2]))[1])


@lru_cache(maxsize=4096)
def find_model(name: str, allow_nominal: bool = False) -> Model:
    """The model of that name. With `allow_nominal`, an unknown name that states a size gives the nearest version of that
    family and size, or else a typical model of that size.

    `Model.basis` says so when the name left something open: `Llama 70B` is taken for Llama-3.1-70B.
    """
    if (model := _lookup(name)) is not None:
        return model
    if allow_nominal and sizes(name) is not None:
        if (model := _next_of_kin(name)) is not None:
            return model
        return Model.nominal_of(name, name)
    raise UnknownName("models", name, lambda: _near(name))


def _near(name: str) -> list[str]:
    return nearest(_key(_tokens(name)), {key: row for key, (row, _) in _names().items()})
