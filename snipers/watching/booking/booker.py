"""Books assigned slots: from an assignment to a recorded outcome. No other module calls `client.book`.

The claim, the terms and the account's list are requested at once, because none depends on another. Before the book call
is sent, four conditions must hold:

- The claim is written.
- The claim's send deadline has not passed. It counts from just before the claim.
- The fee and the deposit are known and within the diner's ceilings, or the diner accepts an unknown fee.
- The account's earlier reservations are stored, so that the settler does not take one of them for the new table.

If the process dies or is canceled during a booking, the attempt stays open, and settler.py settles it.
"""

import asyncio
import logging
from functools import partial
from itertools import count

from snipers.clients import registry
from snipers.clients.base import AccountList, BookingTerms
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import Blocked, KeyRefused, NeedsReconnect, PlatformError, Unavailable
from snipers.domain.fees import refuse_fee
from snipers.domain.outcome import GONE, Booked, BookOutcome, Lost, Refused, Unknown
from snipers.domain.settling import SEND_SECONDS, Held
from snipers.domain.vocabulary import HELD_BACK_REASONS, Reason
from snipers.store.records import Claim
from snipers.watching.booking.account_checks import flag_account
from snipers.watching.booking.booking_terms import Request, SendOrder, TermsCache, read_terms
from snipers.watching.booking.override import Override
from snipers.watching.booking.recorder import BookingRecorder
from snipers.watching.booking.run import BookingRun
from snipers.watching.context import VenueContext
from snipers.watching.lease.permission import Permission
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.assignment import Assignment, BookingResult

log = logging.getLogger(__name__)

ListRequest = asyncio.Task[AccountList]


