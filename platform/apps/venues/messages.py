"""The sentences about restaurants: release rules, links that users paste, imports, and obstacles to a booking."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from apps.common.formatting import format_long_day, format_time_at, format_weekday
from snipers.clients import registry

UNKNOWN: Final = "We don't know yet when this restaurant opens new dates."

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
    """Return a sentence that states a release rule in the venue's local time, its source and our confidence in it.

    If the rule is unknown (`days_ahead` or `local_time` is None), the sentence says so.
    """
    if days_ahead is None or local_time is None:
        return UNKNOWN
    opens = f"New dates open {_ahead(days_ahead)} at {format_time_at(local_time, zone=zone, locale=locale)}."
    checked = f", last checked on {_day(checked_at, zone, locale)}" if checked_at else ""
    return f"{opens} {SOURCES[source]} ({confidence} confidence){checked}."


def describe_learned_rule(
    *,
    days_ahead: int,
    local_time: time,
    zone: str,
    seen: int,
    observed: int,
    confidence: str,
    weekday: int | None,
    locale: str,
) -> str:
    """Return a sentence that states a learned release rule in the venue's local time, and how often it was seen.

    With a `weekday` (0 is Monday), the venue opens a whole week at once on that weekday.
    """
    verb = "Seems to open" if confidence == "low" else "Opens"
    times = "time" if observed == 1 else "times"
    at = format_time_at(local_time, zone=zone, locale=locale)
    opens = f"{verb} {_ahead(days_ahead)} at {at}"
    if weekday is not None:
        day = format_weekday(weekday, locale=locale)
        opens = f"{verb} a whole week each {day} at {at}, {days_ahead} to {days_ahead + 6} days ahead"
    return f"{opens} · seen {seen} of {observed} {times}"


def _ahead(days: int) -> str:
    if days == 0:
        return "on the day itself"
    return f"{days} day{'' if days == 1 else 's'} ahead"


def _day(at: datetime, zone: str, locale: str) -> str:
    return format_long_day(at.astimezone(ZoneInfo(zone)).date(), locale=locale)


# links

_PLATFORMS: Final = registry.names(joint="or")
_HOW_TO_LINK: Final = f"Paste the address of the restaurant’s page on {_PLATFORMS}."
LINK_EMPTY: Final = _HOW_TO_LINK
LINK_MISSING: Final = f"This text has no link. {_HOW_TO_LINK}"
LINK_TOO_LONG: Final = f"This text is too long for a link. {_HOW_TO_LINK}"
LINK_SHORT: Final = "This is a short link. Open it, then paste the address of the page that it leads to."
LINK_OTHER_SITE: Final = f"This link leads to another site. {_HOW_TO_LINK}"


def link_to_other_platform(*, platform: str) -> str:
    return f"We can't book on {platform}. If the restaurant is also on {_PLATFORMS}, paste that link."


link_without_restaurant = (
    "This {platform} link names no restaurant. Open the restaurant’s page on {platform} and paste its address."
).format
link_not_found = "{platform} has no restaurant at this link. Check the address, or search for its name here.".format
venue_closed = (
    "{venue} takes no reservations on {platform} any more. Look for it on the other platform, or call it."
).format
opted_out = "{venue} has asked us not to book there. Reserve on the restaurant’s own page.".format
platform_paused = (
    "{platform} has asked us to pause, so we can't look up new restaurants there. Try again in a few minutes."
).format

CATALOG_BUSY: Final = "We're looking up many restaurants at the moment. Try again in a few seconds."


# imports, for operators


def unknown_city(*, platform: str, name: str, near: Sequence[str]) -> str:
    if not near:
        return f"{platform} has no city {name!r}. It lists no city at all; try again later."
    return f"{platform} has no city {name!r}. The nearest names are: {', '.join(near)}."


def several_cities(*, platform: str, name: str, choices: Sequence[str]) -> str:
    return f"{platform} has {len(choices)} cities named {name!r}. Choose one with --city: {', '.join(choices)}."


import_failed = (
    "{platform} doesn't answer as expected ({error}). Start the command again later; the import goes on where it is."
).format
import_progress = "page {page} of {pages}: {seen} venues, {created} new, {updated} changed".format


def import_summary(
    *,
    platform: str,
    city: str,
    total: int,
    created: int,
    updated: int,
    unchanged: int,
    unreadable: int,
    fields: Mapping[str, int],
) -> str:
    changed = ", ".join(f"{name} {count}" for name, count in sorted(fields.items()))
    return (
        f"{city}: {created} new, {updated} changed{f' ({changed})' if changed else ''}, {unchanged} unchanged, "
        f"{unreadable} unreadable, of {total} that {platform} lists."
    )


# why a venue cannot be booked; `platform` is the platform's name for users

GATES: Final = {
    "captcha": "{venue} asks for a human check on {platform}, which only you can answer. Book it on its page.",
    "tock": "{venue} sells its tables through Tock, where we can't book. Book it on its own page.",
    "exclusive": (
        "{venue} keeps its tables for certain guests, such as holders of certain cards. If you're one of them, book it "
        "on its own page on {platform}."
    ),
    "listing": "{venue} is only listed on {platform} and takes no reservations there. Call it, or ask on its own page.",
    "experience": "{venue} takes only bookings with a set menu or a ticket. Choose one on its own page on {platform}.",
}


def closed_until(*, venue: str, day: date, locale: str) -> str:
    reopens = format_long_day(day, locale=locale)
    return f"{venue} is closed until {reopens}. Choose a day from then on, or ask on its own page."


def beyond_horizon(
    *,
    venue: str,
    day: date,
    opens_on: date,
    opens_at: time | None,
    zone: str,
    offers_release: bool,
    locale: str,
) -> str:
    opening = format_long_day(opens_on, locale=locale)
    opens = f"on {opening} at {format_time_at(opens_at, zone=zone, locale=locale)}" if opens_at else f"around {opening}"
    instead = "Choose Release Reservation, and we book as it opens." if offers_release else "File your request then."
    return f"{venue} hasn't opened {format_long_day(day, locale=locale)} yet. It opens {opens}. {instead}"


# The reason of kill switches that the refresh sets, for the list of kill switches in the admin.
CLOSED_REASON: Final = "The platform no longer lists this restaurant."

# Consequences of state laws, in the admin.
NO_LISTING: Final = "No listing, sale or advertising of tables without the restaurant's written agreement."
RESTAURANTS_SUE: Final = "Restaurants can sue by themselves."
NO_DEARER_RESALE: Final = "No resale above the price that the restaurant asks."
