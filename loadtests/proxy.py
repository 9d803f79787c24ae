"""A TCP proxy with faults: forwards each connection at once, late, not at all, or until it is cut.

    async with FaultyProxy(listen="127.0.0.1:0", to="127.0.0.1:9101") as wire:
        wire.delay = 0.025      # seconds each way, so 50 ms there and back
        await wire.cut(3)       # every connection is reset, new ones are refused for 3 s
        wire.pause()            # nothing passes and nobody is told; `go_on` lets all of it through, as a network does
        wire.drop_upstream()    # half-open: the far ends are gone, this side is not told

Addresses are loopback ports or unix sockets ("/path"). By hand, until Ctrl-C or at most an hour:

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
# Bytes on their way in one direction of one connection before reading stops, as a socket's own buffer would.
MOST_ON_THE_WAY = 4 * 1024 * 1024
# SO_LINGER on, for zero seconds: closing resets, where an ordinary close would say goodbye.
AT_ONCE = struct.pack("ii", 1, 0)
LONGEST_BY_HAND = 3600.0


@dataclass(eq=False)
class _Link:
    """One connection: the side that came to us, and the far end."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter
    tasks: list[asyncio.Task[None]] = field(default_factory=list)


class FaultyProxy:
    """One way from here to there. Counts what came (`connects`) and what was refused by its own hand (`cuts`)."""

    def __init__(self, *, listen: str, to: str) -> None:
        self._listen, self._to = listen, to
        self._server: asyncio.Server | None = None
        self._links: set[_Link] = set()
        self._moving = asyncio.Event()
        self._moving.set()
        self.delay = 0.0
        self.connects = 0
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
        """Where it listens, with the port that the system chose."""
        return self._listen

    @property
    def links(self) -> int:
        """How many connections are open now."""
        return len(self._links)

    async def cut(self, seconds: float = 0.0) -> None:
        """Reset every connection and refuse new ones for that long."""
        self.cuts += 1
        await self._shut()
        for link in list(self._links):
            self._reset(link)
        await asyncio.sleep(seconds)
        await self._open()

    def pause(self) -> None:
        """Let nothing through, in either direction; connections stay, new ones are taken and hear nothing."""
        self._moving.clear()

    def resume(self) -> None:
        """Let everything through that waited."""
        self._moving.set()

    def drop_upstream(self) -> None:
        """Break the far side of each connection and keep this side open: what is written here gets no answer."""
        for link in self._links:
            for task in link.tasks:
                task.cancel()
            _reset(link.far)

    async def close(self) -> None:
        """End everything."""
        await self._shut()
        for link in list(self._links):
            self._reset(link)

    async def _open(self) -> None:
        if self._listen.startswith("/"):
            _forget(self._listen)
            self._server = await asyncio.start_unix_server(self._come, self._listen, limit=CHUNK)
            return
        host, _, port = self._listen.rpartition(":")
        self._server = await asyncio.start_server(self._come, _loopback(host), int(port), limit=CHUNK)
        self._listen = f"{host}:{self._server.sockets[0].getsockname()[1]}"

    async def _shut(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
            if self._listen.startswith("/"):
                _forget(self._listen)

    async def _come(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        self.connects += 1
        try:
            if self._to.startswith("/"):
                far_reader, far = await asyncio.open_unix_connection(self._to, limit=CHUNK)
            else:
                host, _, port = self._to.rpartition(":")
                far_reader, far = await asyncio.open_connection(_loopback(host), int(port), limit=CHUNK)
        except OSError:
            _reset(near)
            return
        link = _Link(near=near, far=far)
        self._links.add(link)
        link.tasks = [
            asyncio.create_task(self._carry(reader, far)),
            asyncio.create_task(self._carry(far_reader, near)),
        ]
        done = await asyncio.gather(*link.tasks, return_exceptions=True)
        # A lost far end leaves this side open until somebody closes it.
        if not any(isinstance(one, asyncio.CancelledError) for one in done):
            self._reset(link)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Bring what is read to the other side, each piece `delay` after it came; the end of it too."""
        on_the_way: deque[tuple[float, bytes]] = deque()
        something, room = asyncio.Event(), asyncio.Event()
        room.set()

        async def bring() -> None:
            while True:
                while not on_the_way:
                    something.clear()
                    await something.wait()
                due, piece = on_the_way.popleft()
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                await self._moving.wait()
                if sum(len(one) for _, one in on_the_way) < MOST_ON_THE_WAY:
                    room.set()
                if not piece:
                    with contextlib.suppress(OSError):
                        writer.write_eof()
                    return
                writer.write(piece)
                await writer.drain()

        bringing = asyncio.create_task(bring())
        try:
            piece = b"more"
            while piece:
                try:
                    piece = await reader.read(CHUNK)
                except OSError:
                    bringing.cancel()
                    _reset(writer)
                    return
                on_the_way.append((time.monotonic() + self.delay, piece))
                something.set()
                if sum(len(one) for _, one in on_the_way) >= MOST_ON_THE_WAY:
                    room.clear()
                await room.wait()
            with contextlib.suppress(OSError):
                await bringing
        finally:
            bringing.cancel()

    def _reset(self, link: _Link) -> None:
        for task in link.tasks:
            task.cancel()
        _reset(link.near)
        _reset(link.far)
        self._links.discard(link)


def _reset(writer: asyncio.StreamWriter) -> None:
    """Close so that the other side hears a reset, not an end (a unix socket knows ends only)."""
    held = writer.get_extra_info("socket")
    if held is not None and held.family != socket.AF_UNIX:
        with contextlib.suppress(OSError):
            held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    writer.transport.abort()


def _forget(path: str) -> None:
    Path(path).unlink(missing_ok=True)


def _loopback(host: str) -> str:
    if host not in {"127.0.0.1", "localhost", "::1"}:
        raise SystemExit(f"{host} is not on this machine; the proxy only leads to loopback.")
    return host


async def run_proxy(options: argparse.Namespace) -> None:
    """Stand between two addresses for a while."""
    async with FaultyProxy(listen=options.listen, to=options.to) as wire:
        wire.delay = options.delay_ms / 1000
        print(f"{wire.address} leads to {options.to}, {options.delay_ms:g} ms later each way", flush=True)
        end = time.monotonic() + min(options.seconds, LONGEST_BY_HAND)
        while (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(left, options.cut_every or left))
            if options.cut_every and time.monotonic() < end:
                await wire.cut(options.cut_seconds)
                print(f"cut for {options.cut_seconds:g} s; {wire.connects} connections so far", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--listen", required=True)
    parser.add_argument("--to", required=True)
    parser.add_argument("--delay-ms", type=float, default=0)
    parser.add_argument("--cut-every", type=float, default=0, help="seconds; 0 never cuts")
    parser.add_argument("--cut-seconds", type=float, default=3)
    parser.add_argument("--seconds", type=float, default=LONGEST_BY_HAND)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run_proxy(parser.parse_args()))
