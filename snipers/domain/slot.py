"""Free tables of a platform, and the difference between two polls.

All watchers give the same table the same key. matching.py assigns tables; the clients poll the platform.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time

from snipers.domain.backoff import Backoff

# One diner gets at most one table for each meal of a day.
LUNCH_FROM = time(11)
DINNER_FROM = time(16)
# The names of seatings are cut at this length, the longest that a request can want.
MOST_SEATING_LENGTH = 60
# A lost table is not tried again for this long while the platform keeps showing it.
LOST_BACKOFF = Backoff(first=5.0, ceiling=60.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """An offer of `quantity` equal tables for a party of `party_size`. Date and time are the venue's.

    `key` names platform, venue, date, time, party size and seating. It has at most 190 characters and is the same in
    every watcher. `token` identifies the slot to the platform. With `captcha`, the platform requires a captcha to book
    it.
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
        # Computed once: matching a large answer reads the key thousands of times before the first booking call.
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
    """Return the key of one of a slot's equal tables, numbered from 1. The key of number 1 is the slot's own key."""
    return slot_key if number == 1 else f"{slot_key}#{number}"


def freed(new: Iterable[Slot], old: Iterable[Slot]) -> list[Slot]:
    """Return the slots of `new` that are not in `old`. `quantity` is the number of tables added."""
    before = {slot.key: slot.quantity for slot in old}
    more = [(slot, slot.quantity - before.get(slot.key, 0)) for slot in new]
    return [slot if count == slot.quantity else replace(slot, quantity=count) for slot, count in more if count > 0]


class OpenTables:
    """The open tables of one date and party size. Times are monotonic seconds.

    A platform may list a table for a while after it was taken. So a table that we booked is unavailable until a poll
    that was sent after the booking is answered. A table that we lost is unavailable until an answer no longer lists it,
    or until LOST_BACKOFF has passed. The back-off is needed because a table that was taken and freed between two polls
    stays listed.
    """

    def __init__(self) -> None:
        self._slots: dict[str, Slot] = {}
        self._booked: dict[str, list[float]] = {}
        self._lost_until: dict[str, list[float]] = {}
        self._losses: dict[str, int] = {}
        self._sent_at = -math.inf

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all open slots, available or not."""
        return frozenset(self._slots)

    @property
    def sent_at(self) -> float:
        """When the poll was sent whose answer contained these slots; minus infinity before the first answer."""
        return self._sent_at

    def update(self, slots: Sequence[Slot], *, sent_at: float) -> list[Slot]:
        """Replace the open slots by the answer to a poll sent at `sent_at`; return the slots that are new.

        If a poll that was sent later has already been answered, the answer is ignored and the result is empty.
        """
        if sent_at < self._sent_at:
            return []
        self._sent_at = sent_at
        new = {slot.key: slot for slot in slots}
        for key in self._slots.keys() - new.keys():
            for tried in (self._booked, self._lost_until, self._losses):
                tried.pop(key, None)
        for key, times in self._booked.items():
            self._booked[key] = [at for at in times if at >= sent_at]
        for key, ends in self._lost_until.items():
            fewer = max(0, self._slots[key].quantity - new[key].quantity)
            self._lost_until[key] = ends[fewer:]
        fresh = freed(slots, self._slots.values())
        self._slots = new
        return fresh

    def mark_booked(self, key: str, *, at: float) -> None:
        """Record that we booked one of the tables of the slot with this Slot.key at the time `at`."""
        if key in self._slots:
            self._booked.setdefault(key, []).append(at)
            self._losses.pop(key, None)

    def mark_lost(self, key: str, *, at: float) -> None:
        """Record that our attempt to book a table of the slot with this Slot.key failed at the time `at`."""
        if key in self._slots:
            losses = self._losses[key] = self._losses.get(key, 0) + 1
            self._lost_until.setdefault(key, []).append(at + LOST_BACKOFF.delay(failures=losses))

    def available(self, *, in_use: Mapping[str, int], at: float) -> list[Slot]:
        """Return the slots that may be tried now; `in_use` counts the tables of each key with a booking in progress."""
        available = []
        for key, slot in self._slots.items():
            tried = len(self._booked.get(key, ())) + sum(end > at for end in self._lost_until.get(key, ()))
            count = slot.quantity - tried - in_use.get(key, 0)
            if count > 0:
                available.append(slot if count == slot.quantity else replace(slot, quantity=count))
        return available
