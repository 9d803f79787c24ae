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
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport

from snipers.clients.base import Blocked, RateLimited, Unavailable, Unsent

# httpx writes a line for every request, which is one for every poll.
logging.getLogger("httpx").setLevel(logging.WARNING)

MOST_CONNECTIONS = 16
KEEP_ALIVE_SECONDS = 60.0
LARGEST_REPLY = 4_000_000
# What a firewall writes in place of a real error: "Internal Server Error" and nothing else.
SHORT_ERROR = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """`data` is the parsed JSON, None when the reply was something else (a proxy's page). `delay`: Retry-After."""

    status: int
    data: Any
    size: int
    delay: float | None

    @property
    def spoken(self) -> bool:
        """Whether the platform itself answered, in JSON."""
        return isinstance(self.data, dict | list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Seconds: to get a connection, and to get the whole answer after that."""

    connect: float = 3.0
    answer: float = 10.0


class Wire:
    """Requests to one base address. Connections are opened by the first call, in the loop that runs then."""

    def __init__(self, *, base_url: str, headers: Mapping[str, str], connections: int = MOST_CONNECTIONS) -> None:
        # Reading the CA bundle costs memory and time in each actor; without TLS nobody needs it.
        plain = base_url.startswith("http://")
        self._connections = connections
        self._http = httpx.AsyncClient(
            base_url=base_url,
            headers=headers,
            transport=AiohttpTransport(
                verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if plain else True,
                trust_env=False,
                client=self._session,
            ),
            # The diners' calls share these connections and must not share a cookie.
            cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[])),
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
        patience: Patience,
    ) -> Reply:
        """Send one request and read the whole reply. Follows no redirect; only a read may be sent again by itself.

        Raises Unsent when no byte left, Unavailable when there was no whole answer.
        """
        timeout = httpx.Timeout(patience.answer, connect=patience.connect, pool=patience.connect)
        try:
            async with (
                asyncio.timeout(patience.connect + patience.answer),
                self._http.stream(
                    method, path, headers=headers, params=query, data=form, json=body, timeout=timeout
                ) as response,
            ):
                return await _read(response)
        except (httpx.HTTPError, aiohttp.ClientError, TimeoutError, OSError) as error:
            cause = error.__cause__ or error
            name = type(cause).__name__
            if isinstance(cause, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError):
                raise Unsent(f"no connection: {name}") from None
            raise Unavailable(f"no answer: {name}") from None

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    def _session(self) -> aiohttp.ClientSession:
        """What the transport would make for itself, but without cookies and with connections that stay warm."""
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=self._connections, keepalive_timeout=KEEP_ALIVE_SECONDS, ttl_dns_cache=300
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
        )


def refuse_unwelcome(reply: Reply) -> None:
    """Raise what a reply says about all of us rather than about this call: too often, not welcome, out of order."""
    if reply.status == 429:
        raise RateLimited("429", delay=reply.delay)
    if reply.status >= 500 and reply.size <= SHORT_ERROR and not reply.spoken:
        raise Blocked(f"a short {reply.status}", delay=reply.delay)
    if reply.status >= 500:
        raise Unavailable(f"status {reply.status}", delay=reply.delay)
    if reply.status == 403 or not reply.spoken:
        raise Blocked(f"status {reply.status}", delay=reply.delay)


async def _read(response: httpx.Response) -> Reply:
    raw = bytearray()
    async for chunk in response.aiter_bytes():
        raw += chunk
        if len(raw) > LARGEST_REPLY:
            raise Unavailable("the answer is too large")
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        data = None
    return Reply(
        status=response.status_code, data=data, size=len(raw), delay=_seconds(response.headers.get("Retry-After"))
    )


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
