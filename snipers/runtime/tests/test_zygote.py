"""The zygote of a node, with real processes. The test process starts them as workers, as the raylet does."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from snipers.runtime.zygote import socket_address

# Imports what a watcher imports, then draws random numbers in Ray's C++ code and in Python.
DRAWS = """
import os, random, sys
from snipers.runtime import zygote
zygote.IDLE_SECONDS = 1.5
# The imports may take longer on a busy machine than a worker waits for its zygote.
zygote.ANSWER_SECONDS = 60.0
made_by = os.getpid()
zygote.enter(os.environ)
from ray import ObjectRef
print(os.getpid(), made_by, ObjectRef.from_random().hex(), random.random(), flush=True)
sys.stdin.read()
"""

# In place of Ray's worker: prints its identity and runs until its input ends.
WORKER = """
import os, sys
from snipers.runtime import zygote
zygote.IDLE_SECONDS = 1.5
zygote.ANSWER_SECONDS = 2.0
if "falls" in sys.argv:
    zygote._become_worker = lambda *_: 1 / 0
made_by = os.getpid()
zygote.enter(os.environ, prepare=lambda: None)
print(os.getpid(), made_by, os.environ.get("MINE"), os.getcwd(), sys.argv[1:], flush=True)
sys.stdin.read()
"""


class Worker:
    """One worker: the process that the raylet started, and the fork that continues in its place."""

    def __init__(
        self, *, job: str = "01", cwd: Path, setting: str = "1", arguments: tuple[str, ...] = (), code: str = WORKER
    ) -> None:
        self._identity: tuple[int, int, str] | None = None
        self.started = subprocess.Popen(
            [sys.executable, "-c", code, job, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=cwd,
            env={
                **os.environ,
                "PYTHONPATH": os.getcwd(),
                "RAY_RAYLET_PID": str(os.getpid()),
                "RAY_JOB_ID": job,
                "RAY_setting": setting,
                "MINE": f"{job} {cwd.name}",
            },
        )

    def identity(self) -> tuple[int, int, str]:
        """Return the worker's process id, that of the process that forked it, and the rest of its first line."""
        if self._identity is None:
            assert self.started.stdout is not None
            pid, made_by, rest = self.started.stdout.readline().decode().strip().split(" ", 2)
            self._identity = int(pid), int(made_by), rest
        return self._identity

    def end(self) -> None:
        """Close the worker's input, so that the worker exits."""
        assert self.started.stdin is not None
        self.started.stdin.close()


@pytest.fixture
def workers() -> Iterator[list[Worker]]:
    """The workers that a test started. They exit when the test ends, and then their zygote exits."""
    started: list[Worker] = []
    yield started
    for worker in started:
        worker.end()
    for worker in started:
        worker.started.wait(timeout=60)
        assert worker.started.stdout is not None
        worker.started.stdout.close()


def gone(pid: int, *, within: float) -> bool:
    until = time.monotonic() + within
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def test_first_worker_becomes_the_zygote_and_later_workers_are_its_forks(workers: list[Worker], tmp_path: Path) -> None:
    workers.append(Worker(cwd=tmp_path))
    first, zygote, _ = workers[0].identity()
    assert zygote == workers[0].started.pid != first
    (tmp_path / "other").mkdir()
    workers.append(Worker(cwd=tmp_path / "other"))
    second, made_by, rest = workers[1].identity()
    assert made_by == zygote
    assert len({first, second, zygote, workers[1].started.pid}) == 4
    # The fork has the second worker's arguments, environment and folder, and its streams, from which the line was read.
    assert rest == f"01 other {tmp_path / 'other'} ['01']"
    assert workers[1].started.wait(timeout=60) == 0


def test_each_worker_leads_its_own_session(workers: list[Worker], tmp_path: Path) -> None:
    workers += [Worker(cwd=tmp_path), Worker(cwd=tmp_path)]
    pids = [worker.identity()[0] for worker in workers]
    assert [os.getsid(pid) for pid in pids] == pids


