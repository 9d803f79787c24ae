"""Decides whether requests of one diner conflict: on Standard, a diner may have one active request for each date, and
on Pro one for each meal.

A time window that touches two meals counts for both. Only requests of different groups conflict. `override` applies to
booked tables only, because two active requests for one meal would compete for the same tables.
"""

from collections.abc import Collection, Iterable
from datetime import date
from itertools import chain
from typing import Final

from snipers.domain.slot import meal_at

from .time_windows import TimeWindow

MEALS: Final = ("breakfast", "lunch", "dinner")


def meals(windows: Iterable[TimeWindow]) -> frozenset[str]:
    """Return every meal that one of the time windows touches."""
    touched = [MEALS[MEALS.index(meal_at(start)) : MEALS.index(meal_at(end)) + 1] for start, end in windows]
    return frozenset(chain.from_iterable(touched))


def conflict(
    *, wanted: frozenset[str], held: Collection[tuple[date, frozenset[str], str]]
) -> tuple[date, tuple[str, ...]] | None:
    """Return the first of the wanted dates on which other requests want one of the meals, and their venues, each once.

    `held` has the date, the meals and the venue of the diner's active requests in other groups, for the wanted dates
    only. Without a conflict, return None.
    """
    met = [(day, venue) for day, meals_held, venue in held if wanted & meals_held]
    if not met:
        return None
    first = min(day for day, _ in met)
    return first, tuple(dict.fromkeys(venue for day, venue in met if day == first))


def nothing_left(
    *, dates: Collection[date], wanted: frozenset[str], booked: Collection[tuple[date, str]], override: bool
) -> bool:
    """Return whether, on at least one of the dates, the diner has a booked table for every wanted meal.

    With `override` return False, because the new table may replace a booked one.
    """
    return not override and full_date(dates=dates, wanted=wanted, booked=booked) is not None


def full_date(*, dates: Collection[date], wanted: frozenset[str], booked: Collection[tuple[date, str]]) -> date | None:
    """Return the first date on which the diner has a booked table for every wanted meal, None without such a date."""
    return next((day for day in sorted(dates) if wanted <= {meal for on, meal in booked if on == day}), None)
