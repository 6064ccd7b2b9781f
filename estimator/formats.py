"""Number formats: what a weight really takes with its scales, and the type that the matrix units run at.

Effective bits hold scales and zero points: 4 bits in groups of 128 with a 16-bit scale are 4.125. For GGUF k-quants they
are file size over parameters, which mixes several block types (README of llama.cpp's quantize tool).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from functools import lru_cache

from estimator.errors import BadValue, MissingCatalogValue
from estimator.hardware import Hardware, PeakType


@dataclass(frozen=True, slots=True)
class Format:
    """`operands` is the type the matrix units multiply where the chip has it; weight-only formats keep 16 bits."""

    name: str
    bits: float
    operands: PeakType
    pattern: str  # of the ways in which people write it
    source: str
    also: PeakType | None = None  # a second type that the name is used for: W4A8 multiplies INT8 or FP8
    group: float = 0.0  # weights that share a 16-bit scale where nothing is said; 0: no scale is added to stated bits
    integer: bool = False  # the name may stand beside a width and a group of its own: "GPTQ 3-bit g128"
    small: float = (
        0.0  # bits of a model of 8B, in which the wider head and embeddings weigh more; 0: `bits` holds for all
    )

    @property
    def act_bits(self) -> float:
        """Bits of the operands."""
        return _OPERANDS[self.operands]


_OPERANDS: dict[PeakType, float] = {"fp16": 16.0, "fp8": 8.0, "int8": 8.0, "fp4": 4.0, "int4": 4.0}


def grouped_bits(bits: float, group: float, scale: float = 16.0) -> float:
    """Effective bits of weights that share a scale of so many bits in groups."""
    return bits + scale / group


AWQ = "AWQ, https://arxiv.org/abs/2306.00978: groups of 128, FP16 scale, 4-bit zero point"
GGUF = "llama.cpp, tools/quantize/README.md: bits a weight of Llama-3.1-8B"
OLD_GGUF = "llama.cpp, tools/quantize/quantize.cpp: size of Llama-3-8B"
SMALL_GGUF = "llama.cpp, tools/quantize/quantize.cpp: the type of most weights, for a bound; of 8B: its README"
OCP = "OCP Microscaling Formats v1.0: blocks of 32 with an 8-bit scale"

GROUPED = "groups of 128 with a 16-bit scale"
LLM_INT8 = "LLM.int8(), https://arxiv.org/abs/2208.07339: a scale for each row and column; outliers kept at 16 bit"
CHANNEL = "scale for a channel: under 0.01 bit"
ROTATED = "QuaRot, https://arxiv.org/abs/2404.00456; SpinQuant, https://arxiv.org/abs/2405.16406: a scale for each row"
_WIDE = r"(?:(?<![a-z0-9])w|u?int-?)[1-7](?![\d.])|(?<![\d.])[1-7](?:\.\d+)?[-_ ]?(?:bits?|bpw)(?![a-z])"

# The first that matches wins: the more special stand first. Widths and groups that are written out beside the name of
# a family count for more than what is usual for it.
FORMATS: tuple[Format, ...] = (
    Format("Q2_K_S", 2.97, "int8", r"q2_k_s", GGUF),
    Format("Q2_K", 3.16, "int8", r"q2_k", GGUF),
    Format("IQ1_M", 1.75, "int8", r"iq1_m", SMALL_GGUF, small=2.15),
    Format("IQ1", 1.56, "int8", r"iq1|tq1", SMALL_GGUF, small=2.00),
    Format("IQ2_XS", 2.31, "int8", r"iq2_xs", SMALL_GGUF, small=2.59),
    Format("IQ2_S", 2.50, "int8", r"iq2_s", SMALL_GGUF, small=2.74),
    Format("IQ2_M", 2.70, "int8", r"iq2_m", SMALL_GGUF, small=2.93),
    Format("IQ2", 2.06, "int8", r"iq2|tq2", SMALL_GGUF, small=2.38),
    Format("IQ3_XS", 3.30, "int8", r"iq3_xs", SMALL_GGUF, small=3.50),
    Format("IQ3_S", 3.44, "int8", r"iq3_s", SMALL_GGUF, small=3.66),
    Format("IQ3_M", 3.66, "int8", r"iq3_m", SMALL_GGUF, small=3.76),
    Format("IQ3", 3.06, "int8", r"iq3", SMALL_GGUF, small=3.25),
    Format("Q3_K_S", 3.64, "int8", r"q3_k_s", GGUF),
    Format("Q3_K_L", 4.30, "int8", r"q3_k_l", GGUF),
    Format("Q3_K_M", 4.00, "int8", r"q3_k|q3", GGUF),
    Format("Q4_0", 4.66, "int8", r"q4_0", GGUF),
    Format("Q4_1", 5.11, "int8", r"q4_1", OLD_GGUF),
    Format("IQ4_XS", 4.46, "int8", r"iq4", GGUF),
    Format("Q4_K_S", 4.67, "int8", r"q4_k_s", GGUF),
    Format("Q4_K_M", 4.89, "int8", r"q4_k|q4", GGUF),
    Format("Q5_K_S", 5.57, "int8", r"q5_k_s|q5_0", GGUF),
    Format("Q5_1", 6.05, "int8", r"q5_1", OLD_GGUF),
    Format("Q5_K_M", 5.70, "int8", r"q5", GGUF),
    Format("Q6_K", 6.56, "int8", r"q6", GGUF),
    Format("Q8_0", 8.50, "int8", r"q8", GGUF),
    Format("MXFP4", 4.25, "fp4", r"mx-?fp4", OCP),
    Format("NVFP4", 4.5, "fp4", r"nvfp4|\bfp4\b", "NVIDIA NVFP4: blocks of 16 with an FP8 scale"),
    # CDNA 4 multiplies six bits at the rate of four, Blackwell at that of eight
    Format("MXFP6", 6.25, "fp8", r"mx-?fp6", OCP, also="fp4"),
    Format("MXFP8", 8.25, "fp8", r"mx-?fp8", OCP),
    Format("ternary", 2.0, "int8", r"1\.58|ternary|bitnet|b1\.58", "packed four to a byte"),
    Format(
        "FP6", 6.0, "fp16", r"fp6|w6a16|e3m2|e2m3", "FP6-LLM, https://arxiv.org/abs/2401.14112: a scale for a channel"
    ),
    Format(
        "LLM.int8()",
        8.0,
        "int8",
        r"llm\.int8|load_in_8bit|^(?!.*nf4)(?=.*(?:bitsandbytes|bnb)).*(?:int-?8|8[- ]?bit)",
        LLM_INT8,
    ),
    Format(
        "NF4", 4.127, "fp16", r"nf4|bitsandbytes|bnb", "QLoRA, https://arxiv.org/abs/2305.14314: double quantisation"
    ),
    Format("AWQ", 4.156, "fp16", r"awq", AWQ, group=128.0, integer=True),
    Format("GPTQ", 4.156, "fp16", r"gptq", AWQ, group=128.0, integer=True),
    Format("HQQ", 4.125, "fp16", r"hqq", GROUPED, group=128.0, integer=True),
    Format("EXL", 4.125, "fp16", r"exl[23]", "bits a weight in all, as its tool counts them", integer=True),
    Format("codes", 2.0, "fp16", r"aqlm|quip|qtip|vptq", "codebooks are shared, their size is left out", integer=True),
    Format("W4A8", 4.125, "int8", r"qserve", "QServe, https://arxiv.org/abs/2405.04532", also="fp8"),
    Format("INT8 weight-only", 8.125, "fp16", r"int8 weight", GROUPED, group=128.0, integer=True),
    Format("INT2", 2.0, "fp16", r"(?<![\d.])2[-_ ]?bit", "codebooks are shared, their size is left out", integer=True),
    Format("INT4 weight-only", 4.125, "fp16", _WIDE, GROUPED, group=128.0, integer=True),
    Format("W4A4", 4.01, "int4", r"quarot|spinquant", ROTATED),
    Format("FP8", 8.0, "fp8", r"fp8|e4m3|e5m2|f8", "scale for a tensor or a 128 x 128 block: under 0.01 bit"),
    Format("INT8", 8.0, "int8", r"int8|smoothquant", CHANNEL, integer=True),
    Format("W8A8", 8.0, "int8", r"8[- ]?bit", CHANNEL, also="fp8"),
    Format("FP32", 32.0, "fp16", r"fp32|float32|f32", "IEEE 754"),
    Format("FP16", 16.0, "fp16", r"fp16|bf16|f16|float16|bfloat16|16-bit", "IEEE 754, bfloat16"),
)

_COMPILED = tuple((re.compile(row.pattern), row) for row in FORMATS)
_BLOCKS = ("NVFP4", "MXFP4", "MXFP6", "MXFP8", "ternary", "FP6")  # their names say more than a "W4A4" beside them
_BOTH = re.compile(r"(?<![a-z0-9])w(\d{1,2})[-_ ]?a(?:fp|int)?(\d{1,2})")  # "W4A8", "w4afp8": weights, activations
_WIDTH = re.compile(
    r"""(?:(?<![a-z0-9])w|u?int-?)(?P<whole>\d)(?![\d.])  # INT3, W4, W4A16
    | (?<![\d.])(?P<bits>\d(?:\.\d+)?)[-_ ]?bits?(?![a-z])  # 3-bit, 4bit
    | (?<![\d.])(?P<all>\d(?:\.\d+)?)[-_ ]?bpw(?![a-z])  # 3.5bpw: with everything""",
    re.VERBOSE,
)
_GROUP = re.compile(
    r"""(?<![a-z])(?:gs?|groups?)(?:[-_ ]?size)?(?:[-_ =:(]|of)*(\d{2,4})(?!\d)  # g128, group size of 32
    | (?<![\d.])(\d{2,4})g(?![a-z0-9])  # 32g""",
    re.VERBOSE,
)
_UNGROUPED = re.compile(r"per[- ]?channel|channel[- ]?wise|per[- ]?tensor")


