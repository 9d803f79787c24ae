"""The ASGI application for WebSockets: who may open one, what then speaks on it, and how all of them are moved away."""

import asyncio
import math
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import parse_qs

from realtime import codec, conformance
from realtime.consumer import Namespace, SocketConsumer
from realtime.hub import Hub
from realtime.outlet import Close, Outlet, Pace
from realtime.ports import EventLog, SessionLookup, TokenVerifier, Witness

PATHS = ("/socket.io/", "/socket.io")
# Those who have not come back elsewhere by themselves are closed so often, a share of them each time.
BATCH_SECONDS: Final = 1.0
# For the last closing handshakes; who does not answer is gone already.
GOODBYE_SECONDS: Final = 2.0


class Sockets:
    """All WebSockets of a process: an ASGI application, and the way to empty it."""

    def __init__(self, *, namespaces: Mapping[str, Namespace], pace: Pace, origins: Collection[str]) -> None:
        self._namespaces = namespaces
        self._pace = pace
        self._origins = origins
        self._open: set[SocketConsumer] = set()
        self._empty = asyncio.Event()
        self._leaving = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one WebSocket to its end."""
        if self._leaving or not _may_open(scope, self._origins):
            await receive()
            await send({"type": "websocket.close"})
            return
        consumer = SocketConsumer(namespaces=self._namespaces, pace=self._pace, outlet=Outlet(send, self._pace))
        self._open.add(consumer)
        try:
            await consumer(scope, receive, send)
        finally:
            self._open.discard(consumer)
            if not self._open:
                self._empty.set()

    async def send_away(self, *, window: float) -> None:
        """Have all of them come back elsewhere, spread over `window` seconds; lets nobody in from now on.

        In its first half they go by themselves, each at a moment that it draws; who is still there is closed in
        batches in the second half. What happens meanwhile reaches them here, what happens later where they go: each
        says there which event it has seen last.
        """
        self._leaving = True
        for consumer in self._open:
            consumer.announce_leaving(within=math.floor(window / 2))
        await self._emptied(within=window / 2)
        for batches in range(max(1, math.ceil(window / 2 / BATCH_SECONDS)), 0, -1):
            for consumer in list(self._open)[: math.ceil(len(self._open) / batches)]:
                consumer.outlet.close(Close.GOING_AWAY)
            await self._emptied(within=BATCH_SECONDS if batches > 1 else GOODBYE_SECONDS)

    async def _emptied(self, *, within: float) -> None:
        """Wait until the last one is gone, so many seconds at the most."""
        if self._open:
            self._empty.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._empty.wait(), within)


def websocket_application(
    *,
    verifier: TokenVerifier,
    sessions: SessionLookup,
    log: EventLog,
    origins: Collection[str],
    conformance_mode: bool = False,
    witness: Witness | None = None,
    pace: Pace | None = None,
    reconcile_seconds: float = 2.0,
    sweep_seconds: float = 20.0,
) -> Sockets:
    """Build the application with its one hub; call it once for a process.

    `origins` are the pages that may connect ("https://tablehawk.example"). A client that is no browser sends no Origin
    and is let through: what admits a socket is the token in its CONNECT packet, which no page sends by accident.
    """
    if conformance_mode:
        namespaces: Mapping[str, Namespace] = conformance.namespaces()
        pace = pace or conformance.PACE
    else:
        namespaces = {
            codec.ROOT: Hub(
                verifier=verifier,
                sessions=sessions,
                events=log,
                witness=witness,
                reconcile_seconds=reconcile_seconds,
                sweep_seconds=sweep_seconds,
            )
        }
        pace = pace or Pace()
    return Sockets(namespaces=namespaces, pace=pace, origins=origins)


def _may_open(scope: Any, origins: Collection[str]) -> bool:
    """Right path, Engine.IO 4 straight over WebSocket, and no foreign page."""
    query = parse_qs(scope["query_string"].decode("latin-1"))
    sent = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
    return (
        scope["path"] in PATHS
        and query.get("EIO") == ["4"]
        and query.get("transport") == ["websocket"]
        and all(origin in origins for origin in sent)
    )
