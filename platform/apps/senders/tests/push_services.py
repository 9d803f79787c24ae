"""A fake push service and a fake ntfy server on real sockets, and a browser's subscription."""

import json
import socket
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import http_ece  # type: ignore[import-untyped]  # the package has no types
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from apps.senders.tests.outside import serving

AUTH: Final = b"0123456789abcdef"
TOPIC: Final = "tables-of-alice-x7Qf"


@dataclass
class Received:
    """One request: its path, headers with names in lower case, and body."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class FakeService:
    """A service that answers each POST with `status`, or misbehaves as this word says.

    "cut" accepts the message and breaks the connection, "stall" accepts it and answers once `go_on` is set, "moved"
    redirects, "trickle" sends one byte a second. `accepted` are the requests that it did not refuse.
    """

    url: str = ""
    status: int | str = 201
    retry_after: str | None = None
    asked: list[Received] = field(default_factory=list)
    accepted: list[Received] = field(default_factory=list)
    go_on: threading.Event = field(default_factory=threading.Event)


@contextmanager
def running_service(*, status: int = 201) -> Iterator[FakeService]:
    """Run a service on a free port. A push service answers 201 (RFC 8030), ntfy 200."""
    fake = FakeService(status=status)
    usual = status

    class Handler(BaseHTTPRequestHandler):
        """Stores each request and answers it."""

        wbufsize = -1

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            given = Received(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            fake.asked.append(given)
            word = fake.status
            if word == usual or isinstance(word, str):
                fake.accepted.append(given)
            if word == "stall":
                fake.go_on.wait(30)
            if word == "cut":
                self.connection.shutdown(socket.SHUT_RDWR)
            elif word == "trickle":
                self._trickle()
            else:
                self._answer(307 if word == "moved" else word if isinstance(word, int) else usual)

        def _answer(self, status: int) -> None:
            self.send_response(status)
            if fake.retry_after is not None:
                self.send_header("Retry-After", fake.retry_after)
            if status == 307:
                self.send_header("Location", f"{fake.url}/elsewhere")
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def _trickle(self) -> None:
            for byte in b"HTTP/1.1 200 OK\r\n" + b"X: 1\r\n" * 100:
                try:
                    self.connection.send(bytes([byte]))
                except OSError:
                    return
                if fake.go_on.wait(0.2):
                    return

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as port:
        fake.url = f"http://127.0.0.1:{port}"
        yield fake
        fake.go_on.set()


@dataclass
class Browser:
    """A browser with one subscription at a push service. It decrypts what the push service receives for it."""

    service: FakeService
    name: str = "f3a91c0be7d24856"
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def subscription(self) -> dict[str, Any]:
        """Return what PushSubscription.toJSON() returns."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"{self.service.url}/send/{self.name}",
            "keys": {"p256dh": _text(point), "auth": _text(AUTH)},
            "expirationTime": None,
        }

    def shown(self) -> list[dict[str, str]]:
        """Return the decrypted messages that the service accepted for this browser."""
        mine = [one for one in self.service.accepted if one.path.endswith(self.name)]
        return [
            json.loads(http_ece.decrypt(one.body, private_key=self.key, auth_secret=AUTH, version="aes128gcm"))
            for one in mine
        ]


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()
