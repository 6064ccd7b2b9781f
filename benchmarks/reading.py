"""How well and how fast documents are read: ground truth, speed against other readers, memory of a long file.

    python benchmarks/reading.py [--pages 2000] [--papers FOLDER]

Everything is measured in one run on one core. Speeds of others are given as ratios, where they are installed: pdftotext
(poppler), pdfplumber, pymupdf4llm. `--papers` adds a folder of real papers to the speed.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import io
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))


PEERS = ("pdfplumber", "pymupdf4llm")  # words and tables; whole pages as Markdown


def clean(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def truth(folder: Path) -> tuple[int, int, int, int]:
    """Sentences found whole, sentences, rows found exactly, rows."""
    from make_truth_papers import write

    import ingest

    whole = sentences = exact = rows = 0
    for seed in (7, 8):
        for pdf in write(folder / str(seed), seed):
            known = json.loads(pdf.with_suffix(".json").read_text())
            passages = ingest.read(pdf).passages
            texts = {clean(passage.text) for passage in passages}
            cells = {passage.cell_texts() for passage in passages if passage.kind == "row"}
            sentences += len(known["sentences"])
            rows += len(known["rows"])
            whole += sum(clean(sentence) in texts for sentence in known["sentences"])
            exact += sum(tuple(row) in cells for row in known["rows"])
    return whole, sentences, exact, rows


def repeated(files: list[Path], pages: int) -> bytes:
    """One file of many pages."""
    import logging

    import pypdf

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    writer = pypdf.PdfWriter()
    while len(writer.pages) < pages:
        for file in files:
            writer.append(str(file))
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """The shortest of some runs: what else the machine does only ever adds."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def others(file: Path) -> dict[str, Callable[[], object]]:
    """Other readers that are installed."""
    found: dict[str, Callable[[], object]] = {}
    if importlib.util.find_spec("pdfplumber"):
        pdfplumber = importlib.import_module("pdfplumber")

        def plumb() -> None:
            with pdfplumber.open(file) as pdf:
                for page in pdf.pages:
                    page.extract_words()
                    page.extract_tables()

        found["pdfplumber"] = plumb
    if importlib.util.find_spec("pymupdf4llm") and importlib.util.find_spec("pymupdf"):
        found["pymupdf4llm"] = lambda: importlib.import_module("pymupdf4llm").to_markdown(
            str(file), show_progress=False
        )
    return found


def wall(command: list[str]) -> float:
    """User time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def memory(file: Path) -> tuple[float, float, float]:
    """Peak and base of the resident memory in MB, and pages a second, of reading one file in a process of its own."""
    program = f"""
import re, sys, time
sys.path.insert(0, {str(Path(__file__).parent.parent)!r})
import ingest, pypdfium2
def peak(): return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) / 1024
base, start = peak(), time.process_time()
document = ingest.read({str(file)!r})
spent = time.process_time() - start
print(peak(), base, document.pages / spent)
"""
    out = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()
    return float(out[0]), float(out[1]), float(out[2])


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure reading.")
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--papers", type=Path)
    given = parser.parse_args()
    import ingest

    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        whole, sentences, exact, rows = truth(folder)
        print(
            f"sentences whole {whole}/{sentences} = {whole / sentences:.1%}, rows exact {exact}/{rows} = {exact / rows:.1%}"
        )
        files = sorted((folder / "7").glob("*.pdf")) + (sorted(given.papers.glob("*.pdf")) if given.papers else [])
        file = folder / "all.pdf"
        file.write_bytes(repeated(files, 30))
        pages = ingest.read(file).pages or 0
        ours = seconds(lambda: ingest.read(file))
        print(f"words, boxes, tables, units: {pages / ours:.0f} pages/s")
        if shutil.which("pdftotext"):
            theirs = min(wall(["pdftotext", "-bbox", str(file), "-"]) for _ in range(3))
            print(f"  {ours / theirs:.2f} times the time of pdftotext -bbox (words and boxes only)")
        else:
            print("  pdftotext is not installed: left out")
        peers = others(file)
        for name in PEERS:
            if name in peers:
                print(f"  {seconds(peers[name], 1) / ours:.1f} times as fast as {name}")
            else:
                print(f"  {name} is not installed: left out")
        prose = (
            "# A\n\n"
            + "It is **2x** faster, see [here](x).\n\n- item one\n\n| a | b |\n|---|---|\n| 1 | 2x |\n\n" * 2000
        ).encode()
        units = len(ingest.read_bytes(prose, "a.md").passages)
        spent = seconds(lambda: ingest.read_bytes(prose, "a.md"))
        print(f"Markdown: {units / spent:,.0f} units/s, {len(prose) / spent / 1e6:.1f} MB/s")
        page = (
            b"<p>It is <b>2x</b> faster.</p><ul><li>one</li></ul><table><tr><td>1</td><td>2x</td></tr></table>" * 2000
        )
        units = len(ingest.read_bytes(page, "a.html").passages)
        spent = seconds(lambda: ingest.read_bytes(page, "a.html"))
        print(f"HTML: {units / spent:,.0f} units/s, {len(page) / spent / 1e6:.1f} MB/s")
        long = folder / "long.pdf"
        long.write_bytes(repeated(files, given.pages))
        peak, base, rate = memory(long)
        print(
            f"{given.pages} pages in one file: {peak:.0f} MB at most ({base:.0f} MB before reading), {rate:.0f} pages/s"
        )


if __name__ == "__main__":
    main()
