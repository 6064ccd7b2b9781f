"""The dashboard in a real browser: each page's main act."""

from __future__ import annotations

from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import db
from db import Filter, queries
from tests.made import VERSIONS, analysis, document
from tests.ui.conftest import ROOT, drawn, left, pressed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IN_THE_FIELDS = "document.activeElement.closest('.st-key-fields') !== null"
pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]  # on a busy machine


def test_a_filtered_list_opens_by_its_address_and_leads_to_a_claim(dashboard: str, page: Page) -> None:
    page.goto(f"{dashboard}/claims?verdict=implausible&technique=speculative-decoding")
    chips = page.locator(".tw-row .tw-chip")
    expect(chips.first).to_contain_text("implausible")
    assert {chip.strip(" ✕") for chip in chips.all_inner_texts()} == {"implausible"}
    sentence = page.locator(".tw-row .tw-quote").first.inner_text()
    page.get_by_role("link", name="Open").first.click()
    expect(page.locator(".tw-chip.tw-large")).to_contain_text("implausible")
    expect(page.locator(".tw-quote").first).to_have_text(sentence)
    assert "claim=" in page.url
    expect(page.get_by_text("How the ceiling comes about")).to_be_visible()


def test_ten_claims_are_decided_by_keys_alone_and_a_reload_keeps_them(dashboard: str, page: Page) -> None:
    page.goto(f"{dashboard}/review?as=ten")
    seen = set()
    for i, key in enumerate("aaxanasaxaxa"):
        number = claim_in(page)
        expect(page.locator(f".st-key-a{number} button")).to_be_enabled()
        assert number not in seen, "a claim came twice"
        seen.add(number)
        picture = pictures(page)
        pressed(page, key, left(number))
        page.locator(f".st-key-a{claim_in(page)}").wait_for()
        assert not picture & pictures(page), "the page of the claim before stands beside the next claim"
        decided = 1 + sum(k in "ax" for k in "aaxanasaxaxa"[:i])
        if key in "ax":
            expect(page.get_by_text(f"{decided} decided in the last hour")).to_be_visible()
    expect(page.get_by_text("10 decided in the last hour")).to_be_visible()
    expect(page.locator(f".st-key-u{claim_in(page)} button")).to_be_enabled()
    pressed(page, "u", "document.body.innerText.includes('9 decided in the last hour')")
    expect(page.get_by_text("9 decided in the last hour")).to_be_visible()
    page.reload()
    expect(page.get_by_text("9 decided in the last hour")).to_be_visible()


def pictures(page: Page) -> set[str]:
    """The pictures of pages that are shown."""
    return {str(address) for address in page.eval_on_selector_all("img[src*='/media/']", "all => all.map(i => i.src)")}


def claim_in(page: Page) -> str:
    """The number of the claim in the address."""
    page.wait_for_function("location.search.includes('claim=')")
    return page.url.partition("claim=")[2].partition("&")[0]


def first_of(served: Path, chosen: Filter) -> int:
    """The first open claim that fits."""
    with db.open(str(served)) as store, store.session() as session:
        return queries.claims_page(session, chosen, limit=1).lines[0].claim_id


def test_an_edited_value_changes_the_verdict_and_is_kept(dashboard: str, served: Path, page: Page) -> None:
    number = first_of(
        served, Filter(verdict=("plausible",), status=("open",), min_factor=1.2, technique=("speculative-decoding",))
    )
    page.goto(f"{dashboard}/review?as=editor&claim={number}")
    for label in ("Factor, low", "Factor, high"):
        box = page.get_by_label(label, exact=True)
        box.fill("40")
        box.press("Enter")
    expect(page.locator(".tw-verdict")).to_contain_text("plausible → ✕ implausible")
    expect(page.locator(f".st-key-save{number} button")).to_be_enabled()
    pressed(page, "Control+Enter", left(number))
    page.goto(f"{dashboard}/claim?claim={number}")
    expect(page.locator(".tw-chip.tw-large")).to_contain_text("implausible")
    expect(page.get_by_text("factor high: 40, factor low: 40")).to_be_visible()
    page.goto(f"{dashboard}/review?as=editor&claim={number}")
    page.locator(f".st-key-u{number} button").click()
    expect(page.get_by_text("editor: undo")).to_be_visible()
    expect(page.locator(".tw-verdict")).to_contain_text("plausible")
    # For a moment the page holds the old field too, hidden, behind the new one.
    expect(page.get_by_role("spinbutton", name="Factor, low").first).not_to_have_value("40")


