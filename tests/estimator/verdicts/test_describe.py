"""What a pass waits for, and the condition of a claim that needs no other."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from estimator.verdict import Word
from estimator.verdicts.compare import Region
from estimator.verdicts.describe import edge, limiter
from estimator.verdicts.sides import Timing


@pytest.mark.parametrize(
    ("memory", "compute", "host", "layers", "found"),
    [
        (3.0, 1.0, 2.0, 0.0, "HBM"),
        (1.0, 3.0, 2.0, 0.0, "compute"),
        (1.0, 2.0, 3.0, 0.0, "host"),
        (2.0, 2.0, 2.0, 0.0, "HBM"),  # of equals the one that the others are read through
        (2.0, 3.0, 3.0, 0.0, "compute"),
        (6.9e-3, 1e-3, 0.0, 100.0, "overhead"),  # a hundred layers of 70 us
        (7.1e-3, 1e-3, 0.0, 100.0, "HBM"),
        (1e-3, 7.1e-3, 0.0, 100.0, "compute"),
    ],
)
def test_what_a_pass_waits_for(memory: float, compute: float, host: float, layers: float, found: str) -> None:
    cost = SimpleNamespace(memory_s=memory, compute_s=compute, host_s=host)
    timing = cast("Timing", SimpleNamespace(cost=cost, layers=layers))
    assert limiter(timing, cast("Region", None), 0) == found


@pytest.mark.parametrize(
    ("word", "share", "said"),
    [
        ("conditional", 1.05, ("figures and data sheets that are off by up to a tenth",)),
        ("conditional", 1.0, ("hardly any overhead",)),
        ("conditional", 0.75, ("hardly any overhead",)),
        ("conditional", 0.7, ("a setting that a reader would not expect",)),
        ("plausible", 0.9, ()),
        ("implausible", 2.0, ()),
    ],
)
def test_the_condition_of_a_claim_that_needs_no_other(word: Word, share: float, said: tuple[str, ...]) -> None:
    assert edge(word, share) == said
