"""Thousands of browsers' sockets in one process: as thin as they can be, and as well-behaved as the page's own.

Each connects, gives its token and the last number it has, answers pings, comes back by itself after a pause of its own,
and notes when it got which event. Owns no judgement. Talks only to loopback.
"""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import aiohttp

from loadtests.clients import require_loopback

# Engine.IO and Socket.IO frame types, as text: open, ping, pong; connect, event, connect error.
OPEN, PING, PONG = "0", "2", "3"
CONNECTED, EVENT, REFUSED = "40", "42", "44"
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 5.0


@dataclass(slots=True)
class Browser:
    """One user's socket. `got` maps an event's number to our clock (unix seconds) when it came."""

    user_id: int
    access: str = field(repr=False)
    last_seq: int = 0
    got: dict[int, float] = field(default_factory=dict)
    repeated: int = 0
    connects: int = 0
    ready_at: float | None = None
    task: asyncio.Task[None] | None = None

    @property
    def ready(self) -> bool:
        """Whether it is connected and has everything from before."""
        return self.ready_at is not None


class SocketUsers:
    """Many browsers against one address."""

    def __init__(self, *, base_url: str, browsers: Sequence[Browser], seed: int = 1) -> None:
        self._url = f"ws://{urlsplit(require_loopback(base_url)).netloc}/socket.io/?EIO=4&transport=websocket"
        self._origin = base_url
        self._http: aiohttp.ClientSession | None = None
        self._rng = random.Random(seed)
        self.browsers = browsers
        self.closes: dict[str, int] = {}
        self.refused = 0

    async def join(self, *, rate: float) -> None:
        """Let `rate` browsers a second connect, each for good; returns once all have begun."""
        self._http = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0), timeout=aiohttp.ClientTimeout(total=None, sock_connect=20)
        )
        begun = time.monotonic()
        for number, browser in enumerate(self.browsers):
            browser.task = asyncio.create_task(self._live(browser))
            await asyncio.sleep(max(0.0, begun + number / rate - time.monotonic()))

    @property
    def ready(self) -> int:
        """How many are connected."""
        return sum(browser.ready for browser in self.browsers)

    async def until_ready(self, *, count: int, seconds: float) -> float | None:
        """Wait until so many are connected; returns the seconds it took, None when they did not come in time."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            if self.ready >= count:
                return time.monotonic() - begun
            await asyncio.sleep(0.05)
        return None

    async def leave(self) -> None:
        """Close everything."""
        tasks = [browser.task for browser in self.browsers if browser.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._http is not None:
            await self._http.close()

    async def _live(self, browser: Browser) -> None:
        """Be connected; after a loss come back later and later, at a moment of one's own."""
        failures = 0
        while True:
            within = None
            try:
                within = await self._session(browser)
                failures = 0
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                failures += 1
                self._count(type(error).__name__)
            browser.ready_at = None
            if within is None:
                within = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(failures, 8))
            await asyncio.sleep(within * self._rng.random())

    async def _session(self, browser: Browser) -> float | None:
        """One connection from hello to its end. Returns within how many seconds to come back, if it said."""
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
                        return await self._go_away(browser, socket, body["within"])
                    self._take(browser, name, body)
                elif text.startswith(OPEN):
                    hello = {"token": browser.access, "last_seq": browser.last_seq}
                    await socket.send_str(CONNECTED + json.dumps(hello))
                elif text.startswith(CONNECTED):
                    browser.connects += 1
                elif text.startswith(REFUSED):
                    self.refused += 1
            self._count(str(socket.close_code))
        return None

    async def _go_away(self, browser: Browser, socket: aiohttp.ClientWebSocketResponse, within: float) -> float:
        """The server asked us to come back elsewhere: leave at a moment of our own, listening until then."""
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
                self._take(browser, *json.loads(message.data[len(EVENT) :]))
        self._count("away")
        return 0.0

    def _take(self, browser: Browser, name: str, body: dict[str, object]) -> None:
        if name == "ready":
            browser.ready_at = time.time()
            browser.last_seq = int(str(body["seq"]))
        elif name == "event":
            seq = int(str(body["seq"]))
            if seq in browser.got:
                browser.repeated += 1
            else:
                browser.got[seq] = time.time()
            browser.last_seq = max(browser.last_seq, seq)

    def _count(self, word: str) -> None:
        self.closes[word] = self.closes.get(word, 0) + 1
