"""Numbers and phrases as people write them."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from estimator.verdicts import words


@pytest.mark.parametrize(
    ("says", "values", "wanted"),
    [
        (words.figure, (0.0,), "0"),
        (words.figure, (math.inf,), "unlimited"),
        (words.figure, (0.04183,), "0.0418"),
        (words.figure, (3.0,), "3"),
        (words.figure, (137.2,), "137"),
        (words.figure, (61_432.0,), "61,400"),
        (words.figure, (0.0456, 2,), "0.046"),
        (words.factor, (1.0,), "1.00x"),
        (words.factor, (1.002,), "1.002x"),
        (words.factor, (1.01,), "1.01x"),
        (words.factor, (1.996,), "2.00x"),
        (words.factor, (2.0,), "2.0x"),
        (words.factor, (9.96,), "10.0x"),
        (words.factor, (10.0,), "10x"),
        (words.factor, (137.4,), "137x"),
        (words.factor, (999_000.0,), "999000x"),
        (words.factor, (1e6,), "any number of times"),
        (words.size, (1.9e12,), "1,900 GB"),
        (words.size, (2e12,), "2 TB"),
        (words.size, (140e9,), "140 GB"),
        (words.size, (1e9,), "1 GB"),
        (words.size, (37.7e6,), "37.7 MB"),
        (words.size, (1e6,), "1 MB"),
        (words.size, (70_272.0,), "70.3 kB"),
        (words.size, (1e3,), "1 kB"),
        (words.size, (64.0,), "64 bytes"),
        (words.time, (1.0,), "1 s"),
        (words.time, (2.5,), "2.5 s"),
        (words.time, (1e-3,), "1 ms"),
        (words.time, (41.8e-3,), "41.8 ms"),
        (words.time, (9e-6,), "9 us"),
        (words.share, (0.005,), "0.5 %"),
        (words.share, (0.256,), "26 %"),
        (words.tokens, (512.0,), "512"),
        (words.tokens, (1024.0,), "1K"),
        (words.tokens, (8192.0,), "8K"),
        (words.tokens, (1_048_576.0,), "1M"),
        (words.tokens, (1_572_864.0,), "1536K"),
        (words.tokens, (2_097_152.0,), "2M"),
        (words.tokens, (1500.0,), "1,500"),
        (words.tokens, (9_999.0,), "9,999"),
        (words.tokens, (10_000.0,), "10K"),
        (words.tokens, (1_100_000.0,), "1,100K"),
        (words.tokens, (111_300.0,), "111K"),
        (words.several, (1.0, "plain step",), "1 plain step"),
        (words.several, (1.333, "plain step",), "1.33 plain steps"),
        (words.sequences, (1.0,), "1 sequence fits"),
        (words.sequences, (1.94,), "1.9 sequences fit"),
        (words.sequences, (33.0,), "33 sequences fit"),
        (words.joined, ([],), ""),
        (words.joined, (["a"],), "a"),
        (words.joined, (["a", "b"],), "a and b"),
        (words.joined, (["a", "b", "c"],), "a, b and c"),
        (words.sentence, ("at most 2x ",), "At most 2x."),
        (words.sentence, ("Really?",), "Really?"),
        (words.sentence, ("stop!",), "Stop!"),
    ],
)  # fmt: skip
def test_as_people_write_it(says: Callable[..., str], values: tuple[Any, ...], wanted: str) -> None:
    assert says(*values) == wanted
