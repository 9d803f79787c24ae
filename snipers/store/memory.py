"""The sniper store's twin for tests: the same promises on dictionaries, held to them by the same suite as PostgreSQL.

Each method yields to the loop before and after its work, as a database call does, and does the work without yielding:
what is one statement there is one step here. `add_*` and the dictionaries are the test's side of it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from snipers.domain.cadence import Schedule
from snipers.domain.snipe import Account, Snipe
from snipers.domain.vocabulary import SourceState
from snipers.store.base import (
    MAIN_CELL,
    AttemptEnd,
    Claim,
    Desired,
    NotAssigned,
    OpenAttempt,
    PendingCancellation,
    Roster,
    SnipeState,
    Target,
    TimelineEntry,
    VenueState,
)
from snipers.store.memory_cells import LIVES, Cells
from snipers.store.memory_rows import OPEN, AccountRow, ReservationRow, VenueRow, WatchRow

SHORT_LIFE = timedelta(minutes=1)
LONGEST_BEAT = 30.0


class MemoryStore(Cells):
    """SnipeStore in one process. `now` is the database's clock."""

    def __init__(self, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        super().__init__(now=now)

    # the test's side

    def add_venue(self, venue: VenueRow) -> None:
        """Add a venue."""
        self.venues[venue.venue_id] = venue

    def add_account(self, account: Account, *, payment_method_id: str | None = None) -> None:
        """Add a connected account."""
        self.accounts[account.account_id] = AccountRow(account=account, payment_method_id=payment_method_id)

    def add_snipe(self, snipe: Snipe) -> None:
        """Add an active request; venue and account have to be there."""
        self.reservations[snipe.reservation_id] = ReservationRow(snipe=snipe)
        self._wake(snipe.venue_id)

    # SnipeStore: watching

    async def take_watch(self, *, venue_id: int, owner: str, pid: int, node: str, cell: str = MAIN_CELL) -> int:
        """See SnipeStore."""
        await asyncio.sleep(0)
        watch, at = self._watch(venue_id), self._now()
        if not self._may_take(watch, cell):
            raise NotAssigned(f"venue {venue_id} is not for cell {cell}")
        if watch.epoch and at - watch.heartbeat_at < LIVES:
            self._wake(venue_id)
        short = watch.heartbeat_at < watch.started_at + SHORT_LIFE
        watch.failed_starts = watch.failed_starts + 1 if watch.epoch and not watch.polled and short else 0
        watch.fade(at)
        epoch = watch.epoch + 1
        watch.epoch, watch.state, watch.polled, watch.started_at = epoch, "starting", False, at
        watch.owner, watch.node, watch.cell = owner, node, cell
        await asyncio.sleep(0)
        return epoch

    async def still_watching(self, *, venue_id: int, epoch: int, polls: int = 0, opened: int = 0) -> bool:
        """See SnipeStore."""
        await asyncio.sleep(0)
        watch, at = self.watches.get(venue_id), self._now()
        if watch is None or watch.epoch != epoch:
            return False
        since = (at - watch.heartbeat_at).total_seconds()
        watch.fade(at)
        watch.opened += opened
        if polls > 0:
            watch.polled, watch.failed_starts = True, 0
            watch.watched += min(since, LONGEST_BEAT)
        return True

    async def roster(self, *, venue_id: int) -> Roster | None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        return self._roster(venue_id)

    # SnipeStore: attempts

    async def claim(self, *, target: Target, owner: str, epoch: int) -> Claim | None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        claim = self._claim(target, owner, epoch)
        await asyncio.sleep(0)
        return claim

    async def remember_known(self, *, attempt_id: int, account_id: int, ids: frozenset[str]) -> None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        self.attempts[attempt_id].known_before |= ids
        self._learn(account_id, ids)
        await asyncio.sleep(0)

    async def mark_old_booking(self, *, attempt_id: int, platform_reservation_id: str) -> bool:
        """See SnipeStore."""
        await asyncio.sleep(0)
        written = self._mark_old_booking(attempt_id, platform_reservation_id)
        await asyncio.sleep(0)
        return written

    async def confirm_old_booking_gone(self, *, attempt_id: int) -> None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        attempt = self.attempts[attempt_id]
        if attempt.old_booking_id and attempt.old_booking_gone_at is None:
            attempt.old_booking_gone_at = self._now()

    async def pending_cancellations(self, *, venue_id: int) -> list[PendingCancellation]:
        """See SnipeStore."""
        await asyncio.sleep(0)
        return self._pending_cancellations(venue_id)

    async def record(
        self,
        *,
        attempt_id: int,
        state: AttemptEnd,
        reason: str = "",
        platform_reservation_id: str | None = None,
        timings: Mapping[str, float] | None = None,
        checks: int | None = None,
        old_booking_gone: bool = False,
        fee_cents: int | None = None,
    ) -> bool:
        """See SnipeStore."""
        await asyncio.sleep(0)
        self.attempts[attempt_id].fee_cents = fee_cents
        closed = self._record(
            attempt_id, state, reason, platform_reservation_id, timings or {}, checks, old_booking_gone
        )
        await asyncio.sleep(0)
        return closed

    async def note_absent(self, *, attempt_id: int) -> datetime:
        """See SnipeStore."""
        await asyncio.sleep(0)
        attempt = self.attempts.get(attempt_id)
        if attempt is None or attempt.state not in OPEN:
            raise LookupError("the attempt is closed")
        if attempt.first_absent_at is None:
            attempt.first_absent_at = self._now()
        return attempt.first_absent_at

    async def open_attempts(self, *, venue_id: int) -> list[OpenAttempt]:
        """See SnipeStore."""
        await asyncio.sleep(0)
        at = self._now()
        mine = [one for one in self.attempts.values() if one.snipe.venue_id == venue_id and one.state in OPEN]
        return [self._open_attempt(attempt, at) for attempt in sorted(mine, key=lambda one: one.attempt_id)]

    # SnipeStore: accounts

    async def save_baseline(self, *, account_id: int, ids: frozenset[str]) -> None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        self._learn(account_id, ids)

    async def flag_account(self, *, account_id: int, sealed_token: str, reason: str) -> bool:
        """See SnipeStore."""
        await asyncio.sleep(0)
        row = self.accounts[account_id]
        known = row.account.sealed_token == sealed_token
        if row.status != "connected" or row.attention_reason == reason or not known:
            return False
        row.attention_reason = reason
        if reason != "payment_required":
            row.status = "needs_reconnect"
        return True

    async def save_payment_method(self, *, account_id: int, payment_method_id: str) -> None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        row = self.accounts[account_id]
        row.payment_method_id = payment_method_id
        if row.attention_reason == "payment_required":
            row.attention_reason = ""

    # SnipeStore: what people see

    async def write_timeline(self, *, entries: Sequence[TimelineEntry]) -> None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        self.timeline += [entry for entry in entries if entry.reservation_id in self.reservations]

    async def write_states(self, *, snipes: Sequence[SnipeState], venues: Sequence[VenueState]) -> None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        for state in snipes:
            if state.reservation_id in self.reservations:
                before = self.states.get(state.reservation_id)
                checks = max(state.checks, before.checks if before else 0)
                self.states[state.reservation_id] = replace(state, checks=checks)
        for venue in venues:
            watch = self.watches.get(venue.venue_id)
            if watch is not None and watch.epoch == venue.epoch:
                watch.state, watch.polls, watch.last_poll_at = venue.state, venue.polls, venue.last_poll_at
                watch.failure, watch.failed_at, watch.retry_at = venue.failure, venue.failed_at, venue.retry_at

    # SnipeStore: the controller

    async def desired(self) -> list[Desired]:
        """See SnipeStore."""
        await asyncio.sleep(0)
        return [wanted for venue in sorted(self.venues) if (wanted := self._desired(venue)) is not None]

    async def write_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        for venue_id in sorted(schedules.keys() & self.venues.keys()):
            self._watch(venue_id).schedule = schedules[venue_id]

    async def quarantine(self, *, venue_id: int, until: datetime, reason: str) -> None:
        """See SnipeStore. The reason is for people who read the table."""
        await asyncio.sleep(0)
        self._watch(venue_id).quarantined_until = until

    async def write_sources(self, *, sources: Sequence[SourceState]) -> None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        self.source_states |= {source.platform: source for source in sources}

    async def sources(self) -> list[SourceState]:
        """See SnipeStore."""
        await asyncio.sleep(0)
        return [self.source_states[platform] for platform in sorted(self.source_states)]

    async def switches(self) -> frozenset[tuple[str, str]]:
        """See SnipeStore."""
        await asyncio.sleep(0)
        return frozenset(self.switched)

    async def wakes(self) -> AsyncIterator[int | None]:
        """See SnipeStore."""
        queue: asyncio.Queue[int | None] = asyncio.Queue()
        self._listeners.append(queue)
        try:
            yield None
            while True:
                yield await queue.get()
        finally:
            self._listeners.remove(queue)

    async def warm(self, *, connections: int | None = None) -> None:
        """See SnipeStore."""

    async def close(self) -> None:
        """See SnipeStore."""

    def _watch(self, venue_id: int) -> WatchRow:
        at = self._now()
        return self.watches.setdefault(venue_id, WatchRow(started_at=at, heartbeat_at=at))
