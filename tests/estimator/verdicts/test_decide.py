"""From what is possible and what is usual to the word of the verdict, at the edges."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from estimator import Statement
from estimator.statement import Qualifier
from estimator.verdicts.compare import Region
from estimator.verdicts.decide import Asked, expected, named, usual_share, word


def region(
    highs: list[float], lows: list[float] | None = None, typical: list[bool] | None = None, misfit: str = ""
) -> Region:
    fields = {
        "high": np.array(highs), "low": np.array(lows or highs), "typical": np.array(typical or [True] * len(highs)),
        "misfit": misfit,
    }  # fmt: skip
    return cast("Region", SimpleNamespace(**fields))


@pytest.mark.parametrize(
    ("stated", "asked"),
    [
        ({"factor_low": 2.0, "factor_high": 8.0}, Asked(2.0, 4.0, False)),  # the geometric middle is to be ordinary
        ({"factor_low": 3.0}, Asked(3.0, 3.0, False)),
        ({"factor_high": 3.0}, Asked(3.0, 3.0, False)),
        ({"factor_low": 2.0, "factor_high": 8.0, "qualifier": "up-to"}, Asked(8.0, 8.0, True)),
        ({}, None),
        ({"factor_low": 0.0, "factor_high": 2.0}, None),
        ({"factor_low": 2.0, "factor_high": 0.0}, None),
    ],
)
def test_what_is_asked(stated: dict[str, Any], asked: Asked | None) -> None:
    found = Asked.of(Statement(technique="other", **stated))
    assert found == (asked and Asked(asked.least, pytest.approx(asked.usual), asked.best_point))


ALL, HALF, LESS = [3.0, 3.0], [3.0, 1.0], [3.0, 1.0, 1.0]
ONE_OF_50, ONE_OF_51 = [3.0] + [1.0] * 49, [3.0] + [1.0] * 50


@pytest.mark.parametrize(
    ("asked", "ceiling", "regions", "gain", "verdict"),
    [
        (Asked(2.2, 2.2, False), 2.0, [region(ALL)], 1.0, "plausible"),  # a tenth above the ceiling is still within it
        (Asked(2.21, 2.21, False), 2.0, [region(ALL)], 1.0, "implausible"),
        (Asked(1.0, 1.0, False), 2.0, [region(ALL), region(ALL, misfit="does not fit")], 1.0, "conditional"),
        (Asked(2.5, 2.5, False), 5.0, [region(ALL)], 2.0, "plausible"),  # 5 / 2 without what the engines explain
        (Asked(2.51, 2.51, False), 5.0, [region(ALL)], 2.0, "conditional"),
        (Asked(1.95, 1.95, False), 2.0, [region(ALL)], 1.05, "conditional"),
        (Asked(2.0, 2.0, False), 4.0, [region(HALF)], 1.0, "plausible"),  # half of the typical points
        (Asked(2.0, 2.0, False), 4.0, [region(LESS)], 1.0, "conditional"),
        (Asked(2.0, 2.0, False), 4.0, [region(HALF), region(HALF), region([1.0])], 1.0, "conditional"),  # 2 of 5
        (Asked(2.0, 2.0, True), 4.0, [region(ONE_OF_50)], 1.0, "plausible"),  # "up to": two in a hundred
        (Asked(2.0, 2.0, True), 4.0, [region(ONE_OF_51)], 1.0, "conditional"),
    ],
)
def test_the_word(asked: Asked, ceiling: float, regions: list[Region], gain: float, verdict: str) -> None:
    assert word(asked, ceiling, regions, gain) == verdict


def test_figures_are_rounded_by_three_hundredths() -> None:
    assert usual_share(Asked(2.06, 2.06, False), [region([2.0, 1.99])]) == 0.5
    assert usual_share(Asked(2.0, 2.0, False), [region([9.0, 1.0], typical=[False, True])]) == 0


def test_what_is_usual_runs_from_the_tenth_to_the_ninetieth_hundredth_of_the_typical_points() -> None:
    """Ends of 0 to 10 and of 10 to 20 in eleven points: the second lowest and the second highest."""
    lows, highs = [float(n) for n in range(11)], [float(n) for n in range(10, 21)]
    assert expected([region(highs, lows)]) == (pytest.approx(1.0), pytest.approx(19.0))
    outlier = region([99.0, *highs[6:]], [-99.0, *lows[6:]], typical=[False] + [True] * 5)
    assert expected([region(highs[:6], lows[:6]), outlier]) == (pytest.approx(1.0), pytest.approx(19.0))


@pytest.mark.parametrize(
    ("qualifier", "said"),
    [("up-to", "up to "), ("average", "on average "), ("at-least", "at least "), ("about", "about "), ("exact", "")],
)
def test_a_figure_is_told_as_the_claim_puts_it(qualifier: Qualifier, said: str) -> None:
    assert named(qualifier) == said
