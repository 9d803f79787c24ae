"""The user's order of preference among the slots of one group. Pure.

A reservation's `choice` is the place of its venue and date in that order. Within a reservation, the order of the time
windows decides, then the order of the wanted seatings. These three places make a slot's level; a lower level is better.
"""

from datetime import time
from typing import Final

from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe

# Levels of one reservation. If it has more pairs of window and seating, the last ones share the last level.
LEVELS_OF_A_CHOICE: Final = 16


def window_place(snipe: Snipe, at: time) -> int | None:
    """Return the place of the time window that contains the time `at`, 0 for the best; None if no window contains it.

    If two windows contain it because they meet there, the place is that of the better one.
    """
    if not snipe.windows:
        return 0 if snipe.start_time <= at <= snipe.end_time else None
    return min((window.place for window in snipe.windows if window.start <= at <= window.end), default=None)


def seating_place(snipe: Snipe, slot: Slot) -> int | None:
    """Return the place of the slot's seating among those that the snipe wants, 0 for the best; None if it is not
    wanted.
    """
    seating = slot.seating.lower()
    wanted = snipe.seatings or (snipe.seating,)
    return next((place for place, name in enumerate(wanted) if name.lower() in ("", seating)), None)


def level(snipe: Snipe, slot: Slot) -> int:
    """Return the level of a slot that fits the snipe."""
    seatings = len(snipe.seatings) or 1
    within = (window_place(snipe, slot.time) or 0) * seatings + (seating_place(snipe, slot) or 0)
    return snipe.choice * LEVELS_OF_A_CHOICE + min(within, LEVELS_OF_A_CHOICE - 1)


def first_level(snipe: Snipe) -> int:
    """Return the best level that any slot of the snipe's group can have."""
    return snipe.first_choice * LEVELS_OF_A_CHOICE


def waits(snipe: Snipe) -> bool:
    """Return whether a slot that is not the group's first choice is held back for a moment.

    A slot for a release request is not held back: it would be gone within a second.
    """
    return snipe.one_table and snipe.snipe_type == "cancel"
