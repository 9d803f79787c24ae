"""Writes one booking to the database: its claim, its first timeline entries and its outcome.

The claim is tried once. The write of the outcome is retried until it succeeds.
"""

import asyncio
import contextlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace

from snipers.domain.backoff import Backoff
from snipers.domain.fees import known_cents
from snipers.domain.outcome import Booked, BookOutcome, Lost, Refused, Unknown
from snipers.domain.vocabulary import HELD_BACK_REASONS, AttemptState, EntryKind, Reason
from snipers.store.base import AlreadyAdopted
from snipers.store.records import (
    NOTHING_HELD,
    AgreedTerms,
    AttemptEnd,
    Claim,
    HeldAmounts,
    Measured,
    Target,
    TimelineEntry,
)
from snipers.telemetry.failure_log import FailureLog
from snipers.watching.booking.run import BookingRun
from snipers.watching.context import VenueContext
from snipers.watching.matching.assignment import Assignment, FindFacts, NoDatabase, NotClaimed

log = logging.getLogger(__name__)

RECORD_BACKOFF = Backoff(first=0.05, ceiling=1.0)
# Writing timelines costs CPU time. The delay lets bookings that start together send their calls first.
TIMELINE_DELAY_SECONDS = 0.05
STATES: Mapping[type[BookOutcome], AttemptEnd] = {
    Booked: "booked",
    Lost: "lost",
    Refused: "refused",
    Unknown: "unknown",
}


class BookingRecorder:
    """Writes the records of one watcher's bookings."""

    def __init__(self, context: VenueContext) -> None:
        self._store = context.store
        self._owner = context.owner
        self._now = context.clock.now
        self._failures = FailureLog()

    async def claim(self, assignment: Assignment, *, epoch: int) -> Claim | NotClaimed | NoDatabase:
        """Claim the slot of an assignment for its snipe. `epoch` is the epoch of the watcher's lease."""
        try:
            claim = await self._store.claim(target=_target(assignment), owner=self._owner.name, epoch=epoch)
        except Exception as error:  # noqa: BLE001 - any error of the database client
            log.warning("venue %d: claim failed: %r", self._owner.venue_id, error)
            return NoDatabase()
        return claim or NotClaimed()

    async def write_start_after_answer(self, run: BookingRun, claim: Claim, answered: asyncio.Event) -> None:
        """Write the first timeline entries when the platform has answered, or after TIMELINE_DELAY_SECONDS."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(TIMELINE_DELAY_SECONDS):
                await answered.wait()
        await self.write_start(run, claim)

    async def write_start(self, run: BookingRun, claim: Claim, *, held_back: bool = False) -> None:
        """Write the first entries of the booking to the timeline.

        With `held_back`, the fee is too high and no booking starts: the entry about the booking is left out, and the
        store writes an entry about the fee.
        """
        assignment = run.assignment
        seen = TimelineEntry(
            reservation_id=assignment.snipe.reservation_id,
            at=assignment.seen_at,
            kind=EntryKind.SEEN,
            time=assignment.slot.time,
            seating=assignment.slot.seating,
            party_size=assignment.slot.party_size,
            checks=assignment.checks,
        )
        booking = replace(
            seen,
            at=self._now(),
            kind=EntryKind.BOOKING,
            reason=assignment.reason.value,
            attempt_id=claim.attempt_id,
            duration_ms=run.marks.get("sent_ms"),
        )
        await self._write([*([seen] if assignment.first_sight else []), *([] if held_back else [booking])])

    async def record(self, run: BookingRun, claim: Claim, outcome: BookOutcome) -> None:
        """Record the outcome. Retry until it is stored; recording it twice does no harm."""
        if run.old_booking_gone:
            entry = TimelineEntry(
                reservation_id=run.assignment.snipe.reservation_id,
                at=self._now(),
                kind=EntryKind.GIVEN_UP,
                attempt_id=claim.attempt_id,
            )
            await self._write([entry])
        failures = 0
        state: AttemptEnd = STATES[type(outcome)]
        reason = outcome.reason.value if isinstance(outcome, Lost | Refused) else ""
        if reason and run.old_booking_gone:
            reason = Reason.OVERRIDE_FAILED.value
        platform_id = outcome.reservation_id if isinstance(outcome, Booked) else None
        held = NOTHING_HELD
        if isinstance(outcome, Refused):
            held = HeldAmounts(outcome.fee_cents, outcome.cancel_fee_cents)
        has_terms = not isinstance(outcome, Lost | Refused) or outcome.reason in HELD_BACK_REASONS
        measured = Measured(
            timings=run.marks | _find_timings(run.assignment.find),
            checks=run.assignment.checks,
            reply=outcome.reply if isinstance(outcome, Lost) else "",
        )
        while True:
            try:
                await self._store.record(
                    attempt_id=claim.attempt_id,
                    state=state,
                    reason=reason,
                    platform_reservation_id=platform_id,
                    measured=measured,
                    old_booking_gone=run.old_booking_gone,
                    held=held,
                    terms=_agreed_terms(run) if has_terms else None,
                )
                self._failures.recovered(claim.attempt_id)
                return
            except AlreadyAdopted:
                log.error("attempt %d: its reservation belongs to another attempt; settling it", claim.attempt_id)
                state, reason, platform_id = AttemptState.UNKNOWN.value, "", None
            except Exception as error:  # noqa: BLE001 - any error of the database client; an outcome is never dropped
                failures += 1
                if self._failures.failed(claim.attempt_id):
                    log.warning("attempt %d: not recorded yet: %r", claim.attempt_id, error)
                await asyncio.sleep(RECORD_BACKOFF.delay(failures=failures))

    async def _write(self, entries: Sequence[TimelineEntry]) -> None:
        try:
            await self._store.write_timeline(entries=entries)
        except Exception as error:  # noqa: BLE001 - a lost entry leaves a gap in the timeline and nothing else
            log.warning("timeline entries were not written: %r", error)


def _target(assignment: Assignment) -> Target:
    snipe, slot = assignment.snipe, assignment.slot
    return Target(
        reservation_id=snipe.reservation_id,
        revision=snipe.revision,
        account_id=snipe.account.account_id,
        slot_key=assignment.unit_key,
        date=slot.date,
        time=slot.time,
        seating=slot.seating,
        party_size=slot.party_size,
        meal=slot.meal,
        seen_at=assignment.seen_at,
        override=snipe.override,
        fee_ceiling_cents=snipe.fee_ceiling_cents,
        cancel_fee_ceiling_cents=snipe.cancel_fee_ceiling_cents,
        payment_method_id=snipe.payment_method_id,
        guest=snipe.guest,
        level=assignment.level,
    )


def _find_timings(find: FindFacts | None) -> dict[str, float]:
    """Return the values of a find that are stored with an attempt. Later releases learn from them."""
    if find is None:
        return {}
    if find.early is None or find.early.shown is None:
        return {"find_ms": find.find_ms}
    return {"find_ms": find.find_ms, "early_share": find.early.share, "early_shown": float(find.early.shown)}


def _agreed_terms(run: BookingRun) -> AgreedTerms | None:
    terms = run.terms
    if terms is None:
        return None
    return AgreedTerms(
        cancel_fee_cents=known_cents(terms.fee_cents),
        deposit_cents=known_cents(terms.deposit_cents),
        free_until=terms.free_until,
        currency=terms.currency,
    )
