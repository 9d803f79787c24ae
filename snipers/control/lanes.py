"""The slots of a grid, given away without collisions: a buddy allocator over 1, 2, 3, 4, 6, 8, 12 ... times a period.

The grid is `count` lanes that come round one after the other. A place takes its lane each `multiple`-th round, from
round `turn` on. Two places of one lane never meet: they come from splitting one place in two or in three.
"""

from dataclasses import dataclass

GOLDEN = 0.6180339887498949


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Every `multiple`-th round of one lane, from round `turn` on."""

    multiple: int
    lane: int
    turn: int

    def offset(self, lanes: int) -> int:
        """Return the slot of its first turn."""
        return self.turn * lanes + self.lane

    def split(self, parts: int) -> list["Place"]:
        """Return the places that this one falls apart into."""
        return [
            Place(multiple=self.multiple * parts, lane=self.lane, turn=self.turn + part * self.multiple)
            for part in range(parts)
        ]


class Lanes:
    """What is still free."""

    def __init__(self, count: int) -> None:
        # Taken in the order of their golden fraction, lanes that are in use lie evenly among those that are not.
        order = sorted(range(count), key=lambda lane: lane * GOLDEN % 1, reverse=True)
        self._free: dict[int, dict[tuple[int, int], Place]] = {}
        for lane in order:
            self.give(Place(multiple=1, lane=lane, turn=0))

    def take(self, multiple: int) -> Place | None:
        """Take any place with that multiple; None when nothing is left to split. Small remainders are used up first."""
        sizes = [size for size, free in self._free.items() if free and _splits(size, multiple)]
        if not sizes:
            return None
        _, whole = self._free[max(sizes)].popitem()
        return self._split_down(whole, multiple=multiple, turn=whole.turn)

    def hold(self, place: Place) -> bool:
        """Take exactly this place; False when it is gone."""
        for size, free in self._free.items():
            if _splits(size, place.multiple) and (whole := free.pop((place.lane, place.turn % size), None)):
                self._split_down(whole, multiple=place.multiple, turn=place.turn)
                return True
        return False

    def _split_down(self, whole: Place, *, multiple: int, turn: int) -> Place:
        """Split until the part that has `turn` has the multiple; the other parts are free. Halves stay more useful than
        thirds, so thirds come last."""
        while whole.multiple < multiple:
            parts = whole.split(2 if multiple // whole.multiple % 2 == 0 else 3)
            whole = next(part for part in parts if turn % part.multiple == part.turn)
            for part in parts:
                if part != whole:
                    self.give(part)
        return whole

    def give(self, place: Place) -> None:
        """A place is free (again)."""
        self._free.setdefault(place.multiple, {})[place.lane, place.turn] = place


def _splits(size: int, multiple: int) -> bool:
    """Whether places of one size can be split into places of the multiple, by twos and at most one three."""
    if multiple % size:
        return False
    ratio = multiple // size
    return _is_power(ratio) or (ratio % 3 == 0 and _is_power(ratio // 3))


def _is_power(number: int) -> bool:
    return number & (number - 1) == 0