class Booker:
    """Books the assignments of one watcher. Claims carry the watcher's name."""

    def __init__(self, context: VenueContext, permission: Permission, allocator: Allocator) -> None:
        self._context = context
        self._store = context.store
        self._client = context.client
        self._monotonic = context.clock.monotonic
        self._permission = permission
        self._allocator = allocator
        self._numbers = count(1)
        # Whether cards may be sent to the venue; False after it has refused one.
        self._takes_cards = True
        self._send_order = SendOrder()
        self._terms = TermsCache(context)
        self._recorder = BookingRecorder(context)
        self._override = Override(context, permission, send=self._send)

    def start(self, assignment: Assignment) -> None:
        """Start one booking. It runs from the next iteration of the event loop on."""
        self._context.background.start(("booking", next(self._numbers)), partial(self._book_assigned, assignment))

    async def aclose(self) -> None:
        """Release all holds at the platform."""
        await self._terms.aclose()

    async def _book_assigned(self, assignment: Assignment) -> None:
        try:
            result = await self.book(assignment, epoch=self._permission.lease.epoch)
        except BaseException:
            self._allocator.abandon(assignment)
            raise
        self._allocator.finish(assignment, result, at=self._monotonic())
        if isinstance(result, Refused) and (error := _refusal_error(result)) is not None:
            self._permission.report_failure(error)

    async def book(self, assignment: Assignment, *, epoch: int) -> BookingResult:
        """Try to book one slot, record the outcome and return it. `epoch` is the epoch of the watcher's lease.

        Return NotClaimed if the claim was refused, NoDatabase if the database failed. Then no
        outcome is recorded.
        """
        snipe, send_by = assignment.snipe, self._monotonic() + SEND_SECONDS
        run = BookingRun(assignment=assignment, token=SealedToken(snipe.account.sealed_token), send_by=send_by)
        terms = listing = outcome = None
        self._send_order.begin(snipe.reservation_id)
        try:
            if not assignment.slot.captcha:
                async with self._send_order.turn():
                    terms = self._terms.request(snipe=snipe, slot=assignment.slot, token=run.token)
                self._mark(run, "asked_ms")
                await self._send_order.all_written()
                if not assignment.baseline_fresh:
                    listing = asyncio.create_task(self._request_list(run))
                    await asyncio.sleep(0)
            claim = await self._recorder.claim(assignment, epoch=epoch)
            if not isinstance(claim, Claim):
                self._context.metrics.record_no_claim()
                return claim
            self._mark(run, "claim_ms")
            outcome = await self._try_claimed(run, claim, terms, listing)
            await self._recorder.record(run, claim, outcome)
            find = assignment.find
            self._context.metrics.record_attempt(
                snipe,
                outcome,
                asked=None if find is None else find.asked,
                asked_before=None if find is None else find.asked_before,
                seen=assignment.seen,
                marks=run.marks,
                attempt_id=claim.attempt_id,
                epoch=epoch,
            )
            await flag_account(self._store, account=snipe.account, outcome=outcome)
            return outcome
        finally:
            self._send_order.end(snipe.reservation_id)
            if listing is not None:
                _abandon(listing)
            self._give_back(run, terms, outcome)

    async def _try_claimed(
        self, run: BookingRun, claim: Claim, request: Request | None, listing: ListRequest | None
    ) -> BookOutcome:
        if request is None:
            ready: BookingTerms | BookOutcome = Refused(Reason.CAPTCHA)
        else:
            ready = await self._prepare(run, claim, request, listing)
        if not isinstance(ready, BookingTerms):
            held_back = isinstance(ready, Refused) and ready.reason in HELD_BACK_REASONS
            await self._recorder.write_start(run, claim, held_back=held_back)
            return ready
        answered = asyncio.Event()
        writing = asyncio.create_task(self._recorder.write_start_after_answer(run, claim, answered))
        looking_ahead = asyncio.create_task(self._request_fallbacks(run))
        try:
            if ready.conflict is None:
                outcome = await self._send(run, ready, None)
            else:
                # The platform named the conflict before the call, so the call is not sent.
                outcome = Refused(Reason.CONFLICT, conflict=ready.conflict)
            if isinstance(outcome, Refused) and outcome.reason is Reason.CONFLICT and run.assignment.snipe.override:
                listed = None if listing is None else listing.result()
                outcome = await self._override.resolve_conflict(run, claim, ready, outcome, listed)
            answered.set()
            await writing
        finally:
            _abandon(looking_ahead)
            _abandon(writing)
        return outcome

    async def _request_fallbacks(self, run: BookingRun) -> None:
        """Request the terms of the fallback slots while the platform books, so that they are ready if this slot is
        lost."""
        assignment = run.assignment
        await self._send_order.written()
        self._send_order.end(assignment.snipe.reservation_id)
        await self._send_order.all_sent()
        self._terms.request_ahead(snipe=assignment.snipe, slots=assignment.fallbacks, token=run.token)

    async def _prepare(
        self, run: BookingRun, claim: Claim, request: Request, listing: ListRequest | None
    ) -> BookingTerms | BookOutcome:
        """Return the terms if everything is ready for the book call. Otherwise return the attempt's outcome."""
        try:
            async with asyncio.timeout(max(0.0, run.send_by - self._monotonic())):
                terms = await read_terms(request)
                self._mark(run, "details_ms")
                if not isinstance(terms, BookingTerms):
                    return terms
                run.terms = terms
                refusal = refuse_fee(
                    fee_cents=terms.fee_cents,
                    deposit_cents=terms.deposit_cents,
                    ceiling_cents=run.assignment.snipe.fee_ceiling_cents,
                    cancel_ceiling_cents=run.assignment.snipe.cancel_fee_ceiling_cents,
                    accepts_unknown=run.assignment.snipe.accepts_unknown_fee,
                )
                if refusal is not None:
                    return refusal
                if listing is None:
                    return terms
                listed = await self._read_list(listing)
                self._mark(run, "list_ms")
                if not isinstance(listed, AccountList):
                    return listed
                new = listed.ids - claim.known_before
                if new:
                    account_id = run.assignment.snipe.account.account_id
                    await self._store.remember_known(attempt_id=claim.attempt_id, account_id=account_id, ids=new)
        except TimeoutError:
            return Lost(Reason.CLAIM_LAPSED)
        except Exception as error:  # noqa: BLE001 - remember_known: any error of the database client
            log.warning("attempt %d: the account's earlier reservations were not stored: %r", claim.attempt_id, error)
            return Lost(Reason.CLAIM_LAPSED)
        return terms

    async def _request_list(self, run: BookingRun) -> AccountList:
        """Read the account's list. A refusal is reported also if the booking does not need the list any more."""
        try:
            return await self._client.account_list(token=run.token)
        except PlatformError as error:
            # A refused key becomes the booking's result, which is reported when the booking ends.
            if not isinstance(error, KeyRefused):
                self._permission.report_refusal(error)
            raise

    async def _read_list(self, listing: ListRequest) -> AccountList | Refused:
        try:
            return await listing
        except (NeedsReconnect, KeyRefused) as error:
            return Refused(error.reason, error.delay)
        except PlatformError as error:
            log.warning("the account's list could not be read before booking: %r", error)
            return Refused(Reason.LIST_UNREADABLE, error.delay)

    async def _send(self, run: BookingRun, terms: BookingTerms, instead_of: Held | None) -> BookOutcome:
        """Send one book call, unless its send deadline has passed.

        If the venue takes no cards and the terms require none, send a second call without the card.
        """
        needs_card = terms.fee_cents > 0 or terms.deposit_cents > 0
        card = run.assignment.snipe.payment_method_id if needs_card or self._takes_cards else None
        outcome = await self._send_once(run, terms, instead_of, card)
        if not isinstance(outcome, Refused):
            return outcome
        if outcome.reason is Reason.PAYMENT_REQUIRED and card is None and run.assignment.snipe.payment_method_id:
            # The account has a card, which the venue refused before. So its owner is not asked for one.
            return Refused(Reason.NO_CARDS)
        if outcome.reason is not Reason.NO_CARDS:
            return outcome
        self._takes_cards = False
        if needs_card or card is None or run.send_by <= self._monotonic():
            return outcome
        # The platform itself refused the card, so nothing is booked.
        again = await self._send_once(run, terms, instead_of, None)
        wants_card = isinstance(again, Refused) and again.reason is Reason.PAYMENT_REQUIRED
        return outcome if wants_card else again

    async def _send_once(
        self, run: BookingRun, terms: BookingTerms, instead_of: Held | None, card: str | None
    ) -> BookOutcome:
        seconds_left = run.send_by - self._monotonic()
        if seconds_left <= 0:
            return Lost(Reason.CLAIM_LAPSED)
        self._mark(run, "sent_ms")
        run.in_doubt, run.terms = True, terms
        snipe = run.assignment.snipe
        try:
            outcome = await self._client.book(
                terms=terms,
                token=run.token,
                send_within=seconds_left,
                payment_method_id=card,
                guest=snipe.guest,
                note=snipe.note_to_restaurant if registry.find(snipe.platform).takes_note else "",
                instead_of=instead_of,
            )
        except Exception as error:
            # After any error the call may have arrived.
            log.exception("venue %d: the booking call failed unexpectedly", snipe.venue_id)
            return Unknown(type(error).__name__)
        run.in_doubt = isinstance(outcome, Unknown)
        self._mark(run, "answer_ms")
        return outcome

    def _give_back(self, run: BookingRun, request: Request | None, outcome: BookOutcome | None) -> None:
        """Release holds that are not needed. If a call may still book a table, the hold of that table is left to
        expire."""
        if request is not None and not run.in_doubt and not isinstance(outcome, Booked):
            self._terms.give_back(request, token=run.token)
        if not (isinstance(outcome, Lost) and outcome.reason in GONE):
            self._terms.forget(run.assignment.snipe)

    def _mark(self, run: BookingRun, stage: str) -> None:
        run.marks[stage] = round((self._monotonic() - run.assignment.seen) * 1000, 2)


def _refusal_error(refusal: Refused) -> PlatformError | None:
    """Return the error to report after a booking was refused, None if the refusal concerns only this booking."""
    match refusal:
        case Refused(Reason.BLOCKED | Reason.EDGE_REFUSED):
            return Blocked("at a booking", delay=refusal.delay)
        case Refused(Reason.KEY_REFUSED):
            return KeyRefused("at a booking", delay=refusal.delay)
        case Refused(Reason.LIST_UNREADABLE):
            # The error of the list was reported when it arrived.
            return None
    return Unavailable("at a booking", delay=refusal.delay) if refusal.delay else None


def _abandon(task: ListRequest | asyncio.Task[None]) -> None:
    """Cancel a call whose answer is not needed any more. Retrieve its error, so that asyncio does not report it."""
    task.cancel()
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
