"""Several watchers in one process: begins them, ends them, speaks for all of them. Knows nothing of Ray.

Each watcher keeps its own lease, epoch, name and pace; they share the loop, the connections to the database and one
client for each platform. The controller assigns its watchers; only the leases record them.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from snipers.domain.cadence import Schedule
from snipers.domain.counts import Counts
from snipers.runtime.mailbox import Gathering, HostOrders, Orders
from snipers.store.base import SnipeStore
from snipers.telemetry import lines
from snipers.watching.snapshot import Snapshot

log = logging.getLogger(__name__)

AGAIN_SECONDS = 1.0


class Watcher(Protocol):
    """What a host needs of a watcher."""

    async def run(self) -> None: ...
    def nudge(self) -> None: ...
    def set_schedule(self, schedule: Schedule) -> None: ...
    def snapshot(self) -> Snapshot: ...
    def counted(self) -> Counts: ...
    async def aclose(self) -> None: ...


class Host:
    """One process's watchers. `make` returns the watcher of a venue at a platform; `began` is called after each start.
    `life` is another one each time the process begins."""

    def __init__(
        self,
        *,
        name: str,
        node: str,
        life: str,
        make: Callable[[int, str], Watcher],
        began: Callable[[], None] = lambda: None,
    ) -> None:
        self._name = name
        self._node = node
        self._life = life
        self._make = make
        self._began = began
        self._watchers: dict[int, Watcher] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._counts = Counts()
        self._fell: set[int] = set()
        self._over = asyncio.Event()

    async def run(self) -> None:
        """Watch until told to leave; then all watchers have come to their end."""
        await self._over.wait()
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def resume(self, *, store: SnipeStore, cell: str, most: int) -> None:
        """Begin where the last life of this host was ended; keeps trying until the store answers."""
        failing = False
        while not self._over.is_set():
            try:
                seats = await store.seats(host=self._name, cell=cell, most=most)
            except Exception as error:  # noqa: BLE001 - the database, whatever its client raises
                if not failing:
                    log.warning("%s: cannot read yet whom it watched: %r", self._name, error)
                failing = True
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                for seat in seats:
                    self.begin(seat.venue_id, seat.platform)
                return

    def begin(self, venue_id: int, platform: str) -> None:
        """Watch a venue too, unless it is watched here already."""
        if venue_id in self._watchers or self._over.is_set():
            return
        self._watchers[venue_id] = self._make(venue_id, platform)
        self._keep(self._watch(venue_id, platform))
        self._began()

    def obey(self, orders: HostOrders) -> None:
        """Forward orders; a watcher that retires finishes its open calls, and no caller waits for it."""
        for venue_id, one in orders.each.items():
            if venue_id in self._watchers:
                self._tell(self._watchers[venue_id], one)
        for venue_id, platform in orders.begin.items():
            self.begin(venue_id, platform)
        if orders.retire:
            self._over.set()
            for watcher in self._watchers.values():
                self._keep(watcher.aclose())

    def gathering(self) -> Gathering:
        """Return the latest word of everybody here."""
        words = [watcher.snapshot() for watcher in self._watchers.values()]
        return Gathering(host=self._name, node=self._node, life=self._life, words=words, fell=frozenset(self._fell))

    def counted(self) -> Counts:
        """Return what was counted since the last call, also by those that have left."""
        for watcher in self._watchers.values():
            self._counts.add(watcher.counted())
        return self._counts.take()

    def _tell(self, watcher: Watcher, orders: Orders) -> None:
        if orders.schedule is not None:
            watcher.set_schedule(orders.schedule)
        if orders.look:
            watcher.nudge()
        if orders.retire:
            self._keep(watcher.aclose())

    async def _watch(self, venue_id: int, platform: str) -> None:
        lines.about(venue_id=venue_id, source=platform)
        watcher = self._watchers[venue_id]
        try:
            await watcher.run()
        except Exception:
            log.exception("venue %d: its watcher fell", venue_id)
            self._fell.add(venue_id)
        finally:
            del self._watchers[venue_id]
            self._counts.add(watcher.counted())

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
