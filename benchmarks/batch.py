"""How fast the batch job is, what limits it, and how much memory it takes.

    python -m benchmarks.batch [--documents 5000] [--papers 0.1] [--short] [--jobs 2]

Makes so many documents as people have them (release notes, web pages, and a share of papers), and runs the job over a fifth of
them with several workers and with one, then over all. Prints documents and pages a second, how time grows with the number, how
busy the one writer is, what memory the parent process and its largest worker hold as the documents pass, and where the time of
one document goes, for each format and for all of them together.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import db
import ingest
import pipeline
from benchmarks.documents import write
from classifier import find
from tests.notes import write_notes

AT = (0.1, 0.5, 1.0)  # of the documents: where memory is looked at


def resident() -> tuple[float, float]:
    """MB that this process holds now, and the largest of those that it or they have started. Linux."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    family = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return megabytes(os.getpid()), max((megabytes(child) for child in family - {os.getpid()}), default=0.0)


def megabytes(process: int) -> float:
    """What a process holds in memory; 0 where it has ended."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0.0


def job(url: str, folder: str, jobs: int, count: int) -> dict[str, Any]:
    """One run in this process: how long, how busy the writer was, how much memory."""
    limits = pipeline.Limits()
    with db.open(url) as store:
        busy = 0.0
        save = store.save

        def timed(*values: Any, **names: Any) -> Any:
            nonlocal busy
            started = time.perf_counter()
            try:
                return save(*values, **names)
            finally:
                busy += time.perf_counter() - started

        store.save = timed  # type: ignore[method-assign]
        found = list(ingest.discover([folder]))
        step = max(1, len(found) // count)  # a part is as mixed as the whole
        items = (pipeline.item_of(each, limits) for each in found[::step][:count])
        held: dict[int, tuple[float, float]] = {}
        marks = {int(count * share) for share in AT}
        done = itertools.count(1)

        def report(_outcome: pipeline.Outcome) -> None:
            if (number := next(done)) in marks:
                held[number] = resident()

        summary = pipeline.run(items, store, pipeline.Workers(jobs, limits), limits=limits, force=True, report=report)
    return {
        "documents": sum(summary.documents.values()),
        "failed": summary.documents["failed"],
        "pages": summary.pages,
        "claims": sum(summary.sides.values()),
        "seconds": summary.seconds,
        "writer": busy / summary.seconds,
        "held": held,
        "parent_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def apart(url: str, folder: Path, jobs: int, count: int) -> dict[str, Any]:
    """The same in a process of its own, so that memory is that of one run."""
    words = [sys.executable, "-m", "benchmarks.batch", "--job", url, str(folder), str(jobs), str(count)]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def stages(files: list[Path], url: str, most: int = 40) -> tuple[int, Counter[str]]:
    """How many documents, and the CPU seconds of each stage over them, one after another in this process."""
    spent: Counter[str] = Counter()
    chosen = files[:: max(1, len(files) // most)]
    import_module("classifier.warm")  # workers begin with it
    pipeline.analyse(chosen[0])  # what is loaded on first use is not counted
    versions = pipeline.present_versions()
    with db.open(url) as store:
        for file in chosen:
            marks = [time.process_time()]
            document = ingest.read(file)
            marks.append(time.process_time())
            claims = find(document)
            marks.append(time.process_time())
            analysis = pipeline.judged(document, claims)
            marks.append(time.process_time())
            store.save(analysis, versions)
            marks.append(time.process_time())
            for name, before, after in zip(("read", "find", "judge", "save"), marks, marks[1:], strict=False):
                spent[name] += after - before
    return len(chosen), spent


def show_stages(folder: Path, place: str) -> None:
    """Where the time of one document goes, for each format: a paper takes long to read, a release note has more claims in it."""
    every: Counter[str] = Counter()
    for kind in ("md", "html", "pdf"):
        if files := sorted(folder.glob(f"*.{kind}")):
            count, spent = stages(files, f"sqlite:///{place}/{kind}.db")
            line(kind, count, spent)
            every.update({name: seconds / count * len(files) for name, seconds in spent.items()})  # type: ignore[arg-type]
    line("all", len(list(folder.iterdir())), every)


def line(kind: str, count: int, spent: Counter[str]) -> None:
    """The shares of one kind."""
    total = spent.total()
    shares = ", ".join(f"{name} {seconds / total:.0%}" for name, seconds in spent.items())
    after = f"{1 - spent['read'] / total:.0%} after text extraction"
    print(f"{kind}: {1000 * total / count:.0f} ms each, save {1000 * spent['save'] / count:.1f} ms: {shares}; {after}")


def main() -> None:
    """Print the figures."""
    if sys.argv[1:2] == ["--job"]:
        print(json.dumps(job(sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=5000)
    parser.add_argument(
        "--short", action="store_true", help="notes of six paragraphs and nothing else: for many documents"
    )
    parser.add_argument("--papers", type=float, default=0.1, help="share of papers")
    parser.add_argument("--jobs", type=int, default=max(2, os.cpu_count() or 2))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "documents")
        if options.short:
            write_notes(folder, options.documents)
        else:
            write(folder, options.documents, options.papers)
        runs = [(options.jobs, options.documents // 5), (1, options.documents // 5), (options.jobs, options.documents)]
        results = []
        for number, (jobs, count) in enumerate(runs):
            result = apart(f"sqlite:///{place}/{number}.db", folder, jobs, count)
            results.append(result)
            rate, pages = (result[name] / result["seconds"] for name in ("documents", "pages"))
            print(
                f"{jobs} jobs, {result['documents']} documents ({result['failed']} failed), {result['claims']} claims: "
                f"{result['seconds']:.1f} s, {rate:.1f} documents/s, {pages:.1f} pages/s, "
                f"writer busy {result['writer']:.0%}, parent {result['parent_mb']:.0f} MB",
                flush=True,
            )
            for at, (parent, worker) in result["held"].items():
                print(f"  after {at} documents: parent {parent:.0f} MB, largest worker {worker:.0f} MB", flush=True)
        part, one, whole = results
        print(f"{options.jobs} jobs against one: {one['seconds'] / part['seconds']:.2f}x")
        grown = (whole["seconds"] / whole["documents"]) / (part["seconds"] / part["documents"])
        print(f"time per document of {options.documents} against that of {part['documents']}: {grown:.2f}x")
        show_stages(folder, place)


if __name__ == "__main__":
    main()
