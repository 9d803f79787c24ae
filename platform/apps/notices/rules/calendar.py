"""Makes an iCalendar file of a booked table, which mail programs add to the diner's calendar. Pure functions."""

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event

from apps.notices import messages
from apps.notices.kinds import Booked

# The assumed duration of a meal, because the platforms state no end time.
DURATION: Final = timedelta(hours=2)


def entry(booked: Booked, *, uid: str, now: datetime) -> str:
    """Return the iCalendar file of a booked table, with the table's local time converted to UTC. `uid` identifies the
    entry, so that a second file with the same `uid` replaces it."""
    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", now.astimezone(UTC))
    event.add("dtstart", datetime.combine(booked.date, booked.time, ZoneInfo(booked.time_zone)).astimezone(UTC))
    event.add("duration", DURATION)
    event.add("summary", messages.calendar_title(venue=booked.venue_name, client=booked.client_name))
    event.add("location", booked.address)
    description = messages.calendar_text(
        party_size=booked.party_size, platform=booked.platform_name, confirmation=booked.confirmation
    )
    event.add("description", description)
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Tablehawk//Booked tables//EN")
    calendar.add("method", "PUBLISH")
    calendar.add_component(event)
    return str(calendar.to_ical(), "utf-8")
