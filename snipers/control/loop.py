"""The controller: keeps one watcher at every venue that is waited for, sets everybody's pace, writes what they say.

Level-triggered: every step reads the whole desired state again, so a restart, a lost notice or a second controller
change nothing. It may die at any moment; watchers go on without it, at the pace that they have.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from snipers.background.tasks import BackgroundTasks
from snipers.control.base import Fleet
from snipers.control.breaker import shared
from snipers.control.duty import Duty
from snipers.control.figures import Figures
from snipers.control.pacing import Pacing
from snipers.control.plan import Limits, Plan, Quarantine, plan
from snipers.control.silence import Silence
from snipers.control.sources import Sources
from snipers.control.states import States
from snipers.store.base import CellStatus, Desired, Snapshot, SnipeStore, VenueState

log = logging.getLogger(__name__)

# A watcher that has not said anything for so long after its start does not hold others up any more.
START_TIMEOUT = timedelta(seconds=20)
# A process that stands still is a sign of a failing node, so these do not follow the cores.
REPLACED_AT_ONCE = 3
GATHER_SECONDS = 0.05
# A watcher that waits for a start slot should get it as soon as it is free.
STARTING_SECONDS = 0.3


class ControlLoop:
    """One controller. `step()` does everything once; `run()` repeats it and wakes early when snipes change."""

    def __init__(
        self,
        *,
        store: SnipeStore,
        fleet: Fleet,
        pacing: Pacing,
        limits: Limits,
        duty: Duty,
        now: Callable[[], datetime],
        figures: Figures | None = None,
        every_seconds: float = 1.0,
    ) -> None:
        self._store = store
        self._duty = duty
        self._fleet = fleet
        self._pacing = pacing
        self._limits = limits
        self._now = now
        self._figures = figures or Figures(budgets={})
        self._every = every_seconds
        self._sources = Sources(store=store)
        self._states = States(store=store)
        self._silence = Silence()
        self._tasks = BackgroundTasks(owner="control")
        self._idle_since: dict[int, datetime] = {}
        self._barred: dict[int, int] = {}
        self._starting: dict[int, datetime] = {}
        self._words: dict[int, VenueState] = {}
        self._wake = asyncio.Event()
        self._failing = False

    async def step(self) -> None:
        """Reconcile watchers with snipes, share the budget out, then write the states that changed."""
        now, begun = self._now(), time.monotonic()
        standing = await self._duty.step(now=now)
        desired, running = await asyncio.gather(self._store.desired(), self._fleet.running())
        ours = self._duty.ours(desired)
        # A watcher of ours at a venue that another cell is to have stays until that one has taken it.
        theirs = frozenset(one.venue_id for one in desired) - {one.venue_id for one in ours}
        todo = self._plan(ours, running - theirs, now)
        self._carry_out(todo, now)
        await self._quarantine(todo.quarantine)
        running -= frozenset(todo.stop)
        self._move(ours, running, now)
        snapshots = await self._hear(running, self._duty.on_their_way(ours, now=now), now)
        await self._replace_silent(ours, now)
        if standing.paces:
            await self._pace(desired, running, snapshots, standing)
        await self._states.write(snapshots=snapshots, now=now)
        await self._states.write_quarantined(desired=ours, now=now)
        self._figures.stepped(
            seconds=time.monotonic() - begun,
            desired=ours,
            running=running,
            sources=self._sources.states,
            now=self._now(),
        )

    async def run(self) -> None:
        """Repeat step() for ever; a failure is logged once, and once more when it is over."""
        listener = asyncio.create_task(self._listen())
        try:
            while True:
                self._wake.clear()
                # Many requests at once are one step's work.
                await asyncio.sleep(GATHER_SECONDS)
                try:
                    await self.step()
                except Exception as error:  # noqa: BLE001 - the loop that keeps all watchers alive never dies
                    if not self._failing:
                        log.error("control step failed, trying again every %.0f s: %r", self._every, error)
                    self._failing = True
                    self._figures.step_failed(now=self._now())
                else:
                    if self._failing:
                        log.info("control step works again")
                    self._failing = False
                every = STARTING_SECONDS if self._starting else self._every
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), timeout=every)
        finally:
            listener.cancel()
            await self._tasks.cancel()

    async def quiet(self) -> None:
        """Wait until the starts and stops that were begun have come to their end."""
        await self._tasks.finish()

    def _plan(self, desired: Sequence[Desired], running: frozenset[int], now: datetime) -> Plan:
        todo = plan(
            desired=desired,
            running=running,
            starting=frozenset(self._starting),
            idle_since=self._idle_since,
            barred=self._barred,
            limits=self._limits,
            starts_at_once=self._duty.starts_at_once(),
            now=now,
        )
        self._idle_since, self._barred = dict(todo.idle_since), dict(todo.barred)
        return todo

    def _carry_out(self, todo: Plan, now: datetime) -> None:
        """Begin stops and starts; nobody waits for them, a drop may be seconds away."""
        for venue_id in todo.stop:
            if self._tasks.start(("stop", venue_id), partial(self._fleet.stop, venue_id=venue_id)):
                log.info("venue %d: letting its watcher go", venue_id)
        for venue in todo.start:
            begin = partial(self._fleet.start, venue_id=venue.venue_id, platform=venue.platform)
            if not self._tasks.running(("stop", venue.venue_id)) and self._tasks.start(
                ("start", venue.venue_id), begin
            ):
                log.info("venue %d: starting a watcher", venue.venue_id)
                self._starting[venue.venue_id] = now

    def _move(self, ours: Sequence[Desired], running: frozenset[int], now: datetime) -> None:
        """Begin moves away from nodes that are to be left."""
        for venue in self._duty.moves(ours, running=running, now=now):
            move = partial(self._fleet.move, venue_id=venue.venue_id, platform=venue.platform)
            if self._tasks.start(("move", venue.venue_id), move):
                log.info("venue %d: moving its watcher away from %s", venue.venue_id, venue.node)

    async def _hear(self, running: frozenset[int], on_their_way: frozenset[int], now: datetime) -> Sequence[Snapshot]:
        """Hear what the watchers have said since the last step. Nobody asks those that Ray is bringing back."""
        snapshots = await self._fleet.snapshots(venue_ids=running)
        spoke = {snapshot.venue.venue_id for snapshot in snapshots}
        self._figures.heard([snapshot.venue for snapshot in snapshots], now=now)
        asked = running - self._starting.keys() - on_their_way
        self._silence.hear(asked=asked, spoke=spoke, running=running, now=now)
        self._starting = {
            venue_id: since
            for venue_id, since in self._starting.items()
            if venue_id not in spoke and (now - since < START_TIMEOUT or venue_id in on_their_way)
        }
        return snapshots

    async def _replace_silent(self, desired: Sequence[Desired], now: datetime) -> None:
        """Have the processes ended that stand still. Ray said in this step that they run, so it is not Ray."""
        silenced = self._silence.judge(
            desired={one.venue_id: one for one in desired if not self._tasks.running(("stop", one.venue_id))},
            at_most=REPLACED_AT_ONCE - len(self._starting),
            now=now,
        )
        for venue_id in silenced.replace:
            log.warning("venue %d: its watcher stands still; replacing it", venue_id)
            self._tasks.start(("replace", venue_id), partial(self._fleet.replace, venue_id=venue_id))
            self._starting[venue_id] = now
        # The next step ends a quarantined watcher; it does not start again before the quarantine ends.
        await self._quarantine(silenced.quarantine)

    async def _quarantine(self, quarantines: Sequence[Quarantine]) -> None:
        for one in quarantines:
            log.warning("venue %d: quarantined until %s: %s", one.venue_id, one.until.isoformat(), one.reason)
            await self._store.quarantine(venue_id=one.venue_id, until=one.until, reason=one.reason)

    async def _pace(
        self,
        desired: Sequence[Desired],
        running: frozenset[int],
        snapshots: Sequence[Snapshot],
        standing: CellStatus,
    ) -> None:
        """Feed the breakers, then give out what changed: first to the database, for watchers that start later."""
        now, words = self._now(), [snapshot.venue for snapshot in snapshots]
        if len(self._duty.ours(desired)) < len(desired):
            words += await self._store.remote_status_reports(cell=self._duty.name)
        wanted = {one.venue_id for one in desired} | running
        self._words = {one: word for one, word in self._words.items() if one in wanted}
        self._words |= {word.venue_id: word for word in words}
        breakers = await self._sources.step(desired=desired, words=list(self._words.values()), now=now)
        slowed = shared(breakers, shares=standing.shares, now=now)
        changed, late = self._pacing.step(desired=desired, breakers=slowed, words=words, now=now)
        if changed:
            await self._store.write_schedules(schedules=changed)
        told = {venue_id: schedule for venue_id, schedule in (late | changed).items() if venue_id in running}
        if told:
            await self._fleet.set_schedules(schedules=told)

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