@lru_cache(maxsize=512)
def find_format(text: str) -> Format | None:
    """The format that a text like `AWQ int4 g128`, `W4A8` or `GGUF Q4_K_M` names, or `None`."""
    lowered = text.lower().strip()
    row = next((row for pattern, row in _COMPILED if pattern.search(lowered)), None) if lowered else None
    both = _BOTH.search(lowered)
    if both and (row is None or not (row.name in _BLOCKS or row.source in (GGUF, SMALL_GGUF))):
        weights, acts = float(both[1]), float(both[2])
        if not (row and row.integer and row.name.isupper() and acts > 8.0):  # "AWQ W4A16" is AWQ
            return _weights_and_activations(lowered, weights, acts)
    return _as_written(row, lowered) if row is not None and row.integer else row


# Names that say more of a width than its number: what a text calls "4 bits" reads 4.25 a weight in MXFP4, 4.89 in Q4_K_M.
# The digit is the width that a reader is told; AWQ, SmoothQuant and rotations are known for one.
_NAMED = re.compile(
    r"""(?<![a-z0-9])(?:
        [it]?q(?P<gguf>[1-8])_[0-9a-z]+(?:_[a-z]+)?  # Q4_K_M, IQ2_XXS, Q8_0
      | (?:nv|mx-?)fp(?P<block>[468]) | nf(?P<normal>4)
      | (?P<usual>awq|smoothquant|quarot|spinquant)
    )(?![a-z0-9])""",
    re.VERBOSE | re.IGNORECASE,
)


