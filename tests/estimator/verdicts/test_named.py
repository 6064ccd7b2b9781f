"""Formats by name in verdicts: what is read is the catalog's, what is said is the text's."""

from typing import Any

import pytest

from estimator import Statement, claim_statement, judge
from estimator.formats import said_bits
from estimator.verdicts.case import read

GGUF = "llama.cpp, tools/quantize/README.md: bits a weight of Llama-3.1-8B"


def claim(formats: dict[str, str], technique: str = "weight-only-quantization", **params: Any) -> Statement:
    return Statement(
        technique=technique,
        metric="decode",
        factor_low=3.0,
        factor_high=3.0,
        hardware=("RTX-4090",),
        n_devices=1,
        model=("Llama-3.1-8B",),
        params=params,
        formats=formats,
    )


def test_the_bits_of_a_named_format_are_those_of_its_row_and_the_catalog_is_where_they_come_from() -> None:
    case = read(claim({"weight_bits": "Q4_K_M"}, weight_bits=4, batch=1))
    assert case.params["weight_bits"] == (4.89, 4.89)
    assert case.inputs["weight_bits"] == (4.89, "catalog")
    assert case.notes == (f"Q4_K_M: 4.89 bits a weight ({GGUF})",)


def test_the_ceiling_counts_scales() -> None:
    """7.505e9 weights: 15.01 GB before, 4.59 GB in Q4_K_M and 3.87 in groups of 128; 67 MB of cache at 512 tokens on both sides.

    (15.01 + 0.067) / (4.588 + 0.067) = 3.239; (15.01 + 0.067) / (3.870 + 0.067) = 3.830
    """
    named = judge(claim({"weight_bits": "Q4_K_M"}, weight_bits=4, batch=1, context_len=512))
    plain = judge(claim({}, weight_bits=4, batch=1, context_len=512))
    assert named.ceiling == pytest.approx(3.239, abs=0.002)
    assert plain.ceiling == pytest.approx(3.830, abs=0.002)


@pytest.mark.parametrize(
    ("formats", "params", "widths"),
    [
        ({"weight_bits": "Q4_K_M", "weight_bits_before": "Q8_0"}, {"weight_bits": 4, "weight_bits_before": 8}, (4.89, 8.5)),
        ({"weight_bits": "MXFP4"}, {"weight_bits": 4, "weight_bits_before": 16}, (4.25, 16.0)),
        ({"technique": "AWQ"}, {"weight_bits": 4, "weight_bits_before": 16}, (4.156, 16.0)),
        ({"technique": "AWQ"}, {"weight_bits": 4, "group_size": 32, "weight_bits_before": 16}, (4.5, 16.0)),
        ({"weight_bits": "Q4_K_M"}, {"weight_bits": 4.83, "weight_bits_before": 16}, (4.83, 16.0)),  # as measured
        ({"technique": "AWQ"}, {"weight_bits": 3, "weight_bits_before": 16}, (3.0, 16.0)),  # not the usual width
    ],
)  # fmt: skip
def test_each_side_has_the_format_that_is_named_for_it(
    formats: dict[str, str], params: dict[str, Any], widths: tuple[float, float]
) -> None:
    found = read(claim(formats, **params)).params
    assert (found["weight_bits"][-1], found["weight_bits_before"][-1]) == widths


def test_a_range_of_bits_is_left_to_formats_that_differ_with_the_model() -> None:
    assert read(claim({"weight_bits": "IQ2_XXS"}, weight_bits=2)).params["weight_bits"] == (2.06, 2.38)


@pytest.mark.parametrize(
    ("name", "weights", "operands"), [("SmoothQuant", (8.0, 8.0), (8.0, 8.0)), ("QuaRot", (4.01, 4.01), (4.0, 4.0))]
)
def test_a_method_that_is_known_for_one_width_gives_it(
    name: str, weights: tuple[float, float], operands: tuple[float, float]
) -> None:
    case = read(claim({"technique": name}, technique="weight-activation-quantization"))
    assert (case.params["weight_bits"], case.params["act_bits"]) == (weights, operands)
    assert {case.inputs[key][1] for key in ("weight_bits", "act_bits")} == {"catalog"}
    method = "INT8" if name == "SmoothQuant" else "W4A4"
    assert case.notes[-1] == f"{method} multiplies operands of {operands[0]:g} bits"


def test_a_method_that_only_the_text_around_names_gives_no_width() -> None:
    around = claim({"technique": "AWQ"})
    around = Statement(
        **{name: getattr(around, name) for name in Statement.__slots__} | {"inherited": frozenset({"technique"})}
    )
    assert "weight_bits" not in read(around).params


def test_a_format_of_the_cache_is_not_that_of_the_weights() -> None:
    case = read(claim({"technique": "Q8_0"}, technique="kv-cache-quantization", kv_bits=8))
    assert "weight_bits" not in case.params


def test_four_bit_integers_have_no_blocks_of_sixteen() -> None:
    """W4A4 by integer units: 4 bits and a scale for each group. FP4 units multiply blocks of 16, with half a bit of scale."""
    integer = judge(
        claim({}, technique="weight-activation-quantization", weight_bits=4, act_bits=4, batch=1, context_len=512)
    )
    assert integer.after is not None
    assert integer.after.bytes["weights"] == pytest.approx(7.505e9 * 4.125 / 8, rel=1e-3)


def test_a_sheet_names_the_format_in_its_technique_or_in_a_column() -> None:
    row = {"technique": "GGUF Q4_K_M", "metric": "decode", "factor_high": 3, "model": "Llama-3.1-8B", "weight_bits": 4}
    assert claim_statement(row).formats == {"technique": "Q4_K_M"}
    column = {**row, "technique": "weight-only-quantization", "weight_format": "Q5_K_S", "weight_bits": 5}
    assert claim_statement(column).formats == {"weight_bits": "Q5_K_S"}
    assert read(claim_statement(column)).params["weight_bits"] == (5.57, 5.57)


@pytest.mark.parametrize(("name", "operands"), [("MXFP8", 8.0), ("NVFP4", 4.0), ("AWQ", 16.0)])
def test_operands_of_a_named_format_where_none_are_stated(name: str, operands: float) -> None:
    case = read(claim({"technique": name}, technique="weight-activation-quantization", weight_bits=said_bits(name)))
    assert case.params["act_bits"] == (operands, operands)


def test_a_group_is_added_to_formats_that_have_one() -> None:
    """Four bits and a scale of sixteen for each 64; MXFP4 has blocks of its own."""
    assert read(claim({"weight_bits": "AWQ"}, weight_bits=4, group_size=64)).params["weight_bits"] == (4.25, 4.25)
    assert read(claim({"weight_bits": "AWQ"}, weight_bits=4, group_size=[64, 128])).params["weight_bits"] == (
        4.25,
        4.25,
    )
    assert read(claim({"weight_bits": "MXFP4"}, weight_bits=4, group_size=64)).params["weight_bits"] == (4.25, 4.25)


@pytest.mark.parametrize(
    ("formats", "params", "name"),
    [
        ({"weight_bits": "Q4_K_M"}, {"weight_bits": 4}, "Q4_K_M"),
        ({"weight_bits_before": "Q8_0"}, {"weight_bits": 4, "weight_bits_before": 8}, None),  # of the new side only
        ({}, {"weight_bits": 4}, None),
    ],
)
def test_a_case_keeps_the_format_of_the_new_side(
    formats: dict[str, str], params: dict[str, Any], name: str | None
) -> None:
    found = read(claim(formats, **params)).weights
    assert (found and found.name) == name
