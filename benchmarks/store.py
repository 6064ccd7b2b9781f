"""How long the questions of the dashboard and the views take with many claims.

    python -m benchmarks.store [--claims 100000] [--db URL]

Makes a database of so many claims, asks each question a few times and prints the middle time of each in milliseconds: CPU time
on SQLite, which works in this process, and the clock's on PostgreSQL. The bounds to hold: 100 ms for a question, 50 ms for a
search.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import insert, text
from sqlalchemy.orm import Session

import db
from db import Filter, queries
from db.rows import quote_key
from db.schema import ClaimRow, DocumentRow, EstimateRow, ParameterRow, PassageRow, SourceRow
from db.types import now
from db.views import VERDICTS, VIEWS
from estimator import HARDWARE, MODELS, TECHNIQUES

EACH = 40  # claims of a document
WORDS = "speculative quantised cache decode throughput latency batch draft kernel tokens paged attention weights expert".split()


def fill(store: db.Store, claims: int, seed: int = 1) -> None:
    """Documents with claims as real ones have them: a few techniques often, most seldom; long reasons and derivations."""
    chance = random.Random(seed)
    store.sync_catalogs(HARDWARE.values(), MODELS.values(), TECHNIQUES.values(), "benchmark")
    for start in range(0, claims // EACH, 100):
        numbers = range(start, min(start + 100, claims // EACH))
        store.write(lambda session, numbers=numbers: put(session, numbers, chance))  # type: ignore[misc]
    if store.dialect == "postgresql":
        with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("ANALYZE"))


def put(session: Session, numbers: range, chance: random.Random) -> None:
    """Some documents with all that belongs to them."""
    kinds, chips, models = list(TECHNIQUES), list(HARDWARE), list(MODELS)
    rows: dict[type[Any], list[dict[str, Any]]] = {
        t: [] for t in (DocumentRow, SourceRow, PassageRow, ClaimRow, ParameterRow, EstimateRow)
    }
    for number in numbers:
        rows[DocumentRow].append(document(number))
        rows[SourceRow].append(
            {
                "document_id": number + 1,
                "source": f"notes/{number}.md",
                "sha256": f"{number:064d}",
                "version": "",
                "seen": now(),
            }
        )
        for i in range(EACH):
            claim_id = number * EACH + i + 1
            technique = kinds[min(int(chance.expovariate(0.15)), len(kinds) - 1)]
            quote = (
                " ".join(chance.choice(WORDS) for _ in range(18)) + f" {chance.uniform(1, 9):.1f}x in case {claim_id}."
            )
            verdict = chance.choice(VERDICTS)
            rows[PassageRow].append(passage(number, i, quote))
            rows[ClaimRow].append(claim(number, i, claim_id, quote, technique, verdict, chance))
            chip, model = (names[min(int(chance.expovariate(0.2)), len(names) - 1)] for names in (chips, models))
            for name, value in (("hardware", chip), ("model", model), ("weight_bits", "4"), ("batch", "8")):
                rows[ParameterRow].append(
                    {"claim_id": claim_id, "name": name, "value": value, "surface": value, "start_at": 0, "end_at": 4}
                    | {"number": None, "origin": "stated"}
                )
            rows[EstimateRow].append(estimate(claim_id, verdict))
    for table, values in rows.items():
        session.execute(insert(table), values)


def document(number: int) -> dict[str, Any]:
    versions = {f"{name}_version": "1" for name in ("reader", "classifier", "estimator", "catalog")}
    return versions | {
        "id": number + 1, "work": f"notes/{number}.md", "sha256": f"{number:064d}", "title": f"Release {number}",
        "format": "markdown", "version": "", "date": "2026", "authors": [], "publisher": f"github:owner{number % 60}",
        "pages": None, "text": "text " * 3000, "notes": [], "reader": "benchmark", "added": now(), "analysed": now(),
    }  # fmt: skip


def passage(number: int, position: int, quote: str) -> dict[str, Any]:
    return {
        "id": number * EACH + position + 1, "document_id": number + 1, "position": position, "text": quote, "kind": "sentence",
        "start_at": position * 200, "end_at": position * 200 + len(quote), "section": ["Speed"], "page": None, "line": position,
        "line_end": position, "layout": {},
    }  # fmt: skip


def claim(
    number: int, i: int, claim_id: int, quote: str, technique: str, verdict: str, chance: random.Random
) -> dict[str, Any]:
    factor = round(chance.uniform(0.8, 9), 2)
    return {
        "id": claim_id, "document_id": number + 1, "passage_id": claim_id, "quote_key": quote_key(quote), "ordinal": 0,
        "found": True, "page": None, "section": "Speed", "start_at": i * 200, "end_at": i * 200 + len(quote), "quote": quote,
        "kind": "claim", "quantified": True, "technique": technique, "side": str(TECHNIQUES[technique].side),
        "metric": chance.choice(("decode", "throughput", "latency", "ttft")), "factor_low": factor, "factor_high": factor,
        "qualifier": "exact", "absolute": None, "absolute_unit": None, "absolute_before": None, "absolute_before_unit": None,
        "baseline": "", "hardware": ["H100-SXM-80GB"], "vendor": chance.choice(("NVIDIA", "AMD", "")), "n_devices": 1,
        "model": ["Llama-3.1-8B"], "params": {"batch": 8},
        "inherited": [], "also": [], "hints": [], "reasons": ["alias"], "confidence": round(chance.random(), 3),
        "verdict": verdict, "status": chance.choice(("open", "open", "open", "accepted", "corrected", "rejected")),
        "priority": round(chance.random(), 6), "machine": None, "classifier_version": "1",
    }  # fmt: skip


def estimate(claim_id: int, verdict: str) -> dict[str, Any]:
    cost = {"label": "before", "bytes": {"weights": 1.4e11, "kv": 1e9}, "flops": 2.8e11, "bandwidth": 3.35e12}
    cost |= {"peak": 9.89e14, "seconds": 0.0418, "tokens": 1.0, "limiter": "HBM"}
    return {
        "claim_id": claim_id, "verdict": verdict, "ceiling": 3.8, "ceiling_unit": "x", "expected_low": 2.0,
        "expected_high": 3.4, "limiter_before": "HBM", "limiter_after": "HBM", "reason": "Weights fall from 140 GB. " * 8,
        "requires": ["batch at most 16"], "ask": ["which batch?"], "derivation": ["140 GB / 3.35 TB/s = 41.8 ms"] * 12,
        "inputs": {"batch": {"value": 1, "origin": "assumed"}}, "inverse": {"batch": [1, 16]}, "before": cost, "after": cost,
        "estimator_version": "1", "catalog_version": "1",
    }  # fmt: skip


def questions(claims: int) -> dict[str, Callable[[Session], Any]]:
    """What the dashboard asks, and each view as its example asks it."""
    middle = claims // 2
    page = queries.claims_page
    asked: dict[str, Callable[[Session], Any]] = {
        "overview": queries.overview,
        "first page": lambda s: page(s),
        "page 1000 of all": lambda s: page(s, limit=50, offset=50_000),
        "technique and verdict": lambda s: page(s, Filter(technique=("paged-kv",), verdict=("implausible",))),
        "side, by factor": lambda s: page(s, Filter(side=("fewer-steps",)), order="factor"),
        "open, by priority": lambda s: page(s, Filter(status=("open",)), order="priority"),
        "hardware": lambda s: page(s, Filter(hardware="H200")),
        "model and factor": lambda s: page(s, Filter(model="70B", min_factor=5)),
        "publisher": lambda s: page(s, Filter(publisher="github:owner7")),
        "document by title": lambda s: page(s, Filter(document="Release 1234")),
        "queue": lambda s: queries.queue(s, "ann"),
        "one claim": lambda s: queries.whole(s, middle),
        "choices of technique": lambda s: queries.choices(s, "technique"),
        "choices of hardware": lambda s: queries.choices(s, "hardware"),
        "choices of publisher": lambda s: queries.choices(s, "publisher"),
        "search: one claim": lambda s: page(s, Filter(search=f"case {middle}")),
        "search: two words": lambda s: page(s, Filter(search='"draft kernel" expert')),
    }
    for view in VIEWS:
        asked[f"view {view.name}"] = lambda s, sql=view.example: s.execute(text(sql)).fetchmany(1000)  # type: ignore[misc]
    return asked


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=int, default=100_000)
    parser.add_argument("--db", default="", help="an empty database; without it a SQLite file for the time being")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, db.open(options.db or str(Path(folder, "claims.db"))) as store:
        started = time.perf_counter()
        fill(store, options.claims)
        print(f"{options.claims} claims on {store.dialect}, made in {time.perf_counter() - started:.0f} s")
        clock = time.process_time if store.dialect == "sqlite" else time.perf_counter
        for name, ask in questions(options.claims).items():
            times = []
            for _ in range(5):
                with store.session() as session:
                    started = clock()
                    ask(session)
                    times.append(clock() - started)
            print(f"{1000 * statistics.median(times):8.1f} ms  {name}")


if __name__ == "__main__":
    main()
