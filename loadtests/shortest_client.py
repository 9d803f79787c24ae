"""The baseline of a booking: the shortest possible client. It finds a table and books it, without a claim or a
database.
"""

import time
from bisect import bisect
from dataclasses import dataclass
from typing import Any, Self

import httpx

from loadtests.clients import PLATFORM_PASSWORD, SimulatorControl
from loadtests.fixtures import date_after, find_unwatched_venues
from loadtests.running import RunningStack
from loadtests.truth import TruthLog

HEADERS = {"Authorization": 'ResyAPI api_key="load"', "User-Agent": "TablehawkLoad/0.1"}
# The venue is the last of so many, so that the other parts of a run do not watch it.
VENUE_POSITION = 26
DATES = 15


@dataclass
class ResyGuest:
    """A guest who books at Resy without Tablehawk. Create one with `sign_in`."""

    http: httpx.AsyncClient
    email: str
    token: dict[str, str]

    @classmethod
    async def sign_in(cls, http: httpx.AsyncClient, *, email: str) -> Self:
        """Sign in at the platform."""
        form = {"email": email, "password": PLATFORM_PASSWORD}
        login = (await http.post("/3/auth/password", data=form)).raise_for_status().json()
        return cls(http=http, email=email, token={"X-Resy-Auth-Token": login["token"]})

    async def book_first_table(self, *, venue_id: int, date: str, party_size: int = 2) -> int:
        """Book the first table that a search lists. Return the platform's reservation id."""
        query: dict[str, str | int] = {"lat": 0, "long": 0, "day": date, "party_size": party_size, "venue_id": venue_id}
        found = (await self.http.get("/4/find", params=query)).raise_for_status().json()
        slot = found["results"]["venues"][0]["slots"][0]["config"]["token"]
        body: dict[str, Any] = {
            "config_id": slot, "day": date, "party_size": party_size, "commit": 1, "struct_items": [],
        }  # fmt: skip
        held = (await self.http.post("/3/details", json=body, headers=self.token)).raise_for_status().json()
        form = {"book_token": held["book_token"]["value"], "source_id": "resy.com-venue-details"}
        booked = (await self.http.post("/3/book", data=form, headers=self.token)).raise_for_status().json()
        return int(booked["reservation_id"])


def resy_client(running: RunningStack) -> httpx.AsyncClient:
    """Return an HTTP client of the simulated Resy."""
    return httpx.AsyncClient(base_url=running.env["RESY_BASE_URL"], headers=HEADERS, timeout=10)


async def book_tables(*, running: RunningStack, control: SimulatorControl, tables: int) -> set[str]:
    """Free tables and book them, one after another. Return the guests' e-mail addresses."""
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
    """Book tables. Return, for each, the ms from the arrival of its search at the platform to its booking there."""
    since = await control.last_entry()
    emails = await book_tables(running=running, control=control, tables=tables)
    log = await TruthLog.read(control, since=since)
    finds = sorted(entry["received_ms"] for entry in log.polls())
    booked = [entry["wall_ms"] for entry in log.of_kind("booked") if entry["user_email"] in emails]
    return [at - finds[bisect(finds, at) - 1] for at in booked]