def test_a_value_is_corrected_by_keys_alone(dashboard: str, served: Path, page: Page) -> None:
    number = first_of(served, Filter(status=("open",), min_factor=1.2))
    page.goto(f"{dashboard}/review?as=keys&claim={number}")
    expect(page.locator(f".st-key-e{number} button")).to_be_enabled()
    for _ in range(2):  # and again, from anywhere on the page
        pressed(page, "e", IN_THE_FIELDS)
        page.evaluate("document.activeElement.blur()")
    pressed(page, "e", IN_THE_FIELDS)
    for _ in range(20):
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == "Factor, high":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("77")
    page.keyboard.press("Enter")
    expect(page.locator(f".st-key-save{number} button")).to_be_enabled()
    pressed(page, "Control+Enter", left(number))
    with db.open(str(served)) as store, store.session() as session:
        mine = [r.changes for r in queries.whole(session, number).reviews if r.reviewer == "keys"]
    assert mine == [{"factor_high": 77.0}]
    after = claim_in(page)  # where no field has the cursor any more, and keys decide again
    expect(page.locator(f".st-key-x{after} button")).to_be_enabled()
    drawn(page)
    assert not page.evaluate(IN_THE_FIELDS)
    pressed(page, "x", left(after))


def test_two_reviewers_at_once_lose_nothing_and_see_each_other(dashboard: str, served: Path, browser: Browser) -> None:
    number = first_of(served, Filter(status=("open",)))
    pages = []
    for name in ("ann", "bob"):
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.goto(f"{dashboard}/review?as={name}&claim={number}")
        expect(page.locator(f".st-key-a{number} button")).to_be_enabled()
        pages.append(page)
    pressed(pages[0], "x", left(number))
    pressed(pages[1], "a", left(number))
    pages[1].goto(f"{dashboard}/review?as=bob&claim={number}")
    expect(pages[1].get_by_text("ann: reject")).to_be_visible()
    with db.open(str(served)) as store, store.session() as session:
        made = [
            (r.reviewer, r.decision) for r in queries.whole(session, number).reviews if r.reviewer in ("ann", "bob")
        ]
    assert made == [("ann", "reject"), ("bob", "accept")]
    for page in pages:
        page.context.close()


def upload(page: Page, file: Path) -> None:
    """Hand a file over and have it read. The browser takes a while to list the file; a click before that finds none."""
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_test_id("stFileChipName")).to_have_text(file.name)
    page.get_by_role("button", name="Read the files").click()


def test_an_uploaded_paper_is_read_and_its_first_claim_opened(dashboard: str, page: Page) -> None:
    page.goto(f"{dashboard}/add")
    upload(page, ROOT / "corpus/documents/bytes-per-step.pdf")
    page.get_by_role("link", name="Its claims").click(timeout=150_000)
    expect(page.locator(".tw-row .tw-meta").first).to_contain_text("Where the Bytes Go")
    page.get_by_role("link", name="Open").first.click()
    expect(page.get_by_text("Where it stands")).to_be_visible()
    expect(page.locator("img[src*='/media/']").first).to_be_visible()


def test_the_first_page_leads_to_what_is_out_of_reach_and_why(dashboard: str, page: Page) -> None:
    page.goto(dashboard)
    bold = page.locator(".tw-row").filter(has_text="implausible").first
    expect(bold).to_contain_text("is possible")
    bold.get_by_role("link", name="Open").click()
    expect(page.locator(".tw-chip.tw-large")).to_contain_text("implausible")
    expect(page.locator(".tw-reason")).to_contain_text("Implausible: at most")


def test_a_comparison_is_saved_as_picture_and_as_table(dashboard: str, page: Page) -> None:
    page.goto(f"{dashboard}/compare?by=side")
    expect(page.get_by_text("fewer-steps").first).to_be_visible()
    page.get_by_test_id("stVegaLiteChart").hover()
    with page.expect_download() as picture:
        page.get_by_role("button", name="Download as PNG").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as table:
        page.get_by_role("button", name="Download CSV").click()
    assert table.value.path().read_text(encoding="utf-8").startswith("claim,group,verdict,technique,claimed,ceiling")


