"""The HTTP transport of all clients: connections, timeouts, replies, and the errors of a request without a reply.

A request that was not sent (Unsent) may be repeated. A request that may have arrived (Unavailable) must not be.
"""

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final, Protocol
from urllib.parse import quote, urlencode

import aiohttp
from yarl import URL

from snipers.clients.base import TimeSample
from snipers.clients.errors import Blocked, EdgeSilent, Malformed, RateLimited, Unavailable, Unsent
from snipers.clients.replies import Reply, provider_of
from snipers.domain.retry_after import retry_after_seconds

# In a release with many diners, several calls are in flight for each diner. At other times a venue uses two or three
# connections.
MAX_CONNECTIONS = 48
KEEP_ALIVE_SECONDS = 60.0
MAX_REPLY_BYTES = 4_000_000
# A venue requests the same few URLs again and again, and to build a URL took a fifth of the CPU time of a call.
CACHED_URLS = 256
# After this many calls in a row without an answer on open connections, over this time, the edge counts as refusing us.
# A platform that hangs for a moment loses several calls at once.
SILENT_CALLS = 3
SILENT_SECONDS = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts:
    """Seconds to open a connection, and to receive the whole reply afterwards."""

    connect: float = 3.0
    answer: float = 10.0


def as_json(raw: bytes) -> Any:
    """Parse a body; None if it is not JSON."""
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


