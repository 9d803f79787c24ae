"""Timeline entries that a watcher writes on its own: snipes watched, slots seen, slots that went to another guest, the
steps of a release, and kill switches.

Entries wait here and are written after the bookings that they are about were sent. booking/recorder.py writes the start
of a booking, the store its end. The store announces entries, and the web tower pushes them to open pages.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import EntryKind, Reason
from snipers.store.records import TimelineEntry
from snipers.watching.context import VenueContext
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.assignment import Assignment
from snipers.watching.matching.sighting_queue import SightingQueue

# While the database is away the oldest entries are dropped, so that memory stays bounded.
MOST_ENTRIES = 2_000
NO_CHECKS: Mapping[int, int] = {}


class Sightings:
    """A queue of timeline entries, and the memory of what was reported once."""

    def __init__(self, context: VenueContext, allocator: Allocator) -> None:
        self._store = context.store
        self._allocator = allocator
        self._entries: list[TimelineEntry] = []
        self._slots = SightingQueue(monotonic=context.clock.monotonic)
        self._reported: set[tuple[int, EntryKind, datetime | None]] = set()

    @property
    def pending(self) -> bool:
        """Whether there is something to write."""
        return bool(self._entries) or self._slots.pending

    def report_roster(self, *, before: Mapping[int, Snipe], snipes: Sequence[Snipe], now: datetime) -> None:
        """Report snipes that are watched from now on, and accounts that became unusable or usable again."""
        for snipe in snipes:
            known = before.get(snipe.reservation_id)
            if not snipe.account.usable and (known is None or known.account.usable):
                self._add(snipe, EntryKind.NEEDS_RECONNECT, now, reason=Reason.NEEDS_RECONNECT)
            elif snipe.account.usable and known is not None and not known.account.usable:
                self._add(snipe, EntryKind.RECONNECTED, now)
            elif known is None and not snipe.checks and snipe.snipe_type == "cancel":
                self._add(snipe, EntryKind.WATCHING, now)
        ids = {snipe.reservation_id for snipe in snipes}
        self._take_slots(over=before.keys() - ids)
        self._slots.forget(but=ids)
        self._reported = {one for one in self._reported if one[0] in ids}

    def report_armed(self, snipes: Iterable[Snipe], *, now: datetime) -> None:
        """Report once that the watcher stands ready for the opening of the book."""
        for snipe in snipes:
            self._add_once(snipe, EntryKind.ARMED, now)

    def report_burst(self, snipes: Iterable[Snipe], *, now: datetime, late: float) -> None:
        """Report that the first poll of a burst left, `late` seconds after its certain instant."""
        for snipe in snipes:
            self._add_once(snipe, EntryKind.FIRED, now, duration_ms=round(late * 1000, 2))

    def report_burst_end(self, snipes: Iterable[Snipe], *, now: datetime) -> None:
        """Report once that the snipe is watched like any other from now on; not again after a restart."""
        for snipe in snipes:
            if not snipe.checks or (snipe.reservation_id, EntryKind.FIRED, snipe.release_at) in self._reported:
                self._add_once(snipe, EntryKind.WATCHING, now)

    def report_switched_off(self, snipes: Iterable[Snipe], *, now: datetime) -> None:
        """Report once that our staff switched the venue or its platform off."""
        for snipe in snipes:
            self._add_once(snipe, EntryKind.SWITCHED_OFF, now, reason=Reason.SWITCHED_OFF)

    def end_switched_off(self) -> None:
        """Report the next kill switch again."""
        self._reported = {one for one in self._reported if one[1] is not EntryKind.SWITCHED_OFF}

    def report_slots(
        self,
        pairs: Sequence[tuple[Snipe, Slot]],
        *,
        assignments: Sequence[Assignment],
        at: datetime,
        checks: Mapping[int, int] = NO_CHECKS,
    ) -> None:
        """Report new slots to the snipes that they fit, and which of them went to another guest.

        One poll costs a request at most two entries: one for slots that went to another guest, one for the others.
        `checks`: how often each request had been checked at that poll.
        """
        served = {one.snipe.reservation_id for one in assignments}
        given = {one.slot.key for one in assignments}
        found: dict[tuple[int, EntryKind], list[tuple[Snipe, Slot]]] = {}
        for snipe, slot in pairs:
            if not self._allocator.first_sight(snipe.reservation_id, slot.key):
                continue
            passed = slot.key in given and snipe.reservation_id not in served and snipe.account.usable
            kind = EntryKind.PASSED_OVER if passed else EntryKind.SEEN
            found.setdefault((snipe.reservation_id, kind), []).append((snipe, slot))
        for (reservation_id, kind), seen in found.items():
            snipe, slot = seen[0]
            reason = Reason.BETTER_CLAIM.value if kind is EntryKind.PASSED_OVER else ""
            entry = replace(
                self._entry(snipe, kind, at, reason=reason),
                time=slot.time,
                seating=slot.seating,
                party_size=slot.party_size,
                tables=len(seen),
                checks=checks.get(reservation_id, self._allocator.checks(reservation_id)),
            )
            self._slots.add(entry)

    async def flush(self, *, everything: bool = False) -> None:
        """Write what is queued and may be written now, or `everything`; on failure it stays queued."""
        self._take_slots(over=None if everything else ())
        entries, self._entries = self._entries, []
        try:
            await self._store.write_timeline(entries=entries)
        except Exception:
            self._entries = entries + self._entries
            raise

    def _take_slots(self, *, over: Collection[int] | None) -> None:
        self._entries += self._slots.take(over=over)
        del self._entries[:-MOST_ENTRIES]

    def _add_once(
        self, snipe: Snipe, kind: EntryKind, at: datetime, *, reason: str = "", duration_ms: float | None = None
    ) -> None:
        """Add an entry unless one of its kind was added for this snipe and release."""
        subject = snipe.reservation_id, kind, snipe.release_at
        if subject not in self._reported:
            self._reported.add(subject)
            self._add(snipe, kind, at, reason=reason, duration_ms=duration_ms)

    def _add(
        self, snipe: Snipe, kind: EntryKind, at: datetime, *, reason: str = "", duration_ms: float | None = None
    ) -> None:
        self._entries.append(replace(self._entry(snipe, kind, at, reason=reason), duration_ms=duration_ms))
        del self._entries[:-MOST_ENTRIES]

    def _entry(self, snipe: Snipe, kind: EntryKind, at: datetime, *, reason: str) -> TimelineEntry:
        return TimelineEntry(
            reservation_id=snipe.reservation_id,
            at=at,
            kind=kind.value,
            reason=str(reason),
            checks=self._allocator.checks(snipe.reservation_id),
        )
