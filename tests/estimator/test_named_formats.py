"""Names of number formats in a text, and the width that a reader takes each for."""

from dataclasses import replace

import pytest

from estimator import BadValue, MissingCatalogValue, find_hardware, named_format
from estimator.formats import (
    check_bits,
    find_format,
    narrow_types,
    said_bits,
    stated_operands,
    usual_operands,
    usual_peak16,
)


@pytest.mark.parametrize(
    ("text", "name", "said", "bits"),
    [
        ("Q4_K_M", "Q4_K_M", 4.0, 4.89),
        ("a Q5_K_S file", "Q5_K_S", 5.0, 5.57),
        ("GGUF Q5_0", "Q5_0", 5.0, 5.57),
        ("Q8_0", "Q8_0", 8.0, 8.5),
        ("UD-Q4_K_XL", "Q4_K_XL", 4.0, 4.89),
        ("Q3_K_L", "Q3_K_L", 3.0, 4.3),
        ("IQ2_XXS", "IQ2_XXS", 2.0, 2.06),
        ("IQ2_M", "IQ2_M", 2.0, 2.7),
        ("TQ1_0", "TQ1_0", 1.0, 1.56),
        ("MXFP4", "MXFP4", 4.0, 4.25),
        ("MX-FP4", "MX-FP4", 4.0, 4.25),
        ("NVFP4", "NVFP4", 4.0, 4.5),
        ("MXFP8 weights", "MXFP8", 8.0, 8.25),
        ("nf4", "nf4", 4.0, 4.127),
        ("AWQ-quantized", "AWQ", 4.0, 4.156),
        ("SmoothQuant", "SmoothQuant", 8.0, 8.0),
        ("QuaRot", "QuaRot", 4.0, 4.01),
    ],
)
def test_a_name_says_more_than_its_width(text: str, name: str, said: float, bits: float) -> None:
    assert named_format(text) == name
    assert said_bits(name) == said
    row = find_format(name)
    assert row is not None
    assert row.bits == bits


@pytest.mark.parametrize("text", ["4-bit", "INT4", "FP8", "W4A16", "FP16", "in Q4 of 2024", "hawq", "GPTQ"])
def test_a_bare_width_is_no_name(text: str) -> None:
    assert named_format(text) == ""


def test_small_models_in_narrow_types_take_more_than_large_ones() -> None:
    row = find_format("IQ2_XXS")
    assert row is not None
    assert (row.bits, row.small) == (2.06, 2.38)


def test_what_is_no_name_has_no_said_width() -> None:
    with pytest.raises(BadValue, match="format = 'INT4': must be the name of a number format, like Q4_K_M or NVFP4"):
        said_bits("INT4")


@pytest.mark.parametrize(
    ("name", "bits", "small"),
    [
        # llama.cpp's README for a model of 8B; the smaller width is that of most weights, in quantize.cpp
        ("Q2_K_S", 2.97, 0.0), ("Q2_K", 3.16, 0.0), ("IQ1_M", 1.75, 2.15), ("IQ1_S", 1.56, 2.0), ("IQ2_XS", 2.31, 2.59),
        ("IQ2_S", 2.5, 2.74), ("IQ2_M", 2.7, 2.93), ("IQ2_XXS", 2.06, 2.38), ("IQ3_XS", 3.3, 3.5), ("IQ3_S", 3.44, 3.66),
        ("IQ3_M", 3.66, 3.76), ("IQ3_XXS", 3.06, 3.25), ("Q3_K_S", 3.64, 0.0), ("Q3_K_L", 4.3, 0.0), ("Q3_K_M", 4.0, 0.0),
        ("Q4_0", 4.66, 0.0), ("Q4_1", 5.11, 0.0), ("IQ4_XS", 4.46, 0.0), ("Q4_K_S", 4.67, 0.0), ("Q4_K_M", 4.89, 0.0),
        ("Q5_K_S", 5.57, 0.0), ("Q5_1", 6.05, 0.0), ("Q5_K_M", 5.7, 0.0), ("Q6_K", 6.56, 0.0), ("Q8_0", 8.5, 0.0),
        # blocks of 32 with a scale of eight bits, and of 16
        ("MXFP4", 4.25, 0.0), ("MXFP6", 6.25, 0.0), ("MXFP8", 8.25, 0.0), ("NVFP4", 4.5, 0.0),
        ("QuaRot", 4.01, 0.0),
    ],
)  # fmt: skip
def test_bits_of_each_type(name: str, bits: float, small: float) -> None:
    row = find_format(name)
    assert row is not None
    assert (row.bits, row.small) == (bits, small)


@pytest.mark.parametrize(
    ("name", "operands", "also"),
    [
        ("MXFP6", "fp8", "fp4"), ("MXFP4", "fp4", None), ("MXFP8", "fp8", None), ("QServe", "int8", "fp8"), ("FP8", "fp8", None),
        ("W8A8", "int8", "fp8"), ("W16A16", "fp16", None), ("AWQ", "fp16", None), ("QuaRot", "int4", None),
    ],
)  # fmt: skip
def test_what_a_format_multiplies(name: str, operands: str, also: str | None) -> None:
    row = find_format(name)
    assert row is not None
    assert (row.operands, row.also) == (operands, also)


