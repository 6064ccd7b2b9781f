"""Signing in with a provider, in a real browser: who may come in, who may decide, and under which name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from joserfc.jwk import RSAKey
from playwright.sync_api import expect

import db
from db import Filter, queries
from tests.ui.conftest import free_port, left, pressed, running
from tests.ui.provider import CLIENT, SECRET, Provider, provider

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]  # on a busy machine

ANN = {"sub": "1", "email": "Ann@example.org", "email_verified": True, "name": "Ann"}
BOB = {"sub": "2", "email": "bob@elsewhere.org", "email_verified": True, "name": "Bob"}


@pytest.fixture(scope="module")
def identity() -> Iterator[Provider]:
    """The provider."""
    with provider() as found:
        yield found


@pytest.fixture(scope="module")
def database(demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the dashboard that asks who comes."""
    file = tmp_path_factory.mktemp("signing") / "claims.db"
    file.write_bytes(demo.read_bytes())
    return file


@pytest.fixture(scope="module")
def guarded(identity: Provider, database: Path) -> Iterator[str]:
    """A dashboard where one signs in, and where example.org may decide."""
    port = free_port()
    folder = database.parent
    (folder / ".streamlit").mkdir()
    (folder / ".streamlit" / "secrets.toml").write_text(
        f"""
        [auth]
        redirect_uri = "http://127.0.0.1:{port}/oauth2callback"
        cookie_secret = "a long text for the tests alone, and for nothing else"
        client_id = "{CLIENT}"
        client_secret = "{SECRET}"
        server_metadata_url = "{identity.address}/.well-known/openid-configuration"
        """,
        encoding="utf-8",
    )
    with running(database, port, folder, TWOWAYS_REVIEWERS="carl@elsewhere.org, @example.org") as address:
        yield address


def comes(page: Page, guarded: str, identity: Provider, person: dict[str, object]) -> None:
    """Somebody signs in."""
    identity.person = person
    page.goto(guarded)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def first(database: Path) -> int:
    """The first open claim."""
    with db.open(str(database)) as store, store.session() as session:
        return queries.claims_page(session, Filter(status=("open",)), limit=1).lines[0].claim_id


def decisions(database: Path) -> list[tuple[str, str]]:
    """Who decided what."""
    with db.open(str(database)) as store:
        frame = store.frame("SELECT reviewer, decision FROM reviews ORDER BY id")
    return [(row.reviewer, row.decision) for row in frame.itertuples()]


def test_nobody_sees_a_page_before_signing_in(guarded: str, page: Page) -> None:
    for place in ("claim?claim=1", "sql?query=SELECT+1", ""):
        page.goto(f"{guarded}/{place}")
        expect(page.get_by_role("button", name="Sign in")).to_be_visible()
        assert page.locator(".tw-row, .tw-table, .tw-quote, .tw-figure").count() == 0


def test_a_reader_sees_everything_and_decides_nothing(
    guarded: str, identity: Provider, database: Path, page: Page
) -> None:
    comes(page, guarded, identity, BOB)
    expect(page.get_by_text("bob@elsewhere.org, reader")).to_be_visible()
    number = first(database)
    page.goto(f"{guarded}/review?claim={number}")
    expect(page.get_by_text("Decisions need the role of a reviewer")).to_be_visible()
    assert page.get_by_role("button", name="Accept").count() == 0
    page.keyboard.press("a")
    page.keyboard.press("x")
    page.goto(f"{guarded}/add")
    expect(page.get_by_text("Adding documents needs the role of a reviewer")).to_be_visible()
    page.goto(f"{guarded}/agreement")
    expect(page.get_by_text("The classifier can learn")).to_be_visible()
    assert page.get_by_role("button", name="Learn from them").count() == 0
    assert decisions(database) == []


def test_a_reviewer_decides_under_her_own_name_and_signs_out(
    guarded: str, identity: Provider, database: Path, page: Page
) -> None:
    comes(page, guarded, identity, ANN)
    number = first(database)
    page.goto(f"{guarded}/review?claim={number}&as=mallory")
    expect(page.locator(f".st-key-a{number} button")).to_be_enabled()
    pressed(page, "a", left(number))
    assert decisions(database)[-1:] == [("Ann@example.org", "accept")]
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    while any(cookie["name"].startswith("_streamlit_user") for cookie in page.context.cookies()):
        page.wait_for_timeout(100)  # the page is drawn before the browser has been sent where the cookie is taken back
    page.goto(f"{guarded}/claim?claim={number}")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def test_an_address_that_the_provider_does_not_vouch_for_may_only_read(
    guarded: str, identity: Provider, page: Page
) -> None:
    comes(page, guarded, identity, ANN | {"email_verified": False})
    expect(page.get_by_text("Ann, reader")).to_be_visible()


def test_an_identity_that_somebody_else_signed_is_refused(guarded: str, identity: Provider, page: Page) -> None:
    right = identity.key
    identity.key = RSAKey.generate_key(2048, {"kid": "one", "use": "sig", "alg": "RS256"})
    identity.person = ANN
    try:
        page.goto(guarded)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_timeout(2000)
        page.goto(guarded)
        expect(page.get_by_role("button", name="Sign in")).to_be_visible()
        assert page.get_by_role("button", name="Sign out").count() == 0
    finally:
        identity.key = right
