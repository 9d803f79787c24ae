"""A real Ray head: what it opens, and that it goes."""

import os
import subprocess
import sys

import psutil
import pytest

from stack import process
from stack.testing import ray_head


@pytest.mark.timeout(180)
def test_a_head_takes_token_holders_on_loopback_only_and_leaves_nothing() -> None:
    before = set(process.descendants())
    with ray_head() as client:
        started = set(process.descendants()) - before
        listening = {
            connection.laddr.ip
            for one in started
            for connection in psutil.Process(one.pid).net_connections("tcp")
            if connection.status == psutil.CONN_LISTEN
        }
        assert listening <= {"127.0.0.1", "::ffff:127.0.0.1", "::1"}
        assert answers(client)
        assert not answers({**client, "RAY_AUTH_TOKEN_PATH": "", "RAY_AUTH_TOKEN": "wrong"})
    assert not set(process.descendants()) - before


def answers(client: dict[str, str]) -> bool:
    check = [sys.executable, "-m", "ray.scripts.scripts", "health-check", "--address", client["RAY_ADDRESS"]]
    return subprocess.run(check, env={**os.environ, **client}, capture_output=True, check=False).returncode == 0
