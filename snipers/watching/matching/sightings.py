"""What a watcher tells in timelines of its own accord: who is watched for, what was seen, whom a table passed by,
the steps of a drop, and a pause by our staff.

Lines wait here and are written after the bookings that they are about have left. The beginning of a booking is told by
booking.py, its end by the store. Lines about tables are bounded by sighting_queue.py; the store announces them, and the
web tower pushes them to open pages.
"""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import EntryKind, Reason
from snipers.store.base import SnipeStore, TimelineEntry
from snipers.watching.matching.orders import Order
from snipers.watching.matching.sighting_queue import SightingQueue

MOST_LINES = 2_000
NO_CHECKS: Mapping[int, int] = {}


class Sightings:
    """A queue of lines, and the memory of which snipe was told of which table."""

    def __init__(
        self, *, store: SnipeStore, checks: Callable[[int], int], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._checks = checks
        self._lines: list[TimelineEntry] = []
        self._tables = SightingQueue(monotonic=monotonic)
        self._told: set[tuple[int, str]] = set()
        self._said: set[tuple[int, EntryKind, datetime | None]] = set()

    @property
    def pending(self) -> bool:
        """Whether there is something to write."""
        return bool(self._lines) or self._tables.pending

    def first(self, reservation_id: int, slot_key: str) -> bool:
        """True the first time that this snipe meets this table on the floor."""
        pair = reservation_id, slot_key
        if pair in self._told:
            return False
        self._told.add(pair)
        return True

    def left(self, slot_keys: Iterable[str]) -> None:
        """These tables left the floor: should they come back, that is news."""
        gone = frozenset(slot_keys)
        if gone:
            self._told = {pair for pair in self._told if pair[1] not in gone}

    def roster_changed(self, *, before: Mapping[int, Snipe], snipes: Sequence[Snipe], now: datetime) -> None:
        """Tell who is watched for from now on, and whose account went away or came back."""
        for snipe in snipes:
            known = before.get(snipe.reservation_id)
            if not snipe.account.usable and (known is None or known.account.usable):
                self._add(snipe, EntryKind.NEEDS_RECONNECT, now, reason=Reason.NEEDS_RECONNECT)
            elif snipe.account.usable and known is not None and not known.account.usable:
                self._add(snipe, EntryKind.RECONNECTED, now)
            elif known is None and not snipe.checks and snipe.snipe_type == "cancel":
                self._add(snipe, EntryKind.WATCHING, now)
        waiting = {snipe.reservation_id for snipe in snipes}
        self._take_tables(over=before.keys() - waiting)
        self._tables.forget(but=waiting)
        self._told = {pair for pair in self._told if pair[0] in waiting}
        self._said = {word for word in self._said if word[0] in waiting}

    def armed(self, snipes: Iterable[Snipe], *, now: datetime) -> None:
        """Tell once that we stand ready for the opening of the book."""
        for snipe in snipes:
            if self._first_word(snipe, EntryKind.ARMED):
                self._add(snipe, EntryKind.ARMED, now)

    def fired(self, snipes: Iterable[Snipe], *, now: datetime, late: float) -> None:
        """Tell that the first find left, `late` seconds after the platform had certainly reached the instant."""
        for snipe in snipes:
            if self._first_word(snipe, EntryKind.FIRED):
                self._add(snipe, EntryKind.FIRED, now, duration_ms=round(late * 1000, 2))

    def watched(self, snipes: Iterable[Snipe], *, now: datetime) -> None:
        """Tell that the burst is over and the snipe is watched for like any other; not again after a restart."""
        for snipe in snipes:
            if self._first_word(snipe, EntryKind.WATCHING) and (
                not snipe.checks or self._has_said(snipe, EntryKind.FIRED)
            ):
                self._add(snipe, EntryKind.WATCHING, now)

    def switched_off(self, snipes: Iterable[Snipe], *, now: datetime) -> None:
        """Tell once that our staff paused the venue or its platform."""
        for snipe in snipes:
            if self._first_word(snipe, EntryKind.SWITCHED_OFF):
                self._add(snipe, EntryKind.SWITCHED_OFF, now, reason=Reason.SWITCHED_OFF)

    def switched_on(self) -> None:
        """Switched off once more, it is told once more."""
        self._said = {word for word in self._said if word[1] is not EntryKind.SWITCHED_OFF}

    def tell(
        self,
        seen: Sequence[tuple[Snipe, Slot]],
        *,
        orders: Sequence[Order],
        at: datetime,
        checks: Mapping[int, int] = NO_CHECKS,
    ) -> None:
        """Tell who saw which new tables, and whom tables went past because of a better claim.

        One look costs a request at most two lines: one for the tables that went to another guest, one for the others.
        `checks`: how often each request had been checked at that look.
        """
        served = {order.snipe.reservation_id for order in orders}
        given = {order.slot.key for order in orders}
        tables: dict[tuple[int, EntryKind], list[tuple[Snipe, Slot]]] = {}
        for snipe, slot in seen:
            if not self.first(snipe.reservation_id, slot.key):
                continue
            passed = slot.key in given and snipe.reservation_id not in served and snipe.account.usable
            kind = EntryKind.PASSED_OVER if passed else EntryKind.SEEN
            tables.setdefault((snipe.reservation_id, kind), []).append((snipe, slot))
        for (reservation_id, kind), found in tables.items():
            snipe, slot = found[0]
            reason = Reason.BETTER_CLAIM.value if kind is EntryKind.PASSED_OVER else ""
            line = self._line(snipe, kind, at, slot=slot, reason=reason, tables=len(found))
            self._tables.add(replace(line, checks=checks.get(reservation_id, line.checks)))

    async def flush(self, *, everything: bool = False) -> None:
        """Write what is queued and may be written now, or `everything`; on failure it stays queued."""
        self._take_tables(over=None if everything else ())
        lines, self._lines = self._lines, []
        try:
            await self._store.write_timeline(entries=lines)
        except Exception:
            self._lines = lines + self._lines
            raise

    def _take_tables(self, *, over: Collection[int] | None) -> None:
        self._lines += self._tables.take(over=over)
        self._trim()

    def _first_word(self, snipe: Snipe, kind: EntryKind) -> bool:
        if self._has_said(snipe, kind):
            return False
        self._said.add((snipe.reservation_id, kind, snipe.release_at))
        return True

    def _has_said(self, snipe: Snipe, kind: EntryKind) -> bool:
        return (snipe.reservation_id, kind, snipe.release_at) in self._said

    def _add(
        self, snipe: Snipe, kind: EntryKind, at: datetime, *, reason: str = "", duration_ms: float | None = None
    ) -> None:
        self._lines.append(self._line(snipe, kind, at, reason=reason, duration_ms=duration_ms))
        self._trim()

    def _trim(self) -> None:
        # While the database is away the oldest lines give way, so that memory stays bounded.
        del self._lines[:-MOST_LINES]

    def _line(
        self,
        snipe: Snipe,
        kind: EntryKind,
        at: datetime,
        *,
        slot: Slot | None = None,
        reason: str = "",
        duration_ms: float | None = None,
        tables: int | None = None,
    ) -> TimelineEntry:
        return TimelineEntry(
            reservation_id=snipe.reservation_id,
            at=at,
            kind=kind.value,
            reason=str(reason),
            time=slot.time if slot else None,
            seating=slot.seating if slot else "",
            party_size=slot.party_size if slot else None,
            duration_ms=duration_ms,
            checks=self._checks(snipe.reservation_id),
            tables=tables,
        )
