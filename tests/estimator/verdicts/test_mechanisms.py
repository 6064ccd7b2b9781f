"""Which mechanism a technique is judged by."""

from dataclasses import replace

import pytest

from estimator import TECHNIQUES
from estimator.verdicts import mechanisms


def test_every_technique_is_judged_or_says_why_not() -> None:
    assert [key for key in TECHNIQUES if key not in mechanisms.EFFECTS and key not in mechanisms.UNMODELLED] == []


def test_a_new_row_is_judged_as_the_row_with_the_same_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    new = replace(TECHNIQUES["weight-only-quantization"], key="a-new-row", aliases=("NewRow",), cased=())
    monkeypatch.setattr(mechanisms, "TECHNIQUES", {**TECHNIQUES, new.key: new})
    assert mechanisms._by_effect() == {new.key: mechanisms.EFFECTS["weight-only-quantization"]}
