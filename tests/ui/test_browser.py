"""The dashboard in a real browser: each page's main act."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_a_filtered_list_opens_by_its_address_and_leads_to_a_claim(dashboard: str, page: Page) -> None:
    from playwright.sync_api import expect

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
    from playwright.sync_api import expect

    page.goto(f"{dashboard}/review?as=ten")
    seen = set()
    for i, key in enumerate("aaxanasaxaxa"):
        number = claim_in(page)
        expect(page.locator(f".st-key-a{number} button")).to_be_enabled()
        assert number not in seen, "a claim came twice"
        seen.add(number)
        page.keyboard.press(key)
        page.wait_for_function(f"!/claim={number}(&|$)/.test(location.search)")
        decided = 1 + sum(k in "ax" for k in "aaxanasaxaxa"[:i])
        if key in "ax":
            expect(page.get_by_text(f"{decided} decided in the last hour")).to_be_visible()
    expect(page.get_by_text("10 decided in the last hour")).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_text("9 decided in the last hour")).to_be_visible()
    page.reload()
    expect(page.get_by_text("9 decided in the last hour")).to_be_visible()


def claim_in(page: Page) -> str:
    """The number of the claim in the address."""
    page.wait_for_function("location.search.includes('claim=')")
    return page.url.partition("claim=")[2].partition("&")[0]
