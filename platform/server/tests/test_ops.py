"""The port for probes and metrics, and what the public port answers for their paths."""

import http.client
import json
import os
import re
import socket
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config.tests.test_settings import PRODUCTION
from server import messages
from server.health import ALIVE, Health
from server.ops import PACE_SECONDS, PATHS, OpsPaths, OpsPort, answer
from server.tests.programs import SERVE, TIMEOUT_SECONDS, Server, program, until
from snipers.environment.version import VERSION
from testing import forked
from tools.stack import ports


def ask(port: int, path: str, method: str = "GET") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(ports.LOOPBACK, port, timeout=TIMEOUT_SECONDS)
    try:
        connection.request(method, path)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


async def through(path: str, *, public: bool) -> tuple[int, dict[str, Any]]:
    """Return the answer of the public port."""
    sent: list[dict[str, Any]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"status": 200})
        await send({"body": b'{"from": "the application"}'})

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "client": ["192.0.2.1", 1]}
    await OpsPaths(application, health=Health(), public=public)(scope, None, send)
    return sent[0]["status"], json.loads(sent[1]["body"])


@pytest.mark.parametrize("path", sorted(PATHS))
async def test_the_public_port_has_no_probes_in_production(path: str) -> None:
    assert await through(path, public=False) == (404, {"code": "not_found", "message": messages.NOT_FOUND})


async def test_the_public_port_answers_probes_outside_production() -> None:
    assert await through("/healthz", public=True) == (200, {"status": "ok", "version": VERSION})
    assert (await through("/readyz", public=True))[0] == 503
    assert (await through("/metrics", public=True))[0] == 403
    assert await through("/api/venues/", public=True) == (200, {"from": "the application"})


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/healthz", 200), ("HEAD", "/healthz", 200), ("POST", "/healthz", 405), ("GET", "/api/venues/", 404)],
)
async def test_the_ops_port_answers_three_paths_and_reads_only(method: str, path: str, status: int) -> None:
    found = await answer(Health(), method=method, path=path, authorization="", address="127.0.0.1")
    assert found.status == status


async def test_the_ops_port_answers_while_the_event_loop_is_busy() -> None:
    health, listening = Health(), socket.create_server((ports.LOOPBACK, 0))
    OpsPort(health).open(listening)
    port = listening.getsockname()[1]
    # Synchronous, so that this event loop does not run meanwhile.
    assert ask(port, "/healthz") == (200, ALIVE.body)
    assert ask(port, "/readyz")[0] == 503


async def test_further_requests_on_a_connection_are_delayed() -> None:
    listening = socket.create_server((ports.LOOPBACK, 0))
    OpsPort(Health()).open(listening)
    connection = http.client.HTTPConnection(ports.LOOPBACK, listening.getsockname()[1], timeout=TIMEOUT_SECONDS)
    ends = []
    for _ in range(3):
        connection.request("GET", "/healthz")
        assert connection.getresponse().read() == ALIVE.body
        ends.append(time.monotonic())
    connection.close()
    assert ends[2] - ends[0] >= 2 * PACE_SECONDS


def waiting(server: Server) -> int:
    """Return how many queries wait for a lock."""
    with psycopg.connect(server.url) as connection:
        query = "select count(*)::int from pg_stat_activity where wait_event_type = 'Lock'"
        found = connection.execute(query).fetchone()
    return found[0] if found else 0


def test_probes_are_answered_while_metrics_and_requests_wait_for_the_database(server: Server) -> None:
    public, ops = ports.find_free_port(), ports.find_free_port()
    command = [*SERVE, f"--port={public}", f"--ops-port={ops}"]
    hanging = []
    with program(server, "ops", command, ready=ports.connection_probe(ops)):
        until(lambda: ask(ops, "/readyz")[0] == 200)
        with psycopg.connect(server.url) as connection:
            connection.execute("lock table outcome, blog in access exclusive mode")
            # More requests of each kind than the process has threads, each on its own connection.
            asked = [(ops, "/metrics"), (public, "/metrics")] * 4 + [(public, "/api/blog/featured/")] * 20
            for port, path in asked:
                one = socket.create_connection((ports.LOOPBACK, port))
                one.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                hanging.append(one)
            until(lambda: waiting(server) >= 13)
            for port in (ops, public):
                assert ask(port, "/healthz") == (200, ALIVE.body)
                assert ask(port, "/readyz")[0] == 200
        for one in hanging:
            one.close()


def test_a_start_without_a_database_logs_no_error_for_readiness(server: Server) -> None:
    ops, port = ports.find_free_port(), ports.find_free_port()
    command = [*SERVE, f"--port={port}", f"--ops-port={ops}"]
    away = f"postgresql://nobody@127.0.0.1:{ports.find_free_port()}/nothing"
    with program(server, "early", command, ready=ports.connection_probe(ops), DATABASE_URL=away):
        for asked in (ops, port) * 5:
            status, body = ask(asked, "/readyz")
            assert (status, json.loads(body)["message"]) == (503, "Not ready: database, migrations.")
    lines = (server.folder / "early.log").read_text()
    assert not re.search(r'"level": "(error|critical)"|Traceback', lines), lines


def served(folder: Path, *arguments: str, **variables: str) -> tuple[int, str]:
    """Run a web process that exits by itself. Return its exit code and its output."""
    process = forked.spawn([*SERVE, *arguments], env={**os.environ, **variables}, log=folder / "log")
    return process.wait(TIMEOUT_SECONDS), (folder / "log").read_text()


def test_a_taken_ops_port_is_reported_with_a_sentence(tmp_path: Path) -> None:
    with socket.create_server((ports.LOOPBACK, 0)) as taken:
        number = taken.getsockname()[1]
        done = served(tmp_path, f"--port={ports.find_free_port()}", f"--ops-port={number}")
    assert done == (1, f"--ops-port {number} cannot be opened: Address already in use.\n")


def test_production_does_not_start_without_a_port_for_probes(tmp_path: Path) -> None:
    code, output = served(tmp_path, f"--port={ports.find_free_port()}", **PRODUCTION)
    assert code == 2
    assert "give --ops-port: in production probes and metrics have a port of their own" in output
