"""Free ports, taken ports and who took them, and ports that several parts share."""

import errno
import socket
from collections.abc import Callable

import psutil

from stack.errors import StackError

LOOPBACK = "127.0.0.1"


def free() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


class Door:
    """A port at which several parts listen together, each by inheriting the one socket.

    The supervisor holds it too: while one or all parts restart, new connections wait instead of being
    refused.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self._socket: socket.socket | None = None

    def open(self) -> int:
        """Listen, unless it does already; the descriptor to pass on. Raises OSError when the port is taken."""
        if self._socket is None:
            self._socket = socket.create_server((LOOPBACK, self.port), backlog=1024)
            # Several processes are told of one connection; those that find it taken must not wait for the next.
            self._socket.setblocking(False)
        return self._socket.fileno()

    def close(self) -> None:
        """Refuse new connections from now on, as far as the kernel allows."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def demand(port: int, *, variable: str) -> None:
    """Raise a StackError naming the program that has `port` and the variable that changes it."""
    with socket.socket() as probe:
        # As the servers do: a port whose last connections are merely winding down counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError as error:
            if error.errno == errno.EACCES:
                raise StackError(
                    f"Port {port} may not be used by this account: choose one above 1023 with {variable}=..."
                ) from error
            other = free()
            raise StackError(
                f"Port {port} is taken by {_holder(port)}: stop that program, or choose another port, "
                f"for example `{variable}={other} make up`."
            ) from error


def answers(port: int) -> Callable[[], bool]:
    """A probe: does somebody accept connections on the port?"""

    def probe() -> bool:
        try:
            with socket.create_connection((LOOPBACK, port), timeout=0.5):
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
        pass  # other people's sockets are not ours to see
    return "another program"
