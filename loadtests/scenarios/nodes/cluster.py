"""A second cell on this machine: Valkey, a Ray head without watch slots, worker nodes and a controller.

The cell runs in a network namespace (network.py). Where the machine permits none, it runs on the loopback interface,
and no cable can be cut.

`Cluster` ends only processes that it started. It starts nodes one at a time, because two raylets that start together on
two cores exceed Ray's start timeout.
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
from loadtests.scenarios.nodes import manifest
from loadtests.scenarios.nodes.network import HEAD_ADDRESS, NODE_ADDRESS, CellNetwork, NoNamespaces
from tools.stack import folders, ports, process
from tools.stack.ray_head import RayHead
from tools.stack.valkey import find_binary

CELL = "nodes"
START_SECONDS = 120.0
# Ray gives a node 30 s to start. A busy machine may need more; a second attempt is faster, because caches are warm.
START_ATTEMPTS = 4


@dataclass(kw_only=True)
class Worker:
    """One worker node: `worker.py` and its child processes. `name` is its name in the table cell_node."""

    number: int
    child: subprocess.Popen[bytes]
    name: str

    @property
    def agent_suffix(self) -> str:
        """The end of the User-Agent of this node's watchers."""
        return f"/node{self.number})"

    def processes(self) -> list[psutil.Process]:
        """Return every process of the node."""
        return process_tree(self.child.pid)


