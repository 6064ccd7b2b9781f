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
