"""A TCP proxy that can delay, pause, reset and refuse connections.

    async with FaultyProxy(listen="127.0.0.1:0", to="127.0.0.1:9101") as proxy:
        proxy.delay = 0.025      # seconds in each direction: 50 ms per round trip
        await proxy.cut(3)       # resets every connection and refuses new ones for 3 s
        proxy.pause()            # forwards nothing and closes nothing; `resume` forwards the held data
        proxy.drop_upstream()    # half-open connections: closes only the upstream sides

Addresses are loopback ports or Unix sockets ("/path"). As a program, the proxy runs until Ctrl-C, at most for an hour:

    python -m loadtests.proxy --listen 127.0.0.1:8001 --to 127.0.0.1:8000 --delay-ms 100 --cut-every 30
"""

import argparse
import asyncio
import contextlib
import socket
import struct
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

CHUNK = 65_536
# The proxy stops reading a connection while this number of delayed bytes waits in one direction.
MAX_DELAYED_BYTES = 4 * 1024 * 1024
# SO_LINGER enabled with zero seconds: close() sends a reset.
RESET_ON_CLOSE = struct.pack("ii", 1, 0)
MAX_SECONDS = 3600.0


@dataclass(eq=False)
class _Connection:
    """One connection: the client's side and the upstream side."""

    client: asyncio.StreamWriter
    upstream: asyncio.StreamWriter
    tasks: list[asyncio.Task[None]] = field(default_factory=list)


