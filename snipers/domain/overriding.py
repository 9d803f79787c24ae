"""Which reservation of the diner stands in the way of a better table and may be given up for it. Pure.

Giving up is the one thing here that can leave a diner worse off, so in doubt nothing is: what is not certain to be the
one that the platform means, and the diner's own, stays.
"""

from collections.abc import Iterable
from datetime import time

from snipers.domain.outcome import Conflict
from snipers.domain.settling import Held
from snipers.domain.slot import Slot

# How close two tables of one diner may be on a day: what the platforms refuse, as far as it is known.
OVERLAP_MINUTES = 150


def find_old_booking(
    *, held: Iterable[Held], slot: Slot, conflict: Conflict, replaces: str | None, for_guest: bool
) -> Held | None:
    """Return the one reservation that a refusal is about, None when that is not certain.

    `replaces` is the platform's id of our own earlier booking for this diner: then nothing else may be given up. With
    `for_guest` the account is a concierge's, whose list does not say whose each reservation is: nothing but our own.
    """
    named = [entry for entry in held if _meant(entry, slot, conflict)]
    if replaces is not None:
        return next((entry for entry in named if entry.reservation_id == replaces), None)
    return named[0] if len(named) == 1 and not for_guest else None


def _meant(entry: Held, slot: Slot, conflict: Conflict) -> bool:
    """Whether the refusal may speak of this reservation. An equal table is not given up for: nothing is gained."""
    equal = (slot.platform_venue_id, slot.date, slot.time, slot.party_size)
    if entry.date != slot.date or (entry.platform_venue_id, entry.date, entry.time, entry.party_size) == equal:
        return False
    if conflict.date not in (None, entry.date) or conflict.platform_venue_id not in (None, entry.platform_venue_id):
        return False
    if conflict.time is not None:
        return conflict.time == entry.time
    return abs(_minutes(entry.time) - _minutes(slot.time)) <= OVERLAP_MINUTES


def _minutes(at: time) -> int:
    return at.hour * 60 + at.minute
