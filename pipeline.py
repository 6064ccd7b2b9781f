"""The order of things: read a document, find its claims, judge each; many documents at once, into one database."""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol

import ingest
from classifier import Claim, find
from db import Store, StoreError, Versions
from db.schema import DocumentRow
from estimator import Quantity, judge
from estimator.verdict import Verdict
from ingest import Document, Source, UnreadableDocument
from ingest.sources.source import ABOUT


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with its verdict."""

    claim: Claim
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that comes out of one document."""

    document: Document
    claims: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one document may cost. Its worker is killed when it takes more."""

    seconds: float = 60.0
    memory: int = 1024  # MB of address space beyond what the program itself takes
    megabytes: float = 200.0  # size of the file

    @property
    def max_bytes(self) -> int:
        """The size limit in bytes."""
        return int(self.megabytes * 1e6)


@dataclass(frozen=True, slots=True)
class Item:
    """One document to be analysed: where its bytes lie, and what is known of it already."""

    source: str  # the name it goes by
    path: str  # where the bytes are
    sha256: str = ""  # of the bytes; empty: not known yet
    document: Document | None = None  # read before: only its claims are to be found
    claims: tuple[Claim, ...] | None = None  # found before: they are only to be judged
    error: UnreadableDocument | None = None  # it cannot even be fetched
    reader_version: str = ""  # of the reading code that made `document`; empty: it is read now


def analyse(path: str | Path, *, source: str = "", max_bytes: int = Limits().max_bytes) -> Analysis:
    """Read a document, find its claims, judge each. Pure: it runs in workers and writes nothing."""
    return judged(ingest.read(path, source=source or str(path), max_bytes=max_bytes))


def judged(document: Document, claims: tuple[Claim, ...] | None = None) -> Analysis:
    """The claims of a document that was read, each with its verdict."""
    found = find(document) if claims is None else claims
    return Analysis(document, tuple(Judged(claim, judge(claim.statement())) for claim in found))


# Fields of a claim in the order of the JSON form.
FIELDS = (
    "start end quote kind quantified technique side confidence metric factor_low factor_high qualifier absolute "
    "absolute_before baseline hardware n_devices model params inherited"
).split()


def record(document: Document, claim: Claim, verdict: Verdict | None = None) -> dict[str, Any]:
    """A claim as JSON: what `check --format jsonl` and `claims --format jsonl` print. Absent means not stated."""
    place = document.passages[claim.passage] if 0 <= claim.passage < len(document.passages) else None
    page, section = (place.page, " > ".join(place.section)) if place else (None, "")
    return record_at(document.source, page, section, claim, verdict)


def record_at(source: str, page: int | None, section: str, claim: Claim, verdict: Verdict | None) -> dict[str, Any]:
    """The same for a claim whose document is not at hand."""
    values: dict[str, Any] = {"document": source, "page": page, "section": section}
    values |= {name: _plain(getattr(claim, name)) for name in FIELDS}
    if verdict is not None:
        values |= {"verdict": verdict.verdict, "ceiling": verdict.ceiling}
        values |= {"ceiling_unit": verdict.ceiling_unit if verdict.ceiling is not None else None}
        values |= {
            "expected": _plain(verdict.expected),
            "limiter": _plain(verdict.limiter) if any(verdict.limiter) else None,
        }
        values |= {"reason": verdict.reason, "requires": list(verdict.requires)}
    return {name: value for name, value in values.items() if value not in (None, "", [], {}) or name == "quote"}


def _plain(value: Any) -> Any:
    if isinstance(value, Quantity):
        return {"value": value.value, "unit": value.unit}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if hasattr(value, "items"):
        return {name: _plain(part) for name, part in value.items()}
    return value.tolist() if hasattr(value, "tolist") else value


# -- many documents ----------------------------------------------------------------------------------------------------------


class Executor(Protocol):
    """Where documents are analysed: processes of this machine, or a cluster."""

    slots: int  # how many documents are worked on at once

    def submit(self, item: Item) -> Future[Analysis]:
        """Begin with a document. The future raises what went wrong with it."""

    def close(self) -> None:
        """End after the work that was given."""

    def stop(self) -> None:
        """End at once."""


def work(item: Item, limits: Limits) -> Analysis:
    """What a worker does with one document."""
    if item.document is not None:
        return judged(item.document, item.claims)
    return analyse(item.path, source=item.source, max_bytes=limits.max_bytes)


def prepare(memory: int) -> None:
    """What a worker does first: load what every document needs, then take the memory limit on."""
    import_module("classifier.warm")
    ingest.limit_memory(memory)


TASKS = 200  # documents after which a worker makes room for a fresh one: what a library leaks goes with it


class Workers:
    """Processes of this machine. A document that hangs, crashes or takes too much memory costs itself only.

    They are forked from a server process that has everything loaded, so a fresh one is there in milliseconds.
    """

    def __init__(self, jobs: int, limits: Limits, work: Callable[[Item, Limits], Analysis] = work) -> None:
        self.slots, self.limits, self.work = jobs, limits, work
        self._pool: Any = None  # started with the first document: a run with nothing to do starts no process

    def submit(self, item: Item) -> Future[Analysis]:
        """Begin with a document."""
        if self._pool is None:
            self._pool = self._start()
        future: Future[Analysis] = self._pool.schedule(self.work, args=(item, self.limits), timeout=self.limits.seconds)
        return future

    def _start(self) -> Any:
        from pebble import ProcessPool

        if bound():
            raise ClusterError(BOUND)
        # Each worker has one core: threads inside the numeric libraries would only get in each other's way.
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["classifier.warm"])
        return ProcessPool(self.slots, TASKS, initializer=prepare, initargs=(self.limits.memory,), context=context)

    def close(self) -> None:
        """End after the work that was given."""
        if self._pool is not None:
            self._pool.close()
            self._pool.join()

    def stop(self) -> None:
        """End at once."""
        if self._pool is not None:
            self._pool.stop()
            self._pool.join()


@cache
def own_workers(limits: Limits) -> Workers:
    """The processes that a cluster's worker keeps for its documents, one for each of its threads."""
    return Workers(import_module("distributed").get_worker().state.nthreads, limits)


