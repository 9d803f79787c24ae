"""The old booking that blocks a better table and may be replaced by it. Pure.

A wrong replacement would leave a diner worse off. So a booking stays unless the refusal clearly means it and it is
certainly the diner's.
"""

from collections.abc import Iterable
from datetime import time

from snipers.domain.outcome import Conflict
from snipers.domain.settling import Held
from snipers.domain.slot import Slot

# Platforms refuse a second table of one diner this close to the first, as far as their behavior is known.
OVERLAP_MINUTES = 150


def find_old_booking(
    *, held: Iterable[Held], slot: Slot, conflict: Conflict, replaces: str | None, for_guest: bool
) -> Held | None:
    """Return the one reservation that a refusal is about, None if that is not certain.

    `replaces` is the platform's id of our own earlier booking for this diner; then no other qualifies. `for_guest`: the
    account is a concierge's, whose list does not name the guests, so only our own booking qualifies.
    """
    named = [entry for entry in held if _matches(entry, slot, conflict)]
    if replaces is not None:
        return next((entry for entry in named if entry.reservation_id == replaces), None)
    return named[0] if len(named) == 1 and not for_guest else None


def _matches(entry: Held, slot: Slot, conflict: Conflict) -> bool:
    """Whether the refusal may mean this reservation. An equal table is never replaced."""
    equal = (slot.platform_venue_id, slot.date, slot.time, slot.party_size)
    if entry.date != slot.date or (entry.platform_venue_id, entry.date, entry.time, entry.party_size) == equal:
        return False
    if conflict.date not in (None, entry.date):
        return False
    if conflict.platform_venue_id not in (None, entry.platform_venue_id):
        return False
    if conflict.time is not None:
        return conflict.time == entry.time
    return abs(_minutes(entry.time) - _minutes(slot.time)) <= OVERLAP_MINUTES


def _minutes(at: time) -> int:
    return at.hour * 60 + at.minute
