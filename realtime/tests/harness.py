"""Starts a real daphne for the tests, drives it, and speaks raw Socket.IO frames to it."""

import json
import os
import re
import ssl
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stack.testing import running

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_SECONDS = 20.0
_TLS = ssl.create_default_context()  # never used, yet httpx would make one for every client


class Server:
    """A running server: where it listens, its log, and its control commands."""

    def __init__(self, port: int, log: Path) -> None:
        self.port = port
        self.log = log

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def control(self, do: str, **arguments: Any) -> Any:
        """Run one command of server.py."""
        async with httpx.AsyncClient(trust_env=False, verify=_TLS) as client:
            answer = await client.post(f"{self.url}/control", json={"do": do, **arguments}, timeout=TIMEOUT_SECONDS)
            return answer.raise_for_status().json()

    @asynccontextmanager
    async def socket(self, query: str = "EIO=4&transport=websocket", **options: Any) -> AsyncIterator["Raw"]:
        """A WebSocket to the sockets' path."""
        address = f"ws://127.0.0.1:{self.port}/socket.io/?{query}"
        # Without a bound on what waits unread, closing never waits for a test that stopped reading.
        options = {"ping_interval": None, "max_size": None, "max_queue": None, **options}
        async with connect(address, **options) as connection:
            yield Raw(connection)

    @asynccontextmanager
    async def joined(self, token: str, last_seq: int | None = None, **options: Any) -> AsyncIterator["Raw"]:
        """A socket that has sent its CONNECT packet; nothing of the answer is read beyond the open packet."""
        async with self.socket(**options) as raw:
            await raw.frame()
            auth = {"token": token} if last_seq is None else {"token": token, "last_seq": last_seq}
            await raw.send("40" + json.dumps(auth))
            yield raw


class Raw:
    """One raw client. Pings are answered, and not shown, unless a test reads single frames."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def send(self, *frames: str | bytes) -> None:
        for frame in frames:
            await self.connection.send(frame)

    async def frame(self) -> str | bytes:
        """The next frame, whatever it is."""
        frame = await self.connection.recv()
        assert isinstance(frame, str | bytes)
        return frame

    async def message(self) -> str | bytes:
        """The next frame that is no ping."""
        while (frame := await self.frame()) == "2":
            await self.send("3")
        return frame

    async def event(self) -> tuple[str, Any]:
        """The next event of the main namespace and its data."""
        frame = await self.message()
        while not (isinstance(frame, str) and frame.startswith("42[")):
            frame = await self.message()
        name, data = json.loads(frame[2:])
        return name, data

    async def events_until_ready(self) -> tuple[list[int], int]:
        """The numbers replayed, and the number that `ready` names."""
        numbers: list[int] = []
        while True:
            name, data = await self.event()
            if name == "ready":
                return numbers, data["seq"]
            numbers.append(data["seq"])

    async def numbers(self, count: int) -> list[int]:
        """The numbers of the next durable events."""
        return [(await self.event())[1]["seq"] for _ in range(count)]

    async def numbers_until(self, last: int) -> list[int]:
        """The numbers of all durable events up to `last`, replayed or live."""
        numbers: list[int] = []
        while not numbers or numbers[-1] < last:
            name, data = await self.event()
            if name == "event":
                numbers.append(data["seq"])
        return numbers

    async def rest(self) -> list[str | bytes]:
        """Every frame until the server closes; pings are not answered."""
        frames = []
        with suppress(ConnectionClosed):
            while True:
                frames.append(await self.frame())
        return frames

    async def closed(self) -> int:
        """Wait until the server closes; the close code."""
        await self.rest()
        assert self.connection.close_code is not None
        return self.connection.close_code


@contextmanager
def serving(folder: Path, *, redis_url: str, **env: str) -> Iterator[Server]:
    """Daphne over server.py, for the length of the block."""
    log = folder / "daphne.log"
    command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", "0", "realtime.tests.server:application"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "REDIS_URL": redis_url, "PYTHONUNBUFFERED": "1", **env}
    environment.pop("DJANGO_SETTINGS_MODULE", None)

    def port() -> int:
        found = re.search(r"Listening on TCP address 127.0.0.1:(\d+)", log.read_text())
        return int(found[1]) if found else 0

    with running(command, log=log, ready=lambda: port() > 0, env=environment):
        yield Server(port(), log)
