"""Template filters for dates, times and money in messages."""

from datetime import date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from django import template

register = template.Library()

# For dates that belong to no restaurant.
NEW_YORK: Final = ZoneInfo("America/New_York")


@register.filter
def long_day(day: date) -> str:
    """Format a date as Friday, December 4, 2026."""
    return f"{day:%A, %B} {day.day}, {day.year}"


@register.filter
def short_day(day: date) -> str:
    """Format a date as Fri, Dec 4."""
    return f"{day:%a, %b} {day.day}"


@register.filter
def new_york_day(instant: datetime) -> date:
    """Return the date of an instant in New York."""
    return instant.astimezone(NEW_YORK).date()


@register.filter
def time_of_day(at: time) -> str:
    """Format a time as 7:30 PM."""
    return f"{at.hour % 12 or 12}:{at:%M %p}"


@register.filter
def dollars(cents: int) -> str:
    """Format cents as $25.00."""
    return f"${cents // 100:,}.{cents % 100:02}"