def isolated(item: Item, limits: Limits, files: Mapping[str, bytes]) -> Analysis:
    """What a cluster's worker does: the document in a process of its own, so that the worker outlives it.

    The bytes came along, so the machines need no folder in common.
    """
    with tempfile.TemporaryDirectory(prefix="twoways-") as folder:
        for name, data in files.items():
            Path(folder, name).write_bytes(data)
        here = replace(item, path=str(Path(folder, Path(item.path).name)))
        return own_workers(limits).submit(here).result()


def files_of(item: Item) -> dict[str, bytes]:
    """The bytes of a document, and what its service said of it, for a machine that has not got the file."""
    path = Path(item.path)
    beside = path.with_name(path.name + ABOUT)
    return {file.name: file.read_bytes() for file in (path, beside) if item.path and file.is_file()}


BOUND = "its workers may not start processes of their own: start them with DASK_DISTRIBUTED__WORKER__DAEMON=False"


class ClusterError(Exception):
    """The cluster cannot do the work."""


def bound() -> bool:
    """Whether this process is one that may not start others."""
    return bool(multiprocessing.current_process().daemon)


RETRIES = 3  # how often a document is given to another worker when one dies


class Cluster:
    """A Dask cluster. A worker that dies costs a retry."""

    def __init__(self, address: str, limits: Limits) -> None:
        client: Any = import_module("distributed").Client

        self.limits = limits
        self._client = client(address, timeout=10, set_as_default=False)
        self._client.wait_for_workers(1, timeout=10)
        if any(self._client.run(bound).values()):
            raise ClusterError(BOUND)
        self.slots = sum(self._client.nthreads().values())

    def submit(self, item: Item) -> Future[Analysis]:
        """Begin with a document."""
        executor = self._client.get_executor(retries=RETRIES, pure=False)
        future: Future[Analysis] = executor.submit(isolated, item, self.limits, files_of(item))
        return future

    def close(self) -> None:
        """Leave the cluster; it goes on."""
        self._client.close()

    def stop(self) -> None:
        """Leave the cluster; what it had to do for us is forgotten with us."""
        self._client.close()


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
        ready, _ = wait(self.pending, return_when=FIRST_COMPLETED)
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
    versions = present_versions()
    job = Job(store, executor, limits or Limits(), versions, report)
    started = time.monotonic()
    job.summary.run = store.start_run(command, settings or {}, versions)
    try:
        sync_catalogs(store, versions)
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


