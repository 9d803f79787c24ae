"""The baselines of a release: clients that try to book a table when it opens, and behave as public clients do.

Public clients poll around the announced time, one search after another or in several streams, and book the first table
that a search lists. The three baselines know the platform's clock exactly, which is an advantage over real clients.
"""

import asyncio
import itertools
import random
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiohttp

from loadtests.running import RunningStack
from loadtests.shortest_client import ResyGuest, resy_client

EVERY_SECONDS = 0.05
BEFORE_SECONDS = 1.0
WARM_SECONDS = 0.5
AFTER_SECONDS = 2.0


@dataclass(frozen=True)
class PublicClient:
    """One baseline client.

    Each of its `streams` polls every 50 ms from one second before the release. With 0 streams, the client polls every
    50 ms from the release on.
    """

    name: str
    guest: ResyGuest
    streams: int

    async def book(self, *, venue_id: int, date: str, opens_at: float) -> None:
        """Poll until a search lists a table or 2 s after the release, and try once to book the first listed table.

        `opens_at` is the instant of the release in unix seconds of this machine.
        """
        await sleep_until(opens_at - BEFORE_SECONDS - WARM_SECONDS)
        async with self.guest.http.head("/"):
            pass
        before = BEFORE_SECONDS - random.uniform(0, EVERY_SECONDS) if self.streams else 0.0
        found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        streams = max(1, self.streams)
        starts = [opens_at - before + number * EVERY_SECONDS / streams for number in range(streams)]
        polls = [
            asyncio.create_task(self._poll(found, venue_id=venue_id, date=date, start=start, end=opens_at))
            for start in starts
        ]
        waiting: set[asyncio.Future[Any]] = {found, *polls}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if found.done():
            with suppress(aiohttp.ClientResponseError):
                await self.guest.book_table(found.result(), date=date)
        await asyncio.gather(*polls)

    async def _poll(self, found: asyncio.Future[str], *, venue_id: int, date: str, start: float, end: float) -> None:
        for number in itertools.count():
            await sleep_until(start + number * EVERY_SECONDS)
            if found.done() or time.time() > end + AFTER_SECONDS:
                return
            slot = await self.guest.find_table(venue_id=venue_id, date=date)
            if slot and not found.done():
                found.set_result(slot)


async def sleep_until(moment: float) -> None:
    """Wait until this machine's clock shows `moment` (unix seconds).

    Busy-waits for the last 3 ms, because a timer may be late by a millisecond or two.
    """
    while (left := moment - time.time()) > 0:  # noqa: ASYNC110 - a moment has no event
        await asyncio.sleep(left - 0.003 if left > 0.003 else 0)


async def sign_in_all(running: RunningStack) -> list[PublicClient]:
    """Sign in the three baselines and return them. Each has its own connection pool and User-Agent."""
    clients = []
    for name, streams in (("serial", 1), ("parallel", 3), ("shortest", 0)):
        http = resy_client(running, agent=f"TablehawkLoad/{name}")
        guest = await ResyGuest.sign_in(http, email=f"{name}-{time.time_ns():x}@tablehawk.test")
        clients.append(PublicClient(name=name, guest=guest, streams=streams))
    return clients