def named_format(text: str) -> str:
    """The name in a text by which a number format is known, as it is written there; "" where only a width is said."""
    found = _NAMED.search(text)
    return found[0] if found else ""


def said_bits(name: str) -> float:
    """The width that such a name tells a reader: 4 of `Q4_K_M`, 8 of `SmoothQuant`."""
    found = _NAMED.search(name)
    row = find_format(name)
    if found is None or row is None:
        raise BadValue("format", name, "the name of a number format, like Q4_K_M or NVFP4")
    return float(found["gguf"] or found["block"] or found["normal"] or round(row.bits))


def _group(text: str) -> float | None:
    """Weights that share a scale, as the text says: infinite where a whole channel does."""
    if found := _GROUP.search(text):
        return float(found[1] or found[2])
    return math.inf if _UNGROUPED.search(text) else None


def _as_written(row: Format, text: str) -> Format:
    """The row of a family with the width and the group that stand beside its name.

    Whether zero points are kept too is seldom said: they are counted in the usual format of AWQ and GPTQ alone.
    """
    found, group = _WIDTH.search(text), _group(text)
    usual = float(round(row.bits))
    width = float(found["whole"] or found["bits"] or found["all"]) if found else usual
    if found and found["all"]:
        return replace(row, name=f"{row.name} {width:g}bpw", bits=width)
    if width == usual and group in (None, row.group or None):
        return row
    bits = width + 16.0 / scaled if (scaled := group or row.group) else width
    name = f"INT{width:g}" if row.name.startswith("INT") else f"{row.name} INT{width:g}"
    beside = "" if group in (None, row.group, math.inf) else f" g{group:g}"
    return replace(row, name=name + (beside or (" weight-only" if row.name.endswith("weight-only") else "")), bits=bits)


