"""What another reading changes of a verdict: its words, its ceiling at any length, and how much uneven routing explains."""

from dataclasses import replace

import pytest

from estimator import Statement, Verdict
from estimator.verdict import StepCost
from estimator.verdicts.decide import ROUNDED, TOLERANCE
from estimator.verdicts.readings import _at_any_length, _conditional, _excess, _unevenly, _within

BOUND = Verdict("implausible", "Implausible: at most 2.0x is possible: no more. The rest.", ceiling=2.0)


@pytest.mark.parametrize(
    ("stated", "need", "found", "reason"),
    [
        (
            BOUND.reason, "a cache of 8 bits", "Plausible: up to 3x is possible: so it is. More.",
            "Conditional: it needs a cache of 8 bits; otherwise at most 2.0x is possible: no more. Up to 3x is possible: so "
            "it is. More.",
        ),
        ("Nothing.", "luck", "just so", "Conditional: it needs luck; otherwise nothing. Just so"),
    ],
)  # fmt: skip
def test_a_reading_becomes_the_condition(stated: str, need: str, found: str, reason: str) -> None:
    verdict = _conditional(Verdict("plausible", found, requires=("more",)), need, replace(BOUND, reason=stated))
    assert (verdict.verdict, verdict.reason, verdict.requires) == ("conditional", reason, (need, "more"))


@pytest.mark.parametrize(
    ("ceiling", "longer", "said"),
    [
        (2.0, replace(BOUND, ceiling=2.5), " With up to 128K tokens it is at most 2.5x."),
        (2.0, replace(BOUND, ceiling=TOLERANCE * 2.0), " With up to 128K tokens it is at most 2.2x."),
        (2.0, replace(BOUND, ceiling=2.1), ""),  # hardly another
        (2.0, replace(BOUND, ceiling=5.0, ceiling_unit="ms"), ""),
        (2.0, None, ""),
        (None, replace(BOUND, ceiling=5.0), ""),
        (0.5, replace(BOUND, ceiling=None), ""),
    ],
)
def test_the_ceiling_at_any_length_is_said_where_it_is_another(
    ceiling: float | None, longer: Verdict | None, said: str
) -> None:
    verdict = replace(BOUND, ceiling=ceiling)
    assert _at_any_length(verdict, longer) == replace(verdict, reason=BOUND.reason + said)


def step(tokens: float) -> StepCost:
    return StepCost("after", {}, 0.0, 1.0, 1.0, 1.0, tokens=tokens)


@pytest.mark.parametrize(
    ("low", "high", "verdict", "excess"),
    [
        (3.0, 4.0, BOUND, 1.5),
        (None, 4.0, BOUND, 2.0),
        (3.0, 4.0, replace(BOUND, ceiling=None), 3.0),
        # a rate: passes that it would need, of those that a step gives
        (None, None, replace(BOUND, inverse={"tokens_per_pass": (3.0, None)}), 3.0),
        (None, None, replace(BOUND, inverse={"tokens_per_pass": (3.0, None)}, after=step(2.0)), 1.5),
        (None, None, BOUND, float("inf")),
    ],
)
def test_how_far_above_the_ceiling_a_figure_is(
    low: float | None, high: float | None, verdict: Verdict, excess: float
) -> None:
    assert _excess(Statement(technique="eagle", factor_low=low, factor_high=high), verdict) == pytest.approx(excess)


@pytest.mark.parametrize(
    ("low", "high", "found", "within"),
    [
        (1.99, 9.0, BOUND, True),
        (ROUNDED, 9.0, replace(BOUND, ceiling=1.0), True),  # as figures are rounded
        (2.07, 9.0, BOUND, False),
        (None, 2.07, BOUND, False),
        (None, None, replace(BOUND, ceiling=0.5), True),
        (9.0, 9.0, replace(BOUND, ceiling=None), True),
        (9.0, 9.0, replace(BOUND, ceiling_unit="ms"), True),
    ],
)
def test_a_reading_has_to_reach_the_figure(low: float | None, high: float | None, found: Verdict, within: bool) -> None:
    assert _within(Statement(technique="eagle", factor_low=low, factor_high=high), found) is within


@pytest.mark.parametrize(
    ("factor", "ceiling", "uneven", "explained"),
    [
        (2.2, 2.0, replace(BOUND, verdict="plausible", ceiling=2.2), True),
        (TOLERANCE * 1.1, 1.0, replace(BOUND, verdict="plausible", ceiling=1.1), True),
        (2.0 * TOLERANCE * 1.12, 2.0, replace(BOUND, verdict="plausible", ceiling=2.2), False),  # a tenth is explained
        (2.2 * TOLERANCE * 1.12, 2.2, replace(BOUND, verdict="plausible", ceiling=2.0), False),
        (2.0 * TOLERANCE * 1.13, 2.0, replace(BOUND, verdict="plausible", ceiling=4.0), True),
        (
            2.0 * TOLERANCE * 1.15,
            2.0,
            replace(BOUND, verdict="plausible", ceiling=4.0),
            False,
        ),  # more than was measured
        (1.05, 1.0, replace(BOUND, verdict="plausible", ceiling=1.05), True),
        (1.0, 1.0, replace(BOUND, verdict="plausible", ceiling=1.005), True),
        (1.0, 1.0, replace(BOUND, verdict="plausible", ceiling=1.004), False),  # the same
        (2.2, 2.0, replace(BOUND, ceiling=2.2), False),  # impossible also then
        (2.2, 2.0, replace(BOUND, verdict="plausible", ceiling=None), False),
        (2.2, 2.0, replace(BOUND, verdict="plausible", ceiling=2.2, ceiling_unit="ms"), False),
    ],
)
def test_uneven_routing_explains_as_much_as_it_changes(
    factor: float, ceiling: float, uneven: Verdict, explained: bool
) -> None:
    statement = Statement(
        technique="eagle", metric="decode", factor_low=factor, factor_high=factor, model=("Mixtral-8x7B",), hardware=("H100",),
        n_devices=2,
    )  # fmt: skip
    found = _unevenly(statement, replace(BOUND, ceiling=ceiling), lambda changed: uneven)
    assert (found is not None) is explained
    assert _unevenly(replace(statement, model=("Llama-3.1-8B",)), BOUND, lambda changed: uneven) is None
