"""What a person's question may not say of itself."""

from __future__ import annotations

import math
from typing import Any

import pytest

from estimator import BadValue, estimate
from estimator.options import Options
from estimator.run import prepare


@pytest.mark.parametrize(
    ("model", "hardware", "stated", "said"),
    [
        ("Mixtral-8x7B", "H100", {"devices": 16, "ep": 16}, "at most the 8 experts of Mixtral-8x7B"),
        ("Mixtral-8x7B", "H100", {"devices": 4, "ep": 8}, "at most the 4 devices"),
        ("Llama-3.1-8B", "H100", {"devices": 4, "ep": 4}, "left out: Llama-3.1-8B has no experts"),
        ("Llama-3.1-8B", "H100", {"devices": 64, "pp": 33}, "at most the 32 layers of Llama-3.1-8B"),
        ("Llama-3.1-8B", "8xH100", {"devices": 4}, "8, as the hardware's name says, or left out"),
        ("Llama-3.1-8B", "8xH100", {"tp": 16}, "at most the 8 devices"),
        ("Llama-3.1-8B", "H100", {"weight_format": "AWQ", "weight_bits": 8}, "of AWQ, or left out"),
        ("Llama-3.1-8B", "H100", {"weight_format": "AWQ", "weight_bits": 6}, "about the 4.156 of AWQ"),  # 1.44 times
        ("Llama-3.1-8B", "H100", {"weight_format": "AWQ", "weight_bits": 3}, "about the 4.156 of AWQ"),
        ("Llama-3.1-8B", "H100", {"tp": 0}, "above 0"),
        ("Llama-3.1-8B", "H100", {"devices": math.inf}, "above 0"),
    ],
)
def test_a_question_that_contradicts_itself_is_refused(
    model: str, hardware: str, stated: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadValue, match=said):
        estimate(model, hardware, **stated)


@pytest.mark.parametrize(
    ("model", "hardware", "stated"),
    [
        ("Mixtral-8x7B", "H100", {"devices": 8, "ep": 8}),
        ("Llama-3.1-8B", "H100", {"devices": 4, "ep": 1}),
        ("Llama-3.1-8B", "H100", {"devices": 32, "pp": 32}),
        ("Llama-3.1-8B", "8xH100", {"devices": 8, "tp": 8}),
        ("Llama-3.1-8B", "DGX H100", {"devices": 4}),  # a part of a machine
        ("Llama-3.1-8B", "H100", {"weight_format": "AWQ", "weight_bits": 4.125}),
        ("Llama-3.1-8B", "MI250X", {"devices": 0.5, "tp": 1}),  # one of its two dies
    ],
)
def test_what_can_be_is_answered(model: str, hardware: str, stated: dict[str, Any]) -> None:
    assert float(estimate(model, hardware, **stated).t_floor_s) > 0.0


def test_columns_of_a_sheet_may_be_of_different_origin() -> None:
    assert prepare("Llama-3.1-8B", "8xH100", Options(devices=4, bound_gaps=True)).inputs["devices"][0] == 4.0
