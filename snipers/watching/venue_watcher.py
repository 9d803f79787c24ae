"""The watcher of one venue: polls for active requests, books freed tables for them, and holds the venue's lease.

Owns the loop and decides which work may run. polling.py schedules polls, poller.py runs one, floor.py assigns slots,
release.py handles releases, bookings.py runs bookings and settles unknown outcomes, accounts.py reads the accounts and
heartbeat.py keeps the lease. The watcher is no source of truth: a new one on the same store continues where this one
stopped, at any moment.
"""

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from functools import partial

from snipers.background.tasks import BackgroundTasks
from snipers.clients.base import BookingClient, PlatformError
from snipers.domain.cadence import Schedule
from snipers.domain.counts import Counts
from snipers.domain.snipe import Account
from snipers.store.base import MAIN_CELL, Roster, Snapshot, SnipeStore
from snipers.watching.booking.account_checks import AccountCare
from snipers.watching.booking.bookings import Bookings
from snipers.watching.lease.heartbeat import Heartbeat
from snipers.watching.matching.allocator import Floor
from snipers.watching.matching.orders import Key
from snipers.watching.matching.sightings import Sightings
from snipers.watching.metrics import Figures
from snipers.watching.polling.poller import Poller
from snipers.watching.polling.schedule import Polling
from snipers.watching.release.releases import Releases, Rights
from snipers.watching.snapshot import Scene, take_snapshot

log = logging.getLogger(__name__)

ROSTER_SECONDS = 3.0
SETTLE_SECONDS = 1.0
FLUSH_SECONDS = 0.3
IDLE_SECONDS = 5.0
CLOSING_SECONDS = 5.0
LAST_LINES_SECONDS = 1.0
RELEASE_SPACING = 0.25
CONNECTIONS = 2


