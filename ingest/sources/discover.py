"""From what a user names to the documents it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..document import UnreadableDocument
from . import files, services
from .files import Found
from .network import Fetcher, Network


def discover(names: Iterable[str], *, network: Network | None = None) -> Iterator[Found]:
    """The documents that the names stand for, one after the other, nothing fetched ahead.

    A name is a file, folder, glob or archive, an http(s) or fsspec address, `arxiv:ID[vN]`, `github:OWNER/NAME[@TAG]`, or a
    feed. What cannot be had is given out as an `UnreadableDocument`, not raised: the others go on.
    """
    with Fetcher(network) as fetcher:
        for name in names:
            try:
                yield from one(name, fetcher)
            except UnreadableDocument as error:
                yield UnreadableDocument(name, error.reason, error.detail)  # by the name that was given


# Addresses as people copy them from their browser, and what they stand for.
COPIED = (
    (
        re.compile(r"^https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/([\w.\-/]+?)(?:\.pdf)?/?$", re.I),
        r"arxiv:\1",
    ),
    (re.compile(r"^https?://github\.com/([\w.\-]+/[\w.\-]+)/releases/tag/([^?#]+)$", re.I), r"github:\1@\2"),
    (re.compile(r"^https?://github\.com/([\w.\-]+/[\w.\-]+)/releases/?$", re.I), r"github:\1"),
    (
        re.compile(r"^https?://github\.com/([\w.\-]+/[\w.\-]+)/blob/([^?#]+)$", re.I),
        r"https://raw.githubusercontent.com/\1/\2",
    ),
)


def meant(name: str) -> str:
    """The name that a copied address stands for: arXiv's abstract page means the paper, GitHub's page of a file the file."""
    for pattern, replacement in COPIED:
        if pattern.match(name):
            return pattern.sub(replacement, name)
    return name


def one(name: str, fetcher: Fetcher) -> Iterator[Found]:
    """The documents of one name."""
    name = meant(name)
    kind = name.partition(":")[0].lower()
    if kind == "arxiv":
        return services.arxiv(name, fetcher)
    if kind == "github":
        return services.github(name, fetcher)
    if kind in ("http", "https"):
        return services.web(name, fetcher)
    if kind == "feed":
        return services.web(name.partition(":")[2], fetcher)
    if kind == "file" and name.startswith("file://"):
        return files.files(name.removeprefix("file://"), fetcher.network.folder())
    if "://" in name:
        return services.remote(name, fetcher)
    return files.files(name, fetcher.network.folder())
