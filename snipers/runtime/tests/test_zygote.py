"""The zygote of a node: real processes, started as a raylet starts its workers. This process is the raylet."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from snipers.runtime.zygote import place_of

# With all that a watcher imports: what two forks draw by lot, in Ray's own code and in Python's, must not be the same.
DRAWS = """
import os, random, sys
from snipers.runtime import zygote
zygote.STAYS_EMPTY = 1.5
made_by = os.getpid()
zygote.enter(os.environ)
from ray import ObjectRef
print(os.getpid(), made_by, ObjectRef.from_random().hex(), random.random(), flush=True)
sys.stdin.read()
"""

# What Ray's worker does after it came in: here it says who it is, and lives until its input ends.
WORKER = """
import os, sys
from snipers.runtime import zygote
zygote.STAYS_EMPTY = 1.5
zygote.ANSWERS_WITHIN = 2.0
if "falls" in sys.argv:
    zygote._become = lambda *_: 1 / 0
made_by = os.getpid()
zygote.enter(os.environ, prepare=lambda: None)
print(os.getpid(), made_by, os.environ.get("MINE"), os.getcwd(), sys.argv[1:], flush=True)
sys.stdin.read()
"""


class Worker:
    """One worker, as its raylet started it: who goes on as it, and the process whose fork that is."""

    def __init__(
        self, *, job: str = "01", cwd: Path, setting: str = "1", arguments: tuple[str, ...] = (), code: str = WORKER
    ) -> None:
        self._said: tuple[int, int, str] | None = None
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

    def said(self) -> tuple[int, int, str]:
        """Return its process id, that of the process that made it, and the rest of what it says of itself."""
        if self._said is None:
            assert self.started.stdout is not None
            pid, made_by, rest = self.started.stdout.readline().decode().strip().split(" ", 2)
            self._said = int(pid), int(made_by), rest
        return self._said

    def end(self) -> None:
        """End its input, which it lives on."""
        assert self.started.stdin is not None
        self.started.stdin.close()


@pytest.fixture
def workers() -> Iterator[list[Worker]]:
    """Workers that a test started; they end with the test, and their zygote after them."""
    started: list[Worker] = []
    yield started
    for worker in started:
        worker.end()
    for worker in started:
        worker.started.wait(timeout=20)
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
    first, zygote, _ = workers[0].said()
    assert zygote == workers[0].started.pid != first
    (tmp_path / "other").mkdir()
    workers.append(Worker(cwd=tmp_path / "other"))
    second, made_by, rest = workers[1].said()
    assert made_by == zygote
    assert len({first, second, zygote, workers[1].started.pid}) == 4
    # Its own arguments, environment and folder; and its own streams, for it was read from them.
    assert rest == f"01 other {tmp_path / 'other'} ['01']"
    assert workers[1].started.wait(timeout=5) == 0


def test_each_worker_leads_a_session_so_that_ending_its_group_ends_only_it(
    workers: list[Worker], tmp_path: Path
) -> None:
    workers += [Worker(cwd=tmp_path), Worker(cwd=tmp_path)]
    pids = [worker.said()[0] for worker in workers]
    assert [os.getsid(pid) for pid in pids] == pids


def test_each_job_has_its_own_zygote(workers: list[Worker], tmp_path: Path) -> None:
    workers += [Worker(cwd=tmp_path), Worker(cwd=tmp_path, job="02")]
    assert len({worker.said()[1] for worker in workers}) == 2


def test_who_has_other_settings_of_ray_goes_on_by_itself(workers: list[Worker], tmp_path: Path) -> None:
    workers.append(Worker(cwd=tmp_path))
    workers[0].said()
    workers.append(Worker(cwd=tmp_path, setting="2"))
    pid, made_by, _ = workers[1].said()
    assert pid == made_by == workers[1].started.pid


def test_frozen_zygote_is_skipped_and_forks_no_worker_twice(workers: list[Worker], tmp_path: Path) -> None:
    workers.append(Worker(cwd=tmp_path))
    zygote = psutil.Process(workers[0].said()[1])
    zygote.suspend()
    try:
        workers.append(Worker(cwd=tmp_path))
        pid, made_by, _ = workers[1].said()
        assert pid == made_by == workers[1].started.pid
    finally:
        zygote.resume()
    # It now finds the one that it did not take: and does not.
    workers.append(Worker(cwd=tmp_path))
    third = workers[2].said()[0]
    assert {child.pid for child in zygote.children()} == {workers[0].said()[0], third}


def test_next_worker_replaces_a_killed_zygote(workers: list[Worker], tmp_path: Path) -> None:
    workers.append(Worker(cwd=tmp_path))
    first, zygote, _ = workers[0].said()
    os.kill(zygote, 9)
    workers[0].started.wait(timeout=5)
    workers.append(Worker(cwd=tmp_path))
    second, made_by, _ = workers[1].said()
    assert made_by == workers[1].started.pid != second
    assert psutil.pid_exists(first), "a worker does not need its zygote"


def test_zygote_exits_some_time_after_its_last_worker(workers: list[Worker], tmp_path: Path) -> None:
    workers.append(Worker(cwd=tmp_path))
    _, zygote, _ = workers[0].said()
    time.sleep(2.5)
    assert psutil.pid_exists(zygote), "it has a worker"
    workers[0].end()
    workers[0].started.wait(timeout=10)
    assert gone(zygote, within=5)


def test_who_asks_and_goes_away_or_talks_nonsense_harms_nobody(workers: list[Worker], tmp_path: Path) -> None:
    workers.append(Worker(cwd=tmp_path))
    first, zygote, _ = workers[0].said()
    place = place_of({"RAY_RAYLET_PID": str(os.getpid()), "RAY_JOB_ID": "01"})
    for said in (b"", b"\0", b"\0\0\0\5", b"\0\0\0\2{}", b"\0\0\0\5hello"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
            asking.connect(place)
            asking.sendall(said)
    workers.append(Worker(cwd=tmp_path))
    second, made_by, _ = workers[1].said()
    assert made_by == zygote
    assert {child.pid for child in psutil.Process(zygote).children()} == {first, second}


def test_failed_fork_is_neither_worker_nor_second_zygote(workers: list[Worker], tmp_path: Path) -> None:
    workers.append(Worker(cwd=tmp_path, arguments=("falls",)))
    first, zygote, _ = workers[0].said()
    workers.append(Worker(cwd=tmp_path))
    pid, made_by, _ = workers[1].said()
    assert pid == made_by == workers[1].started.pid, "it goes on by itself"
    others = [child.pid for child in psutil.Process(zygote).children() if child.pid != first]
    assert all(gone(other, within=5) for other in others), "the fork that failed ends, and nobody else came"
    assert not gone(first, within=0)


def test_forks_draw_lots_of_their_own(workers: list[Worker], tmp_path: Path) -> None:
    workers += [Worker(cwd=tmp_path, code=DRAWS) for _ in range(2)]
    (pid, made_by, one), (other_pid, also, other) = (worker.said() for worker in workers)
    assert made_by == also, "what they import starts no thread, so there is a zygote"
    assert made_by not in (pid, other_pid)
    assert not set(one.split()) & set(other.split())
