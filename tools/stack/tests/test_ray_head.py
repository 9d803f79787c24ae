"""A real Ray head: listening addresses, authentication, detection of frozen services, and shutdown."""

import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import psutil

from tools.stack import process, ray_node
from tools.stack.ray_head import RayHead, resource_flags, watch_slots
from tools.stack.testing import processes_by_name, ray_head, started_since


def test_head_requires_a_token_on_loopback_detects_frozen_services_and_leaves_no_process(tmp_path: Path) -> None:
    before = process.direct_children()
    with ray_head() as client:
        started = started_since(before)
        assert listening(started) <= {"127.0.0.1", "::ffff:127.0.0.1", "::1"}
        assert answers(client)
        assert not answers({**client, "RAY_AUTH_TOKEN_PATH": "", "RAY_AUTH_TOKEN": "wrong"})
        head = RayHead(folder=tmp_path, token=tmp_path)
        raylet = processes_by_name(started)["raylet"]
        assert not head.is_frozen(os.getpid())
        raylet.suspend()
        assert head.is_frozen(os.getpid())
        raylet.resume()
        assert not head.is_frozen(os.getpid())
    assert not started_since(before)
    assert not [one for one in started if process.is_alive(one)]


def listening(processes: Iterable[process.Identity]) -> set[str]:
    """Return the addresses on which the running processes listen."""
    found: set[str] = set()
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            connections = psutil.Process(one.pid).net_connections("tcp")
            found |= {each.laddr.ip for each in connections if each.status == psutil.CONN_LISTEN}
    return found


def test_node_offers_computed_or_configured_slots() -> None:
    assert (watch_slots("40"), watch_slots("0")) == (40, 0)
    assert watch_slots("") == max(1, int(psutil.virtual_memory().total * 0.75 / 85e6))
    assert resource_flags(slots=2) == ['--resources={"watch_slots": 2}', "--memory=170000000"]
    assert not any("watch_slots" in part for part in resource_flags(slots=0))


def answers(client: dict[str, str]) -> bool:
    check = [sys.executable, "-m", "ray.scripts.scripts", "health-check", "--address", client["RAY_ADDRESS"]]
    return subprocess.run(check, env={**os.environ, **client}, capture_output=True, check=False).returncode == 0


def test_node_ends_with_its_raylet_and_leaves_no_process() -> None:
    before = process.direct_children()
    with ray_head():
        started = started_since(before)
        processes_by_name(started)["raylet"].kill()
        assert process.wait_gone(started, timeout=60) == []


def test_node_that_does_not_start_returns_the_exit_code_of_its_command() -> None:
    program = Path(ray_node.__file__)
    command = [sys.executable, "-P", str(program), sys.executable, "-c", "raise SystemExit(3)"]
    assert subprocess.run(command, check=False).returncode == 3
