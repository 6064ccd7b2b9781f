"""Reading in a process of its own, with a time and a memory limit that kill."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from types import TracebackType
from typing import Any

from .document import Document, UnreadableDocument
from .read import MAX_BYTES, read

MEGABYTE = 1 << 20
TASKS = 200  # documents after which a worker is replaced: what a library leaks goes with it


def limit_memory(megabytes: int) -> None:
    """Let this process take so much more address space than it has now; to be called in a worker, once all is imported.

    What is asked for beyond raises `MemoryError` in Python, and in pdfium ends the process. Where the system has no such
    limit (Windows, macOS in part), nothing is limited.
    """
    try:
        import resource
    except ImportError:
        return
    taken = address_space()
    if taken:
        limit = taken + megabytes * MEGABYTE
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def address_space() -> int:
    """Bytes of address space of this process; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 0
    import resource

    return pages * resource.getpagesize()


def prepare(megabytes: int) -> None:
    """What a worker does first."""
    import pypdf  # noqa: F401
    import pypdfium2  # noqa: F401

    from . import markdown, pdf  # noqa: F401

    limit_memory(megabytes)


def reason_of(error: BaseException) -> str:
    """The reason, one of `REASONS`, for what a worker's future raised."""
    from pebble import ProcessExpired

    if isinstance(error, UnreadableDocument):
        return error.reason
    reasons = {TimeoutError: "timeout", MemoryError: "memory", ProcessExpired: "crashed"}
    return next((reason for kind, reason in reasons.items() if isinstance(error, kind)), "crashed")


class Isolation:
    """Workers that read. A document that hangs, crashes or takes too much costs itself only."""

    def __init__(self, workers: int = 1, seconds: float = 60.0, megabytes: int = 1024) -> None:
        from pebble import ProcessPool

        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["ingest.isolate"])
        self.seconds = seconds
        self.pool: Any = ProcessPool(workers, TASKS, initializer=prepare, initargs=(megabytes,), context=context)

    def read(self, path: str | Path, *, source: str = "", max_bytes: int = MAX_BYTES) -> Document:
        """Read a file in a worker; what kills the worker is raised as the reason."""
        future = self.pool.schedule(
            read, args=(str(path),), kwargs={"source": source, "max_bytes": max_bytes}, timeout=self.seconds
        )
        try:
            document: Document = future.result()
        except UnreadableDocument:
            raise
        except (Exception, TimeoutError) as error:
            raise UnreadableDocument(source or str(path), reason_of(error)) from error
        return document

    def __enter__(self) -> Isolation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pool.close() if kind is None else self.pool.stop()
        self.pool.join()
