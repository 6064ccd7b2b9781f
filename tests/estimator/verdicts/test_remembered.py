"""Claims that differ in their factor alone share what is possible, and no others do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from estimator import Quantity, Statement
from estimator.verdicts.case import read
from estimator.verdicts.compare import Region, region
from estimator.verdicts.remembered import forget

MEDUSA = Statement(technique="medusa-heads", model=("Llama-2-7B",), hardware=("RTX 4090",), params={"batch": [1, 64]})


def of(**more: Any) -> Region:
    case = read(replace(MEDUSA, **more))
    return region(case, case.places[0], "step")


def test_the_factor_alone_makes_no_difference() -> None:
    first = of(factor_low=2.0, factor_high=2.0)
    assert of(factor_low=3.0, factor_high=3.6, qualifier="up-to") is first


@pytest.mark.parametrize(
    "more",
    [
        {"params": {"batch": [1, 32]}},
        {"baseline": "Hugging Face"},
        {"hints": frozenset({"single-user"})},
        {"model": ("Llama-2-13B",)},
        {"n_devices": 2},
        {"factor_low": None, "factor_high": None, "absolute": Quantity(90.0, "tokens/s")},
    ],
    ids=lambda more: next(iter(more)),
)
def test_whatever_else_is_said_does(more: dict[str, Any]) -> None:
    first = of(factor_low=2.0, factor_high=2.0)
    assert of(**({"factor_low": 2.0, "factor_high": 2.0} | more)) is not first


def test_a_way_of_measuring_is_a_question_of_its_own() -> None:
    case = read(replace(MEDUSA, factor_low=2.0, factor_high=2.0))
    assert region(case, case.places[0], "prompt") is not region(case, case.places[0], "step")
    assert region(case, case.places[0], "step", limit=False) is not region(case, case.places[0], "step")


def test_what_is_forgotten_is_worked_out_again() -> None:
    first = of(factor_low=2.0, factor_high=2.0)
    forget()
    assert of(factor_low=2.0, factor_high=2.0) is not first