def test_each_job_has_its_own_zygote(workers: list[Worker], tmp_path: Path) -> None:
    workers += [Worker(cwd=tmp_path), Worker(cwd=tmp_path, job="02")]
    assert len({worker.identity()[1] for worker in workers}) == 2


def test_worker_with_other_ray_settings_continues_by_itself(workers: list[Worker], tmp_path: Path) -> None:
    workers.append(Worker(cwd=tmp_path))
    workers[0].identity()
    workers.append(Worker(cwd=tmp_path, setting="2"))
    pid, made_by, _ = workers[1].identity()
    assert pid == made_by == workers[1].started.pid


def test_frozen_zygote_is_skipped_and_forks_no_worker_twice(workers: list[Worker], tmp_path: Path) -> None:
    workers.append(Worker(cwd=tmp_path))
    zygote = psutil.Process(workers[0].identity()[1])
    zygote.suspend()
    try:
        workers.append(Worker(cwd=tmp_path))
        pid, made_by, _ = workers[1].identity()
        assert pid == made_by == workers[1].started.pid
    finally:
        zygote.resume()
    # The zygote now finds the request of the worker that has stopped waiting, and must ignore the request.
    workers.append(Worker(cwd=tmp_path))
    third = workers[2].identity()[0]
    assert {child.pid for child in zygote.children()} == {workers[0].identity()[0], third}


def test_next_worker_replaces_a_killed_zygote(workers: list[Worker], tmp_path: Path) -> None:
    workers.append(Worker(cwd=tmp_path))
    first, zygote, _ = workers[0].identity()
    os.kill(zygote, 9)
    workers[0].started.wait(timeout=60)
    workers.append(Worker(cwd=tmp_path))
    second, made_by, _ = workers[1].identity()
    assert made_by == workers[1].started.pid != second
    assert psutil.pid_exists(first), "a worker does not need its zygote"


def test_zygote_exits_some_time_after_its_last_worker(workers: list[Worker], tmp_path: Path) -> None:
    workers.append(Worker(cwd=tmp_path))
    _, zygote, _ = workers[0].identity()
    time.sleep(2.5)
    assert psutil.pid_exists(zygote), "it has a worker"
    workers[0].end()
    workers[0].started.wait(timeout=60)
    assert gone(zygote, within=60)


def test_malformed_requests_are_ignored(workers: list[Worker], tmp_path: Path) -> None:
    workers.append(Worker(cwd=tmp_path))
    first, zygote, _ = workers[0].identity()
    address = socket_address({"RAY_RAYLET_PID": str(os.getpid()), "RAY_JOB_ID": "01"})
    for request in (b"", b"\0", b"\0\0\0\5", b"\0\0\0\2{}", b"\0\0\0\5hello"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.connect(address)
            client.sendall(request)
    workers.append(Worker(cwd=tmp_path))
    second, made_by, _ = workers[1].identity()
    assert made_by == zygote
    assert {child.pid for child in psutil.Process(zygote).children()} == {first, second}


def test_failed_fork_is_neither_worker_nor_second_zygote(workers: list[Worker], tmp_path: Path) -> None:
    workers.append(Worker(cwd=tmp_path, arguments=("falls",)))
    first, zygote, _ = workers[0].identity()
    workers.append(Worker(cwd=tmp_path))
    pid, made_by, _ = workers[1].identity()
    assert pid == made_by == workers[1].started.pid, "it continues by itself"
    others = [child.pid for child in psutil.Process(zygote).children() if child.pid != first]
    assert all(gone(other, within=5) for other in others), "the failed fork exits, and there is no other"
    assert not gone(first, within=0)


def test_forks_draw_different_random_numbers(workers: list[Worker], tmp_path: Path) -> None:
    workers += [Worker(cwd=tmp_path, code=DRAWS) for _ in range(2)]
    (pid, made_by, one), (other_pid, also, other) = (worker.identity() for worker in workers)
    assert made_by == also, "the imports start no thread, so there is a zygote"
    assert made_by not in (pid, other_pid)
    assert not set(one.split()) & set(other.split())
