"""The word: plausible, conditional or implausible, from a region and a claimed factor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from estimator.statement import Qualifier, Statement
from estimator.verdict import Word
from estimator.verdicts.compare import Region

TOLERANCE = 1.1  # of figures and data sheets together
MOST_OF = 0.5  # share of the typical region that has to allow a plausible figure
BEST_OF = 0.02  # the same where the claim speaks of its best case ("up to"): hardly more than the best point
ROUNDED = 1.03  # figures are rounded


@dataclass(frozen=True, slots=True)
class Asked:
    """The factor that is held against the ceiling, and the one that has to be ordinary."""

    least: float  # implausible if even this is out of reach
    usual: float  # plausible if this is ordinary
    best_point: bool  # "up to": the best point of the region counts, not most of it

    @classmethod
    def of(cls, statement: Statement) -> Asked | None:
        low, high = statement.factor_low, statement.factor_high
        low, high = (high if low is None else low), (low if high is None else high)
        if low is None or high is None or not (low > 0 and high > 0):
            return None
        if statement.qualifier == "up-to":
            return cls(high, high, best_point=True)
        return cls(low, float(np.sqrt(low * high)), best_point=False)


def word(asked: Asked, ceiling: float, regions: Sequence[Region], gain: float) -> Word:
    """The verdict on a factor. `gain`: what of the ceiling the difference between the engines may give."""
    if asked.least > TOLERANCE * ceiling:
        return "implausible"
    if any(region.misfit for region in regions) or (gain > 1.0 and asked.usual > ceiling / gain):
        return "conditional"
    return "plausible" if usual_share(asked, regions) >= (BEST_OF if asked.best_point else MOST_OF) else "conditional"


def usual_share(asked: Asked, regions: Sequence[Region]) -> float:
    """Share of the typical points at which the factor lies within what is usual, or below it."""
    highs = np.concatenate([region.high[region.typical] for region in regions])
    return float((highs * ROUNDED >= asked.usual).mean())


def expected(regions: Sequence[Region]) -> tuple[float, float]:
    """What is usual over the typical points: from the tenth to the ninetieth hundredth of its ends."""
    low = np.concatenate([region.low[region.typical] for region in regions])
    high = np.concatenate([region.high[region.typical] for region in regions])
    return float(np.quantile(low, 0.1)), float(np.quantile(high, 0.9))


def named(qualifier: Qualifier) -> str:
    """How the claim puts its figure."""
    return {"up-to": "up to ", "average": "on average ", "at-least": "at least ", "about": "about "}.get(qualifier, "")
