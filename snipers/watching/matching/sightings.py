"""The timeline entries that a watcher writes outside of bookings: snipes watched, slots seen, slots
assigned to another snipe, unusable accounts, the steps of a release, and kill switches.

Entries are queued here and written after the bookings of the same answer were sent. booking/recorder.py writes
the entries at the start of a booking, and the store writes the one at its end. The web tower pushes all entries to open
pages.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import EntryKind, Reason
from snipers.store.records import TimelineEntry
from snipers.watching.context import VenueContext
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.assignment import Assignment

# While the database is unavailable the oldest entries are dropped, so that memory stays bounded.
MOST_ENTRIES = 2_000
# The limits of the entries about slots for each request: see SightingQueue.
AT_ONCE = 6
REFILL_SECONDS = 30.0


class Sightings:
    """Queues timeline entries until they are written, and remembers the entries that must not be reported again."""

    def __init__(self, context: VenueContext, allocator: Allocator) -> None:
        self._store = context.store
        self._allocator = allocator
        self._entries = deque[TimelineEntry](maxlen=MOST_ENTRIES)
        self._slots = SightingQueue(monotonic=context.clock.monotonic)
        self._reported: set[tuple[int, EntryKind, datetime | None]] = set()

    @property
    def pending(self) -> bool:
        """Whether entries are queued."""
        return bool(self._entries) or self._slots.pending

    def report_roster(self, *, before: Mapping[int, Snipe], snipes: Sequence[Snipe], now: datetime) -> None:
        """Report new cancel snipes without a poll so far, and accounts that became unusable or usable again."""
        for snipe in snipes:
            known = before.get(snipe.reservation_id)
            if not snipe.account_usable and (known is None or known.account_usable):
                self._add(snipe, EntryKind.NEEDS_RECONNECT, now, reason=Reason.NEEDS_RECONNECT)
            elif snipe.account_usable and known is not None and not known.account_usable:
                self._add(snipe, EntryKind.RECONNECTED, now)
            elif known is None and not snipe.checks and snipe.snipe_type == "cancel":
                self._add(snipe, EntryKind.WATCHING, now)
        ids = {snipe.reservation_id for snipe in snipes}
        self._entries.extend(self._slots.take_due(over=before.keys() - ids))
        self._slots.forget(but=ids)
        self._reported = {one for one in self._reported if one[0] in ids}

    def report_once(
        self,
        snipes: Iterable[Snipe],
        kind: EntryKind,
        *,
        now: datetime,
        reason: str = "",
        duration_ms: float | None = None,
    ) -> None:
        """Add an entry to the timeline of each snipe, at most one of this kind for the snipe and its release."""
        for snipe in snipes:
            subject = snipe.reservation_id, kind, snipe.release_at
            if subject not in self._reported:
                self._reported.add(subject)
                self._add(snipe, kind, now, reason=reason, duration_ms=duration_ms)

    def report_burst_end(self, snipes: Iterable[Snipe], *, now: datetime) -> None:
        """Report once that the snipes are now watched like cancel snipes. A restarted watcher does not report
        it again."""
        reported, fired = self._reported, EntryKind.FIRED
        new = [one for one in snipes if not one.checks or (one.reservation_id, fired, one.release_at) in reported]
        self.report_once(new, EntryKind.WATCHING, now=now)

    def end_switched_off(self) -> None:
        """Record that no kill switch applies any more, so that the next kill switch is reported again."""
        self._reported = {one for one in self._reported if one[1] is not EntryKind.SWITCHED_OFF}

    def report_slots(
        self,
        pairs: Sequence[tuple[Snipe, Slot]],
        *,
        assignments: Sequence[Assignment],
        at: datetime,
        checks: Mapping[int, int],
    ) -> None:
        """Report to each snipe the new slots that fit it.

        One poll adds at most two entries to a timeline: one for slots that were assigned to another
        snipe of ours, and one for the other new slots.
        `checks` is the number of polls for each request at the time of this poll.
        """
        served = {one.snipe.reservation_id for one in assignments}
        given = {one.slot.key for one in assignments}
        found: dict[tuple[int, EntryKind], list[tuple[Snipe, Slot]]] = {}
        for snipe, slot in pairs:
            if self._allocator.first_sight(snipe.reservation_id, slot.key):
                passed = slot.key in given and snipe.reservation_id not in served and snipe.account_usable
                kind = EntryKind.PASSED_OVER if passed else EntryKind.SEEN
                found.setdefault((snipe.reservation_id, kind), []).append((snipe, slot))
        for (reservation_id, kind), seen in found.items():
            snipe, slot = seen[0]
            entry = self._entry(snipe, kind, at, reason=Reason.BETTER_CLAIM if kind is EntryKind.PASSED_OVER else "")
            self._slots.add(
                replace(
                    entry,
                    time=slot.time,
                    seating=slot.seating,
                    party_size=slot.party_size,
                    tables=len(seen),
                    checks=checks.get(reservation_id, entry.checks),
                )
            )

    def report_openings(
        self, found: Sequence[tuple[Snipe, Sequence[Slot]]], *, at: datetime, checks: Mapping[int, int]
    ) -> None:
        """Report to each notify-only snipe its new open slots, best first, in one entry.

        `checks` is the number of polls for each request at the time of the poll.
        """
        for snipe, slots in found:
            entry = replace(
                self._entry(snipe, EntryKind.OPENED, at, reason=""),
                time=slots[0].time,
                seating=slots[0].seating,
                party_size=slots[0].party_size,
                tables=len(slots),
            )
            self._slots.add(replace(entry, checks=checks.get(snipe.reservation_id, entry.checks)))

    async def flush(self, *, everything: bool = False) -> None:
        """Write the queued entries that are due, or all of them with `everything`. After a failure they stay queued."""
        self._entries.extend(self._slots.take_due(over=None if everything else ()))
        entries = list(self._entries)
        self._entries.clear()
        try:
            await self._store.write_timeline(entries=entries, may_wait=not everything)
        except Exception:
            self._entries = deque([*entries, *self._entries], MOST_ENTRIES)
            raise

    def _add(
        self, snipe: Snipe, kind: EntryKind, at: datetime, *, reason: str = "", duration_ms: float | None = None
    ) -> None:
        self._entries.append(replace(self._entry(snipe, kind, at, reason=reason), duration_ms=duration_ms))

    def _entry(self, snipe: Snipe, kind: EntryKind, at: datetime, *, reason: str) -> TimelineEntry:
        return TimelineEntry(
            reservation_id=snipe.reservation_id,
            at=at,
            kind=kind.value,
            reason=str(reason),
            checks=self._allocator.snipes.checks(snipe.reservation_id),
        )


class SightingQueue:
    """Timeline entries that are not written yet: at most one for each snipe and kind of entry.

    The queue limits how many entries are written for a snipe: AT_ONCE without delay, then one every REFILL_SECONDS.
    That makes 126 in the first hour and 120 in each later one. While entries wait, further sightings are merged into
    the queued entry of their kind. That entry describes the newest slot and counts all slots (`tables`).
    """

    def __init__(self, *, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._entries: dict[tuple[int, str], TimelineEntry] = {}
        self._credits: dict[int, tuple[float, float]] = {}

    def add(self, entry: TimelineEntry) -> None:
        """Queue an entry. A queued entry of the same snipe and kind is merged into it."""
        key = entry.reservation_id, entry.kind
        folded = self._entries.pop(key, None)
        if folded is not None:
            entry = replace(entry, tables=(folded.tables or 1) + (entry.tables or 1))
        self._entries[key] = entry

    @property
    def pending(self) -> bool:
        """Whether an entry may be written now."""
        return any(self._credit(reservation_id) >= 1 for reservation_id, _ in self._entries)

    def take_due(self, *, over: Collection[int] | None = None) -> list[TimelineEntry]:
        """Remove and return the entries that may be written now, in the order in which they were queued.

        A snipe may write only as many entries as its credit allows. `over` are snipes (reservation ids) that are no
        longer watched: all of their entries are returned. If `over` is None, all entries of all snipes are returned.
        """
        taken = []
        for key in list(self._entries):
            reservation_id = key[0]
            credit = self._credit(reservation_id)
            if over is not None and reservation_id not in over and credit < 1:
                continue
            taken.append(self._entries.pop(key))
            self._credits[reservation_id] = credit - 1, self._monotonic()
        return taken

    def forget(self, *, but: Collection[int]) -> None:
        """Forget the limits of all snipes except these (reservation ids)."""
        self._credits = {one: credit for one, credit in self._credits.items() if one in but}

    def _credit(self, reservation_id: int) -> float:
        credit, at = self._credits.get(reservation_id, (float(AT_ONCE), 0.0))
        return min(float(AT_ONCE), credit + (self._monotonic() - at) / REFILL_SECONDS)
