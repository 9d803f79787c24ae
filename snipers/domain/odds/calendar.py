"""Divides time for the odds: the type of a day, the lead (the time from a poll to that day), and the part of the day of
the poll.

All times are the venue's wall clock, without a zone. Each boundary is a multiple of six hours, so a piece of six hours
has one lead and one part.
"""

from bisect import bisect_right
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Final

PIECE: Final = timedelta(hours=6)
PARTS: Final = 4
# Hours between a poll and 18:00 of the day for which it asks; below the first bound the lead is 0.
LEAD_BOUNDS: Final = (6, 12, 24, 48, 96, 168, 336, 720)
LEADS: Final = len(LEAD_BOUNDS) + 1
DINNER: Final = time(18)
# Types of days: 0 to 6 are Monday to Sunday, 7 is a holiday.
HOLIDAY: Final = 7
DAY_TYPES: Final = 8
FIXED_HOLIDAYS: Final = frozenset({(1, 1), (2, 14), (7, 4), (12, 24), (12, 25), (12, 31)})


def is_holiday(day: date) -> bool:
    """Return whether the day is one on which restaurants in the United States fill differently: a fixed holiday on
    which people dine out, Thanksgiving (fourth Thursday of November) or Mother's Day (second Sunday of May).
    """
    thanksgiving = day.month == 11 and day.weekday() == 3 and 22 <= day.day <= 28
    mothers_day = day.month == 5 and day.weekday() == 6 and 8 <= day.day <= 14
    return (day.month, day.day) in FIXED_HOLIDAYS or thanksgiving or mothers_day


def holidays(*, first: date, last: date) -> list[date]:
    """Return the holidays from `first` to `last`, both included."""
    days = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return [day for day in days if is_holiday(day)]


def day_type(day: date) -> int:
    """Return the type of a service date: 0 to 6 for Monday to Sunday, 7 for a holiday."""
    return HOLIDAY if is_holiday(day) else day.weekday()


def lead(*, day: date, at: datetime) -> int:
    """Return the class of the time from `at` to 18:00 of `day`: 0 for less than six hours (also if `at` is later), 8
    for 30 days and more.
    """
    hours = (datetime.combine(day, DINNER) - at).total_seconds() / 3600
    # A bound belongs to the class above it. pieces() classifies the middle of a piece.
    return bisect_right(LEAD_BOUNDS, hours)


def part(at: datetime) -> int:
    """Return the part of the day: 0 from midnight, 1 from 6:00, 2 from noon, 3 from 18:00."""
    return at.hour // 6


def pieces(*, day: date, start: datetime, end: datetime) -> Iterator[tuple[int, int, float]]:
    """Divide the time from `start` to `end` into pieces of at most six hours, for polls that ask for `day`. Yield
    (lead, part, hours) of each.
    """
    at = start
    while at < end:
        begin = at.replace(hour=at.hour // 6 * 6, minute=0, second=0, microsecond=0)
        stop = min(begin + PIECE, end)
        middle = begin + PIECE / 2
        yield lead(day=day, at=middle), part(middle), (stop - at).total_seconds() / 3600
        at = stop
