"""What is called usual of drafts: the middle of what was published, which is below what passes alone would give."""

from dataclasses import replace
from typing import Any

import pytest

from estimator import Statement, judge
from estimator.verdicts.case import read
from estimator.verdicts.drafts import DRAFTERS, slack
from estimator.verdicts.remembered import forget


def drafts(technique: str, **params: Any) -> Statement:
    return Statement(
        technique=technique, metric="decode", factor_low=2.0, factor_high=2.0, hardware=("A100",), n_devices=1,
        model=("Vicuna-7B",), params={"batch": 1, **params},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("technique", "open_share", "stated_share"),
    [
        ("eagle", 1.8 / 2.6 / 1.2, 1 / 1.2),
        ("medusa-heads", 1 / 1.4, 1 / 1.4),
        ("ngram-speculation", 1.2 / 1.3 / 1.25, 1 / 1.25),
        ("lookahead-decoding", 1.3 / 1.4 / 1.3, 1 / 1.3),
        ("speculative-decoding", 1.6 / 1.9 / 1.1, 1 / 1.1),
        ("parallel-drafting", 1 / 1.6, 1 / 1.6),
        ("multi-token-prediction", 1 / 1.3, 1 / 1.3),
        ("tree-speculation", 1 / 1.2, 1 / 1.2),
    ],
)
def test_a_cycle_takes_more_than_its_passes(technique: str, open_share: float, stated_share: float) -> None:
    assert slack(read(drafts(technique))) == pytest.approx(open_share)
    for told in ({"acceptance_len": 2.5}, {"acceptance_rate": 0.6}, {"tokens_per_step": 2.5}):
        assert slack(read(drafts(technique, **told))) == pytest.approx(stated_share)


def test_every_family_has_one() -> None:
    assert all(1.0 <= row.overhead <= 2.0 and row.least <= row.usual[0] for row in DRAFTERS.values())


def test_only_the_low_end_of_the_usual_is_lower(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three accepted tokens of a one-layer draft: the ceiling and the high end are of passes alone."""
    statement = drafts("eagle", acceptance_len=3.0, draft_len=5)
    found = judge(statement)
    monkeypatch.setitem(DRAFTERS, "eagle", replace(DRAFTERS["eagle"], overhead=1.0))
    forget()
    alone = judge(statement)
    forget()
    assert (found.verdict, found.ceiling) == (alone.verdict, alone.ceiling)
    assert found.expected is not None
    assert alone.expected is not None
    assert found.expected[0] == pytest.approx(alone.expected[0] / 1.2)
    assert found.expected[1] == alone.expected[1]


def test_what_does_not_draft_has_none() -> None:
    """Of narrower weights beside drafts, the share that the weights give is the same."""
    both = judge(
        replace(
            drafts("eagle", acceptance_len=3.0, weight_bits=4, weight_bits_before=16),
            also=("weight-only-quantization",),
        )
    )
    weights = dict(both.attribution)["weight-only-quantization"]
    assert 2.0 < weights < 3.9
