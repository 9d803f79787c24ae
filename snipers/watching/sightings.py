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
from snipers.domain.snipe import Wish
from snipers.domain.vocabulary import LineKind, Reason
from snipers.store.base import Line, SnipeStore
from snipers.watching.orders import Order
from snipers.watching.sighting_queue import SightingQueue

MOST_LINES = 2_000
NO_CHECKS: Mapping[int, int] = {}


class Sightings:
    """A queue of lines, and the memory of which wish was told of which table."""

    def __init__(
        self, *, store: SnipeStore, checks: Callable[[int], int], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._checks = checks
        self._lines: list[Line] = []
        self._tables = SightingQueue(monotonic=monotonic)
        self._told: set[tuple[int, str]] = set()
        self._said: set[tuple[int, LineKind, datetime | None]] = set()

    @property
    def pending(self) -> bool:
        """Whether there is something to write."""
        return bool(self._lines) or self._tables.pending

    def first(self, reservation_id: int, slot_key: str) -> bool:
        """True the first time that this wish meets this table on the floor."""
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

    def roster_changed(self, *, before: Mapping[int, Wish], wishes: Sequence[Wish], now: datetime) -> None:
        """Tell who is watched for from now on, and whose account went away or came back."""
        for wish in wishes:
            known = before.get(wish.reservation_id)
            if not wish.account.usable and (known is None or known.account.usable):
                self._add(wish, LineKind.NEEDS_RECONNECT, now, reason=Reason.NEEDS_RECONNECT)
            elif wish.account.usable and known is not None and not known.account.usable:
                self._add(wish, LineKind.RECONNECTED, now)
            elif known is None and not wish.checks and wish.snipe_type == "cancel":
                self._add(wish, LineKind.WATCHING, now)
        waiting = {wish.reservation_id for wish in wishes}
        self._take_tables(over=before.keys() - waiting)
        self._tables.forget(but=waiting)
        self._told = {pair for pair in self._told if pair[0] in waiting}
        self._said = {word for word in self._said if word[0] in waiting}

    def armed(self, wishes: Iterable[Wish], *, now: datetime) -> None:
        """Tell once that we stand ready for the opening of the book."""
        for wish in wishes:
            if self._first_word(wish, LineKind.ARMED):
                self._add(wish, LineKind.ARMED, now)

    def fired(self, wishes: Iterable[Wish], *, now: datetime, late: float) -> None:
        """Tell that the first find left, `late` seconds after the platform had certainly reached the instant."""
        for wish in wishes:
            if self._first_word(wish, LineKind.FIRED):
                self._add(wish, LineKind.FIRED, now, duration_ms=round(late * 1000, 2))

    def watched(self, wishes: Iterable[Wish], *, now: datetime) -> None:
        """Tell that the burst is over and the wish is watched for like any other; not again after a restart."""
        for wish in wishes:
            if self._first_word(wish, LineKind.WATCHING) and (not wish.checks or self._has_said(wish, LineKind.FIRED)):
                self._add(wish, LineKind.WATCHING, now)

    def switched_off(self, wishes: Iterable[Wish], *, now: datetime) -> None:
        """Tell once that our staff paused the venue or its platform."""
        for wish in wishes:
            if self._first_word(wish, LineKind.SWITCHED_OFF):
                self._add(wish, LineKind.SWITCHED_OFF, now, reason=Reason.SWITCHED_OFF)

    def switched_on(self) -> None:
        """Switched off once more, it is told once more."""
        self._said = {word for word in self._said if word[1] is not LineKind.SWITCHED_OFF}

    def tell(
        self,
        seen: Sequence[tuple[Wish, Slot]],
        *,
        orders: Sequence[Order],
        at: datetime,
        checks: Mapping[int, int] = NO_CHECKS,
    ) -> None:
        """Tell who saw which new tables, and whom tables went past because of a better claim.

        One look costs a request at most two lines: one for the tables that went to another guest, one for the others.
        `checks`: how often each request had been checked at that look.
        """
        served = {order.wish.reservation_id for order in orders}
        given = {order.slot.key for order in orders}
        tables: dict[tuple[int, LineKind], list[tuple[Wish, Slot]]] = {}
        for wish, slot in seen:
            if not self.first(wish.reservation_id, slot.key):
                continue
            passed = slot.key in given and wish.reservation_id not in served and wish.account.usable
            kind = LineKind.PASSED_OVER if passed else LineKind.SEEN
            tables.setdefault((wish.reservation_id, kind), []).append((wish, slot))
        for (reservation_id, kind), found in tables.items():
            wish, slot = found[0]
            reason = Reason.BETTER_CLAIM.value if kind is LineKind.PASSED_OVER else ""
            line = self._line(wish, kind, at, slot=slot, reason=reason, tables=len(found))
            self._tables.add(replace(line, checks=checks.get(reservation_id, line.checks)))

    async def flush(self, *, everything: bool = False) -> None:
        """Write what is queued and may be written now, or `everything`; on failure it stays queued."""
        self._take_tables(over=None if everything else ())
        lines, self._lines = self._lines, []
        try:
            await self._store.write_lines(lines=lines)
        except Exception:
            self._lines = lines + self._lines
            raise

    def _take_tables(self, *, over: Collection[int] | None) -> None:
        self._lines += self._tables.take(over=over)
        self._trim()

    def _first_word(self, wish: Wish, kind: LineKind) -> bool:
        if self._has_said(wish, kind):
            return False
        self._said.add((wish.reservation_id, kind, wish.release_at))
        return True

    def _has_said(self, wish: Wish, kind: LineKind) -> bool:
        return (wish.reservation_id, kind, wish.release_at) in self._said

    def _add(
        self, wish: Wish, kind: LineKind, at: datetime, *, reason: str = "", duration_ms: float | None = None
    ) -> None:
        self._lines.append(self._line(wish, kind, at, reason=reason, duration_ms=duration_ms))
        self._trim()

    def _trim(self) -> None:
        # While the database is away the oldest lines give way, so that memory stays bounded.
        del self._lines[:-MOST_LINES]

    def _line(
        self,
        wish: Wish,
        kind: LineKind,
        at: datetime,
        *,
        slot: Slot | None = None,
        reason: str = "",
        duration_ms: float | None = None,
        tables: int | None = None,
    ) -> Line:
        return Line(
            reservation_id=wish.reservation_id,
            at=at,
            kind=kind.value,
            reason=str(reason),
            time=slot.time if slot else None,
            seating=slot.seating if slot else "",
            party_size=slot.party_size if slot else None,
            duration_ms=duration_ms,
            checks=self._checks(wish.reservation_id),
            tables=tables,
        )
