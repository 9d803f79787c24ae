"""Cancels old bookings after a better table was booked beside them, and retries until the platform confirms it.

The database stores each pending cancellation. If this watcher dies, the venue's next watcher continues. Canceling twice
is harmless. The account's list is read first, because it contains the secret that a cancellation needs, and shows
whether both tables still exist. A 404 to the cancellation confirms nothing, because the platform may answer it for
another reason: the old booking counts as canceled when the lists no longer have it. If the new table is not listed,
because the diner or the restaurant canceled it, the old booking is kept. If the platform answers that it does not
cancel the old booking, the call is not repeated; the list then shows whether the diner has canceled it.
"""

import logging

from snipers.clients.base import AccountList
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import BadCard, CancelRefused, PlatformError
from snipers.domain.backoff import Backoff
from snipers.domain.cadence import BLOCKED_BACKOFF, Retries
from snipers.domain.settling import GRACE_SECONDS, Held
from snipers.domain.vocabulary import EntryKind
from snipers.store.records import PendingCancellation, TimelineEntry
from snipers.telemetry.failure_log import FailureLog
from snipers.watching.booking.account_lists import AccountLists
from snipers.watching.context import VenueContext
from snipers.watching.lease.permission import Permission

log = logging.getLogger(__name__)

UNCHANGED_BACKOFF = Backoff(first=1.0, ceiling=60.0)
# The pauses between the reads of a list after the platform has refused the cancellation.
REFUSED_BACKOFF = Backoff(first=60.0, ceiling=3600.0)


class PendingCancellations:
    """Performs the pending cancellations of one venue."""

    def __init__(self, context: VenueContext, permission: Permission, lists: AccountLists) -> None:
        self._store = context.store
        self._client = context.client
        self._clock = context.clock
        self._venue_id = context.owner.venue_id
        self._permission = permission
        self._lists = lists
        self._absent_since: dict[int, float] = {}
        self._refused: set[int] = set()
        self._retries = Retries[int](BLOCKED_BACKOFF)
        self._failures = FailureLog()

    async def cancel_due(self) -> None:
        """Try each due cancellation once."""
        pending = await self._store.pending_cancellations(venue_id=self._venue_id)
        ids = {one.attempt_id for one in pending}
        self._absent_since = {one: since for one, since in self._absent_since.items() if one in ids}
        self._refused &= ids
        self._retries.keep(ids.__contains__)
        due = [one for one in pending if self._retries.due(one.attempt_id, at=self._clock.monotonic())]
        async for one, listed in self._lists.read_each(due):
            if listed is not None:
                await self._cancel_or_confirm(one, listed)

    async def _cancel_or_confirm(self, pending: PendingCancellation, listed: AccountList) -> None:
        old_id = pending.platform_reservation_id
        old = next((entry for entry in listed.held if entry.reservation_id == old_id), None)
        gone = False
        if old is None and (old_id in listed.unreadable or not listed.whole):
            self._pause(pending)
        elif old is None:
            gone = self._absent_long_enough(pending)
        else:
            self._absent_since.pop(pending.attempt_id, None)
            if pending.attempt_id in self._refused:
                self._retries.fail(pending.attempt_id, at=self._clock.monotonic(), backoff=REFUSED_BACKOFF)
            elif _new_table_exists(pending, listed):
                gone = await self._cancel(pending, old)
            else:
                self._pause(pending)
        if gone:
            entry = TimelineEntry(
                reservation_id=pending.reservation_id,
                at=self._clock.now(),
                kind=EntryKind.GIVEN_UP,
                attempt_id=pending.attempt_id,
            )
            await self._store.write_timeline(entries=[entry])
            await self._store.confirm_old_booking_gone(attempt_id=pending.attempt_id)

    def _pause(self, pending: PendingCancellation) -> None:
        """Read the list again after a pause that grows. The list may stay as it is until the day of the table."""
        self._retries.fail(pending.attempt_id, at=self._clock.monotonic(), backoff=UNCHANGED_BACKOFF)

    def _absent_long_enough(self, pending: PendingCancellation) -> bool:
        """Whether the old booking was absent from two lists that were read GRACE_SECONDS apart.

        A single list proves nothing, because it may not show a recent booking yet.
        """
        since = self._absent_since.setdefault(pending.attempt_id, self._clock.monotonic())
        return self._clock.monotonic() - since >= GRACE_SECONDS

    async def _cancel(self, pending: PendingCancellation, old: Held) -> bool:
        attempt_id = pending.attempt_id
        try:
            await self._client.cancel(held=old, token=SealedToken(pending.sealed_token))
        except (CancelRefused, BadCard) as error:
            log.warning("attempt %d: the platform does not cancel the old booking: %r", attempt_id, error)
            self._refused.add(attempt_id)
            self._retries.fail(attempt_id, at=self._clock.monotonic(), backoff=REFUSED_BACKOFF)
            return False
        except PlatformError as error:
            if self._failures.failed(attempt_id):
                log.warning("attempt %d: the old booking is not canceled yet: %r", attempt_id, error)
            self._permission.report_refusal(error)
            self._retries.fail(attempt_id, at=self._clock.monotonic(), retry_after=error.delay)
            return False
        self._failures.recovered(attempt_id)
        log.info("attempt %d: the old booking is canceled", attempt_id)
        return True


def _new_table_exists(pending: PendingCancellation, listed: AccountList) -> bool:
    """Whether the list has the new table, also as a row that cannot be read. True if the new table does not matter."""
    new_id = pending.new_reservation_id
    return new_id is None or new_id in listed.unreadable or any(one.reservation_id == new_id for one in listed.held)
