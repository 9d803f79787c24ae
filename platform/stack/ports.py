"""Free ports, taken ports, and who took them."""

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
