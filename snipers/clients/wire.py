"""The one door to HTTP: connections, times, an honest name, and what became of a request.

Owns what every platform shares; what a reply means is its client's business. The API is httpx's, the transport is
aiohttp's (README.md has the figures). The line that matters here is between "it never left" (Unsent) and "it may have
arrived" (Unavailable). The transport blurs it: a connection lost after sending is a ConnectTimeout to it. So the line
is drawn by the error underneath.
"""

import asyncio
import json
import logging
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from http.cookiejar import CookieJar
from types import SimpleNamespace
from typing import Any

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport

from snipers.clients.base import Blocked, Malformed, RateLimited, TimeSample, Unavailable, Unsent

# httpx writes a line for every request, which is one for every poll.
logging.getLogger("httpx").setLevel(logging.WARNING)

# A drop with many diners has several calls out for each of them; a venue in ordinary times uses two or three.
MOST_CONNECTIONS = 48
KEEP_ALIVE_SECONDS = 60.0
LARGEST_REPLY = 4_000_000
# A venue asks for the same few pages over and over; to put an address together was a fifth of a call.
ADDRESSES = 256
# What a firewall writes in place of a real error: "Internal Server Error" and nothing else.
SHORT_ERROR = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """`data` is what the caller's reader made of the body: its JSON, None for something else (a proxy's page).

    `delay`: Retry-After in seconds.
    """

    status: int
    data: Any
    size: int
    delay: float | None

    @property
    def from_platform(self) -> bool:
        """Whether the platform itself answered, in its own format."""
        return isinstance(self.data, dict | list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts:
    """Seconds: to get a connection, and to get the whole answer after that."""

    connect: float = 3.0
    answer: float = 10.0


def as_json(raw: bytes) -> Any:
    """Parse a body; None when it is no JSON."""
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


Reader = Callable[[bytes], Any]


class Wire:
    """Requests to one base address. Connections are opened by the first call, in the loop that runs then."""

    def __init__(self, *, base_url: str, headers: Mapping[str, str], connections: int = MOST_CONNECTIONS) -> None:
        # Reading the CA bundle costs memory and time in each actor; without TLS nobody needs it.
        plain = base_url.startswith("http://")
        self._base_url = base_url.rstrip("/")
        self._headers = dict(headers)
        self._connections = connections
        self._address = lru_cache(ADDRESSES)(self._put_together)
        self._pool: aiohttp.TCPConnector | None = None
        self._clock: aiohttp.ClientSession | None = None
        self._http = httpx.AsyncClient(
            base_url=base_url,
            headers=headers,
            transport=AiohttpTransport(
                verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if plain else True,
                trust_env=False,
                client=self._session,
            ),
            cookies=_NoCookies(),
            follow_redirects=False,
            trust_env=False,
        )

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
        reader: Reader = as_json,
    ) -> Reply:
        """Send one request and read the whole reply. Follows no redirect; only a read may be sent again by itself.

        Raises Unsent when no byte left, Unavailable when there was no whole answer.
        """
        timeout = httpx.Timeout(timeouts.answer, connect=timeouts.connect, pool=timeouts.connect)
        url = self._address(path, tuple((query or {}).items()))
        with _told_apart():
            async with (
                asyncio.timeout(timeouts.connect + timeouts.answer),
                self._http.stream(method, url, headers=headers, data=form, json=body, timeout=timeout) as response,
            ):
                return await _read(response, reader)

    async def time(self, *, timeouts: Timeouts) -> TimeSample:
        """Ask `HEAD /` for its Date. `sent` is taken on an open connection just before the write, `received` just after
        the header was parsed: whatever this process does around them stays out of the sample.
        """
        sent: list[float] = []
        with _told_apart():
            async with (
                asyncio.timeout(timeouts.connect + timeouts.answer),
                self._clocked().head(
                    f"{self._base_url}/", headers=self._headers, allow_redirects=False, trace_request_ctx=sent
                ) as response,
            ):
                received = time.time()
                status, headers = response.status, response.headers
        delay = _seconds(headers.get("Retry-After"))
        if status == 429:
            raise RateLimited("429", delay=delay)
        if status == 403:
            raise Blocked("status 403", delay=delay)
        if status >= 500:
            raise Unavailable(f"status {status}", delay=delay)
        # A kept connection that turns out to be dead makes the transport write a read again: the last one was answered.
        return TimeSample(sent=sent[-1], received=received, second=_second(headers.get("Date")))

    async def warm(self, *, connections: int) -> None:
        """Have that many connections open at once, as far as the limit allows. Never raises for the platform."""
        await asyncio.gather(*(self._knock() for _ in range(min(connections, self._connections))))

    async def aclose(self) -> None:
        """Close the connections."""
        if self._clock is not None:
            await self._clock.close()
        await self._http.aclose()
        if self._pool is not None:
            await self._pool.close()

    def _put_together(self, path: str, query: tuple[tuple[str, str | int], ...]) -> httpx.URL:
        return httpx.URL(f"{self._base_url}{path}", params=dict(query)) if query else httpx.URL(self._base_url + path)

    async def _knock(self) -> None:
        with suppress(Unsent, Unavailable):
            await self.call("HEAD", "/", timeouts=Timeouts(connect=2.0, answer=2.0))

    def _session(self) -> aiohttp.ClientSession:
        """What the transport would make for itself, but without cookies and with connections that stay warm."""
        return aiohttp.ClientSession(
            connector=self._connector(), connector_owner=False, cookie_jar=aiohttp.DummyCookieJar()
        )

    def _clocked(self) -> aiohttp.ClientSession:
        """The same connections, watched at the moment of writing; watching every call would cost every call."""
        if self._clock is None:
            trace = aiohttp.TraceConfig()
            trace.on_request_headers_sent.append(_note_sent)
            self._clock = aiohttp.ClientSession(
                connector=self._connector(),
                connector_owner=False,
                cookie_jar=aiohttp.DummyCookieJar(),
                trace_configs=[trace],
            )
        return self._clock

    def _connector(self) -> aiohttp.TCPConnector:
        if self._pool is None:
            self._pool = aiohttp.TCPConnector(
                limit=self._connections, keepalive_timeout=KEEP_ALIVE_SECONDS, ttl_dns_cache=300
            )
        return self._pool


