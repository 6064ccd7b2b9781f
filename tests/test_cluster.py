"""The same job on a cluster of two worker processes: the same claims, whoever dies."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

import db
import pipeline
from db import queries
from ingest import discover
from pipeline import Cluster, Limits, Outcome, item_of
from pipeline.workers import introduction
from scripts.kill_test import undisturbed
from tests.notes import write_notes

LIMITS = Limits()


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two worker processes on this machine, each of which may start processes of its own."""
    dask = pytest.importorskip("dask")
    distributed = pytest.importorskip("distributed")
    settings = {"distributed.worker.daemon": False, "distributed.comm.timeouts.connect": "30s"}
    with (
        dask.config.set(settings),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as started,
    ):
        yield started


@pytest.mark.timeout(240)
@pytest.mark.filterwarnings("ignore")  # a worker that is killed makes Dask's own loops warn
def test_a_cluster_gives_the_same_claims_also_when_a_worker_dies(cluster: Any, tmp_path: Path) -> None:
    def shoot(outcome: Outcome) -> None:
        if not shot:
            worker = next(iter(cluster.workers.values()))
            os.kill(worker.process.pid, signal.SIGKILL)
            shot.append(outcome.source)

    shot: list[str] = []
    folder = write_notes(tmp_path / "notes", 10)
    url = f"sqlite:///{tmp_path}/claims.db"
    items = [item_of(found, LIMITS) for found in discover([str(folder)])]
    with db.open(url) as store:
        summary = pipeline.run(items, store, Cluster(cluster.scheduler_address, LIMITS), limits=LIMITS, report=shoot)
    assert shot
    assert (summary.outcome, dict(summary.documents)) == ("done", {"new": 10})
    assert exported(url) == exported(undisturbed(f"sqlite:///{tmp_path}/reference.db", folder))


class Scheduler:
    """A scheduler's client, with as many workers as it is told."""

    status = "running"

    def __init__(self) -> None:
        self.workers = 1

    def nthreads(self, **_: object) -> dict[str, int]:
        return {f"tcp://127.0.0.1:{n}": 1 for n in range(self.workers)}

    def wait_for_workers(self, number: int, timeout: float) -> None:
        if self.workers < number:
            raise TimeoutError(f"not in {timeout} s")


@pytest.fixture
def lonely(monkeypatch: pytest.MonkeyPatch) -> tuple[Cluster, Scheduler, list[float]]:
    """A cluster whose workers and whose clock the test sets."""
    clock = [1000.0]
    monkeypatch.setattr("pipeline.workers.time.monotonic", lambda: clock[0])
    cluster, scheduler = Cluster.__new__(Cluster), Scheduler()
    cluster._client, cluster._looked, cluster._alone = scheduler, 0.0, None
    return cluster, scheduler, clock


def test_a_cluster_without_workers_is_waited_for_and_then_ends_the_job(
    lonely: tuple[Cluster, Scheduler, list[float]], caplog: pytest.LogCaptureFixture
) -> None:
    cluster, scheduler, clock = lonely
    cluster.check()
    scheduler.workers = 0
    clock[0] += 5
    cluster.check()
    clock[0] += 59
    cluster.check()
    assert [r.getMessage() for r in caplog.records] == [
        "the cluster has no worker left: this waits 60 s for one, and then ends"
    ]
    clock[0] += 2
    with pytest.raises(pipeline.ClusterError, match="its workers are gone: start some, and run this again to go on"):
        cluster.check()


def test_a_worker_that_comes_in_time_lets_the_job_go_on(
    lonely: tuple[Cluster, Scheduler, list[float]], caplog: pytest.LogCaptureFixture
) -> None:
    cluster, scheduler, clock = lonely
    scheduler.workers = 0
    cluster.check()
    clock[0] += 30
    scheduler.workers = 1
    cluster.check()
    clock[0] += 100
    cluster.check()
    assert caplog.records[-1].getMessage() == "the cluster has a worker again"


def test_the_first_worker_is_waited_for_with_a_word(
    lonely: tuple[Cluster, Scheduler, list[float]], caplog: pytest.LogCaptureFixture
) -> None:
    cluster, scheduler, _ = lonely
    cluster._first_worker("tcp://first:8786")
    assert not caplog.records
    scheduler.workers = 0
    with pytest.raises(pipeline.ClusterError, match="no worker has come: start dask worker tcp://first:8786"):
        cluster._first_worker("tcp://first:8786")
    assert [r.getMessage() for r in caplog.records] == ["the cluster has no worker yet: this waits 60 s for one"]


@pytest.mark.parametrize(
    ("captive", "changed", "said"),
    [
        (True, {}, "its workers may not start processes of their own"),
        (False, {"estimator": "x", "catalog": "y"}, "worker tcp://second:1 has another estimator, catalog than this"),
        (False, {"classifier": "x"}, r"another classifier than .* there, and copy what was learned from reviews \("),
    ],
)
def test_a_worker_that_would_make_something_else_is_named(
    lonely: tuple[Cluster, Scheduler, list[float]], captive: bool, changed: dict[str, str], said: str
) -> None:
    cluster, _, _ = lonely
    here = introduction()[1]
    cluster._compare("tcp://second:1", (False, here))
    with pytest.raises(pipeline.ClusterError, match=said):
        cluster._compare("tcp://second:1", (captive, here | changed))


@pytest.mark.parametrize(
    "address", ["nonsense", "http://127.0.0.1:8786", "tcp://127.0.0.1", "tcp://h:x", "inproc://1/2"]
)
def test_what_is_no_address_is_said_before_anything_is_connected(address: str) -> None:
    with pytest.raises(pipeline.ClusterError, match="not the address of a scheduler, which looks like tcp://HOST:8786"):
        Cluster(address, LIMITS)


def test_a_worker_that_cannot_load_the_program_is_named(lonely: tuple[Cluster, Scheduler, list[float]]) -> None:
    with pytest.raises(
        pipeline.ClusterError, match=r"tcp://second:1 cannot run twoways \(No module named 'pipeline'\)"
    ):
        lonely[0]._compare("tcp://second:1", ModuleNotFoundError("No module named 'pipeline'"))


def exported(url: str) -> bytes:
    """Every claim with its number, as `twoways claims` and `twoways sql` give it."""
    with db.open(url) as store, store.session() as session:
        records = [pipeline.record_at(a.source, a.page, a.section, a.claim, a.verdict) for a in queries.claims(session)]
        rows = session.execute(text("SELECT * FROM claim_overview ORDER BY claim_id")).all()
    return "\n".join([*map(json.dumps, records), *map(repr, rows)]).encode()
