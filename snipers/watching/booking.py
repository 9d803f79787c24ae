"""The hot path: from a table seen to an outcome recorded, for one order. Nothing else calls `client.book`.

Claim, terms and the account's list are asked for at once, because none needs the other. The call that books is sent
only when the claim is ours, the terms are within the diner's ceiling, what the account held before is written down (it
could be taken for ours later), and the claim's send deadline, taken before the claim was sent, has not passed.

Whoever dies or is cancelled here leaves an open attempt, which settle.py brings to its end.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from snipers.clients.base import (
    Blocked,
    BookingClient,
    NeedsReconnect,
    PaymentRequired,
    PlatformError,
    Quote,
    RateLimited,
    SlotGone,
    Temporary,
)
from snipers.clients.credentials import SealedToken
from snipers.domain.outcome import Booked, BookOutcome, Lost, Refused, Unknown
from snipers.domain.settling import SEND_SECONDS, Held
from snipers.domain.vocabulary import AttemptState, LineKind, Reason
from snipers.store.base import AlreadyAdopted, AttemptEnd, Claim, Line, SnipeStore
from snipers.watching.orders import NoDatabase, NotClaimed, Order, Result, Stopwatch

log = logging.getLogger(__name__)

RECORD_DELAYS = (0.05, 0.1, 0.25, 0.5, 1.0)


class Booker:
    """Books orders for one watcher, whose name `owner` signs its claims."""

    def __init__(
        self,
        *,
        store: SnipeStore,
        client: BookingClient,
        owner: str,
        now: Callable[[], datetime],
        monotonic: Callable[[], float],
    ) -> None:
        self._store = store
        self._client = client
        self._owner = owner
        self._now = now
        self._monotonic = monotonic

    async def book(self, order: Order, *, epoch: int) -> Result:
        """Try for one table and record what came of it. `epoch` is that of the caller's watch."""
        send_by = self._monotonic() + SEND_SECONDS
        watch = Stopwatch(order.seen)
        token = SealedToken(order.wish.account.sealed_token)
        quoting = asyncio.create_task(self._client.details(slot=order.slot, token=token))
        listing = asyncio.create_task(self._client.reservations(token=token))
        claiming = asyncio.create_task(self._store.claim(target=order.target(), owner=self._owner, epoch=epoch))
        try:
            claim = await self._claimed(claiming, order)
            if not isinstance(claim, Claim):
                return claim
            watch.mark("claim_ms", self._monotonic())
            ready = await self._prepare(order, claim, quoting, listing, send_by, watch)
            if isinstance(ready, Quote):
                outcome = await self._send(order, claim, ready, token, send_by, watch)
            else:
                outcome = ready
                await self._tell(order, claim, watch)
            await self._record(order, claim, outcome, watch)
            return outcome
        finally:
            for task in (claiming, quoting, listing):
                _abandon(task)

    async def _claimed(self, claiming: asyncio.Task[Claim | None], order: Order) -> Claim | NotClaimed | NoDatabase:
        try:
            return await claiming or NotClaimed()
        except Exception as error:  # noqa: BLE001 - the database, whatever its client raises
            log.warning("venue %d: claim failed: %r", order.wish.venue_id, error)
            return NoDatabase()

    async def _prepare(
        self,
        order: Order,
        claim: Claim,
        quoting: asyncio.Task[Quote],
        listing: asyncio.Task[list[Held]],
        send_by: float,
        watch: Stopwatch,
    ) -> Quote | BookOutcome:
        """Return the terms when everything is ready to send, else why it will not be sent."""
        try:
            async with asyncio.timeout(max(0.0, send_by - self._monotonic())):
                quote = await self._quote(quoting)
                watch.mark("details_ms", self._monotonic())
                if not isinstance(quote, Quote):
                    return quote
                held = await self._list(listing)
                watch.mark("list_ms", self._monotonic())
                if isinstance(held, Refused):
                    return held
                new = frozenset(entry.reservation_id for entry in held) - claim.known_before
                if new:
                    await self._store.remember_known(
                        attempt_id=claim.attempt_id, account_id=order.wish.account.account_id, ids=new
                    )
        except TimeoutError:
            return Lost(Reason.CLAIM_LAPSED)
        except Exception as error:  # noqa: BLE001 - remember_known: the database, whatever its client raises
            log.warning("venue %d: what the account held could not be written: %r", order.wish.venue_id, error)
            return Lost(Reason.CLAIM_LAPSED)
        if order.slot.captcha:
            return Refused(Reason.CAPTCHA)
        if max(quote.fee_cents, quote.deposit_cents) > order.wish.fee_ceiling_cents:
            return Refused(Reason.HELD_BACK_FEE)
        return quote

    async def _quote(self, quoting: asyncio.Task[Quote]) -> Quote | BookOutcome:
        try:
            return await quoting
        except SlotGone:
            return Lost(Reason.SLOT_GONE)
        except NeedsReconnect:
            return Refused(Reason.NEEDS_RECONNECT)
        except PaymentRequired:
            return Refused(Reason.PAYMENT_REQUIRED)
        except (RateLimited, Blocked) as error:
            return Refused(Reason.BLOCKED, error.delay)
        except PlatformError as error:
            log.warning("details: %r", error)
            return Refused(Reason.UNSENT, error.delay if isinstance(error, Temporary) else None)

    async def _list(self, listing: asyncio.Task[list[Held]]) -> list[Held] | Refused:
        try:
            return await listing
        except NeedsReconnect:
            return Refused(Reason.NEEDS_RECONNECT)
        except PlatformError as error:
            log.warning("reservations before booking: %r", error)
            return Refused(Reason.LIST_UNREADABLE, error.delay if isinstance(error, Temporary) else None)

    async def _send(
        self, order: Order, claim: Claim, quote: Quote, token: SealedToken, send_by: float, watch: Stopwatch
    ) -> BookOutcome:
        """Send the one call, and write the timeline while the platform thinks about it."""
        left = send_by - self._monotonic()
        if left <= 0:
            return Lost(Reason.CLAIM_LAPSED)
        costs = quote.fee_cents or quote.deposit_cents
        calling = asyncio.create_task(
            self._client.book(
                quote=quote,
                payment_method_id=order.wish.payment_method_id if costs else None,
                token=token,
                send_within=left,
            )
        )
        watch.mark("sent_ms", self._monotonic())
        telling = asyncio.create_task(self._tell(order, claim, watch))
        try:
            outcome = await calling
            watch.mark("answer_ms", self._monotonic())
            await telling
        except Exception as error:
            # Whatever it was, the call may have arrived.
            log.exception("venue %d: the booking call broke", order.wish.venue_id)
            return Unknown(type(error).__name__)
        finally:
            _abandon(calling)
            _abandon(telling)
        return outcome

    async def _tell(self, order: Order, claim: Claim, watch: Stopwatch) -> None:
        """Write the first lines of the story; losing them costs nothing but the story."""
        seen = Line(
            reservation_id=order.wish.reservation_id,
            at=order.seen_at,
            kind=LineKind.SEEN,
            time=order.slot.time,
            seating=order.slot.seating,
            party_size=order.slot.party_size,
            checks=order.checks,
        )
        booking = replace(
            seen,
            at=self._now(),
            kind=LineKind.BOOKING,
            attempt_id=claim.attempt_id,
            duration_ms=watch.marks.get("sent_ms"),
        )
        lines = [seen, booking] if order.first_sight else [booking]
        try:
            await self._store.write_lines(lines=lines)
        except Exception as error:  # noqa: BLE001 - see above
            log.warning("timeline: %r", error)

    async def _record(self, order: Order, claim: Claim, outcome: BookOutcome, watch: Stopwatch) -> None:
        """Write the outcome until the database has it; sending it twice is safe."""
        state, reason, platform_id = as_record(outcome)
        tries = 0
        while True:
            try:
                await self._store.record(
                    attempt_id=claim.attempt_id,
                    state=state,
                    reason=reason,
                    platform_reservation_id=platform_id,
                    timings=watch.marks,
                    checks=order.checks,
                )
                return
            except AlreadyAdopted:
                log.error("attempt %d: its reservation belongs to another attempt; settling it", claim.attempt_id)
                state, reason, platform_id = AttemptState.UNKNOWN.value, "", None
            except Exception as error:  # noqa: BLE001 - an outcome is never dropped, whatever the database says
                if not tries:
                    log.warning("attempt %d: not recorded yet: %r", claim.attempt_id, error)
                await asyncio.sleep(RECORD_DELAYS[min(tries, len(RECORD_DELAYS) - 1)])
                tries += 1


def as_record(outcome: BookOutcome) -> tuple[AttemptEnd, str, str | None]:
    """Return state, reason and the platform's id as the store wants them."""
    match outcome:
        case Booked(reservation_id):
            return "booked", "", reservation_id
        case Lost(reason):
            return "lost", reason.value, None
        case Refused(reason):
            return "refused", reason.value, None
        case Unknown():
            return "unknown", "", None


def _abandon(task: asyncio.Task[object]) -> None:
    """Stop a call whose answer no longer matters, and look at its error so that nobody else has to."""
    if task.done():
        if not task.cancelled():
            task.exception()
    else:
        task.add_done_callback(_look)
        task.cancel()


def _look(task: asyncio.Task[object]) -> None:
    if not task.cancelled():
        task.exception()
