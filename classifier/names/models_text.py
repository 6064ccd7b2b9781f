# ruff: noqa: E501 - one pattern is one row, however long
"""Model names in running text: families with versions and sizes in any order, and unknown names with a size.

"Llama2-chat-7b", "LLaMA-2 7B" and "meta-llama/Llama-2-7b-hf" are all Llama-2-7B; "Foo-13B-Instruct" is a name nobody knew before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from classifier.names.trie import Hit, Names, key
from classifier.words.held import DIGIT, MIXED, held, pieces

# Families by the spelling that the catalog uses.
FAMILIES: tuple[str, ...] = (
    "Llama", "CodeLlama", "Vicuna", "Mistral", "Mixtral", "Qwen", "QwQ", "DeepSeek", "DeepSeek-Coder", "DeepSeek-V", "DeepSeek-R",
    "Gemma", "Phi", "Falcon", "MPT", "OPT", "BLOOM", "GPT-J", "GPT-NeoX", "GPT-Neo", "GPT-2", "GPT-3", "GPT-3.5", "GPT-4", "GPT-OSS", "T5", "FLAN-T5",
    "BERT", "RoBERTa", "InternLM", "InternLM-XComposer", "InternVL", "Yi", "Baichuan", "ChatGLM", "GLM", "Kimi", "Kimi-K", "Kimi-Linear", "MiniMax", "Mamba",
    "Jamba", "StarCoder", "SantaCoder", "TinyLlama", "Pythia", "DBRX", "Grok", "Command-R", "Nemotron", "Nemotron-H", "Ministral", "Codestral", "Devstral",
    "Granite", "OLMo", "OLMoE", "SmolLM", "StableLM", "Zephyr", "Alpaca", "WizardLM", "WizardCoder", "Chinchilla", "PaLM", "Gopher",
    "LLaVA", "VILA", "NVILA", "BitNet", "Dolly", "OpenLLaMA", "LongChat", "Hunyuan", "Ling", "MiMo", "Longcat", "Seed-OSS", "ERNIE",
    "GLaM", "Switch-Transformer", "NLLB", "Megatron-Turing", "OpenChat", "Orca", "Guanaco", "Sarvam", "Minitron", "EXAONE", "Snowflake-Arctic",
    "LLaDA", "RWKV", "Dream", "ABEL", "distilgpt2", "CodeGen", "XGen", "Aquila", "Solar", "ProSparse", "ReluLLaMA", "Bamboo", "Whisper", "MiniCPM", "BitCPM", "LFM", "DialoGPT", "RedPajama", "Gemini", "Hermes", "OpenELM", "MobileLLM", "CodeGemma", "RecurrentGemma", "PaliGemma", "XVERSE", "Skywork", "Aya", "Tulu", "PanGu", "Zamba", "CogVLM", "Molmo", "GPT-4o", "UL2", "Flan-UL2", "BART", "mT5",
)  # fmt: skip
_ORDINARY = frozenset({"Phi", "CodeGen", "Yi", "Falcon", "Solar", "Dream", "Orca", "Ling", "Granite", "Bamboo", "OPT", "BLOOM", "Command-R", "Dolly", "Alpaca", "Gopher", "Zephyr", "Kimi", "MiniMax"})  # fmt: skip

_PROGRAM = re.compile(
    r"\.(?:cpp|rs|c|py|js|cu|swift|go)\b|[- ](?:Factory|Index|Guard|hub|swift)\b|_(?:unfiltered|config|triton|example)",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"(?:Llama|LLaMA|LLaDA|Mistral|Qwen|OPT|Falcon|MPT|Vicuna|BLOOM)[\w. -]{0,12}(?:\s?\[\d+\])?(?:,|,? and|/)\s$"
)
_LISTED_WITH = re.compile(r"(?:,|,? and|/)\s?(?:Llama|LLaMA|LLaDA|Mistral|Qwen|OPT|Falcon|MPT|Vicuna|BLOOM)")
# "Llama-3 8B and 70B", "DeepSeek-R1 and V3": a second size or version of the same name
_NEXT_SIZE = re.compile(r"(?:\s?[,/]\s?|,?\s(?:and|or|&)\s)(?P<size>\d+(?:\.\d+)?[Bb])(?![\w-])")
_NEXT_VERSION = re.compile(r"(?:\s?[,/]\s?|,?\s(?:and|or|&)\s)(?P<letter>[VR])(?P<version>\d(?:\.\d)?)(?![\w.]*\w)")
_SIZE = r"\d+(?:\.\d+)?\s?[BbMTt](?![\w/])|\d{2,3}m(?![\w/])|\d+x\d+(?:\.\d+)?[Bb](?!\w)"
_TAIL = re.compile(
    rf"""(?:[-_\s]?(?P<mark>[vVM])?(?P<version>\d{{1,2}}(?:\.\d+)?)(?![\d.]*\s?[BbMTt%×](?!\w))(?!\d|\s?[x×])(?![,.]\d))?     # 2, 3.1, V3, v1.5
        (?P<rest>(?:[-_\s:]{{0,2}}(?:chat|instruct|inst|it|base|hf|coder|distill(?:ed)?|turbo|next|thinking|vl|omni|math|reasoning|super|nano|ultra|mini|small|medium|large|scout|maverick|lite|flash|max|pro|air|preview|r1|(?:(?<=distill-)|(?<=distill )|(?<=distilled-)|(?<=distilled ))(?:qwen|llama)|k\d|dense|moe|open|neox|xl|xxl)(?![a-z]{{2}}))*)
        (?:(?:(?<=small)|(?<=medium)|(?<=large))[-_\s]v?(?P<later>\d(?:\.\d)?)(?![\d.]*\s?[BbMTt%×](?!\w))(?!\d|\s?[x×])(?![,.]\d)(?:-it|-instruct)?)?     # "Mistral Large 3"
        [-_\s/:]{{0,2}}(?P<size>{_SIZE}|[eE]?\d+[Bb](?!\w))?
        (?P<active>[-_\s]?A\d+(?:\.\d+)?B(?!\w))?
        (?P<length>-(?:32|64|128|256)[kK](?!\w)|-1M(?!\w))?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_UNKNOWN = re.compile(
    r"(?<![\w/.-])(?P<name>(?!(?:The|A|An|Our|Using|With|On|For|And|Of|In|Model|Models|Table|Figure|Batch|Memory|INT|FP|Q)[-\s])[A-Z][A-Za-z]{2,}[\w.]*(?:[-_][A-Za-z\d.]+){0,3}?)[-_](?P<size>\d+(?:\.\d+)?[Bb])(?P<active>-A\d+(?:\.\d+)?B)?(?:[-_][A-Za-z][\w.]*){0,3}(?![\w])"
)
_DIGIT, _MIXED = pieces((DIGIT,)), pieces((MIXED,))
_BARE = re.compile(
    r"\((?P<p>\d+(?:\.\d+)?)B\)|(?<![\w.-])(?P<size>\d+(?:\.\d+)?)\s?-?(?:B|billion)(?:[- ](?:parameter|param)s?)?(?=[\s-]+(?:(?:dense|target|language|class|chat|parameter|base|instruct|MoE|LLM)\s+)*(?:models?|LLMs?|parameters?|targets?)\b)"
)


