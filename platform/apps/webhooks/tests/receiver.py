"""A user's server that receives webhooks on a real socket, and may be away."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from apps.senders.tests.outside import serving


@dataclass
class Call:
    """One request: its headers with names in lower case, its body, and the status of the answer."""

    headers: dict[str, str]
    body: str
    status: int

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    def data(self, secret: str) -> dict[str, Any]:
        """Return the event. Raises WebhookVerificationError without a valid signature."""
        event: dict[str, Any] = Verifier(secret).verify(self.body, self.headers)
        return event["data"]  # type: ignore[no-any-return] # as above

    def is_signed_by(self, secret: str) -> bool:
        with suppress(WebhookVerificationError):
            return bool(self.data(secret))
        return False


@dataclass
class Receiver:
    """Answers each call with `answer(body)`: a status, and a text. 307 redirects to `url` itself. While `stalls`, it
    answers after `go_on` is set."""

    port: int = 0
    calls: list[Call] = field(default_factory=list)
    answer: Callable[[str], int] = lambda body: 204
    text: str = "ok"
    headers: dict[str, str] = field(default_factory=dict)
    stalls: bool = False
    go_on: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hooks/of-alice-k7Qf"

    @property
    def accepted(self) -> list[Call]:
        return [one for one in self.calls if one.status < 300]

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Receive calls during the `with` block, each time at the same port."""
        with serving(ThreadingHTTPServer(("127.0.0.1", self.port), _handler(self))) as self.port:
            yield
            self.go_on.set()


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Stores each request and answers it."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode()
            status = receiver.answer(body)
            given = {name.lower(): value for name, value in self.headers.items()}
            receiver.calls.append(Call(given, body, status))
            if receiver.stalls:
                receiver.go_on.wait(30)
            text = receiver.text.encode()
            self.send_response(status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            if status == 307:
                self.send_header("Location", receiver.url)
            if status != 204:
                self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            if status != 204:
                self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    return Handler
