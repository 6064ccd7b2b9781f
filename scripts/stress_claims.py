#!/usr/bin/env python3
"""Published claims as they are, and made impossible: does the judge leave the one alone and catch the other?

    python scripts/stress_claims.py CLAIMS.csv [--show 20]

Three runs over the rows that have a factor: as published (implausible: false alarms, unless the row is marked
`doubtful`); with the factor of every fewer-bytes row tripled; with the factor of every fewer-steps row raised to 1.25
times what a cycle can yield, its draft length + 1 (where no length is stated: the stated accepted tokens + 1, else the
longest draft that the technique is admitted).
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from estimator import EstimatorError, Statement, claim_statement, judge  # noqa: E402
from estimator.verdicts.drafts import DRAFTERS  # noqa: E402

TRIPLE, RAISE = 3.0, 1.25
Row = dict[str, str]


def read(path: Path) -> list[tuple[Row, Statement]]:
    """The rows with a factor, as statements. A row that cannot be read is named on the error stream."""
    found = []
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if not row.get("factor_high"):
                continue
            try:
                found.append((row, claim_statement(row)))
            except EstimatorError as error:
                print(f"{row.get('id')}: {error}", file=sys.stderr)
    return found


def with_factor(statement: Statement, factor: float) -> Statement:
    return replace(statement, factor_low=factor, factor_high=factor)


def raised(statement: Statement) -> float:
    """A factor that no cycle can yield."""
    for name, extra in (("draft_len", 1.0), ("acceptance_len", 1.0)):
        value = statement.params.get(name)
        if value is not None:
            return RAISE * (float(max(value) if isinstance(value, list) else value) + extra)
    longest = DRAFTERS[statement.technique].lengths[-1] if statement.technique in DRAFTERS else 16.0
    return RAISE * (longest + 1.0)


def caught(name: str, rows: Iterable[tuple[Row, Statement]], show: int) -> tuple[int, int]:
    """How many of them come out implausible."""
    hits = total = 0
    for row, statement in rows:
        verdict = judge(statement)
        total += 1
        hits += verdict.verdict == "implausible"
        if verdict.verdict != "implausible" and show > 0:
            show -= 1
            ceiling = f"{verdict.ceiling:.3g}" if verdict.ceiling is not None else "none"
            print(
                f"  {name} not caught: {row.get('id')} {row.get('technique')}, {statement.factor_high:.3g}x, ceiling {ceiling}"
            )
    return hits, total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claims", type=Path)
    parser.add_argument("--show", type=int, default=0, help="list so many rows that are not caught, in each run")
    args = parser.parse_args()
    rows = read(args.claims)
    start = time.perf_counter()
    verdicts = [(row, judge(statement)) for row, statement in rows]
    seconds = time.perf_counter() - start
    print(f"{len(rows)} rows in {seconds:.1f} s: {dict(Counter(verdict.verdict for _, verdict in verdicts))}")
    alarms = [
        (row, verdict) for row, verdict in verdicts if verdict.verdict == "implausible" and not row.get("doubtful")
    ]
    sound = sum(1 for row, _ in rows if not row.get("doubtful"))
    print(f"implausible and not doubtful: {len(alarms)} of {sound} ({len(alarms) / sound:.1%})")
    for row, verdict in alarms:
        print(f"  {row.get('id')} {row.get('technique')}: {row.get('factor_high')}x, ceiling {verdict.ceiling:.3g}")
    doubtful = [verdict.verdict for row, verdict in verdicts if row.get("doubtful")]
    print(f"doubtful: {dict(Counter(doubtful))}")
    tripled = [
        (row, with_factor(s, TRIPLE * s.factor_high))
        for row, s in rows
        if row["side"] == "fewer-bytes" and s.factor_high
    ]
    steps = [(row, with_factor(s, raised(s))) for row, s in rows if row["side"] == "fewer-steps"]
    bytes_caught, steps_caught = caught("tripled", tripled, args.show), caught("raised", steps, args.show)
    both = bytes_caught[0] + steps_caught[0], bytes_caught[1] + steps_caught[1]
    for name, (hits, total) in (
        ("fewer bytes, tripled", bytes_caught),
        ("fewer steps, raised", steps_caught),
        ("both", both),
    ):
        print(f"{name}: {hits} of {total} caught ({hits / total:.1%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