class _NoCookies(CookieJar):
    """Keeps none: the diners' calls share these connections and must not share a cookie."""

    def extract_cookies(self, response: object, request: object) -> None: ...
    def add_cookie_header(self, request: object) -> None: ...


@contextmanager
def _told_apart() -> Iterator[None]:
    """Turn the transport's errors into Unsent and Unavailable."""
    try:
        yield
    except (httpx.HTTPError, aiohttp.ClientError, TimeoutError, OSError) as error:
        cause = error.__cause__ if isinstance(error, httpx.HTTPError) and error.__cause__ else error
        name = type(cause).__name__
        if isinstance(cause, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError):
            raise Unsent(f"no connection: {name}") from None
        raise Unavailable(f"no answer: {name}") from None


async def _note_sent(
    session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestHeadersSentParams
) -> None:
    context.trace_request_ctx.append(time.time())


def refuse_unwelcome(reply: Reply) -> None:
    """Raise what a reply says about all of us rather than about this call: too often, not welcome, out of order."""
    if reply.status == 429:
        raise RateLimited("429", delay=reply.delay)
    if reply.status >= 500 and reply.size <= SHORT_ERROR and not reply.from_platform:
        raise Blocked(f"a short {reply.status}", delay=reply.delay)
    if reply.status >= 500:
        raise Unavailable(f"status {reply.status}", delay=reply.delay)
    if reply.status == 403 or not reply.from_platform:
        raise Blocked(f"status {reply.status}", delay=reply.delay)


async def _read(response: httpx.Response, reader: Reader) -> Reply:
    raw = bytearray()
    async for chunk in response.aiter_bytes():
        raw += chunk
        if len(raw) > LARGEST_REPLY:
            raise Unavailable("the answer is too large")
    return Reply(
        status=response.status_code,
        data=reader(bytes(raw)),
        size=len(raw),
        delay=_seconds(response.headers.get("Retry-After")),
    )


def _second(date: str | None) -> int:
    """Read a Date header as unix seconds."""
    try:
        at = parsedate_to_datetime(date or "")
    except ValueError:
        raise Malformed("Date is not a date") from None
    return int(at.replace(tzinfo=at.tzinfo or UTC).timestamp())


def _seconds(retry_after: str | None) -> float | None:
    """Read Retry-After, seconds or a date; nonsense counts as absent."""
    if not retry_after:
        return None
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after[:9])
    try:
        at = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    if at.tzinfo is None:
        return None
    return max(0.0, (at - datetime.now(UTC)).total_seconds())
