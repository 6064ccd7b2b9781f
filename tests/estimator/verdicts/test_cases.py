"""Cases whose answer follows from arithmetic that stands beside each of them in `cases.jsonl`."""

from typing import Any

import pytest

from estimator import claim_statement, judge
from scripts import answers

CASES = answers.lines(answers.CASES)
ANSWERS = {row["id"]: row for row in answers.lines(answers.ANSWERS)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['technique']}-{case['metric']}")
def test_the_verdict_is_the_one_that_physics_gives(case: dict[str, Any]) -> None:
    verdict = judge(claim_statement(case))
    assert verdict.verdict in (case["expected_verdict"], *case["also_ok"]), verdict.reason
    if case["ceiling"] is not None:
        assert verdict.ceiling == pytest.approx(case["ceiling"], rel=0.05), verdict.reason
        assert verdict.ceiling_unit == case["ceiling_unit"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_each_figure_and_word_is_the_one_that_was_read(case: dict[str, Any]) -> None:
    now, kept = answers.answer(case), ANSWERS[case["id"]]
    remedy = "if it is meant, run `python scripts/answers.py` and read the difference"
    assert now.keys() == kept.keys(), remedy
    for name, value in now.items():
        (numbers, words), (kept_numbers, kept_words) = _parts(value), _parts(kept[name])
        assert words == kept_words, f"{name}: {remedy}"
        assert numbers == pytest.approx(kept_numbers, rel=2e-4), f"{name}: {remedy}"


def _parts(value: Any) -> tuple[list[float], list[Any]]:
    """The numbers of an answer's field, and everything else, each in its order."""
    if isinstance(value, dict):
        value = [part for item in value.items() for part in item]
    if not isinstance(value, list):
        return ([value], []) if isinstance(value, float) else ([], [value])
    parts = [_parts(item) for item in value]
    return [n for numbers, _ in parts for n in numbers], [w for _, words in parts for w in words]


def test_every_technique_of_a_figure_has_a_reason_with_numbers() -> None:
    for case in CASES:
        verdict = judge(claim_statement(case))
        assert verdict.reason.endswith("."), case["id"]
        assert verdict.verdict == "unverifiable" or any(c.isdigit() for c in verdict.reason), case["id"]
