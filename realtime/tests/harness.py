"""Starts daphne for the tests, sends it control commands, and exchanges raw Socket.IO frames."""

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

from tools.stack.testing import run_process

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_SECONDS = 60.0
_TLS = ssl.create_default_context()  # unused, but httpx would build one for every client


class Server:
    """A running server: its port, log and control commands."""

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
    async def socket(self, query: str = "EIO=4&transport=websocket", **options: Any) -> AsyncIterator["RawClient"]:
        """Open a WebSocket to `/socket.io/`."""
        address = f"ws://127.0.0.1:{self.port}/socket.io/?{query}"
        # An unbounded receive queue, so that closing never waits for a test that stopped reading.
        options = {"ping_interval": None, "max_size": None, "max_queue": None, **options}
        async with connect(address, open_timeout=TIMEOUT_SECONDS, **options) as connection:
            yield RawClient(connection)

    @asynccontextmanager
    async def joined(self, token: str, last_seq: int | None = None, **options: Any) -> AsyncIterator["RawClient"]:
        """Open a socket, read its OPEN packet and send a CONNECT packet. The reply is not read."""
        async with self.socket(**options) as raw:
            await raw.frame()
            auth = {"token": token} if last_seq is None else {"token": token, "last_seq": last_seq}
            await raw.send("40" + json.dumps(auth))
            yield raw


class RawClient:
    """A WebSocket client that exchanges single frames. It answers and skips pings, except in frame() and rest()."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def send(self, *frames: str | bytes) -> None:
        for frame in frames:
            await self.connection.send(frame)

    async def frame(self) -> str | bytes:
        """Return the next frame, pings included."""
        frame = await self.connection.recv()
        assert isinstance(frame, str | bytes)
        return frame

    async def message(self) -> str | bytes:
        """Return the next frame other than a ping."""
        while (frame := await self.frame()) == "2":
            await self.send("3")
        return frame

    async def event(self) -> tuple[str, Any]:
        """Return name and data of the next event of the main namespace."""
        frame = await self.message()
        while not (isinstance(frame, str) and frame.startswith("42[")):
            frame = await self.message()
        name, data = json.loads(frame[2:])
        return name, data

    async def events_until_ready(self) -> tuple[list[int], int]:
        """Return the numbers of the replayed events, and the number in the event `ready`."""
        numbers: list[int] = []
        while True:
            name, data = await self.event()
            if name == "ready":
                return numbers, data["seq"]
            numbers.append(data["seq"])

    async def numbers(self, count: int) -> list[int]:
        """Return the numbers of the next durable events."""
        return [(await self.event())[1]["seq"] for _ in range(count)]

    async def numbers_until(self, last: int) -> list[int]:
        """Return the numbers of all durable events up to `last`, replayed or live."""
        numbers: list[int] = []
        while not numbers or numbers[-1] < last:
            name, data = await self.event()
            if name == "event":
                numbers.append(data["seq"])
        return numbers

    async def rest(self) -> list[str | bytes]:
        """Return every frame until the server closes. Pings are not answered."""
        frames = []
        with suppress(ConnectionClosed):
            while True:
                frames.append(await self.frame())
        return frames

    async def closed(self) -> int:
        """Wait until the server closes and return the close code."""
        await self.rest()
        assert self.connection.close_code is not None
        return self.connection.close_code


@contextmanager
def run_server(folder: Path, *, redis_url: str, **env: str) -> Iterator[Server]:
    """Run daphne with server.py for the duration of the block."""
    log = folder / "daphne.log"
    # On a busy machine, a handshake among many may take longer than the default of 5 s.
    patient = f"--websocket_connect_timeout={TIMEOUT_SECONDS:.0f}"
    command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", "0", patient]
    command.append("realtime.tests.server:application")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "REDIS_URL": redis_url, "PYTHONUNBUFFERED": "1", **env}
    environment.pop("DJANGO_SETTINGS_MODULE", None)

    def port() -> int:
        found = re.search(r"Listening on TCP address 127.0.0.1:(\d+)", log.read_text())
        return int(found[1]) if found else 0

    with run_process(command, log=log, ready=lambda: port() > 0, env=environment):
        yield Server(port(), log)
