"""A real Ray head: what it opens, how it looks when it stands still, and that it goes."""

import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from stack import process
from stack.ray_head import RayHead, room, watch_slots
from stack.testing import by_name, ray_head


@pytest.mark.timeout(180)
def test_a_head_takes_token_holders_on_loopback_only_is_seen_to_freeze_and_leaves_nothing(tmp_path: Path) -> None:
    before = set(process.descendants())
    with ray_head() as client:
        started = set(process.descendants()) - before
        assert listening(started) <= {"127.0.0.1", "::ffff:127.0.0.1", "::1"}
        assert answers(client)
        assert not answers({**client, "RAY_AUTH_TOKEN_PATH": "", "RAY_AUTH_TOKEN": "wrong"})
        head = RayHead(folder=tmp_path, token=tmp_path)
        raylet = by_name(started)["raylet"]
        assert not head.frozen(os.getpid())
        raylet.suspend()
        assert head.frozen(os.getpid())
        raylet.resume()
        assert not head.frozen(os.getpid())
    assert not set(process.descendants()) - before


def listening(processes: Iterable[process.Identity]) -> set[str]:
    """The addresses on which any of those that live listens."""
    found: set[str] = set()
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            connections = psutil.Process(one.pid).net_connections("tcp")
            found |= {each.laddr.ip for each in connections if each.status == psutil.CONN_LISTEN}
    return found


def test_a_node_offers_the_room_that_it_has_or_is_told() -> None:
    assert (watch_slots("40"), watch_slots("0")) == (40, 0)
    assert watch_slots("") == max(1, int(psutil.virtual_memory().total * 0.75 / 85e6))
    assert room(slots=2) == ['--resources={"watch_slots": 2}', "--memory=170000000"]
    assert not any("watch_slots" in part for part in room(slots=0))


def answers(client: dict[str, str]) -> bool:
    check = [sys.executable, "-m", "ray.scripts.scripts", "health-check", "--address", client["RAY_ADDRESS"]]
    return subprocess.run(check, env={**os.environ, **client}, capture_output=True, check=False).returncode == 0
