"""Stop the batch job by signals at random moments and look whether it ends, cleanly, with nothing lost and nobody left behind.

    python -m scripts.stop_test [--rounds 40] [--signals INT,TERM,HUP] [--jobs 1,2] [--documents 60] [--postgres | --db URL]

Each round starts `twoways ingest` and sends one signal to its whole process group, as a terminal does (INT, HUP), or to the job
alone (TERM), some rounds a second one right behind. The job must then end within 20 seconds with one line at most, leave no
process, and have written what it says it did. After the last round it runs to its end: each document must then stand there once,
with the claims that a job which nobody disturbed finds. Exit code 1 when something was wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

from sqlalchemy import func, select

import db
from db.schema import ClaimRow, DocumentRow, EstimateRow, RunRow
from scripts.kill_test import MARK, claims_of, job, own_server, processes, undisturbed
from tests.notes import write_notes

PATIENCE = 20.0  # seconds for a job to end


def round_of(url: str, folder: Path, jobs: int, number: signal.Signals, delay: float, again: bool) -> list[str]:
    """One job that is stopped after a while; what was wrong."""
    mark = uuid.uuid4().hex
    command = [sys.executable, "-m", "ui.cli", "ingest", str(folder), "--db", url, "--jobs", str(jobs), "--force"]
    child = subprocess.Popen(
        [*command, "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {MARK: mark},
        start_new_session=True,
    )
    wrong: list[str] = []
    try:
        child.wait(delay)
    except subprocess.TimeoutExpired:
        for _ in range(1 + again):
            if child.poll() is None:
                (child.send_signal if number is signal.SIGTERM else lambda n: os.killpg(child.pid, n))(number)
                time.sleep(0.05 * again)
    try:
        said, complained = child.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        return [f"goes on {PATIENCE:.0f} s after {number.name}"]
    lines = [line for line in complained.splitlines() if not (again and "resource_tracker" in line)]
    # While Python itself starts, before the first line of `ui.cli`, a signal meets Python's own handler.
    began = not any(words in complained for words in ("site module", "<frozen site>"))
    began = began and not ("<frozen runpy>" in complained and 'cli.py", line' not in complained)
    if began and (len(lines) > 1 or child.returncode not in (0, 130, -number)):
        wrong.append(f"exit code {child.returncode}, says {complained!r}")
    end = time.monotonic() + PATIENCE
    while left := list(processes(mark)):
        if time.monotonic() > end:
            wrong.append(f"leaves processes {left}")
            break
        time.sleep(0.05)
    return wrong + (halves(url, json.loads(said)) if said else [])


def halves(url: str, summary: dict[str, object]) -> list[str]:
    """What does not stand in the database as the job said."""
    wrong = []
    with db.open(url) as store, store.session() as session:
        run = session.scalar(select(RunRow).order_by(RunRow.id.desc()).limit(1))
        claims, estimates = (
            session.scalar(select(func.count()).select_from(table)) for table in (ClaimRow, EstimateRow)
        )
        written = session.scalar(
            select(func.count()).select_from(DocumentRow).where(DocumentRow.run_id == summary["run"])
        )
    if run is None or (run.id, run.outcome) != (summary["run"], summary["outcome"]):
        wrong.append(f"the run is not written down: {summary}")
    if claims != estimates:
        wrong.append(f"{claims} claims but {estimates} verdicts")
    counts = summary["documents"]
    assert isinstance(counts, dict)
    if written != sum(counts.values()):
        wrong.append(f"{written} documents written, {counts} reported")
    return wrong


def main() -> None:
    """As a script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--signals", default="INT,TERM,HUP")
    parser.add_argument("--jobs", default="1,2")
    parser.add_argument("--documents", type=int, default=60)
    parser.add_argument("--db", default="")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    signals = [signal.Signals[f"SIG{name}"] for name in options.signals.split(",")]
    jobs = [int(n) for n in options.jobs.split(",")]
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        folder = write_notes(Path(place, "notes"), options.documents)
        url = options.db or (own_server(place) if options.postgres else f"sqlite:///{place}/claims.db")
        started = time.monotonic()
        wrong += round_of(url, folder, max(jobs), signals[0], 600, False)
        whole = time.monotonic() - started
        print(f"{whole:.1f} s undisturbed", flush=True)
        for number in range(options.rounds):
            kind, many, again = (
                signals[number % len(signals)],
                jobs[number // len(signals) % len(jobs)],
                chance.random() < 0.2,
            )
            delay = chance.uniform(0.0, whole)
            started = time.monotonic()
            found = round_of(url, folder, many, kind, delay, again)
            wrong += found
            took = time.monotonic() - started - delay
            print(
                f"{number + 1:3d}: {kind.name}{' twice' * again} after {delay:.2f} s, {many} jobs, over in {took:.2f} s",
                *found,
                flush=True,
            )
        job(url, str(folder), force=False)
        expected = claims_of(undisturbed(f"sqlite:///{place}/reference.db", folder))
        found_claims = claims_of(url)
        sources = expected.keys() | found_claims.keys()
        wrong += [f"{s}: claims differ" for s in sources if expected.get(s) != found_claims.get(s)]
    print(f"{options.rounds} rounds: {len(wrong)} faults", *wrong, sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