def test_a_changed_setting_changes_the_figures_the_address_and_the_command(dashboard: str, page: Page) -> None:
    page.goto(f"{dashboard}/what-if?a-with=speculative-decoding")
    expect(page.get_by_text("tokens a pass").first).to_be_visible()
    before = page.locator(".tw-value").first.inner_text()
    box = page.locator(".st-key-a-batch input")  # by its key: the other side's may be drawn first
    box.fill("256")
    box.press("Enter")
    expect(page.locator(".tw-value").first).not_to_have_text(before)
    expect(page.locator("code").first).to_contain_text("--batch 256")
    assert "a-batch=256" in page.url


def test_two_reviewers_see_where_they_differ(dashboard: str, served: Path, page: Page) -> None:
    with db.open(str(served)) as store:
        with store.session() as session:
            one, two = (line.claim_id for line in queries.claims_page(session, Filter(), order="newest", limit=2).lines)
        for number, name, decision in ((one, "kim", "accept"), (one, "lee", "reject"), (two, "kim", "accept")):
            store.review(number, name, decision)  # type: ignore[arg-type]
        store.review(two, "lee", "accept")
    page.goto(f"{dashboard}/agreement?first=kim&second=lee")
    expect(page.get_by_text("2 claims that both decided on")).to_be_visible()
    expect(page.get_by_text("Where they differ")).to_be_visible()
    expect(page.get_by_role("cell", name="reject")).to_be_visible()


def test_what_cannot_be_read_is_told_kindly(dashboard: str, tmp_path: Path, page: Page) -> None:
    (tmp_path / "photo.exe").write_bytes(b"MZ" + bytes(100))
    page.goto(f"{dashboard}/add")
    upload(page, tmp_path / "photo.exe")
    expect(page.locator(".tw-row").first).to_contain_text("photo.exe", timeout=150_000)
    expect(page.locator(".tw-row").first).to_contain_text("is of a type that is not read")


def test_a_query_is_answered_from_its_address_and_writing_is_refused(dashboard: str, page: Page) -> None:
    page.goto(f"{dashboard}/sql?query=SELECT+count(*)+AS+n+FROM+claims")
    expect(page.get_by_text("1 rows in")).to_be_visible()
    box = page.get_by_label("Query")
    box.fill("DELETE FROM claims")
    box.press("Control+Enter")
    expect(page.get_by_text("only reading is allowed here")).to_be_visible()


def test_requests_from_another_page_are_refused(dashboard: str) -> None:
    """No upload without the token that only our own page knows; no session for a page of elsewhere."""
    stream = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    stream |= {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    own, foreign = {"Origin": dashboard}, {"Origin": "http://evil.example"}
    assert answer(dashboard, "PUT", "/_stcore/upload_file/a/b", foreign) == 403
    assert answer(dashboard, "GET", "/_stcore/stream", stream | foreign) == 403
    assert answer(dashboard, "GET", "/_stcore/stream", stream | own) == 101


def answer(dashboard: str, method: str, place: str, headers: dict[str, str]) -> int:
    """The status of the answer to a bare request."""
    connection = HTTPConnection(dashboard.removeprefix("http://"), timeout=10)
    try:
        connection.request(method, place, headers=headers)
        return connection.getresponse().status
    finally:
        connection.close()


def test_hostile_text_neither_runs_nor_loads(dashboard: str, served: Path, page: Page) -> None:
    harm = (
        "<script>document.title='owned'</script><img src=http://127.0.0.1:9/x.png onerror=\"document.title='owned'\"> "
        "![x](http://127.0.0.1:9/y.png) INT4 decodes Llama-2-70B 2x faster."
    )
    made = document((harm, "Nothing.", "Nothing.", harm), title=harm, source="hostile/x.md")
    with db.open(str(served)) as store:
        store.save(analysis(made), VERSIONS)
        with store.session() as session:
            number = queries.claims_page(session, Filter(document="INT4 decodes"), order="newest").lines[0].claim_id
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    places = ["", "claims?document=INT4", f"claim?claim={number}", f"review?claim={number}", "compare?by=document"]
    for place in (*places, "sql?query=SELECT+quote+FROM+claims+ORDER+BY+id+DESC", "add", "agreement"):
        page.goto(f"{dashboard}/{place}")
        expect(page.locator(".tw-head, .tw-chip").first).to_be_visible()
        page.wait_for_timeout(300)
        assert page.title() != "owned"
    assert not [url for url in asked if ":9/" in url]
