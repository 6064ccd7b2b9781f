"""A small OpenID Connect provider for the tests: it asks nobody anything and sends whoever comes straight back."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "twoways", "a secret between the dashboard and its provider"


class Provider:
    """Who comes is `person`; `key` signs, and `known` is the key that the dashboard is told of."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.person: dict[str, Any] = {}
        self.known = self.key = RSAKey.generate_key(2048, {"kid": "one", "use": "sig", "alg": "RS256"})
        self.given: dict[str, dict[str, str]] = {}  # what was asked, by the code that was given for it

    def configuration(self) -> dict[str, Any]:
        """What the provider says of itself."""
        places = {"authorization": "authorize", "token": "token", "end_session": "end"}
        return {
            "issuer": self.address,
            "jwks_uri": f"{self.address}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
        } | {f"{name}_endpoint": f"{self.address}/{place}" for name, place in places.items()}

    def back(self, asked: dict[str, str]) -> str:
        """Where the visitor is sent: back to the dashboard, with a code."""
        code = f"code-{len(self.given)}"
        self.given[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, asked: dict[str, str], authorization: str) -> dict[str, Any]:
        """The signed identity for a code, to the client that asked for it and to nobody else."""
        before = self.given.pop(asked["code"])
        assert base64.b64decode(authorization.removeprefix("Basic ")).decode() == f"{CLIENT}:{SECRET}"
        digest = hashlib.sha256(asked["code_verifier"].encode()).digest()
        assert base64.urlsafe_b64encode(digest).decode().rstrip("=") == before["code_challenge"]
        now = int(time.time())
        claims = {"iss": self.address, "aud": CLIENT, "iat": now, "exp": now + 600, "nonce": before["nonce"]}
        signed = jwt.encode({"alg": "RS256", "kid": "one"}, claims | self.person, self.key)
        return {"access_token": "unused", "token_type": "Bearer", "expires_in": 600, "id_token": signed}


@contextmanager
def provider() -> Iterator[Provider]:
    """It, running."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    server.daemon_threads = True
    found = Answers.provider = Provider(f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()


class Answers(BaseHTTPRequestHandler):
    """Its pages."""

    provider: Provider

    def do_GET(self) -> None:
        """What the provider says of itself, and the ways out."""
        place = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(place.query).items()}
        if place.path == "/authorize":
            self.send(self.provider.back(asked))
        elif place.path == "/end":
            self.send(asked["post_logout_redirect_uri"])
        elif place.path == "/keys":
            self.answer({"keys": [self.provider.known.as_dict(private=False)]})
        else:
            self.answer(self.provider.configuration())

    def do_POST(self) -> None:
        """A code for an identity."""
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        asked = {name: values[0] for name, values in parse_qs(body).items()}
        self.answer(self.provider.token(asked, self.headers["Authorization"]))

    def send(self, address: str) -> None:
        """Send the visitor elsewhere."""
        self.send_response(302)
        self.send_header("Location", address)
        self.end_headers()

    def answer(self, found: dict[str, Any]) -> None:
        """Answer with JSON."""
        data = json.dumps(found).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the tests read no log."""