Reader = Callable[[bytes], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request and the reply to it. `query` are the parameters of the URL; the body of the request is left out."""

    method: str
    path: str
    query: Mapping[str, str | int]
    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOptions:
    """How a call differs from most.

    `reader` parses the body for Reply.data, unless it equals `last`, an earlier body of the platform. If a kept
    connection is lost, the transport repeats a GET, HEAD, PUT or DELETE, but not with `once`.
    """

    reader: Reader = as_json
    last: bytes = field(default=b"", repr=False)
    once: bool = False


DEFAULT_OPTIONS: Final = CallOptions()


class Observer(Protocol):
    """Is asked before each request, and gets each complete reply."""

    async def before_request(self) -> None:
        """Return when the next request may be sent."""

    def record(self, exchange: Exchange) -> None:
        """Take a request and its reply."""


class Wire:
    """Sends requests to one base URL. The first call opens connections in the running event loop."""

    def __init__(
        self,
        *,
        base_url: str,
        headers: Mapping[str, str],
        connections: int = MAX_CONNECTIONS,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._headers = dict(headers)
        self._connections = connections
        self._url_for = lru_cache(CACHED_URLS)(self._build_url)
        self._monotonic = monotonic
        self._silent: list[float] = []
        self._observer: Observer | None = None
        self._pool: aiohttp.TCPConnector | None = None
        self._calls: aiohttp.ClientSession | None = None
        self._clock: aiohttp.ClientSession | None = None

    def set_headers(self, headers: Mapping[str, str]) -> None:
        """Send these headers from the next call on."""
        self._headers = dict(headers)

    def observe(self, observer: Observer) -> None:
        """From the next request on, ask this observer before each request, and give it each reply."""
        self._observer = observer

    async def call(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        query: Mapping[str, str | int] | None = None,
        form: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
        timeouts: Timeouts,
        options: CallOptions = DEFAULT_OPTIONS,
    ) -> Reply:
        """Send one request and read the whole reply. Redirects are not followed.

        Raises Unsent if nothing was sent, Unavailable if no complete reply arrived.
        """
        if self._observer is not None:
            await self._observer.before_request()
        sent_at = self._monotonic()
        sent, data = {**self._headers, **(headers or {})}, None
        if form is not None:
            sent["Content-Type"], data = "application/x-www-form-urlencoded", urlencode(form).encode()
        elif body is not None:
            sent["Content-Type"], data = "application/json", json.dumps(body, separators=(",", ":")).encode()
        url = self._url_for(path, tuple((query or {}).items()))
        try:
            with _platform_errors():
                async with (
                    asyncio.timeout(timeouts.connect + timeouts.answer),
                    self._session().request(
                        method,
                        url,
                        headers=sent,
                        data=data,
                        allow_redirects=False,
                        middlewares=(_send_once,) if options.once else None,
                        timeout=aiohttp.ClientTimeout(
                            connect=timeouts.connect, sock_connect=timeouts.connect, sock_read=timeouts.answer
                        ),
                    ) as response,
                ):
                    self._silent.clear()
                    reply = await _read(response, options.reader, options.last)
                    headers_received = response.headers
        except _Silence:
            self._silent.append(sent_at)
            if len(self._silent) >= SILENT_CALLS and self._monotonic() - self._silent[0] >= SILENT_SECONDS:
                raise EdgeSilent(f"{len(self._silent)} calls in a row were not answered") from None
            raise
        if self._observer is not None:
            self._observer.record(
                Exchange(
                    method=method,
                    path=path,
                    query=dict(query or {}),
                    status=reply.status,
                    headers=dict(headers_received),
                    body=reply.body,
                )
            )
        return reply

    async def time(self, *, timeouts: Timeouts) -> TimeSample:
        """Sample the platform's clock by the Date header of `HEAD /`.

        `sent` is read just before the request is written to an open connection, and `received` is read just after the
        header was parsed. So other work of this process does not widen the sample.
        """
        if self._observer is not None:
            await self._observer.before_request()
        sent: list[float] = []
        with _platform_errors():
            async with (
                asyncio.timeout(timeouts.connect + timeouts.answer),
                self._tracing_session().head(
                    f"{self._base_url}/", headers=self._headers, allow_redirects=False, trace_request_ctx=sent
                ) as response,
            ):
                received = time.time()
                status, headers = response.status, response.headers
        if self._observer is not None:
            self._observer.record(
                Exchange(method="HEAD", path="/", query={}, status=status, headers=dict(headers), body=b"")
            )
        delay = _seconds(headers.get("Retry-After"))
        if status == 429:
            raise RateLimited("429", delay=delay)
        if status == 403:
            raise Blocked("status 403", delay=delay)
        if status >= 500:
            raise Unavailable(f"status {status}", delay=delay)
        # If a kept connection was closed, the transport has repeated the request. The reply is to the last request.
        return TimeSample(sent=sent[-1], received=received, second=_second(headers.get("Date")))

    async def warm(self, *, connections: int) -> None:
        """Open `connections` connections, at most as many as the pool may have. Never raises PlatformError."""
        await asyncio.gather(*(self._open_connection() for _ in range(min(connections, self._connections))))

    async def aclose(self) -> None:
        """Close the connections."""
        for session in (self._calls, self._clock):
            if session is not None:
                await session.close()
        if self._pool is not None:
            await self._pool.close()

    def _build_url(self, path: str, query: tuple[tuple[str, str | int], ...]) -> URL:
        url = URL(self._base_url + path)
        return URL(f"{url}?{urlencode(query, quote_via=quote)}", encoded=True) if query else url

    async def _open_connection(self) -> None:
        with suppress(Unsent, Unavailable):
            await self.call("HEAD", "/", timeouts=Timeouts(connect=2.0, answer=2.0))

    def _session(self) -> aiohttp.ClientSession:
        """Return the session of all calls. The first call creates it in the running event loop."""
        if self._calls is None:
            self._calls = self._make_session()
        return self._calls

    def _tracing_session(self) -> aiohttp.ClientSession:
        """Return a session that records when a request is written. Only clock samples use it."""
        if self._clock is None:
            trace = aiohttp.TraceConfig()
            trace.on_request_headers_sent.append(_record_sent)
            self._clock = self._make_session(trace)
        return self._clock

    def _make_session(self, *traces: aiohttp.TraceConfig) -> aiohttp.ClientSession:
        """Make a session on our connection pool.

        The session keeps no cookies, because diners share the connections and must not share cookies.
        """
        return aiohttp.ClientSession(
            connector=self._connector(),
            connector_owner=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            trace_configs=list(traces),
        )

    def _connector(self) -> aiohttp.TCPConnector:
        if self._pool is None:
            self._pool = aiohttp.TCPConnector(
                limit=self._connections, keepalive_timeout=KEEP_ALIVE_SECONDS, ttl_dns_cache=300
            )
        return self._pool


class _Silence(Unavailable):
    """No answer in time on an open connection."""


@contextmanager
def _platform_errors() -> Iterator[None]:
    """Convert errors of the transport inside the block to Unsent or Unavailable."""
    try:
        yield
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        name = type(error).__name__
        if isinstance(error, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError):
            raise Unsent(f"no connection: {name}") from None
        if isinstance(error, TimeoutError):
            raise _Silence(f"no answer: {name}") from None
        raise Unavailable(f"no answer: {name}") from None


async def _send_once(request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType) -> aiohttp.ClientResponse:
    """Send the request, and raise an error after which aiohttp does not repeat it if the connection is lost."""
    try:
        return await handler(request)
    except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError):
        raise
    except aiohttp.ClientConnectionError as error:
        raise aiohttp.ClientError(type(error).__name__) from None


async def _record_sent(
    session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestHeadersSentParams
) -> None:
    context.trace_request_ctx.append(time.time())


async def _read(response: aiohttp.ClientResponse, reader: Reader, last: bytes) -> Reply:
    raw = b""
    async for chunk in response.content.iter_any():
        raw = raw + chunk if raw else chunk
        if len(raw) > MAX_REPLY_BYTES:
            raise Unavailable("the answer is too large")
    unchanged = bool(raw) and raw == last
    data = None if unchanged else reader(raw)
    return Reply(
        status=response.status,
        data=data,
        size=len(raw),
        delay=_seconds(response.headers.get("Retry-After")),
        body=raw,
        unchanged=unchanged,
        route=f"{response.method} {response.url.path}",
        edge="" if unchanged or isinstance(data, dict | list) else provider_of(raw, list(response.headers.items())),
    )


def _second(date: str | None) -> int:
    """Read a Date header as unix seconds."""
    try:
        at = parsedate_to_datetime(date or "")
    except ValueError:
        raise Malformed("Date is not a date") from None
    return int(at.replace(tzinfo=at.tzinfo or UTC).timestamp())


def _seconds(retry_after: str | None) -> float | None:
    return retry_after_seconds(text=retry_after, now=datetime.now(UTC))
