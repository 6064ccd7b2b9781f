"""The same job on a cluster of two worker processes: the same claims, whoever dies."""

from __future__ import annotations

import json
import logging
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


def shoot_all(cluster: Any) -> None:
    """End all workers for good: no nanny starts another one."""
    for nanny in cluster.workers.values():
        nanny.auto_restart = False
        os.kill(nanny.process.pid, signal.SIGKILL)


@pytest.mark.timeout(240)
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_without_workers_is_waited_for_and_then_ends_the_job(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lose(_outcome: Outcome) -> None:
        if not gone:
            gone.append(True)
            shoot_all(cluster)

    def bring(message: logging.LogRecord) -> bool:
        if "no worker left" in message.getMessage() and not brought:
            brought.append(True)
            cluster.scale(len(cluster.workers) + 1)
        return True

    cluster.wait_for_workers(len(cluster.workers))  # none that is just starting would come in time by itself
    gone: list[bool] = []
    brought: list[bool] = []
    folder = write_notes(tmp_path / "notes", 12)
    url = f"sqlite:///{tmp_path}/claims.db"
    items = [item_of(found, LIMITS) for found in discover([str(folder)])]
    monkeypatch.setattr("pipeline.workers.LOOK", 0.1)
    with db.open(url) as store:
        monkeypatch.setattr("pipeline.workers.PATIENCE", 0.25)  # less than any new process takes to start
        with pytest.raises(
            pipeline.ClusterError, match="its workers are gone: start some, and run this again to go on"
        ):
            pipeline.run(items, store, Cluster(cluster.scheduler_address, LIMITS), limits=LIMITS, report=lose)
        assert [r.getMessage() for r in caplog.records if r.name == "pipeline.workers"] == [
            "the cluster has no worker left: this waits 0.25 s for one, and then ends"
        ]
        written = store.frame("SELECT count(*) AS n FROM documents")["n"].item()
        assert 1 <= written < 12

        cluster.scale(1)  # one comes, is lost too, and another one comes in time
        cluster.wait_for_workers(1)
        monkeypatch.setattr("pipeline.workers.PATIENCE", 60.0)
        gone.clear()
        logging.getLogger("pipeline.workers").addFilter(bring)
        try:
            executor = Cluster(cluster.scheduler_address, LIMITS)
            summary = pipeline.run(items, store, executor, limits=LIMITS, report=lose)
        finally:
            logging.getLogger("pipeline.workers").removeFilter(bring)
        assert caplog.records[-1].getMessage() == "the cluster has a worker again"
    assert (summary.outcome, sum(summary.documents.values()), summary.documents["failed"]) == ("done", 12, 0)
    assert exported(url) == exported(undisturbed(f"sqlite:///{tmp_path}/reference.db", folder))


def exported(url: str) -> bytes:
    """Every claim with its number, as `twoways claims` and `twoways sql` give it."""
    with db.open(url) as store, store.session() as session:
        records = [pipeline.record_at(a.source, a.page, a.section, a.claim, a.verdict) for a in queries.claims(session)]
        rows = session.execute(text("SELECT * FROM claim_overview ORDER BY claim_id")).all()
    return "\n".join([*map(json.dumps, records), *map(repr, rows)]).encode()
