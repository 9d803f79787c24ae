"""/healthz, /readyz and /metrics on a separate port (docs/decisions/0168-web-process.md).

The server of this port has its own thread and event loop, so a busy main event loop delays no probe. In production, the
public port answers 404 for these three paths.
"""

import asyncio
import socket
from threading import Thread
from typing import Any, Final
from weakref import WeakSet

from aiohttp import web

from server import messages
from server.health import Answer, Health, json_answer

# A delay for every request after the first on a connection, and for every request at the public port. It keeps hundreds
# of connections from using much CPU time. A kubelet and Prometheus send one request every few seconds.
PACE_SECONDS: Final = 0.25
PATHS: Final = frozenset({"/healthz", "/readyz", "/metrics"})
NOT_FOUND: Final = json_answer(404, {"code": "not_found", "message": messages.NOT_FOUND})
WRONG_METHOD: Final = json_answer(405, {"code": "wrong_method", "message": messages.WRONG_METHOD})


async def answer(
    health: Health, *, method: str, path: str, authorization: str, address: str, accept: str = ""
) -> Answer:
    if path not in PATHS:
        return NOT_FOUND
    if method not in ("GET", "HEAD"):
        return WRONG_METHOD
    if path == "/healthz":
        return health.liveness()
    if path == "/readyz":
        return health.readiness()
    return await health.metrics(authorization=authorization, address=address, accept=accept)


class OpsPort:
    """Serves /healthz, /readyz and /metrics on a separate port."""

    def __init__(self, health: Health) -> None:
        self._health = health
        # Connections that have had a response. Further requests on them are delayed.
        self._answered: WeakSet[asyncio.BaseTransport] = WeakSet()

    def open(self, listening: socket.socket) -> None:
        """Serve on a listening socket, in a thread that ends with the process."""
        Thread(target=asyncio.run, args=[self._run(listening)], name="ops", daemon=True).start()

    async def _run(self, listening: socket.socket) -> None:
        runner = web.ServerRunner(web.Server(self._serve, access_log=None))
        await runner.setup()
        await web.SockSite(runner, listening).start()
        await asyncio.Event().wait()

    async def _serve(self, request: web.BaseRequest) -> web.Response:
        if request.transport in self._answered:
            await asyncio.sleep(PACE_SECONDS)
        elif request.transport is not None:
            self._answered.add(request.transport)
        status, content_type, body = await answer(
            self._health,
            method=request.method,
            path=request.path,
            authorization=request.headers.get("Authorization", ""),
            address=request.remote or "",
            accept=request.headers.get("Accept", ""),
        )
        return web.Response(status=status, body=body, headers={"Content-Type": content_type})


class OpsPaths:
    """Wraps the public ASGI application. It answers PATHS itself: with their content if they are `public`, otherwise
    with 404."""

    def __init__(self, application: Any, *, health: Health, public: bool) -> None:
        self.application = application
        self._health = health
        self._public = public

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] not in PATHS:
            await self.application(scope, receive, send)
            return
        await asyncio.sleep(PACE_SECONDS)
        found = NOT_FOUND
        if self._public:
            given = dict(scope["headers"])
            found = await answer(
                self._health,
                method=scope["method"],
                path=scope["path"],
                authorization=given.get(b"authorization", b"").decode("latin-1"),
                address=scope["client"][0] if scope.get("client") else "",
                accept=given.get(b"accept", b"").decode("latin-1"),
            )
        length = str(len(found.body)).encode()
        headers = [(b"content-type", found.content_type.encode()), (b"content-length", length)]
        await send({"type": "http.response.start", "status": found.status, "headers": headers})
        await send({"type": "http.response.body", "body": found.body})
