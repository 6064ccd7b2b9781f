"""The region of a factor: which points of the grid are in it, and where each of them stands."""

import numpy as np

from estimator import Statement
from estimator.verdicts.case import read
from estimator.verdicts.compare import largest, point, region

MEDUSA = Statement(technique="medusa-heads", model=("Llama-2-7B",), hardware=("RTX 4090",), params={"batch": [1, 64]})


def test_points_that_do_not_fit_are_left_out_and_the_others_keep_their_coordinates() -> None:
    case = read(MEDUSA)
    found = region(case, case.places[0], "step")

    assert found.shape == (3, 2, 24)  # batches, contexts, draft lengths x accepted shares
    assert sorted({round(n) for n in found.at("batch").tolist()}) == [
        1,
        8,
    ]  # a 4090 has no room for the caches of 64 sequences
    assert [round(found.here(at)["batch"]) for at in (0, found.bound.size - 1)] == [1, 8]
    assert found.here(30) == {name: float(found.at(name)[30]) for name in found.grid}


def test_a_number_of_the_grid_is_the_one_that_stands_at_the_point() -> None:
    case = read(MEDUSA)
    found = region(case, case.places[0], "step")
    whole = np.broadcast_to(np.asarray(found.before.floor), found.shape).ravel()[found.inside]

    assert [point(found.before.floor, found, at) for at in (0, 17, 60)] == [float(whole[at]) for at in (0, 17, 60)]


def test_where_nothing_fits_every_point_counts_and_is_said_not_to_fit() -> None:
    case = read(Statement(technique="medusa-heads", model=("Llama-2-70B",), hardware=("RTX 4090",), n_devices=1))
    found = region(case, case.places[0], "step")

    assert found.misfit == "does not fit"
    assert found.bound.size == np.prod(found.shape)


def test_the_largest_factor_alone_is_that_of_the_whole_region_without_a_limit() -> None:
    case = read(MEDUSA)
    whole = region(case, case.places[0], "step", limit=False)

    assert np.array_equal(largest(case, case.places[0], "step"), whole.bound)
    assert whole.bound.max() > 3.0
