"""The sentences of a restaurant's page about its release rule, the rule's source and our confidence in it."""

from datetime import datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from apps.common.formatting import format_long_day, format_time_at

UNKNOWN: Final = "We do not know yet when this restaurant opens new dates."

SOURCES: Final = {
    "venue_page": "Stated by the restaurant",
    "observed": "Seen in our own checks",
    "community": "Reported by diners",
    "none": "Not confirmed yet",
}


def describe_rule(
    *,
    days_ahead: int | None,
    local_time: time | None,
    zone: str,
    source: str,
    confidence: str,
    checked_at: datetime | None,
    locale: str,
) -> str:
    """Describe the rule in the venue's local time, with the rule's source and our confidence in it."""
    if days_ahead is None or local_time is None:
        return UNKNOWN
    opens = f"New dates open {_ahead(days_ahead)} at {format_time_at(local_time, zone=zone, locale=locale)}."
    checked = f", last checked on {_day(checked_at, zone, locale)}" if checked_at else ""
    return f"{opens} {SOURCES[source]} ({confidence} confidence){checked}."


def _ahead(days: int) -> str:
    if days == 0:
        return "on the day itself"
    return f"{days} day{'' if days == 1 else 's'} ahead"


def _day(at: datetime, zone: str, locale: str) -> str:
    return format_long_day(at.astimezone(ZoneInfo(zone)).date(), locale=locale)
