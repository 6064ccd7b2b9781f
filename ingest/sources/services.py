"""arXiv, GitHub releases, feeds and object stores: addresses that stand for documents."""

from __future__ import annotations

import hashlib
import html
import json
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar
from urllib.parse import urlencode

from ..document import UnreadableDocument
from .files import READABLE, Found, unpack
from .network import Fetched, Fetcher
from .source import About, Source

T = TypeVar("T")
ARXIV = re.compile(
    r"^arxiv:(?:abs/)?(?P<id>\d{4}\.\d{4,5}|[a-z\-]+(?:\.[A-Z]{2})?/\d{7})(?P<version>v\d{1,3})?$", re.IGNORECASE
)
GITHUB = re.compile(
    r"^github:(?P<owner>[\w.\-]+)/(?P<name>[\w.\-]+?)(?:@(?P<tag>[^?]+))?(?:\?since=(?P<since>\S+))?$", re.IGNORECASE
)
NEXT = re.compile(r'<([^>]+)>\s*;\s*rel="next"')
FEED = re.compile(rb"<(?:\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<?(?:rss|feed|rdf:RDF)\b", re.DOTALL)
ENTRIES = 500  # of a feed; releases of a repository
ENOUGH = 600  # characters of content in a feed's entry that make it the document itself


def arxiv(name: str, fetcher: Fetcher) -> Iterator[Found]:
    """A paper: what arXiv says of it, and its PDF. Without a version the newest is meant."""
    found = ARXIV.match(name)
    if found is None:
        yield UnreadableDocument(name, "missing", "an arXiv number looks like arxiv:2302.01318 or arxiv:2302.01318v2")
        return
    base = fetcher.network.arxiv.rstrip("/")
    wanted = found["id"] + (found["version"] or "")
    answer = fetcher.get(f"{base}/api/query?{urlencode({'id_list': wanted, 'max_results': 1})}", suffix=".xml")
    feed = parsed(answer.path)
    if not is_feed(answer.path):
        answer.path.unlink(missing_ok=True)
        raise UnreadableDocument(name, "damaged", "arXiv's answer is no feed")
    if not feed.entries or "/api/errors" in feed.entries[0].get("id", "") or feed.entries[0].get("title") == "Error":
        yield UnreadableDocument(name, "missing", "arXiv does not know it")
        return
    entry = feed.entries[0]
    full = entry.get("id", "").rpartition("/abs/")[2] or wanted
    version = (re.search(r"v\d+$", full) or [""])[0]
    known = About(
        title=" ".join(entry.get("title", "").split()),
        authors=tuple(author.get("name", "") for author in entry.get("authors", ())),
        date=str(entry.get("updated" if found["version"] else "published", ""))[:10],
        identifier=f"arxiv:{found['id']}",
        version=version,
        format="pdf",
    )
    fetched = fetcher.get(f"{base}/pdf/{found['id']}{version}", accept="application/pdf", suffix=".pdf")
    yield kept(f"arxiv:{found['id']}{version}", fetched, known)


def kept(name: str, fetched: Fetched, known: About) -> Source:
    """A fetched file with what is known of it noted beside."""
    replace(
        known, url=fetched.about.url, etag=fetched.about.etag, modified=fetched.about.modified, name=fetched.about.name
    ).save(fetched.path)
    return Source(name, fetched.path)


