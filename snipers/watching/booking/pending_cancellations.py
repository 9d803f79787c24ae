"""Cancels the table that a diner held before a better one was booked beside it: owed in the database until confirmed.

A death here leaves the cancellation pending for the venue's next watcher; doing it twice is harmless, since a
reservation that the platform does not know any more counts as paid. Only the account's list says what the old table's
secrets are, and whether it is there at all.
"""

import logging
from collections.abc import Callable
from datetime import datetime

from snipers.clients.base import BookingClient, NotFound, PlatformError
from snipers.clients.credentials import SealedToken
from snipers.domain.cadence import BLOCKED_CEILING, delay_after
from snipers.domain.settling import GRACE_SECONDS, Held
from snipers.domain.vocabulary import EntryKind
from snipers.store.base import PendingCancellation, SnipeStore, TimelineEntry
from snipers.watching.booking.account_lists import AccountLists

log = logging.getLogger(__name__)


class OwedCancellations:
    """Pays what the booked attempts of one venue owe."""

    def __init__(
        self,
        *,
        store: SnipeStore,
        client: BookingClient,
        lists: AccountLists,
        venue_id: int,
        monotonic: Callable[[], float],
        now: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._client = client
        self._lists = lists
        self._venue_id = venue_id
        self._monotonic = monotonic
        self._now = now
        self._absent_since: dict[int, float] = {}
        self._failed: dict[int, tuple[int, float]] = {}

    async def step(self) -> None:
        """Try to pay everything that is due once."""
        debts = await self._store.pending_cancellations(venue_id=self._venue_id)
        there = {debt.attempt_id for debt in debts}
        self._absent_since = {one: since for one, since in self._absent_since.items() if one in there}
        self._failed = {one: failed for one, failed in self._failed.items() if one in there}
        due = [debt for debt in debts if self._failed.get(debt.attempt_id, (0, 0.0))[1] <= self._monotonic()]
        for account_id in dict.fromkeys(debt.account_id for debt in due):
            theirs = [debt for debt in due if debt.account_id == account_id]
            held = await self._lists.read(
                account_id=account_id, sealed_token=theirs[0].sealed_token, usable=theirs[0].account_usable
            )
            for debt in theirs if held is not None else ():
                await self._pay(debt, held or [])

    async def _pay(self, debt: PendingCancellation, held: list[Held]) -> None:
        old = next((entry for entry in held if entry.reservation_id == debt.platform_reservation_id), None)
        if old is None:
            gone = self._surely_gone(debt)
        else:
            self._absent_since.pop(debt.attempt_id, None)
            gone = await self._cancel(debt, old)
        if gone:
            await self._store.write_timeline(entries=[_entry(debt, self._now())])
            await self._store.confirm_old_booking_gone(attempt_id=debt.attempt_id)

    def _surely_gone(self, debt: PendingCancellation) -> bool:
        """A list may lag behind a booking that was made a moment ago: absent twice, a grace apart, is gone."""
        since = self._absent_since.setdefault(debt.attempt_id, self._monotonic())
        return self._monotonic() - since >= GRACE_SECONDS

    async def _cancel(self, debt: PendingCancellation, old: Held) -> bool:
        """Ask the platform; False: try again later."""
        try:
            await self._client.cancel(held=old, token=SealedToken(debt.sealed_token))
        except NotFound:
            return True
        except PlatformError as error:
            failures = self._failed.get(debt.attempt_id, (0, 0.0))[0] + 1
            if failures == 1:
                log.warning("attempt %d: the old table is not given up yet: %r", debt.attempt_id, error)
            asked = getattr(error, "delay", None)
            delay = delay_after(failures=failures, ceiling=BLOCKED_CEILING, asked=asked, jitter=0.0)
            self._failed[debt.attempt_id] = failures, self._monotonic() + delay
            return False
        log.info("attempt %d: the old table is given up", debt.attempt_id)
        return True


def _entry(debt: PendingCancellation, at: datetime) -> TimelineEntry:
    return TimelineEntry(
        reservation_id=debt.reservation_id,
        at=at,
        kind=EntryKind.GIVEN_UP,
        attempt_id=debt.attempt_id,
    )
