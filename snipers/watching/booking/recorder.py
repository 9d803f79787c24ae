"""What one booking writes: the beginning of its story in the timeline, and its outcome, until the database has it."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from snipers.domain.outcome import Booked, Lost, Refused, Unknown
from snipers.domain.vocabulary import AttemptState, EntryKind, Reason
from snipers.store.base import AlreadyAdopted, AttemptEnd, Claim, SnipeStore, TimelineEntry
from snipers.watching.matching.orders import Ending, Run

log = logging.getLogger(__name__)

RECORD_DELAYS = (0.05, 0.1, 0.25, 0.5, 1.0)
# All bookings of a moment leave before their stories are written: both take processor time.
TELL_SECONDS = 0.05


class Records:
    """Writes for one watcher's bookings."""

    def __init__(self, *, store: SnipeStore, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def tell_soon(self, run: Run, claim: Claim, answered: asyncio.Event) -> None:
        """Write the first lines of the story: at the answer, or while the platform takes its time for one."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(TELL_SECONDS):
                await answered.wait()
        await self.tell(run, claim)

    async def tell(self, run: Run, claim: Claim, *, held_back: bool = False) -> None:
        """Write the first lines of the story. `held_back`: it costs too much; the store writes the line about that."""
        order = run.order
        seen = TimelineEntry(
            reservation_id=order.snipe.reservation_id,
            at=order.seen_at,
            kind=EntryKind.SEEN,
            time=order.slot.time,
            seating=order.slot.seating,
            party_size=order.slot.party_size,
            checks=order.checks,
        )
        booking = replace(
            seen,
            at=self._now(),
            kind=EntryKind.BOOKING,
            reason=order.picked.value,
            attempt_id=claim.attempt_id,
            duration_ms=run.watch.marks.get("sent_ms"),
        )
        await self._write([*([seen] if order.first_sight else []), *([] if held_back else [booking])])

    async def record(self, run: Run, claim: Claim, ending: Ending) -> None:
        """Write the outcome until the database has it; sending it twice is safe."""
        if ending.old_booking_gone:
            await self._write([self._old_booking_gone(run, claim)])
        state, reason, platform_id = as_record(ending)
        tries = 0
        while True:
            try:
                await self._store.record(
                    attempt_id=claim.attempt_id,
                    state=state,
                    reason=reason,
                    platform_reservation_id=platform_id,
                    timings=run.watch.marks,
                    checks=run.order.checks,
                    old_booking_gone=ending.old_booking_gone,
                    fee_cents=ending.outcome.fee_cents if isinstance(ending.outcome, Refused) else None,
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

    def _old_booking_gone(self, run: Run, claim: Claim) -> TimelineEntry:
        return TimelineEntry(
            reservation_id=run.order.snipe.reservation_id,
            at=self._now(),
            kind=EntryKind.GIVEN_UP,
            attempt_id=claim.attempt_id,
        )

    async def _write(self, lines: Sequence[TimelineEntry]) -> None:
        """Losing lines costs nothing but the story."""
        try:
            await self._store.write_timeline(entries=lines)
        except Exception as error:  # noqa: BLE001 - see above
            log.warning("timeline: %r", error)


def as_record(ending: Ending) -> tuple[AttemptEnd, str, str | None]:
    """Return state, reason and the platform's id as the store wants them."""
    match ending.outcome:
        case Booked(reservation_id):
            return "booked", "", reservation_id
        case Unknown():
            return "unknown", "", None
        case Lost(reason):
            return "lost", Reason.OVERRIDE_FAILED.value if ending.old_booking_gone else reason.value, None
        case Refused(reason):
            return "refused", Reason.OVERRIDE_FAILED.value if ending.old_booking_gone else reason.value, None