def github(name: str, fetcher: Fetcher) -> Iterator[Found]:
    """The releases of a repository, newest first, each a document; `@TAG` for one, `?since=DATE` (or TAG) for the newer."""
    found = GITHUB.match(name)
    if found is None:
        yield UnreadableDocument(name, "missing", "a repository looks like github:OWNER/NAME")
        return
    base = f"{fetcher.network.github.rstrip('/')}/repos/{found['owner']}/{found['name']}/releases"
    headers = {"X-GitHub-Api-Version": "2022-11-28"}
    repository = f"{found['owner']}/{found['name']}"
    if found["tag"]:
        each = loaded(fetcher, f"{base}/tags/{found['tag']}", headers)[0]
        if not isinstance(each, dict):
            raise UnreadableDocument(name, "damaged", "GitHub's answer is no release")
        yield release(repository, each, fetcher)
        return
    url, count, seen = f"{base}?per_page=100", 0, set[str]()
    while url and url not in seen:
        seen.add(url)
        page, fetched = loaded(fetcher, url, headers)
        if not isinstance(page, list) or not all(isinstance(each, dict) for each in page):
            raise UnreadableDocument(name, "damaged", "GitHub's answer is no list of releases")
        for each in page:
            if found["since"] and is_older(each, found["since"]):
                return
            if not each.get("draft"):
                yield release(repository, each, fetcher)
                count += 1
        following = NEXT.search(fetched.headers.get("link", ""))
        url = following[1] if following and count < ENTRIES and len(seen) < ENTRIES else ""


def loaded(fetcher: Fetcher, url: str, headers: Mapping[str, str]) -> tuple[Any, Fetched]:
    """GitHub's answer."""
    fetched = fetcher.get(url, accept="application/vnd.github+json", suffix=".json", headers=headers)
    try:
        return json.loads(fetched.path.read_bytes()), fetched
    except ValueError as error:
        fetched.path.unlink(missing_ok=True)
        raise UnreadableDocument(url, "damaged", "the answer is not JSON") from error


def is_older(each: Mapping[str, Any], since: str) -> bool:
    """Whether a release is the one named, or was published before the day named."""
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", since):
        return str(each.get("published_at") or each.get("created_at") or "")[:10] < since
    return bool(each.get("tag_name") == since)


def release(repository: str, each: Mapping[str, Any], fetcher: Fetcher) -> Found:
    """A release as a Markdown file of its own: its name as the heading, its notes as they stand."""
    tag = str(each.get("tag_name") or "")
    name = f"github:{repository}@{tag}"
    title = str(each.get("name") or tag)
    body = str(each.get("body") or "")
    if not body.strip():
        return UnreadableDocument(name, "empty", "a release without notes")
    inner = f"{name}.md"
    path = unpack(f"# {title}\n\n{body}".encode(), inner, fetcher.network.folder())
    About(
        title=title,
        authors=tuple(filter(None, [login(each.get("author"))])),
        date=str(each.get("published_at") or "")[:10],
        identifier=f"github:{repository}",
        version=tag,
        format="markdown",
        url=str(each.get("html_url") or ""),
        name=f"{tag}.md".replace("/", "-"),
    ).save(path)
    return Source(name, path)


def login(author: object) -> str:
    return str(author.get("login") or "") if isinstance(author, dict) else ""


def parsed(path: Path) -> Any:
    """A feed, read from the file: feedparser itself never fetches."""
    import feedparser

    return feedparser.parse(path.read_bytes())


def is_feed(path: Path) -> bool:
    """Whether a file is an RSS or Atom feed."""
    with path.open("rb") as file:
        return FEED.search(file.read(4096)) is not None


def feed(url: str, fetched: Fetched, fetcher: Fetcher) -> Iterator[Found]:
    """The entries of a feed: the content where it is there in full, else the page that the entry links to."""
    entries = parsed(fetched.path).entries[:ENTRIES]
    if not entries:
        yield UnreadableDocument(url, "empty", "a feed without entries")
    for entry in entries:
        link = entry.get("link", "")
        known = About(
            title=html.unescape(re.sub(r"<[^>]+>", "", entry.get("title", ""))),
            authors=tuple(author["name"] for author in entry.get("authors", ()) if author.get("name")),
            date=day(entry),
            identifier=link or entry.get("id", ""),
            format="html",
        )
        name = link or f"{url}#{entry.get('id', '')}"
        bodies = [part.get("value", "") for part in entry.get("content", ())] + [entry.get("summary", "")]
        body = max(bodies, key=len)
        try:
            if len(body) >= ENOUGH or not link:
                page = f"<h1>{html.escape(known.title)}</h1>\n{body}".encode()
                path = unpack(page, f"{hashlib.sha256(name.encode()).hexdigest()[:12]}.html", fetcher.network.folder())
                replace(known, url=link, name="entry.html").save(path)
                yield Source(name, path)
            else:
                yield kept(name, fetcher.get(link), replace(known, format=""))
        except UnreadableDocument as error:
            yield error


