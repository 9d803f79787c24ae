"""The watcher of one venue: polls for active requests, books freed tables for them, and keeps the venue's lease.

This module has the loop that decides which work starts when. README.md lists the packages that do the work. The watcher
keeps nothing that the database does not have, so a new one can continue at any moment.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial

from snipers.background.tasks import BackgroundTasks
from snipers.clients.base import BookingClient
from snipers.domain.access import StoredAccess
from snipers.domain.cadence import Schedule
from snipers.domain.counts import Counts
from snipers.domain.matching import may_book
from snipers.domain.odds.records import Observations
from snipers.domain.vocabulary import EntryKind, Reason
from snipers.store.base import SnipeStore
from snipers.store.records import Lease, Renewal, Roster, Snapshot
from snipers.watching.booking.account_checks import AccountChecks
from snipers.watching.booking.booker import Booker
from snipers.watching.booking.settler import Settler
from snipers.watching.context import Clock, VenueContext, WatchOwner
from snipers.watching.lease.heartbeat import Heartbeat
from snipers.watching.lease.permission import Permission
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.openings import Openings
from snipers.watching.matching.sightings import Sightings
from snipers.watching.metrics import WatcherMetrics
from snipers.watching.polling.poller import Poller
from snipers.watching.polling.schedule import PollSchedule
from snipers.watching.release.releases import Releases
from snipers.watching.snapshot import StatusReporter

log = logging.getLogger(__name__)

# The watcher renews its lease and reads its roster this often, unless the node's agent does it.
ROSTER_SECONDS = 3.0
# A watcher waits this much longer for an agent that reports a delay, and while it starts: it then has no lease to lose,
# and if many watchers start on a node at one moment, the agent is busy.
LONG_WAITS = 2.5
# The share by which waits for a renewal differ, so that the watchers of a node do not send their statements together.
SPREAD = 0.5
# Observations that the node's agent did not fetch for this long are recorded by the watcher.
NOT_FETCHED_SECONDS = 15.0
SETTLE_SECONDS = 1.0
TIMELINE_SECONDS = 0.3
LONGEST_SLEEP_SECONDS = 5.0
LAST_BOOKINGS_SECONDS = 5.0
LAST_ENTRIES_SECONDS = 1.0
RELEASE_SPACING = 0.25


class VenueWatcher:
    """Watches one venue until it is closed or another watcher takes the venue.

    `pace_seconds` is the poll period of a watcher without a controller; `release_spacing` is the least number of
    seconds between two polls of a key in a burst. If the node has an agent, the watcher takes and renews its lease by
    itself only if the agent does not do it for `agent_seconds`.
    """

    def __init__(
        self,
        *,
        owner: WatchOwner,
        store: SnipeStore,
        client: BookingClient,
        clock: Clock = Clock(),  # noqa: B008 - frozen
        pace_seconds: float | None = None,
        release_spacing: float = RELEASE_SPACING,
        agent_seconds: float = 0.0,
    ) -> None:
        self._agent_seconds = agent_seconds
        # Whether the agent's report of a delay has postponed the next renewal by the watcher itself.
        self._postponed = False
        self._wake = asyncio.Event()
        self._ended: asyncio.Event | None = None
        self._access: StoredAccess | None = None
        self._due = {"roster": 0.0, "settle": 0.0, "timeline": 0.0, "book openings": 0.0, "watched": 0.0}
        self._monotonic, self._now = clock.monotonic, clock.now
        self._context = context = VenueContext(
            store=store,
            client=client,
            clock=clock,
            background=BackgroundTasks(owner=f"venue {owner.venue_id}", on_end=self._wake.set),
            metrics=WatcherMetrics(platform=owner.platform, now=clock.now, monotonic=clock.monotonic),
            owner=owner,
        )
        self._lease = Heartbeat(context)
        self._permission = permission = Permission(context, self._lease)
        self._allocator = allocator = Allocator()
        self._schedule = schedule = PollSchedule(permission, pace_seconds=pace_seconds)
        self._sightings = sightings = Sightings(context, allocator)
        openings = Openings(allocator)
        self._settler = Settler(context, permission, allocator.snipes)
        self._accounts = AccountChecks(context, permission, allocator.snipes)
        self._booker = Booker(context, permission, allocator)
        self._poller = poller = Poller(context, permission, schedule, allocator, sightings, openings, self._booker)
        self._releases = Releases(
            context, permission, schedule, poller, allocator, sightings, self._accounts, release_spacing
        )
        self._status = StatusReporter(context, permission, schedule, allocator, openings, self._releases)

    @property
    def retired(self) -> bool:
        """Whether another watcher has the venue, or it was deleted or belongs to another cell."""
        return self._lease.retired

    async def run(self) -> None:
        """Watch until aclose() is called or another watcher takes the venue.

        Failures of the store and of the platform do not end the run.
        """
        self._ended = asyncio.Event()
        try:
            if await self._lease.take_venue(agent_seconds=LONG_WAITS * self._agent_seconds):
                self._due["roster"] = self._monotonic() + self._agent_seconds
            while not (self.retired or self._lease.closing):
                await self._sleep(self.start_due_work())
        finally:
            try:
                await self._finish()
            finally:
                self._ended.set()

    def start_due_work(self) -> float:
        """Start all work that is due. Return the seconds until the next work is due."""
        at, now = self._monotonic(), self._now()
        if self._permission.venue_open:
            self._releases.start_due(at=at)
        if self._releases.quiet_until(at=at) is None:
            if self._allocator.snipes.roster_outdated:
                self._allocator.snipes.roster_outdated = False
                self._due["roster"] = 0.0
            if self._allocator.snipes.new_unsettled:
                self._due["settle"] = 0.0
            self._start_if_due("roster", self._read_roster, ROSTER_SECONDS)
            if self._must_settle:
                settle_seconds = SETTLE_SECONDS if self._allocator.snipes.unsettled else ROSTER_SECONDS
                self._start_if_due("settle", self._settler.settle_open_attempts, settle_seconds)
            if self._sightings.pending:
                self._start_if_due("timeline", self._sightings.flush, TIMELINE_SECONDS)
            if self._poller.book_openings.due(at=at):
                self._start_if_due("book openings", self._record_openings, TIMELINE_SECONDS)
            if self._poller.watched_times.due(at=at - (NOT_FETCHED_SECONDS if self._agent_seconds else 0.0)):
                self._start_if_due("watched", self._record_watched, TIMELINE_SECONDS)
            self._check_accounts()
            self._poller.start_due_polls(at=at, now=now)
        if self._permission.venue_open:
            self._poller.match_again(at=at, now=now)
        return self._seconds_until_due()

    def nudge(self) -> None:
        """Read the roster now, because snipes changed."""
        self._due["roster"] = 0.0
        self._wake.set()

    def lease(self) -> Lease:
        """Return the lease with this run's totals, for the node's agent."""
        return self._lease.lease(polls=self._schedule.polls, opened=self._schedule.opened)

    def accept_renewal(self, renewal: Renewal) -> None:
        """Accept a renewal by the node's agent, with the roster if it has changed.

        Around a release the roster is ignored: the agent sends it again.
        """
        at = self._monotonic()
        if self._lease.accept(renewal):
            self._postponed = False
            self._await_agent(self._agent_seconds)
            if renewal.roster is not None and self._releases.quiet_until(at=at) is None:
                self._lease.keep_roster(renewal)
                self._set_roster(renewal.roster)
        elif self.retired:
            self._context.metrics.record_replacement()
        self._wake.set()

    def note_agent(self, *, delayed: bool) -> None:
        """Note that the node's agent has answered, and whether it reports a delay.

        The watcher then waits longer before it renews its lease by itself. After an outage of the database, one
        statement of the agent renews all leases; connections of all watchers would be more than the server may have.
        """
        self._lease.agent_works = not delayed
        if delayed and not self._postponed:
            self._postponed = True
            self._await_agent(LONG_WAITS * self._agent_seconds)

    def take_observations(self) -> Observations | None:
        """Return the observations that are to be recorded now, for the node's agent. None if none are due."""
        times = self._poller.watched_times
        return times.take() if times.due(at=self._monotonic()) else None

    def restore_observations(self, taken: Observations) -> None:
        """Take observations back that could not be recorded."""
        self._poller.watched_times.restore(taken, at=self._monotonic())

    def set_schedule(self, schedule: Schedule) -> None:
        """Accept the venue's new poll schedule.

        If the schedule before had no grants, the breaker may have stopped the platform, and our
        access to it may have changed since. So the roster is read before the first poll; the node's
        agent reads it when it passes the schedule on.
        """
        if schedule.grants and not self._schedule.granted and not self._agent_seconds:
            self._due["roster"] = 0.0
        self._schedule.set_schedule(schedule)
        self._wake.set()

    def snapshot(self) -> Snapshot:
        """Return the latest status report. Only memory is read."""
        return self._status.snapshot()

    def drain_counts(self) -> Counts:
        """Return the counts since the last call and reset them."""
        keys = self._allocator.snipes.poll_keys(now=self._now()) if self._permission.venue_open else []
        polls = self._poller.take_durations()
        return self._context.metrics.drain(polls=polls, answers=self._schedule.answers(keys))

    async def aclose(self) -> None:
        """Stop watching and wait until run() has returned. Bookings in flight get a few seconds to end."""
        self._lease.close()
        self._wake.set()
        if self._ended is not None:
            await self._ended.wait()

    def _await_agent(self, seconds: float) -> None:
        at = self._monotonic()
        # A read that is due already, for example after a nudge, is not postponed.
        if self._due["roster"] > at:
            self._due["roster"] = at + seconds * (1 + SPREAD * self._context.clock.jitter())

    async def _record_openings(self) -> None:
        openings = self._poller.book_openings.take_due(at=self._monotonic())
        try:
            await self._context.store.record_openings(venue_id=self._context.owner.venue_id, observations=openings)
        except Exception:
            self._poller.book_openings.restore(openings)
            raise

    async def _record_watched(self) -> None:
        taken = self._poller.watched_times.take()
        try:
            await self._context.store.record_watched(observed={self._context.owner.venue_id: taken})
        except Exception:
            self.restore_observations(taken)
            raise

    @property
    def _must_settle(self) -> bool:
        """Whether the venue has an attempt to settle."""
        roster = self._permission.roster
        snipes = self._allocator.snipes
        return snipes.new_unsettled or bool(snipes.unsettled) or (roster is not None and roster.unsettled)

    def _check_accounts(self) -> None:
        booking = filter(may_book, self._allocator.snipes.by_id.values())
        account = self._accounts.next_due(snipe.account for snipe in booking)
        if account is not None and self._permission.venue_open and not self._permission.slowed:
            self._context.background.start("accounts", partial(self._accounts.read, account))

    def _start_if_due(self, name: str, work: Callable[[], Coroutine[None, None, None]], every: float) -> None:
        at = self._monotonic()
        if at >= self._due[name] and self._context.background.start(name, work):
            self._due[name] = at + every

    def _seconds_until_due(self) -> float:
        """Return the seconds until the next work is due.

        Work whose previous task still runs is left out, because the end of the task wakes the watcher.
        """
        at = self._monotonic()
        times = [self._allocator.next_retry_at(at=at), self._releases.next_due(at=at)]
        quiet_until = self._releases.quiet_until(at=at)
        if quiet_until is not None:
            times.append(quiet_until)
        else:
            names = ["roster", *(["settle"] if self._must_settle else [])]
            names += ["timeline"] if self._sightings.pending else []
            times += [self._due[name] for name in names if not self._context.background.running(name)]
            times.append(self._schedule.next_due(at=at))
        return max(0.0, min((due for due in times if due is not None), default=at + LONGEST_SLEEP_SECONDS) - at)

    async def _sleep(self, seconds: float) -> None:
        # asyncio.wait_for() would make and cancel a task for each wait.
        timer = asyncio.get_running_loop().call_later(min(seconds, LONGEST_SLEEP_SECONDS), self._wake.set)
        await self._wake.wait()
        timer.cancel()
        self._wake.clear()

    async def _finish(self) -> None:
        """Wait for bookings to end, then cancel the other tasks.

        The next watcher settles attempts that are cut off here.
        """
        deadline = self._monotonic() + LAST_BOOKINGS_SECONDS
        while self._allocator.snipes.busy and self._monotonic() < deadline:
            await self._sleep(deadline - self._monotonic())
        await self._context.background.cancel()
        try:
            async with asyncio.timeout(LAST_ENTRIES_SECONDS):
                await self._sightings.flush(everything=True)
                await self._record_watched()
        except Exception as error:  # noqa: BLE001 - after any error the watcher still has to close
            log.warning("venue %d: the last timeline entries were not written: %r", self._context.owner.venue_id, error)
        await self._booker.aclose()

    async def _read_roster(self) -> None:
        self._postponed, schedule = False, self._schedule
        roster = await self._lease.renew(polls=schedule.polls, opened=schedule.opened)
        if roster is None:
            self._context.metrics.record_replacement()
            return
        self._set_roster(roster)

    def _set_roster(self, roster: Roster) -> None:
        schedule = self._schedule
        snipes, now = roster.snipes, self._now()
        self._sightings.report_roster(before=self._allocator.snipes.by_id, snipes=snipes, now=now)
        self._permission.roster = roster
        if roster.access != self._access:
            self._access = roster.access
            log.info("venue %d: our access to the platform has changed", roster.venue_id)
            self._context.client.set_access(roster.access)
            if self._permission.end_key_back_off():
                schedule.end_back_off()
        self._allocator.set_roster(snipes)
        self._poller.book_openings.keep({snipe.date for snipe in snipes})
        self._poller.watched_times.keep({snipe.poll_key for snipe in snipes})
        if roster.schedule is not None:
            schedule.set_schedule(roster.schedule)
        if self._permission.switched_off:
            self._sightings.report_once(snipes, EntryKind.SWITCHED_OFF, now=now, reason=Reason.SWITCHED_OFF)
        else:
            self._sightings.end_switched_off()
