"""Replaces a booking that the diner holds, after the platform refused a new booking because of the old one.

The old booking is released only if the diner permits it, the refusal certainly refers to it, and its id was stored
before the call. If the platform can replace a booking in one call, that call is used. Otherwise the old booking is
canceled first, while the platform holds the new table. If the platform accepts the new booking beside the old one,
pending_cancellations.py cancels the old one.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from snipers.clients.base import AccountList, BookingTerms
from snipers.clients.errors import (
    BadCard,
    CancelRefused,
    KeyRefused,
    NeedsReconnect,
    NotFound,
    PlatformError,
    RateLimited,
    Unsent,
)
from snipers.domain.old_booking import find_old_booking
from snipers.domain.outcome import Booked, BookOutcome, Lost, Refused, Unknown
from snipers.domain.settling import Held
from snipers.domain.vocabulary import Reason
from snipers.store.records import Claim
from snipers.watching.booking.run import BookingRun
from snipers.watching.context import VenueContext
from snipers.watching.lease.permission import Permission

log = logging.getLogger(__name__)

# The least time before the send deadline at which the old booking may be canceled. After the cancellation the diner has
# only a hold, so there has to be enough time for the cancellation and for the book call.
CANCEL_SECONDS = 1.0

Send = Callable[[BookingRun, BookingTerms, Held | None], Awaitable[BookOutcome]]


class Override:
    """Resolves conflicts of one watcher's bookings with old bookings. `send` sends the book call."""

    def __init__(self, context: VenueContext, permission: Permission, *, send: Send) -> None:
        self._store = context.store
        self._client = context.client
        self._monotonic = context.clock.monotonic
        self._permission = permission
        self._send = send

    async def resolve_conflict(
        self, run: BookingRun, claim: Claim, terms: BookingTerms, refusal: Refused, listed: AccountList | None
    ) -> BookOutcome:
        """Book the new table instead of the old booking to which `refusal` refers.

        Return `refusal` if the old booking is not found, or if it can neither be replaced in one
        call nor canceled while the platform holds the new table. `listed` is the account's list,
        None if this booking has not read it.
        """
        if listed is None:
            answer = await self._read_list(run)
            if isinstance(answer, Refused):
                return answer
            listed = answer
        assignment, old = run.assignment, None
        if refusal.conflict is not None:
            old = find_old_booking(
                held=listed.held,
                complete=listed.complete,
                slot=assignment.slot,
                conflict=refusal.conflict,
                replaces=claim.replaces,
                for_guest=assignment.snipe.guest is not None,
            )
        swaps = old is not None and self._client.can_replace(held=old, slot=assignment.slot)
        if old is None or not (swaps or terms.holds):
            return refusal
        lapsed = Lost(Reason.CLAIM_LAPSED)
        if not swaps and self._seconds_left(run) < CANCEL_SECONDS:
            return lapsed
        if not await self._mark_old_booking(run, claim, old):
            return lapsed
        if swaps:
            return await self._swap(run, terms, old)
        # The write may have taken long. If this process was frozen, another one may even have settled the attempt.
        if self._seconds_left(run) < CANCEL_SECONDS:
            return lapsed
        return await self._cancel_then_book(run, claim, terms, old)

    async def _swap(self, run: BookingRun, terms: BookingTerms, old: Held) -> BookOutcome:
        """Book the new table and cancel the old booking in one call.

        If the new booking has the id of the old one, the old booking counts as gone at once. Otherwise the account's
        list shows later whether it is gone.
        """
        outcome = await self._send(run, terms, old)
        run.old_booking_gone = isinstance(outcome, Booked) and outcome.reservation_id == old.reservation_id
        return outcome

    async def _cancel_then_book(self, run: BookingRun, claim: Claim, terms: BookingTerms, old: Held) -> BookOutcome:
        """Cancel the old booking, then book the new table. The book call does not wait for the database.

        The cancellation is stored during the book call, also if this booking is canceled meanwhile. If the process dies
        before it is stored, the account's list shows the settler that the old booking is gone.
        """
        failed = await self._cancel(run, old)
        if failed is not None:
            return failed
        run.old_booking_gone = True
        writing = asyncio.create_task(self._confirm_old_booking_gone(claim))
        try:
            return await self._send(run, terms, None)
        finally:
            await writing

    async def _cancel(self, run: BookingRun, old: Held) -> BookOutcome | None:
        """Cancel the old booking. Return None if it is gone, otherwise the outcome of the attempt.

        NotFound does not show that it is gone, because the platform may answer 404 for another reason. Then the old
        booking stays in our records, and a later attempt tries again.
        """
        try:
            async with asyncio.timeout(max(0.0, self._seconds_left(run))):
                await self._client.cancel(held=old, token=run.token)
        except (CancelRefused, BadCard):
            # The policy does not allow it, or the fee cannot be charged to the card: the old booking stays.
            return Refused(Reason.CANCEL_REFUSED)
        except (Unsent, NeedsReconnect, KeyRefused, RateLimited, NotFound) as error:
            return Refused(error.reason, error.delay)
        except (PlatformError, TimeoutError) as error:
            self._report(error)
            return Unknown(f"canceling the old booking: {type(error).__name__}")
        return None

    async def _mark_old_booking(self, run: BookingRun, claim: Claim, old: Held) -> bool:
        """Store the id of the old booking before its release.

        Return False if a stop is pending, the claim has lapsed, or the write failed. The old booking must then stay.
        """
        try:
            async with asyncio.timeout(max(0.0, self._seconds_left(run))):
                return await self._store.mark_old_booking(
                    attempt_id=claim.attempt_id, platform_reservation_id=old.reservation_id
                )
        except Exception as error:  # noqa: BLE001 - too slow, or any error of the database client
            log.warning("attempt %d: the old booking could not be marked: %r", claim.attempt_id, error)
            return False

    async def _confirm_old_booking_gone(self, claim: Claim) -> None:
        """Store that the old booking is canceled. If this fails, the outcome or the account's list shows it later."""
        try:
            async with asyncio.timeout(CANCEL_SECONDS / 4):
                await self._store.confirm_old_booking_gone(attempt_id=claim.attempt_id)
        except Exception as error:  # noqa: BLE001 - see above
            log.warning("attempt %d: the cancellation is not stored yet: %r", claim.attempt_id, error)

    async def _read_list(self, run: BookingRun) -> AccountList | Refused:
        try:
            async with asyncio.timeout(max(0.0, self._seconds_left(run))):
                return await self._client.account_list(token=run.token)
        except (PlatformError, TimeoutError) as error:
            log.warning("the account's list could not be read after a conflict: %r", error)
            self._report(error)
            return Refused(Reason.LIST_UNREADABLE, error.delay if isinstance(error, PlatformError) else None)

    def _report(self, error: PlatformError | TimeoutError) -> None:
        if isinstance(error, PlatformError):
            self._permission.report_refusal(error)

    def _seconds_left(self, run: BookingRun) -> float:
        return run.send_by - self._monotonic()
