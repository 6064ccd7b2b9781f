"""`twoways ingest` of every kind of source, against servers of this machine that play the real ones, also badly."""

from __future__ import annotations

import json
import re
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import db
import pipeline
from ingest import UnreadableDocument
from ingest.sources.network import Fetcher, Network
from pipeline import Analysis, Item, Limits, work
from tests.ingest.conftest import Answer, Service, network, service  # noqa: F401
from tests.ingest.pages import pdf
from tests.ingest.test_sources import ATOM_OF_ARXIV, release
from ui.cli import app, register
from ui.commands import ingest as command

register()
CLAIM = "INT4 weights make decode 2.5x faster than FP16 on one H100 at batch 1."
JSON = "application/json"


class Inline:
    """Analyses in this process: starting workers is tested elsewhere and takes seconds."""

    slots = 1

    def __init__(self, _: int, limits: Limits) -> None:
        self.limits = limits

    def submit(self, item: Item) -> Future[Analysis]:
        future: Future[Analysis] = Future()
        try:
            future.set_result(work(item, self.limits))
        except UnreadableDocument as error:
            future.set_exception(error)
        return future

    def close(self) -> None:
        pass

    stop = check = close


@pytest.fixture(autouse=True)
def no_waiting(service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """The services are asked where the test's server is, without pauses, and what is fetched stays with the test."""
    monkeypatch.setenv("TWOWAYS_ARXIV_URL", service.base)
    monkeypatch.setenv("TWOWAYS_GITHUB_URL", service.base)
    monkeypatch.setattr(pipeline, "Workers", Inline)
    monkeypatch.setattr(Network, "folder", lambda _: tmp_path / "fetched")
    monkeypatch.setattr(Fetcher, "wait", lambda *_: 0.0)
    monkeypatch.setattr(Fetcher, "be_polite", lambda *_: None)


def ingested(tmp_path: Path, *words: str) -> Result:
    return CliRunner().invoke(
        app, ["ingest", *words, "--db", str(tmp_path / "claims.db"), "--jobs", "1", "--private"], env={"COLUMNS": "200"}
    )


def sources(tmp_path: Path) -> list[str]:
    """Where the documents in the database came from."""
    with db.open(str(tmp_path / "claims.db")) as store:
        return sorted(store.frame("SELECT source FROM sources")["source"])


def failures(tmp_path: Path) -> dict[str, str]:
    with db.open(str(tmp_path / "claims.db")) as store:
        rows: Any = store.frame("SELECT source, reason FROM failures")
        return dict(zip(rows["source"], rows["reason"], strict=True))


def test_every_kind_of_source_becomes_documents(service: Service, tmp_path: Path) -> None:  # noqa: F811
    import fsspec

    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text(f"# A\n\n{CLAIM}\n")
    (folder / "b.txt").write_text(CLAIM.replace("2.5x", "2.4x"))
    (tmp_path / "c.rst").write_text(CLAIM.replace("2.5x", "2.3x"))
    with zipfile.ZipFile(tmp_path / "pack.zip", "w") as pack:
        pack.writestr("d.md", CLAIM.replace("2.5x", "2.2x"))
    fsspec.filesystem("memory").pipe("/store/e.md", CLAIM.replace("2.5x", "2.1x").encode())
    service.answers["/f.html"] = Answer(f"<p>{CLAIM.replace('2.5x', '2.0x')}</p>".encode())
    service.answers["/api/query?id_list=2401.00001&max_results=1"] = Answer(
        ATOM_OF_ARXIV.encode(), kind="application/atom+xml"
    )
    service.answers["/pdf/2401.00001v3"] = Answer(pdf(CLAIM.replace("2.5x", "1.9x")), kind="application/pdf")
    service.answers["/repos/zeta/zeta/releases?per_page=100"] = Answer(
        json.dumps([release("v2", f"- {CLAIM}"), release("v1", "- Old.")]).encode(), kind=JSON
    )
    service.answers["/feed"] = Answer(
        f"""<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>One</title><link href="{service.base}/one"/>
        <id>1</id></entry></feed>""".encode(),
        kind="application/atom+xml",
    )
    service.answers["/one"] = Answer(f"<p>{CLAIM.replace('2.5x', '1.8x')}</p>".encode())
    names = [str(folder), str(tmp_path / "*.rst"), str(tmp_path / "pack.zip"), "memory://store/e.md"]
    names += [f"{service.base}/f.html", "arxiv:2401.00001", "github:zeta/zeta", f"{service.base}/feed"]
    result = ingested(tmp_path, *names)
    assert result.exit_code == 0, result.output
    assert sources(tmp_path) == sorted(
        [
            str(folder / "a.md"), str(folder / "b.txt"), str(tmp_path / "c.rst"), f"{tmp_path / 'pack.zip'}!d.md",
            "memory://store/e.md", f"{service.base}/f.html", "arxiv:2401.00001v3", "github:zeta/zeta@v1",
            "github:zeta/zeta@v2", f"{service.base}/one",
        ]
    )  # fmt: skip


def test_a_server_that_dies_is_busy_or_talks_rubbish_loses_nothing(service: Service, tmp_path: Path) -> None:  # noqa: F811
    page = Answer(f"<p>{CLAIM}</p>".encode())
    other = Answer(f"<p>{CLAIM.replace('2.5x', '2.4x')}</p>".encode())
    service.answers["/dies.html"] = [Answer(page.body, cut=9), page]
    service.answers["/busy.html"] = [Answer(status=429, headers={"Retry-After": "0"}), other]
    service.answers["/dead.html"] = Answer(page.body, cut=9)
    service.answers["/repos/zeta/zeta/releases?per_page=100"] = Answer(b"<html>oops", kind=JSON)
    names = [f"{service.base}/{name}.html" for name in ("dead", "dies", "busy")]
    result = ingested(tmp_path, *names, "github:zeta/zeta")
    assert result.exit_code == 1
    assert sources(tmp_path) == [names[2], names[1]]
    assert failures(tmp_path) == {
        names[0]: "unreachable",
        "github:zeta/zeta": "damaged",
    }
    service.answers["/dead.html"] = Answer(f"<p>{CLAIM.replace('2.5x', '2.3x')}</p>".encode())
    service.answers["/repos/zeta/zeta/releases?per_page=100"] = Answer(
        json.dumps([release("v1", f"- {CLAIM}")]).encode(), kind=JSON
    )
    assert ingested(tmp_path, *names, "github:zeta/zeta").exit_code == 0
    assert failures(tmp_path) == {}  # also of what is no document itself, as a repository
    assert sources(tmp_path) == ["github:zeta/zeta@v1", names[2], names[0], names[1]]


def test_watching_takes_in_only_what_is_new(service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    url = "/repos/zeta/zeta/releases?per_page=100"
    first = Answer(json.dumps([release("v1", f"- {CLAIM}")]).encode(), kind=JSON, headers={"ETag": '"1"'})
    second = Answer(
        json.dumps([release("v2", f"- {CLAIM.replace('2.5x', '2.4x')}"), release("v1", f"- {CLAIM}")]).encode(),
        kind=JSON,
        headers={"ETag": '"2"'},
    )
    service.answers[url] = first
    rounds: Iterator[None] = iter((None, None))
    seen: list[dict[str, int]] = []

    def wait_for(minutes: float, summary: Any) -> bool:
        seen.append(dict(summary.documents))
        service.answers[url] = first if len(seen) == 1 else second
        return next(rounds, ...) is None

    monkeypatch.setattr(command, "wait_for", wait_for)
    assert ingested(tmp_path, "github:zeta/zeta", "--watch", "5").exit_code == 0
    assert sources(tmp_path) == ["github:zeta/zeta@v1", "github:zeta/zeta@v2"]
    assert seen == [{"new": 1}, {"unchanged": 1}, {"new": 1, "unchanged": 1}]
    assert service.asked[1][1]["if-none-match"] == '"1"'


def test_watching_says_when_it_looks_again(
    service: Service,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept = time.sleep

    def interrupted(seconds: float) -> None:  # every thread sleeps by the same name: only five minutes are ours
        if seconds == 300:
            raise KeyboardInterrupt
        slept(seconds)

    monkeypatch.setattr("ui.commands.ingest.time.sleep", interrupted)
    result = ingested(tmp_path, f"{service.base}/gone.html", "--watch", "5")
    assert re.search(
        r"^looking again at \d\d:\d\d; Ctrl-C ends it\nstopped: run it again to go on$", result.stderr, re.M
    )


def test_check_reads_a_private_address_where_it_is_told_to(service: Service) -> None:  # noqa: F811
    service.answers["/f.html"] = Answer(f"<p>{CLAIM}</p>".encode())
    refused = CliRunner().invoke(app, ["check", f"{service.base}/f.html"])
    assert refused.exit_code == 1
    assert "is in a private network (127.0.0.1): on the command line --private allows it" in refused.stderr
    allowed = CliRunner().invoke(app, ["check", f"{service.base}/f.html", "--private"])
    assert (allowed.exit_code, CLAIM in allowed.stdout) == (0, True)
