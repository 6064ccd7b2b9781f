"""Reading in workers: what hangs, crashes or takes too much costs itself only."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from ingest import Document, Isolation, UnreadableDocument, reason_of
from ingest.isolate import address_space, limit_memory
from tests.ingest.pages import pdf


class Probe:
    """A worker's task that misbehaves."""

    @staticmethod
    def hang() -> None:
        time.sleep(60)

    @staticmethod
    def crash() -> None:
        os.kill(os.getpid(), signal.SIGSEGV)

    @staticmethod
    def hoard() -> int:
        return len(bytearray(3_000_000_000))


@pytest.fixture(scope="module")
def workers() -> Isolation:
    return Isolation(1, seconds=20.0, megabytes=400)


@pytest.mark.parametrize(
    ("task", "seconds", "reason"),
    [(Probe.hang, 0.5, "timeout"), (Probe.crash, 20, "crashed"), (Probe.hoard, 20, "memory")],
)
def test_each_way_to_go_wrong_has_its_reason(workers: Isolation, task: object, seconds: float, reason: str) -> None:
    future = workers.pool.schedule(task, timeout=seconds)
    assert reason_of(future.exception()) == reason


def test_the_next_document_is_read_all_the_same(workers: Isolation, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf("It decodes 2.1x faster than before."))
    document = workers.read(tmp_path / "a.pdf", source="named")
    assert isinstance(document, Document)
    assert (document.source, document.passages[0].text) == ("named", "It decodes 2.1x faster than before.")


def test_an_unreadable_document_keeps_its_reason_through_the_worker(workers: Isolation, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"")
    with pytest.raises(UnreadableDocument) as caught:
        workers.read(tmp_path / "a.md")
    assert str(caught.value) == f"{tmp_path}/a.md: the file is empty"


def test_a_document_that_takes_too_long_is_named(workers: Isolation, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("- a\n" * 200_000)
    workers.seconds = 0.2
    with pytest.raises(UnreadableDocument, match=r"a\.md: took longer than the time limit: raise it with --seconds"):
        workers.read(tmp_path / "a.md")
    workers.seconds = 20.0


def test_the_limit_is_on_top_of_what_the_process_has(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: asked.append(limits))
    limit_memory(100)
    assert 0 <= asked[0][0] - address_space() - 100 * 2**20 + 50 * 2**20 <= 100 * 2**20
