"""Django as an ASGI application: the event loop reads a request, and one thread of a fixed set serves it.

All middleware, views and queries are synchronous. Django's own handler starts threads for each request and switches
between thread and event loop around every middleware, which takes longer than the middleware itself. With a fixed set
of threads, requests wait in a queue and do not compete for database connections. This module marks requests with a body
over the limit and requests that waited too long for a thread; server/middleware.py refuses them.
"""

import asyncio
import contextvars
import io
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeVar

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_finished, request_started
from django.http import HttpRequest, HttpResponseBadRequest
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

from server.graceful_shutdown import state

T = TypeVar("T")

TOO_BIG: Final = "tablehawk.too_big"
TOO_LATE: Final = "tablehawk.too_late"
UNANSWERED: Final = "tablehawk.unanswered"
READS: Final = ("GET", "HEAD", "OPTIONS")


class Unanswered(TimeoutError):
    """A call has begun and has no answer at the deadline. It goes on, and what it does may still happen."""


def is_marked(request: HttpRequest, mark: str) -> bool:
    """Return whether the request has the mark TOO_BIG, TOO_LATE or UNANSWERED."""
    return bool(getattr(request, "scope", {}).get(mark))


class Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class PooledHandler(BaseHandler):
    """The ASGI application. It serves up to `threads` requests at once.

    A request with a body of more than `body_limit` bytes is marked TOO_BIG, and the rest of the body is not read. A
    request that waits more than `timeout` seconds for a thread is marked TOO_LATE. One that has no answer after
    `deadline` seconds is too, or UNANSWERED if it may still change something, because a database that accepts queries
    and never answers blocks its thread.
    `in_flight` counts the requests without a response.
    """

    def __init__(self, *, threads: int, timeout: float, deadline: float, body_limit: int) -> None:
        super().__init__()
        self.load_middleware()
        self.in_flight = 0
        self._idle = asyncio.Event()
        self._timeout = timeout
        self._deadline = deadline
        self._body_limit = body_limit
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="request")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = await read_body(scope, receive, limit=self._body_limit)
        if body is None:
            return
        with self.counted():
            try:
                answer = await self._on_thread(lambda late: self._serve({**scope, TOO_LATE: late}, body))
            except TimeoutError as error:
                # A refusal needs no database. The call goes on, as after a broken connection.
                mark = UNANSWERED if isinstance(error, Unanswered) and scope["method"] not in READS else TOO_LATE
                answer = await asyncio.to_thread(self._serve, {**scope, mark: True}, body)
            headers = answer.headers + closing_headers()
            await send({"type": "http.response.start", "status": answer.status, "headers": headers})
            await send({"type": "http.response.body", "body": answer.body})

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count a request as in flight inside the block."""
        self.in_flight += 1
        self._idle.clear()
        try:
            yield
        finally:
            self.in_flight -= 1
            if not self.in_flight:
                self._idle.set()

    async def run(self, call: Callable[[], T]) -> T:
        """Return what `call` returns on one of the threads, where it has a database connection like a request.

        Raises TimeoutError if no thread was free in time, Unanswered if the call takes longer than a request may.
        """

        def serve(too_late: bool) -> T:
            if too_late:
                raise TimeoutError
            request_started.send(sender=self.__class__)
            try:
                return call()
            finally:
                request_finished.send(sender=self.__class__)

        return await self._on_thread(serve)

    async def _on_thread(self, serve: Callable[[bool], T]) -> T:
        """Call `serve` on a thread, with whether it waited too long for one. Raises TimeoutError at the deadline,
        Unanswered if the call has begun by then."""
        # The thread gets the context that outer middleware has set for this request.
        context, arrived = contextvars.copy_context(), time.monotonic()
        call = self._threads.submit(context.run, lambda: serve(time.monotonic() - arrived > self._timeout))
        try:
            async with asyncio.timeout(self._deadline):
                return await asyncio.wrap_future(call)
        except TimeoutError:
            if call.cancel() or (call.done() and isinstance(call.exception(), TimeoutError)):
                raise
            raise Unanswered from None

    async def answered(self) -> None:
        """Wait until every request has a response."""
        if self.in_flight:
            await self._idle.wait()

    def _serve(self, scope: Any, body: bytes) -> Answer:
        set_script_prefix(scope.get("root_path", ""))
        request_started.send(sender=self.__class__, scope=scope)
        response: HttpResponseBase
        try:
            response = self.get_response(ASGIRequest(scope, io.BytesIO(body)))
        except UnicodeDecodeError:
            # Raised by the query string, which Django reads before our code runs.
            response = HttpResponseBadRequest()
        # Closing the response ends the request for Django, which returns the connection to the pool.
        response._handler_class = self.__class__  # type: ignore[attr-defined]  # Django's own handlers set it
        try:
            return Answer(response.status_code, _headers(response), _content(response))
        finally:
            response.close()


async def read_body(scope: Any, receive: Any, *, limit: int) -> bytes | None:
    """Return the request's body, or None if the client disconnects before it is complete.

    If the body has more than `limit` bytes, set TOO_BIG in the scope and return b"".
    """
    announced = dict(scope["headers"]).get(b"content-length", b"")
    scope[TOO_BIG] = announced.isdigit() and int(announced) > limit
    body = b""
    more = True
    while more and not scope[TOO_BIG]:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
        scope[TOO_BIG] = len(body) > limit
    return b"" if scope[TOO_BIG] else body


def closing_headers() -> list[tuple[bytes, bytes]]:
    """Return the header that ends a connection if this process is shutting down: a connection that is kept alive would
    send its next request to a process that has exited."""
    return [(b"Connection", b"close")] if state.shutting_down else []


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    cookies = [(b"Set-Cookie", morsel.OutputString().encode("ascii")) for morsel in response.cookies.values()]
    return headers + cookies


def _content(response: HttpResponseBase) -> bytes:
    """Return the whole content. A streamed response is read completely; all our streamed responses are small."""
    if isinstance(response, StreamingHttpResponse):
        return bytes(response.getvalue())
    return bytes(getattr(response, "content", b""))