class VenueWatcher:
    """Watches one venue until it is closed or another watcher takes the venue. `owner` is a new name each time.

    `pace_seconds` is for a watcher that nobody gives a schedule; `release_spacing` is between two finds of a burst.
    `platform` is what its figures are filed under.
    """

    def __init__(
        self,
        *,
        venue_id: int,
        store: SnipeStore,
        client: BookingClient,
        owner: str,
        pid: int,
        node: str,
        cell: str = MAIN_CELL,
        pace_seconds: float | None = None,
        release_spacing: float = RELEASE_SPACING,
        platform: str = "",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._venue_id = venue_id
        self._store = store
        self._client = client
        self._now = now
        self._monotonic = monotonic
        self._spacing = release_spacing
        self._roster: Roster | None = None
        self._due = {"roster": 0.0, "settle": 0.0, "timeline": 0.0}
        self._opens_at = 0.0
        self._closing = False
        self._spare = False
        self._ended: asyncio.Event | None = None
        self._wake = asyncio.Event()
        self._floor = Floor()
        self._figures = Figures(source=platform, now=now, monotonic=monotonic)
        self._polling = Polling(pace_seconds=pace_seconds, jitter=jitter)
        self._heartbeat = Heartbeat(
            store=store, venue_id=venue_id, owner=owner, pid=pid, node=node, cell=cell, monotonic=monotonic
        )
        self._sightings = Sightings(store=store, checks=self._floor.checks, monotonic=monotonic)
        self._tasks = BackgroundTasks(owner=f"venue {venue_id}", on_end=self._wake.set)
        self._bookings = Bookings(
            venue_id=venue_id,
            store=store,
            client=client,
            owner=owner,
            floor=self._floor,
            tasks=self._tasks,
            heartbeat=self._heartbeat,
            figures=self._figures,
            ended=self.nudge,
            trouble=self._trouble,
            now=now,
            monotonic=monotonic,
        )
        self._accounts = AccountCare(
            store=store,
            client=client,
            token_died=self._floor.token_died,
            trouble=self._trouble,
            monotonic=monotonic,
            jitter=jitter,
        )
        self._releases = Releases(
            store=store,
            client=client,
            floor=self._floor,
            tasks=self._tasks,
            sightings=self._sightings,
            accounts=self._accounts,
            figures=self._figures,
            rights=Rights(
                ask=lambda key: self._poller.poll(key),
                may_ask=self._may_ask,
                opens_at=lambda: self._opens_at,
                trouble=self._trouble,
                wake=self._wake.set,
            ),
            spacing=release_spacing,
            now=now,
            monotonic=monotonic,
        )
        self._poller = Poller(
            roster=lambda: self._roster,
            client=client,
            floor=self._floor,
            polling=self._polling,
            sightings=self._sightings,
            heartbeat=self._heartbeat,
            tasks=self._tasks,
            figures=self._figures,
            send=self._bookings.send,
            may_call=self._may_ask,
            bursting=self._releases.bursting,
            now=now,
            monotonic=monotonic,
        )

    @property
    def retired(self) -> bool:
        """Whether another watcher has the venue."""
        return self._heartbeat.retired

    async def run(self) -> None:
        """Watch. Survives failures of store and platform; returns after aclose() or when the venue was taken over."""
        self._ended = asyncio.Event()
        try:
            await self.take()
            while not (self.retired or self._closing):
                await self._sleep(self.step())
        finally:
            try:
                await self._finish()
            finally:
                self._ended.set()

    async def take(self) -> None:
        """Become the venue's watcher; keeps trying until the store answers."""
        await self._heartbeat.take(closing=lambda: self._closing)

    def step(self) -> float:
        """Begin everything that is due and return the seconds until something is due again."""
        at, now = self._monotonic(), self._now()
        if self._heartbeat.lapsed:
            self._polling.lapse()
        if self._open():
            self._releases.step(at=at)
        if self._releases.quiet_until(at=at) is None:
            self._begin("roster", self._read_roster, ROSTER_SECONDS)
            if self._bookings.doubtful:
                self._due["settle"] = 0.0
            self._begin("settle", self._bookings.settle, SETTLE_SECONDS if self._floor.unsettled else ROSTER_SECONDS)
            if self._sightings.pending:
                self._begin("timeline", self._sightings.flush, FLUSH_SECONDS)
            self._look_after_accounts()
            self._poll(at=at, now=now)
        if self._open():
            self._poller.match_again(at=at, now=now, bursts=self._releases.keys)
        return self._until_due()

    def nudge(self) -> None:
        """Snipes changed: read them now."""
        self._due["roster"] = 0.0
        self._wake.set()

    def set_schedule(self, schedule: Schedule) -> None:
        """Take the venue's share of the platform's budget in."""
        self._polling.set_schedule(schedule)
        self._wake.set()

    def snapshot(self) -> Snapshot:
        """Return the latest word; reads memory only."""
        return take_snapshot(
            Scene(
                venue_id=self._venue_id,
                epoch=self._heartbeat.epoch,
                floor=self._floor,
                polling=self._polling,
                phases=self._releases.phases(at=self._monotonic()),
                spacing=self._spacing,
                switched_off=self._roster is not None and bool(self._roster.switched_off),
            )
        )

    def counted(self) -> Counts:
        """Return what was counted since the last call."""
        keys = self._floor.keys(now=self._now()) if self._open() else []
        self._figures.look(keys=[key for key in keys if key not in self._releases.keys], polling=self._polling)
        return self._figures.counts.drain()

    async def aclose(self) -> None:
        """Stop watching; bookings in flight get a few seconds to end. Waits for run() to return."""
        self._closing = True
        self._wake.set()
        if self._ended is not None:
            await self._ended.wait()

    # the loop

    def _open(self) -> bool:
        """Whether the venue may be called at all: it did not opt out, and nobody of our staff switched it off."""
        return self._roster is not None and not self._roster.opted_out and not self._roster.switched_off

    def _may_ask(self) -> bool:
        return self._open() and not (self._heartbeat.lapsed or self.retired or self._closing)

    def _poll(self, *, at: float, now: datetime) -> None:
        wanted = self._floor.keys(now=now) if self._open() else []
        bursts = self._releases.keys
        self._polling.want([key for key in wanted if key not in bursts], at=at, now=now)
        for key in self._polling.take_due(at=at, now=now):
            if not self._tasks.start(("poll", key), partial(self._poll_once, key)):
                self._polling.done(key)

    def _look_after_accounts(self) -> None:
        account = self._accounts.due(snipe.account for snipe in self._floor.snipes.values())
        if account is not None and self._open() and not self._polling.slowed:
            self._tasks.start("accounts", partial(self._read_account, account))

    def _begin(self, name: str, work: Callable[[], Coroutine[None, None, None]], every: float) -> None:
        at = self._monotonic()
        if at >= self._due[name] and self._tasks.start(name, work):
            self._due[name] = at + every

    def _until_due(self) -> float:
        """Omits running tasks: their end wakes the watcher anyway."""
        at = self._monotonic()
        times = [self._floor.wakes_at(at=at), self._releases.wakes_at(at=at)]
        quiet_until = self._releases.quiet_until(at=at)
        if quiet_until is not None:
            times.append(quiet_until)
        else:
            names = ["roster", "settle", *(["timeline"] if self._sightings.pending else [])]
            times += [self._due[name] for name in names if not self._tasks.running(name)]
            times.append(self._polling.next_due())
        return max(0.0, min((due for due in times if due is not None), default=at + IDLE_SECONDS) - at)

    async def _sleep(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), timeout=min(seconds, IDLE_SECONDS))
        self._wake.clear()

    async def _finish(self) -> None:
        """Let bookings end, then stop the rest. What is cut off here is settled by the next watcher."""
        deadline = self._monotonic() + CLOSING_SECONDS
        while self._floor.busy and self._monotonic() < deadline:
            await self._sleep(deadline - self._monotonic())
        await self._tasks.cancel()
        await self._write_sightings()
        await self._bookings.aclose()

    async def _write_sightings(self) -> None:
        """Write what is still queued for timelines. Without a database it is lost, as at a crash."""
        try:
            async with asyncio.timeout(LAST_LINES_SECONDS):
                await self._sightings.flush(everything=True)
        except Exception as error:  # noqa: BLE001 - whatever the database raises, the watcher still has to close
            log.warning("venue %d: the last timeline lines were not written: %r", self._venue_id, error)

    # tasks

    async def _read_roster(self) -> None:
        if not await self._heartbeat.beat():
            self._figures.fenced()
            return
        if self._roster is None:
            # The first claims of a connection are slow, and a table may be seen in a moment.
            self._tasks.start("warm the store", partial(self._store.warm, connections=1))
        self._polling.renew()
        roster = await self._store.roster(venue_id=self._venue_id)
        snipes = () if roster is None else roster.snipes
        self._sightings.roster_changed(before=self._floor.snipes, snipes=snipes, now=self._now())
        self._roster = roster
        self._floor.take_roster(snipes)
        if roster is not None and roster.schedule is not None:
            self._polling.set_schedule(roster.schedule)
        if roster is not None and roster.switched_off:
            self._sightings.switched_off(snipes, now=self._now())
        else:
            self._sightings.switched_on()

    async def _read_account(self, account: Account) -> None:
        if not await self._accounts.read(account):
            self.nudge()

    async def _poll_once(self, key: Key) -> None:
        try:
            await self._poller.poll(key)
            if not self._spare:
                # A booking asks for terms and the account's list at once; polls keep both connections warm.
                self._spare = True
                self._tasks.start("a spare connection", partial(self._client.warm, connections=CONNECTIONS))
            if self._heartbeat.unsaid:
                self._due["roster"] = 0.0
        except PlatformError as error:
            self._trouble(error)
        finally:
            self._polling.done(key)

    # state

    def _trouble(self, error: PlatformError) -> None:
        first, at = not self._polling.slowed, self._monotonic()
        delay = self._polling.failed(error, at=at, now=self._now())
        self._opens_at = max(self._opens_at, at + delay)
        if first:
            log.warning("venue %d: polling slows down for %.1f s: %r", self._venue_id, delay, error)
