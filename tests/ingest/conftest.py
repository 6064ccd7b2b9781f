"""A server on this machine that plays the services."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ingest import Network


@dataclass
class Answer:
    """What the server says. `cut` ends the answer after so many bytes, whatever length was promised."""

    body: bytes = b""
    status: int = 200
    kind: str = "text/html"
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None


@dataclass
class Service:
    """Answers by path, and what was asked. A list of answers is given out one by one, the last for good."""

    base: str
    answers: dict[str, Answer | list[Answer]] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def paths(self) -> list[str]:
        return [path for path, _ in self.asked]


def handler(service: Callable[[], Service]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            here = service()
            here.asked.append((self.path, {key.lower(): value for key, value in self.headers.items()}))
            found = here.answers.get(self.path, Answer(b"no such page", 404))
            if isinstance(found, list):
                found = found.pop(0) if len(found) > 1 else found[0]
            etag = found.headers.get("ETag")
            if etag and self.headers.get("If-None-Match") == etag:
                self.send_response(304)
                self.end_headers()
                return
            self.send_response(found.status)
            self.send_header("Content-Type", found.kind)
            self.send_header("Content-Length", str(len(found.body)))
            for key, value in found.headers.items():
                self.send_header(key, value)
            self.end_headers()
            self.wfile.write(found.body if found.cut is None else found.body[: found.cut])
            self.close_connection = found.cut is not None

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@pytest.fixture
def service() -> Iterator[Service]:
    """A running server."""
    here: list[Service] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(lambda: here[0]))
    here.append(Service(f"http://127.0.0.1:{server.server_address[1]}"))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield here[0]
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def network(service: Service, tmp_path: Path) -> Network:
    """Settings that ask the server, without waiting."""
    return Network(
        arxiv=service.base,
        github=service.base,
        token="",
        private=True,
        pause=0.0,
        cache=tmp_path / "cache",
        seconds=5.0,
        tries=3,
    )
