"""The one door to HTTP: connections, times, an honest name, and what became of a request.

Owns what every platform shares; what a reply means is its client's business. Why aiohttp: see README.md.
The line that matters here is between "it never left" (Unsent) and "it may have arrived" (Unavailable).
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp

from snipers.clients.base import Blocked, RateLimited, Unavailable, Unsent

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
    """Requests to one base address. The session is made by the first call, in the loop that runs then."""

    def __init__(self, *, base_url: str, headers: Mapping[str, str]) -> None:
        self._base = base_url.rstrip("/")
        self._headers = dict(headers)
        self._session: aiohttp.ClientSession | None = None

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
        """Send one request and read the whole reply. Never follows a redirect, never sends anything twice but reads.

        Raises Unsent when no byte left, Unavailable when there was no whole answer.
        """
        try:
            async with asyncio.timeout(patience.connect + patience.answer):
                async with self._open().request(
                    method,
                    self._base + path,
                    headers=headers,
                    params=query,
                    data=form,
                    json=body,
                    allow_redirects=False,
                    timeout=aiohttp.ClientTimeout(connect=patience.connect, sock_read=patience.answer),
                ) as response:
                    return await _read(response)
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise Unsent(f"no connection: {type(error).__name__}") from None
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Unavailable(f"no answer: {type(error).__name__}") from None

    async def aclose(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            # No cookies: the diners' sessions share these connections and must not share a cookie.
            self._session = aiohttp.ClientSession(
                headers=self._headers,
                cookie_jar=aiohttp.DummyCookieJar(),
                connector=aiohttp.TCPConnector(
                    limit=MOST_CONNECTIONS, keepalive_timeout=KEEP_ALIVE_SECONDS, ttl_dns_cache=300
                ),
                auto_decompress=True,
            )
        return self._session


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


async def _read(response: aiohttp.ClientResponse) -> Reply:
    raw = bytearray()
    async for chunk in response.content.iter_any():
        raw += chunk
        if len(raw) > LARGEST_REPLY:
            raise Unavailable("the answer is too large")
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        data = None
    return Reply(status=response.status, data=data, size=len(raw), delay=_seconds(response.headers.get("Retry-After")))


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
