"""The calendar files of booked tables."""

from datetime import UTC, datetime

import pytest
from icalendar import Calendar

from apps.notices.rules import calendar
from apps.notices.tests.notices import LONG, booked

NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)


def lines(**changes: str | int) -> dict[str, str]:
    """Return the unfolded lines of an entry by name."""
    entry = calendar.entry(booked(**changes), uid="event-7@tablehawk.example", now=NOW)
    return dict(line.split(":", 1) for line in entry.replace("\r\n ", "").split("\r\n")[:-1])


def test_an_entry_has_title_time_and_place() -> None:
    entry = lines()
    assert entry["UID"] == "event-7@tablehawk.example"
    assert entry["DTSTAMP"] == "20261120T150000Z"
    assert entry["SUMMARY"] == "Lilac & Vine"
    assert entry["LOCATION"] == "12 Bond Street\\, New York"
    assert entry["DESCRIPTION"] == "Party of 2. Resy confirmation R-48213."
    assert entry["DURATION"] == "PT2H"


@pytest.mark.parametrize(
    ("date", "zone", "starts"),
    [
        ("2026-12-04", "America/New_York", "20261205T003000Z"),
        ("2026-07-04", "America/New_York", "20260704T233000Z"),
        ("2026-12-04", "America/Los_Angeles", "20261205T033000Z"),
    ],
)
def test_the_time_is_the_restaurants(date: str, zone: str, starts: str) -> None:
    assert lines(date=date, time_zone=zone)["DTSTART"] == starts


def test_an_entry_names_the_client_and_omits_a_missing_confirmation() -> None:
    entry = lines(client_name="Grace Hopper", confirmation="")
    assert entry["SUMMARY"] == "Lilac & Vine for Grace Hopper"
    assert entry["DESCRIPTION"] == "Party of 2."


def test_long_lines_are_folded_and_names_add_no_line() -> None:
    entry = calendar.entry(booked(venue_name=LONG, address=LONG, client_name=LONG), uid="x", now=NOW)
    assert all(len(line.encode()) <= 75 for line in entry.split("\r\n"))
    assert "\r\nBcc" not in entry
    assert lines(venue_name=LONG)["SUMMARY"].count("寿司") == 3


def test_feed_without_tables_has_a_component_and_its_lifetime_is_a_duration() -> None:
    text = calendar.feed([])
    parsed = Calendar.from_ical(text)
    assert [part.name for part in parsed.subcomponents] == ["VTIMEZONE"]
    assert "\r\nX-PUBLISHED-TTL:PT1H\r\n" in text
    assert calendar.feed([]) == text
