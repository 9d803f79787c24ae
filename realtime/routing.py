"""The ASGI application for WebSockets: who may open one, and what then speaks on it."""

from collections.abc import Awaitable, Callable, Collection
from typing import Any
from urllib.parse import parse_qs

from realtime import codec, conformance
from realtime.consumer import SocketConsumer
from realtime.hub import Hub
from realtime.outlet import Pace
from realtime.ports import EventLog, SessionLookup, TokenVerifier

PATHS = ("/socket.io/", "/socket.io")

Application = Callable[[Any, Any, Any], Awaitable[None]]


def websocket_application(
    *,
    verifier: TokenVerifier,
    sessions: SessionLookup,
    log: EventLog,
    origins: Collection[str],
    conformance_mode: bool = False,
    pace: Pace | None = None,
    reconcile_seconds: float = 2.0,
    sweep_seconds: float = 20.0,
) -> Application:
    """Build the application with its one hub; call it once for a process.

    `origins` are the pages that may connect ("https://tablehawk.example"). A client that is no browser sends no Origin
    and is let through: what admits a socket is the token in its CONNECT packet, which no page sends by accident.
    """
    if conformance_mode:
        namespaces = conformance.namespaces()
        pace = pace or conformance.PACE
    else:
        namespaces = {
            codec.ROOT: Hub(
                verifier=verifier,
                sessions=sessions,
                events=log,
                reconcile_seconds=reconcile_seconds,
                sweep_seconds=sweep_seconds,
            )
        }
        pace = pace or Pace()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if _may_open(scope, origins):
            await SocketConsumer(namespaces=namespaces, pace=pace)(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close"})

    return application


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
