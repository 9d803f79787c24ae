"""The command of components/valkey-replica: a replica copies its primary, and can take its place."""

import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from tools.stack.valkey import find_binary

from .mutable_manifests import MutableManifests, rendered

COMMAND = MutableManifests(rendered("prod-operators")).app("StatefulSet/channels")["command"]


def free_port() -> int:
    with socket.socket() as given:
        given.bind(("127.0.0.1", 0))
        return int(given.getsockname()[1])


@contextmanager
def pod(name: str, folder: Path, *, port: int, primary: int) -> Iterator[redis.Redis]:
    """Run the command as the pod with this name, on a port of this machine."""
    *shell, text = COMMAND
    text = text.replace("channels-0.channels-pods 6379", f"127.0.0.1 {primary}")
    text = text.replace("exec valkey-server", f"exec {find_binary()} --port {port} --bind 127.0.0.1")
    process = subprocess.Popen(
        [*shell, text], env={**os.environ, "HOSTNAME": name}, cwd=folder, stdout=subprocess.DEVNULL
    )
    client: redis.Redis = redis.Redis(port=port, decode_responses=True)
    try:
        wait_for(lambda: answers(client))
        yield client
    finally:
        client.close()
        process.terminate()
        process.wait(timeout=10)


def answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_replica_has_the_data_and_can_be_promoted(tmp_path: Path) -> None:
    first, second = free_port(), free_port()
    with pod("channels-1", tmp_path, port=second, primary=first) as replica:
        with pod("channels-0", tmp_path, port=first, primary=first) as primary:
            primary.set("counter", "7")
            wait_for(lambda: replica.get("counter") == "7")
            with pytest.raises(redis.exceptions.ReadOnlyError):
                replica.set("counter", "8")
        replica.replicaof("NO", "ONE")
        assert replica.incr("counter") == 8