@dataclass(kw_only=True)
class Cluster:
    """The second cell. `slots` is the number of watch slots of each worker node.

    `network` is None if the machine permits no network namespaces; `no_network` then says why.
    """

    running: RunningStack
    slots: int
    network: CellNetwork | None = None
    no_network: str = ""
    folder: Path = field(init=False)
    head: RayHead = field(init=False)
    workers: list[Worker] = field(default_factory=list)
    _children: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _head_child: subprocess.Popen[bytes] | None = None
    _valkey_port: int = field(default_factory=ports.find_free_port)
    _password: str = field(default_factory=lambda: secrets.token_hex(16), repr=False)
    _temporary: tempfile.TemporaryDirectory[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # A short prefix, because the paths of Ray's sockets are limited to 107 bytes.
        self._temporary = tempfile.TemporaryDirectory(prefix="tn-", ignore_cleanup_errors=True)
        self.folder = Path(self._temporary.name)
        token = self.folder / "token"
        token.write_text(secrets.token_hex(32))
        token.chmod(0o600)
        self.head = RayHead(folder=folders.make_private(self.folder / "ray"), token=token, slots=0)

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of the programs in this cell."""
        return {**os.environ, **self.running.env, **self.head.client_environment(), "CELL": CELL}

    async def start(self) -> None:
        """Create the network, and start Valkey, the head and the controller."""
        try:
            self.network = await CellNetwork.create(self.running)
            self.head.host = HEAD_ADDRESS
        except NoNamespaces as error:
            self.no_network = str(error)
        command = [
            str(find_binary()), "--port", str(self._valkey_port), "--bind", ports.LOOPBACK,
            "--requirepass", self._password, "--save", "", "--appendonly", "no", "--dir", str(self.folder),
        ]  # fmt: skip
        self._spawn(command, name="valkey")
        await _wait_for(self._inside(ports.connection_probe(self._valkey_port)), name="Valkey")
        await self.start_head()
        self._spawn([sys.executable, "-m", "snipers.runtime.main"], name="controller")

    async def start_head(self) -> None:
        """Start the head node. A head that starts again reads its earlier state from Valkey."""
        (self.head.folder / "ray_current_cluster").unlink(missing_ok=True)
        env = {
            **self.environment,
            **self.head.environment(),
            **manifest.head_environment(),
            "RAY_REDIS_ADDRESS": f"{ports.LOOPBACK}:{self._valkey_port}",
            "RAY_external_storage_namespace": CELL,
        }
        command = [*self.head.command(), f"--redis-password={self._password}"]
        is_ready = self._inside(self.head.ready)
        self._head_child = await self._start_node(command, name="head", env=env, is_ready=is_ready)

    def kill_head(self) -> None:
        """Kill the head node with kill -9: the GCS, its raylet and their child processes."""
        assert self._head_child is not None
        kill_processes(process_tree(self._head_child.pid))
        self._head_child.wait()

    async def add_worker(self) -> Worker:
        """Start one more worker node, and wait until the controller lists it."""
        number = len(self.workers) + 1
        env = {
            **self.environment,
            **self.head.environment(),
            "PUBLIC_URL": f"{self.running.base_url}/node{number}",
            # A node of a cluster runs Ray's agents, and has the same timeout for a lost head as in Kubernetes.
            "WITHOUT_RAY_AGENTS": "0",
            "RAY_gcs_rpc_server_reconnect_timeout_s": "600",
        }
        command = [
            # Not with `-m`, because the package imports the clients of the load tests, which a node does not need.
            *(sys.executable, "-P", str(Path(__file__).with_name("worker.py"))),
            *(self.head.address, str(self.slots), str(ports.find_free_port())),
        ]
        return await self._join(command, number=number, env=env)

    async def add_cabled_worker(self) -> Worker:
        """Start a worker node in its own network namespace, with the flags and variables of the manifests."""
        assert self.network is not None
        number = len(self.workers) + 1
        env = {
            **self.environment,
            **manifest.worker_environment(),
            "DATABASE_URL": self.network.database_url,
            "PUBLIC_URL": f"{self.running.base_url}/node{number}",
            "RAY_TMPDIR": str(folders.make_private(self.folder / "cut")),
        }
        command = [
            *self.network.node.prefix,
            *(sys.executable, "-P", "-m", "ray.scripts.scripts"),
            *manifest.worker_command(address=self.head.address, slots=self.slots),
            *(f"--node-ip-address={NODE_ADDRESS}", f"--temp-dir={self.folder / 'cut'}"),
        ]
        return await self._join(command, number=number, env=env)

    async def _join(self, command: list[str], *, number: int, env: dict[str, str]) -> Worker:
        before = set(self._list_nodes())

        def is_listed() -> bool:
            return bool(set(self._list_nodes()) - before)

        child = await self._start_node(command, name=f"node{number}", env=env, is_ready=is_listed)
        worker = Worker(number=number, child=child, name=next(iter(set(self._list_nodes()) - before)))
        self.workers.append(worker)
        return worker

    def count_watchers(self, worker: Worker) -> int:
        """Return how many venues the node watches now."""
        query = "select count(*) as n from venue_watch where node = %s and heartbeat_at > now() - interval '5 seconds'"
        return int(self.running.query(query, worker.name)[0]["n"])

    def run_ops(self, *arguments: str, seconds: float = 300) -> subprocess.CompletedProcess[str]:
        """Run one command of snipers.ops in this cell."""
        command = [sys.executable, "-m", "snipers.ops", *arguments, "--json"]
        return subprocess.run(
            command, env=self.environment, cwd=ROOT, capture_output=True, text=True, timeout=seconds, check=False
        )

    async def close(self) -> None:
        """End every process that this cell started, and delete its network."""
        for child in self._children:
            tree = process_tree(child.pid)
            for member in tree:
                with suppress(psutil.NoSuchProcess):
                    member.send_signal(signal.SIGCONT)
            process.stop(child, stop_timeout=5)
            kill_processes(tree)
        if self.network is not None:
            await self.network.close()
        self._temporary.cleanup()

    def read_log_end(self, name: str) -> str:
        """Return the end of a program's log, or "" if the program never ran."""
        log = self.folder / f"{name}.log"
        return log.read_text(errors="replace")[-2000:] if log.exists() else ""

    def _inside(self, work: Callable[[], bool]) -> Callable[[], bool]:
        """Return a function that runs `work` in the cell's network."""
        network = self.network
        return work if network is None else lambda: network.head.call(work)

    def _spawn(self, command: list[str], *, name: str, env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a program in the cell's network, unless its command begins with another one."""
        if self.network is not None and command[0] != self.network.node.prefix[0]:
            command = [*self.network.head.prefix, *command]
        child = process.spawn(command, env=env or self.environment, log=self.folder / f"{name}.log", cwd=ROOT)
        self._children.insert(0, child)
        return child

    async def _start_node(
        self, command: list[str], *, name: str, env: dict[str, str], is_ready: Callable[[], bool]
    ) -> subprocess.Popen[bytes]:
        """Start one node and wait until it is ready. Retry if Ray's own start timeout ends its process."""
        deadline = time.monotonic() + START_SECONDS
        for _ in range(START_ATTEMPTS):
            child = self._spawn(command, name=name, env=env)
            while child.poll() is None and time.monotonic() < deadline:
                if await asyncio.to_thread(is_ready):
                    return child
                await asyncio.sleep(0.2)
            kill_processes(process_tree(child.pid))
        raise SystemExit(f"{name} did not start within {START_SECONDS:.0f} s:\n{self.read_log_end(name)}")

    def _list_nodes(self) -> list[str]:
        return [row["name"] for row in self.running.query("select name from cell_node where cell = %s", CELL)]


def process_tree(pid: int) -> list[psutil.Process]:
    """Return a process and all its descendants, or an empty list if the process has ended."""
    try:
        parent = psutil.Process(pid)
        return [parent, *parent.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def kill_processes(processes: Iterable[psutil.Process]) -> None:
    """Kill processes with kill -9. psutil does not kill another process that reuses a pid."""
    for member in processes:
        with suppress(psutil.NoSuchProcess):
            member.kill()


async def _wait_for(condition: Callable[[], bool], *, name: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if await asyncio.to_thread(condition):
            return
        await asyncio.sleep(0.2)
    raise SystemExit(f"{name} did not start within {START_SECONDS:.0f} s.")
