"""The send queue of one socket: order, heartbeat, and a bound on unread bytes.

Daphne's `send` never waits for a slow client, so the bound uses Engine.IO pings. A ping is sent behind the data, and
its pong confirms that the client has read everything before it. Pings are sent every `ping_interval` and after every
PING_EVERY_BYTES.
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

PING_EVERY_BYTES = 64 * 1024
CONGESTION_BYTES = 256 * 1024
MAX_UNCONFIRMED_BYTES = 4 * 1024 * 1024

# Raised when the peer is gone: OSError by asyncio, Disconnected (a RuntimeError) by daphne's WebSocket library.
PEER_GONE: Final = (OSError, Disconnected)

Send = Callable[[Any], Awaitable[None]]


class Close(IntEnum):
    """The codes with which the server closes a socket."""

    NORMAL = 1000
    # Used in place of the standard code 1001, which the server may not send.
    GOING_AWAY = 4001
    MALFORMED = 4400
    NOT_AUTHORIZED = 4401
    TIMEOUT = 4408
    TOO_BIG = 4413
    SLOW = 4429
    TOO_MANY = 4430
    UNAVAILABLE = 4503


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSettings:
    """Settings of an Engine.IO session: timings in seconds, and the largest message in bytes."""

    ping_interval: float = 25.0
    ping_timeout: float = 20.0
    connect_timeout: float = 10.0
    max_payload: int = 1_000_000


class SendQueue:
    """The frames that wait to be sent on one socket.

    Callers queue frames without waiting. One short-lived task passes them in order to the ASGI server.
    """

    __slots__ = (
        "_backlog",
        "_confirmed",
        "_deadline",
        "_flush_task",
        "_loop",
        "_open_pings",
        "_ping_timer",
        "_send",
        "_sent",
        "_settings",
        "_unblocked",
        "closing",
    )

    def __init__(self, send: Send, settings: SessionSettings) -> None:
        self._send = send
        self._settings = settings
        self._loop = asyncio.get_running_loop()
        self._backlog: deque[dict[str, Any]] = deque()
        self._flush_task: asyncio.Task[None] | None = None
        self._sent = 0
        self._confirmed = 0
        self._open_pings: deque[int] = deque()
        self._unblocked = asyncio.Event()
        self._ping_timer: asyncio.TimerHandle | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self.closing = False

    def accept(self, first: Frame) -> None:
        """Accept the WebSocket, send the first frame and start the heartbeat."""
        self._enqueue({"type": "websocket.accept"})
        self.push(first)
        self._ping_timer = self._loop.call_later(self._settings.ping_interval, self._send_heartbeat)

    def push(self, *frames: Frame) -> None:
        """Queue frames. Does nothing if the socket is closing. Closes the socket if too many bytes are unread."""
        if self.closing:
            return
        for frame in frames:
            self._sent += len(frame)
            self._enqueue({"type": "websocket.send", "text" if isinstance(frame, str) else "bytes": frame})
        if self._sent - self._confirmed > MAX_UNCONFIRMED_BYTES:
            self._backlog.clear()
            self.close(Close.SLOW)
        elif self._sent - (self._open_pings[-1] if self._open_pings else self._confirmed) > PING_EVERY_BYTES:
            self._send_ping()

    @property
    def congested(self) -> bool:
        """Whether more than CONGESTION_BYTES are sent and not confirmed."""
        return self._sent - self._confirmed > CONGESTION_BYTES

    async def wait_until_drained(self) -> None:
        """Wait until the queue is no longer congested or the socket is closing."""
        while self.congested and not self.closing:
            self._unblocked.clear()
            await self._unblocked.wait()

    def handle_pong(self) -> None:
        """Record that the client has read the bytes that precede the oldest unanswered ping. Ignore a pong without a
        ping."""
        if not self._open_pings:
            return
        self._confirmed = self._open_pings.popleft()
        if self._deadline:
            self._deadline.cancel()
        self._deadline = self._start_deadline() if self._open_pings else None
        self._unblocked.set()

    def close(self, code: Close, *, reason: str = "") -> None:
        """Close the WebSocket after all queued frames. `reason` (at most 123 bytes) goes into the close frame."""
        if not self.closing:
            CLOSES.labels(str(int(code))).inc()
            self._enqueue({"type": "websocket.close", "code": int(code), **({"reason": reason} if reason else {})})
            self._begin_closing()

    def abort(self) -> None:
        """Discard all queued frames, because the client is gone."""
        self._begin_closing()
        self._backlog.clear()
        if self._flush_task:
            self._flush_task.cancel()

    def _begin_closing(self) -> None:
        self.closing = True
        self._unblocked.set()
        for timer in (self._ping_timer, self._deadline):
            if timer:
                timer.cancel()

    def _send_heartbeat(self) -> None:
        self._ping_timer = self._loop.call_later(self._settings.ping_interval, self._send_heartbeat)
        self._send_ping()

    def _send_ping(self) -> None:
        self._enqueue({"type": "websocket.send", "text": PING})
        self._open_pings.append(self._sent)
        if self._deadline is None:
            self._deadline = self._start_deadline()

    def _start_deadline(self) -> asyncio.TimerHandle:
        return self._loop.call_later(self._settings.ping_timeout, self.close, Close.TIMEOUT)

    def _enqueue(self, message: dict[str, Any]) -> None:
        self._backlog.append(message)
        if self._flush_task is None:
            self._flush_task = self._loop.create_task(self._flush())

    async def _flush(self) -> None:
        try:
            while self._backlog:
                await self._send(self._backlog.popleft())
        except PEER_GONE:
            pass  # the server sends websocket.disconnect to the consumer
        except Exception:  # noqa: BLE001 - a server may raise any exception, and nothing awaits this task
            failures.log_exception("sending a frame failed")
            with suppress(Exception):
                await self._send({"type": "websocket.close", "code": int(Close.UNAVAILABLE)})
        else:
            return
        finally:
            self._flush_task = None
        self._begin_closing()
        self._backlog.clear()
