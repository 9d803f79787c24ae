"""`up` as a separate process, with real PostgreSQL and Valkey and a fake web server."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from tools.stack import ports, process, state
from tools.stack.settings import ROOT
from tools.stack.testing import processes_by_name

# The fake web server has a child in its own session, as Ray has.
UP = """
import sys
from tools.stack import main, parts
from tools.stack.supervisor import Part

WEB = (
    "import http.server, subprocess, sys; subprocess.Popen(['sleep', '600'], start_new_session=True);"
    "http.server.test(http.server.SimpleHTTPRequestHandler, port=int(sys.argv[1]), bind='127.0.0.1')"
)

def planner(settings, state):
    plan = parts.plan(settings, state)
    port = settings.ports.web
    web = Part(
        name="web",
        title="Web",
        command=[sys.executable, "-c", WEB, str(port)],
        env=plan.shared,
        ready=parts.page_probe(port),
        after=("postgres",),
    )
    plan.parts = [part for part in plan.parts if part.name in ("postgres", "valkey")] + [web]
    return plan

sys.exit(main.main(["up"], planner=planner))
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment of a stack with its own folder and ports."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    taken = {name: str(ports.find_free_port()) for name in ("PORT", "SIM_CONTROL_PORT", "SIM_RESY_PORT")}
    return {**kept, **taken, "TABLEHAWK_STATE": str(tmp_path / "state"), "PYTHONPATH": str(ROOT)}


Start = Callable[[], subprocess.Popen[str]]


@pytest.fixture
def start(environment: dict[str, str]) -> Iterator[Start]:
    """Return a function that starts `up` in a process of its own and waits until the stack is ready."""
    started: list[subprocess.Popen[str]] = []

    def begin() -> subprocess.Popen[str]:
        copy = subprocess.Popen(
            [sys.executable, "-c", UP], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        started.append(copy)
        assert copy.stdout is not None
        printed = []
        for line in copy.stdout:
            printed.append(line)
            if line.startswith("Ctrl-C"):
                return copy
        raise AssertionError("".join(["it did not start:\n", *printed]))

    yield begin
    for copy in started:
        copy.terminate()
        copy.communicate(timeout=60)


def test_sigterm_stops_all_processes_also_in_other_sessions(start: Start, tmp_path: Path) -> None:
    copy = start()
    below = process.descendants(copy.pid)
    assert {"postgres", "valkey-server", "sleep"} <= processes_by_name(below).keys()
    copy.send_signal(signal.SIGTERM)
    assert copy.wait(timeout=60) == 0
    assert process.wait_gone(below, timeout=0) == []
    assert not (tmp_path / "state" / "run" / "children.json").exists()


def test_data_and_keys_survive_a_restart(start: Start, tmp_path: Path) -> None:
    copy = start()
    environment = state.read_environment(tmp_path / "state")
    with psycopg.connect(environment["DATABASE_URL"]) as connection:
        connection.execute("CREATE TABLE kept (n int)")
    copy.send_signal(signal.SIGINT)
    assert copy.wait(timeout=60) == 0
    start()
    again = state.read_environment(tmp_path / "state")
    assert again["SEAL_KEYS"] == environment["SEAL_KEYS"]
    with psycopg.connect(again["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)


def test_every_file_of_the_state_folder_is_private(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    for name in ("logs", "mail"):
        (folder / name).mkdir(parents=True)
        (folder / name / "earlier.log").touch(mode=0o644)
    (folder / ".tablehawk-state").touch(mode=0o600)
    start()
    children = json.loads((folder / "run" / "children.json").read_text())
    assert children.keys() == {"postgres", "valkey", "web"}
    assert all(process.identify(pid) for pid in children.values())
    assert folder.stat().st_mode & 0o777 == 0o700
    # PostgreSQL's files belong to its account, in a private folder.
    mine = [path for path in folder.rglob("*") if "postgres" not in path.relative_to(folder).parts[:1]]
    names = {path.name for path in mine}
    assert {"web.log", "lock", "ready", "earlier.log", "env.json", "secrets.json"} <= names
    assert [path for path in mine if not path.is_socket() and path.stat().st_mode & 0o077] == []


def test_second_copy_is_refused_with_the_owner_of_the_lock(start: Start, environment: dict[str, str]) -> None:
    first = start()
    second = refused(environment)
    address = f"http://127.0.0.1:{environment['PORT']}"
    assert second == f"Another copy runs already (pid {first.pid}, {address}): stop it with Ctrl-C there.\n"


def test_taken_port_is_reported_with_its_holder(environment: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", int(environment["PORT"]))):
        output = refused(environment)
    assert f"Port {environment['PORT']} is taken by" in output
    assert f"(pid {os.getpid()})" in output
    assert "PORT=" in output
    assert output.count("\n") == 1


def refused(environment: dict[str, str]) -> str:
    """Run `up` in a process of its own, assert that it fails, and return its error output."""
    done = subprocess.run([sys.executable, "-c", UP], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def test_next_start_stops_processes_of_a_killed_supervisor(start: Start, tmp_path: Path) -> None:
    copy = start()
    below = process.descendants(copy.pid)
    sleeper = processes_by_name(below)["sleep"].pid
    other_session = next(one for one in below if one.pid == sleeper)
    noted = tmp_path / "state" / "run" / "pids"
    wait_until(lambda: list(other_session) in json.loads(noted.read_text()))
    copy.kill()
    copy.wait()
    start()
    assert process.wait_gone(below, timeout=0) == []


def test_killed_part_restarts_at_the_same_address(start: Start, tmp_path: Path) -> None:
    start()
    children = state.State(tmp_path / "state").children()
    url = state.read_environment(tmp_path / "state")["DATABASE_URL"]
    os.kill(children["postgres"], signal.SIGKILL)

    def answers() -> bool:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            return False
        return True

    wait_until(answers)
    assert state.State(tmp_path / "state").children()["postgres"] != children["postgres"]


def wait_until(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not reached():
        assert time.monotonic() < deadline, "the condition was not reached"
        time.sleep(0.05)


def test_descendants_of_a_dead_part_are_killed_before_it_restarts(start: Start, tmp_path: Path) -> None:
    start()
    web = state.State(tmp_path / "state").children()["web"]
    below = process.descendants(web)
    assert below
    os.kill(web, signal.SIGKILL)
    wait_until(lambda: state.State(tmp_path / "state").children().get("web") not in (web, None))
    assert process.wait_gone(below, timeout=60) == []


def test_exit_of_a_part_ends_the_wait_of_a_settled_stack(start: Start, environment: dict[str, str]) -> None:
    start()
    folder = state.State(Path(environment["TABLEHAWK_STATE"]))
    time.sleep(0.5)
    pid = folder.children()["valkey"]
    os.kill(pid, signal.SIGKILL)
    killed = time.monotonic()
    while folder.children().get("valkey", pid) == pid:
        assert time.monotonic() - killed < 4, "the stack does not wait for its next sweep"
        time.sleep(0.05)
