"""Where documents are analysed: processes of this machine, or a cluster, behind one interface."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import asdict, replace
from functools import cache
from importlib import import_module
from multiprocessing import forkserver, resource_tracker
from pathlib import Path
from typing import Any, Protocol

import ingest
from classifier.learning import learned
from ingest.sources.source import ABOUT
from pipeline.analysis import Analysis, analyse, judged
from pipeline.items import Item, Limits


class Executor(Protocol):
    """Where documents are analysed: processes of this machine, or a cluster."""

    slots: int  # how many documents are worked on at once

    def submit(self, item: Item) -> Future[Analysis]:
        """Begin with a document. The future raises what went wrong with it."""

    def check(self) -> None:
        """Called while nothing comes out: raises where nothing can come any more."""

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
    learned.model()  # that of now: it may have been trained anew since the server process of the workers began
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
        learned.model()  # trained here the first time: what goes wrong with it is then said once, by this process
        # Each worker has one core: threads inside the numeric libraries would only get in each other's way.
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["classifier.warm"])
        start_deaf()
        return ProcessPool(self.slots, TASKS, initializer=prepare, initargs=(self.limits.memory,), context=context)

    def check(self) -> None:
        """A process that dies is replaced."""

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


def start_deaf() -> None:
    """Start the processes that the workers come from. Ctrl-C and the end of a terminal reach a whole group, but a worker that
    dies of it while it holds the pool's pipe would leave the parent waiting for ever: the parent alone hears them and ends the
    others, by SIGTERM. What is blocked here is blocked in all that these start.
    """
    deaf_to = {signal.SIGINT, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, deaf_to)
    try:
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, deaf_to)  # it has unblocked some
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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


NO_ADDRESS = "is not the address of a scheduler, which looks like tcp://HOST:8786"
BOUND = "its workers may not start processes of their own: start them with DASK_DISTRIBUTED__WORKER__DAEMON=False"
WITHOUT = "its worker {} cannot run twoways ({}): install the same version there as here"
OTHER = "its worker {} has another {} than this machine: install the same twoways there"
LEARNED = ", and copy what was learned from reviews ({})"
NONE_YET = "the cluster has no worker yet: this waits {:g} s for one"
NONE = "no worker has come: start dask worker {}"
GONE = "its scheduler is gone: start it and its workers, and run this again to go on"
ALONE = "the cluster has no worker left: this waits {:g} s for one, and then ends"
BACK = "the cluster has a worker again"
LOST = "its workers are gone: start some, and run this again to go on"


class ClusterError(Exception):
    """The cluster cannot do the work."""


def bound() -> bool:
    """Whether this process is one that may not start others."""
    return bool(multiprocessing.current_process().daemon)


Introduction = tuple[bool, dict[str, str]]


def introduction() -> Introduction:
    """What a worker says of itself: whether it may not start processes, and the versions of its code and tables."""
    return bound(), asdict(import_module("pipeline.versions").present_versions())


RETRIES = 3  # how often a document is given to another worker when one dies
PATIENCE = 60.0  # seconds for which a cluster may be without a worker: one that is started anew takes some
LOOK = 1.0  # seconds between two looks at its workers
CONNECT = 10.0  # seconds for which a scheduler may think about an answer


class Cluster:
    """A Dask cluster. A worker that dies costs a retry."""

    def __init__(self, address: str, limits: Limits) -> None:
        client: Any = import_module("distributed").Client
        address = address if "://" in address else f"tcp://{address}"
        try:  # a client of what is no address is half made, and hangs when it is thrown away
            import_module("distributed.comm").get_address_host_port(address, strict=True)
        except (ValueError, NotImplementedError):
            raise ClusterError(NO_ADDRESS) from None
        for name in ("distributed", "distributed.client", "tornado.application"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters of it is said by us, in one line
        self.limits = limits
        self._client = client(address, timeout=CONNECT, set_as_default=False)
        try:
            self._first_worker(address)
            for worker, said in self._client.run(introduction, on_error="return").items():
                self._compare(worker, said)
        except BaseException:
            self._client.close()
            raise
        self.slots = sum(self._client.nthreads().values())
        self._looked = 0.0  # when it was asked whether there is a worker
        self._alone: float | None = None  # since when there is none

    def _first_worker(self, address: str) -> None:
        """All may be started at once, and a worker takes some seconds."""
        if not self._client.nthreads():
            logging.getLogger(__name__).warning(NONE_YET.format(PATIENCE))
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ClusterError(NONE.format(address)) from None

    def _compare(self, worker: str, said: Introduction | Exception) -> None:
        """What a worker makes is kept as made by the versions of here: they have to be the same."""
        if isinstance(said, Exception):
            raise ClusterError(WITHOUT.format(worker, said))
        captive, there = said
        if captive:
            raise ClusterError(BOUND)
        here = introduction()[1]
        if others := [part for part in here if there.get(part) != here[part]]:
            where = LEARNED.format(learned.reviewed_path()) if "classifier" in others else ""
            raise ClusterError(OTHER.format(worker, ", ".join(others)) + where)

    def submit(self, item: Item) -> Future[Analysis]:
        """Begin with a document."""
        if self._client.status != "running":
            raise ClusterError(GONE)
        executor = self._client.get_executor(retries=RETRIES, pure=False)
        future: Future[Analysis] = executor.submit(isolated, item, self.limits, files_of(item))
        return future

    def check(self) -> None:
        """A scheduler keeps the work of workers that are gone, and would keep it for ever."""
        now = time.monotonic()
        if now < self._looked + LOOK or self._client.status != "running":
            return
        self._looked = now
        try:
            there = bool(self._client.nthreads(callback_timeout=CONNECT))
        except OSError:  # the scheduler has gone too: its work is then cancelled, and that is said
            return
        if there != (self._alone is None):
            logging.getLogger(__name__).warning(BACK if there else ALONE.format(PATIENCE))
            self._alone = None if there else now
        if self._alone is not None and now > self._alone + PATIENCE:
            raise ClusterError(LOST)

    def close(self) -> None:
        """Leave the cluster; it goes on."""
        self._client.close()

    def stop(self) -> None:
        """Leave the cluster; what it had to do for us is forgotten with us."""
        self._client.close()