def _weights_and_activations(text: str, weights: float, acts: float) -> Format:
    """A format by the widths of both: the wider one decides what is multiplied."""
    group, name = _group(text), f"W{weights:g}A{acts:g}"
    floating = "fp8" in text or "e4m3" in text
    wider = max(weights, acts)
    if weights == acts == 8.0 and floating:
        return next(row for row in FORMATS if row.name == "FP8")
    if weights >= 16.0:
        return next(row for row in FORMATS if row.name == "FP16")
    scaled = group or (math.inf if weights == acts else 128.0)  # as wide as the activations: a scale for a channel
    bits, source = (
        weights + 16.0 / scaled,
        CHANNEL if scaled == math.inf else f"groups of {scaled:g} with a 16-bit scale",
    )
    if wider > 8.0:
        return Format(name, bits, "fp16", _BOTH.pattern, source)
    if wider > 4.0:
        return Format(
            name, bits, "fp8" if floating else "int8", _BOTH.pattern, source, also=None if floating else "fp8"
        )
    return Format(name, bits, "int4", _BOTH.pattern, source, also="fp4")


_TYPES: tuple[PeakType, ...] = ("fp4", "int4", "fp8", "int8", "fp16")


def check_bits(field: str, value: float) -> float:
    """Bits that a stored number can have."""
    if not 1.0 <= value <= 32.0:
        raise BadValue(field, value, "1 to 32")
    return value


def narrow_types(hardware: Hardware, bits: float) -> tuple[PeakType, ...]:
    """The types of that width which the chip multiplies."""
    by_width: dict[float, tuple[PeakType, ...]] = {4.0: ("fp4", "int4"), 8.0: ("fp8", "int8"), 16.0: ("fp16",)}
    width = 4.0 if bits <= 5.0 else 8.0 if bits <= 10.0 else 16.0
    return tuple(kind for kind in by_width[width] if kind in hardware.peaks)


def stated_operands(hardware: Hardware, act_bits: float) -> PeakType | None:
    """The type for stated activation bits; raises when the chip multiplies nothing so narrow.

    None: even the 16-bit peak is unknown.
    """
    kinds = narrow_types(hardware, act_bits)
    if kinds:
        return max(kinds, key=lambda kind: hardware.best_peak(kind))
    if act_bits > 10.0:
        return None
    raise MissingCatalogValue(
        hardware.name, f"{'fp4 or int4' if act_bits <= 5.0 else 'fp8 or int8'} peak", tuple(hardware.peaks)
    )


