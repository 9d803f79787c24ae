"""The assignments of one venue that may have taken a table: those in flight and those of unknown outcome."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import count

from snipers.domain.slot import unit_key
from snipers.watching.matching.assignment import Assignment


class InProgress:
    """The bookings in flight, and those whose outcome the settler has not found yet. Iterating yields both."""

    def __init__(self) -> None:
        self._in_flight: dict[int, Assignment] = {}
        self._unknown: dict[int, Assignment] = {}

    def __iter__(self) -> Iterator[Assignment]:
        yield from self._in_flight.values()
        yield from self._unknown.values()

    @property
    def busy(self) -> bool:
        """Whether any booking is in flight."""
        return bool(self._in_flight)

    def is_booking(self, reservation_id: int) -> bool:
        """Whether a booking is in flight for the snipe."""
        return reservation_id in self._in_flight

    def start(self, assignment: Assignment) -> None:
        """Record that a booking is in flight."""
        self._in_flight[assignment.snipe.reservation_id] = assignment

    def end(self, reservation_id: int) -> None:
        """Record that no booking of the snipe is in flight any more."""
        self._in_flight.pop(reservation_id, None)

    def mark_unknown(self, assignment: Assignment) -> None:
        """Record that a booking ended without an outcome."""
        self._unknown[assignment.snipe.reservation_id] = assignment

    def keep_unknown(self, reservation_ids: Collection[int]) -> None:
        """Forget the bookings of unknown outcome, except those of these snipes (reservation ids)."""
        self._unknown = {one: assignment for one, assignment in self._unknown.items() if one in reservation_ids}

    def tables(self) -> Mapping[str, int]:
        """Return how many tables the bookings may have taken, by slot key."""
        return Counter(one.slot.key for one in self)

    def free_unit(self, slot_key: str) -> str:
        """Return the name of a table of the slot that no booking uses (see domain.slot.unit_key)."""
        used = {one.unit_key for one in self}
        return next(name for number in count(1) if (name := unit_key(slot_key, number)) not in used)
