"""Who waits, and the tables that free while things break. Owns no judgement."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    FiledRequest,
    date_after,
    file_request,
    find_unwatched_venues,
    register_diners,
    set_tier,
    wait_until_polled,
)
from loadtests.running import RunningStack

DATES = 4
HOUR = "19:30"


@dataclass
class Crowd:
    """One request at each venue; `freed` are those whose table was freed."""

    running: RunningStack
    control: SimulatorControl
    rng: random.Random
    diners: list[Diner] = field(default_factory=list)
    requests: list[FiledRequest] = field(default_factory=list)
    freed: list[FiledRequest] = field(default_factory=list)

    @property
    def venues(self) -> list[str]:
        """The venues, as the platform's log names them."""
        return [str(request.venue["venue_id"]) for request in self.requests]

    async def come(self, *, watches: int) -> None:
        """File one request at each of so many venues, and a second date each, so that a table that is booked ends no
        watch; wait until all are watched."""
        venues = find_unwatched_venues(self.running, count=watches)
        self.diners = await register_diners(self.running, name="node", count=-(-watches // DATES))
        set_tier(self.running, self.diners, vip=True)
        for number, venue in enumerate(venues):
            diner, offset = self.diners[number // DATES], 2 * (number % DATES)
            self.requests.append(await file_request(diner, venue=venue, date=date_after(2 + offset)))
            # Nothing frees on the next day: somebody waits at the venue to the end.
            await file_request(diner, venue=venue, date=date_after(3 + offset))
        await wait_until_polled(self.running, self.requests, seconds=300)

    async def free(self, request: FiledRequest) -> None:
        """Free the table that a request is for. Nobody else takes it: who watches, wins."""
        self.freed.append(request)
        await self.control.free_tables(venue_id=request.venue["venue_id"], date=request.date, at=HOUR)

    @asynccontextmanager
    async def dripping(self, *, every: float, most: int) -> AsyncIterator[None]:
        """Free up to `most` tables, one after the other, as long as the block runs."""
        left = [request for request in self.requests if request not in self.freed]
        chosen = self.rng.sample(left, min(most, len(left)))
        task = asyncio.create_task(self._drip(chosen, every=every))
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _drip(self, requests: Sequence[FiledRequest], *, every: float) -> None:
        for request in requests:
            await asyncio.sleep(self.rng.expovariate(1 / every))
            await self.free(request)

    async def leave(self) -> None:
        """Close all connections; the copy is a throw-away."""
        for diner in self.diners:
            await diner.close()


def booked(bookings: Sequence[dict[str, Any]], request: FiledRequest) -> int:
    """Count the live bookings of a request."""
    return sum(
        row["status"] == "booked"
        and (row["user_email"], row["venue_id"], row["date"])
        == (request.diner.email, request.venue["venue_id"], request.date)
        for row in bookings
    )
