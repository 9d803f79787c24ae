"""The outgoing side of one socket: order, heartbeat, and a bound on what the peer has not read yet.

ASGI servers differ in whether `send` waits for a slow peer (daphne never does), so the bound rests on the protocol
itself: an Engine.IO ping travels behind the data, hence its pong proves that everything before it was read. A ping goes
out every `ping_interval`, and also after every PROBE_BYTES.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from autobahn.exception import Disconnected

from realtime import failures
from realtime.codec import PING, Frame
from realtime.metrics import CLOSES

PROBE_BYTES = 64 * 1024
WINDOW_BYTES = 256 * 1024
LIMIT_BYTES = 4 * 1024 * 1024

# The peer is gone: asyncio's servers raise the first, daphne's WebSocket library the second (a RuntimeError).
GONE: Final = (OSError, Disconnected)

Send = Callable[[Any], Awaitable[None]]


class Close(IntEnum):
    """Why the server closes a WebSocket."""

    NORMAL = 1000
    # 1001 in the range that a server may choose from.
    GOING_AWAY = 4001
    MALFORMED = 4400
    NOT_AUTHORIZED = 4401
    TIMEOUT = 4408
    TOO_BIG = 4413
    SLOW = 4429
    TOO_MANY = 4430
    UNAVAILABLE = 4503


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Engine.IO's clocks in seconds and the largest message it takes in bytes."""

    ping_interval: float = 25.0
    ping_timeout: float = 20.0
    connect_timeout: float = 10.0
    max_payload: int = 1_000_000


class Outlet:
    """Takes frames at any moment without waiting; one short-lived task hands them to the server in order."""

    __slots__ = (
        "_backlog",
        "_beat",
        "_deadline",
        "_flushing",
        "_loop",
        "_pace",
        "_probes",
        "_proven",
        "_relief",
        "_send",
        "_sent",
        "closing",
    )

    def __init__(self, send: Send, pace: Pace) -> None:
        self._send = send
        self._pace = pace
        self._loop = asyncio.get_running_loop()
        self._backlog: deque[dict[str, Any]] = deque()
        self._flushing: asyncio.Task[None] | None = None
        self._sent = 0
        self._proven = 0
        self._probes: deque[int] = deque()
        self._relief = asyncio.Event()
        self._beat: asyncio.TimerHandle | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self.closing = False

    def accept(self, first: Frame) -> None:
        """Accept the WebSocket, send the first frame and start the heartbeat."""
        self._put({"type": "websocket.accept"})
        self.push(first)
        self._beat = self._loop.call_later(self._pace.ping_interval, self._on_beat)

    def push(self, *frames: Frame) -> None:
        """Send frames in order, after all that was pushed before. Does nothing once the socket is closing."""
        if self.closing:
            return
        for frame in frames:
            self._sent += len(frame)
            self._put({"type": "websocket.send", "text" if isinstance(frame, str) else "bytes": frame})
        if self._sent - self._proven > LIMIT_BYTES:
            self._backlog.clear()
            self.close(Close.SLOW)
        elif self._sent - (self._probes[-1] if self._probes else self._proven) > PROBE_BYTES:
            self._probe()

    @property
    def congested(self) -> bool:
        """More is on its way than a peer that keeps up would leave unread."""
        return self._sent - self._proven > WINDOW_BYTES

    async def drained(self) -> None:
        """Wait until the peer has caught up, or the socket is closing."""
        while self.congested and not self.closing:
            self._relief.clear()
            await self._relief.wait()

    def pong(self) -> None:
        """The peer answered the oldest open ping. An answer to nothing proves nothing."""
        if not self._probes:
            return
        self._proven = self._probes.popleft()
        if self._deadline:
            self._deadline.cancel()
        self._deadline = self._timeout() if self._probes else None
        self._relief.set()

    def close(self, code: Close, *, reason: str = "") -> None:
        """Close the WebSocket behind what is still to be sent. `reason` is a short sentence for the close frame."""
        if not self.closing:
            CLOSES.labels(str(int(code))).inc()
            self._put({"type": "websocket.close", "code": int(code), **({"reason": reason} if reason else {})})
            self._quiet()

    def lost(self) -> None:
        """The peer is gone: nothing can be sent any more."""
        self._quiet()
        self._backlog.clear()
        if self._flushing:
            self._flushing.cancel()

    def _quiet(self) -> None:
        self.closing = True
        self._relief.set()
        for timer in (self._beat, self._deadline):
            if timer:
                timer.cancel()

    def _on_beat(self) -> None:
        self._beat = self._loop.call_later(self._pace.ping_interval, self._on_beat)
        self._probe()

    def _probe(self) -> None:
        self._put({"type": "websocket.send", "text": PING})
        self._probes.append(self._sent)
        if self._deadline is None:
            self._deadline = self._timeout()

    def _timeout(self) -> asyncio.TimerHandle:
        return self._loop.call_later(self._pace.ping_timeout, self.close, Close.TIMEOUT)

    def _put(self, message: dict[str, Any]) -> None:
        self._backlog.append(message)
        if self._flushing is None:
            self._flushing = self._loop.create_task(self._flush())

    async def _flush(self) -> None:
        try:
            while self._backlog:
                await self._send(self._backlog.popleft())
        except GONE:
            pass  # the server tells the consumer by itself
        except Exception:  # noqa: BLE001 - a server may raise anything, and nobody awaits this task
            failures.report("a frame could not be sent")
            with suppress(Exception):
                await self._send({"type": "websocket.close", "code": int(Close.UNAVAILABLE)})
        else:
            return
        finally:
            self._flushing = None
        self._quiet()
        self._backlog.clear()
