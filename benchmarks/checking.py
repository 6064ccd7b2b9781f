"""How fast claims are found and judged once a document is read, and how long one sentence takes.

    python -m benchmarks.checking [FILE_OR_FOLDER...]

CPU time of one process, so that what else the machine does counts little; the start as a ratio to that of a Python that loads
NumPy alone. Without arguments the documents of `corpus/documents` are read, which hold far more claims than real ones: give a
folder of those. To hold: 2,000 units/s after reading, a sentence under 1.5 s cold and 5 ms warm.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import ingest
from classifier import find
from estimator import judge

ROOT = Path(__file__).parent.parent
SENTENCE = "INT4 weights make Llama-2-70B decode 9x faster on two H100s"


def stages(documents: list[Path]) -> tuple[Counter[str], Counter[str]]:
    """CPU seconds of each stage, and what was counted; a first round loads what is loaded on first use."""
    spent: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    for file in documents:
        marks = [time.process_time()]
        document = ingest.read(file)
        marks.append(time.process_time())
        claims = find(document)
        marks.append(time.process_time())
        for claim in claims:
            judge(claim.statement())
        marks.append(time.process_time())
        spent.update(
            {name: b - a for name, a, b in zip(("read", "find", "judge"), marks, marks[1:], strict=False)}  # type: ignore[arg-type]
        )
        counted.update(documents=1, units=len(document.passages), claims=len(claims))
    return spent, counted


def started(command: list[str]) -> float:
    """The least CPU seconds of a program in a process of its own, of three runs."""
    least = float("inf")
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *command], check=True, capture_output=True, cwd=ROOT)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least


def seconds(work: Callable[[], object], times: int = 30) -> float:
    """The least CPU seconds of some runs."""
    least = float("inf")
    for _ in range(times):
        start = time.process_time()
        work()
        least = min(least, time.process_time() - start)
    return least


def check() -> None:
    """What `twoways check` does with a sentence."""
    for claim in find(ingest.read_bytes(SENTENCE.encode(), "text.md", source="text")):
        judge(claim.statement())


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="*", default=[str(ROOT / "corpus" / "documents")])
    sources = parser.parse_args().sources
    found = [each.path for each in ingest.discover(sources) if not isinstance(each, ingest.UnreadableDocument)]
    kinds = (
        ("papers (PDF)", [f for f in found if f.suffix == ".pdf"]),
        ("others", [f for f in found if f.suffix != ".pdf"]),
    )
    check()
    for title, files in kinds:
        if not files:
            continue
        spent, counted = stages(files)
        after = spent["find"] + spent["judge"]
        print(
            f"{title}: {counted['documents']} documents, {counted['units']} units, {counted['claims']} claims; "
            f"{counted['units'] / after:,.0f} units/s after reading (find {counted['units'] / spent['find']:,.0f}); "
            f"{after / spent.total():.0%} of the time is after reading"
        )
    cold, bare = started(["-m", "ui.cli", "check", SENTENCE]), started(["-c", "import numpy"])
    print(
        f"check of one sentence: cold {cold:.2f} s, {cold / bare:.1f} times NumPy alone; warm {1000 * seconds(check):.1f} ms"
    )
    print(f"--help: {started(['-m', 'ui.cli', '--help']):.2f} s")


if __name__ == "__main__":
    main()
