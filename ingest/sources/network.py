"""Fetching, as a guest who would like to come again: slow enough, conditional, and never into private networks unasked."""

from __future__ import annotations

import hashlib
import ipaddress
import os
import re
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from ..document import UnreadableDocument
from .cache import prune
from .source import About, about

if TYPE_CHECKING:
    import httpx

AGENT = "twoways (reads papers and release notes; one request at a time)"
GITHUB = "api.github.com"
REDIRECTS = 5
TYPES = {
    "application/pdf": ".pdf", "text/html": ".html", "application/xhtml+xml": ".html", "text/markdown": ".md",
    "text/x-markdown": ".md", "text/plain": ".txt", "text/x-rst": ".rst", "application/x-ipynb+json": ".ipynb",
    "application/atom+xml": ".xml", "application/rss+xml": ".xml", "application/xml": ".xml", "text/xml": ".xml",
    "application/json": ".json", "application/vnd.github+json": ".json", "application/x-tex": ".tex", "text/x-tex": ".tex",
    "application/octet-stream": "", "binary/octet-stream": "", "": "",
}  # fmt: skip
PACKED = frozenset(
    "application/zip application/x-zip-compressed application/gzip application/x-gzip application/x-tar".split()
)


@dataclass(frozen=True, slots=True)
class Network:
    """What fetching may do, and whom it asks. Tests and mirrors set the addresses."""

    arxiv: str = field(default_factory=lambda: os.environ.get("TWOWAYS_ARXIV_URL", "https://export.arxiv.org"))
    github: str = field(default_factory=lambda: os.environ.get("TWOWAYS_GITHUB_URL", f"https://{GITHUB}"))
    token: str = field(default_factory=lambda: os.environ.get("GITHUB_TOKEN", ""), repr=False)
    private: bool = False  # whether addresses inside private networks, and this machine, may be asked
    max_bytes: int = 200_000_000
    seconds: float = 30.0  # to connect, and between two pieces of an answer
    tries: int = 4
    pause: float = 1.0  # before the second try, doubled for each more; 0 in tests
    interval: float = 0.5  # least time between two requests to one host
    arxiv_interval: float = 3.0  # what arXiv asks of programs
    cache: Path | None = None
    cache_bytes: int = field(default_factory=lambda: int(float(os.environ.get("TWOWAYS_FETCHED_GB") or 5) * 1e9))

    def credentials(self, url: str) -> dict[str, str]:
        """GitHub's token, for GitHub's own interface over TLS and for no other address, whatever led there."""
        parts = urlsplit(url)
        own = parts.scheme == "https" and parts.netloc.lower() == GITHUB
        return {"Authorization": f"Bearer {self.token}"} if own and self.token else {}

    def folder(self) -> Path:
        """Where fetched files are kept."""
        if self.cache is not None:
            return self.cache
        import platformdirs

        return Path(os.environ.get("TWOWAYS_CACHE") or platformdirs.user_cache_dir("twoways")) / "fetched"


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file that was fetched, or was there already and has not changed."""

    path: Path
    about: About
    changed: bool
    headers: Mapping[str, str]


class Again(Exception):
    """An answer that may be better on the next try. `wait` is what the server asked for, in seconds."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class Fetcher:
    """Fetches addresses into the cache."""

    def __init__(self, network: Network | None = None) -> None:
        self.network = network or Network()
        self.last: dict[str, float] = {}  # host: when it was asked last
        self._client: httpx.Client | None = None

    def client(self) -> httpx.Client:
        if self._client is None:
            import httpx

            timeout = httpx.Timeout(self.network.seconds)
            self._client = httpx.Client(
                timeout=timeout, headers={"User-Agent": AGENT}, follow_redirects=False, trust_env=True
            )
        return self._client

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def __enter__(self) -> Fetcher:
        prune(self.network.folder(), self.network.cache_bytes)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(
        self,
        url: str,
        *,
        accept: str = "",
        suffix: str = "",
        headers: Mapping[str, str] | None = None,
        packed: bool = False,
    ) -> Fetched:
        """Fetch an address, on the second time only if it has changed. `packed`: an archive will do."""
        from tenacity import RetryError, Retrying, retry_if_exception_type, stop_after_attempt

        asked = dict(headers or {}) | ({"Accept": accept} if accept else {})
        retrying = Retrying(
            stop=stop_after_attempt(self.network.tries),
            wait=self.wait,
            retry=retry_if_exception_type(Again),
            sleep=time.sleep,
        )
        try:
            return retrying(self.once, url, asked, suffix, packed)
        except RetryError as error:
            cause = error.last_attempt.exception()
            raise UnreadableDocument(url, "unreachable", f"{cause}, {self.network.tries} times") from cause

    def wait(self, state: Any) -> float:
        """What the server asked for, up to two minutes, else twice as long each time."""
        error = state.outcome.exception()
        asked = getattr(error, "wait", None)
        patience: float = self.network.pause * 2 ** (state.attempt_number - 1)
        return patience if asked is None or not self.network.pause else min(max(float(asked), patience), 120.0)

    def once(self, url: str, headers: dict[str, str], suffix: str, packed: bool) -> Fetched:
        """One try, redirects followed by hand so that each is looked at."""
        first = url
        for _ in range(REDIRECTS + 1):
            answer = self.ask(first, url, headers, suffix, packed)
            if isinstance(answer, Fetched):
                return answer
            url = answer
        raise UnreadableDocument(first, "unreachable", f"more than {REDIRECTS} redirects")

    def ask(self, first: str, url: str, headers: dict[str, str], suffix: str, packed: bool) -> Fetched | str:
        """One request: a file, or the address to go on to. `first` is the address that was asked for."""
        import httpx

        place = self.place(first, suffix)
        known = about(place) if place.exists() else None
        conditions = {}
        if known is not None:
            conditions = {"If-None-Match": known.etag, "If-Modified-Since": known.modified}
        target, extensions, host = self.checked(url, first)
        sent = headers | {key: value for key, value in conditions.items() if value}
        sent |= self.network.credentials(url) | {"Host": host}
        self.be_polite(url)
        try:
            with self.client().stream("GET", target, headers=sent, extensions=extensions) as response:
                if response.status_code in (301, 302, 303, 307, 308) and "location" in response.headers:
                    return urljoin(url, response.headers["location"])
                if response.status_code == 304 and known is not None:
                    os.utime(place)  # in use: the cache keeps it
                    return Fetched(place, known, False, response.headers)
                self.look_at(response, first, packed)
                return self.keep(response, first, url, place)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise Again(f"no answer from {urlsplit(url).hostname}: is there a network?") from error
        except httpx.InvalidURL as error:
            raise UnreadableDocument(first, "unreachable", str(error)) from error
        except httpx.TransportError as error:
            raise Again(f"the answer broke off ({type(error).__name__})") from error
        except httpx.DecodingError as error:
            raise UnreadableDocument(first, "damaged", "the answer is not compressed as it says") from error

    def look_at(self, response: httpx.Response, url: str, packed: bool) -> None:
        """Turn the server's refusals into reasons."""
        status = response.status_code
        limited = status == 403 and response.headers.get("x-ratelimit-remaining") == "0"
        if limited:
            raise UnreadableDocument(url, "unreachable", "GitHub's hourly limit is used up: set GITHUB_TOKEN or wait")
        if status == 429 or status >= 500:
            raise Again(f"the server answered {status}", seconds(response.headers.get("retry-after", "")))
        if status in (404, 410):
            raise UnreadableDocument(url, "missing", f"the server answered {status}")
        if status >= 400:
            raise UnreadableDocument(url, "unreachable", f"the server answered {status}")
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind not in TYPES and not kind.startswith("text/") and not (packed and kind in PACKED):
            raise UnreadableDocument(url, "unsupported", kind)
        length = response.headers.get("content-length", "")
        if length.isdigit() and int(length) > self.network.max_bytes:
            raise UnreadableDocument(url, "too-large", f"{int(length) / 1e6:.0f} MB")

    def keep(self, response: httpx.Response, first: str, url: str, place: Path) -> Fetched:
        """Write the answer beside its place, then put it there in one step."""
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_name(f"{place.name}.{os.getpid()}.part")
        size = 0
        try:
            with part.open("wb") as file:
                for piece in response.iter_bytes(65536):
                    size += len(piece)
                    if size > self.network.max_bytes:
                        raise UnreadableDocument(first, "too-large", f"more than {self.network.max_bytes / 1e6:.0f} MB")
                    file.write(piece)
            part.replace(place)
        finally:
            part.unlink(missing_ok=True)
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        suffix = TYPES.get(kind, ".txt") or Path(urlsplit(url).path).suffix
        named = Path(urlsplit(url).path)
        name = named.name if kind in ("text/plain", "") and named.suffix else (named.stem or "index") + suffix
        known = About(
            url=url,
            etag=response.headers.get("etag", ""),
            modified=response.headers.get("last-modified", ""),
            name=name,
        )
        known.save(place)
        return Fetched(place, known, True, response.headers)

    def place(self, url: str, suffix: str) -> Path:
        """The file in the cache that belongs to an address."""
        return self.network.folder() / (hashlib.sha256(url.encode()).hexdigest()[:40] + suffix)

    def be_polite(self, url: str) -> None:
        """Wait until the host may be asked again."""
        host = urlsplit(url).netloc
        if not self.network.pause:
            return
        interval = self.network.arxiv_interval if url.startswith(self.network.arxiv) else self.network.interval
        rest = self.last.get(host, 0.0) + interval - time.monotonic()
        if rest > 0:
            time.sleep(rest)
        self.last[host] = time.monotonic()

    def checked(self, url: str, first: str) -> tuple[str, dict[str, Any], str]:
        """The address by number, so that what was looked at is what is connected to; and the name for TLS."""
        parts = urlsplit(url)
        host = parts.hostname or ""
        try:
            port = parts.port
        except ValueError as error:
            raise UnreadableDocument(first, "unreachable", "not an address") from error
        if parts.scheme not in ("http", "https") or not host:
            raise UnreadableDocument(first, "refused", f"{parts.scheme or 'no'} address")
        if self.network.private:
            return url, {}, parts.netloc.rpartition("@")[2]
        try:
            found = socket.getaddrinfo(host, port or (443 if parts.scheme == "https" else 80), type=socket.SOCK_STREAM)
        except (socket.gaierror, UnicodeError) as error:
            raise Again(f"{host} is not known: is there a network?") from error
        numbers = [str(entry[4][0]) for entry in found]
        inside = [number for number in numbers if not ipaddress.ip_address(number.partition("%")[0]).is_global]
        if inside:
            raise UnreadableDocument(
                first,
                "refused",
                f"{host} is in a private network ({inside[0]}): on the command line --private allows it",
            )
        literal = f"[{numbers[0]}]" if ":" in numbers[0] else numbers[0]
        target = parts._replace(netloc=literal + (f":{port}" if port else "")).geturl()
        return target, {"sni_hostname": host}, host + (f":{port}" if port else "")


def seconds(text: str) -> float | None:
    """`Retry-After` in seconds; a date there is not waited for."""
    return float(text) if re.fullmatch(r"\d{1,5}", text.strip()) else None
