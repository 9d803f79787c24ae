"""Free tables as a platform shows them, and what changed between two looks.

Owns the name of a table across all watchers (`Slot.key`) and the bookkeeping of what is open for one date and party.
Who gets a table is matching.py's decision; asking the platform is the clients'.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time

# One diner gets at most one table for each meal of a day.
LUNCH_FROM = time(11)
DINNER_FROM = time(16)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """`quantity` equal tables, free for a party of `party_size`. Time is the venue's.

    `key` is the same text for the same kind of table in every watcher, at most 200 characters. `token` names the slot
    to the platform. `captcha`: the platform asks for a human check before it books here.
    """

    platform: str
    platform_venue_id: int
    date: date
    time: time
    party_size: int
    seating: str
    token: str = field(repr=False)
    quantity: int = 1
    captcha: bool = False
    key: str = field(init=False, repr=False, compare=False)
    meal: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Made once: the matching of a full harness asks for it thousands of times before the first booking leaves.
        parts = (
            self.platform,
            self.platform_venue_id,
            self.date,
            f"{self.time:%H:%M}",
            self.party_size,
            self.seating.lower(),
        )
        object.__setattr__(self, "key", ":".join(map(str, parts))[:190])
        object.__setattr__(self, "meal", meal_at(self.time))


def meal_at(at: time) -> str:
    """Return breakfast, lunch or dinner for a time of day at the venue."""
    if at < LUNCH_FROM:
        return "breakfast"
    return "lunch" if at < DINNER_FROM else "dinner"


def unit_key(slot_key: str, number: int) -> str:
    """Name one of several equal tables, counting from 1; the first carries the slot's own name."""
    return slot_key if number == 1 else f"{slot_key}#{number}"


def freed(new: Iterable[Slot], old: Iterable[Slot]) -> list[Slot]:
    """Return what `new` has and `old` had not, `quantity` being how many more there are."""
    before = {slot.key: slot.quantity for slot in old}
    more = [(slot, slot.quantity - before.get(slot.key, 0)) for slot in new]
    return [replace(slot, quantity=count) for slot, count in more if count > 0]


FIRST_PAUSE = 5.0
LONGEST_PAUSE = 60.0


class OpenTables:
    """What is open for one date and party size. Times are monotonic seconds.

    A table that was tried is spent for a while, else a platform that shows it a little longer would be asked for it
    again at every poll. One that we booked is spent until a poll that was sent afterwards; one that we lost until it
    leaves the floor, or for a pause that doubles: a table that went and came back between two polls looks as if it had
    never left.
    """

    def __init__(self) -> None:
        self._slots: dict[str, Slot] = {}
        self._booked: dict[str, list[float]] = {}
        self._lost: dict[str, list[float]] = {}
        self._losses: dict[str, int] = {}

    @property
    def keys(self) -> frozenset[str]:
        """Names of all slots on the floor, spent or not."""
        return frozenset(self._slots)

    def update(self, slots: Sequence[Slot], *, asked: float) -> list[Slot]:
        """Take the platform's answer to a poll that was sent at `asked` as the truth, and return what is new in it."""
        new = {slot.key: slot for slot in slots}
        for key in self._slots.keys() - new.keys():
            for tried in (self._booked, self._lost, self._losses):
                tried.pop(key, None)
        for key, ends in self._booked.items():
            self._booked[key] = [end for end in ends if end >= asked]
        for key, pauses in self._lost.items():
            fewer = max(0, self._slots[key].quantity - new[key].quantity)
            self._lost[key] = pauses[fewer:]
        fresh = freed(slots, self._slots.values())
        self._slots = new
        return fresh

    def booked(self, key: str, *, at: float) -> None:
        """One of the tables of that name became ours."""
        if key in self._slots:
            self._booked.setdefault(key, []).append(at)
            self._losses.pop(key, None)

    def lost(self, key: str, *, at: float) -> None:
        """One of the tables of that name was tried in vain."""
        if key in self._slots:
            pause = min(FIRST_PAUSE * 2 ** self._losses.get(key, 0), LONGEST_PAUSE)
            self._losses[key] = self._losses.get(key, 0) + 1
            self._lost.setdefault(key, []).append(at + pause)

    def available(self, *, in_use: Mapping[str, int], at: float) -> list[Slot]:
        """Return what may be tried now; `in_use` counts tables for each name that a booking call is out for."""
        left = []
        for key, slot in self._slots.items():
            spent = len(self._booked.get(key, ())) + sum(end > at for end in self._lost.get(key, ()))
            count = slot.quantity - spent - in_use.get(key, 0)
            if count > 0:
                left.append(replace(slot, quantity=count))
        return left
