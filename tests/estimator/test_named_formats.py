"""Names of number formats in a text, and the width that a reader takes each for."""

import pytest

from estimator import BadValue, named_format
from estimator.formats import find_format, said_bits


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
