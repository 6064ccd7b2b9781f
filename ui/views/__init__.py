"""The pages of the dashboard in the order of the bar at the top. Each is one function in a file of its own.

The folder is not called `pages`: Streamlit would serve its files by itself, past `ui/app.py` and its sign-in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage


@dataclass(frozen=True, slots=True)
class Entry:
    """One page: its file in this folder, its address, its title."""

    file: str
    title: str
    icon: str
    address: str = ""
    hidden: bool = False  # reached by a link, not from the bar

    def act(self) -> Callable[[], None]:
        """The function that draws it: of the same name as its file."""
        act: Callable[[], None] = getattr(import_module(f"ui.views.{self.file}"), self.file)
        return act

    def page(self) -> StreamlitPage:
        """For `st.navigation` and `st.page_link`."""
        import streamlit as st

        first = self.file == PAGES[0].file
        return st.Page(
            self.act(),
            title=self.title,
            icon=self.icon,
            url_path=None if first else self.address or self.file,
            default=first,
            visibility="hidden" if self.hidden else "visible",
        )


PAGES = (
    Entry("overview", "Overview", ":material/dashboard:"),
    Entry("review", "Review", ":material/rate_review:"),
    Entry("claims", "Claims", ":material/format_quote:"),
    Entry("claim", "Claim", ":material/fact_check:", hidden=True),
    Entry("compare", "Compare", ":material/scatter_plot:"),
    Entry("what_if", "What if", ":material/calculate:", "what-if"),
    Entry("add", "Add documents", ":material/upload_file:"),
    Entry("sql", "SQL", ":material/database:"),
    Entry("agreement", "Agreement", ":material/group:"),
)


def page(file: str) -> StreamlitPage:
    """A page by the name of its file."""
    return next(entry for entry in PAGES if entry.file == file).page()


def to_adding() -> None:
    """The way to more documents, under what a page says when it has nothing to show."""
    import streamlit as st

    st.page_link(page("add"), label="Add documents", icon=":material/add:")
