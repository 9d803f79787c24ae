"""Fixture `live_server`: Django in threads of this process, on a socket. A test ends after its requests."""

import threading
import time
from collections.abc import Iterator

import pytest
from django.core.signals import request_finished, request_started
from pytest_django.live_server_helper import LiveServer

REQUEST_SECONDS = 30.0


@pytest.fixture
def live_server(live_server: LiveServer, transactional_db: None) -> Iterator[LiveServer]:
    """Return pytest-django's server, and wait for its running requests after the test.

    A client has its response before the server's thread looks after its database connection, and pytest-django refuses
    the database to a thread whose test has ended.
    """
    running: set[threading.Thread] = set()

    def start(**_: object) -> None:
        running.add(threading.current_thread())

    def finish(**_: object) -> None:
        running.discard(threading.current_thread())

    def is_running() -> bool:
        # A thread whose client has left ends without the signal. The test's own thread is that of Django's test client.
        return any(one.is_alive() for one in running.copy() - {threading.current_thread()})

    # Django's own receiver of `request_finished`, which uses the connection, was connected before this one.
    request_started.connect(start)
    request_finished.connect(finish)
    yield live_server
    deadline = time.monotonic() + REQUEST_SECONDS
    while is_running() and time.monotonic() < deadline:
        time.sleep(0.005)
    request_started.disconnect(start)
    request_finished.disconnect(finish)
    if is_running():
        pytest.fail(f"Requests run {REQUEST_SECONDS:.0f} s after their test.")
