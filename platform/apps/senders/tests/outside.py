"""Fake providers on real sockets: a Twilio that stores the text messages it receives, and a mail server."""

import base64
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

ACCOUNT = "AC" + "0" * 32
# Split, so that no scanner takes it for a real one.
TOKEN = "not-a-" + "token"
SENDER = "+15005550006"


@dataclass
class FakeTwilio:
    """Answers like Twilio's Messages resource.

    `behave` is a Twilio code, an HTTP status or a word: "cut" accepts the text and breaks the connection, "stall"
    accepts it and answers once `go_on` is set, "page" answers with HTML, and "moved" redirects.
    """

    url: str = ""
    behave: int | str | None = None
    retry_after: str | None = None
    asked: list[dict[str, str]] = field(default_factory=list)
    go_on: threading.Event = field(default_factory=threading.Event)

    @property
    def accepted(self) -> list[dict[str, str]]:
        """The text messages that this fake Twilio accepted, including those that it answered with an error."""
        return [one for one in self.asked if one["taken"]]


# Twilio's error codes and the statuses that they come with.
STATUS = {21211: 400, 21610: 400, 21614: 400, 21611: 429, 20429: 429, 20003: 401, 30034: 400}


@contextmanager
def running_twilio() -> Iterator[FakeTwilio]:
    """Run a Twilio on a free port."""
    fake = FakeTwilio()

    class Handler(BaseHTTPRequestHandler):
        """Answers the requests to the fake Twilio as `behave` says."""

        # A killed process does not read its answer.
        wbufsize = -1

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {key: values[0] for key, values in parse_qs(body, keep_blank_values=True).items()}
            taken = fake.behave in (None, "cut", "stall", "page", 500, 503)
            fake.asked.append({**form, "path": self.path, "taken": "yes" if taken else ""})
            if fake.behave == "stall":
                fake.go_on.wait(20)
            if fake.behave == "cut":
                self.connection.shutdown(socket.SHUT_RDWR)
            elif fake.behave == "page":
                self._answer(200, "<html>Welcome to the proxy</html>")
            elif fake.behave == "moved":
                self._answer(307, "")
            elif not self._known():
                self._refuse(20003)
            elif isinstance(fake.behave, int):
                self._refuse(fake.behave)
            else:
                self._answer(201, json.dumps({"sid": f"SM{len(fake.asked):032x}", "status": "queued", **form}))

        def _known(self) -> bool:
            given = self.headers.get("Authorization", "").removeprefix("Basic ")
            return base64.b64decode(given) == f"{ACCOUNT}:{TOKEN}".encode() and ACCOUNT in self.path

        def _refuse(self, code: int) -> None:
            status = STATUS.get(code, code)
            said = {"code": code, "message": "No.", "more_info": f"https://www.twilio.com/docs/errors/{code}"}
            self._answer(status, json.dumps({**said, "status": status}))

        def _answer(self, status: int, body: str) -> None:
            self.send_response(status)
            if fake.retry_after is not None:
                self.send_header("Retry-After", fake.retry_after)
            if status == 307:
                self.send_header("Location", fake.url + "/elsewhere")
            self.send_header("Content-Length", str(len(body.encode())))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as port:
        fake.url = f"http://127.0.0.1:{port}"
        yield fake


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[int]:
    """Run a server in a thread during the `with` block, and return its port."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class MailServer:
    """Speaks SMTP. `replies` maps commands to replies that replace the usual ones; a reply of "" cuts the
    connection."""

    port: int = 0
    replies: dict[str, str] = field(default_factory=dict)
    mails: list[bytes] = field(default_factory=list)


@contextmanager
def running_mail_server() -> Iterator[MailServer]:
    """Run a mail server on a free port, for one connection at a time."""
    server = MailServer()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server.port = listening.getsockname()[1]

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection, suppress(OSError):
                    _talk(server, connection)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()


def _talk(server: MailServer, connection: socket.socket) -> None:
    lines = connection.makefile("rb")
    connection.sendall(f"{server.replies.get('CONNECT', '220 ready')}\r\n".encode())
    for line in lines:
        command = line.decode().split(" ")[0].split(":")[0].strip().upper()
        reply = server.replies.get(command, "354 go on" if command == "DATA" else "250 yes")
        if reply.startswith("354"):
            connection.sendall(b"354 go on\r\n")
            server.mails.append(_read_mail(lines))
            reply = server.replies.get("END", "250 taken")
        if not reply:
            connection.shutdown(socket.SHUT_RDWR)
            return
        connection.sendall(f"{reply}\r\n".encode())
        if command == "QUIT":
            return


def _read_mail(lines: Any) -> bytes:
    kept = []
    for line in lines:
        if line == b".\r\n":
            break
        kept.append(line)
    return b"".join(kept)
