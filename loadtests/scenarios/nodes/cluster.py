"""A second cell on this machine: Valkey, a Ray head without watch slots, worker nodes, a controller. All on loopback.

Owns processes and signals; ends only those that it started. Nodes start one at a time: two raylets that start together
on two cores time out.
"""

import asyncio
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from loadtests.running import ROOT, RunningStack
from stack import folders, ports, process
from stack.ray_head import RayHead
from stack.valkey import find_binary

CELL = "nodes"
START_SECONDS = 120.0
# Ray gives a node 30 s to come up, and on a crowded machine it may need more: then the next try has warm caches.
TRIES = 4


@dataclass(kw_only=True)
class Worker:
    """One worker node: `ray start` with all that it started. `name` is what our controller calls it."""

    number: int
    child: subprocess.Popen[bytes]
    name: str

    @property
    def mark(self) -> str:
        """What the User-Agent of its watchers ends with, and of no other node's."""
        return f"/node{self.number})"

    def family(self) -> list[psutil.Process]:
        """Every process of the node."""
        return family(self.child.pid)


@dataclass(kw_only=True)
class Cluster:
    """The cell. `slots`: room of each worker node."""

    running: RunningStack
    slots: int
    folder: Path = field(init=False)
    head: RayHead = field(init=False)
    workers: list[Worker] = field(default_factory=list)
    _children: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _head_child: subprocess.Popen[bytes] | None = None
    _valkey_port: int = field(default_factory=ports.free)
    _password: str = field(default_factory=lambda: secrets.token_hex(16), repr=False)
    _temporary: tempfile.TemporaryDirectory[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Ray's sockets want a short path.
        self._temporary = tempfile.TemporaryDirectory(prefix="tn-", ignore_cleanup_errors=True)
        self.folder = Path(self._temporary.name)
        token = self.folder / "token"
        token.write_text(secrets.token_hex(32))
        token.chmod(0o600)
        self.head = RayHead(folder=folders.private(self.folder / "ray"), token=token, slots=0)

    @property
    def environment(self) -> dict[str, str]:
        """What our programs in this cell are started with."""
        return {**os.environ, **self.running.env, **self.head.client_environment(), "CELL": CELL}

    async def start(self) -> None:
        """Start Valkey, head and controller."""
        command = [
            str(find_binary()), "--port", str(self._valkey_port), "--bind", ports.LOOPBACK,
            "--requirepass", self._password, "--save", "", "--appendonly", "no", "--dir", str(self.folder),
        ]  # fmt: skip
        self._spawn(command, name="valkey")
        await _until(ports.answers(self._valkey_port), what="Valkey")
        await self.start_head()
        self._spawn([sys.executable, "-m", "snipers.runtime.main"], name="controller")

    async def start_head(self) -> None:
        """Start the head, the first time or again: it finds what it knew in Valkey."""
        (self.head.folder / "ray_current_cluster").unlink(missing_ok=True)
        env = {
            **self.environment,
            **self.head.environment(),
            "RAY_REDIS_ADDRESS": f"{ports.LOOPBACK}:{self._valkey_port}",
            "RAY_external_storage_namespace": CELL,
        }
        command = [*self.head.command(), f"--redis-password={self._password}"]
        self._head_child = await self._up(command, name="head", env=env, fact=self.head.ready)

    def kill_head(self) -> None:
        """kill -9 of the head node: the cluster's memory, its raylet and whatever ran there."""
        assert self._head_child is not None
        end(family(self._head_child.pid))
        self._head_child.wait()

    async def add_worker(self) -> Worker:
        """Start one more worker node; returns once our controller has seen it."""
        number, before = len(self.workers) + 1, set(self._nodes())
        env = {
            **self.environment,
            **self.head.environment(),
            "PUBLIC_URL": f"{self.running.base_url}/node{number}",
            # A worker waits for a lost head as long as in Kubernetes.
            "RAY_gcs_rpc_server_reconnect_timeout_s": "600",
        }
        command = [
            # By its path: the package around it imports a diner's hands, which no node needs.
            *(sys.executable, "-P", str(Path(__file__).with_name("worker.py"))),
            *(self.head.address, str(self.slots), str(ports.free())),
        ]

        def seen() -> bool:
            return bool(set(self._nodes()) - before)

        child = await self._up(command, name=f"node{number}", env=env, fact=seen)
        worker = Worker(number=number, child=child, name=next(iter(set(self._nodes()) - before)))
        self.workers.append(worker)
        return worker

    def watchers_of(self, worker: Worker) -> int:
        """How many venues are watched from that node now."""
        query = "select count(*) as n from venue_watch where node = %s and heartbeat_at > now() - interval '5 seconds'"
        return int(self.running.query(query, worker.name)[0]["n"])

    def ops(self, *arguments: str, seconds: float = 300) -> subprocess.CompletedProcess[str]:
        """Run one operators' command, as an operator would."""
        command = [sys.executable, "-m", "snipers.ops", *arguments, "--json"]
        return subprocess.run(
            command, env=self.environment, cwd=ROOT, capture_output=True, text=True, timeout=seconds, check=False
        )

    def close(self) -> None:
        """End everything that was started here."""
        for child in self._children:
            below = family(child.pid)
            for one in below:
                with suppress(psutil.NoSuchProcess):
                    one.send_signal(signal.SIGCONT)
            process.stop(child, grace=5)
            end(below)
        self._temporary.cleanup()

    def log_of(self, name: str) -> str:
        """The end of one program's log, nothing when it never ran."""
        log = self.folder / f"{name}.log"
        return log.read_text(errors="replace")[-2000:] if log.exists() else ""

    def _spawn(self, command: list[str], *, name: str, env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        child = process.spawn(command, env=env or self.environment, log=self.folder / f"{name}.log", cwd=ROOT)
        self._children.insert(0, child)
        return child

    async def _up(
        self, command: list[str], *, name: str, env: dict[str, str], fact: Callable[[], bool]
    ) -> subprocess.Popen[bytes]:
        """Start one node, again when Ray itself gives up waiting for it."""
        deadline = time.monotonic() + START_SECONDS
        for _ in range(TRIES):
            child = self._spawn(command, name=name, env=env)
            while child.poll() is None and time.monotonic() < deadline:
                if await asyncio.to_thread(fact):
                    return child
                await asyncio.sleep(0.2)
            end(family(child.pid))
        raise SystemExit(f"{name} did not come up within {START_SECONDS:.0f} s:\n{self.log_of(name)}")

    def _nodes(self) -> list[str]:
        return [row["name"] for row in self.running.query("select name from cell_node where cell = %s", CELL)]


def family(pid: int) -> list[psutil.Process]:
    """A process and all below it."""
    try:
        parent = psutil.Process(pid)
        return [parent, *parent.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def end(processes: Iterable[psutil.Process]) -> None:
    """kill -9; psutil makes sure that none of them is another by now."""
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            one.kill()


async def _until(fact: Callable[[], bool], *, what: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if await asyncio.to_thread(fact):
            return
        await asyncio.sleep(0.2)
    raise SystemExit(f"{what} did not come up within {START_SECONDS:.0f} s.")