def finish(job: Job, started: float) -> None:
    """Write the summary down."""
    job.summary.seconds = time.monotonic() - started
    job.store.finish_run(job.summary.run, job.summary.outcome, job.summary.record())


def sync_catalogs(store: Store, versions: Versions) -> None:
    """The estimator's tables, for those who join."""
    estimator = import_module("estimator")
    tables = [getattr(estimator, name, ()) for name in ("HARDWARE", "MODELS", "TECHNIQUES")]
    hardware, models, techniques = [t.values() if isinstance(t, Mapping) else t for t in tables]
    store.sync_catalogs(hardware, models, techniques, versions.catalog)


# -- what is there -----------------------------------------------------------------------------------------------------------


def item_of(found: Source | UnreadableDocument, limits: Limits) -> Item:
    """What was discovered as something to be done, with the hash of its bytes."""
    if isinstance(found, UnreadableDocument):
        clean = UnreadableDocument(without_user(found.source), found.reason, without_user(found.detail))
        return Item(clean.source, "", error=clean)
    return Item(without_user(found.name), str(found.path), file_hash(found.path, limits))


def without_user(source: str) -> str:
    """An address without the user name and password that may stand in it: the database is for others to read."""
    return re.sub(r"(?<=://)[^/@\s]+@", "", source)


def out_of_date(store: Store) -> dict[str, int]:
    """How many documents an older version made, by the first stage that has to be done again."""
    late = {"to read": 0, "to search": 0, "to judge": 0, "whose file is gone": 0}
    for row in store.documents(present_versions()):
        late[stage(row, store.source(row.id))] += 1
    return late


def stage(row: DocumentRow, source: str) -> str:
    """What has to be done again for a document. Without its file the text that is kept is searched."""
    now = present_versions()
    if row.reader_version != now.reader and there(source, row.sha256):
        return "to read"
    if row.classifier_version != now.classifier:
        return "to search"
    if (row.estimator_version, row.catalog_version) != (now.estimator, now.catalog):
        return "to judge"
    return "whose file is gone"


def there(source: str, sha256: str) -> bool:
    """Whether the same bytes can be read again: a file as it was, or an address."""
    return re.match(r"\w+:(?!\\)", source) is not None or file_hash(Path(source), Limits()) == sha256


def renewals(store: Store, limits: Limits) -> Iterator[Item]:
    """What is out of date, each from the first stage on that has to be done again."""
    for row in store.documents(present_versions()):
        source = store.source(row.id)
        todo = stage(row, source)
        if todo == "to read":
            yield from (item_of(found, limits) for found in ingest.discover([source]))
        elif todo != "whose file is gone":
            claims = store.machine_claims(row.id) if todo == "to judge" else None
            document = store.document(row.id)
            yield Item(source, "", row.sha256, document, claims, reader_version=row.reader_version)


def file_hash(file: Path, limits: Limits) -> str:
    """The hash of a file's bytes; of one that is too large to read, its size and time; "" of a missing one."""
    try:
        facts = file.stat()
        if facts.st_size > limits.max_bytes:
            return f"size:{facts.st_size}:{facts.st_mtime_ns}"
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError:
        return ""


@cache
def present_versions() -> Versions:
    """The versions of the code and tables as they are now: hashes of the files themselves, so that none can be forgotten."""
    classifier = digest("classifier", "*.py") + digest("corpus", "*.jsonl", "*.csv")
    return Versions(
        reader=digest("ingest", "*.py"),
        classifier=hashlib.sha256(classifier.encode()).hexdigest()[:12],
        estimator=digest("estimator", "*.py"),
        catalog=digest("estimator", "*.csv", "*.toml", "*.json", "*.jsonl"),
    )


def digest(package: str, *patterns: str) -> str:
    """A short hash of a package's files."""
    folder = Path(import_module(package).__file__ or "").parent
    total = hashlib.sha256()
    for file in sorted(path for pattern in patterns for path in folder.rglob(pattern)):
        total.update(str(file.relative_to(folder)).encode() + file.read_bytes())
    return total.hexdigest()[:12]
