"""Who waits, and the tables that free while things break. Owns no judgement."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from loadtests.drive import Control, Diner
from loadtests.running import Running
from loadtests.scenarios.common import Wish, day, file_wish, many, promote, quiet_venues, until_watched

DATES = 4
HOUR = "19:30"


@dataclass
class Crowd:
    """One request at each venue; `freed` are those whose table was freed."""

    running: Running
    control: Control
    rng: random.Random
    diners: list[Diner] = field(default_factory=list)
    wishes: list[Wish] = field(default_factory=list)
    freed: list[Wish] = field(default_factory=list)

    @property
    def venues(self) -> list[str]:
        """The venues, as the platform's log names them."""
        return [str(wish.venue["venue_id"]) for wish in self.wishes]

    async def come(self, *, watches: int) -> None:
        """File one request at each of so many venues, and a second date each, so that a table that is booked ends no
        watch; wait until all are watched."""
        venues = quiet_venues(self.running, count=watches)
        self.diners = await many(self.running, name="node", count=-(-watches // DATES))
        promote(self.running, self.diners, vip=True)
        for number, venue in enumerate(venues):
            diner, offset = self.diners[number // DATES], 2 * (number % DATES)
            self.wishes.append(await file_wish(diner, venue=venue, date=day(2 + offset)))
            # Nothing frees on the next day: somebody waits at the venue to the end.
            await file_wish(diner, venue=venue, date=day(3 + offset))
        await until_watched(self.running, self.wishes, seconds=300)

    async def free(self, wish: Wish) -> None:
        """Free the table that a wish is for. Nobody else takes it: who watches, wins."""
        self.freed.append(wish)
        await self.control.free(venue_id=wish.venue["venue_id"], date=wish.date, at=HOUR)

    @asynccontextmanager
    async def dripping(self, *, every: float, most: int) -> AsyncIterator[None]:
        """Free up to `most` tables, one after the other, as long as the block runs."""
        left = [wish for wish in self.wishes if wish not in self.freed]
        chosen = self.rng.sample(left, min(most, len(left)))
        task = asyncio.create_task(self._drip(chosen, every=every))
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _drip(self, wishes: Sequence[Wish], *, every: float) -> None:
        for wish in wishes:
            await asyncio.sleep(self.rng.expovariate(1 / every))
            await self.free(wish)

    async def leave(self) -> None:
        """Close all connections; the copy is a throw-away."""
        for diner in self.diners:
            await diner.close()


def booked(bookings: Sequence[dict[str, Any]], wish: Wish) -> int:
    """Count the live bookings of a wish."""
    return sum(
        row["status"] == "booked"
        and (row["user_email"], row["venue_id"], row["date"]) == (wish.diner.email, wish.venue["venue_id"], wish.date)
        for row in bookings
    )
