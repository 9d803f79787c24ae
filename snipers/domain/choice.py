"""The user's order of preference among the slots of one group. Pure.

A reservation's `choice` is the place of its venue and date in that order. Within a reservation, the order of the wanted
seatings decides. Both make a slot's level: the lower, the better.
"""

from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe

# Levels of one reservation. The largest number of wanted seatings is smaller.
LEVELS_OF_A_CHOICE = 16


def seating_place(snipe: Snipe, slot: Slot) -> int | None:
    """Return the place of the slot's seating among those that the snipe wants, 0 for the best. None: not wanted."""
    seating = slot.seating.lower()
    wanted = snipe.seatings or (snipe.seating,)
    return next((place for place, name in enumerate(wanted) if name.lower() in ("", seating)), None)


def level(snipe: Snipe, slot: Slot) -> int:
    """Return the level of a slot that fits the snipe."""
    return snipe.choice * LEVELS_OF_A_CHOICE + (seating_place(snipe, slot) or 0)


def first_level(snipe: Snipe) -> int:
    """Return the best level that any slot of the snipe's group can have."""
    return snipe.first_choice * LEVELS_OF_A_CHOICE


def waits(snipe: Snipe) -> bool:
    """Whether a slot that is not the group's first choice is held back for a moment.

    A release request does not wait: its tables are gone within a second.
    """
    return snipe.one_table and snipe.snipe_type == "cancel"
