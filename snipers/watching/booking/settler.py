"""Settles attempts without an outcome, by the list of the account's reservations at the platform.

The settler decides attempts of dead watchers, and attempts of this watcher whose booking has ended with an unknown
outcome. domain/settling.py has the rule.
"""

import logging
from collections import defaultdict
from collections.abc import Sequence

from snipers.clients.base import AccountList
from snipers.domain.settling import Adopt, NotBooked, NotYet, Unclear, Wanted, settle
from snipers.domain.vocabulary import EntryKind, Reason
from snipers.store.base import AlreadyAdopted
from snipers.store.records import OpenAttempt, TimelineEntry
from snipers.watching.booking.account_lists import AccountLists
from snipers.watching.booking.pending_cancellations import PendingCancellations
from snipers.watching.context import VenueContext
from snipers.watching.lease.permission import Permission
from snipers.watching.matching.active_snipes import ActiveSnipes

log = logging.getLogger(__name__)


class Settler:
    """Settles the open attempts of one venue."""

    def __init__(self, context: VenueContext, permission: Permission, snipes: ActiveSnipes) -> None:
        self._store = context.store
        self._owner = context.owner
        self._snipes = snipes
        self._lists = AccountLists(context, permission)
        self._cancellations = PendingCancellations(context, permission, self._lists)
        self._reported: set[int] = set()
        # Attempt -> reservations that other attempts have adopted. Two users may have connected one platform account,
        # and known_before has only the ids of this user's attempts.
        self._adopted_elsewhere = defaultdict[int, set[str]](set)

    async def settle_open_attempts(self) -> None:
        """Try once to settle every open attempt and to perform every pending cancellation."""
        self._snipes.new_unsettled = False
        before = self._snipes.unsettled
        unsettled = await self._settle_all()
        # Attempts whose outcome became unknown while _settle_all() ran are not in its result.
        self._snipes.set_unsettled(unsettled | (self._snipes.unsettled - before))

    async def _settle_all(self) -> frozenset[int]:
        attempts = await self._store.open_attempts(venue_id=self._owner.venue_id)
        attempts = [attempt for attempt in attempts if not self._in_flight_here(attempt)]
        for closed in self._adopted_elsewhere.keys() - {attempt.attempt_id for attempt in attempts}:
            del self._adopted_elsewhere[closed]
        await self._report_verifying(attempts)
        unsettled = set()
        async for attempt, listed in self._lists.read_each(attempts):
            if listed is None or not await self._settle(attempt, listed):
                unsettled.add(attempt.reservation_id)
        await self._cancellations.cancel_due()
        return frozenset(unsettled)

    def _in_flight_here(self, attempt: OpenAttempt) -> bool:
        return attempt.owner == self._owner.name and self._snipes.is_booking(attempt.reservation_id)

    async def _settle(self, attempt: OpenAttempt, listed: AccountList) -> bool:
        known = attempt.known_before | self._adopted_elsewhere.get(attempt.attempt_id, set())
        verdict = settle(
            held=listed.held,
            # A row with the id of the old booking may be the new table: a platform that changes a booking keeps the id.
            may_hide_table=listed.may_hide_new(known=known - {attempt.old_booking_id}),
            known_before=known,
            wanted=Wanted(attempt.platform_venue_id, attempt.date, attempt.time, attempt.party_size),
            grace_until=attempt.grace_until,
            first_absent_at=attempt.first_absent_at,
            read_at=attempt.read_at,
            old_booking_id=attempt.old_booking_id,
        )
        match verdict:
            case Adopt(reservation_id, old_booking_gone):
                return await self._adopt(attempt, reservation_id, gone=old_booking_gone or attempt.old_booking_gone)
            case NotBooked(old_booking_gone):
                await self._close(attempt, gone=old_booking_gone or attempt.old_booking_gone)
                return True
            case Unclear():
                self._lists.pause_unclear(attempt.account_id)
            case NotYet() if attempt.first_absent_at is None:
                await self._record_absence(attempt)
        return False

    async def _adopt(self, attempt: OpenAttempt, reservation_id: str, *, gone: bool) -> bool:
        log.info("attempt %d: found booked", attempt.attempt_id)
        try:
            await self._store.record(
                attempt_id=attempt.attempt_id,
                state="booked",
                platform_reservation_id=reservation_id,
                old_booking_gone=gone,
            )
        except AlreadyAdopted:
            # In the next run, settle() ignores this reservation.
            self._adopted_elsewhere[attempt.attempt_id].add(reservation_id)
            return False
        return True

    async def _close(self, attempt: OpenAttempt, *, gone: bool) -> None:
        """Record that the call booked nothing.

        If the old booking is gone nevertheless, the recorded reason is a failed override.
        """
        reason = Reason.OVERRIDE_FAILED if gone else Reason.NOT_CONFIRMED
        log.info("attempt %d: %s", attempt.attempt_id, reason.value)
        await self._store.record(
            attempt_id=attempt.attempt_id, state="lost", reason=reason.value, old_booking_gone=gone
        )

    async def _record_absence(self, attempt: OpenAttempt) -> None:
        try:
            await self._store.record_absence(attempt_id=attempt.attempt_id)
        except LookupError:
            log.info("attempt %d: another process has closed it", attempt.attempt_id)

    async def _report_verifying(self, attempts: Sequence[OpenAttempt]) -> None:
        self._reported &= {attempt.attempt_id for attempt in attempts}
        entries = [
            TimelineEntry(
                reservation_id=attempt.reservation_id,
                at=attempt.read_at,
                kind=EntryKind.VERIFYING,
                attempt_id=attempt.attempt_id,
                time=attempt.time,
                party_size=attempt.party_size,
            )
            for attempt in attempts
            if attempt.attempt_id not in self._reported
        ]
        if entries:
            await self._store.write_timeline(entries=entries)
            self._reported |= {attempt.attempt_id for attempt in attempts}