def day(entry: Mapping[str, Any]) -> str:
    """ISO date of an entry."""
    moment = entry.get("published_parsed") or entry.get("updated_parsed")
    return f"{moment[0]:04d}-{moment[1]:02d}-{moment[2]:02d}" if moment else ""


def web(url: str, fetcher: Fetcher) -> Iterator[Found]:
    """A page or file; a feed stands for its entries."""
    fetched = fetcher.get(url)
    if is_feed(fetched.path):
        yield from feed(url, fetched, fetcher)
    else:
        yield kept(url, fetched, About())


def remote(url: str, fetcher: Fetcher) -> Iterator[Found]:
    """Anything that fsspec can open: `s3://`, `gs://`, `zip://a.md::s3://b.zip`, `memory://`; a folder stands for its files."""
    local = "::".join(fetched_part(part, fetcher) for part in url.split("::"))
    listed = attempt(url, listing, local)
    if isinstance(listed, UnreadableDocument):
        yield listed
        return
    system, path, names = listed
    for name in names:
        alone = names == [path]
        if not alone and PurePosixPath(name).suffix.lower() not in READABLE:
            continue
        shown = url if alone else attempt(url, system.unstrip_protocol, name)
        yield shown if isinstance(shown, UnreadableDocument) else attempt(shown, copied, system, name, shown, fetcher)


def listing(url: str) -> tuple[Any, str, list[str]]:
    """(file system, path, names) of what an address stands for: a folder for its files, a pattern for what it matches."""
    import fsspec

    system, path = fsspec.core.url_to_fs(url)
    if system.isdir(path):
        return system, path, sorted(system.find(path))
    return system, path, sorted(system.glob(path)) if "*" in path else [path]


def copied(system: Any, name: str, shown: str, fetcher: Fetcher) -> Found:
    """One file of a file system, in the folder for what was fetched, unless it is too large."""
    size = system.size(name) or 0
    if size > fetcher.network.max_bytes:
        return UnreadableDocument(shown, "too-large", f"{size / 1e6:.0f} MB")
    return Source(shown, unpack(system.cat_file(name), name, fetcher.network.folder()))


def attempt(name: str, act: Callable[..., T], *given: Any) -> T | UnreadableDocument:
    """What a file system of fsspec gives, or the reason why it does not."""
    try:
        return act(*given)
    except Exception as error:  # noqa: BLE001 - each of these file systems has errors of its own
        return trouble(name, error)


def fetched_part(part: str, fetcher: Fetcher) -> str:
    """A part of a chained address: what lies on a web server is fetched as everything else is, under the same rules."""
    if not part.lower().startswith(("http://", "https://")):
        return part
    return f"file://{fetcher.get(part, suffix=PurePosixPath(part).suffix, packed=True).path}"


def trouble(name: str, error: Exception) -> UnreadableDocument:
    """What a file system of fsspec raised, as a reason."""
    if isinstance(error, FileNotFoundError):
        return UnreadableDocument(name, "missing")
    if isinstance(error, ImportError):
        return UnreadableDocument(name, "unreachable", f"{error}: pip install the package it names")
    if isinstance(error, (zipfile.BadZipFile, tarfile.TarError, EOFError, zlib.error)):
        return UnreadableDocument(name, "damaged", f"not an archive that can be opened: {error}"[:160])
    return UnreadableDocument(name, "unreachable", (str(error) or type(error).__name__)[:160])