class FaultyProxy:
    """Forwards connections from the address `listen` to the address `to`.

    `delay` is in seconds for each direction. `accepted` counts connections, `cuts` counts the calls of `cut`.
    """

    def __init__(self, *, listen: str | socket.socket, to: str) -> None:
        """`listen` may also be a listening socket, which a proxy that is not cut keeps."""
        self._given = None if isinstance(listen, str) else listen
        self._listen = listen if isinstance(listen, str) else str(listen.getsockname())
        self._to = to
        self._server: asyncio.Server | None = None
        self._connections: set[_Connection] = set()
        self._accepting: set[asyncio.Task[None]] = set()
        self._running = asyncio.Event()
        self._running.set()
        self.delay = 0.0
        self.accepted = 0
        self.cuts = 0

    async def __aenter__(self) -> Self:
        await self._open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def address(self) -> str:
        """Return the listening address. If it was given with port 0, it has the port that the system chose."""
        return self._listen

    @property
    def open_connections(self) -> int:
        """Return the number of open connections."""
        return len(self._connections)

    def redirect(self, to: str) -> None:
        """Forward new connections to another address. Open connections do not change."""
        self._to = to

    async def cut(self, seconds: float = 0.0) -> None:
        """Reset every connection and refuse new ones for `seconds`."""
        self.cuts += 1
        self._stop_listening()
        for connection in list(self._connections):
            self._reset(connection)
        await asyncio.sleep(seconds)
        await self._open()

    def pause(self) -> None:
        """Forward nothing in either direction. Connections stay open, and new ones are accepted."""
        self._running.clear()

    def resume(self) -> None:
        """End the pause: forward the held data and all further data."""
        self._running.set()

    def drop_upstream(self) -> None:
        """Reset the upstream side of each connection, and keep the client's side open."""
        for connection in self._connections:
            for task in connection.tasks:
                task.cancel()
            _reset(connection.upstream)

    async def close(self) -> None:
        """Stop listening and reset all connections."""
        self._stop_listening()
        for connection in list(self._connections):
            self._reset(connection)
        await asyncio.gather(*self._accepting, return_exceptions=True)

    async def _open(self) -> None:
        if self._given is not None:
            self._server = await asyncio.start_server(self._accept, sock=self._given, limit=CHUNK)
            return
        if self._listen.startswith("/"):
            _remove_socket(self._listen)
            self._server = await asyncio.start_unix_server(self._accept, self._listen, limit=CHUNK)
            return
        host, _, port = self._listen.rpartition(":")
        self._server = await asyncio.start_server(self._accept, _require_loopback(host), int(port), limit=CHUNK)
        self._listen = f"{host}:{self._server.sockets[0].getsockname()[1]}"

    def _stop_listening(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
            if self._listen.startswith("/"):
                _remove_socket(self._listen)

    async def _accept(self, reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        self.accepted += 1
        if (task := asyncio.current_task()) is not None:
            self._accepting.add(task)
            task.add_done_callback(self._accepting.discard)
        try:
            if self._to.startswith("/"):
                upstream_reader, upstream = await asyncio.open_unix_connection(self._to, limit=CHUNK)
            else:
                host, _, port = self._to.rpartition(":")
                upstream_reader, upstream = await asyncio.open_connection(
                    _require_loopback(host), int(port), limit=CHUNK
                )
        except OSError:
            _reset(client)
            return
        connection = _Connection(client=client, upstream=upstream)
        self._connections.add(connection)
        connection.tasks = [
            asyncio.create_task(self._forward(reader, upstream)),
            asyncio.create_task(self._forward(upstream_reader, client)),
        ]
        results = await asyncio.gather(*connection.tasks, return_exceptions=True)
        # A canceled task means drop_upstream, after which the client's side must stay open.
        if not any(isinstance(result, asyncio.CancelledError) for result in results):
            self._reset(connection)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one direction of a connection. Each chunk, and the end, is sent `delay` seconds after it was read."""
        delayed: deque[tuple[float, bytes]] = deque()
        not_empty, not_full = asyncio.Event(), asyncio.Event()
        not_full.set()

        async def write_delayed() -> None:
            while True:
                while not delayed:
                    not_empty.clear()
                    await not_empty.wait()
                due, chunk = delayed.popleft()
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                await self._running.wait()
                if sum(len(waiting) for _, waiting in delayed) < MAX_DELAYED_BYTES:
                    not_full.set()
                if not chunk:
                    with contextlib.suppress(OSError):
                        writer.write_eof()
                    return
                writer.write(chunk)
                await writer.drain()

        writing = asyncio.create_task(write_delayed())
        try:
            ended = False
            while not ended:
                try:
                    chunk = await reader.read(CHUNK)
                except OSError:
                    writing.cancel()
                    _reset(writer)
                    return
                ended = not chunk
                delayed.append((time.monotonic() + self.delay, chunk))
                not_empty.set()
                if sum(len(waiting) for _, waiting in delayed) >= MAX_DELAYED_BYTES:
                    not_full.clear()
                await not_full.wait()
            with contextlib.suppress(OSError):
                await writing
        finally:
            writing.cancel()

    def _reset(self, connection: _Connection) -> None:
        for task in connection.tasks:
            task.cancel()
        _reset(connection.client)
        _reset(connection.upstream)
        self._connections.discard(connection)


def _reset(writer: asyncio.StreamWriter) -> None:
    """Close a connection with a TCP reset instead of an end of stream. A Unix socket, which has none, is closed."""
    held = writer.get_extra_info("socket")
    if held is not None and held.family != socket.AF_UNIX:
        with contextlib.suppress(OSError):
            held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
    writer.transport.abort()


def _remove_socket(path: str) -> None:
    Path(path).unlink(missing_ok=True)


def _require_loopback(host: str) -> str:
    if host not in {"127.0.0.1", "localhost", "::1"}:
        raise SystemExit(f"{host} is not on this machine; the proxy forwards to loopback only.")
    return host


async def run_proxy(options: argparse.Namespace) -> None:
    """Run the proxy for `options.seconds`, at most an hour. With `options.cut_every`, cut the connections regularly."""
    async with FaultyProxy(listen=options.listen, to=options.to) as proxy:
        proxy.delay = options.delay_ms / 1000
        print(f"{proxy.address} forwards to {options.to}, delayed by {options.delay_ms:g} ms each way", flush=True)
        end = time.monotonic() + min(options.seconds, MAX_SECONDS)
        while (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(left, options.cut_every or left))
            if options.cut_every and time.monotonic() < end:
                await proxy.cut(options.cut_seconds)
                print(f"cut for {options.cut_seconds:g} s; {proxy.accepted} connections so far", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--listen", required=True)
    parser.add_argument("--to", required=True)
    parser.add_argument("--delay-ms", type=float, default=0)
    parser.add_argument("--cut-every", type=float, default=0, help="seconds; 0 never cuts")
    parser.add_argument("--cut-seconds", type=float, default=3)
    parser.add_argument("--seconds", type=float, default=MAX_SECONDS)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run_proxy(parser.parse_args()))
