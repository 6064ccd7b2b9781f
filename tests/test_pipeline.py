"""Many documents through workers into one database, whatever happens to some of them."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest
from pebble import ProcessExpired
from sqlalchemy import func, select

import db
import pipeline
from db import queries
from db.schema import ClaimRow, DocumentRow, FailureRow, RunRow, SourceRow
from ingest import Source, UnreadableDocument, discover
from pipeline import Analysis, Item, Limits, Outcome, Workers, item_of, record, run
from tests.made import VERSIONS, analysis, claim, document, judge, verdict


def stand_in(item: Item, limits: Limits) -> Analysis:
    """Reads lines of text; some words make it misbehave as real files do."""
    text = Path(item.path).read_text()
    if "hang" in text:
        time.sleep(60)
    if "crash" in text:
        os._exit(11)
    if "memory" in text:
        raise MemoryError
    if "bug" in text:
        raise ZeroDivisionError("division by zero")
    if not text.strip():
        raise UnreadableDocument(item.source, "empty")
    lines = (*text.splitlines(), "", "", "", "")
    return analysis(document(lines, source=item.source, sha256=item.sha256))


class Inline:
    """Does each document at once, in this process."""

    slots = 2

    def __init__(self) -> None:
        self.asked: list[str] = []

    def submit(self, item: Item) -> Future[Analysis]:
        self.asked.append(item.source)
        future: Future[Analysis] = Future()
        try:
            future.set_result(stand_in(item, Limits()))
        except (UnreadableDocument, ZeroDivisionError) as error:
            future.set_exception(error)
        return future

    def check(self) -> None: ...

    def close(self) -> None: ...

    def stop(self) -> None: ...


def write(folder: Path, **texts: str) -> list[Item]:
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text)
    return items_of(*(str(folder / f"{name}.md") for name in texts))


def items_of(*names: str) -> list[Item]:
    return [item_of(found, Limits()) for found in discover(names)]


def counted(store: db.Store) -> tuple[int, int, int, int]:
    tables = (DocumentRow, SourceRow, ClaimRow, FailureRow)
    with store.session() as session:
        return tuple(session.scalar(select(func.count()).select_from(t)) or 0 for t in tables)  # type: ignore[return-value]


def test_each_document_is_kept_once_and_a_second_run_changes_nothing(store: db.Store, tmp_path: Path) -> None:
    items = write(tmp_path, one="First text.", two="Second text.", empty="")
    first = run(items, store, Inline())
    assert (first.outcome, dict(first.documents), sum(first.sides.values())) == ("done", {"new": 2, "failed": 1}, 6)
    second = Inline()
    again = run(items, store, second)
    assert (dict(again.documents), second.asked) == ({"unchanged": 3}, [])
    assert [f.reason for f in again.failures] == ["empty"]
    assert counted(store) == (2, 2, 6, 1)


def test_force_analyses_again(store: db.Store, tmp_path: Path) -> None:
    items = write(tmp_path, one="First text.")
    run(items, store, Inline())
    assert dict(run(items, store, Inline(), force=True).documents) == {"renewed": 1}
    assert counted(store) == (1, 1, 3, 0)


def test_a_changed_file_takes_the_place_of_the_old(store: db.Store, tmp_path: Path) -> None:
    run(write(tmp_path, one="First text."), store, Inline())
    assert dict(run(write(tmp_path, one="Other text."), store, Inline()).documents) == {"renewed": 1}
    assert counted(store) == (1, 2, 3, 0)


def test_a_file_that_goes_back_to_an_earlier_content_is_analysed_again(store: db.Store, tmp_path: Path) -> None:
    for text in ("First text.", "Other text.", "First text."):
        assert run(write(tmp_path, one=text), store, Inline()).documents["unchanged"] == 0
    with store.session() as session:
        assert session.scalars(select(DocumentRow.text)).one().startswith("First text.")
    assert dict(run(write(tmp_path, one="First text."), store, Inline()).documents) == {"unchanged": 1}


def test_a_failure_is_over_when_the_file_is_as_it_was(store: db.Store, tmp_path: Path) -> None:
    for text in ("First text.", "", "First text."):
        run(write(tmp_path, one=text), store, Inline())
    assert counted(store) == (1, 1, 3, 0)


def test_two_editions_of_one_work_do_not_chase_each_other(store: db.Store) -> None:
    names = {"identifier": "arxiv:2302.01318"}
    page = document(("Page.", "b", "c", "d"), source="paper.html", **names)
    paper = document(("Paper.", "b", "c", "d"), source="paper.pdf", **names)
    for made in (page, paper):
        store.save(analysis(made), VERSIONS, judge=judge)
    assert store.seen("paper.html", page.sha256)
    assert store.seen("paper.pdf", paper.sha256)
    assert counted(store) == (1, 2, 3, 0)


def test_the_same_bytes_under_two_names_are_one_document(store: db.Store, tmp_path: Path) -> None:
    items = write(tmp_path, one="Same text.", two="Same text.", three="bug", four="bug")
    summary = run(items, store, Inline())
    assert dict(summary.documents) == {"new": 1, "duplicate": 1, "failed": 2}
    assert counted(store) == (1, 2, 3, 2)
    assert [f.detail.startswith(f.source) for f in summary.failures] == [True, True]


def test_the_run_is_written_down(store: db.Store, tmp_path: Path) -> None:
    summary = run(write(tmp_path, one="Text.", empty=""), store, Inline(), settings={"jobs": 1})
    with store.session() as session:
        row = session.scalars(select(RunRow)).one()
    assert (row.outcome, row.settings, row.summary) == ("done", {"jobs": 1}, summary.record())
    assert row.finished is not None
    assert json.loads(json.dumps(row.summary)) == row.summary


def test_only_what_is_written_is_reported(store: db.Store, tmp_path: Path) -> None:
    def look(outcome: Outcome) -> None:
        with store.session() as session:
            assert outcome.source in set(session.scalars(select(SourceRow.source)))
        told.append(outcome.what)

    told: list[str] = []
    run(write(tmp_path, one="First.", two="Second."), store, Inline(), report=look)
    assert told == ["new", "new"]


def test_ctrl_c_ends_it_and_the_next_run_goes_on(store: db.Store, tmp_path: Path) -> None:
    def stop(outcome: Outcome) -> None:
        if outcome.source.endswith("two.md"):
            raise KeyboardInterrupt

    items = write(tmp_path, one="First.", two="Second.", three="Third.")
    assert run(items, store, Inline(), report=stop).outcome == "stopped"
    with store.session() as session:
        assert session.scalar(select(RunRow.outcome)) == "stopped"
    assert run(items, store, Inline()).outcome == "done"
    assert counted(store) == (3, 3, 9, 0)


class Backwards(Inline):
    """Is ready with the last of three documents first."""

    slots = 1

    def __init__(self) -> None:
        super().__init__()
        self.given: list[tuple[Item, Future[Analysis]]] = []

    def submit(self, item: Item) -> Future[Analysis]:
        future: Future[Analysis] = Future()
        self.given.append((item, future))
        if len(self.given) == 3:
            for each, waiting in reversed(self.given):
                waiting.set_result(stand_in(each, Limits()))
            self.given.clear()
        return future


def test_documents_are_written_in_their_order_whoever_is_ready_first(store: db.Store, tmp_path: Path) -> None:
    told: list[str] = []
    items = write(tmp_path, one="1", two="2", three="3", four="4", five="5", six="6")
    run(items, store, Backwards(), report=lambda outcome: told.append(outcome.source))
    assert told == [item.source for item in items]
    with store.session() as session:
        assert [row.work for row in session.scalars(select(DocumentRow).order_by(DocumentRow.id))] == told


class Slow(Inline):
    """Never ready with the first document; looks how many others it is given."""

    slots = 2

    def submit(self, item: Item) -> Future[Analysis]:
        if not self.asked:
            self.asked.append(item.source)
            return Future()
        assert len(self.asked) < self.slots * 3 + 64, "holds too many"
        if len(self.asked) == self.slots * 3 + 63:
            os.kill(os.getpid(), signal.SIGINT)
        return super().submit(item)


def test_what_waits_behind_a_slow_document_is_bounded_and_written_the_next_time(
    sqlite_url: str, tmp_path: Path
) -> None:
    items = write(tmp_path, **{f"note{n:03}": f"Text {n}." for n in range(80)})
    with db.open(sqlite_url) as store:
        assert run(items, store, Slow()).outcome == "stopped"
        assert counted(store) == (0, 0, 0, 0)
        assert dict(run(items, store, Inline()).documents) == {"new": 80}


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_stops_it_between_two_documents(sqlite_url: str, tmp_path: Path, name: str) -> None:
    def stop(outcome: Outcome) -> None:
        if outcome.source.endswith("two.md"):
            os.kill(os.getpid(), getattr(signal, name))

    before = signal.getsignal(getattr(signal, name))
    items = write(tmp_path, one="First.", two="Second.", three="Third.", four="Fourth.")
    with db.open(sqlite_url) as store:
        summary = run(items, store, Inline(), report=stop)
        assert (summary.outcome, dict(summary.documents)) == ("stopped", {"new": 2})
        assert counted(store) == (2, 2, 6, 0)
        assert run(items, store, Inline()).outcome == "done"
        assert counted(store) == (4, 4, 12, 0)
    assert signal.getsignal(getattr(signal, name)) is before


def test_a_signal_is_heard_while_the_next_document_is_looked_for_or_all_are_known(
    sqlite_url: str, tmp_path: Path
) -> None:
    items = write(tmp_path, one="First.", two="Second.", three="Third.")

    def slow() -> Iterator[Item]:
        yield items[0]
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(60)

    def known(outcome: Outcome) -> None:
        if outcome.what == "unchanged":
            os.kill(os.getpid(), signal.SIGINT)

    with db.open(sqlite_url) as store:
        started = time.monotonic()
        assert run(slow(), store, Inline()).outcome == "stopped"
        assert time.monotonic() - started < 30
        run(items, store, Inline())
        again = run(items, store, Inline(), report=known)
        assert (again.outcome, dict(again.documents)) == ("stopped", {"unchanged": 1})


def test_a_cluster_that_goes_away_ends_the_job_and_the_next_one_goes_on(sqlite_url: str, tmp_path: Path) -> None:
    class Going(Inline):
        def submit(self, item: Item) -> Future[Analysis]:
            future = super().submit(item)
            if len(self.asked) == 2:
                future = Future()
                future.cancel()
            return future

    items = write(tmp_path, one="First.", two="Second.", three="Third.")
    with db.open(sqlite_url) as store:
        with pytest.raises(pipeline.ClusterError, match="its scheduler is gone"):
            run(items, store, Going())
        assert counted(store) == (1, 1, 3, 0)
        assert store.frame("SELECT outcome FROM runs")["outcome"].tolist() == ["failed"]
        assert dict(run(items, store, Inline()).documents) == {"unchanged": 1, "new": 2}


def test_a_worker_that_ended_by_the_same_signal_is_no_failure(sqlite_url: str, tmp_path: Path) -> None:
    class Group(Inline):
        def submit(self, item: Item) -> Future[Analysis]:
            future: Future[Analysis] = Future()
            future.set_exception(ProcessExpired("Abnormal termination"))
            os.kill(os.getpid(), signal.SIGTERM)
            return future

    with db.open(sqlite_url) as store:
        assert run(write(tmp_path, one="First."), store, Group()).outcome == "stopped"
        assert counted(store) == (0, 0, 0, 0)


def test_a_document_that_hangs_crashes_or_fails_costs_itself_only(sqlite_url: str, tmp_path: Path) -> None:
    limits = Limits(seconds=1.0)
    texts = {"hang": "hang", "crash": "crash", "memory": "memory", "bug": "bug"}
    texts |= {f"good{n}": f"Good text {n}." for n in range(6)}
    items = write(tmp_path, **texts)
    with db.open(sqlite_url) as store:
        summary = run(items, store, Workers(2, limits, stand_in), limits=limits)
        assert counted(store) == (6, 6, 18, 4)
        assert [Path(row.work).stem for row in store.documents()] == [f"good{n}" for n in range(6)]
    reasons = {Path(f.source).stem: f.reason for f in summary.failures}
    assert reasons == {"hang": "timeout", "crash": "crashed", "memory": "memory", "bug": "fault"}
    details = {Path(f.source).stem: f.detail for f in summary.failures}
    assert details["hang"] == f"{tmp_path}/hang.md: took longer than the time limit: raise it with --seconds"
    assert "please report it (ZeroDivisionError: division by zero, test_pipeline.py line " in details["bug"]


def test_versions_follow_the_files() -> None:
    versions = pipeline.present_versions()
    assert len({versions.reader, versions.classifier, versions.estimator, versions.catalog}) == 4
    assert all(len(v) == 12 for v in (versions.reader, versions.classifier, versions.estimator, versions.catalog))


@pytest.mark.parametrize("changed", ["estimator", "classifier", "ingest"])
def test_a_changed_file_of_a_package_is_another_version(monkeypatch: pytest.MonkeyPatch, changed: str) -> None:
    """Rules that decide after the model has spoken are code like any other: what they made before is out of date."""
    before, whole = pipeline.present_versions(), pipeline.versions.digest
    monkeypatch.setattr(
        pipeline.versions,
        "digest",
        lambda name, *of: "f" * 12 if (name, of) == (changed, ("*.py",)) else whole(name, *of),
    )
    part = {"ingest": "reader"}.get(changed, changed)
    now = pipeline.present_versions()
    assert [p for p in ("reader", "classifier", "estimator", "catalog") if getattr(now, p) != getattr(before, p)] == [
        part
    ]


def test_what_a_document_says_again_is_judged_once_and_only_if_it_is_said_alike() -> None:
    made = document()
    said = [claim(made, params={"batch": batch}, baseline="the plain engine") for batch in (1, 1, 1.0)]
    one, again, other = (judged.verdict for judged in pipeline.judged(made, tuple(said)).claims)
    assert again is one
    assert other is not one  # a number is printed as it was read


def test_a_claim_as_json() -> None:
    made = document(source="notes.md")
    found = claim(
        made, hardware=("H100-SXM",), n_devices=2, params={"batch": 1}, inherited=("n_devices",), baseline="", model=()
    )
    assert record(made, found, verdict("conditional")) == {
        "document": "notes.md",
        "section": "Speed",
        "start": 0,
        "end": 73,
        "quote": "INT4 weights make Llama-2-70B decode 2.5x faster on two H100s at batch 1.",
        "kind": "claim",
        "quantified": True,
        "technique": "weight-only-quantization",
        "side": "fewer-bytes",
        "confidence": 0.9,
        "metric": "decode",
        "factor_low": 2.5,
        "factor_high": 2.5,
        "qualifier": "exact",
        "hardware": ["H100-SXM"],
        "n_devices": 2,
        "params": {"batch": 1},
        "inherited": ["n_devices"],
        "verdict": "conditional",
        "ceiling": 3.8,
        "ceiling_unit": "x",
        "expected": [2.0, 3.4],
        "limiter": ["HBM", "HBM"],
        "reason": "Weights fall from 140 GB to 37 GB.",
        "requires": ["batch at most 16"],
    }


def test_a_missing_file_is_a_failure_with_its_name(store: db.Store, tmp_path: Path) -> None:
    name = str(tmp_path / "missing.md")
    summary = run(items_of(name), store, Inline())
    assert [(f.source, f.reason, f.detail) for f in summary.failures] == [(name, "missing", f"{name}: no such file")]


def note_of(folder: Path) -> Path:
    file = folder / "note.md"
    file.write_text("# Faster\n\nINT4 weights make Llama-2-70B decode 2.5x faster on two H100s at batch 1.\n")
    return file


class Here(Inline):
    """The real analysis, in this process."""

    def submit(self, item: Item) -> Future[Analysis]:
        self.asked.append(item.source)
        future: Future[Analysis] = Future()
        future.set_result(pipeline.work(item, Limits()))
        return future


def test_only_what_is_out_of_date_is_analysed_again(
    store: db.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = note_of(tmp_path)
    run(items_of(str(file)), store, Here())
    assert list(pipeline.renewals(store, Limits())) == []
    now = pipeline.present_versions()
    found = store.machine_claims(1)
    assert [claim.factor_low for claim in found] == [2.5]
    cases = {
        "to judge": replace(now, catalog="next"),
        "to search": replace(now, classifier="next", estimator="next"),
        "to read": replace(now, reader="next"),
    }
    for what, versions in cases.items():
        monkeypatch.setattr(pipeline.versions, "present_versions", lambda versions=versions: versions)
        assert {k: n for k, n in pipeline.out_of_date(store).items() if n} == {what: 1}
        (item,) = pipeline.renewals(store, Limits())
        assert (item.document is None, item.claims is None) == (what == "to read", what != "to judge")
        if item.claims is not None:
            assert item.claims == found
        run([item], store, Here(), force=True, command="reanalyse")
        assert pipeline.out_of_date(store)[what] == 0
        run([item_of(Source(str(file), file), Limits())], store, Here(), force=True)


@pytest.mark.parametrize(
    ("part", "stage"),
    [("reader", "to read"), ("classifier", "to search"), ("catalog", "to judge"), ("estimator", "to judge")],
)
def test_a_new_version_of_one_part_renews_what_the_old_one_made_and_no_decision(
    store: db.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, stage: str
) -> None:
    sentences = {
        "old": "INT4 weights make Llama-2-70B decode 2.5x faster on two H100s at batch 1.",
        "fresh": "FP8 weights make Llama-2-70B decode 1.6x faster on an H100 at batch 8.",
    }
    for name, sentence in sentences.items():
        (tmp_path / f"{name}.md").write_text(f"# Faster\n\n{sentence}\n\n{sentence.replace('decode', 'generate')}\n")
    old, fresh = (items_of(str(tmp_path / f"{name}.md")) for name in sentences)
    run(old, store, Here())
    store.review(1, "ann", "correct", {"factor_low": 9.0, "factor_high": 9.0}, "as table 2 says")
    store.review(2, "bob", "reject")
    newer = replace(pipeline.present_versions(), **{part: "next"})
    monkeypatch.setattr(pipeline.versions, "present_versions", lambda: newer)
    run(fresh, store, Here())
    before = {table: store.frame(f"SELECT * FROM {table} ORDER BY id") for table in ("reviews", "documents", "claims")}

    assert {what: n for what, n in pipeline.out_of_date(store).items() if n} == {stage: 1}
    summary = run(pipeline.renewals(store, Limits()), store, Here(), force=True, command="reanalyse")

    assert dict(summary.documents) == {"renewed": 1}
    assert list(pipeline.renewals(store, Limits())) == []
    after = {table: store.frame(f"SELECT * FROM {table} ORDER BY id") for table in before}
    assert after["reviews"].equals(before["reviews"])
    assert after["documents"].iloc[1].equals(before["documents"].iloc[1]), "what was up to date is left alone"
    assert after["documents"].loc[0, f"{part}_version"] == "next"
    kept = ["id", "quote", "status", "factor_low", "factor_high", "technique", "verdict"]
    assert after["claims"][kept].equals(before["claims"][kept])
    assert after["claims"]["status"].tolist() == ["corrected", "rejected", "open", "open"]


def test_a_document_whose_file_is_gone_is_searched_in_the_text_that_is_kept(
    store: db.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = note_of(tmp_path)
    run(items_of(str(file)), store, Here())
    file.unlink()
    versions = replace(pipeline.present_versions(), reader="next", classifier="next")
    monkeypatch.setattr(pipeline.versions, "present_versions", lambda: versions)
    run(pipeline.renewals(store, Limits()), store, Here(), force=True)
    assert {k: n for k, n in pipeline.out_of_date(store).items() if n} == {"whose file is gone": 1}
    assert list(pipeline.renewals(store, Limits())) == []
    assert counted(store) == (1, 1, 1, 0)


def test_a_correction_outlives_re_analysis_and_is_judged_by_the_present_estimator(
    store: db.Store, tmp_path: Path
) -> None:
    items = items_of(str(note_of(tmp_path)))
    run(items, store, Here())
    store.review(1, "ann", "correct", {"factor_low": 9.0, "factor_high": 9.0})
    run(items, store, Here(), force=True)
    with store.session() as session:
        found = queries.whole(session, 1)
    assert (found.claim.factor_low, found.row.status, found.verdict.verdict) == (9.0, "corrected", "implausible")


def test_no_password_of_an_address_is_kept() -> None:
    found = Source("https://user:secret@host/a.md", Path("a.md"))
    assert item_of(found, Limits()).source == "https://host/a.md"
    signed = "https://host/a.pdf?page=2&X-Amz-Credential=secret&X-Amz-Signature=secret&access_token=secret#top"
    assert item_of(Source(signed, Path("a.pdf")), Limits()).source == (
        "https://host/a.pdf?page=2&X-Amz-Credential=***&X-Amz-Signature=***&access_token=***#top"
    )
    assert pipeline.without_user("https://host/?keyword=kv&design=1") == "https://host/?keyword=kv&design=1"
    lost = UnreadableDocument("s3://key:secret@bucket/a.md", "unreachable", "s3://key:secret@bucket answers 403")
    item = item_of(lost, Limits())
    assert (item.source, str(item.error)) == (
        "s3://bucket/a.md",
        "s3://bucket/a.md: cannot be fetched (s3://bucket answers 403)",
    )