@dataclass(frozen=True, slots=True)
class ModelHit:
    """A model's name at its place. `bare` is a size without a name ("a 13B model")."""

    name: str
    start: int
    end: int
    bare: bool = False


_LIKE = re.compile(
    r"[- ]?(?:style|like|type|inspired|flavou?red)\b", re.IGNORECASE
)  # "a LLaDA-style model" is another one
_ON_A_PAR = re.compile(
    r"[- ]?(?:level|grade|quality|equivalent|compatible)\b", re.IGNORECASE
)  # so is a "GPT-4-level" one


def family_names() -> Names:
    """The families as a trie."""
    names = Names()
    for family in FAMILIES:
        names.add(family, (family,))
    for student in ("Llama", "Qwen"):  # whose teacher needs no maker: "R1 Distilled Llama 70B"
        names.add(f"DeepSeek-R1-Distill-{student}", (f"R1-Distill-{student}", f"R1-Distilled-{student}"))
    return names


def model_hits(text: str, families: Names, pieces: list[tuple[int, int, str]]) -> list[ModelHit]:
    """All model names of a text, in order."""
    out: list[ModelHit] = []
    for hit in families.find(text, pieces):
        if out and hit.start < out[-1].end:
            continue
        if _PROGRAM.match(text, hit.end) or text[: hit.start].endswith("-for-") or _is_owner(text, hit):
            # "llama.cpp", "mistral.rs" and "GPTQ-for-LLaMa" are programs, "Vicuna_unfiltered" is a set of data
            continue
        if _LIKE.match(text, hit.end):
            continue
        tail = _TAIL.match(text, hit.end)
        end = tail.end() if tail and tail.end() > hit.end else hit.end
        if _ON_A_PAR.match(text, end):
            continue
        name = _canonical(hit.name, tail)
        if not (tail and tail["size"]) and (branch := _BRANCH.match(text, hit.end)):
            out.append(ModelHit(text[hit.start : branch.end()], hit.start, branch.end()))
            continue
        if not (tail and tail["size"]) and (size := _SIZE_BEFORE.search(text, max(0, hit.start - 8), hit.start)):
            name = f"{name}-{size['size']}B"  # "the 13B Llama-2"
        if hit.name in ("Mamba", "RWKV") and not (tail and tail["size"]):
            continue  # a kind of layer
        if name == hit.name and (
            hit.name in _ORDINARY
            and not (tail and tail["rest"])
            and not _LISTED.search(text, 0, hit.start)
            and not _LISTED_WITH.match(text, hit.end)
        ):
            continue
        out.append(ModelHit(name, hit.start, _trim(text, end), False))
        out.extend(_next(text, hit.name, out[-1]))
    has = held(text)
    if not has & _DIGIT:  # a size is a number
        return out
    if has & _MIXED:
        out.extend(_small_letters(text, out))
        taken = [(h.start, h.end) for h in out]
        for m in _UNKNOWN.finditer(text):
            if not any(a < m.end() and m.start() < b for a, b in taken):
                out.append(ModelHit(f"{m['name']}-{m['size'].upper()}{m['active'] or ''}", m.start(), m.end()))
    taken = [(h.start, h.end) for h in out]
    for m in _BARE.finditer(text) if "B" in text or "billion" in text else ():
        if not any(a < m.end() and m.start() < b for a, b in taken):
            out.append(ModelHit(f"{m['p'] or m['size']}B", m.start(), m.end(), bare=True))
            first = _FIRST_SIZE.search(text, max(0, m.start() - 16), m.start())
            if first and not any(a < first.end() and first.start() < b for a, b in taken):
                out.append(ModelHit(f"{first['size']}B", first.start(), first.end("size") + 1, bare=True))
    out.extend(_siblings(text, out))
    out.extend(_taught(text, out))
    return sorted(out, key=lambda h: h.start)


