"""A better table instead of one that the diner holds: what happens after the platform refused because of the other.

The old table is given up only when that is asked for, certain to be the one that is meant, and written down before the
platform is told. Where the platform swaps both in one step, that is used. Else the old one is cancelled first, and only
while the platform keeps the new one for us. A table that was booked beside the old one is not this module's: settle.py
owes its cancellation.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from snipers.clients.base import (
    BookingClient,
    BookingTerms,
    NeedsReconnect,
    NotFound,
    PlatformError,
    RateLimited,
    Unsent,
)
from snipers.domain.outcome import Booked, BookOutcome, Lost, Refused, Unknown
from snipers.domain.overriding import find_old_booking
from snipers.domain.settling import Held
from snipers.domain.vocabulary import Reason
from snipers.store.base import Claim, SnipeStore
from snipers.watching.matching.orders import Ending, Run

log = logging.getLogger(__name__)

# Between cancelling and booking the diner has only the hold: not begun without time for both calls.
CANCEL_SECONDS = 1.0

Send = Callable[[Run, BookingTerms, Held | None], Awaitable[BookOutcome]]


class Override:
    """Overrides for one watcher's bookings. `send` is the one booking call."""

    def __init__(self, *, store: SnipeStore, client: BookingClient, monotonic: Callable[[], float], send: Send) -> None:
        self._store = store
        self._client = client
        self._monotonic = monotonic
        self._send = send

    async def resolve(
        self, run: Run, claim: Claim, terms: BookingTerms, refusal: Refused, held: list[Held] | None
    ) -> Ending:
        """Try again without the old table. `held`: the account's list, None when it was not read for this order."""
        listed = held if held is not None else await self._list(run)
        if listed is None:
            return Ending(Refused(Reason.LIST_UNREADABLE))
        old = self._old(run, claim, refusal, listed)
        if old is None:
            return Ending(refusal)
        swaps = self._client.can_replace(held=old, slot=run.order.slot)
        if not swaps and not terms.holds:
            return Ending(refusal)
        if not swaps and self._left(run) < CANCEL_SECONDS:
            return Ending(Lost(Reason.CLAIM_LAPSED))
        if not await self._may_mark_old_booking(run, claim, old):
            return Ending(Lost(Reason.CLAIM_LAPSED))
        if swaps:
            return await self._swap(run, terms, old)
        # Another process settled the attempt while this one was frozen: it must not cancel the old booking.
        if self._left(run) <= 0:
            return Ending(Lost(Reason.CLAIM_LAPSED))
        return await self._cancel_then_book(run, claim, terms, old)

    def _old(self, run: Run, claim: Claim, refusal: Refused, listed: list[Held]) -> Held | None:
        if refusal.conflict is None:
            return None
        return find_old_booking(
            held=listed,
            slot=run.order.slot,
            conflict=refusal.conflict,
            replaces=claim.replaces,
            for_guest=run.order.snipe.guest is not None,
        )

    async def _swap(self, run: Run, terms: BookingTerms, old: Held) -> Ending:
        """Both in one step. That the old one is gone is believed when the list says so: it stays owed until then."""
        outcome = await self._send(run, terms, old)
        moved = isinstance(outcome, Booked) and outcome.reservation_id == old.reservation_id
        return Ending(outcome, old_booking_gone=moved)

    async def _cancel_then_book(self, run: Run, claim: Claim, terms: BookingTerms, old: Held) -> Ending:
        refused = await self._cancel(run, old)
        if refused is not None:
            return Ending(refused)
        await self._confirm_old_booking_gone(claim)
        return Ending(await self._send(run, terms, None), old_booking_gone=True)

    async def _cancel(self, run: Run, old: Held) -> BookOutcome | None:
        """Give the old table up; returns None when it is gone, else what that means for the new one."""
        try:
            async with asyncio.timeout(max(0.0, self._left(run))):
                await self._client.cancel(held=old, token=run.token)
        except NotFound:
            return None
        except Unsent:
            return Refused(Reason.UNSENT)
        except NeedsReconnect:
            return Refused(Reason.NEEDS_RECONNECT)
        except RateLimited as error:
            return Refused(Reason.BLOCKED, error.delay)
        except (PlatformError, TimeoutError) as error:
            return Unknown(f"giving the old table up: {type(error).__name__}")
        return None

    async def _may_mark_old_booking(self, run: Run, claim: Claim, old: Held) -> bool:
        """Write down what will be given up. No: a stop waits, the claim is not ours any more, or nobody knows."""
        try:
            async with asyncio.timeout(max(0.0, self._left(run))):
                return await self._store.mark_old_booking(
                    attempt_id=claim.attempt_id, platform_reservation_id=old.reservation_id
                )
        except Exception as error:  # noqa: BLE001 - too slow, or the database, whatever its client raises
            log.warning("attempt %d: what is given up could not be written: %r", claim.attempt_id, error)
            return False

    async def _confirm_old_booking_gone(self, claim: Claim) -> None:
        """Losing this costs nothing: the outcome says it again, and so does the account's list."""
        try:
            async with asyncio.timeout(CANCEL_SECONDS / 4):
                await self._store.confirm_old_booking_gone(attempt_id=claim.attempt_id)
        except Exception as error:  # noqa: BLE001 - see above
            log.warning("attempt %d: that the old table is gone could not be written yet: %r", claim.attempt_id, error)

    async def _list(self, run: Run) -> list[Held] | None:
        try:
            async with asyncio.timeout(max(0.0, self._left(run))):
                return await self._client.reservations(token=run.token)
        except (PlatformError, TimeoutError) as error:
            log.warning("reservations after a conflict: %r", error)
            return None

    def _left(self, run: Run) -> float:
        return run.send_by - self._monotonic()
