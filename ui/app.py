"""The dashboard: `twoways review` serves this file."""

from __future__ import annotations

import streamlit as st

from db import StoreError
from ui import access, look
from ui.show import safe
from ui.views import PAGES, overview


def main() -> None:
    """The frame around every page."""
    st.set_page_config(page_title="Two Ways to Go Faster", page_icon="⚡", layout="wide")
    look.style()
    if not access.signed_in():
        sign_in()
        return
    page = st.navigation([entry.page() for entry in PAGES], position="top")
    try:
        page.run()
    except StoreError as error:
        look.empty("The database cannot answer", str(error))
    if access.sign_in_is_on():
        way_out()


def way_out() -> None:
    """Who is signed in, and the way out."""
    look.html(
        f'<div class="tw-line"></div><div class="tw-meta">{safe(access.signed_name(), 80)}, {access.role()}</div>'
    )
    st.button("Sign out", on_click=st.logout)


def sign_in() -> None:
    """The way in where an identity provider is configured. The pages are known by their addresses, and none is drawn."""
    page = st.navigation([entry.page() for entry in PAGES], position="hidden")
    look.heading("Two Ways to Go Faster", overview.WHAT)
    if st.button("Sign in", type="primary"):
        st.login()
    if page.url_path:  # the provider sends everybody back to the first page
        look.html('<p class="tw-meta">Open the link once more when you have signed in.</p>')


if __name__ == "__main__":
    main()