# "MiniCPM-S-1B", "Llama-3-VILA1.5-8B": what stands between a family and a size is part of the name
_BRANCH = re.compile(
    r"(?:-?\d+(?:\.\d+)?)?(?:-(?!A\d)[A-Za-z][A-Za-z\d.]*){1,3}-\d+(?:\.\d+)?[Bb](?:-A\d+(?:\.\d+)?B)?(?!\w)"
)

_OWNED = re.compile(r"(?:-?ai|-[a-z]+)?/(?P<name>[\w.-]+)")


def _is_owner(text: str, hit: Hit) -> bool:
    """ "meta-llama/Llama-3.1-8B", "Qwen/Qwen2.5-7B": before the stroke stands who published it."""
    owned = _OWNED.match(text, hit.end)
    return owned is not None and text[hit.start : hit.end].lower() in owned["name"].lower()


# "facebook/opt-6.7b", "phi-2", "gpt2-large": identifiers in small letters, also of families that are words or short
_IDENTIFIER = re.compile(r"(?<![\w.-])(?P<family>[a-z]{2,}(?:-[a-z]{2,})?)-?(?=\d)")
_BY_KEY = {key(family): family for family in FAMILIES}
_NO_SIZE = frozenset({"Phi", "GPT-2"})  # whose members have names without one


def _small_letters(text: str, known: list[ModelHit]) -> Iterator[ModelHit]:
    for m in _IDENTIFIER.finditer(text):
        end = m.end("family")
        family = _BY_KEY.get(key(m["family"]), "")
        if (digit := text[m.end()]) and (longer := _BY_KEY.get(key(m["family"]) + digit)):
            family, end = longer, m.end() + 1
        if not family or any(h.start < m.end() and m.start() < h.end for h in known):
            continue
        tail = _TAIL.match(text, end)
        if tail is not None and (tail["size"] or (family in _NO_SIZE and (tail["version"] or end > m.end()))):
            yield ModelHit(_canonical(family, tail), m.start(), _trim(text, tail.end()))


# "Swapping X-70B for the 8B distillate", "StarCoder ...: the 15B decodes": a size by itself is of the family that is named.
_SIBLING = re.compile(
    r"\b(?:the|its|an?|our)\s(?P<size>\d+(?:\.\d+)?)B(?=:|\s(?:model|distillates?|distilled|version|variant|sibling|checkpoint|one|twin|student|release|edition|decodes?|generates?|runs?|is|was|serves?|answers?|writes?|instead)\b|[,.;)]|$)"
)