@pytest.mark.parametrize("bits", [1.0, 4.25, 32.0])
def test_bits_that_a_number_can_have(bits: float) -> None:
    assert check_bits("weight_bits", bits) == bits


@pytest.mark.parametrize("bits", [0.99, 32.01, 0.0, -4.0])
def test_bits_that_no_number_has(bits: float) -> None:
    with pytest.raises(BadValue, match=r"weight_bits = .*: must be 1 to 32"):
        check_bits("weight_bits", bits)


def test_a_chip_whose_peaks_are_unknown_multiplies_in_no_known_type() -> None:
    chip = find_hardware("Gaudi")
    assert usual_operands(chip, None, 4.0) == (None, "")
    assert usual_operands(chip, find_format("FP8"), 8.0) == (None, "")
    assert usual_operands(chip, find_format("AWQ"), 4.0) == (None, "")


@pytest.mark.parametrize(
    ("chip", "bits", "types"),
    [
        ("B200", 5.0, ("fp4",)), ("B200", 5.1, ("fp8", "int8")), ("B200", 10.0, ("fp8", "int8")), ("B200", 10.1, ("fp16",)),
        ("H100", 4.0, ()), ("Gaudi", 16.0, ()),
    ],
)  # fmt: skip
def test_the_types_of_a_width(chip: str, bits: float, types: tuple[str, ...]) -> None:
    assert narrow_types(find_hardware(chip), bits) == types


@pytest.mark.parametrize(
    ("chip", "bits", "operands"),
    [("GB300", 8.0, "fp8"), ("B200", 4.0, "fp4"), ("B200", 16.0, "fp16"), ("Gaudi", 16.0, None), ("Gaudi", 10.1, None)],
)
def test_the_fastest_type_of_a_stated_width(chip: str, bits: float, operands: str | None) -> None:
    assert stated_operands(find_hardware(chip), bits) == operands


def test_ten_bits_are_eight_and_two_more() -> None:
    with pytest.raises(MissingCatalogValue):
        stated_operands(find_hardware("Gaudi"), 10.0)


@pytest.mark.parametrize(("bits", "operands"), [(5.0, "fp4"), (5.1, "fp8"), (10.0, "fp8"), (10.1, "fp16")])
def test_the_fastest_type_that_a_width_without_a_format_allows(bits: float, operands: str) -> None:
    assert usual_operands(find_hardware("GB300"), None, bits) == (operands, "")


@pytest.mark.parametrize(
    ("text", "name", "source"),
    [
        ("W16A16", "FP16", None),
        ("AWQ W4A8", "W4A8", "groups of 128 with a 16-bit scale"),
        ("W6A6", "W6A6", "scale for a channel: under 0.01 bit"),
        ("W4A8 g64", "W4A8", "groups of 64 with a 16-bit scale"),
    ],
)
def test_widths_of_both_operands(text: str, name: str, source: str | None) -> None:
    row = find_format(text)
    assert row is not None
    assert row.name == name
    assert source in (None, row.source)


def test_matrix_units_of_one_maker_are_counted() -> None:
    """36 FLOP for each byte, and 3.1 times as many with a matrix unit in each core."""
    bare = replace(find_hardware("H100"), fp16=None, fp8=None, int8=None, fp4=None, kind="apple", bandwidth=100e9)
    for vendor, name, peak in (("Apple", "M5", 11.16e12), ("Apple", "M4", 3.6e12), ("Other", "M5", 3.6e12)):
        assert usual_peak16(replace(bare, vendor=vendor, name=name))[0] == pytest.approx(peak)


@pytest.mark.parametrize(
    ("text", "name", "bits", "operands", "also"),
    [
        # 16 bits of scale for each 128 weights, or for as many as are said
        ("HQQ", "HQQ", 4.125, "fp16", None),
        ("INT8 weight-only", "INT8 weight-only", 8.125, "fp16", None),
        ("int8 weight-only g64", "INT8 g64", 8.25, "fp16", None),
        ("int8 weight only per-channel", "INT8 weight-only", 8.0, "fp16", None),
        ("int4", "INT4 weight-only", 4.125, "fp16", None),
        ("2-bit g64", "INT2 g64", 2.25, "fp16", None),
        ("SmoothQuant g64", "INT8 g64", 8.25, "int8", None),
        # none is added to these
        ("2-bit", "INT2", 2.0, "fp16", None),
        ("EXL2", "EXL", 4.125, "fp16", None),
        ("EXL3 3.5bpw", "EXL 3.5bpw", 3.5, "fp16", None),
        ("AQLM", "codes", 2.0, "fp16", None),
        ("AQLM 3-bit", "codes INT3", 3.0, "fp16", None),
        ("VPTQ 2-bit g64", "codes INT2 g64", 2.25, "fp16", None),
        ("QServe", "W4A8", 4.125, "int8", "fp8"),
        ("8-bit", "W8A8", 8.0, "int8", "fp8"),
        ("INT8", "INT8", 8.0, "int8", None),
    ],
)
def test_families_with_a_width_or_a_group_beside_them(
    text: str, name: str, bits: float, operands: str, also: str | None
) -> None:
    row = find_format(text)
    assert row is not None
    assert (row.name, row.bits, row.operands, row.also) == (name, bits, operands, also)
