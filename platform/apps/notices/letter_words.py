"""How letters say dates, times and money: the filters of the templates in letters/."""

from datetime import date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from django import template

register = template.Library()

# The clock of the house, where no restaurant's own applies.
HOUSE_ZONE: Final = ZoneInfo("America/New_York")


@register.filter
def long_day(day: date) -> str:
    """Friday, December 4, 2026"""
    return f"{day:%A, %B} {day.day}, {day.year}"


@register.filter
def short_day(day: date) -> str:
    """Fri, Dec 4"""
    return f"{day:%a, %b} {day.day}"


@register.filter
def house_day(instant: datetime) -> date:
    """The day of an instant in New York."""
    return instant.astimezone(HOUSE_ZONE).date()


@register.filter
def clock(at: time) -> str:
    """7:30 PM"""
    return f"{at.hour % 12 or 12}:{at:%M %p}"


@register.filter
def dollars(cents: int) -> str:
    """$25.00"""
    return f"${cents // 100:,}.{cents % 100:02}"
