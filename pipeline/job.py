"""One run over many documents: workers analyse, one process writes, and nothing that was reported is lost."""

from __future__ import annotations

import contextlib
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass, replace
from typing import Any

from db import Store, StoreError, Versions
from pipeline import versions as present
from pipeline.analysis import Analysis
from pipeline.items import Item, Limits
from pipeline.outcome import Outcome, Summary, reason_of
from pipeline.stop import Stop
from pipeline.workers import GONE, ClusterError, Executor

AHEAD = 3  # documents given out for each slot: enough that no worker waits, few enough that memory stays flat
HELD = 64  # analysed ones that may wait for their turn behind one that takes long


@dataclass(slots=True, eq=False)
class Turn:
    """A document in the queue. It is written when all before it are: so numbers do not depend on which worker is faster."""

    item: Item
    work: Future[Analysis] | None = None  # None: there is nothing to analyse
    first: Turn | None = None  # the same bytes, further up
    outcome: Outcome | None = None

    @property
    def ready(self) -> bool:
        """Whether it can be written."""
        return self.work is None or self.work.done()


class Job:
    """One run over many documents: workers analyse, this process alone writes, document by document, in their order."""

    def __init__(
        self, store: Store, executor: Executor, limits: Limits, versions: Versions, report: Callable[[Outcome], None]
    ) -> None:
        self.store, self.executor, self.limits, self.versions, self.report = store, executor, limits, versions, report
        self.summary = Summary()
        self.stop = Stop()
        self.queue: deque[Turn] = deque()
        self.working: set[Future[Analysis]] = set()
        self.first: dict[str, Turn] = {}  # by hash: those in the queue that are being analysed

    def do(self, items: Iterable[Item], force: bool) -> None:
        """All documents: those that are known are passed over unless forced."""
        for item in self.stop.each(items):
            self.queue.append(self.begin(item, force))
            self.settle()
            while self.full():
                self.wait()
        while self.queue:
            self.wait()

    def full(self) -> bool:
        """Whether the workers have enough to do, or too much waits behind a slow one."""
        ahead = self.executor.slots * AHEAD
        return len(self.working) >= ahead or len(self.queue) >= ahead + HELD

    def begin(self, item: Item, force: bool) -> Turn:
        """Give a document to a worker, unless it is known what becomes of it."""
        if item.error is not None:
            return Turn(item)
        if first := self.first.get(item.sha256):
            return Turn(item, first=first)
        if not force and (known := self.known(item)):
            return Turn(item, outcome=known)
        turn = Turn(item, self.executor.submit(item))
        self.working.update([turn.work] if turn.work else [])
        if item.sha256:
            self.first[item.sha256] = turn
        return turn

    def known(self, item: Item) -> Outcome | None:
        """What is known about the same bytes."""
        if not item.sha256:
            return None
        if what := self.store.seen(item.source, item.sha256):
            return Outcome(item.source, what)
        failure = self.store.failed(item.source, item.sha256, self.versions, asdict(self.limits))
        return Outcome(item.source, "unchanged", failure.reason, failure.detail) if failure else None

    def wait(self) -> None:
        """Until a worker is ready with something; then write what can be written."""
        ready: set[Future[Analysis]] = set()
        while not ready:
            ready, _ = wait(self.working, timeout=0.2, return_when=FIRST_COMPLETED)
            self.stop.check()
            if not ready:
                self.executor.check()
        self.working -= ready
        self.settle()

    def settle(self) -> None:
        """Write what is ready at the head of the queue, and say so: only what is in the database is ever reported."""
        while self.queue and self.queue[0].ready:
            self.stop.check()  # a signal to the whole group has ended the workers too: that is no failure of a document
            turn = self.queue.popleft()
            turn.outcome = turn.outcome or self.write(turn)
            if self.first.get(turn.item.sha256) is turn:
                del self.first[turn.item.sha256]
            self.summary.add(turn.outcome)
            self.report(turn.outcome)

    def write(self, turn: Turn) -> Outcome:
        """Put into the database what came out."""
        if turn.first and turn.first.outcome:
            return self.twin(turn.item, turn.first.outcome)
        if turn.work is None:
            error: BaseException | None = turn.item.error
        elif turn.work.cancelled():  # nobody here cancels: a cluster does that when it ends
            raise ClusterError(GONE)
        elif (error := turn.work.exception()) is None:
            return self.keep(turn.item, turn.work.result())
        assert error is not None
        return self.fail(turn.item, *reason_of(turn.item, error))

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
    summary, started = job.summary, time.monotonic()
    with job.stop.listening():
        summary.run = store.start_run(command, settings or {}, versions)
        try:
            present.sync_catalogs(store, versions)
            job.do(items, force)
            executor.close()
            summary.outcome = "done"
        except KeyboardInterrupt:
            summary.outcome = "stopped"
        finally:
            if summary.outcome == "running":
                summary.outcome = "failed"
            if summary.outcome != "done":
                executor.stop()
            summary.seconds = time.monotonic() - started
            # On a full disk this fails too: the first error is the one to tell.
            with contextlib.suppress(*[StoreError] * (summary.outcome == "failed")):
                store.finish_run(summary.run, summary.outcome, summary.record())
    return summary
