"""How long each page takes over many claims.

    python -m benchmarks.dashboard [--claims 100000] [--db FILE]

Fills a database with copies of what the demo documents give, opens each page as its users do, and prints the seconds of the
first opening and the middle of three more, with the seconds of the processor in them: what a machine that does nothing else
would need. A page over 1 s is marked.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

import db
import pipeline
from db import Versions

RUN_PAGE = """
import streamlit as st
from ui import views
entry = next(e for e in views.PAGES if e.file == "{file}")
st.navigation([e.page() for e in views.PAGES], position="hidden")
entry.act()()
"""
PAPERS = Path(__file__).parent.parent / "corpus" / "documents"


def fill(url: str, count: int) -> None:
    """So many claims, in documents of their own names and contents."""
    made = [pipeline.analyse(path) for path in sorted(PAPERS.iterdir()) if path.is_file()]
    versions, total, copy = Versions("reader", "classifier", "estimator", "catalog"), 0, 0
    with db.open(url) as store:
        while total < count:
            for analysis in made:
                document = replace(
                    analysis.document,
                    sha256=f"{copy:08d}{analysis.document.sha256[8:]}",
                    source=f"https://site-{copy % 40}.example/{copy}/{Path(analysis.document.source).name}",
                    identifier="",
                    title=f"{analysis.document.title} {copy}",
                    date=f"{2019 + copy % 7}-0{1 + copy % 9}-01",
                )
                store.save(pipeline.Analysis(document, analysis.claims), versions)
                total += len(analysis.claims)
            copy += 1


def measure(file: str, params: dict[str, str]) -> list[tuple[float, float]]:
    """Seconds of four openings, and those of the processor."""
    from streamlit.testing.v1 import AppTest

    times = []
    for _ in range(4):
        test = AppTest.from_string(RUN_PAGE.format(file=file), default_timeout=120)
        for name, value in params.items():
            test.query_params[name] = value
        started, worked = time.perf_counter(), time.process_time()
        test.run()
        times.append((time.perf_counter() - started, time.process_time() - worked))
        if test.exception:
            raise SystemExit(f"{file}: {test.exception[0].message}")
    return times


PAGES: tuple[tuple[str, dict[str, str]], ...] = (
    ("overview", {}),
    ("review", {}),
    ("review", {"claim": "500"}),
    ("claims", {}),
    ("claims", {"verdict": "implausible", "page": "3"}),
    ("claims", {"q": "draft", "hardware": "MI300X"}),
    ("claim", {"claim": "500"}),
    ("compare", {}),
    ("what_if", {}),
    ("add", {}),
    ("sql", {}),
    ("agreement", {}),
)


def main() -> None:
    """Fill and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=int, default=100_000)
    parser.add_argument("--db", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(options.db or f"{folder}/many.db")
        if not file.exists():
            started = time.perf_counter()
            fill(str(file), options.claims)
            print(f"filled in {time.perf_counter() - started:.0f} s")
        os.environ["TWOWAYS_DB"] = str(file)
        for name, params in PAGES:
            first, *more = measure(name, params)
            again, worked = (median(times) for times in zip(*more, strict=True))
            mark = "" if again < 1 else "  over 1 s"
            asked = " ".join(f"{k}={v}" for k, v in params.items())
            print(f"{name:10} {asked:32} first {first[0]:5.2f}  then {again:5.2f} ({worked:.2f}){mark}")


if __name__ == "__main__":
    main()
