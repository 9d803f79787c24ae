"""Finds free ports, names the process that holds a taken port, and opens listening sockets that several parts share."""

import contextlib
import errno
import secrets
import socket
from collections.abc import Callable
from pathlib import Path

import psutil

from tools.stack.errors import StackError

LOOPBACK = "127.0.0.1"
# The ports below are those of well-known services and the default ports of this project.
FIRST_FREE_PORT = 20000


def find_free_port() -> int:
    """Return a TCP port of the loopback interface that is free at this moment.

    The port is below the range from which the kernel takes the ports of outgoing connections. So it stays free until it
    is used, unless another process chooses the same one.
    """
    lowest = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind((LOOPBACK, port := secrets.choice(range(FIRST_FREE_PORT, lowest))))
            return port


class SharedListener:
    """A listening socket that several parts inherit.

    The supervisor keeps the socket open too. So new connections wait in the socket's queue while parts restart.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self._socket: socket.socket | None = None

    def open(self) -> int:
        """Return the file descriptor that parts inherit. The first call opens the socket. Raises OSError if the port is
        taken."""
        if self._socket is None:
            self._socket = socket.create_server((LOOPBACK, self.port), backlog=1024)
            # One new connection wakes several processes. Those that do not get the connection must not block in
            # accept().
            self._socket.setblocking(False)
        return self._socket.fileno()

    def close(self) -> None:
        """Close the supervisor's copy of the socket."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def require_free_port(port: int, *, variable: str) -> None:
    """Check that a port is free. Raises StackError if it is taken.

    The error names the process that listens on the port, and the environment `variable` that changes the port.
    """
    with socket.socket() as probe:
        # The servers set SO_REUSEADDR too, so a port whose last connections are in TIME_WAIT counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError as error:
            if error.errno == errno.EACCES:
                raise StackError(
                    f"Port {port} may not be used by this account: choose one above 1023 with {variable}=..."
                ) from error
            other = find_free_port()
            raise StackError(
                f"Port {port} is taken by {_holder(port)}: stop that program, or choose another port, "
                f"for example `{variable}={other} make up`."
            ) from error


def connection_probe(port: int, *, host: str = LOOPBACK) -> Callable[[], bool]:
    """Return a function that returns True if the port accepts a connection."""

    def probe() -> bool:
        try:
            with socket.create_connection((host, port), timeout=0.5):
                return True
        except OSError:
            return False

    return probe


def _holder(port: int) -> str:
    try:
        for connection in psutil.net_connections("tcp"):
            listens = connection.status == psutil.CONN_LISTEN and getattr(connection.laddr, "port", None) == port
            if listens and connection.pid:
                return f"{psutil.Process(connection.pid).name()} (pid {connection.pid})"
    except psutil.Error:
        pass  # sockets of other accounts are not visible
    return "another program"
