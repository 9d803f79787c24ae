"""Brings what was left open to its end by reading what the account holds at the platform.

Owns attempts of watchers that are gone and calls of this one that ended in the unknown; an attempt that a living
booking of this watcher still works on is left to it. Also has the old table cancelled where a new one was booked beside
it. The rule itself is domain/settling.py, the reading of accounts lists.py, what is owed owed.py.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from snipers.clients.base import BookingClient
from snipers.domain.settling import Adopt, Held, NotBooked, settle
from snipers.domain.vocabulary import EntryKind, Reason
from snipers.store.base import AlreadyAdopted, OpenAttempt, SnipeStore, TimelineEntry
from snipers.watching.booking.account_lists import AccountLists
from snipers.watching.booking.pending_cancellations import OwedCancellations

log = logging.getLogger(__name__)


class Settler:
    """Settles the open attempts of one venue. `mine(attempt)` says that a living booking still speaks for it."""

    def __init__(
        self,
        *,
        store: SnipeStore,
        client: BookingClient,
        venue_id: int,
        mine: Callable[[OpenAttempt], bool],
        monotonic: Callable[[], float],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._store = store
        self._venue_id = venue_id
        self._mine = mine
        self._lists = AccountLists(store=store, client=client, monotonic=monotonic)
        self._owed = OwedCancellations(
            store=store, client=client, lists=self._lists, venue_id=venue_id, monotonic=monotonic, now=now
        )
        self._told: set[int] = set()

    async def step(self) -> frozenset[int]:
        """Look at everything open once; return the requests that still wait for an answer."""
        attempts = [one for one in await self._store.open_attempts(venue_id=self._venue_id) if not self._mine(one)]
        self._told &= {attempt.attempt_id for attempt in attempts}
        await self._tell(attempts)
        waiting = set()
        for account_id in dict.fromkeys(attempt.account_id for attempt in attempts):
            theirs = [attempt for attempt in attempts if attempt.account_id == account_id]
            held = await self._lists.read(
                account_id=account_id, sealed_token=theirs[0].sealed_token, usable=theirs[0].account_usable
            )
            for attempt in theirs:
                if held is None or not await self._settle(attempt, held):
                    waiting.add(attempt.reservation_id)
        await self._owed.step()
        return frozenset(waiting)

    async def _settle(self, attempt: OpenAttempt, held: Sequence[Held]) -> bool:
        """Judge one attempt; True when it came to its end."""
        verdict = settle(
            held=held,
            known_before=attempt.known_before,
            platform_venue_id=attempt.platform_venue_id,
            date=attempt.date,
            time=attempt.time,
            party_size=attempt.party_size,
            grace_until=attempt.grace_until,
            first_absent_at=attempt.first_absent_at,
            read_at=attempt.read_at,
            old_booking_id=attempt.old_booking_id,
        )
        match verdict:
            case Adopt(reservation_id, old_booking_gone):
                return await self._adopt(
                    attempt, reservation_id, old_booking_gone=old_booking_gone or attempt.old_booking_gone
                )
            case NotBooked(old_booking_gone):
                await self._close(attempt, old_booking_gone=old_booking_gone or attempt.old_booking_gone)
                return True
        if attempt.first_absent_at is None:
            await self._note_absent(attempt)
        return False

    async def _adopt(self, attempt: OpenAttempt, reservation_id: str, *, old_booking_gone: bool) -> bool:
        log.info("attempt %d: found booked", attempt.attempt_id)
        try:
            await self._store.record(
                attempt_id=attempt.attempt_id,
                state="booked",
                platform_reservation_id=reservation_id,
                old_booking_gone=old_booking_gone,
            )
        except AlreadyAdopted:
            # Another attempt was given it since we read; the next look knows that id and passes it by.
            return False
        return True

    async def _close(self, attempt: OpenAttempt, *, old_booking_gone: bool) -> None:
        """The call booked nothing. Where the old table is gone all the same, the diner is told exactly that."""
        reason = Reason.OVERRIDE_FAILED if old_booking_gone else Reason.NOT_CONFIRMED
        log.info("attempt %d: %s", attempt.attempt_id, reason.value)
        await self._store.record(
            attempt_id=attempt.attempt_id, state="lost", reason=reason.value, old_booking_gone=old_booking_gone
        )

    async def _note_absent(self, attempt: OpenAttempt) -> None:
        try:
            await self._store.note_absent(attempt_id=attempt.attempt_id)
        except LookupError:
            log.info("attempt %d: closed by somebody else meanwhile", attempt.attempt_id)

    async def _tell(self, attempts: Sequence[OpenAttempt]) -> None:
        """Say once in each timeline that we are finding out."""
        new = [attempt for attempt in attempts if attempt.attempt_id not in self._told]
        if new:
            await self._store.write_timeline(entries=[_entry(attempt, attempt.read_at) for attempt in new])
            self._told |= {attempt.attempt_id for attempt in new}


def _entry(attempt: OpenAttempt, at: datetime) -> TimelineEntry:
    return TimelineEntry(
        reservation_id=attempt.reservation_id,
        at=at,
        kind=EntryKind.VERIFYING,
        attempt_id=attempt.attempt_id,
        time=attempt.time,
        party_size=attempt.party_size,
    )
