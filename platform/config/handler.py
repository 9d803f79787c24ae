"""Django as an ASGI application with one hop: the event loop takes a request in, one thread of a fixed set serves it.

All middleware, views and queries here are synchronous. Django's own handler starts a thread for each request and goes
back and forth between it and the event loop around every middleware, which costs more than they do. A fixed set also
keeps requests that come too fast in one line instead of letting them fight for database connections. One that has
waited longer than `timeout` is refused unserved (config/middleware.py), so that the line does not grow without end.
"""

import asyncio
import contextvars
import io
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http import HttpRequest, HttpResponseBadRequest
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

from config.graceful_shutdown import presence

LATE: Final = "tablehawk.late"


def came_too_late(request: HttpRequest) -> bool:
    """Whether the request has waited for a thread longer than anybody waits for an answer."""
    return bool(getattr(request, "scope", {}).get(LATE))


class Answer(NamedTuple):
    """A whole answer, ready to be sent."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class PooledHandler(BaseHandler):
    """The ASGI application. `threads` serve at once; a request that waited `timeout` seconds is marked LATE.

    `in_flight` counts the requests that were taken in and are not answered yet.
    """

    def __init__(self, *, threads: int, timeout: float) -> None:
        super().__init__()
        self.load_middleware()
        self.in_flight = 0
        self._idle = asyncio.Event()
        self._timeout = timeout
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="request")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one request."""
        body = await _whole_body(receive)
        if body is None:
            return
        # What middleware around us has put into the context belongs to this request, in its thread too.
        context = contextvars.copy_context()
        self.in_flight += 1
        self._idle.clear()
        try:
            answer = await asyncio.get_running_loop().run_in_executor(
                self._threads, context.run, self._serve, scope, body, time.monotonic()
            )
            # A kept-alive connection would send its next request to a process that has exited.
            closing = [(b"Connection", b"close")] if presence.leaving else []
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers + closing})
            await send({"type": "http.response.body", "body": answer.body})
        finally:
            self.in_flight -= 1
            if not self.in_flight:
                self._idle.set()

    async def answered(self) -> None:
        """Wait until every request that was taken in has its answer."""
        if self.in_flight:
            await self._idle.wait()

    def _serve(self, scope: Any, body: bytes, arrived: float) -> Answer:
        late = time.monotonic() - arrived > self._timeout
        set_script_prefix(scope.get("root_path", ""))
        request_started.send(sender=self.__class__, scope=scope)
        response: HttpResponseBase
        try:
            response = self.get_response(ASGIRequest({**scope, LATE: late}, io.BytesIO(body)))
        except UnicodeDecodeError:
            # Of the query, which is read before anything of ours is.
            response = HttpResponseBadRequest()
        # Closing it tells Django that the request is over, which gives the connection back to the pool.
        response._handler_class = self.__class__  # type: ignore[attr-defined]  # Django's own handlers set it
        try:
            return Answer(response.status_code, _headers(response), _content(response))
        finally:
            response.close()


async def _whole_body(receive: Any) -> bytes | None:
    """The body, which config/limits.py keeps small; None when the client went away before its end."""
    chunks = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        chunks.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(chunks)


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    cookies = [(b"Set-Cookie", morsel.OutputString().encode("ascii")) for morsel in response.cookies.values()]
    return headers + cookies


def _content(response: HttpResponseBase) -> bytes:
    """All of it: what is streamed here is no bigger than what is not."""
    if isinstance(response, StreamingHttpResponse):
        return bytes(response.getvalue())
    return bytes(getattr(response, "content", b""))
