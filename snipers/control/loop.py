"""The controller: keeps one watcher at every venue that is waited for, and writes what the watchers say.

Level-triggered: every step reads the whole desired state again, so a restart, a lost notice or a second controller
change nothing. It may die at any moment; watchers go on without it.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import datetime

from snipers.control.base import Fleet
from snipers.control.plan import Limits, plan
from snipers.store.base import SnipeStore, VenueState, WishState

log = logging.getLogger(__name__)


class ControlLoop:
    """One controller. `step()` does everything once; `run()` repeats it and wakes early when wishes change."""

    def __init__(
        self,
        *,
        store: SnipeStore,
        fleet: Fleet,
        limits: Limits,
        now: Callable[[], datetime],
        every_seconds: float = 1.0,
    ) -> None:
        self._store = store
        self._fleet = fleet
        self._limits = limits
        self._now = now
        self._every = every_seconds
        self._idle_since: dict[int, datetime] = {}
        self._paces: dict[int, float] = {}
        self._written: dict[int, WishState] = {}
        self._wake = asyncio.Event()
        self._failing = False

    async def step(self) -> None:
        """Reconcile watchers with wishes, then write the states that changed."""
        running = await self._fleet.running()
        todo = plan(
            desired=await self._store.desired(),
            running=running,
            idle_since=self._idle_since,
            limits=self._limits,
            now=self._now(),
        )
        self._idle_since = dict(todo.idle_since)
        for venue_id in todo.stop:
            log.info("venue %d: nobody waits, letting its watcher go", venue_id)
            await self._fleet.stop(venue_id=venue_id)
        for venue_id in todo.start:
            log.info("venue %d: starting a watcher", venue_id)
            await self._fleet.start(venue_id=venue_id, pace_seconds=todo.paces[venue_id])
            self._paces[venue_id] = todo.paces[venue_id]
        for venue_id, pace in todo.paces.items():
            if venue_id in running and self._paces.get(venue_id) != pace:
                await self._fleet.pace(venue_id=venue_id, pace_seconds=pace)
                self._paces[venue_id] = pace
        self._paces = {venue_id: pace for venue_id, pace in self._paces.items() if venue_id in todo.paces}
        await self._write_states()

    async def run(self) -> None:
        """Repeat step() for ever; a failure is logged once, and once more when it is over."""
        listener = asyncio.create_task(self._listen())
        try:
            while True:
                self._wake.clear()
                try:
                    await self.step()
                except Exception as error:  # noqa: BLE001 - the loop that keeps all watchers alive never dies
                    if not self._failing:
                        log.error("control step failed, trying again every %.0f s: %r", self._every, error)
                    self._failing = True
                else:
                    if self._failing:
                        log.info("control step works again")
                    self._failing = False
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), timeout=self._every)
        finally:
            listener.cancel()

    async def _listen(self) -> None:
        """Hand notices on: a nudge to the venue's watcher, and an early step for venues that have none."""
        while True:
            try:
                async for venue_id in self._store.wakes():
                    self._wake.set()
                    if venue_id is not None:
                        await self._fleet.nudge(venue_id=venue_id)
            except Exception as error:  # noqa: BLE001 - notices only make us faster; the poll finds what they miss
                log.warning("notices interrupted: %r", error)
            await asyncio.sleep(self._every)

    async def _write_states(self) -> None:
        """Write what changed since the last time: idle requests cost no rows."""
        wishes: list[WishState] = []
        venues: list[VenueState] = []
        for snapshot in await self._fleet.snapshots():
            venues.append(snapshot.venue)
            wishes += [state for state in snapshot.wishes if self._written.get(state.reservation_id) != state]
        await self._store.write_states(wishes=wishes, venues=venues)
        self._written.update({state.reservation_id: state for state in wishes})
        if len(self._written) > 50_000:  # requests that ended long ago; rewriting the rest once is cheap
            self._written.clear()
