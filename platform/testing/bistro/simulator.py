"""A simulator of the test platform: one restaurant, over a real socket."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

VENUE_ID = 31
PASSWORD = "table-for-two"  # noqa: S105 - the simulator's
Answer = tuple[int, Any]


@dataclass
class Bistro:
    """The state of the platform. `tables` are the free tables, `held` those on hold, `booked` the bookings."""

    url: str = ""
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    held: dict[str, dict[str, Any]] = field(default_factory=dict)
    booked: dict[str, dict[str, Any]] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def free(self, *, day: str, at: str, people: int) -> None:
        """Free a table."""
        id = uuid4().hex
        self.tables[id] = {"id": id, "day": day, "time": at, "people": people, "seating": "Dining room"}

    def answer(self, method: str, path: str, body: dict[str, Any], *, signed_in: bool) -> Answer:
        """Answer one call."""
        parts, query = urlsplit(path), parse_qs(urlsplit(path).query)
        names = [part for part in parts.path.split("/") if part]
        self.calls.append(f"{method} /{'/'.join(names[:1])}")
        match method, names:
            case "HEAD", []:
                return 200, {}
            case "POST", ["login"]:
                known = body["password"] == PASSWORD
                return (200, {"token": f"token-{body['email']}"}) if known else (401, {"message": "wrong password"})
            case "GET", ["venues", id]:
                return 200, {"id": int(id), "name": "Bistro Third", "time_zone": "America/New_York"}
            case "GET", ["venues", _, "tables"]:
                wanted = query["day"][0], int(query["people"][0])
                return 200, [one for one in self.tables.values() if (one["day"], one["people"]) == wanted]
        if not signed_in:
            return 401, {"message": "no token"}
        match method, names:
            case "GET", ["me"]:
                return 200, {"id": "7", "name": "Ada Third"}
            case "POST", ["holds"]:
                table = self.tables.pop(body["table"], None)
                if table is None:
                    return 404, {"message": "gone"}
                hold = uuid4().hex
                self.held[hold] = table
                return 201, {"hold": hold}
            case "DELETE", ["holds", hold]:
                table = self.held.pop(hold, None)
                if table is not None:
                    self.tables[table["id"]] = table
                return 200, {}
            case "POST", ["bookings"]:
                table = self.held.pop(body["hold"], None)
                if table is None:
                    return 409, {"message": "the hold is over"}
                self.booked[table["id"]] = {**table, "venue": VENUE_ID, "note": body["note"]}
                return 201, {"id": table["id"]}
            case "GET", ["bookings"]:
                return 200, list(self.booked.values())
            case "DELETE", ["bookings", id]:
                return (200, {}) if self.booked.pop(id, None) else (404, {"message": "no booking"})
        return 404, {"message": "no such call"}


@contextmanager
def running() -> Iterator[Bistro]:
    """Run the simulator on a free port during the `with` block."""
    bistro = Bistro()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def respond(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length) or "{}")
            with bistro.lock:
                status, data = bistro.answer(self.command, self.path, body, signed_in="Authorization" in self.headers)
            text = json.dumps(data).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(text)

        do_GET = do_POST = do_DELETE = do_HEAD = respond

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    bistro.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield bistro
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
