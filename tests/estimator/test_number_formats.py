"""Formats: what a weight takes, and the type that the matrix units run at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from estimator import MissingCatalogValue, estimate, find_hardware
from estimator.formats import find_format, grouped_bits, stated_operands, usual_operands, usual_peak16


@pytest.mark.parametrize(
    ("text", "name", "bits"),
    [
        ("GGUF Q4_K_M", "Q4_K_M", 4.89),
        ("Ollama default Q4_K_M", "Q4_K_M", 4.89),
        ("AWQ int4 g128", "AWQ", 4.156),
        ("4-bit (AWQ) g128", "AWQ", 4.156),
        ("GPTQ int8", "GPTQ INT8", 8.125),
        ("8-bit AWQ", "AWQ INT8", 8.125),
        ("GPTQ 3-bit g128", "GPTQ INT3", 3.125),  # the 8 of 128 is no width
        ("GPTQ-INT3 g128", "GPTQ INT3", 3.125),
        ("GPTQ g128", "GPTQ", 4.156),
        ("GPTQ-4bit-32g", "GPTQ INT4 g32", 4.5),
        ("AWQ W4A16", "AWQ", 4.156),
        ("INT4 AWQ, group_size=64", "AWQ INT4 g64", 4.25),
        ("INT4 g64", "INT4 g64", 4.25),
        ("W4A16 group size 32", "W4A16", 4.5),
        ("W3A16g128", "W3A16", 3.125),
        ("W2A16", "W2A16", 2.125),
        ("W4A16 per-channel", "W4A16", 4.0),
        ("HQQ 2-bit", "HQQ INT2", 2.125),
        ("EXL2 3.0bpw", "EXL 3bpw", 3.0),
        ("AQLM 2-bit", "codes", 2.0),
        ("bitsandbytes", "NF4", 4.127),
        ("bnb-4bit", "NF4", 4.127),
        ("NF4 g64", "NF4", 4.127),  # whose blocks are its own
        ("bitsandbytes INT8", "LLM.int8()", 8.0),
        ("LLM.int8()", "LLM.int8()", 8.0),
        ("load_in_8bit", "LLM.int8()", 8.0),
        ("MXFP6", "MXFP6", 6.25),  # 8 bits for every 32 weights
        ("W4A4", "W4A4", 4.0),
        ("QuaRot W4A4", "W4A4", 4.0),
        ("W4A4 g128", "W4A4", 4.125),
        ("w4afp8", "W4A8", 4.125),
        ("int8 weight-only", "INT8 weight-only", 8.125),
        ("int8 weight-only g64", "INT8 g64", 8.25),
        ("W8A8-FP8", "FP8", 8.0),
        ("MXFP4 W4A4", "MXFP4", 4.25),
        ("MLX 6bit", "INT6 weight-only", 6.125),
        ("int4 g32", "INT4 g32", 4.5),
        ("nvfp4", "NVFP4", 4.5),
        ("mxfp4 experts", "MXFP4", 4.25),
        ("fp8 (FBGEMM)", "FP8", 8.0),
        ("bf16", "FP16", 16.0),
        ("IQ2_XXS", "IQ2", 2.06),
        ("UD-IQ1_S", "IQ1", 1.56),
        ("Q3_K_S", "Q3_K_S", 3.64),
        ("MLX 4bit", "INT4 weight-only", 4.125),
        ("W6A16", "FP6", 6.0),
        ("W8A8", "W8A8", 8.0),
        ("BitNet b1.58", "ternary", 2.0),
    ],
)
def test_a_format_is_known_by_its_names(text: str, name: str, bits: float) -> None:
    row = find_format(text)
    assert row is not None
    assert (row.name, row.bits) == (name, bits)


def test_no_format_is_no_guess() -> None:
    assert find_format("") is None
    assert find_format("secret sauce") is None


def test_scales_cost_bits() -> None:
    assert grouped_bits(4, 128) == 4.125
    assert grouped_bits(4, 16, scale=8) == 4.5


@pytest.mark.parametrize(
    ("chip", "text", "bits", "operands"),
    [
        ("H100", "AWQ", 4.156, "fp16"),
        ("H100", "fp8", 8.0, "fp8"),
        ("A100", "fp8", 8.0, "fp16"),
        ("A100", "int8", 8.0, "int8"),
        ("B200", "nvfp4", 4.5, "fp4"),
        ("H100", "nvfp4", 4.5, "fp8"),
        ("A100", "Atom INT4 W4A4", 4.0, "int4"),
        ("H100", "QuaRot W4A4", 4.0, "int8"),  # Hopper left four-bit integers out
        ("B200", "W4A4", 4.0, "fp4"),
        ("A100", "LLM.int8()", 8.0, "int8"),
        ("H100", "w4afp8", 4.125, "fp8"),
        ("H100", "EXL2 3.0bpw", 3.0, "fp16"),
        ("B200", "MXFP6", 6.25, "fp8"),  # Blackwell: at the rate of eight bits
        ("MI355X", "MXFP6", 6.25, "fp4"),  # CDNA 4: at the rate of four
        ("H100", "", 8.0, "fp8"),
        ("H100", "", 16.0, "fp16"),
    ],
)
def test_the_matrix_units_run_at_the_fastest_type_that_the_format_allows(
    chip: str, text: str, bits: float, operands: str
) -> None:
    kind, _ = usual_operands(find_hardware(chip), find_format(text), bits)
    if text == "" and bits == 8.0:
        assert kind in ("fp8", "int8")
    else:
        assert kind == operands


def test_stated_operands_that_the_chip_lacks_raise() -> None:
    with pytest.raises(MissingCatalogValue, match="fp4 or int4 peak"):
        stated_operands(find_hardware("H100"), 4.0)
    with pytest.raises(MissingCatalogValue, match="fp8 or int8"):
        stated_operands(find_hardware("V100 SXM2 32GB"), 8.0)


def test_a_missing_16_bit_rate_is_assumed_for_the_expectation_and_says_so() -> None:
    peak, said = usual_peak16(find_hardware("M3 Max"))
    assert peak > 1e12
    assert "as usual for its kind" in said
    assert usual_peak16(find_hardware("H100")) == (989e12, "")


def test_four_bit_weights_and_eight_bit_activations_meet_in_whichever_type_the_chip_has() -> None:
    row = find_format("W4A8")
    assert usual_operands(find_hardware("A100"), row, 4.125) == ("int8", "")  # no FP8, but 624 TOPS of INT8
    assert usual_operands(find_hardware("GB300"), row, 4.125) == ("fp8", "")  # hardly any INT8 left
    fp8 = find_format("FP8")
    assert usual_operands(find_hardware("A100"), fp8, 8.0)[0] == "fp16"


def test_a_format_that_nobody_knows_is_said_to_be_left_out() -> None:
    notes = estimate("Llama-2-7B", "A100", weight_format="Q9_Z").notes
    assert "no weight format is called 'Q9_Z': it is left out" in notes


@pytest.mark.parametrize(
    ("text", "bits", "operands"),
    [
        # llama.cpp, tools/quantize/README.md: bits a weight of Llama-3.1-8B
        ("Q2_K", 3.16, "int8"),
        ("IQ3_XXS", 3.06, "int8"),
        ("Q3_K_M", 4.00, "int8"),
        ("Q4_0", 4.66, "int8"),
        ("IQ4_XS", 4.46, "int8"),
        ("Q4_K_S", 4.67, "int8"),
        ("Q5_K_M", 5.70, "int8"),
        ("Q6_K", 6.56, "int8"),
        ("Q8_0", 8.50, "int8"),
        ("mxfp8", 8.25, "fp8"),  # 8 bits in every 32 weights
        ("nf4", 4.127, "fp16"),
        ("W4A8", 4.125, "int8"),
        ("int3", 3.125, "fp16"),  # 16 bits for 128 weights
        ("QuIP# 2-bit", 2.0, "fp16"),
        ("SmoothQuant", 8.0, "int8"),
        ("fp32", 32.0, "fp16"),
    ],
)
def test_each_format_has_its_bits_and_its_operands(text: str, bits: float, operands: str) -> None:
    row = find_format(text)
    assert row is not None
    assert (row.bits, row.operands) == (bits, operands)


@pytest.mark.parametrize("bits", [1.0, 32.0])
def test_the_ends_of_what_a_weight_can_take_are_allowed(bits: float) -> None:
    assert estimate("Llama-3.1-8B", "H100", weight_bits=bits).inputs["weight_bits"] == (bits, "stated")


def test_a_missing_type_is_named() -> None:
    with pytest.raises(MissingCatalogValue, match="H100-SXM-80GB has no fp4 or int4 peak"):
        stated_operands(find_hardware("H100"), 4.0)
    with pytest.raises(MissingCatalogValue, match=r"V100.* has no fp8 or int8 peak"):
        stated_operands(find_hardware("V100"), 8.0)


def test_stated_four_bit_activations_run_on_integer_units_where_the_data_sheet_has_them() -> None:
    # A100 data sheet: 1,248 TOPS of dense INT4, https://glennklockwood.com/garden/processors/A100
    assert stated_operands(find_hardware("A100"), 4.0) == "int4"
    assert estimate("Llama-2-7B", "A100", weight_bits=4, act_bits=4).inputs["peak_TFLOPS"] == (1248.0, "catalog")
    with pytest.raises(MissingCatalogValue, match="fp4 or int4"):
        stated_operands(find_hardware("V100"), 4.0)


def test_a_missing_16_bit_rate_is_a_half_or_a_quarter_of_what_is_known() -> None:
    """1,979 TFLOPS in FP8 or INT8 are 989.5 in 16 bit; in FP4 four times as many would be."""
    bare = replace(find_hardware("H100"), fp16=None)
    assert usual_peak16(bare) == (989.5e12, "16-bit rate of H100-SXM-80GB taken as 1/2 of a narrower type's")
    assert usual_peak16(replace(bare, fp8=None))[0] == 989.5e12
    four = replace(bare, fp8=None, int8=None, fp4=4000e12)
    assert usual_peak16(four) == (1000e12, "16-bit rate of H100-SXM-80GB taken as 1/4 of a narrower type's")
    none = replace(bare, fp8=None, int8=None)
    said = usual_peak16(none)[1]
    assert (
        said == f"16-bit rate of H100-SXM-80GB taken as usual for its kind, {usual_peak16(none)[0] / 1e12:.3g} TFLOP/s"
    )
