"""The ASGI application for WebSockets: checks path and origin, creates a consumer for each socket, and drains."""

import asyncio
import math
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import parse_qs

from realtime import codec
from realtime.consumer import Namespace, SocketConsumer
from realtime.hub import DEFAULT_PERIODS, Hub, Periods
from realtime.ports import DeliveryObserver, EventLog, SessionLookup, TokenVerifier
from realtime.send_queue import Close, SendQueue, SessionSettings

SOCKET_PATHS = ("/socket.io/", "/socket.io")
# Interval between the batches of sockets that drain() closes.
BATCH_SECONDS: Final = 1.0
# Time for the last closing handshakes.
CLOSE_SECONDS: Final = 2.0


class SocketApplication:
    """All WebSockets of a process, as an ASGI application that can be drained."""

    def __init__(
        self, *, namespaces: Mapping[str, Namespace], settings: SessionSettings, origins: Collection[str]
    ) -> None:
        self._namespaces = namespaces
        self._settings = settings
        self._origins = origins
        self._open: set[SocketConsumer] = set()
        self._empty = asyncio.Event()
        self._draining = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one WebSocket until it closes."""
        if self._draining or not _may_connect(scope, self._origins):
            await receive()
            await send({"type": "websocket.close"})
            return
        consumer = SocketConsumer(
            namespaces=self._namespaces, settings=self._settings, send_queue=SendQueue(send, self._settings)
        )
        self._open.add(consumer)
        try:
            await consumer(scope, receive, send)
        finally:
            self._open.discard(consumer)
            if not self._open:
                self._empty.set()

    async def drain(self, *, window: float) -> None:
        """Move all sockets to other processes within `window` seconds, and refuse new ones from now on.

        In the first half of the window, each browser reconnects at a random moment. In the second half, the remaining
        sockets are closed in batches. No event is lost: a browser sends the number of its last event when it
        reconnects.
        """
        self._draining = True
        for consumer in self._open:
            consumer.send_away_event(within=math.floor(window / 2))
        await self._wait_until_empty(timeout=window / 2)
        for batches in range(max(1, math.ceil(window / 2 / BATCH_SECONDS)), 0, -1):
            for consumer in list(self._open)[: math.ceil(len(self._open) / batches)]:
                consumer.send_queue.close(Close.GOING_AWAY)
            await self._wait_until_empty(timeout=BATCH_SECONDS if batches > 1 else CLOSE_SECONDS)

    async def _wait_until_empty(self, *, timeout: float) -> None:
        """Wait until the last socket has closed, at most `timeout` seconds."""
        if self._open:
            self._empty.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._empty.wait(), timeout)


def websocket_application(
    *,
    verifier: TokenVerifier,
    sessions: SessionLookup,
    log: EventLog,
    origins: Collection[str],
    on_delivery: DeliveryObserver | None = None,
    settings: SessionSettings | None = None,
    periods: Periods = DEFAULT_PERIODS,
) -> SocketApplication:
    """Build the application with its hub, once per process.

    `origins` are the origins that may connect ("https://tablehawk.example"). A client that sends no Origin header is
    not a browser. Such a client may connect too, because the token in the CONNECT packet authorizes the socket.
    """
    hub = Hub(verifier=verifier, sessions=sessions, events=log, on_delivery=on_delivery, periods=periods)
    return SocketApplication(namespaces={codec.ROOT: hub}, settings=settings or SessionSettings(), origins=origins)


def _may_connect(scope: Any, origins: Collection[str]) -> bool:
    """Return whether path, protocol version, transport and Origin are allowed."""
    query = parse_qs(scope["query_string"].decode("latin-1"))
    sent = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
    return (
        scope["path"] in SOCKET_PATHS
        and query.get("EIO") == ["4"]
        and query.get("transport") == ["websocket"]
        and all(origin in origins for origin in sent)
    )
