"""One venue, watched: polls what is waited for, hands freed tables to those who wait, and keeps the watch itself.

Owns the loop. When to poll is polling.py, who gets what floor.py, the booking itself booking.py, the unknown settle.py,
the accounts accounts.py. Nothing here is truth: a fresh watcher on the same store goes on where this one stopped, at
whatever moment that was.
"""

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import count

from snipers.clients.base import Blocked, BookingClient, PlatformError
from snipers.domain.outcome import Refused, Unknown
from snipers.domain.slot import Slot
from snipers.domain.snipe import Account
from snipers.domain.vocabulary import Reason
from snipers.store.base import OpenAttempt, Roster, SnipeStore
from snipers.watching.accounts import AccountCare
from snipers.watching.booking import Booker
from snipers.watching.chores import Chores
from snipers.watching.floor import Floor
from snipers.watching.orders import Key, Order
from snipers.watching.polling import Polling
from snipers.watching.settle import Settler
from snipers.watching.sightings import Sightings
from snipers.watching.snapshot import Snapshot as Snapshot
from snipers.watching.snapshot import take_snapshot

log = logging.getLogger(__name__)

ROSTER_SECONDS = 3.0
SETTLE_SECONDS = 1.0
# Sightings are written after the bookings that they are about have left.
FLUSH_SECONDS = 0.3
IDLE_SECONDS = 5.0
CLOSING_SECONDS = 5.0