def _siblings(text: str, named: list[ModelHit]) -> list[ModelHit]:
    """Sizes that stand for a model of the one family that the text names in full."""
    full = [h for h in named if not h.bare and h.name[0].isalpha()]
    if len({_without_size(h.name) for h in full}) != 1:
        return []
    return [
        ModelHit(f"{_without_size(full[0].name)}-{m['size']}B", m.start("size"), m.end())
        for m in _SIBLING.finditer(text)
        if not any(h.start < m.end() and m.start("size") < h.end for h in named)
    ]


# "A distilled 4B student ... as its 8B teacher": two models that have no name but their part
_TAUGHT = re.compile(r"(?<![\w.-])(?P<size>\d+(?:\.\d+)?)\s?-?B\s(?:students?|teachers?|originals?|parents?)\b")


def _taught(text: str, named: list[ModelHit]) -> list[ModelHit]:
    """Sizes of a student and of its teacher."""
    return [
        ModelHit(f"{m['size']}B", m.start("size"), m.end("size") + 1)
        for m in _TAUGHT.finditer(text)
        if not any(h.start < m.end() and m.start() < h.end for h in named)
    ]


def _without_size(name: str) -> str:
    return re.sub(r"-\d+(?:\.\d+)?B$", "", name)


_SIZE_BEFORE = re.compile(r"(?<![\w.-])(?P<size>\d+(?:\.\d+)?)B\s$")
_FIRST_SIZE = re.compile(r"(?<![\w.-])(?P<size>\d+(?:\.\d+)?)B(?:\s?[,/]\s?|,?\s(?:and|or|&)\s)$")


def _next(text: str, family: str, hit: ModelHit) -> list[ModelHit]:
    """Further sizes, or versions, that stand in a list after a name."""
    out: list[ModelHit] = []
    size = re.search(r"\d+(?:\.\d+)?B$", hit.name)
    end = hit.end
    while size and (m := _NEXT_SIZE.match(text, end)):
        out.append(ModelHit(hit.name[: size.start()] + m["size"].upper(), m.start("size"), m.end()))
        end = m.end()
    if family in ("DeepSeek-V", "DeepSeek-R") and (m := _NEXT_VERSION.match(text, end)):
        out.append(ModelHit(f"DeepSeek-{m['letter']}{m['version']}", m.start("letter"), m.end()))
    return out


def _trim(text: str, end: int) -> int:
    while end and text[end - 1] in " -_/:":
        end -= 1
    return end


_SUFFIX = {"coder": "Coder", "vl": "VL", "omni": "Omni", "math": "Math", "neox": "NeoX", "r1": "R1", "distill": "Distill", "distilled": "Distill", "next": "Next", "scout": "Scout", "maverick": "Maverick", "turbo": "Turbo", "flash": "Flash", "lite": "Lite", "mini": "mini", "small": "Small", "medium": "Medium", "large": "Large", "air": "Air", "nano": "Nano", "super": "Super", "ultra": "Ultra", "qwen": "Qwen", "llama": "Llama", "thinking": "Thinking", "xl": "XL", "xxl": "XXL", "max": "Max", "pro": "Pro", "moe": "MoE"}  # fmt: skip


_MARKED = frozenset({"MiniMax", "MiMo", "InternVL", "Hunyuan", "Ling", "Longcat"})  # "MiMo-V2" is not "MiMo-2"


def _canonical(family: str, tail: re.Match[str] | None) -> str:
    if tail is None:
        return family
    parts = [family]
    version = tail["version"]
    if version and tail["mark"] and family in _MARKED:
        parts.append(f"{tail['mark'].upper()}{version}")
    elif version:
        joined = family in (
            "Qwen",
            "InternLM",
            "ChatGLM",
            "Baichuan",
            "DeepSeek-V",
            "DeepSeek-R",
            "Kimi-K",
            "StarCoder",
            "OLMo",
            "InternVL",
        )
        if joined:
            parts[0] = f"{family}{version}"
        else:
            parts.append(version)
    for word in re.findall(r"[A-Za-z]+\d?", tail["rest"] or ""):
        said = _SUFFIX.get(word.lower())
        if said:
            parts.append(said)
    if tail["later"]:
        parts.append(tail["later"])
    if tail["size"]:
        parts.append(re.sub(r"\s", "", tail["size"]).upper().replace("X", "x"))
    if tail["active"]:
        parts.append(tail["active"].strip(" -_").upper())
    if tail["length"] and tail["size"]:
        parts.append(tail["length"].strip("-").upper())
    return "-".join(parts)
