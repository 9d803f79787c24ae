"""The sentences about a restaurant: its release rule with source and confidence, and the links that users paste."""

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


# links

_HOW_TO_LINK: Final = "Paste the address of the restaurant’s page on Resy or OpenTable."
LINK_EMPTY: Final = _HOW_TO_LINK
LINK_MISSING: Final = f"This text has no link. {_HOW_TO_LINK}"
LINK_TOO_LONG: Final = f"This text is too long for a link. {_HOW_TO_LINK}"
LINK_SHORT: Final = "This is a short link. Open it, then paste the address of the page that it leads to."
LINK_OTHER_SITE: Final = f"This link leads to another site. {_HOW_TO_LINK}"
LINK_OTHER_REGION: Final = "We book on OpenTable in the United States and Canada only."


def link_to_other_platform(*, platform: str) -> str:
    return f"We cannot book on {platform}. If the restaurant is also on Resy or OpenTable, paste that link."


def link_without_restaurant(*, platform: str) -> str:
    return f"This {platform} link names no restaurant. Open the restaurant’s page on {platform} and paste its address."


def link_not_found(*, platform: str) -> str:
    return f"{platform} has no restaurant at this link. Check the address, or search for its name here."


def venue_closed(*, venue: str, platform: str) -> str:
    return f"{venue} takes no reservations on {platform} any more. Look for it on the other platform, or call it."


def opted_out(*, venue: str) -> str:
    return f"{venue} has asked us not to book there. Reserve on the restaurant’s own page."


def platform_paused(*, platform: str) -> str:
    return f"{platform} has asked us to pause, so we cannot look up new restaurants there. Try again in a few minutes."


CATALOG_BUSY: Final = "We are looking up many restaurants at the moment. Try again in a few seconds."