class VenueWatcher:
    """Watches one venue until it is closed or another watcher takes the venue. `owner` is a new name each time."""

    def __init__(
        self,
        *,
        venue_id: int,
        store: SnipeStore,
        client: BookingClient,
        owner: str,
        pid: int,
        node: str,
        pace_seconds: float,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._venue_id = venue_id
        self._store = store
        self._client = client
        self._owner = owner
        self._pid = pid
        self._node = node
        self._now = now
        self._monotonic = monotonic
        self._epoch = 0
        self._roster: Roster | None = None
        self._due = {"roster": 0.0, "settle": 0.0, "timeline": 0.0}
        self._checks: dict[int, int] = {}
        self._numbers = count(1)
        self.retired = False
        self._closing = False
        self._ended: asyncio.Event | None = None
        self._wake = asyncio.Event()
        self._floor = Floor()
        self._polling = Polling(pace_seconds=pace_seconds, jitter=jitter)
        self._sightings = Sightings(store=store, checks=self._checks_of)
        self._chores = Chores(about=f"venue {venue_id}", done=self._wake.set)
        self._booker = Booker(store=store, client=client, owner=owner, now=now, monotonic=monotonic)
        self._settler = Settler(store=store, client=client, venue_id=venue_id, mine=self._mine, monotonic=monotonic)
        self._accounts = AccountCare(
            store=store,
            client=client,
            token_died=self._floor.token_died,
            trouble=self._trouble,
            monotonic=monotonic,
            jitter=jitter,
        )

    async def run(self) -> None:
        """Watch. Survives failures of store and platform; returns after aclose() or when the venue was taken over."""
        self._ended = asyncio.Event()
        try:
            await self.take()
            while not (self.retired or self._closing):
                await self._sleep(self.step())
        finally:
            await self._finish()
            self._ended.set()

    async def take(self) -> None:
        """Become the venue's watcher; keeps trying until the store answers."""
        failures = 0
        while not self._epoch and not self._closing:
            try:
                self._epoch = await self._store.take_watch(
                    venue_id=self._venue_id, owner=self._owner, pid=self._pid, node=self._node
                )
            except Exception as error:  # noqa: BLE001 - the database, whatever its client raises
                if not failures:
                    log.warning("venue %d: cannot take the watch yet: %r", self._venue_id, error)
                failures += 1
                await asyncio.sleep(min(0.25 * failures, 2.0))

    def step(self) -> float:
        """Begin everything that is due and return the seconds until something is due again."""
        at, now = self._monotonic(), self._now()
        self._begin("roster", self._read_roster, ROSTER_SECONDS)
        self._begin("settle", self._settle, SETTLE_SECONDS if self._floor.unsettled else ROSTER_SECONDS)
        if self._sightings.pending:
            self._begin("timeline", self._sightings.flush, FLUSH_SECONDS)
        account = self._accounts.due(wish.account for wish in self._floor.wishes.values())
        if account is not None and not self._polling.slowed:
            self._chores.start("accounts", partial(self._read_account, account))
        watched = self._roster is not None and not self._roster.opted_out
        self._polling.want(self._floor.keys(now=now) if watched else [], at=at, now=now)
        for key in self._polling.take_due(at=at, now=now):
            if not self._chores.start(("poll", key), partial(self._poll, key)):
                self._polling.done(key)
        for key in self._polling.keys:
            if watched and self._polling.fresh(key, at=at):
                self._match(key, seen=at, seen_at=now)
        return self._until_due()

    def nudge(self) -> None:
        """Wishes changed: read them now."""
        self._due["roster"] = 0.0
        self._wake.set()

    def set_pace(self, seconds: float) -> None:
        """Set the shortest time between two polls of one key, from the next poll on."""
        self._polling.pace_seconds = seconds

    def snapshot(self) -> Snapshot:
        """Return the latest word; reads memory only."""
        return take_snapshot(
            venue_id=self._venue_id,
            epoch=self._epoch,
            floor=self._floor,
            polling=self._polling,
            checks=self._checks_of,
        )

    async def quiet(self) -> None:
        """Wait until nothing runs: what the last step began has come to its end."""
        await self._chores.finish()

    async def aclose(self) -> None:
        """Stop watching; bookings in flight get a few seconds to end. Waits for run() to return."""
        self._closing = True
        self._wake.set()
        if self._ended is not None:
            await self._ended.wait()

    # the loop

    def _begin(self, name: str, work: Callable[[], Coroutine[None, None, None]], every: float) -> None:
        at = self._monotonic()
        if at >= self._due[name] and self._chores.start(name, work):
            self._due[name] = at + every

    def _until_due(self) -> float:
        """A chore that runs is left out: its end wakes the watcher anyway."""
        at = self._monotonic()
        names = ["roster", "settle", *(["timeline"] if self._sightings.pending else [])]
        due = [self._due[name] for name in names if not self._chores.running(name)]
        due += [at for at in (self._polling.next_due(), self._floor.wakes_at(at=at)) if at is not None]
        return max(0.0, min(due, default=at + IDLE_SECONDS) - at)

    async def _sleep(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), timeout=min(seconds, IDLE_SECONDS))
        self._wake.clear()

    async def _finish(self) -> None:
        """Let bookings end, then stop the rest. What is cut off here is settled by the next watcher."""
        deadline = self._monotonic() + CLOSING_SECONDS
        while self._floor.busy and self._monotonic() < deadline:
            await self._sleep(deadline - self._monotonic())
        await self._chores.cancel()

    # chores

    async def _read_roster(self) -> None:
        if not await self._store.still_watching(venue_id=self._venue_id, epoch=self._epoch):
            log.info("venue %d: another watcher took over", self._venue_id)
            self.retired = True
            return
        roster = await self._store.roster(venue_id=self._venue_id)
        wishes = () if roster is None else roster.wishes
        self._checks = {wish.reservation_id: self._checks.get(wish.reservation_id, wish.checks) for wish in wishes}
        self._sightings.roster_changed(before=self._floor.wishes, wishes=wishes, now=self._now())
        self._roster = roster
        self._floor.take_roster(wishes)

    async def _read_account(self, account: Account) -> None:
        if not await self._accounts.read(account):
            self.nudge()

    async def _settle(self) -> None:
        before = self._floor.unsettled
        waiting = await self._settler.step()
        # What became unknown while the settler was reading is not in its answer yet.
        self._floor.take_unsettled(waiting | (self._floor.unsettled - before))
        if before - waiting:
            self.nudge()

    async def _poll(self, key: Key) -> None:
        asked = self._monotonic()
        day, party_size = key
        try:
            found = await self._client.find(venue_id=self._platform_venue_id(), day=day, party_size=party_size)
        except PlatformError as error:
            self._trouble(error)
            return
        finally:
            self._polling.done(key)
        seen, seen_at = self._monotonic(), self._now()
        if self._polling.answered(key, at=seen, now=seen_at):
            log.info("venue %d: the platform answers again", self._venue_id)
        for wish in self._floor.waiting(now=seen_at, key=key):
            self._checks[wish.reservation_id] = self._checks_of(wish.reservation_id) + 1
        fresh, gone = self._floor.see(key, found.slots, asked=asked)
        self._sightings.left(gone)
        orders = self._match(key, seen=seen, seen_at=seen_at)
        if fresh:
            self._chores.start(("seen", next(self._numbers)), partial(self._tell, key, fresh, orders, seen_at))

    async def _tell(self, key: Key, fresh: Sequence[Slot], orders: Sequence[Order], seen_at: datetime) -> None:
        """Tell who saw the new tables, once the bookings have left."""
        await asyncio.sleep(FLUSH_SECONDS)
        self._sightings.tell(self._floor.fitting(key, fresh, now=seen_at), orders=orders, at=seen_at)
        self._sightings.left({slot.key for slot in fresh} - self._floor.names(key))

    def _match(self, key: Key, *, seen: float, seen_at: datetime) -> list[Order]:
        """Send orders out for what is open on one key. Bookings begin at the next turn of the loop."""
        if self.retired or self._closing:
            return []
        orders = self._floor.match(
            key,
            at=self._monotonic(),
            now=self._now(),
            seen=seen,
            seen_at=seen_at,
            first_sight=self._sightings.first,
            checks=self._checks_of,
        )
        for order in orders:
            self._chores.start(("booking", next(self._numbers)), partial(self._book, order))
        return orders

    async def _book(self, order: Order) -> None:
        try:
            result = await self._booker.book(order, epoch=self._epoch)
        except BaseException:
            self._floor.drop(order)
            self._due["settle"] = 0.0
            raise
        self._floor.finish(order, result, at=self._monotonic())
        self.nudge()
        match result:
            case Unknown():
                self._due["settle"] = 0.0
            case Refused(Reason.NEEDS_RECONNECT):
                account_id = order.wish.account.account_id
                await self._store.flag_account(account_id=account_id, reason=Reason.NEEDS_RECONNECT.value)
            case Refused(Reason.BLOCKED, delay):
                self._trouble(Blocked("at a booking", delay=delay))

    # state

    def _trouble(self, error: PlatformError) -> None:
        first = not self._polling.slowed
        delay = self._polling.failed(error, at=self._monotonic(), now=self._now())
        if first:
            log.warning("venue %d: polling slows down for %.1f s: %r", self._venue_id, delay, error)

    def _mine(self, attempt: OpenAttempt) -> bool:
        return attempt.owner == self._owner and self._floor.booking(attempt.reservation_id)

    def _checks_of(self, reservation_id: int) -> int:
        return self._checks.get(reservation_id, 0)

    def _platform_venue_id(self) -> int:
        if self._roster is None:
            raise RuntimeError("nothing is polled before the roster was read")
        return self._roster.platform_venue_id
