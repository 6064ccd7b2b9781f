"""Number formats: what a weight really takes with its scales, and the type that the matrix units run at.

Effective bits hold scales and zero points: 4 bits in groups of 128 with a 16-bit scale are 4.125. For GGUF k-quants they
are file size over parameters, which mixes several block types (README of llama.cpp's quantize tool).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
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


def grouped_bits(bits: float, group: float, scale: float = 16.0) -> float:
    """Effective bits of weights that share a scale of so many bits in groups."""
    return bits + scale / group


AWQ = "AWQ, https://arxiv.org/abs/2306.00978: groups of 128, FP16 scale, 4-bit zero point"
GGUF = "llama.cpp, tools/quantize/README.md: bits a weight of Llama-3.1-8B"
SMALL_GGUF = "llama.cpp, tools/quantize/quantize.cpp: the narrowest type of the family, for a bound"
OCP = "OCP Microscaling Formats v1.0: blocks of 32 with an 8-bit scale"

# The first that matches wins: the more special stand first.
FORMATS: tuple[Format, ...] = (
    Format("Q2_K", 3.16, "int8", r"q2_k", GGUF),
    Format("IQ1", 1.56, "int8", r"iq1|tq1", SMALL_GGUF),
    Format("IQ2", 2.06, "int8", r"iq2|tq2", SMALL_GGUF),
    Format("IQ3", 3.06, "int8", r"iq3", SMALL_GGUF),
    Format("Q3_K_S", 3.64, "int8", r"q3_k_s", GGUF),
    Format("Q3_K_M", 4.00, "int8", r"q3_k|q3", GGUF),
    Format("Q4_0", 4.66, "int8", r"q4_0", GGUF),
    Format("IQ4_XS", 4.46, "int8", r"iq4", GGUF),
    Format("Q4_K_S", 4.67, "int8", r"q4_k_s", GGUF),
    Format("Q4_K_M", 4.89, "int8", r"q4_k|q4", GGUF),
    Format("Q5_K_M", 5.70, "int8", r"q5", GGUF),
    Format("Q6_K", 6.56, "int8", r"q6", GGUF),
    Format("Q8_0", 8.50, "int8", r"q8", GGUF),
    Format("NVFP4", 4.5, "fp4", r"nvfp4|\bfp4\b", "NVIDIA NVFP4: blocks of 16 with an FP8 scale"),
    Format("MXFP4", 4.25, "fp4", r"mxfp4", OCP),
    Format("MXFP8", 8.25, "fp8", r"mxfp8", OCP),
    Format(
        "NF4", 4.127, "fp16", r"nf4|bitsandbytes|bnb", "QLoRA, https://arxiv.org/abs/2305.14314: double quantisation"
    ),
    Format("INT4 g32", 4.5, "fp16", r"(int4|w4|4-bit).*g(roup)?[- ]?32\b", "16-bit scale for 32 weights"),
    Format("AWQ", 4.156, "fp16", r"awq|gptq.*4|4.*gptq", AWQ),
    Format("GPTQ INT8", 8.125, "fp16", r"gptq.*8|8.*gptq|w8a16|int8 weight", "groups of 128 with a 16-bit scale"),
    Format("INT4 weight-only", 4.125, "fp16", r"int4|w4a16|4[- ]?bit|exl2|hqq", "groups of 128 with a 16-bit scale"),
    Format("W4A8", 4.125, "int8", r"w4a8|qserve", "QServe, https://arxiv.org/abs/2405.04532", also="fp8"),
    Format(
        "FP6", 6.0, "fp16", r"fp6|w6a16|e3m2|e2m3", "FP6-LLM, https://arxiv.org/abs/2401.14112: a scale for a channel"
    ),
    Format("INT3", 3.125, "fp16", r"int3|w3a16|3[- ]?bit", "groups of 128 with a 16-bit scale"),
    Format("2-bit codes", 2.0, "fp16", r"aqlm|quip|2[- ]?bit", "codebooks are shared, their size is left out"),
    Format("ternary", 2.0, "int8", r"1\.58|ternary|bitnet|b1\.58", "packed four to a byte"),
    Format("FP8", 8.0, "fp8", r"fp8|e4m3|e5m2|w8a8-fp8|f8", "scale for a tensor or a 128 x 128 block: under 0.01 bit"),
    Format("INT8", 8.0, "int8", r"int8|smoothquant", "scale for a channel: under 0.01 bit"),
    Format("W8A8", 8.0, "int8", r"w8a8|8[- ]?bit", "scale for a channel: under 0.01 bit", also="fp8"),
    Format("FP32", 32.0, "fp16", r"fp32|float32|f32", "IEEE 754"),
    Format("FP16", 16.0, "fp16", r"fp16|bf16|f16|float16|bfloat16|16-bit", "IEEE 754, bfloat16"),
)

_COMPILED = tuple((re.compile(row.pattern), row) for row in FORMATS)


@lru_cache(maxsize=512)
def find_format(text: str) -> Format | None:
    """The format that a text like `AWQ int4 g128` or `GGUF Q4_K_M` names, or `None`."""
    lowered = text.lower().strip()
    return next((row for pattern, row in _COMPILED if pattern.search(lowered)), None) if lowered else None


_TYPES: tuple[PeakType, ...] = ("fp4", "fp8", "int8", "fp16")


def check_bits(field: str, value: float) -> float:
    """Bits that a stored number can have."""
    if not 1.0 <= value <= 32.0:
        raise BadValue(field, value, "1 to 32")
    return value


def narrow_types(hardware: Hardware, bits: float) -> tuple[PeakType, ...]:
    """The types of that width which the chip multiplies."""
    by_width: dict[float, tuple[PeakType, ...]] = {4.0: ("fp4",), 8.0: ("fp8", "int8"), 16.0: ("fp16",)}
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
        hardware.name, f"{'fp4' if act_bits <= 5.0 else 'fp8 or int8'} peak", tuple(hardware.peaks)
    )


def usual_operands(hardware: Hardware, row: Format | None, weight_bits: float) -> tuple[PeakType | None, str]:
    """The fastest type that the format allows on this chip, and what to say about it.

    A bound has to allow the best: without a format, 8-bit weights may come with 8-bit activations. A chip without the
    narrow type keeps the weights narrow and multiplies in 16 bits.
    """
    wanted = row.operands if row else None
    if wanted == "fp16" or (wanted is None and weight_bits > 10.0):
        return ("fp16" if "fp16" in hardware.peaks else None), ""
    # FP4 weights may meet FP8 activations; an integer unit cannot multiply FP8, nor a floating one INT8
    usable = {"fp8": ("fp8", "fp16"), "int8": ("int8", "fp16"), "fp4": ("fp4", "fp8", "fp16")}
    unknown = ("fp4", "fp8", "int8", "fp16") if weight_bits <= 5.0 else ("fp8", "int8", "fp16")
    usable_here = usable.get(wanted or "", unknown) + ((row.also,) if row and row.also else ())
    allowed: list[PeakType] = [kind for kind in _TYPES if kind in hardware.peaks and kind in usable_here]
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
    if hardware.fp16 is not None:
        return hardware.fp16, ""
    for narrow, share in ((hardware.fp8, 2.0), (hardware.int8, 2.0), (hardware.fp4, 4.0)):
        if narrow is not None:
            return narrow / share, f"16-bit rate of {hardware.name} taken as 1/{share:g} of a narrower type's"
    usual = hardware.bandwidth * _USUAL_INTENSITY[hardware.kind]
    if hardware.vendor == "Apple" and hardware.name.startswith("M5"):
        usual *= MATRIX_UNITS
    return usual, f"16-bit rate of {hardware.name} taken as usual for its kind, {usual / 1e12:.3g} TFLOP/s"
