"""A remote program: it publishes its description, asks for access as RFC 6749 and 7636 say, and calls over HTTP."""

import base64
import hashlib
import json
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

from testing.users import PASSWORD, Person

JSON = "application/json"


@dataclass
class Site:
    """The program's web site. `documents` maps paths to (status, headers, body)."""

    port: int
    documents: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def publish(self, path: str = "/client.json", *, size: int = 0, **changes: Any) -> str:
        """Publish a description, padded to `size` bytes, and return its client id."""
        client_id = f"https://127.0.0.1:{self.port}{path}"
        document = {"client_id": client_id, "client_name": "Table Agent", "redirect_uris": [self.callback], **changes}
        text = json.dumps({name: value for name, value in document.items() if value is not None})
        self.documents[path] = (200, {"Content-Type": JSON}, text.ljust(size).encode())
        return client_id

    @property
    def callback(self) -> str:
        return "http://127.0.0.1/callback"


@contextmanager
def running_site() -> Iterator[Site]:
    """Serve a Site on this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(self.path)
            status, headers, body = site.documents.get(self.path, (404, {}, b""))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site = Site(server.server_port)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class Program:
    """One run of the program, at the server `url`. `verifier` is its secret of PKCE."""

    url: str
    client_id: str
    redirect_uri: str = "http://127.0.0.1:51234/callback"
    scope: str = "requests:read"
    resource: str = ""
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))

    @property
    def challenge(self) -> str:
        return base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()

    def query(self, **changes: str | None) -> str:
        """Return the query of an authorization request. A change to None leaves the parameter out."""
        values: dict[str, str | None] = {
            "response_type": "code", "client_id": self.client_id, "redirect_uri": self.redirect_uri,
            "scope": self.scope, "state": "as/sent", "resource": self.resource or f"{self.url}/api",
            "code_challenge": self.challenge, "code_challenge_method": "S256", **changes,
        }  # fmt: skip
        return urlencode({name: value for name, value in values.items() if value is not None})

    def ask(self, user: Person, **changes: str | None) -> httpx.Response:
        """Return what the consent page reads."""
        return httpx.get(f"{self.url}/api/oauth/authorization/?{self.query(**changes)}", headers=user._headers())

    def answer(self, user: Person, *, allow: bool = True, password: str = PASSWORD, **changes: Any) -> httpx.Response:
        """Return the answer to the consent page, after the user chose."""
        address = f"{self.url}/api/oauth/authorization/?{self.query(**changes)}"
        return httpx.post(address, headers=user._headers(), json={"allow": allow, "password": password})

    def returned(self, user: Person, **options: Any) -> dict[str, str]:
        """Return what the browser brings to the program's callback."""
        redirect = self.answer(user, **options).json()["redirect"]
        assert redirect.startswith(self.redirect_uri)
        return {name: values[0] for name, values in parse_qs(urlsplit(redirect).query).items()}

    def code(self, user: Person, **options: Any) -> str:
        return self.returned(user, **options)["code"]

    def exchange(self, code: str, **changes: str | None) -> httpx.Response:
        """Exchange a code for tokens."""
        values: dict[str, str | None] = {
            "grant_type": "authorization_code", "code": code, "client_id": self.client_id,
            "redirect_uri": self.redirect_uri, "code_verifier": self.verifier, **changes,
        }  # fmt: skip
        return self._post("token", {name: value for name, value in values.items() if value is not None})

    def refresh(self, token: str, **changes: str) -> httpx.Response:
        values = {"grant_type": "refresh_token", "refresh_token": token, "client_id": self.client_id, **changes}
        return self._post("token", values)

    def revoke(self, token: str) -> httpx.Response:
        return self._post("revoke", {"token": token, "client_id": self.client_id})

    def call(self, token: str, path: str = "/api/reservations/counts/") -> int:
        """Return the status of a call of the REST API."""
        return httpx.get(f"{self.url}{path}", headers={"Authorization": f"Bearer {token}"}).status_code

    def _post(self, name: str, form: dict[str, str]) -> httpx.Response:
        return httpx.post(f"{self.url}/oauth/{name}/", data=form)
