"""Memory: what fits beside the weights depends on how full the memory was."""

from dataclasses import replace

import pytest

from estimator import Quantity, Statement, judge

ROOM = Statement(
    technique="weight-only-quantization",
    metric="memory",
    factor_low=1.9,
    factor_high=1.9,
    hardware=("RTX 4090",),
    n_devices=1,
    model=("Llama-2-7B",),
    params={"weight_bits": 4},
    hints=frozenset({"more-fit"}),
)


def test_narrow_weights_leave_room_by_how_full_the_memory_was() -> None:
    """13.48 GB become 3.47 of 24: (24 - 3.47) / (24 - 13.48) = 1.95, and of 20.4 that an engine may leave at least 2.45."""
    verdict = judge(ROOM)
    assert (verdict.verdict, verdict.limiter) == ("plausible", ("capacity", "capacity"))
    assert verdict.expected == pytest.approx((1.95, 2.45), abs=0.01)
    assert verdict.ceiling == pytest.approx(2.45, abs=0.01)


@pytest.mark.parametrize(("claimed", "word"), [(2.3, "conditional"), (2.6, "conditional"), (2.8, "implausible")])
def test_more_room_than_the_memory_has_cannot_be(claimed: float, word: str) -> None:
    assert judge(replace(ROOM, factor_low=claimed, factor_high=claimed)).verdict == word


def test_weights_that_hardly_fitted_leave_room_for_many_times_as_much() -> None:
    """70.55e9 x 2 bytes are 70.6 GB on each of two cards of 80: 9.4 GB of cache become 61.8, although weights shrink 3.9x."""
    verdict = judge(
        replace(ROOM, hardware=("H100",), n_devices=2, model=("Llama-3.1-70B",), factor_low=5.0, factor_high=5.0)
    )
    assert verdict.verdict == "plausible"


def test_without_a_place_the_share_that_the_weights_took_is_the_condition() -> None:
    """2 = (1 - w/2) / (1 - w) for w = 2/3."""
    eight = replace(
        ROOM, hardware=(), model=(), n_devices=None, factor_low=2.0, factor_high=2.0, params={"weight_bits": 8}
    )
    verdict = judge(eight)
    assert verdict.verdict == "conditional"
    assert verdict.requires == ("weights that took at least 67 % of the memory before",)


def test_the_weights_themselves_shrink_by_their_ratio() -> None:
    verdict = judge(replace(ROOM, hints=frozenset(), factor_low=5.0, factor_high=5.0))
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(16 / 4.125, rel=1e-6)


def test_weights_and_cache_together_are_their_sum() -> None:
    """8.03e9 x 2 bytes and 4,096 x 131,072 are 16.06 + 0.54 GB: 12 GB hold either of them, and not both."""
    both = Statement(
        kind="measurement",
        metric="memory",
        absolute=Quantity(12, "GB"),
        model=("Llama-3.1-8B",),
        params={"weight_bits": 16, "context_len": 4096},
        hints=frozenset({"whole-memory"}),
    )
    verdict = judge(both)
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(16.6, abs=0.01)
    assert judge(replace(both, absolute=Quantity(18, "GB"))).verdict == "plausible"
    assert judge(replace(both, hints=frozenset())).verdict == "plausible"
