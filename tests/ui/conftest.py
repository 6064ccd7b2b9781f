"""Databases and one running dashboard for the tests of its pages."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from streamlit.testing.v1 import AppTest

import db
import pipeline
from pipeline.versions import sync_catalogs
from tests.made import VERSIONS
from ui.views import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FILES = [entry.file for entry in PAGES]
ROOT = Path(__file__).parents[2]
CHROMIUM = "/usr/bin/chromium"
DEMO = ("accepted-length.pdf", "halyard-0.9.md", "famous-speedups.md")
ARGUMENTS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with some of the demo documents, analysed by the real thing. To be copied, not written to."""
    file = tmp_path_factory.mktemp("demo") / "demo.db"
    with db.open(str(file)) as store:
        sync_catalogs(store, VERSIONS)
        for name in DEMO:
            store.save(pipeline.analyse(ROOT / "corpus/documents" / name), VERSIONS)
    return file


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def served(demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the running dashboard: a copy of the demo."""
    file = tmp_path_factory.mktemp("served") / "claims.db"
    file.write_bytes(demo.read_bytes())
    return file


@pytest.fixture(scope="session")
def dashboard(served: Path) -> Iterator[str]:
    """The address of a running dashboard."""
    with running(served, free_port()) as address:
        yield address


@contextmanager
def running(database: Path, port: int, folder: Path = ROOT, **more: str) -> Iterator[str]:
    """A dashboard of its own, started in a folder; its address."""
    command = [sys.executable, "-m", "ui.cli", "review", "--db", str(database), "--port", str(port), "--no-browser"]
    own = {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "TWOWAYS_DATA": str(database.parent / "data")}
    process = subprocess.Popen(command, cwd=folder, env=os.environ | own | more, start_new_session=True)
    try:
        wait_for(f"http://127.0.0.1:{port}/_stcore/health", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        os.killpg(process.pid, 15)
        process.wait(20)


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    """Until the server answers."""
    for _ in range(300):
        assert process.poll() is None, "the dashboard ended at once"
        try:
            with urllib.request.urlopen(address, timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"{address} does not answer")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    if not Path(CHROMIUM).exists() and not os.environ.get("CI"):
        pytest.skip(f"{CHROMIUM} is not installed")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=40_000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh window: nothing is kept from the one before."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(40_000)
    page = context.new_page()
    yield page
    print(page.url, page.inner_text("body")[:3000], sep="\n")  # shown only when a test fails
    context.close()


PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"


def drawn(page: Page) -> None:
    """Wait until nothing is drawn any more, and painted: before that, a key may find no button of its own."""
    page.locator("[data-test-script-state='notRunning']").wait_for()
    page.evaluate(PAINTED)


def pressed(page: Page, key: str, then: str) -> None:
    """Press a key of the page, and wait for what it does. A slow browser shows a button some time before that button hears
    its key, so the key is pressed again where nothing happens; pressed twice, it does the same as once.
    """
    from playwright.sync_api import TimeoutError as Late

    for _ in range(8):
        drawn(page)
        page.keyboard.press(key)
        try:
            page.wait_for_function(then, timeout=10_000)
        except Late:
            continue
        return
    raise AssertionError(f"{key} does nothing")


def left(number: int | str) -> str:
    """That the page shows another claim."""
    return f"!/claim={number}(&|$)/.test(location.search)"


RUN_PAGE = """
import streamlit as st
from ui import views
entry = next(e for e in views.PAGES if e.file == "{file}")
st.navigation([e.page() for e in views.PAGES], position="hidden")
entry.act()()
"""

Opened = Callable[..., AppTest]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Open one page over a database."""

    def act(file: str, database: Path, **params: str) -> AppTest:
        monkeypatch.setenv("TWOWAYS_DB", str(database))
        test = AppTest.from_string(RUN_PAGE.format(file=file), default_timeout=30)
        for name, value in params.items():
            test.query_params[name] = value
        test.run()
        assert not test.exception, test.exception[0].message
        return test

    return act


def html_of(test: AppTest) -> str:
    """All HTML of the page."""
    return "\n".join(element.proto.body for element in test.get("html"))
