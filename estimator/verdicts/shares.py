"""What each of several mechanisms contributes to a factor."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np

from estimator.verdicts.case import Case
from estimator.verdicts.compare import Region, effects_of, region


def attribution(case: Case, best: Region) -> dict[str, float]:
    """What each of several mechanisms contributes: factors whose product is the whole, whatever the order.

    The mean of the logarithms over all orders in which the mechanisms can be added (Shapley), in the middle of what is
    usual, at the point of the ceiling.
    """
    names = [name for name, _ in effects_of(case)]
    if not 2 <= len(names) <= 4:
        return {}
    at = best.best()
    params = dict(case.params)
    params |= {name: (value, value) for name, value in best.here(at).items() if name != "accepted_share"}
    fixed = replace(case, params=params)
    logs: dict[frozenset[str], float] = {frozenset(): 0.0}

    def log(subset: frozenset[str]) -> float:
        if subset not in logs:
            found: Any = region(fixed, best.place, best.mode, limit=False, only=subset)
            logs[subset] = float(np.log(found.low * found.high).mean() / 2)
        return logs[subset]

    shares = dict.fromkeys(names, 0.0)
    orders = list(permutations(names))
    for order in orders:
        for place, name in enumerate(order):
            shares[name] += (log(frozenset(order[: place + 1])) - log(frozenset(order[:place]))) / len(orders)
    return {name: float(np.exp(value)) for name, value in shares.items()}
