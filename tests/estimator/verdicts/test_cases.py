"""Cases whose answer follows from arithmetic that stands beside each of them in `cases.jsonl`."""

import json
from pathlib import Path
from typing import Any

import pytest

from estimator import claim_statement, judge

CASES = [json.loads(line) for line in Path(__file__).with_name("cases.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['technique']}-{case['metric']}")
def test_the_verdict_is_the_one_that_physics_gives(case: dict[str, Any]) -> None:
    verdict = judge(claim_statement(case))
    assert verdict.verdict in (case["expected_verdict"], *case["also_ok"]), verdict.reason
    if case["ceiling"] is not None:
        assert verdict.ceiling == pytest.approx(case["ceiling"], rel=0.05), verdict.reason
        assert verdict.ceiling_unit == case["ceiling_unit"]


def test_every_technique_of_a_figure_has_a_reason_with_numbers() -> None:
    for case in CASES:
        verdict = judge(claim_statement(case))
        assert verdict.reason.endswith("."), case["id"]
        assert verdict.verdict == "unverifiable" or any(c.isdigit() for c in verdict.reason), case["id"]
