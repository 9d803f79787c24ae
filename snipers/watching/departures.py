"""The order in which calls leave this process when many bookings begin at one moment.

Left to itself, the loop builds every call first and writes the first one last, with claims and lists in between. The
platform's answer is the longest wait, and the first table is the one that others want too: so each call is written to
the wire before the next is built, and nothing else of these bookings is begun before the last of them left. What is
asked for beside them, in case a table is lost, waits until each has sent the call that books, or has ended.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

# A call is built in one turn of the loop and written in the next.
TURNS = 2


class Departures:
    """One watcher's bookings, as they begin. Used within one event loop."""

    def __init__(self) -> None:
        self._waiting = 0
        self._one_by_one = asyncio.Lock()
        self._all_left = asyncio.Event()
        self._all_left.set()
        self._underway: set[int] = set()
        self._nobody_underway = asyncio.Event()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """What is begun inside, as a task, is on the wire at the end of the block."""
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
        """Wait until what was begun in this turn of the loop is on the wire."""
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def all_left(self) -> None:
        """Wait until nobody waits for a turn."""
        await self._all_left.wait()

    def set_out(self, reservation_id: int) -> None:
        """A booking begins."""
        self._underway.add(reservation_id)
        self._nobody_underway.clear()

    def arrived(self, reservation_id: int) -> None:
        """Its call that books is on the wire, or there will be none."""
        self._underway.discard(reservation_id)
        if not self._underway:
            self._nobody_underway.set()

    async def all_arrived(self) -> None:
        """Wait until no booking has that call before it."""
        await self._nobody_underway.wait()
