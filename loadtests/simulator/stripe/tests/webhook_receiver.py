"""A webhook receiver that stores each call and replies with the statuses that a test sets."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import stripe


class WebhookReceiver:
    """`answers` are the statuses of the next replies; afterwards it replies 200."""

    def __init__(self) -> None:
        self.calls: list[tuple[bytes, str | None]] = []
        self.answers: list[int] = []
        self.url = ""

    @classmethod
    @contextmanager
    def listening(cls) -> Iterator[Self]:
        receiver = cls()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.calls.append((body, self.headers["stripe-signature"]))
                self.send_response(receiver.answers.pop(0) if receiver.answers else 200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                """Keep the terminal quiet."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        receiver.url = f"http://127.0.0.1:{server.server_address[1]}/webhook/"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def events(self, secret: str) -> list[stripe.Event]:
        """The received events, each verified by stripe-python."""
        return [stripe.Webhook.construct_event(body, header, secret) for body, header in self.calls]

    def wait_for(self, count: int) -> None:
        """Wait for this many calls, at most 60 s."""
        for _ in range(6000):
            if len(self.calls) >= count:
                return
            time.sleep(0.01)
        raise AssertionError(f"{len(self.calls)} of {count} webhooks came within 60 s")
