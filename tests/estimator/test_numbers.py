"""Numbers that may be scalars or arrays."""

import numpy as np

from estimator.numbers import least, most, number, power, where
from estimator.units import GB, GIB, TERA


def test_plain_floats_stay_plain_and_arrays_stay_arrays() -> None:
    values = np.array([1.0, 3.0])
    assert (least(1.0, 2.0), most(1.0, 2.0), power(2.0, 3.0)) == (1.0, 2.0, 8.0)
    assert (least(values, 2.0).tolist(), most(values, 2.0).tolist()) == ([1.0, 2.0], [2.0, 3.0])  # type: ignore[union-attr]
    for plain in (where(True, 1.0, 2.0), where(False, 1.0, 2.0), power(2.0, 3.0), number(np.array(4))):
        assert type(plain) is float
    assert where(True, 1.0, 2.0) == 1.0
    assert where(values > 2.0, 5.0, 6.0).tolist() == [6.0, 5.0]  # type: ignore[union-attr]


def test_whole_numbers_become_floats() -> None:
    found = number([1, 2])
    assert isinstance(found, np.ndarray)
    assert (found.dtype, found.tolist()) == (np.float64, [1.0, 2.0])
    assert type(number(3)) is float


def test_giga_and_tera_are_powers_of_ten_and_a_gib_is_one_of_two() -> None:
    assert (GB, TERA, GIB) == (1_000_000_000, 1_000_000_000_000, 1_073_741_824)


def test_a_square_has_the_same_last_bit_alone_and_in_a_grid() -> None:
    bases = np.linspace(0.001, 0.999, 997)
    alone = [power(float(base), 2.0) for base in bases]
    assert alone == power(bases, np.full(997, 2.0)).tolist()  # type: ignore[union-attr]
    assert alone == [power(float(base), np.array([[2.0]]))[0, 0] for base in bases]  # type: ignore[index]
