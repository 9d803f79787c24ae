"""The controller: keeps one watcher for each venue with active requests, and writes all schedules and states.

Each cycle compares the desired state with the running watchers, so a restart, a lost notification or a second
controller does no damage. A cycle whose inputs did not change plans and writes nothing. Watchers continue without a
controller, on their last schedules.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial

from snipers.background.tasks import BackgroundTasks
from snipers.control.base import Fleet
from snipers.control.breaker import apply_shares
from snipers.control.cell import Cell
from snipers.control.controller_metrics import ControllerMetrics
from snipers.control.desired_venues import DesiredVenues
from snipers.control.learned_paces import LearnedPaces
from snipers.control.pacing import Pacing
from snipers.control.plan import NO_PLAN, Quarantine, plan_watchers
from snipers.control.platform_breakers import PlatformBreakers
from snipers.control.relative_odds import StoredOdds
from snipers.control.state_writer import StateWriter
from snipers.control.unresponsive import ResponseTracker
from snipers.domain.vocabulary import SourceState, SourceStatus
from snipers.store.base import SnipeStore
from snipers.store.records import CellStatus, Desired, Snapshot, VenueState
from snipers.telemetry.failure_log import FailureLog

log = logging.getLogger(__name__)

# A started watcher without a report for this long no longer delays other starts.
START_TIMEOUT = timedelta(seconds=20)
# Replaced watchers and other starting watchers at one time. A larger cell has the same limit, because frozen processes
# are a sign of a node with problems.
MOST_REPLACEMENTS = 3
# Notifications within this time share a cycle.
BATCH_SECONDS = 0.05
# The cycle period while watchers start, so that the next start follows at once.
STARTING_SECONDS = 0.3
# Seconds from one cycle to the next while a release is due, a platform is slowed or stopped, or the last cycle failed.
CYCLE_SECONDS = 1.0
# Seconds from one cycle to the next otherwise, while watchers run. A notification starts a cycle at once.
STEADY_SECONDS = 2.0
# Seconds from one cycle to the next while no venue has a request or a watcher.
IDLE_SECONDS = 5.0


class ControlLoop:
    """The loop of one controller. run_once() is one cycle.

    run() repeats the cycle, and starts the next cycle early when snipes change.
    """

    def __init__(
        self,
        *,
        store: SnipeStore,
        fleet: Fleet,
        cell: Cell,
        pacing: Pacing,
        paces: LearnedPaces,
        own_metrics: ControllerMetrics,
        now: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._fleet = fleet
        self._cell = cell
        self._pacing = pacing
        self._metrics = own_metrics
        self._now = now
        self._paces = paces
        self._odds = StoredOdds(store=store)
        self._breakers = PlatformBreakers(store=store, cautious=paces.platforms)
        self._states = StateWriter(store=store)
        self._responses = ResponseTracker()
        self._tasks = BackgroundTasks(owner="control")
        self._failures = FailureLog()
        self._plan = NO_PLAN
        self._planned_from: tuple[object, ...] = ()
        self._desired = DesiredVenues(store=store)
        self._status: CellStatus | None = None
        self._running: frozenset[int] = frozenset()
        self._starting: dict[int, datetime] = {}
        self._to_nudge: set[int] = set()
        self._nudge_due = asyncio.Event()
        self._reports: dict[int, VenueState] = {}
        self._period = CYCLE_SECONDS
        self._wake_up = asyncio.Event()

    async def run_once(self) -> None:
        """Run one cycle: start and stop watchers as snipes require, divide the poll budgets, write changed states."""
        now, started_at = self._now(), time.monotonic()
        status = await self._cell.send_heartbeat(now=now)
        running = await self._fleet.running()
        if status != self._status:
            self._desired.record_change(None)
        for venue_id in self._running - running:
            self._desired.record_change(venue_id)
        self._status, self._running = status, running
        desired = await self._desired.read(now=now)
        ours = self._cell.assigned(desired)
        # When a venue is assigned to another cell, our watcher keeps running until that cell's watcher takes the venue.
        elsewhere = frozenset(one.venue_id for one in desired) - {one.venue_id for one in ours}
        await self._start_and_stop(ours, running - elsewhere, now)
        running -= frozenset(self._plan.stop)
        self._move(ours, running, now)
        self._metrics.record_interrupted_drains(self._cell.interrupted_drains(ours))
        snapshots = await self._receive_reports(running, self._cell.restarting(ours, now=now), now)
        await self._replace_unresponsive(ours, now)
        if status.paces:
            await self._write_schedules(desired, running, snapshots, status)
        await self._states.write_changed(snapshots=snapshots, now=now)
        await self._states.write_quarantined(desired=ours, now=now)
        self._metrics.record_cycle(
            seconds=time.monotonic() - started_at,
            desired=ours,
            running=running,
            sources=self._breakers.states,
            paces=self._paces.states,
            now=self._now(),
        )
        self._period = cycle_seconds(
            desired=desired, running=running, starting=self._starting, sources=self._breakers.states
        )

    async def run(self) -> None:
        """Repeat run_once() until canceled."""
        helpers = [asyncio.create_task(self.listen()), asyncio.create_task(self._nudge_watchers())]
        try:
            while True:
                self._wake_up.clear()
                await asyncio.sleep(BATCH_SECONDS)
                try:
                    await self.run_once()
                except Exception as error:  # noqa: BLE001 - the controller outlives every failure of a cycle
                    if self._failures.failed():
                        log.error("control cycle failed, trying again every %.0f s: %r", CYCLE_SECONDS, error)
                    self._metrics.record_failure(now=self._now())
                    self._desired.record_change(None)
                    self._period = CYCLE_SECONDS
                else:
                    if self._failures.recovered():
                        log.info("control cycle works again")
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._wake_up.wait(), timeout=self._period)
        finally:
            for helper in helpers:
                helper.cancel()
            await self._tasks.cancel()

    async def finish_tasks(self) -> None:
        """Wait until all starts, stops, moves and replacements in progress have ended."""
        await self._tasks.finish()

    async def _start_and_stop(self, ours: Sequence[Desired], running: frozenset[int], now: datetime) -> None:
        """Plan starts, stops and quarantines. Starts and stops run in the background: a release may
        be seconds away, so the cycle does not wait for them."""
        planned_from = (ours, running, self._starting.keys())
        if now < self._plan.valid_until and planned_from == self._planned_from:
            return
        self._planned_from = (ours, running, frozenset(self._starting))
        self._plan = plan_watchers(
            desired=ours,
            running=running,
            starting=frozenset(self._starting),
            idle_since=self._plan.idle_since,
            counted_starts=self._plan.counted_starts,
            concurrent_starts=self._cell.concurrent_starts(),
            now=now,
        )
        for venue_id in self._plan.stop:
            if self._tasks.start(("stop", venue_id), partial(self._fleet.stop, venue_id=venue_id)):
                log.info("venue %d: stopping its watcher", venue_id)
        for venue in self._plan.start:
            start = partial(self._fleet.start, venue_id=venue.venue_id, platform=venue.platform)
            stopping = self._tasks.running(("stop", venue.venue_id))
            if not stopping and self._tasks.start(("start", venue.venue_id), start):
                log.info("venue %d: starting a watcher", venue.venue_id)
                self._starting[venue.venue_id] = now
        await self._write_quarantines(self._plan.quarantine)

    def _move(self, ours: Sequence[Desired], running: frozenset[int], now: datetime) -> None:
        """Begin to move watchers away from draining nodes."""
        for venue in self._cell.select_moves(ours, running=running, now=now):
            move = partial(self._fleet.move, venue_id=venue.venue_id, platform=venue.platform)
            if self._tasks.start(("move", venue.venue_id), move):
                log.info("venue %d: moving its watcher away from %s", venue.venue_id, venue.node)

    async def _receive_reports(
        self, running: frozenset[int], restarting: frozenset[int], now: datetime
    ) -> Sequence[Snapshot]:
        """Return the status reports since the last cycle, and record which watchers sent none.

        Watchers in `restarting`, which Ray is restarting, do not count as unresponsive, and neither do those of a node
        that does not answer: if it is lost, Ray restarts them, and a watcher that we also replace starts twice.
        """
        snapshots = await self._fleet.snapshots(venue_ids=running)
        answered = {snapshot.venue.venue_id for snapshot in snapshots}
        self._metrics.record_reports([snapshot.venue for snapshot in snapshots], now=now)
        asked = running - self._starting.keys() - restarting - self._fleet.unreachable()
        self._responses.record_responses(asked=asked, answered=answered, running=running, now=now)
        for venue_id in self._responses.overdue():
            self._desired.record_change(venue_id)
        self._starting = {
            venue_id: since
            for venue_id, since in self._starting.items()
            if venue_id not in answered and (now - since < START_TIMEOUT or venue_id in restarting)
        }
        return snapshots

    async def _replace_unresponsive(self, ours: Sequence[Desired], now: datetime) -> None:
        """Replace frozen watchers, and quarantine venues whose watchers keep freezing.

        The cause is not an outage of Ray, because Ray has listed these watchers in this cycle.
        """
        unresponsive = self._responses.select_unresponsive(
            desired={one.venue_id: one for one in ours if not self._tasks.running(("stop", one.venue_id))},
            at_most=MOST_REPLACEMENTS - len(self._starting),
            now=now,
        )
        for venue_id in unresponsive.replace:
            log.warning("venue %d: its watcher is unresponsive; replacing it", venue_id)
            self._tasks.start(("replace", venue_id), partial(self._fleet.replace, venue_id=venue_id))
            self._starting[venue_id] = now
        # The next cycle stops the watchers of these venues.
        await self._write_quarantines(unresponsive.quarantine)

    async def _write_quarantines(self, quarantines: Sequence[Quarantine]) -> None:
        for one in quarantines:
            log.warning("venue %d: quarantined until %s: %s", one.venue_id, one.until.isoformat(), one.reason)
            await self._store.quarantine(venue_id=one.venue_id, until=one.until, reason=one.reason)
            self._desired.record_change(one.venue_id)

    async def _write_schedules(
        self, desired: Sequence[Desired], running: frozenset[int], snapshots: Sequence[Snapshot], status: CellStatus
    ) -> None:
        """Update the breakers, then store and send changed schedules.

        A watcher that starts later reads its schedule from the database.
        """
        now, reports = self._now(), [snapshot.venue for snapshot in snapshots]
        if len(self._cell.assigned(desired)) < len(desired):
            reports += await self._store.remote_status_reports(cell=self._cell.name)
        known = {one.venue_id for one in desired} | running
        self._reports |= {report.venue_id: report for report in reports}
        self._reports = {venue_id: report for venue_id, report in self._reports.items() if venue_id in known}
        breakers = await self._breakers.update(
            desired=desired,
            reports=list(self._reports.values()),
            access_changed=status.access_changed,
            resets=status.resets,
            now=now,
        )
        paces = await self._paces.update(
            desired=desired,
            reports=list(self._reports.values()),
            breakers=breakers,
            bookings=self._metrics.bookings(),
            now=now,
        )
        changed, missed = self._pacing.update_schedules(
            desired=desired,
            breakers=apply_shares(breakers, shares=status.shares, now=now),
            reports=reports,
            paces=paces,
            odds=await self._odds.current(now=now),
            now=now,
        )
        if changed:
            await self._store.write_schedules(schedules=changed)
        due = {venue_id: schedule for venue_id, schedule in (missed | changed).items() if venue_id in running}
        if due:
            await self._fleet.set_schedules(schedules=due)

    async def listen(self) -> None:
        """On each notification, have the venue read and its watcher nudged, and start the next cycle early. Ends only
        when it is canceled."""
        while True:
            try:
                async for venue_id in self._store.demand_changes():
                    self._desired.is_listening = True
                    self._desired.record_change(venue_id)
                    self._wake_up.set()
                    if venue_id is not None:
                        self._to_nudge.add(venue_id)
                        self._nudge_due.set()
            except Exception as error:  # noqa: BLE001 - without notifications, each cycle reads all venues
                log.warning("notifications interrupted: %r", error)
            self._desired.is_listening = False
            await asyncio.sleep(CYCLE_SECONDS)

    async def _nudge_watchers(self) -> None:
        """Nudge the watchers of changed venues. The listener does not wait for this, because Ray may not answer."""
        while True:
            await self._nudge_due.wait()
            self._nudge_due.clear()
            while self._to_nudge:
                try:
                    await self._fleet.nudge(venue_id=self._to_nudge.pop())
                except Exception as error:  # noqa: BLE001 - the watcher reads the change a few seconds later
                    log.warning("a watcher could not be nudged: %r", error)


def cycle_seconds(
    *,
    desired: Sequence[Desired],
    running: Collection[int],
    starting: Collection[int],
    sources: Sequence[SourceState],
) -> float:
    """Return the longest wait in seconds from the end of a cycle to the next one. Notifications end
    it early."""
    if starting:
        return STARTING_SECONDS
    if any(venue.releases for venue in desired) or any(one.state is not SourceStatus.HEALTHY for one in sources):
        return CYCLE_SECONDS
    return STEADY_SECONDS if desired or running else IDLE_SECONDS