# What may multiply a format's operands: FP4 weights may meet FP8 activations, and narrow integers be widened to eight
# bits; an integer unit cannot multiply FP8, nor a floating one INT8.
_USABLE: dict[str, tuple[PeakType, ...]] = {
    "fp8": ("fp8", "fp16"),
    "int8": ("int8", "fp16"),
    "fp4": ("fp4", "fp8", "fp16"),
    "int4": ("int4", "int8", "fp16"),
}


def _allowed(hardware: Hardware, row: Format | None, weight_bits: float) -> list[PeakType]:
    """The types that the chip has for a format; without one, for anything of that width that has 16-bit operands or fewer."""
    if row is None:
        usable: tuple[PeakType, ...] = _TYPES if weight_bits <= 5.0 else ("fp8", "int8", "fp16")
    else:
        usable = _USABLE[row.operands] + ((row.also,) if row.also else ())
        if row.name == "MXFP6" and hardware.vendor != "AMD":
            usable = _USABLE[row.operands]
    return [kind for kind in _TYPES if kind in hardware.peaks and kind in usable]


def usual_operands(hardware: Hardware, row: Format | None, weight_bits: float) -> tuple[PeakType | None, str]:
    """The fastest type that the format allows on this chip, and what to say about it.

    A bound has to allow the best: without a format, 8-bit weights may come with 8-bit activations. A chip without the
    narrow type keeps the weights narrow and multiplies in 16 bits.
    """
    wanted = row.operands if row else None
    if wanted == "fp16" or (wanted is None and weight_bits > 10.0):
        return ("fp16" if "fp16" in hardware.peaks else None), ""
    allowed = _allowed(hardware, row, weight_bits)
    if not allowed:
        return None, ""
    best = max(allowed, key=lambda kind: hardware.best_peak(kind))
    if best == "fp16" and wanted is not None:
        return best, f"{hardware.name} multiplies no {wanted}: weights stay narrow, matrix products run in 16 bit"
    return best, ""


# FLOP/s at 16 bit for each byte/s of memory that is usual for a kind of chip: medians of the catalog's rows, and of
# vendors' vector units where no row of the kind has a peak. Only for what is expected, never for a bound.
_USUAL_INTENSITY = {"datacenter": 150.0, "workstation": 190.0, "consumer": 95.0, "apple": 36.0, "soc": 230.0}
_USUAL_INTENSITY |= {"edge": 60.0, "cpu": 40.0, "tpu": 230.0, "npu": 180.0}

# "Over 4x peak GPU compute" of M4, whose GPU has 23 % less bandwidth: a matrix unit in each core
# (https://www.apple.com/newsroom/2025/10/apple-unleashes-m5-the-next-big-leap-in-ai-performance-for-apple-silicon/)
MATRIX_UNITS = 3.1


def usual_peak16(hardware: Hardware) -> tuple[float, str]:
    """The 16-bit peak that an expectation goes by, and what to say where it had to be assumed."""
    if hardware.fp16 is not None and not hardware.bound_only:
        return hardware.fp16, ""
    for narrow, share in ((hardware.fp8, 2.0), (hardware.int8, 2.0), (hardware.fp4, 4.0)):
        if narrow is not None and not hardware.derived:
            return narrow / share, f"16-bit rate of {hardware.name} taken as 1/{share:g} of a narrower type's"
    usual = hardware.bandwidth * _USUAL_INTENSITY[hardware.kind]
    if hardware.vendor == "Apple" and hardware.name.startswith("M5"):
        usual *= MATRIX_UNITS
    return usual, f"16-bit rate of {hardware.name} taken as usual for its kind, {usual / 1e12:.3g} TFLOP/s"
