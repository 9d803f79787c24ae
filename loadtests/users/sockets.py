"""Sockets of thousands of virtual users in one process. Each is a plain aiohttp connection, which needs little CPU.

A socket sends its token and last event number, answers pings, reconnects after a random pause as the page does, and
records when each event arrived. Loopback only.
"""

import asyncio
import json
import random
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import aiohttp

from loadtests.clients import require_loopback
from loadtests.management import read_manage_lines
from loadtests.running import RunningStack

# The prefix of the users' e-mail addresses. `manage.py bench_stream` sends events to the users with this prefix.
PREFIX = "socket-users"
# The number of open files of this process besides its sockets, at most.
OTHER_FILES = 500
# Engine.IO and Socket.IO frame types, as text: open, ping, pong; connect, event, connect error.
OPEN, PING, PONG = "0", "2", "3"
CONNECTED, EVENT, REFUSED = "40", "42", "44"
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 5.0


@dataclass(slots=True)
class SocketUser:
    """One user's socket. `received` maps event numbers to the time of arrival (unix seconds).

    `repeated` counts events that arrived again, `connects` counts connections.
    """

    user_id: int
    access: str = field(repr=False)
    last_seq: int = 0
    received: dict[int, float] = field(default_factory=dict)
    repeated: int = 0
    connects: int = 0
    ready_at: float | None = None
    task: asyncio.Task[None] | None = None

    @property
    def ready(self) -> bool:
        """Return whether the socket is connected and has received all earlier events."""
        return self.ready_at is not None


class SocketUsers:
    """The sockets of many users at one address. `closes` counts closed connections by reason."""

    def __init__(self, *, base_url: str, users: Sequence[SocketUser], seed: int = 1) -> None:
        self._url = f"ws://{urlsplit(require_loopback(base_url)).netloc}/socket.io/?EIO=4&transport=websocket"
        self._origin = base_url
        self._http: aiohttp.ClientSession | None = None
        self._rng = random.Random(seed)
        self.users = users
        self.closes: dict[str, int] = {}
        self.refused = 0

    async def connect(self, *, rate: float) -> None:
        """Start `rate` sockets per second and return when all have started. They reconnect until `close` is called."""
        self._http = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0), timeout=aiohttp.ClientTimeout(total=None, sock_connect=20)
        )
        begun = time.monotonic()
        for number, user in enumerate(self.users):
            user.task = asyncio.create_task(self._keep_connected(user))
            await asyncio.sleep(max(0.0, begun + number / rate - time.monotonic()))

    @property
    def ready(self) -> int:
        """Return how many sockets are connected and have received all earlier events."""
        return sum(user.ready for user in self.users)

    async def wait_until_ready(self, *, count: int, seconds: float) -> float | None:
        """Wait until `count` sockets are ready. Return how many seconds that took, or None on a timeout."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            if self.ready >= count:
                return time.monotonic() - begun
            await asyncio.sleep(0.05)
        return None

    async def close(self) -> None:
        """Close all sockets."""
        tasks = [user.task for user in self.users if user.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._http is not None:
            await self._http.close()

    async def _keep_connected(self, user: SocketUser) -> None:
        """Connect, and reconnect after each loss. The longest random pause doubles with each consecutive failure."""
        failures = 0
        while True:
            within = None
            try:
                within = await self._run_session(user)
                failures = 0
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                failures += 1
                self._count_close(type(error).__name__)
            user.ready_at = None
            if within is None:
                within = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(failures, 8))
            await asyncio.sleep(within * self._rng.random())

    async def _run_session(self, user: SocketUser) -> float | None:
        """Run one connection to its end.

        Returns the longest pause before the next connection in seconds, or None to use the default.
        """
        assert self._http is not None
        headers = {"Origin": self._origin}
        async with self._http.ws_connect(self._url, headers=headers, max_msg_size=0, autoping=True) as socket:
            async for message in socket:
                text = message.data
                if not isinstance(text, str):
                    continue
                if text == PING:
                    await socket.send_str(PONG)
                elif text.startswith(EVENT):
                    name, body = json.loads(text[len(EVENT) :])
                    if name == "away":
                        return await self._move_away(user, socket, body["within"])
                    self._receive(user, name, body)
                elif text.startswith(OPEN):
                    hello = {"token": user.access, "last_seq": user.last_seq}
                    await socket.send_str(CONNECTED + json.dumps(hello))
                elif text.startswith(CONNECTED):
                    user.connects += 1
                elif text.startswith(REFUSED):
                    self.refused += 1
            self._count_close(str(socket.close_code))
        return None

    async def _move_away(self, user: SocketUser, socket: aiohttp.ClientWebSocketResponse, within: float) -> float:
        """Receive until a random moment within the next `within` seconds, then close. Return 0: reconnect at once."""
        until = time.monotonic() + within * self._rng.random()
        while (left := until - time.monotonic()) > 0:
            try:
                message = await asyncio.wait_for(socket.receive(), timeout=left)
            except TimeoutError:
                break
            if message.type is not aiohttp.WSMsgType.TEXT:
                break
            if message.data == PING:
                await socket.send_str(PONG)
            elif message.data.startswith(EVENT):
                self._receive(user, *json.loads(message.data[len(EVENT) :]))
        self._count_close("away")
        return 0.0

    def _receive(self, user: SocketUser, name: str, body: dict[str, object]) -> None:
        if name == "ready":
            user.ready_at = time.time()
            user.last_seq = int(str(body["seq"]))
        elif name == "event":
            seq = int(str(body["seq"]))
            if seq in user.received:
                user.repeated += 1
            else:
                user.received[seq] = time.time()
            user.last_seq = max(user.last_seq, seq)

    def _count_close(self, reason: str) -> None:
        self.closes[reason] = self.closes.get(reason, 0) + 1


def raise_file_limit(sockets: int) -> None:
    """Raise this process's limit of open files so that it fits the sockets. Exit if the system does not allow it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < sockets + OTHER_FILES:
        sys.exit(f"This system lets a process open {hard} files; {sockets} sockets need {sockets + OTHER_FILES}.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, sockets + OTHER_FILES), hard))


async def make_socket_users(running: RunningStack, *, count: int) -> list[SocketUser]:
    """Create `count` users with access tokens and return their sockets, not connected yet."""
    users = [
        json.loads(line) for line in await read_manage_lines(running, "bench_users", PREFIX, "--count", str(count))
    ]
    rows = running.query(
        "select user_id, last_seq from event_cursor where user_id = any(%s)", [user["user_id"] for user in users]
    )
    last_seq = {row["user_id"]: row["last_seq"] for row in rows}
    return [
        SocketUser(user_id=user["user_id"], access=user["access"], last_seq=last_seq.get(user["user_id"], 0))
        for user in users
    ]
