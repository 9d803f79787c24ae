"""One active request for each diner and date on Standard, one for each meal on Pro.

A time window that touches two meals counts for both. Groups compete with each other, the venues of one group do not.
An override applies to booked tables only: two active requests for one meal would race each other.
"""

from collections.abc import Collection
from datetime import date, time
from enum import StrEnum
from typing import Final

from snipers.domain.slot import meal_at

MEALS: Final = ("breakfast", "lunch", "dinner")
SAME_MEAL: Final = "You already have an active request for that meal on one of these dates."
ALREADY_BOOKED: Final = "You already hold a table at that time."


class Clash(StrEnum):
    """The conflict of a submission with the diner's other requests."""

    NONE = "none"
    OTHER_MEAL = "other_meal"
    SAME_MEAL = "same_meal"


def meals(*, start: time, end: time) -> frozenset[str]:
    """Return every meal that a window touches, both ends included."""
    first, last = MEALS.index(meal_at(start)), MEALS.index(meal_at(end))
    return frozenset(MEALS[first : last + 1])


def find_clash(
    *, dates: Collection[date], wanted: frozenset[str], held: Collection[tuple[date, frozenset[str]]]
) -> Clash:
    """Compare the wanted dates and meals with the diner's active requests in other groups."""
    met = [meals_held for day, meals_held in held if day in dates]
    if any(wanted & meals_held for meals_held in met):
        return Clash.SAME_MEAL
    return Clash.OTHER_MEAL if met else Clash.NONE


def nothing_left(
    *, dates: Collection[date], wanted: frozenset[str], booked: Collection[tuple[date, str]], override: bool
) -> bool:
    """Return whether every meal of the window is booked for the diner on one of the dates.

    With `override` a booked table is no obstacle: the new one is to replace it.
    """
    return not override and any(wanted <= {meal for booked_day, meal in booked if booked_day == day} for day in dates)
