"""One run over many documents: workers analyse, one process writes, and nothing that was reported is lost."""

from __future__ import annotations

import contextlib
import re
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import ingest
from db import Store, StoreError, Versions
from ingest import UnreadableDocument
from pipeline import versions as present
from pipeline.analysis import Analysis
from pipeline.items import Item, Limits
from pipeline.workers import Executor

What = Literal["new", "renewed", "superseded", "unchanged", "duplicate", "failed"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one document."""

    source: str
    what: What
    reason: str = ""  # of a failure, one of `ingest.document.REASONS`
    detail: str = ""
    pages: int = 0
    sides: Mapping[str, int] = field(default_factory=dict)
    verdicts: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Summary:
    """What became of all of them."""

    run: int = 0
    outcome: str = "running"  # done, stopped, failed
    seconds: float = 0.0
    documents: Counter[str] = field(default_factory=Counter)  # by what became of them
    sides: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    pages: int = 0
    failures: list[Outcome] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Count one document."""
        self.documents[outcome.what] += 1
        self.sides.update(outcome.sides)
        self.verdicts.update(outcome.verdicts)
        self.pages += outcome.pages
        if outcome.reason:
            self.failures.append(outcome)

    def record(self) -> dict[str, Any]:
        """As JSON."""
        failures = [{"source": f.source, "reason": f.reason, "detail": f.detail} for f in self.failures]
        return {
            "run": self.run,
            "outcome": self.outcome,
            "seconds": round(self.seconds, 3),
            "documents": dict(self.documents),
            "claims": sum(self.sides.values()),
            "sides": dict(self.sides),
            "verdicts": dict(self.verdicts),
            "pages": self.pages,
            "failures": failures,
        }


AHEAD = 3  # documents given out for each slot: enough that no worker waits, few enough that memory stays flat


class Job:
    """One run over many documents: workers analyse, this process alone writes, document by document."""

    def __init__(
        self, store: Store, executor: Executor, limits: Limits, versions: Versions, report: Callable[[Outcome], None]
    ) -> None:
        self.store, self.executor, self.limits, self.versions, self.report = store, executor, limits, versions, report
        self.summary = Summary()
        self.stopping = threading.Event()  # Ctrl-C was heard
        self.pending: dict[Future[Analysis], Item] = {}
        self.twins: dict[str, list[Item]] = {}  # the same bytes again while the first is being analysed

    def do(self, items: Iterable[Item], force: bool) -> None:
        """All documents: those that are known are passed over unless forced."""
        for item in items:
            if item.error is not None:
                self.tell(self.fail(item, item.error.reason, str(item.error)))
            elif item.sha256 and item.sha256 in self.twins:
                self.twins[item.sha256].append(item)
            elif not force and (known := self.known(item)):
                self.tell(known)
            else:
                self.give(item)
                while len(self.pending) >= self.executor.slots * AHEAD:
                    self.collect()
        while self.pending:
            self.collect()

    def known(self, item: Item) -> Outcome | None:
        """What is known about the same bytes."""
        if not item.sha256:
            return None
        if self.store.seen(item.source, item.sha256):
            return Outcome(item.source, "unchanged")
        failure = self.store.failed(item.source, item.sha256, self.versions, asdict(self.limits))
        return Outcome(item.source, "unchanged", failure.reason, failure.detail) if failure else None

    def give(self, item: Item) -> None:
        """To a worker."""
        self.pending[self.executor.submit(item)] = item
        if item.sha256:
            self.twins[item.sha256] = []

    def collect(self) -> None:
        """Wait for the next ones to be ready, and write them."""
        ready: set[Future[Analysis]] = set()
        while not ready:
            if self.stopping.is_set():
                raise KeyboardInterrupt
            ready, _ = wait(self.pending, timeout=0.2, return_when=FIRST_COMPLETED)
        for future in sorted(ready, key=list(self.pending).index):
            item = self.pending.pop(future)
            error = future.exception()
            outcome = self.keep(item, future.result()) if error is None else self.fail(item, *reason_of(item, error))
            self.tell(outcome)
            for twin in self.twins.pop(item.sha256, []):
                self.tell(self.twin(twin, outcome))

    def keep(self, item: Item, analysis: Analysis) -> Outcome:
        """Write an analysis."""
        versions = replace(self.versions, reader=item.reader_version) if item.reader_version else self.versions
        what = self.store.save(analysis, versions, run_id=self.summary.run)
        claims = analysis.claims if what != "superseded" else ()
        return Outcome(
            item.source,
            what,
            pages=analysis.document.pages or 0,
            sides=Counter(j.claim.side for j in claims),
            verdicts=Counter(j.verdict.verdict for j in claims),
        )

    def fail(self, item: Item, reason: str, detail: str) -> Outcome:
        """Write a failure."""
        self.store.save_failure(
            item.source,
            reason,
            detail,
            sha256=item.sha256,
            limits=asdict(self.limits),
            reader_version=self.versions.reader,
            run_id=self.summary.run,
        )
        return Outcome(item.source, "failed", reason, detail)

    def twin(self, item: Item, outcome: Outcome) -> Outcome:
        """The same bytes under another name share what became of the first."""
        if outcome.what == "failed":
            return self.fail(item, outcome.reason, outcome.detail.replace(outcome.source, item.source, 1))
        self.store.seen(item.source, item.sha256)
        return Outcome(item.source, "duplicate")

    def tell(self, outcome: Outcome) -> None:
        """Count it and say it: only what is in the database is ever reported."""
        self.summary.add(outcome)
        self.report(outcome)


def reason_of(item: Item, error: BaseException) -> tuple[str, str]:
    """The reason of a failure, and the line about it."""
    if isinstance(error, UnreadableDocument):
        return error.reason, str(error)
    reason = ingest.reason_of(error)
    if reason == "crashed" and type(error).__name__ not in ("ProcessExpired", "KilledWorker"):
        reason = "fault"
    detail = "" if reason in ("timeout", "memory") else f"{type(error).__name__}: {error}{place_of(error)}"[:300]
    return reason, str(UnreadableDocument(item.source, reason, " ".join(detail.split())))


def place_of(error: BaseException) -> str:
    """Where in the worker an error was raised: pebble keeps the worker's traceback as text."""
    frames = re.findall(r'File "([^"]+)", line (\d+)', str(getattr(error, "traceback", "")))
    return f", {Path(frames[-1][0]).name} line {frames[-1][1]}" if frames else ""


def run(
    items: Iterable[Item],
    store: Store,
    executor: Executor,
    *,
    limits: Limits | None = None,
    force: bool = False,
    command: str = "ingest",
    settings: Mapping[str, Any] | None = None,
    report: Callable[[Outcome], None] = lambda outcome: None,
) -> Summary:
    """Analyse documents and keep what comes out. Killed at any moment, it loses nothing that was reported; run again, it
    goes on where it stopped. Ctrl-C ends it cleanly, with `outcome` "stopped".
    """
    versions = present.present_versions()
    job = Job(store, executor, limits or Limits(), versions, report)
    started = time.monotonic()
    job.summary.run = store.start_run(command, settings or {}, versions)
    try:
        present.sync_catalogs(store, versions)
        with listening(job.stopping):
            job.do(items, force)
        job.summary.outcome = "done"
        executor.close()
    except BaseException as error:
        executor.stop()
        job.summary.outcome = "stopped" if isinstance(error, KeyboardInterrupt) else "failed"
        if not isinstance(error, KeyboardInterrupt):
            with contextlib.suppress(StoreError):  # the disk may be full: the first error is the one to tell
                finish(job, started)
            raise
    finish(job, started)
    return job.summary


@contextlib.contextmanager
def listening(stopping: threading.Event) -> Iterator[None]:
    """Ctrl-C stops the job between two documents: an exception in the middle of the pool's own locks would leave them held,
    and the pool could never be ended. A second Ctrl-C does not wait.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def heard(_number: int, _frame: Any) -> None:
        if stopping.is_set():
            raise KeyboardInterrupt
        stopping.set()

    before = signal.signal(signal.SIGINT, heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def finish(job: Job, started: float) -> None:
    """Write the summary down."""
    job.summary.seconds = time.monotonic() - started
    job.store.finish_run(job.summary.run, job.summary.outcome, job.summary.record())
