"""For each unknown the values at which a claim holds, between the points that are tried."""

from __future__ import annotations

from math import isnan, sqrt
from typing import Any

import numpy as np
import pytest

from estimator import Statement
from estimator.verdicts.case import Case, read
from estimator.verdicts.compare import Region, region
from estimator.verdicts.inverse import _LINES, along, crossing, inverse, never

VALUES = np.array([1.0, 2.0, 4.0, 8.0])


@pytest.mark.parametrize(
    ("factors", "claimed", "interval"),
    [
        ([1.0, 2.0, 3.0, 4.0], 2.0, (2.0, None)),
        ([1.0, 2.0, 3.0, 4.0], sqrt(6), (sqrt(8), None)),  # in the middle of 2 and 3, so of 2 and 4, in the logarithm
        ([4.0, 3.0, 2.0, 1.0], sqrt(6), (None, sqrt(8))),
        ([1.0, 2.0, 2.0, 1.0], 2.0, (2.0, 4.0)),  # reached just so
        ([1.0, 4.0, 4.0, 1.0], 2.0, (sqrt(2), sqrt(32))),
        ([2.0, 1.0, 1.0, 2.0], 2.0, (None, None)),
        ([2.0, 2.0, 2.0, 2.0], 2.0, (None, None)),
    ],
)
def test_the_values_that_reach_a_claim(
    factors: list[float], claimed: float, interval: tuple[float | None, float | None]
) -> None:
    found = crossing(VALUES, np.array(factors), claimed)
    assert found == tuple(None if end is None else pytest.approx(end) for end in interval)
    assert not never(found)


def test_a_claim_that_no_value_reaches() -> None:
    found = crossing(VALUES, np.array([1.0, 1.5, 1.9, 1.0]), 2.0)
    assert never(found)
    assert all(end is not None and isnan(end) for end in found)


def here(technique: str, metric: str, mode: Any, chip: str = "H100", **params: Any) -> tuple[Case, Region]:
    case = read(
        Statement(
            technique=technique, metric=metric, model=("Llama-3.1-8B",), hardware=(chip,), n_devices=1, params=params
        )  # type: ignore[arg-type]
    )
    return case, region(case, case.places[0], mode)


def test_tokens_that_are_stated_of_a_step_of_diffusion_do_not_stay_where_others_are_tried() -> None:
    case, found = here("diffusion-decoding", "decode", "step", tokens_per_step=2, batch=1, context_len=1024)
    factors = along(case, found, "step", "acceptance_len", (1.0, 2.0, 4.0), found.here(0), 1.0)
    assert factors.tolist() == pytest.approx([1.0, 2.0, 4.0], rel=1e-3)


def test_activations_stay_as_wide_as_they_were_where_other_widths_of_weights_are_tried() -> None:
    """Four bits are multiplied at four times the rate of sixteen, and so they are beside wider weights."""
    case, found = here(
        "weight-activation-quantization", "prefill", "prompt", "B200", weight_bits=4, input_len=16384, batch=1
    )
    factors = along(case, found, "prompt", "weight_bits", (4.0, 6.0, 8.0), found.here(0), 1.0)
    assert factors.tolist() == pytest.approx([4.0, 4.0, 4.0], rel=1e-3)


def test_no_more_tokens_are_tried_than_a_draft_yields() -> None:
    """Four drafted tokens yield five, and what 4.9 of them give is nearly the most; more is never tried."""
    case, found = here("ngram-speculation", "decode", "step", draft_len=4, batch=1, context_len=1024)
    most = float(found.bound.max())
    low, high = inverse(case, found, "step", most * 4.9 / 5, 1.0)["acceptance_len"]
    assert (low, high) == (pytest.approx(4.9, rel=1e-3), None)
    assert never(inverse(case, found, "step", most * 1.01, 1.0)["acceptance_len"])


def test_a_batch_is_only_tried_where_steps_are() -> None:
    case, found = here("weight-only-quantization", "prefill", "prompt", weight_bits=4)
    assert set(inverse(case, found, "prompt", 1.5, 1.0)) == {"input_len", "weight_bits"}


def test_the_ends_between_which_an_unknown_is_tried() -> None:
    """From what hardly does anything to the most that can be: a bit and more, all of a cache, a rack of devices."""
    assert _LINES == {
        "batch": (1, 512), "context_len": (128, 2**20), "input_len": (128, 2**20), "weight_bits": (1.01, 16),
        "kv_bits": (1.01, 16), "n_kv_heads": (1, 128), "window": (64, 2**17), "sparsity": (0.01, 0.999),
        "hit_rate": (0.01, 0.999), "prompt_kept": (0.001, 1), "devices": (1, 64), "acceptance_len": (1, 64),
        "on_host": (0.001, 1), "host_s": (1e-5, 0.1), "recomputed": (16, 2**17), "block": (1, 1024), "forced": (0.01, 0.98),
        "useful": (0.01, 1), "waste": (0.01, 0.98), "idle": (1, 128), "exchange_s": (1e-6, 1e-3), "batch_before": (1, 512),
        "comm_bits": (1, 16),
    }  # fmt: skip
