"""The requests of a wave: submits requests of all kinds, frees their tables, and stops some of them."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Literal

import httpx

from loadtests.clients import Diner, SimulatorControl
from loadtests.running import RunningStack
from loadtests.shortest_client import ResyGuest, resy_client

Kind = Literal["plain", "pair", "one table", "opentable", "override"]
KINDS: tuple[Kind, ...] = (*("plain",) * 4, "pair", "one table", "one table", "opentable", "override")
TABLE_TIMES = [f"{hour}:{minute:02}" for hour in (19, 20) for minute in (0, 15, 30, 45)]
# Time and party size of the table that an override replaces.
OLD_TABLE_TIME, OLD_TABLE_PARTY = "18:30", 4


@dataclass
class ChaosRequest:
    """One submitted group. At the time `at`, a table is freed for it on each of its dates at each of its venues.

    Only the kind "one table" has several dates: it asks for one table in all. `members` are the ids of its
    reservations. `old_booking` is the platform's id of the reservation that an override replaces. `stopped` is "pause",
    "delete" or "". `freed` are the simulator's replies that name the freed tables.
    """

    kind: Kind
    diner: Diner
    dates: tuple[str, ...]
    at: str
    venues: list[dict[str, Any]]
    group_id: int
    members: list[int]
    old_booking: int | None = None
    stopped: str = ""
    stop_status: int = 0
    stop_answered_ms: float = 0.0
    freed: list[Any] = field(default_factory=list)

    @property
    def date(self) -> str:
        """The first of the dates."""
        return self.dates[0]


@dataclass
class RequestFactory:
    """Submits random requests for two guests at the venues of both platforms."""

    running: RunningStack
    control: SimulatorControl
    rng: random.Random
    resy_venues: Sequence[dict[str, Any]]
    opentable_venues: Sequence[dict[str, Any]]

    async def submit(self, diner: Diner, *, date: str, other_date: str | None = None) -> ChaosRequest:
        """Submit one group of a random kind, for a table at a random time on `date`.

        The kind `one table` asks for a table on `date` or `other_date`, and is not chosen without `other_date`. The
        kind `opentable` is chosen only for diners with an OpenTable account.
        """
        excluded = {"" if diner.opentable_id else "opentable", "" if other_date else "one table"}
        kinds = [kind for kind in KINDS if kind not in excluded]
        kind, at = self.rng.choice(kinds), self.rng.choice(TABLE_TIMES)
        if kind == "opentable":
            venues = [self.rng.choice(self.opentable_venues)]
        else:
            venues = self.rng.sample(list(self.resy_venues), 2 if kind in ("pair", "one table") else 1)
        several = {"one_table": True} if kind == "one table" else {}
        dates = (date, other_date) if several and other_date else (date,)
        old_booking = await self._book_by_hand(diner, date=date) if kind == "override" else None
        group = await diner.submit_request(
            venues=[venue["id"] for venue in venues],
            dates=dates,
            start="19:00" if kind == "override" else "18:30",
            end="21:30",
            override_reservations=kind == "override",
            **several,
        )
        return ChaosRequest(
            kind=kind,
            diner=diner,
            dates=dates,
            at=at,
            venues=venues,
            group_id=group["group_id"],
            members=[member["id"] for member in group["members"]],
            old_booking=old_booking,
        )

    async def _book_by_hand(self, diner: Diner, *, date: str) -> int:
        """Book a table at Resy directly. Return the platform's reservation id."""
        venue_id = self.rng.choice(self.resy_venues)["venue_id"]
        await self.control.free_tables(venue_id=venue_id, date=date, at=OLD_TABLE_TIME, party_size=OLD_TABLE_PARTY)
        async with resy_client(self.running) as http:
            guest = await ResyGuest.sign_in(http, email=diner.email)
            return await guest.book_first_table(venue_id=venue_id, date=date, party_size=OLD_TABLE_PARTY)


async def free_tables(request: ChaosRequest, *, control: SimulatorControl) -> None:
    """Free one table at each of the group's venues on each of its dates."""
    for venue, date in product(request.venues, request.dates):
        freed = await control.free_tables(
            venue_id=venue["venue_id"], date=date, at=request.at, source=venue["reservation_source"]
        )
        request.freed.append(freed)


async def take_remaining_tables(requests: Sequence[ChaosRequest], *, control: SimulatorControl) -> None:
    """Let other guests take the tables that nobody booked.

    Most requests for one table in all leave three tables. A later request would be booked there before its fault.
    """
    for request in requests:
        for freed in request.freed:
            await control.take_remaining(freed)


async def stop_request(request: ChaosRequest, *, kind: str) -> None:
    """Pause or delete one group and record the reply. Retry while the server does not answer or answers 503."""
    path = f"/api/reservations/{request.group_id}/" + ("pause/" if kind == "pause" else "")
    request.stopped = kind
    for _ in range(200):
        try:
            request.stop_status = await request.diner.request_status("POST" if kind == "pause" else "DELETE", path)
        except httpx.TransportError:
            request.stop_status = 0
        if request.stop_status not in (0, httpx.codes.SERVICE_UNAVAILABLE):
            request.stop_answered_ms = time.time() * 1000
            return
        await asyncio.sleep(0.2)
