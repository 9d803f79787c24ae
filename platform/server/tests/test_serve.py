"""The graceful shutdown of real web processes after real signals."""

import http.client
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import NamedTuple

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.tests.programs import SERVE, Server, program, until
from tools.stack import ports
from tools.stack.process import Running

SLOW = "/api/blog/featured/"


class Web(NamedTuple):
    """A web process and its own port."""

    process: Running
    port: int


@contextmanager
def web(server: Server, *arguments: str, inherited: Sequence[int] = (), **variables: str) -> Iterator[Web]:
    port = ports.find_free_port()
    command = [*SERVE, f"--port={port}", *arguments]
    ready = ports.connection_probe(port)
    with program(server, f"web-{port}", command, ready=ready, inherited=inherited, **variables) as process:
        yield Web(process, port)


def status(port: int, path: str) -> int:
    """Return the status over a new connection, 0 when it is refused."""
    connection = http.client.HTTPConnection(ports.LOOPBACK, port, timeout=60)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except ConnectionRefusedError:
        return 0
    finally:
        connection.close()


def refuses(port: int) -> bool:
    """Return whether the listening socket is closed.

    A connection that was still in the queue at the close is reset. Only a later one is refused.
    """
    try:
        return status(port, "/healthz") == 0
    except ConnectionResetError:
        return False


@contextmanager
def stories_locked(server: Server) -> Iterator[None]:
    """Lock the table of stories, so that requests for it get no answer."""
    with psycopg.connect(server.url) as connection:
        connection.execute("lock table blog in access exclusive mode")
        yield


def somebody_waits(server: Server) -> bool:
    with psycopg.connect(server.url) as connection:
        query = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
        return connection.execute(query).fetchone() != (0,)


def test_a_shutdown_moves_sockets_closes_the_listener_and_answers_requests(server: Server) -> None:
    with web(server, DRAIN_NOTICE_SECONDS="1", DRAIN_SECONDS="20") as one, ThreadPoolExecutor(1) as asking:
        address = f"ws://{ports.LOOPBACK}:{one.port}/socket.io/?EIO=4&transport=websocket"
        with stories_locked(server), connect(address) as socket:
            assert str(socket.recv()).startswith("0{")
            answer = asking.submit(status, one.port, SLOW)
            until(lambda: somebody_waits(server))
            one.process.send_signal(signal.SIGTERM)
            until(lambda: status(one.port, "/readyz") == 503)
            assert status(one.port, "/healthz") == 200
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=60)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4001
            until(lambda: refuses(one.port))
            assert one.process.poll() is None
        assert answer.result() == 200
        assert one.process.wait(60) == 0


def test_an_endless_request_does_not_block_the_shutdown(server: Server) -> None:
    with web(server, DRAIN_SECONDS="0.2") as one, ThreadPoolExecutor(1) as asking, stories_locked(server):
        answer = asking.submit(status, one.port, SLOW)
        until(lambda: somebody_waits(server))
        one.process.send_signal(signal.SIGTERM)
        assert one.process.wait(60) == 0
        with pytest.raises(http.client.HTTPException):
            answer.result()


def test_other_processes_serve_while_one_shuts_down(server: Server) -> None:
    door, over = ports.SharedListener(ports.find_free_port()), Event()
    share = door.open()
    both = [f"--fd={share}"]

    def ask() -> list[int]:
        found = []
        while not over.is_set():
            found.append(status(door.port, "/healthz"))
            time.sleep(0.01)
        return found

    with web(server, *both, inherited=[share]) as first, web(server, *both, inherited=[share]) as second:
        with ThreadPoolExecutor(4) as threads:
            asking = [threads.submit(ask) for _ in range(4)]
            first.process.send_signal(signal.SIGTERM)
            assert first.process.wait(60) == 0
            over.set()
        assert {answer for one in asking for answer in one.result()} == {200}
        assert second.process.poll() is None
        assert status(door.port, "/healthz") == 200
    door.close()


def test_the_first_request_neither_loads_a_locale_nor_pays_for_garbage_of_the_imports() -> None:
    code = (
        "import gc; from config import asgi; from server import first_requests; from snipers.environment import memory;"
        "first_requests.load(); memory.release_free_pages();"
        "from babel import localedata; print('en_US' in localedata._cache, gc.get_freeze_count() > 100_000)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["True", "True"]
