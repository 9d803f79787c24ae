"""The test harness: a movable clock, the control face, and diners with a plain Resy client."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, Self

import httpx

from loadtests.simulator.accounts import PASSWORD
from loadtests.simulator.clock import Clock

NOON_IN_NEW_YORK = datetime(2026, 11, 20, 17, 0, tzinfo=UTC)
DAY = "2026-11-23"
API_KEY = {"Authorization": 'ResyAPI api_key="test"', "User-Agent": "tablehawk-tests/1.0"}


# Shared, because httpx otherwise loads the certificate store for each client, which takes longer than the test.
TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def client(base_url: str, **headers: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=base_url, headers=headers, verify=TLS)


class MovableClock(Clock):
    """A clock that starts at the same instant in every test and then runs with the machine's; `skip` moves it."""

    def __init__(self) -> None:
        self.ahead_ms = NOON_IN_NEW_YORK.timestamp() * 1000 - super().wall_ms()

    def wall_ms(self) -> float:
        return super().wall_ms() + self.ahead_ms

    def skip(self, *, seconds: float) -> None:
        self.ahead_ms += seconds * 1000


class Control:
    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def get(self, path: str, /, **query: Any) -> dict[str, Any]:
        return await self._answer("GET", path, params=query)

    async def post(self, path: str, /, **fields: Any) -> dict[str, Any]:
        return await self._answer("POST", path, json=fields)

    async def free(self, *, time: str = "19:30", **fields: Any) -> list[dict[str, Any]]:
        """Free a table for two at venue 1201 on `DAY`; `fields` override these values. Return the slots."""
        wanted = {"source": "resy", "venue_id": 1201, "date": DAY, "time": time, "party_size": 2, **fields}
        slots: list[dict[str, Any]] = (await self.post("/free", **wanted))["slots"]
        return slots

    async def release(self, *, at: datetime, time: str = "19:30", **fields: Any) -> dict[str, Any]:
        """Plan a release of one table for two at venue 1201 on `DAY`; `fields` override these values."""
        slots = [{"time": time, "party_size": 2}]
        wanted = {"source": "resy", "venue_id": 1201, "date": DAY, "at": at.isoformat(), "slots": slots, **fields}
        planned: dict[str, Any] = (await self.post("/release", **wanted))["release"]
        return planned

    async def truth(self, *kinds: str, since: int = 0) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = (await self.get("/truth", since=since, kind=",".join(kinds)))["entries"]
        return entries

    async def bookings(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = (await self.get("/bookings"))["bookings"]
        return rows

    async def until(self, seen: Callable[[], Awaitable[bool]]) -> None:
        """Poll until the condition is true, at most 30 s."""
        for _ in range(3000):
            if await seen():
                return
            await asyncio.sleep(0.01)
        raise AssertionError("it did not happen within 30 s")

    async def _answer(self, method: str, path: str, **arguments: Any) -> dict[str, Any]:
        reply = await self.http.request(method, path, **arguments)
        assert reply.is_success, reply.text
        answer: dict[str, Any] = reply.json()
        return answer


class Diner:
    """A signed-in Resy diner; each method is one call and returns the raw response."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    @classmethod
    @contextlib.asynccontextmanager
    async def at(cls, base_url: str, email: str) -> AsyncIterator[Self]:
        async with client(base_url, **API_KEY) as http:
            diner = cls(http)
            reply = await diner.sign_in(email)
            http.headers["X-Resy-Auth-Token"] = reply.json()["token"]
            yield diner

    async def sign_in(self, email: str, password: str = PASSWORD) -> httpx.Response:
        return await self.http.post("/3/auth/password", data={"email": email, "password": password})

    async def find(self, *, venue_id: int = 1201, day: str = DAY, party_size: int = 2) -> httpx.Response:
        query: dict[str, str | int] = {"lat": 0, "long": 0, "day": day, "party_size": party_size, "venue_id": venue_id}
        return await self.http.get("/4/find", params=query)

    async def slots(self, **wanted: Any) -> list[dict[str, Any]]:
        """The slots that find lists at the venue."""
        slots: list[dict[str, Any]] = (await self.find(**wanted)).json()["results"]["venues"][0]["slots"]
        return slots

    async def details(self, token: str, *, commit: int = 1) -> httpx.Response:
        return await self.http.post("/3/details", json={"config_id": token, "commit": commit, "struct_items": []})

    async def book_token(self, token: str) -> str:
        value: str = (await self.details(token)).json()["book_token"]["value"]
        return value

    async def book(self, book_token: str, **fields: Any) -> httpx.Response:
        return await self.http.post("/3/book", data={"book_token": book_token, **fields})

    async def take(self, token: str, **fields: Any) -> httpx.Response:
        """Call details, then book."""
        return await self.book(await self.book_token(token), **fields)

    async def reservations(self, **query: Any) -> dict[str, Any]:
        body: dict[str, Any] = (await self.http.get("/3/user/reservations", params=query)).json()
        return body
