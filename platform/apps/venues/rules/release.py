"""Describes a venue's release rule in a sentence. Pure."""

from datetime import datetime, time
from zoneinfo import ZoneInfo

UNKNOWN = "We do not know when this restaurant puts a new day on sale."

SOURCES = {
    "venue_page": "the restaurant says so itself",
    "observed": "our own watching shows it",
    "community": "diners say so",
    "none": "nobody has confirmed it",
}


def describe_rule(
    *,
    days_ahead: int | None,
    local_time: time | None,
    zone: str,
    source: str,
    confidence: str,
    checked_at: datetime | None,
) -> str:
    """Describe the rule, its source and the confidence in it, in the venue's local time."""
    if days_ahead is None or local_time is None:
        return UNKNOWN
    opens = f"A new day goes on sale {_ahead(days_ahead)} at {_hour(local_time)} {_city(zone)} time"
    trust = f"{SOURCES[source]} ({confidence} confidence)"
    checked = f", last checked on {_day(checked_at, zone)}" if checked_at else ""
    return f"{opens}; {trust}{checked}."


def _ahead(days: int) -> str:
    if days == 0:
        return "on the day itself"
    return f"{days} {'day' if days == 1 else 'days'} ahead"


def _hour(at: time) -> str:
    if at.minute == 0 and at.hour in (0, 12):
        return "noon" if at.hour else "midnight"
    return f"{(at.hour - 1) % 12 + 1}:{at.minute:02} {'AM' if at.hour < 12 else 'PM'}"


def _city(zone: str) -> str:
    """Return the city of a zone: New York for America/New_York."""
    return zone.rpartition("/")[2].replace("_", " ")


def _day(at: datetime, zone: str) -> str:
    there = at.astimezone(ZoneInfo(zone))
    return f"{there:%B} {there.day}, {there.year}"
