"""Makes iCalendar files (RFC 5545) of booked tables: the file of one table, which mail programs add to the diner's
calendar, and the feed to which a calendar app subscribes. Pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, Timezone, vDuration

from apps.notices import messages
from apps.notices.content.kinds import Booked

# The assumed duration of a meal, because the platforms state no end time.
DURATION: Final = timedelta(hours=2)
# How often a calendar app should read the feed.
REFRESH: Final = timedelta(hours=1)
USUAL_ZONE: Final = "America/New_York"
FIRST_DAY: Final = date(2026, 11, 28)
PRODUCT: Final = "-//Tablehawk//Booked tables//EN"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """A table of the feed. `uid` is the same as in the calendar file of this table alone.

    `revised_at` is when the table was booked or, if it is canceled, when it was canceled.
    """

    booked: Booked
    uid: str
    revised_at: datetime
    is_canceled: bool


def entry(booked: Booked, *, uid: str, now: datetime) -> str:
    """Return the iCalendar file of a booked table, with the table's local time converted to UTC. `uid` identifies the
    entry, so that a second file with the same `uid` replaces it."""
    event = _event(booked, uid=uid, stamp=now, starts=_starts(booked))
    calendar = _calendar()
    calendar.add("method", "PUBLISH")
    calendar.add_component(event)
    return str(calendar.to_ical(), "utf-8")


def feed(entries: Sequence[FeedEntry]) -> str:
    """Return the iCalendar feed of tables, each in the time zone of its restaurant.

    The same entries give the same bytes, so that an unchanged feed has the same ETag. The feed does
    not contain the current time: it has no METHOD, and in such a file DTSTAMP is the time of the
    last revision (RFC 5545, 3.8.7.2). A canceled table has a higher SEQUENCE than a booked one, so
    that calendar apps replace the entry.
    """
    calendar = _calendar()
    for name in ("name", "x-wr-calname"):
        calendar.add(name, messages.CALENDAR_NAME)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(REFRESH))
    # A calendar needs at least one component (RFC 5545, 3.6), so a feed without tables has a time zone too.
    for zone in sorted({one.booked.time_zone for one in entries} or {USUAL_ZONE}):
        days = [one.booked.date for one in entries if one.booked.time_zone == zone] or [FIRST_DAY]
        if (component := _zone(zone, min(days).year, max(days).year)) is not None:
            calendar.add_component(component)
    for one in entries:
        starts = _starts(one.booked).astimezone(ZoneInfo(one.booked.time_zone))
        event = _event(one.booked, uid=one.uid, stamp=one.revised_at, starts=starts)
        event.add("last-modified", one.revised_at.astimezone(UTC))
        event.add("sequence", 1 if one.is_canceled else 0)
        event.add("status", "CANCELLED" if one.is_canceled else "CONFIRMED")
        event.add("transp", "TRANSPARENT" if one.is_canceled else "OPAQUE")
        calendar.add_component(event)
    return str(calendar.to_ical(), "utf-8")


def _calendar() -> Calendar:
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", PRODUCT)
    return calendar


def _starts(booked: Booked) -> datetime:
    """Return the UTC instant at which the table begins."""
    return datetime.combine(booked.date, booked.time, ZoneInfo(booked.time_zone)).astimezone(UTC)


def _event(booked: Booked, *, uid: str, stamp: datetime, starts: datetime) -> Event:
    """Return the calendar entry of a table. DTSTART has the time zone of `starts`."""
    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", stamp.astimezone(UTC))
    event.add("dtstart", starts)
    event.add("duration", DURATION)
    event.add("summary", messages.calendar_title(venue=booked.venue_name, client=booked.client_name))
    event.add("location", booked.address)
    description = messages.calendar_text(
        party_size=booked.party_size, platform=booked.platform_name, confirmation=booked.confirmation
    )
    event.add("description", description)
    return event


@lru_cache(maxsize=256)
def _zone(name: str, first: int, last: int) -> Timezone | None:
    """Return the VTIMEZONE of a zone for the years `first` to `last`, None for UTC, which needs none.

    The component also covers the year before `first` and the year after `last`. It is computed from the zone's clock
    changes, which takes milliseconds, so it is cached. Callers must not change it.
    """
    if name in ("UTC", "Etc/UTC"):
        return None
    return Timezone.from_tzinfo(ZoneInfo(name), name, first_date=date(first - 1, 1, 1), last_date=date(last + 2, 1, 1))
