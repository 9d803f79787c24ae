"""Bounds what the sightings of one venue cost: folds timeline lines about tables until their request may have another.

A request gets AT_ONCE lines about tables at once and one more each REFILL_SECONDS: 126 in the first hour, 120 in each
further one, however often tables appear and leave. What exceeds that is folded into the next line of its kind, which
names the newest table and counts all of them (`tables`), so no sighting is lost.
"""

from collections.abc import Callable, Collection
from dataclasses import replace

from snipers.store.base import TimelineEntry

AT_ONCE = 6
REFILL_SECONDS = 30.0


class SightingQueue:
    """Lines about tables that are not written yet, at most one for each request and kind."""

    def __init__(self, *, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._waiting: dict[tuple[int, str], TimelineEntry] = {}
        self._room: dict[int, tuple[float, float]] = {}

    def add(self, line: TimelineEntry) -> None:
        """Queue a line, or fold the queued one of its request and kind into it."""
        key = line.reservation_id, line.kind
        folded = self._waiting.pop(key, None)
        if folded is not None:
            line = replace(line, tables=(folded.tables or 1) + (line.tables or 1))
        self._waiting[key] = line

    @property
    def pending(self) -> bool:
        """Whether a line may be written now."""
        return any(self._room_of(reservation_id) >= 1 for reservation_id, _ in self._waiting)

    def take(self, *, over: Collection[int] | None = None) -> list[TimelineEntry]:
        """Return the lines that may be written now, in the order in which they were queued.

        `over`: requests that are no longer watched, whose lines are returned without a limit; None for all requests.
        """
        taken = []
        for key in list(self._waiting):
            reservation_id = key[0]
            room = self._room_of(reservation_id)
            if over is not None and reservation_id not in over and room < 1:
                continue
            taken.append(self._waiting.pop(key))
            self._room[reservation_id] = room - 1, self._monotonic()
        return taken

    def forget(self, *, but: Collection[int]) -> None:
        """Drop the limits of all requests but these."""
        self._room = {one: room for one, room in self._room.items() if one in but}

    def _room_of(self, reservation_id: int) -> float:
        room, at = self._room.get(reservation_id, (float(AT_ONCE), 0.0))
        return min(float(AT_ONCE), room + (self._monotonic() - at) / REFILL_SECONDS)
