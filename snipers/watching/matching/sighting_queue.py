"""Bounds the timeline entries about slots: folds them until their request may have another.

A request gets AT_ONCE entries about slots at once and one more each REFILL_SECONDS: 126 in the first hour, 120 in each
further one, however often slots appear and leave. What exceeds that is folded into the next entry of its kind, which
names the newest slot and counts all of them (`tables`), so no sighting is lost.
"""

from collections.abc import Callable, Collection
from dataclasses import replace

from snipers.store.records import TimelineEntry

AT_ONCE = 6
REFILL_SECONDS = 30.0


class SightingQueue:
    """Entries about slots that are not written yet, at most one for each request and kind."""

    def __init__(self, *, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._entries: dict[tuple[int, str], TimelineEntry] = {}
        self._credits: dict[int, tuple[float, float]] = {}

    def add(self, entry: TimelineEntry) -> None:
        """Queue an entry; fold the queued one of its request and kind into it."""
        key = entry.reservation_id, entry.kind
        folded = self._entries.pop(key, None)
        if folded is not None:
            entry = replace(entry, tables=(folded.tables or 1) + (entry.tables or 1))
        self._entries[key] = entry

    @property
    def pending(self) -> bool:
        """Whether an entry may be written now."""
        return any(self._credit(reservation_id) >= 1 for reservation_id, _ in self._entries)

    def take(self, *, over: Collection[int] | None = None) -> list[TimelineEntry]:
        """Return the entries that may be written now, in the order in which they were queued.

        `over`: requests that are no longer watched, whose entries are returned without a limit; None for all requests.
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
        """Drop the limits of all requests but these."""
        self._credits = {one: credit for one, credit in self._credits.items() if one in but}

    def _credit(self, reservation_id: int) -> float:
        credit, at = self._credits.get(reservation_id, (float(AT_ONCE), 0.0))
        return min(float(AT_ONCE), credit + (self._monotonic() - at) / REFILL_SECONDS)
