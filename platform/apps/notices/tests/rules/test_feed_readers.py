"""Two calendar libraries, icalendar and vobject, read the same tables from the feed, on both sides of clock changes."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import icalendar
import pytest
import vobject

from apps.notices.rules import calendar
from apps.notices.rules.calendar import DURATION, FeedEntry
from apps.notices.tests.notices import LONG, booked

STAMP = datetime(2026, 3, 1, 15, 0, tzinfo=UTC)
# The days around the clock changes of 2026 in the United States and in the European Union, and days far from them.
DAYS = [date(2026, 3, day) for day in (7, 8, 9, 28, 29, 30)] + [date(2026, 10, 24), date(2026, 10, 25)]
DAYS += [date(2026, 10, 31), date(2026, 11, 1), date(2026, 11, 2), date(2027, 1, 15), date(2026, 7, 4)]
ZONES = ["America/New_York", "Europe/London", "America/Phoenix", "Asia/Kolkata"]


class Read(NamedTuple):
    """What a library reads of one table."""

    uid: str
    starts: datetime
    wall: datetime
    lasts: timedelta
    summary: str
    location: str
    status: str
    sequence: int


def entries() -> list[FeedEntry]:
    """Return one table for each day and zone, every third of them canceled."""
    tables = [(zone, day) for zone in ZONES for day in DAYS]
    return [
        FeedEntry(
            booked=booked(date=day, time=time(19, 30), time_zone=zone, venue_name="Café L’Été; a, b"),
            uid=f"table-{number}@tablehawk.example",
            revised_at=STAMP,
            is_canceled=number % 3 == 0,
        )
        for number, (zone, day) in enumerate(tables)
    ]


def by_icalendar(text: str) -> list[Read]:
    found: list[Any] = icalendar.Calendar.from_ical(text).events
    return [
        Read(
            uid=str(one["uid"]),
            starts=one["dtstart"].dt.astimezone(UTC),
            wall=one["dtstart"].dt.replace(tzinfo=None),
            lasts=one["duration"].dt,
            summary=str(one["summary"]),
            location=str(one["location"]),
            status=str(one["status"]),
            sequence=int(one["sequence"]),
        )
        for one in found
    ]


def by_vobject(text: str) -> list[Read]:
    found: list[Any] = vobject.readOne(text).vevent_list
    return [
        Read(
            uid=one.uid.value,
            starts=one.dtstart.value.astimezone(UTC),
            wall=one.dtstart.value.replace(tzinfo=None),
            lasts=one.duration.value,
            summary=one.summary.value,
            location=one.location.value,
            status=one.status.value,
            sequence=int(one.sequence.value),
        )
        for one in found
    ]


def test_two_libraries_read_the_same_tables_in_the_zone_of_the_restaurant() -> None:
    made = entries()
    text = calendar.feed(made)
    first, second = by_icalendar(text), by_vobject(text)
    assert first == second
    assert len(first) == len(ZONES) * len(DAYS)
    for entry, read in zip(made, first, strict=True):
        wall = datetime.combine(entry.booked.date, entry.booked.time)
        assert read.uid == entry.uid
        assert read.wall == wall
        assert read.starts == wall.replace(tzinfo=ZoneInfo(entry.booked.time_zone)).astimezone(UTC)
        assert (read.lasts, read.summary) == (DURATION, entry.booked.venue_name)
        assert (read.status, read.sequence) == (("CANCELLED", 1) if entry.is_canceled else ("CONFIRMED", 0))


@pytest.mark.parametrize("read", [by_icalendar, by_vobject])
def test_free_text_stays_in_its_field(read: Any) -> None:
    (entry,) = entries()[:1]
    hostile = booked(date=DAYS[0], time_zone=ZONES[0], venue_name=LONG, address="1 Main St\\, 2nd floor; rear")
    text = calendar.feed(
        [FeedEntry(booked=hostile, uid=entry.uid, revised_at=entry.revised_at, is_canceled=entry.is_canceled)]
    )
    (one,) = read(text)
    assert one.summary == hostile.venue_name
    assert one.location == hostile.address


@pytest.mark.parametrize("read", [by_icalendar, by_vobject])
def test_an_empty_feed_is_a_calendar(read: Any) -> None:
    text = calendar.feed([])
    assert text.startswith("BEGIN:VCALENDAR")
    if read is by_icalendar:
        assert read(text) == []
    else:
        assert not hasattr(vobject.readOne(text), "vevent_list")
