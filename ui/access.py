"""Who is here, what they may do, and the database that they look at."""

from __future__ import annotations

import getpass
import os
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st
from sqlalchemy import make_url

import db
from db import Store
from db.errors import checked_url

DATABASE = "TWOWAYS_DB"  # the address of the database; `twoways review` sets it
REVIEWERS = "TWOWAYS_REVIEWERS"  # e-mail addresses of those who may decide when signing in is on; empty: everyone


def opened(url: str) -> Store:
    """One connection pool for all who look at the same database. A file that was taken away since is not made anew, and one
    that another was put in the place of is not written to behind its back.
    """
    file = make_url(checked_url(url)).database if "://" not in url or url.startswith("sqlite") else None
    try:
        found = os.stat(file) if file else None
    except OSError:  # `db.open` says what is wrong with it
        return db.open(url, create=False)
    return pooled(url, (found.st_dev, found.st_ino) if found else None)


@st.cache_resource(show_spinner=False, max_entries=8)
def pooled(url: str, file: tuple[int, int] | None) -> Store:
    """The same for each file that stood under this name: `file` tells them apart."""
    del file
    return db.open(url, create=False)


def store() -> Store:
    """The database of this dashboard."""
    return opened(os.environ.get(DATABASE, "twoways.db"))


def way_in() -> str:
    """The command that reads documents into this database."""
    return f"twoways ingest PATH --db {store().url.split('@')[-1].removeprefix('sqlite:///')}"


def sign_in_is_on() -> bool:
    """Whether an identity provider is configured (`[auth]` in Streamlit's secrets)."""
    try:
        return "auth" in st.secrets
    except FileNotFoundError:
        return False


def signed_in() -> bool:
    """Whether the visitor has shown who they are. Always so where no provider is configured: then only this machine
    can reach the page.
    """
    return not sign_in_is_on() or bool(st.user.is_logged_in)


def may_review(address: str, reviewers: str) -> bool:
    """Whether an address is among the reviewers: a list of addresses or @domains; an empty list admits everyone."""
    allowed = [word.strip().lower() for word in reviewers.split(",") if word.strip()]
    address = address.lower()
    return not allowed or any(address == word or (word[0] == "@" and address.endswith(word)) for word in allowed)


def role() -> str:
    """reader or reviewer. Where signing in is on, nobody decides without a name to put to it."""
    if not sign_in_is_on():
        return "reviewer"
    return "reviewer" if signed_name() and may_review(address_of(st.user), os.environ.get(REVIEWERS, "")) else "reader"


def address_of(user: Mapping[str, Any]) -> str:
    """The e-mail address that the provider vouches for: one that it calls unverified is anybody's."""
    return "" if user.get("email_verified") is False else str(user.get("email") or "")


def signed_name() -> str:
    """Who signed in, by address, name or number; empty where nobody has to."""
    if not sign_in_is_on():
        return ""
    return address_of(st.user) or str(st.user.get("name") or st.user.get("sub") or "")


def own_name() -> str:
    """Under which name decisions go when nobody signs in: the account on this machine."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "reviewer"


@st.cache_data(ttl=30, show_spinner=False)
def counted(url: str, name: str) -> list[tuple[str, int]]:
    """The values that a filter can take. Looked up at most twice a minute: they are counts over all claims."""
    with opened(url).session() as session:
        return db.queries.choices(session, name)


def choices(name: str) -> list[str]:
    """The values that a filter can take, the most frequent first."""
    return [word for word, _ in counted(store().url, name) if word]


def known(found: Any, options: Sequence[str]) -> list[str]:
    """Those of the values of an address that there are."""
    return [word for word in found if word in options]
