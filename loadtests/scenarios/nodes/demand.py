"""The requests of the nodes scenario, and the tables that are freed during its steps."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    SubmittedRequest,
    date_after,
    find_unwatched_venues,
    register_diners,
    set_tier,
    submit_request,
    wait_until_polled,
)
from loadtests.running import RunningStack

VENUES_PER_DINER = 4
TABLE_TIME = "19:30"


@dataclass
class Demand:
    """The diners and their requests, one at each venue. `freed` are the requests whose table was freed."""

    running: RunningStack
    control: SimulatorControl
    rng: random.Random
    diners: list[Diner] = field(default_factory=list)
    requests: list[SubmittedRequest] = field(default_factory=list)
    freed: list[SubmittedRequest] = field(default_factory=list)

    @property
    def venues(self) -> list[str]:
        """The platform's ids of the venues as text, as in the poll keys of the truth log."""
        return [str(request.venue["venue_id"]) for request in self.requests]

    async def submit(self, *, watches: int) -> None:
        """Submit requests at `watches` venues, and wait until all are polled.

        Each venue also gets a second request for the next day, so that it stays watched after its table is booked.
        """
        venues = find_unwatched_venues(self.running, count=watches)
        self.diners = await register_diners(self.running, name="node", count=-(-watches // VENUES_PER_DINER))
        set_tier(self.running, self.diners, vip=True)
        for number, venue in enumerate(venues):
            diner, offset = self.diners[number // VENUES_PER_DINER], 2 * (number % VENUES_PER_DINER)
            self.requests.append(await submit_request(diner, venue=venue, date=date_after(2 + offset)))
            await submit_request(diner, venue=venue, date=date_after(3 + offset))
        await wait_until_polled(self.running, self.requests, seconds=300)

    async def free_table(self, request: SubmittedRequest) -> None:
        """Free a table for a request. No rivals are set, so only the watcher can book the table."""
        self.freed.append(request)
        await self.control.free_tables(venue_id=request.venue["venue_id"], date=request.date, at=TABLE_TIME)

    @asynccontextmanager
    async def freeing_tables(self, *, every: float, most: int) -> AsyncIterator[None]:
        """Free up to `most` tables, one after the other, while the block runs. `every` is the mean interval in s."""
        left = [request for request in self.requests if request not in self.freed]
        chosen = self.rng.sample(left, min(most, len(left)))
        task = asyncio.create_task(self._free_in_turn(chosen, every=every))
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _free_in_turn(self, requests: Sequence[SubmittedRequest], *, every: float) -> None:
        for request in requests:
            await asyncio.sleep(self.rng.expovariate(1 / every))
            await self.free_table(request)

    async def close(self) -> None:
        """Close all connections. The requests stay, because the stack is deleted after the run."""
        for diner in self.diners:
            await diner.close()


def count_bookings(bookings: Sequence[dict[str, Any]], request: SubmittedRequest) -> int:
    """Return the number of live bookings of a request."""
    return sum(
        row["status"] == "booked"
        and (row["user_email"], row["venue_id"], row["date"])
        == (request.diner.email, request.venue["venue_id"], request.date)
        for row in bookings
    )
