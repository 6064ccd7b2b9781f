"""How fast the batch job is, what limits it, and how much memory it takes.

    python -m benchmarks.batch [--documents 5000] [--pdfs 0.02] [--jobs 2]

Makes so many documents (release notes, and a share of two-column papers: those of corpus/documents, each with other bytes),
and runs the job over a fifth of them with several workers and with one, then over all. Prints documents and pages a second, how
time grows with the number, how busy the one writer is, the memory of the parent process, and where the time of one document goes.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import db
import ingest
import pipeline
from classifier import find
from estimator import judge
from tests.notes import write_notes

PAPERS = Path(__file__).parent.parent / "corpus" / "documents"


def make(folder: Path, count: int, share: float) -> Path:
    """The documents."""
    papers = sorted(PAPERS.glob("*.pdf"))
    pdfs = int(count * share) if papers else 0
    write_notes(folder, count - pdfs, paragraphs=24)
    for number in range(pdfs):
        # Bytes behind the end of a PDF change its hash and nothing else.
        data = papers[number % len(papers)].read_bytes() + f"\n% copy {number}\n".encode()
        (folder / f"paper-{number:05d}.pdf").write_bytes(data)
    return folder


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
        summary = pipeline.run(items, store, pipeline.Workers(jobs, limits), limits=limits, force=True)
    return {
        "documents": sum(summary.documents.values()),
        "failed": summary.documents["failed"],
        "pages": summary.pages,
        "claims": sum(summary.sides.values()),
        "seconds": summary.seconds,
        "writer": busy / summary.seconds,
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
    import_all = pipeline.analyse(chosen[0])  # what is loaded on first use is not counted
    with db.open(url) as store:
        for file in chosen:
            marks = [time.process_time()]
            document = ingest.read(file)
            marks.append(time.process_time())
            claims = find(document)
            marks.append(time.process_time())
            judged = tuple(pipeline.Judged(claim, judge(claim.statement())) for claim in claims)
            marks.append(time.process_time())
            store.save(type(import_all)(document, judged), pipeline.present_versions())
            marks.append(time.process_time())
            for name, before, after in zip(("read", "find", "judge", "save"), marks, marks[1:], strict=False):
                spent[name] += after - before
    return len(chosen), spent


def show_stages(folder: Path, place: str) -> None:
    """Where the time of one document goes, for each kind: a paper has more text, a release note more claims in it."""
    for kind, pattern in (("notes", "*.md"), ("papers", "*.pdf")):
        if files := sorted(folder.glob(pattern)):
            count, spent = stages(files, f"sqlite:///{place}/{kind}.db")
            total = spent.total()
            shares = ", ".join(f"{name} {seconds / total:.0%}" for name, seconds in spent.items())
            print(
                f"{kind}: {1000 * total / count:.0f} ms each: {shares}; {1 - spent['read'] / total:.0%} after text extraction"
            )


def main() -> None:
    """Print the figures."""
    if sys.argv[1:2] == ["--job"]:
        print(json.dumps(job(sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=5000)
    parser.add_argument("--pdfs", type=float, default=0.02, help="share of papers")
    parser.add_argument("--jobs", type=int, default=max(2, os.cpu_count() or 2))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = make(Path(place, "documents"), options.documents, options.pdfs)
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
        part, one, whole = results
        print(f"{options.jobs} jobs against one: {one['seconds'] / part['seconds']:.2f}x")
        grown = (whole["seconds"] / whole["documents"]) / (part["seconds"] / part["documents"])
        print(f"time per document of {options.documents} against that of {part['documents']}: {grown:.2f}x")
        show_stages(folder, place)


if __name__ == "__main__":
    main()
