"""`python -m server.serve`: runs one web process. Daphne is the server; SIGTERM starts server/graceful_shutdown.py.

python -m server.serve --host 0.0.0.0 --port 8000 --ops-port 8001    the public port, and the one for probes
python -m server.serve --fd 7 --ops-port 41234                       a listening socket that processes share
"""

import argparse
import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

# This import must come first, because it chooses Twisted's reactor.
from server.daphne_limits import BoundedServer  # isort:skip
from twisted.internet import reactor as installed_reactor
from twisted.internet import tcp

from server.graceful_shutdown import GracefulShutdown, Times
from snipers.environment import memory

reactor: Any = installed_reactor

NO_OPS_PORT: Final = "give --ops-port: in production probes and metrics have a port of their own that no user reaches"
# Time for connections to send the last bytes of their responses.
HANG_UP_SECONDS: Final = 2.0
POLL_SECONDS: Final = 0.02


class Process:
    """Shuts the process down on a signal. Afterwards, `clean` is True if no request or connection was cut off and all
    background threads have ended."""

    def __init__(self, shutdown: GracefulShutdown, *, stop_background: Callable[[], bool]) -> None:
        self.clean = False
        self._stop_background = stop_background
        self._shutdown = shutdown
        self._ending: asyncio.Task[None] | None = None

    def handle_signals(self) -> None:
        """Shut down on SIGTERM or SIGINT. A second signal ends the process at once."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._on_signal)

    def _on_signal(self) -> None:
        if self._ending is None:
            self._ending = asyncio.create_task(self._end())
        else:
            reactor.stop()

    async def _end(self) -> None:
        answered = await self._shutdown.run()
        hung_up = await _hang_up()
        self.clean = self._stop_background() and hung_up and answered
        reactor.stop()


def listen_for_ops(host: str, port: int) -> socket.socket:
    """Return a listening socket for probes. If the port cannot be opened, exit the process with one sentence."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        sys.exit(f"--ops-port {port} cannot be opened: {os.strerror(error.errno or 0)}.")


def close_listener() -> None:
    """Stop accepting connections. If the socket is shared, other processes accept the connections that wait in its
    queue."""
    for port in _selectables(tcp.Port):
        port.stopListening()


async def _hang_up() -> bool:
    """Close every connection when its pending bytes are sent. Return whether all have closed in HANG_UP_SECONDS."""
    for connection in _selectables(tcp.Server):
        connection.loseConnection()
    with suppress(TimeoutError):
        async with asyncio.timeout(HANG_UP_SECONDS):
            while list(_selectables(tcp.Server)):  # noqa: ASYNC110 - Twisted has no event for the last connection
                await asyncio.sleep(POLL_SECONDS)
            return True
    return False


def _selectables(kind: type) -> Iterator[Any]:
    seen = {id(one): one for one in (*reactor.getReaders(), *reactor.getWriters())}
    return (one for one in seen.values() if isinstance(one, kind))


def endpoints(arguments: argparse.Namespace) -> list[str]:
    """Return Twisted's endpoint descriptions of the listening sockets that the arguments ask for."""
    found = [] if arguments.fd is None else [f"fd:fileno={arguments.fd}"]
    if arguments.port is not None:
        host = arguments.host.replace(":", r"\:")
        found.append(f"tcp:port={arguments.port}:interface={host}:backlog=1024")
    return found


def main(argv: Sequence[str]) -> None:
    """Serve until a signal. Exit with 0 unless listening failed."""
    parser = argparse.ArgumentParser(prog="python -m server.serve", description="One web process.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, help="port to listen on")
    parser.add_argument("--ops-port", type=int, help="port for /healthz, /readyz and /metrics")
    parser.add_argument("--fd", type=int, help="inherited listening socket that processes share")
    arguments = parser.parse_args(argv)
    where = endpoints(arguments)
    if not where:
        parser.error("say where to listen: --port, --fd or both")
    ops_socket = None if arguments.ops_port is None else listen_for_ops(arguments.host, arguments.ops_port)

    # Imported late, because importing asgi sets Django up. --help and invalid arguments do not need that.
    from config import asgi, settings
    from server import first_requests
    from server.health import health
    from server.ops import OpsPort

    if settings.PRODUCTION and ops_socket is None:
        parser.error(NO_OPS_PORT)

    shutdown = GracefulShutdown(
        times=Times(
            notice=settings.DRAIN_NOTICE_SECONDS,
            sockets=settings.SOCKET_DRAIN_SECONDS,
            requests=settings.DRAIN_SECONDS,
        ),
        sockets=asgi.sockets,
        requests=asgi.http,
        close_listener=close_listener,
        shared=arguments.fd is not None,
    )
    process = Process(shutdown, stop_background=health.end)
    server = BoundedServer(
        asgi.application,
        body_limit=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        endpoints=where,
        signal_handlers=False,
        verbosity=0,
        websocket_connect_timeout=5,
    )

    def begin() -> None:
        process.handle_signals()
        health.begin()
        if ops_socket is not None:
            OpsPort(health).open(ops_socket)

    first_requests.load()
    memory.release_free_pages()
    reactor.callLater(0, begin)
    server.run()
    if server.abort_start:
        sys.exit(1)
    if not process.clean:
        # A normal exit would wait for threads that are still running, and their time is over.
        sys.stderr.flush()
        os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
