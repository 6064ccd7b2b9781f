"""Keeps what the estimator answers to the worked cases, so that a change of any figure or word is seen and read.

`python scripts/answers.py` writes `answers.jsonl` beside `cases.jsonl` again. The arithmetic of each case stands in its
`why`; what is kept here are the figures and words that follow from it. Read the difference as a reviewer would.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

from estimator import claim_statement, judge

FOLDER = Path(__file__).parents[1] / "tests" / "estimator" / "verdicts"
CASES, ANSWERS = FOLDER / "cases.jsonl", FOLDER / "answers.jsonl"


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """The whole verdict on a case as JSON holds it: five digits of each number, and nothing that is empty."""
    verdict = _plain(asdict(judge(claim_statement(case))))
    for side in {"before", "after"} & {name for name, value in verdict.items() if value}:
        cost = verdict[side]
        verdict[side] = [cost["seconds"], cost["tokens"], cost["flops"], *cost["bytes"].values()]
    kept = {name: value for name, value in verdict.items() if value not in (None, [], {}, "") and name != "inputs"}
    return {"id": case["id"], **kept}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return value
    return "never" if math.isnan(value) else float(f"{float(value):.5g}")


def lines(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    rows = (json.dumps(answer(case), ensure_ascii=False) for case in lines(CASES))
    ANSWERS.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
