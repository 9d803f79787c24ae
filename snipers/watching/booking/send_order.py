"""The order in which calls are sent when many bookings start at one moment.

By default the event loop builds every call first and writes the first one last, with claims and lists in between. The
platform's answer is the longest wait, and the first table is the most contended one. So each call is written to the
wire before the next is built, and no other work of these bookings starts before the last call was written. Fallback
queries, for the case that a table is lost, wait until each booking has sent its book call or ended.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

# A call is built in one iteration of the event loop and written in the next.
TURNS = 2


class SendOrder:
    """Orders the sends of one watcher's starting bookings. Used within one event loop."""

    def __init__(self) -> None:
        self._waiting = 0
        self._one_by_one = asyncio.Lock()
        self._all_left = asyncio.Event()
        self._all_left.set()
        self._underway: set[int] = set()
        self._nobody_underway = asyncio.Event()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """A call started as a task inside the block is on the wire at its end."""
        self._waiting += 1
        self._all_left.clear()
        try:
            async with self._one_by_one:
                yield
                await self.written()
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._all_left.set()

    async def written(self) -> None:
        """Wait until calls started in this iteration of the event loop are on the wire."""
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def all_left(self) -> None:
        """Wait until no booking waits for a turn."""
        await self._all_left.wait()

    def set_out(self, reservation_id: int) -> None:
        """Register a starting booking."""
        self._underway.add(reservation_id)
        self._nobody_underway.clear()

    def arrived(self, reservation_id: int) -> None:
        """Mark a booking: its book call was sent, or it ended without one."""
        self._underway.discard(reservation_id)
        if not self._underway:
            self._nobody_underway.set()

    async def all_arrived(self) -> None:
        """Wait until every running booking has sent its book call or ended."""
        await self._nobody_underway.wait()
