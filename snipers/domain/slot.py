"""Free tables as a platform shows them, and what changed between two looks.

Owns the name of a table across all watchers (`Slot.key`) and the bookkeeping of what is open for one date and party.
Who gets a table is matching.py's decision; asking the platform is the clients'.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """`quantity` equal tables, free for a party of `party_size`. `venue_id` is the platform's; time is the venue's.

    `token` names the slot to the platform. `captcha`: the platform asks for a human check before it books here.
    """

    platform: str
    venue_id: int
    date: date
    time: time
    party_size: int
    seating: str
    token: str = field(repr=False)
    quantity: int = 1
    captcha: bool = False

    @property
    def key(self) -> str:
        """The same text for the same kind of table in every watcher, at most 200 characters."""
        parts = (self.platform, self.venue_id, self.date, f"{self.time:%H:%M}", self.party_size, self.seating.lower())
        return ":".join(str(part) for part in parts)[:190]


def unit_key(slot_key: str, number: int) -> str:
    """Name one of several equal tables, counting from 1; the first carries the slot's own name."""
    return slot_key if number == 1 else f"{slot_key}#{number}"


def freed(new: Iterable[Slot], old: Iterable[Slot]) -> list[Slot]:
    """Return what `new` has and `old` had not, `quantity` being how many more there are."""
    before = {slot.key: slot.quantity for slot in old}
    more = [(slot, slot.quantity - before.get(slot.key, 0)) for slot in new]
    return [replace(slot, quantity=count) for slot, count in more if count > 0]


class OpenTables:
    """What is open for one date and party size. A table that was tried in vain is spent until it leaves the floor.

    Without that, a platform that shows a lost table a little longer would be asked for it again at every poll. The
    memory ends after `spent_seconds`: a table that went and came back between two polls looks as if it had never left.
    """

    def __init__(self, *, spent_seconds: float = 60.0) -> None:
        self._spent_seconds = spent_seconds
        self._slots: dict[str, Slot] = {}
        self._spent: dict[str, list[float]] = {}

    @property
    def keys(self) -> frozenset[str]:
        """Names of all slots on the floor, spent or not."""
        return frozenset(self._slots)

    def update(self, slots: Sequence[Slot]) -> list[Slot]:
        """Take the platform's latest answer as the truth and return what is new in it."""
        new = {slot.key: slot for slot in slots}
        for key in list(self._spent):
            gone = self._slots[key].quantity - new[key].quantity if key in new else len(self._spent[key])
            self._spent[key] = self._spent[key][max(0, gone) :]
            if not self._spent[key]:
                del self._spent[key]
        fresh = freed(slots, self._slots.values())
        self._slots = new
        return fresh

    def spend(self, key: str, *, at: float) -> None:
        """One of the tables of that name was tried; `at` is a monotonic time in seconds."""
        if key in self._slots:
            self._spent.setdefault(key, []).append(at)

    def available(self, *, in_use: Mapping[str, int], at: float) -> list[Slot]:
        """Return what may be tried now; `in_use` counts tables for each name that a booking call is out for."""
        left = []
        for key, slot in self._slots.items():
            spent = sum(1 for since in self._spent.get(key, ()) if at - since < self._spent_seconds)
            count = slot.quantity - max(spent, 0) - in_use.get(key, 0)
            if count > 0:
                left.append(replace(slot, quantity=count))
        return left
