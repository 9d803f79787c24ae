"""The baseline of a booking: the shortest possible client, which only finds a table and books it.

Unlike the product, the client writes no claim and uses no database.
"""

import time
from bisect import bisect
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Self

import aiohttp

from loadtests.clients import PLATFORM_PASSWORD, SimulatorControl
from loadtests.fixtures import date_after, find_unwatched_venues
from loadtests.running import RunningStack
from loadtests.truth import TruthLog

AGENT = "TablehawkLoad/0.1"
# Uses the 26th unwatched venue, because other parts of a run watch the first ones.
VENUE_POSITION = 26
DATES = 15


@dataclass
class ResyGuest:
    """A guest who books at the simulated Resy without Tablehawk. Created by `sign_in`."""

    http: aiohttp.ClientSession
    email: str
    token: dict[str, str]

    @classmethod
    async def sign_in(cls, http: aiohttp.ClientSession, *, email: str) -> Self:
        """Sign in at the platform and return the guest."""
        form = {"email": email, "password": PLATFORM_PASSWORD}
        login = await _json(http.post("/3/auth/password", data=form))
        return cls(http=http, email=email, token={"X-Resy-Auth-Token": login["token"]})

    async def find_table(self, *, venue_id: int, date: str, party_size: int = 2) -> str | None:
        """Search once. Return the configuration token of the first listed table, or None if there is no table."""
        query: dict[str, str | int] = {"lat": 0, "long": 0, "day": date, "party_size": party_size, "venue_id": venue_id}
        found = await _json(self.http.get("/4/find", params=query))
        slots = [slot for venue in found["results"]["venues"] for slot in venue["slots"]]
        return str(slots[0]["config"]["token"]) if slots else None

    async def book_table(self, slot: str, *, date: str, party_size: int = 2) -> int:
        """Book a table by its configuration token `slot`. Return the platform's reservation id.

        Raises ClientResponseError if the table is no longer open.
        """
        body: dict[str, Any] = {
            "config_id": slot, "day": date, "party_size": party_size, "commit": 1, "struct_items": [],
        }  # fmt: skip
        held = await _json(self.http.post("/3/details", json=body, headers=self.token))
        form = {"book_token": held["book_token"]["value"], "source_id": "resy.com-venue-details"}
        booked = await _json(self.http.post("/3/book", data=form, headers=self.token))
        return int(booked["reservation_id"])

    async def book_first_table(self, *, venue_id: int, date: str, party_size: int = 2) -> int:
        """Book the first table that a search lists. Return the platform's reservation id.

        Raises LookupError if the search lists no table.
        """
        slot = await self.find_table(venue_id=venue_id, date=date, party_size=party_size)
        if slot is None:
            raise LookupError(f"venue {venue_id} lists no table on {date}")
        return await self.book_table(slot, date=date, party_size=party_size)


async def _json(request: AbstractAsyncContextManager[aiohttp.ClientResponse]) -> Any:
    async with request as reply:
        return await reply.json(content_type=None)


def resy_client(running: RunningStack, *, agent: str = AGENT) -> aiohttp.ClientSession:
    """Return an HTTP client for the simulated Resy. Its calls raise ClientResponseError for an error status."""
    return aiohttp.ClientSession(
        running.env["RESY_BASE_URL"],
        headers={"Authorization": 'ResyAPI api_key="load"', "User-Agent": agent},
        timeout=aiohttp.ClientTimeout(10),
        raise_for_status=True,
    )


async def book_tables(*, running: RunningStack, control: SimulatorControl, tables: int) -> set[str]:
    """Free `tables` tables and book each, one after another. Return the e-mail addresses of the guests."""
    venue = find_unwatched_venues(running, count=VENUE_POSITION, days_ahead=20)[-1]
    emails = set()
    async with resy_client(running) as http:
        for number in range(tables):
            guest = await ResyGuest.sign_in(http, email=f"base-{time.time_ns():x}@tablehawk.test")
            emails.add(guest.email)
            date = date_after(1 + number % DATES)
            await control.free_tables(venue_id=venue["venue_id"], date=date, at="19:30")
            await guest.book_first_table(venue_id=venue["venue_id"], date=date)
    return emails


async def measure_bookings(*, running: RunningStack, control: SimulatorControl, tables: int) -> list[float]:
    """Book `tables` tables. Return for each the ms from the arrival of its search at the platform to its booking."""
    since = await control.last_entry()
    emails = await book_tables(running=running, control=control, tables=tables)
    log = await TruthLog.read(control, since=since)
    finds = sorted(entry["received_ms"] for entry in log.polls())
    booked = [entry["wall_ms"] for entry in log.of_kind("booked") if entry["user_email"] in emails]
    return [at - finds[bisect(finds, at) - 1] for at in booked]
