"""The calendar feed: entries in the restaurant's zone, canceled tables, stable bytes, and the format of RFC 5545."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar, Event

from apps.notices.rules import calendar
from apps.notices.rules.calendar import FeedEntry
from apps.notices.tests.notices import LONG, booked

REVISED = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)


def entry(uid: str = "event-7@tablehawk.example", *, is_canceled: bool = False, **changes: str | int) -> FeedEntry:
    return FeedEntry(booked=booked(**changes), uid=uid, revised_at=REVISED, is_canceled=is_canceled)


def parsed(*entries: FeedEntry) -> Calendar:
    return Calendar.from_ical(calendar.feed(entries))


def starts(event: Event) -> datetime:
    """Return the start of an event as the library reads it."""
    at = event.start
    assert isinstance(at, datetime)
    return at


def test_a_feed_without_tables_is_a_valid_calendar() -> None:
    feed = parsed()
    assert (feed["version"], feed["x-wr-calname"], feed.events) == ("2.0", "Tablehawk tables", [])
    assert "METHOD" not in feed
    assert feed.decoded("refresh-interval") == timedelta(hours=1)


def test_a_booked_table_has_the_text_of_its_own_file() -> None:
    (event,) = parsed(entry()).events
    (alone,) = Calendar.from_ical(calendar.entry(booked(), uid=str(event["uid"]), now=REVISED)).events
    for name in ("uid", "summary", "location", "description"):
        assert event[name] == alone[name]
    assert starts(event) == starts(alone)
    assert event.duration == alone.duration
    assert (event["status"], event["sequence"]) == ("CONFIRMED", 0)


def test_a_canceled_table_keeps_its_uid_and_has_a_higher_sequence() -> None:
    (event,) = parsed(entry(is_canceled=True)).events
    assert (event["uid"], event["status"], event["sequence"]) == ("event-7@tablehawk.example", "CANCELLED", 1)
    assert event["transp"] == "TRANSPARENT"
    # The file of the single table has no SEQUENCE, which means 0.
    (alone,) = Calendar.from_ical(calendar.entry(booked(), uid="x", now=REVISED)).events
    assert "SEQUENCE" not in alone


@pytest.mark.parametrize("zone", ["America/New_York", "Europe/Paris", "America/Los_Angeles", "Asia/Kolkata"])
@pytest.mark.parametrize("day", ["2026-03-07", "2026-03-08", "2026-03-29", "2026-10-25", "2026-11-01", "2026-07-04"])
def test_the_time_is_the_restaurants_on_both_sides_of_clock_changes(zone: str, day: str) -> None:
    feed = parsed(entry(date=day, time_zone=zone), entry("other", date="2026-12-04", time_zone="Europe/London"))
    event = next(one for one in feed.events if one["uid"] != "other")
    assert event["dtstart"].params["TZID"] == zone
    assert starts(event) == datetime.combine(date.fromisoformat(day), time(19, 30), ZoneInfo(zone))
    assert feed.get_missing_tzids() == set()
    # An app may use our VTIMEZONE instead of its own zones: both must name the same instant.
    (component,) = [one for one in feed.timezones if one.tz_name == zone]
    wall = starts(event).replace(tzinfo=None)
    assert wall.replace(tzinfo=component.to_tz(lookup_tzid=False)).utcoffset() == starts(event).utcoffset()


def test_a_restaurant_in_utc_needs_no_zone() -> None:
    text = calendar.feed([entry(time_zone="UTC")])
    assert "DTSTART:20261204T193000Z" in text
    assert "VTIMEZONE" not in text


def test_the_same_tables_give_the_same_bytes() -> None:
    tables = [entry(), entry("b", is_canceled=True, time_zone="Europe/Paris")]
    assert calendar.feed(tables) == calendar.feed(tables)
    assert "DTSTAMP:20261120T150000Z" in calendar.feed(tables)


@pytest.mark.parametrize("name", ["Lilac & Vine", LONG, "A, B; C\\D\nX-EVIL:1"])
def test_lines_follow_rfc_5545(name: str) -> None:
    """A line-based check that does not use the library that wrote the feed."""
    text = calendar.feed([entry(venue_name=name, address=name, client_name=name)])
    assert text.endswith("END:VCALENDAR\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert "\r" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    lines = text.replace("\r\n ", "").split("\r\n")[:-1]
    assert all(line.partition(":")[1] and line[0].isalpha() for line in lines)
    opened: list[str] = []
    for line in lines:
        word, _, value = line.partition(":")
        if word == "BEGIN":
            opened.append(value)
        elif word == "END":
            assert opened.pop() == value
    assert not opened
    assert not [line for line in lines if line.startswith(("X-EVIL", "Bcc"))]
    once = ("UID", "DTSTAMP", "DTSTART;TZID=America/New_York", "SEQUENCE", "STATUS", "SUMMARY")
    inside = lines[lines.index("BEGIN:VEVENT") : lines.index("END:VEVENT")]
    for word in once:
        assert len([line for line in inside if line.startswith(f"{word}:")]) == 1, word
