"""What units multiply operands of a width: the peaks are those of data sheets, dense."""

import math
from dataclasses import replace

import pytest

from estimator import find_hardware, judge
from estimator.statement import Statement
from estimator.units import TERA
from estimator.verdicts.formats import Operands, operands, peak, weight_bits


@pytest.mark.parametrize(
    ("chip", "bits", "kind", "tera"),
    [
        ("A100", 4, "", 1248),  # NVIDIA A100: INT4 1,248 TOPS
        ("A100", 4, "integer", 1248),
        ("A100", 4, "floating", 312),  # no FP4 and no FP8 unit: widened to 16 bits
        ("A100", 8, "integer", 624),
        ("A100", 8, "floating", 312),
        ("RTX 4090", 4, "floating", 660.6),  # Ada: FP8, accumulated in 16 bits
        ("RTX 4090", 4, "integer", 1321.2),
        ("H100", 4, "integer", 1979),  # Hopper left INT4 out: widened to INT8
        ("B200", 4, "floating", 9000),
        ("B200", 4, "integer", 4500),
        ("GB300", 8, "floating", 5000),
        ("GB300", 8, "integer", 2500),  # INT8 has 165 TOPS: widened to 16 bits it is faster
        ("GB300", 8, "", 5000),
        ("A100", 16, "floating", 312),
        ("B200", 5, "", 4500),  # more than four bits meet units of eight, and more than eight those of sixteen
        ("H100", 9, "", 989),
    ],
)
def test_operands_meet_units_of_their_kind(chip: str, bits: float, kind: Operands, tera: float) -> None:
    assert peak(find_hardware(chip), bits, kind) == pytest.approx(tera * TERA)


def test_an_unknown_peak_is_no_limit() -> None:
    assert peak(find_hardware("Gaudi"), 8.0, "floating") == math.inf
    assert peak(replace(find_hardware("H100"), fp16=None), 8.0) == 1979 * TERA
    assert peak(find_hardware("Tesla P40"), 8.0, "floating") == 11.76 * TERA  # in 32 bits: no unit is narrower


@pytest.mark.parametrize(
    ("hints", "bits", "kind"),
    [
        ({"fp8"}, 8, "floating"),
        ({"fp8"}, 4, ""),  # W4A4 "with an FP8 cache": what has four bits is not said
        ({"fp4"}, 4, "floating"),
        ({"fp4"}, 8, "floating"),  # NVFP4 weights, activations of eight bits
        ({"int4"}, 4, "integer"),
        ({"int4"}, 8, ""),  # INT4 weights widened to FP8 (W4AFP8) or to INT8 (QServe)
        ({"int8"}, 8, "integer"),
        ({"int8", "fp8"}, 8, ""),
        (set(), 8, ""),
        ({"fp8"}, 5, "floating"),
    ],
)
def test_words_tell_which_kind_it_is(hints: set[str], bits: float, kind: Operands) -> None:
    assert operands(frozenset(hints), bits) == kind


@pytest.mark.parametrize(
    ("chip", "model", "bits", "hint", "ceiling"),
    [
        ("A100", "Llama-3.1-8B", 4.0, "fp4", 1.0),  # 312 / 312
        ("RTX 4090", "Llama-3.1-8B", 4.0, "fp4", 2.0),  # 660.6 / 330.3
        ("A100", "Llama-3.1-8B", 4.0, "int4", 4.0),  # 1,248 / 312
        ("GB300", "Llama-3.1-70B", 8.0, "int8", 1.0),  # 2,500 / 2,500
        ("GB300", "Llama-3.1-70B", 8.0, "fp8", 2.0),  # 5,000 / 2,500
    ],
)
def test_prefill_gains_what_the_units_give(chip: str, model: str, bits: float, hint: str, ceiling: float) -> None:
    verdict = judge(
        Statement(
            technique="weight-activation-quantization",
            metric="prefill",
            factor_low=3.5,
            factor_high=3.5,
            hardware=(chip,),
            model=(model,),
            params={"weight_bits": bits, "act_bits": bits, "input_len": 8192.0},
            hints=frozenset({hint}),
        )
    )
    assert verdict.ceiling == pytest.approx(ceiling, rel=0.01)
    assert verdict.verdict == ("implausible" if ceiling < 3.5 / 1.1 else "plausible")


@pytest.mark.parametrize(
    ("bits", "group", "block", "stored"),
    [(4, None, False, 4.125), (3, 32.0, False, 3.5), (4, None, True, 4.5), (2, None, False, 2.0), (2, None, True, 2.0),
     (8, 32.0, False, 8.0), (7, None, False, 7.125), (4.9, 32.0, False, 4.9), (1.58, None, True, 1.58)],
)  # fmt: skip
def test_whole_numbers_below_eight_are_nominal(bits: float, group: float | None, block: bool, stored: float) -> None:
    """Sixteen bits for each group of 128 or as stated, eight for each block of sixteen."""
    assert weight_bits(bits, group, block=block) == stored
