"""Finds the old booking that blocks a better table and may be replaced by it. Pure.

Replacing the wrong booking would harm a diner. So a booking is replaced only if the refusal clearly refers to it and
the booking certainly belongs to the diner.
"""

from collections.abc import Iterable
from datetime import time

from snipers.domain.outcome import Conflict
from snipers.domain.settling import Held
from snipers.domain.slot import Slot

# Platforms refuse a second table of one diner this close to the first, as far as their behavior is known.
OVERLAP_MINUTES = 150


def find_old_booking(
    *, held: Iterable[Held], complete: bool, slot: Slot, conflict: Conflict, replaces: str | None, for_guest: bool
) -> Held | None:
    """Return the one reservation that a refusal refers to, or None if that is not certain.

    `replaces` is the platform's id of a booking that we made for this diner; if it is given, only that one qualifies.
    Without it, the list must be `complete`: a row that could not be read may be the one that the refusal refers to.
    `for_guest` means that the account is a concierge's. The account's list does not name the guests, so only `replaces`
    qualifies.
    """
    named = [entry for entry in held if _matches(entry, slot, conflict)]
    if replaces is not None:
        return next((entry for entry in named if entry.reservation_id == replaces), None)
    return named[0] if len(named) == 1 and complete and not for_guest else None


def _matches(entry: Held, slot: Slot, conflict: Conflict) -> bool:
    """Whether the refusal may refer to this reservation. A reservation that equals the new table is never replaced."""
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
