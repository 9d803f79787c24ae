"""One active request for each diner and date on Standard, one for each meal of the day on Pro.

A time window that touches two meals counts for both. Groups compete with each other, never the venues of one group.
Overriding is about tables that are booked; two active requests for one meal would race each other all the same.
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
    """How a submission meets what the diner holds already."""

    NONE = "none"
    OTHER_MEAL = "other_meal"
    SAME_MEAL = "same_meal"


def meals(*, start: time, end: time) -> frozenset[str]:
    """Return every meal that a window touches, both ends included."""
    first, last = MEALS.index(meal_at(start)), MEALS.index(meal_at(end))
    return frozenset(MEALS[first : last + 1])


def clash(*, dates: Collection[date], wanted: frozenset[str], held: Collection[tuple[date, frozenset[str]]]) -> Clash:
    """Compare the wanted dates and meals with the active requests that the diner holds in other groups."""
    met = [meals_held for day, meals_held in held if day in dates]
    if any(wanted & meals_held for meals_held in met):
        return Clash.SAME_MEAL
    return Clash.OTHER_MEAL if met else Clash.NONE


def nothing_left(
    *, dates: Collection[date], wanted: frozenset[str], booked: Collection[tuple[date, str]], override: bool
) -> bool:
    """Tell whether one of the dates has no meal of the window left: each is booked for the diner already.

    With `override` a booked table is no obstacle: it is what the new one is to replace.
    """
    return not override and any(wanted <= {meal for booked_day, meal in booked if booked_day == day} for day in dates)
