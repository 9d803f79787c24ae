"""Bodies over the limit at a real server: they are refused before they are stored, and clients get the response."""

import http.client
import json
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from server.daphne_limits import ReasonedProtocol
from server.tests.programs import SERVE, Server, program
from tools.stack import ports

LIMIT = 1_000_000
CHUNK = b"x" * 65_536
LOGIN = "/api/users/login/"


class Web:
    """A web process with its own temporary folder."""

    def __init__(self, port: int, pid: int, folder: Path) -> None:
        self.port = port
        self.pid = pid
        self.folder = folder

    def connection(self) -> http.client.HTTPConnection:
        self.last = http.client.HTTPConnection(ports.LOOPBACK, self.port, timeout=60)
        return self.last

    def written(self) -> int:
        """The bytes that the process has written to files."""
        return int(psutil.Process(self.pid).io_counters().write_chars)


@pytest.fixture(scope="module")
def web(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    folder = tmp_path_factory.mktemp("spool")
    port = ports.find_free_port()
    command = [*SERVE, f"--port={port}"]
    ready = ports.connection_probe(port)
    with program(server, "bodies", command, ready=ready, TMPDIR=str(folder), API_RATE_ADDRESS="0") as process:
        yield Web(port, process.pid, folder)


@pytest.fixture(autouse=True)
def closed(web: Web) -> Iterator[None]:
    """Close all connections after the test."""
    yield
    web.last.close()


def refused(response: http.client.HTTPResponse) -> None:
    body = json.loads(response.read())
    assert (response.status, body["code"]) == (413, "too_big")
    assert response.getheader("X-Request-ID")
    assert response.getheader("Connection") == "close"


def test_an_announced_length_over_the_limit_is_refused_before_any_of_the_body_is_sent(web: Web) -> None:
    connection = web.connection()
    connection.putrequest("POST", LOGIN)
    connection.putheader("Content-Length", str(80_000_000))
    connection.endheaders()
    refused(connection.getresponse())


def test_a_client_that_waits_for_100_continue_is_refused_instead(web: Web) -> None:
    with socket.create_connection((ports.LOOPBACK, web.port), timeout=60) as one:
        lines = f"POST {LOGIN} HTTP/1.1", "Host: 127.0.0.1", "Content-Length: 2000000", "Expect: 100-continue", "", ""
        one.sendall("\r\n".join(lines).encode())
        assert one.recv(4096).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("announced", [True, False])
def test_a_body_of_80_mb_is_refused_without_a_file_and_with_an_answer(web: Web, announced: bool) -> None:
    connection = web.connection()
    connection.putrequest("POST", LOGIN)
    connection.putheader(
        *(("Content-Length", str(1200 * len(CHUNK))) if announced else ("Transfer-Encoding", "chunked"))
    )
    connection.endheaders()
    before = web.written()
    for _ in range(1200):
        connection.send(CHUNK if announced else b"10000\r\n" + CHUNK + b"\r\n")
    if not announced:
        connection.send(b"0\r\n\r\n")
    refused(connection.getresponse())
    assert web.written() - before < LIMIT
    assert os.listdir(web.folder) == []


def test_an_endless_body_is_refused_while_it_is_still_being_sent(web: Web) -> None:
    connection = web.connection()
    connection.putrequest("POST", LOGIN)
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    over = threading.Event()

    def send() -> None:
        try:
            while not over.wait(0.001):
                connection.send(b"10000\r\n" + CHUNK + b"\r\n")
        except OSError:
            pass

    sending = threading.Thread(target=send)
    sending.start()
    refused(connection.getresponse())
    over.set()
    sending.join()


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_at_the_limit_is_served_and_the_connection_kept(web: Web, chunked: bool) -> None:
    connection = web.connection()
    body = json.dumps({"email": "a@example.org", "password": ""}).encode()
    body = body[:-2] + b"x" * (LIMIT - len(body)) + body[-2:]
    assert len(body) == LIMIT
    for _ in range(2):
        connection.request("POST", LOGIN, body=iter([body]) if chunked else body, encode_chunked=chunked)
        response = connection.getresponse()
        assert response.read()
        assert response.status in (400, 401, 422)
        assert response.getheader("Connection") != "close"


def test_a_refused_upgrade_opens_no_websocket(web: Web) -> None:
    connection = web.connection()
    connection.putrequest("GET", "/socket.io/?EIO=4&transport=websocket")
    for header in (("Content-Length", "2000000"), ("Upgrade", "websocket"), ("Connection", "Upgrade")):
        connection.putheader(*header)
    connection.endheaders()
    assert connection.getresponse().status == 413


def test_a_close_frame_carries_the_reason_that_the_application_gave() -> None:
    sent: list[dict[str, Any]] = []

    class Open(ReasonedProtocol):
        state = ReasonedProtocol.STATE_OPEN

        def sendClose(self, code: int | None = None, reason: str | None = None) -> None:
            sent.append({"code": code, "reason": reason})

    one = Open()
    one.handle_reply({"type": "websocket.close", "code": 4430, "reason": "too many"})
    one.handle_reply({"type": "websocket.close", "code": 4401})
    assert sent == [{"code": 4430, "reason": "too many"}, {"code": 4401, "reason": None}]
