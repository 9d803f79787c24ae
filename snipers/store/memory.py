"""The sniper store's twin for tests: the same promises on dictionaries, held to them by the same suite as PostgreSQL.

Each method yields to the loop before and after its work, as a database call does, and does the work without yielding:
what is one statement there is one step here. `add_*` and the dictionaries are the test's side of it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from snipers.domain.snipe import Account, Wish
from snipers.store.base import (
    AttemptEnd,
    Claim,
    Desired,
    Line,
    OpenAttempt,
    Roster,
    Target,
    VenueState,
    WishState,
)
from snipers.store.memory_tables import OPEN, AccountRow, ReservationRow, Tables


class MemoryStore(Tables):
    """SnipeStore in one process. `now` is the database's clock."""

    def __init__(self, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        super().__init__(now=now)

    # the test's side

    def add_venue(self, venue: Roster) -> None:
        """Add a venue; its `wishes` do not count."""
        self.venues[venue.venue_id] = venue

    def add_account(self, account: Account) -> None:
        """Add a connected account."""
        self.accounts[account.account_id] = AccountRow(account=account)

    def add_wish(self, wish: Wish) -> None:
        """Add an active request; venue and account have to be there."""
        self.reservations[wish.reservation_id] = ReservationRow(wish=wish)
        self._wake(wish.venue_id)

    # SnipeStore

    async def take_watch(self, *, venue_id: int, owner: str, pid: int, node: str) -> int:
        """See SnipeStore."""
        await asyncio.sleep(0)
        before = self.watches.get(venue_id)
        epoch = (before.epoch if before else 0) + 1
        self.watches[venue_id] = VenueState(
            venue_id=venue_id, epoch=epoch, state="starting", polls=0, last_poll_at=None
        )
        await asyncio.sleep(0)
        return epoch

    async def still_watching(self, *, venue_id: int, epoch: int) -> bool:
        """See SnipeStore."""
        await asyncio.sleep(0)
        return venue_id in self.watches and self.watches[venue_id].epoch == epoch

    async def roster(self, *, venue_id: int) -> Roster | None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        venue = self.venues.get(venue_id)
        if venue is None:
            return None
        rows = [row for row in self.reservations.values() if row.wish.venue_id == venue_id and self._waits(row)]
        rows.sort(key=lambda row: (row.wish.filed_at, row.wish.reservation_id))
        return replace(venue, wishes=[self._wish(row) for row in rows])

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

    async def record(
        self,
        *,
        attempt_id: int,
        state: AttemptEnd,
        reason: str = "",
        platform_reservation_id: str | None = None,
        timings: Mapping[str, float] | None = None,
        checks: int | None = None,
    ) -> bool:
        """See SnipeStore."""
        await asyncio.sleep(0)
        closed = self._record(attempt_id, state, reason, platform_reservation_id, timings or {}, checks)
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
        mine = [one for one in self.attempts.values() if one.wish.venue_id == venue_id and one.state in OPEN]
        return [self._open_attempt(attempt, at) for attempt in sorted(mine, key=lambda one: one.attempt_id)]

    async def save_baseline(self, *, account_id: int, ids: frozenset[str]) -> None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        self._learn(account_id, ids)

    async def flag_account(self, *, account_id: int, reason: str) -> bool:
        """See SnipeStore."""
        await asyncio.sleep(0)
        row = self.accounts[account_id]
        if row.status != "connected":
            return False
        row.status, row.attention_reason = "needs_reconnect", reason
        return True

    async def write_lines(self, *, lines: Sequence[Line]) -> None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        self.lines += [line for line in lines if line.reservation_id in self.reservations]

    async def write_states(self, *, wishes: Sequence[WishState], venues: Sequence[VenueState]) -> None:
        """See SnipeStore."""
        await asyncio.sleep(0)
        for state in wishes:
            if state.reservation_id in self.reservations:
                before = self.states.get(state.reservation_id)
                checks = max(state.checks, before.checks if before else 0)
                self.states[state.reservation_id] = replace(state, checks=checks)
        for venue in venues:
            if venue.venue_id in self.watches and self.watches[venue.venue_id].epoch == venue.epoch:
                self.watches[venue.venue_id] = venue

    async def desired(self) -> list[Desired]:
        """See SnipeStore."""
        await asyncio.sleep(0)
        return [wanted for venue in sorted(self.venues) if (wanted := self._desired(venue)) is not None]

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

    async def close(self) -> None:
        """See SnipeStore."""
