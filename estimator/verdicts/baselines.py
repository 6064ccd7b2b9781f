"""What a claim is compared with: the same engine, another one, a naive one, or one that streams from host memory.

Only a named other engine may explain a factor that the mechanism cannot give: nothing said means the same engine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from estimator.engine_names import RIVALS, family_of
from estimator.techniques import TECHNIQUES

Kind = Literal["same", "other", "tuned", "naive", "offload", "dequantising", "chip"]
WORST, BEST = 0.25, 0.81  # share of its roof that a general engine reaches: worst and best of published decode rows
TUNED = 0.6  # the least of engines and libraries that were made for speed on that very path
NAIVE = 0.02  # of reference code that nobody tuned


@dataclass(frozen=True, slots=True)
class Baseline:
    """How much of its own roof the old side may reach at least, against `BEST` for the new one."""

    kind: Kind
    least: float
    words: str

    @property
    def gain(self) -> float:
        """The largest factor that the difference between the engines alone can give."""
        return 1.0 if self.kind in ("same", "offload") else BEST / self.least


_TUNED = re.compile(
    r"""gpt-?fast | torch\.?compile | cublas | cudnn | cutlass | \bbest\sof\b
      | flash-?attention | flashinfer | exllama | tinychat | marlin""",
    re.VERBOSE | re.IGNORECASE,
)
_MONTH = r"(?:jan|febr?|march|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
_OTHERS = rf"""\borca\b | \bhf\b | hugging\s?face | \btransformers\b | t5x | megatron | \bpytorch\b | \beager\b | onnx | ipex
      | \bnim\b | accelerate | \btorch\b | triton | xformers | powerinfer | state[-\s]of[-\s]the[-\s]art | \bsota\b | tensorflow
      | existing\s(?:serving\s)?systems | baselines? | other\sengines | competing | auto-?gptq
      | previous\s(?:version|release) | {_MONTH}\s20\d\d | (?<![\w-])v\d+\.\d+"""
_ENGINES = (re.compile(RIVALS, re.IGNORECASE), re.compile(_OTHERS, re.VERBOSE | re.IGNORECASE))
_SAME = re.compile(
    r"""same\s(?:engine|runtime|system|code|kernel|framework|stack) | (?:its|their|our|the\sengine'?s?)\sown | auto-?regressive
      | \bwithout\b | \bw/o\b | \bno\s | non-speculative | vanilla | \bdisabled\b | \boff\b | plain\sdecoding | previous\sstep
      | (?:bf16|fp16)\s(?:gpt-?fast|torch\.compile|compiled)
      | baseline\sdecoding | \bgreedy\b | \bunquanti[sz]ed\b
      | standard\sdecoding | normal\sdecoding | greedy\sdecoding""",
    re.VERBOSE | re.IGNORECASE,
)
# "vanilla Hugging Face" is that engine; "vanilla decoding" is this one without the technique
_AS_IT_COMES = re.compile(
    rf"\bvanilla\s+(?={RIVALS}|\bhf\b|hugging\s?face|transformers\b|(?:py)?torch\b)", re.IGNORECASE
)
# the way attention was computed before, and no engine
_ATTENTION = re.compile(
    r"\b(?:eager|standard|vanilla|regular|conventional|na[iï]ve|unfused|full|dense|plain|math|materiali[sz]ed)\s(?:self[-\s])?attention\b"
    r"|\b(?:dense|full|exact|causal)\s(?:causal\s)?flash-?attention",
    re.IGNORECASE,
)
_NAIVE = re.compile(
    r"na[iï]ve|reference\simpl|unoptimi[sz]ed|recomput|prototype|first\sversion", re.IGNORECASE | re.VERBOSE
)
_OFFLOAD = re.compile(
    r"offload|\bzero-?inference|flexgen|from\s(?:disk|ssd|cpu|host)|\bcpu\b|swap", re.IGNORECASE | re.VERBOSE
)
_DEQUANT = re.compile(r"bitsandbytes|\bbnb\b|llm\.int8", re.IGNORECASE)


def baseline_of(text: str) -> Baseline:
    """The class of what a text names as the baseline.

    `HF Transformers FP16` is another engine, `HF autoregressive` and `vLLM without speculation` are the same one.
    """
    said = text.strip()
    if not said:
        return Baseline("same", BEST, "no other engine is named, so the same one is taken")
    if _ATTENTION.search(said):
        return Baseline("same", BEST, f"the baseline ({said}) is other attention in the same engine")
    if _OFFLOAD.search(said):
        return Baseline("offload", BEST, f"the baseline ({said}) reads from host memory")
    if _NAIVE.search(said):
        return Baseline("naive", NAIVE, f"the baseline ({said}) is code that nobody tuned")
    if _DEQUANT.search(said):
        return Baseline(
            "dequantising", WORST / 9, f"the baseline ({said}) writes a 16-bit copy of the weights and reads it again"
        )
    if _SAME.search(_AS_IT_COMES.sub("", said)):
        return Baseline("same", BEST, f"the baseline ({said}) is the same engine")
    if _TUNED.search(said):
        return Baseline(
            "tuned", TUNED, f"the baseline ({said}) was made for speed itself: {TUNED:.0%} of its roof at least"
        )
    if any(pattern.search(said) for pattern in _ENGINES):
        return Baseline(
            "other",
            WORST,
            f"the baseline ({said}) is another engine, which may reach {WORST:.0%} to {BEST:.0%} of its roof",
        )
    return Baseline("same", BEST, f"the baseline ({said}) names no other engine")


def for_steps(baseline: Baseline) -> Baseline:
    """The same for fewer steps: a serving engine's name, or none ("existing systems"), means an engine without the drafts."""
    if baseline.kind == "other" and (family_of(baseline.words) != "eager" or "vanilla" in baseline.words.lower()):
        return Baseline("same", BEST, baseline.words)
    return baseline


def rival(baseline: Baseline) -> Baseline:
    """Another method of the same kind: what differs is how well its kernels are made."""
    return Baseline("other", WORST, f"{baseline.words}, a method of the same kind")


def on_chip(baseline: Baseline, name: str, ratio: float) -> Baseline:
    """The same on a chip whose roof is `ratio` times lower."""
    said = baseline.words.removeprefix("the baseline (").partition(")")[0]
    if ratio <= 1.0:
        return baseline
    slower = f"the baseline ({said}) ran on another chip, {name}, whose roof is up to {ratio:.2g} times lower"
    return Baseline("chip", baseline.least / ratio, slower)


_FORMAT = re.compile(
    r"(?:(?:its|the|their|our) )?(?:own )?(?:(?:nv|mx)?(?:fp|int|bf|float)-?\d{1,2}|\d{1,2}-?bit)"
    r"(?: (?:weights?|version|model|checkpoint|path|baseline|inference|one))?(?: in the same engine)?",
    re.IGNORECASE,
)


_LACKS = re.compile(
    r"\s*(?:the same (?:engine|server|model|code)[\s,]+)?(?:no|not|without|w/o|disabled?)\b", re.IGNORECASE
)


def names_method(text: str, technique: str) -> bool:
    """Whether the baseline is itself a method of this technique: `GPTQ` beside AWQ."""
    if _FORMAT.fullmatch(text.strip()) or _LACKS.match(text):
        return False  # "FP8" is the width there was before, "no CUDA graphs" the lack of a method: no rivals
    return any(pattern.search(text) for pattern in _methods(technique)) if text else False


_NUMBERS = re.compile(r"(?:nv|mx|bf|fp|int|w)\d*(?:fp\d|a\d+)?\d*", re.IGNORECASE)  # FP8, INT4, NVFP4, W8A8: no method


@lru_cache(maxsize=128)
def _methods(technique: str) -> tuple[re.Pattern[str], ...]:
    """Patterns of the methods' own names: a capital or a digit in them, so that words of the language do not count."""
    row = TECHNIQUES[technique]
    names = [
        name
        for name in (*row.aliases, *row.cased)
        if any(c.isupper() for c in name[1:]) and len(name) > 2 and not _NUMBERS.fullmatch(name)
    ]
    return tuple(re.compile(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])") for name in names)
