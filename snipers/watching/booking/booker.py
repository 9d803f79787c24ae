"""The hot path: from a table seen to an outcome recorded, for one order. Nothing else calls `client.book`.

Claim, terms and the account's list are asked for at once, because none needs the other. The call that books is sent
only when the claim is ours, the terms are within the diner's ceiling, what the account held before is written down (it
could be taken for ours later), and the claim's send deadline, taken before the claim was sent, has not passed. What
stands in the way of an override is override.py's, terms asked for ahead and tables held are quotes.py's.

A death or cancellation here leaves an open attempt, which settle.py closes.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from snipers.clients.base import (
    Blocked,
    BookingClient,
    BookingTerms,
    Malformed,
    NeedsReconnect,
    PaymentRequired,
    PlatformError,
    RateLimited,
    SlotGone,
    Temporary,
)
from snipers.clients.credentials import SealedToken
from snipers.domain.outcome import GONE, Booked, BookOutcome, Lost, Refused, Unknown
from snipers.domain.settling import SEND_SECONDS, Held
from snipers.domain.vocabulary import Reason
from snipers.store.base import Claim, SnipeStore
from snipers.watching.booking.account_checks import flag
from snipers.watching.booking.override import Override
from snipers.watching.booking.recorder import Records
from snipers.watching.booking.send_order import SendOrder
from snipers.watching.booking.terms_cache import Quotes
from snipers.watching.matching.orders import Ending, NoDatabase, NotClaimed, Order, Result, Run, Stopwatch
from snipers.watching.metrics import Figures

log = logging.getLogger(__name__)


class Booker:
    """Books orders for one watcher, whose name `owner` signs its claims."""

    def __init__(
        self,
        *,
        store: SnipeStore,
        client: BookingClient,
        owner: str,
        figures: Figures,
        now: Callable[[], datetime],
        monotonic: Callable[[], float],
    ) -> None:
        self._store = store
        self._client = client
        self._owner = owner
        self._figures = figures
        self._monotonic = monotonic
        self._send_order = SendOrder()
        self._quotes = Quotes(client=client, now=now)
        self._records = Records(store=store, now=now)
        self._override = Override(store=store, client=client, monotonic=monotonic, send=self._send)

    async def book(self, order: Order, *, epoch: int) -> Result:
        """Try for one table and record what came of it. `epoch` is that of the caller's watch."""
        run = Run(
            order=order,
            token=SealedToken(order.snipe.account.sealed_token),
            send_by=self._monotonic() + SEND_SECONDS,
            watch=Stopwatch(order.seen),
        )
        asking = listing = ending = None
        self._send_order.set_out(order.snipe.reservation_id)
        try:
            if not order.slot.captcha:
                async with self._send_order.turn():
                    asking = self._quotes.ask(snipe=order.snipe, slot=order.slot, token=run.token)
                await self._send_order.all_left()
                if not order.baseline_fresh:
                    listing = asyncio.create_task(self._client.reservations(token=run.token))
                    await asyncio.sleep(0)
            claim = await self._claim(order, epoch)
            if not isinstance(claim, Claim):
                self._figures.not_claimed()
                return claim
            run.watch.mark("claim_ms", self._monotonic())
            ending = await self._try(run, claim, asking, listing)
            await self._records.record(run, claim, ending)
            self._figures.attempted(run, claim, ending, epoch=epoch)
            await flag(self._store, account=order.snipe.account, outcome=ending.outcome)
            return ending.outcome
        finally:
            self._send_order.arrived(order.snipe.reservation_id)
            if listing is not None:
                _abandon(listing)
            self._tidy(run, asking, ending)

    async def aclose(self) -> None:
        """Give back what the platform keeps for us."""
        await self._quotes.aclose()

    async def _claim(self, order: Order, epoch: int) -> Claim | NotClaimed | NoDatabase:
        try:
            claim = await self._store.claim(target=order.target(), owner=self._owner, epoch=epoch)
        except Exception as error:  # noqa: BLE001 - the database, whatever its client raises
            log.warning("venue %d: claim failed: %r", order.snipe.venue_id, error)
            return NoDatabase()
        return claim or NotClaimed()

    async def _try(
        self,
        run: Run,
        claim: Claim,
        asking: asyncio.Task[BookingTerms] | None,
        listing: asyncio.Task[list[Held]] | None,
    ) -> Ending:
        if asking is None:
            ready: BookingTerms | BookOutcome = Refused(Reason.CAPTCHA)
        else:
            ready = await self._prepare(run, claim, asking, listing)
        if not isinstance(ready, BookingTerms):
            held_back = isinstance(ready, Refused) and ready.reason is Reason.HELD_BACK_FEE
            await self._records.tell(run, claim, held_back=held_back)
            return Ending(ready)
        answered = asyncio.Event()
        telling = asyncio.create_task(self._records.tell_soon(run, claim, answered))
        looking_ahead = asyncio.create_task(self._look_ahead(run))
        try:
            outcome = await self._send(run, ready, None)
            if isinstance(outcome, Refused) and outcome.reason is Reason.CONFLICT and run.order.snipe.override:
                held = None if listing is None else listing.result()
                ending = await self._override.resolve(run, claim, ready, outcome, held)
            else:
                ending = Ending(outcome)
            answered.set()
            await telling
        finally:
            _abandon(looking_ahead)
            _abandon(telling)
        return ending

    async def _look_ahead(self, run: Run) -> None:
        """Ask for the terms of the next tables while the platform books this one: they are there when it is lost."""
        await self._send_order.written()
        self._send_order.arrived(run.order.snipe.reservation_id)
        await self._send_order.all_arrived()
        self._quotes.ask_ahead(snipe=run.order.snipe, slots=run.order.also, token=run.token)

    async def _prepare(
        self, run: Run, claim: Claim, asking: asyncio.Task[BookingTerms], listing: asyncio.Task[list[Held]] | None
    ) -> BookingTerms | BookOutcome:
        """Return the terms when everything is ready to send, else why it will not be sent."""
        try:
            async with asyncio.timeout(max(0.0, run.send_by - self._monotonic())):
                terms = await self._terms(asking)
                run.watch.mark("details_ms", self._monotonic())
                if not isinstance(terms, BookingTerms):
                    return terms
                fee_cents = max(terms.fee_cents, terms.deposit_cents)
                if fee_cents > run.order.snipe.fee_ceiling_cents:
                    return Refused(Reason.HELD_BACK_FEE, fee_cents=fee_cents)
                if listing is None:
                    return terms
                held = await self._list(listing)
                run.watch.mark("list_ms", self._monotonic())
                if not isinstance(held, list):
                    return held
                new = frozenset(entry.reservation_id for entry in held) - claim.known_before
                if new:
                    account_id = run.order.snipe.account.account_id
                    await self._store.remember_known(attempt_id=claim.attempt_id, account_id=account_id, ids=new)
        except TimeoutError:
            return Lost(Reason.CLAIM_LAPSED)
        except Exception as error:  # noqa: BLE001 - remember_known: the database, whatever its client raises
            log.warning("attempt %d: what the account held could not be written: %r", claim.attempt_id, error)
            return Lost(Reason.CLAIM_LAPSED)
        return terms

    async def _terms(self, asking: asyncio.Task[BookingTerms]) -> BookingTerms | BookOutcome:
        try:
            return await asking
        except SlotGone:
            return Lost(Reason.SLOT_GONE)
        except NeedsReconnect:
            return Refused(Reason.NEEDS_RECONNECT)
        except PaymentRequired:
            return Refused(Reason.PAYMENT_REQUIRED)
        except (RateLimited, Blocked) as error:
            return Refused(Reason.BLOCKED, error.delay)
        except Malformed as error:
            log.warning("details: %r", error)
            return Refused(Reason.NOT_UNDERSTOOD)
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

    async def _send(self, run: Run, terms: BookingTerms, instead_of: Held | None) -> BookOutcome:
        """Send one booking call, if its time has not passed."""
        left = run.send_by - self._monotonic()
        if left <= 0:
            return Lost(Reason.CLAIM_LAPSED)
        run.watch.mark("sent_ms", self._monotonic())
        run.in_doubt = True
        try:
            outcome = await self._client.book(
                terms=terms,
                token=run.token,
                send_within=left,
                payment_method_id=run.order.snipe.payment_method_id,
                guest=run.order.snipe.guest,
                instead_of=instead_of,
            )
        except Exception as error:
            # Whatever it was, the call may have arrived.
            log.exception("venue %d: the booking call broke", run.order.snipe.venue_id)
            return Unknown(type(error).__name__)
        run.in_doubt = isinstance(outcome, Unknown)
        run.watch.mark("answer_ms", self._monotonic())
        return outcome

    def _tidy(self, run: Run, asking: asyncio.Task[BookingTerms] | None, ending: Ending | None) -> None:
        """Give back what was held in vain. While a call may still book, its hold is left alone: it ends by itself."""
        outcome = ending.outcome if ending is not None else None
        if asking is not None and not run.in_doubt and not isinstance(outcome, Booked):
            self._quotes.give_back(asking, token=run.token)
        if not (isinstance(outcome, Lost) and outcome.reason in GONE):
            self._quotes.forget(run.order.snipe)


def _abandon(task: asyncio.Task[list[Held]] | asyncio.Task[None]) -> None:
    """Stop a call whose answer no longer matters, and look at its error so that nobody else has to."""
    if task.done():
        _look(task)
    else:
        task.add_done_callback(_look)
        task.cancel()


def _look(task: asyncio.Task[list[Held]] | asyncio.Task[None]) -> None:
    if not task.cancelled():
        task.exception()
