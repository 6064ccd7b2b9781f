"""Where over batch and context an optimisation helps."""

import numpy as np
import pytest

from estimator import Statement, judge, speedup_map
from estimator.verdicts.maps import _crossings

BATCHES = [1, 4, 16, 64, 128, 256, 512]
CONTEXTS = [512, 2048, 8192, 32768]
DRAFT = Statement(
    technique="speculative-decoding",
    metric="decode",
    hardware=("H100",),
    n_devices=4,
    model=("Llama-3.1-70B",),
    params={"draft_len": 4, "acceptance_len": 3, "draft_model": "Llama-3.1-8B"},
)


def test_speculation_helps_at_small_batch_and_hurts_where_the_verification_waits_for_compute() -> None:
    found = speedup_map(DRAFT, BATCHES, CONTEXTS)
    assert found is not None
    assert found.middle.shape == (7, 4)
    assert found.middle[0, 0] > 1.03
    assert found.middle[-1, 0] < 0.97
    context, batch = found.break_even[0]
    assert context == 512
    assert batch is not None
    assert 128 < batch < 256
    fast, slow = np.log(found.middle[4, 0]), -np.log(found.middle[5, 0])  # at 128 and at 256
    assert batch == pytest.approx(128 * 2 ** (fast / (fast + slow)))


def test_the_break_even_moves_up_with_the_context() -> None:
    found = speedup_map(DRAFT, BATCHES, CONTEXTS)
    assert found is not None
    short, middle = found.break_even[0][1], found.break_even[1][1]
    assert short is not None
    assert middle is not None
    assert middle > short


def test_what_does_not_fit_is_marked() -> None:
    found = speedup_map(DRAFT, BATCHES, CONTEXTS)
    assert found is not None
    assert found.fits[0].all()
    assert not found.fits[-1, -1]


def test_four_bit_weights_stop_helping_where_the_step_waits_for_compute() -> None:
    statement = Statement(
        technique="weight-only-quantization",
        hardware=("A100",),
        n_devices=1,
        model=("Llama-3.1-8B",),
        params={"weight_bits": 4},
    )
    found = speedup_map(statement, np.geomspace(1, 512, 10), np.geomspace(128, 1024, 4))
    assert found is not None
    assert found.middle[0, 0] > 2.5
    assert found.middle[-1, 0] == pytest.approx(1.0, abs=0.05)
    compute = found.compute_bound[0][1]
    assert compute is not None
    assert 150 < compute < 200  # 312 TFLOPS over 2 FLOP a weight byte pair and 2,039 GB/s


def test_no_mechanism_gives_no_map() -> None:
    assert speedup_map(Statement(technique="scheduling"), BATCHES, CONTEXTS) is None


@pytest.mark.parametrize(
    "statement",
    [
        Statement(technique="weight-only-quantization", factor_low=3.0, factor_high=3.0, params={"weight_bits": 4}),
        Statement(technique="eagle", metric="decode", factor_low=2.0, factor_high=2.0, model=("Llama-3.1-8B",)),
        Statement(technique="kv-cache-quantization", metric="throughput", factor_low=1.5, factor_high=1.5, n_devices=2),
    ],
)
def test_the_map_is_of_the_place_that_the_verdict_speaks_of(statement: Statement) -> None:
    found = speedup_map(statement, BATCHES, CONTEXTS)
    assert found is not None
    assert judge(statement).derivation[0].startswith(f"Place: {found.place},")


def test_a_line_crosses_one_between_its_neighbours() -> None:
    """In the logarithm: from a half to two in the middle of 4 and 16, which is 8."""
    batches, contexts = np.array([1.0, 4.0, 16.0]), np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    columns = ([0.5, 0.5, 2.0], [0.5, 2.0, 4.0], [0.5, 1.0, 2.0], [1.0, 1.0, 1.0], [1.2, 0.8, 3.0], [0.5, 0.6, 0.7])
    found = _crossings(batches, contexts, np.array(columns).T)
    assert [context for context, _ in found] == contexts.tolist()
    assert [batch for _, batch in found] == [pytest.approx(8.0), pytest.approx(2.0), pytest.approx(4.0), 1.0, 1.0, None]


@pytest.mark.parametrize(
    ("technique", "params", "batches", "fits"),
    [
        # 16.06 GB leave 7.94 of 24, 118 times 67.1 MB and 59 times 134.2; in four bits there would be room for 295
        (
            "weight-only-quantization",
            {"weight_bits": 4},
            [64, 118, 119],
            [[True, False], [True, False], [False, False]],
        ),
        # reserved caches of which a fifth is used hold 24 sequences, and those with 70 % hold 82
        ("paged-kv-cache", {}, [24, 25, 64], [[True, False], [False, False], [False, False]]),
    ],
)
def test_a_point_fits_where_both_sides_do_whatever_is_open(
    technique: str, params: dict[str, float], batches: list[float], fits: list[list[bool]]
) -> None:
    here = {"hardware": ("RTX 4090",), "n_devices": 1, "model": ("Llama-3.1-8B",)}
    found = speedup_map(
        Statement(technique=technique, metric="throughput", params=params, **here), batches, [512, 1024, 2048]
    )  # type: ignore[arg-type]
    assert found is not None
    assert found.fits[:, :2].tolist() == fits
