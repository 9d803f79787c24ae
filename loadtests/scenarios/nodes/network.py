"""The network of the second cell: a namespace for the head and its nodes, one for the cut node, and the cable between.

Neither namespace has a route to another machine. Their processes reach the simulator through proxies that this process
runs on the loopback interface of each namespace. So a node whose cable is cut can still poll, and the platform's log
shows it. Everything else of the cut node goes through the cable: Ray, and PostgreSQL by a proxy at the head's address.
The head's side reaches PostgreSQL by its Unix socket.

A namespace has no name. It exists as long as its processes do, so nothing is left even after a kill -9.
"""

import contextlib
import ctypes
import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from loadtests.proxy import FaultyProxy
from loadtests.running import RunningStack
from tools.stack import ports, process

HEAD_ADDRESS, NODE_ADDRESS = "10.77.0.1", "10.77.0.2"
HEAD_LINK = "02:00:00:00:00:01"
DATABASE_PORT = 5432
_PROGRAMS = ("unshare", "nsenter", "ip")
_CLONE_NEWNET = 0x40000000
_SIMULATOR = ("RESY_BASE_URL", "OPENTABLE_BASE_URL")

T = TypeVar("T")


class NoNamespaces(Exception):
    """This machine permits no network namespaces, or the stack cannot be reached from one. The text says why."""


class Namespace:
    """One network namespace, held by a process that only sleeps."""

    def __init__(self) -> None:
        """Raises NoNamespaces."""
        # `cat` exits when this process does, because its standard input then ends.
        pipe = subprocess.PIPE
        self._holder = subprocess.Popen(["unshare", "--net", "cat"], bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe)
        assert self._holder.stdin is not None
        assert self._holder.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._holder.stdin.write(b"ready\n")
        if not self._holder.stdout.readline():
            _, reason = self._holder.communicate()
            raise NoNamespaces(reason.decode(errors="replace").strip() or "unshare failed")
        self.file = Path(f"/proc/{self._holder.pid}/ns/net")
        self._inode = self.file.stat().st_ino

    @property
    def pid(self) -> int:
        """The pid of the process that holds the namespace."""
        return self._holder.pid

    @property
    def prefix(self) -> list[str]:
        """The beginning of a command that runs in this namespace. It keeps the pid."""
        return ["nsenter", f"--net={self.file}"]

    def ip(self, *arguments: str) -> None:
        """Run one command of iproute2. Raises NoNamespaces if it fails."""
        done = subprocess.run([*self.prefix, "ip", *arguments], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise NoNamespaces(f"ip {' '.join(arguments)}: {done.stderr.strip()}")

    def call(self, work: Callable[[], T]) -> T:
        """Run `work` in a thread in this namespace. The sockets that it opens stay in the namespace."""
        results: list[T] = []
        errors: list[BaseException] = []

        def run() -> None:
            try:
                with self.file.open() as namespace:
                    if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), _CLONE_NEWNET):
                        raise OSError(ctypes.get_errno(), "setns")
                results.append(work())
            except BaseException as error:  # noqa: BLE001 - the caller receives every error
                errors.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        if errors:
            raise errors[0]
        return results[0]

    def listen(self, address: str, port: int) -> socket.socket:
        """Return a listening socket in this namespace."""
        return self.call(lambda: socket.create_server((address, port), backlog=256))

    def can_connect(self, address: str, port: int) -> bool:
        """Return whether a process in this namespace can connect to an address within a second."""

        def connect() -> bool:
            with contextlib.suppress(OSError), socket.create_connection((address, port), timeout=1):
                return True
            return False

        return self.call(connect)

    def processes(self) -> list[process.Identity]:
        """Return the running processes in this namespace, apart from the one that holds it."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if (folder / "ns" / "net").stat().st_ino == self._inode and int(folder.name) != self.pid:
                    found.append(process.identify(int(folder.name)))
        return [one for one in found if one is not None]

    def close(self) -> None:
        """End all processes in this namespace, which deletes the namespace and its interfaces."""
        process.kill_all(self.processes())
        self._holder.kill()
        self._holder.communicate()


@dataclass(kw_only=True)
class CellNetwork:
    """The two namespaces and the cable. `database_url` is the address of the database for the cut node."""

    head: Namespace
    node: Namespace
    database_url: str
    simulator_ports: tuple[int, ...]
    _proxies: list[FaultyProxy] = field(default_factory=list)

    @classmethod
    async def create(cls, running: RunningStack) -> "CellNetwork":
        """Create the namespaces, connect them, and start the proxies. Raises NoNamespaces."""
        database = database_socket(running.env["DATABASE_URL"])
        if missing := [name for name in _PROGRAMS if shutil.which(name) is None]:
            raise NoNamespaces(f"not installed: {', '.join(missing)}")
        head = Namespace()
        try:
            node = Namespace()
        except BaseException:
            head.close()
            raise
        network = cls(
            head=head,
            node=node,
            database_url=url_through_cable(running.env["DATABASE_URL"]),
            simulator_ports=tuple(urlsplit(running.env[name]).port or 80 for name in _SIMULATOR),
        )
        try:
            network.connect()
            for port in network.simulator_ports:
                for namespace in (head, node):
                    await network.forward(namespace, ports.LOOPBACK, port, to=f"{ports.LOOPBACK}:{port}")
            await network.forward(head, HEAD_ADDRESS, DATABASE_PORT, to=database)
        except BaseException:
            await network.close()
            raise
        return network

    def cut(self) -> None:
        """Cut the cable at the head's end. The node's end loses its carrier: its packets vanish without an error."""
        self.head.ip("link", "set", "cable", "down")

    def mend(self) -> None:
        """Connect the cable again."""
        self.head.ip("link", "set", "cable", "up")

    def count_reached(self, *, port: int) -> int:
        """Return how many of the two addresses the node reaches through the cable: the database and the head's port."""
        return sum(self.node.can_connect(HEAD_ADDRESS, one) for one in (DATABASE_PORT, port))

    def reaches_simulator(self) -> bool:
        """Return whether the node reaches the simulator, which does not need the cable."""
        return all(self.node.can_connect(ports.LOOPBACK, port) for port in self.simulator_ports)

    async def close(self) -> None:
        """End all processes in the namespaces, and delete the namespaces with the cable."""
        for proxy in self._proxies:
            await proxy.close()
        self.node.close()
        self.head.close()

    def connect(self) -> None:
        """Lay the cable. Raises NoNamespaces."""
        pair = ("address", HEAD_LINK, "type", "veth", "peer", "name", "cable", "netns", str(self.node.pid))
        self.head.ip("link", "add", "cable", *pair)
        # The head's address is also on its loopback interface: it must not vanish with the cable.
        self.head.ip("address", "add", f"{HEAD_ADDRESS}/32", "dev", "lo")
        for namespace, own, other in (
            (self.head, HEAD_ADDRESS, NODE_ADDRESS),
            (self.node, NODE_ADDRESS, HEAD_ADDRESS),
        ):
            namespace.ip("address", "add", own, "peer", other, "dev", "cable")
            namespace.ip("link", "set", "lo", "up")
            namespace.ip("link", "set", "cable", "up")
        # Without a fixed neighbor, the node would get errors instead of silence: nobody answers when it resolves the
        # address.
        self.node.ip("neighbor", "replace", HEAD_ADDRESS, "lladdr", HEAD_LINK, "dev", "cable", "nud", "permanent")

    async def forward(self, namespace: Namespace, address: str, port: int, *, to: str) -> None:
        """Forward connections to an address in a namespace to an address outside."""
        proxy = FaultyProxy(listen=namespace.listen(address, port), to=to)
        self._proxies.append(await proxy.__aenter__())


def database_socket(url: str) -> str:
    """Return the path of the Unix socket of a database. Raises NoNamespaces if the database is reached otherwise."""
    given = conninfo_to_dict(url)
    host = str(given.get("host") or "")
    if not host.startswith("/"):
        raise NoNamespaces("the database is not reached by a Unix socket")
    return os.path.join(host, f".s.PGSQL.{given.get('port') or 5432}")


def url_through_cable(url: str) -> str:
    """Return the address of the same database for the cut node."""
    return make_conninfo(url, host=HEAD_ADDRESS, port=str(DATABASE_PORT))
